//! A figure: its words, its drawings, and the numbers behind them.

use crate::core::table::Table;
use crate::core::wording::digits::grouped;

use super::drawing::{Drawing, Size};

/// Series that are drawn in one figure at most; more could not be told apart.
pub const MOST_SERIES: usize = 8;
/// Rows that are drawn in one figure at most.
pub const MOST_ROWS: usize = 40;
/// Series that are shown at first; the others can be switched on.
const SHOWN_AT_FIRST: usize = 5;

/// A figure of the page.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its name in links, options and file names.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// What its colours stand for; empty where the rows are named in the drawing.
    pub keys: Vec<Key>,
    /// One or more ways to look at it.
    pub views: Vec<View>,
    /// The view that the title is about, which is shown at first.
    pub first: usize,
    /// A table that belongs to it.
    pub beside: Option<Table>,
    /// What it is made of, in a sentence: games, seed, confidence, rule sets.
    pub source: String,
}

/// What can be drawn, with the numbers that it draws.
pub trait Picture {
    /// The picture in this size.
    fn draw(&self, size: Size) -> Drawing;
    /// What is drawn, in numbers.
    fn numbers(&self) -> Numbers;
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// What it stands for.
    pub name: String,
    /// A word on it, such as how many games were drawn.
    pub note: String,
    /// Whether it is shown at first.
    pub shown: bool,
}

/// The keys of these series, each a name and a note; of many those at both ends by this order, which is
/// what the title goes by, are shown at first.
pub fn keys<'n>(
    named: impl IntoIterator<Item = (&'n str, String)>,
    order: impl Fn(usize, &usize) -> f64,
) -> Vec<Key> {
    let keys = named.into_iter().map(|(name, note)| Key { name: name.into(), note, shown: false });
    let mut keys: Vec<Key> = keys.collect();
    let all = (0..keys.len()).collect();
    drawn(all, SHOWN_AT_FIRST, order, "").0.into_iter().for_each(|k| keys[k].shown = true);
    keys
}

/// One way to look at a figure.
#[derive(Clone, Debug)]
pub struct View {
    /// A word for links and file names.
    pub name: &'static str,
    /// What the switch says.
    pub label: String,
    /// What is special about it; may be empty.
    pub note: String,
    /// For a desk.
    pub wide: Drawing,
    /// For a phone.
    pub narrow: Drawing,
    /// What is drawn, in numbers.
    pub numbers: Numbers,
}

impl View {
    /// This picture, under this name; the label says what a switch between several says.
    pub fn of(name: &'static str, label: &str, note: String, picture: &impl Picture) -> Self {
        Self {
            name,
            label: label.into(),
            note,
            wide: picture.draw(Size::Wide),
            narrow: picture.draw(Size::Narrow),
            numbers: picture.numbers(),
        }
    }
}

/// A table of numbers as text. With keys, a column belongs to each key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// What the rows are.
    pub corner: String,
    /// What the columns are.
    pub columns: Vec<String>,
    /// Each row with its name.
    pub rows: Vec<(String, Vec<String>)>,
}

/// Cells of a row, each behind what its column is.
pub type Cells = Vec<(String, String)>;

impl Numbers {
    /// Rows with their names, of cells of the same columns.
    pub fn of(corner: &str, rows: impl IntoIterator<Item = (String, Cells)>) -> Self {
        let mut columns = Vec::new();
        let rows = rows.into_iter().map(|(name, row)| {
            let (heads, cells) = row.into_iter().unzip();
            columns = heads;
            (name, cells)
        });
        Self { corner: corner.into(), rows: rows.collect(), columns }
    }
}

/// Which are drawn where both ends are by an order that needs no name.
pub const FROM_BOTH_ENDS: &str = "from both ends";

/// What is drawn where there is room for `most`: both ends by this key, which is what the title goes by;
/// and what is said of it where that is not all: which `ends` they are.
pub fn drawn<T>(
    all: Vec<T>,
    most: usize,
    key: impl Fn(usize, &T) -> f64,
    ends: &str,
) -> (Vec<T>, String) {
    let count = all.len();
    if count <= most {
        return (all, String::new());
    }
    let keys: Vec<f64> = all.iter().enumerate().map(|(k, one)| key(k, one)).collect();
    let mut which: Vec<usize> = (0..count).collect();
    which.sort_by(|&a, &b| keys[a].total_cmp(&keys[b]));
    which.drain(most.div_ceil(2)..count - most / 2);
    let kept = all.into_iter().enumerate().filter(|(k, _)| which.contains(k)).map(|(_, one)| one);
    let said = format!(" {most} of {} are drawn, {ends}.", grouped(count as u64));
    (kept.collect(), said)
}

/// The key of what has no other order than its place.
pub fn by_place<T>(place: usize, _: &T) -> f64 {
    place as f64
}

impl Figure {
    /// Without keys, the first view shown at first.
    pub fn of(id: &str, [title, caption]: [String; 2], views: Vec<View>, source: String) -> Self {
        let (id, keys) = (id.into(), Vec::new());
        Self { id, title, caption, keys, views, first: 0, beside: None, source }
    }

    /// With one view and no keys.
    pub fn one(id: &str, words: [String; 2], picture: &impl Picture, source: String) -> Self {
        Self::of(id, words, vec![View::of("", "", String::new(), picture)], source)
    }

    /// The names under which single views can be had: the figure's own is its first view.
    pub fn names(&self) -> Vec<String> {
        let views = self.views.iter().enumerate().map(|(k, view)| match k {
            0 => self.id.clone(),
            _ => format!("{}-{}", self.id, view.name),
        });
        views.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{FROM_BOTH_ENDS, by_place, drawn};

    #[test]
    fn both_ends_are_drawn() {
        let all = |n: usize| (0..n).collect::<Vec<_>>();
        let of = |n, most| drawn(all(n), most, by_place, FROM_BOTH_ENDS);
        assert_eq!(of(3, 4), (all(3), String::new()));
        assert_eq!(of(0, 4), (vec![], String::new()));
        let said = " 4 of 6 are drawn, from both ends.".to_owned();
        assert_eq!(of(6, 4), (vec![0, 1, 4, 5], said));
        let keys = [5.0, 1.0, 4.0, f64::INFINITY, 3.0];
        assert_eq!(drawn(all(5), 3, |_, &k| keys[k], "").0, [1, 3, 4]);
    }
}
