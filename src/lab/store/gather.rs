//! Parts read and added up, by several threads where they are many.

use std::ops::Range;
use std::path::PathBuf;
use std::thread;

use serde_json::Value as Json;

use super::advance::joined;
use super::difference::difference;
use super::part::Part;
use super::sources::Source;
use super::state::digest;
use crate::lab::run::ranges::{are, listed, named};
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;

/// More sources than these are divided among the cores: a tree of as many branches.
const BRANCHES_FROM: usize = 200;

/// A part of the merged run.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its folder, or the file of its state.
    pub folder: PathBuf,
    /// From its first game to its last.
    pub span: Range<u64>,
    /// Its games.
    pub games: Vec<Range<u64>>,
    /// Whether it has rows of its games.
    pub has_rows: bool,
    /// The digest of its counts, where that is wanted.
    pub digest: Option<String>,
    /// What the manifest says of it.
    pub record: Json,
    /// Games by cell and outcome.
    pub outcomes: Vec<Vec<u64>>,
}

/// That these games are missing, without the last word.
pub fn lacking(missing: &[Range<u64>]) -> String {
    match missing {
        [one] => are(one),
        more => format!("{} are", listed(more)),
    }
}

/// What some parts have in common, and their counts.
pub struct Gathered {
    /// The first of them, with the counts of all.
    pub begun: Part,
    /// The games that one of them says to be a part of, which holds for all.
    pub whole: Option<Range<u64>>,
    /// The parts.
    pub pieces: Vec<Piece>,
}

/// Reads and adds up the parts of these sources, of each the digest of its counts if that is wanted;
/// nothing of none.
///
/// Memory holds the counts of two parts a thread, however many there are. Errors: [`Refused`].
pub fn gather(
    mut sources: Vec<Source>,
    library: &Library,
    with_digests: bool,
) -> Result<Option<Gathered>, Refused> {
    let threads = thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    if sources.len() <= BRANCHES_FROM || threads == 1 {
        return one_by_one(sources, library, with_digests);
    }
    let each = sources.len().div_ceil(threads);
    let mut branches = Vec::new();
    while !sources.is_empty() {
        let rest = sources.split_off(each.min(sources.len()));
        branches.push(std::mem::replace(&mut sources, rest));
    }
    thread::scope(|scope| {
        let branches: Vec<_> = branches
            .into_iter()
            .map(|branch| scope.spawn(move || one_by_one(branch, library, with_digests)))
            .collect();
        let mut all: Option<Gathered> = None;
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
    sources: Vec<Source>,
    library: &Library,
    with_digests: bool,
) -> Result<Option<Gathered>, Refused> {
    let mut all: Option<Gathered> = None;
    for source in sources {
        source.each(library, |part| {
            check(&part)?;
            let (piece, whole) = (Piece::of(&part, with_digests), part.whole.clone());
            let more = Gathered { begun: part, whole, pieces: vec![piece] };
            match &mut all {
                None => all = Some(more),
                Some(all) => all.add(more)?,
            }
            Ok(())
        })?;
    }
    Ok(all)
}

impl Gathered {
    fn add(&mut self, more: Self) -> Result<(), Refused> {
        let (mine, theirs) = (&self.begun, &more.begun);
        let first = mine.folder.display();
        let stranger = |what: String| {
            let what = format!("is a part of another run than {first}: {what}");
            Refused::inside(&theirs.folder, what)
        };
        if let Some(what) = difference(&theirs.common(), &mine.common()) {
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
        let games = joined(&mine.state.games, &theirs.state.games).map_err(|games| {
            let of = |gathered: &Self| {
                let has = gathered.pieces.iter().find(|piece| piece.meets(&games));
                has.map_or(&gathered.begun.folder, |piece| &piece.folder).clone()
            };
            let (first, games) = (of(self).display().to_string(), are(&games));
            let what = format!("{games} also in {first}; leave one of the two out");
            Refused::inside(&of(&more), what)
        })?;
        self.begun
            .state
            .totals
            .merge(&more.begun.state.totals)
            .map_err(|_| Refused::beyond_counts())?;
        self.begun.state.games = games;
        self.pieces.extend(more.pieces);
        Ok(())
    }
}

/// Refuses what counts other games than it says, or as many as its counts made it.
fn check(part: &Part) -> Result<(), Refused> {
    let no_part = |what: &str| Err(Refused::inside(&part.folder, what));
    if part.state.study.has_targets() {
        return no_part(
            "was stopped by a precision (--until), so its number of games depends on what it \
             counted; play parts with a fixed number of games",
        );
    }
    if !part.state.games.iter().filter(|range| !range.is_empty()).eq(&part.games) {
        return no_part("its state has other games than its manifest says; play it again");
    }
    Ok(())
}

impl Piece {
    fn of(part: &Part, with_digest: bool) -> Self {
        let outcomes = part.state.totals.cells.iter().map(|tally| {
            (0..tally.info().outcomes.len()).map(|outcome| tally.games_won(outcome)).collect()
        });
        Self {
            folder: part.folder.clone(),
            span: part.span.clone(),
            games: part.games.clone(),
            has_rows: part.has_rows,
            digest: with_digest.then(|| digest(&part.state.totals)),
            record: part.record.clone(),
            outcomes: outcomes.collect(),
        }
    }

    /// The last part of its folder's path.
    pub fn name(&self) -> String {
        let name = self.folder.file_name().unwrap_or(self.folder.as_os_str());
        name.to_string_lossy().into_owned()
    }

    fn meets(&self, games: &Range<u64>) -> bool {
        self.games.iter().any(|own| own.start < games.end && games.start < own.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_missing_game_is_and_several_are() {
        assert_eq!(lacking(std::slice::from_ref(&(3..4))), "game 3 is");
        assert_eq!(lacking(&[0..1, 7..9]), "game 0, games 7 to 8 are");
    }
}
