//! Experiment files: the TOML as written, and its check.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::{Spanned, Table, Value};

use super::cells::{Collector, Resolve};
use super::measure::{Measure, Target};
use super::published::Published;
use super::rules::Library;
use super::{DEFAULT_CONFIDENCE, DEFAULT_GAMES, DEFAULT_SEED, Pairs, Story, Study, has_deck};
use crate::core::cards::{Card, Deals, DealsFrom, DeckList};
use crate::core::game::{AnyGame, GameInfo};
use crate::core::wording::field::listed;
use crate::core::wording::nearest::nearest;
use crate::core::wording::plain::no_file_name;
use crate::core::wording::share::share;
use crate::core::wording::slip;

/// A file that is not an experiment.
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
    game: Option<Spanned<String>>,
    #[serde(default)]
    rules: Vec<Spanned<Value>>,
    #[serde(default)]
    sweep: Vec<Spanned<Table>>,
    deck: Option<Spanned<Table>>,
    dice: Option<Spanned<String>>,
    decks: Option<Spanned<Decks>>,
    orders: Option<Spanned<bool>>,
    seed: Option<Spanned<Value>>,
    first_game: Option<Spanned<Value>>,
    games: Option<Spanned<Value>>,
    until: Option<Spanned<Precisions>>,
    until_difference: Option<Spanned<Precisions>>,
    confidence: Option<Spanned<Value>>,
    baseline: Option<Spanned<String>>,
    measures: Option<Spanned<Vec<String>>>,
    min_effect: Option<Spanned<Precisions>>,
    by: Option<Spanned<String>>,
    keep: Option<Spanned<BTreeMap<String, u64>>>,
    prove_cycles: Option<Spanned<bool>>,
    #[serde(default)]
    published: Vec<Spanned<Published>>,
    outputs: Option<Spanned<Vec<String>>>,
    per_game: Option<Spanned<String>>,
}

/// `{ a_win = 0.01 }`, or as on the command line: `"a_win:0.01"`, or several of these.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a precision, such as { a_win = 0.01 } or \"a_win:0.01\"")]
enum Precisions {
    Table(BTreeMap<String, f64>),
    One(String),
    Several(Vec<String>),
}

/// Decks of a file, or written here.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a file of decks, or a list of decks such as [\"2 3 4 5\"]")]
enum Decks {
    File(String),
    Here(Vec<String>),
}

/// The tables that every game has, which an experiment may ask for, in the order of writing.
pub const OUTPUTS: [&str; 7] =
    ["summary", "histogram", "comparison", "paired", "strata", "records", "precision"];

/// A study and what its file says about output.
#[derive(Clone, Debug)]
pub struct StudyFile {
    /// The study.
    pub study: Study,
    /// The tables to write, by name without `.csv`; all if `None`.
    pub outputs: Option<Vec<String>>,
    /// Where the row of each game goes.
    pub per_game: Option<String>,
}

/// Reads a file: its path as shown, and its text; the error is a sentence.
pub type Read<'r> = &'r dyn Fn(&str) -> Result<(String, String), String>;

/// Reads a file of decks for a study; the error is a sentence.
pub type ReadDecks<'r> = &'r dyn Fn(&str, &Study) -> Result<DeckList, String>;

/// Reads a deck that is written in the file itself; the error is a sentence.
pub type ReadDeal<'r> = &'r dyn Fn(&str, &Study) -> Result<Vec<Card>, String>;

/// What an experiment file needs from outside itself.
pub struct Outside<'o> {
    /// The games and their rule sets.
    pub library: &'o Library,
    /// Finds rule sets by name.
    pub resolve: Resolve<'o>,
    /// Reads a file that a game is played with: its path as shown, and its text.
    pub read: Read<'o>,
    /// Reads a file of decks that every cell of the study can play.
    pub decks: ReadDecks<'o>,
    /// Reads a deck as people write those of the study's game.
    pub deal: ReadDeal<'o>,
    /// The engine asked for.
    pub engine: &'o str,
}

/// Reads a study from the text of an experiment file.
///
/// Errors: [`FileError`] with the line.
pub fn parse(text: &str, outside: &Outside<'_>) -> Result<StudyFile, FileError> {
    let written: Written =
        toml::from_str(text).map_err(|e| FileError::Toml(slip_of(&e, text, outside.library)))?;
    let line_of = |span: Range<usize>| 1 + text[..span.start].matches('\n').count();
    let at = |line: usize| move |what: String| FileError::Line { line, what };

    let mut game = game_of(&written, outside).map_err(|(span, what)| at(line_of(span))(what))?;
    if let Some(dice) = &written.dice {
        let with = (outside.read)(dice.get_ref())
            .and_then(|(shown, text)| game.with_gear("dice", &shown, &text));
        game = with.map_err(|what| at(line_of(dice.span()))(what))?;
    }
    let info = game.info();
    let engine = engine_of(&game, outside.engine).map_err(at(1))?;
    let mut over = Table::new();
    if let Some(deck) = written.deck {
        let line = line_of(deck.span());
        if !has_deck(&*game) {
            return Err(at(line)(format!("deck: {} is played without a deck", info.title)));
        }
        over.insert("deck".into(), Value::Table(deck.into_inner()));
    }
    let mut collector = Collector::new(outside.resolve, Arc::clone(&game), over, engine);
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
    let called = collector.names();
    let called = |name: &str| called.get(name).map_or_else(|| name.to_owned(), Clone::clone);
    let Collector { rule_sets, refused, notes, .. } = collector;
    if rule_sets.is_empty() && refused.is_empty() {
        let what = "no rule sets: write rules = [\"umass\", ...] or a [[sweep]]".into();
        return Err(FileError::Line { line: 1, what });
    }
    let names: Vec<String> = rule_sets.iter().map(|named| named.name.clone()).collect();
    let mut study = Study::new(Arc::clone(&game), rule_sets).map_err(|e| at(1)(e.to_string()))?;
    (study.refused, study.notes) = (refused, notes);

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
    let orders = written.orders.as_ref().is_some_and(|orders| *orders.get_ref());
    if written.decks.is_some() || orders {
        let other = [(&written.games, "games"), (&written.first_game, "first_game")];
        if let Some((value, key)) = other.into_iter().find_map(|(v, key)| Some((v.as_ref()?, key)))
        {
            let each = if orders { "order of the deck" } else { "deck of the file" };
            let what = format!("{key}: every {each} is played once; leave {key} out");
            return Err(at(line_of(value.span()))(what));
        }
    }
    if let Some(decks) = written.decks.as_ref().filter(|_| orders) {
        let what = "decks: orders = true plays every order of the deck; leave one of them out";
        return Err(at(line_of(decks.span()))(what.into()));
    }
    study.games_unnamed = written.games.is_none();
    let games = count(written.games, "games", DEFAULT_GAMES)?;
    let seed = count(written.seed, "seed", DEFAULT_SEED)?;
    let first_game = count(written.first_game, "first_game", 0)?;
    if first_game.checked_add(games).is_none() {
        return Err(at(1)("first_game + games is above 2^64 - 1; use smaller numbers".into()));
    }

    let precisions = |written: Option<Spanned<Precisions>>, key: &str| {
        let Some(written) = written else { return Ok(Vec::new()) };
        let line = line_of(written.span());
        targets(written.into_inner(), info).map_err(|e| at(line)(format!("{key}: {e}")))
    };
    study.until = precisions(written.until, "until")?;
    study.until_difference = precisions(written.until_difference, "until_difference")?;
    study.min_effects = precisions(written.min_effect, "min_effect")?;
    let confidence = match written.confidence {
        None => DEFAULT_CONFIDENCE,
        Some(value) => {
            let read = confidence_of(value.get_ref());
            read.ok_or_else(|| {
                let what = format!(
                    "confidence = {}: must be between 0 and 1, such as 0.95 or \"95%\"",
                    value.get_ref()
                );
                at(line_of(value.span()))(what)
            })?
        }
    };
    if let Some(words) = written.measures {
        let line = line_of(words.span());
        let parsed = words.get_ref().iter().map(|word| Measure::of_name(word, info));
        study.measures =
            parsed.collect::<Result<_, _>>().map_err(|e| at(line)(format!("measures: {e}")))?;
        if study.measures.is_empty() {
            return Err(at(line)("measures: name at least one".into()));
        }
    }
    study.pairs = match written.baseline {
        // What is compared with published figures is not compared with one another unless asked.
        None if !written.published.is_empty() => Pairs::None,
        None => Pairs::All,
        Some(name) if names.contains(&called(name.get_ref())) => {
            Pairs::Baseline(called(name.get_ref()))
        }
        Some(name) => {
            let what = format!(
                "baseline = \"{}\": is none of the rule sets ({})",
                name.get_ref(),
                names.join(", ")
            );
            return Err(at(line_of(name.span()))(what));
        }
    };
    if let Some(wanted) = written.prove_cycles {
        study.prove_cycles = *wanted.get_ref();
        if study.prove_cycles && !study.can_prove_cycles() {
            let what = "prove_cycles: no rule set here has a limit that hides games without an end";
            return Err(at(line_of(wanted.span()))(what.into()));
        }
    }
    for figure in written.published {
        let line = line_of(figure.span());
        let mut figure = figure.into_inner();
        figure.rules = figure.rules.map(|name| called(&name));
        figure
            .check(info, written.by.is_some())
            .map_err(|e| at(line)(format!("published: {e}")))?;
        if let Some(name) = figure.rules.as_ref().filter(|name| !names.contains(name)) {
            let what = format!("published: rules = \"{name}\": use {}", names.join(", "));
            return Err(at(line)(what));
        }
        study.published.push(figure);
    }
    if let Some(word) = written.by {
        let found = feature(word.get_ref(), info);
        study.by = Some(found.map_err(|e| at(line_of(word.span()))(format!("by: {e}")))?);
    }
    let outputs = match written.outputs {
        None => None,
        Some(words) => {
            let line = line_of(words.span());
            let counted = info.counters.iter().skip(1).map(|counter| counter.file);
            let own = counted.chain(info.series.iter().map(|series| series.file));
            let own = own.filter_map(|file| file.strip_suffix(".csv"));
            let known: Vec<&str> =
                OUTPUTS.into_iter().chain(own).chain(info.tables.iter().copied()).collect();
            if let Some(word) = words.get_ref().iter().find(|w| !known.contains(&w.as_str())) {
                let hint = nearest(word, known.iter().copied())
                    .map_or(String::new(), |name| format!("did you mean `{name}`? "));
                let what =
                    format!("outputs: unknown table `{word}`; {hint}use {}", known.join(", "));
                return Err(at(line)(what));
            }
            Some(words.into_inner())
        }
    };
    let per_game = match written.per_game {
        None => None,
        Some(name) if is_plain(name.get_ref()) => Some(name.into_inner()),
        Some(name) => {
            let what = format!(
                "per_game = {:?}: an experiment writes into the folder of its run only; give a name \
                 without a folder, such as \"games.csv\"",
                name.get_ref()
            );
            return Err(at(line_of(name.span()))(what));
        }
    };
    study.story = Story { title: written.title, why: written.why, expected: written.expected };
    (study.deals, study.first_game, study.games) = (Deals::of_seed(seed), first_game, games);
    if orders {
        let line = written.orders.as_ref().map_or(1, |orders| line_of(orders.span()));
        let pairs = study.pairs.clone();
        study = study.every_order().map_err(|e| at(line)(format!("orders: {e}")))?;
        study.pairs = pairs;
    }
    if let Some(decks) = &written.decks {
        let line = line_of(decks.span());
        let list = match decks.get_ref() {
            Decks::File(path) => (outside.decks)(path, &study).map_err(at(line))?,
            Decks::Here(texts) => {
                let read = texts.iter().map(|text| (outside.deal)(text, &study));
                DeckList::of(
                    read.collect::<Result<_, _>>().map_err(|e| at(line)(format!("decks: {e}")))?,
                )
            }
        };
        study.games = list.decks.len() as u64;
        study.deals.from = DealsFrom::List(Arc::new(list));
    }
    if let Some(keep) = &written.keep {
        for (what, &games) in keep.get_ref() {
            let kept = study.keep(what, games);
            study = kept.map_err(|e| at(line_of(keep.span()))(e.to_string()))?;
        }
    }
    study.confidence = confidence;
    Ok(StudyFile { study, outputs, per_game })
}

/// Whether a file's name leads nowhere else: an experiment may come from anybody.
fn is_plain(name: &str) -> bool {
    let leads = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':']);
    !leads && no_file_name(name).is_none()
}

/// The game of an experiment: as written, or that of its first rule set.
fn game_of(
    written: &Written,
    outside: &Outside<'_>,
) -> Result<Arc<dyn AnyGame>, (Range<usize>, String)> {
    let library = outside.library;
    if let Some(name) = &written.game {
        return library.game(name.get_ref()).cloned().ok_or_else(|| {
            let names: Vec<&str> = library.games().iter().map(|game| game.info().name).collect();
            let what = format!("game = \"{}\": use {}", name.get_ref(), names.join(", "));
            (name.span(), what)
        });
    }
    let first = written.rules.first().map(|entry| (entry.span(), entry.get_ref()));
    let base = |fields: &Table| fields.get("base").and_then(Value::as_str).map(str::to_owned);
    let named = match first {
        Some((span, Value::String(name))) => Some((span, name.clone())),
        Some((span, Value::Table(fields))) => base(fields).map(|name| (span, name)),
        _ => written.sweep.first().and_then(|s| Some((s.span(), base(s.get_ref())?))),
    };
    match named {
        Some((span, name)) => {
            (outside.resolve)(&name).map(|found| found.game).map_err(|what| (span, what))
        }
        None => Ok(Arc::clone(&library.games()[0])),
    }
}

/// The engine of this name.
///
/// Errors: a sentence with the names that there are.
pub fn engine_of(game: &Arc<dyn AnyGame>, word: &str) -> Result<&'static str, String> {
    let known = game.engines();
    known.iter().copied().find(|&engine| engine == word).ok_or_else(|| {
        let hint = nearest(word, known.iter().copied())
            .map_or(String::new(), |name| format!("did you mean `{name}`? "));
        format!(
            "--engine {word}: {} has no such engine; {hint}use {}",
            game.info().title,
            known.join(", ")
        )
    })
}

/// The position of the feature of this name.
///
/// Errors: a sentence with the names that there are.
pub fn feature(word: &str, info: &GameInfo) -> Result<usize, String> {
    let names: Vec<&str> = info.features.iter().map(|feature| feature.name).collect();
    info.features.iter().position(|feature| feature.name == word).ok_or_else(|| {
        match names.is_empty() {
            true => format!("unknown feature `{word}`; {} has none", info.title),
            false => format!("unknown feature `{word}`; use {}", listed(&names)),
        }
    })
}

fn targets(written: Precisions, info: &GameInfo) -> Result<Vec<Target>, String> {
    let one = |text: &String| Target::parse(text, info).map_err(|e| e.to_string());
    match written {
        Precisions::Table(table) => table
            .iter()
            .map(|(word, &half_width)| {
                let measure = Measure::of_name(word, info).map_err(|e| e.to_string())?;
                Target::new(measure, half_width, info).map_err(|e| e.to_string())
            })
            .collect(),
        Precisions::One(text) => Ok(vec![one(&text)?]),
        Precisions::Several(texts) => texts.iter().map(one).collect(),
    }
}

/// What is wrong with a file that is no experiment; a rule set in it is told from one.
fn slip_of(error: &toml::de::Error, text: &str, library: &Library) -> String {
    let what = slip::in_text(error, text);
    let fields: Table = text.parse().unwrap_or_default();
    let asks = |key: &String| ["rules", "sweep", "games"].contains(&key.as_str());
    let is_rules = |game: &Arc<dyn AnyGame>| {
        let own = game.presets().first().and_then(|preset| game.preset(preset.name));
        let own = own.map(|rules| game.fields(&rules)).unwrap_or_default();
        fields.keys().all(|key| key == "base" || own.contains_key(key))
    };
    if fields.is_empty() || fields.keys().any(asks) || !library.games().iter().any(is_rules) {
        return what;
    }
    "this is a rule set, not an experiment: give it to --rules or `compare`, or name it in `rules` of \
     an experiment"
        .into()
}

/// A confidence, also in percent.
fn confidence_of(value: &Value) -> Option<f64> {
    let read = match value {
        Value::Float(x) => Some(*x),
        Value::String(text) => share(text).ok(),
        _ => None,
    };
    read.filter(|&x| x > 0.0 && x < 1.0)
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
