//! Games sorted by what the deal shows.

use super::curves::{Counted, Course, Courses};
use super::figure::{Figure, MOST_SERIES};
use super::shares::bands;
use super::subject::Subject;

/// A figure for the feature that the games of the first sorted run were sorted by.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let info = subject.info();
    let by = subject.runs().find_map(|(_, state, _)| state.study.by)?;
    let entries = subject.entries().into_iter().filter(|entry| entry.state.study.by == Some(by));
    let curves = entries.take(MOST_SERIES).filter_map(|entry| {
        let points = entry.strata?.by_value().map(|(value, stratum)| {
            let moments = stratum.moments();
            Counted {
                x: value as f64,
                won: stratum.outcomes[..info.outcomes.len()].to_vec(),
                length: moments.mean().zip(moments.std_err()),
                exact: entry.is_exact(),
            }
        });
        Some(Course { name: entry.name.into(), points: points.collect() })
    });
    let feature = &info.features[by];
    Courses {
        words: [
            "strata".into(),
            format!("What the deal shows: {}", feature.name),
            format!("Games sorted by {}: {}. {}", feature.name, feature.summary, bands(subject)),
        ],
        axis: feature.name.into(),
        log: false,
        curves: curves.collect(),
        measures: subject.measures(),
        z: subject.z(),
    }
    .figure(info)
}
