//! The rule fields of War, and which combinations of them make a game.
//!
//! Each field is one question that the sources answer differently; the default is the answer of the
//! UMass assignment (rule set `umass`).

mod choices;
mod fields;
mod likely;
pub(crate) mod pickup;

use std::ops::Deref;

pub use self::choices::{
    AceRank, FaceDown, Lay, LimitAsked, LimitUnit, MAX_FACE_DOWN, Short, Verdict, Winnings,
};
pub use self::fields::{ACE, Compare, FIELDS, LOW_ACE, Limit, RuleFields, SeatB, WarFields};
pub use self::likely::likely;
pub use self::pickup::{Laid, Pickup};
use crate::core::cards::Card;
pub use crate::core::cards::split::Deal;
pub use crate::core::game::RulesError;
use crate::core::seats::Seat;
use crate::core::wording::slip;

/// A rule set that was checked: every combination of its fields makes a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    fields: RuleFields,
    /// What a card of rank 1 is compared by.
    one: Card,
    /// What a card of rank 14 is compared by.
    fourteen: Card,
    /// What the deck's lowest rank and its highest are compared by, if the lowest beats the highest.
    pub lowest_beats: Option<(Card, Card)>,
}

/// Where a game has to stop.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// No battle begins after this many.
    pub battles: u64,
    /// No round begins after this many.
    pub rounds: u64,
}

impl Caps {
    /// No stop at all.
    pub const NONE: Caps = Caps { battles: u64::MAX, rounds: u64::MAX };
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

impl RuleFields {
    /// Reads the fields from a rules file and checks them.
    ///
    /// Errors: [`RulesError::Toml`] for unknown keys, wrong types and unknown words; otherwise as
    /// [`RuleFields::check`], and [`RulesError::Refused`] with the fields that have no effect.
    pub fn from_toml(text: &str) -> Result<Rules, RulesError> {
        let fields: RuleFields =
            toml::from_str(text).map_err(|e| RulesError::Toml(slip::in_text(&e, text, &[])))?;
        let rules = fields.check()?;
        RulesError::idle(&FIELDS.without_effect(&rules)).map_or(Ok(rules), Err)
    }

    /// Checks ranges and combinations.
    ///
    /// Errors: [`RulesError`] naming the fields. A field that merely has no effect is not an error
    /// here; see [`FieldTable::without_effect`](crate::core::fields::FieldTable::without_effect).
    pub fn check(self) -> Result<Rules, RulesError> {
        self.deck.validate().map_err(RulesError::Refused)?;
        FIELDS.check_ranges(&self)?;
        self.check_combinations()?;
        Ok(Rules::of(self.said_once()))
    }

    fn check_combinations(&self) -> Result<(), RulesError> {
        let (deck, compare) = (&self.deck, &self.compare);
        let tied_rank = self.war.face_down == FaceDown::TiedRank;
        let is_beyond_tied_rank = deck.ranks > 0 && (deck.lowest < 1 || deck.highest() > ACE);
        // A key in braces stands for the value of its field.
        let contradictions = [
            (
                compare.lowest_beats_highest && compare.ace == AceRank::Low,
                "compare.lowest_beats_highest = true and compare.ace = \"low\"",
                "a low ace is not the highest rank; use compare.ace = \"high\" or leave out lowest_beats_highest",
            ),
            (
                compare.lowest_beats_highest && compare.low_wins,
                "compare.lowest_beats_highest = true and compare.low_wins = true",
                "where the lower card wins the lowest beats the highest anyway; leave out one of them",
            ),
            (
                tied_rank && deck.jokers > 0,
                "war.face_down = \"tied-rank\" and deck.jokers = {deck.jokers}",
                "a tie of jokers has no rank to lay cards by; use deck.jokers = 0 or a number for war.face_down",
            ),
            (
                tied_rank && is_beyond_tied_rank,
                "war.face_down = \"tied-rank\" and deck.lowest = {deck.lowest}, deck.ranks = {deck.ranks}",
                "with tied-rank a deck holds ranks 1 to 14 only; use a lowest rank of 1 or more and a \
                 highest of 14 or less, or a number for war.face_down",
            ),
            (
                self.has_low_ace() && deck.lowest <= LOW_ACE as u32,
                "compare.ace = \"low\" and deck.lowest = {deck.lowest}, deck.ranks = {deck.ranks}",
                "a low ace (14) is below every other card; use deck.lowest = 2 or more, or leave out \
                 compare.ace",
            ),
            (
                tied_rank && compare.lowest_beats_highest && deck.lowest == LOW_ACE as u32,
                "war.face_down = \"tied-rank\", deck.lowest = 1 and compare.lowest_beats_highest = true",
                "with tied-rank 1 is the ace and so the highest already; use deck.lowest = 2 or more",
            ),
        ];
        match contradictions.into_iter().find(|&(holds, ..)| holds) {
            Some((_, fields, reason)) => {
                let fields = FIELDS.filled(self, fields);
                Err(RulesError::Refused(format!("{fields} cannot go together: {reason}")))
            }
            None => Ok(()),
        }
    }
}

impl Rules {
    /// The rule set of fields that were checked.
    fn of(fields: RuleFields) -> Self {
        let ace = match fields.compare.ace {
            AceRank::High => ACE,
            AceRank::Low => LOW_ACE,
        };
        // No other rank is ever an ace.
        let [one, fourteen] =
            [LOW_ACE, ACE].map(|card| if fields.is_ace(card) { ace } else { card });
        let mut rules = Self { one, fourteen, lowest_beats: None, fields };
        if rules.compare.lowest_beats_highest && rules.deck.ranks > 0 {
            let ends = (rules.deck.lowest as Card, rules.deck.highest());
            rules.lowest_beats = Some((rules.strength(ends.0), rules.strength(ends.1)));
        }
        rules
    }

    /// The rank a card is compared by: its own, save for an ace, which is 14 or (low) 1.
    pub fn strength(&self, card: Card) -> Card {
        match card {
            LOW_ACE => self.one,
            ACE => self.fourteen,
            other => other,
        }
    }

    /// Who wins the battle of A's card against B's; `None` is a tie.
    pub fn winner(&self, card_a: Card, card_b: Card) -> Option<Seat> {
        let [a, b] = [self.strength(card_a), self.strength(card_b)];
        if a == b {
            return None;
        }
        let turned = self.lowest_beats.is_some_and(|ends| ends == (a, b) || ends == (b, a));
        // Either switch turns the order round; rules that set both are refused.
        let a_wins = (a > b) != (turned || self.compare.low_wins);
        Some(if a_wins { Seat::A } else { Seat::B })
    }

    /// Cards that each player lays face down when two of `tied` meet, the deciding card not
    /// counted.
    pub fn face_down_for(&self, tied: Card) -> usize {
        self.stake_for(tied) - usize::from(self.war.face_down == FaceDown::TiedRank)
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
        self.pickups().into_iter().any(Pickup::is_by_chance)
            || self.winnings == Winnings::PileShuffled
    }

    /// Whether no rule looks at the seat: hands of equal size, and an order of picking up by winner, loser,
    /// rank or chance, alike for all.
    ///
    /// What else names a seat first is only the order in which cards are laid. Of that such a pot keeps each
    /// player's own cards in order, which the others' do not change, and cards of equal rank, which are alike.
    pub fn has_equal_seats(&self) -> bool {
        let equal = self.deck.cards().is_multiple_of(2);
        // A pile that is shuffled before it is played keeps no order.
        let by_chance = self.winnings == Winnings::PileShuffled;
        let alike = self.seat_b == SeatB::default();
        let pickups = by_chance || !self.pickups().into_iter().any(Pickup::looks_at_seat);
        equal && alike && pickups
    }

    /// Whether a position that repeats ends the game.
    pub fn finds_cycles(&self) -> bool {
        self.limit.unit == LimitUnit::None && !self.has_in_game_randomness()
    }

    /// Where a game stops, as `limit.asked` has it: at the limit or the ceiling.
    pub fn caps(&self) -> Caps {
        match self.limit.unit {
            LimitUnit::Battles => Caps { battles: self.limit.at, ..Caps::NONE },
            LimitUnit::Rounds => Caps { rounds: self.limit.at, ..Caps::NONE },
            LimitUnit::None => Caps { battles: self.limit.ceiling, ..Caps::NONE },
        }
    }

    /// Checks that a given deck can be played.
    ///
    /// Errors: a sentence for a card outside 1 to 14 under `tied-rank`; elsewhere for a card of 1
    /// or less beside a low ace, which is below every other card.
    pub fn check_deck(&self, deck: &[Card]) -> Result<(), String> {
        let refuse = |reason: &str, is_refused: fn(Card) -> bool| {
            let found = deck.iter().zip(1..).find(|&(&card, _)| is_refused(card));
            found.map_or(Ok(()), |(card, position)| {
                Err(format!("card {card} (number {position} of the deck): {reason}"))
            })
        };
        if self.war.face_down == FaceDown::TiedRank {
            let reason = "war.face_down = \"tied-rank\" needs ranks 1 to 14, 1 and 14 both being the \
                          ace";
            refuse(reason, |card| !(LOW_ACE..=ACE).contains(&card))
        } else if self.has_low_ace() && deck.contains(&ACE) {
            let reason = "with compare.ace = \"low\" an ace (14) is below every other card; use cards \
                          of 2 or more beside it, or a rule set with a high ace";
            refuse(reason, |card| card <= LOW_ACE)
        } else {
            Ok(())
        }
    }

    /// The rule set as TOML that [`RuleFields::from_toml`] reads back to the same value.
    pub fn to_toml(&self) -> String {
        FIELDS.to_toml(self)
    }
}
