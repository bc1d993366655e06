//! The rules of War, played by the reference engine: the sources' examples, every value of every
//! rule field, small decks in full, and what exchanged hands exchange.

mod assignment;
mod fields;
mod invariants;
mod small_decks;
mod sources;
mod validation;

use super::rules;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::core::seats::Seat;
use crate::games::war::event::Event;
use crate::games::war::{EndReason, GameResult, Reference, Rules, presets};

/// A built-in rule set.
fn preset(name: &str) -> Rules {
    presets::find(name).unwrap().rules()
}

/// Cards such as `10 9 2` or, with their suits, `10D 9S QH`.
fn cards(text: &str) -> Vec<Card> {
    let rank = |card: &str| match card.trim_end_matches(['C', 'D', 'H', 'S']) {
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        "A" => 14,
        number => number.parse().unwrap(),
    };
    text.split_whitespace().map(rank).collect()
}

/// Two hands such as `9 5 1 / 8 5`, A's first.
fn hands(text: &str) -> [Vec<Card>; 2] {
    text.split_once('/').map(|(a, b)| [a, b].map(cards)).unwrap()
}

/// One game of a deck, as game 0 of seed 42.
fn play(rules: &Rules, deck: &[Card]) -> GameResult {
    Reference::new(rules.clone(), Seed(42)).play(deck, GameIndex(0))
}

/// A game in a line, such as `B out-of-cards 2 battles, 2 rounds, 0 wars, 0:4`.
fn line(result: GameResult) -> String {
    let GameResult { outcome, end_reason, battles, rounds, wars, cards_a, cards_b, .. } = result;
    let end = format!("{} {}", outcome.name(), end_reason.name());
    format!("{end} {battles} battles, {rounds} rounds, {wars} wars, {cards_a}:{cards_b}")
}

/// A game of two hands in words: cards that meet, such as `9:8`, pots with their winners, such as `A 9 8;`, piles
/// that become hands, such as `A+4`, what a war needs that somebody lacks, such as `needs 4`, and its line.
fn story(rules: &Rules, held: &str, seed: u64, game: u64) -> String {
    let (mut words, mut reference) = (Vec::new(), Reference::new(rules.clone(), Seed(seed)));
    let name = |seat: Seat| ["A", "B"][seat.index()];
    let mut see = |event: Event<'_, Card>| {
        words.push(match event {
            Event::Battle { cards: [a, b], .. } => format!("{a}:{b}"),
            Event::PickUp { winner, pot } => {
                let pot: Vec<String> = pot.iter().map(Card::to_string).collect();
                format!("{} {};", name(winner), pot.join(" "))
            }
            Event::PileTurned { seat, cards } => format!("{}+{cards}", name(seat)),
            Event::Unpaid { needed, .. } => format!("needs {needed}"),
            Event::End { result } => line(result),
            _ => return,
        });
    };
    reference.observe(hands(held), GameIndex(game), &mut see);
    words.join(" ")
}

/// Games by fields or a built-in rule set, of hands, with words that their stories have to hold.
fn games(games: &[(&str, &str, &str)]) {
    for &(of, hands, words) in games {
        let rules = presets::find(of).map_or_else(|| rules(of), presets::Preset::rules);
        let story = story(&rules, hands, 42, 0);
        assert!(format!(" {story} ").contains(&format!(" {words} ")), "{of}: {hands}: {story}");
    }
}

// Games without a limit: cycles, found exactly, and the ceiling.

#[test]
fn the_ceiling_ends_what_no_cycle_has_ended_before() {
    let at =
        |asked, ceiling| format!("[limit]\nunit = 'none'\nasked = '{asked}'\nceiling = {ceiling}");
    for (asked, at_four) in [("after", "draw limit 4"), ("before", "draw cycle 4")] {
        for (ceiling, end) in [(3, "draw limit 3"), (4, at_four), (5, "draw cycle 4")] {
            games(&[(&at(asked, ceiling), "1 2 / 2 1", end)]);
        }
    }
    // Chance inside the game hides cycles.
    for field in ["pickup = 'shuffled'", "winnings = 'pile-shuffled'"] {
        let rules = rules(&format!("{field}\nlimit.unit = 'none'\nlimit.ceiling = 50"));
        let result = play(&rules, &[1, 2, 2, 1]);
        assert!(result.end_reason != EndReason::Cycle && result.battles <= 50, "{field}");
    }
}
