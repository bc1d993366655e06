//! Every value of every rule field changes some answer, save where it must not.
//!
//! A field whose value never reaches the game (a shadowed argument, a forgotten match arm) gives the
//! default's games whatever is written in the file, and looks like a finding: "it makes no difference".

#![allow(clippy::unwrap_used)]

mod common;

use common::Bench;
use war_sim::core::cards::{Dealer, DeckBlock, Seed};
use war_sim::games::war::fast::{Engine, EngineChoice};
use war_sim::games::war::result::{GameResult, Sink};
use war_sim::games::war::rules::{RuleFields, Rules};

/// Games of each batch.
const GAMES: usize = 400;

/// A field, its values (the default first), and what else stands in the file.
struct Field {
    key: &'static str,
    values: &'static [&'static str],
    others: &'static str,
}

const PICKUPS: [&str; 10] = [
    "\"as-laid\"",
    "\"winner-first\"",
    "\"loser-first\"",
    "\"winner-block\"",
    "\"loser-block\"",
    "\"a-block\"",
    "\"last-first\"",
    "\"high-first\"",
    "\"low-first\"",
    "\"shuffled\"",
];

/// No word, whatever stands beside it: the limit must not hide a difference for long.
const FIELDS: &[Field] = &[
    Field { key: "deck.suits", values: &["4", "0", "1", "2", "3", "5", "8"], others: "" },
    Field { key: "deck.ranks", values: &["13", "0", "1", "2", "12", "14", "26"], others: "" },
    Field { key: "deck.lowest", values: &["2", "1", "3", "7"], others: "compare.ace = \"low\"" },
    Field { key: "deck.jokers", values: &["0", "1", "2", "3"], others: "" },
    Field { key: "deal", values: &["\"alternate\"", "\"halves\""], others: "" },
    Field { key: "compare.ace", values: &["\"high\"", "\"low\""], others: "" },
    Field { key: "compare.lowest_beats_highest", values: &["false", "true"], others: "" },
    Field { key: "compare.low_wins", values: &["false", "true"], others: "" },
    Field {
        key: "war.face_down",
        values: &[
            "3",
            "0",
            "1",
            "2",
            "4",
            "5",
            "6",
            "7",
            "8",
            "9",
            "10",
            "11",
            "12",
            "13",
            "14",
            "15",
            "16",
            "17",
            "18",
            "19",
            "20",
            "\"tied-rank\"",
        ],
        others: "",
    },
    Field {
        key: "war.ace_counts",
        values: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"],
        others: "war.face_down = \"tied-rank\"",
    },
    Field { key: "war.lay", values: &["\"blocks\"", "\"alternating\""], others: "" },
    Field {
        key: "war.lay",
        values: &["\"blocks\"", "\"alternating\""],
        others: "pickup = \"shuffled\"",
    },
    Field {
        key: "war.short",
        values: &["\"lose\"", "\"draw\"", "\"last-card\"", "\"reduce\""],
        others: "",
    },
    Field {
        key: "war.both_short",
        values: &["\"draw\"", "\"more-cards\""],
        others: "deck.suits = 5\ndeck.ranks = 1",
    },
    Field { key: "pickup", values: &PICKUPS, others: "" },
    Field {
        key: "winnings",
        values: &["\"bottom\"", "\"pile-reversed\"", "\"pile-shuffled\""],
        others: "",
    },
    Field { key: "limit.unit", values: &["\"battles\"", "\"rounds\"", "\"none\""], others: "" },
    Field { key: "limit.at", values: &["1000", "1", "2", "26", "999", "1001", "5000"], others: "" },
    Field {
        key: "limit.at",
        values: &["1000", "1", "2", "100", "900"],
        others: "limit.unit = \"rounds\"",
    },
    Field {
        key: "limit.asked",
        values: &["\"after\"", "\"before\""],
        others: "limit.at = 3\ndeck.suits = 1\ndeck.ranks = 6",
    },
    Field {
        key: "limit.asked",
        values: &["\"after\"", "\"before\""],
        others: "limit.unit = \"rounds\"\nlimit.at = 3\ndeck.suits = 2\ndeck.ranks = 3",
    },
    Field { key: "limit.verdict", values: &["\"draw\"", "\"more-cards\""], others: "" },
    Field {
        key: "limit.verdict",
        values: &["\"draw\"", "\"more-cards\""],
        others: "limit.unit = \"rounds\"\nlimit.at = 50",
    },
    Field {
        key: "limit.verdict",
        values: &["\"draw\"", "\"more-cards\""],
        others: "limit.unit = \"none\"\nlimit.ceiling = 50",
    },
    Field {
        key: "limit.ceiling",
        values: &["10_000_000", "1", "50", "300"],
        others: "limit.unit = \"none\"",
    },
];

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
        "with one face-down card A, B is the block and the turn",
        Field {
            key: "war.lay",
            values: &["\"blocks\"", "\"alternating\""],
            others: "war.face_down = 1",
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
        "no limit, nothing to ask",
        Field {
            key: "limit.asked",
            values: &["\"after\"", "\"before\""],
            others: "limit.unit = \"none\"",
        },
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

impl Field {
    fn toml(&self, value: &str) -> String {
        format!("{} = {value}\n{}\n", self.key, self.others)
    }
}

/// Keeps every result.
struct Results {
    games: Vec<Option<GameResult>>,
    chains: Vec<u64>,
}

impl Sink for Results {
    fn game(&mut self, index: u64, result: &GameResult) {
        self.games[index as usize] = Some(*result);
    }

    fn chains(&mut self, depth: usize, rounds: u64) {
        if self.chains.len() < depth {
            self.chains.resize(depth, 0);
        }
        self.chains[depth - 1] += rounds;
    }
}

/// What an engine makes of the first games of seed 42; `None` if it cannot play them.
fn play(rules: &Rules, choice: EngineChoice) -> Option<(Vec<Option<GameResult>>, Vec<u64>)> {
    let mut engine = Engine::new(choice, rules, Seed(42)).ok()?;
    let mut decks = DeckBlock::default();
    Dealer::new(Seed(42), rules.deck.clone()).fill(&mut decks, 0, GAMES);
    let mut results = Results { games: vec![None; GAMES], chains: Vec::new() };
    engine.play_block(&decks, &mut results);
    assert!(results.games.iter().all(Option::is_some));
    Some((results.games, results.chains))
}

/// The rules of a file, or of a sweep: fields without effect may be there.
fn rules(toml: &str) -> Rules {
    let fields: RuleFields = toml::from_str(toml).unwrap_or_else(|e| panic!("{toml}: {e}"));
    fields.check().unwrap_or_else(|e| panic!("{toml}: {e}"))
}

#[test]
fn every_value_of_every_field_changes_some_answer() {
    for field in FIELDS {
        for choice in EngineChoice::ALL {
            let answers: Vec<_> =
                field.values.iter().map(|value| play(&rules(&field.toml(value)), choice)).collect();
            for (i, one) in answers.iter().enumerate() {
                for (j, other) in answers.iter().enumerate().skip(i + 1) {
                    let (Some(one), Some(other)) = (one, other) else { continue };
                    assert!(
                        one != other,
                        "{} engine: {} = {} and {} play the same games; {}",
                        choice.name(),
                        field.key,
                        field.values[i],
                        field.values[j],
                        field.others
                    );
                }
            }
        }
    }
}

#[test]
fn what_cannot_matter_does_not() {
    for (why, field) in WITHOUT_EFFECT {
        for choice in EngineChoice::ALL {
            let [one, other] = [0, 1].map(|k| play(&rules(&field.toml(field.values[k])), choice));
            if let (Some(one), Some(other)) = (one, other) {
                assert!(
                    one == other,
                    "{} engine: {} = {} and {} differ, but {why}; {}",
                    choice.name(),
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
fn every_field_is_listed_here() {
    let printed =
        rules("war.face_down = \"tied-rank\"\nlimit.unit = \"none\"\nlimit.at = 7\n").to_toml();
    for line in printed.lines() {
        let key = line.split(' ').next().unwrap();
        assert!(FIELDS.iter().any(|field| field.key == key), "{key} is not tested");
    }
    assert_eq!(printed.lines().count(), 19);
}

/// The way from a rules file to the games, for the last value of each field.
#[test]
fn a_rules_file_of_the_program_changes_the_answers_too() {
    let bench = Bench::new();
    let mut arguments = String::from("--games 400 --seed 42 --name x --quiet");
    for (k, field) in FIELDS.iter().enumerate() {
        for (which, value) in [("first", field.values.first()), ("last", field.values.last())] {
            bench.write(&format!("{which}{k}.toml"), &field.toml(value.unwrap()));
            arguments.push_str(&format!(" --rules ./{which}{k}.toml"));
        }
    }
    bench.ok(&arguments);
    let rows = bench.csv("results/x/histogram.csv");
    let of = |name: String| -> Vec<&[String]> {
        rows.iter().filter(|row| row[0] == name).map(|row| &row[1..]).collect()
    };
    for (k, field) in FIELDS.iter().enumerate() {
        let (first, last) = (of(format!("first{k}")), of(format!("last{k}")));
        assert!(!first.is_empty() && first != last, "{} = {:?}", field.key, field.values.last());
    }
}
