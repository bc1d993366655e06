//! The plain programs that the engines are measured beside play the same games.

use war_sim::inside::{Dealer, Seed, presets};
use war_sim::war::{Composition, GameIndex, Reference};

#[path = "../../benches/plain/mod.rs"]
mod programs;

/// The first decks of a seed, as cards and as bytes.
fn decks(count: u64) -> impl Iterator<Item = (GameIndex, Vec<i32>, Vec<u8>)> {
    let mut dealer = Dealer::new(Seed(1), Composition::default());
    (0..count).map(move |game| {
        let deck = dealer.deck(game);
        let bytes = deck.iter().map(|&rank| rank as u8).collect();
        (GameIndex(game), deck, bytes)
    })
}

#[test]
fn the_plain_program_of_war_plays_as_the_reference_does() {
    for name in ["umass", "winner-first", "one-down", "two-down"] {
        let rules = presets::find(name).unwrap().rules();
        let plain = programs::war::Plain::of(&rules).unwrap();
        let mut reference = Reference::new(rules, Seed(1));
        for (game, deck, bytes) in decks(1_000) {
            let result = reference.play(&deck, game);
            let expected = (result.outcome.value(), result.battles as u32);
            assert_eq!(plain.play(&bytes), expected, "{name}, game {}", game.0);
        }
        assert!(plain.games(1, 0..1_000) > 100_000);
    }
    assert_eq!(programs::war::Plain::of(&presets::find("last-card").unwrap().rules()), None);
}
