//! The plain program of War for n players: what a user would write in an hour, for comparison.
//!
//!     rustc -O benches/many.rs -o plain && ./plain PLAYERS FACE_DOWN shuffled|laid|lost GAMES
//!
//! A `VecDeque<u8>` for each player, one generator for all games, counts in a handful of numbers. 52
//! cards, the lowest left out where they cannot be shared equally, only those who tie fight, who cannot
//! pay is out. `shuffled`: won cards wait on a pile that is shuffled, no limit; `laid`: they go under the
//! hand as laid, and after 1,000 battles nobody has won; `lost`: as `shuffled`, but a pot for which one
//! fighter or none is left is out of the game. It is no part of any result. Compare
//!
//!     war-sim --rules 'umass{players=3,war.face_down=1,leftover=lowest-out,limit.unit=none,winnings=pile-shuffled}'
//!     war-sim --rules 'umass{players=3,war.face_down=1,leftover=lowest-out}'

use std::collections::VecDeque;
use std::process::exit;

/// Xorshift of 64 bits (G. Marsaglia 2003), its product's upper half as a draw.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * n as u128) >> 64) as usize
    }

    fn shuffle(&mut self, cards: &mut [u8]) {
        for k in (1..cards.len()).rev() {
            cards.swap(k, self.below(k + 1));
        }
    }
}

struct Game {
    hands: Vec<VecDeque<u8>>,
    piles: Vec<Vec<u8>>,
    face_down: usize,
    shuffled: bool,
    lost: bool,
}

impl Game {
    fn held(&self, seat: usize) -> usize {
        self.hands[seat].len() + self.piles[seat].len()
    }

    fn draw(&mut self, seat: usize, random: &mut Random) -> u8 {
        if self.hands[seat].is_empty() {
            random.shuffle(&mut self.piles[seat]);
            let pile = std::mem::take(&mut self.piles[seat]);
            self.hands[seat].extend(pile);
        }
        self.hands[seat].pop_front().expect("asked before")
    }

    /// The winner, and the rounds.
    fn play(&mut self, random: &mut Random) -> (Option<usize>, u64) {
        let (mut rounds, mut battles) = (0, 0);
        loop {
            let alive: Vec<usize> =
                (0..self.hands.len()).filter(|&seat| self.held(seat) > 0).collect();
            if alive.len() < 2 {
                return (alive.first().copied(), rounds);
            }
            rounds += 1;
            let mut pot = Vec::new();
            loop {
                let mut fighters: Vec<usize> =
                    (0..self.hands.len()).filter(|&seat| self.held(seat) > 0).collect();
                if fighters.len() < 2 {
                    return (fighters.first().copied(), rounds);
                }
                let winner = loop {
                    let turned: Vec<u8> =
                        fighters.iter().map(|&seat| self.draw(seat, random)).collect();
                    pot.extend(&turned);
                    battles += 1;
                    let best = turned.iter().max().copied();
                    let mut tied: Vec<usize> = (0..fighters.len())
                        .filter(|&k| Some(turned[k]) == best)
                        .map(|k| fighters[k])
                        .collect();
                    if tied.len() == 1 {
                        break Some(tied[0]);
                    }
                    if battles >= 1000 && !self.shuffled {
                        return (None, rounds);
                    }
                    for &seat in &tied {
                        if self.held(seat) < self.face_down {
                            while self.held(seat) > 0 {
                                pot.push(self.draw(seat, random));
                            }
                        }
                    }
                    tied.retain(|&seat| self.held(seat) >= self.face_down && self.held(seat) > 0);
                    if tied.len() > 1 {
                        for &seat in &tied {
                            for _ in 0..self.face_down {
                                pot.push(self.draw(seat, random));
                            }
                        }
                        tied.retain(|&seat| self.held(seat) > 0);
                    }
                    if tied.len() < 2 {
                        if self.lost {
                            pot.clear();
                        }
                        break tied.first().copied();
                    }
                    fighters = tied;
                };
                if let Some(winner) = winner {
                    if self.shuffled {
                        self.piles[winner].append(&mut pot);
                    } else {
                        self.hands[winner].extend(pot);
                    }
                    break;
                }
            }
            if battles >= 1000 && !self.shuffled {
                return (None, rounds);
            }
        }
    }
}

fn main() {
    let said: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize| said.get(k).and_then(|word| word.parse::<usize>().ok());
    let (Some(players), Some(face_down), Some(games)) = (number(0), number(1), number(3)) else {
        eprintln!("usage: plain PLAYERS FACE_DOWN shuffled|laid|lost GAMES");
        exit(64)
    };
    let (shuffled, lost) = (said[2] != "laid", said[2] == "lost");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let fresh: Vec<u8> = (0..52).map(|k| k / 4 + 2).skip(52 % players).collect();
    let (mut won, mut rounds) = (vec![0_u64; players + 1], 0);
    for _ in 0..games {
        let mut deck = fresh.clone();
        random.shuffle(&mut deck);
        let hand = |seat: usize| deck.iter().skip(seat).step_by(players).copied().collect();
        let hands = (0..players).map(hand).collect();
        let piles = vec![Vec::new(); players];
        let (winner, took) = Game { hands, piles, face_down, shuffled, lost }.play(&mut random);
        won[winner.unwrap_or(players)] += 1;
        rounds += took;
    }
    println!("{games} games, {:.3} rounds, won {won:?}", rounds as f64 / games as f64);
}
