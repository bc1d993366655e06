//! Which ranks are court cards, and how many cards each demands.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::core::cards::Card;

/// The ranks that have a letter, in rules files and in the notation of deals.
const LETTERS: [(Card, char); 4] = [(11, 'J'), (12, 'Q'), (13, 'K'), (14, 'A')];

/// Cards that each court rank demands of the other player; every other rank is plain.
///
/// In a rules file: `penalties = { J = 1, Q = 2, K = 3, A = 4 }`; ranks without a letter by number,
/// a demand of 0 makes a rank plain. The table is read as a whole: ranks it does not name are plain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Penalties(BTreeMap<Card, u32>);

impl Default for Penalties {
    /// Jack 1, queen 2, king 3, ace 4.
    fn default() -> Self {
        Self::from([(11, 1), (12, 2), (13, 3), (14, 4)])
    }
}

impl<const N: usize> From<[(Card, u32); N]> for Penalties {
    fn from(penalties: [(Card, u32); N]) -> Self {
        penalties.into_iter().filter(|&(_, cards)| cards > 0).fold(
            Self(BTreeMap::new()),
            |mut all, (rank, cards)| {
                all.0.insert(rank, cards);
                all
            },
        )
    }
}

impl Penalties {
    /// The court ranks with what they demand, from the lowest rank up.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Card, u32)> + '_ {
        self.0.iter().map(|(&rank, &cards)| (rank, cards))
    }

    /// How many court ranks there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether every rank is plain.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What each rank demands, at the rank's position; ranks beyond the end are plain.
    pub(super) fn table(&self) -> Vec<u32> {
        let mut table = Vec::new();
        for (rank, cards) in self.iter() {
            if let Ok(rank) = usize::try_from(rank) {
                table.resize(rank + 1, 0);
                table[rank] = cards;
            }
        }
        table
    }
}

/// A rank as a key of a rules file: `J`, `Q`, `K`, `A`, otherwise its number.
pub fn rank_name(rank: Card) -> String {
    let letter = LETTERS.iter().find(|(lettered, _)| *lettered == rank);
    letter.map_or_else(|| rank.to_string(), |(_, letter)| letter.to_string())
}

fn rank_of(name: &str) -> Option<Card> {
    let letter = LETTERS.iter().find(|(_, letter)| name.eq_ignore_ascii_case(&letter.to_string()));
    letter.map(|(rank, _)| *rank).or_else(|| name.parse().ok().filter(|&rank: &Card| rank >= 0))
}

impl Serialize for Penalties {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (rank, cards) in self.iter() {
            map.serialize_entry(&rank_name(rank), &cards)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Penalties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Table;

        impl<'de> Visitor<'de> for Table {
            type Value = Penalties;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("court ranks with the cards they demand, such as { J = 1, A = 4 }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Penalties, A::Error> {
                let mut penalties = BTreeMap::new();
                while let Some(key) = map.next_key::<String>()? {
                    let rank = rank_of(&key).ok_or_else(|| {
                        de::Error::custom(format!(
                            "unknown rank `{}` in penalties: use J, Q, K, A or a rank's number",
                            key.escape_debug()
                        ))
                    })?;
                    let Demand(cards) = map.next_value()?;
                    if penalties.insert(rank, cards).is_some() {
                        return Err(de::Error::custom(format!(
                            "penalties names rank {rank} twice, as {} and as {rank}; use one of them",
                            rank_name(rank)
                        )));
                    }
                }
                // Dropped only now, so that naming a rank twice is noticed.
                penalties.retain(|_, cards| *cards > 0);
                Ok(Penalties(penalties))
            }
        }

        deserializer.deserialize_any(Table)
    }
}

/// The cards that a rank demands, as written.
struct Demand(u32);

impl<'de> Deserialize<'de> for Demand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::core::wording::field::whole(deserializer, "a number of cards from 0 to 20").map(Self)
    }
}
