//! Who wins how often: a forest plot of every outcome.

use super::drawing::Size;
use super::figure::{Figure, Numbers, View};
use super::forest::{Estimate, Forest, MOST_ROWS, Panel};
use super::scale::Unit;
use super::subject::{Subject, capital};
use crate::core::wording::digits::{counted, grouped};

/// The figure; nothing without a game.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    if entries.iter().all(|entry| entry.games() == 0) {
        return None;
    }
    let shown = &entries[..entries.len().min(MOST_ROWS)];
    let estimate = |k: usize, outcome: usize| {
        let (entry, won) = (&shown[k], shown[k].tally.games_won(outcome));
        let interval = entry.interval(won, subject.z());
        (entry.games() > 0).then(|| Estimate { value: entry.share(won), interval })
    };
    let panels = info.outcomes.iter().enumerate().map(|(outcome, words)| Panel {
        title: capital(words.label),
        unit: Unit::Percent,
        against: None,
        estimates: (0..shown.len()).map(|k| estimate(k, outcome)).collect(),
    });
    let forest = Forest {
        rows: shown.iter().map(|entry| entry.name.to_owned()).collect(),
        panels: panels.collect(),
        label: format!(
            "Share of games by outcome for {}",
            counted(shown.len() as u64, "rule set", "rule sets")
        ),
    };
    let rows = forest.rows.iter().enumerate().map(|(k, name)| {
        let cells = forest.panels.iter().map(|panel| match panel.estimates[k] {
            None => "no games".into(),
            Some(estimate) => estimate.text(panel.unit),
        });
        (name.clone(), cells.chain([grouped(shown[k].games())]).collect())
    });
    let columns = forest.panels.iter().map(|panel| panel.title.clone());
    let numbers = Numbers {
        corner: "rule set".into(),
        columns: columns.chain(["Games".into()]).collect(),
        rows: rows.collect(),
    };
    Some(Figure {
        id: "outcomes".into(),
        title: "Who wins how often".into(),
        caption: format!(
            "Share of all games{}. Every panel has a scale of its own.{}",
            intervals(subject),
            rest(entries.len())
        ),
        keys: Vec::new(),
        views: vec![View {
            name: "shares",
            label: String::new(),
            note: String::new(),
            wide: forest.draw(Size::Wide),
            narrow: forest.draw(Size::Narrow),
            numbers,
        }],
        beside: None,
    })
}

/// Which shares have intervals, and which are exact.
fn intervals(subject: &Subject) -> String {
    let exact = subject.entries().iter().filter(|entry| entry.is_exact()).count();
    let percent = percent_of(subject.confidence());
    match exact {
        0 => format!(", each with its {percent} % interval (Wilson)"),
        n if n == subject.entries().len() => {
            ", exact because every order of the deck was played".into()
        }
        _ => format!(
            ": estimates with their {percent} % intervals (Wilson), exact shares (every order of \
             the deck was played) without"
        ),
    }
}

/// What is said of bands and whiskers along an axis.
pub fn bands(subject: &Subject) -> String {
    match subject.entries().iter().all(|entry| entry.is_exact()) {
        true => "Every order of the deck was played, so the numbers are exact.".into(),
        false => {
            format!("Bands and whiskers are {} % intervals.", percent_of(subject.confidence()))
        }
    }
}

/// A confidence in per cent, as short as it can be.
pub fn percent_of(confidence: f64) -> String {
    let text = format!("{:.4}", 100.0 * confidence);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// What is said where not every row is drawn.
pub fn rest(rows: usize) -> String {
    match rows > MOST_ROWS {
        true => format!(" The first {MOST_ROWS} of {rows} are drawn; the tables have all."),
        false => String::new(),
    }
}
