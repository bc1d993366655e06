//! Whole numbers beyond 64 bits in JSON: as text, because most of its readers know no such numbers.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

pub fn serialize<T: Display, S: Serializer>(number: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(number)
}

pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr,
    D: Deserializer<'de>,
{
    let text = String::deserialize(from)?;
    text.parse().map_err(|_| Error::custom("a sum is not what it should be"))
}
