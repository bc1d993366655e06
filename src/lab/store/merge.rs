//! Parts of a run put together: exactly the run that was never divided.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::difference::difference;
use super::disk::Disk;
use super::files::{MANIFEST, PREVIOUS, STATE};
use super::state::{Saved, inside, name_of, unread};
use crate::lab::refused::{Refused, Shown as _};
use crate::lab::run::ranges::{are, named, without};
use crate::lab::spec::Study;
use crate::lab::spec::rules::Library;
use crate::lab::study::Finished;
use crate::lab::tables::Run;

/// A part of a run, without its counts.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its folder.
    pub folder: PathBuf,
    /// From its first game to its last.
    pub span: Range<u64>,
    /// Its games.
    pub games: Vec<Range<u64>>,
}

impl Piece {
    /// What the manifest of a merged run says of it.
    pub fn record(&self) -> Json {
        let Self { span, games, .. } = self;
        let mut record = json!({"folder": name_of(&self.folder), "games": [span.start, span.end]});
        let missing = without(span, games).into_iter().map(|gap| json!([gap.start, gap.end]));
        if games.len() > 1 {
            record["missing"] = missing.collect();
        }
        record
    }
}

/// Parts put together.
#[derive(Debug)]
pub struct Merged {
    /// All of them as one.
    pub run: Run<'static>,
    /// Whether there are rows of them, in their own folders.
    pub has_rows: bool,
    /// The parts, in the order of their games.
    pub pieces: Vec<Piece>,
    /// Games of the whole that are in no part.
    pub missing: Vec<Range<u64>>,
}

/// What all parts of a run have in common.
fn common(run: &Run<'_>) -> Json {
    let mut run = run.finished.study.run_identity(&run.verb);
    if let Json::Object(run) = &mut run {
        run.retain(|key, _| !["first_game", "games", "part_of", "missing"].contains(&&**key));
    }
    run
}

impl Merged {
    /// One part, from its folder.
    fn of(folder: &Path, library: &Library) -> Result<Self, Refused> {
        let saved = Saved::load(folder)?;
        let has_rows = !saved.body.rows.is_empty();
        let run = saved.into_run(folder, library)?;
        let study = &run.finished.study;
        if study.has_targets() {
            let what = "was stopped by a precision (--until), so its number of games depends on what it \
                        counted; play parts with a fixed number of games";
            return Err(Refused::inside(folder, what));
        }
        let span = study.range();
        let games = without(&span, &study.missing);
        let piece = Piece { folder: folder.to_owned(), span, games };
        Ok(Self { run, has_rows, pieces: vec![piece], missing: Vec::new() })
    }

    /// Adds the counts of another part.
    fn add(&mut self, more: Self) -> Result<(), Refused> {
        let theirs = &more.pieces[0].folder;
        let stranger = |what: String| {
            let first = self.pieces[0].folder.shown();
            let what = format!("is a part of another run than {first}: {what}");
            Err(Refused::inside(theirs, what))
        };
        if let Some(what) = difference(&common(&more.run), &common(&self.run)) {
            return stranger(what);
        }
        let (mine, its) = (self.run.finished.to_mut(), &more.run.finished);
        match (&mine.study.part_of, &its.study.part_of) {
            (Some(one), Some(two)) if one != two => {
                return stranger(format!("it has {} of the run, not {}", named(two), named(one)));
            }
            (None, Some(_)) => mine.study.part_of.clone_from(&its.study.part_of),
            _ => {}
        }
        let games = &more.pieces[0].games;
        let twice =
            self.pieces.iter().filter_map(|piece| Some((both(&piece.games, games)?, piece)));
        if let Some((twice, piece)) = twice.min_by_key(|(twice, _)| twice.start) {
            let first = piece.folder.shown();
            let what = format!("{} also in {first}; leave one of the two out", are(&[twice]));
            return Err(Refused::inside(theirs, what));
        }
        mine.totals.merge(&its.totals);
        self.has_rows |= more.has_rows;
        self.pieces.extend(more.pieces);
        Ok(())
    }
}

/// The first games that two lists of ranges share.
fn both(one: &[Range<u64>], two: &[Range<u64>]) -> Option<Range<u64>> {
    let shared = |a: &Range<u64>, b: &Range<u64>| a.start.max(b.start)..a.end.min(b.end);
    let all = one.iter().flat_map(|a| two.iter().map(move |b| shared(a, b)));
    all.filter(|games| !games.is_empty()).min_by_key(|games| games.start)
}

/// The folders of the runs that these paths name, or that lie in them.
fn folders_of(given: &[PathBuf]) -> Result<Vec<PathBuf>, Refused> {
    let disk = Disk::here();
    let is_run = |folder: &Path| {
        let mut files = [MANIFEST, STATE, PREVIOUS].into_iter();
        files.any(|name| disk.look(&folder.join(name)).is_ok_and(|found| found.is_some()))
    };
    let mut all = Vec::new();
    for path in given {
        let inside = if is_run(path) { Ok(Vec::new()) } else { inside(&disk, path) };
        let mut runs = inside.map_err(|error| unread(path, &error))?;
        runs.retain(|path| is_run(path));
        // Without any, reading it as a run says what it lacks.
        all.extend(if runs.is_empty() { vec![path.clone()] } else { runs });
    }
    Ok(all)
}

/// Puts the parts that these paths name together, in any order. With `partial` games may be missing: what
/// comes out is a part, too, and says which games it lacks.
///
/// Memory holds the counts of two parts, however many there are. Panics without a path. Errors: [`Refused`].
pub fn merge(given: &[PathBuf], library: &Library, partial: bool) -> Result<Merged, Refused> {
    let mut all: Option<Merged> = None;
    for folder in folders_of(given)? {
        let part = Merged::of(&folder, library)?;
        match &mut all {
            None => all = Some(part),
            Some(all) => all.add(part)?,
        }
    }
    // A command line names one at least, and each names itself.
    let Merged { run, has_rows, mut pieces, .. } = all.expect("a part");
    let mut finished = run.finished.into_owned();
    pieces.sort_by_key(|piece| (piece.span.start, piece.span.end));
    let span = span(&pieces);
    let whole = finished.study.part_of.take().unwrap_or(span.clone());
    let is_beyond = |piece: &&Piece| piece.span.start < whole.start || piece.span.end > whole.end;
    if let Some(piece) = pieces.iter().find(is_beyond) {
        return Err(Refused::inside(&piece.folder, format!("has games beyond {}", named(&whole))));
    }
    let mut games: Vec<_> = pieces.iter().flat_map(|piece| piece.games.iter().cloned()).collect();
    games.retain(|range| !range.is_empty());
    games.sort_by_key(|range| range.start);
    let missing = without(&whole, &games);
    if !missing.is_empty() && !partial {
        let what = format!(
            "{} missing; name the parts that have them, or go without them for now with --partial",
            are(&missing)
        );
        return Err(Refused::data(what));
    }
    let inside = without(&span, &games);
    let whole = (span != whole).then_some(whole);
    let study = Study { part_of: whole, missing: inside, ..finished.study.of_games(span) };
    let finished = Cow::Owned(Finished::new(study, finished.totals));
    Ok(Merged { run: Run { finished, ..run }, has_rows, pieces, missing })
}

/// From the first game of all parts to the last, which those without games do not move.
fn span(pieces: &[Piece]) -> Range<u64> {
    let spans = || pieces.iter().map(|piece| &piece.span);
    let all = spans().filter(|span| !span.is_empty()).cloned();
    let all = all.reduce(|one, two| one.start.min(two.start)..one.end.max(two.end));
    all.or(spans().next().cloned()).unwrap_or(0..0)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::single_range_in_vec_init)]

    use super::*;

    #[test]
    fn the_first_games_that_two_parts_share_are_found() {
        assert_eq!(both(&[9..12, 0..5], &[5..9, 20..21]), None);
        assert_eq!(both(&[5..5], &[0..9]), None);
        assert_eq!(both(&[0..5], &[3..9]), Some(3..5));
        assert_eq!(both(&[3..9], &[0..20]), Some(3..9));
        assert_eq!(both(&[7..9, 20..22], &[21..30, 7..9]), Some(7..9));
    }

    #[test]
    fn the_games_of_all_parts_are_those_of_parts_that_have_some() {
        let piece =
            |span: Range<u64>| Piece { folder: PathBuf::new(), games: vec![span.clone()], span };
        assert_eq!(super::span(&[]), 0..0);
        assert_eq!(super::span(&[piece(5..5)]), 5..5);
        assert_eq!(super::span(&[piece(0..0), piece(7..9), piece(3..4), piece(99..99)]), 3..9);
    }
}
