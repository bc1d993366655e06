//! The rule fields of Beggar-My-Neighbour, and which combinations of them make a game.
//!
//! Sources: Encyclopaedia Britannica, 11th ed. (1911), "Beggar-my-neighbour", for the rules;
//! B. Casella et al., arXiv:2403.13855 (2024), for the order in which a pile is taken up and for what
//! a position is; M. M. Paulhus, "Beggar My Neighbour", Amer. Math. Monthly 106 (1999) 162-165, for
//! the counts of cards and tricks.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use super::choices::{Deal, Empty, Leader, Pile};
use super::penalties::{Penalties, rank_name};
use crate::core::cards::split::Split;
use crate::core::cards::{Card, DeckFields};
use crate::core::fields::{Field, Fields, Holds, deck};
pub use crate::core::game::RulesError;
use crate::core::wording::field;
use crate::core::wording::slip;

/// No game goes on beyond this many cards.
pub const CEILING: u32 = 100_000;
/// The most cards that a court card may demand.
pub const MAX_PENALTY: u32 = 20;

/// Cards of a limit.
const LIMITS: Holds = Holds::WordOr("none", &[1, 500, 100_000], [1, CEILING as u64]);

/// Cards after which an undecided game is a draw; without a limit games that never end are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limit(pub Option<u32>);

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(cards) => serializer.serialize_u32(cards),
            None => serializer.serialize_str("none"),
        }
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = |n| u32::try_from(n).ok().map(|cards| Limit(Some(cards)));
        let none = |word: &str| (word == "none").then_some(Limit(None));
        field::whole_or_word(deserializer, &LIMITS.said(), cards, none)
    }
}

/// Every field of Beggar-My-Neighbour.
pub const FIELDS: Fields<RuleFields> = Fields(&[
    &[
        Field::new("deal", Holds::Word(Deal::WORDS), "How the deck is dealt."),
        Field::new("leader", Holds::Word(Leader::WORDS), "Who begins.")
            .likely(3, &["'second'", "'first'"]),
        Field::new("empty", Holds::Word(Empty::WORDS), "When a player is out.").likely(1, &[]),
        Field::new("pile", Holds::Word(Pile::WORDS), "How a pile is taken up.")
            .likely(2, &["'reversed'", "'in-order'"]),
        Field::new("limit", LIMITS, "Cards after which an undecided game stops, or none.")
            .likely(5, &["100", "500", "1_000", "2_000", "5_000", "10_000"]),
        Field::new(
            "penalties",
            Holds::Other(&["{ J = 1, Q = 2, K = 3, A = 4 }", "{ A = 3 }"]),
            "Cards that each court rank demands: J, Q, K, A or a number.",
        )
        .likely(
            4,
            &[
                "{ A = 1, J = 2, Q = 3, K = 4 }",
                "{ J = 4, Q = 3, K = 2, A = 1 }",
                "{ J = 1, Q = 1, K = 1, A = 1 }",
                "{ J = 2, Q = 3, K = 4, A = 5 }",
                "{ J = 1, Q = 1, K = 2, A = 3 }",
                "{ J = 1, Q = 2, K = 3, A = 4 }",
                "{ J = 11, Q = 12, K = 13, A = 14 }",
            ],
        ),
    ],
    &deck("The lowest rank; 14 is the ace.", |rules: &RuleFields| !rules.deck.hands.are_dealt()),
]);

/// Every rule field, as written in a rules file; unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "rule fields, such as penalties.J = 1")]
pub struct RuleFields {
    /// How the deck is dealt.
    pub deal: Deal,
    /// Who begins.
    pub leader: Leader,
    /// When a player is out.
    pub empty: Empty,
    /// How a pile is taken up.
    pub pile: Pile,
    /// When an undecided game stops.
    pub limit: Limit,
    /// Which cards are court cards, and what they demand.
    pub penalties: Penalties,
    /// What the deck is made of.
    #[serde(deserialize_with = "read_deck")]
    pub deck: DeckFields,
}

fn read_deck<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DeckFields, D::Error> {
    field::table(deserializer, "fields of the deck, such as deck.ranks = 13")
}

/// A rule set that was checked: it makes a game with any deal of its deck.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    fields: RuleFields,
    /// What each rank demands, by rank.
    penalty: Vec<u32>,
}

impl Default for Rules {
    /// The rule set `beggar`.
    fn default() -> Self {
        Self::of(RuleFields::default())
    }
}

impl Deref for Rules {
    type Target = RuleFields;

    fn deref(&self) -> &RuleFields {
        &self.fields
    }
}

impl RuleFields {
    /// Reads the fields from a rules file and checks them.
    ///
    /// Errors: [`RulesError::Toml`] for unknown keys, wrong types and unknown words; otherwise as
    /// [`RuleFields::check`].
    pub fn from_toml(text: &str) -> Result<Rules, RulesError> {
        let fields: RuleFields =
            toml::from_str(text).map_err(|e| RulesError::Toml(slip::in_text(&e, text, &[])))?;
        fields.check()
    }

    /// How a deck is split into hands.
    pub fn split(&self) -> Split {
        Split::of(&self.deck.hands, self.deal == Deal::Alternate)
    }

    /// Checks ranges and combinations.
    ///
    /// Errors: [`RulesError`], naming the fields.
    pub fn check(self) -> Result<Rules, RulesError> {
        self.deck.validate().map_err(RulesError::Refused)?;
        FIELDS.check_ranges(&self)?;
        self.check_penalties()?;
        self.check_hands()?;
        Ok(Rules::of(self))
    }

    fn check_penalties(&self) -> Result<(), RulesError> {
        if self.penalties.is_empty() {
            return Err(RulesError::contradiction(
                "penalties without a court card",
                "nobody could ever take a pile; let at least one rank demand cards",
            ));
        }
        let fresh = self.deck.fresh();
        for (rank, cards) in self.penalties.iter() {
            let field = || format!("penalties.{}", rank_name(rank));
            if cards > MAX_PENALTY {
                return Err(RulesError::out_of_range(&field(), cards, "0 (a plain card) to 20"));
            }
            if !fresh.contains(&rank) {
                let (low, high) = (fresh.iter().min(), fresh.iter().max());
                let (low, high) = (low.copied().unwrap_or(0), high.copied().unwrap_or(0));
                return Err(RulesError::contradiction(
                    &format!("{} = {cards} and a deck of ranks {low} to {high}", field()),
                    "the deck has no such card; leave it out of penalties or change deck.lowest, \
                             deck.ranks, deck.suits or deck.jokers",
                ));
            }
        }
        Ok(())
    }

    fn check_hands(&self) -> Result<(), RulesError> {
        let cards = self.deck.cards();
        let of_a = self.split().cards_of_a(cards);
        if of_a == 0 || of_a == cards {
            return Err(RulesError::contradiction(
                &format!("a deck of {cards} cards of which A gets {of_a}"),
                "each player needs at least one card; change deck.suits, deck.ranks or deck.hands",
            ));
        }
        if !self.deck.hands.are_dealt() && self.deal != Deal::default() {
            return Err(RulesError::contradiction(
                &format!("deal = \"{}\" and deck.hands", self.deal.name()),
                "deck.hands already says who gets which cards; leave out one of them",
            ));
        }
        Ok(())
    }
}

impl Rules {
    /// The rule set of fields that were checked.
    fn of(fields: RuleFields) -> Self {
        Self { penalty: fields.penalties.table(), fields }
    }

    /// The fields, to be changed and checked again.
    pub fn into_fields(self) -> RuleFields {
        self.fields
    }

    /// Cards that this card demands of the other player; 0 if it is plain.
    #[inline]
    pub fn penalty(&self, card: Card) -> u32 {
        usize::try_from(card).ok().and_then(|rank| self.penalty.get(rank)).copied().unwrap_or(0)
    }

    /// Whether chance enters after the deal.
    pub fn has_in_game_randomness(&self) -> bool {
        self.pile == Pile::Shuffled
    }

    /// Whether a position that occurs again ends the game.
    pub fn finds_loops(&self) -> bool {
        self.limit.0.is_none() && !self.has_in_game_randomness()
    }

    /// Cards after which no further one is played.
    pub fn max_cards(&self) -> u32 {
        self.limit.0.unwrap_or(CEILING)
    }

    /// The rules as TOML that [`RuleFields::from_toml`] reads back to the same value.
    pub fn to_toml(&self) -> String {
        match toml::to_string(&self.fields) {
            Ok(text) => text,
            Err(error) => unreachable!("plain words, numbers and tables make TOML: {error}"),
        }
    }

    /// What is likely to be a slip, each with what to do.
    pub fn cautions(&self) -> Vec<String> {
        let mut cautions = Vec::new();
        let plain = |rank: &Card| self.deck.fresh().contains(rank) && self.penalty(*rank) == 0;
        let forgotten: Vec<String> =
            [11, 12, 13, 14].iter().filter(|r| plain(r)).map(|&r| rank_name(r)).collect();
        let names_some = self.penalties.iter().any(|(rank, _)| (11..=14).contains(&rank));
        if names_some && !forgotten.is_empty() {
            cautions.push(format!(
                "penalties does not name {}, which are plain cards then; a rules file has to name every \
                 court rank",
                forgotten.join(", ")
            ));
        }
        cautions
    }
}

#[cfg(test)]
mod tests {
    use super::super::presets;
    use super::*;

    fn message(text: &str) -> String {
        RuleFields::from_toml(text).unwrap_err().to_string()
    }

    #[test]
    fn every_preset_reads_back_as_itself() {
        for preset in presets::ALL {
            let rules = preset.rules();
            assert_eq!(RuleFields::from_toml(&rules.to_toml()), Ok(rules), "{}", preset.name);
        }
        assert_eq!(RuleFields::from_toml(""), Ok(Rules::default()));
    }

    #[test]
    fn every_field_reads_back_as_written() {
        let text = "deal = \"alternate\"\nleader = \"alternate\"\nempty = \"at-last-card\"\n\
                    pile = \"shuffled\"\nlimit = 500\npenalties = { 3 = 7, q = 2, 14 = 20, K = 0 }\n\
                    deck.suits = 5\ndeck.jokers = 1";
        let rules = RuleFields::from_toml(text).unwrap();
        assert_eq!(rules.limit, Limit(Some(500)));
        assert_eq!(rules.penalties, Penalties::from([(3, 7), (12, 2), (14, 20)]));
        assert_eq!([3, 12, 13, 14, 15, -1].map(|card| rules.penalty(card)), [7, 2, 0, 20, 0, 0]);
        assert_eq!(RuleFields::from_toml(&rules.to_toml()), Ok(rules));
    }

    #[test]
    fn what_makes_no_game_is_refused_by_name() {
        for (text, expected) in [
            ("limit = 0", "limit = 0 is out of range: use 1 to 100000"),
            ("limit = 100001", "limit = 100001 is out of range"),
            ("penalties = {}", "penalties without a court card"),
            ("penalties = { A = 0 }", "penalties without a court card"),
            ("penalties.A = 21", "penalties.A = 21 is out of range: use 0 (a plain card) to 20"),
            ("deck.ranks = 9", "penalties.J = 1 and a deck of ranks 2 to 10 cannot go together"),
            ("penalties.15 = 1", "penalties.15 = 1 and a deck of ranks 2 to 14"),
            ("deck = { suits = 0 }", "penalties.J = 1 and a deck of ranks 0 to 0"),
            (
                "deck = { suits = 1, ranks = 1 }\npenalties.2 = 1",
                "a deck of 1 cards of which A gets 1 cannot go together: each player needs",
            ),
            (
                "deal = \"alternate\"\ndeck.hands.a = [14]",
                "deal = \"alternate\" and deck.hands cannot go together",
            ),
            ("deck.hands.a = [14, 14, 14, 14, 14]", "deck.hands.a holds 5 cards of rank 14"),
        ] {
            assert!(message(text).starts_with(expected), "{text}: {}", message(text));
        }
    }

    #[test]
    fn slips_say_what_is_allowed() {
        for (text, expected) in [
            ("limit = \"nine\"", "must be 1 to 100000 or \"none\""),
            ("limit = -1", "is `-1`; it must be 1 to 100000 or \"none\""),
            ("limit = 1.5", "must be 1 to 100000 or \"none\""),
            ("pile = \"in order\"", "did you mean \"in-order\"?"),
            ("leader = 1", "must be \"first\", \"second\" or \"alternate\""),
            ("penalties.X = 1", "unknown rank `X` in penalties"),
            ("penalties = { J = 1, 11 = 2 }", "penalties names rank 11 twice"),
            ("penalties.J = -1", "must be a number of cards from 0 to 20"),
            ("penalties = [1, 2]", "must be court ranks with the cards they demand"),
            ("penalty.J = 1", "unknown field `penalty`"),
        ] {
            assert!(message(text).contains(expected), "{text}: {}", message(text));
        }
    }

    #[test]
    fn a_forgotten_court_card_is_worth_a_caution() {
        assert!(presets::ALL.iter().all(|preset| preset.rules().cautions().is_empty()));
        let cautions = RuleFields::from_toml("penalties.A = 3").unwrap().cautions();
        assert_eq!(cautions.len(), 1);
        assert!(cautions[0].contains("does not name J, Q, K,"), "{cautions:?}");
    }
}
