//! What a rule field says, in a plain sentence: how a program reads it, beside how the rules do.

use toml::Value;

use crate::core::fields::flat;
use crate::games::war::Rules;

/// How a program reads a field otherwise than these rules, as the end of a sentence.
pub fn reading(rules: &Rules, field: &str, value: &Value) -> Option<String> {
    let own = flat(&rules.to_toml().parse().unwrap_or_default());
    let of_rules = |field: &str| own.iter().find(|(key, _)| key == field).map(|(_, value)| value);
    // What a seat or a pot has no order of its own for is picked up by the general one.
    let right = of_rules(field).or_else(|| of_rules("pickup").filter(|_| is_order(field)));
    let right = right.filter(|right| *right != value).and_then(|right| clause(field, right));
    let by_rules = right.map_or_else(String::new, |right| format!("; by the rules {right}"));
    clause(field, value).map(|read| format!("{read}{by_rules}."))
}

fn is_order(field: &str) -> bool {
    field.rsplit('.').next().is_some_and(|key| key.starts_with("pickup"))
}

/// What a field with this value says, as a clause; # is any number.
fn clause(field: &str, value: &Value) -> Option<String> {
    let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pot = if field.ends_with("_war") { "the pot of a war" } else { "a pot" };
    let whose = if field.starts_with("seat_b") { " that B wins" } else { "" };
    let clause = match (if is_order(field) { "pickup" } else { field }, &*word) {
        ("deal", "alternate") => "the cards are dealt in turn, A first",
        ("deal", "halves") => "the first half of the deck goes to A, the rest to B",
        ("compare.ace", "high") => "the ace is the highest card",
        ("compare.ace", "low") => "the ace is the lowest card",
        ("compare.lowest_beats_highest", "true") => "the lowest rank beats the highest",
        ("compare.lowest_beats_highest", "false") => "the lowest rank beats no other",
        ("compare.low_wins", "true") => "the lower card wins",
        ("compare.low_wins", "false") => "the higher card wins",
        ("war.face_down", "1") => "a war costs one card face down",
        ("war.face_down", "tied-rank") => "a war costs as many cards as the rank that tied",
        ("war.face_down", _) => "a war costs # cards face down",
        ("war.lay", "blocks") => "all face-down cards of A are laid before those of B",
        ("war.lay", "alternating") => "the face-down cards are laid in turn, A first",
        ("war.short", "lose") => "a player who cannot pay for a war loses",
        ("war.short", "last-card") => "a player who is short fights a war with the last card",
        ("war.short", "last-card-or-lose") => "a short player fights with the last card, or loses",
        ("war.short", "draw") => "a war that somebody cannot pay for is a draw",
        ("war.short", "reduce") => "a war is as large as the shorter hand can pay for",
        ("war.both_short", "draw") => "a war that neither can pay for is a draw",
        ("war.both_short", "more-cards") => "a war that neither can pay for is won by more cards",
        ("winnings", "bottom") => "won cards are drawn in the order in which they were won",
        ("winnings", "pile") => "the pot goes onto a pile that becomes the hand",
        ("winnings", "pile-reversed") => "the pot goes onto a pile drawn from its last card",
        ("limit.unit", "battles") => "the limit counts battles",
        ("limit.unit", "rounds") => "the limit counts rounds, and is never checked in a war",
        ("limit.unit", "none") => "there is no limit",
        ("limit.at", _) => "the limit is #",
        ("limit.verdict", "draw") => "a game that the limit stops is a draw",
        ("limit.verdict", "more-cards") => "a game that the limit stops is won by more cards",
        ("limit.asked", "after") => "the limit is checked right after the battle that reaches it",
        ("limit.asked", "before") => "the limit is checked before the next battle begins",
        ("pickup", "as-laid") => "in the order in which it was laid",
        ("pickup", "winner-first") => "pair by pair, the winner's card first",
        ("pickup", "loser-first") => "pair by pair, the loser's card first",
        ("pickup", "winner-block") => "all of the winner's cards first",
        ("pickup", "loser-block") => "all of the loser's cards first",
        ("pickup", "a-block") => "all of A's cards first",
        ("pickup", "last-first") => "from the card laid last",
        ("pickup", "winner-block-last-first") => "the winner's cards first, from the last one up",
        ("pickup", "high-first") => "from the highest card down",
        ("pickup", "low-first") => "from the lowest card up",
        ("pickup", "last-war-first") => "war by war, the last one first",
        ("pickup", "each-from-top") => "pair by pair from the cards laid last, the winner's first",
        _ => return None,
    };
    Some(match is_order(field) {
        true => format!("{pot}{whose} is picked up {clause}"),
        false => clause.replace('#', &word),
    })
}
