//! Which rules did a program play, if not those it should have?
//!
//! A guess is the rule set with one field changed, or two, or with a mistake that no field expresses, or
//! with both. It explains a program if it gives every answer that the program gave, right and wrong ones
//! alike.

use std::time::Instant;

use toml::{Table, Value};

use super::super::answer::Got;
use super::super::changes::{Change, changed};
use super::super::compare::Verdict;
use super::super::report::{Deviation, Diagnosis, Slip};
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

/// Whether a player gives what the program gave: one that goes on for ever has no winner.
fn explains(player: Wrong<'_>, hands: &[Vec<i32>; 2], got: &Got) -> bool {
    match got {
        Got::Answer(answer) => player.play(hands.clone()) == Some(answer.0),
        Got::Hung => match player.play(hands.clone()) {
            // Who stops at a limit does not go on for ever.
            Some(answer) => answer == 0 && player.rules.limit.0.is_none(),
            None => true,
        },
        Got::Nonsense(_) | Got::Died { .. } => true,
    }
}

/// The guess that explains every answer, if one does: with one change before those with two. What
/// died or is nonsense nothing can explain; it is counted as not explained. Nobody is found when time
/// is up.
pub fn diagnose(judge: &Judge, verdicts: &[Verdict<Deal>], until: Instant) -> Option<Diagnosis> {
    let rules = judge.rules();
    let asked = || verdicts.iter().flat_map(|verdict| &verdict.asked);
    let different = asked().filter(|(question, got)| got.kind(question.expected).is_some());
    let of = different.count();
    let mut answers: Vec<(bool, [Vec<i32>; 2], &Got)> = Vec::new();
    for (question, got) in asked().filter(|(_, got)| matches!(got, Got::Answer(_) | Got::Hung)) {
        answers.push((got.kind(question.expected).is_none(), judge.hands(&question.asked)?, got));
    }
    let explained = answers.iter().filter(|(right, ..)| !right).count();
    if explained == 0 {
        return None;
    }
    // Differences in short games first: most guesses are found wrong at once.
    answers.sort_by_key(|(right, hands, _)| (*right, hands[0].len() + hands[1].len()));
    let fits = |fields: &[Change], mistake: Option<Mistake>| {
        let other = if fields.is_empty() { Some(rules.clone()) } else { neighbour(rules, fields) };
        other.is_some_and(|other| {
            let player = Wrong { rules: &other, mistake };
            answers
                .iter()
                .all(|(_, hands, got)| Instant::now() < until && explains(player, hands, got))
        })
    };
    let single = changes(rules);
    let one = || single.iter().map(|change| vec![change.clone()]);
    let pairs = single.iter().enumerate().flat_map(|(k, first)| {
        let others = single[k + 1..].iter().filter(|second| second.0 != first.0);
        others.map(|second| vec![first.clone(), second.clone()])
    });
    let mistakes = || Mistake::ALL.iter().map(|&mistake| Some(mistake));
    let with_one = one().map(|fields| (fields, None)).chain(mistakes().map(|m| (Vec::new(), m)));
    let with_two = pairs.map(|fields| (fields, None));
    let with_two =
        with_two.chain(one().flat_map(|fields| mistakes().map(move |m| (fields.clone(), m))));
    let fit = |(fields, mistake): &(Vec<Change>, Option<Mistake>)| fits(fields, *mistake);
    // Of those with one change all are said, of those with two the first.
    let mut found: Vec<_> = with_one.filter(fit).collect();
    if found.is_empty() {
        found.extend(with_two.into_iter().find(fit));
    }
    // What else would explain the answers is not known then.
    if Instant::now() >= until {
        return None;
    }
    let slip = |mistake: Mistake| Slip { name: mistake.name(), words: mistake.words() };
    let mut found = found.into_iter().map(|(fields, mistake)| Deviation {
        fields,
        mistakes: mistake.map(slip).into_iter().collect(),
        ..Deviation::default()
    });
    let deviation = found.next()?;
    let suites = verdicts.iter().filter(|verdict| verdict.different() > 0).count();
    let all = verdicts.iter().filter(|verdict| {
        verdict.different() > 0
            && verdict.asked.iter().all(|(_, got)| matches!(got, Got::Answer(_) | Got::Hung))
    });
    Some(Diagnosis {
        deviation,
        others: found.collect(),
        explains: explained,
        of,
        asked: asked().count(),
        suites_explained: all.count(),
        suites,
        ..Diagnosis::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::suites::suites;
    use super::*;
    use crate::check::answer::Answer;
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
                    (q, got)
                });
                let asked = asked.collect();
                let (name, about) = (suite.name, suite.about);
                Verdict { name, about, asked, not_asked: 0, smallest: None }
            })
            .collect();
        diagnose(&right, &verdicts, Instant::now() + std::time::Duration::from_secs(3_600))
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
        // What no neighbour plays.
        assert_eq!(diagnosed("penalties = { J = 7, Q = 2, K = 3, A = 4 }", None), None);
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
