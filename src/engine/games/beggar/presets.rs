//! The rule sets that come with the program, each with its source.

use super::penalties::Penalties;
use super::rules::{RuleFields, Rules};

/// A built-in rule set, with what makes its fields.
pub type Preset = crate::core::game::Preset<fn() -> RuleFields>;

/// Every built-in rule set, the default first.
pub const ALL: &[Preset] = &[
    Preset {
        name: "beggar",
        summary: "52 cards; jack, queen, king, ace demand 1, 2, 3, 4 cards",
        source: "Encyclopaedia Britannica, 11th ed. (1911), \"Beggar-my-neighbour\"; M. M. Paulhus, Amer. \
             Math. Monthly 106 (1999) 162-165; B. Casella et al., arXiv:2403.13855 (2024)",
        fields: RuleFields::default,
    },
    Preset {
        name: "camicia",
        summary: "40 Italian cards; ace, two, three demand 1, 2, 3 cards",
        source: "Camicia (Straccia camicia), the Italian form of the game; B. Casella et al., \
             arXiv:2403.13855 (2024)",
        fields: camicia,
    },
];

/// An Italian deck has the ranks 1 to 10, the ace being 1.
fn camicia() -> RuleFields {
    let mut fields = RuleFields {
        penalties: Penalties::from([(1, 1), (2, 2), (3, 3)]),
        ..RuleFields::default()
    };
    fields.deck.ranks = 10;
    fields.deck.lowest = 1;
    fields
}

impl Preset {
    /// The rules.
    pub fn rules(&self) -> Rules {
        match (self.fields)().check() {
            Ok(rules) => rules,
            Err(error) => unreachable!("built-in rule set {}: {error}", self.name),
        }
    }
}

/// The built-in rule set of this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    ALL.iter().find(|preset| preset.name == name)
}
