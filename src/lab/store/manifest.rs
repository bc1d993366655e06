//! `manifest.json`: what was run, by what, where and when, and what came out.

use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::disk::{Disk, Entry, is_special};
use super::signed::{STATE, hexadecimal, sha256};
use crate::core::wording::plain::Plain;
use crate::lab::run::Threads;
use crate::lab::spec::Study;
use crate::lab::study::Finished;
use crate::lab::study::batch::RowDetail;

/// The manifest's file name.
pub const MANIFEST: &str = "manifest.json";

/// Its word for the files with a row per game.
pub const PER_GAME: &str = "per_game";

/// In it: the order of the rows.
const ORDER: &str = "game, rules";

/// Larger manifests are not read: no run writes them.
pub const MOST_MANIFEST: u64 = 1 << 26;

/// Before the checksum of everything above it.
const CHECKSUM: &str = ",\n  \"checksum\": \"";
/// After it.
const END: &str = "\"\n}\n";

/// One output file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRecord {
    /// Its name in the folder, or its path if it is elsewhere.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl FileRecord {
    /// The record of a file with these bytes.
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        Self::hashed(name, bytes.len() as u64, Sha256::new_with_prefix(bytes))
    }

    /// The record of a file that was hashed while it was written.
    pub fn hashed(name: &str, bytes: u64, hash: Sha256) -> Self {
        Self { name: name.into(), bytes, sha256: hexadecimal(hash) }
    }

    /// Whether this file is there, or what else.
    ///
    /// Errors: what the system says.
    pub fn is_at(&self, disk: &Disk, path: &Path) -> io::Result<Result<(), String>> {
        Ok(match disk.look(path)? {
            None => Err("is missing".to_owned()),
            Some(Entry::Other) if is_special(path) => Err("is a device or pipe".to_owned()),
            Some(Entry::Folder) => Err("is a folder".to_owned()),
            Some(_) => {
                let is_it = hexadecimal(disk.hash(path)?) == self.sha256;
                is_it.then_some(()).ok_or_else(|| "was changed: its checksum is wrong".to_owned())
            }
        })
    }
}

/// What a manifest says of a file of rows; of one that lies elsewhere the name alone.
pub fn rows_record(file: &FileRecord, detail: RowDetail, elsewhere: bool) -> Json {
    let RowDetail { features, deals } = detail;
    let FileRecord { name, bytes, sha256 } = file;
    let name = Path::new(name).file_name().map(|name| name.to_string_lossy());
    let mut record = json!({"file": name, "features": features, "decks": deals, "order": ORDER,
                            "bytes": bytes, "sha256": sha256});
    if elsewhere {
        record["elsewhere"] = true.into();
    }
    record
}

/// The file in the folder of the run that a record of rows is of.
pub fn of_record(rows: &Json) -> Option<FileRecord> {
    if rows["elsewhere"] == true {
        return None;
    }
    let (name, sha256) = (rows["file"].as_str()?.to_owned(), rows["sha256"].as_str()?.to_owned());
    Some(FileRecord { name, bytes: rows["bytes"].as_u64()?, sha256 })
}

/// Everything that `manifest.json` says.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The command line, the program's name first.
    pub command: Vec<String>,
    /// What distinguishes this run from others: everything that its numbers depend on.
    pub identity: Json,
    /// Which engine played what.
    pub engines: Json,
    /// Number of threads.
    pub threads: usize,
    /// When the first game began.
    pub started: SystemTime,
    /// How long the games took.
    pub elapsed: Duration,
    /// Games played, all rule sets together.
    pub games_played: u64,
    /// Whether it is written again from the state, which does not say how the run was made.
    pub is_mended: bool,
    /// What only some runs have to say, such as the parts that were merged.
    pub more: Vec<(&'static str, Json)>,
    /// The files.
    pub files: Vec<FileRecord>,
}

impl Manifest {
    /// That of a run that begins now: nothing is played.
    pub fn new(identity: Json, threads: Threads) -> Self {
        Self {
            command: Vec::new(),
            identity,
            engines: Json::Null,
            threads: threads.count(),
            started: SystemTime::now(),
            elapsed: Duration::ZERO,
            games_played: 0,
            is_mended: false,
            more: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Says which engines played this, and in what time.
    pub fn played(&mut self, finished: &Finished) {
        let study = &finished.study;
        self.engines = engines(study);
        self.games_played = finished.games.saturating_mul(study.cells.len() as u64);
        self.elapsed = finished.elapsed;
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        sign(&self.json())
    }

    /// What it says.
    pub fn json(&self) -> Json {
        let elapsed_s = self.elapsed.as_secs_f64();
        let games_per_s = if elapsed_s > 0.0 { self.games_played as f64 / elapsed_s } else { 0.0 };
        let files: Vec<Json> = self
            .files
            .iter()
            .map(|file| json!({"name": file.name, "bytes": file.bytes, "sha256": file.sha256}))
            .collect();
        let mut manifest = json!({
            "program": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "commit": env!("WAR_SIM_COMMIT"),
            "command": self.command,
            "run": in_text(&self.identity),
        });
        let made = json!({
            "engines": self.engines,
            "threads": self.threads,
            "machine": machine(),
            "started": moment(Some(self.started)),
            "finished": moment(self.started.checked_add(self.elapsed)),
            "elapsed_s": (elapsed_s * 1e6).round() / 1e6,
            "games_played": self.games_played,
            "games_per_s": games_per_s.round(),
        });
        if let (Json::Object(object), Json::Object(made)) = (&mut manifest, made) {
            object.extend(made.into_iter().filter(|_| !self.is_mended));
            object.extend(self.more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
            object.insert("files".into(), files.into());
        }
        manifest
    }

    /// What a manifest says, or what is wrong with it, as a sentence.
    ///
    /// Errors: what the system says to reading it.
    pub fn load(disk: &Disk, path: &Path) -> io::Result<Result<Json, String>> {
        let none = || Err("is not a manifest".into());
        match disk.read_text(path, MOST_MANIFEST) {
            Ok(text) => Ok(text.map_or(Err("is missing".into()), |text| Self::open(&text))),
            Err(error) => match error.kind() {
                io::ErrorKind::InvalidData
                | io::ErrorKind::FileTooLarge
                | io::ErrorKind::IsADirectory => Ok(none()),
                io::ErrorKind::NotADirectory => Ok(Err("is missing".into())),
                _ => Err(error),
            },
        }
    }

    /// What the text of a manifest says, of which its checksum says that nothing was changed.
    ///
    /// Errors: a sentence on what is wrong with the text.
    pub fn open(text: &str) -> Result<Json, String> {
        let (body, digest) =
            text.rsplit_once(CHECKSUM).ok_or("is not whole: it has no checksum")?;
        if digest.strip_suffix(END) != Some(&sha256(body.as_bytes())) {
            return Err("is not whole: its checksum is wrong".into());
        }
        serde_json::from_str(text).map_err(|error| format!("is not a manifest: {error}"))
    }

    /// Whether a manifest is that of the state with this SHA-256.
    pub fn is_of(manifest: &Json, state: &str) -> bool {
        Self::records(manifest).iter().any(|file| file.name == STATE && file.sha256 == state)
    }

    /// The records of the files of rows that a manifest has.
    pub fn rows(manifest: &Json) -> &[Json] {
        manifest[PER_GAME].as_array().map_or(&[], Vec::as_slice)
    }

    /// The files that a manifest lists, those elsewhere too.
    pub fn records(manifest: &Json) -> Vec<FileRecord> {
        let files = manifest["files"].as_array().map_or(&[][..], Vec::as_slice);
        let records = files.iter().filter_map(|file| {
            let (name, sha256) = (file["name"].as_str()?, file["sha256"].as_str()?);
            let bytes = file["bytes"].as_u64()?;
            let record = FileRecord { name: name.into(), bytes, sha256: sha256.into() };
            (!name.is_empty()).then_some(record)
        });
        records.collect()
    }
}

/// Which engine plays which rule set.
fn engines(study: &Study) -> Json {
    study
        .rule_sets
        .iter()
        .filter_map(|named| {
            let cell = study.cells.iter().find(|cell| cell.rule_set == named.name)?;
            Some((named.name.clone(), json!(study.game.engine_name(cell))))
        })
        .collect()
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
fn moment(time: Option<SystemTime>) -> Json {
    const YEAR_10_000: Duration = Duration::from_secs(253_402_300_800);
    let since = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let time =
        since.filter(|since| *since < YEAR_10_000).map(|since| SystemTime::UNIX_EPOCH + since);
    time.map_or(Json::Null, |time| humantime::format_rfc3339_seconds(time).to_string().into())
}

/// The text of a manifest with the checksum of all that it says at its end.
pub fn sign(manifest: &Json) -> String {
    let text = format!("{manifest:#}");
    let text = Plain::json(&text);
    let body = text.as_str().trim_end_matches("\n}");
    format!("{body}{CHECKSUM}{}{END}", sha256(body.as_bytes()))
}

/// The machine in a few words.
pub fn machine() -> Json {
    json!({
        "os": std::env::consts::OS,
        "arch": std::env::consts::ARCH,
        "cpu": cpu_model(),
        "cores": std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get),
    })
}

/// The processor's name, where the system reports it.
pub fn cpu_model() -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    line.map_or("unknown", |rest| rest.trim_start_matches([' ', '\t', ':'])).into()
}
