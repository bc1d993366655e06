//! Answers that were given somewhere else.

use std::io::Read as _;
use std::path::Path;

use crate::check::answer::{Answer, Got};
use crate::check::compare::{Played, Verdict};
use crate::check::deck::{Deck, Judge};
use crate::check::suites::Question;
use crate::cli::decks;
use crate::cli::failure::{Failure, OfPath as _};
use crate::core::cards::text::{self, Given};
use crate::core::wording::digits::counted;
use crate::games::war::Rules;

/// Larger files hold nobody's answers.
const MOST_BYTES: u64 = 1 << 28;

/// Compares a file with an answer per line with a file with a deck per line; either may be
/// standard input (`-`).
///
/// Errors: files that cannot be read; decks that cannot be played; more or fewer answers than decks.
pub fn compare(answers: &Path, decks: &Path, rules: &Rules) -> Result<Verdict, Failure> {
    if answers == Path::new("-") && answers == decks {
        return Err(Failure::usage(
            "check: --answers - and --decks - cannot both be standard input; give one as a file",
        ));
    }
    let questions = questions(decks, rules)?;
    if questions.is_empty() {
        return Err(Failure::data(format!("{} has no decks", decks::name_of(decks))));
    }
    let name = decks::name_of(answers);
    let mut text = Vec::new();
    let mut from = decks::open(answers)?.take(MOST_BYTES);
    from.read_to_end(&mut text).reading(answers)?;
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
    let got = given.into_iter().map(|line| (Got::of_line(line.trim_ascii_end()), 0));
    let played = questions.into_iter().zip(got).map(|(asked, got)| Played::of(asked, got));
    Ok(Verdict::of("decks", "the decks of the file", played.collect()))
}

fn questions(path: &Path, rules: &Rules) -> Result<Vec<Question>, Failure> {
    let (mut judge, mut given, mut questions) = (Judge::new(rules), Given::default(), Vec::new());
    decks::each_deal(path, |layout, line| {
        let read = layout.read(line, &mut given).and_then(|_| rules.check_deck(&given.cards));
        read.map_err(|error| error.to_string())?;
        let deck = Deck { cards: given.cards.clone(), cards_of_a: given.cards_of_a() };
        if let Some(game) = judge.game(&deck) {
            questions.push(Question { deck, expected: Answer(game.outcome.value()) });
        }
        Ok(())
    })?;
    Ok(questions)
}
