//! Fixed hands (`deck.hands`), through the library's engines and through every verb.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, names};
use war_sim::core::cards::{Dealer, DeckBlock, Seed};
use war_sim::games::war::fast::{Engine, EngineChoice};
use war_sim::games::war::result::{GameResult, Sink};
use war_sim::games::war::rules::RuleFields;

/// Fixed hands, and the cards that A then has.
const HANDS: [(&str, usize); 5] = [
    ("deck.hands.a = [14, 14, 14]", 26),
    ("deck.hands = { a = [14, 13, 12, 2], rest = \"b\" }", 4),
    ("deck.hands = { a = [2], rest = \"b\" }\ndeck.jokers = 12", 1),
    ("deck.suits = 3\ndeck.ranks = 5\ndeck.hands.a = [6, 6, 6]", 8),
    ("deck.suits = 12\ndeck.hands.a = [14, 14]", 78),
];

#[derive(Default, Debug, PartialEq)]
struct Results(Vec<(u64, GameResult)>);

impl Sink for Results {
    fn game(&mut self, index: u64, result: &GameResult) {
        self.0.push((index, *result));
    }

    fn chains(&mut self, _: usize, _: u64) {}
}

#[test]
fn every_engine_plays_fixed_hands_as_the_reference_does() {
    for (hands, of_a) in HANDS {
        for more in [
            "",
            "deal = \"halves\"",
            "pickup = \"winner-first\"\nwar.face_down = 1",
            "limit.unit = \"none\"\nwinnings = \"pile\"",
            "winnings = \"pile-reversed\"\nwar.short = \"reduce\"",
        ] {
            let fields: RuleFields = toml::from_str(&format!("{hands}\n{more}")).unwrap();
            let rules = fields.check().unwrap();
            let mut block = DeckBlock::default();
            Dealer::new(Seed(3), rules.deck.clone()).fill(&mut block, 50, 300);
            let play = |choice| {
                let mut results = Results::default();
                Engine::new(choice, &rules, Seed(3)).ok()?.play_block(&block, &mut results);
                results.0.sort_by_key(|&(index, _)| index);
                Some(results)
            };
            let expected = play(EngineChoice::Reference).unwrap();
            assert_eq!(expected.0.len(), 300);
            for choice in EngineChoice::ALL {
                if let Some(results) = play(choice) {
                    assert!(results == expected, "{} engine: {hands} {more}", choice.name());
                }
            }
            let split = war_sim::games::war::split::Split::of(&rules);
            assert_eq!(split.cards_of_a(block.cards()), of_a, "{hands}");
        }
    }
}

#[test]
fn four_aces_win_more_often_than_none_as_the_strata_say() {
    // `--by aces_a` and a fixed hand must tell the same story: the deals with all aces at A.
    let bench = Bench::new();
    bench.write("aces.toml", "deck.hands.a = [14, 14, 14, 14]");
    bench.ok("--games 20000 --by aces_a --name dealt --quiet");
    bench.ok("--games 20000 --rules aces.toml --by aces_a --name fixed --quiet");
    let strata = bench.rows("results/dealt/strata.csv");
    let four = strata.iter().find(|row| row["value"] == "4").unwrap();
    let fixed = bench.rows("results/fixed/strata.csv");
    assert_eq!((fixed.len(), fixed[0]["value"].as_str()), (1, "4"));
    let number = |row: &std::collections::HashMap<String, String>, key: &str| -> f64 {
        row[key].parse().unwrap()
    };
    let (one, other) = (number(four, "a_ratio"), number(&fixed[0], "a_ratio"));
    // About 1,100 deals of 20,000: five standard errors, a false alarm in 1.7 million seeds.
    assert!((one - other).abs() < 5.0 * (0.25 / number(four, "games")).sqrt(), "{one} and {other}");
    assert!(other > 0.55, "{other}");
}

#[test]
fn every_verb_deals_the_same_fixed_hands() {
    let bench = Bench::new();
    bench.write("h.toml", "deck.hands = { a = [14, 2, 14], rest = \"b\" }\n");
    bench.ok("--rules h.toml --games 30 --seed 6 --name x --per-game g.csv --with-decks --quiet");
    let games = bench.rows("g.csv");
    let decks = bench.ok("deck --rules h.toml --seed 6 --count 30");
    for (row, line) in games.iter().zip(decks.lines().skip(1)) {
        assert_eq!(format!("{},{}", row["game"], row["deck"]), line);
        let mut hand: Vec<&str> = row["deck"].split(' ').take(3).collect();
        hand.sort_unstable();
        assert_eq!(hand, ["14", "14", "2"]);
        let json =
            bench.ok(&format!("play --rules h.toml --seed 6 --game {} --format json", row["game"]));
        let alone: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(alone["battles"].to_string(), row["battles"]);
        assert_eq!(alone["outcome"], row["outcome"].as_str());
    }
    // The deck as printed, typed again, is the same game.
    let typed = std::process::Command::new(env!("CARGO_BIN_EXE_war-sim"))
        .args(["play", "--rules", "h.toml", "--format", "json", "--deck", &games[0]["deck"]])
        .current_dir(bench.folder.path())
        .output()
        .unwrap();
    let typed: serde_json::Value = serde_json::from_slice(&typed.stdout).unwrap();
    assert_eq!(typed["battles"].to_string(), games[0]["battles"]);
    // The manifest holds them, so a stored batch can be played again.
    bench.ok("--rules h.toml --games 30 --seed 6 --name y --quiet");
    let text = bench.ok("compare results/x results/y --name z");
    assert!(text.contains("the same deals"), "{text}");
    // Printed rules read back.
    bench.write("again.toml", &bench.ok("rules h.toml"));
    bench.ok("--rules again.toml --games 30 --seed 6 --name again --quiet");
    let histogram = |name: &str| {
        let text = String::from_utf8(bench.read(&format!("results/{name}/histogram.csv"))).unwrap();
        text.replace("again,", "h,")
    };
    assert_eq!(histogram("again"), histogram("x"));
}

#[test]
fn experiments_fix_hands_in_the_deck_inline_and_in_sweeps() {
    let bench = Bench::new();
    bench.write(
        "e.toml",
        r#"
games = 40
rules = ["umass", { name = "two", deck.hands.a = [2, 2] }]
[deck]
hands.a = [14]
[[sweep]]
name = "{deck.hands.a} {deal}"
deck.hands.a = [[14], [14, 14]]
war.face_down = 2
deal = ["alternate"]
[[sweep]]
name = "{war.face_down}"
deck.hands.a = [14, 14, 14]
war.face_down = [1, 2]
"#,
    );
    bench.ok("run e.toml --quiet --name x");
    let rules: Vec<String> =
        bench.rows("results/x/summary.csv").iter().map(|row| row["rules"].clone()).collect();
    assert_eq!(rules, ["umass", "two", "14 alternate", "14-14 alternate", "1", "2"]);
    let paired: Vec<String> = bench.csv("results/x/paired.csv")[1..]
        .iter()
        .map(|row| format!("{}, {}", row[0], row[1]))
        .collect();
    // Only equal hands are the same deals.
    assert_eq!(paired, ["umass, 14 alternate", "1, 2"]);
}

#[test]
fn hands_that_cannot_be_are_refused() {
    let bench = Bench::new();
    for (text, wrong) in [
        ("deck.hands.a = [14, 14, 14, 14, 14]", "5 cards of rank 14, but the deck holds 4"),
        ("deck.ranks = 12\ndeck.hands.a = [14]", "1 cards of rank 14, but the deck holds 0"),
        ("deck.ranks = 1\ndeck.hands.a = [2, 2, 2]", "A gets 2 of 4"),
        ("deck.hands.rest = \"b\"", "leaves A without a card"),
        (
            "deck.hands.rest = \"a\"",
            "unknown word \"a\": did you mean \"b\"? use \"dealt\" or \"b\"",
        ),
        ("deck.hands.b = [3]", "unknown field `b`"),
        ("deal = \"halves\"\ndeck.hands.a = [3]", "no effect: deal"),
    ] {
        bench.write("h.toml", text);
        let message = bench.fails(65, "--rules h.toml --games 5");
        assert!(message.contains(wrong) && message.contains("h.toml"), "{text}: {message}");
        assert_eq!(names(bench.folder.path()), ["h.toml"]);
    }
}
