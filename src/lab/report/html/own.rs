//! Pictures that only one game has, drawn without knowing it.

use super::axis::Axis;
use super::cells::{Cell, Cells};
use super::chart::Mark;
use super::figure::{Figure, MOST_SERIES, Numbers, View, by_place, drawn, keys};
use super::lengths::{Count, grid, plot};
use super::scale::{Scale, Unit, percent, tenfold};
use super::style::HEAT;
use super::subject::Subject;
use crate::core::picture::{Matrix, Met, Picture, Tail};
use crate::core::survival::Survival;
use crate::core::wording::digits::grouped;

/// Points of a tail.
const POINTS: u64 = 120;

/// The pictures of every run's game.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    let runs = subject.runs().count();
    for (name, state) in subject.runs() {
        let facts = state.study.facts(state.played());
        let counted = crate::core::game::Counted {
            facts: &facts,
            cells: &state.study.cells,
            tallies: &state.totals.cells,
            pairs: &state.totals.pairs,
        };
        for picture in state.study.game.pictures(counted) {
            let figure = match picture {
                Picture::Matrix(matrix) => Some(of_matrix(subject, &matrix)),
                // One for all runs, like the lengths.
                Picture::Tail(tail) if figures.iter().all(|figure| figure.id != tail.name) => {
                    of_tail(subject, &tail)
                }
                Picture::Tail(_) => None,
            };
            let Some(mut figure) = figure else { continue };
            let times = figures.iter().filter(|other| other.id.starts_with(&figure.id)).count();
            if times > 0 {
                figure.id = format!("{}-{}", figure.id, times + 1);
            }
            if runs > 1 && figure.id.starts_with("pairs") {
                figure.title = format!("{} ({name})", figure.title);
            }
            figures.push(figure);
        }
    }
    figures
}

fn of_matrix(subject: &Subject, matrix: &Matrix) -> Figure {
    let words = [matrix.title.clone(), matrix.caption.clone()];
    // What stands before a colon is enough of a name above a column.
    let heads = matrix.labels.iter().map(|label| label.split(':').next().unwrap_or(label));
    let heads: Vec<String> = heads.map(str::to_owned).collect();
    let count = heads.len();
    let rows = matrix.labels.iter().zip(&matrix.cells).map(|(label, row)| {
        (label.clone(), heads.iter().cloned().zip(row.iter().map(met_in_words)).collect())
    });
    let cells = Cells {
        label: format!("{}; a square of {count} by {count} cells", matrix.title),
        numbers: Numbers::of("wins against", rows),
        panels: vec![String::new()],
        heads,
        cells: matrix.cells.iter().map(|row| row.iter().map(cell).collect()).collect(),
        square: true,
        colours: ("cell h", HEAT, ["0 %".into(), "100 %".into()]),
    };
    let figure = Figure::one(matrix.name, words, &cells.rows(), subject.source());
    Figure { beside: Some(matrix.ranking.clone()), ..figure }
}

/// What a cell of the matrix shows: the colour of the games that somebody won, the middle one for a half.
fn cell(met: &Option<Met>) -> Cell {
    let shade = |share: f64| ((share * HEAT as f64) as usize).min(HEAT - 1);
    let shade = met.as_ref().and_then(Met::of_decided).map(shade);
    let class = shade.map_or(String::new(), |shade| format!(" on{shade}"));
    let fill = shade.map_or("cell none".into(), |shade| format!("cell h{shade}"));
    let text = met.as_ref().map_or(String::new(), |met| format!("{:.0}", 100.0 * met.share));
    let hatched = met.as_ref().map_or(0.0, |met| met.ties);
    Cell { fill: vec![fill], text: (text, format!("inside{class}")), hatched }
}

fn met_in_words(met: &Option<Met>) -> String {
    let bare = |share: f64| percent(share).trim_end_matches(" %").to_owned();
    met.map_or("\u{2013}".into(), |met| {
        format!("{} ({} to {})", percent(met.share), bare(met.ci_low), bare(met.ci_high))
    })
}

/// The tail of a counter of all games, with the values worth knowing; the axis reaches them.
fn of_tail(subject: &Subject, tail: &Tail) -> Option<Figure> {
    let info = subject.info();
    let (entries, said) = drawn(subject.entries(), MOST_SERIES, by_place);
    let ends: Vec<Survival> =
        entries.iter().map(|e| e.ends(tail.counter)).collect::<Option<_>>()?;
    let lasts = ends.iter().filter_map(Survival::last);
    let end = tail.marks.iter().map(|(value, _)| *value).chain(lasts.clone()).max()?;
    let lengths = grid(lasts, POINTS);
    let named: Vec<(&str, &Survival)> =
        entries.iter().zip(&ends).map(|(entry, ends)| (entry.name, ends)).collect();
    let unit = info.counters[tail.counter].name;
    let mut plot = plot(&named, &lengths, unit, Count::GoingOn)?;
    plot.x.scale = Scale::around(0.0, end as f64, 8);
    let fall = ends.get(tail.of).and_then(Fall::of).filter(|_| !tail.marks.is_empty());
    plot.marks = tail
        .marks
        .iter()
        .map(|&(value, what)| Mark {
            x: value as f64,
            words: format!("{what}, {}", grouped(value)),
            rare: fall.map(|fall| fall.share(value as f64)),
        })
        .collect();
    if let (Some(fall), Some(&(last, _))) = (fall, tail.marks.last()) {
        let (last, title) = (last as f64, "share of all games that are not over by then");
        plot.beyond = Some([[fall.from, fall.share(fall.from)], [last, fall.share(last)]]);
        plot.y = Axis::log(Unit::Percent, title, [1.0, fall.share(last)].into_iter());
    }
    let dashed = match plot.beyond {
        Some(_) => {
            "The dashed line goes on from the last two decades of games; deals beyond it were searched for."
        }
        None => "",
    };
    let longest = ends.iter().filter_map(|ends| ends.ended().last()).max();
    let title = match (tail.marks.last(), fall, longest) {
        (Some(&(record, _)), Some(fall), _) => format!(
            "The longest published game that we know: one deal in {} by this line",
            tenfold(fall.share(record as f64))
        ),
        (known, _, Some(longest)) => {
            let published =
                |(known, _): &(u64, _)| format!(", the longest published {}", grouped(*known));
            let published = known.map_or(String::new(), published);
            format!("The longest game here took {} {unit}{published}", grouped(longest))
        }
        _ => tail.title.clone(),
    };
    let whose = match entries.get(tail.of) {
        Some(entry) if entries.len() > 1 => format!("Under {}: ", entry.name),
        _ => String::new(),
    };
    let note = format!("{dashed}{}", account(tail, fall, &whose, unit)).trim().to_owned();
    let notes = entries.iter().zip(&ends).map(|(entry, ends)| (entry.name, entry.ends_note(ends)));
    let keys = keys(notes, by_place);
    let caption = format!("{}{said}", tail.caption);
    let views = vec![View::of("tail", "", note, &plot)];
    Some(Figure { keys, ..Figure::of(tail.name, [title, caption], views, subject.source()) })
}

/// How fast a tail falls: by the same factor again and again.
#[derive(Clone, Copy, Debug)]
struct Fall {
    /// Where the line begins, and the decimal logarithm of the share there.
    from: f64,
    at: f64,
    /// Decades that it falls by for each step.
    slope: f64,
}

impl Fall {
    /// The line from where one game in ten is left to where a hundred are; nothing where that is not
    /// two decades, or some games never end.
    fn of(ends: &Survival) -> Option<Self> {
        let games = ends.games() as f64;
        if games < 10_000.0 || ends.left() > 0 {
            return None;
        }
        let (mut on, mut places) = (games, Vec::new());
        for (length, over) in ends.ended().counts() {
            on -= over as f64;
            places.push((length as f64, on));
        }
        let first = places.iter().find(|(_, on)| *on <= games / 10.0)?;
        let last = places.iter().rev().find(|(_, on)| *on >= 100.0)?;
        let [from, to] = [first, last].map(|(_, on)| libm::log10(on / games));
        let slope = (to - from) / (last.0 - first.0);
        (slope < 0.0 && slope.is_finite()).then_some(Self { from: last.0, at: to, slope })
    }

    /// The share of games that last longer, by this line.
    fn share(self, length: f64) -> f64 {
        libm::exp10(self.at + self.slope * (length - self.from))
    }
}

/// What is said of the values worth knowing, and how rare they are by the line.
fn account(tail: &Tail, fall: Option<Fall>, whose: &str, unit: &str) -> String {
    let mark = |&(value, what): &(u64, &str)| {
        let rare = fall.map_or(String::new(), |fall| {
            format!(", one deal in {} by this line", tenfold(fall.share(value as f64)))
        });
        format!("{what}: {} {unit}{rare}", grouped(value))
    };
    let marks: Vec<String> = tail.marks.iter().map(mark).collect();
    if marks.is_empty() { String::new() } else { format!(" {whose}{}.", marks.join("; ")) }
}
