//! Parts of a run put together: exactly the run that was never divided.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::advance::MergeError as StateMergeError;
use super::difference::difference;
use super::part::{Asked, Part, PartRows};
use super::state::{State, StateError};
use crate::core::cards::DealsFrom;
use crate::core::stats::{fit, holm};
use crate::lab::spec::Study;
use crate::lab::spec::rules::Library;

/// A part whose outcomes are less probable than this beside those of the others, adjusted for all
/// that is looked at, is named: one false alarm in a thousand merges.
const IMPROBABLE: f64 = 0.001;

/// A part of the merged run.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its folder.
    pub folder: PathBuf,
    /// Its games.
    pub games: Range<u64>,
    /// Its rows, if it has any.
    pub rows: Option<PartRows>,
    /// What the manifest says of it.
    pub record: Json,
    /// Games by cell and outcome.
    outcomes: Vec<Vec<u64>>,
}

/// Parts put together.
#[derive(Debug)]
pub struct Merged {
    /// The counts of all.
    pub state: State,
    /// What was asked of them.
    pub asked: Asked,
    /// The parts, in the order of their games.
    pub pieces: Vec<Piece>,
}

/// Parts that cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One cannot be read.
    #[error(transparent)]
    State(#[from] StateError),
    /// One is of another run.
    #[error("{folder}: is a part of another run than {first}: {what}")]
    Stranger {
        /// The part.
        folder: PathBuf,
        /// The first part.
        first: PathBuf,
        /// In what they differ.
        what: String,
    },
    /// One cannot be a part.
    #[error("{folder}: {what}")]
    NoPart {
        /// The part.
        folder: PathBuf,
        /// Why not.
        what: String,
    },
    /// Some games are in two parts.
    #[error("{second}: {} also in {first}; leave one of the two out", are(.games))]
    Overlap {
        /// A part.
        first: PathBuf,
        /// Another.
        second: PathBuf,
        /// Games of both.
        games: Range<u64>,
    },
    /// Some games are in no part.
    #[error("{} missing; name the parts that have them{hint}", lacking(.missing))]
    Gaps {
        /// The games.
        missing: Vec<Range<u64>>,
        /// What else can be done.
        hint: &'static str,
    },
    /// The counts exceed their type.
    #[error("the counts of all parts together exceed 64 bits")]
    Overflow,
}

fn named(games: &Range<u64>) -> String {
    match games.end - games.start {
        1 => format!("game {}", games.start),
        _ => format!("games {} to {}", games.start, games.end - 1),
    }
}

fn are(games: &Range<u64>) -> String {
    let verb = if games.end - games.start == 1 { "is" } else { "are" };
    format!("{} {verb}", named(games))
}

fn lacking(missing: &[Range<u64>]) -> String {
    match missing {
        [one] => are(one),
        more => {
            let all: Vec<String> = more.iter().map(named).collect();
            format!("{} are", all.join(", "))
        }
    }
}

/// Puts these parts together, in any order. With `partial` games before the first and after the last
/// of them may be missing; what comes out is a part, too.
///
/// Memory holds the counts of two parts, however many there are. Errors: [`MergeError`].
pub fn merge(folders: &[PathBuf], library: &Library, partial: bool) -> Result<Merged, MergeError> {
    let mut first: Option<Part> = None;
    let mut pieces: Vec<Piece> = Vec::new();
    // A whole that one part names holds for all.
    let mut whole: Option<Range<u64>> = None;
    for folder in folders {
        let part = Part::load(folder, library)?;
        check(&part)?;
        pieces.push(Piece::of(&part));
        let Some(begun) = &mut first else {
            whole.clone_from(&part.whole);
            first = Some(part);
            continue;
        };
        let stranger = |what| MergeError::Stranger {
            folder: folder.clone(),
            first: begun.folder.clone(),
            what,
        };
        if let Some(what) = difference(&part.common(), &begun.common()) {
            return Err(stranger(what));
        }
        match (&whole, &part.whole) {
            (Some(one), Some(two)) if one != two => {
                let what = format!("it has {} of the run, not {}", named(two), named(one));
                return Err(stranger(what));
            }
            (None, Some(_)) => whole.clone_from(&part.whole),
            _ => {}
        }
        begun.state.merge(&part.state).map_err(|error| match error {
            StateMergeError::Stranger(what) => stranger(what),
            StateMergeError::Overflow => MergeError::Overflow,
            StateMergeError::Overlap(games) => {
                let has =
                    |piece: &&Piece| piece.games.start < games.end && games.start < piece.games.end;
                let other =
                    pieces.iter().find(has).map_or(begun.folder.clone(), |p| p.folder.clone());
                MergeError::Overlap { first: other, second: folder.clone(), games }
            }
        })?;
    }
    let Some(Part { folder, mut state, run, .. }) = first else {
        return Err(MergeError::NoPart {
            folder: PathBuf::new(),
            what: "there is nothing to merge".into(),
        });
    };
    pieces.sort_by_key(|piece| (piece.games.start, piece.games.end));
    let asked =
        Asked::of(&mut state.study, &run).map_err(|what| MergeError::NoPart { folder, what })?;
    let span = span(&pieces);
    let whole = whole.unwrap_or(span.clone());
    if let Some(piece) =
        pieces.iter().find(|p| p.games.start < whole.start || p.games.end > whole.end)
    {
        let (folder, all) = (piece.folder.clone(), named(&whole));
        return Err(MergeError::NoPart { folder, what: format!("has games beyond {all}") });
    }
    let missing = state.missing(if partial { span.clone() } else { whole.clone() });
    if !missing.is_empty() {
        // Between two parts nothing may be missing, and nobody should be told otherwise.
        let inside = missing.iter().any(|gap| span.start < gap.start && gap.end < span.end);
        let hint = match inside {
            true => "",
            false => ", or make a larger part of these with --partial",
        };
        return Err(MergeError::Gaps { missing, hint });
    }
    let whole = (span != whole).then_some(whole);
    state.study = state.study.of_games(span).within(whole);
    Ok(Merged { state, asked, pieces })
}

/// Refuses what counts other games than it says, or as many as its counts made it.
fn check(part: &Part) -> Result<(), MergeError> {
    let no_part =
        |what: &str| Err(MergeError::NoPart { folder: part.folder.clone(), what: what.to_owned() });
    let stopped = |key: &str| part.run[key].as_array().is_none_or(|list| !list.is_empty());
    let decided = !part.run["until_decided"].is_null();
    if stopped("until") || stopped("until_difference") || decided {
        return no_part(
            "was stopped by a precision (--until), so its number of games depends on what it \
             counted; play parts with a fixed number of games",
        );
    }
    let mut games = part.state.games.iter().filter(|range| !range.is_empty());
    let same = match (games.next(), games.next()) {
        (None, _) => part.games.is_empty(),
        (Some(one), None) => *one == part.games,
        _ => false,
    };
    if !same {
        return no_part("its state has other games than its manifest says; play it again");
    }
    Ok(())
}

/// From the first game of all parts to the last.
fn span(pieces: &[Piece]) -> Range<u64> {
    let with_games = || pieces.iter().filter(|piece| !piece.games.is_empty());
    let first = with_games().map(|piece| piece.games.start).min();
    let last = with_games().map(|piece| piece.games.end).max();
    match (first, last) {
        (Some(first), Some(last)) => first..last,
        _ => pieces.first().map_or(0..0, |piece| piece.games.start..piece.games.start),
    }
}

impl Piece {
    fn of(part: &Part) -> Self {
        let outcomes = part.state.totals.cells.iter().map(|tally| {
            (0..tally.info().outcomes.len()).map(|outcome| tally.games_won(outcome)).collect()
        });
        Self {
            folder: part.folder.clone(),
            games: part.games.clone(),
            rows: part.rows.clone(),
            record: part.record.clone(),
            outcomes: outcomes.collect(),
        }
    }

    /// The last part of its folder's path.
    pub fn name(&self) -> String {
        let name = self.folder.file_name().unwrap_or(self.folder.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

/// The folder of a part, what it says of its rows, and its games.
pub type RowsOf<'m> = (&'m Path, &'m PartRows, u64);

impl Merged {
    /// Parts whose outcomes do not fit those of the others, a sentence each.
    pub fn misfits(&self) -> Vec<String> {
        let study = &self.state.study;
        // Only games of a seed are alike in every part: lists have an order of their own, and so have all orders
        // of a deck.
        if !matches!(study.deals.from, DealsFrom::Seed) {
            return Vec::new();
        }
        let mut tests = Vec::new();
        for cell in 0..study.cells.len() {
            let tally = &self.state.totals.cells[cell];
            for (p, piece) in self.pieces.iter().enumerate() {
                let part = &piece.outcomes[cell];
                let rest: Vec<u64> = part
                    .iter()
                    .enumerate()
                    .map(|(outcome, games)| tally.games_won(outcome) - games)
                    .collect();
                tests.push((p, cell, fit(part, &rest)));
            }
        }
        let adjusted = holm(&tests.iter().map(|&(_, _, p)| p).collect::<Vec<_>>());
        let improbable = tests.iter().zip(adjusted).filter_map(|(&(piece, cell, _), p)| {
            p.filter(|p| *p < IMPROBABLE).map(|p| (piece, cell, p))
        });
        improbable.map(|(piece, cell, p)| self.misfit(study, piece, cell, p)).collect()
    }

    fn misfit(&self, study: &Study, piece: usize, cell: usize, p: f64) -> String {
        format!(
            "{}: its outcomes under `{}` do not fit those of the other parts (chi-square, p = \
             {p:.1e}); play it again on another machine and compare",
            self.pieces[piece].name(),
            study.cells[cell].name
        )
    }

    /// The rows of every part, where every one has some and all of one kind; else why not, if any
    /// part has rows.
    pub fn rows(&self) -> Result<Option<Vec<RowsOf<'_>>>, String> {
        let some: Vec<_> = self.pieces.iter().filter(|piece| piece.rows.is_some()).collect();
        let Some(first) = some.first().and_then(|piece| piece.rows.as_ref()) else {
            return Ok(None);
        };
        if let Some(old) = some.iter().find(|piece| piece.rows.iter().any(|rows| !rows.is_by_game))
        {
            return Err(format!(
                "the rows of {} are in the order of an earlier version, so the merged run has none; \
                 play that part again",
                old.name()
            ));
        }
        let mut rows = Vec::new();
        for piece in &self.pieces {
            let Some(of_piece) = &piece.rows else {
                let name = piece.name();
                return Err(format!("{name} has no rows of games, so the merged run has none"));
            };
            if (&of_piece.file, of_piece.detail) != (&first.file, first.detail) {
                return Err(format!(
                    "the rows of {} are not like those of {}, so the merged run has none",
                    piece.name(),
                    some[0].name()
                ));
            }
            rows.push((piece.folder.as_path(), of_piece, piece.games.end - piece.games.start));
        }
        Ok(Some(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_and_several_are_named_as_people_say_it() {
        assert_eq!(are(&(3..4)), "game 3 is");
        assert_eq!(are(&(3..6)), "games 3 to 5 are");
        assert_eq!(lacking(std::slice::from_ref(&(3..4))), "game 3 is");
        assert_eq!(lacking(&[0..1, 7..9]), "game 0, games 7 to 8 are");
    }

    #[test]
    fn the_games_of_all_parts_are_those_of_parts_that_have_some() {
        let piece = |games: Range<u64>| Piece {
            folder: PathBuf::new(),
            games,
            rows: None,
            record: Json::Null,
            outcomes: Vec::new(),
        };
        assert_eq!(span(&[]), 0..0);
        assert_eq!(span(&[piece(5..5)]), 5..5);
        assert_eq!(span(&[piece(0..0), piece(7..9), piece(3..4), piece(99..99)]), 3..9);
    }
}
