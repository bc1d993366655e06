//! What comes out of a run, as the files of its folder.

use std::collections::BTreeSet;

use super::files::{PACKAGE, PAGE, STATE};
use super::manifest::{FileRecord, Manifest};
use super::package;
use super::page::{mark, page_in};
use super::per_game::unwritten;
use super::place::{Files, Place};
use super::rows::PerGameFile;
use super::signed::sha256;
use crate::core::info::GameInfo;
use crate::core::table::Table;
use crate::lab::formats::csv;
use crate::lab::refused::{OfPath as _, Refused, Shown as _};

impl Place {
    /// The files of the folder that have rows of this run when these are written, too.
    pub fn rows_with(&self, written: Option<&PerGameFile>) -> Vec<String> {
        let kept = self.rows.iter().filter(|file| file.is_inside()).map(|file| &file.name);
        let written = written.and_then(|rows| rows.name.as_ref());
        let names: BTreeSet<&String> = kept.chain(written).collect();
        names.into_iter().cloned().collect()
    }

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
        let (folder, digest) = (self.folder().shown(), sha256(state));
        let mut files = Files::new();
        for table in tables {
            files.push((table.file.to_owned(), csv::table(table).writing(&folder)?));
        }
        let records = |files: &Files| -> Vec<FileRecord> {
            files.iter().map(|(name, bytes)| FileRecord::of(name, bytes)).collect()
        };
        files.push((PACKAGE.into(), package::text(info, tables, &records(&files)).into_bytes()));
        let kept = page_in(&self.disk, self.folder(), &digest).writing(&folder)?;
        let kept = kept.filter(|(_, holds)| *holds && page.is_none());
        if let Some(page) = page {
            let page = page + &mark(std::slice::from_ref(&digest));
            files.push((PAGE.into(), page.into_bytes()));
        }
        manifest.files = records(&files);
        manifest.files.push(FileRecord::of(STATE, state));
        manifest.files.extend(kept.map(|(page, _)| FileRecord::of(PAGE, &page)));
        let mut complete = None;
        if let Some(rows) = rows {
            let request = rows.request.clone();
            let (file, record) =
                rows.complete().map_err(|error| unwritten(&request.path, &error))?;
            manifest.files.extend((!request.is_special()).then_some(record));
            complete = Some((file, request.path));
        }
        for kept in &self.rows {
            if manifest.files.iter().all(|file| file.name != kept.name) {
                manifest.files.push(kept.clone());
            }
        }
        self.finish(state, &files, complete, &manifest)
    }
}
