//! Games sorted by a feature of their deals: what every measure does from one of its values to the next.

use super::curves::{Counted, Courses};
use super::estimate::Estimate;
use super::figure::{FROM_BOTH_ENDS, Figure, MOST_SERIES, by_place, drawn};
use super::found::{bands, called};
use super::scale::Unit;
use super::subject::Subject;
use crate::core::game::Often;
use crate::core::strata::Stratum;
use crate::lab::spec::measure::Measure;

/// A figure for each feature by which the only run sorted its games.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let Some((_, state)) = subject.runs().next().filter(|_| subject.runs().count() == 1) else {
        return Vec::new();
    };
    let figure = |(b, &by): (usize, &usize)| {
        let feature = subject.info().features[by].name;
        let (names, strata) = (subject.entries(), &state.totals.strata);
        let (z, exact) = (subject.z(), state.study.is_exact());
        let curves = names.iter().zip(strata).map(|(entry, strata)| {
            let points = strata[b].by_value().map(|(value, stratum)| Counted {
                x: value as f64,
                games: stratum.games(),
                ringed: false,
                estimate: Box::new(move |measure| estimate(stratum, measure, z, exact)),
            });
            (entry.name.to_owned(), points.collect())
        });
        let curves: Vec<(String, Vec<Counted<'_>>)> = curves.collect();
        let (axis, measures) = (feature.replace('_', " "), subject.measures());
        let found = finding(subject, strata.iter().map(|strata| strata[b].by_value()), &axis);
        let (curves, said) = drawn(curves, MOST_SERIES, by_place, FROM_BOTH_ENDS);
        let caption = format!(
            "Games by what their deal shows, {feature}.{said} {}",
            bands(subject, "Bands and whiskers")
        );
        let words = [format!("by-{feature}"), caption];
        Courses { words, axis, curves, measures, found, subject }.figure()
    };
    state.study.by.iter().enumerate().filter_map(figure).collect()
}

/// The estimate of a measure of the games with one value; of lengths none where games were given up.
fn estimate(stratum: &Stratum, measure: Measure, z: f64, exact: bool) -> Option<Estimate> {
    let open = stratum.given_up() > 0;
    match measure {
        Measure::Outcome(k) => {
            let often = Often::counted(stratum.outcomes[k], stratum.won(k), stratum.games());
            Estimate::of(often, z, exact)
        }
        Measure::Length => {
            let moments = stratum.moments();
            let value = moments.mean().filter(|_| !open)?;
            let error = moments.std_err().filter(|_| !exact);
            let interval = error.map(|error| ((value - z * error).max(0.0), value + z * error));
            Some(Estimate { value, interval, open })
        }
    }
}

/// What the numbers allow to say in a title: of the first measure in which two values are known to differ the
/// two that do most surely.
fn finding<'s, S: Iterator<Item = (i64, &'s Stratum)>>(
    subject: &Subject,
    strata: impl Iterator<Item = S>,
    axis: &str,
) -> (usize, String) {
    let all: Vec<(i64, &Stratum)> = strata.flatten().collect();
    let measures = subject.measures();
    let z = subject.z_among(2 * all.len() * measures.len());
    let exact = subject.entries().iter().all(|entry| entry.is_exact());
    let surely = |m: usize| {
        let known =
            || all.iter().filter_map(|(x, one)| Some((*x, estimate(one, measures[m], z, exact)?)));
        let low = known().min_by(|a, b| a.1.ends().1.total_cmp(&b.1.ends().1))?;
        let high = known().max_by(|a, b| a.1.ends().0.total_cmp(&b.1.ends().0))?;
        let (_, label, unit) = called(subject.info(), measures[m]);
        let [from, to] = [low, high].map(|(_, one)| unit.short(one.value));
        let [one, other] = [low, high].map(|(x, _)| Unit::Whole.short(x as f64));
        let words = format!("{label}: {from} where {axis} is {one}, {to} where it is {other}");
        (low.1.ends().1 < high.1.ends().0 && low.0 != high.0).then_some((m, words))
    };
    let found = (0..measures.len()).find_map(surely);
    found.unwrap_or_else(|| (0, format!("No difference found by {axis}")))
}

#[cfg(test)]
mod tests {
    use crate::lab::report::html::figures;
    use crate::lab::spec::Study;
    use crate::lab::store::stored::Stored;

    #[test]
    fn who_has_the_aces_is_a_curve_whose_title_is_true() {
        let study = Study::war(["umass"]).unwrap().games(20_000).by("aces_a").unwrap();
        let finished = study.run().unwrap();
        let all = figures(vec![Stored::of_finished(&finished, "x", "batch")]);
        let figure = all.iter().find(|figure| figure.id == "by-aces_a").unwrap();
        assert_eq!(figure.title, {
            let share = |aces: i64| {
                let strata = finished.totals.strata[0][0].by_value();
                let one = strata.into_iter().find(|(value, _)| *value == aces).unwrap().1;
                super::Unit::Percent.short(one.outcomes[0] as f64 / one.games() as f64)
            };
            format!("A wins: {} where aces a is 0, {} where it is 4", share(0), share(4))
        });
        assert_eq!(figure.views[0].numbers.rows.len(), 5);
    }
}
