//! `manifest.json`: what was run, by what, where and when, and what came out.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::disk::{self, of_run};
use super::files::{STATE, is_name};
use super::signed::sha256;
use crate::core::wording::plain;
use crate::game::Cell;
use crate::lab::run::Threads;
use crate::lab::spec::Study;
use crate::lab::study::rows::RowDetail;

/// Larger manifests are not read: no run writes them.
pub const MOST_MANIFEST: u64 = 1 << 26;

/// Before the checksum of everything above it.
const CHECKSUM: &str = ",\n  \"checksum\": \"";
/// After it.
const END: &str = "\"\n}\n";

/// One output file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// Its name in the folder, or its path if it is elsewhere.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
    /// What a row holds, of a file of rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<RowDetail>,
}

impl FileRecord {
    /// The record of a file with these bytes.
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        let (size, sha256) = (bytes.len() as u64, sha256(bytes));
        Self { name: name.into(), bytes: size, sha256, rows: None }
    }

    /// Where it lies, if the run has this folder.
    pub fn path(&self, folder: &Path) -> PathBuf {
        if is_name(&self.name) { folder.join(&self.name) } else { PathBuf::from(&self.name) }
    }

    /// What is wrong with this file, in words; `None` if it is there as it was written.
    ///
    /// Errors: what the system says.
    pub fn damage(&self, path: &Path) -> io::Result<Option<String>> {
        Ok(match of_run(disk::hash(path))? {
            Ok(sha256) if sha256 == self.sha256 => None,
            Ok(_) => Some("was changed: its checksum is wrong".into()),
            Err(what) => Some(what),
        })
    }
}

/// Everything that `manifest.json` says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// What is said beside the files.
    #[serde(flatten)]
    pub told: Map<String, Json>,
    /// The files, those elsewhere, too.
    #[serde(default)]
    pub files: Vec<FileRecord>,
}

/// How a run was played.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    pub threads: Threads,
    /// When it began, or was last gone on with.
    pub started: SystemTime,
    /// How long that took.
    pub elapsed: Duration,
    /// Games played then, all rule sets together.
    pub games: u64,
}

impl Manifest {
    /// That of the run with this description, everything that its numbers depend on, by this command, the
    /// program's name first: how the games of this study, if they are of one, were played.
    pub fn new(run: &Json, command: Vec<String>, study: Option<&Study>, how: Played) -> Self {
        let Played { threads, started, elapsed, games } = how;
        let elapsed_s = elapsed.as_secs_f64();
        let games_per_s = if elapsed_s > 0.0 { games as f64 / elapsed_s } else { 0.0 };
        let told = json!({
            "program": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "commit": env!("WAR_SIM_COMMIT"),
            "command": command,
            "run": in_text(run),
            "engines": study.map(engines),
            "threads": threads.count(),
            "machine": {
                "os": std::env::consts::OS,
                "arch": std::env::consts::ARCH,
                "cpu": cpu_model(),
                "cores": Threads::All.count(),
            },
            "started": moment(Some(started)),
            "finished": moment(started.checked_add(elapsed)),
            "elapsed_s": (elapsed_s * 1e6).round() / 1e6,
            "games_played": games,
            "games_per_s": games_per_s.round(),
        });
        Self { told: told.as_object().cloned().unwrap_or_default(), files: Vec::new() }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        sign(&json!(self))
    }

    /// What a manifest says, or what is wrong with it, as a sentence.
    ///
    /// Errors: what the system says to reading it.
    pub fn load(path: &Path) -> io::Result<Result<Self, String>> {
        Ok(of_run(disk::read(path, MOST_MANIFEST))?.and_then(|bytes| Self::open(&bytes)))
    }

    /// What the text of a manifest says, of which its checksum says that nothing was changed.
    fn open(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "is not a manifest")?;
        let (body, digest) =
            text.rsplit_once(CHECKSUM).ok_or("is not whole: it has no checksum")?;
        if digest.strip_suffix(END) != Some(&sha256(body.as_bytes())) {
            return Err("is not whole: its checksum is wrong".into());
        }
        serde_json::from_str(text).map_err(|error| format!("is not a manifest: {error}"))
    }

    /// Whether it is that of the state with this SHA-256.
    pub fn is_of(&self, state: &str) -> bool {
        self.files.iter().any(|file| file.name == STATE && file.sha256 == state)
    }
}

/// Which engine plays which rule set: its first cell.
fn engines(study: &Study) -> Json {
    let engine = |cell: &Cell| (cell.rules_name.clone(), json!(study.game.engine_name(cell)));
    study.cells.iter().rev().map(engine).collect()
}

/// The same with each number that a reader of floats would round as text, such as a large seed.
fn in_text(json: &Json) -> Json {
    const EXACT: u64 = 1 << 53;
    match json {
        Json::Array(all) => all.iter().map(in_text).collect(),
        Json::Object(all) => all.iter().map(|(key, value)| (key.clone(), in_text(value))).collect(),
        Json::Number(n) if n.as_u64().is_some_and(|n| n > EXACT) => n.to_string().into(),
        other => other.clone(),
    }
}

/// A moment as people write it; a clock that is wrong by more than the form can say is not asked.
pub fn moment(time: Option<SystemTime>) -> Option<String> {
    const YEAR_10_000: Duration = Duration::from_secs(253_402_300_800);
    let said = SystemTime::UNIX_EPOCH..SystemTime::UNIX_EPOCH + YEAR_10_000;
    let time = time.filter(|time| said.contains(time))?;
    Some(humantime::format_rfc3339_seconds(time).to_string())
}

/// The text of a manifest with the checksum of all that it says at its end.
pub fn sign(manifest: &Json) -> String {
    let text = format!("{manifest:#}");
    let text = plain::json(&text);
    let body = text.trim_end_matches("\n}");
    format!("{body}{CHECKSUM}{}{END}", sha256(body.as_bytes()))
}

/// The processor's name, where the system reports it.
fn cpu_model() -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    line.map_or("unknown", |rest| rest.trim_start_matches([' ', '\t', ':'])).into()
}
