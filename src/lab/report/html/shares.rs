//! Who wins: all games of a rule set as one bar.

use super::bars::{Part, bars};
use super::dot::{Dot, called, title};
use super::figure::{Figure, MOST_ROWS, drawn};
use super::scale::{Unit, brief, percent};
use super::words;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::summary::equal_seats;
use crate::lab::tables::{Row, Tables};

/// Its name.
pub const ID: &str = "outcomes";

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
    let nobody = of_nobody(tables, &all);
    let mut seats = info.decided().into_iter().enumerate().map(|(k, o)| of_seat(&all, k, o));
    // The games of the first player, those of nobody, and those of the others.
    let nobodys = 1..1 + nobody.len();
    let parts: Vec<Part> = seats.next().into_iter().chain(nobody).chain(seats).collect();
    let first = Measure::Outcome(0);
    let drawn = bars(tables, "Share of games by outcome", &all, &parts, |k, row| {
        let dot = |measure| Dot::of(row.estimate(measure), measure);
        let words = dot(first).map_or(String::new(), |one| one.brief(Unit::Percent));
        let cells = measures().map(|measure| {
            let text = dot(measure).map_or("\u{2013}".into(), |one| one.text(Unit::Percent));
            (called(info, measure).1, text)
        });
        let nobody = parts[nobodys.clone()].iter();
        let nobody = nobody.map(|part| (part.words.clone(), percent(part.shares[k])));
        (words, cells.chain(nobody).collect())
    });
    let equal = all.iter().map(|row| (row.short, &row.cell.rules));
    let equal = match equal_seats(equal, info) {
        said if said.is_empty() => said,
        said => format!(" Equal seats: {said}."),
    };
    let first = called(info, first).1;
    let caption = format!(
        "Each bar is all games of a {}, above it how often {first}.{said} {}{equal}",
        words::row_of(tables),
        words::intervals(tables)
    );
    vec![Figure::of(tables, ID, [title, caption], drawn)]
}

/// A part of this style and words.
fn part(class: &str, words: String, shares: Vec<f64>) -> Part {
    let classes = [format!("cell {class}"), format!("inside on{class}")];
    Part { classes, mark: String::new(), words, shares }
}

/// The games of a player.
fn of_seat(all: &[Row<'_>], seat: usize, outcome: usize) -> Part {
    let measure = Measure::Outcome(outcome);
    let shares = all.iter().map(|row| row.estimate(measure).value.unwrap_or(0.0)).collect();
    part(&format!("seat{seat}"), called(all[0].info(), measure).1, shares)
}

/// The games that nobody won, by why they ended.
fn of_nobody(tables: &Tables<'_>, all: &[Row<'_>]) -> Vec<Part> {
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
        (title(&label, unit, &named, None, ""), shares)
    });
    let mut last = Default::default();
    let found = said.find(|((is_found, words), shares)| {
        last = (words.clone(), Vec::clone(shares));
        *is_found
    });
    found.map_or(last, |((_, words), shares)| (words, shares))
}
