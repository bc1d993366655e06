//! The options of `grade`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::check::grade::find::Template;
use crate::cli::checking::HintsArg;
use crate::cli::failure::Failure;
use crate::cli::number::{gibibytes, seconds, whole};

/// How grades are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GradeFormat {
    /// A table for people.
    Text,
    /// A gradebook.
    Csv,
    /// Everything, for programs.
    Json,
    /// For Gradescope: results.json, of one submission.
    Gradescope,
}

/// Options of `grade`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
FOLDER is a class, with a folder, an archive (.zip, .tar.gz) or a file for each
student, also as Moodle, Canvas, Brightspace and Blackboard name them, or one
submission. Every entry is a row, also what cannot be read. In each the program is found (a class in Java with
findWinner, in any package, or a module in Python with find_winner), compiled,
started and checked, in stages: there, compiles, starts, answers, small-decks,
wars, values, games, limit. A stage counts when all before it pass; --independent
counts each by itself. --weights gives points to the stages that it names, and
none to the others: limit=2.5 alone leaves 2.5 points in all.

A class is written to results/NAME/: grades.csv for a gradebook, grades.html, and
feedback/STUDENT.txt with as much as --hints tells. Ctrl-C keeps what is graded;
--resume goes on, and grades again only what was handed in anew.

Programs in other languages: --command starts one, --compile compiles it before;
{file} stands for the file that --file names. No shell reads them.

Each submission runs apart: it sees neither the others nor the answers, and can
end nothing but itself. bwrap (bubblewrap) does that; as root without it a user
of its own for each. Where neither works, --trust runs the programs with your
own rights.

Examples:
  war-sim grade class/
  war-sim grade class/ --seed 7 --weights small-decks=4,wars=3,limit=3
  war-sim grade class/ --file war.c --compile 'gcc -O2 -o war {file}' --command ./war
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

    /// The points of stages, those not named get 0 [default: 1 for each stage]
    #[arg(long, value_name = "STAGE=POINTS,...")]
    pub weights: Option<String>,

    /// Count each stage by itself, also after one that failed
    #[arg(long)]
    pub independent: bool,

    /// How much students are told
    #[arg(long, value_enum, default_value = "deck")]
    pub hints: HintsArg,

    /// Submissions that are graded at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// What starts a program in another language: words, {file} stands for its file
    #[arg(long, value_name = "WORDS")]
    pub command: Option<String>,

    /// What compiles it before
    #[arg(long, value_name = "WORDS", requires = "command")]
    pub compile: Option<String>,

    /// The file that {file} stands for, such as war.c or *.c
    #[arg(long, value_name = "NAME", requires = "command")]
    pub file: Option<String>,

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

    /// Seconds that a program may compute for one deck
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_negative_numbers = true)]
    pub deck_seconds: Duration,

    /// Seconds that one submission may take, once it is started
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,

    /// Gibibytes of memory that a program may occupy
    #[arg(long, value_name = "GIB", default_value = "2", value_parser = gibibytes, allow_negative_numbers = true)]
    pub memory: u64,

    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub format: GradeFormat,

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

    /// Print no progress
    #[arg(short, long)]
    pub quiet: bool,
}

impl GradeArgs {
    /// The seed of the random decks.
    ///
    /// Errors: its file cannot be read, or holds no number.
    pub fn seed(&self) -> Result<u64, Failure> {
        let Some(file) = &self.seed_file else { return Ok(self.seed) };
        let text = std::fs::read_to_string(file).map_err(|e| Failure::reading(file, &e))?;
        whole(text.trim()).map_err(|e| Failure::data(format!("{}: no seed: {e}", file.display())))
    }

    /// How programs in another language are started.
    ///
    /// Errors: a template without a word, or with an open quote.
    pub fn template(&self) -> Result<Option<Template>, Failure> {
        let Some(command) = &self.command else { return Ok(None) };
        let start = words("--command", command)?;
        let compile = match &self.compile {
            Some(text) => words("--compile", text)?,
            None => Vec::new(),
        };
        Ok(Some(Template { file: self.file.clone(), compile, start }))
    }
}

/// A text as words: parted by spaces, those in quotes kept together.
fn words(option: &str, text: &str) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quote.is_some() || words.is_empty() {
        let what = if quote.is_some() { "a quote is left open" } else { "there is no word" };
        return Err(Failure::usage(format!("{option} '{text}': {what}")));
    }
    Ok(words)
}
