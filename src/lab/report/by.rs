//! Games sorted by a feature of their deals: what every measure does from one of its values to the next.

use super::chart::{Curves, Point};
use super::dot::{Dot, Known, Unit, called};
use super::figure::{Figure, MOST_SERIES, both_ends, by_place};
use super::sweep::of_measures;
use crate::lab::tables::{OfFeature, Tables};

/// A title names no value of which fewer games were played.
const FEW: u64 = 30;

/// A figure for each measure and feature by which the only run sorted its games.
pub fn figures(tables: &Tables<'_>) -> Vec<Figure> {
    tables.features().into_iter().flat_map(|feature| of_feature(tables, feature)).collect()
}

fn of_feature(tables: &Tables<'_>, feature: &'static str) -> Vec<Figure> {
    let (info, axis) = (tables.info(), feature.replace('_', " "));
    let all: Vec<&OfFeature> = tables.strata.iter().filter(|one| one.feature == feature).collect();
    let dot = |one: &OfFeature, measure| Dot::of(one.find(measure)?, measure);
    // What a title says is of the values of one rule set, the one in which they are most surely apart.
    let times = tables.wider_among(2 * all.len() * tables.measures().len());
    let rule_sets = |measure| {
        let of_one = |games: &[&OfFeature]| {
            let with = match tables.names.full.len() {
                1 => String::new(),
                _ => format!("with {} ", tables.names.short[games[0].row]),
            };
            let enough = games.iter().filter(|one| tables.is_exact() || one.games() >= FEW);
            let named = enough.map(|one| {
                let value = Unit::Whole.short(one.value as f64);
                (format!("{with}where {axis} is {value}"), dot(one, measure))
            });
            named.collect::<Vec<_>>()
        };
        all.chunk_by(|a, b| a.row == b.row).map(of_one).collect::<Vec<_>>()
    };
    let surest = |measure| {
        let apart = |points: &Vec<(String, Option<Dot>)>| {
            let all =
                || points.iter().filter_map(|(_, one)| Some(one.as_ref()?.wider(times).ends()));
            let low = all().map(|ends| ends.0).fold(f64::NEG_INFINITY, f64::max);
            low - all().map(|ends| ends.1).fold(f64::INFINITY, f64::min)
        };
        let found = rule_sets(measure).into_iter().filter(|points| apart(points) > 0.0);
        found.max_by(|a, b| apart(a).total_cmp(&apart(b)))
    };
    let known = |measure| surest(measure).map_or(Known::Nothing, |_| Known::Differ);
    let named = |measure| surest(measure).unwrap_or_else(|| rule_sets(measure).concat());
    let curves = |measure| {
        let curve = |games: &[&OfFeature]| {
            let point = |one: &&OfFeature| {
                Some(Point { x: one.value as f64, y: dot(one, measure)?, ringed: false })
            };
            (tables.names.short[games[0].row].clone(), games.iter().filter_map(point).collect())
        };
        // Of other counters than the length strata keep no sums.
        all.iter().find_map(|one| one.find(measure))?;
        let curves = all.chunk_by(|a, b| a.row == b.row).map(curve).collect();
        let all = both_ends(curves, MOST_SERIES, by_place).0;
        let (_, label, unit) = called(info, measure);
        Curves { axis: &axis, label, unit, all }.draw()
    };
    let said = both_ends((0..tables.names.full.len()).collect(), MOST_SERIES, by_place).1;
    let caption = format!("Games by what their deal shows, {feature}.{said}");
    let words = [&format!("by-{feature}"), caption.as_str()];
    of_measures(tables, words, known, named, curves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::report::figures;
    use crate::lab::spec::Study;
    use crate::lab::tables::Run;

    #[test]
    fn who_has_the_aces_is_a_curve_whose_title_is_true() {
        let study = Study::war(["umass"])
            .unwrap()
            .games(20_000)
            .ask(|spec| spec.by.push("aces_a".into()))
            .unwrap();
        let finished = study.run().unwrap();
        let all = figures(&[Tables::of(Run::of(&finished, "batch"))]);
        let figure = all.iter().find(|figure| figure.id == "by-aces_a").unwrap();
        assert_eq!(figure.title, {
            let share = |aces: i64| {
                let strata = finished.totals.strata[0][0].by_value();
                let one = strata.into_iter().find(|(value, _)| *value == aces).unwrap().1;
                Unit::Percent.short(one.outcomes[0] as f64 / one.games() as f64)
            };
            format!("A wins: {} where aces a is 0, {} where aces a is 4", share(0), share(4))
        });
        assert_eq!(figure.numbers.len(), 6);
    }

    /// What is drawn is what the games of one value have in their own table, or not drawn.
    #[test]
    fn a_counter_of_which_no_sums_are_kept_by_feature_has_no_figure() {
        let study = Study::war(["umass", "one-down"])
            .unwrap()
            .games(300)
            .ask(|spec| spec.by.push("aces_a".into()))
            .unwrap();
        let study = study.measures(["cards_laid", "draw"]).unwrap();
        let finished = study.run().unwrap();
        let all = figures(&[Tables::of(Run::of(&finished, "batch"))]);
        let ids = all.iter().map(|figure| figure.id.as_str()).filter(|id| id.starts_with("by-"));
        assert_eq!(ids.collect::<Vec<_>>(), ["by-aces_a"]);
        let figure = all.iter().find(|figure| figure.id == "by-aces_a").unwrap();
        assert!(figure.title.starts_with("Draw: "), "{}", figure.title);
    }

    /// With several rule sets the least and the most of all are of two of them; and of one game there is no
    /// interval, which is not that it is exact.
    #[test]
    fn a_title_compares_values_of_one_rule_set_that_were_played_often_enough() {
        let study = Study::war(["bicycle", "one-down"]).unwrap().games(3_000);
        let finished =
            study.ask(|spec| spec.by.push("first_pass_ties".into())).unwrap().run().unwrap();
        let all = figures(&[Tables::of(Run::of(&finished, "batch"))]);
        let draws = all.iter().find(|figure| figure.title.starts_with("Draw: ")).unwrap();
        assert!(draws.title.starts_with("Draw: 0 % to "), "{}", draws.title);
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
