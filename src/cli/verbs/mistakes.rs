//! `mistakes`: the mistakes that `check` can name, as programs, and who notices them.

mod points;
mod tests_of;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::check::language::Lang;
use crate::check::war::programs::{Known, Language, known, wrong};
use crate::cli::failure::{Failure, OfPath as _};
use crate::cli::format::{Form, Format, form};
use crate::cli::grading::{lang_parser, package};
use crate::cli::names::shown;
use crate::cli::number::{seconds, whole};
use crate::cli::output::{print, print_as, print_in, write_new};
use crate::core::table::Table;
use crate::core::wording::digits::counted;
use crate::core::wording::text::wrapped;
use crate::lab::formats::csv;

/// The name of the program without a mistake.
const RIGHT: &str = "right";
/// The list of the mistakes, beside their programs.
const INDEX: &str = "mistakes.csv";

/// Options of `mistakes`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Lists the mistakes that `war-sim check` can name in a program for the rules \
umass, writes each as a small program, or tries a student's tests on them: good \
tests pass with the right program and fail with a wrong one.

With --format java or python each program is written to DIR/NAME/War.java or \
war.py, the right one to DIR/right/, and DIR/mistakes.csv lists them; NAMEs \
choose some. --tests needs no written programs. It runs test classes of JUnit 4 \
or 5 (without JUnit, or with the one that --class-path has), or files of pytest \
or unittest; they may call findWinner (find_winner) only.

--points prints what `war-sim grade` gives to each of them: with no option, with \
--partial and with --chained.

Exit code 1: the tests fail with the right program, or miss a mistake.

Examples:
  war-sim mistakes
  war-sim mistakes --format java --out mistakes
  war-sim mistakes --format python --out - limit-first
  war-sim mistakes --points --weights small-decks=4,wars=3,limit=3
  war-sim mistakes --tests WarTest.java
  war-sim mistakes --tests test_war.py --format json")]
pub struct MistakesArgs {
    /// These mistakes alone, by their names; `right` is the program without one
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// A list, or programs in Java or Python
    #[arg(long, value_parser = form::<Language>(), default_value = "text")]
    pub format: Form<Language>,

    /// The folder for the programs; - prints them
    #[arg(long, value_name = "DIR", default_value = "mistakes")]
    pub out: PathBuf,

    /// The package that the Java programs are in
    #[arg(long, value_name = "NAME", value_parser = package)]
    pub package: Option<String>,

    /// Write into a folder that is there
    #[arg(long)]
    pub force: bool,

    /// Try these tests on every program: WarTest.java or test_war.py, and files that they need
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub tests: Vec<PathBuf>,

    /// Where JUnit and other classes are that Java's tests need
    #[arg(long, value_name = "PATH", requires = "tests")]
    pub class_path: Option<std::ffi::OsString>,

    /// Seconds that the tests may take with one program
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,

    /// Programs that are tried at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub threads: Option<u64>,

    /// Print what `war-sim grade` gives each of them, by each way to count
    #[arg(long, conflicts_with_all = ["tests", "package", "force"])]
    pub points: bool,

    /// The points of stages, as in `war-sim grade`
    #[arg(long, value_name = "STAGE=POINTS,...", requires = "points")]
    pub weights: Option<String>,

    /// The language of the words
    #[arg(long, value_parser = lang_parser(), default_value = "en", conflicts_with = "points")]
    pub lang: Lang,

    /// Show every mistake that the tests miss, not only the likeliest
    #[arg(long, requires = "tests")]
    pub all: bool,
}

/// Runs the verb.
///
/// Errors: as every verb; [`Kind::Different`](crate::cli::failure::Kind) where tests miss a mistake, after what they miss.
pub fn run(args: &MistakesArgs) -> Result<(), Failure> {
    if !args.tests.is_empty() {
        return tests_of::run(args);
    }
    let chosen = chosen(&args.names)?;
    if args.points {
        return points::run(args, &chosen);
    }
    let language = match args.format {
        Form::Of(Format::Text) => return print(&list(&chosen, args.lang)),
        Form::Of(format) => return print_in(format, &format.list(&table(&chosen, args.lang))?),
        Form::Own(language) => language,
    };
    let programs = programs(args, language, &chosen)?;
    if args.out == Path::new("-") {
        let texts: Vec<String> = programs.into_iter().map(|program| program.text).collect();
        return print_as(&texts.join("\n"), true);
    }
    write(args, language, &programs)?;
    print(&format!(
        "{} written to {}; {INDEX} there says what each does\n",
        counted(programs.len() as u64, "program", "programs"),
        shown(&args.out)
    ))
}

/// The mistakes of these names; all for none.
fn chosen(names: &[String]) -> Result<Vec<Known>, Failure> {
    let all = known();
    if let Some(name) =
        names.iter().find(|name| *name != RIGHT && !all.iter().any(|known| known.name == **name))
    {
        let known: Vec<&str> = all.iter().map(|known| known.name.as_str()).collect();
        let what = "mistake (`war-sim mistakes` lists them)";
        return Err(Failure::unknown("mistakes", name, what, &known));
    }
    let is_wanted = |known: &Known| names.is_empty() || names.contains(&known.name);
    Ok(all.into_iter().filter(is_wanted).collect())
}

/// The mistakes, each with what it does.
fn table<'k>(all: impl IntoIterator<Item = &'k Known>, lang: Lang) -> Table {
    let mut table = Table::new(INDEX, ["name", "words"]);
    for known in all {
        table.push([&*known.name, &*known.words(lang)].map(Into::into).to_vec());
    }
    table
}

/// A line or two for each mistake.
fn list(all: &[Known], lang: Lang) -> String {
    let label = |known: &Known| format!("{:<27} ", known.name);
    all.iter().map(|known| wrapped(&label(known), &known.words(lang))).collect()
}

/// A program and what it is.
struct Program {
    name: String,
    folder: String,
    words: String,
    text: String,
}

fn programs(
    args: &MistakesArgs,
    language: Language,
    chosen: &[Known],
) -> Result<Vec<Program>, Failure> {
    let heading = match (&args.package, language) {
        (None, _) => String::new(),
        (Some(name), Language::Java) => format!("package {name};\n\n"),
        (Some(name), Language::Python) => {
            let what = format!("--package {name}: only Java has packages; add --format java");
            return Err(Failure::usage(what));
        }
    };
    let program = |name: &str, folder: String, words: String, text: String| Program {
        name: name.to_owned(),
        folder,
        words,
        text: heading.clone() + &text,
    };
    let wants_right = args.names.is_empty() || args.names.iter().any(|name| name == RIGHT);
    let right = wants_right
        .then(|| program(RIGHT, RIGHT.into(), args.lang.rightly(), language.right().to_owned()));
    let made = chosen.iter().filter_map(|known| {
        let text = wrong(language, &known.name)?;
        Some(program(&known.name, known.folder(), known.words(args.lang), text))
    });
    Ok(right.into_iter().chain(made).collect())
}

fn write(args: &MistakesArgs, language: Language, programs: &[Program]) -> Result<(), Failure> {
    let package = args.package.as_ref().map_or(String::new(), |name| name.replace('.', "/") + "/");
    let mut index = Table::new(INDEX, ["name", "file", "words"]);
    let mut files = Vec::new();
    for program in programs {
        let name = format!("{}/{package}{}", program.folder, language.file());
        index.push([&*program.name, &*name, &*program.words].map(Into::into).to_vec());
        files.push((name, program.text.clone().into_bytes()));
    }
    files.push((INDEX.to_owned(), csv::table(&index).writing(INDEX)?));
    write_new(&args.out, &files, args.force)
}
