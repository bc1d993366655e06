//! Every value of every rule field changes some answer, save where it must not.
//!
//! A field whose value never reaches the game (a shadowed argument, a forgotten match arm) gives the
//! default's games whatever is written in the file, and looks like a finding: "it makes no difference".

use crate::core::cards::{Dealer, DeckBlock, Seed};
use crate::core::engines::WORDS;
use crate::core::processor::Processor;
use crate::core::results::GameBlock;
use crate::games::war::fast::engine;
use crate::games::war::result::tests::whole_block;
use crate::games::war::rules::{FIELDS, RuleFields, Rules};

/// A field, some of its values, and what else stands in the file.
struct Field {
    key: &'static str,
    values: &'static [&'static str],
    others: &'static str,
}

fn toml(key: &str, value: &str, others: &str) -> String {
    format!("{key} = {value}\n{others}\n")
}

/// What else stands in a file in which one of these fields is seen at work, which it is not alone.
const BESIDE: &[(&str, &str)] = &[
    ("deck.lowest", "compare.ace = \"low\""),
    ("war.ace_counts", "war.face_down = \"tied-rank\""),
    ("war.both_short", "deck.suits = 5\ndeck.ranks = 1"),
    ("limit.asked", "limit.at = 3\ndeck.suits = 1\ndeck.ranks = 6"),
    ("limit.ceiling", "limit.unit = \"none\""),
];

/// Where else a field is to be seen at work.
const ALSO_BESIDE: &[(&str, &str)] = &[
    ("war.lay", "pickup = \"shuffled\""),
    ("pickup_war", "pickup = \"shuffled\""),
    ("limit.asked", "limit.unit = \"rounds\"\nlimit.at = 3\ndeck.suits = 2\ndeck.ranks = 3"),
    ("limit.asked", "limit.unit = \"none\"\nlimit.ceiling = 3\ndeck.suits = 2\ndeck.ranks = 3"),
    ("limit.verdict", "limit.unit = \"rounds\"\nlimit.at = 50"),
    ("limit.verdict", "limit.unit = \"none\"\nlimit.ceiling = 50"),
];

/// Values that play the same games, as the next test says why.
const SAME: [(&str, [&str; 2]); 3] = [
    ("winnings", ["\"bottom\"", "\"pile\""]),
    ("seat_b.pickup", ["\"loser-block\"", "\"a-block\""]),
    ("seat_b.pickup_war", ["\"loser-block\"", "\"a-block\""]),
];

/// Games of each batch.
const GAMES: usize = 400;

/// What provably changes nothing, and why.
const WITHOUT_EFFECT: &[(&str, Field)] = &[
    (
        "a pile that is turned over as it lies is the hand's bottom",
        Field { key: "winnings", values: &["\"bottom\"", "\"pile\""], others: "" },
    ),
    (
        "the same, where the order of laying shows",
        Field {
            key: "winnings",
            values: &["\"bottom\"", "\"pile\""],
            others: "war.lay = \"alternating\"\nwar.face_down = \"tied-rank\"\nwar.short = \"reduce\"",
        },
    ),
    (
        "the same, with random orders in the game",
        Field {
            key: "winnings",
            values: &["\"bottom\"", "\"pile\""],
            others: "pickup = \"shuffled\"\nlimit.unit = \"none\"",
        },
    ),
    (
        "pairs know only the order of each side's own cards",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "pickup = \"winner-first\"",
        },
    ),
    (
        "pairs know only the order of each side's own cards",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "pickup = \"loser-first\"\nwar.short = \"last-card\"",
        },
    ),
    (
        "blocks know only the order of each side's own cards",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "pickup = \"winner-block\"\nwar.short = \"reduce\"",
        },
    ),
    (
        "blocks know only the order of each side's own cards",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "pickup = \"loser-block\"",
        },
    ),
    (
        "wars know only the order of each side's own cards",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "pickup = \"last-war-first\"\nwar.short = \"last-card\"",
        },
    ),
    (
        "with one face-down card A, B is the block and the turn",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "war.face_down = 1",
        },
    ),
    (
        "of pots that B wins, A's cards are the loser's",
        Field {
            key: "seat_b.pickup",
            values: &["\"loser-block\"", "\"a-block\""],
            others: "pickup = \"high-first\"",
        },
    ),
    (
        "players without any card have equally many",
        Field {
            key: "war.both_short",
            values: &["\"draw\"", "\"more-cards\""],
            others: "war.short = \"last-card\"\ndeck.suits = 5\ndeck.ranks = 1",
        },
    ),
    (
        "players without any card have equally many",
        Field {
            key: "war.both_short",
            values: &["\"draw\"", "\"more-cards\""],
            others: "war.short = \"reduce\"\ndeck.suits = 4\ndeck.ranks = 2",
        },
    ),
    (
        "a number of face-down cards asks for no ace",
        Field { key: "war.ace_counts", values: &["1", "7"], others: "" },
    ),
    (
        "no limit, no number",
        Field { key: "limit.at", values: &["1000", "5"], others: "limit.unit = \"none\"" },
    ),
    (
        "any shortage is a draw",
        Field {
            key: "war.both_short",
            values: &["\"draw\"", "\"more-cards\""],
            others: "war.short = \"draw\"\ndeck.ranks = 2",
        },
    ),
    (
        "blocks know only the order of each side's own cards",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "pickup = \"a-block\"",
        },
    ),
    (
        "sorted cards lie in no order of laying",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "pickup = \"high-first\"",
        },
    ),
    (
        "the ceiling is for games without a limit",
        Field { key: "limit.ceiling", values: &["10_000_000", "5"], others: "" },
    ),
    (
        "a deck of twelve ranks has no ace",
        Field { key: "compare.ace", values: &["\"high\"", "\"low\""], others: "deck.ranks = 12" },
    ),
];

/// What an engine makes of the first games of seed 42; `None` if it cannot play them.
fn play(rules: &Rules, word: &'static str) -> Option<GameBlock> {
    let mut engine = engine(Processor::here(), word, rules, Seed(42)).ok()?;
    let mut decks = DeckBlock::default();
    Dealer::new(Seed(42), rules.deck).fill(&mut decks, 0, GAMES);
    let mut results = whole_block();
    results.reset(0..GAMES as u64);
    engine.plays.play(&decks, &mut results);
    Some(results)
}

/// The rules of a file, or of a sweep: fields without effect may be there.
pub fn rules(toml: &str) -> Rules {
    let fields: RuleFields = toml::from_str(toml).unwrap_or_else(|e| panic!("{toml}: {e}"));
    fields.check().unwrap_or_else(|e| panic!("{toml}: {e}"))
}

#[test]
fn every_value_of_every_field_changes_some_answer() {
    let alone = FIELDS.iter().map(|field| {
        let beside = BESIDE.iter().find(|(key, _)| *key == field.key);
        (field, beside.map_or("", |(_, lines)| lines))
    });
    let also = ALSO_BESIDE.iter().flat_map(|&(key, others)| {
        FIELDS.iter().filter(move |field| field.key == key).map(move |field| (field, others))
    });
    for (field, others) in alone.chain(also) {
        let values: Vec<String> = field.values().iter().map(ToString::to_string).collect();
        for &word in WORDS {
            let answers: Vec<_> = values
                .iter()
                .map(|value| play(&rules(&toml(field.key, value, others)), word))
                .collect();
            for (i, one) in answers.iter().enumerate() {
                for (j, other) in answers.iter().enumerate().skip(i + 1) {
                    let (Some(one), Some(other)) = (one, other) else { continue };
                    if SAME.contains(&(field.key, [&*values[i], &*values[j]])) {
                        continue;
                    }
                    assert!(
                        one != other,
                        "{} engine: {} = {} and {} play the same games; {}",
                        word,
                        field.key,
                        values[i],
                        values[j],
                        others
                    );
                }
            }
        }
    }
}

#[test]
fn what_cannot_matter_does_not() {
    for (why, field) in WITHOUT_EFFECT {
        for &word in WORDS {
            let text = |k: usize| toml(field.key, field.values[k], field.others);
            let [one, other] = [0, 1].map(|k| play(&rules(&text(k)), word));
            if let (Some(one), Some(other)) = (one, other) {
                assert!(
                    one == other,
                    "{} engine: {} = {} and {} differ, but {why}; {}",
                    word,
                    field.key,
                    field.values[0],
                    field.values[1],
                    field.others
                );
            }
        }
    }
}

#[test]
fn every_field_has_its_row() {
    let fields: RuleFields = toml::from_str(
        "pickup_war = \"low-first\"\nseat_b = { pickup = \"low-first\", pickup_war = \"last-first\" }",
    )
    .unwrap();
    fn keys(outer: &str, value: &toml::Value, found: &mut Vec<String>) {
        match value.as_table() {
            None => found.push(outer.trim_end_matches('.').to_owned()),
            Some(table) => {
                table.iter().for_each(|(key, value)| keys(&format!("{outer}{key}."), value, found));
            }
        }
    }
    let mut written = Vec::new();
    keys("", &toml::Value::try_from(fields).unwrap(), &mut written);
    let values = FIELDS.iter().filter(|field| !field.values().is_empty());
    let mut rows: Vec<&str> = values.map(|field| field.key).collect();
    rows.sort_unstable();
    written.sort_unstable();
    assert_eq!(rows, written);
}
