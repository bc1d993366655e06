//! How the game of a deal goes, for a certificate.

use serde_json::{Map, Value as Json, json};

use super::given;
use super::reference::{Positions, Reference};
use super::result::EndReason;
use super::rules::{FaceDown, RuleFields, Rules, Short, Winnings};
use super::split::Split;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::core::game::{Course, EVERY};

/// The course of this deal's game.
///
/// Errors: a sentence on rules or ends that a certificate has no words for.
pub fn of_deal(rules: &Rules, deal: &str) -> Result<Course, String> {
    check(rules)?;
    let given = given::read(deal.as_bytes(), rules).map_err(|error| error.to_string())?;
    let hands: [Vec<Card>; 2] = match given.hands() {
        Some(hands) => hands.map(<[Card]>::to_vec),
        None => Split::of(rules).hands(&given.cards),
    };
    let mut reference = Reference::new(rules.clone(), Seed(0));
    let result = reference.play_hands(hands.each_ref().map(Vec::as_slice), GameIndex(0));
    if result.end_reason == EndReason::Limit {
        return Err("the limit ended the game, so it has no end of its own".into());
    }
    let mut now = Positions::new(rules, &hands);
    let mut positions = Vec::new();
    for round in 0..result.rounds {
        if round % EVERY == 0 {
            positions.push(now.hands().map(|hand| written(&hand)).join(" | "));
        }
        now.step();
    }
    let [a, b] = hands;
    let mut words: Map<String, Json> = [
        ("game", json!("war")),
        ("rules", in_words(rules)),
        ("a", json!(a)),
        ("b", json!(b)),
        ("outcome", json!(result.outcome.name())),
        ("end_reason", json!(result.end_reason.name())),
        ("battles", json!(result.battles)),
        ("rounds", json!(result.rounds)),
        ("wars", json!(result.wars)),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    if let Some(period) = result.cycle {
        words.insert("pre_period".into(), json!(result.rounds - period.rounds));
        words.insert("period".into(), json!(period.rounds));
    }
    Ok(Course { words, positions })
}

/// A hand, top first.
pub fn written(hand: &[Card]) -> String {
    hand.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// The rules that `scripts/verify.py` asks for.
fn in_words(rules: &Rules) -> Json {
    let RuleFields { deck, pickup, war, compare, .. } = &**rules;
    let face_down = match war.face_down {
        FaceDown::Count(count) => count,
        FaceDown::TiedRank => unreachable!("it was refused"),
    };
    json!({
        "suits": deck.suits,
        "ranks": deck.ranks,
        "lowest": deck.lowest,
        "jokers": deck.jokers,
        "pickup": pickup.name(),
        "face_down": face_down,
        "lay": war.lay.name(),
        "low_wins": compare.low_wins,
    })
}

/// Refuses rules that a certificate has no words for.
fn check(rules: &Rules) -> Result<(), String> {
    let default = RuleFields::default();
    let beyond = [
        ("in-game shuffles", rules.has_in_game_randomness()),
        ("pickup_war", rules.pickup_war.is_some()),
        ("seat_b", rules.seat_b != default.seat_b),
        ("compare.ace", rules.compare.ace != default.compare.ace),
        ("compare.lowest_beats_highest", rules.compare.lowest_beats_highest),
        ("war.face_down = \"tied-rank\"", rules.war.face_down == FaceDown::TiedRank),
        ("war.short", rules.war.short != Short::Lose),
        ("war.both_short", rules.war.both_short != default.war.both_short),
        ("winnings", !matches!(rules.winnings, Winnings::Bottom | Winnings::Pile)),
        ("deck.hands", !rules.deck.hands.are_dealt()),
    ];
    match beyond.into_iter().find(|&(_, is_beyond)| is_beyond) {
        None => Ok(()),
        Some((field, _)) => Err(format!(
            "a certificate has no words for {field}; scripts/verify.py knows decks that are dealt, \
             all orders of picking up but shuffled ones, face-down cards by number, and players who \
             lose when they are short"
        )),
    }
}
