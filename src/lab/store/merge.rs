//! Parts of a run put together: exactly the run that was never divided.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::difference::difference;
use super::disk::{Disk, Entry};
use super::files::{MANIFEST, PREVIOUS, STATE};
use super::manifest::Listed;
use super::state::{State, unread};
use crate::lab::refused::Shown as _;
use crate::lab::run::ranges::{are, listed, named, without};
use crate::lab::spec::refused::{Fault, Refused};
use crate::lab::spec::rules::Library;

/// That these games are missing, without the last word.
pub fn lacking(missing: &[Range<u64>]) -> String {
    match missing {
        [one] => are(one),
        more => format!("{} are", listed(more)),
    }
}

/// A part of a run, without its counts.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its folder.
    pub folder: PathBuf,
    /// From its first game to its last.
    pub span: Range<u64>,
    /// Its games.
    pub games: Vec<Range<u64>>,
    /// Whether it has rows of its games.
    pub has_rows: bool,
}

impl Piece {
    /// The last part of its folder's path.
    pub fn name(&self) -> String {
        let name = self.folder.file_name().unwrap_or(self.folder.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// What the manifest of a merged run says of it.
    pub fn record(&self) -> Json {
        let Self { span, games, .. } = self;
        let mut record = json!({"folder": self.name(), "games": [span.start, span.end]});
        let missing = without(span, games).into_iter().map(|gap| json!([gap.start, gap.end]));
        if games.len() > 1 {
            record["missing"] = missing.collect();
        }
        record
    }

    fn meets(&self, games: &Range<u64>) -> bool {
        self.games.iter().any(|own| own.start < games.end && games.start < own.end)
    }
}

/// Parts put together.
#[derive(Debug)]
pub struct Merged {
    /// The counts of all.
    pub state: State,
    /// The parts, in the order of their games.
    pub pieces: Vec<Piece>,
    /// Games of the whole that are in no part.
    pub missing: Vec<Range<u64>>,
    /// What the parts have in common.
    common: Json,
    /// The games of the whole of which they say to be parts.
    whole: Option<Range<u64>>,
}

impl Merged {
    /// One part, from its folder.
    fn of(folder: &Path, library: &Library) -> Result<Self, Refused> {
        let mut state = State::load(folder, library)?;
        let (mut common, study) = (state.run.take(), &state.study);
        let no_part = |what: &str| Err(Refused::inside(folder, what));
        if study.has_targets() {
            return no_part(
                "was stopped by a precision (--until), so its number of games depends on what it \
                 counted; play parts with a fixed number of games",
            );
        }
        let span = study.range();
        let games = without(&span, &study.missing);
        if !state.games.iter().filter(|range| !range.is_empty()).eq(&games) {
            return no_part("has other games than those of its run; play it again");
        }
        if let Json::Object(object) = &mut common {
            for key in ["first_game", "games", "part_of", "missing"] {
                object.remove(key);
            }
        }
        let listed = Listed::load(&Disk::here(), &folder.join(MANIFEST));
        let has_rows = listed.is_ok_and(|listed| listed.is_ok_and(|l| !l.per_game.is_empty()));
        let piece = Piece { folder: folder.to_owned(), span, games, has_rows };
        let whole = study.part_of.clone();
        Ok(Self { state, pieces: vec![piece], missing: Vec::new(), common, whole })
    }

    /// Adds the counts of another part.
    fn add(&mut self, more: Self) -> Result<(), Refused> {
        let (first, theirs) = (self.pieces[0].folder.shown(), &more.pieces[0].folder);
        let stranger = |what: String| {
            let what = format!("is a part of another run than {first}: {what}");
            Refused::inside(theirs, what)
        };
        if let Some(what) = difference(&more.common, &self.common) {
            return Err(stranger(what));
        }
        match (&self.whole, &more.whole) {
            (Some(one), Some(two)) if one != two => {
                let what = format!("it has {} of the run, not {}", named(two), named(one));
                return Err(stranger(what));
            }
            (None, Some(_)) => self.whole.clone_from(&more.whole),
            _ => {}
        }
        let games = joined(&self.state.games, &more.state.games).map_err(|games| {
            let has = self.pieces.iter().find(|piece| piece.meets(&games));
            let first = has.unwrap_or(&self.pieces[0]).folder.shown();
            let what = format!("{} also in {first}; leave one of the two out", are(&games));
            Refused::inside(theirs, what)
        })?;
        self.state.totals.merge(&more.state.totals).map_err(|_| Refused::beyond_counts())?;
        self.state.games = games;
        self.pieces.extend(more.pieces);
        Ok(())
    }
}

/// Ranges of games put together, those that touch as one; the games in both if there are any.
fn joined(one: &[Range<u64>], two: &[Range<u64>]) -> Result<Vec<Range<u64>>, Range<u64>> {
    let ranges = one.iter().chain(two).filter(|range| !range.is_empty());
    let mut all: Vec<Range<u64>> = ranges.cloned().collect();
    all.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in all {
        match joined.last_mut() {
            Some(last) if last.end > range.start => {
                return Err(range.start..last.end.min(range.end));
            }
            Some(last) if last.end == range.start => last.end = range.end,
            _ => joined.push(range),
        }
    }
    Ok(joined)
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
        let before = all.len();
        let read = |error| unread(path, &error);
        let inside = if is_run(path) { None } else { disk.list(path).map_err(read)? };
        for name in inside.into_iter().flatten() {
            let found = path.join(&name);
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            let is_folder = disk.look(&found).map_err(read)? == Some(Entry::Folder);
            if !is_hidden && is_folder && is_run(&found) {
                all.push(found);
            }
        }
        // Without any, reading it as a run says what it lacks.
        if all.len() == before {
            all.push(path.clone());
        }
    }
    Ok(all)
}

/// Puts the parts that these paths name together, in any order. With `partial` games may be missing: what
/// comes out is a part, too, and says which games it lacks.
///
/// Memory holds the counts of two parts, however many there are. Errors: [`Refused`].
pub fn merge(given: &[PathBuf], library: &Library, partial: bool) -> Result<Merged, Refused> {
    let mut all: Option<Merged> = None;
    for folder in folders_of(given)? {
        let part = Merged::of(&folder, library)?;
        match &mut all {
            None => all = Some(part),
            Some(all) => all.add(part)?,
        }
    }
    let mut merged = all.ok_or_else(|| {
        let what = "there is nothing to merge; name at least one part";
        Refused::inside(Path::new("merge"), what)
    })?;
    let Merged { state, pieces, missing, whole, .. } = &mut merged;
    pieces.sort_by_key(|piece| (piece.span.start, piece.span.end));
    let span = span(pieces);
    let whole = whole.take().unwrap_or(span.clone());
    if let Some(piece) =
        pieces.iter().find(|p| p.span.start < whole.start || p.span.end > whole.end)
    {
        return Err(Refused::inside(&piece.folder, format!("has games beyond {}", named(&whole))));
    }
    *missing = without(&whole, &state.games);
    if !missing.is_empty() && !partial {
        let what = format!(
            "{} missing; name the parts that have them, or go without them for now with --partial",
            lacking(missing)
        );
        return Err(Refused::new(Fault::Data, what));
    }
    let inside = without(&span, &state.games);
    let whole = (span != whole).then_some(whole);
    state.study = state.study.clone().of_games(span).within(whole).lacking(inside);
    Ok(merged)
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

#[cfg(test)]
mod tests {
    #![allow(clippy::single_range_in_vec_init)]

    use super::*;

    #[test]
    fn ranges_join_in_any_order_and_never_twice() {
        assert_eq!(joined(&[0..5, 9..12], &[5..9, 20..21]), Ok(vec![0..12, 20..21]));
        assert_eq!(joined(&[5..5], &[]), Ok(vec![]));
        assert_eq!(joined(&[0..5], &[3..9]), Err(3..5));
        assert_eq!(joined(&[3..9], &[0..20]), Err(3..9));
        assert_eq!(joined(&[7..9], &[7..9]), Err(7..9));
    }

    #[test]
    fn the_games_of_all_parts_are_those_of_parts_that_have_some() {
        let piece = |span: Range<u64>| Piece {
            folder: PathBuf::new(),
            games: vec![span.clone()],
            span,
            has_rows: false,
        };
        assert_eq!(super::span(&[]), 0..0);
        assert_eq!(super::span(&[piece(5..5)]), 5..5);
        assert_eq!(super::span(&[piece(0..0), piece(7..9), piece(3..4), piece(99..99)]), 3..9);
    }

    #[test]
    fn one_missing_game_is_and_several_are() {
        assert_eq!(lacking(std::slice::from_ref(&(3..4))), "game 3 is");
        assert_eq!(lacking(&[0..1, 7..9]), "game 0, games 7 to 8 are");
    }
}
