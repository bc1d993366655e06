//! Games sorted by a feature of their deals: what every measure does from one of its values to the next.

use super::chart::{Curves, Point};
use super::estimate::{Estimate, called};
use super::figure::{Figure, MOST_SERIES, by_place, drawn};
use super::scale::Unit;
use super::subject::Subject;
use super::sweep::of_measures;
use crate::core::strata::Strata;
use crate::lab::spec::measure::Measure;
use crate::lab::study::estimate::of_stratum;

/// A title names no value of which fewer games were played.
const FEW: u64 = 30;

/// A figure for each measure and feature by which the only run sorted its games.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let Some(state) = subject.only() else { return Vec::new() };
    let (entries, strata) = (subject.entries(), &state.totals.strata);
    let exact = state.study.is_exact();
    let of_feature = |(b, &by): (usize, &usize)| {
        let feature = subject.info().features[by].name;
        let axis = feature.replace('_', " ");
        let estimate = |strata: &[Strata], measure: Measure, z: f64| {
            let points = strata[b].by_value().map(|(value, stratum)| {
                let found = of_stratum(stratum, measure, z, exact);
                (value, Estimate::of_run(found, measure))
            });
            points.collect::<Vec<_>>()
        };
        // What a title says is of the values of one rule set, the one in which they are most surely apart.
        let points = strata.iter().map(|strata| strata[b].by_value().count()).sum::<usize>();
        let z = subject.z_among(2 * points * subject.measures().len());
        let cells = |measure| {
            let of_cell = |(k, of_cell): (usize, &Vec<Strata>)| {
                let with = match entries.len() {
                    1 => String::new(),
                    _ => format!("with {} ", entries[k].name),
                };
                let is_enough = of_cell[b].by_value().map(|(_, one)| exact || one.games() >= FEW);
                let points = estimate(of_cell, measure, z).into_iter().zip(is_enough);
                let where_is = |x| format!("{with}where {axis} is {}", Unit::Whole.short(x as f64));
                let points = points.filter(|(_, is_enough)| *is_enough);
                points.map(|((x, one), _)| (where_is(x), one)).collect::<Vec<_>>()
            };
            strata.iter().enumerate().map(of_cell).collect::<Vec<_>>()
        };
        let surest = |measure| {
            let apart = |points: &Vec<(String, Option<Estimate>)>| {
                let all = || points.iter().filter_map(|(_, one)| Some(one.as_ref()?.ends()));
                let low = all().map(|ends| ends.0).fold(f64::NEG_INFINITY, f64::max);
                low - all().map(|ends| ends.1).fold(f64::INFINITY, f64::min)
            };
            let found = cells(measure).into_iter().filter(|points| apart(points) > 0.0);
            found.max_by(|a, b| apart(a).total_cmp(&apart(b)))
        };
        let is_found = |measure: &Measure| surest(*measure).is_some();
        let differing = subject.measures().into_iter().filter(is_found).collect();
        let named = |measure, _| surest(measure).unwrap_or_else(|| cells(measure).concat());
        let curves = |measure| {
            let all = entries.iter().zip(strata).map(|(entry, strata)| {
                let points = estimate(strata, measure, subject.z()).into_iter();
                let points =
                    points.filter_map(|(x, y)| Some(Point { x: x as f64, y: y?, ringed: false }));
                (entry.name.to_owned(), points.collect())
            });
            let all = drawn(all.collect(), MOST_SERIES, by_place).0;
            let (_, label, unit) = called(subject.info(), measure);
            Curves { axis: &axis, label, unit, all }.draw()
        };
        let said = drawn((0..entries.len()).collect(), MOST_SERIES, by_place).1;
        let caption = format!("Games by what their deal shows, {feature}.{said}");
        of_measures(subject, &format!("by-{feature}"), &caption, Some(differing), named, curves)
    };
    state.study.by.iter().enumerate().flat_map(of_feature).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
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
                Unit::Percent.short(one.outcomes[0] as f64 / one.games() as f64)
            };
            format!("A wins: {} where aces a is 0, {} where aces a is 4", share(0), share(4))
        });
        assert_eq!(figure.numbers.rows.len(), 5);
    }

    /// With several rule sets the least and the most of all are of two of them; and of one game there is no
    /// interval, which is not that it is exact.
    #[test]
    fn a_title_compares_values_of_one_rule_set_that_were_played_often_enough() {
        let study = Study::war(["bicycle", "one-down"]).unwrap().games(3_000);
        let finished = study.by("first_pass_ties").unwrap().run().unwrap();
        let all = figures(vec![Stored::of_finished(&finished, "x", "batch")]);
        let draws = all.iter().find(|figure| figure.title.starts_with("Draw: ")).unwrap();
        assert!(draws.title.contains("no difference found; 0 % to "), "{}", draws.title);
        for figure in all.iter().filter(|figure| figure.id.starts_with("by-")) {
            let with = |name: &str| figure.title.contains(&format!("with {name} "));
            assert!(!(with("bicycle") && with("one-down")), "{}", figure.title);
        }
        let rare: Vec<i64> = finished.totals.strata[0][0]
            .by_value()
            .filter(|(_, one)| one.games() < FEW)
            .map(|(value, _)| value)
            .collect();
        assert!(!rare.is_empty());
        let named = |value: &i64| {
            let words = format!("ties is {value}");
            all.iter().any(|f| f.title.ends_with(&words) || f.title.contains(&format!("{words},")))
        };
        assert!(!rare.iter().any(named), "{:?}", all.iter().map(|f| &f.title).collect::<Vec<_>>());
    }
}
