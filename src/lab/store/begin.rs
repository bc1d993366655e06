//! Where a run begins: at its first game, or after those that were played before.

mod carried;
mod found;
pub mod table;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

pub use self::carried::Earlier;
use self::table::{Asked, Deed, Saved, claim, deed};
use super::alone;
use super::checkpoint::{Checkpoints, Kept};
use super::difference::difference;
use super::disk::{Disk, checkpoints_of};
use super::folder::{Claim, damaged, occupied};
use super::part::MERGED;
use super::per_game::PerGame;
use super::sources::ENDING;
use super::state::State;
use crate::core::wording::digits::{counted, duration, grouped};
use crate::lab::spec::refused::OfPath as _;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Refused, Study};
use crate::lab::study::progress::Progress;

/// Where a run begins.
pub enum Start {
    /// Everything is there already.
    Complete,
    /// At its first game; a checkpoint of the same run has this many games.
    Fresh(u64),
    /// At its first game; what was saved before is of no use and may go, once nobody else is at it.
    Anew,
    /// After a checkpoint.
    From(Progress, Box<Kept>),
    /// After a finished run with fewer games, or as many; what it has taken, in seconds.
    Extends(Progress, f64),
    /// After all games: what lies beside the state is written again.
    Mends(Progress, Earlier),
}

/// What was saved of a run.
struct Before {
    saved: Saved,
    why: Option<Refused>,
    kept: Option<(Progress, Box<Kept>)>,
}

/// A run that is to begin.
pub struct Beginning<'a> {
    /// The study.
    pub study: &'a Study,
    /// What distinguishes the run from others.
    pub identity: &'a Json,
    /// The folder in which its own lies.
    pub out: &'a Path,
    /// The name of its own.
    pub name: &'a str,
    /// Whether that name is made from the study, as those of shorter runs beside it are.
    pub is_default_name: bool,
    /// Whether it is to be its counts alone, one file.
    pub is_alone: bool,
    /// What is asked for.
    pub asked: Asked,
    /// The file with a row per game.
    pub rows: Option<&'a PerGame>,
    /// Its checkpoints.
    pub checkpoints: &'a Checkpoints,
    /// The rule sets that states may name.
    pub library: &'a Library,
    /// Hears what is worth a warning.
    pub warn: &'a dyn Fn(String),
}

impl Beginning<'_> {
    /// Where the run begins, and what its folder may hold.
    ///
    /// Errors: [`Refused`].
    pub fn start(&self) -> Result<(Start, Claim), Refused> {
        let asked = self.asked;
        if asked.force && !asked.resume {
            return Ok((Start::Anew, Claim::Anything));
        }
        let target = self.target();
        let there = match self.is_alone {
            true => self.there_alone(&target)?,
            false => self.there(&target)?,
        };
        let before = self.before()?;
        let deed = deed(asked, there.folder, before.saved);
        let claim = claim(asked, there.folder, deed);
        let start = match (deed, before.kept, there.state) {
            (Deed::Leave, _, _) => Start::Complete,
            (Deed::RefuseFolder, _, _) => return Err(self.refusal(there.why)),
            (Deed::RefuseSaved, _, _) => return Err(self.refusal(before.why)),
            (Deed::Mend, _, Some(state)) => {
                let (files, shown) = (there.damaged.join(", "), target.display());
                (self.warn)(format!("{shown}: missing or damaged, and written again: {files}"));
                Start::Mends(progress_of(state), Self::mending(&there.manifest))
            }
            (Deed::GoOn, Some((progress, kept)), _) if self.rows.is_some() => {
                self.play_again(self.checkpoints.folder(), kept.games(), kept.elapsed_s);
                Start::Fresh(progress.played(self.study))
            }
            (Deed::GoOn, Some((progress, kept)), _) => Start::From(progress, kept),
            (Deed::Extend, _, Some(state)) if self.rows.is_some() => {
                self.play_again(&target, state.played(), elapsed_of(&there.manifest));
                Start::Anew
            }
            (Deed::Extend, _, Some(state)) => {
                // What was saved beside it is of no use.
                if before.saved != Saved::Nothing {
                    self.checkpoints.remove().creating(self.checkpoints.folder())?;
                }
                extends(state, &there.manifest)
            }
            (Deed::Begin, kept, _) if !asked.resume => {
                let played = kept.map_or(0, |(progress, _)| progress.played(self.study));
                if played > 0 && self.rows.is_none() {
                    let shown = self.checkpoints.folder().display();
                    (self.warn)(format!(
                        "{shown}: contains {} games of this run, which was stopped; with --resume it \
                         goes on with them. Now it starts over",
                        grouped(played)
                    ));
                }
                Start::Fresh(played)
            }
            (Deed::Begin, _, Some(_)) => {
                let why = there.why.map_or(String::new(), |why| why.mended("").to_string());
                (self.warn)(format!("{why}; its games are played again to write them"));
                Start::Fresh(0)
            }
            (Deed::Begin, _, _) if self.is_default_name => {
                self.tell_of_shorter();
                Start::Fresh(0)
            }
            (Deed::Begin, _, _) => Start::Fresh(0),
            _ => Start::Anew,
        };
        Ok((start, claim))
    }

    /// The folder of the run, or its file.
    fn target(&self) -> PathBuf {
        if self.is_alone { alone::path(self.out, self.name) } else { self.out.join(self.name) }
    }

    /// A folder that holds a run which is not to be replaced says no more than that.
    fn refusal(&self, why: Option<Refused>) -> Refused {
        why.unwrap_or_else(|| occupied(&self.target(), "a run"))
    }

    /// Says that games of a run are played again, because nobody reads rows back: how many, and how long
    /// all take.
    fn play_again(&self, folder: &Path, games: u64, elapsed_s: f64) {
        let takes = match self.study.has_targets() || games == 0 {
            true => String::new(),
            false => {
                let seconds = elapsed_s / games as f64 * self.study.games as f64;
                format!(", which takes {}", duration(seconds))
            }
        };
        (self.warn)(format!(
            "{}: contains {} of this run, but rows of games are not kept on the way: it begins at its \
             first game again{takes}. If your jobs are shorter than that, divide the run (--shard K/M): \
             every part keeps its rows",
            folder.display(),
            counted(games.saturating_mul(self.study.cells.len() as u64), "game", "games"),
        ));
    }

    /// What a mended run carries on.
    fn mending(manifest: &Json) -> Earlier {
        let carried = MERGED.into_iter().filter(|key| !manifest[*key].is_null());
        let carried = carried.map(|key| (key, manifest[key].clone())).collect();
        Earlier::whole(elapsed_of(manifest), carried)
    }

    /// What was saved of the run.
    fn before(&self) -> Result<Before, Refused> {
        let (asked, folder) = (self.asked, self.checkpoints.folder());
        let broken = |path: &Path, what: &str| {
            let why = Some(damaged(path, what));
            Ok(Before { saved: Saved::Broken, why, kept: None })
        };
        let (kept, is_older) = match self.checkpoints.newest(self.library) {
            Ok(None) => return Ok(Before { saved: Saved::Nothing, why: None, kept: None }),
            Ok(Some(found)) => found,
            Err(error) => {
                let (path, what) = error.damage()?;
                return broken(&path, &what);
            }
        };
        if let Some(what) = self.other_run(&kept) {
            let why = Some(occupied(folder, &what));
            return Ok(Before { saved: Saved::Other, why, kept: None });
        }
        let progress = match kept.progress(self.study) {
            Ok(progress) => progress,
            Err(what) => return broken(folder, &what),
        };
        if asked.resume && is_older {
            let shown = folder.display();
            (self.warn)(format!(
                "{shown}: the last checkpoint is damaged; going on with the one before"
            ));
        }
        Ok(Before { saved: Saved::Run, why: None, kept: Some((progress, Box::new(kept))) })
    }

    /// In what a checkpoint is of another run. More games may be asked for, unless their number decides
    /// what was played.
    fn other_run(&self, kept: &Kept) -> Option<String> {
        let extends = !self.study.has_targets()
            && kept.games() <= self.study.games
            && without_games(&kept.run) == without_games(self.identity);
        let what = difference(&kept.state.identity, &self.study.identity())
            .or_else(|| difference(&kept.run, self.identity).filter(|_| !extends));
        what.map(|what| format!("what was saved of another run: {what}"))
    }

    /// Says how a finished run beside it that is this one with fewer games, as its name has it, is
    /// extended.
    fn tell_of_shorter(&self) {
        let Some((stem, _)) = self.name.rsplit_once("-games") else { return };
        let wanted = without_games(self.identity);
        let (disk, mut found) = (Disk::here(), Vec::new());
        // What cannot be read, or believed, is none to go on with.
        for name in disk.list(self.out).ok().flatten().unwrap_or_default() {
            let is_near = name.to_str().is_some_and(|name| {
                name.rsplit_once("-games").is_some_and(|(other, _)| other == stem)
            });
            let run = is_near.then(|| State::load_alone(&self.out.join(&name), self.library));
            let Some(Ok((state, _))) = run else { continue };
            let games = state.played();
            if games < self.study.games && without_games(&state.run) == wanted {
                found.push((games, name));
            }
        }
        let Some((games, name)) = found.into_iter().max() else { return };
        if self.is_fixed().is_none() {
            (self.warn)(format!(
                "{}: has {} of these games; this run starts over. To extend that one, add --name {}",
                self.out.join(&name).display(),
                grouped(games),
                name.display()
            ));
        }
    }
}

/// The run of this identity under the name that version 0.1.0 gave it, if this one has nothing yet.
pub fn named_before(out: &Path, name: &str, identity: &Json, library: &Library) -> Option<String> {
    let disk = Disk::here();
    let there = [out.join(name), alone::path(out, name), checkpoints_of(&out.join(name))];
    if there.iter().any(|path| path.exists()) {
        return None;
    }
    let names = disk.list(out).ok().flatten().unwrap_or_default();
    let run = |entry: OsString| {
        let entry = entry.to_str()?;
        let hidden = entry.strip_prefix('.').and_then(|run| run.strip_suffix(".resume"));
        let run = hidden
            .or(entry.strip_suffix(ENDING).and_then(|run| run.strip_suffix('.')))
            .unwrap_or(entry);
        let found = match hidden {
            Some(_) => Checkpoints::beside(out, run).newest(library).ok()??.0.run,
            None => State::load_alone(&out.join(entry), library).ok()?.0.run,
        };
        (found == *identity).then(|| run.to_owned())
    };
    names.into_iter().find_map(run)
}

/// After the games of a finished run.
fn extends(state: State, manifest: &Json) -> Start {
    Start::Extends(progress_of(state), elapsed_of(manifest))
}

/// All that a finished run has counted.
fn progress_of(state: State) -> Progress {
    Progress { games: state.played(), totals: state.totals }
}

/// The seconds that a run has taken.
fn elapsed_of(manifest: &Json) -> f64 {
    manifest["elapsed_s"].as_f64().unwrap_or(0.0)
}

/// The description of a run without its number of games.
fn without_games(run: &Json) -> Json {
    let mut run = run.clone();
    if let Json::Object(object) = &mut run {
        object.remove("games");
    }
    run
}
