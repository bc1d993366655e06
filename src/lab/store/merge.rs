//! Parts of a run put together: exactly the run that was never divided.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::gather::{Gathered, Piece, gather, lacking};
use super::part::Part;
use super::sources::sources;
use super::state::{State, digest};
use crate::core::cards::DealsFrom;
use crate::core::stats::{fit, holm};
use crate::lab::run::ranges::{named, without};
use crate::lab::spec::Study;
use crate::lab::spec::refused::{Fault, Refused};
use crate::lab::spec::rules::Library;
use crate::lab::study::play::{Pass, RowSink, Running, play};
use crate::lab::study::progress::Progress;
use crate::lab::study::totals::Totals;

/// A part whose outcomes are less probable than this beside those of the others, adjusted for all
/// that is looked at, is named: one false alarm in a thousand merges.
const IMPROBABLE: f64 = 0.001;

/// Parts put together.
#[derive(Debug)]
pub struct Merged {
    /// The counts of all.
    pub state: State,
    /// The parts, in the order of their games.
    pub pieces: Vec<Piece>,
    /// Games of the whole that are in no part.
    pub missing: Vec<Range<u64>>,
}

/// Puts the parts that these paths name together, in any order. With `partial` games may be missing:
/// what comes out is a part, too, and says which games it lacks. With `again` they can be played again.
///
/// Errors: [`Refused`].
pub fn merge(
    given: &[PathBuf],
    library: &Library,
    partial: bool,
    again: bool,
) -> Result<Merged, Refused> {
    let Some(gathered) = gather(sources(given)?, library, again)? else {
        let what = "there is nothing to merge; name at least one part";
        return Err(Refused::inside(Path::new("merge"), what));
    };
    let Gathered { begun: Part { mut state, .. }, whole, mut pieces } = gathered;
    pieces.sort_by_key(|piece| (piece.span.start, piece.span.end));
    let span = span(&pieces);
    let whole = whole.unwrap_or(span.clone());
    if let Some(piece) =
        pieces.iter().find(|p| p.span.start < whole.start || p.span.end > whole.end)
    {
        return Err(Refused::inside(&piece.folder, format!("has games beyond {}", named(&whole))));
    }
    let missing = state.missing(whole.clone());
    if !missing.is_empty() && !partial {
        let what = format!(
            "{} missing; name the parts that have them, or go without them for now with --partial",
            lacking(&missing)
        );
        return Err(Refused::new(Fault::Data, what));
    }
    let inside = without(&span, &state.games);
    let whole = (span != whole).then_some(whole);
    state.study = state.study.of_games(span).within(whole).lacking(inside);
    Ok(Merged { state, pieces, missing })
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

    /// Whether any part has rows of its games.
    pub fn has_rows(&self) -> bool {
        self.pieces.iter().any(|piece| piece.has_rows)
    }

    /// Plays the games of all parts again, part by part, with a row for each, and looks whether every
    /// part counted the same.
    ///
    /// Errors: [`Refused`].
    pub fn play_again<T: Send>(
        &self,
        running: Running<'_>,
        rows: &mut (dyn RowSink<T> + Send),
    ) -> Result<(), Refused> {
        let study = &self.state.study;
        let first = study.first_game;
        // The header, even if there is no game.
        play(&study.clone().of_games(first..first), running, Some(&mut *rows))?;
        let mut totals: Vec<Totals> = self.pieces.iter().map(|_| Totals::new(study)).collect();
        let of_piece = |(k, piece): (usize, &Piece)| {
            piece.games.clone().into_iter().map(move |games| (k, games))
        };
        let mut ranges: Vec<_> = self.pieces.iter().enumerate().flat_map(of_piece).collect();
        ranges.sort_by_key(|(_, games)| games.start);
        for (k, games) in ranges {
            let at = Progress { totals: Totals::new(study), games: games.start - first };
            let until = study.clone().of_games(first..games.end);
            let mut pass = Pass::new(&until, at, Some(&mut *rows));
            pass.finish(running)?;
            totals[k].merge(&pass.at.totals).map_err(|_| Refused::beyond_counts())?;
            let piece = &self.pieces[k];
            if piece.games.last() == Some(&games) && piece.digest != Some(digest(&totals[k])) {
                let what = "its counts are not those of its games, played again here; play that part \
                            again";
                return Err(Refused::inside(&piece.folder, what));
            }
        }
        Ok(())
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
            has_rows: false,
            digest: None,
            record: Json::Null,
            outcomes: Vec::new(),
        };
        assert_eq!(super::span(&[]), 0..0);
        assert_eq!(super::span(&[piece(5..5)]), 5..5);
        assert_eq!(super::span(&[piece(0..0), piece(7..9), piece(3..4), piece(99..99)]), 3..9);
    }
}
