//! The file with a row per game.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::manifest::{FileRecord, MANIFEST, Manifest};
use super::output::OutputFile;
use crate::core::rows::Columns;
use crate::lab::report::csv;
#[cfg(feature = "parquet")]
use crate::lab::report::parquet;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, RowSink};

/// A file for rows that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// A name that says no form, or a form that this program was built without.
    #[error("{path}: {why}")]
    Name {
        /// The file.
        path: PathBuf,
        /// What is wrong with its name.
        why: &'static str,
    },
    /// A table of a run.
    #[error("{path}: it is a table of a run; choose another name")]
    Table {
        /// The file.
        path: PathBuf,
    },
    /// A file that is there.
    #[error("{path}: is there already; choose another name, or use --force to replace it")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The system does not make it.
    #[error("{path}: {source}")]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Csv,
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A request for a row per game.
#[derive(Clone, Debug)]
pub struct PerGame {
    path: PathBuf,
    form: Form,
    detail: RowDetail,
}

/// The open file.
#[derive(Debug)]
pub struct PerGameFile {
    path: PathBuf,
    form: Form,
    detail: RowDetail,
    writer: Writer,
}

#[derive(Debug)]
enum Writer {
    /// Nothing is written yet, for the columns are not known.
    Open(OutputFile),
    Csv(OutputFile),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetWriter<OutputFile>>),
    /// A write failed, and the file is in no state to continue.
    Failed,
}

/// Turns blocks of rows into what is written; for many threads.
#[derive(Clone, Debug)]
pub enum RowEncoder {
    /// Lines.
    Csv,
    /// Row groups.
    #[cfg(feature = "parquet")]
    Parquet(parquet::Encoder),
}

/// An encoded block.
#[derive(Debug)]
pub enum Encoded {
    /// Lines.
    Csv(Vec<u8>),
    /// A row group.
    #[cfg(feature = "parquet")]
    Parquet(parquet::Group),
}

impl PerGame {
    /// Checks the name of the file.
    ///
    /// Errors: [`RowsError::Name`] for an unknown ending.
    pub fn new(path: &Path, detail: RowDetail) -> Result<Self, RowsError> {
        let refuse = |why| Err(RowsError::Name { path: path.to_owned(), why });
        // A device or pipe needs no ending.
        let special = std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Form::Csv,
            #[cfg(feature = "parquet")]
            Some("parquet") => Form::Parquet,
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => {
                return refuse(
                    "this program was built without Parquet; build it with `cargo build --release \
                     --features parquet`, or let the file's name end in .csv",
                );
            }
            _ if special => Form::Csv,
            _ => return refuse("the file's name must end in .csv or .parquet"),
        };
        Ok(Self { path: path.to_owned(), form, detail })
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it lies in the folder of its run: a bare name does.
    fn is_in_folder(&self) -> bool {
        self.path.parent() == Some(Path::new(""))
    }

    /// Refuses the name of a table of this run or of one that was written before.
    fn spare_results(&self, own: &[&str]) -> Result<(), RowsError> {
        if self.is_in_folder() {
            return match own.iter().any(|name| Path::new(name) == self.path) {
                true => Err(RowsError::Table { path: self.path.clone() }),
                false => Ok(()),
            };
        }
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let manifest = std::fs::read_to_string(folder.join(MANIFEST)).unwrap_or_default();
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let is_manifest = !manifest.is_empty() && name == MANIFEST;
        if is_manifest || Manifest::files_in(&manifest).iter().any(|file| *file == name) {
            return Err(RowsError::Table { path: self.path.clone() });
        }
        Ok(())
    }

    /// Opens the file: one with a bare name in `folder`, where the run is prepared, beside its `own`
    /// tables. One that is there is replaced only if `force` is set.
    ///
    /// Errors: [`RowsError`].
    pub fn open(&self, folder: &Path, own: &[&str], force: bool) -> Result<PerGameFile, RowsError> {
        self.spare_results(own)?;
        if !self.is_in_folder() && !force && self.path.is_file() {
            return Err(RowsError::Exists { path: self.path.clone() });
        }
        let place = if self.is_in_folder() { &folder.join(&self.path) } else { &self.path };
        let file = OutputFile::create(place)
            .map_err(|source| RowsError::Create { path: self.path.clone(), source })?;
        let &Self { form, detail, .. } = self;
        Ok(PerGameFile { path: self.path.clone(), form, detail, writer: Writer::Open(file) })
    }

    /// What a row holds beside the result.
    pub fn detail(&self) -> RowDetail {
        self.detail
    }
}

impl RowEncoder {
    /// Encodes a block.
    pub fn encode(&self, rows: &Columns) -> io::Result<Encoded> {
        match self {
            RowEncoder::Csv => Ok(Encoded::Csv(csv::rows(rows))),
            #[cfg(feature = "parquet")]
            RowEncoder::Parquet(encoder) => encoder.encode(rows).map(Encoded::Parquet),
        }
    }
}

impl PerGameFile {
    /// Begins the file, once, and makes the encoder of its blocks.
    fn start(&mut self, shape: &Columns) -> io::Result<RowEncoder> {
        match self.form {
            Form::Csv => {
                self.first_write(|mut file| {
                    file.write_all(&csv::header(shape))?;
                    Ok(Writer::Csv(file))
                })?;
                Ok(RowEncoder::Csv)
            }
            #[cfg(feature = "parquet")]
            Form::Parquet => {
                let encoder = parquet::Encoder::new(shape)?;
                self.first_write(|file| {
                    let writer = parquet::ParquetWriter::new(file, &encoder)?;
                    Ok(Writer::Parquet(Box::new(writer)))
                })?;
                Ok(RowEncoder::Parquet(encoder))
            }
        }
    }

    /// Does the first write, if it was not done before.
    fn first_write(
        &mut self,
        begin: impl FnOnce(OutputFile) -> io::Result<Writer>,
    ) -> io::Result<()> {
        match std::mem::replace(&mut self.writer, Writer::Failed) {
            Writer::Open(file) => self.writer = begin(file)?,
            begun => self.writer = begun,
        }
        Ok(())
    }

    /// Closes the file and gives it its name.
    ///
    /// Errors: those of the file.
    pub fn finish(self) -> io::Result<FileRecord> {
        let file = match self.writer {
            Writer::Open(file) | Writer::Csv(file) => Ok(file),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.finish(),
            Writer::Failed => unreachable!("a failed write ended the run"),
        };
        let name = self.path.to_string_lossy().into_owned();
        file.and_then(OutputFile::finish).map(|record| FileRecord { name, ..record })
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name under which the file is written, which must not outlive a run that is stopped.
    pub fn temporary(&self) -> Option<&Path> {
        match &self.writer {
            Writer::Open(file) | Writer::Csv(file) => file.temporary(),
            _ => None,
        }
    }
}

impl RowSink<io::Result<Encoded>, io::Error> for PerGameFile {
    fn detail(&self) -> RowDetail {
        self.detail
    }

    fn block(&self) -> Option<u64> {
        match self.form {
            Form::Csv => None,
            #[cfg(feature = "parquet")]
            Form::Parquet => Some(parquet::GROUP_ROWS),
        }
    }

    fn begin(&mut self, shape: &Columns) -> io::Result<Box<Encode<io::Result<Encoded>>>> {
        let encoder = self.start(shape)?;
        Ok(Box::new(move |rows| encoder.encode(rows)))
    }

    fn write(&mut self, block: io::Result<Encoded>) -> io::Result<()> {
        match (&mut self.writer, block?) {
            (Writer::Csv(file), Encoded::Csv(bytes)) => file.write_all(&bytes),
            #[cfg(feature = "parquet")]
            (Writer::Parquet(writer), Encoded::Parquet(group)) => writer.write(group),
            _ => unreachable!("a file's blocks come from its own encoder"),
        }
    }
}
