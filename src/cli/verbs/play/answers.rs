//! A file of decks, answered line by line as CSV.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::deck_text;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::rule_names::NamedRules;
use crate::core::cards::{GameIndex, Seed};
use crate::games::war::Reference;

const HEADER: &str = "line,outcome,value,end_reason,battles,rounds,wars,deepest_war\n";
/// Some editors begin a file in UTF-8 with this mark.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes read at a time.
const BUFFER: usize = 1 << 16;

/// Plays the deck of every line of a file; `-` is standard input.
pub fn play(path: &Path, rules: NamedRules, seed: Seed) -> Result<(), Failure> {
    if path == Path::new("-") {
        return answer(io::stdin().lock(), "standard input", rules, seed);
    }
    let file = File::open(path).map_err(|e| Failure::reading(path, &e))?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        return Err(Failure::usage(format!(
            "--decks {}: it is a folder; give a file with a deck a line",
            path.display()
        )));
    }
    answer(file, &path.display().to_string(), rules, seed)
}

fn answer(from: impl Read, name: &str, rules: NamedRules, seed: Seed) -> Result<(), Failure> {
    let mut lines = BufReader::with_capacity(BUFFER, from);
    let mut out = Output::stdout();
    out.text(HEADER);
    // The answers before a bad line stand.
    let played = answer_lines(&mut lines, name, rules, seed, &mut out);
    let written = out.finish();
    match played {
        // Whoever has gone does not care for the bad line either.
        Err(failure) if written.is_ok() => Err(failure),
        _ => written,
    }
}

fn answer_lines(
    lines: &mut BufReader<impl Read>,
    name: &str,
    rules: NamedRules,
    seed: Seed,
    out: &mut Output,
) -> Result<(), Failure> {
    let rules = rules.rules;
    let mut engine = Reference::new(rules.clone(), seed);
    let (mut line, mut deck, mut row) = (Vec::new(), Vec::new(), String::new());
    for number in 1_u64.. {
        if !lines.buffer().contains(&b'\n') {
            // Reading may wait for whoever feeds us, who may wait for the answers so far.
            out.flush()?;
        }
        line.clear();
        let read = lines.read_until(b'\n', &mut line);
        let length = read.map_err(|e| Failure::reading(Path::new(name), &e))?;
        if length == 0 {
            break;
        }
        let mut text = line.strip_suffix(b"\n").unwrap_or(&line);
        text = text.strip_suffix(b"\r").unwrap_or(text);
        if number == 1 {
            text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        }
        deck_text::read(text, &rules, &mut deck)
            .map_err(|e| Failure::data(format!("{name}: line {number}: {e}")))?;

        let result = engine.play(&deck, GameIndex(number - 1));
        row.clear();
        super::summary::csv(number, &result, &mut row);
        out.text(&row);
    }
    Ok(())
}
