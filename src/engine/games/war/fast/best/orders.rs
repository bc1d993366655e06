//! The orders of a deck of equal cards, numbered.

use std::collections::BTreeMap;

/// The orders of a deck, numbered from 0 in rising order, by the cards of their two halves.
pub struct Orders {
    /// The different codes, rising.
    codes: Vec<u8>,
    /// The place of each code among them.
    pub place: [u8; 256],
    cards: usize,
    /// The number of the first order that begins with each front half; of one that cannot be, of the next.
    start: Vec<u32>,
    /// The how many-th arrangement of its own cards each back half is.
    rest: Vec<u32>,
    /// The back halves by their cards, rising, and where those that go with each front half begin.
    backs: Vec<u32>,
    backs_at: Vec<u32>,
    /// How many orders there are.
    pub count: u32,
}

impl Orders {
    /// Of these codes, which rise.
    pub fn new(fresh: &[u8]) -> Self {
        let mut codes = fresh.to_vec();
        codes.dedup();
        let mut place = [0; 256];
        codes.iter().enumerate().for_each(|(k, &code)| place[usize::from(code)] = k as u8);
        let (base, cards) = (codes.len().max(1) as u32, fresh.len());
        let held = |half: &[u8]| {
            let of = |code: &u8| half.iter().filter(|card| *card == code).count() as u8;
            codes.iter().map(of).collect::<Vec<u8>>()
        };
        let all = held(fresh);
        let (front, back) = (cards / 2, cards - cards / 2);
        let halves = |length: usize| (0..base.pow(length as u32)).map(move |half| (half, length));
        let cards_of = |(half, length): (u32, usize)| {
            let digit = |k: u32| codes[(half / base.pow(k) % base) as usize];
            (0..length as u32).rev().map(digit).collect::<Vec<u8>>()
        };
        let mut by_cards: BTreeMap<Vec<u8>, Vec<u32>> = BTreeMap::new();
        let mut rest = Vec::new();
        for half in halves(back) {
            let same = by_cards.entry(held(&cards_of(half))).or_default();
            rest.push(same.len() as u32);
            same.push(half.0);
        }
        let (mut backs, mut at) = (Vec::new(), BTreeMap::new());
        for (held, same) in by_cards {
            at.insert(held, (backs.len() as u32, same.len() as u32));
            backs.extend(same);
        }
        let (mut start, mut backs_at, mut count) = (Vec::new(), Vec::new(), 0);
        for half in halves(front) {
            start.push(count);
            let others = all.iter().zip(held(&cards_of(half)));
            let others: Option<Vec<u8>> = others.map(|(all, held)| all.checked_sub(held)).collect();
            let (first, same) =
                others.and_then(|others| at.get(&others).copied()).unwrap_or_default();
            backs_at.push(first);
            count += same;
        }
        Self { codes, place, cards, start, rest, backs, backs_at, count }
    }

    /// The number of an order.
    #[inline]
    pub fn number(&self, order: &[u8]) -> u32 {
        let base = self.codes.len() as u32;
        let half = |cards: &[u8]| {
            let digit = |code: &u8| u32::from(self.place[usize::from(*code)]);
            cards.iter().fold(0, |half, code| half * base + digit(code)) as usize
        };
        let (front, back) = order.split_at(self.cards / 2);
        self.start[half(front)] + self.rest[half(back)]
    }

    /// Writes the order of this number.
    pub fn write(&self, number: u32, order: &mut [u8]) {
        let base = self.codes.len().max(1) as u32;
        let front = self.start.partition_point(|&start| start <= number) - 1;
        let back = self.backs[(self.backs_at[front] + number - self.start[front]) as usize];
        let (fronts, backs) = order.split_at_mut(self.cards / 2);
        for (half, cards) in [(front as u32, fronts), (back, backs)] {
            let mut half = half;
            for card in cards.iter_mut().rev() {
                *card = self.codes[(half % base) as usize];
                half /= base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::deals::next_order;

    #[test]
    fn orders_are_numbered_as_they_rise() {
        for (fresh, count) in [
            (&b"aabbccd"[..], 630),
            (b"aabb", 6),
            (b"abcde", 120),
            (b"aaa", 1),
            (b"a", 1),
            (b"", 1),
        ] {
            let orders = Orders::new(fresh);
            let (mut order, mut written) = (fresh.to_vec(), fresh.to_vec());
            for number in 0..orders.count {
                assert_eq!(orders.number(&order), number);
                orders.write(number, &mut written);
                assert_eq!(written, order);
                assert_eq!(next_order(&mut order), number + 1 < orders.count);
            }
            assert_eq!(order, fresh);
            assert_eq!(orders.count, count);
        }
    }
}
