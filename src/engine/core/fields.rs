//! The fields of a game's rules as a table: a row says what a field may hold and when it is asked for.
//!
//! And the fields of a rules file, which are tables in tables, by their full keys: `war.face_down`.

use serde::Serialize;
use serde_json::Value;

use super::game::{Idle, RulesError};
use super::wording::field::listed;

/// Every field of a rules file with its full key.
pub fn flat(file: &toml::Table) -> Vec<(String, toml::Value)> {
    let fields = file.iter().flat_map(|(key, value)| match value {
        toml::Value::Table(inner) => {
            flat(inner).into_iter().map(|(rest, value)| (format!("{key}.{rest}"), value)).collect()
        }
        value => vec![(key.clone(), value.clone())],
    });
    fields.collect()
}

/// Puts the fields of `over` into `under`, table by table.
pub fn overlay(under: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (under.get_mut(key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => overlay(under, over),
            _ => {
                under.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Sets the field with this full key.
pub fn set(file: &mut toml::Table, key: &str, value: toml::Value) {
    match key.split_once('.') {
        None => drop(file.insert(key.into(), value)),
        Some((outer, rest)) => {
            let inner = file.entry(outer).or_insert_with(|| toml::Table::new().into());
            inner.as_table_mut().into_iter().for_each(|inner| set(inner, rest, value.clone()));
        }
    }
}

/// What a field may hold; where there is a default, it is first.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// Fields of its own: their keys begin with its key.
    Table,
    /// `false` or `true`.
    Switch,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number from a least one to a greatest one; some to try.
    Whole(&'static [u64], [u64; 2]),
    /// The same, or a word.
    WholeOr(&'static [u64], [u64; 2], &'static str),
    /// Anything else.
    Other,
}

/// The greatest number of a field that has no greatest one.
pub const ANY: u64 = u64::MAX;

/// A field of the rules `F`.
#[derive(Debug)]
pub struct Field<F> {
    /// Its key in a rules file.
    pub key: &'static str,
    /// What may be written.
    pub holds: Holds,
    idle: fn(&F) -> Option<&'static str>,
}

impl<F> Field<F> {
    /// A field that is always asked for.
    pub const fn new(key: &'static str, holds: Holds) -> Self {
        Self { key, holds, idle: |_| None }
    }

    /// Why rules never ask for it, if they do not; a key in braces stands for its value.
    #[must_use]
    pub const fn idle(mut self, idle: fn(&F) -> Option<&'static str>) -> Self {
        self.idle = idle;
        self
    }

    /// Values of a rules file, the default first: every word, and some of many numbers.
    pub fn values(&self) -> Vec<toml::Value> {
        let words = |words: &[&str]| words.iter().map(|&word| word.into()).collect::<Vec<_>>();
        let numbers = |numbers: &[u64]| numbers.iter().map(|&n| number(n)).collect::<Vec<_>>();
        match self.holds {
            Holds::Table | Holds::Other => Vec::new(),
            Holds::Switch => vec![false.into(), true.into()],
            Holds::Word(all) => words(all),
            Holds::Whole(some, _) => numbers(some),
            Holds::WholeOr(some, _, word) => [numbers(some), words(&[word])].concat(),
        }
    }
}

impl Holds {
    pub(super) fn range(&self) -> Option<[u64; 2]> {
        match *self {
            Holds::Whole(_, range) | Holds::WholeOr(_, range, _) => Some(range),
            _ => None,
        }
    }

    /// What may be written where that is a number, in words.
    pub fn said(&self) -> String {
        let range = match self.range() {
            None => return String::new(),
            Some([least, ANY]) => format!("{least} or more"),
            Some([least, most]) => format!("{least} to {most}"),
        };
        match self {
            Holds::WholeOr(_, _, word) => listed(&[range, format!("\"{word}\"")]),
            _ => range,
        }
    }
}

/// A number of a rules file, which has none beyond 63 bits.
pub(super) fn number(number: u64) -> toml::Value {
    toml::Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// The fields of a game in the order in which they are written out.
#[derive(Debug)]
pub struct FieldTable<F: 'static>(pub &'static [Field<F>]);

impl<F: Serialize + Default> FieldTable<F> {
    /// Every field, also the tables that hold others.
    pub fn iter(&self) -> impl Iterator<Item = &'static Field<F>> + use<F> {
        self.0.iter()
    }

    /// The full key of every field.
    pub fn keys(&self) -> Vec<&'static str> {
        self.iter().map(|field| field.key).collect()
    }

    /// Every field with its value; nothing where rules do not say and there is no default.
    pub fn with_values(
        &self,
        rules: &F,
    ) -> impl Iterator<Item = (&'static Field<F>, Value)> + use<F> {
        let written = serde_json::to_value(rules).unwrap_or_default();
        self.iter().filter(|field| !matches!(field.holds, Holds::Table)).map(move |field| {
            let value = written.pointer(&format!("/{}", field.key.replace('.', "/")));
            (field, value.cloned().unwrap_or_default())
        })
    }

    /// Refuses the first number outside its range.
    ///
    /// Errors: [`RulesError`], naming the field.
    pub fn check_ranges(&self, rules: &F) -> Result<(), RulesError> {
        let refused = self.with_values(rules).find_map(|(field, value)| {
            let ([least, most], number) = (field.holds.range()?, value.as_u64()?);
            let is_outside = number < least || number > most;
            is_outside.then(|| (field.key, number, field.holds.said()))
        });
        refused.map_or(Ok(()), |(key, number, range)| {
            Err(RulesError::Refused(format!("{key} = {number} is out of range: use {range}")))
        })
    }

    /// Fields that no game of these rules asks for though they are not as by default, by key, each with its value
    /// and the reason.
    pub fn without_effect(&self, rules: &F) -> Vec<Idle> {
        let fields = self.with_values(rules).zip(self.with_values(&F::default()));
        let changed = fields.filter(|((_, value), (_, default))| value != default);
        let idle = changed.filter_map(|((field, value), _)| {
            let why = self.filled(rules, (field.idle)(rules)?);
            Some((field.key, format!("{} = {}: {why}", field.key, value)))
        });
        idle.collect()
    }

    /// A text in which the key of a field in braces stands for its value.
    pub fn filled(&self, rules: &F, text: &str) -> String {
        self.with_values(rules).fold(text.to_owned(), |text, (field, value)| {
            text.replace(&format!("{{{}}}", field.key), &value.to_string())
        })
    }

    /// The rules as a rules file, without the fields that they never ask for.
    pub fn to_toml(&self, rules: &F) -> String {
        let is_asked = |field: &Field<F>| (field.idle)(rules).is_none();
        let shown = self.with_values(rules);
        let shown = shown.filter(|(field, value)| !value.is_null() && is_asked(field));
        shown.map(|(field, value)| format!("{} = {}\n", field.key, value)).collect()
    }
}
