//! What comes out of a run, as the files of its folder.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::disk::{folder_of, is_special};
use super::folder::Place;
use super::manifest::{FileRecord, Manifest, of_record};
use super::output::Complete;
use super::package::{self, PACKAGE};
use super::page::{self, PAGE};
use super::part::{PER_GAME, rows_record};
use super::rows::PerGameFile;
use super::signed::sha256;
use super::state::{FILES, STATE, encode};
use crate::core::game::GameInfo;
use crate::core::table::Table;
use crate::lab::formats::csv;
use crate::lab::spec::Refused;
use crate::lab::spec::refused::Fault;
use crate::lab::store::per_game::unwritten;
use crate::lab::study::Finished;

/// What is put into the folder of a run beside its manifest.
pub struct Written<'a> {
    /// The tables.
    pub tables: &'a [Table],
    /// What a later run goes on with.
    pub counts: Counts<'a>,
    /// What else lies in the folder, with its names.
    pub files: Vec<(&'a str, Vec<u8>)>,
    /// The file with a row per game.
    pub rows: Option<PerGameFile>,
}

/// The bytes of a file that has this in it, too.
type Encode<'a> = dyn Fn(&[(&str, Json)]) -> Vec<u8> + 'a;

/// What a later run goes on with.
pub struct Counts<'a> {
    /// The name of its file.
    file: &'static str,
    /// Its bytes, with what it says of the files beside it.
    encode: Box<Encode<'a>>,
}

impl<'a> Counts<'a> {
    /// What is read back from this file, which has these bytes with more in it.
    pub fn new(file: &'static str, encode: impl Fn(&[(&str, Json)]) -> Vec<u8> + 'a) -> Self {
        Self { file, encode: Box::new(encode) }
    }

    /// The counts of a study, played as this run.
    pub fn of_study(finished: &'a Finished, run: &Json) -> Self {
        let Finished { study, totals, games, .. } = finished;
        let (run, games) = (run.clone(), study.done(*games));
        Self::new(STATE, move |more| encode(study, &run, &games, totals, more))
    }
}

impl Place {
    /// Writes the tables, which the words of the game describe, the counts with their name, the rows and
    /// the manifest, all or nothing; says what could not be tidied away. Files that the manifest lists
    /// already stay as they are.
    ///
    /// Errors: [`Refused`].
    pub fn write(
        self,
        mut manifest: Manifest,
        info: Option<&'static GameInfo>,
        written: Written<'_>,
    ) -> Result<Option<Refused>, Refused> {
        let Written { tables, counts, files: mut others, rows } = written;
        if self.is_alone {
            return self.replace(&(counts.encode)(&[])).map(|()| None);
        }
        let target = self.target().to_owned();
        let failed = |error| Refused::writing(target.display(), &error);
        let as_csv = |table: &Table| Ok((table.file, csv::table(table)?));
        let mut files: Vec<(&str, Vec<u8>)> =
            tables.iter().map(as_csv).collect::<io::Result<_>>().map_err(failed)?;
        let mut records: Vec<FileRecord> =
            files.iter().map(|(name, bytes)| FileRecord::of(name, bytes)).collect();
        if let Some(info) = info {
            let package = package::text(info, tables, &records);
            records.push(FileRecord::of(PACKAGE, package.as_bytes()));
            files.push((PACKAGE, package.into_bytes()));
        }
        let mut of_rows = Vec::new();
        let mut elsewhere: Option<Complete> = None;
        if let Some(rows) = rows {
            let (request, is_in_folder) = (rows.request().clone(), rows.is_in_folder());
            let failed = |error| unwritten(request.path(), &error);
            let mut rows = rows.complete().map_err(failed)?;
            if !request.is_special() {
                of_rows.push(rows_record(rows.record(), request.detail(), !is_in_folder));
            }
            match is_in_folder {
                true => rows.place().map_err(failed)?,
                false => elsewhere = Some(rows),
            }
        }
        let outside = elsewhere.iter().map(|rows| rows.record().clone());
        let outside: Vec<FileRecord> =
            outside.filter(|file| !is_special(Path::new(&file.name))).collect();
        of_rows.extend(self.kept_rows(&of_rows).map_err(failed)?);
        let beside = others.iter().filter(|(name, _)| *name != PAGE);
        let beside = beside.map(|(name, bytes)| FileRecord::of(name, bytes));
        let sums =
            records.iter().cloned().chain(beside).map(|file| (file.name, json!(file.sha256)));
        let sums = sums.collect();
        let counts = match counts.file {
            STATE => {
                (STATE, (counts.encode)(&[("tables", sums), ("rows", of_rows.clone().into())]))
            }
            file => (file, (counts.encode)(&[(FILES, sums)])),
        };
        if let Some((_, page)) = others.iter_mut().find(|(name, _)| *name == PAGE) {
            page.extend(page::mark(&[sha256(&counts.1)]).into_bytes());
        }
        others.insert(0, counts);
        records.extend(others.iter().map(|(name, bytes)| FileRecord::of(name, bytes)));
        files.extend(others);
        records.extend(of_rows.iter().filter_map(of_record).chain(outside));
        if let Some(rows) = of_rows.first() {
            manifest.more.push((PER_GAME, rows.clone()));
        }
        manifest.files = records;
        self.commit(&files, manifest, elsewhere)
    }
}

/// This path as that of a folder in another.
///
/// Errors: [`Refused`] where it ends with no name.
pub fn named(path: &Path) -> Result<PathBuf, Refused> {
    let name = path.file_name().ok_or_else(|| {
        let what = format!("{path:?}: has no name that a folder could have; give it one");
        Refused::new(Fault::Usage, what)
    })?;
    Ok(folder_of(path).join(name))
}
