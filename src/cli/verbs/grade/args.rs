//! The options of `grade`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::failure::{Failure, OfPath as _};
use crate::cli::format::{Form, form};
use crate::cli::grading::GradingArgs;
use crate::cli::number::whole;

/// How grades are printed besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GradeForm {
    /// For Gradescope: results.json, of one submission.
    Gradescope,
}

/// Options of `grade`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
FOLDER is a class, with a folder, an archive (.zip, .tar.gz) or a file for each \
student, also as Moodle, Canvas, Brightspace and Blackboard name them, or one \
submission. Every entry is a row, also what cannot be read. In each the program is found (a class in Java with \
findWinner, in any package, or a module in Python with find_winner), compiled, \
started and checked, in stages: there, compiles, starts, answers, small-decks, \
wars, values, games, limit. Each of the last five has a point, whatever the others \
did; being there, compiling and answering something earns none. --weights gives \
points to the stages that it names, and none to the others: limit=2.5 alone leaves \
2.5 points in all. With --partial a stage that failed earns the share of its suites \
that are right; with --chained a stage counts when all before it pass. \
`war-sim mistakes --points` prints what each known mistake gets.

A class is written to results/NAME/: grades.csv for a gradebook, grades.html, and \
feedback/STUDENT.txt with as much as --hints tells. Ctrl-C keeps what is graded; \
--resume goes on, and grades again only what was handed in anew.

Programs in other languages: --command starts one, --compile compiles it before; \
{file} stands for the file that --file names. No shell reads them.

Each submission runs apart: it sees neither the others nor the answers, and can \
end nothing but itself. bwrap (bubblewrap) does that; as root without it a user \
of its own for each. Where neither works, --trust runs the programs with your \
own rights.

Examples:
  war-sim grade class/
  war-sim grade class/ --seed 7 --weights small-decks=4,wars=3,limit=3
  war-sim grade class/ --file war.c --compile 'cc -o w {file}' --command ./w
  war-sim grade submission/ --hints deck --format gradescope")]
pub struct GradeArgs {
    /// A class, or submissions
    #[arg(required = true, value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,

    /// The rules that the programs should play
    #[arg(long, value_name = "NAME|FILE", default_value = "umass")]
    pub rules: String,

    /// The seed of the random decks; students do not know yours
    #[arg(long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// A file that holds the seed: nobody who lists the commands of the machine sees it
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub seed_file: Option<PathBuf>,

    /// How many decks each random suite plays
    #[arg(short = 'n', long = "games", value_name = "N", default_value = "1000", value_parser = whole, allow_negative_numbers = true)]
    pub count: u64,

    /// How each submission is graded and what is said of it.
    #[command(flatten)]
    pub way: GradingArgs,

    /// Submissions that are graded at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// FOLDER is one submission, whatever it looks like
    #[arg(long)]
    pub single: bool,

    /// FOLDER is a class, each entry a student
    #[arg(long, conflicts_with = "single")]
    pub class: bool,

    /// Who is in the class: a CSV file; who handed in nothing gets a row, too
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,

    /// Run the programs with your own rights: nothing keeps them apart
    #[arg(long)]
    pub trust: bool,

    /// How to print it; json has all that is known of each
    #[arg(long, value_parser = form::<GradeForm>(), default_value = "text")]
    pub format: Form<GradeForm>,

    /// Where the folder of a class's grades goes
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,

    /// The name of their folder [default: grade-FOLDER]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// Go on with a class that was stopped, or that has new submissions
    #[arg(long)]
    pub resume: bool,

    /// Overwrite the grades of another class or exercise
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

impl GradeArgs {
    /// The seed of the random decks.
    ///
    /// Errors: its file cannot be read, or holds no number.
    pub fn seed(&self) -> Result<u64, Failure> {
        let Some(file) = &self.seed_file else { return Ok(self.seed) };
        let text = std::fs::read_to_string(file).reading(file)?;
        whole(text.trim()).map_err(|e| Failure::data(format!("{}: no seed: {e}", file.display())))
    }
}
