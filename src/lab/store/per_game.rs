//! What is asked of the file with a row per game, and how its rows are encoded.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::disk::is_special;
use crate::core::rows::Columns;
use crate::lab::formats::Block;
use crate::lab::refused::{Fault, Refused, Shown as _, UNREAD_ROWS};
use crate::lab::spec::{NamedRules, Study};
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, RowSink};

/// A request for a row per game.
#[derive(Clone, Debug)]
pub struct PerGame {
    /// The file's path.
    pub path: PathBuf,
    /// Whether its rows are written in groups.
    pub has_groups: bool,
    /// What a row holds beside the result.
    pub detail: RowDetail,
    /// What a Parquet file says of itself.
    pub(super) metadata: Vec<(&'static str, String)>,
}

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

impl RowSink for Gathered {
    fn detail(&self) -> RowDetail {
        self.detail.clone()
    }

    fn has_groups(&self) -> bool {
        false
    }

    fn begin(&mut self, shape: &Columns, _: u64) -> Result<Box<Encode>, Refused> {
        if self.blocks.is_empty() {
            // The header, even if there is no game.
            self.blocks.push(shape.clone());
        }
        Ok(Box::new(|rows| Ok(Block::Rows(rows.clone()))))
    }

    fn write(&mut self, block: io::Result<Block>) -> Result<(), Refused> {
        self.blocks.extend(match block {
            Ok(Block::Rows(rows)) => Some(rows),
            _ => None,
        });
        Ok(())
    }
}

/// A file for rows that cannot be written.
pub fn of_rows(fault: Fault, path: &Path, why: &str) -> Refused {
    Refused::new(fault, format!("{{per_game}} {}: {why}", path.shown()))
}

/// Rows that cannot be written.
pub fn unwritten(path: &Path, error: &io::Error) -> Refused {
    if error.kind() == io::ErrorKind::BrokenPipe {
        let why = "whoever read the rows has gone before the last one, so no results were written";
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
        // A device or pipe needs no ending.
        let special = is_special(path);
        let has_groups = match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => false,
            #[cfg(feature = "parquet")]
            Some("parquet") => true,
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => {
                return refuse(
                    "this program was built without Parquet; let the file's name end in .csv, or \
                     install it with `cargo install --path . --locked --features full` or from the \
                     wheel or archive that `scripts/release` makes",
                );
            }
            _ if special => false,
            _ => return refuse("the file's name must end in .csv or .parquet"),
        };
        Ok(Self { path: path.to_owned(), has_groups, detail, metadata: Vec::new() })
    }

    /// The same, whose Parquet file says which games its rows are: `version`, `game`, `recipe`,
    /// `seed` and, as JSON, the `rules` in full.
    pub fn of_study(mut self, study: &Study) -> Self {
        let info = study.info();
        let fields =
            |named: &NamedRules| json!({"name": named.name, "fields": named.rules.fields()});
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

    /// Whether it is a device or pipe, from which nothing can be taken back.
    pub fn is_special(&self) -> bool {
        is_special(&self.path)
    }

    /// Whether it is a bare name, so that it lies in the folder of its run.
    pub fn is_bare(&self) -> bool {
        self.path.parent() == Some(Path::new(""))
    }
}
