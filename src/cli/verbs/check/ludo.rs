//! `check` of a program that plays Ludo.

use super::args::CheckArgs;
use super::{asked, check_suites, not_started, random_of, shown};
use crate::check::compare::{self, Deadline};
use crate::check::difference::Difference;
use crate::check::language::Lang;
use crate::check::ludo::{Thrown, diagnose, names, probes, right, story, suites};
use crate::check::process::Program;
use crate::check::report::{Report, Smallest, for_shell};
use crate::check::suite::Ask as _;
use crate::cli::failure::Failure;
use crate::core::wording::text::shell_quoted;
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
    check_suites(&args.suite, &names())?;
    let (random, mut program) = (random_of(args)?, asked(args, program)?);
    let deadline = Deadline::within(args.seconds);
    let games = usize::try_from(random.decks).unwrap_or(usize::MAX);
    let suites = suites(rules, random.seed, games, &args.suite);
    let mut right = |thrown: &Thrown| right(rules, thrown);
    let checked = compare::check(suites, &probes(), &mut *program, &mut right, deadline);
    let checked = checked.map_err(|error| not_started(args, &error))?;
    Ok(Report::of(
        (name.to_owned(), shown(args), Lang::En),
        &checked,
        deadline,
        |found| Some(smallest(found, rules, &args.rules)),
        tell,
        || diagnose(rules, &checked.verdicts),
    ))
}

/// Rolls that are answered wrongly, with their game.
fn smallest(difference: &Difference<Thrown>, rules: &LudoRules, given: &str) -> Smallest {
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
        recurs: difference.recurs,
        replay: format!(
            "war-sim play --rules {} --deck {} --trace",
            shell_quoted(given),
            for_shell(thrown.numbers())
        ),
        decides: None,
        trace: story(rules, thrown),
    }
}
