//! Parts of a run put together: exactly the run that was never divided.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::gather::{Gathered, MergeError, Piece, gather};
use super::part::{Asked, Part, PartRows};
use super::sources::sources;
use super::state::State;
use crate::core::cards::DealsFrom;
use crate::core::stats::{fit, holm};
use crate::lab::run::ranges::{named, without};
use crate::lab::spec::Study;
use crate::lab::spec::rules::Library;

/// A part whose outcomes are less probable than this beside those of the others, adjusted for all
/// that is looked at, is named: one false alarm in a thousand merges.
const IMPROBABLE: f64 = 0.001;

/// Parts put together.
#[derive(Debug)]
pub struct Merged {
    /// The counts of all.
    pub state: State,
    /// What was asked of them.
    pub asked: Asked,
    /// The parts, in the order of their games.
    pub pieces: Vec<Piece>,
    /// Games of the whole that are in no part.
    pub missing: Vec<Range<u64>>,
}

/// Puts the parts that these paths name together, in any order. With `partial` games may be missing:
/// what comes out is a part, too, and says which games it lacks.
///
/// Errors: [`MergeError`].
pub fn merge(given: &[PathBuf], library: &Library, partial: bool) -> Result<Merged, MergeError> {
    let Some(gathered) = gather(sources(given)?, library)? else {
        return Err(MergeError::NoPart {
            folder: PathBuf::from("merge"),
            what: "there is nothing to merge; name at least one part".into(),
        });
    };
    let Gathered { begun: Part { folder, mut state, run, .. }, whole, mut pieces } = gathered;
    pieces.sort_by_key(|piece| (piece.span.start, piece.span.end));
    let asked =
        Asked::of(&mut state.study, &run).map_err(|what| MergeError::NoPart { folder, what })?;
    let span = span(&pieces);
    let whole = whole.unwrap_or(span.clone());
    if let Some(piece) =
        pieces.iter().find(|p| p.span.start < whole.start || p.span.end > whole.end)
    {
        let (folder, all) = (piece.folder.clone(), named(&whole));
        return Err(MergeError::NoPart { folder, what: format!("has games beyond {all}") });
    }
    let missing = state.missing(whole.clone());
    if !missing.is_empty() && !partial {
        return Err(MergeError::Gaps { missing });
    }
    let inside = without(&span, &state.games);
    let whole = (span != whole).then_some(whole);
    state.study = state.study.of_games(span).within(whole).lacking(inside);
    Ok(Merged { state, asked, pieces, missing })
}

/// From the first game of all parts to the last.
fn span(pieces: &[Piece]) -> Range<u64> {
    let with_games = || pieces.iter().filter(|piece| !piece.span.is_empty());
    let first = with_games().map(|piece| piece.span.start).min();
    let last = with_games().map(|piece| piece.span.end).max();
    match (first, last) {
        (Some(first), Some(last)) => first..last,
        _ => pieces.first().map_or(0..0, |piece| piece.span.start..piece.span.start),
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
        if !self.state.study.missing.is_empty() {
            return Err("games between the parts are missing, so the merged run has no rows of \
                        games; merge the parts again when all are there"
                .into());
        }
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
            rows.push((piece.folder.as_path(), of_piece, piece.played()));
        }
        Ok(Some(rows))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    #[test]
    fn the_games_of_all_parts_are_those_of_parts_that_have_some() {
        let piece = |span: Range<u64>| Piece {
            folder: PathBuf::new(),
            games: vec![span.clone()],
            span,
            rows: None,
            record: Json::Null,
            outcomes: Vec::new(),
        };
        assert_eq!(super::span(&[]), 0..0);
        assert_eq!(super::span(&[piece(5..5)]), 5..5);
        assert_eq!(super::span(&[piece(0..0), piece(7..9), piece(3..4), piece(99..99)]), 3..9);
    }
}
