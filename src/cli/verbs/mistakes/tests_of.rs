//! Somebody's tests: which mistakes do they notice?

use serde_json::json;

use super::{MistakesArgs, table};
use crate::check::language::Lang;
use crate::check::process::Groups;
use crate::check::war::programs::{Known, Language};
use crate::check::war::trial::{TestFile, Trial, Tried};
use crate::check::workplace::Workplace;
use crate::cli::failure::{Failure, Kind, OfPath as _};
use crate::cli::format::{Form, Format};
use crate::cli::interrupt::first_end;
use crate::cli::output::{print, print_as, print_in};
use crate::cli::results::threads;
use crate::core::wording::system::said;
use crate::core::wording::text::wrapped;
use crate::lab::formats::json;
use crate::lab::store::disk::Disk;

/// Mistakes that are shown of those that the tests miss.
const SHOWN: usize = 12;
/// Lines that are shown of what the compiler or a test says.
const SHOWN_LINES: usize = 6;
/// Larger files are no tests.
const MOST_BYTES: u64 = 1 << 22;

/// Runs the tests of the options on every program.
///
/// Errors: as every verb; [`Kind::Different`] where they miss a mistake, after what they miss.
pub fn run(args: &MistakesArgs) -> Result<(), Failure> {
    let (mistakes, (language, files)) = (super::chosen(&args.names)?, files(args)?);
    let groups = Groups::default();
    groups.adopt_orphans();
    let place = Workplace::new().creating(&std::env::temp_dir())?;
    first_end("mistakes", &groups);
    let pool = threads("--threads", args.threads)?.pool()?;
    let (class_path, most) = (args.class_path.clone(), args.seconds);
    let lang = args.lang;
    let trial = Trial { language, files, class_path, mistakes, most, pool, groups, lang };
    let tried = trial.run(&place).map_err(|error| {
        Failure::new(
            Kind::NoInput,
            format!("mistakes: {} is needed to run the tests: {}", tool(language), said(&error)),
        )
    })?;
    let (noticed, left_out) = match tried {
        Tried::Noticed(noticed, left_out) => (noticed, left_out),
        Tried::NoTests => {
            return Err(Failure::data(format!(
                "mistakes: there is no test in {}; tests have @Test in Java, names that begin with \
                 test in Python",
                names(&trial.files)
            )));
        }
        Tried::NotRight(said) => {
            print(&refused(&trial.files, &said, lang))?;
            return Err(Failure::new(Kind::Different, ""));
        }
    };
    let missed: Vec<&Known> =
        noticed.iter().filter(|(_, is_noticed)| !is_noticed).map(|(known, _)| known).collect();
    match args.format {
        Form::Of(Format::Json) => {
            let count = noticed.len() - missed.len();
            let missed = json::list(&table(missed.iter().copied(), lang));
            let all = json!({
                "mistakes": noticed.len(),
                "noticed": count,
                "missed": missed,
                "left_out": left_out,
            });
            print_as(&format!("{all}\n"), true)
        }
        Form::Of(Format::Text) | Form::Own(_) => {
            let how = (args.all, lang);
            let words = in_words(&trial.files, noticed.len(), &missed, how);
            print(&(without(&left_out, lang) + &words))
        }
        Form::Of(format) => print_in(format, &format.table(&table(missed.iter().copied(), lang))?),
    }?;
    if missed.is_empty() { Ok(()) } else { Err(Failure::new(Kind::Different, "")) }
}

/// What runs programs in this language.
fn tool(language: Language) -> &'static str {
    match language {
        Language::Java => "a JDK (java, javac)",
        Language::Python => "python3",
    }
}

/// The files, which must all be of one language.
fn files(args: &MistakesArgs) -> Result<(Language, Vec<TestFile>), Failure> {
    let mut language = None;
    let mut files = Vec::new();
    for path in &args.tests {
        let own = match path.extension().and_then(|ending| ending.to_str()) {
            Some("java") => Language::Java,
            Some("py") => Language::Python,
            _ => {
                return Err(Failure::usage(format!(
                    "--tests {}: neither Java (.java) nor Python (.py)",
                    path.display()
                )));
            }
        };
        if language.replace(own).is_some_and(|before| before != own) {
            return Err(Failure::usage("--tests: files of one language, Java or Python"));
        }
        let text = Disk::here().read(path, MOST_BYTES).reading(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == own.file() {
            return Err(Failure::usage(format!(
                "--tests {}: that is the program; its place is taken by the right one and by the \
                 wrong ones, so give the tests alone",
                path.display()
            )));
        }
        files.push(TestFile { name, text: String::from_utf8_lossy(&text).into_owned() });
    }
    language.map(|language| (language, files)).ok_or_else(|| Failure::usage("--tests: no file"))
}

fn names(files: &[TestFile]) -> String {
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.join(" ")
}

/// Tests that do not pass with the right program.
fn refused(files: &[TestFile], said: &str, lang: Lang) -> String {
    let mut lines: Vec<&str> = said.lines().collect();
    // Python says what failed at the end, a compiler at the beginning.
    if lines.iter().any(|line| line.starts_with("Traceback")) {
        lines.drain(..lines.len().saturating_sub(SHOWN_LINES + 6));
    }
    lines.truncate(SHOWN_LINES + 6);
    let shown: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{}\n\n{shown}", lang.tests_not_right(names(files)))
}

/// The tests that were left out, in words.
fn without(left_out: &[String], lang: Lang) -> String {
    match left_out {
        [] => String::new(),
        names => wrapped("", &lang.tests_left_out(names.join(", "))),
    }
}

fn in_words(
    files: &[TestFile],
    all: usize,
    missed: &[&Known],
    (show_all, lang): (bool, Lang),
) -> String {
    let [noticed, all] = [all - missed.len(), all].map(|count| lang.grouped(count));
    let mut text = lang.noticed_of(names(files), noticed, all) + "\n";
    if missed.is_empty() {
        return text;
    }
    text += &format!("\n{}\n\n", lang.they_miss());
    let shown = if show_all { missed.len() } else { SHOWN.min(missed.len()) };
    for known in &missed[..shown] {
        text += &wrapped(&format!("  {:<26}", known.name), &known.words(lang));
    }
    if shown < missed.len() {
        text += &format!("\n{}\n", lang.more_with_all(missed.len() - shown));
    }
    text + &format!("\n{}\n", lang.prints_such())
}
