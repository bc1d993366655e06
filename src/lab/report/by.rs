//! Games sorted by a feature of their deals: what every measure does from one of its values to the next.

use super::chart::{Curves, Point};
use super::dot::{Dot, Unit, called};
use super::figure::{Figure, MOST_SERIES};
use super::sweep::of_measures;
use crate::lab::tables::{OfFeature, Tables};

/// A figure for each measure and feature by which a run sorted its games.
pub fn figures(tables: &Tables) -> Vec<Figure> {
    tables.features().into_iter().flat_map(|feature| of_feature(tables, feature)).collect()
}

fn of_feature(tables: &Tables, feature: &'static str) -> Vec<Figure> {
    let (info, axis) = (tables.info(), feature.replace('_', " "));
    let all: Vec<&OfFeature> = tables.strata.iter().filter(|one| one.feature == feature).collect();
    let dot = |one: &OfFeature, measure| Dot::of(one.find(measure)?, measure);
    let name = |one: &OfFeature| {
        let of = match tables.names.full.len() {
            1 => String::new(),
            _ => format!("{}, ", tables.names.short[one.row]),
        };
        format!("{of}{axis} {}", Unit::Whole.short(one.value as f64))
    };
    let shown: Vec<_> = all.chunk_by(|a, b| a.row == b.row).collect();
    let curves = |measure| {
        let (_, label, unit) = called(info, measure);
        let curve = |games: &&[&OfFeature]| {
            let point = |one: &&OfFeature| {
                Some(Point { x: one.value as f64, y: dot(one, measure)?, ringed: false })
            };
            (tables.names.short[games[0].row].clone(), games.iter().filter_map(point).collect())
        };
        let drawn = shown.chunks(MOST_SERIES).filter_map(|some| {
            let all = some.iter().map(curve).collect();
            let drawn = Curves { axis: &axis, label: label.clone(), unit, all }.draw()?;
            let own = some.iter().copied().flatten();
            Some((own.map(|one| (name(one), dot(one, measure))).collect(), drawn))
        });
        // Of other counters than the length strata keep no sums.
        drawn.filter(|_| all.iter().any(|one| one.find(measure).is_some())).collect()
    };
    let caption = format!("Games by {axis}.");
    of_measures(tables, [&format!("by-{feature}"), &caption], curves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::report::dot::ends;
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
        let all = figures(&[Tables::of(Run::of(finished.clone()))]);
        let figure = all.iter().find(|figure| figure.id == "by-aces_a").unwrap();
        assert_eq!(figure.title, {
            let share = |aces: i64| {
                let strata = finished.totals.strata[0][0].by_value();
                let one = strata.into_iter().find(|(value, _)| *value == aces).unwrap().1;
                Unit::Percent.short(one.outcomes[0] as f64 / one.games() as f64)
            };
            format!("A wins: {} (aces a 0) to {} (aces a 4)", share(0), share(4))
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
        let study = study
            .ask(|spec| spec.measures = Some(vec!["cards_laid".into(), "draw".into()]))
            .unwrap();
        let finished = study.run().unwrap();
        let all = figures(&[Tables::of(Run::of(finished.clone()))]);
        let ids = all.iter().map(|figure| figure.id.as_str()).filter(|id| id.starts_with("by-"));
        assert_eq!(ids.collect::<Vec<_>>(), ["by-aces_a"]);
        let figure = all.iter().find(|figure| figure.id == "by-aces_a").unwrap();
        assert!(figure.title.starts_with("Draw: "), "{}", figure.title);
    }

    /// Also of two rule sets, and of values that were played once.
    #[test]
    fn a_title_goes_from_the_least_to_the_most_of_all_that_is_drawn() {
        let cases: [(&[&str], &str, u64); 4] = [
            (&["umass"], "aces_a", 10),
            (&["umass"], "aces_a", 400),
            (&["umass"], "lead_changes", 3_000),
            (&["bicycle", "one-down"], "first_pass_ties", 3_000),
        ];
        for (rules, feature, games) in cases {
            let study = Study::war(rules.iter().copied()).unwrap().games(games);
            let finished = study.ask(|spec| spec.by.push(feature.into())).unwrap().run().unwrap();
            let tables = Tables::of(Run::of(finished.clone()));
            let all = figures(std::slice::from_ref(&tables));
            for measure in tables.measures() {
                let (_, label, unit) = called(tables.info(), measure);
                let values = tables.strata.iter().map(|one| one.estimate(measure).value.unwrap());
                let (least, most) = ends(values).unwrap();
                let is_of = |figure: &&Figure| {
                    figure.id.starts_with("by-") && figure.title.starts_with(&label)
                };
                let title = &all.iter().find(is_of).unwrap().title;
                assert!(title.contains(&unit.short(least)), "{title}: {least}");
                assert!(title.contains(&unit.short(most)), "{title}: {most}");
            }
        }
    }

    #[test]
    fn every_rule_set_is_drawn_eight_of_them_in_a_figure() {
        let sets: Vec<String> = (1..=12).map(|k| format!("umass{{limit.at={}}}", 50 * k)).collect();
        let study = Study::war(sets.iter().map(String::as_str)).unwrap().games(50);
        let finished = study.ask(|spec| spec.by.push("aces_a".into())).unwrap().run().unwrap();
        let all = figures(&[Tables::of(Run::of(finished.clone()))]);
        let of = |id: &str| all.iter().find(|figure| figure.id == id).unwrap();
        let ids = all.iter().filter(|figure| figure.id.starts_with("by-aces_a"));
        let first = ids.clone().next().unwrap().id.clone();
        let second = ids.clone().nth(1).unwrap();
        assert_eq!((of(&first).keys.len(), second.keys.len()), (8, 4));
        // A title is of what its figure shows.
        for figure in [of(&first), second] {
            let shown = |k: &usize| figure.title.contains(&format!("at={},", 50 * k));
            for k in (1..=12).filter(shown) {
                assert!(
                    figure.keys.iter().any(|(_, name)| name.ends_with(&format!("={}", 50 * k)))
                );
            }
        }
        assert!(second.title.ends_with(", 2 of 2"), "{}", second.title);
    }
}
