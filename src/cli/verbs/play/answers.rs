//! A file of decks, answered line by line.

use std::io::Read;
use std::path::Path;

use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _,
};

use super::block::Player;
use super::lines::{self, Lines};
use super::summary::{self, Form};
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::rule_names::NamedRules;
use crate::core::cards::Seed;

/// Bytes of lines that are worth a thread: some ten decks of 52 cards.
const WORTH_A_THREAD: usize = 2_048;
/// Parts of a batch for each thread, so that none waits long for the slowest.
const PARTS_PER_THREAD: usize = 4;

/// Plays the deck of every line of a file; `-` is standard input.
pub fn play(path: &Path, rules: NamedRules, seed: Seed, form: Form) -> Result<(), Failure> {
    let mut lines = Lines::new(lines::open(path)?, lines::name_of(path));
    let mut out = Output::stdout();
    if form == Form::Csv {
        out.text(summary::COLUMNS);
    }
    // Reading may wait for whoever feeds us, who may wait for the answers so far.
    out.flush()?;
    // The answers before a bad line are kept.
    let played = answer(&mut lines, &rules, seed, form, &mut out, &lines::name_of(path));
    let written = out.finish();
    match played {
        // Whoever has gone does not care about the bad line either.
        Err(failure) if written.is_ok() => Err(failure),
        _ => written,
    }
}

fn answer(
    lines: &mut Lines<impl Read>,
    rules: &NamedRules,
    seed: Seed,
    form: Form,
    out: &mut Output,
    name: &str,
) -> Result<(), Failure> {
    let mut players: Vec<Player> = Vec::new();
    while let Some(batch) = lines.next_batch()? {
        let worth = batch.text.len() / WORTH_A_THREAD;
        let most = rayon::current_num_threads() * PARTS_PER_THREAD;
        let parts = batch.parts(worth.clamp(1, most));
        while players.len() < parts.len() {
            players.push(Player::new(&rules.rules, seed, form));
        }
        if parts.len() == 1 {
            // Whoever asks deck by deck gets the answer without waiting for a thread.
            players[0].play(parts[0]);
        } else {
            players.par_iter_mut().zip(&parts).for_each(|(player, part)| player.play(*part));
        }
        for player in &players[..parts.len()] {
            out.text(&player.text);
            if let Some((line, error)) = &player.refused {
                return Err(lines::refused(name, *line, error));
            }
        }
        out.flush()?;
    }
    Ok(())
}
