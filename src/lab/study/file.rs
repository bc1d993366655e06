//! Experiment files: the TOML as written, and its check.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::{Spanned, Table, Value};

use super::cells::{Collector, Resolve};
use super::precision::Target;
use super::{DEFAULT_CONFIDENCE, DEFAULT_GAMES, DEFAULT_SEED, Experiment, Story};
use crate::games::war::comparison::Pairs;
use crate::games::war::fast::EngineChoice;
use crate::games::war::measure::Measure;

/// A file that is no experiment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Not TOML, an unknown key, or a value of the wrong type.
    #[error("{0}")]
    Toml(String),
    /// Something in a certain line.
    #[error("line {line}: {what}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong, and what to do.
        what: String,
    },
}

/// The file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: Option<String>,
    why: Option<String>,
    expected: Option<String>,
    #[serde(default)]
    rules: Vec<Spanned<Value>>,
    #[serde(default)]
    sweep: Vec<Spanned<Table>>,
    deck: Option<Table>,
    seed: Option<Spanned<Value>>,
    first_game: Option<Spanned<Value>>,
    games: Option<Spanned<Value>>,
    until: Option<Spanned<BTreeMap<String, f64>>>,
    confidence: Option<Spanned<f64>>,
    baseline: Option<Spanned<String>>,
    measures: Option<Spanned<Vec<String>>>,
    min_effect: Option<Spanned<BTreeMap<String, f64>>>,
    by: Option<Spanned<String>>,
    outputs: Option<Spanned<Vec<String>>>,
    per_game: Option<String>,
}

/// The tables that an experiment may ask for, in the order of writing.
pub const OUTPUTS: [&str; 6] = ["summary", "histogram", "wars", "comparison", "paired", "strata"];

/// An experiment and what its file says about output.
#[derive(Clone, Debug)]
pub struct ExperimentFile {
    /// The experiment.
    pub experiment: Experiment,
    /// The tables to write, by name without `.csv`; all if `None`.
    pub outputs: Option<Vec<String>>,
    /// Where the row of each game goes.
    pub per_game: Option<String>,
}

/// Reads an experiment from the text of its file; `resolve` finds rule sets by name.
///
/// Errors: [`FileError`] with the line.
pub fn parse(
    text: &str,
    resolve: Resolve<'_>,
    engine: EngineChoice,
) -> Result<ExperimentFile, FileError> {
    let written: Written =
        toml::from_str(text).map_err(|e| FileError::Toml(e.to_string().trim_end().into()))?;
    let line_of = |span: Range<usize>| 1 + text[..span.start].matches('\n').count();
    let at = |line: usize| move |what: String| FileError::Line { line, what };

    let mut collector = Collector::new(resolve, written.deck, engine);
    for entry in written.rules {
        let line = line_of(entry.span());
        match entry.into_inner() {
            Value::String(name) => collector.add_named(&name, line),
            Value::Table(fields) => collector.add_inline(fields, line),
            other => Err(format!("rules: {other} is neither a name nor a table of fields")),
        }
        .map_err(at(line))?;
    }
    for sweep in written.sweep {
        let line = line_of(sweep.span());
        collector.add_sweep(sweep.into_inner(), line).map_err(at(line))?;
    }
    let Collector { cells, refused, .. } = collector;
    if cells.is_empty() && refused.is_empty() {
        let what = "no rule sets: write rules = [\"umass\", ...] or a [[sweep]]".into();
        return Err(FileError::Line { line: 1, what });
    }

    let count = |value: Option<Spanned<Value>>, key: &str, default: u64| match value {
        None => Ok(default),
        Some(value) => {
            let line = line_of(value.span());
            whole(value.get_ref()).ok_or_else(|| FileError::Line {
                line,
                what: format!("{key} = {}: must be a whole number of 0 or more", value.get_ref()),
            })
        }
    };
    let games = count(written.games, "games", DEFAULT_GAMES)?;
    let seed = count(written.seed, "seed", DEFAULT_SEED)?;
    let first_game = count(written.first_game, "first_game", 0)?;
    if first_game.checked_add(games).is_none() {
        return Err(at(1)("first_game + games is above 2^64 - 1; use smaller numbers".into()));
    }

    let mut until = Vec::new();
    if let Some(wanted) = written.until {
        let line = line_of(wanted.span());
        for (measure, half_width) in wanted.into_inner() {
            until.push(target(&measure, half_width).map_err(|e| at(line)(format!("until: {e}")))?);
        }
    }
    let mut min_effects = Vec::new();
    if let Some(effects) = written.min_effect {
        let line = line_of(effects.span());
        for (measure, effect) in effects.into_inner() {
            let checked = target(&measure, effect);
            let checked = checked.map_err(|e| at(line)(format!("min_effect: {e}")))?;
            min_effects.push((checked.measure, checked.half_width));
        }
    }
    let confidence = match written.confidence {
        None => DEFAULT_CONFIDENCE,
        Some(value) if *value.get_ref() > 0.0 && *value.get_ref() < 1.0 => value.into_inner(),
        Some(value) => {
            let what = format!("confidence = {}: must lie between 0 and 1", value.get_ref());
            return Err(at(line_of(value.span()))(what));
        }
    };
    let measures = match written.measures {
        None => Measure::ALL.to_vec(),
        Some(words) => {
            let line = line_of(words.span());
            let parsed = words.get_ref().iter().map(|word| word.parse());
            let measures: Vec<Measure> =
                parsed.collect::<Result<_, _>>().map_err(|e| at(line)(format!("measures: {e}")))?;
            if measures.is_empty() {
                return Err(at(line)("measures: name at least one".into()));
            }
            measures
        }
    };
    let pairs = match written.baseline {
        None => Pairs::All,
        Some(name) => {
            let found = cells.iter().position(|cell| cell.name == *name.get_ref());
            let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
            Pairs::Baseline(found.ok_or_else(|| FileError::Line {
                line: line_of(name.span()),
                what: format!(
                    "baseline = \"{}\": is none of the rule sets ({})",
                    name.get_ref(),
                    names.join(", ")
                ),
            })?)
        }
    };
    let by = match written.by {
        None => None,
        Some(word) => {
            let parsed = word.get_ref().parse();
            Some(parsed.map_err(|e| at(line_of(word.span()))(format!("by: {e}")))?)
        }
    };
    let outputs = match written.outputs {
        None => None,
        Some(words) => {
            let line = line_of(words.span());
            if let Some(word) = words.get_ref().iter().find(|w| !OUTPUTS.contains(&w.as_str())) {
                let what = format!("outputs: unknown table `{word}`; use {}", OUTPUTS.join(", "));
                return Err(at(line)(what));
            }
            Some(words.into_inner())
        }
    };
    let story = Story { title: written.title, why: written.why, expected: written.expected };
    let experiment = Experiment {
        story,
        cells,
        refused,
        seed,
        first_game,
        games,
        until,
        confidence,
        pairs,
        measures,
        min_effects,
        by,
    };
    Ok(ExperimentFile { experiment, outputs, per_game: written.per_game })
}

fn target(measure: &str, half_width: f64) -> Result<Target, String> {
    let measure: Measure = measure.parse().map_err(|e| format!("{e}"))?;
    Target::new(measure, half_width).map_err(|e| e.to_string())
}

/// A whole number, also written `1e6`.
fn whole(value: &Value) -> Option<u64> {
    match value {
        Value::Integer(n) => u64::try_from(*n).ok(),
        // Exact up to 2^53, which a float of a file must not exceed.
        Value::Float(x) if *x >= 0.0 && *x <= (1_u64 << 53) as f64 && x.fract() == 0.0 => {
            Some(*x as u64)
        }
        _ => None,
    }
}
