//! What the columns of tables hold, in words: for the data package.

use crate::core::info::GameInfo;

/// Columns that mean the same for every game; `file.csv:column` where the table matters.
const COMMON: &[(&str, &str)] = &[
    ("rules", "name of the rule set"),
    ("precision.csv:rules", "name of the rule set; for a difference, both"),
    ("rules_1", "first rule set of the pair"),
    ("rules_2", "second rule set of the pair"),
    ("seed", "the seed"),
    ("first_game", "index of the first game"),
    ("games", "number of games"),
    ("recipe", "how seed and index became a deal: name and version"),
    ("confidence", "confidence of the intervals in this row"),
    ("outcome", "how the games came out"),
    ("end_reason", "why the games ended"),
    ("decided_games", "games that somebody won"),
    ("figure", "what was published"),
    ("reported", "the published figure"),
    ("tolerance", "how far the figure may be off, as published"),
    ("obtained", "the figure here"),
    ("std_err", "standard error of the figure here"),
    ("z", "how many standard errors the two are apart"),
    ("agrees", "whether they agree: yes, no, or nearest where no reading of the source does"),
    ("readings", "how many readings of the source's rules were tried"),
    ("fitted", "whether this reading was chosen among them because it fits"),
    ("says", "who published it, and where"),
    ("order", "what the games are ordered by, such as the longest first"),
    ("place", "place in this order, from 1"),
    ("game", "index of the game"),
    ("deck", "the cards in dealing order, or the deal in the game's notation"),
    ("measure", "what is estimated or compared"),
    ("value_1", "the measure under the first rule set"),
    ("value_2", "the measure under the second rule set"),
    ("difference", "value_2 - value_1"),
    ("comparison.csv:ci_low", "lower end of the interval of the difference"),
    ("comparison.csv:ci_high", "upper end of the interval of the difference"),
    ("ci_low", "lower end of the interval"),
    ("ci_high", "upper end of the interval"),
    ("p_value", "probability of a difference at least this large if there were none"),
    ("p_adjusted", "the same, adjusted for all rows by Holm's method"),
    ("method", "how interval and test were found"),
    ("feature", "what the deal shows"),
    ("value", "the value of the feature"),
    ("estimate", "the estimate"),
    ("half_width", "half the width of the interval"),
    (
        "wanted",
        "the half-width that was asked for; of a decision the smallest difference that matters",
    ),
    ("reached", "whether it was reached: yes or no"),
];

/// Ends of the names of columns about a length, with what they are.
const PARTS: &[(&str, &str)] = &[
    ("_mean", "mean"),
    ("_std_dev", "standard deviation (divisor n - 1)"),
    ("_std_err", "standard error of the mean"),
    ("_min_game", "index of the first game with the fewest"),
    ("_max_game", "index of the first game with the most"),
    ("_min", "smallest"),
    ("_p05", "0.05-quantile (nearest rank)"),
    ("_p25", "0.25-quantile (nearest rank)"),
    ("_median", "median (nearest rank)"),
    ("_p75", "0.75-quantile (nearest rank)"),
    ("_p95", "0.95-quantile (nearest rank)"),
    ("_p99", "0.99-quantile (nearest rank)"),
    ("_max", "largest"),
];

/// What a column of a table of this game holds; `None` if nothing is known of it.
pub fn column(info: &GameInfo, file: &str, name: &str) -> Option<String> {
    let exact = format!("{file}:{name}");
    let known = |key: &str| {
        let all = info.columns.iter().chain(COMMON);
        all.clone().find(|(column, _)| *column == key).map(|(_, text)| (*text).to_owned())
    };
    known(&exact)
        .or_else(|| known(name))
        .or_else(|| of_outcome(info, name))
        .or_else(|| of_pair(info, name))
        .or_else(|| of_length(info, name))
}

/// Columns about an outcome: its count, its ratio and the interval of that.
fn of_outcome(info: &GameInfo, name: &str) -> Option<String> {
    info.outcomes.iter().find_map(|outcome| {
        let games = format!("games with the outcome {}", outcome.label);
        if name == outcome.count {
            return Some(games);
        }
        match name.strip_prefix(outcome.key)? {
            "_ratio" => Some(format!("share of {games}")),
            "_ci_low" => Some(format!("share of {games}: lower end of its interval")),
            "_ci_high" => Some(format!("share of {games}: upper end of its interval")),
            _ => None,
        }
    })
}

/// Columns about a pair of rule sets: pairs of outcomes, correlations, games saved.
fn of_pair(info: &GameInfo, name: &str) -> Option<String> {
    for first in info.outcomes {
        for second in info.outcomes {
            if name == format!("{}_{}", first.key, second.key) {
                return Some(format!(
                    "deals with the outcome {} under the first rule set and {} under the second",
                    first.label, second.label
                ));
            }
        }
    }
    let measures = info.outcomes.iter().map(|outcome| outcome.measure);
    measures.chain([info.length().name]).find_map(|measure| match name.strip_prefix(measure)? {
        "_correlation" => Some(format!("correlation of {measure} over the deals")),
        "_games_saved" => {
            Some(format!("games that independent deals would have needed more, for {measure}"))
        }
        _ => None,
    })
}

/// Columns about a counter of the game.
fn of_length(info: &GameInfo, name: &str) -> Option<String> {
    let (name, over) = match name.strip_prefix("decided_") {
        Some(name) => (name, "over the games that somebody won"),
        None => (name, "over all games"),
    };
    info.counters.iter().find_map(|counter| {
        let part = name.strip_prefix(counter.name)?;
        let (_, what) = PARTS.iter().find(|(end, _)| *end == part)?;
        Some(format!("{}: {what}, {over}", counter.name))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::game::AnyGame;
    use crate::games;
    use crate::lab::spec::{NamedRules, Pairs, Study};
    use crate::lab::tables::columns;

    /// A study of this game that fills every table.
    fn study(game: Arc<dyn AnyGame>) -> Study {
        let game = match game.usual_gear() {
            Some((kind, text)) => game.with_gear(kind, "dice", text).unwrap(),
            None => game,
        };
        let presets = game.presets();
        let rule_sets = presets.iter().take(2).map(|preset| NamedRules {
            name: preset.name.into(),
            rules: game.preset(preset.name).unwrap(),
            engine: game.engines()[0],
        });
        let rule_sets = rule_sets.collect();
        let study = Study::new(game, rule_sets).unwrap().of_games(0..300).comparing(Pairs::All);
        let length = format!("{}:1e9", study.info().length().name);
        let feature = study.info().features[0].name;
        study.by(feature).and_then(|study| study.until(&length)).unwrap()
    }

    #[test]
    fn every_column_of_every_table_of_every_game_is_described() {
        for game in games::all() {
            let finished = study(game).run().unwrap();
            let info = finished.study.info();
            let mut tables = columns::all(&finished, &finished.comparisons());
            for (s, series) in info.series.iter().enumerate() {
                // Also what these few games did not happen to fill.
                let mut header = vec!["rules"];
                header.extend(series.keys.iter().chain([&info.series[s].count]));
                tables.push(crate::core::table::Table::new(series.file, header));
            }
            assert!(tables.len() >= 6, "{}: {} tables", info.name, tables.len());
            for table in tables {
                for name in &table.header {
                    let found = column(info, table.file, name);
                    assert!(found.is_some(), "{}: {} of {}", info.name, name, table.file);
                }
            }
            let rows = info.columns_of_rows();
            let of_hunts = ["order", "place", "seed", "game", "deck"].into_iter();
            for name in of_hunts.chain(rows.iter().map(|row| row.name)) {
                assert!(column(info, "records.csv", name).is_some(), "{}: {name}", info.name);
            }
            assert_eq!(column(info, "summary.csv", "no_such_column"), None);
        }
    }
}
