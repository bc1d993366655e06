//! Answers that were given somewhere else.

use std::io::{self, Read as _};
use std::path::Path;

use crate::check::answer::Got;
use crate::check::answer::{Answer, escaped};
use crate::check::compare::{self, Verdict};
use crate::check::suite::Question;
use crate::check::war::{Deck, Judge};
use crate::cli::decks::{self, Lines};
use crate::cli::failure::{Failure, OfPath as _};
use crate::core::cards::text::{self, Given};
use crate::core::wording::digits::counted;
use crate::games::war::Rules;
use crate::games::war::given;
use crate::lab::store::disk::Disk;

/// Larger files hold nobody's answers.
const MOST_BYTES: u64 = 1 << 28;
/// Letters of a line that is no answer.
const SHOWN_LETTERS: usize = 60;

/// Compares a file with an answer per line with a file with a deck per line; either may be
/// standard input (`-`).
///
/// Errors: files that cannot be read; decks that cannot be played; more or fewer answers than decks.
pub fn compare(answers: &Path, decks: &Path, rules: &Rules) -> Result<Verdict<Deck>, Failure> {
    if answers == Path::new("-") && answers == decks {
        return Err(Failure::usage(
            "check: --answers - and --decks - cannot both be standard input; give one as a file",
        ));
    }
    let questions = questions(decks, rules)?;
    let name = decks::name_of(answers);
    let text = read(answers).reading(answers)?;
    let text = text::without_mark(&text).map_err(|e| Failure::data(format!("{name}: {e}")))?;
    let mut given: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    // The last line ends as the others do, or not.
    if given.last().is_some_and(|line| line.is_empty()) {
        given.pop();
    }
    if given.len() != questions.len() {
        return Err(Failure::data(format!(
            "{name}: it has {} for the {} of {}; write one answer per deck, a line each",
            counted(given.len() as u64, "answer", "answers"),
            counted(questions.len() as u64, "deck", "decks"),
            decks::name_of(decks)
        )));
    }
    let got = given.into_iter().map(|line| {
        let answer = std::str::from_utf8(line).ok().and_then(Answer::read);
        answer.map_or_else(
            || Got::Nonsense(escaped(line.trim_ascii_end(), SHOWN_LETTERS)),
            Got::Answer,
        )
    });
    Ok(compare::compare("decks", "the decks of the file", questions, got.collect()))
}

/// A file of answers, or standard input.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return Disk::here().read(path, MOST_BYTES);
    }
    let mut text = Vec::new();
    io::stdin().lock().take(MOST_BYTES).read_to_end(&mut text)?;
    Ok(text)
}

fn questions(path: &Path, rules: &Rules) -> Result<Vec<Question<Deck>>, Failure> {
    let name = decks::name_of(path);
    let mut lines = Lines::new(decks::open(path)?, name.clone());
    let mut judge = Judge::new(rules);
    let mut given = Given::default();
    let mut questions = Vec::new();
    while let Some(batch) = lines.next_batch()? {
        for (line, text) in batch.lines().filter(|(_, text)| !text::is_comment(text)) {
            let read = batch.layout.read(text, &mut given);
            read.and_then(|_| given::check(&given, rules))
                .map_err(|e| decks::refused(&name, line, &e))?;
            if !given.sizes.is_empty() {
                return Err(Failure::data(format!(
                    "{name}: line {line}: it contains hands; check asks about decks"
                )));
            }
            let asked = Deck(given.cards.clone());
            if let Some(expected) = judge.answer(&asked) {
                questions.push(Question { asked, expected });
            }
        }
    }
    Ok(questions)
}
