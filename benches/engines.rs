//! What a game costs, part by part: shuffle, engine, tally, and all of it beside the plain program.
//!
//! `cargo bench --bench engines [-- RULES...]`. Everything is measured in this one run, slice by
//! slice in turn, so that a machine that slows down slows everything down; the fastest slice of each
//! part is shown, for on a shared machine only the fastest ones were left alone. `war-sim bench`
//! shows medians in CPU time, end to end.

use std::hint::black_box;
use std::time::Instant;

use war_sim::core::cards::{Dealer, DeckBlock, Seed};
use war_sim::core::stats::workload::Workload;
use war_sim::games::war::fast::{Engine, EngineChoice};
use war_sim::games::war::plain::{PlainBatch, PlainRules};
use war_sim::games::war::tally::WarTally;
use war_sim::games::war::{GameResult, Rules, Sink, presets};

/// Games of a slice: one block of decks, as a batch has them.
const GAMES: u64 = 1_024;
/// Slices of each part.
const SLICES: u64 = 200;
/// Rule sets measured where none is named.
const RULES: [&str; 5] = ["umass", "winner-first", "one-down", "shuffled-pot", "no-limit"];

/// Takes results and does nothing with them.
struct Nothing;

impl Sink for Nothing {
    fn game(&mut self, _: u64, result: &GameResult) {
        black_box(result);
    }

    fn chains(&mut self, _: usize, _: u64) {}
}

/// A part's fastest slice.
struct Part {
    name: String,
    /// Plays the games from an index on and says when the part that counts began.
    play: Box<dyn FnMut(u64) -> Instant>,
    best_ns: f64,
}

impl Part {
    fn new(name: String, play: impl FnMut(u64) -> Instant + 'static) -> Self {
        Self { name, play: Box::new(play), best_ns: f64::INFINITY }
    }
}

/// The plain program, from seed to histogram.
fn plain(rules: &Rules) -> Option<Part> {
    let batch = PlainBatch { seed: 42, rules: PlainRules::of(rules)? };
    let mut tally = batch.tally();
    Some(Part::new("plain program, all of it".into(), move |first| {
        let start = Instant::now();
        batch.play(&mut batch.worker(), first..first + GAMES, &mut tally, None);
        start
    }))
}

fn parts(rules: &Rules) -> Vec<Part> {
    let mut parts: Vec<Part> = plain(rules).into_iter().collect();
    let dealer = Dealer::new(Seed(42), rules.deck.clone());
    let with_decks = || (dealer.clone(), DeckBlock::default());
    let (mut shuffler, mut block) = with_decks();
    parts.push(Part::new("shuffle".into(), move |first| {
        let start = Instant::now();
        shuffler.fill(&mut block, first, GAMES as usize);
        black_box(&block);
        start
    }));
    for choice in EngineChoice::ALL.into_iter().filter(|&choice| choice != EngineChoice::Auto) {
        let make = || Engine::new(choice, rules, Seed(42));
        if let Ok(mut engine) = make() {
            let (mut dealer, mut block) = with_decks();
            parts.push(Part::new(format!("{}, engine alone", choice.name()), move |first| {
                dealer.fill(&mut block, first, GAMES as usize);
                let start = Instant::now();
                engine.play_block(&block, &mut Nothing);
                start
            }));
        }
        if let Ok(mut engine) = make() {
            let (mut dealer, mut block) = with_decks();
            let mut tally = WarTally::default();
            parts.push(Part::new(format!("{}, all of it", choice.name()), move |first| {
                let start = Instant::now();
                dealer.fill(&mut block, first, GAMES as usize);
                engine.play_block(&block, &mut tally);
                start
            }));
        }
    }
    parts
}

fn main() {
    // `cargo bench` hands over options of its own.
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let names = if named.is_empty() { RULES.map(String::from).to_vec() } else { named };
    for name in names {
        let Some(preset) = presets::find(&name) else {
            eprintln!("engines: no rule set {name}");
            continue;
        };
        let mut parts = parts(&preset.rules());
        for slice in 0..SLICES {
            for part in &mut parts {
                let start = (part.play)(slice * GAMES);
                let ns = start.elapsed().as_nanos() as f64 / GAMES as f64;
                part.best_ns = part.best_ns.min(ns);
            }
        }
        println!("{name}");
        let plain_ns = parts.first().filter(|part| part.name.starts_with("plain"));
        let plain_ns = plain_ns.map(|part| part.best_ns);
        for Part { name, best_ns, .. } in &parts {
            let ratio = plain_ns.map_or(String::new(), |plain| format!("{:8.2}", plain / best_ns));
            println!("  {name:28}{best_ns:10.1} ns a game{ratio}");
        }
    }
}
