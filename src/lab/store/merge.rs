//! Parts of a run put together: exactly the run that was never divided.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::{Value as Json, json};

use super::difference::difference;
use super::disk::{Disk, Found};
use super::manifest::MANIFEST;
use super::part::{Part, Piece};
use super::state::{STATE, State, digest, unread};
use crate::core::cards::DealsFrom;
use crate::core::stats::{fit, holm};
use crate::lab::refused::Shown as _;
use crate::lab::run::ranges::{are, listed, named, without};
use crate::lab::spec::Study;
use crate::lab::spec::refused::{Fault, Refused};
use crate::lab::spec::rules::Library;
use crate::lab::study::play::{Pass, RowSink, Running, play};
use crate::lab::study::progress::Progress;
use crate::lab::study::totals::Totals;

/// A part whose outcomes are less probable than this beside those of the others, adjusted for all
/// that is looked at, is named: one false alarm in a thousand merges.
const IMPROBABLE: f64 = 0.001;

/// More parts than these are divided among the cores: a tree of as many branches.
const BRANCHES_FROM: usize = 200;

/// That these games are missing, without the last word.
pub fn lacking(missing: &[Range<u64>]) -> String {
    match missing {
        [one] => are(one),
        more => format!("{} are", listed(more)),
    }
}

/// Reads and adds up the parts in these folders, of each the digest of its counts if that is wanted;
/// nothing of none.
///
/// Memory holds the counts of two parts a thread, however many there are. Errors: [`Refused`].
pub fn gather(
    mut folders: Vec<PathBuf>,
    library: &Library,
    with_digests: bool,
) -> Result<Option<Part>, Refused> {
    let threads = thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    if folders.len() <= BRANCHES_FROM || threads == 1 {
        return one_by_one(folders, library, with_digests);
    }
    let each = folders.len().div_ceil(threads);
    let mut branches = Vec::new();
    while !folders.is_empty() {
        let rest = folders.split_off(each.min(folders.len()));
        branches.push(std::mem::replace(&mut folders, rest));
    }
    thread::scope(|scope| {
        let branches: Vec<_> = branches
            .into_iter()
            .map(|branch| scope.spawn(move || one_by_one(branch, library, with_digests)))
            .collect();
        let mut all: Option<Part> = None;
        for branch in branches {
            let branch = branch.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            let Some(branch) = branch? else { continue };
            match &mut all {
                None => all = Some(branch),
                Some(all) => all.add(branch)?,
            }
        }
        Ok(all)
    })
}

fn one_by_one(
    folders: Vec<PathBuf>,
    library: &Library,
    with_digests: bool,
) -> Result<Option<Part>, Refused> {
    let mut all: Option<Part> = None;
    for folder in folders {
        let mut part = Part::load(&folder, library)?;
        check(&part)?;
        part.pieces[0].digest = with_digests.then(|| digest(&part.state.totals));
        match &mut all {
            None => all = Some(part),
            Some(all) => all.add(part)?,
        }
    }
    Ok(all)
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

impl Part {
    /// Adds the counts of other parts.
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
            let of = |part: &Self| {
                let has = part.pieces.iter().find(|piece| piece.meets(&games));
                has.unwrap_or(&part.pieces[0]).folder.clone()
            };
            let (first, games) = (of(self).shown(), are(&games));
            let what = format!("{games} also in {first}; leave one of the two out");
            Refused::inside(&of(&more), what)
        })?;
        self.state.totals.merge(&more.state.totals).map_err(|_| Refused::beyond_counts())?;
        self.state.games = games;
        self.pieces.extend(more.pieces);
        Ok(())
    }
}

/// Refuses what counts other games than it says, or as many as its counts made it.
fn check(part: &Part) -> Result<(), Refused> {
    let Piece { folder, games, .. } = &part.pieces[0];
    let no_part = |what: &str| Err(Refused::inside(folder, what));
    if part.state.study.has_targets() {
        return no_part(
            "was stopped by a precision (--until), so its number of games depends on what it \
             counted; play parts with a fixed number of games",
        );
    }
    if !part.state.games.iter().filter(|range| !range.is_empty()).eq(games) {
        return no_part("has other games than those of its run; play it again");
    }
    Ok(())
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
}

/// The folders of the runs that these paths name, or that lie in them.
fn folders_of(given: &[PathBuf]) -> Result<Vec<PathBuf>, Refused> {
    let disk = Disk::here();
    let is_run = |folder: &Path| {
        let mut files = [MANIFEST, STATE].into_iter();
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
            let is_folder = disk.look(&found).map_err(read)? == Some(Found::Folder);
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
    let Some(gathered) = gather(folders_of(given)?, library, again)? else {
        let what = "there is nothing to merge; name at least one part";
        return Err(Refused::inside(Path::new("merge"), what));
    };
    let Part { mut state, whole, mut pieces, .. } = gathered;
    pieces.sort_by_key(|piece| (piece.span.start, piece.span.end));
    let span = span(&pieces);
    let whole = whole.unwrap_or(span.clone());
    if let Some(piece) =
        pieces.iter().find(|p| p.span.start < whole.start || p.span.end > whole.end)
    {
        return Err(Refused::inside(&piece.folder, format!("has games beyond {}", named(&whole))));
    }
    let missing = without(&whole, &state.games);
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
    pub fn play_again(&self, running: Running<'_>, rows: &mut dyn RowSink) -> Result<(), Refused> {
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
            digest: None,
            outcomes: Vec::new(),
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
