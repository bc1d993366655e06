//! What a game costs, part by part: shuffle, engine, and all of it from seed to tally, beside a plain program, with
//! the processor's name.
//!
//! `cargo bench --bench engines [-- RULES...]`, rule sets of War, or `ludo`. The portable engine is forced to each
//! level of this processor; the shuffle always takes the widest. Everything is measured in this one run in CPU time,
//! slice by slice in turn, so that a machine that slows down slows everything down.
//! Shown are the fastest and the median slice of each part, and how many times faster than the plain program the
//! part is slice by slice (the median of these ratios).
//!
//! Where no rule set is named, `auto` is shown beside the reference as well, for every built-in rule set of War and
//! each value of each field: a ratio below 1 is an engine that should not have been chosen.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use war_sim::inside::{
    Dealer, DeckBlock, Detail, Engine, FIELDS, GameBlock, INFO, Level, Processor, RuleFields, Seed,
    Tally, WORDS, engine, ludo_engine, presets,
};
use war_sim::ludo::{Die, Pair};
use war_sim::war::Composition;
use war_sim_engine::games::ludo::PRESETS;

mod plain;

/// Games of a slice: one block of decks, as a batch has them.
const GAMES: u64 = 1_024;
/// Slices of each part.
const SLICES: u64 = 200;
/// Slices of `auto` and the reference, of each of many rule sets.
const FEW_SLICES: u64 = 9;
/// Rule sets measured where none is named.
const RULES: [&str; 5] = ["umass", "winner-first", "one-down", "shuffled-pot", "no-limit"];
/// Levels that the portable engine has a way for.
const LEVELS: [Level; 4] = [Level::Baseline, Level::Bytes16, Level::Avx2, Level::Avx512Vbmi2];
/// Pairs of dice, with their rule set.
const PAIRS: [(&str, [&[u32]; 2]); 5] = [
    ("bwinf", [&[1, 2, 3, 4, 5, 6], &[1, 2, 3, 4, 5, 6]]),
    ("bwinf-frozen", [&[1, 1, 1, 6, 6, 6], &[1, 2, 3, 4]]),
    ("devofvictory", [&[1, 2, 3, 4, 5, 6], &[1, 2, 3, 4, 5, 6]]),
    (
        "bwinf",
        [
            &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        ],
    ),
    ("devofvictory", [&[1, 1, 1, 6, 6, 6], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]),
];
const SEED: u64 = 42;

/// A part with the time of each slice, in ns a game.
struct Part {
    name: String,
    /// Plays the games from an index on and says how long the part took that counts.
    play: Box<dyn FnMut(u64) -> Duration>,
    ns: Vec<f64>,
}

/// The parts of a rule set.
struct Parts {
    deck: Composition,
    parts: Vec<Part>,
}

impl Parts {
    fn push(&mut self, name: String, play: impl FnMut(u64) -> Duration + 'static) {
        self.parts.push(Part { name, play: Box::new(play), ns: Vec::new() });
    }

    /// All of it by a plain program.
    fn plain(&mut self, mut play: impl FnMut(u64) + 'static) {
        self.push("plain program, all of it".into(), move |first| {
            let start = ThreadTime::now();
            play(first);
            start.elapsed()
        });
    }

    /// What is done with decks that are there.
    fn with_decks(&mut self, name: String, mut play: impl FnMut(&DeckBlock) + 'static) {
        let mut dealer = Dealer::new(Seed(SEED), self.deck);
        let mut block = DeckBlock::default();
        self.push(name, move |first| {
            dealer.fill(&mut block, first, GAMES as usize);
            let start = ThreadTime::now();
            play(&block);
            start.elapsed()
        });
    }

    fn shuffle(&mut self) {
        let mut dealer = Dealer::new(Seed(SEED), self.deck);
        let mut block = DeckBlock::default();
        self.push("shuffle".into(), move |first| {
            let start = ThreadTime::now();
            dealer.fill(&mut block, first, GAMES as usize);
            black_box(&block);
            start.elapsed()
        });
    }

    /// An engine, without dealing and counting.
    fn alone(&mut self, name: &str, mut engine: Engine<DeckBlock>) {
        let mut results = GameBlock::new(&INFO);
        self.with_decks(format!("{name}, engine alone"), move |decks| {
            results.reset(decks.first()..decks.first() + decks.decks() as u64);
            engine.plays.play(decks, &mut results);
            black_box(&results);
        });
    }

    /// All of it by an engine.
    fn whole(&mut self, name: &str, mut engine: Engine<DeckBlock>) {
        let mut dealer = Dealer::new(Seed(SEED), self.deck);
        let (mut block, mut results) = (DeckBlock::default(), GameBlock::new(&INFO));
        let mut tally = Tally::new(&INFO, Detail::Histograms);
        self.push(format!("{name}, all of it"), move |first| {
            let start = ThreadTime::now();
            dealer.fill(&mut block, first, GAMES as usize);
            results.reset(first..first + GAMES);
            engine.plays.play(&block, &mut results);
            tally.add(&results);
            start.elapsed()
        });
    }
}

/// The parts of a rule set of this name; nothing if there is none.
fn parts(name: &str) -> Option<Vec<Part>> {
    let rules = presets::find(name)?.rules();
    let mut parts = Parts { deck: rules.deck, parts: Vec::new() };
    if let Some(plain) = plain::Plain::of(&rules) {
        parts.plain(move |first| {
            black_box(plain.games(SEED, first..first + GAMES));
        });
    }
    parts.shuffle();
    let here = Processor::here();
    for &word in WORDS.iter().filter(|&&word| word != "auto") {
        for level in LEVELS.into_iter().filter(|&level| here.has(level)) {
            let name = match word {
                "portable" => format!("{word} ({level:?})"),
                _ if level == LEVELS[0] => word.to_owned(),
                _ => continue,
            };
            let made = || engine(here.at_most(level), word, &rules, Seed(SEED));
            if let (Ok(alone), Ok(whole)) = (made(), made()) {
                parts.alone(&name, alone);
                parts.whole(&name, whole);
            }
        }
    }
    Some(parts.parts)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Plays the slices of all parts in turn.
fn measure(parts: &mut [Part], slices: u64) {
    for slice in 0..slices {
        for part in &mut *parts {
            let took = (part.play)(slice * GAMES);
            part.ns.push(took.as_nanos() as f64 / GAMES as f64);
        }
    }
}

/// How many times faster a part is than another, slice by slice.
fn times_faster(part: &Part, other: &Part) -> f64 {
    median(other.ns.iter().zip(&part.ns).map(|(other, ns)| other / ns).collect())
}

/// `auto` beside the reference: each built-in rule set, and each value of each field alone.
fn beside_the_reference() {
    let built_in = presets::ALL.iter().map(|preset| (preset.name.to_owned(), preset.rules()));
    let values = FIELDS.iter().flat_map(|field| {
        field.values().into_iter().map(move |value| {
            let set = format!("{} = {value}", field.key);
            let fields: RuleFields = toml::from_str(&set).expect("a field");
            (set, fields.check().expect("rules"))
        })
    });
    println!("{:48}{:>10}{:>14}", "auto", "", "x reference");
    for (name, rules) in built_in.chain(values) {
        let mut parts = Parts { deck: rules.deck, parts: Vec::new() };
        let [reference, auto] = ["reference", "auto"]
            .map(|word| engine(Processor::here(), word, &rules, Seed(SEED)).expect("plays all"));
        let chosen = auto.name;
        parts.alone("reference", reference);
        parts.alone("auto", auto);
        measure(&mut parts.parts, FEW_SLICES);
        let ratio = times_faster(&parts.parts[1], &parts.parts[0]);
        println!("{name:48}{chosen:>10}{ratio:>14.2}");
    }
}

/// The engines of Ludo, the portable one at each level, beside the reference.
fn ludo() {
    for (name, faces) in PAIRS {
        let preset = PRESETS.iter().find(|preset| preset.name == name).expect("a rule set");
        let rules = toml::from_str(preset.fields).expect("fields of Ludo");
        let dice = faces.map(|faces| Die::new(faces.to_vec()).expect("a die"));
        let pair = Pair::new(rules, Seed(SEED), [1, 2], dice);
        let here = Processor::here();
        let levels = LEVELS.into_iter().filter(|&level| here.has(level));
        let engines = levels.map(|level| ("portable", level, format!("portable ({level:?})")));
        let all = std::iter::once(("reference", LEVELS[0], "reference".into())).chain(engines);
        let mut parts: Vec<Part> = all
            .map(|(word, level, name)| {
                let made = ludo_engine(here.at_most(level), word, &pair);
                let mut engine = made.expect("it plays these dice");
                let mut results = GameBlock::of(3, 4, 0);
                let play = move |first: u64| {
                    let games = first..first + GAMES;
                    results.reset(games.clone());
                    let start = ThreadTime::now();
                    engine.plays.play(&games, &mut results);
                    black_box(&results);
                    start.elapsed()
                };
                Part { name, play: Box::new(play), ns: Vec::new() }
            })
            .collect();
        measure(&mut parts, SLICES);
        let [one, two] = pair.dice();
        println!("{name}, {one} against {two}");
        println!("{:28}{:>10}{:>10}{:>14}", "", "fastest", "median", "x reference");
        for part @ Part { name, ns, .. } in &parts {
            let fastest = ns.iter().copied().fold(f64::INFINITY, f64::min);
            let ratio = times_faster(part, &parts[0]);
            println!("{name:40}{fastest:10.1}{:10.1}{ratio:14.2}", median(ns.clone()));
        }
    }
}

/// What this processor is called, where the system says it, and the instructions that engines use on it.
fn processor() -> String {
    let system = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = system.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    format!("{model}, {}", Processor::here().name())
}

fn main() {
    println!("{}", processor());
    // `cargo bench` hands over options of its own.
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_whole = named.is_empty();
    let names = if is_whole { RULES.map(String::from).to_vec() } else { named };
    for name in names {
        if name == "ludo" {
            ludo();
            continue;
        }
        let Some(mut parts) = parts(&name) else {
            eprintln!("engines: no rule set {name}");
            continue;
        };
        measure(&mut parts, SLICES);
        println!("{name:40}{:>10}{:>10}{:>10}", "fastest", "median", "x plain");
        let plain = parts.first().filter(|part| part.name.starts_with("plain"));
        for part @ Part { name, ns, .. } in &parts {
            let fastest = ns.iter().copied().fold(f64::INFINITY, f64::min);
            let ratio = plain.map(|plain| format!("{:.2}", times_faster(part, plain)));
            let ratio = ratio.unwrap_or_default();
            println!("{name:40}{fastest:10.1}{:10.1}{ratio:>10}", median(ns.clone()));
        }
    }
    if is_whole {
        ludo();
        beside_the_reference();
    }
}
