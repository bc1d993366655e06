//! A file of deals, answered line by line.

use std::path::Path;

use crate::cli::decks::{self, Lines};
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::core::cards::Seed;
use crate::game::Answers;
use crate::lab::spec::Study;

/// Answers the deal of every line of a file; `-` is standard input.
pub fn play(path: &Path, study: &Study, seed: Seed) -> Result<(), Failure> {
    let by = Answers::new(&study.game, &study.cells[0], seed);
    let mut by = by.map_err(|e| Failure::usage(format!("--decks: {e}")))?;
    let name = decks::name_of(path);
    let mut lines = Lines::new(decks::open(path)?, name.clone());
    let mut out = Output::stdout();
    out.text(&format!("line,{}\n", by.columns()));
    // Reading may wait for whoever feeds us, who may wait for the answers so far.
    out.flush()?;
    let mut text = String::new();
    let mut answer = || {
        while let Some(batch) = lines.next_batch()? {
            text.clear();
            let refused = by.answer(batch, &mut text).err();
            // The answers before a bad line are kept.
            out.text(&text);
            if let Some((line, error)) = refused {
                return Err(decks::refused(&name, line, &error));
            }
            out.flush()?;
        }
        Ok(())
    };
    let answered = answer();
    // Whoever has gone does not care about the bad line either.
    out.finish().and(answered)
}
