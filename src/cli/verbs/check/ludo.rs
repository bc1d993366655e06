//! `check` of a program that plays Ludo.

use super::args::CheckArgs;
use super::{asked, check_suites, not_started, random_of, shown};
use crate::check::compare::{self, Deadline, Difference};
use crate::check::ludo::{Thrown, diagnose, names, probes, right, story, suites};
use crate::check::observed::{may_guess, observed};
use crate::check::process::Program;
use crate::check::report::{Report, Smallest, SuiteReport};
use crate::check::suite::Ask as _;
use crate::cli::failure::Failure;
use crate::games::ludo::LudoRules;

/// The report on a program by these rules; `name` is what they are called, `tell` gets the verdict
/// first.
///
/// Errors: as every verb.
pub fn report_on(
    args: &CheckArgs,
    program: Option<Box<dyn Program + '_>>,
    name: &str,
    rules: &LudoRules,
    tell: &mut dyn FnMut(&Report),
) -> Result<Report, Failure> {
    if args.answers.is_some() {
        return Err(Failure::usage(
            "--answers: files of decks and answers are for War; give the program after -- instead",
        ));
    }
    check_suites(&args.suite, &names())?;
    let (random, mut program) = (random_of(args)?, asked(args, program)?);
    let deadline = Deadline::within(args.seconds);
    let games = usize::try_from(random.decks).unwrap_or(usize::MAX);
    let suites = suites(rules, random.seed, games, &args.suite);
    let mut right = |thrown: &Thrown| right(rules, thrown);
    let checked = compare::check(suites, &probes(), &mut *program, &mut right, deadline);
    let checked = checked.map_err(|error| not_started(args, &error))?;
    let suites = checked.verdicts.iter().map(|verdict| SuiteReport {
        name: verdict.name,
        about: verdict.about,
        decks: verdict.asked.len(),
        different: verdict.different(),
        not_played: verdict.not_asked,
        smallest: verdict.smallest.as_ref().map(|found| smallest(found, rules)),
    });
    let suites = suites.collect();
    let mut report = Report {
        rules: name.to_owned(),
        program: shown(args),
        silent: checked.silent.clone(),
        diagnosis: None,
        observed: observed(&checked, deadline),
        suites,
    };
    tell(&report);
    if may_guess(&checked) {
        report.diagnosis = diagnose(rules, &checked.verdicts);
    }
    Ok(report)
}

/// Rolls that are answered wrongly, with their game.
fn smallest(difference: &Difference<Thrown>, rules: &LudoRules) -> Smallest {
    let thrown = &difference.asked;
    let why = match difference.expected.0 {
        0 => "the rolls are used up before anybody is home",
        _ => "all four pieces are home",
    };
    Smallest {
        numbers: thrown.numbers().to_vec(),
        written: None,
        expected: difference.expected,
        why: why.into(),
        got: difference.got.clone(),
        only_after_others: difference.only_after_others,
        replay: String::new(),
        decides: None,
        trace: story(rules, thrown),
    }
}
