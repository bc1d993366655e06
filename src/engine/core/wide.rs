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
    T: FromStr,
    D: Deserializer<'de>,
{
    read(&String::deserialize(from)?)
}

fn read<T: FromStr, E: Error>(text: &str) -> Result<T, E> {
    text.parse().map_err(|_| E::custom("a sum is not what it should be"))
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
        T: FromStr,
        D: Deserializer<'de>,
    {
        Option::<String>::deserialize(from)?.map(|text| read(&text)).transpose()
    }
}
