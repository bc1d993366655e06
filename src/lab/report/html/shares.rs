//! Who wins: all games of a rule set as one bar.

use super::drawing::{Drawing, Rect};
use super::estimate::{Estimate, called, title};
use super::figure::{Figure, MOST_ROWS, Numbers, drawn};
use super::rows::{Panel, rows};
use super::scale::{Unit, brief, percent};
use super::subject::{Entry, Subject};
use crate::lab::spec::measure::Measure;
use crate::lab::tables::summary::equal_seats;

/// A part of all bars: the games of one outcome, or those that nobody won for one reason.
struct Slice {
    /// Its style.
    class: String,
    /// What it is.
    words: String,
    /// Its share of the games of each bar.
    shares: Vec<f64>,
}

/// The figure; nothing without a game.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, mut all) = (subject.info(), subject.entries());
    all.retain(|entry| entry.games() > 0);
    all.first()?;
    let (title, shares) = said(subject, &all);
    let (all, said) = drawn(all, MOST_ROWS, |k, _| shares[k]);
    let measures = || (0..info.outcomes.len()).map(Measure::Outcome);
    let lines = all.iter().map(|entry| {
        let cells = measures().map(|measure| {
            let one = entry.estimated(measure, subject.z());
            let text = one.map_or("\u{2013}".into(), |one| one.text(Unit::Percent));
            (called(info, measure).1, text)
        });
        let nobody = (0..info.end_reasons.len()).filter(|&r| all.iter().any(|e| e.unwon(r) > 0));
        let nobody = nobody.map(|reason| {
            let share = percent(entry.share(entry.unwon(reason)));
            (format!("nobody: {}", subject.reason_words(reason)), share)
        });
        (entry.name.to_owned(), cells.chain(nobody).collect())
    });
    let numbers = Numbers::of("rule set", lines);
    let parts = parts(subject, &all);
    let first = |entry: &Entry<'_>| entry.estimated(Measure::Outcome(0), subject.z());
    let words = |entry| first(entry).map_or(String::new(), |one| one.brief(Unit::Percent));
    let panel = Panel {
        head: String::new(),
        names: all.iter().map(|entry| entry.name).collect(),
        words: all.iter().map(words).collect(),
        high: 24.0,
        ends: [0.0, 100.0],
        axis: None,
        row: Box::new(|drawing, k, place| draw_bar(drawing, &parts, k, place)),
    };
    let drawing = rows("Share of games by outcome", &[panel]);
    let equal = all.iter().map(|entry| (entry.name, &entry.cell.rules));
    let equal = match equal_seats(equal, info) {
        said if said.is_empty() => said,
        said => format!(" Equal seats: {said}."),
    };
    let first = called(info, Measure::Outcome(0)).1;
    let caption = format!(
        "Each bar is all games of a rule set, above it how often {first}.{said} {}{equal}",
        subject.intervals()
    );
    let key = |part: &Slice| (format!("cell {}", part.class), part.words.clone());
    let keys = parts.iter().map(key).collect();
    Some(Figure { keys, ..subject.figure("outcomes", [title, caption], drawing, numbers) })
}

/// The games of the first player, those of nobody by reason, and those of the others.
fn parts(subject: &Subject, all: &[Entry<'_>]) -> Vec<Slice> {
    let (info, decided) = (subject.info(), subject.info().decided());
    let seat = |k: usize| {
        let often = |entry: &Entry<'_>| entry.often(decided[k]).value().unwrap_or(0.0);
        let words = called(info, Measure::Outcome(decided[k])).1;
        Slice { class: format!("seat{k}"), words, shares: all.iter().map(often).collect() }
    };
    let reasons = 0..info.end_reasons.len();
    let unwon = reasons.filter(|&reason| all.iter().any(|entry| entry.unwon(reason) > 0));
    let nobody = unwon.enumerate().map(|(k, reason)| Slice {
        class: match info.end_reasons[reason] {
            word if info.stopped.contains(&word) => "none0".into(),
            word if info.endless.contains(&word) => "none1".into(),
            _ => format!("none{}", 2 + k % 2),
        },
        words: format!("nobody: {}", subject.reason_words(reason)),
        shares: all.iter().map(|entry| entry.share(entry.unwon(reason))).collect(),
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

impl Entry<'_> {
    /// Games that nobody won and that ended for this reason.
    pub fn unwon(&self, reason: usize) -> u64 {
        let outcomes = self.tally.info().outcomes.iter().enumerate();
        let undecided = outcomes.filter(|(_, outcome)| !outcome.decided);
        undecided.map(|(o, _)| self.tally.games_at(o, reason)).sum()
    }
}

/// The title, and the shares that it goes by: of one rule set every outcome; of several how often nobody wins, or
/// the first player, whichever is found to differ.
fn said(subject: &Subject, all: &[Entry<'_>]) -> (String, Vec<f64>) {
    let (info, z) = (subject.info(), subject.z_among(all.len()));
    let value = |one: Option<Estimate>| one.map_or(0.0, |one| one.value);
    if let [entry] = all
        && entry.given_up() == 0
    {
        let outcomes = (0..info.outcomes.len()).map(Measure::Outcome).map(|measure| {
            let share = value(entry.estimated(measure, z));
            format!("{} {}", called(info, measure).1, brief(share))
        });
        return (outcomes.collect::<Vec<_>>().join(", "), vec![0.0]);
    }
    let outcomes = (0..info.outcomes.len()).rev().filter(|&o| o == 0 || !info.outcomes[o].decided);
    let mut said = outcomes.map(|o| {
        let (_, label, unit) = called(info, Measure::Outcome(o));
        let one = |entry: &Entry<'_>| entry.estimated(Measure::Outcome(o), z);
        let named = all.iter().map(|entry| (format!("with {}", entry.name), one(entry)));
        let named: Vec<_> = named.collect();
        let shares = named.iter().map(|(_, one)| value(*one)).collect();
        (title(&label, unit, &named, None), shares)
    });
    let mut last = Default::default();
    let found = said.find(|((is_found, words), shares)| {
        last = (words.clone(), Vec::clone(shares));
        *is_found
    });
    found.map_or(last, |((_, words), shares)| (words, shares))
}
