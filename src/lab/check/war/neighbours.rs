//! Which rules did a program play, if not those it should have?
//!
//! A neighbour is the rule set with one field changed, or two. It explains a program if it gives
//! every answer that the program gave, right and wrong ones alike.

use super::super::answer::{Answer, Got};
use super::super::report::Diagnosis;
use super::{Deck, Judge};
use crate::games::war::{EndReason, GameResult, RuleFields, Rules};

/// What a program answered.
#[derive(Clone, Debug)]
pub struct Played {
    /// The deck.
    pub deck: Deck,
    /// The right answer.
    pub expected: Answer,
    /// The program's.
    pub got: Got,
}

/// Changes that programs often make, the likely ones first; those equal to the rule set itself, or
/// that cannot be played with it, are passed over.
fn changes(rules: &Rules) -> Vec<(String, toml::Value)> {
    let mut changes: Vec<(String, toml::Value)> = Vec::new();
    changes.extend(["before", "after"].map(|value| ("limit.asked".into(), value.into())));
    // Before no limit at all, which a program that does answer has hardly got.
    let at = rules.limit.at;
    let limits = [at.saturating_sub(1), at.saturating_add(1), 100, 500, 1_000, 10_000];
    changes.extend(limits.map(|at| ("limit.at".into(), number(at))));
    let mut words = |field: &str, values: &[&str]| {
        changes.extend(values.iter().map(|&value| (field.into(), value.into())));
    };
    words("war.lay", &["alternating", "blocks"]);
    words(
        "pickup",
        &[
            "winner-first",
            "loser-first",
            "winner-block",
            "loser-block",
            "a-block",
            "last-first",
            "high-first",
            "low-first",
            "as-laid",
        ],
    );
    words("war.short", &["lose", "draw", "last-card", "reduce"]);
    words("war.both_short", &["more-cards", "draw"]);
    words("deal", &["halves", "alternate"]);
    words("winnings", &["pile-reversed", "bottom"]);
    words("limit.unit", &["none", "rounds", "battles"]);
    words("limit.verdict", &["more-cards", "draw"]);
    words("compare.ace", &["low", "high"]);
    changes.extend((0..=5).map(|cards| ("war.face_down".into(), number(cards))));
    for field in ["compare.low_wins", "compare.lowest_beats_highest"] {
        changes.extend([true, false].map(|yes| (field.into(), yes.into())));
    }
    changes
}

fn number(number: u64) -> toml::Value {
    toml::Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// The rule set with these fields changed; `None` if it cannot be played or is no other one.
fn changed(rules: &Rules, fields: &[(String, toml::Value)]) -> Option<Rules> {
    let mut table: toml::Table = rules.to_toml().parse().ok()?;
    for (field, value) in fields {
        let mut place = &mut table;
        let mut keys = field.split('.').peekable();
        while let Some(key) = keys.next() {
            if keys.peek().is_none() {
                place.insert(key.into(), value.clone());
            } else {
                let inner = place.entry(key).or_insert_with(|| toml::Table::new().into());
                place = inner.as_table_mut()?;
            }
        }
    }
    let neighbour = RuleFields::from_toml(&toml::to_string(&table).ok()?).ok()?;
    let playable = !neighbour.has_in_game_randomness() && neighbour != *rules;
    playable.then_some(neighbour)
}

/// Whether rules give what the program gave. A program may go on for ever where the rules do.
fn explains(game: &GameResult, got: &Got) -> bool {
    match got {
        Got::Answer(answer) => game.outcome.value() == answer.0,
        Got::Hung => game.end_reason == EndReason::Cycle,
        Got::Nonsense(_) | Got::Died { .. } => true,
    }
}

/// The neighbour that explains every answer, if one does: with one field changed before those with
/// two. Where the program died or printed nonsense, no rules can explain it; these differences are
/// counted as not explained.
pub fn diagnose(rules: &Rules, played: &[Played]) -> Option<Diagnosis> {
    let is_difference = |p: &&Played| p.got.kind(p.expected).is_some();
    let is_explicable = |p: &&Played| matches!(p.got, Got::Answer(_) | Got::Hung);
    let of = played.iter().filter(is_difference).count();
    let explicable: Vec<&Played> =
        played.iter().filter(is_difference).filter(is_explicable).collect();
    if explicable.is_empty() {
        return None;
    }
    // Short games first: most neighbours are found wrong at once.
    let mut order: Vec<&Played> = played.iter().filter(is_explicable).collect();
    order.sort_by_key(|p| (p.got.kind(p.expected).is_none(), p.deck.0.len()));
    let fits = |fields: &[(String, toml::Value)]| {
        let Some(neighbour) = changed(rules, fields) else { return false };
        let mut judge = Judge::new(&neighbour);
        order.iter().all(|p| judge.game(&p.deck).is_some_and(|game| explains(&game, &p.got)))
    };
    let single = changes(rules);
    let one = single.iter().map(|change| vec![change.clone()]).find(|fields| fits(fields));
    let fields = one.or_else(|| {
        let pairs = single.iter().enumerate().flat_map(|(k, first)| {
            let others = single[k + 1..].iter().filter(|second| second.0 != first.0);
            others.map(|second| vec![first.clone(), second.clone()])
        });
        pairs.into_iter().find(|fields| fits(fields))
    })?;
    Some(Diagnosis { fields, explains: explicable.len(), of })
}

#[cfg(test)]
mod tests {
    use super::super::suites::{Random, suites};
    use super::*;
    use crate::core::cards::Seed;

    /// What a program says that plays the default rules with these changes.
    fn played_by(fields: &str) -> Vec<Played> {
        let wrong = RuleFields::from_toml(fields).expect(fields);
        let mut judge = Judge::new(&wrong);
        let random = Random { seed: Seed(1), decks: 60 };
        let questions =
            suites(&Rules::default(), random, &[]).into_iter().flat_map(|suite| suite.questions);
        questions
            .map(|question| {
                let game = judge.game(&question.asked).expect("a deck of the suites");
                let got = match game.end_reason {
                    EndReason::Cycle => Got::Hung,
                    _ => Got::Answer(Answer(game.outcome.value())),
                };
                Played { deck: question.asked, expected: question.expected, got }
            })
            .collect()
    }

    fn fields_of(diagnosis: &Diagnosis) -> String {
        let fields = diagnosis.fields.iter().map(|(field, value)| format!("{field} = {value}"));
        fields.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn each_neighbour_is_recognised_by_its_answers() {
        let answers =
            |played: &[Played]| -> Vec<Got> { played.iter().map(|p| p.got.clone()).collect() };
        let (mut tried, mut same) = (0, Vec::new());
        for change in changes(&Rules::default()) {
            let fields = format!("{} = {}", change.0, change.1);
            if changed(&Rules::default(), &[change]).is_none() {
                continue;
            }
            let played = played_by(&fields);
            let of = played.iter().filter(|p| p.got.kind(p.expected).is_some()).count();
            let found = diagnose(&Rules::default(), &played);
            // A few change nothing in the decks of the suites.
            assert_eq!(found.is_none(), of == 0, "{fields}: {found:?}");
            if let Some(found) = found {
                let named = fields_of(&found);
                if named != fields {
                    // A limit asked before battle 1,001 is one asked after it.
                    assert!(answers(&played_by(&named)) == answers(&played), "{fields}: {named}");
                    same.push(named);
                }
                assert_eq!((found.explains, found.of), (of, of), "{fields}");
                tried += 1;
            }
        }
        assert!(tried >= 20, "{tried}");
        assert_eq!(same, ["limit.asked = \"before\""], "for limit.at = 1001");
    }

    #[test]
    fn two_mistakes_at_once_are_found_together() {
        let played = played_by("war.face_down = 2\npickup = \"winner-first\"");
        let found = diagnose(&Rules::default(), &played).expect("a diagnosis");
        assert_eq!(fields_of(&found), "pickup = \"winner-first\"; war.face_down = 2");
    }

    #[test]
    fn what_no_rules_explain_is_left_open() {
        let mut played = played_by("");
        assert_eq!(diagnose(&Rules::default(), &played), None, "there is no difference");
        for p in played.iter_mut().filter(|p| p.deck.0.len() % 5 == 3) {
            p.got = Got::Answer(Answer(-p.expected.0));
        }
        assert_eq!(diagnose(&Rules::default(), &played), None);
        // A crash hides no mistake in the rules, and is not explained by one.
        let mut played = played_by("war.face_down = 2");
        played[0].got = Got::Died { how: "exit code 1".into(), stderr: String::new() };
        let found = diagnose(&Rules::default(), &played).expect("a diagnosis");
        assert_eq!(
            (fields_of(&found).as_str(), found.of - found.explains),
            ("war.face_down = 2", 1)
        );
    }
}
