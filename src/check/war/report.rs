//! A whole check of a program that plays War: asked, its differences small, explained.

use std::io;

use super::diagnosis::{Played, diagnose};
use super::domain::Domain;
use super::facts::in_common;
use super::{Deck, Judge, probes};
use crate::check::compare::{self, Checked, Deadline, Verdict};
use crate::check::difference::Difference;
use crate::check::language::Lang;
use crate::check::observed::is_by_chance;
use crate::check::process::Program;
use crate::check::report::{Report, Smallest, for_people, for_shell};
use crate::check::suite::Suite;
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{GameIndex, Seed};
use crate::core::game::Screen;
use crate::core::wording::text::shell_quoted;
use crate::games::war::split::Split;
use crate::games::war::trace::words::filled;
use crate::games::war::trace::{CardNames, Ledger, ending};
use crate::games::war::{Reference, Rules};

/// Battles of a game that nobody plays by hand.
const LONG: u64 = 100;

/// Lines of hands that are shown as they are.
const MOST_LINES_OF_HANDS: usize = 8;

/// What is asked of a program.
#[derive(Clone, Copy, Debug)]
pub struct Task<'t> {
    /// The rule set that it should play.
    pub rules: &'t Rules,
    /// What that is called.
    pub name: &'t str,
    /// What `--rules` takes for it.
    pub given: &'t str,
    /// What it is asked.
    pub suites: &'t [Suite<Deck>],
    /// The decks that the task speaks of.
    pub domain: &'t Domain,
    /// The language of the report.
    pub lang: Lang,
}

/// Asks a program everything and explains what it does.
///
/// `shown` is the program as it was called; `tell` gets the verdict before anything is explained.
/// Errors: it cannot be started.
pub fn check(
    task: &Task<'_>,
    program: &mut dyn Program,
    shown: String,
    deadline: Deadline,
    tell: &mut dyn FnMut(&Report),
) -> io::Result<Report> {
    ask(task, program, deadline).map(|checked| explain(task, &checked, shown, deadline, tell))
}

/// Asks a program everything.
///
/// Errors: it cannot be started.
pub fn ask(
    task: &Task<'_>,
    program: &mut dyn Program,
    deadline: Deadline,
) -> io::Result<Checked<Deck>> {
    let mut judge = Judge::new(task.rules);
    let mut right = |deck: &Deck| {
        let game = judge.game(deck).filter(|game| task.domain.decides(game))?;
        task.domain.has(&deck.0).then(|| Judge::right_of(&game))
    };
    compare::check(task.suites.to_vec(), &probes(task.domain), program, &mut right, deadline)
}

/// What a program does that answered so; `tell` as for [`check`].
pub fn explain(
    task: &Task<'_>,
    checked: &Checked<Deck>,
    shown: String,
    deadline: Deadline,
    tell: &mut dyn FnMut(&Report),
) -> Report {
    let played = played(&checked.verdicts);
    let mut report = Report::of(
        (task.name.to_owned(), shown, task.lang),
        checked,
        deadline,
        |found| smallest(found, task),
        tell,
        || diagnose(task.rules, &played, deadline.end()),
    );
    let is_known = report.diagnosis.is_some() || is_by_chance(&checked.verdicts);
    report.observed.extend(in_common((task.rules, task.lang), &played, is_known, deadline.end()));
    report
}

/// The answers of all suites.
fn played(verdicts: &[Verdict<Deck>]) -> Vec<Played> {
    (0..)
        .zip(verdicts)
        .flat_map(|(suite, verdict)| verdict.asked.iter().map(move |asked| (suite, asked)))
        .map(|(suite, (question, got))| Played {
            suite,
            deck: question.asked.clone(),
            expected: question.expected,
            got: got.clone(),
        })
        .collect()
}

/// A deck that is answered wrongly, with its game; `None` for what the rules cannot play, which is
/// not asked.
fn smallest(difference: &Difference<Deck>, task: &Task<'_>) -> Option<Smallest> {
    let deck = &difference.asked;
    let game = Judge::new(task.rules).game(deck)?;
    let mut replay = format!("war-sim play --deck {}", for_shell(&deck.0));
    if task.given != "umass" {
        replay += &format!(" --rules {}", shell_quoted(task.given));
    }
    Some(Smallest {
        numbers: deck.0.clone(),
        written: None,
        expected: difference.expected,
        why: ending(task.rules, &game, ["A", "B"], task.lang.trace()),
        got: difference.got.clone(),
        recurs: difference.recurs,
        replay: replay + " --trace",
        decides: (game.battles >= LONG).then_some(game.battles),
        trace: trace(deck, task.rules, task.lang),
    })
}

/// The game battle by battle, the middle of a long one left out.
fn trace(deck: &Deck, rules: &Rules, lang: Lang) -> String {
    let cards = SuitedCard::given_deck(&deck.0);
    let hands = Split::of(rules).hands(&cards);
    let mut text = String::new();
    let words = lang.trace();
    let names = CardNames::Numbers;
    let mut ledger = Ledger::new(&mut text, ["A", "B"], names, Screen::PIPE, words);
    Reference::new(rules.clone(), Seed(0))
        .observe(&cards, GameIndex(0), &mut |step| ledger.see(step.event));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let hands_end = lines.iter().position(|line| line.starts_with('(')).unwrap_or(0);
    if hands_end > MOST_LINES_OF_HANDS {
        // Hundreds of cards, mostly of a few values in turn.
        let short = ["A", "B"].iter().zip(&hands).map(|(player, hand)| {
            let ranks = SuitedCard::ranks(hand);
            let count = format!("{:>2}", hand.len());
            filled(words.holds, &[player, &count]) + &for_people(&ranks, lang)
        });
        lines.splice(..hands_end, short);
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::domain::ANY;
    use super::super::suites::{Random, suites};
    use super::*;
    use crate::check::answer::Got;
    use crate::check::process::Function;
    use crate::games::war::RuleFields;

    /// The report on a program that lays two cards face down, and what was told before.
    fn checked(seconds: u64) -> (Report, Vec<Report>) {
        let (rules, mut told) = (Rules::default(), Vec::new());
        let other = RuleFields::from_toml("war.face_down = 2").expect("rules");
        let mut other = Judge::new(&other);
        let mut program = Function(|line: &str| {
            let deck = line.split_whitespace().map(|card| card.parse().expect("a card"));
            Ok(other.answer(&Deck(deck.collect())).map_or(Got::Hung, Got::Answer))
        });
        let task = Task {
            rules: &rules,
            name: "umass",
            given: "umass",
            suites: &suites(&rules, &ANY, Random::default(), &["both-short".into()]),
            domain: &ANY,
            lang: Lang::En,
        };
        let hour = Deadline::within(Duration::from_secs(3_600));
        let checked = ask(&task, &mut program, hour).expect("no process");
        let left = Deadline::within(Duration::from_secs(seconds));
        let report =
            explain(&task, &checked, String::new(), left, &mut |report| told.push(report.clone()));
        (report, told)
    }

    #[test]
    fn verdict_is_told_before_anything_is_explained() {
        let (report, told) = checked(3_600);
        assert!(report.diagnosis.is_some() && report.different() > 0);
        assert_eq!(told.len(), 1);
        assert!(told[0].diagnosis.is_none() && told[0].different() == report.different());
    }

    #[test]
    fn when_time_is_up_nothing_is_explained() {
        let (report, told) = checked(0);
        assert!(report.diagnosis.is_none() && report.observed.is_empty() && told.len() == 1);
        assert!(report.different() > 0);
    }
}
