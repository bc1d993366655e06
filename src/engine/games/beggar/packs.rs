//! Every deal of every small pack, played: how many never end, into how many loops, and the longest that ends.

use std::collections::HashSet;

use super::fast::packed::{Hand, Packed, Shape};
use super::neighbours::End;
use super::notation::Notation;
use super::rules::{Leader, Rules};
use crate::core::cards::Card;
use crate::core::cards::deals::{next_order, orders_of};
use crate::core::game::Exact;
use crate::core::table::Value;
use crate::core::wording::digits::counted;
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, grouped};

/// Deals that are played without being asked for.
const LARGE: u64 = 100_000_000;
/// Seconds that a deal takes, about.
const PER_DEAL: f64 = 3e-7;
/// The most cards: a deal is written as a number.
const MOST: u64 = 30;
/// Numbers of a pack in [`Exact::solve`].
const NUMBERS: usize = 6;
/// Places of a row, behind the rule set.
const PACK: usize = 2;
const DEALS: usize = 3;
const NEVER_END: usize = 4;
const LOOPS: usize = 5;

/// All packs of so many cards at most, with court cards of one table of penalties.
#[derive(Debug)]
pub struct Packs {
    rules: Rules,
    shape: Shape,
    notation: Notation,
    /// What cards there are: plain ones, then the court ranks from the lowest up, each with its demand.
    kinds: Vec<(Card, u8)>,
    /// How many of each kind a pack has.
    packs: Vec<Vec<u8>>,
}

impl Packs {
    /// The packs of 2 to `most` cards under these rules, whose own deck is not asked.
    ///
    /// Errors: a sentence on rules that cannot be played so.
    pub fn new(rules: &Rules, most: u64) -> Result<Self, String> {
        let shape = Shape::new("packs", rules, 1).map_err(|error| error.to_string())?;
        if !(2..=MOST).contains(&most) {
            return Err(format!("packs have 2 to {MOST} cards"));
        }
        if rules.leader == Leader::Alternate || rules.limit.0.is_some() {
            return Err("use leader = \"first\" or \"second\", and limit = \"none\"".into());
        }
        let notation = Notation::new(rules)?;
        let courts = rules.penalties.iter().map(|(rank, demand)| (rank, demand as u8));
        let plain = (0..).find(|&rank| rules.penalty(rank) == 0).unwrap_or(0);
        let kinds: Vec<_> = [(plain, 0)].into_iter().chain(courts).collect();
        let mut packs = Vec::new();
        for cards in 2..=most {
            fill(cards as u8, kinds.len(), &mut Vec::new(), &mut packs);
        }
        Ok(Self { rules: rules.clone(), shape, notation, kinds, packs })
    }

    /// All deals of all packs.
    fn deals(&self) -> u64 {
        let deals = self.packs.iter().map(|pack| deals(pack));
        deals.fold(0, u64::saturating_add)
    }

    /// The hands of a deal that is given as its kinds of cards, A's first.
    fn hands<T>(&self, deal: &[u8], of: impl Fn(&[u8]) -> T) -> [T; 2] {
        let (a, b) = deal.split_at(self.rules.split().cards_of_a(deal.len()));
        [of(a), of(b)]
    }

    /// A deal in the notation.
    fn written(&self, deal: &[u8]) -> String {
        let cards =
            |hand: &[u8]| hand.iter().map(|&kind| self.kinds[usize::from(kind)].0).collect();
        self.notation.write(&self.hands(deal, cards))
    }

    /// A pack as people write it: `8- 2J 1Q`.
    fn told(&self, pack: &[u8]) -> String {
        let kinds = self.kinds.iter().zip(pack).filter(|&(_, &cards)| cards > 0);
        let kinds =
            kinds.map(|(&(rank, _), cards)| format!("{cards}{}", self.notation.letter(rank)));
        kinds.collect::<Vec<_>>().join(" ")
    }

    /// Which court cards a pack has: `JQ`.
    fn courts(&self, pack: &[u8]) -> String {
        let kinds = self.kinds.iter().zip(pack).skip(1).filter(|&(_, &cards)| cards > 0);
        kinds.map(|(&(rank, _), _)| self.notation.letter(rank)).collect()
    }
}

/// The deals of a pack, alike ones once.
fn deals(pack: &[u8]) -> u64 {
    orders_of(pack.iter().map(|&cards| cards.into())).unwrap_or(u64::MAX)
}

/// Adds all ways to take so many cards of so many kinds.
fn fill(cards: u8, kinds: usize, so_far: &mut Vec<u8>, packs: &mut Vec<Vec<u8>>) {
    if kinds == 1 {
        packs.push([&so_far[..], &[cards]].concat());
        return;
    }
    for of_kind in (0..=cards).rev() {
        so_far.push(of_kind);
        fill(cards - of_kind, kinds - 1, so_far, packs);
        so_far.pop();
    }
}

impl Exact for Packs {
    fn columns(&self) -> Vec<&'static str> {
        vec![
            "pack_cards",
            "pack",
            "deals",
            "never_end",
            "loops",
            "longest_cards",
            "longest_tricks",
            "longest_deal",
        ]
    }

    fn pieces(&self) -> usize {
        self.packs.len()
    }

    fn row_count(&self) -> usize {
        self.packs.len()
    }

    fn seconds(&self) -> f64 {
        self.deals() as f64 * PER_DEAL / self.packs.len() as f64
    }

    fn less(&self) -> Option<&'static str> {
        (self.deals() > LARGE).then_some("fewer cards")
    }

    fn size(&self) -> String {
        let packs = counted(self.packs.len() as u64, "pack has", "packs have");
        format!("{packs} {}", counted(self.deals(), "deal", "deals"))
    }

    fn solve(&self, piece: usize, stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let pack = &self.packs[piece];
        let mut deal: Vec<u8> = Vec::new();
        for (kind, &cards) in (0..).zip(pack) {
            deal.extend(std::iter::repeat_n(kind, usize::from(cards)));
        }
        let leader = self.rules.leader.seat(0);
        let (mut deals, mut never_end, mut given_up) = (0_u64, 0_u64, 0_u64);
        let mut longest = (0, 0, 0);
        let mut loops = HashSet::new();
        loop {
            if deals.is_multiple_of(1 << 16) && stopped() {
                return None;
            }
            let hand =
                |hand: &[u8]| Hand::of(hand.iter().map(|&kind| self.kinds[usize::from(kind)].1)).0;
            let start = Packed::new(self.hands(&deal, hand), leader, self.shape.way);
            match End::of(start, &self.shape) {
                End::Over { cards, tricks } if cards > longest.0 => {
                    longest = (cards, tricks, deals)
                }
                End::Over { .. } => {}
                End::Loop(found) => {
                    never_end += 1;
                    loops.insert(found.least());
                }
                End::GivenUp => given_up += 1,
            }
            deals += 1;
            if !next_order(&mut deal) {
                break;
            }
        }
        // No pack is known whose games are that long.
        assert_eq!(given_up, 0, "games that are neither over nor endless, in {}", self.told(pack));
        let (cards, tricks, at) = longest;
        let numbers = [deals, never_end, loops.len() as u64, cards.into(), tricks.into(), at];
        Some(numbers.map(|number| number as f64).to_vec())
    }

    fn rows(&self, solved: &[Vec<f64>]) -> Vec<Vec<Value>> {
        let row = |(pack, numbers): (&Vec<u8>, &Vec<f64>)| {
            let cards = pack.iter().map(|&cards| u64::from(cards)).sum::<u64>();
            let counts = numbers[..NUMBERS - 1].iter().map(|&number| Value::Int(number as u64));
            let deal = match numbers[3] > 0.0 {
                true => Value::deal(&self.written(&numbered(pack, numbers[NUMBERS - 1] as u64))),
                false => Value::Empty,
            };
            let about = [Value::Int(cards), self.told(pack).as_str().into()];
            about.into_iter().chain(counts).chain([deal]).collect()
        };
        self.packs.iter().zip(solved).map(row).collect()
    }

    fn text(&self, rows: &[Vec<Value>]) -> Option<Said> {
        let number = |value: &Value| if let Value::Int(number) = value { *number } else { 0 };
        let all = |place: usize| grouped(rows.iter().map(|row| number(&row[place])).sum());
        let mut lines: Vec<[String; 5]> = Vec::new();
        // Packs come from the smallest up.
        for (pack, row) in self.packs.iter().zip(rows) {
            let courts = self.courts(pack);
            if number(&row[NEVER_END]) > 0 && lines.iter().all(|line| line[0] != courts) {
                let Value::Text(pack) = &row[PACK] else { continue };
                let counts = [DEALS, NEVER_END, LOOPS].map(|place| grouped(number(&row[place])));
                let [deals, never_end, loops] = counts;
                lines.push([courts, pack.to_string(), deals, never_end, loops]);
            }
        }
        let mut said = Said::words_of(format!("{}; {} never end", self.size(), all(NEVER_END)));
        if !lines.is_empty() {
            let head =
                ["courts", "a smallest pack", "deals", "never end", "loops"].map(String::from);
            let aligns = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right];
            let lines = [head].into_iter().chain(lines).map(|line| line.to_vec());
            said.rows(aligns, lines.collect());
        }
        Some(said)
    }
}

/// The deal of a pack with this number, in the order of [`next_order`].
fn numbered(pack: &[u8], mut number: u64) -> Vec<u8> {
    let mut left = pack.to_vec();
    let mut deal = Vec::new();
    while left.iter().any(|&cards| cards > 0) {
        for kind in 0..left.len() {
            if left[kind] == 0 {
                continue;
            }
            left[kind] -= 1;
            let with = deals(&left);
            if number < with {
                deal.push(kind as u8);
                break;
            }
            number -= with;
            left[kind] += 1;
        }
    }
    deal
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::reference::Reference;
    use super::super::result::EndReason;
    use super::*;
    use crate::core::cards::{GameIndex, Seed};

    #[test]
    fn packs_have_the_games_that_the_reference_plays() {
        let rules = Rules::default();
        let packs = Packs::new(&rules, 6).unwrap();
        let mut reference = Reference::new(rules.clone(), Seed(0));
        // Every word of six letters, by the reference: deals, those that never end, the longest game.
        let mut expected: HashMap<String, [u64; 3]> = HashMap::new();
        for word in 0..5_usize.pow(6) {
            let deal: Vec<u8> = (0..6).map(|k| (word / 5_usize.pow(k) % 5) as u8).collect();
            let pack: Vec<u8> =
                (0..5).map(|kind| deal.iter().filter(|&&k| k == kind).count() as u8).collect();
            let cards: Vec<Card> = deal.iter().map(|&k| packs.kinds[usize::from(k)].0).collect();
            let result = reference.play(&cards, GameIndex(0));
            let counts = expected.entry(packs.told(&pack)).or_default();
            counts[0] += 1;
            match result.end_reason {
                EndReason::Loop => counts[1] += 1,
                _ => counts[2] = counts[2].max(result.cards.into()),
            }
        }
        let mut seen = 0;
        for (piece, pack) in packs.packs.iter().enumerate() {
            if pack.iter().sum::<u8>() != 6 {
                continue;
            }
            let numbers = packs.solve(piece, &|| false).unwrap();
            let found = [numbers[0], numbers[1], numbers[3]].map(|number| number as u64);
            assert_eq!(found, expected[&packs.told(pack)], "{}", packs.told(pack));
            assert_eq!(found[0], deals(pack));
            assert_eq!(found[1] > 0, numbers[2] > 0.0);
            let longest = numbered(pack, numbers[5] as u64);
            let cards: Vec<Card> = longest.iter().map(|&k| packs.kinds[usize::from(k)].0).collect();
            if numbers[3] > 0.0 {
                assert_eq!(u64::from(reference.play(&cards, GameIndex(0)).cards), found[2]);
            }
            seen += 1;
        }
        assert_eq!(seen, expected.len());
    }
}
