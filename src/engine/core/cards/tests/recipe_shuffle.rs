//! Whether the shuffle is fair, and whether the test that says so would notice if it were not.

use crate::core::cards::{Composition, Dealer, Seed};

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
