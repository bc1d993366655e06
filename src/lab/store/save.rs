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
use crate::lab::refused::Shown as _;
use crate::lab::spec::Refused;
use crate::lab::spec::refused::Fault;
use crate::lab::store::per_game::unwritten;
use crate::lab::study::Finished;
use crate::lab::tables::account::{Account, OfStudy};

/// More files of a run, with their names.
pub type Files = Vec<(String, Vec<u8>)>;

/// What came out of a run, as it is kept.
pub trait Book: Account {
    /// The file of its state.
    const FILE: &'static str;

    /// The bytes of that, of the run that is described so, with more for who reads it.
    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8>;
}

impl Book for OfStudy<'_> {
    const FILE: &'static str = STATE;

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        let Finished { study, totals, games, .. } = self.finished();
        encode(study, run, &study.done(*games), totals, more)
    }
}

impl Place {
    /// Writes the tables, which the words of the game describe, the counts with their name, the rows and
    /// the manifest, all or nothing; says what could not be tidied away. Files that the manifest lists
    /// already stay as they are.
    ///
    /// Errors: [`Refused`].
    pub fn write<B: Book>(
        self,
        mut manifest: Manifest,
        info: Option<&'static GameInfo>,
        book: &B,
        mut others: Files,
        rows: Option<PerGameFile>,
    ) -> Result<Option<Refused>, Refused> {
        let run = manifest.identity.clone();
        let (target, tables) = (self.target().to_owned(), book.tables());
        let failed = |error| Refused::writing(target.shown(), &error);
        let as_csv = |table: &Table| Ok((table.file.to_owned(), csv::table(table)?));
        let mut files: Files =
            tables.iter().map(as_csv).collect::<io::Result<_>>().map_err(failed)?;
        let mut records: Vec<FileRecord> =
            files.iter().map(|(name, bytes)| FileRecord::of(name, bytes)).collect();
        if let Some(info) = info {
            let package = package::text(info, &tables, &records);
            records.push(FileRecord::of(PACKAGE, package.as_bytes()));
            files.push((PACKAGE.into(), package.into_bytes()));
        }
        let mut of_rows = Vec::new();
        let mut elsewhere: Option<Complete> = None;
        if let Some(rows) = rows {
            let (request, is_in_folder) = (rows.request.clone(), rows.is_in_folder());
            let failed = |error| unwritten(&request.path, &error);
            let mut rows = rows.complete().map_err(failed)?;
            if !request.is_special() {
                of_rows.push(rows_record(rows.record(), request.detail.clone(), !is_in_folder));
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
        let beside = others.iter().filter(|(name, _)| name != PAGE);
        let beside = beside.map(|(name, bytes)| FileRecord::of(name, bytes));
        let sums =
            records.iter().cloned().chain(beside).map(|file| (file.name, json!(file.sha256)));
        let sums = sums.collect();
        let counts = match B::FILE {
            STATE => book.encode(&run, &[("tables", sums), ("rows", of_rows.clone().into())]),
            _ => book.encode(&run, &[(FILES, sums)]),
        };
        if let Some((_, page)) = others.iter_mut().find(|(name, _)| name == PAGE) {
            page.extend(page::mark(&[sha256(&counts)]).into_bytes());
        }
        others.insert(0, (B::FILE.to_owned(), counts));
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
        let what = format!("{path:?}: does not end in the name of a folder; add one");
        Refused::new(Fault::Usage, what)
    })?;
    Ok(folder_of(path).join(name))
}
