//! Parts of a run put together: exactly the run that was never divided.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::difference::difference;
use super::state::{load, name_of};
use crate::lab::refused::{Refused, Shown as _};
use crate::lab::run::ranges::{are, named, without};
use crate::lab::spec::Study;
use crate::lab::study::Finished;
use crate::lab::tables::Run;

/// A part of a run, without its counts.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its folder.
    pub folder: PathBuf,
    /// Its games.
    pub games: Range<u64>,
}

impl Piece {
    /// What the manifest of a merged run says of it.
    pub fn record(&self) -> Json {
        json!({"folder": name_of(&self.folder), "games": [self.games.start, self.games.end]})
    }
}

/// Parts put together.
#[derive(Debug)]
pub struct Merged {
    /// All of them as one.
    pub run: Run,
    /// The parts, in the order of their games.
    pub pieces: Vec<Piece>,
    /// Games of the whole that are in no part.
    pub missing: Vec<Range<u64>>,
}

/// What all parts of a run have in common.
fn common(run: &Run) -> Json {
    let mut run = run.finished.study.run_identity();
    if let Json::Object(run) = &mut run {
        run.retain(|key, _| !["first_game", "games", "part_of"].contains(&&**key));
    }
    run
}

/// Checks that a run may be a part, of the run of these other parts if there are any.
fn check(part: &Run, folder: &Path, others: Option<(&Run, &Path)>) -> Result<(), Refused> {
    let its = &part.finished.study;
    if its.has_targets() {
        let what = "was stopped by a precision (--until), so its number of games depends on what it \
                    counted; play parts with a fixed number of games";
        return Err(Refused::inside(folder, what));
    }
    let Some((run, first)) = others else { return Ok(()) };
    let what = match (&run.finished.study.part_of, &its.part_of) {
        (Some(one), Some(two)) if one != two => {
            Some(format!("it has {} of the run, not {}", named(two), named(one)))
        }
        _ => None,
    };
    let Some(what) = difference(&common(part), &common(run)).or(what) else { return Ok(()) };
    let what =
        format!("is a part of another run than {}: {what}; leave one of them out", first.shown());
    Err(Refused::inside(folder, what))
}

/// Puts the parts in these folders together, in any order. With `partial` the first and the last games may be
/// missing: what comes out is a larger part.
///
/// Memory holds the counts of two parts, however many there are. Panics without a path. Errors: [`Refused`].
pub fn merge(folders: &[PathBuf], partial: bool) -> Result<Merged, Refused> {
    let (mut all, mut pieces): (Option<Run>, Vec<Piece>) = (None, Vec::new());
    for folder in folders {
        let part = load(folder)?;
        check(&part, folder, all.as_ref().zip(folders.first().map(PathBuf::as_path)))?;
        let games = part.finished.study.range();
        let both = |one: &Piece| one.games.start.max(games.start)..one.games.end.min(games.end);
        let twice = pieces.iter().map(|piece| (both(piece), piece));
        let twice = twice.filter(|(games, _)| !games.is_empty());
        if let Some((twice, piece)) = twice.min_by_key(|(twice, _)| twice.start) {
            let first = piece.folder.shown();
            let what = format!("{} also in {first}; leave one of the two out", are(&[twice]));
            return Err(Refused::inside(folder, what));
        }
        pieces.push(Piece { folder: folder.clone(), games });
        let Some(all) = &mut all else {
            all = Some(part);
            continue;
        };
        all.finished.totals.merge(&part.finished.totals);
        let whole = &mut all.finished.study.part_of;
        *whole = whole.take().or(part.finished.study.part_of);
    }
    // A command line names one at least, and each names itself.
    let Run { name, mut finished } = all.expect("a part");
    pieces.sort_by_key(|piece| (piece.games.start, piece.games.end));
    let games = pieces.iter().map(|piece| piece.games.clone());
    let games: Vec<Range<u64>> = games.filter(|games| !games.is_empty()).collect();
    let span = match (games.first(), games.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => pieces[0].games.clone(),
    };
    let whole = finished.study.part_of.take().unwrap_or(span.clone());
    let is_beyond = |piece: &&Piece| piece.games.start < whole.start || piece.games.end > whole.end;
    if let Some(piece) = pieces.iter().find(is_beyond) {
        let what = format!("has games beyond {}; leave it out", named(&whole));
        return Err(Refused::inside(&piece.folder, what));
    }
    let (missing, between) = (without(&whole, &games), without(&span, &games));
    let lacks = if partial { &between } else { &missing };
    if !lacks.is_empty() {
        let larger = match between.is_empty() {
            true => ", or make a larger part of these with --partial",
            false => "",
        };
        let what = format!("{} missing; name the parts that have them{larger}", are(lacks));
        return Err(Refused::data(what));
    }
    let whole = (span != whole).then_some(whole);
    let study = Study { part_of: whole, ..finished.study.of_games(span) };
    let finished = Finished::new(study, finished.totals);
    Ok(Merged { run: Run { name, finished }, pieces, missing })
}
