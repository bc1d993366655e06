//! The rule fields of War, and which combinations of them make a game.
//!
//! Each field is one question that the sources answer differently; the default is the answer of the
//! UMass assignment (rule set `umass`).

mod card_order;
mod choices;
mod fields;

use std::ops::Deref;

use self::card_order::CardOrder;
pub use self::choices::{
    AceRank, Deal, FaceDown, Lay, LimitAsked, LimitUnit, MAX_FACE_DOWN, Pickup, Short, Verdict,
    Winnings,
};
pub use self::fields::{ACE, Compare, LOW_ACE, Limit, RANKS_WITH_ACE, RuleFields, War};
use super::seats::Seat;
use crate::core::cards::{Card, DeckFieldsError};

/// A limit above this is worth a caution: a game that comes back to where it was goes on to it.
pub const HIGH_LIMIT: u64 = 10_000_000;

/// A rule set that was checked: every combination of its fields makes a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    fields: RuleFields,
    order: CardOrder,
}

impl Default for Rules {
    /// The rule set `umass`.
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

/// Fields that cannot be played together, or a value out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A value outside its range.
    #[error("{field} = {value} is out of range: use {range}")]
    OutOfRange {
        /// The key of the rules file.
        field: &'static str,
        /// What was written.
        value: String,
        /// What is allowed.
        range: String,
    },
    /// Two fields that contradict each other.
    #[error("{fields} cannot go together: {reason}")]
    Contradiction {
        /// The keys and values.
        fields: String,
        /// Why, and what to change.
        reason: &'static str,
    },
    /// A deck that is too large, or hands that it does not make.
    #[error(transparent)]
    Deck(#[from] DeckFieldsError),
    /// A file that is not TOML, or has an unknown key or a value of the wrong type.
    #[error("{0}")]
    Toml(String),
}

/// A card that a rule set has no use for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "card {card} (number {position} of the deck): war.face_down = \"tied-rank\" needs ranks 1 to 14, \
     1 and 14 both being the ace"
)]
pub struct DeckError {
    /// The card.
    pub card: Card,
    /// Its place in the deck, counted from 1.
    pub position: usize,
}

impl RuleFields {
    /// Reads the fields from a rules file and checks them.
    ///
    /// Errors: [`RulesError::Toml`] for unknown keys, wrong types and unknown words; otherwise as
    /// [`RuleFields::check`].
    pub fn from_toml(text: &str) -> Result<Rules, RulesError> {
        let fields: RuleFields =
            toml::from_str(text).map_err(|e| RulesError::Toml(e.to_string().trim_end().into()))?;
        fields.check()
    }

    /// Checks ranges and combinations.
    ///
    /// Errors: [`RulesError`] naming the fields. A field that merely has no effect is no error; see
    /// [`Rules::without_effect`].
    pub fn check(self) -> Result<Rules, RulesError> {
        self.deck.validate()?;
        self.check_ranges()?;
        self.check_combinations()?;
        Ok(Rules::of(self))
    }

    fn check_ranges(&self) -> Result<(), RulesError> {
        let out_of_range = |field, value: String, range: &str| {
            Err(RulesError::OutOfRange { field, value, range: range.into() })
        };
        if let FaceDown::Count(n) = self.war.face_down
            && n > MAX_FACE_DOWN
        {
            return out_of_range("war.face_down", n.to_string(), "0 to 20 or \"tied-rank\"");
        }
        if !(1..=14).contains(&self.war.ace_counts) {
            return out_of_range("war.ace_counts", self.war.ace_counts.to_string(), "1 to 14");
        }
        for (field, value) in [("limit.at", self.limit.at), ("limit.ceiling", self.limit.ceiling)] {
            if value == 0 {
                return out_of_range(field, value.to_string(), "1 or more");
            }
        }
        Ok(())
    }

    fn check_combinations(&self) -> Result<(), RulesError> {
        let contradiction =
            |fields: String, reason| Err(RulesError::Contradiction { fields, reason });
        if self.compare.two_beats_ace && self.compare.ace == AceRank::Low {
            return contradiction(
                "compare.two_beats_ace = true and compare.ace = \"low\"".into(),
                "a low ace loses to a two anyway; use compare.ace = \"high\" or leave out two_beats_ace",
            );
        }
        if self.compare.two_beats_ace && self.compare.low_wins {
            return contradiction(
                "compare.two_beats_ace = true and compare.low_wins = true".into(),
                "where the lower card wins a two beats an ace anyway; leave out one of them",
            );
        }
        if self.war.face_down == FaceDown::TiedRank {
            if self.deck.jokers > 0 {
                return contradiction(
                    format!("war.face_down = \"tied-rank\" and deck.jokers = {}", self.deck.jokers),
                    "a tie of jokers has no rank to lay cards by; use deck.jokers = 0 or a number for war.face_down",
                );
            }
            if self.deck.ranks > RANKS_WITH_ACE {
                return contradiction(
                    format!("war.face_down = \"tied-rank\" and deck.ranks = {}", self.deck.ranks),
                    "with tied-rank a deck holds ranks 1 to 14 only; use deck.ranks = 13 or fewer, or a number for war.face_down",
                );
            }
        }
        Ok(())
    }
}

impl Rules {
    /// The fields, to be changed and checked again.
    pub fn into_fields(self) -> RuleFields {
        self.fields
    }

    /// The rule set of fields that were checked.
    fn of(fields: RuleFields) -> Self {
        Self { order: CardOrder::new(&fields), fields }
    }

    /// The rank a card is compared by: its own, save for an ace, which is 14 or (low) 1.
    pub fn strength(&self, card: Card) -> Card {
        self.order.strength(card)
    }

    /// Who wins the battle of A's card against B's; `None` is a tie.
    pub fn winner(&self, card_a: Card, card_b: Card) -> Option<Seat> {
        self.order.winner(card_a, card_b)
    }

    /// Cards that each player lays face down when two of `tied` meet, the deciding card not
    /// counted.
    pub fn face_down_for(&self, tied: Card) -> usize {
        match self.war.face_down {
            FaceDown::Count(n) => n as usize,
            FaceDown::TiedRank => self.stake_for(tied) - 1,
        }
    }

    /// Cards without which a player is short under `war.short = "lose"`: the face-down cards, or,
    /// under `tied-rank`, the whole stake.
    pub fn stake_for(&self, tied: Card) -> usize {
        match self.war.face_down {
            FaceDown::Count(n) => n as usize,
            FaceDown::TiedRank if self.is_ace(tied) => self.war.ace_counts as usize,
            FaceDown::TiedRank => tied as usize,
        }
    }

    /// Whether chance enters after the deal.
    pub fn has_in_game_randomness(&self) -> bool {
        self.pickup == Pickup::Shuffled || self.winnings == Winnings::PileShuffled
    }

    /// Whether a position that repeats ends the game.
    pub fn finds_cycles(&self) -> bool {
        self.limit.unit == LimitUnit::None && !self.has_in_game_randomness()
    }

    /// When the limit is asked: `limit.asked`, or, for the ceiling of a game without a limit,
    /// before the next battle, because it ends only what is unfinished.
    pub fn limit_asked(&self) -> LimitAsked {
        match self.limit.unit {
            LimitUnit::Battles | LimitUnit::Rounds => self.limit.asked,
            LimitUnit::None => LimitAsked::Before,
        }
    }

    /// Battles after which no further one may begin: the limit or the ceiling.
    pub fn max_battles(&self) -> u64 {
        match self.limit.unit {
            LimitUnit::Battles => self.limit.at,
            LimitUnit::Rounds => u64::MAX,
            LimitUnit::None => self.limit.ceiling,
        }
    }

    /// Rounds after which no further one may begin.
    pub fn max_rounds(&self) -> u64 {
        match self.limit.unit {
            LimitUnit::Rounds => self.limit.at,
            LimitUnit::Battles | LimitUnit::None => u64::MAX,
        }
    }

    /// Checks that a given deck can be played.
    ///
    /// Errors: [`DeckError`] for a card outside 1 to 14 under `tied-rank`.
    pub fn check_deck(&self, deck: &[Card]) -> Result<(), DeckError> {
        if self.war.face_down == FaceDown::TiedRank
            && let Some(k) = deck.iter().position(|card| !(LOW_ACE..=ACE).contains(card))
        {
            return Err(DeckError { card: deck[k], position: k + 1 });
        }
        Ok(())
    }

    /// What is likely to be a slip, each with what to do.
    pub fn cautions(&self) -> Vec<String> {
        let counted = self.limit.unit != LimitUnit::None;
        if counted && self.limit.at > HIGH_LIMIT {
            return vec![format!(
                "limit.at = {}: a game that never ends takes that long; limit.unit = \"none\" finds \
                 such games at once",
                self.limit.at
            )];
        }
        Vec::new()
    }

    /// Settings that change nothing in this rule set, each with the reason, for a warning.
    pub fn without_effect(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let default = RuleFields::default();
        if !self.deck.hands.are_dealt() && self.deal != default.deal {
            notes.push("deal: deck.hands says who gets which card".into());
        }
        let tied_rank = self.war.face_down == FaceDown::TiedRank;
        let has_ace = tied_rank || self.deck.ranks == RANKS_WITH_ACE;
        if !has_ace && self.compare.ace != default.compare.ace {
            notes.push(format!("compare.ace: a deck of {} ranks has no ace", self.deck.ranks));
        }
        if !has_ace && self.compare.two_beats_ace {
            notes.push(format!(
                "compare.two_beats_ace: a deck of {} ranks has no ace",
                self.deck.ranks
            ));
        }
        if !tied_rank && self.war.ace_counts != default.war.ace_counts {
            notes.push("war.ace_counts: only war.face_down = \"tied-rank\" asks for it".into());
        }
        let without_limit = self.limit.unit == LimitUnit::None;
        if without_limit && self.limit.at != default.limit.at {
            notes.push(
                "limit.at: limit.unit = \"none\" has no limit (limit.ceiling has a say)".into(),
            );
        }
        if without_limit && self.limit.asked != default.limit.asked {
            notes.push("limit.asked: limit.unit = \"none\" has no limit to ask".into());
        }
        if !without_limit && self.limit.ceiling != default.limit.ceiling {
            notes.push("limit.ceiling: only limit.unit = \"none\" asks for it".into());
        }
        notes
    }
}
