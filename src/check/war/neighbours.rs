//! The neighbours of a rule set: one field of it is changed, or two.

use crate::check::changes::{self, Change};
use crate::games::war::rules::{LimitAsked, Pickup, Verdict};
use crate::games::war::{RuleFields, Rules};

/// The orders of picking up, the likely ones first; a shuffled pot is no slip.
fn pickups() -> impl Iterator<Item = &'static str> + Clone {
    let orders = Pickup::ALL.iter().filter(|&&order| order != Pickup::Shuffled);
    let unlike_as_laid = orders.filter(|&&order| order != Pickup::AsLaid);
    unlike_as_laid.chain(&[Pickup::AsLaid]).map(|order| order.name())
}

/// Changes of only some pots: those of wars, or those that B wins. They are asked last, because
/// simple slips come near them.
pub fn of_some_pots() -> impl Iterator<Item = Change> {
    let fields = ["seat_b.pickup", "pickup_war", "seat_b.pickup_war"];
    fields.into_iter().flat_map(|field| pickups().map(|value| (field.to_owned(), value.into())))
}

/// Changes that programs often make, the likely ones first; those equal to the rule set itself, or
/// that cannot be played with it, are passed over.
pub fn changes(rules: &Rules) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    changes.extend(["before", "after"].map(|value| ("limit.asked".into(), value.into())));
    // Before a late limit, by which few decks are answered otherwise.
    changes.push(("limit.unit".into(), "none".into()));
    // After the next battle a draw is asked as before it.
    let (at, is_draw) = (rules.limit.at, rules.limit.verdict == Verdict::Draw);
    let same = match rules.limit.asked {
        LimitAsked::After => at.saturating_add(1),
        LimitAsked::Before => at.saturating_sub(1),
    };
    let limits = [at.saturating_sub(1), at.saturating_add(1), 100, 500, 1_000, 10_000];
    let limits = limits.into_iter().filter(|&at| at != same || !is_draw);
    changes.extend(limits.map(|at| ("limit.at".into(), number(at))));
    let mut words = |field: &str, values: &[&str]| {
        changes.extend(values.iter().map(|&value| (field.into(), value.into())));
    };
    words("war.lay", &["alternating", "blocks"]);
    words("pickup", &pickups().collect::<Vec<_>>());
    words("war.short", &["lose", "draw", "last-card", "last-card-or-lose", "reduce"]);
    words("war.both_short", &["more-cards", "draw"]);
    words("deal", &["halves", "alternate"]);
    words("winnings", &["pile-reversed", "bottom"]);
    words("limit.unit", &["rounds", "battles"]);
    words("limit.verdict", &["more-cards", "draw"]);
    words("compare.ace", &["low", "high"]);
    changes.extend((0..=5).map(|cards| ("war.face_down".into(), number(cards))));
    for field in ["compare.low_wins", "compare.lowest_beats_highest"] {
        changes.extend([true, false].map(|yes| (field.into(), yes.into())));
    }
    changes
}

fn number(number: u64) -> toml::Value {
    toml::Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// The rule set with these fields changed; `None` if it cannot be played or is no other one.
pub fn changed(rules: &Rules, fields: &[Change]) -> Option<Rules> {
    let neighbour = RuleFields::from_toml(&changes::changed(&rules.to_toml(), fields)?).ok()?;
    let playable = !neighbour.has_in_game_randomness() && neighbour != *rules;
    playable.then_some(neighbour)
}
