//! Values of a file's fields, refused with what is allowed instead.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, Visitor};

use super::nearest::nearest;

/// Reads one of `words`; returns its position.
///
/// Errors: names the nearest word and all of them.
pub fn word<'de, D: Deserializer<'de>>(
    deserializer: D,
    words: &'static [&'static str],
) -> Result<usize, D::Error> {
    let value = toml::Value::deserialize(deserializer)?;
    let written = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let known = words.iter().position(|word| *word == written);
    known.ok_or_else(|| de::Error::custom(unknown(&written, words)))
}

/// The message for a word that is none of `words`.
pub fn unknown(written: &str, words: &[&str]) -> String {
    let hint = nearest(written, words.iter().copied())
        .map_or(String::new(), |word| format!("did you mean \"{word}\"? "));
    format!("unknown word \"{}\": {hint}use {}", written.escape_debug(), one_of(words))
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    listed(&quoted)
}

/// Words as a list: `a, b or c`.
pub fn listed<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "or")
}

/// Words as a list: `a, b and c`.
pub fn all_of<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, "and")
}

fn joined<S: AsRef<str>>(words: &[S], last_word: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{} {last_word} {last}", others.join(", "))
        }
        _ => words.concat(),
    }
}

/// Reads a table of fields; a list, which would fill them in their order, is refused.
///
/// Errors: says what is `allowed`.
pub fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    allowed: &'static str,
) -> Result<T, D::Error> {
    struct Nested<T>(&'static str, PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Nested<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_any(Nested(allowed, PhantomData))
}

/// Reads a whole number that fits `T`.
///
/// Errors: says what is `allowed`.
pub fn whole<'de, D: Deserializer<'de>, T: TryFrom<i64>>(
    deserializer: D,
    allowed: &str,
) -> Result<T, D::Error> {
    whole_or_word(deserializer, allowed, |n| T::try_from(n).ok(), |_| None)
}

/// Reads a whole number or a word, if `fit` or `word` has a value for it. `1e3` is a whole number.
///
/// Errors: says what is `allowed`.
pub fn whole_or_word<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    allowed: &str,
    fit: impl Fn(i64) -> Option<T>,
    word: impl Fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    // Up to here each is exact.
    const MOST: f64 = 9_007_199_254_740_992.0;
    let refused = |found: &str| de::Error::custom(format!("must be {allowed}{found}"));
    // Whole numbers beyond 63 bits are none of TOML.
    let value = toml::Value::deserialize(deserializer).map_err(|_: D::Error| refused(""))?;
    let read = match &value {
        toml::Value::Integer(n) => fit(*n),
        toml::Value::Float(x) if x.fract() == 0.0 && x.abs() <= MOST => fit(*x as i64),
        toml::Value::String(text) => word(text),
        _ => None,
    };
    read.ok_or_else(|| refused(&format!(", not `{value}`")))
}
