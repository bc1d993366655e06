//! `check`: does somebody's program play by the rules?

pub mod args;
mod files;

use std::io;
use std::path::Path;
use std::time::Instant;

use self::args::{CheckArgs, CheckFormat};
use crate::check::compare::{Checked, Suite, check};
use crate::check::judge::{Domain, Judge};
use crate::check::process::{Command, Program, Running};
use crate::check::report::{Names, Report};
use crate::check::say::{json, junit, names, verdict};
use crate::check::suites::{SUITES, csv, suites};
use crate::cli::failure::in_words_of;
use crate::cli::interrupt;
use crate::cli::library::find;
use crate::cli::output;
use crate::cli::progress::waiting;
use crate::cli::terminal;
use crate::core::cards::Seed;
use crate::core::wording::system::said;
use crate::games::war::Rules;
use crate::lab::formats::decks;
use crate::lab::refused::{Fault, Refused};

/// Most decks of a random suite: all of them are kept until the end.
const MOST_DECKS: u64 = 1_000_000;

/// Runs the verb.
///
/// Errors: as every verb; [`Fault::Different`] where the program differs, after its report.
pub fn execute(args: &CheckArgs) -> Result<(), Refused> {
    if let Some(language) = args.harness {
        return output::print(language.harness());
    }
    if args.list {
        let rules = rules(&args.rules)?;
        return output::print(&csv(&suites_of(args, &rules)?));
    }
    let is_text = args.format == CheckFormat::Text;
    let end = Instant::now() + args.seconds;
    let most = args.seconds.as_secs_f64();
    let words = format!("asking your program, for at most {most} s");
    let waiting = (!args.command.is_empty()).then(|| waiting(words));
    let mut report = ask(args, None).or_else(|failure| {
        // Whoever reads a file finds the reason in it.
        if !is_text {
            let names = names_of(args, &args.rules);
            let silent = Some(in_words_of("check", &failure).what);
            let checked = Checked { silent, smallest: None };
            let (rules, suites) = (Rules::default(), Vec::new());
            print(&Report { names, rules, suites, checked, diagnosis: None }, args)?;
        }
        Err(failure)
    })?;
    drop(waiting);
    if is_text {
        // People see the verdict before anything is explained.
        output::print_before(&verdict(&report))?;
    }
    report.explain(end);
    print(&report, args)?;
    if report.equal() { Ok(()) } else { Err(Refused::new(Fault::Different, "")) }
}

/// What the program of the options, or this one, answers.
///
/// Errors: as every verb.
pub fn ask(args: &CheckArgs, program: Option<Box<dyn Program + '_>>) -> Result<Report, Refused> {
    let named = rules(&args.rules)?;
    let (mut names, rules) = (names_of(args, &named.0), named.1.clone());
    if let Some((answers, decks)) = args.answers.as_ref().zip(args.decks.as_ref()) {
        names.program = decks::name_of(answers);
        let suite = files::compare(answers, decks, &rules)?;
        let checked = Checked { silent: None, smallest: suite.shortest() };
        return Ok(Report { names, rules, suites: vec![suite], checked, diagnosis: None });
    }
    let (mut suites, domain) = (suites_of(args, &named)?, Domain::of(&named.0, &rules));
    let running = Running::default();
    let ended = running.clone();
    let _waiting = interrupt::at_first(move || stop(&ended));
    let mut program = program.map_or_else(|| started(args, running), Ok)?;
    let mut judge = Judge::in_haste(&rules);
    let right = &mut |deck: &_| judge.right(deck, &domain);
    let checked = check(&mut suites, &domain.probes(), &mut *program, right, args.seconds)
        .map_err(|error| not_started(args, &error))?;
    Ok(Report { names, rules, suites, checked, diagnosis: None })
}

fn names_of(args: &CheckArgs, rules: &str) -> Names {
    // The command in a line, readable whatever is in it.
    let words: Vec<String> = args.command.iter().map(|word| word.display().to_string()).collect();
    let program = words.join(" ").escape_debug().to_string();
    Names { rules: rules.into(), given: args.rules.clone(), program }
}

/// A rule set of War that gives one answer for a deck, with its name.
///
/// Errors: it is none.
fn rules(given: &str) -> Result<(String, Rules), Refused> {
    let found = find(given)?;
    let Some(rules) = found.rules.war() else {
        return Err(Refused::usage(format!(
            "check --rules {given}: it is a rule set of {}, and `check` is about War; `war-sim rules` \
             lists the rule sets of War",
            found.rules.info().title
        )));
    };
    if rules.has_in_game_randomness() {
        return Err(Refused::usage(format!(
            "check --rules {given}: chance decides who wins there, so no answer is right or wrong; \
             choose rules without shuffling inside a game"
        )));
    }
    Ok((found.name, rules.clone()))
}

/// The suites of the options.
fn suites_of(args: &CheckArgs, (name, rules): &(String, Rules)) -> Result<Vec<Suite>, Refused> {
    let known = SUITES.map(|(name, _)| name);
    if let Some(unknown) = args.suite.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Refused::unknown("suite", unknown, "suite", &known));
    }
    let count = args.count;
    if count > MOST_DECKS {
        return Err(Refused::usage(format!("-n {count}: at most {MOST_DECKS} are played")));
    }
    Ok(suites(rules, &Domain::of(name, rules), (Seed(args.seed), count), &args.suite))
}

/// Ends the program because a signal asks for it, after these, and makes no verdict of how they end.
fn stop(running: &Running) {
    running.end();
    if terminal::has_room_for_a_bar() {
        // Below the words that wait for them.
        terminal::say("");
    }
    Refused::new(Fault::Interrupted, "check: stopped; nothing was reported").print();
    interrupt::leave();
}

/// The program of the options.
fn started(args: &CheckArgs, running: Running) -> Result<Box<dyn Program>, Refused> {
    if args.command.is_empty() {
        return Err(Refused::usage(
            "check: no program; name one after the options, as in war-sim check -- java -cp classes WarCheck, \
             or a file with --answers FILE --decks FILE; --harness java prints a wrapper around \
             findWinner",
        ));
    }
    let words = args.command.clone();
    Ok(Box::new(Command::new(words, args.once, args.deck_seconds, args.seconds, running)))
}

/// Why the program of the options cannot be started, and how one is written.
fn not_started(args: &CheckArgs, error: &io::Error) -> Refused {
    let name = args.command.first().map_or_else(String::new, |word| word.display().to_string());
    let fault = match error.kind() {
        _ if Path::new(&name).is_dir() => Fault::Usage,
        io::ErrorKind::NotFound => Fault::NoInput,
        io::ErrorKind::PermissionDenied => Fault::NoPermission,
        _ => Fault::Io,
    };
    let what = format!(
        "check: `{name}` cannot be started: {}; write the program and its words apart, such as \
         `python3 war.py`, `java -cp classes WarCheck` or `./war`",
        said(error)
    );
    Refused::new(fault, what)
}

fn print(report: &Report, args: &CheckArgs) -> Result<(), Refused> {
    let text = match args.format {
        CheckFormat::Text => names(report),
        CheckFormat::Json => json(report).to_string() + "\n",
        CheckFormat::Junit => junit(report),
    };
    output::print_before(&text)
}
