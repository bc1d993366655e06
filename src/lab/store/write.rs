//! What comes out of a run, as the files of its folder.

use std::io;
use std::path::Path;

use serde_json::Value as Json;

use super::disk::is_special;
use super::manifest::{FileRecord, Manifest, PER_GAME, of_record, rows_record};
use super::package::{self, PACKAGE};
use super::page::{self, PAGE, Page};
use super::per_game::unwritten;
use super::place::{Files, Place};
use super::rows::PerGameFile;
use super::signed::sha256;
use super::state::STATE;
use crate::core::info::GameInfo;
use crate::core::table::Table;
use crate::lab::formats::csv;
use crate::lab::refused::Shown as _;
use crate::lab::spec::Refused;

impl Place {
    /// Writes the state, the tables, which the words of the game describe, the page if there is one, the rows
    /// and the manifest. Rows of the same run that are there already stay as they are.
    ///
    /// Errors: [`Refused`].
    pub fn write(
        self,
        mut manifest: Manifest,
        info: &GameInfo,
        state: &[u8],
        tables: &[Table],
        page: Option<String>,
        rows: Option<PerGameFile>,
    ) -> Result<(), Refused> {
        let failed = |error| Refused::writing(self.folder().shown(), &error);
        let as_csv = |table: &Table| Ok((table.file.to_owned(), csv::table(table)?));
        let mut files: Files =
            tables.iter().map(as_csv).collect::<io::Result<_>>().map_err(failed)?;
        let record = |(name, bytes): &(String, Vec<u8>)| FileRecord::of(name, bytes);
        let records: Vec<FileRecord> = files.iter().map(record).collect();
        files.push((PACKAGE.into(), package::text(info, tables, &records).into_bytes()));
        let digest = sha256(state);
        if let Some(page) = page {
            files.push((
                PAGE.into(),
                (page + &page::mark(std::slice::from_ref(&digest))).into_bytes(),
            ));
        }
        manifest.files = files.iter().map(record).chain([FileRecord::of(STATE, state)]).collect();
        let is_drawn = files.iter().any(|(name, _)| name == PAGE);
        if !is_drawn && Page::of(&self.disk, self.folder(), &digest).map_err(failed)? == Page::Holds
        {
            let page =
                self.disk.read(&self.folder().join(PAGE), page::MOST_PAGE).map_err(failed)?;
            manifest.files.push(FileRecord::of(PAGE, &page));
        }
        let (mut of_rows, mut complete) = (Vec::new(), None);
        if let Some(rows) = rows {
            let (request, is_inside) = (rows.request.clone(), rows.is_in_folder());
            let rows = rows.complete().map_err(|error| unwritten(&request.path, &error))?;
            if !request.is_special() {
                of_rows.push(rows_record(rows.record(), request.detail, !is_inside));
            }
            if !is_inside && !is_special(Path::new(&rows.record().name)) {
                manifest.files.push(rows.record().clone());
            }
            complete = Some(rows);
        }
        of_rows.extend(self.kept_rows(&of_rows));
        manifest.files.extend(of_rows.iter().filter_map(of_record));
        if !of_rows.is_empty() {
            manifest.more.push((PER_GAME, Json::from(of_rows)));
        }
        self.finish(state, &files, complete, &manifest)
    }
}
