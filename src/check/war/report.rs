//! Programs that play War, asked and told how they did.

use super::domain::Domain;
use super::facts::{Seen, facts};
use super::{Deck, Judge, probes};
use crate::check::difference::Difference;
use crate::check::examiner::{Examiner, Says};
use crate::check::facts::Fact;
use crate::check::report::{Smallest, for_people, for_shell};
use crate::check::suite::Right;
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{GameIndex, Seed};
use crate::core::game::Screen;
use crate::core::wording::text::shell_quoted;
use crate::games::war::trace::words::filled;
use crate::games::war::trace::{CardNames, ENGLISH, Ledger, ending};
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
    /// What `--rules` takes for it.
    pub given: &'t str,
    /// The decks that the task speaks of.
    pub domain: &'t Domain,
}

impl Examiner for Task<'_> {
    type Rules = Rules;
    type Seen = Seen;

    fn rules(&self) -> &Rules {
        self.rules
    }

    fn probes(&self) -> Vec<Deck> {
        probes(self.domain)
    }

    fn right(&self) -> Says<'_, Deck, Right> {
        let mut judge = Judge::new(self.rules);
        Box::new(move |deck| judge.right(deck, self.domain))
    }

    fn smallest(&self, found: &Difference<Deck>) -> Option<Smallest> {
        let deck = &found.asked;
        let game = Judge::new(self.rules).game(deck)?;
        let mut replay = format!("war-sim play --deck {}", for_shell(&deck.0));
        if self.given != "umass" {
            replay += &format!(" --rules {}", shell_quoted(self.given));
        }
        let why = ending(self.rules, &game, ["A", "B"], &ENGLISH);
        let smallest = found.shown(why, replay + " --trace", trace(deck, self.rules));
        Some(Smallest { decides: (game.battles >= LONG).then_some(game.battles), ..smallest })
    }

    fn facts(&self) -> Vec<Fact<Seen>> {
        facts()
    }

    fn seen(&self) -> Says<'_, Deck, Seen> {
        let mut judge = Judge::new(self.rules);
        Box::new(move |deck| Some(Seen { deck: deck.clone(), game: judge.game(deck)? }))
    }
}

/// The game battle by battle, the middle of a long one left out.
fn trace(deck: &Deck, rules: &Rules) -> String {
    let cards = SuitedCard::given_deck(&deck.0);
    let hands = rules.split().hands(&cards);
    let mut text = String::new();
    let words = &ENGLISH;
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
            filled(words.holds, &[player, &count]) + &for_people(&ranks)
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
    use crate::check::compare::{self, Checked, Deadline, Missing};
    use crate::check::examiner::explain;
    use crate::check::report::Report;
    use crate::check::suite::Suite;
    use crate::games::war::RuleFields;

    /// The report on a program that lays two cards face down, and what was told before.
    fn checked(seconds: u64) -> (Report, Vec<Report>) {
        let (rules, mut told) = (Rules::default(), Vec::new());
        let other = RuleFields::from_toml("war.face_down = 2").expect("rules");
        let mut other = Judge::new(&other);
        let task = Task { rules: &rules, given: "umass", domain: &ANY };
        let suites = suites(&rules, &ANY, Random::default(), &["both-short".into()]);
        let mut verdict = |suite: Suite<Deck>| {
            let got = suite.questions.iter().map(|question| other.answer(&question.asked));
            let got = got.map(|answer| answer.map_or(Got::Hung, Got::Answer)).collect();
            compare::compare(suite.name, suite.about, suite.questions, got)
        };
        let verdicts = suites.into_iter().map(&mut verdict).collect();
        let checked = Checked { verdicts, silent: None, missing: Missing::default() };
        let left = Deadline::within(Duration::from_secs(seconds));
        let names = ("umass".into(), String::new());
        let tell = &mut |report: &Report| told.push(report.clone());
        let report = explain(&task, &checked, names, left, tell);
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
