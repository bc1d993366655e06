//! Values of a file's fields, refused with what is allowed instead.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};

use super::nearest::nearest;

/// Reads one of `words`; returns its position.
///
/// Errors: names the nearest word and all of them.
pub fn word<'de, D: Deserializer<'de>>(
    deserializer: D,
    words: &'static [&'static str],
) -> Result<usize, D::Error> {
    struct Word(&'static [&'static str]);

    impl Visitor<'_> for Word {
        type Value = usize;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&one_of(self.0))
        }

        fn visit_str<E: de::Error>(self, written: &str) -> Result<usize, E> {
            let known = self.0.iter().position(|&word| word == written);
            known.ok_or_else(|| E::custom(unknown(written, self.0)))
        }
    }

    deserializer.deserialize_any(Word(words))
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
pub fn whole<'de, D: Deserializer<'de>, T: TryFrom<i128>>(
    deserializer: D,
    allowed: &str,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(Whole { allowed, fit: |n| T::try_from(n).ok(), word: |_| None })
}

/// Reads a whole number or a word, if `fit` or `word` has a value for it.
///
/// Errors: says what is `allowed`.
pub fn whole_or_word<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    allowed: &str,
    fit: fn(i128) -> Option<T>,
    word: fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(Whole { allowed, fit, word })
}

/// Reads whatever `fit` or `word` has a value for.
struct Whole<'a, T> {
    allowed: &'a str,
    fit: fn(i128) -> Option<T>,
    word: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for Whole<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.allowed)
    }

    fn visit_i64<E: de::Error>(self, n: i64) -> Result<T, E> {
        self.visit_i128(n.into())
    }

    fn visit_u64<E: de::Error>(self, n: u64) -> Result<T, E> {
        self.visit_i128(n.into())
    }

    fn visit_i128<E: de::Error>(self, n: i128) -> Result<T, E> {
        let unfit = || E::invalid_value(Unexpected::Other(&format!("`{n}`")), &self);
        (self.fit)(n).ok_or_else(unfit)
    }

    fn visit_u128<E: de::Error>(self, n: u128) -> Result<T, E> {
        let unfit = || E::invalid_value(Unexpected::Other(&format!("`{n}`")), &self);
        i128::try_from(n).ok().and_then(self.fit).ok_or_else(unfit)
    }

    /// `1e3` is a whole number.
    fn visit_f64<E: de::Error>(self, n: f64) -> Result<T, E> {
        // Up to here each is exact.
        const MOST: f64 = 9_007_199_254_740_992.0;
        match n.fract() == 0.0 && n.abs() <= MOST {
            true => self.visit_i128(n as i128),
            false => Err(E::invalid_type(Unexpected::Float(n), &self)),
        }
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
        (self.word)(word).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
    }
}

impl<'de, T> de::DeserializeSeed<'de> for Whole<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }
}
