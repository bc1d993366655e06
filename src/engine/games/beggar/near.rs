//! Every position near a given one: what the search for loops plays where it leaves nothing to chance.

/// Calls `play` with every position near this one whose change begins at card `first`, and where the cut is.
///
/// Near are all positions that one or two exchanges of two cards make, or two blocks of cards that change
/// places with what lies between them, or two blocks beside each other (one block moves) with the cut
/// anywhere, or the cut alone. Some come more than once. The cards are afterwards as they were.
///
/// Shapes: the cards of both hands, the leader's first, of which there are `cut`; `first` below their number.
pub fn near(cards: &mut [u8], cut: usize, first: usize, play: &mut dyn FnMut(&[u8], usize)) {
    exchanges(cards, cut, first, play);
    blocks(cards, cut, first, play);
    if first == 0 {
        (1..cards.len()).for_each(|cut| play(cards, cut));
    }
}

/// One exchange, with card `first` as its first card, alone and with every one behind it in the order of
/// pairs: two exchanges that share a card make both rotations of three so.
fn exchanges(cards: &mut [u8], cut: usize, first: usize, play: &mut dyn FnMut(&[u8], usize)) {
    let n = cards.len();
    for second in first + 1..n {
        if cards[first] == cards[second] {
            continue;
        }
        cards.swap(first, second);
        play(cards, cut);
        for one in first..n {
            let others = if one == first { second + 1 } else { one + 1 };
            for other in others..n {
                if cards[one] != cards[other] {
                    cards.swap(one, other);
                    play(cards, cut);
                    cards.swap(one, other);
                }
            }
        }
        cards.swap(first, second);
    }
}

/// Two blocks change places, the first of which begins at card `first`.
fn blocks(cards: &mut [u8], cut: usize, first: usize, play: &mut dyn FnMut(&[u8], usize)) {
    let n = cards.len();
    let mut changed = cards.to_vec();
    for end in first + 1..n {
        for begin in end..n {
            for last in begin + 1..=n {
                let blocks = [&cards[begin..last], &cards[end..begin], &cards[first..end]];
                let mut at = first;
                for block in blocks {
                    changed[at..at + block.len()].copy_from_slice(block);
                    at += block.len();
                }
                match begin == end {
                    true => (1..n).for_each(|cut| play(&changed, cut)),
                    false => play(&changed, cut),
                }
                changed[first..last].copy_from_slice(&cards[first..last]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::near;

    /// A position, with where the cut is.
    type Place = (Vec<u8>, usize);

    /// All exchanges of two cards, made on each of these.
    fn exchanged(places: &HashSet<Place>) -> HashSet<Place> {
        let mut all = places.clone();
        for (cards, cut) in places {
            for one in 0..cards.len() {
                for other in 0..one {
                    let mut cards = cards.clone();
                    cards.swap(one, other);
                    all.insert((cards, *cut));
                }
            }
        }
        all
    }

    /// The first block taken out and put in elsewhere, for every block and place.
    fn moved(cards: &[u8]) -> HashSet<Vec<u8>> {
        let mut all = HashSet::new();
        for begin in 0..cards.len() {
            for end in begin + 1..=cards.len() {
                let mut rest = cards.to_vec();
                let block: Vec<u8> = rest.drain(begin..end).collect();
                for place in 0..=rest.len() {
                    let mut moved = rest.clone();
                    moved.splice(place..place, block.clone());
                    all.insert(moved);
                }
            }
        }
        all
    }

    #[test]
    fn no_position_near_is_left_out() {
        let (cards, cut) = (vec![0, 1, 0, 2, 3, 0, 4, 1], 3);
        let mut found: HashSet<Place> = HashSet::new();
        let mut left = cards.clone();
        for first in 0..cards.len() {
            near(&mut left, cut, first, &mut |cards, cut| _ = found.insert((cards.to_vec(), cut)));
            assert_eq!(left, cards);
        }
        let start = HashSet::from([(cards.clone(), cut)]);
        let mut expected = exchanged(&exchanged(&start));
        let cuts = |cards: Vec<u8>| (1..8).map(move |cut| (cards.clone(), cut));
        expected.extend(moved(&cards).into_iter().flat_map(cuts));
        // Two blocks that change places: cut in five, the second and the fourth part exchanged.
        for a in 0..8 {
            for b in a + 1..8 {
                for c in b..8 {
                    for d in c + 1..=8 {
                        let parts = [&cards[..a], &cards[c..d], &cards[b..c], &cards[a..b]];
                        expected.insert((
                            parts.concat().into_iter().chain(cards[d..].iter().copied()).collect(),
                            cut,
                        ));
                    }
                }
            }
        }
        let missing: Vec<_> = expected.difference(&found).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert_eq!(found.len(), expected.len());
    }
}
