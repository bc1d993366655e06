//! The file with a row per game: what is asked of it, where it may lie, and how its rows are written.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

#[cfg(feature = "parquet")]
use serde_json::{Value as Json, json};

use super::disk::{self, STDOUT};
use super::manifest::FileRecord;
use super::output::OutputFile;
use crate::core::rows::Columns;
use crate::lab::formats::Block;
#[cfg(feature = "parquet")]
use crate::lab::formats::parquet;
use crate::lab::refused::{Fault, Refused, Shown as _, UNREAD_ROWS};
#[cfg(feature = "parquet")]
use crate::lab::spec::NamedRules;
use crate::lab::spec::Study;
use crate::lab::study::rows::{Encode, RowDetail, RowSink};

/// Why rows cannot be written there.
pub const TABLE: &str = "a table of a run has this name; choose another one";

/// A request for a row per game.
#[derive(Clone, Debug)]
pub struct PerGame {
    /// The file's path.
    pub path: PathBuf,
    /// What a row holds beside the result.
    pub detail: RowDetail,
}

/// A file for rows that cannot be written.
pub fn of_rows(fault: Fault, path: &Path, why: &str) -> Refused {
    Refused::new(fault, format!("{{per_game}} {}: {why}", path.shown()))
}

/// Rows that cannot be written.
pub fn unwritten(path: &Path, error: &io::Error) -> Refused {
    if error.kind() == io::ErrorKind::BrokenPipe {
        let why = "the reader of the rows left before the last one, so no results were written";
        return of_rows(Fault::Io, path, why).mended(UNREAD_ROWS);
    }
    Refused::writing(format!("{}: {{per_game}}", path.shown()), error)
}

impl PerGame {
    /// Checks the name of the file.
    ///
    /// Errors: [`Refused`] for an unknown ending.
    pub fn new(path: &Path, detail: RowDetail) -> Result<Self, Refused> {
        let refuse = |why: &str| Err(of_rows(Fault::Usage, path, why));
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => {}
            Some("parquet") if cfg!(feature = "parquet") => {}
            Some("parquet") => {
                return refuse(
                    "this program was built without Parquet; let the file's name end in .csv, or \
                     install it with `cargo install --path . --locked --features full` or from the \
                     wheel or archive that `scripts/release` makes",
                );
            }
            _ if path == Path::new(STDOUT) => {}
            _ => return refuse("the file's name must end in .csv or .parquet"),
        }
        Ok(Self { path: path.to_owned(), detail })
    }

    /// Whether its rows are written in groups.
    pub fn has_groups(&self) -> bool {
        self.path.extension().is_some_and(|ending| ending == "parquet")
    }

    /// Whether it is standard output, from which nothing can be taken back.
    pub fn is_stdout(&self) -> bool {
        self.path == Path::new(STDOUT)
    }

    /// Whether it is a bare name, so that it lies in the folder of its run.
    pub fn is_bare(&self) -> bool {
        self.path.parent() == Some(Path::new(""))
    }

    /// Its name, without its folder.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The name in this folder of its run, for a file that lies there, as one with a bare name does.
    pub(super) fn name_in(&self, folder: &Path) -> Option<String> {
        let parent = self.path.parent().unwrap_or(Path::new(""));
        let is_there = || disk::real(parent).is_some_and(|real| disk::real(folder) == Some(real));
        (!self.is_stdout() && (self.is_bare() || is_there())).then(|| self.name())
    }

    /// Opens the file where its path leads; one that is there is replaced only if `force` is set.
    ///
    /// Errors: [`Refused`].
    pub fn create(&self, force: bool) -> Result<PerGameFile, Refused> {
        Ok(PerGameFile::new(self.clone(), None, OutputFile::create(&self.path, force)?))
    }
}

/// What is written.
#[derive(Debug)]
enum Sheet {
    /// Lines.
    Csv(Box<OutputFile>),
    /// Groups of rows, once it has begun.
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetWriter<OutputFile>>),
}

/// The open file.
#[derive(Debug)]
pub struct PerGameFile {
    /// What is asked of it.
    pub request: PerGame,
    /// Its name in the folder of its run, if it lies there.
    pub name: Option<String>,
    /// Nothing where it could not be begun.
    sheet: Option<Sheet>,
}

impl PerGameFile {
    /// These rows go to this file, which may lie in the folder of its run by this name.
    pub(super) fn new(request: PerGame, name: Option<String>, file: OutputFile) -> Self {
        Self { request, name, sheet: Some(Sheet::Csv(Box::new(file))) }
    }

    /// Closes the file and gives it its name.
    ///
    /// Errors: those of the file; it is not there then.
    pub fn finish(self) -> Result<(), Refused> {
        let path = self.request.path.clone();
        let (mut file, _) = self.complete()?;
        file.place().map_err(|error| unwritten(&path, &error))
    }

    /// Writes everything out; the file then lacks only its name. A manifest says this of it.
    ///
    /// Errors: those of the file.
    pub fn complete(self) -> Result<(OutputFile, FileRecord), Refused> {
        let Self { request, name, sheet } = self;
        let file = match sheet {
            Some(Sheet::Csv(file)) => Ok(*file),
            #[cfg(feature = "parquet")]
            Some(Sheet::Parquet(writer)) => writer.finish(),
            None => Err(io::Error::other("it could not be begun")),
        };
        let file = file.and_then(|mut file| file.complete().map(|record| (file, record)));
        let (file, record) = file.map_err(|error| unwritten(&request.path, &error))?;
        let (name, rows) = (name.unwrap_or(record.name), Some(request.detail));
        Ok((file, FileRecord { name, rows, ..record }))
    }

    /// Writes the header, and says how blocks are encoded.
    #[cfg_attr(not(feature = "parquet"), allow(unused_variables))]
    fn start(&mut self, study: &Study, shape: &Columns, group: u64) -> io::Result<Box<Encode>> {
        #[cfg(feature = "parquet")]
        if self.request.has_groups() {
            let encoder = parquet::Encoder::new(shape, group, &metadata_of(study))?;
            if let Some(Sheet::Csv(file)) = self.sheet.take() {
                let writer = parquet::ParquetWriter::new(*file, &encoder, shape)?;
                self.sheet = Some(Sheet::Parquet(Box::new(writer)));
            }
            return Ok(Box::new(move |rows| encoder.encode(rows)));
        }
        if let Some(Sheet::Csv(file)) = &mut self.sheet {
            file.write_all(&shape.csv_header())?;
        }
        Ok(Box::new(|rows| Ok(Block::Csv(rows.csv_rows()?))))
    }
}

/// What a Parquet file says of the games that its rows are.
#[cfg(feature = "parquet")]
fn metadata_of(study: &Study) -> [(&'static str, String); 5] {
    let info = study.info();
    let fields = |named: &NamedRules| json!({"name": named.name, "fields": named.rules.fields()});
    let rules: Json = study.rule_sets.iter().map(fields).collect();
    [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("game", info.name.to_owned()),
        ("recipe", info.recipe.to_owned()),
        ("seed", study.deals.seed.0.to_string()),
        ("rules", rules.to_string()),
    ]
}

impl RowSink for PerGameFile {
    fn detail(&self) -> &RowDetail {
        &self.request.detail
    }

    fn has_groups(&self) -> bool {
        self.request.has_groups()
    }

    fn begin(
        &mut self,
        study: &Study,
        shape: &Columns,
        group: u64,
    ) -> Result<Box<Encode>, Refused> {
        let encode = self.start(study, shape, group);
        encode.map_err(|error| unwritten(&self.request.path, &error))
    }

    fn write(&mut self, block: io::Result<Block>) -> Result<(), Refused> {
        let written = block.and_then(|block| match (block, &mut self.sheet) {
            (Block::Csv(bytes), Some(Sheet::Csv(file))) => file.write_all(&bytes),
            #[cfg(feature = "parquet")]
            (block, Some(Sheet::Parquet(writer))) => writer.write(block),
            _ => unreachable!("a file's blocks come from its own encoder"),
        });
        written.map_err(|error| unwritten(&self.request.path, &error))
    }
}

/// Rows that stay in memory.
#[derive(Debug)]
pub struct Gathered {
    /// What a row holds beside the result.
    pub detail: RowDetail,
    /// Block by block, the first without a game.
    pub blocks: Vec<Columns>,
}

impl RowSink for Gathered {
    fn detail(&self) -> &RowDetail {
        &self.detail
    }

    fn has_groups(&self) -> bool {
        false
    }

    fn begin(&mut self, _: &Study, shape: &Columns, _: u64) -> Result<Box<Encode>, Refused> {
        // The header, even if there is no game.
        self.blocks.push(shape.clone());
        Ok(Box::new(|rows| Ok(Block::Rows(rows.clone()))))
    }

    fn write(&mut self, block: io::Result<Block>) -> Result<(), Refused> {
        if let Ok(Block::Rows(rows)) = block {
            self.blocks.push(rows);
        }
        Ok(())
    }
}
