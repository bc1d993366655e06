//! Input from anybody: the bodies of the fuzz targets over the corpus and what chance makes of it.
//! No panic, no input without end, no allocation over 64 MiB.
//!
//! `HOSTILE_ROUNDS=20000 cargo test --release --test hostile` looks longer than the suite does;
//! `HOSTILE_CORPUS=fuzz/corpus` writes the corpus there, a folder a target, for `cargo fuzz`.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

#[path = "hostile/bodies.rs"]
mod bodies;
#[path = "hostile/corpus.rs"]
mod corpus;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// Changed inputs made of each input of the corpus.
const ROUNDS: u64 = 60;
/// Most memory of one allocation, and of all that an input takes at a time.
const MOST_MEMORY: usize = 64 << 20;
/// After so long an input has no end, however busy the machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The system's memory, with a count of what is in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: hands everything on to the system's allocator as it is.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static MEMORY: Counting = Counting;

/// Numbers by chance, the same each time (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// An input changed in a few places: bits, bytes, pieces doubled, dropped, taken from another.
fn changed(chance: &mut Chance, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + chance.below(4) {
        let at = chance.below(bytes.len());
        let end = (at + chance.below(40)).min(bytes.len());
        match chance.below(8) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << chance.below(8),
            1 if !bytes.is_empty() => bytes[at] = chance.next() as u8,
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at.min(end)..end)),
            4 => {
                let piece = bytes[at.min(end)..end].to_vec();
                bytes.splice(at..at, piece);
            }
            5 => {
                let from = chance.below(other.len());
                let piece = other[from..(from + chance.below(60)).min(other.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            6 => {
                let words: [&[u8]; 8] = [
                    b"99999999999999999999",
                    b"-1",
                    b"18446744073709551615",
                    b"1e308",
                    b"\x00",
                    b"\x1b[2J",
                    b"[[",
                    b"=cmd",
                ];
                let word = words[chance.below(words.len())].to_vec();
                bytes.splice(at..at, word);
            }
            _ => {
                let times = 1 + chance.below(20);
                let piece = bytes[at.min(end)..end].repeat(times);
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

/// Runs a body; `what` describes its input. Returns the memory that it took.
fn check(target: &bodies::Target, data: &[u8], what: &str) -> usize {
    let before = IN_USE.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let input = || String::from_utf8_lossy(data).into_owned();
    let (ended, end) = mpsc::channel::<()>();
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            if end.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                eprintln!("{}: {what} has no end:\n{:?}", target.0, input());
                std::process::abort();
            }
        });
        let result = std::panic::catch_unwind(|| (target.1)(data));
        drop(ended);
        result
    });
    let memory = MOST.load(Ordering::Relaxed).saturating_sub(before);
    assert!(result.is_ok(), "{}: {what} panics:\n{:?}", target.0, input());
    assert!(memory < MOST_MEMORY, "{}: {what} takes {memory} bytes:\n{:?}", target.0, input());
    memory
}

/// The corpus of a target: nothing, the inputs by name, and what is shipped.
fn corpus_of(target: &str) -> Vec<(String, Vec<u8>)> {
    let mut inputs = vec![("nothing".to_owned(), Vec::new())];
    inputs.extend(corpus::corpus(target).into_iter().map(|(name, input)| (name.into(), input)));
    let shipped: &[&str] = match target {
        "rules" => &["experiments/ludo", "experiments/rules"],
        "experiments" => &["experiments"],
        "dice" => &["experiments/dice"],
        _ => &[],
    };
    for folder in shipped {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
        files.sort();
        inputs.extend(files.iter().map(|path| {
            (path.file_name().unwrap().to_string_lossy().into(), fs::read(path).unwrap())
        }));
    }
    if let Some(folder) = std::env::var_os("HOSTILE_CORPUS") {
        let folder = Path::new(&folder).join(target);
        fs::create_dir_all(&folder).unwrap();
        for (name, input) in &inputs {
            fs::write(folder.join(name), input).unwrap();
        }
    }
    inputs
}

#[test]
fn nothing_from_outside_panics_hangs_or_fills_the_memory() {
    let rounds = std::env::var("HOSTILE_ROUNDS").ok().and_then(|text| text.parse().ok());
    let rounds = rounds.unwrap_or(ROUNDS);
    let mut count = 0;
    for target in &bodies::TARGETS {
        let inputs = corpus_of(target.0);
        // What is made once, such as the list of games, is nobody's input.
        (target.1)(&inputs[0].1);
        let (mut chance, mut most) = (Chance(7), 0);
        for (k, (name, input)) in inputs.iter().enumerate() {
            let mut keep = |memory: usize| {
                most = most.max(memory);
                count += 1;
            };
            keep(check(target, input, name));
            for round in 0..rounds {
                let other = &inputs[(k + 1 + chance.below(inputs.len())) % inputs.len()].1;
                let data = changed(&mut chance, input, other);
                keep(check(target, &data, &format!("{name}, changed {round}")));
            }
        }
        println!("{}: {} inputs, at most {} KiB", target.0, inputs.len(), most >> 10);
    }
    println!("{count} inputs");
}
