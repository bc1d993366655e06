//! All games of each rule set as one bar of several parts: who wins, and why nobody does.

use super::dot::{Dot, Unit, brief, called, percent, title};
use super::drawing::{Drawing, Rect};
use super::figure::Figure;
use super::rows::{Panel, stacked};
use super::words;
use crate::core::wording::said::TextTable;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::{Row, Tables, equal_seats};

/// A part of every bar.
struct Part {
    /// The styles of what is filled, and of words in it.
    classes: [String; 2],
    /// What it is.
    words: String,
    /// Its share of each bar.
    shares: Vec<f64>,
}

/// The name of the figure of who wins.
pub const OUTCOMES: &str = "outcomes";

/// Who wins; nothing without a game.
pub fn of_outcomes(tables: &Tables) -> Vec<Figure> {
    let info = tables.info();
    let all: Vec<Row<'_>> = tables.rows().filter(|row| row.tally.games() > 0).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let dot = |row: &Row<'_>, measure| Dot::of(row.estimate(measure), measure);
    let outcomes = || (0..info.outcomes.len()).map(Measure::Outcome);
    let titled = |measure| {
        let shares = all.iter().map(|row| (row.short.to_owned(), dot(row, measure)));
        title(&called(info, measure).1, Unit::Percent, &shares.collect())
    };
    // Of one rule set every share, of several the first that was asked for.
    let asked = tables.measures().into_iter().find(|one| matches!(one, Measure::Outcome(_)));
    let measure = asked.unwrap_or(Measure::Outcome(0));
    let title = match all.len() {
        1 => outcomes().map(titled).collect::<Vec<_>>().join("; "),
        _ => titled(measure),
    };
    let nobody = of_nobody(tables, &all);
    let mut seats = info.decided().into_iter().enumerate().map(|(k, o)| of_seat(&all, k, o));
    // The games of the first player, those of nobody, and those of the others.
    let nobodys = 1..1 + nobody.len();
    let parts: Vec<Part> = seats.next().into_iter().chain(nobody).chain(seats).collect();
    let often = |row| dot(row, measure).map_or(String::new(), |one| one.text(Unit::Percent));
    let words = all.iter().map(often).collect();
    let panel = Panel {
        head: String::new(),
        names: all.iter().map(|row| row.short).collect(),
        words,
        high: 24.0,
        ends: [0.0, 100.0],
        axis: None,
        track: Box::new(|drawing, k, place| bar(drawing, &parts, k, place)),
    };
    let mut numbers = TextTable::new(all.iter().enumerate());
    numbers.left(words::row_of(tables), |(_, row)| row.short);
    for measure in outcomes() {
        numbers.right(called(info, measure).1, |(_, row)| {
            dot(row, measure).map_or("\u{2013}".into(), |one| one.text(Unit::Percent))
        });
    }
    for part in &parts[nobodys] {
        numbers.right(&part.words, |(k, _)| percent(part.shares[*k]));
    }
    let keys = parts.iter().map(|part| (part.classes[0].clone(), part.words.clone()));
    let drawn = (keys.collect(), stacked("Share of games by outcome", &[panel]), numbers.lines());
    let equal = match equal_seats(all.iter().copied()) {
        "" => String::new(),
        said => format!(" Equal seats: {said}."),
    };
    let label = called(info, measure).1;
    let caption = format!(
        "Each bar is all games of a {}, above it the share of \"{label}\". {}{equal}",
        words::row_of(tables),
        words::intervals(tables)
    );
    vec![Figure::of(tables, OUTCOMES, [title, caption], drawn)]
}

/// The parts of a bar from left to right, with a number in each that has room for it.
fn bar(drawing: &mut Drawing, parts: &[Part], k: usize, [mut left, top, _, bottom]: Rect) {
    for Part { classes: [class, on], shares, .. } in parts {
        let wide = 100.0 * shares[k];
        if wide > 0.0 {
            drawing.rectangle(class, [left, top, wide, bottom - top]);
        }
        let middle = [left + wide / 2.0, (top + bottom) / 2.0 + 4.5, 0.0];
        drawing.words_within(wide, on, "middle", middle, &brief(shares[k]));
        left += wide;
    }
}

/// A part of this style and words.
fn part(class: &str, words: String, shares: Vec<f64>) -> Part {
    let classes = [format!("cell {class}"), format!("inside on{class}")];
    Part { classes, words, shares }
}

/// The games of a player.
fn of_seat(all: &[Row<'_>], seat: usize, outcome: usize) -> Part {
    let measure = Measure::Outcome(outcome);
    let shares = all.iter().map(|row| row.estimate(measure).value.unwrap_or(0.0)).collect();
    part(&format!("seat{seat}"), called(all[0].tally.info(), measure).1, shares)
}

/// The games that nobody won, by why they ended.
fn of_nobody(tables: &Tables, all: &[Row<'_>]) -> Vec<Part> {
    let info = tables.info();
    let reasons = 0..info.end_reasons.len();
    let unwon = reasons.filter(|&reason| all.iter().any(|row| row.unwon(reason) > 0));
    let parts = unwon.enumerate().map(|(k, reason)| {
        let class = match info.end_reasons[reason] {
            word if info.stopped.contains(&word) => "none0".into(),
            word if info.endless.contains(&word) => "none1".into(),
            _ => format!("none{}", 2 + k % 2),
        };
        let shares = all.iter().map(|row| row.share(row.unwon(reason))).collect();
        part(&class, format!("nobody: {}", words::reason(tables, reason)), shares)
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::table::Value;
    use crate::lab::report::figures;
    use crate::lab::spec::Study;
    use crate::lab::tables::Run;

    #[test]
    fn every_reason_why_nobody_wins_is_that_of_the_summary() {
        let study = Study::war(["umass", "no-limit", "one-down"]).unwrap();
        let tables = Tables::of(Run::of(study.games(2_000).run().unwrap()));
        let summary = tables.tables().swap_remove(0);
        let figure = figures(&[tables]).into_iter().find(|figure| figure.id == OUTCOMES).unwrap();
        let at = |header: &[String], name: &str| header.iter().position(|head| head == name);
        for (row, cells) in summary.rows.iter().zip(&figure.numbers[1..]) {
            for (reason, head) in [("limit", "nobody: cut off"), ("cycle", "nobody: never end")] {
                let Value::Int(games) = row[at(&summary.header, reason).unwrap()] else { panic!() };
                let cell = &cells[at(&figure.numbers[0], head).unwrap()];
                assert_eq!(*cell, percent(games as f64 / 2_000.0), "{} {reason}", cells[0]);
            }
        }
        assert!(figure.keys.iter().any(|(_, words)| words == "nobody: cut off"));
    }
}
