//! The rule fields of War, and which combinations of them make a game.
//!
//! Each field is one question that the sources answer differently; the default is the answer of the
//! UMass assignment (rule set `umass`).

use std::fmt;
use std::ops::Deref;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::cards::{Card, DeckFields, DeckFieldsError};

/// The rank of the ace in a deck of 13 ranks.
pub const ACE: Card = 14;
/// The rank of the ace in sources that count from 1; equal to [`ACE`] under `tied-rank`.
pub const LOW_ACE: Card = 1;
/// Ranks in a deck that has an ace.
pub const RANKS_WITH_ACE: u32 = 13;
/// A limit above this is worth a caution: a game that comes back to where it was goes on to it.
pub const HIGH_LIMIT: u64 = 10_000_000;
/// Most cards that can be laid face down in a war.
pub const MAX_FACE_DOWN: u32 = 20;

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word of the rules files.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

choice! {
    /// How the deck is split into two hands.
    Deal {
        /// Card by card in turn, A first.
        #[default] Alternate = "alternate",
        /// The first half to A, the rest to B; an odd card goes to A.
        Halves = "halves",
    }
}

choice! {
    /// Where the ace stands in a comparison.
    AceRank {
        /// Above the king.
        #[default] High = "high",
        /// Below the two.
        Low = "low",
    }
}

choice! {
    /// The order in which war cards go into the pot.
    Lay {
        /// All of A's face-down cards, then all of B's.
        #[default] Blocks = "blocks",
        /// A, B, A, B ...
        Alternating = "alternating",
    }
}

choice! {
    /// What happens to a player who cannot pay for a war.
    Short {
        /// That player loses.
        #[default] Lose = "lose",
        /// That player's last card decides (the tied card, if there is none left).
        LastCard = "last-card",
        /// Both lay as many cards face down as leave the shorter hand one to turn up.
        Reduce = "reduce",
    }
}

choice! {
    /// Who wins a game that stops undecided.
    Verdict {
        /// Nobody.
        #[default] Draw = "draw",
        /// The player with more cards in hand and pile; equal is a draw.
        MoreCards = "more-cards",
    }
}

choice! {
    /// The order in which the pot goes to its winner.
    Pickup {
        /// In the order it was laid.
        #[default] AsLaid = "as-laid",
        /// Pair by pair, the winner's card of each pair first.
        WinnerFirst = "winner-first",
        /// Pair by pair, the loser's card of each pair first.
        LoserFirst = "loser-first",
        /// All the winner's cards, then all the loser's.
        WinnerBlock = "winner-block",
        /// All the loser's cards, then all the winner's.
        LoserBlock = "loser-block",
        /// In random order.
        Shuffled = "shuffled",
    }
}

choice! {
    /// Where won cards wait until they are played again.
    Winnings {
        /// Under the hand.
        #[default] Bottom = "bottom",
        /// On a pile that becomes the hand, first won first, when the hand is empty.
        Pile = "pile",
        /// On a pile that becomes the hand, last won first.
        PileReversed = "pile-reversed",
        /// On a pile that is shuffled when it becomes the hand.
        PileShuffled = "pile-shuffled",
    }
}

choice! {
    /// What the limit counts.
    LimitUnit {
        /// Battles; asked before every battle.
        #[default] Battles = "battles",
        /// Rounds; asked before a round begins, never inside a war.
        Rounds = "rounds",
        /// No limit: cycles are found, and a ceiling ends what is neither finished nor a cycle.
        None = "none",
    }
}

/// How many cards each player lays face down in a war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaceDown {
    /// This many, then one more to decide.
    Count(u32),
    /// As many cards as the tied rank, the last of them turned up to decide.
    TiedRank,
}

impl fmt::Display for FaceDown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaceDown::Count(n) => write!(f, "{n}"),
            FaceDown::TiedRank => f.write_str("\"tied-rank\""),
        }
    }
}

impl Serialize for FaceDown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FaceDown::Count(n) => serializer.serialize_u32(*n),
            FaceDown::TiedRank => serializer.serialize_str("tied-rank"),
        }
    }
}

impl<'de> Deserialize<'de> for FaceDown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FaceDownVisitor;

        impl Visitor<'_> for FaceDownVisitor {
            type Value = FaceDown;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "0 to {MAX_FACE_DOWN} or \"tied-rank\"")
            }

            fn visit_i64<E: de::Error>(self, n: i64) -> Result<FaceDown, E> {
                u32::try_from(n)
                    .map(FaceDown::Count)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(n), &self))
            }

            fn visit_u64<E: de::Error>(self, n: u64) -> Result<FaceDown, E> {
                u32::try_from(n)
                    .map(FaceDown::Count)
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(n), &self))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<FaceDown, E> {
                match word {
                    "tied-rank" => Ok(FaceDown::TiedRank),
                    _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }
        }

        deserializer.deserialize_any(FaceDownVisitor)
    }
}

/// Which of two cards is higher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Compare {
    /// Where the ace stands.
    pub ace: AceRank,
    /// Whether a two beats an ace.
    pub two_beats_ace: bool,
    /// Whether the lower card wins.
    pub low_wins: bool,
}

/// What a tie costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct War {
    /// Cards laid face down.
    pub face_down: FaceDown,
    /// As how many cards an ace counts under `tied-rank`.
    pub ace_counts: u32,
    /// The order of laying.
    pub lay: Lay,
    /// What a player does who is short of cards.
    pub short: Short,
    /// Who wins if both are short.
    pub both_short: Verdict,
}

impl Default for War {
    fn default() -> Self {
        Self {
            face_down: FaceDown::Count(3),
            ace_counts: 1,
            lay: Lay::default(),
            short: Short::default(),
            both_short: Verdict::default(),
        }
    }
}

/// When an undecided game stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limit {
    /// What is counted.
    pub unit: LimitUnit,
    /// How many of it may happen.
    pub at: u64,
    /// Who wins a game that the limit stops.
    pub verdict: Verdict,
    /// Battles after which a game without a limit stops all the same.
    pub ceiling: u64,
}

impl Default for Limit {
    fn default() -> Self {
        Self {
            unit: LimitUnit::default(),
            at: 1_000,
            verdict: Verdict::default(),
            ceiling: 10_000_000,
        }
    }
}

/// Every rule field, as written in a rules file; unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleFields {
    /// What the deck is made of.
    pub deck: DeckFields,
    /// How it is dealt.
    pub deal: Deal,
    /// Which card wins.
    pub compare: Compare,
    /// What a tie costs.
    pub war: War,
    /// How the pot is picked up.
    pub pickup: Pickup,
    /// Where it goes.
    pub winnings: Winnings,
    /// When an undecided game stops.
    pub limit: Limit,
}

/// A rule set that was checked: every combination of its fields makes a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules(RuleFields);

impl Deref for Rules {
    type Target = RuleFields;

    fn deref(&self) -> &RuleFields {
        &self.0
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
        Ok(Rules(self))
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
        self.0
    }

    /// Whether chance enters after the deal.
    pub fn has_in_game_randomness(&self) -> bool {
        self.pickup == Pickup::Shuffled || self.winnings == Winnings::PileShuffled
    }

    /// Whether a position that repeats ends the game.
    pub fn finds_cycles(&self) -> bool {
        self.limit.unit == LimitUnit::None && !self.has_in_game_randomness()
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

    /// Whether a card is an ace: 14 in a deck of 13 ranks; 1 and 14 under `tied-rank`.
    pub fn is_ace(&self, card: Card) -> bool {
        if self.war.face_down == FaceDown::TiedRank {
            card == ACE || card == LOW_ACE
        } else {
            card == ACE && self.deck.ranks == RANKS_WITH_ACE
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
        if !without_limit && self.limit.ceiling != default.limit.ceiling {
            notes.push("limit.ceiling: only limit.unit = \"none\" asks for it".into());
        }
        notes
    }
}
