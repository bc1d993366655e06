//! What the tests of all games choose by.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fields::{Field, FieldTable, number, set};

/// Words for choosing rules, decks and dice, the same on every machine. Source: S. Vigna, splitmix64.c.
pub struct Random(pub u64);

impl Random {
    /// A word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// One of these.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Rule fields, unchecked: any that the table has but those of these keys.
    pub fn fields<F: Serialize + DeserializeOwned + Default>(
        &mut self,
        table: &FieldTable<F>,
        without: &[&str],
    ) -> F {
        let mut file = toml::Table::new();
        for field in table.iter().filter(|_| self.below(2) > 0).collect::<Vec<_>>() {
            self.value(field).into_iter().for_each(|value| set(&mut file, field.key, value));
        }
        file.retain(|key, _| !without.contains(&key));
        file.try_into().expect("every value of the table is read")
    }

    /// A value of a field, the first ones and the last one more often than others.
    fn value<F>(&mut self, field: &Field<F>) -> Option<toml::Value> {
        let (values, small) = (field.values(), self.below(64) as u64);
        let last = values.len().checked_sub(1)?;
        if let Some([least, most]) = field.holds.range().filter(|_| self.below(4) == 0) {
            return Some(number((least + small).min(most)));
        }
        let place = match self.below(4) {
            0 => last,
            1 => self.below(last + 1),
            _ => {
                let most = self.below(last + 1);
                self.below(most + 1)
            }
        };
        values.into_iter().nth(place)
    }
}
