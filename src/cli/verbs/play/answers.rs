//! A file of deals, answered line by line.

use std::io::Read;
use std::path::Path;

use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _,
};

use crate::cli::decks::{self, Lines};
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::core::cards::{DeckLines, Seed};
use crate::game::Answers;
use crate::lab::spec::Study;

/// Bytes of lines that are worth a thread: some ten decks of 52 cards.
const WORTH_A_THREAD: usize = 2_048;
/// Parts of a batch for each thread, so that none waits long for the slowest.
const PARTS_PER_THREAD: usize = 4;

/// One thread's answers.
struct Part<'s> {
    by: Answers<'s>,
    text: String,
    refused: Option<(u64, String)>,
}

impl Part<'_> {
    fn answer(&mut self, lines: DeckLines<'_>) {
        self.text.clear();
        self.refused = self.by.answer(lines, &mut self.text).err();
    }
}

/// Answers the deal of every line of a file; `-` is standard input.
pub fn play(path: &Path, study: &Study, seed: Seed) -> Result<(), Failure> {
    let made = || {
        let by = Answers::new(&study.game, &study.cells[0], seed);
        let by = by.map_err(|e| Failure::usage(format!("--decks: {e}")))?;
        Ok(Part { by, text: String::new(), refused: None })
    };
    let mut parts = vec![made()?];
    let mut lines = Lines::new(decks::open(path)?, decks::name_of(path));
    let mut out = Output::stdout();
    out.text(&format!("line,{}\n", parts[0].by.columns()));
    // Reading may wait for whoever feeds us, who may wait for the answers so far.
    out.flush()?;
    // The answers before a bad line are kept.
    let played = answer(&mut lines, &mut parts, made, &mut out, &decks::name_of(path));
    let written = out.finish();
    match played {
        // Whoever has gone does not care about the bad line either.
        Err(failure) if written.is_ok() => Err(failure),
        _ => written,
    }
}

fn answer<'s>(
    lines: &mut Lines<impl Read>,
    parts: &mut Vec<Part<'s>>,
    made: impl Fn() -> Result<Part<'s>, Failure>,
    out: &mut Output,
    name: &str,
) -> Result<(), Failure> {
    while let Some(batch) = lines.next_batch()? {
        let worth = batch.text.len() / WORTH_A_THREAD;
        let most = rayon::current_num_threads() * PARTS_PER_THREAD;
        let shares = batch.parts(worth.clamp(1, most));
        while parts.len() < shares.len() {
            parts.push(made()?);
        }
        if let [all] = shares[..] {
            // Whoever asks deck by deck gets the answer without waiting for a thread.
            parts[0].answer(all);
        } else {
            parts.par_iter_mut().zip(&shares).for_each(|(part, share)| part.answer(*share));
        }
        for part in &parts[..shares.len()] {
            out.text(&part.text);
            if let Some((line, error)) = &part.refused {
                return Err(decks::refused(name, *line, error));
            }
        }
        out.flush()?;
    }
    Ok(())
}
