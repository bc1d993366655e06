//! Games sorted by a feature of their deals: what every measure does from one of its values to the next.

use indexmap::IndexSet;

use super::chart::{Curves, Point};
use super::dot::{Dot, Unit, called};
use super::figure::{Figure, MOST_SERIES};
use super::sweep::of_measures;
use crate::lab::tables::{OfFeature, Tables};

/// A figure for each measure and feature by which a run sorted its games.
pub fn figures(tables: &Tables) -> Vec<Figure> {
    let features: IndexSet<&str> = tables.strata.iter().map(|one| one.feature).collect();
    features.into_iter().flat_map(|feature| of_feature(tables, feature)).collect()
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

    fn played(rules: &[&str], by: &str, games: u64, measures: Option<Vec<String>>) -> Tables {
        let study = Study::war(rules.iter().copied()).unwrap().games(games);
        let asked = study.ask(|spec| (spec.by, spec.measures) = (vec![by.into()], measures));
        Tables::of(Run::of(asked.unwrap().run().unwrap()))
    }

    fn by(tables: &Tables) -> Vec<Figure> {
        let mut all = figures(std::slice::from_ref(tables));
        all.retain(|figure| figure.id.starts_with("by-"));
        all
    }

    /// Also of two rule sets, and of values that were played once.
    #[test]
    fn a_title_goes_from_the_least_to_the_most_of_all_that_is_drawn() {
        for (rules, feature, games) in [
            (&["umass"][..], "aces_a", 10),
            (&["umass"], "lead_changes", 3_000),
            (&["bicycle", "one-down"], "first_pass_ties", 3_000),
        ] {
            let tables = played(rules, feature, games, None);
            let all = by(&tables);
            for measure in tables.measures() {
                let (_, label, unit) = called(tables.info(), measure);
                let values = tables.strata.iter().map(|one| one.estimate(measure).value.unwrap());
                let (least, most) = ends(values).unwrap();
                let title = &all.iter().find(|f| f.title.starts_with(&label)).unwrap().title;
                assert!(title.contains(&unit.short(least)), "{title}: {least}");
                assert!(title.contains(&unit.short(most)), "{title}: {most}");
            }
        }
    }

    #[test]
    fn every_rule_set_is_drawn_eight_of_them_in_a_figure() {
        // A counter of which no sums are kept by feature has none.
        let measures = ["cards_laid", "draw"].map(String::from).to_vec();
        let all = by(&played(&["umass", "one-down"], "aces_a", 300, Some(measures)));
        let title = &all[0].title;
        let is_draw = title.starts_with("Draw: ") && title.contains("aces a ");
        assert!(all.len() == 1 && is_draw, "{title}");
        let sets: Vec<String> = (1..=12).map(|k| format!("umass{{limit.at={}}}", 50 * k)).collect();
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let mut all = by(&played(&sets, "aces_a", 50, None));
        all.retain(|figure| figure.id.starts_with("by-aces_a"));
        assert_eq!((all[0].keys.len(), all[1].keys.len()), (8, 4));
        // A title is of what its figure shows.
        for k in (1..=12).map(|k| 50 * k) {
            let told = all[..2].iter().filter(|f| f.title.contains(&format!("at={k},")));
            let at = format!("={k}");
            told.for_each(|f| assert!(f.keys.iter().any(|(_, name)| name.ends_with(&at)), "{k}"));
        }
        assert!(all[1].title.ends_with(", 2 of 2"), "{}", all[1].title);
    }
}
