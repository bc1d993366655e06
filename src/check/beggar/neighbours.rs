//! Which rules did a program play, if not those it should have?
//!
//! A guess is the rule set with one field changed, or two, or with a mistake that no field expresses, or
//! with both.

use toml::{Table, Value};

use super::super::changes::{Change, changed};
use super::super::diagnosis::{Guesses, Player, Said};
use super::super::report::Deviation;
use super::{Deal, Judge};
use crate::games::beggar::rules::FIELDS;
use crate::games::beggar::wrong::{Mistake, Wrong};
use crate::games::beggar::{RuleFields, Rules};

/// The most that one court card may demand instead.
const MOST: i64 = 6;

/// Changes that programs often make, the likely ones first.
fn changes(rules: &Rules) -> Vec<Change> {
    let mut changes = FIELDS.likely();
    let file: Table = rules.to_toml().parse().unwrap_or_default();
    let own = file.get("penalties").and_then(Value::as_table).cloned().unwrap_or_default();
    let others = own.keys().flat_map(|court| {
        (0..=MOST).map(|cards| {
            let mut other = own.clone();
            other.insert(court.clone(), cards.into());
            ("penalties".to_owned(), Value::Table(other))
        })
    });
    let at = changes.iter().position(|(field, _)| field == "penalties").unwrap_or_default();
    changes.splice(at..at, others);
    changes
}

/// The rule set with these fields changed; `None` if it cannot be played or is no other one.
fn neighbour(rules: &Rules, fields: &[Change]) -> Option<Rules> {
    let neighbour = RuleFields::from_toml(&changed(&rules.to_toml(), fields)?).ok()?;
    let playable = !neighbour.has_in_game_randomness() && neighbour != *rules;
    playable.then_some(neighbour)
}

impl Guesses for Judge {
    type Asked = Deal;

    fn single(&self) -> Vec<Deviation> {
        let fields = changes(self.rules()).into_iter().map(Deviation::of_field);
        fields.chain(Mistake::ALL.iter().map(|m| Deviation::of_slip(m.slip()))).collect()
    }

    fn player(&self, how: &Deviation) -> Option<Player<'_, Deal>> {
        let rules = match &how.fields[..] {
            [] => self.rules().clone(),
            fields => neighbour(self.rules(), fields)?,
        };
        let mistakes = Mistake::of(&how.mistakes)?;
        let mistake = mistakes.first().copied();
        (mistakes.len() < 2).then(|| -> Player<'_, Deal> {
            Box::new(move |deal| {
                Some(match (Wrong { rules: &rules, mistake }.play(self.hands(deal)?)) {
                    // Who stops at a limit does not go on for ever.
                    Some(0) if rules.limit.0.is_none() => Said::Endless,
                    Some(answer) => Said::Answer(answer),
                    None => Said::Nothing,
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::suites::suites;
    use super::*;
    use crate::check::answer::{Answer, Got};
    use crate::check::compare::Verdict;
    use crate::check::diagnosis::diagnose;
    use crate::check::report::Diagnosis;
    use crate::check::suite::Played;
    use crate::core::cards::Seed;

    /// The diagnosis of a program that plays the default rules with these changes and this mistake.
    fn diagnosed(text: &str, mistake: Option<Mistake>) -> Option<Diagnosis> {
        let mut right = Judge::new(&Rules::default()).unwrap();
        let rules = RuleFields::from_toml(text).unwrap();
        let program = Wrong { rules: &rules, mistake };
        let verdicts: Vec<Verdict<Deal>> = suites(&mut right, Seed(1), 40, &[])
            .into_iter()
            .map(|suite| {
                let answer = |deal: &Deal| {
                    let hands = right.hands(deal).unwrap();
                    program.play(hands).map_or(Got::Hung, |answer| Got::Answer(Answer(answer)))
                };
                let asked = suite.questions.into_iter().map(|q| {
                    let got = answer(&q.asked);
                    Played { asked: q.asked, expected: q.expected, got }
                });
                let asked = asked.collect();
                let (name, about) = (suite.name, suite.about);
                Verdict { name, about, asked, not_asked: 0, smallest: None }
            })
            .collect();
        let hour = Instant::now() + std::time::Duration::from_secs(3_600);
        diagnose(&right, &verdicts, hour)
    }

    #[test]
    fn a_program_with_other_rules_is_told_which() {
        assert_eq!(diagnosed("", None), None);
        for (text, fields) in [
            ("empty = \"at-last-card\"", vec!["empty"]),
            ("pile = \"reversed\"", vec!["pile"]),
            ("leader = \"second\"", vec!["leader"]),
            ("penalties = { J = 1, Q = 2, K = 3 }", vec!["penalties"]),
            ("penalties = { A = 1, J = 2, Q = 3, K = 4 }", vec!["penalties"]),
            ("penalties = { J = 1, Q = 2, K = 3, A = 3 }", vec!["penalties"]),
            ("penalties = { J = 1, Q = 2, K = 5, A = 4 }", vec!["penalties"]),
            ("pile = \"reversed\"\nempty = \"at-last-card\"", vec!["empty", "pile"]),
        ] {
            let diagnosis = diagnosed(text, None).unwrap_or_else(|| panic!("{text}"));
            let found: Vec<&str> =
                diagnosis.deviation.fields.iter().map(|(field, _)| field.as_str()).collect();
            assert_eq!(found, fields, "{text}");
            assert!(diagnosis.of > 0 && diagnosis.explains == diagnosis.of, "{text}");
        }
        // Limits that no deal here tells apart are not stated as known.
        let limited = diagnosed("limit = 1500", None).unwrap();
        assert!(!limited.is_known() && !limited.others.is_empty(), "{limited:?}");
        // What no neighbour plays comes nearest to one.
        let nearest = diagnosed("penalties = { J = 7, Q = 2, K = 3, A = 4 }", None).unwrap();
        assert!(nearest.is_nearest() && nearest.deviation.name().contains("J = 6"), "{nearest:?}");
    }

    #[test]
    fn every_mistake_is_named_alone_and_beside_another_rule() {
        for &mistake in Mistake::ALL {
            let found = diagnosed("", Some(mistake)).unwrap_or_else(|| panic!("{mistake:?}"));
            assert_eq!(found.deviation.name(), mistake.name());
        }
        let both = diagnosed("pile = \"reversed\"", Some(Mistake::CourtPays)).unwrap();
        assert_eq!(both.deviation.name(), "pile = \"reversed\" + court-pays");
    }

    /// A second implementation of the rules: without a mistake it agrees with the reference.
    #[test]
    fn without_a_mistake_it_plays_by_the_rules() {
        for text in [
            "",
            "empty = \"at-last-card\"",
            "pile = \"reversed\"\nleader = \"second\"",
            "limit = 40",
        ] {
            let rules = RuleFields::from_toml(text).unwrap();
            let mut judge = Judge::new(&rules).unwrap();
            let plain = Wrong { rules: &rules, mistake: None };
            for suite in suites(&mut judge, Seed(3), 60, &[]) {
                for question in suite.questions {
                    let hands = judge.hands(&question.asked).unwrap();
                    assert_eq!(
                        plain.play(hands),
                        Some(question.expected.0),
                        "{text} {:?}",
                        question.asked
                    );
                }
            }
        }
    }
}
