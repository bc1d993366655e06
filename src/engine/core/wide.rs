//! Whole numbers beyond 64 bits in JSON: as text, because most of its readers know no such numbers.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

pub fn serialize<T: Display, S: Serializer>(number: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(number)
}

pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr + ToString,
    D: Deserializer<'de>,
{
    read(&String::deserialize(from)?)
}

/// Only what [`serialize`] writes: no sign or zero that says nothing.
fn read<T: FromStr + ToString, E: Error>(text: &str) -> Result<T, E> {
    let number = text.parse().ok().filter(|number: &T| number.to_string() == text);
    number.ok_or_else(|| E::custom("a sum is not what it should be"))
}

/// The same of a number that may be missing.
pub mod optional {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(
        number: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        number.as_ref().map(ToString::to_string).serialize(to)
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr + ToString,
        D: Deserializer<'de>,
    {
        Option::<String>::deserialize(from)?.map(|text| read(&text)).transpose()
    }
}
