//! Takes a deck that shows a difference down to a small one that still does.
//!
//! First whole stretches are left out, then single pairs, then the cards are made smaller. Every step is
//! kept only if the difference stays, so the result shows it for certain.
//! Source of the first part: A. Zeller and R. Hildebrandt, "Simplifying and isolating
//! failure-inducing input", IEEE Trans. Software Eng. 28 (2002) 183-200.

use std::collections::BTreeSet;
use std::io;

use crate::core::cards::Card;

/// Decks of more cards are not tried without each pair: there are too many pairs.
const MOST_FOR_PAIRS: usize = 24;
/// Longer decks lose no stretch smaller than this part of them, and keep their single cards.
const MOST_CHUNKS: usize = 256;

/// A smaller deck with the same difference: fewer cards first, then cards nearer to 1 (or -1).
///
/// `first` says which of some decks is the first that shows the difference; none, too, when time is up. They are
/// given together, for a program may take long to start.
///
/// Errors: as `first`.
pub fn shrink(
    mut best: Vec<Card>,
    mut first: impl FnMut(Vec<Vec<Card>>) -> io::Result<Option<Vec<Card>>>,
) -> io::Result<Vec<Card>> {
    while let Some(found) = first(smaller(&best))? {
        best = found;
    }
    Ok(best)
}

/// Decks that are a step smaller, great steps first.
fn smaller(deck: &[Card]) -> Vec<Vec<Card>> {
    let sizes = std::iter::successors(Some(deck.len()), |size| Some(size / 2));
    let sizes = sizes.take_while(|&size| size > 0 && deck.len().div_ceil(size) <= MOST_CHUNKS);
    let without_chunks = sizes.flat_map(|size| {
        // From the end, where cards are seldom reached.
        let starts = (0..deck.len().div_ceil(size)).rev().map(move |k| k * size);
        starts.map(move |start| [&deck[..start], &deck[(start + size).min(deck.len())..]].concat())
    });
    let most = if deck.len() <= MOST_FOR_PAIRS { deck.len() } else { 0 };
    let pairs = (0..most).flat_map(|i| (i + 1..most).map(move |j| (i, j)));
    let without_pairs = pairs.map(|(i, j)| [&deck[..i], &deck[i + 1..j], &deck[j + 1..]].concat());
    // All at once: the order of the cards is mostly all that counts.
    let values: Vec<Card> = BTreeSet::from_iter(deck.iter().copied()).into_iter().collect();
    let rank = |card: &Card| 1 + values.partition_point(|value| value < card) as Card;
    let ranks: Vec<Card> = deck.iter().map(rank).collect();
    let ranks = (ranks != deck).then_some(ranks);
    // Every copy of a card, nearer to 1 by all of the way, half of it, a quarter ...
    let nearer = values.iter().flat_map(|&value| {
        let way = i64::from(value) - i64::from(value.signum());
        let steps = (0..32).map(move |k| way / (1_i64 << k)).take_while(|&step| step != 0);
        let nearer = move |step| (i64::from(value) - step) as Card;
        steps.map(move |step| {
            deck.iter().map(|&old| if old == value { nearer(step) } else { old }).collect()
        })
    });
    // One by one, down to a card that is there already.
    let single = if deck.len() <= MOST_CHUNKS { deck.len() } else { 0 };
    let replaced = (0..single).flat_map(|place| {
        let smaller = values.iter().filter(move |&&n| n >= 0 && n < deck[place]);
        smaller.map(move |&new| [&deck[..place], &[new], &deck[place + 1..]].concat())
    });
    without_chunks.chain(without_pairs).chain(ranks).chain(nearer).chain(replaced).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_stays_and_numbers_come_down_to_the_border() {
        type Shows = fn(&[i32]) -> bool;
        let all: Vec<i32> = (1..=52).collect();
        let cases: [(Vec<i32>, Shows, &[i32]); 8] = [
            (all.clone(), |l| l.contains(&17), &[17]),
            (all.clone(), |_| true, &[]),
            (all.clone(), |l| l.len() >= 3, &[1, 1, 1]),
            // A parity that single removals would change.
            (all.clone(), |l| l.len() % 2 == 0 && l.len() >= 4, &[1, 1, 1, 1]),
            (all.clone(), |l| l == (1..=52).collect::<Vec<_>>(), &all),
            (vec![5, 1_000_000, 7], |l| l.iter().any(|&n| n > 127), &[128]),
            (vec![-2_000_000_000], |l| l.iter().any(|&n| n < -10), &[-11]),
            (vec![i32::MIN, i32::MAX], |l| l.len() == 2 && l[0] < l[1], &[1, 2]),
        ];
        for (list, shows, small) in cases {
            let found = shrink(list, |lists| Ok(lists.into_iter().find(|l| shows(l))));
            assert_eq!(found.expect("no error"), small);
        }
        // When time is up the best so far counts.
        let mut asked = 0;
        let found = shrink((1..=40).collect(), |lists| {
            asked += 1;
            Ok(lists.into_iter().find(|l| l.contains(&40)).filter(|_| asked < 3))
        });
        let found = found.expect("no error");
        assert!(found.contains(&40) && found.len() < 40 && asked == 3, "{found:?} {asked}");
    }
}
