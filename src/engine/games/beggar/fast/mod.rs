//! Engines: which one plays a rule set, and the faster ones.
//!
//! The reference engine is the rules as written; an engine here is right only because it equals it.
//! The choice is made once, when an [`Engine`] is made, and dispatched once per block of decks.

pub(super) mod back;
mod finish;
pub(super) mod packed;
mod portable;
mod tape;
#[cfg(target_arch = "x86_64")]
mod vector;

use self::portable::Portable;
#[cfg(target_arch = "x86_64")]
use self::vector::Vector;
use super::reference::Reference;
use super::rules::Rules;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines;
pub use crate::core::engines::{Unsupported, WORDS};

/// An engine made for one rule set. Decks may be of any composition and size; those of the rule set's are
/// played fast.
pub type Engine = engines::Engine<DeckBlock>;

/// The engine of this word for these rules. `seed` decides in-game randomness, where the rules have any.
///
/// Errors: [`Unsupported`] if an engine asked for by name cannot play the rule set here; `auto` and
/// `reference` never fail.
pub fn engine(word: &'static str, rules: &Rules, seed: Seed) -> Result<Engine, Unsupported> {
    Engine::of_word(
        word,
        &[
            #[cfg(target_arch = "x86_64")]
            ("vector", &|| Ok(Box::new(Vector::new(rules, seed)?))),
            ("portable", &|| Ok(Box::new(Portable::new(rules, seed)))),
            ("reference", &|| Ok(Box::new(Reference::new(rules.clone(), seed)))),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::engines::tests::auto_is_the_fastest;
    use crate::games::beggar::presets;

    #[test]
    fn what_the_vector_engine_cannot_play_goes_to_the_portable_one() {
        use crate::games::beggar::rules::RuleFields;
        for (text, field) in [
            ("pile = \"shuffled\"", "pile = \"shuffled\""),
            ("pile = \"reversed\"", "pile = \"reversed\""),
            ("empty = \"at-last-card\"", "empty = \"at-last-card\""),
            ("penalties.A = 5", "a penalty of 5 cards"),
            ("deck.suits = 80", "a deck of 1040 cards"),
            (
                "deck.suits = 64\npenalties = { 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 1, 8 = 1, 9 = 1 }",
                "512 court",
            ),
            (
                "deck = { suits = 0, jokers = 2, ranks = 126 }\npenalties.128 = 1",
                "a deck with rank",
            ),
        ] {
            let rules = RuleFields::from_toml(text).unwrap();
            let Err(error) = engine("vector", &rules, Seed(0)) else {
                panic!("{text} is played by the vector engine");
            };
            let here = error.field == "on this machine";
            assert!(here || error.field.starts_with(field), "{text}: {error}");
            assert_eq!(engine("auto", &rules, Seed(0)).unwrap().name(), "portable", "{text}");
        }
        for preset in presets::ALL {
            auto_is_the_fastest(|word| engine(word, &preset.rules(), Seed(0)));
        }
    }
}
