//! The rule fields as written in a file, unchecked, and their table.

use serde::{Deserialize, Deserializer, Serialize};

use Holds::{Switch, Table, Whole, Word};

use super::choices::{
    AceRank, FACE_DOWN, FaceDown, Lay, LimitAsked, LimitUnit, Short, Verdict, Winnings,
};
use super::pickup::Pickup;
use crate::core::cards::split::Deal;
use crate::core::cards::{Card, Composition};
use crate::core::fields::{ANY, Field, FieldTable, Holds};
use crate::core::seats::Seat;
use crate::core::wording::field;

/// The rank of the ace.
pub const ACE: Card = 14;
/// The rank of the ace in sources that count from 1; equal to [`ACE`] under `tied-rank`.
pub const LOW_ACE: Card = 1;

/// Which of two cards is higher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Compare {
    /// Where the ace ranks.
    pub ace: AceRank,
    /// Whether the deck's lowest rank beats its highest, jokers apart.
    pub lowest_beats_highest: bool,
    /// Whether the lower card wins.
    pub low_wins: bool,
}

/// What a tie costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WarFields {
    /// Cards laid face down.
    pub face_down: FaceDown,
    /// As how many cards an ace counts under `tied-rank`.
    #[serde(deserialize_with = "field::whole")]
    pub ace_counts: u32,
    /// The order of laying.
    pub lay: Lay,
    /// What happens to a player who is short of cards.
    pub short: Short,
    /// Who wins if both are short.
    pub both_short: Verdict,
}

impl Default for WarFields {
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
    #[serde(deserialize_with = "field::whole")]
    pub at: u64,
    /// When it is asked.
    pub asked: LimitAsked,
    /// Who wins a game that the limit stops.
    pub verdict: Verdict,
    /// Battles at which a game without a limit stops all the same, as at a limit.
    #[serde(deserialize_with = "field::whole")]
    pub ceiling: u64,
}

impl Default for Limit {
    fn default() -> Self {
        Self {
            unit: LimitUnit::default(),
            at: 1_000,
            asked: LimitAsked::default(),
            verdict: Verdict::default(),
            ceiling: 10_000_000,
        }
    }
}

/// What B does differently from A, of the fields that a player can decide alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeatB {
    /// How B picks up pots; as A if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup: Option<Pickup>,
    /// How B picks up pots that hold a war; if `None` as [`SeatB::pickup`], and without that as A.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_war: Option<Pickup>,
}

/// Every rule field, as written in a rules file; unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "rule fields, such as war.face_down = 3")]
pub struct RuleFields {
    /// What the deck is made of.
    #[serde(deserialize_with = "fields_of")]
    pub deck: Composition,
    /// How it is dealt.
    pub deal: Deal,
    /// Which card wins.
    #[serde(deserialize_with = "fields_of")]
    pub compare: Compare,
    /// What a tie costs.
    #[serde(deserialize_with = "fields_of")]
    pub war: WarFields,
    /// How the pot is picked up.
    pub pickup: Pickup,
    /// How a pot that holds a war is picked up; as the others if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_war: Option<Pickup>,
    /// What B does otherwise.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "fields_of")]
    pub seat_b: SeatB,
    /// Where it goes.
    pub winnings: Winnings,
    /// When an undecided game stops.
    #[serde(deserialize_with = "fields_of")]
    pub limit: Limit,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl RuleFields {
    /// How a seat picks up a pot that it wins, a pair or one that holds a war.
    pub fn pickup_by(&self, winner: Seat, holds_war: bool) -> Pickup {
        let wars_of_a = self.pickup_war.unwrap_or(self.pickup);
        let SeatB { pickup, pickup_war } = self.seat_b;
        match (winner, holds_war) {
            (Seat::A, false) => self.pickup,
            (Seat::A, true) => wars_of_a,
            (Seat::B, false) => pickup.unwrap_or(self.pickup),
            (Seat::B, true) => pickup_war.or(pickup).unwrap_or(wars_of_a),
        }
    }

    /// Every way in which a pot is picked up.
    pub fn pickups(&self) -> [Pickup; 4] {
        [(Seat::A, false), (Seat::A, true), (Seat::B, false), (Seat::B, true)]
            .map(|(winner, holds_war)| self.pickup_by(winner, holds_war))
    }

    /// What stands for a field that may be left out where it is.
    pub fn pickup_of(&self, key: &str) -> Option<Pickup> {
        let [_, wars_a, pairs_b, wars_b] = self.pickups();
        match key {
            "pickup_war" => Some(wars_a),
            "seat_b.pickup" => Some(pairs_b),
            "seat_b.pickup_war" => Some(wars_b),
            _ => None,
        }
    }

    /// The same rules in the fewest fields: what says what holds without it is left out.
    pub(super) fn said_once(mut self) -> Self {
        let [pairs_a, wars_a, pairs_b, wars_b] = self.pickups();
        self.pickup_war = (wars_a != pairs_a).then_some(wars_a);
        self.seat_b = match (pairs_b == pairs_a, wars_b == wars_a) {
            (true, true) => SeatB::default(),
            (true, false) => SeatB { pickup: None, pickup_war: Some(wars_b) },
            (false, _) => {
                SeatB { pickup: Some(pairs_b), pickup_war: (wars_b != pairs_b).then_some(wars_b) }
            }
        };
        self
    }

    /// Whether two cards of the deck can tie.
    pub(super) fn can_tie(&self) -> bool {
        let deck = &self.deck;
        deck.suits > 1 && deck.ranks > 0
            || deck.jokers > 1
            || self.deck.has_rank(LOW_ACE) && self.is_ace(LOW_ACE) && self.deck.has_rank(ACE)
    }

    /// Whether an ace is below every other card of its deck; under `tied-rank` a 1 is the ace, too.
    pub(super) fn has_low_ace(&self) -> bool {
        self.compare.ace == AceRank::Low
            && self.war.face_down != FaceDown::TiedRank
            && self.is_ace(ACE)
    }

    /// Whether a card is an ace: 14 in a deck that has this rank; 1 and 14 under `tied-rank`.
    pub fn is_ace(&self, card: Card) -> bool {
        if self.war.face_down == FaceDown::TiedRank {
            card == ACE || card == LOW_ACE
        } else {
            card == ACE && self.deck.has_rank(ACE)
        }
    }
}

/// As how many cards an ace may count.
const ACE_COUNTS: Holds = Whole(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], [1, 14]);
/// Battles or rounds of a limit.
const CARDS: [u64; 2] = [0, 4_096];
const LIMIT_AT: Holds = Whole(&[1000, 1, 2, 26, 999, 1001, 5000], [1, ANY]);

/// What a table of such fields is read as; a list of values is none.
fn fields_of<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    let such = "fields of its own, such as deck.ranks = 13, compare.ace = \"low\", war.face_down = 3, \
                limit.at = 1000 or seat_b.pickup = \"high-first\"";
    field::table(from, such)
}

type RuleField = Field<RuleFields>;

/// Every field of War.
pub const FIELDS: FieldTable<RuleFields> = FieldTable(&[
    RuleField::new("deal", Word(Deal::WORDS)),
    RuleField::new("pickup", Word(Pickup::WORDS)),
    RuleField::new("pickup_war", Word(Pickup::WORDS)).idle(without_ties),
    RuleField::new("seat_b", Table),
    RuleField::new("seat_b.pickup", Word(Pickup::WORDS)),
    RuleField::new("seat_b.pickup_war", Word(Pickup::WORDS)).idle(without_ties),
    RuleField::new("winnings", Word(Winnings::WORDS)),
    RuleField::new("deck", Table),
    RuleField::new("deck.suits", Whole(&[4, 0, 1, 2, 3, 5, 8], CARDS)),
    RuleField::new("deck.ranks", Whole(&[13, 0, 1, 2, 12, 14, 26], CARDS)),
    RuleField::new("deck.lowest", Whole(&[2, 1, 3, 7], CARDS)),
    RuleField::new("deck.jokers", Whole(&[0, 1, 2, 3], CARDS)),
    RuleField::new("compare", Table),
    RuleField::new("compare.ace", Word(AceRank::WORDS)).idle(without_aces),
    RuleField::new("compare.lowest_beats_highest", Switch).idle(|rules| {
        (rules.deck.ranks < 2).then_some("deck.ranks = {deck.ranks} has no two ranks")
    }),
    RuleField::new("compare.low_wins", Switch),
    RuleField::new("war", Table),
    RuleField::new("war.face_down", FACE_DOWN),
    RuleField::new("war.ace_counts", ACE_COUNTS).idle(|rules| {
        let is_used = rules.war.face_down == FaceDown::TiedRank;
        let why = "only war.face_down = \"tied-rank\" uses it";
        if is_used { without_aces(rules) } else { Some(why) }
    }),
    RuleField::new("war.lay", Word(Lay::WORDS)).idle(|rules| {
        let [_, wars_a, _, wars_b] = rules.pickups();
        match [wars_a, wars_b].into_iter().any(Pickup::looks_at_laying) {
            _ if rules.lays_nothing() => Some("war.face_down = 0 lays nothing"),
            true => None,
            false => Some("no pot with a war is picked up by the order in which both laid it"),
        }
    }),
    RuleField::new("war.short", Word(Short::WORDS)),
    RuleField::new("war.both_short", Word(Verdict::WORDS)).idle(|rules| {
        let nobody = "nobody can be short with war.face_down = 0";
        match rules.war.short {
            Short::Draw => Some("war.short = \"draw\" makes any shortage a draw"),
            Short::Lose => rules.lays_nothing().then_some(nobody),
            _ => None,
        }
    }),
    RuleField::new("limit", Table),
    RuleField::new("limit.unit", Word(LimitUnit::WORDS)),
    RuleField::new("limit.at", LIMIT_AT).idle(|rules| {
        let why = "limit.unit = \"none\" has no limit (limit.ceiling applies instead)";
        (!rules.has_limit()).then_some(why)
    }),
    RuleField::new("limit.asked", Word(LimitAsked::WORDS)),
    RuleField::new("limit.verdict", Word(Verdict::WORDS)),
    RuleField::new("limit.ceiling", Whole(&[10_000_000, 1, 50, 300], [1, ANY]))
        .idle(|rules| rules.has_limit().then_some("only limit.unit = \"none\" uses it")),
]);

fn without_aces(rules: &RuleFields) -> Option<&'static str> {
    let (deck, aces) = (&rules.deck, [LOW_ACE, ACE]);
    let has_ace = aces.into_iter().any(|card| deck.has_rank(card) && rules.is_ace(card));
    let why = "deck.lowest = {deck.lowest}, deck.ranks = {deck.ranks} make a deck \
               without an ace (rank 14)";
    (!has_ace).then_some(why)
}

fn without_ties(rules: &RuleFields) -> Option<&'static str> {
    let why = "deck.suits = {deck.suits} makes a deck in which no two cards tie";
    (!rules.can_tie()).then_some(why)
}

impl RuleFields {
    fn lays_nothing(&self) -> bool {
        self.war.face_down == FaceDown::Count(0)
    }

    fn has_limit(&self) -> bool {
        self.limit.unit != LimitUnit::None
    }
}
