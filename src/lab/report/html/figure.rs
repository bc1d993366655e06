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

impl Key {
    /// The key of the series at this position.
    pub fn new(position: usize, name: &str, note: String) -> Self {
        Self { name: name.into(), note, shown: position < SHOWN_AT_FIRST }
    }
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

/// Which of so many are drawn where there is room for `most`: the first ones, and those that the title
/// names; and what is said of it where they are not all.
pub fn drawn(all: usize, most: usize, named: &[usize]) -> (Vec<usize>, String) {
    let mut which: Vec<usize> = Vec::new();
    for k in named.iter().copied().chain(0..all) {
        if which.len() < most && !which.contains(&k) {
            which.push(k);
        }
    }
    which.sort_unstable();
    let is_first = which.last().is_none_or(|last| *last < which.len());
    let said = match (which.len() == all, is_first) {
        (true, _) => String::new(),
        (false, true) => format!(" The first {most} of {} are drawn.", grouped(all as u64)),
        (false, false) => {
            format!(
                " {most} of {} are drawn: the first, and those of the title.",
                grouped(all as u64)
            )
        }
    };
    (which, said)
}

impl Figure {
    /// With one view and no keys.
    pub fn of(id: &str, title: String, caption: String, view: View, source: String) -> Self {
        let (id, keys, views) = (id.into(), Vec::new(), vec![view]);
        Self { id, title, caption, keys, views, beside: None, source }
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
    use super::drawn;

    #[test]
    fn what_the_title_names_is_drawn() {
        assert_eq!(drawn(3, 4, &[2, 0]), (vec![0, 1, 2], String::new()));
        assert_eq!(drawn(0, 4, &[]), (vec![], String::new()));
        assert_eq!(drawn(1, 4, &[0, 0]), (vec![0], String::new()));
        let (which, said) = drawn(6, 4, &[1, 3]);
        assert_eq!((which, said.as_str()), (vec![0, 1, 2, 3], " The first 4 of 6 are drawn."));
        let (which, said) = drawn(80, 4, &[70, 2]);
        assert_eq!(which, [0, 1, 2, 70]);
        assert_eq!(said, " 4 of 80 are drawn: the first, and those of the title.");
    }
}
