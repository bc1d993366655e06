//! Values of a file's fields, refused with what is allowed instead.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, Visitor};

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
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("unknown word \"{}\": {hint}use {}", written.escape_debug(), listed(&quoted))
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

/// Reads a whole number that fits `T`; the range of its field is checked with the rules.
///
/// Errors: says what it must be.
pub fn whole<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<T, D::Error> {
    let allowed = "a whole number of 0 or more";
    whole_or_word(from, allowed, |n| T::try_from(n).ok(), |_| None)
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
    const MOST: f64 = i64::MAX as f64;
    let refused = |found: &str| de::Error::custom(format!("must be {allowed}{found}"));
    // Whole numbers beyond 63 bits are none of TOML.
    let value = toml::Value::deserialize(deserializer).map_err(|_: D::Error| refused(""))?;
    let read = match &value {
        toml::Value::Integer(n) => fit(*n),
        toml::Value::Float(x) if x.fract() == 0.0 && x.abs() < MOST => fit(*x as i64),
        toml::Value::String(text) => word(text),
        _ => None,
    };
    read.ok_or_else(|| refused(&format!(", not `{value}`")))
}

/// The candidate nearest to `word`, if one is near enough to be meant: one slip of the finger in three
/// letters, where two letters that changed places are one.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let letters = word.chars().count();
    // Of a short word not every letter may be another.
    let reach = (letters / 3).max(1).min(letters.saturating_sub(1));
    candidates
        .map(|candidate| {
            (strsim::osa_distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate)
        })
        .filter(|&(distance, _)| distance <= reach)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// What is asked of whoever wrote `word`, before the rest of a sentence; nothing where no candidate is
/// near.
pub fn meant<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> String {
    nearest(word, candidates).map_or(String::new(), |name| format!("did you mean `{name}`? "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_understood_and_another_word_is_none() {
        let names = ["umass", "ernie-burt", "winner-first", "one-down", "p2", "man", "bench", "y"];
        for (word, meant_one) in [
            ("unass", "did you mean `umass`? "),
            ("ernieburt", "did you mean `ernie-burt`? "),
            ("winer_first", "did you mean `winner-first`? "),
            ("one-dwon", "did you mean `one-down`? "),
            ("p3", "did you mean `p2`? "),
            ("poker", ""),
            ("x", ""),
        ] {
            assert_eq!(meant(word, names.into_iter()), meant_one, "{word}");
        }
    }
}
