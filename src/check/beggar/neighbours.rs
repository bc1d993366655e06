//! Which rules did a program play, if not those it should have?
//!
//! A neighbour is the rule set with one field changed, or two. It explains a program if it gives
//! every answer that the program gave, right and wrong ones alike.

use std::time::Instant;

use toml::{Table, Value};

use super::super::answer::Got;
use super::super::compare::Verdict;
use super::super::report::{Deviation, Diagnosis};
use super::{Deal, Judge};
use crate::games::beggar::{EndReason, GameResult, RuleFields, Rules};

/// A field and its other value.
type Change = (String, Value);

/// What the court cards may demand instead: the mistakes that are made.
const PENALTIES: [&[(&str, i64)]; 8] = [
    &[("J", 1), ("Q", 2), ("K", 3), ("A", 4)],
    &[("A", 1), ("J", 2), ("Q", 3), ("K", 4)],
    &[("J", 4), ("Q", 3), ("K", 2), ("A", 1)],
    &[("J", 1), ("Q", 2), ("K", 3)],
    &[("J", 1), ("Q", 1), ("K", 1), ("A", 1)],
    &[("J", 2), ("Q", 3), ("K", 4), ("A", 5)],
    &[("J", 1), ("Q", 1), ("K", 2), ("A", 3)],
    &[("J", 11), ("Q", 12), ("K", 13), ("A", 14)],
];

/// Changes that programs often make, the likely ones first.
fn changes() -> Vec<Change> {
    let words: [(&str, &[&str]); 4] = [
        ("empty", &["at-last-card", "when-asked"]),
        ("pile", &["reversed", "in-order"]),
        ("leader", &["second", "first"]),
        ("deal", &["alternate", "halves"]),
    ];
    let mut changes = Vec::new();
    for (field, values) in words {
        changes.extend(values.iter().map(|&value| (field.to_owned(), value.into())));
    }
    for penalties in PENALTIES {
        let table: Table =
            penalties.iter().map(|&(court, cards)| (court.into(), cards.into())).collect();
        changes.push(("penalties".into(), Value::Table(table)));
    }
    changes
}

/// The rule set with these fields changed; `None` if it cannot be played or is no other one.
fn changed(rules: &Rules, fields: &[Change]) -> Option<Rules> {
    let mut table: Table = rules.to_toml().parse().ok()?;
    for (field, value) in fields {
        table.insert(field.clone(), value.clone());
    }
    let neighbour = RuleFields::from_toml(&toml::to_string(&table).ok()?).ok()?;
    let playable = !neighbour.has_in_game_randomness() && neighbour != *rules;
    playable.then_some(neighbour)
}

/// Whether rules give what the program gave. A program may go on for ever where the rules do.
fn explains(game: &GameResult, got: &Got) -> bool {
    match got {
        Got::Answer(answer) => game.outcome.value() == answer.0,
        Got::Hung => game.end_reason == EndReason::Loop,
        Got::Nonsense(_) | Got::Died { .. } => true,
    }
}

/// The neighbour that explains every answer, if one does: with one field changed before those with
/// two. What died or is nonsense no rules can explain; it is counted as not explained. Nobody is
/// found when time is up.
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
    // Differences in short games first: most neighbours are found wrong at once.
    answers.sort_by_key(|(right, hands, _)| (*right, hands[0].len() + hands[1].len()));
    let fits = |fields: &[Change]| {
        let Some(neighbour) = changed(rules, fields) else { return false };
        let Ok(mut judge) = Judge::new(&neighbour) else { return false };
        answers.iter().all(|(_, hands, got)| {
            Instant::now() < until && explains(&judge.game_of(hands.clone()), got)
        })
    };
    let single = changes();
    let one = single.iter().map(|change| vec![change.clone()]).find(|fields| fits(fields));
    let fields = one.or_else(|| {
        let pairs = single.iter().enumerate().flat_map(|(k, first)| {
            let others = single[k + 1..].iter().filter(|second| second.0 != first.0);
            others.map(|second| vec![first.clone(), second.clone()])
        });
        pairs.into_iter().find(|fields| fits(fields))
    })?;
    let suites = verdicts.iter().filter(|verdict| verdict.different() > 0).count();
    let all = verdicts.iter().filter(|verdict| {
        verdict.different() > 0
            && verdict.asked.iter().all(|(_, got)| matches!(got, Got::Answer(_) | Got::Hung))
    });
    Some(Diagnosis {
        deviation: Deviation { fields, ..Deviation::default() },
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

    /// The diagnosis of a program that plays the default rules with these changes.
    fn diagnosed(text: &str) -> Option<Diagnosis> {
        let mut right = Judge::new(&Rules::default()).unwrap();
        let mut program = Judge::new(&RuleFields::from_toml(text).unwrap()).unwrap();
        let verdicts: Vec<Verdict<Deal>> = suites(&mut right, Seed(1), 40, &[])
            .into_iter()
            .map(|suite| {
                let mut answer = |deal: &Deal| {
                    let hands = right.hands(deal).unwrap();
                    Got::Answer(Answer(program.game_of(hands).outcome.value()))
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
        assert_eq!(diagnosed(""), None);
        for (text, fields) in [
            ("empty = \"at-last-card\"", vec!["empty"]),
            ("pile = \"reversed\"", vec!["pile"]),
            ("leader = \"second\"", vec!["leader"]),
            ("penalties = { J = 1, Q = 2, K = 3 }", vec!["penalties"]),
            ("penalties = { A = 1, J = 2, Q = 3, K = 4 }", vec!["penalties"]),
            ("pile = \"reversed\"\nempty = \"at-last-card\"", vec!["empty", "pile"]),
        ] {
            let diagnosis = diagnosed(text).unwrap_or_else(|| panic!("{text}"));
            let found: Vec<&str> =
                diagnosis.deviation.fields.iter().map(|(field, _)| field.as_str()).collect();
            assert_eq!(found, fields, "{text}");
            assert!(diagnosis.of > 0 && diagnosis.explains == diagnosis.of, "{text}");
        }
        // What no neighbour plays.
        assert_eq!(diagnosed("penalties = { J = 7, Q = 2, K = 3, A = 4 }"), None);
    }
}
