//! A row per game, in a file that outlives a run that is stopped: beside its checkpoints until all
//! is played.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::rows::{Encoded, PerGame, RowEncoder};
use crate::core::rows::Columns;
use crate::lab::report::csv;
#[cfg(feature = "parquet")]
use crate::lab::report::parquet;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, RowSink};

/// In a checkpoint: the name of the file.
pub const FILE: &str = "file";

/// The open file.
#[derive(Debug)]
pub struct KeptRows {
    request: PerGame,
    path: PathBuf,
    /// What an earlier session left, until the first block.
    before: Option<(PathBuf, Json)>,
    writer: Writer,
}

#[derive(Debug)]
enum Writer {
    Open,
    Csv(LogFile),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetWriter<LogFile>>),
    /// A write failed, and the file is in no state to continue.
    Failed,
}

/// A file whose length is known while it is written.
#[derive(Debug)]
struct LogFile {
    writer: BufWriter<File>,
    bytes: u64,
}

impl LogFile {
    fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Ok(Self::of(file, 0))
    }

    fn of(file: File, bytes: u64) -> Self {
        Self { writer: BufWriter::with_capacity(1 << 16, file), bytes }
    }

    /// Goes on after the first bytes of a file; the others are cut off.
    fn go_on(path: &Path, bytes: u64) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).open(path)?;
        if file.metadata()?.len() < bytes {
            return Err(too_short());
        }
        file.set_len(bytes)?;
        Ok(Self::of(file, bytes))
    }

    fn finish(self) -> io::Result<()> {
        self.writer.into_inner().map(drop).map_err(io::IntoInnerError::into_error)
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn too_short() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it has fewer rows than its checkpoint says")
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let pairs = (0..text.len()).step_by(2).map(|k| text.get(k..k + 2));
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

/// What is asked of rows: a checkpoint that asks something else cannot be gone on with.
pub fn asked(request: &PerGame) -> Json {
    let RowDetail { features, deals } = request.detail();
    json!({"path": request.path().to_string_lossy(), "features": features, "decks": deals})
}

impl KeptRows {
    /// A new file in the folder of the checkpoints, which is made.
    ///
    /// Errors: what the system says.
    pub fn create(request: &PerGame, folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        // Another session's file may be there, and a checkpoint may speak of it.
        let mut names = (1..).map(|k: u64| folder.join(format!("rows.{k}")));
        let path = names.find(|path| !path.exists()).unwrap_or_default();
        // The columns are not known yet; the name is taken all the same.
        drop(LogFile::create(&path)?);
        Ok(Self { request: request.clone(), path, before: None, writer: Writer::Open })
    }

    /// Goes on with what a checkpoint says of the rows.
    ///
    /// Errors: what the system says; `InvalidData` if the checkpoint does not fit the file.
    pub fn go_on(request: &PerGame, folder: &Path, kept: &Json) -> io::Result<Self> {
        if kept[FILE].is_null() {
            return Self::create(request, folder);
        }
        let name = kept[FILE].as_str().filter(|name| !name.contains(['/', '\\']));
        let before = folder.join(name.ok_or_else(too_short)?);
        if fs::metadata(&before)?.len() < kept["bytes"].as_u64().unwrap_or(u64::MAX) {
            return Err(too_short());
        }
        // Rows of other sessions, of which this checkpoint does not speak.
        for entry in fs::read_dir(folder)?.flatten() {
            let is_rows = entry.file_name().to_string_lossy().starts_with("rows.");
            if is_rows && entry.path() != before {
                // What cannot be tidied away does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        let mut rows = Self::create(request, folder)?;
        rows.before = Some((before, kept.clone()));
        Ok(rows)
    }

    /// The file, which is complete after [`KeptRows::finish`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn start(&mut self, shape: &Columns) -> io::Result<RowEncoder> {
        let csv = self.block().is_none();
        let encoder = match csv {
            true => RowEncoder::Csv,
            #[cfg(feature = "parquet")]
            false => RowEncoder::Parquet(parquet::Encoder::new(shape, self.request.metadata())?),
            #[cfg(not(feature = "parquet"))]
            false => unreachable!("only Parquet has groups"),
        };
        if !matches!(self.writer, Writer::Open) {
            return Ok(encoder);
        }
        self.writer = Writer::Failed;
        self.writer = match (&encoder, self.before.take()) {
            (RowEncoder::Csv, None) => {
                let mut file = LogFile::of(File::create(&self.path)?, 0);
                file.write_all(&csv::header(shape))?;
                Writer::Csv(file)
            }
            (RowEncoder::Csv, Some((before, kept))) => {
                // Nothing needs copying: the lines go on in the same file.
                fs::remove_file(&self.path)?;
                self.path = before;
                let bytes = kept["bytes"].as_u64().ok_or_else(too_short)?;
                Writer::Csv(LogFile::go_on(&self.path, bytes)?)
            }
            #[cfg(feature = "parquet")]
            (RowEncoder::Parquet(encoder), before) => {
                let file = LogFile::of(File::create(&self.path)?, 0);
                let mut writer = parquet::ParquetWriter::new(file, encoder, shape)?;
                if let Some((before, kept)) = before {
                    let footer = kept["groups"].as_str().and_then(bytes_of);
                    let mut waiting = shape.clone();
                    waiting.clear();
                    let taken = waiting.add_json(&kept["waiting"]);
                    let footer = footer.filter(|_| taken.is_some()).ok_or_else(too_short)?;
                    writer.go_on(&footer, &File::open(before)?, waiting)?;
                }
                Writer::Parquet(Box::new(writer))
            }
        };
        Ok(encoder)
    }

    /// Ends the file.
    ///
    /// Errors: those of the file.
    pub fn finish(&mut self) -> io::Result<()> {
        let file = match std::mem::replace(&mut self.writer, Writer::Failed) {
            Writer::Csv(file) => file,
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.finish()?,
            Writer::Open | Writer::Failed => {
                return Err(io::Error::other("rows were never begun"));
            }
        };
        file.finish()
    }
}

impl RowSink<io::Result<Encoded>, io::Error> for KeptRows {
    fn detail(&self) -> RowDetail {
        self.request.detail()
    }

    fn block(&self) -> Option<u64> {
        self.request.block()
    }

    fn begin(&mut self, shape: &Columns) -> io::Result<Box<Encode<io::Result<Encoded>>>> {
        let encoder = self.start(shape)?;
        Ok(Box::new(move |rows| encoder.encode(rows)))
    }

    fn write(&mut self, block: io::Result<Encoded>) -> io::Result<()> {
        match (&mut self.writer, block?) {
            (Writer::Csv(file), Encoded::Csv(bytes)) => file.write_all(&bytes),
            #[cfg(feature = "parquet")]
            (Writer::Parquet(writer), Encoded::Parquet(block)) => writer.write(block),
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

    fn kept(&mut self) -> io::Result<Json> {
        let mut kept = match &mut self.writer {
            Writer::Csv(file) => {
                file.flush()?;
                json!({"bytes": file.bytes})
            }
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => {
                let (footer, waiting) = writer.kept()?;
                let (groups, waiting) = (hexadecimal(&footer), waiting.to_json());
                json!({"bytes": writer.to().bytes, "groups": groups, "waiting": waiting})
            }
            // Rows come later; what is asked of them is known.
            Writer::Open | Writer::Failed => return Ok(json!({"asked": asked(&self.request)})),
        };
        kept[FILE] = self.path.file_name().map(|name| name.to_string_lossy()).into();
        kept["asked"] = asked(&self.request);
        Ok(kept)
    }
}
