//! Where a run begins: at its first game, or after those that were played before.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::failure::{Failure, Kind, warn};
use super::options::OutputArgs;
use super::output::print;
use super::results::state_failure;
use crate::core::wording::text::{grouped, shell_quoted};
use crate::lab::store::checkpoint::{Checkpoints, Kept};
use crate::lab::store::difference::difference;
use crate::lab::store::disk::{Disk, beside};
use crate::lab::store::manifest::{FileRecord, MANIFEST, Manifest};
use crate::lab::store::part::PER_GAME;
use crate::lab::store::per_game::PerGame;
use crate::lab::store::state::{State, StateError};
use crate::lab::study::progress::{Progress, has_targets};
use crate::lab::study::rules::Library;
use crate::lab::study::{Shard, Study};

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
    /// After a finished run with fewer games; what it has taken, in seconds.
    Extends(Progress, f64),
}

/// What is in the folder of a run already.
enum There {
    /// All of the run.
    Complete,
    /// The run, but not the rows of its games.
    LacksRows,
    /// Nothing of it, or something else.
    Other,
}

/// A run that is to begin.
pub struct Beginning<'a> {
    /// The study.
    pub study: &'a Study,
    /// What distinguishes the run from others.
    pub identity: &'a Json,
    /// The options, the folder's name among them.
    pub output: &'a OutputArgs,
    /// Whether the name of the folder comes from the command.
    pub is_default_name: bool,
    /// The file with a row per game.
    pub rows: Option<&'a PerGame>,
    /// Its checkpoints.
    pub checkpoints: &'a Checkpoints,
    /// The rule sets that states may name.
    pub library: &'a Library,
}

impl Beginning<'_> {
    /// Where the run begins.
    ///
    /// Errors: exit code 73 for the remains of another run, 65 for damaged ones.
    pub fn start(&self) -> Result<Start, Failure> {
        let long = &self.output.long;
        let name = self.output.name.as_deref().unwrap_or_default();
        let target = self.output.out.join(name);
        let there = if long.resume { self.there(&target)? } else { There::Other };
        if let There::Complete = there {
            return Ok(Start::Complete);
        }
        if self.output.force && !long.resume {
            return Ok(Start::Anew);
        }
        let newest = match self.checkpoints.newest(self.library) {
            Err(StateError::Damaged { .. }) if !long.resume => return Ok(Start::Anew),
            newest => newest.map_err(|error| damaged(&error))?,
        };
        if let Some((kept, is_older)) = newest {
            return self.after(kept, is_older);
        }
        if let There::LacksRows = there {
            let what =
                "is complete, but without these rows of games; play it again without --resume";
            let text = format!("--resume: {} {what}", target.display());
            return Err(Failure::new(Kind::CannotCreate, text));
        }
        if !long.resume {
            return Ok(Start::Fresh(0));
        }
        match self.finished(&target)? {
            Some(start) => Ok(start),
            None if self.is_default_name => Ok(self.sibling()?.unwrap_or(Start::Fresh(0))),
            None => Ok(Start::Fresh(0)),
        }
    }

    /// Whether the folder holds this run with fewer games, so that the longer one takes its place.
    ///
    /// Errors: a manifest that cannot be read.
    pub fn outgrows(&self, target: &Path) -> Result<bool, Failure> {
        // Or, where names cannot be exchanged, in the one that opening the run puts back.
        let text = match manifest_of(target)? {
            None => manifest_of(&beside(target, "old"))?,
            there => there,
        };
        let Some(run) = text.as_deref().and_then(Manifest::identity_in) else { return Ok(false) };
        let is_shorter = run["games"].as_u64().is_some_and(|games| games < self.study.games);
        let may = !has_targets(self.study) && self.rows.is_none();
        Ok(may && is_shorter && without_games(&run) == without_games(self.identity))
    }

    /// What the folder holds of this very run, its rows included.
    fn there(&self, target: &Path) -> Result<There, Failure> {
        let Some(text) = manifest_of(target)? else { return Ok(There::Other) };
        if Manifest::identity_in(&text).as_ref() != Some(self.identity) {
            return Ok(There::Other);
        }
        // Damage is not a complete run.
        State::load(target, self.library).map_err(|error| state_failure(&error))?;
        let Some(rows) = self.rows else { return Ok(There::Complete) };
        let manifest: Json = serde_json::from_str(&text).unwrap_or_default();
        // With a bare name, or a path into the folder, it lies there.
        let name = rows.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_inside = rows.is_bare() || rows.path().parent() == Some(target);
        let listed_as = if is_inside { name } else { rows.path().to_string_lossy().into() };
        let mut files = manifest["files"].as_array().into_iter().flatten();
        let listed = files.find(|file| file["name"] == listed_as);
        let detail = &manifest[PER_GAME];
        let same = !is_inside
            || detail["features"] == rows.detail().features
                && detail["decks"] == rows.detail().deals;
        let Some(listed) = listed.filter(|_| same) else { return Ok(There::LacksRows) };
        let path = if is_inside { &target.join(&listed_as) } else { rows.path() };
        // A run that was killed may have put its folder in place, and not yet its rows elsewhere.
        match Disk::here().hash(path).map(|hash| FileRecord::hashed("", 0, hash).sha256) {
            Ok(sha256) if listed["sha256"] == sha256.as_str() => Ok(There::Complete),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::reading(path, &error))
            }
            _ => Ok(There::LacksRows),
        }
    }

    /// After a checkpoint, if it is one of this run.
    fn after(&self, kept: Kept, is_older: bool) -> Result<Start, Failure> {
        let (folder, resume) = (self.checkpoints.folder().display(), self.output.long.resume);
        if let Some(what) = self.other_run(&kept) {
            return Err(Failure::new(
                Kind::CannotCreate,
                format!(
                    "{folder}: contains what was saved of another run: {what}; use another --name, \
                     or --force to begin anew"
                ),
            ));
        }
        let progress = kept.progress(self.study);
        let progress = progress.map_err(|what| Failure::data(format!("{folder}: {what}")))?;
        let played = progress.played(self.study);
        if !resume {
            if !self.output.quiet {
                warn(format!(
                    "{folder}: contains {} games of this run, which was stopped; with --resume it \
                     goes on with them. Now it begins anew",
                    grouped(played)
                ));
            }
            return Ok(Start::Fresh(played));
        }
        let rows = self.rows.map_or(Json::Null, PerGame::asked);
        if let Some(what) = difference(&kept.rows["asked"], &rows) {
            return Err(Failure::new(
                Kind::CannotCreate,
                format!(
                    "--resume: the run that was stopped has other rows of games: {what}; give it the \
                     same --per-game, or leave --resume out"
                ),
            ));
        }
        if is_older && !self.output.quiet {
            warn(format!("{folder}: the last checkpoint is damaged; going on with the one before"));
        }
        Ok(Start::From(progress, Box::new(kept)))
    }

    /// In what a checkpoint is of another run. More games may be asked for, unless their number
    /// decides what was played.
    fn other_run(&self, kept: &Kept) -> Option<String> {
        if let Some(what) = difference(&kept.state.identity, &self.study.identity()) {
            return Some(what);
        }
        let what = difference(&kept.run, self.identity)?;
        let extends = !has_targets(self.study)
            && !kept.rows_begun()
            && kept.games() <= self.study.games
            && without_games(&kept.run) == without_games(self.identity);
        (!extends).then_some(what)
    }

    /// After the finished run in this folder, which has fewer games.
    fn finished(&self, target: &Path) -> Result<Option<Start>, Failure> {
        let Some(text) = manifest_of(target)? else { return Ok(None) };
        let manifest: Json = serde_json::from_str(&text).unwrap_or_default();
        let run = &manifest["run"];
        let refuse = |what: String| {
            let shown = target.display();
            let text = format!("--resume: {shown}: {what}");
            Err(Failure::new(Kind::CannotCreate, text))
        };
        let games = run["games"].as_u64().unwrap_or(u64::MAX);
        if without_games(run) != without_games(self.identity) || games > self.study.games {
            let what = difference(run, self.identity).unwrap_or_default();
            return refuse(format!(
                "contains another run: {what}; use another --name, or --force to overwrite it"
            ));
        }
        if has_targets(self.study) {
            return refuse(
                "a run with --until looks at its numbers at games that depend on --games, so it \
                 cannot be extended; play it anew under another --name"
                    .into(),
            );
        }
        if self.rows.is_some() {
            return refuse(
                "a finished file of rows cannot be extended; play the other games as a run of their \
                 own with --first-game, and join the two with `war-sim merge`"
                    .into(),
            );
        }
        let state = State::load(target, self.library).map_err(|error| state_failure(&error))?;
        let progress = Progress { games: state.played(), totals: state.totals, apart: None };
        let elapsed_s = manifest["elapsed_s"].as_f64().unwrap_or(0.0);
        Ok(Some(Start::Extends(progress, elapsed_s)))
    }

    /// After the longest finished run beside it that is this one with fewer games.
    fn sibling(&self) -> Result<Option<Start>, Failure> {
        if has_targets(self.study) || self.rows.is_some() || self.study.part_of.is_some() {
            return Ok(None);
        }
        let wanted = without_games(self.identity);
        let mut best: Option<(u64, PathBuf)> = None;
        let (disk, out) = (Disk::here(), &self.output.out);
        // What cannot be read is none to go on with.
        for name in disk.list(out).ok().flatten().unwrap_or_default() {
            let path = out.join(name);
            let text = Manifest::read(&disk, &path).ok().flatten().unwrap_or_default();
            let Some(run) = Manifest::identity_in(&text) else { continue };
            let games = run["games"].as_u64().unwrap_or(u64::MAX);
            let longer = best.as_ref().is_none_or(|(most, _)| games > *most);
            if games <= self.study.games && longer && without_games(&run) == wanted {
                best = Some((games, path));
            }
        }
        match best {
            None => Ok(None),
            Some((_, path)) => self.finished(&path),
        }
    }
}

/// The text of a folder's manifest, if it has one.
fn manifest_of(folder: &Path) -> Result<Option<String>, Failure> {
    let text = Manifest::read(&Disk::here(), folder);
    text.map_err(|error| Failure::reading(&folder.join(MANIFEST), &error))
}

/// The description of a run without its number of games.
fn without_games(run: &Json) -> Json {
    let mut run = run.clone();
    if let Json::Object(object) = &mut run {
        object.remove("games");
    }
    run
}

fn damaged(error: &StateError) -> Failure {
    match error {
        StateError::Damaged { path, what } => {
            Failure::data(format!("{}: {what}; leave --resume out to begin anew", path.display()))
        }
        other => state_failure(other),
    }
}

/// The command that was typed, with `--resume`; a part of a run by its number.
pub fn command(shard: Option<Shard>) -> String {
    let mut words: Vec<String> = std::env::args().collect();
    for k in 0..words.len() {
        let Some(shard) = shard else { break };
        if words[k] == "--shard" && k + 1 < words.len() {
            words[k + 1] = shard.to_string();
        } else if words[k].starts_with("--shard=") {
            words[k] = format!("--shard={shard}");
        }
    }
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".into());
    }
    words.iter().map(|word| shell_quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Says that nothing is left to play.
pub fn say_complete(output: &OutputArgs) -> Result<(), Failure> {
    if output.quiet {
        return Ok(());
    }
    let folder = output.out.join(output.name.as_deref().unwrap_or_default());
    let text = format!("{} is complete: nothing is left to play\n", folder.display());
    print(&text)
}
