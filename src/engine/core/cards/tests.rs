//! The recipe `chacha8-fy32-v1`, pinned: a change of any value here is a new recipe.
//!
//! The values come from `scripts/recipe.py`, which was written from `docs/reproducibility.md`.

use std::process::Command;

use sha2::{Digest, Sha256};

use crate::core::cards::{Composition, Dealer, DeckBlock, RECIPE, Seed};
use crate::core::processor::tests::at_each;
use crate::core::random::inside::{InsideOfGame, InsideOfSeed, RECIPE_INSIDE};

fn text(cards: &[impl ToString]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn hex(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn ten_thousand_decks_of_each_kind_are_pinned() {
    assert_eq!(RECIPE, "chacha8-fy32-v1");
    // SHA-256 of the ranks, as bytes, of decks 0 to 9,999.
    for (seed, [suits, ranks, jokers], expected) in [
        (0, [4, 13, 0], "6ab0271a8ca10ffe86340e76770532b3ebaaba8da7280c5f6aeb61cdde4fc80c"),
        (42, [4, 13, 0], "2f6f810f1f4e067df51a28bb4ac52659268d593a7dbc15267f1d53429820da93"),
        (u64::MAX, [4, 13, 2], "6d89f9e19f25fab1f4bb4940b9d0b6d780fa3a6659d47cbf2affb7e122deacc2"),
        (7, [2, 3, 0], "eda2235b4766f0146a9dcbf4cd4839c058d88d49d9d1cce505ab1a4a76254212"),
        (1, [1, 64, 0], "72a92c527afbaaa442f91df7ca9d7c3b9932c5ec21225b010c22d3f02aec5d2a"),
        (3, [8, 13, 4], "e22b2131dc34d53c5b95dce94790c53faf6f3daa7961beea5e8da92dc289b47c"),
    ] {
        at_each("decks of the recipe", |level| {
            let kind = Composition { suits, ranks, lowest: 2, jokers };
            let (mut dealer, mut block) = (Dealer::new(Seed(seed), kind), DeckBlock::default());
            let mut digest = Sha256::new();
            // Blocks of an odd size, so that full and partial runs of lanes are both met.
            for first in (0..10_000).step_by(1_237) {
                dealer.fill(&mut block, first, (10_000 - first).min(1_237) as usize);
                (0..block.decks()).for_each(|k| digest.update(block.narrow(k)));
            }
            assert_eq!(hex(digest), expected, "{level:?}, seed {seed}, {kind:?}");
        });
    }
}

/// What `scripts/recipe.py` is asked for decks, and what it prints.
fn decks(seed: u64, first: u64, [suits, ranks, lowest, jokers]: [u32; 4]) -> (String, String) {
    let kind = Composition { suits, ranks, lowest, jokers };
    let (mut block, mut rows) = (DeckBlock::default(), "game,deck\n".to_owned());
    Dealer::new(Seed(seed), kind).fill(&mut block, first, 10);
    block.each_deck(|deck, game| rows += &format!("{},{}\n", game.0, text(deck)));
    let of = format!("--suits {suits} --ranks {ranks} --lowest {lowest} --jokers {jokers}");
    (format!("--seed {seed} --game {first} -n 10 {of}"), rows)
}

/// The same of shuffles inside a game: more coins than a block has, and other sizes among them.
fn orders_inside(seed: u64, game: u64) -> (String, String) {
    let sizes: Vec<u32> = (0..700).map(|k| if k % 9 == 4 { k % 13 } else { 2 }).collect();
    let (mut inside, mut of_game) = (InsideOfSeed::new(Seed(seed)), InsideOfGame::new(game));
    let mut rows = "game,shuffle,order\n".to_owned();
    for (k, &size) in sizes.iter().enumerate() {
        let mut order: Vec<u32> = (0..size).collect();
        inside.shuffle(&mut of_game, &mut order);
        rows += &format!("{game},{k},{}\n", text(&order));
    }
    let sizes = text(&sizes).replace(' ', ",");
    (format!("--seed {seed} --game {game} --in-game {sizes}"), rows)
}

#[test]
fn in_game_shuffles_are_pinned() {
    assert_eq!(RECIPE_INSIDE, "chacha8-coins-v2");
    for (seed, game, expected) in [
        (42, 0, "16099fc035bbd3b9effb59f3bc7dbcbb5a6dd9b86364acb5b478ef28585a6bd6"),
        (u64::MAX, u64::MAX, "21df208579429d658a3c2d8c866252231f43d5a7278dc81a5f53ff2eb94535fd"),
        (7, 1 << 40, "5e0942b28d395faa34e0f5e7d22c9b20a82afe8f3460c7d37aeb4dc2d76b2ea3"),
    ] {
        let rows = orders_inside(seed, game).1;
        assert_eq!(hex(Sha256::new_with_prefix(rows)), expected, "{seed} {game}");
    }
}

#[test]
fn the_python_recipe_deals_and_shuffles_the_same() {
    // There is no script in a packed crate.
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/recipe.py");
    let is_here = std::path::Path::new(script).exists();
    for (arguments, rows) in [
        decks(u64::MAX, u64::MAX - 10, [4, 13, 2, 2]),
        decks(99, 1 << 32, [3, 100, 2, 1]),
        decks(99, 7, [1, 300, 2, 0]),
        orders_inside(42, 3),
    ] {
        match Command::new("python3").arg(script).args(arguments.split(' ')).output() {
            Ok(output) if is_here => assert_eq!(String::from_utf8_lossy(&output.stdout), rows),
            _ => eprintln!("no python3 here: not compared"),
        }
    }
}
