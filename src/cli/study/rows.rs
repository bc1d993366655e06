//! The file with a row per game.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::failure::{Failure, Kind};
use crate::cli::interrupt;
use crate::core::stats::columns::Columns;
use crate::games::war::batch::RowDetail;
use crate::lab::report::csv;
use crate::lab::report::manifest::{FileRecord, MANIFEST, Manifest};
use crate::lab::report::output::OutputFile;
#[cfg(feature = "parquet")]
use crate::lab::report::parquet;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Csv,
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A wish for a row per game.
#[derive(Clone, Debug)]
pub struct PerGame {
    path: PathBuf,
    form: Form,
    /// What a row holds.
    pub detail: RowDetail,
}

/// The open file.
#[derive(Debug)]
pub struct PerGameFile {
    path: PathBuf,
    form: Form,
    writer: Writer,
}

#[derive(Debug)]
enum Writer {
    /// Nothing is written yet, for the columns are not known.
    Open(OutputFile),
    Csv(OutputFile),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetWriter<OutputFile>>),
    /// The file went on into another state that could not be had.
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
    /// Errors: exit code 64 for an unknown ending.
    pub fn new(path: &Path, detail: RowDetail) -> Result<Self, Failure> {
        let refuse =
            |why: &str| Err(Failure::usage(format!("--per-game {}: {why}", path.display())));
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

    /// Games whose rows should be handed over at once, if it matters.
    pub fn block(&self) -> Option<u64> {
        match self.form {
            Form::Csv => None,
            #[cfg(feature = "parquet")]
            Form::Parquet => Some(parquet::GROUP_ROWS),
        }
    }

    /// Refuses the name of a table of a run that was written before.
    fn spare_results(&self) -> Result<(), Failure> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let manifest = std::fs::read_to_string(folder.join(MANIFEST)).unwrap_or_default();
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let is_manifest = !manifest.is_empty() && name == MANIFEST;
        if is_manifest || Manifest::files_in(&manifest).iter().any(|file| *file == name) {
            return Err(Failure::new(
                Kind::CannotCreate,
                format!(
                    "--per-game {}: is a table of a run; choose another name",
                    self.path.display()
                ),
            ));
        }
        Ok(())
    }

    /// Opens the file.
    ///
    /// Errors: exit code 73 or 77.
    pub fn open(&self) -> Result<PerGameFile, Failure> {
        self.spare_results()?;
        let file = OutputFile::create(&self.path).map_err(|e| Failure::creating(&self.path, &e))?;
        if let Some(temporary) = file.temporary() {
            interrupt::remove_on_stop(temporary.to_owned());
        }
        Ok(PerGameFile { path: self.path.clone(), form: self.form, writer: Writer::Open(file) })
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
    pub fn begin(&mut self, shape: &Columns) -> io::Result<RowEncoder> {
        match self.form {
            Form::Csv => {
                self.start(|mut file| {
                    file.write_all(&csv::header(shape))?;
                    Ok(Writer::Csv(file))
                })?;
                Ok(RowEncoder::Csv)
            }
            #[cfg(feature = "parquet")]
            Form::Parquet => {
                let encoder = parquet::Encoder::new(shape)?;
                self.start(|file| {
                    let writer = parquet::ParquetWriter::new(file, &encoder)?;
                    Ok(Writer::Parquet(Box::new(writer)))
                })?;
                Ok(RowEncoder::Parquet(encoder))
            }
        }
    }

    /// Does the first write, if it was not done before.
    fn start(&mut self, begin: impl FnOnce(OutputFile) -> io::Result<Writer>) -> io::Result<()> {
        match std::mem::replace(&mut self.writer, Writer::Failed) {
            Writer::Open(file) => self.writer = begin(file)?,
            begun => self.writer = begun,
        }
        Ok(())
    }

    /// Writes an encoded block.
    pub fn write(&mut self, block: Encoded) -> io::Result<()> {
        match (&mut self.writer, block) {
            (Writer::Csv(file), Encoded::Csv(bytes)) => file.write_all(&bytes),
            #[cfg(feature = "parquet")]
            (Writer::Parquet(writer), Encoded::Parquet(group)) => writer.write(group),
            _ => unreachable!("a file's blocks come from its own encoder"),
        }
    }

    /// Closes the file and gives it its name.
    pub fn finish(self) -> Result<FileRecord, Failure> {
        let file = match self.writer {
            Writer::Open(file) | Writer::Csv(file) => Ok(file),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.finish(),
            Writer::Failed => unreachable!("a failed write ended the run"),
        };
        file.and_then(OutputFile::finish).map_err(|e| Self::failure(&self.path, &e))
    }

    /// The failure of a write.
    pub fn failure(path: &Path, error: &io::Error) -> Failure {
        Failure::writing(format!("{}: --per-game", path.display()), error)
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
