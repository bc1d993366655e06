//! The file with a row per game.

use std::io::{self, Write as _};
use std::mem;
use std::path::{Path, PathBuf};

use super::disk::{Disk, folder_of};
use super::files::{MANIFEST, ROWS};
use super::manifest::{FileRecord, Listed};
use super::output::OutputFile;
use super::per_game::{PerGame, of_rows, unwritten};
use super::place::Place;
use crate::core::rows::Columns;
use crate::core::rows_csv;
use crate::lab::formats::Block;
#[cfg(feature = "parquet")]
use crate::lab::formats::parquet;
use crate::lab::refused::{Fault, Refused};
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, RowSink};

/// Why rows cannot be written there.
const TABLE: &str = "it is a table of a run; choose another name";
const THERE: &str = "is there already; choose another name, or use --force to replace it";
const HELD: &str = "another run is writing there; wait for it, or choose another name";

/// The open file.
#[derive(Debug)]
pub struct PerGameFile {
    /// What is asked of it.
    pub request: PerGame,
    /// Its name in the folder of its run, if it lies there.
    pub name: Option<String>,
    /// Where it is written; nothing after a write that failed, which leaves it in no state to continue.
    file: Option<OutputFile>,
    /// Whether its header is written.
    is_begun: bool,
    #[cfg(feature = "parquet")]
    parquet: Option<Box<parquet::ParquetWriter<OutputFile>>>,
}

impl PerGame {
    /// Its name, without its folder.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The name in this folder of its run, for a file that lies there: one with a bare name does.
    ///
    /// Errors: [`Refused`].
    pub(super) fn name_in(&self, folder: &Path) -> Result<Option<String>, Refused> {
        let parent = self.path.parent().unwrap_or(Path::new(""));
        if self.is_bare() || parent == folder {
            return Ok(Some(self.name()));
        }
        match (parent.canonicalize(), folder.canonicalize()) {
            (Ok(parent), Ok(folder)) if parent == folder => Ok(Some(self.name())),
            (Ok(parent), Ok(folder)) if parent.starts_with(&folder) => {
                Err(self
                    .refused("lies deep in the folder of the run; give a name without a folder"))
            }
            _ => Ok(None),
        }
    }

    /// Opens the file: in the folder of its run, beside its `own` tables, or elsewhere. One that is
    /// there is replaced only if the run replaces what is there, or wrote it.
    ///
    /// Errors: [`Refused`].
    pub fn open(&self, run: &Place, own: &[String]) -> Result<PerGameFile, Refused> {
        let (disk, path) = (&run.disk, &self.path);
        if self.is_special() {
            return self.opened(None, OutputFile::create(disk, path, run.replaces));
        }
        let Some(name) = self.name_in(run.folder())? else {
            let listed = Listed::load(disk, &folder_of(path).join(MANIFEST));
            let files = listed.ok().and_then(Result::ok).unwrap_or_default().files;
            return match files.iter().any(|file| file.name == self.name()) {
                true => Err(self.refused(TABLE)),
                false => self.opened(None, OutputFile::create(disk, path, run.replaces)),
            };
        };
        // Where the case of letters does not matter, these are the same file.
        if own.iter().any(|table| table.eq_ignore_ascii_case(&name)) {
            return Err(self.refused(TABLE));
        }
        if !run.may_replace(&name)? {
            return Err(self.refused(THERE));
        }
        let [path, partial] = [&*name, ROWS].map(|name| run.folder().join(name));
        let file = OutputFile::create_as(disk, &path, &partial, true);
        self.opened(Some(name), file)
    }

    /// Opens the file for a caller without a run: one with a bare name lies in `folder`. One that is
    /// there is replaced only if `force` is set.
    ///
    /// Errors: [`Refused`].
    pub fn create(&self, folder: &Path, force: bool) -> Result<PerGameFile, Refused> {
        let place = if self.is_bare() { &folder.join(&self.path) } else { &self.path };
        self.opened(None, OutputFile::create(&Disk::here().unlocked(force), place, force))
    }

    fn opened(
        &self,
        name: Option<String>,
        file: io::Result<OutputFile>,
    ) -> Result<PerGameFile, Refused> {
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => self.refused(THERE),
            io::ErrorKind::WouldBlock => self.refused(HELD),
            _ => Refused::creating(&self.path, &error),
        })?;
        Ok(PerGameFile {
            request: self.clone(),
            name,
            file: Some(file),
            is_begun: false,
            #[cfg(feature = "parquet")]
            parquet: None,
        })
    }

    fn refused(&self, why: &str) -> Refused {
        of_rows(Fault::CannotCreate, &self.path, why)
    }
}

impl PerGameFile {
    /// Closes the file and gives it its name.
    ///
    /// Errors: those of the file; it is not there then.
    pub fn finish(self) -> io::Result<()> {
        self.complete()?.0.place()
    }

    /// Writes everything out; the file then lacks only its name. A manifest says this of it.
    ///
    /// Errors: those of the file.
    pub fn complete(self) -> io::Result<(OutputFile, FileRecord)> {
        #[cfg(feature = "parquet")]
        let file = self.parquet.map_or(Ok(self.file), |writer| writer.finish().map(Some))?;
        #[cfg(not(feature = "parquet"))]
        let file = self.file;
        let mut file = file.ok_or_else(|| io::Error::other("a write failed before"))?;
        let record = file.complete()?;
        let (name, rows) = (self.name.unwrap_or(record.name), Some(self.request.detail));
        Ok((file, FileRecord { name, rows, ..record }))
    }

    /// What must not outlive a run that is stopped.
    pub fn temporary(&self) -> Vec<PathBuf> {
        self.file.as_ref().map_or(Vec::new(), OutputFile::temporary)
    }

    /// Writes the header, once, and says how blocks are encoded.
    #[cfg_attr(not(feature = "parquet"), allow(unused_variables))]
    fn start(&mut self, shape: &Columns, group: u64) -> io::Result<Box<Encode>> {
        let is_begun = mem::replace(&mut self.is_begun, true);
        #[cfg(feature = "parquet")]
        if self.request.has_groups {
            let encoder = parquet::Encoder::new(shape, group, &self.request.metadata)?;
            if let Some(file) = self.file.take() {
                self.parquet = Some(Box::new(parquet::ParquetWriter::new(file, &encoder, shape)?));
            }
            return Ok(Box::new(move |rows| encoder.encode(rows).map(Block::Parquet)));
        }
        if let Some(file) = self.file.as_mut().filter(|_| !is_begun) {
            file.write_all(&rows_csv::header(shape))?;
        }
        Ok(Box::new(|rows| Ok(Block::Csv(rows_csv::rows(rows)))))
    }
}

impl RowSink for PerGameFile {
    fn detail(&self) -> RowDetail {
        self.request.detail.clone()
    }

    fn has_groups(&self) -> bool {
        self.request.has_groups
    }

    fn begin(&mut self, shape: &Columns, group: u64) -> Result<Box<Encode>, Refused> {
        let encode = self.start(shape, group);
        encode.map_err(|error| unwritten(&self.request.path, &error))
    }

    fn write(&mut self, block: io::Result<Block>) -> Result<(), Refused> {
        let written = block.and_then(|block| match (block, &mut self.file) {
            (Block::Csv(bytes), Some(file)) => file.write_all(&bytes),
            #[cfg(feature = "parquet")]
            (Block::Parquet(block), _) => {
                self.parquet.as_mut().map_or(Ok(()), |writer| writer.write(block))
            }
            _ => unreachable!("a file's blocks come from its own encoder"),
        });
        written.map_err(|error| unwritten(&self.request.path, &error))
    }
}
