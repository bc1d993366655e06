//! Games sorted by what their deals, or their play, show.

use super::curves::{Counted, Courses};
use super::figure::{Figure, MOST_SERIES, drawn};
use super::shares::bands;
use super::subject::Subject;
use crate::core::game::Often;

/// A figure for each feature that the games of a run were sorted by.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let mut features: Vec<usize> = Vec::new();
    for &by in subject.runs().flat_map(|(_, state, _)| &state.study.by) {
        if !features.contains(&by) {
            features.push(by);
        }
    }
    features.iter().enumerate().filter_map(|(k, &by)| figure(subject, k, by)).collect()
}

fn figure(subject: &Subject, nth: usize, by: usize) -> Option<Figure> {
    let info = subject.info();
    let entries = subject.entries().into_iter().filter_map(|entry| {
        let at = entry.state.study.by.iter().position(|&known| known == by)?;
        Some((entry, entry.strata.get(at)?))
    });
    let entries: Vec<_> = entries.collect();
    let (which, said) = drawn(entries.len(), MOST_SERIES, &[]);
    let curves = entries[..which.len()].iter().map(|(entry, strata)| {
        let points = strata.by_value().map(|(value, stratum)| {
            let moments = stratum.moments();
            let won = &stratum.outcomes[..info.outcomes.len()];
            let games = stratum.games();
            // Some deals only: what holds for all of them need not hold for these.
            let often = |(o, &counted): (usize, &u64)| {
                Often::counted(counted, entry.cell.rules.won_of(entry.tally, won, o), games)
            };
            let length = moments.mean().zip(moments.std_err());
            Counted {
                x: value as f64,
                games,
                won: won.iter().enumerate().map(often).collect(),
                length: length.filter(|_| entry.given_up() == 0),
                exact: entry.is_exact(),
            }
        });
        (entry.name.into(), points.collect())
    });
    let feature = &info.features[by];
    Courses {
        words: [
            if nth == 0 { "strata".into() } else { format!("strata-{}", feature.name) },
            format!("Games by {}", feature.summary),
            format!("In tables this number is called {}. {}{said}", feature.name, bands(subject)),
        ],
        axis: feature.summary.into(),
        curves: curves.collect(),
        measures: subject.measures(),
        z: subject.z(),
    }
    .figure(info, subject.source())
}
