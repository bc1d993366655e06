//! A study as one value: what an experiment file, the options of a command, a caller from Rust or Python
//! and the description of a stored run have in common.

use std::collections::BTreeMap;
use std::ops::Not;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value as Json;
use toml::{Table, Value};

use crate::core::wording::number::{self, share};
use crate::core::wording::slip;

/// A study as it is asked for, nothing of it checked; [`Spec::resolve`] makes a [`Study`](super::Study)
/// of it. It is the shape of an experiment file.
///
/// ```
/// use war_sim::Spec;
/// use war_sim::store::{Library, read_input};
///
/// let spec: Spec = toml::from_str("rules = ['umass', 'one-down']\ngames = 1e3")?;
/// let library = Library::new(read_input);
/// assert_eq!(spec.resolve(&library)?.whole(), 0..1_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Spec {
    /// The question; shown first.
    pub title: Option<String>,
    /// The game; that of the first rule set if left out.
    pub game: Option<String>,
    /// Rule sets: names, paths, names with changes in braces, or tables of fields.
    pub rules: Vec<Value>,
    /// Rule sets of every combination of lists.
    #[serde(deserialize_with = "tables")]
    pub sweep: Vec<Table>,
    /// Deck fields of every rule set.
    pub deck: Option<Table>,
    /// Fields of every rule set that tables have a column for, so that none is called otherwise for them.
    #[serde(skip)]
    pub over: Vec<(&'static str, Value)>,
    /// Dice of Ludo, of which every pair plays: a file, or the faces of each.
    pub dice: Option<DiceOf>,
    /// Only these two dice of the file, by their numbers, the lower first, such as `1,2`.
    pub pair: Option<String>,
    /// Let each die also play against itself.
    #[serde(skip_serializing_if = "Not::not")]
    pub self_play: bool,
    /// What dice are ranked by.
    pub rank_by: Option<String>,
    /// Decks to be played once each instead of those of the seed: for War a file, one per line; or a list of
    /// decks.
    pub decks: Option<Decks>,
    /// Play every distinct order of the deck once instead of the deals of the seed.
    #[serde(skip_serializing_if = "Not::not")]
    pub orders: bool,
    /// The seed.
    #[serde(deserialize_with = "whole")]
    pub seed: Option<u64>,
    /// Index of the first game.
    #[serde(deserialize_with = "whole")]
    pub first_game: Option<u64>,
    /// Games of each rule set; with `until`, at most.
    #[serde(deserialize_with = "whole")]
    pub games: Option<u64>,
    /// The engine that plays; the results do not depend on it.
    pub engine: Option<String>,
    /// Stop when every rule set is this precise, such as `a_win:0.001`.
    #[serde(deserialize_with = "amounts")]
    pub until: Vec<String>,
    /// Stop when every compared difference is this precise.
    #[serde(deserialize_with = "amounts")]
    pub until_difference: Vec<String>,
    /// Confidence of the intervals: a number between 0 and 1.
    #[serde(deserialize_with = "confidence")]
    pub confidence: Option<f64>,
    /// Whether rule sets are compared; if left out they are.
    pub compare: Option<bool>,
    /// Compare each rule set with this one only.
    pub baseline: Option<String>,
    /// What is compared, in the order of the table; all measures if left out.
    pub measures: Option<Vec<String>>,
    /// The smallest differences that matter, such as `battles:5`.
    #[serde(deserialize_with = "amounts")]
    pub min_effect: Vec<String>,
    /// Also sort the games by a feature of the deal, or by each of several.
    #[serde(deserialize_with = "words")]
    pub by: Vec<String>,
}

/// Dice of a file, or written here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "must be a file of dice, or a list of dice such as [[1, 2, 3, 4, 5, 6]]"
)]
pub enum DiceOf {
    /// A file with a die in each line.
    File(String),
    /// The faces of each die.
    Here(Vec<Vec<u32>>),
}

impl DiceOf {
    /// The text of a file of these dice.
    pub(super) fn text(dice: &[Vec<u32>]) -> String {
        let line = |die: &Vec<u32>| {
            let faces: Vec<String> = die.iter().map(u32::to_string).collect();
            format!("{} {}\n", die.len(), faces.join(" "))
        };
        format!("{}\n{}", dice.len(), dice.iter().map(line).collect::<String>())
    }
}

/// Decks of a file, or written here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "must be a file of decks, or a list of decks such as [\"2 3 4 5\"]")]
pub enum Decks {
    /// A file with a deck in each line.
    File(String),
    /// Decks as people write them.
    Here(Vec<String>),
}

impl Spec {
    /// Reads an experiment file.
    ///
    /// Errors: a sentence with the line.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| slip::in_text(&error, text, &[]))
    }

    /// The same as JSON; what is not said is not written.
    pub fn to_json(&self) -> Json {
        written(self)
    }

    /// These rule sets, by name.
    pub fn of_rules<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        let rules = names.into_iter().map(|name| Value::String(name.into())).collect();
        Self { rules, ..Self::default() }
    }
}

/// A value as JSON, where what is not said is not written.
pub fn written(value: &impl Serialize) -> Json {
    let mut json = serde_json::to_value(value).unwrap_or_default();
    if let Json::Object(all) = &mut json {
        let unset = [Json::Null, Json::from(""), Json::Array(Vec::new())];
        all.retain(|_, value| !unset.contains(value));
    }
    json
}

/// A whole number, also written `1e6` or, as on the command line, `"1e19"`.
fn whole<'d, D: Deserializer<'d>>(from: D) -> Result<Option<u64>, D::Error> {
    let number = Json::deserialize(from)?;
    // Exact up to 2^53, which a float of a file must not exceed.
    let is_exact = |x: &f64| (0.0..=(1_u64 << 53) as f64).contains(x) && x.fract() == 0.0;
    let of_float = || number.as_f64().filter(is_exact).map(|x| x as u64);
    let of_text = || number::whole(number.as_str()?).ok();
    let read = number.as_u64().or_else(of_float).or_else(of_text);
    read.map(Some).ok_or_else(|| bad("a whole number of 0 or more"))
}

/// A confidence, also as text.
fn confidence<'d, D: Deserializer<'d>>(from: D) -> Result<Option<f64>, D::Error> {
    let number = Json::deserialize(from)?;
    let read = number.as_f64().or_else(|| share(number.as_str()?).ok());
    read.map(Some).ok_or_else(|| bad("a share such as 0.95"))
}

fn bad<E: Error>(wanted: &str) -> E {
    E::custom(format!("must be {wanted}"))
}

/// One, or a list of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Several<T> {
    One(T),
    All(Vec<T>),
}

impl<T> Several<T> {
    fn all(self) -> Vec<T> {
        match self {
            Self::One(one) => vec![one],
            Self::All(all) => all,
        }
    }
}

fn words<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
    Several::deserialize(from).map(Several::all).map_err(|_| bad("a word, or a list of words"))
}

fn tables<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Table>, D::Error> {
    Several::deserialize(from).map(Several::all).map_err(|_| bad("a table of fields"))
}

/// `{ a_win = 0.01 }`, or as on the command line: `"a_win:0.01"`, or several of these.
fn amounts<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "must be numbers by name, such as \"a_win:0.01\"")]
    enum Amounts {
        Table(BTreeMap<String, f64>),
        Texts(Several<String>),
    }
    Ok(match Amounts::deserialize(from)? {
        Amounts::Table(table) => table.iter().map(|(word, n)| format!("{word}:{n}")).collect(),
        Amounts::Texts(texts) => texts.all(),
    })
}
