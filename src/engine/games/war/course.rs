//! How the game of a deal goes, for a certificate.

use serde_json::{Value as Json, json};

use super::event::Event;
use super::given;
use super::many::{self, Many};
use super::reference::Reference;
use super::result::EndReason;
use super::rules::{FaceDown, Pickup, RuleFields, Rules, Winnings};
use super::seat_set;
use super::table::Player;
use crate::core::cards::suited::{Ranked, SuitedCard};
use crate::core::cards::text::Given;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::core::game::{Course, EVERY};

/// The course of this deal's game.
///
/// Errors: a sentence on rules or ends that a certificate has no words for.
pub fn of_deal(rules: &Rules, deal: &str) -> Result<Course, String> {
    if rules.has_in_game_randomness() {
        return Err("a certificate has no words for in-game shuffles, which scripts/verify.py cannot repeat"
            .into());
    }
    let given = given::read(deal.as_bytes(), rules)?;
    let (course, end_reason) = match rules.players {
        2 => of_two(rules, &given),
        _ => of_many(rules, &given),
    };
    match end_reason {
        EndReason::Limit => Err("the limit ended the game, so it has no end of its own".into()),
        _ => Ok(course),
    }
}

/// What everybody holds, in words.
fn position<C: Ranked>(players: &[Player<C>], rules: &Rules) -> String {
    let places = players.iter().map(|player| player.written(rules.winnings));
    places.collect::<Vec<_>>().join(" | ")
}

fn of_two(rules: &Rules, given: &Given) -> (Course, EndReason) {
    let hands = rules.split().given(given, &SuitedCard::given_deck(&given.cards));
    let mut positions = Vec::new();
    let mut reference = Reference::new(rules.clone(), Seed(0));
    let result = reference.observe_hands(hands.clone(), GameIndex(0), &mut |step| {
        if let Event::Round { round, .. } = step.event
            && (round - 1) % EVERY == 0
        {
            positions.push(position(step.table.players, rules));
        }
    });
    let [a, b] = hands.map(|hand| SuitedCard::ranks(&hand));
    let words = json!({
        "game": "war",
        "rules": in_words(rules, &[&a[..], &b].concat()),
        "a": a,
        "b": b,
        "outcome": result.outcome.name(),
        "end_reason": result.end_reason.name(),
        "battles": result.battles,
        "rounds": result.rounds,
        "wars": result.wars,
    });
    let period = result.cycle.map(|cycle| cycle.rounds);
    (Course::new(words, positions, result.rounds, period), result.end_reason)
}

fn of_many(rules: &Rules, given: &Given) -> (Course, EndReason) {
    let hands = many::given(rules, given, &given.cards);
    let played = Many::new(rules.clone(), Seed(0)).play(hands.clone(), GameIndex(0), None);
    let mut positions = Vec::new();
    many::each_round(rules, hands.clone(), played.rounds, |round, players| {
        if round % EVERY == 0 {
            positions.push(position(players, rules));
        }
    });
    let words = json!({
        "game": "war",
        "rules": {
            "players": rules.players,
            "leftover": rules.leftover.name(),
            "suits": rules.deck.suits,
            "ranks": rules.deck.ranks,
            "lowest": rules.deck.lowest,
            "jokers": rules.deck.jokers,
            "ace": rules.compare.ace.name(),
            "low_wins": rules.compare.low_wins,
            "face_down": rules.face_down_for(0),
            "lay": rules.war.lay.name(),
            "short": rules.war.short.name(),
            "fighters": rules.war.fighters.name(),
            "pickup": rules.pickup.name(),
            "pickup_war": rules.pickup_war.unwrap_or(rules.pickup).name(),
            "reversed_pile": rules.winnings == Winnings::PileReversed,
        },
        "hands": hands,
        "outcome": played.winner.map_or("draw".into(), |seat| seat_set::name(seat).to_string()),
        "end_reason": played.end_reason.name(),
        "battles": played.battles,
        "rounds": played.rounds,
        "wars": played.wars,
    });
    let period = played.cycle.map(|cycle| cycle.rounds);
    (Course::new(words, positions, played.rounds, period), played.end_reason)
}

/// The rules that `scripts/verify.py` asks for: eight words, and all others where one of them is not as
/// usual. Of other cards than the deck's those that are missing and those that are there instead.
fn in_words(rules: &Rules, cards: &[Card]) -> Json {
    let RuleFields { deck, war, compare, .. } = &**rules;
    let face_down = match war.face_down {
        FaceDown::Count(count) => json!(count),
        FaceDown::TiedRank => json!("tied-rank"),
    };
    let [pickup, pickup_war, pickup_b, pickup_war_b] = rules.pickups().map(Pickup::name);
    let mut words = json!({
        "suits": deck.suits,
        "ranks": deck.ranks,
        "lowest": deck.lowest,
        "jokers": deck.jokers,
        "pickup": pickup,
        "face_down": face_down,
        "lay": war.lay.name(),
        "low_wins": compare.low_wins,
    });
    let usual = RuleFields::default();
    let has_more = war.face_down == FaceDown::TiedRank
        || compare.ace != usual.compare.ace
        || compare.lowest_beats_highest
        || (war.short, war.both_short) != (usual.war.short, usual.war.both_short)
        || rules.winnings == Winnings::PileReversed
        || !deck.hands.are_dealt()
        || rules.pickups() != [rules.pickup; 4];
    if has_more {
        for (name, value) in [
            ("pickup_war", json!(pickup_war)),
            ("pickup_b", json!(pickup_b)),
            ("pickup_war_b", json!(pickup_war_b)),
            ("ace", json!(compare.ace.name())),
            ("ace_counts", json!(war.ace_counts)),
            ("lowest_beats_highest", json!(compare.lowest_beats_highest)),
            ("short", json!(war.short.name())),
            ("both_short", json!(war.both_short.name())),
            ("reversed_pile", json!(rules.winnings == Winnings::PileReversed)),
            ("dealt", json!(deck.hands.are_dealt())),
        ] {
            words[name] = value;
        }
    }
    if let Some(again) = war.again {
        words["again"] = json!(again);
    }
    let fresh = rules.deck.fresh();
    let [without, with] = [beyond(&fresh, cards), beyond(cards, &fresh)];
    if !(without.is_empty() && with.is_empty()) {
        words["without"] = json!(without);
        words["with"] = json!(with);
    }
    words
}

/// The cards of the first that the second has not, in rising order.
fn beyond(first: &[Card], second: &[Card]) -> Vec<Card> {
    let mut left = second.to_vec();
    let mut beyond: Vec<Card> = first.to_vec();
    beyond.retain(|card| match left.iter().position(|other| other == card) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    });
    beyond.sort_unstable();
    beyond
}
