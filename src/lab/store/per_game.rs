//! What is asked of the file with a row per game, and how its rows are encoded.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::disk::is_special;
use crate::core::rows::Columns;
use crate::core::rows_csv;
#[cfg(feature = "parquet")]
use crate::lab::formats::parquet;
use crate::lab::spec::refused::{Fault, Refused, UNREAD_ROWS};
use crate::lab::spec::{NamedRules, Study};
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, RowSink};

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
    /// The rows themselves.
    Rows(Columns),
}

/// Where rows go.
pub type Sink<'r> = &'r mut (dyn RowSink<io::Result<Encoded>> + Send);

/// Rows that stay in memory.
#[derive(Debug)]
pub struct Gathered {
    detail: RowDetail,
    /// Block by block, the first without a game.
    pub blocks: Vec<Columns>,
}

impl Gathered {
    /// None yet, which hold this beside the result.
    pub fn new(detail: RowDetail) -> Self {
        Self { detail, blocks: Vec::new() }
    }
}

impl RowSink<io::Result<Encoded>> for Gathered {
    fn detail(&self) -> RowDetail {
        self.detail.clone()
    }

    fn has_groups(&self) -> bool {
        false
    }

    fn begin(
        &mut self,
        shape: &Columns,
        _: u64,
    ) -> Result<Box<Encode<io::Result<Encoded>>>, Refused> {
        if self.blocks.is_empty() {
            // The header, even if there is no game.
            self.blocks.push(shape.clone());
        }
        Ok(Box::new(|rows| Ok(Encoded::Rows(rows.clone()))))
    }

    fn write(&mut self, block: io::Result<Encoded>) -> Result<(), Refused> {
        self.blocks.extend(match block {
            Ok(Encoded::Rows(rows)) => Some(rows),
            _ => None,
        });
        Ok(())
    }
}

/// A file for rows that cannot be written.
pub fn of_rows(fault: Fault, path: &Path, why: &str) -> Refused {
    Refused::new(fault, format!("{{per_game}} {}: {why}", path.display()))
}

/// Rows that cannot be written.
pub fn unwritten(path: &Path, error: &io::Error) -> Refused {
    if error.kind() == io::ErrorKind::BrokenPipe {
        let why = "whoever read the rows has gone before the last one, so nothing was written";
        return of_rows(Fault::Io, path, why).mended(UNREAD_ROWS);
    }
    Refused::writing(format!("{}: {{per_game}}", path.display()), error)
}

impl PerGame {
    /// Checks the name of the file.
    ///
    /// Errors: [`Refused`] for an unknown ending.
    pub fn new(path: &Path, detail: RowDetail) -> Result<Self, Refused> {
        let refuse = |why: &str| Err(of_rows(Fault::Usage, path, why));
        // A device or pipe needs no ending.
        let special = is_special(path);
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Form::Csv,
            #[cfg(feature = "parquet")]
            Some("parquet") => Form::Parquet,
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => {
                return refuse(
                    "this program was built without Parquet; let the file's name end in .csv, or \
                     install it with `cargo install --path . --locked --features full` or from the \
                     wheel or archive that `scripts/release` makes",
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
        let info = study.info();
        let fields = |named: &NamedRules| json!({"name": named.name, "fields": study.game.fields(&named.rules)});
        let rules: Json = study.rule_sets.iter().map(fields).collect();
        self.metadata = vec![
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("game", info.name.to_owned()),
            ("recipe", info.recipe.to_owned()),
            ("seed", study.deals.seed.0.to_string()),
            ("rules", rules.to_string()),
        ];
        self
    }

    /// The encoder of blocks of this shape, in groups of so many rows where the file has groups.
    ///
    /// Errors: columns that a Parquet file cannot have.
    #[cfg_attr(not(feature = "parquet"), allow(unused_variables))]
    pub fn encoder(&self, shape: &Columns, group: u64) -> io::Result<RowEncoder> {
        match self.form {
            Form::Csv => Ok(RowEncoder::Csv),
            #[cfg(feature = "parquet")]
            Form::Parquet => {
                parquet::Encoder::new(shape, group, &self.metadata).map(RowEncoder::Parquet)
            }
        }
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

    /// Whether its rows are written in groups.
    pub fn has_groups(&self) -> bool {
        self.form != Form::Csv
    }

    /// What a row holds beside the result.
    pub fn detail(&self) -> RowDetail {
        self.detail.clone()
    }
}

impl RowEncoder {
    /// Encodes a block.
    pub fn encode(&self, rows: &Columns) -> io::Result<Encoded> {
        match self {
            RowEncoder::Csv => Ok(Encoded::Csv(rows_csv::rows(rows))),
            #[cfg(feature = "parquet")]
            RowEncoder::Parquet(encoder) => encoder.encode(rows).map(Encoded::Parquet),
        }
    }
}
