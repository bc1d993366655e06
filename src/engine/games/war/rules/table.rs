//! The table of War's fields: a row says what may be written, the default, when it is asked for.

use super::choices::{
    AceRank, Deal, FACE_DOWN, FaceDown, Lay, LimitAsked, LimitUnit, Short, Verdict, Winnings,
};
use super::fields::{ACE, ACE_COUNTS, CEILING, LIMIT_AT, LOW_ACE, RuleFields};
use super::pickup::Pickup;
use crate::core::fields::{Field, FieldTable, Holds, deck};

type RuleField = Field<RuleFields>;

use Holds::{Optional, Switch, Table, Word};

/// Every field of War.
pub const FIELDS: FieldTable<RuleFields> = FieldTable(&[
    &[
        RuleField::new("deal", Word(Deal::WORDS)).likely(7, &[]),
        RuleField::new("pickup", Word(Pickup::WORDS))
            .likely(4, &[]),
        RuleField::new("pickup_war", Optional(&Word(Pickup::WORDS)))
        .likely(16, &[])
        .idle(without_ties),
        RuleField::new("seat_b", Table),
        RuleField::new("seat_b.pickup", Optional(&Word(Pickup::WORDS)))
        .likely(15, &[]),
        RuleField::new("seat_b.pickup_war", Optional(&Word(Pickup::WORDS)))
        .likely(17, &[])
        .idle(without_ties),
        // A pile that is not turned over plays as the hand's bottom.
        RuleField::new("winnings", Word(Winnings::WORDS))
            .likely(8, &["'pile-reversed'", "'bottom'"]),
    ],
    &deck(),
    &[
        RuleField::new("compare", Table),
        RuleField::new("compare.ace", Word(AceRank::WORDS))
        .likely(11, &[])
        .idle(|rules| {
            let (deck, aces) = (&rules.deck, [LOW_ACE, ACE]);
            let has_ace = aces.into_iter().any(|card| deck.has_rank(card) && rules.is_ace(card));
            let why = "deck.lowest = {deck.lowest}, deck.ranks = {deck.ranks} make a deck without an ace (rank 14)";
            (!has_ace).then_some(why)
        }),
        RuleField::new("compare.lowest_beats_highest", Switch)
        .likely(14, &[])
        .idle(|rules| {
            (rules.deck.ranks < 2).then_some("deck.ranks = {deck.ranks} has no two ranks")
        }),
        RuleField::new("compare.low_wins", Switch).likely(13, &[]),
        RuleField::new("war", Table),
        RuleField::new("war.face_down", FACE_DOWN)
        .likely(12, &["0", "1", "2", "3", "4", "5"]),
        RuleField::new("war.ace_counts", ACE_COUNTS)
        .beside("war.face_down = \"tied-rank\"")
        .shown(|rules| rules.war.face_down == FaceDown::TiedRank)
        .idle(|rules| {
            let is_used = rules.war.face_down == FaceDown::TiedRank;
            (!is_used).then_some("only war.face_down = \"tied-rank\" uses it")
        }),
        RuleField::new("war.lay", Word(Lay::WORDS)).likely(3, &[]).idle(|rules| {
            let [_, wars_a, _, wars_b] = rules.pickups();
            match [wars_a, wars_b].into_iter().any(Pickup::looks_at_laying) {
                _ if rules.lays_nothing() => Some("war.face_down = 0 lays nothing"),
                true => None,
                false => Some("no pot with a war is picked up by the order in which both laid it"),
            }
        }),
        RuleField::new("war.short", Word(Short::WORDS))
        .likely(5, &["'lose'", "'draw'", "'last-card'", "'last-card-or-lose'", "'reduce'"]),
        RuleField::new("war.both_short", Word(Verdict::WORDS))
            .beside("deck.suits = 5\ndeck.ranks = 1")
            .likely(6, &[])
            .idle(|rules| {
                let nobody = "nobody can be short with war.face_down = 0";
                match rules.war.short {
                    Short::Draw => Some("war.short = \"draw\" makes any shortage a draw"),
                    Short::Lose => rules.lays_nothing().then_some(nobody),
                    _ => None,
                }
            }),
        RuleField::new("limit", Table),
        RuleField::new("limit.unit", Word(LimitUnit::WORDS))
            .likely(9, &["'rounds'", "'battles'"]),
        RuleField::new("limit.at", LIMIT_AT)
        .likely(2, &["100", "500", "1_000", "10_000"])
        .shown(RuleFields::has_limit)
        .idle(|rules| {
            let why = "limit.unit = \"none\" has no limit (limit.ceiling applies instead)";
            (!rules.has_limit()).then_some(why)
        }),
        RuleField::new("limit.asked", Word(LimitAsked::WORDS))
            .likely(1, &[])
            .beside("limit.at = 3\ndeck.suits = 1\ndeck.ranks = 6")
            .shown(RuleFields::has_limit),
        RuleField::new("limit.verdict", Word(Verdict::WORDS))
        .likely(10, &[]),
        RuleField::new("limit.ceiling", CEILING)
        .beside("limit.unit = \"none\"")
        .shown(|rules| !rules.has_limit())
        .idle(|rules| {
            rules.has_limit().then_some("only limit.unit = \"none\" uses it")
        }),
    ],
]);

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
