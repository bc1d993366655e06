//! `check` of a program that plays Beggar-My-Neighbour.

use super::args::CheckArgs;
use super::{asked, check_suites, not_started, random_of, shown};
use crate::check::beggar::neighbours::diagnose;
use crate::check::beggar::suites::{SUITES, suites};
use crate::check::beggar::{Deal, Judge, in_common, probes};
use crate::check::compare::{self, Deadline};
use crate::check::difference::Difference;
use crate::check::language::Lang;
use crate::check::observed::is_by_chance;
use crate::check::process::Program;
use crate::check::report::{Report, Smallest};
use crate::check::suite::Ask as _;
use crate::cli::failure::Failure;
use crate::core::cards::{GameIndex, Seed};
use crate::core::wording::text::{WIDTH, shell_quoted};
use crate::games::beggar::trace::{Ledger, ending};
use crate::games::beggar::{Reference, Rules};

/// Lines of a trace that are shown.
const SHOWN_LINES: usize = 24;

/// The report on a program by these rules; `name` is what they are called, `tell` gets the verdict
/// first.
///
/// Errors: as every verb.
pub fn report_on(
    args: &CheckArgs,
    program: Option<Box<dyn Program + '_>>,
    name: &str,
    rules: &Rules,
    tell: &mut dyn FnMut(&Report),
) -> Result<Report, Failure> {
    check_suites(&args.suite, &SUITES)?;
    let random = random_of(args)?;
    let made = || judge("check", name, rules);
    let (mut judge, mut shower, mut program) = (made()?, made()?, asked(args, program)?);
    let deadline = Deadline::within(args.seconds);
    let suites = suites(&mut judge, random.seed, random.decks, &args.suite);
    let mut right = |deal: &Deal| judge.right(deal);
    let checked = compare::check(suites, &probes(), &mut *program, &mut right, deadline);
    let checked = checked.map_err(|error| not_started(args, &error))?;
    let mut report = Report::of(
        (name.to_owned(), shown(args), Lang::En),
        &checked,
        deadline,
        |found| smallest(found, args, &mut shower),
        tell,
        || diagnose(&judge, &checked.verdicts, deadline.end()),
    );
    let verdicts = &checked.verdicts;
    let is_known = report.diagnosis.is_some() || is_by_chance(verdicts);
    report.observed.extend(in_common(&mut judge, verdicts, is_known, deadline.end()));
    Ok(report)
}

/// The judge of these rules.
///
/// Errors: chance decides who wins, or deals cannot be written.
pub fn judge(verb: &str, name: &str, rules: &Rules) -> Result<Judge, Failure> {
    if rules.has_in_game_randomness() {
        return Err(Failure::usage(format!(
            "{verb} --rules {name}: chance decides who wins there, so no answer is right or wrong; \
             choose rules without shuffling inside a game"
        )));
    }
    Judge::new(rules).map_err(|e| Failure::usage(format!("--rules {name}: {e}")))
}

/// A deal that is answered wrongly, with its game; `None` for what is no deal, which is not asked.
fn smallest(
    difference: &Difference<Deal>,
    args: &CheckArgs,
    judge: &mut Judge,
) -> Option<Smallest> {
    let deal = &difference.asked;
    let (game, hands) = (judge.game(deal)?, judge.hands(deal)?);
    let mut text = String::new();
    let mut ledger = Ledger::new(&mut text, judge.rules(), WIDTH);
    Reference::new(judge.rules().clone(), Seed(0)).observe(hands, GameIndex(0), &mut |event| {
        ledger.see(event);
    });
    let mut lines: Vec<&str> = text.lines().collect();
    let left_out = format!("... {} lines ...", lines.len().saturating_sub(SHOWN_LINES));
    if lines.len() > SHOWN_LINES + 1 {
        lines.splice(SHOWN_LINES.., [left_out.as_str()]);
    }
    let text = deal.text();
    let rules = shell_quoted(&args.rules);
    Some(Smallest {
        numbers: deal.numbers().to_vec(),
        expected: difference.expected,
        why: ending(&game),
        got: difference.got.clone(),
        recurs: difference.recurs,
        replay: format!("war-sim play --rules {rules} --deck '{text}' --position --trace"),
        written: Some(text),
        decides: None,
        trace: lines.join("\n") + "\n",
    })
}
