//! Answers that were given somewhere else.

use std::io::Read as _;
use std::path::Path;

use crate::check::answer::Got;
use crate::check::compare::Suite;
use crate::check::judge::Judge;
use crate::core::cards::text;
use crate::core::wording::digits::counted;
use crate::games::war::Rules;
use crate::lab::formats::decks;
use crate::lab::refused::{OfPath as _, Refused};

/// Compares a file with an answer per line with a file with a deck per line; either may be
/// standard input (`-`).
///
/// Errors: files that cannot be read; decks that cannot be played; more or fewer answers than decks.
pub fn compare(answers: &Path, decks: &Path, rules: &Rules) -> Result<Suite, Refused> {
    if answers == Path::new("-") && answers == decks {
        return Err(Refused::usage(
            "check: --answers - and --decks - cannot both be standard input; give one as a file",
        ));
    }
    let (mut judge, mut questions) = (Judge::new(rules), Vec::new());
    decks::each_deal(decks, |deal| {
        let given = text::read(deal)?;
        rules.check_deck(&given.cards)?;
        questions.extend(judge.end(&given).map(|right| (given, right)));
        Ok(())
    })?;
    let mut suite = Suite::new("decks", questions);
    if suite.left.is_empty() {
        return Err(Refused::data(format!("{} has no decks", decks::name_of(decks))));
    }
    let (name, mut text) = (decks::name_of(answers), Vec::new());
    decks::open(answers)?.read_to_end(&mut text).reading(answers)?;
    let text = text::without_mark(&text).map_err(|e| Refused::data(format!("{name}: {e}")))?;
    let text = String::from_utf8_lossy(text);
    let count = text.lines().count();
    if count != suite.left.len() {
        return Err(Refused::data(format!(
            "{name}: it has {} for the {} of {}; write one answer per deck, a line each",
            counted(count as u64, "answer", "answers"),
            counted(suite.left.len() as u64, "deck", "decks"),
            decks::name_of(decks)
        )));
    }
    text.lines().for_each(|line| suite.answer(Got::of_line(line.trim_end().as_bytes())));
    Ok(suite)
}
