//! What a game costs, part by part: shuffle, engine, and all of it with the tally.
//!
//! `cargo bench --bench engines [-- RULES...]`. Everything is measured in this one run, slice by
//! slice in turn, so that a machine that slows down slows everything down; the fastest slice of each
//! part is shown, for on a shared machine only the fastest ones were left alone. `war-sim bench`
//! shows medians in CPU time, end to end.

use std::hint::black_box;
use std::time::Instant;

use war_sim::game::About as _;
use war_sim::inside::{
    Dealer, Deals, DeckBlock, Detail, Engine, EngineChoice, Game, GameBlock, Rules, Seed, Tally,
    War, presets,
};

/// Games of a slice: one block of decks, as a batch has them.
const GAMES: u64 = 1_024;
/// Slices of each part.
const SLICES: u64 = 200;
/// Rule sets measured where none is named.
const RULES: [&str; 5] = ["umass", "winner-first", "one-down", "shuffled-pot", "no-limit"];

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

fn parts(rules: &Rules) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let dealer = Dealer::new(Seed(42), rules.deck.clone());
    let with_decks = || (dealer.clone(), DeckBlock::default());
    let (mut shuffler, mut block) = with_decks();
    parts.push(Part::new("shuffle".into(), move |first| {
        let start = Instant::now();
        shuffler.fill(&mut block, first, GAMES as usize);
        black_box(&block);
        start
    }));
    for choice in EngineChoice::ALL.iter().copied().filter(|&choice| choice != EngineChoice::Auto) {
        let make = || Engine::new(choice, rules, Seed(42));
        if let Ok(mut engine) = make() {
            let (mut dealer, mut block) = with_decks();
            let mut results = Vec::new();
            parts.push(Part::new(format!("{}, engine alone", choice.name()), move |first| {
                dealer.fill(&mut block, first, GAMES as usize);
                let start = Instant::now();
                engine.results(&block, &mut results);
                black_box(&results);
                start
            }));
        }
        let made = War.player(&[(rules, choice.name())], &Deals::of_seed(42));
        if let Ok(mut player) = made {
            let mut block = [GameBlock::new(War.info())];
            let mut tally = Tally::new(War.info(), Detail::Histograms);
            parts.push(Part::new(format!("{}, all of it", choice.name()), move |first| {
                let start = Instant::now();
                let games = first..first + GAMES;
                block[0].reset(games.clone());
                player.play(games, &mut block);
                tally.add(&block[0]).expect("counts fit");
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
        for Part { name, best_ns, .. } in &parts {
            println!("  {name:28}{best_ns:10.1} ns a game");
        }
    }
}
