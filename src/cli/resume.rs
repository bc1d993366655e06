//! Where a run begins: at its first game, or after those that were played before.

pub mod table;

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use self::table::{Asked, Deed, Folder, Saved, claim, deed};
use super::failure::{Failure, Kind, warn};
use super::names;
use super::options::OutputArgs;
use super::output::print;
use super::results::state_failure;
use crate::core::wording::text::{grouped, shell_quoted};
use crate::lab::report::html::PAGE;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Shard, Study};
use crate::lab::store::checkpoint::{Checkpoints, Kept};
use crate::lab::store::difference::difference;
use crate::lab::store::disk::{Disk, Found, beside};
use crate::lab::store::folder::Claim;
use crate::lab::store::join::RowsPart;
use crate::lab::store::kept_rows;
use crate::lab::store::manifest::{FileRecord, Manifest};
use crate::lab::store::part::{PER_GAME, rows_record};
use crate::lab::store::per_game::PerGame;
use crate::lab::store::state::{State, StateError};
use crate::lab::store::verify::verify;
use crate::lab::study::progress::Progress;

/// What a manifest says that counting again does not tell.
const CARRIED: [&str; 3] = [PER_GAME, "merged", "misfits"];

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
    /// After a finished run with fewer games, or as many; what it has taken, in seconds, and its rows
    /// if they are asked for.
    Extends(Progress, f64, Option<RowsPart>),
    /// After all games: what lies beside the state is written again.
    Mends(Progress, Mending),
}

/// What a run says whose files are written again.
pub struct Mending {
    /// What its games have taken, in seconds.
    pub elapsed_s: f64,
    /// What its manifest says beside the usual.
    pub more: Vec<(&'static str, Json)>,
    /// Its rows, if they are whole and elsewhere.
    pub elsewhere: Option<FileRecord>,
}

/// What is there of a run.
struct There {
    folder: Folder,
    /// What is wrong with the folder, as the message of a refusal.
    why: Option<Failure>,
    /// The state, where it is good.
    state: Option<State>,
    /// The manifest, where it is whole.
    manifest: Json,
    /// Files that are missing or damaged.
    damaged: Vec<String>,
}

/// What was saved of a run.
struct Before {
    saved: Saved,
    why: Option<Failure>,
    kept: Option<(Progress, Box<Kept>)>,
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
    /// Where the run begins, and what its folder may hold.
    ///
    /// Errors: exit code 73 for the remains of another run, 65 for damaged ones.
    pub fn start(&self) -> Result<(Start, Claim), Failure> {
        let asked = Asked { resume: self.output.long.resume, force: self.output.force };
        if asked.force && !asked.resume {
            return Ok((Start::Anew, Claim::Anything));
        }
        let name = self.output.name.as_deref().unwrap_or_default();
        let target = self.output.out.join(name);
        let there = self.there(&target, asked)?;
        let before = self.before(asked)?;
        let deed = deed(asked, there.folder, before.saved);
        let claim = claim(asked, there.folder, deed);
        let start = match (deed, before.kept, there.state) {
            (Deed::Leave, _, _) => Start::Complete,
            (Deed::RefuseFolder, _, _) => return Err(there.why.unwrap_or_else(nothing_said)),
            (Deed::RefuseSaved, _, _) => return Err(before.why.unwrap_or_else(nothing_said)),
            (Deed::Mend, _, Some(state)) => {
                if !self.output.quiet {
                    let files = there.damaged.join(", ");
                    let shown = target.display();
                    warn(format!("{shown}: missing or damaged, and written again: {files}"));
                }
                let mending = self.mending(&there.manifest);
                Start::Mends(progress_of(state), mending)
            }
            (Deed::GoOn, Some((progress, kept)), _) => Start::From(progress, kept),
            (Deed::Extend, _, Some(state)) => {
                // What was saved beside it is of no use.
                if before.saved != Saved::Nothing {
                    self.checkpoints
                        .remove()
                        .map_err(|error| Failure::creating(self.checkpoints.folder(), &error))?;
                }
                self.extends(&target, state, &there.manifest)
            }
            (Deed::Begin, kept, _) if !asked.resume => {
                let played = kept.map_or(0, |(progress, _)| progress.played(self.study));
                if played > 0 && !self.output.quiet {
                    let shown = self.checkpoints.folder().display();
                    warn(format!(
                        "{shown}: contains {} games of this run, which was stopped; with --resume it \
                         goes on with them. Now it starts over",
                        grouped(played)
                    ));
                }
                Start::Fresh(played)
            }
            (Deed::Begin, _, _) if self.is_default_name => {
                self.sibling().unwrap_or(Start::Fresh(0))
            }
            (Deed::Begin, _, _) => Start::Fresh(0),
            _ => Start::Anew,
        };
        Ok((start, claim))
    }

    /// What the folder holds.
    fn there(&self, target: &Path, asked: Asked) -> Result<There, Failure> {
        let disk = Disk::here();
        let reading = |error| Failure::reading(target, &error);
        // Where names cannot be exchanged, the old run may have another one for a moment.
        let old = beside(target, "old");
        let found = match disk.look(target) {
            // What cannot be a place for results is refused where it is opened.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
            found => found,
        };
        let is_aside = found.map_err(reading)?.is_none();
        let target = if is_aside { &old } else { target };
        let nothing = There {
            folder: Folder::Nothing,
            why: None,
            state: None,
            manifest: Json::Null,
            damaged: Vec::new(),
        };
        match disk.look(target) {
            Ok(Some(Found::Folder)) => {}
            Err(error) if error.kind() != io::ErrorKind::NotADirectory => {
                return Err(reading(error));
            }
            _ => return Ok(nothing),
        }
        if disk.list(target).map_err(reading)?.is_none_or(|names| names.is_empty()) {
            return Ok(nothing);
        }
        let manifest = Manifest::load(&disk, target).map_err(reading)?;
        let whole = manifest.clone().unwrap_or_default();
        let there = |folder, why: Option<Failure>, state| {
            let manifest = whole.clone();
            Ok(There { folder, why, state, manifest, damaged: Vec::new() })
        };
        let refusal = |kind, what: &str| {
            Some(Failure::new(kind, format!("{}{}: {what}", of(asked), target.display())))
        };
        let other = |run: &Json| {
            let what = difference(run, self.identity).unwrap_or_default();
            let what = format!(
                "contains another run: {what}; use another --name, or --force to overwrite it"
            );
            there(Folder::Other, refusal(Kind::CannotCreate, &what), None)
        };
        let state = match State::load_alone(target, self.library) {
            Ok((state, _)) => state,
            Err(StateError::Read { source, .. }) if source.kind() != io::ErrorKind::NotFound => {
                return Err(Failure::reading(target, &source));
            }
            // Damage is not a complete run.
            Err(error) => {
                return match manifest {
                    Ok(manifest) if manifest["run"] == *self.identity => {
                        let why = match &error {
                            StateError::Damaged { path, what } => {
                                let name = path.file_name().unwrap_or_default().to_string_lossy();
                                format!("its {name} {what}")
                            }
                            _ => "its state is missing".into(),
                        };
                        let what = format!(
                            "{why}; leave --resume out, or add --force, to play the run again"
                        );
                        there(Folder::Broken, refusal(Kind::Data, &what), None)
                    }
                    Ok(manifest) => other(&manifest["run"]),
                    Err(_) => {
                        let what = "contains something else, or a run that is damaged; use another \
                                    --name, or --force to overwrite it";
                        there(Folder::Foreign, refusal(Kind::CannotCreate, what), None)
                    }
                };
            }
        };
        let is_run = match &state.run {
            // A state of an earlier version: its counts are good, and all else is written again.
            Json::Null => self.has_all_games(&state),
            run => run == self.identity,
        };
        if is_run {
            return self.same_run(target, asked, state, manifest);
        }
        if state.run.is_null() {
            let what = "contains a run of an earlier version; use another --name, or --force to \
                        overwrite it";
            return there(Folder::Foreign, refusal(Kind::CannotCreate, what), None);
        }
        let games = state.run["games"].as_u64().unwrap_or(u64::MAX);
        if without_games(&state.run) != without_games(self.identity) || games > self.study.games {
            return other(&state.run);
        }
        if !asked.resume {
            return other(&state.run);
        }
        match self.is_fixed(target, &whole)? {
            None => there(Folder::Shorter, None, Some(state)),
            Some(what) => there(Folder::Fixed, refusal(Kind::CannotCreate, what), None),
        }
    }

    /// Why this run cannot extend a shorter one, if it cannot.
    fn is_fixed(&self, folder: &Path, manifest: &Json) -> Result<Option<&'static str>, Failure> {
        if self.study.has_targets() {
            return Ok(Some(
                "a run with --until looks at its numbers at games that depend on --games, so it \
                 cannot be extended; play it again under another --name",
            ));
        }
        let has_rows =
            self.rows.is_none() || self.is_inside(folder) && self.has_rows(folder, manifest)?;
        Ok((!has_rows).then_some(
            "contains a run with fewer games and without their rows, so it cannot be extended; play \
             it again under another --name",
        ))
    }

    /// After the games of a finished run.
    fn extends(&self, folder: &Path, state: State, manifest: &Json) -> Start {
        let games = state.played();
        let rows = self.listed_rows(folder, manifest);
        let rows = rows.map(|(path, listed)| RowsPart { path, sha256: listed.sha256, games });
        Start::Extends(progress_of(state), elapsed_of(manifest), rows)
    }

    /// Whether a state that does not say what its run was asked has all the games of this one.
    fn has_all_games(&self, state: &State) -> bool {
        let study = self.study;
        let whole = study.first_game..study.first_game.saturating_add(study.games);
        state.identity == study.identity()
            && !study.has_targets()
            && state.played() == study.games
            && state.missing(whole).is_empty()
    }

    /// What is there of this very run, whose state is good.
    fn same_run(
        &self,
        target: &Path,
        asked: Asked,
        state: State,
        manifest: Result<Json, String>,
    ) -> Result<There, Failure> {
        let mut there = There {
            folder: Folder::Run,
            why: None,
            state: Some(state),
            manifest: manifest.clone().unwrap_or_default(),
            damaged: Vec::new(),
        };
        if !asked.resume {
            // It is played again, whatever lies beside its state.
            let same = manifest.is_ok_and(|manifest| manifest["run"] == *self.identity);
            there.folder = if same { Folder::Run } else { Folder::Torn };
            return Ok(there);
        }
        if !self.has_rows(target, &there.manifest)? {
            there.folder = Folder::Lacking;
            let what = format!(
                "--resume: {}: is complete, but without these rows of games; play it again without \
                 --resume",
                target.display()
            );
            there.why = Some(Failure::new(Kind::CannotCreate, what));
            return Ok(there);
        }
        // Rows that nobody asks for now are no part of what is asked for, nor is a page.
        let verified = verify(target, self.library).map_err(|error| state_failure(&error))?;
        let rows = there.manifest[PER_GAME]["file"].as_str().unwrap_or_default();
        for damage in verified.damaged {
            let name = damage.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if damage.path.parent() == Some(target) && name != PAGE && name != rows {
                there.damaged.push(name);
            }
        }
        if !there.damaged.is_empty() {
            there.folder = Folder::Torn;
        }
        Ok(there)
    }

    /// Whether the rows that are asked for are there, as the manifest lists them.
    fn has_rows(&self, target: &Path, manifest: &Json) -> Result<bool, Failure> {
        let Some(rows) = self.rows else { return Ok(true) };
        let Some((path, listed)) = self.listed_rows(target, manifest) else { return Ok(false) };
        // A run that was killed may have put its folder in place, and not yet its rows elsewhere.
        match Disk::here().hash(&path).map(|hash| FileRecord::hashed("", 0, hash).sha256) {
            Ok(sha256) => {
                let name = rows.path().file_name().unwrap_or_default();
                let same = manifest[PER_GAME] == rows_record(Path::new(name), rows.detail());
                Ok(sha256 == listed.sha256 && (same || !self.is_inside(target)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Failure::reading(&path, &error)),
        }
    }

    /// Whether the rows lie in the folder of the run: with a bare name, or a path into it.
    fn is_inside(&self, target: &Path) -> bool {
        self.rows.is_some_and(|rows| rows.is_bare() || rows.path().parent() == Some(target))
    }

    /// Where the rows are, and what the manifest lists of them.
    fn listed_rows(&self, target: &Path, manifest: &Json) -> Option<(PathBuf, FileRecord)> {
        let rows = self.rows?;
        let name = rows.path().file_name()?.to_string_lossy().into_owned();
        let (path, name) = match self.is_inside(target) {
            true => (target.join(&name), name),
            false => (rows.path().to_owned(), rows.path().to_string_lossy().into_owned()),
        };
        let listed = Manifest::records(manifest).into_iter().find(|file| file.name == name)?;
        Some((path, listed))
    }

    /// What a mended run says.
    fn mending(&self, manifest: &Json) -> Mending {
        let carried = CARRIED.into_iter().filter(|key| !manifest[*key].is_null());
        let target = self.output.out.join(self.output.name.as_deref().unwrap_or_default());
        let elsewhere = match self.is_inside(&target) {
            true => None,
            false => self.listed_rows(&target, manifest).map(|(_, listed)| listed),
        };
        Mending {
            elapsed_s: elapsed_of(manifest),
            more: carried.map(|key| (key, manifest[key].clone())).collect(),
            elsewhere,
        }
    }

    /// What was saved of the run.
    fn before(&self, asked: Asked) -> Result<Before, Failure> {
        let folder = self.checkpoints.folder();
        let shown = folder.display();
        let broken = |why: Failure| Ok(Before { saved: Saved::Broken, why: Some(why), kept: None });
        let (kept, is_older) = match self.checkpoints.newest(self.library) {
            Ok(None) => return Ok(Before { saved: Saved::Nothing, why: None, kept: None }),
            Ok(Some(found)) => found,
            Err(StateError::Damaged { path, what }) => {
                let path = path.display();
                return broken(Failure::data(format!(
                    "{path}: {what}; leave --resume out to start over"
                )));
            }
            Err(error) => return Err(state_failure(&error)),
        };
        if let Some(what) = self.other_run(&kept, asked) {
            let why = Some(Failure::new(Kind::CannotCreate, what));
            return Ok(Before { saved: Saved::Other, why, kept: None });
        }
        let progress = match kept.progress(self.study) {
            Ok(progress) => progress,
            Err(what) => return broken(Failure::data(format!("{shown}: {what}"))),
        };
        // Whoever goes on looks at the rows anyway; here it matters whether anyone can.
        if asked.force
            && self.rows.is_some()
            && kept_rows::check(self.checkpoints.disk(), folder, &kept.rows).is_err()
        {
            return broken(Failure::data(format!("{shown}: the rows of games are damaged")));
        }
        if asked.resume && is_older && !self.output.quiet {
            warn(format!("{shown}: the last checkpoint is damaged; going on with the one before"));
        }
        Ok(Before { saved: Saved::Run, why: None, kept: Some((progress, Box::new(kept))) })
    }

    /// In what a checkpoint is of another run, as the message of a refusal. More games may be asked
    /// for, unless their number decides what was played.
    fn other_run(&self, kept: &Kept, asked: Asked) -> Option<String> {
        let extends = !self.study.has_targets()
            && kept.games() <= self.study.games
            && without_games(&kept.run) == without_games(self.identity);
        let what = difference(&kept.state.identity, &self.study.identity())
            .or_else(|| difference(&kept.run, self.identity).filter(|_| !extends));
        if let Some(what) = what {
            return Some(format!(
                "{}: contains what was saved of another run: {what}; use another --name, or --force \
                 to start over",
                self.checkpoints.folder().display()
            ));
        }
        let rows = self.rows.map_or(Json::Null, PerGame::asked);
        let what = difference(&kept.rows["asked"], &rows).filter(|_| asked.resume)?;
        Some(format!(
            "--resume: the run that was stopped has other rows of games: {what}; give it the same \
             --per-game, or leave --resume out"
        ))
    }

    /// After the longest finished run beside it that is this one with fewer games.
    fn sibling(&self) -> Option<Start> {
        if self.study.part_of.is_some() {
            return None;
        }
        let wanted = without_games(self.identity);
        let mut found: Vec<(u64, PathBuf)> = Vec::new();
        let (disk, out) = (Disk::here(), &self.output.out);
        // What cannot be read, or believed, is none to go on with.
        for name in disk.list(out).ok().flatten().unwrap_or_default() {
            let path = out.join(name);
            let Ok(Ok(mut manifest)) = Manifest::load(&disk, &path) else { continue };
            let run = manifest["run"].take();
            let games = run["games"].as_u64().unwrap_or(u64::MAX);
            if games <= self.study.games && without_games(&run) == wanted {
                found.push((games, path));
            }
        }
        found.sort();
        found.into_iter().rev().find_map(|(_, path)| {
            let (state, manifest) = State::load_with_manifest(&path, self.library).ok()?;
            let can_be = self.is_fixed(&path, &manifest).ok()?.is_none();
            can_be.then(|| self.extends(&path, state, &manifest))
        })
    }
}

/// How a refusal begins.
fn of(asked: Asked) -> &'static str {
    if asked.resume { "--resume: " } else { "" }
}

/// A refusal always says why.
fn nothing_said() -> Failure {
    Failure::new(Kind::Internal, "a run is refused without a reason; please report this")
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
pub fn say_complete(folder: &Path, quiet: bool) -> Result<(), Failure> {
    if quiet {
        return Ok(());
    }
    print(&format!("{} is complete: nothing is left to play\n", names::shown(folder)))
}
