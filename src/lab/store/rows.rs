//! The file with a row per game.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::disk::{Disk, folder_of};
use super::folder::{FolderError, ResultFolder};
use super::manifest::{FileRecord, MANIFEST, Manifest};
use super::output::{Complete, OutputFile, is_special};
use crate::core::rows::Columns;
use crate::lab::report::csv;
#[cfg(feature = "parquet")]
use crate::lab::report::parquet;
use crate::lab::study::Study;
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
    /// A place inside the folder of the run that is replaced with it.
    #[error("{path}: lies deep in the folder of the run; give a name without a folder")]
    Inside {
        /// The file.
        path: PathBuf,
    },
    /// The folder of the run cannot be read.
    #[error("{0}")]
    Folder(#[from] FolderError),
    /// Another process is writing it.
    #[error("{path}: another run is writing there; wait for it, or choose another name")]
    Locked {
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
    /// What a Parquet file says of itself.
    metadata: Vec<(&'static str, String)>,
}

/// The open file.
#[derive(Debug)]
pub struct PerGameFile {
    path: PathBuf,
    /// Its name in the folder of its run, if it lies there.
    name: Option<String>,
    form: Form,
    detail: RowDetail,
    /// What a Parquet file says of itself.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    metadata: Vec<(&'static str, String)>,
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
    Parquet(parquet::Block),
}

impl PerGame {
    /// Checks the name of the file.
    ///
    /// Errors: [`RowsError::Name`] for an unknown ending.
    pub fn new(path: &Path, detail: RowDetail) -> Result<Self, RowsError> {
        let refuse = |why| Err(RowsError::Name { path: path.to_owned(), why });
        // A device or pipe needs no ending.
        let special = is_special(path);
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
        Ok(Self { path: path.to_owned(), form, detail, metadata: Vec::new() })
    }

    /// The same, whose Parquet file says which games its rows are: `version`, `game`, `recipe`,
    /// `seed` and, as JSON, the `rules` in full.
    pub fn of_study(mut self, study: &Study) -> Self {
        let mut identity = study.identity();
        let text = |value: &serde_json::Value| match value.as_str() {
            Some(text) => text.to_owned(),
            None => value.to_string(),
        };
        self.metadata = vec![("version", env!("CARGO_PKG_VERSION").to_owned())];
        for key in ["game", "recipe", "seed", "rules"] {
            self.metadata.push((key, text(&identity[key].take())));
        }
        self
    }

    /// What a Parquet file says of itself.
    #[cfg(feature = "parquet")]
    pub fn metadata(&self) -> &[(&'static str, String)] {
        &self.metadata
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a device or pipe, from which nothing can be taken back.
    pub fn is_special(&self) -> bool {
        is_special(&self.path)
    }

    /// Whether it is a bare name, so that it lies in the folder of its run.
    pub fn is_bare(&self) -> bool {
        self.path.parent() == Some(Path::new(""))
    }

    /// Rows of a group, where the file has groups.
    pub fn block(&self) -> Option<u64> {
        self.form.block()
    }

    /// The name in the folder of its run, for a file that lies there: one with a bare name does.
    ///
    /// Errors: [`RowsError::Inside`].
    fn name_in(&self, run: &ResultFolder) -> Result<Option<String>, RowsError> {
        let parent = self.path.parent().unwrap_or(Path::new(""));
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if parent == Path::new("") || parent == run.target() {
            return Ok(Some(name));
        }
        let (Ok(parent), Ok(target)) = (parent.canonicalize(), run.target().canonicalize()) else {
            return Ok(None);
        };
        if parent == target {
            return Ok(Some(name));
        }
        match parent.starts_with(&target) {
            true => Err(RowsError::Inside { path: self.path.clone() }),
            false => Ok(None),
        }
    }

    /// Opens the file: in the folder of its run, beside its `own` tables, or elsewhere. One that is
    /// there is replaced only if `force` is set, or if the same run wrote it.
    ///
    /// Errors: [`RowsError`].
    pub fn open(
        &self,
        disk: &Disk,
        run: &ResultFolder,
        own: &[&str],
        force: bool,
    ) -> Result<PerGameFile, RowsError> {
        let (path, &Self { form, detail, .. }) = (&self.path, self);
        let name = if is_special(path) { None } else { self.name_in(run)? };
        let file = match &name {
            Some(name) => {
                // Where the case of letters does not matter, these are the same file.
                if own.iter().any(|table| table.eq_ignore_ascii_case(name)) {
                    return Err(RowsError::Table { path: path.clone() });
                }
                if !force && !run.may_replace(name)? {
                    return Err(RowsError::Exists { path: path.clone() });
                }
                OutputFile::create(disk, &run.staging().join(name), false)
            }
            None => {
                let folder = folder_of(path);
                let manifest = disk.read_text(&folder.join(MANIFEST), 1 << 26).ok().flatten();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let tables = manifest.as_deref().map(Manifest::files_in).unwrap_or_default();
                let is_table = tables.iter().any(|file| file.name == name) || name == MANIFEST;
                if manifest.is_some() && is_table && !is_special(path) {
                    return Err(RowsError::Table { path: path.clone() });
                }
                OutputFile::create(disk, path, force)
            }
        };
        let (path, writer) =
            (path.clone(), Writer::Open(file.map_err(|source| self.not_made(source))?));
        let metadata = self.metadata.clone();
        Ok(PerGameFile { path, name, form, detail, metadata, writer })
    }

    /// Opens the file for a caller without a run: one with a bare name lies in `folder`. One that is
    /// there is replaced only if `force` is set.
    ///
    /// Errors: [`RowsError`].
    pub fn create(&self, folder: &Path, force: bool) -> Result<PerGameFile, RowsError> {
        let (path, &Self { form, detail, .. }) = (&self.path, self);
        let is_bare = path.parent() == Some(Path::new(""));
        let place = if is_bare { &folder.join(path) } else { path };
        let file = OutputFile::create(&Disk::here(), place, force);
        let file = file.map_err(|source| self.not_made(source))?;
        let (path, metadata) = (path.clone(), self.metadata.clone());
        Ok(PerGameFile { path, name: None, form, detail, metadata, writer: Writer::Open(file) })
    }

    fn not_made(&self, source: io::Error) -> RowsError {
        let path = self.path.clone();
        match source.kind() {
            io::ErrorKind::AlreadyExists => RowsError::Exists { path },
            io::ErrorKind::WouldBlock => RowsError::Locked { path },
            _ => RowsError::Create { path, source },
        }
    }

    /// What a row holds beside the result.
    pub fn detail(&self) -> RowDetail {
        self.detail
    }
}

impl Form {
    /// Rows of a group, where the file has groups.
    fn block(self) -> Option<u64> {
        match self {
            Form::Csv => None,
            #[cfg(feature = "parquet")]
            Form::Parquet => Some(parquet::GROUP_ROWS),
        }
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
                let encoder = parquet::Encoder::new(shape, &self.metadata)?;
                self.first_write(|file| {
                    let writer = parquet::ParquetWriter::new(file, &encoder, shape)?;
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

    /// Fills it with the bytes of a file that is written already.
    ///
    /// Errors: those of the files.
    pub fn fill(&mut self, from: &Path) -> io::Result<()> {
        self.first_write(|mut file| {
            io::copy(&mut std::fs::File::open(from)?, &mut file)?;
            Ok(Writer::Csv(file))
        })
    }

    /// Whether it lies in the folder of its run.
    pub fn is_in_folder(&self) -> bool {
        self.name.is_some()
    }

    /// Closes the file and gives it its name.
    ///
    /// Errors: those of the file; it is not there then.
    pub fn finish(self) -> io::Result<FileRecord> {
        let mut file = self.complete()?;
        match file.place() {
            Ok(()) => Ok(file.record().clone()),
            Err(error) => {
                file.take_back();
                Err(error)
            }
        }
    }

    /// Writes everything out; the file then lacks only its name.
    ///
    /// Errors: those of the file.
    pub fn complete(self) -> io::Result<Complete> {
        let file = match self.writer {
            Writer::Open(file) | Writer::Csv(file) => Ok(file),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.finish(),
            Writer::Failed => unreachable!("a failed write ended the run"),
        };
        let complete = file.and_then(OutputFile::complete)?;
        let name = self.name.unwrap_or_else(|| self.path.to_string_lossy().into_owned());
        Ok(complete.listed_as(&name))
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
        self.form.block()
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

    fn end(&mut self) -> io::Result<()> {
        match &mut self.writer {
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.end_group(),
            _ => Ok(()),
        }
    }

    fn kept(&mut self) -> io::Result<serde_json::Value> {
        Ok(serde_json::Value::Null)
    }
}
