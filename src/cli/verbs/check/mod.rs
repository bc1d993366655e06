//! `check`: does somebody's program play by the rules? And `cases`, its decks as files.

pub mod args;
mod cases;
mod files;
mod report;

pub use self::cases::run as cases;

use self::args::{CheckArgs, CheckFormat, Language, Protocol};
use crate::cli::failure::{Failure, Kind};
use crate::cli::number::whole;
use crate::cli::output::Output;
use crate::cli::rule_names::{self, NamedRules};
use crate::cli::signals;
use crate::core::cards::Seed;
use crate::core::wording::nearest::nearest;
use crate::lab::check::compare::{self, Verdict};
use crate::lab::check::harness;
use crate::lab::check::process::{Command, Groups, LineByLine, OncePerDeck, Program};
use crate::lab::check::report::{Report, gradescope, json, junit, text};
use crate::lab::check::war::suites::{NAMES, Random, suites};
use crate::lab::check::war::{Deck, Judge};

/// Most decks of a random suite: all of them are kept until the end.
const MOST_DECKS: u64 = 1_000_000;

/// Runs the verb.
///
/// Errors: as every verb; [`Kind::Different`] where the program differs, after its report.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    if let Some(language) = args.harness {
        let mut out = Output::stdout();
        out.text(match language {
            Language::Java => harness::JAVA,
            Language::Python => harness::PYTHON,
        });
        return out.finish();
    }
    let rules = rules("check", &args.rules)?;
    let (verdicts, program) = match &args.answers {
        Some(answers) => {
            let decks = args.decks.as_deref().unwrap_or_default();
            let verdict = files::compare(answers, decks.as_ref(), &rules.rules)?;
            (vec![verdict], answers.display().to_string())
        }
        None => (check(args, &rules)?, shown(args)),
    };
    let report = report::report(verdicts, program, &args.rules, &rules)?;
    print(&report, args.format)?;
    if report.equal() { Ok(()) } else { Err(Failure::new(Kind::Different, "")) }
}

/// A rule set that gives one answer for a deck.
fn rules(verb: &str, given: &str) -> Result<NamedRules, Failure> {
    let rules = rule_names::find(given)?;
    if rules.rules.has_in_game_randomness() {
        return Err(Failure::usage(format!(
            "{verb} --rules {given}: chance decides who wins there, so no answer is right or wrong; \
             choose rules without shuffling inside a game"
        )));
    }
    Ok(rules)
}

/// Refuses names of suites that there are not.
fn check_suites(names: &[String]) -> Result<(), Failure> {
    let Some(name) = names.iter().find(|name| !NAMES.contains(&name.as_str())) else {
        return Ok(());
    };
    let hint = match nearest(name, NAMES.into_iter()) {
        Some(meant) => format!("did you mean `{meant}`? "),
        None => String::new(),
    };
    Err(Failure::usage(format!(
        "--suite {name}: there is no such suite; {hint}use {}",
        NAMES.join(", ")
    )))
}

/// What is random in the suites.
fn random(seed: u64, decks: u64) -> Result<Random, Failure> {
    if decks > MOST_DECKS {
        return Err(Failure::usage(format!("--decks {decks}: at most {MOST_DECKS} are played")));
    }
    Ok(Random { seed: Seed(seed), decks })
}

fn check(args: &CheckArgs, rules: &NamedRules) -> Result<Vec<Verdict<Deck>>, Failure> {
    if args.command.is_empty() {
        return Err(Failure::usage(
            "check: no program; give one after --, as in war-sim check -- java WarCheck, or a file \
             with --answers FILE --decks FILE; --harness java prints a wrapper around findWinner",
        ));
    }
    check_suites(&args.suite)?;
    let decks = match &args.decks {
        Some(text) => whole(text).map_err(|error| {
            Failure::usage(format!("--decks: {error}; a file of decks goes with --answers"))
        })?,
        None => Random::default().decks,
    };
    let groups = Groups::default();
    end_on_signal(&groups)?;
    let command = Command {
        words: args.command.clone(),
        per_question: args.deck_seconds,
        in_all: args.seconds,
        groups,
    };
    let mut program: Box<dyn Program> = match args.protocol {
        Protocol::Lines => Box::new(LineByLine::new(command)),
        Protocol::Once => Box::new(OncePerDeck::new(command)),
    };
    let suites = suites(&rules.rules, random(args.seed, decks)?, &args.suite);
    let mut judge = Judge::new(&rules.rules);
    let mut right = |deck: &Deck| judge.answer(deck);
    compare::check(suites, &mut *program, &mut right, args.seconds)
        .map_err(|error| not_started(args, &error))
}

/// Ctrl-C must not leave the program running, which is in a process group of its own.
fn end_on_signal(groups: &Groups) -> Result<(), Failure> {
    let groups = groups.clone();
    signals::on_stop(move || {
        groups.end_all();
        let stopped = Failure::new(Kind::Interrupted, "check: stopped; nothing was reported");
        stopped.print();
        std::process::exit(stopped.code().into());
    })
    .map_err(|error| Failure::new(Kind::Internal, format!("signals: {error}")))
}

fn not_started(args: &CheckArgs, error: &std::io::Error) -> Failure {
    use std::io::ErrorKind;
    let name = args.command.first().map_or_else(String::new, |word| word.display().to_string());
    match error.kind() {
        ErrorKind::NotFound => Failure::new(
            Kind::NoInput,
            format!(
                "check: there is no program `{name}`; check the path, and write ./{name} for one in \
                 this folder"
            ),
        ),
        ErrorKind::PermissionDenied => Failure::new(
            Kind::NoPermission,
            format!("check: no permission to run `{name}`; make it executable (chmod +x {name})"),
        ),
        _ => Failure::new(Kind::Io, format!("check: `{name}` cannot be started: {error}")),
    }
}

/// The command in a line, readable whatever is in it.
fn shown(args: &CheckArgs) -> String {
    let words: Vec<String> = args.command.iter().map(|word| word.display().to_string()).collect();
    words.join(" ").escape_debug().to_string()
}

fn print(report: &Report, format: CheckFormat) -> Result<(), Failure> {
    let mut out = Output::stdout();
    out.text(&match format {
        CheckFormat::Text => text(report),
        CheckFormat::Json => json(report).to_string() + "\n",
        CheckFormat::Junit => junit(report),
        CheckFormat::Gradescope => gradescope(report).to_string() + "\n",
    });
    out.finish()
}
