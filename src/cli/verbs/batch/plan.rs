//! From the options of a batch to what is to be done.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::batch::Threads;
use crate::cards::{RECIPE, Seed};
use crate::cli::args::{BatchArgs, EngineArg};
use crate::cli::failure::Failure;
use crate::cli::rule_names;
use crate::stats::z_for_confidence;
use crate::war::batch::{Cell, RowDetail, WarBatch};
use crate::war::fast::EngineChoice;
use crate::war::tables::BatchFacts;

/// The rule set of a batch that names none.
const DEFAULT_RULES: &str = "umass";
/// The longest name of a folder that common file systems allow, less room for a suffix.
const MAX_NAME: usize = 200;

/// A checked batch.
#[derive(Debug)]
pub struct Plan {
    /// All rule sets together.
    pub batch: WarBatch,
    /// Each rule set on its own, where every game gets a row; else empty.
    single: Vec<WarBatch>,
    /// What every row of a table repeats.
    pub facts: BatchFacts,
    /// Games of each rule set.
    pub games: u64,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// How many threads.
    pub threads: Threads,
    /// The folder of all results.
    pub out: PathBuf,
    /// The folder of this run.
    pub name: String,
    /// Whether another run may be overwritten.
    pub force: bool,
    /// Whether to print nothing but errors.
    pub quiet: bool,
    /// Where the row of each game goes.
    pub per_game: Option<PathBuf>,
    /// Everything that the numbers depend on.
    pub identity: Json,
    /// The command line, for the manifest.
    pub command: Vec<String>,
    /// What `--rules` was given for each rule set.
    given_rules: Vec<String>,
}

impl Plan {
    /// What `--rules` was given for the rule set of this name, to be typed again.
    pub fn rules_as_given<'p>(&'p self, name: &'p str) -> &'p str {
        let position = self.batch.cells().iter().position(|cell| cell.name == name);
        position.and_then(|k| self.given_rules.get(k)).map_or(name, String::as_str)
    }

    /// The batches to play one after the other: all rule sets at once on the same decks, or, where
    /// rows are written in the order of the command, one rule set after the other.
    pub fn passes(&self) -> &[WarBatch] {
        if self.single.is_empty() { std::slice::from_ref(&self.batch) } else { &self.single }
    }
}

impl From<EngineArg> for EngineChoice {
    fn from(engine: EngineArg) -> Self {
        match engine {
            EngineArg::Auto => EngineChoice::Auto,
            EngineArg::Reference => EngineChoice::Reference,
            EngineArg::Portable => EngineChoice::Portable,
            EngineArg::Vector => EngineChoice::Vector,
        }
    }
}

impl TryFrom<&BatchArgs> for Plan {
    type Error = Failure;

    fn try_from(args: &BatchArgs) -> Result<Self, Failure> {
        let cells = cells(args)?;
        let seed = Seed(args.seed);
        if args.first_game.checked_add(args.games).is_none() {
            return Err(Failure::usage(format!(
                "--first-game {} and --games {}: the last game would have an index above 2^64 - 1; use smaller numbers",
                args.first_game, args.games
            )));
        }
        let rows = if args.with_decks { RowDetail::ResultsAndDecks } else { RowDetail::Results };
        let batch = WarBatch::new(seed, cells, rows)
            .map_err(|e| Failure::usage(format!("--engine: {e}")))?;
        let single = match &args.per_game {
            Some(path) if path.extension().is_none_or(|e| e != "csv") && !is_special(path) => {
                return Err(Failure::usage(format!(
                    "--per-game {}: the file's name must end in .csv",
                    path.display()
                )));
            }
            Some(_) => one_by_one(&batch, seed, rows),
            None => Vec::new(),
        };
        let facts = BatchFacts {
            seed: args.seed,
            first_game: args.first_game,
            games: args.games,
            z: z(args.confidence)?,
            recipe: RECIPE,
        };
        let name = match &args.name {
            Some(name) => checked_name(name)?,
            None => default_name(args, batch.cells())?,
        };
        Ok(Self {
            identity: identity(args, batch.cells()),
            batch,
            single,
            facts,
            games: args.games,
            confidence: args.confidence,
            threads: threads(args.threads)?,
            out: args.out.clone(),
            name,
            force: args.force,
            quiet: args.quiet,
            per_game: args.per_game.clone(),
            command: std::env::args().collect(),
            given_rules: args.rules.clone(),
        })
    }
}

fn cells(args: &BatchArgs) -> Result<Vec<Cell>, Failure> {
    let default = [DEFAULT_RULES.to_owned()];
    let wanted = if args.rules.is_empty() { &default[..] } else { &args.rules[..] };
    let mut cells: Vec<Cell> = Vec::new();
    for given in wanted {
        let found = rule_names::find(given)?;
        if cells.iter().any(|cell| cell.name == found.name) {
            return Err(Failure::usage(format!(
                "--rules {given}: there is a rule set called `{}` already; each may be given once, \
                 and two files need two names",
                found.name
            )));
        }
        cells.push(Cell { name: found.name, rules: found.rules, engine: args.engine.into() });
    }
    Ok(cells)
}

/// Whether a path is no regular file, such as `/dev/stdout`: then it needs no ending.
fn is_special(path: &std::path::Path) -> bool {
    std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir())
}

fn one_by_one(batch: &WarBatch, seed: Seed, rows: RowDetail) -> Vec<WarBatch> {
    let alone = |cell: &Cell| WarBatch::new(seed, vec![cell.clone()], rows);
    // The engines were made before, for the whole batch.
    batch.cells().iter().filter_map(|cell| alone(cell).ok()).collect()
}

fn z(confidence: f64) -> Result<f64, Failure> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(z_for_confidence(confidence));
    }
    Err(Failure::usage(format!(
        "--confidence {confidence}: must lie between 0 and 1, such as 0.95 or 0.99"
    )))
}

fn threads(threads: Option<u64>) -> Result<Threads, Failure> {
    let Some(threads) = threads else { return Ok(Threads::All) };
    usize::try_from(threads)
        .ok()
        .filter(|&count| count <= 4_096)
        .and_then(NonZeroUsize::new)
        .map(Threads::Exactly)
        .ok_or_else(|| Failure::usage(format!("--threads {threads}: use a number from 1 to 4096")))
}

fn checked_name(name: &str) -> Result<String, Failure> {
    let bad = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', '\0']);
    if bad || name.len() > MAX_NAME {
        return Err(Failure::usage(format!(
            "--name {name}: must be a plain folder name of 1 to {MAX_NAME} bytes, without slashes and not starting with a dot"
        )));
    }
    Ok(name.into())
}

fn default_name(args: &BatchArgs, cells: &[Cell]) -> Result<String, Failure> {
    let rules: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
    let mut name = format!("{}-seed{}-games{}", rules.join("+"), args.seed, args.games);
    if args.first_game > 0 {
        name.push_str(&format!("-from{}", args.first_game));
    }
    if name.len() > MAX_NAME {
        return Err(Failure::usage(
            "the folder's name, made from so many rule sets, is too long; give one with --name",
        ));
    }
    Ok(name)
}

/// What tells one run from another: all that its files depend on, and nothing else.
fn identity(args: &BatchArgs, cells: &[Cell]) -> Json {
    let rules: Vec<Json> =
        cells.iter().map(|cell| json!({"name": cell.name, "fields": *cell.rules})).collect();
    json!({
        "verb": "batch",
        "recipe": RECIPE,
        "seed": args.seed,
        "first_game": args.first_game,
        "games": args.games,
        "confidence": args.confidence,
        "rules": rules,
    })
}
