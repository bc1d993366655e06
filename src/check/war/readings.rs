//! What a rule field says, in a plain sentence: how a program reads it, beside how the rules do.

use toml::Value;

use crate::check::changes::Change;
use crate::core::fields::flat;
use crate::games::war::Rules;

/// A sentence on each field that a program reads otherwise than these rules.
pub fn readings(rules: &Rules, changes: &[Change]) -> Vec<String> {
    let own = flat(&rules.to_toml().parse().unwrap_or_default());
    let sentence = |(field, value): &Change| {
        let of_rules = |field: &str| own.iter().find(|(key, _)| key == field).map(|(_, v)| v);
        // What a seat or a pot has no order of its own for is picked up by the general one.
        let right = of_rules(field).or_else(|| of_rules("pickup").filter(|_| is_order(field)));
        let read = clause(field, value)?;
        Some(match right.filter(|right| *right != value).and_then(|right| clause(field, right)) {
            Some(right) => format!("In your program {read}; by the rules {right}."),
            None => format!("In your program {read}."),
        })
    };
    changes.iter().filter_map(sentence).collect()
}

fn is_order(field: &str) -> bool {
    field.rsplit('.').next().is_some_and(|key| key.starts_with("pickup"))
}

/// What a field with this value says, as a clause.
fn clause(field: &str, value: &Value) -> Option<String> {
    let (word, number) = (value.as_str(), value.as_integer());
    let is_on = value.as_bool() == Some(true);
    let fixed = match (field, word) {
        ("deal", Some("alternate")) => "the cards are dealt in turn, A first",
        ("deal", Some("halves")) => "the first half of the deck goes to A, the rest to B",
        ("compare.ace", Some("high")) => "the ace is the highest card",
        ("compare.ace", Some("low")) => "the ace is the lowest card",
        ("compare.lowest_beats_highest", _) if is_on => "the lowest rank beats the highest",
        ("compare.lowest_beats_highest", _) => "the lowest rank beats no other",
        ("compare.low_wins", _) if is_on => "the lower card wins",
        ("compare.low_wins", _) => "the higher card wins",
        ("war.face_down", Some("tied-rank")) => "a war costs as many cards as the rank that tied",
        ("war.lay", Some("blocks")) => "all face-down cards of A are laid before those of B",
        ("war.lay", Some("alternating")) => "the face-down cards are laid in turn, A first",
        ("war.short", Some("lose")) => "a player who cannot pay for a war loses",
        ("war.short", Some("last-card")) => {
            "a player who is short in a war fights it with the last card"
        }
        ("war.short", Some("last-card-or-lose")) => {
            "a player who is short in a war fights it with the last card, and loses without one"
        }
        ("war.short", Some("draw")) => {
            "the game is a draw if somebody cannot lay the face-down cards and one more"
        }
        ("war.short", Some("reduce")) => {
            "a war is fought with as few face-down cards as the shorter hand allows"
        }
        ("war.both_short", Some("draw")) => "a war that neither can pay for is a draw",
        ("war.both_short", Some("more-cards")) => {
            "a war that neither can pay for is won by more cards"
        }
        ("winnings", Some("bottom")) => "the pot goes under the winner's hand",
        ("winnings", Some("pile")) => "the pot goes onto a pile that becomes the hand",
        ("winnings", Some("pile-reversed")) => {
            "the pot goes onto a pile that is turned over to become the hand"
        }
        ("limit.unit", Some("battles")) => "the limit counts battles",
        ("limit.unit", Some("rounds")) => "the limit counts rounds, and is never checked in a war",
        ("limit.unit", Some("none")) => "there is no limit",
        ("limit.verdict", Some("draw")) => "a game that the limit stops is a draw",
        ("limit.verdict", Some("more-cards")) => "a game that the limit stops is won by more cards",
        ("limit.asked", Some("after")) => {
            "the limit is checked right after the battle that reaches it"
        }
        ("limit.asked", Some("before")) => "the limit is checked before the next battle begins",
        _ => "",
    };
    if !fixed.is_empty() {
        return Some(fixed.into());
    }
    match (field, number, word) {
        ("war.face_down", Some(1), _) => Some("a war costs one card face down".into()),
        ("war.face_down", Some(n), _) => Some(format!("a war costs {n} cards face down")),
        ("war.ace_counts", Some(n), _) => Some(format!("a war of aces costs {n} cards")),
        ("limit.at", Some(n), _) => Some(format!("the limit is {n}")),
        (_, _, Some(order)) if is_order(field) => {
            let pot = match field {
                "pickup" => "a pot",
                "pickup_war" => "the pot of a war",
                "seat_b.pickup" => "a pot that B wins",
                _ => "the pot of a war that B wins",
            };
            Some(format!("{pot} is picked up {}", in_order(order)?))
        }
        _ => None,
    }
}

/// An order of picking up, in words.
fn in_order(order: &str) -> Option<&'static str> {
    Some(match order {
        "as-laid" => "in the order in which it was laid",
        "winner-first" => "pair by pair, the winner's card first",
        "loser-first" => "pair by pair, the loser's card first",
        "winner-block" => "all of the winner's cards first",
        "loser-block" => "all of the loser's cards first",
        "a-block" => "all of A's cards first",
        "last-first" => "from the card laid last",
        "high-first" => "from the highest card down",
        "low-first" => "from the lowest card up",
        "last-war-first" => "war by war, the last one first",
        "each-from-top" => "pair by pair from the cards laid last, the winner's first",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::neighbours;
    use super::*;

    #[test]
    fn whatever_may_explain_a_program_has_a_sentence() {
        let rules = Rules::default();
        let all = neighbours::changes(&rules).into_iter().chain(neighbours::of_some_pots());
        let mut count = 0;
        let is_made =
            |change: &Change| neighbours::changed(&rules, std::slice::from_ref(change)).is_some();
        for change in all.filter(is_made) {
            let said = readings(&rules, std::slice::from_ref(&change));
            assert!(said.len() == 1 && said[0].contains("; by the rules "), "{change:?}: {said:?}");
            count += 1;
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn sentence_sets_both_readings_side_by_side() {
        let change = ("limit.asked".to_owned(), "before".into());
        assert_eq!(
            readings(&Rules::default(), &[change]),
            [
                "In your program the limit is checked before the next battle begins; by the rules the \
                 limit is checked right after the battle that reaches it."
            ]
        );
    }
}
