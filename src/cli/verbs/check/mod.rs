//! `check`: does somebody's program play by the rules?

pub mod args;
mod cases;
mod files;

use std::ffi::OsString;
use std::path::Path;

use clap::Args as _;

use self::args::{CheckArgs, CheckFormat};
use crate::check::compare::{Checked, Deadline, check};
use crate::check::deck::Judge;
use crate::check::domain::Domain;
use crate::check::json::json;
use crate::check::junit::junit;
use crate::check::process::{Command, Program, Running};
use crate::check::report::{Names, Report};
use crate::check::suites::{Random, SUITES, probes, suites};
use crate::check::text::{names, verdict};
use crate::cli::checking::{random, rules};
use crate::cli::decks;
use crate::cli::failure::{Failure, Kind, warn};
use crate::cli::interrupt::first_end;
use crate::cli::output;
use crate::core::wording::system::said;
use crate::games::war::Rules;

/// Runs the verb.
///
/// Errors: as every verb; [`Kind::Different`] where the program differs, after its report.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    if let Some(language) = args.harness {
        return output::print(language.harness());
    }
    if args.list {
        return cases::run(args);
    }
    // People see the verdict before anything is explained.
    let mut told = Ok(());
    let tell = &mut |report: &Report| {
        if args.format == CheckFormat::Text {
            told = output::print(&verdict(report));
        }
    };
    let report = report_on(args, None, tell).or_else(|failure| {
        // Whoever reads a file finds the reason in it.
        if args.format != CheckFormat::Text {
            let given = args.about.rules.clone();
            let names = Names { rules: given.clone(), given, program: shown(args) };
            let checked = Checked { silent: Some(failure.what.to_owned()), ..Checked::default() };
            let (rules, deadline) = (Rules::default(), Deadline::within(args.seconds));
            print(&Report::of(names, &rules, checked, deadline, &mut |_| ()), args)?;
        }
        Err(failure)
    })?;
    told?;
    print(&report, args)?;
    if let Some(word) = report.silent.as_ref().and_then(|_| own_option(&args.command)) {
        warn(format!(
            "`{word}` comes after the program's name, so the program got it; options of `war-sim check` \
             come first: war-sim check {word} ... -- {}",
            args.command[0].display()
        ));
    }
    if report.equal() { Ok(()) } else { Err(Failure::new(Kind::Different, "")) }
}

/// An option of `check` among the words of the program, to which it is nothing.
fn own_option(words: &[OsString]) -> Option<&str> {
    let check = CheckArgs::augment_args(clap::Command::new("check"));
    let is_own = |word: &&str| {
        let name = word.strip_prefix("--").unwrap_or_default().split('=').next();
        check.get_arguments().any(|arg| arg.get_long() == name)
    };
    words.iter().skip(1).filter_map(|word| word.to_str()).find(is_own)
}

/// The report on the program of the options, or on this one; `tell` gets its verdict first.
///
/// Errors: as every verb.
pub fn report_on(
    args: &CheckArgs,
    program: Option<Box<dyn Program + '_>>,
    tell: &mut dyn FnMut(&Report),
) -> Result<Report, Failure> {
    let named = rules("check", &args.about.rules)?;
    let (rules, deadline) = (&named.rules, Deadline::within(args.seconds));
    let mut names =
        Names { rules: named.name.clone(), given: args.about.rules.clone(), program: shown(args) };
    let checked = match args.answers.as_ref().zip(args.decks.as_ref()) {
        Some((answers, decks)) => {
            names.program = decks::name_of(answers);
            let verdicts = vec![files::compare(answers, decks, rules)?];
            Checked { verdicts, ..Checked::default() }
        }
        None => {
            check_suites(&args.about.suite, &SUITES)?;
            let domain = Domain::of(&named.name, rules);
            let suites = suites(rules, &domain, random_of(args)?, &args.about.suite);
            let mut program = program.map_or_else(|| asked(args), Ok)?;
            let mut judge = Judge::new(rules);
            let right = &mut |deck: &_| judge.right(deck, &domain);
            check(suites, &probes(&domain), &mut *program, right, deadline)
                .map_err(|error| not_started(args, &error))?
        }
    };
    Ok(Report::of(names, rules, checked, deadline, tell))
}

/// Refuses names of suites that there are not.
fn check_suites(names: &[String], suites: &[(&str, &str)]) -> Result<(), Failure> {
    let known: Vec<&str> = suites.iter().map(|(name, _)| *name).collect();
    let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) else {
        return Ok(());
    };
    Err(Failure::unknown("--suite", name, "suite", &known))
}

/// The program of the options.
fn asked(args: &CheckArgs) -> Result<Box<dyn Program>, Failure> {
    if args.command.is_empty() {
        return Err(Failure::usage(
            "check: no program; give one after --, as in war-sim check -- java WarCheck, or a file \
             with --answers FILE --decks FILE; --harness java prints a wrapper around findWinner",
        ));
    }
    let running = Running::default();
    first_end("check", &running);
    let words = args.command.clone();
    Ok(Box::new(Command::new(words, args.once, args.deck_seconds, args.seconds, running)))
}

/// What is random in the suites, as asked for.
fn random_of(args: &CheckArgs) -> Result<Random, Failure> {
    if let Some(file) = args.decks.as_ref().filter(|_| args.answers.is_none()) {
        return Err(Failure::usage(format!(
            "--decks {}: a file of decks goes with --answers; -n N says how many decks each \
             random suite plays",
            file.display()
        )));
    }
    random(args.about.seed, args.about.count.unwrap_or(Random::default().decks))
}

/// Why a program cannot be started, and what to write instead.
fn not_started(args: &CheckArgs, error: &std::io::Error) -> Failure {
    use std::io::ErrorKind::{ExecutableFileBusy, NotFound, PermissionDenied};
    let name = args.command.first().map_or_else(String::new, |word| word.display().to_string());
    let (path, is_there) = (Path::new(&name), Path::new(&name).is_file());
    let what = match (error.kind(), script(path)) {
        _ if path.is_dir() => {
            return Failure::usage(format!(
                "check: `{name}` is a folder, not a program; give the program with its arguments"
            ));
        }
        (NotFound, _) if name.contains(char::is_whitespace) => format!(
            "there is no program called `{}`; no shell reads the command, so write its words apart, \
             without quotes around all of them: -- {}",
            name.escape_debug(),
            name.split_whitespace().collect::<Vec<_>>().join(" ").escape_debug()
        ),
        (NotFound, Some(by)) if is_there => {
            format!("`{name}` is no program on the path; write -- {by}")
        }
        (NotFound, None) if is_there && is_bare(path) => {
            format!("`{name}` is no program on the path; write -- ./{name} for the file here")
        }
        (NotFound, _) if is_there => format!(
            "`{name}` cannot be started: the interpreter that its first line names is not there; start \
             it by its interpreter, as in -- python3 {name}"
        ),
        (NotFound, _) => format!("there is no program `{name}`; check its name and path"),
        (PermissionDenied, Some(by)) => format!("`{name}` is not executable; write -- {by}"),
        (PermissionDenied, None) => {
            format!("no permission to run `{name}`; make it executable (chmod +x {name})")
        }
        (ExecutableFileBusy, _) => format!("`{name}` is being written; wait until it is closed"),
        (_, Some(by)) => format!("`{name}` cannot be started by itself; write -- {by}"),
        (_, None) => format!("`{name}` cannot be started: {}", said(error)),
    };
    let fault = match error.kind() {
        NotFound => Kind::NoInput,
        PermissionDenied => Kind::NoPermission,
        _ => Kind::Io,
    };
    Failure::new(fault, format!("check: {what}"))
}

/// A name without folders.
fn is_bare(path: &Path) -> bool {
    path.components().count() == 1
}

/// How a file in a language with an interpreter is started.
fn script(path: &Path) -> Option<String> {
    let file = path.display();
    let stem = path.file_stem()?.display();
    Some(match path.extension()?.to_str()? {
        "py" => format!("python3 {file}"),
        "js" | "mjs" => format!("node {file}"),
        "rb" => format!("ruby {file}"),
        "sh" => format!("sh {file}"),
        "jar" => format!("java -jar {file}"),
        "class" => format!("java {stem}"),
        "java" => format!("java {stem}, after javac {file}"),
        _ => return None,
    })
}

/// The command in a line, readable whatever is in it.
fn shown(args: &CheckArgs) -> String {
    let words: Vec<String> = args.command.iter().map(|word| word.display().to_string()).collect();
    words.join(" ").escape_debug().to_string()
}

fn print(report: &Report, args: &CheckArgs) -> Result<(), Failure> {
    let text = match args.format {
        CheckFormat::Text => names(report, args.all),
        CheckFormat::Json => json(report).to_string() + "\n",
        CheckFormat::Junit => junit(report),
    };
    output::print(&text)
}
