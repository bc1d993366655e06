//! Who wins: all games of a rule set as one bar.

use super::dot::{Dot, called, title};
use super::drawing::{Drawing, Rect};
use super::figure::{Figure, MOST_ROWS, Numbers, drawn};
use super::rows::{Panel, rows};
use super::scale::{Unit, brief, percent};
use super::words;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::summary::equal_seats;
use crate::lab::tables::{Row, Tables};

/// Its name.
pub const ID: &str = "outcomes";

/// A part of all bars: the games of one outcome, or those that nobody won for one reason.
struct Slice {
    /// Its style.
    class: String,
    /// What it is.
    words: String,
    /// Whether nobody won them.
    is_nobody: bool,
    /// Its share of the games of each bar.
    shares: Vec<f64>,
}

/// The figure; nothing without a game.
pub fn figures(tables: &Tables<'_>) -> Vec<Figure> {
    let info = tables.info();
    let all: Vec<Row<'_>> = tables.rows().filter(|row| row.games() > 0).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let (title, shares) = said(tables, &all);
    let (all, said) = drawn(all, MOST_ROWS, |k, _| shares[k]);
    let measures = || (0..info.outcomes.len()).map(Measure::Outcome);
    let parts = parts(tables, &all);
    let nobody = || parts.iter().filter(|part| part.is_nobody);
    let lines = all.iter().enumerate().map(|(k, row)| {
        let cells = measures().map(|measure| {
            let one = Dot::of(row.estimate(measure), measure);
            let text = one.map_or("\u{2013}".into(), |one| one.text(Unit::Percent));
            (called(info, measure).1, text)
        });
        let nobody = nobody().map(|part| (part.words.clone(), percent(part.shares[k])));
        (row.short.to_owned(), cells.chain(nobody).collect())
    });
    let numbers = Numbers::of("rule set", lines);
    let first = Measure::Outcome(0);
    let words = |row: &Row<'_>| {
        let one = Dot::of(row.estimate(first), first);
        one.map_or(String::new(), |one| one.brief(Unit::Percent))
    };
    let panel = Panel {
        head: String::new(),
        names: all.iter().map(|row| row.short).collect(),
        words: all.iter().map(words).collect(),
        high: 24.0,
        ends: [0.0, 100.0],
        axis: None,
        track: Box::new(|drawing, k, place| draw_bar(drawing, &parts, k, place)),
    };
    let drawing = rows("Share of games by outcome", &[panel]);
    let equal = all.iter().map(|row| (row.short, &row.cell.rules));
    let equal = match equal_seats(equal, info) {
        said if said.is_empty() => said,
        said => format!(" Equal seats: {said}."),
    };
    let first = called(info, first).1;
    let caption = format!(
        "Each bar is all games of a rule set, above it how often {first}.{said} {}{equal}",
        words::intervals(tables)
    );
    let key = |part: &Slice| (format!("cell {}", part.class), part.words.clone());
    let keys = parts.iter().map(key).collect();
    vec![Figure::of(tables, ID, [title, caption], (keys, drawing, numbers))]
}

/// The games of the first player, those of nobody by reason, and those of the others.
fn parts(tables: &Tables<'_>, all: &[Row<'_>]) -> Vec<Slice> {
    let (info, decided) = (tables.info(), tables.info().decided());
    let seat = |k: usize| {
        let measure = Measure::Outcome(decided[k]);
        let share = |row: &Row<'_>| row.estimate(measure).value.unwrap_or(0.0);
        Slice {
            class: format!("seat{k}"),
            words: called(info, measure).1,
            is_nobody: false,
            shares: all.iter().map(share).collect(),
        }
    };
    let reasons = 0..info.end_reasons.len();
    let unwon = reasons.filter(|&reason| all.iter().any(|row| row.unwon(reason) > 0));
    let nobody = unwon.enumerate().map(|(k, reason)| Slice {
        class: match info.end_reasons[reason] {
            word if info.stopped.contains(&word) => "none0".into(),
            word if info.endless.contains(&word) => "none1".into(),
            _ => format!("none{}", 2 + k % 2),
        },
        words: format!("nobody: {}", words::reason(tables, reason)),
        is_nobody: true,
        shares: all.iter().map(|row| row.share(row.unwon(reason))).collect(),
    });
    let mut parts: Vec<Slice> = (0..decided.len().min(1)).map(seat).collect();
    parts.extend(nobody);
    parts.extend((1..decided.len()).map(seat));
    parts
}

/// One bar, with a number in every part that has room for it.
fn draw_bar(drawing: &mut Drawing, parts: &[Slice], bar: usize, place: Rect) {
    let [mut left, top, _, bottom] = place;
    for part in parts {
        let wide = 100.0 * part.shares[bar];
        if wide > 0.0 {
            drawing.rectangle(format_args!("cell {}", part.class), [left, top, wide, bottom - top]);
        }
        let (class, text) = (format!("inside on{}", part.class), brief(part.shares[bar]));
        let middle = [left + wide / 2.0, (top + bottom) / 2.0 + 4.5, 0.0];
        drawing.words_within(wide, &class, "middle", middle, &text);
        left += wide;
    }
}

/// The title, and the shares that it goes by: of one rule set every outcome; of several how often nobody wins, or
/// the first player, whichever is found to differ.
fn said(tables: &Tables<'_>, all: &[Row<'_>]) -> (String, Vec<f64>) {
    let (info, times) = (tables.info(), tables.wider_among(all.len()));
    if let [row] = all
        && row.given_up() == 0
    {
        let outcomes = (0..info.outcomes.len()).map(Measure::Outcome).map(|measure| {
            let share = row.estimate(measure).value.unwrap_or(0.0);
            format!("{} {}", called(info, measure).1, brief(share))
        });
        return (outcomes.collect::<Vec<_>>().join(", "), vec![0.0]);
    }
    let outcomes = (0..info.outcomes.len()).rev().filter(|&o| o == 0 || !info.outcomes[o].decided);
    let mut said = outcomes.map(Measure::Outcome).map(|measure| {
        let (_, label, unit) = called(info, measure);
        let named = all.iter().map(|row| {
            let one = Dot::of(row.estimate(measure), measure);
            (format!("with {}", row.short), one.map(|one| one.wider(times)))
        });
        let named: Vec<_> = named.collect();
        let shares = named.iter().map(|(_, one)| one.map_or(0.0, |one| one.value)).collect();
        (title(&label, unit, &named, None), shares)
    });
    let mut last = Default::default();
    let found = said.find(|((is_found, words), shares)| {
        last = (words.clone(), Vec::clone(shares));
        *is_found
    });
    found.map_or(last, |((_, words), shares)| (words, shares))
}
