//! Fixed hands (`deck.hands`), through every engine.

use crate::core::cards::{Dealer, DeckBlock, Seed};
use crate::games::war::fast::{WORDS, engine, results};
use crate::games::war::rules::RuleFields;

/// Fixed hands, and the cards that A then has.
const HANDS: [(&str, usize); 5] = [
    ("deck.hands.a = [14, 14, 14]", 26),
    ("deck.hands = { a = [14, 13, 12, 2], rest = \"b\" }", 4),
    ("deck.hands = { a = [2], rest = \"b\" }\ndeck.jokers = 12", 1),
    ("deck.suits = 3\ndeck.ranks = 5\ndeck.hands.a = [6, 6, 6]", 8),
    ("deck.suits = 12\ndeck.hands.a = [14, 14]", 78),
];

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
            let play = |word| {
                let mut all = Vec::new();
                results(&mut engine(word, &rules, Seed(3)).ok()?, &block, &mut all);
                Some(all)
            };
            let expected = play("reference").unwrap();
            assert_eq!(expected.len(), 300);
            for &word in WORDS {
                if let Some(results) = play(word) {
                    assert!(results == expected, "{} engine: {hands} {more}", word);
                }
            }
            let split = rules.split();
            assert_eq!(split.cards_of_a(block.cards()), of_a, "{hands}");
        }
    }
}
