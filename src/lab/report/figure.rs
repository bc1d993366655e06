//! A figure: its words, its drawing, and the numbers behind it.

use super::drawing::Drawing;
use super::words;
use crate::core::table::Table;
use crate::core::wording::digits::grouped;
use crate::lab::tables::Tables;

/// Series that are drawn in one figure; more could not be told apart.
pub const MOST_SERIES: usize = 8;
/// Rows or series that are drawn of a measure: all of any study that a person looks through.
pub const MOST_ROWS: usize = 1_000;

/// A figure of the page.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its name in links, options and file names.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// What its colours stand for, each with its style; empty where the rows are named in the drawing.
    pub keys: Vec<(String, String)>,
    /// What is drawn.
    pub drawing: Drawing,
    /// The same in numbers.
    pub numbers: Numbers,
    /// A table that belongs to it.
    pub beside: Option<Table>,
    /// What it is made of, in a sentence: games, seed, confidence, rule sets.
    pub source: String,
}

impl Figure {
    /// The figure of these tables by this id, title and caption.
    pub fn of(
        tables: &Tables,
        id: &str,
        [title, caption]: [String; 2],
        (keys, drawing, numbers): Drawn,
    ) -> Self {
        let source = words::source(tables);
        Self { id: id.into(), title, caption, keys, drawing, numbers, beside: None, source }
    }
}

/// Keys, a drawing and its numbers.
pub type Drawn = (Vec<(String, String)>, Drawing, Numbers);

/// A table of numbers as text: its header, then its rows, each behind its name.
pub type Numbers = Vec<Vec<String>>;

/// What is drawn where there is room for `most`: both ends by this key, which is what the title goes by;
/// and what is said of it where that is not all.
pub fn both_ends<T>(all: Vec<T>, most: usize, key: impl Fn(usize, &T) -> f64) -> (Vec<T>, String) {
    let count = all.len();
    if count <= most {
        return (all, String::new());
    }
    let keys: Vec<f64> = all.iter().enumerate().map(|(k, one)| key(k, one)).collect();
    let mut which: Vec<usize> = (0..count).collect();
    which.sort_by(|&a, &b| keys[a].total_cmp(&keys[b]));
    which.drain(most.div_ceil(2)..count - most / 2);
    let kept = all.into_iter().enumerate().filter(|(k, _)| which.contains(k)).map(|(_, one)| one);
    let said = format!(" {most} of {} are drawn, from both ends.", grouped(count as u64));
    (kept.collect(), said)
}

/// The key of what has no other order than its place.
pub fn by_place<T>(place: usize, _: &T) -> f64 {
    place as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_drawn() {
        let all = |n: usize| (0..n).collect::<Vec<_>>();
        let of = |n, most| both_ends(all(n), most, by_place);
        assert_eq!(of(3, 4), (all(3), String::new()));
        assert_eq!(of(0, 4), (vec![], String::new()));
        let said = " 4 of 6 are drawn, from both ends.".to_owned();
        assert_eq!(of(6, 4), (vec![0, 1, 4, 5], said));
        let keys = [5.0, 1.0, 4.0, f64::INFINITY, 3.0];
        assert_eq!(both_ends(all(5), 3, |_, &k| keys[k]).0, [1, 3, 4]);
    }
}
