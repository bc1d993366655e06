//! Games sorted by a feature of their deals: what every measure does from one of its values to the next.

use super::chart::{Curves, Point};
use super::dot::{Dot, Known, Unit, called};
use super::figure::{Figure, MOST_ROWS, both_ends, by_place};
use super::sweep::of_measures;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::{OfFeature, Tables};

/// A title claims nothing of means of fewer games.
const FEW: u64 = 30;

/// A figure for each measure and feature by which the only run sorted its games.
pub fn figures(tables: &Tables<'_>) -> Vec<Figure> {
    tables.features().into_iter().flat_map(|feature| of_feature(tables, feature)).collect()
}

fn of_feature<'t>(tables: &'t Tables<'_>, feature: &'static str) -> Vec<Figure> {
    let (info, axis) = (tables.info(), feature.replace('_', " "));
    let all: Vec<&OfFeature> = tables.strata.iter().filter(|one| one.feature == feature).collect();
    let dot = |one: &OfFeature, measure| Dot::of(one.find(measure)?, measure);
    let times = tables.wider_among(2 * all.len() * tables.measures().len());
    // What a title claims is of two values of one rule set: the least and the most, if they are surely apart, else those
    // that are most surely so. The interval of a mean of few games says little.
    let surest = |measure| {
        let apart = |games: &[&'t OfFeature]| {
            let known = games.iter().filter_map(|one| {
                let dot = dot(one, measure)?.wider(times);
                let is_mean = matches!(measure, Measure::Mean(_));
                let is_known = tables.is_exact() || !is_mean || one.games() >= FEW;
                is_known.then_some((*one, dot))
            });
            let two = |of: fn(&Dot) -> [f64; 2]| {
                let [low, high] = [0, 1].map(|end| move |one: &(_, Dot)| of(&one.1)[end]);
                let low = known.clone().min_by(|a, b| low(a).total_cmp(&low(b)))?;
                let high = known.clone().max_by(|a, b| high(a).total_cmp(&high(b)))?;
                let apart = high.1.ends().0 - low.1.ends().1;
                Some((apart, [low.0, high.0])).filter(|(apart, _)| *apart > 0.0)
            };
            let surest = two(|one| [one.ends().1, one.ends().0])?;
            Some((surest.0, two(|one| [one.value; 2]).unwrap_or(surest).1))
        };
        let is_open = |one: &&OfFeature| dot(one, measure).is_none_or(|one| one.open);
        let found = all.chunk_by(|a, b| a.row == b.row).filter_map(apart);
        let found = found.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|_| !all.iter().any(is_open));
        found.map(|(_, two)| two)
    };
    let known = |measure| surest(measure).map_or(Known::Nothing, |_| Known::Intervals);
    let named = |measure| {
        let of = surest(measure).map_or_else(|| all.clone(), Vec::from);
        let named = of.into_iter().map(|one| {
            let with = match tables.names.full.len() {
                1 => String::new(),
                _ => format!("with {} ", tables.names.short[one.row]),
            };
            let value = Unit::Whole.short(one.value as f64);
            (format!("{with}where {axis} is {value}"), dot(one, measure))
        });
        named.collect()
    };
    let (shown, said) =
        both_ends(all.chunk_by(|a, b| a.row == b.row).collect(), MOST_ROWS, by_place);
    let curves = |measure| {
        // Of other counters than the length strata keep no sums.
        if !all.iter().any(|one| one.find(measure).is_some()) {
            return Vec::new();
        }
        let curve = |games: &&[&OfFeature]| {
            let point = |one: &&OfFeature| {
                Some(Point { x: one.value as f64, y: dot(one, measure)?, ringed: false })
            };
            (tables.names.short[games[0].row].clone(), games.iter().filter_map(point).collect())
        };
        let (_, label, unit) = called(info, measure);
        Curves { axis: &axis, label, unit, all: shown.iter().map(curve).collect() }.draw()
    };
    let caption = format!("Games by {axis}.{said}");
    let words = [&format!("by-{feature}"), caption.as_str()];
    of_measures(tables, words, known, named, curves)
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
    }

    /// Where nothing is sure it goes from the least to the most of all, also of those that were played once.
    #[test]
    fn a_title_that_claims_nothing_is_made_from_all_values() {
        for games in [10, 400] {
            let study = Study::war(["umass"]).unwrap().games(games);
            let finished = study.ask(|spec| spec.by.push("aces_a".into())).unwrap().run().unwrap();
            let tables = Tables::of(Run::of(&finished, "batch"));
            let values = |measure| {
                let of = tables.strata.iter().map(move |one| one.estimate(measure).value.unwrap());
                ends(of).map(|(low, high)| [low, high].map(|one| Unit::Percent.short(one))).unwrap()
            };
            let [least, most] = values(Measure::Outcome(2));
            let all = figures(std::slice::from_ref(&tables));
            let title = |words: &str| {
                let found = all.iter().find(|f| f.id.starts_with("by-") && f.title.contains(words));
                found.map(|figure| figure.title.clone()).unwrap()
            };
            assert_eq!(title("Draw: "), format!("Draw: {least} to {most}"));
            assert!(!title("Battles: ").contains("given up"), "{}", title("Battles: "));
        }
    }

    #[test]
    fn every_rule_set_is_drawn_eight_of_them_in_a_figure() {
        let sets: Vec<String> = (1..=12).map(|k| format!("umass{{limit.at={}}}", 50 * k)).collect();
        let study = Study::war(sets.iter().map(String::as_str)).unwrap().games(50);
        let finished = study.ask(|spec| spec.by.push("aces_a".into())).unwrap().run().unwrap();
        let all = figures(&[Tables::of(Run::of(&finished, "batch"))]);
        let of = |id: &str| all.iter().find(|figure| figure.id == id).unwrap();
        let ids = all.iter().filter(|figure| figure.id.starts_with("by-aces_a"));
        let first = ids.clone().next().unwrap().id.clone();
        let second = ids.clone().nth(1).unwrap();
        assert_eq!((of(&first).keys.len(), second.keys.len()), (8, 4));
        assert!(second.title.ends_with(", 2 of 2"), "{}", second.title);
    }
}
