//! What a game of Beggar-My-Neighbour costs: shuffle, engines, and all of it beside the plain program.
//!
//! `cargo bench --bench beggar`. Everything is measured in this one run in CPU time, slice by slice in
//! turn, so that a machine that slows down slows everything down. Shown are the fastest and the median
//! slice of each part, and how many times faster than the plain program the part is slice by slice
//! (the median of these ratios).

use std::hint::black_box;

use cpu_time::ThreadTime;
use war_sim::inside::beggar::fast::{Engine, EngineChoice};
use war_sim::inside::beggar::{GameResult, plain, presets};
use war_sim::inside::{Dealer, DeckBlock, Seed};

/// Games of a slice: one block of decks, as a batch has them.
const GAMES: u64 = 1_024;
/// Slices of each part.
const SLICES: u64 = 300;

/// A part of the work, with the time of each slice.
struct Part {
    name: String,
    play: Box<dyn FnMut(u64) -> u128>,
    ns: Vec<f64>,
}

impl Part {
    fn new(name: String, play: impl FnMut(u64) -> u128 + 'static) -> Self {
        Self { name, play: Box::new(play), ns: Vec::new() }
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn main() {
    let Some(preset) = presets::find("beggar") else { return };
    let rules = preset.rules();
    let dealer = Dealer::new(Seed(42), rules.deck.clone());
    let with_decks = || (dealer.clone(), DeckBlock::default());
    let mut parts = Vec::new();

    let (mut dealing, mut block) = with_decks();
    parts.push(Part::new("plain ring, all of it".into(), move |first| {
        let start = ThreadTime::now();
        dealing.fill(&mut block, first, GAMES as usize);
        for k in 0..block.len() {
            black_box(plain::play(block.narrow(k)));
        }
        start.elapsed().as_nanos()
    }));
    let (mut dealing, mut block) = with_decks();
    parts.push(Part::new("shuffle".into(), move |first| {
        let start = ThreadTime::now();
        dealing.fill(&mut block, first, GAMES as usize);
        black_box(&block);
        start.elapsed().as_nanos()
    }));
    for choice in [EngineChoice::Reference, EngineChoice::Portable, EngineChoice::Vector] {
        let make = || Engine::new(choice, &rules, Seed(42)).ok();
        let Some(mut engine) = make() else { continue };
        let (mut dealing, mut block) = with_decks();
        parts.push(Part::new(format!("{}, engine alone", choice.name()), move |first| {
            dealing.fill(&mut block, first, GAMES as usize);
            let start = ThreadTime::now();
            let mut sum = 0;
            engine.play_block(&block, &mut |index, result: &GameResult| {
                sum += index ^ u64::from(result.cards) ^ u64::from(result.tricks);
            });
            black_box(sum);
            start.elapsed().as_nanos()
        }));
        let Some(mut engine) = make() else { continue };
        let (mut dealing, mut block) = with_decks();
        parts.push(Part::new(format!("{}, all of it", choice.name()), move |first| {
            let start = ThreadTime::now();
            dealing.fill(&mut block, first, GAMES as usize);
            let mut sum = 0;
            engine.play_block(&block, &mut |index, result: &GameResult| {
                sum += index ^ u64::from(result.cards) ^ u64::from(result.tricks);
            });
            black_box(sum);
            start.elapsed().as_nanos()
        }));
    }
    for slice in 0..SLICES {
        for part in &mut parts {
            let ns = (part.play)(slice * GAMES) as f64 / GAMES as f64;
            part.ns.push(ns);
        }
    }
    println!("{:28}{:>10}{:>10}{:>12}{:>8}", "ns a game", "fastest", "median", "games/s", "ratio");
    let plain = parts[0].ns.clone();
    for Part { name, ns, .. } in &parts {
        let fastest = ns.iter().copied().fold(f64::INFINITY, f64::min);
        let ratios: Vec<f64> = plain.iter().zip(ns).map(|(plain, ns)| plain / ns).collect();
        let per_s = 1e9 / median(ns);
        println!("{name:28}{fastest:10.1}{:10.1}{per_s:12.0}{:8.2}", median(ns), median(&ratios));
    }
}
