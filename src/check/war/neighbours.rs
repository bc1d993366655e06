//! The neighbours of a rule set: one field of it is changed, or two.

use crate::check::changes::{self, Change};
use crate::games::war::rules::{FIELDS, LimitAsked, Verdict};
use crate::games::war::{RuleFields, Rules};

/// Fields of only some pots: those of wars, or those that B wins.
const OF_SOME_POTS: [&str; 3] = ["seat_b.pickup", "pickup_war", "seat_b.pickup_war"];

fn is_of_some_pots((field, _): &Change) -> bool {
    OF_SOME_POTS.contains(&field.as_str())
}

/// Changes of these fields. They are asked last, because simple slips come near them.
pub fn of_some_pots() -> impl Iterator<Item = Change> {
    FIELDS.likely().into_iter().filter(is_of_some_pots)
}

/// Changes that programs often make, the likely ones first; those equal to the rule set itself, or
/// that cannot be played with it, are passed over.
pub fn changes(rules: &Rules) -> Vec<Change> {
    let (limit, mut changes) = (rules.limit, FIELDS.likely());
    changes.retain(|change| !is_of_some_pots(change));
    let at = |at: u64| ("limit.at".to_owned(), i64::try_from(at).unwrap_or(i64::MAX).into());
    let near = [limit.at.saturating_sub(1), limit.at.saturating_add(1)];
    // Before a late limit, by which few decks are answered otherwise.
    let limits = changes.iter().position(|(field, _)| field == "limit.at").unwrap_or_default();
    let none = ("limit.unit".to_owned(), "none".into());
    changes.splice(limits..limits, [none].into_iter().chain(near.map(at)));
    // After the next battle a draw is asked as before it.
    let same = at(near[usize::from(limit.asked == LimitAsked::After)]);
    changes.retain(|change| *change != same || limit.verdict != Verdict::Draw);
    changes
}

/// The rule set with these fields changed; `None` if it cannot be played or is no other one.
pub fn changed(rules: &Rules, fields: &[Change]) -> Option<Rules> {
    let neighbour = RuleFields::from_toml(&changes::changed(&rules.to_toml(), fields)?).ok()?;
    let playable = !neighbour.has_in_game_randomness() && neighbour != *rules;
    playable.then_some(neighbour)
}
