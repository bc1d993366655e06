//! A row per game, in a file that outlives a run that is stopped: beside its checkpoints until all
//! is played.

use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::disk::{Disk, WriteFile};
use super::per_game::PerGame;
#[cfg(feature = "parquet")]
use super::row_writer::{Groups, bytes_of};
use super::row_writer::{RowFile, RowWriter, unfit};
use super::signed::hexadecimal;

/// In a checkpoint: the name of the file.
pub const FILE: &str = "file";
/// In a checkpoint: the SHA-256 of the rows so far.
const SHA256: &str = "sha256";

/// Rows that a later session can go on with.
pub type KeptRows = RowWriter<KeptFile>;

/// A file whose name, length and SHA-256 a checkpoint says.
#[derive(Debug)]
pub struct KeptFile {
    path: PathBuf,
    writer: BufWriter<Box<dyn WriteFile>>,
    bytes: u64,
    hash: Sha256,
}

impl KeptFile {
    fn of(path: PathBuf, file: Box<dyn WriteFile>, bytes: u64, hash: Sha256) -> Self {
        Self { path, writer: BufWriter::with_capacity(1 << 16, file), bytes, hash }
    }

    /// A new file in the folder of the checkpoints.
    fn create(disk: &Disk, folder: &Path) -> io::Result<Self> {
        // Another session's file may be there, and a checkpoint may speak of it.
        for k in 1_u64.. {
            let path = folder.join(format!("rows.{k}"));
            if disk.look(&path)?.is_none() {
                let file = disk.create(&path)?;
                return Ok(Self::of(path, file, 0, Sha256::new()));
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Hands everything to the system; returns where the file is.
    ///
    /// Errors: those of the file.
    pub fn complete(self) -> io::Result<PathBuf> {
        self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(self.path)
    }
}

impl Write for KeptFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl RowFile for KeptFile {
    fn kept(&mut self) -> io::Result<Json> {
        self.flush()?;
        let name = self.path.file_name().map(|name| name.to_string_lossy());
        let sha256 = hexadecimal(self.hash.clone());
        Ok(json!({FILE: name, "bytes": self.bytes, SHA256: sha256}))
    }
}

/// The file of which a checkpoint speaks, how many of its bytes, and their hash, which is the one
/// that the checkpoint says.
///
/// Errors: what the system says; `InvalidData` if the checkpoint does not fit the file.
fn rows_of(disk: &Disk, folder: &Path, kept: &Json) -> io::Result<(PathBuf, u64, Sha256)> {
    let name = kept[FILE].as_str().filter(|name| !name.contains(['/', '\\']));
    let (Some(name), Some(bytes)) = (name, kept["bytes"].as_u64()) else {
        return Err(unfit("the checkpoint does not say where they are"));
    };
    let Some(sha256) = kept[SHA256].as_str() else {
        return Err(unfit("an earlier version saved them, without a checksum"));
    };
    let path = folder.join(name);
    let (hash, read) = disk.hash_first(&path, bytes).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => unfit("they are missing"),
        _ => error,
    })?;
    if read < bytes {
        return Err(unfit("there are fewer than the checkpoint says"));
    }
    match hexadecimal(hash.clone()) == sha256 {
        true => Ok((path, bytes, hash)),
        false => Err(unfit("they were changed: their checksum is wrong")),
    }
}

/// Checks that the rows of which a checkpoint speaks are there, as they were written.
///
/// Errors: what the system says; `InvalidData` if they are not.
pub fn check(disk: &Disk, folder: &Path, kept: &Json) -> io::Result<()> {
    if kept[FILE].is_null() { Ok(()) } else { rows_of(disk, folder, kept).map(drop) }
}

/// A new file in the folder of the checkpoints, which is made.
///
/// Errors: what the system says.
pub fn create(disk: &Disk, request: &PerGame, folder: &Path) -> io::Result<KeptRows> {
    disk.create_dir_all(folder)?;
    Ok(RowWriter::new(request, KeptFile::create(disk, folder)?))
}

/// Goes on with what a checkpoint says of the rows.
///
/// Errors: what the system says; `InvalidData` if the checkpoint does not fit the file.
pub fn go_on(disk: &Disk, request: &PerGame, folder: &Path, kept: &Json) -> io::Result<KeptRows> {
    let (before, bytes, hash) = rows_of(disk, folder, kept)?;
    // Rows of other sessions, of which this checkpoint does not speak.
    for name in disk.list(folder)?.unwrap_or_default() {
        let path = folder.join(&name);
        if name.to_string_lossy().starts_with("rows.") && path != before {
            // What cannot be tidied away does no harm.
            let _ = disk.remove_file(&path);
        }
    }
    match request.has_groups() {
        false => {
            let file = match disk.go_on(&before, bytes) {
                // A run that was killed has it in its folder, too, where it must not change.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                    let mut file = KeptFile::create(disk, folder)?;
                    io::copy(&mut disk.open(&before)?.take(bytes), &mut file)?;
                    file
                }
                // Nothing needs copying: the lines go on in the same file.
                file => KeptFile::of(before, file?, bytes, hash),
            };
            Ok(RowWriter::after_lines(request, file))
        }
        #[cfg(feature = "parquet")]
        true => {
            let footer = kept["groups"].as_str().and_then(bytes_of);
            let footer = footer.ok_or_else(|| unfit("it does not say where its rows end"))?;
            let waiting = kept["waiting"].clone();
            let groups = Groups { disk: disk.clone(), path: before, footer, waiting };
            Ok(RowWriter::after_groups(request, KeptFile::create(disk, folder)?, groups))
        }
        #[cfg(not(feature = "parquet"))]
        true => unreachable!("only Parquet has groups"),
    }
}
