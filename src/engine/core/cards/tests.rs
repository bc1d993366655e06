//! The recipe `chacha8-fy32-v1`, pinned: a change of any value here is a new recipe.
//!
//! The values come from `scripts/recipe.py`, which was written from `docs/reproducibility.md`.

use std::process::Command;

use sha2::{Digest, Sha256};

use crate::core::cards::{Composition, Dealer, DeckBlock, RECIPE, Seed};
use crate::core::processor::tests::at_each;
use crate::core::random::inside::{InsideOfGame, InsideOfSeed, RECIPE_INSIDE};
use crate::core::random::key::{BlockStream, Purpose};

const fn composition(suits: u32, ranks: u32, jokers: u32) -> Composition {
    Composition { suits, ranks, lowest: 2, jokers }
}

/// SHA-256 of the ranks, as bytes, of decks 0 to 9,999.
const DIGESTS: &[(u64, Composition, &str)] = &[
    (0, composition(4, 13, 0), "6ab0271a8ca10ffe86340e76770532b3ebaaba8da7280c5f6aeb61cdde4fc80c"),
    (42, composition(4, 13, 0), "2f6f810f1f4e067df51a28bb4ac52659268d593a7dbc15267f1d53429820da93"),
    (
        u64::MAX,
        composition(4, 13, 2),
        "6d89f9e19f25fab1f4bb4940b9d0b6d780fa3a6659d47cbf2affb7e122deacc2",
    ),
    (7, composition(2, 3, 0), "eda2235b4766f0146a9dcbf4cd4839c058d88d49d9d1cce505ab1a4a76254212"),
    (1, composition(1, 64, 0), "72a92c527afbaaa442f91df7ca9d7c3b9932c5ec21225b010c22d3f02aec5d2a"),
    (3, composition(8, 13, 4), "e22b2131dc34d53c5b95dce94790c53faf6f3daa7961beea5e8da92dc289b47c"),
];

fn text(cards: &[impl ToString]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_recipe_keeps_its_name() {
    assert_eq!(RECIPE, "chacha8-fy32-v1");
}

#[test]
fn the_first_words_of_seed_42_are_pinned() {
    let block = BlockStream::new(Seed(42), Purpose::Deck).block(0, 0);
    assert_eq!(
        block[..8],
        [
            0x3c73bed8, 0xc5c37779, 0x8063f14e, 0xf2cdcd32, 0x52599473, 0xad9b41c8, 0xc3fa4af2,
            0xd2092160
        ]
    );
}

#[test]
fn the_first_decks_of_seed_42_are_pinned() {
    let mut dealer = Dealer::new(Seed(42), Composition::default());
    assert_eq!(
        text(&dealer.deck(0)),
        "3 14 10 8 5 8 3 14 10 13 11 6 3 2 4 2 14 4 7 12 13 8 6 12 10 6 10 9 9 9 9 7 8 11 7 4 4 \
         12 13 12 3 13 2 7 6 11 2 11 5 14 5 5"
    );
    assert_eq!(
        text(&dealer.deck(1)),
        "8 3 3 9 4 6 7 11 5 4 11 4 9 2 3 12 11 7 2 14 10 9 10 14 11 14 2 12 10 13 13 5 6 3 5 13 8 \
         5 8 2 4 7 12 9 8 6 12 7 13 6 14 10"
    );
}

#[test]
fn ten_thousand_decks_of_each_kind_are_pinned() {
    at_each("decks of the recipe", |level| {
        for &(seed, composition, expected) in DIGESTS {
            let mut dealer = Dealer::new(Seed(seed), composition);
            let mut block = DeckBlock::default();
            let mut digest = Sha256::new();
            // Blocks of an odd size, so that full and partial runs of lanes are both met.
            for first in (0..10_000).step_by(1_237) {
                dealer.fill(&mut block, first, (10_000 - first).min(1_237) as usize);
                for k in 0..block.decks() {
                    digest.update(block.narrow(k));
                }
            }
            let found: String =
                digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, expected, "{level:?}, seed {seed}, {composition:?}");
        }
    });
}

/// The orders that successive shuffles inside a game give so many things.
fn orders_inside(seed: u64, game: u64, sizes: &[u32]) -> Vec<String> {
    let (mut inside, mut game) = (InsideOfSeed::new(Seed(seed)), InsideOfGame::new(game));
    let orders = sizes.iter().map(|&n| {
        let mut order: Vec<u32> = (0..n).collect();
        inside.shuffle(&mut game, &mut order);
        text(&order)
    });
    orders.collect()
}

#[test]
fn in_game_shuffles_are_pinned() {
    assert_eq!(RECIPE_INSIDE, "chacha8-coins-v2");
    let orders = orders_inside(42, 0, &[4, 1, 3, 52]);
    assert_eq!(orders[..3], ["3 1 0 2", "0", "1 2 0"]);
    assert_eq!(
        orders[3],
        "2 36 14 31 34 37 51 24 39 33 21 1 40 0 43 44 35 10 6 13 25 4 46 15 3 28 8 18 23 17 47 32 \
         5 26 48 16 38 12 19 9 49 7 20 29 22 50 41 30 11 45 42 27"
    );
    // The first coins: 1 leaves two things as they are.
    let coins = orders_inside(42, 0, &[2; COINS.len()]);
    let coins: String = coins.iter().map(|o| if o == "0 1" { '1' } else { '0' }).collect();
    assert_eq!(coins, COINS);
}

/// The first coins of game 0 of seed 42.
const COINS: &str = "1111100000111110001000001010010110111100";

#[test]
fn the_python_recipe_shuffles_the_same_inside_games() {
    // More coins than a block has, and shuffles of other sizes among them.
    let sizes: Vec<u32> = (0..700).map(|k| if k % 9 == 4 { k % 13 } else { 2 }).collect();
    for (seed, game) in [(42, 0), (u64::MAX, u64::MAX), (7, 1 << 40)] {
        let asked = sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let Some(printed) = python(&format!("--seed {seed} --game {game} --in-game {asked}"))
        else {
            eprintln!("no python3 here: not compared");
            return;
        };
        let orders = orders_inside(seed, game, &sizes);
        let rows = orders.iter().enumerate().map(|(k, order)| format!("{game},{k},{order}\n"));
        assert_eq!(printed, String::from("game,shuffle,order\n") + &rows.collect::<String>());
    }
}

/// What `scripts/recipe.py` prints; `None` where there is no Python, or no script (in a packed crate).
fn python(arguments: &str) -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/recipe.py");
    std::path::Path::new(script).exists().then_some(())?;
    let output =
        Command::new("python3").arg(script).args(arguments.split_whitespace()).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_python_recipe_deals_the_same_decks() {
    let kinds: &[(u64, u64, Composition)] = &[
        (5, 0, composition(4, 13, 0)),
        (u64::MAX, u64::MAX - 10, composition(4, 13, 2)),
        (99, 1 << 32, composition(1, 64, 0)),
        (99, 1_000, composition(1, 0, 0)),
        (99, 1_000, composition(3, 100, 1)),
        (99, 7, composition(1, 300, 0)),
        (7, 3, Composition { suits: 4, ranks: 8, lowest: 7, jokers: 1 }),
        (7, 3, Composition { suits: 2, ranks: 10, lowest: 0, jokers: 0 }),
        (7, 3, Composition { suits: 1, ranks: 50, lowest: 1, jokers: 0 }),
    ];
    for &(seed, first, kind) in kinds {
        let Composition { suits, ranks, lowest, jokers } = kind;
        let Some(printed) = python(&format!(
            "--seed {seed} --game {first} -n 10 --suits {suits} --ranks {ranks} --lowest {lowest} \
             --jokers {jokers}"
        )) else {
            eprintln!("no python3 here: not compared");
            return;
        };
        let mut dealer = Dealer::new(Seed(seed), kind);
        let mut block = DeckBlock::default();
        dealer.fill(&mut block, first, 10);
        let mut expected = String::from("game,deck\n");
        let mut deck = Vec::new();
        for k in 0..10 {
            block.copy_deck(k, &mut deck);
            expected += &format!("{},{}\n", first + k as u64, text(&deck));
        }
        assert_eq!(printed, expected, "seed {seed}, game {first}, {kind:?}");
    }
}

// Whether the shuffle is fair, and whether the test that says so would notice if it were not.

const CARDS: usize = 52;
const SHUFFLES: u64 = 60_000;

/// Tests whether every card goes to every place equally often; returns standard errors.
///
/// The table of (card, place) counts has fixed row and column sums, so Pearson's statistic times
/// 51/52 has 51 * 51 degrees of freedom; Wilson and Hilferty's cube root makes it normal.
/// Source: E. B. Wilson, M. M. Hilferty, Proc. Natl. Acad. Sci. 17 (1931) 684.
fn position_z(mut shuffled: impl FnMut(u64) -> Vec<u32>) -> f64 {
    let mut counts = vec![0_u64; CARDS * CARDS];
    for index in 0..SHUFFLES {
        for (place, card) in shuffled(index).into_iter().enumerate() {
            counts[card as usize * CARDS + place] += 1;
        }
    }
    let expected = SHUFFLES as f64 / CARDS as f64;
    let pearson: f64 = counts.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    let free = ((CARDS - 1) * (CARDS - 1)) as f64;
    let statistic = pearson * (CARDS - 1) as f64 / CARDS as f64;
    let spread = 2.0 / (9.0 * free);
    ((statistic / free).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// More standard errors than this are an alarm: two in a million for a fair shuffle, seed fixed.
const ALARM: f64 = 4.75;

/// Uniform words that have nothing to do with the recipe. Source: S. Vigna, splitmix64.c.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^= z >> 31;
        ((u128::from(z) * bound as u128) >> 64) as usize
    }
}

/// Exchanges place `n - 1` with the place that `draw(n)` names, for n = 52 down to 2.
fn exchanged(mut draw: impl FnMut(usize) -> usize) -> Vec<u32> {
    let mut cards: Vec<u32> = (0..CARDS as u32).collect();
    for n in (2..=CARDS).rev() {
        cards.swap(n - 1, draw(n));
    }
    cards
}

#[test]
fn every_card_goes_to_every_place_equally_often() {
    let mut dealer = Dealer::new(Seed(20_211), Composition::default());
    let z = position_z(|index| dealer.order(index));
    assert!(z.abs() < ALARM, "{z}");
}

#[test]
fn the_test_passes_a_fair_shuffle_by_other_words() {
    let mut words = SplitMix(1);
    let z = position_z(|_| exchanged(|n| words.below(n)));
    assert!(z.abs() < ALARM, "{z}");
}

#[test]
fn a_swap_with_any_card_is_caught() {
    let mut words = SplitMix(2);
    let z = position_z(|_| exchanged(|_| words.below(CARDS)));
    assert!(z > 2.0 * ALARM, "{z}");
}

#[test]
fn a_card_that_may_never_stay_is_caught() {
    // Sattolo's algorithm: only cyclic permutations.
    let mut words = SplitMix(3);
    let z = position_z(|_| exchanged(|n| words.below(n - 1)));
    assert!(z > 2.0 * ALARM, "{z}");
}

#[test]
fn a_byte_modulo_the_bound_is_caught() {
    let mut words = SplitMix(4);
    let z = position_z(|_| exchanged(|n| words.below(256) % n));
    assert!(z > 2.0 * ALARM, "{z}");
}

#[test]
fn a_first_step_off_by_one_is_caught() {
    let mut words = SplitMix(5);
    let z = position_z(|_| exchanged(|n| words.below(if n == CARDS { n - 1 } else { n })));
    assert!(z > 2.0 * ALARM, "{z}");
}
