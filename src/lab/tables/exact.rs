//! Tables and words of exact answers.

use crate::core::game::GameInfo;
use crate::core::table::{Table, Value};
use crate::core::wording::text::{Align, columns, grouped, wrapped};
use crate::lab::study::Finished;
use crate::lab::study::exact::{FiniteExtremes, extremes};

/// The words of the two extremes, in their order.
const EXTREMES: [&str; 2] = ["shortest", "longest"];

/// `exact.csv`, `extremes.csv` and the other tables of nothing but whole counts.
pub fn tables(finished: &Finished) -> Vec<Table> {
    let mut all = vec![counts(finished), finite(finished, &extremes(finished))];
    all.extend(super::columns::whole_counts(finished));
    all
}

/// Columns of what was dealt, before the rest.
fn header(info: &GameInfo, rest: &[&str]) -> Vec<String> {
    let setup = info.setup_columns.iter().chain(&["orders"]);
    ["rules"].iter().chain(setup).chain(rest).map(ToString::to_string).collect()
}

/// How many orders the deck has, also where only some of them were played.
fn orders(finished: &Finished) -> u64 {
    let whole = finished.study.whole();
    whole.end - whole.start
}

/// Their values for cell `k`.
fn dealt(finished: &Finished, k: usize) -> Vec<Value> {
    let cell = &finished.study.cells[k];
    let mut row: Vec<Value> = vec![cell.rule_set.as_str().into()];
    row.extend(cell.rules.setup_values.iter().cloned());
    row.push(orders(finished).into());
    row
}

/// `exact.csv`: how many orders end so, at each length.
fn counts(finished: &Finished) -> Table {
    let info = finished.study.info();
    let length = info.length().name;
    let mut table =
        Table::new("exact.csv", header(info, &["outcome", "end_reason", length, "games"]));
    for (k, tally) in finished.totals.cells.iter().enumerate() {
        for (outcome, words) in info.outcomes.iter().enumerate() {
            for (reason, word) in info.end_reasons.iter().enumerate() {
                for (length, games) in tally.counts_at(0, outcome, reason) {
                    let mut row = dealt(finished, k);
                    row.extend([words.name.into(), (*word).into(), length.into(), games.into()]);
                    table.push(row);
                }
            }
        }
    }
    table
}

/// `extremes.csv`: the shortest and the longest finite game, with the first order that has it.
fn finite(finished: &Finished, extremes: &[FiniteExtremes]) -> Table {
    let info = finished.study.info();
    let length = info.length().name;
    let rest = ["extreme", length, "games", "outcome", "end_reason", "index", "deck"];
    let mut table = Table::new("extremes.csv", header(info, &rest));
    for (k, extremes) in extremes.iter().enumerate() {
        for (word, found) in EXTREMES.iter().zip(extremes) {
            let Some(found) = found else { continue };
            let mut row = dealt(finished, k);
            row.extend([
                (*word).into(),
                found.length.into(),
                found.orders.into(),
                info.outcomes[found.outcome].name.into(),
                info.end_reasons[found.reason].into(),
                found.index.into(),
                Value::deal(&found.deal),
            ]);
            table.push(row);
        }
    }
    table
}

/// What came out, for the terminal; `given_rules` is what to type for each rule set, if
/// they have names outside.
pub fn render(finished: &Finished, given_rules: &[String]) -> String {
    let (study, info) = (&finished.study, finished.study.info());
    let extremes = extremes(finished);
    let mut text = heading(finished);
    for (k, tally) in finished.totals.cells.iter().enumerate() {
        text.push_str(&format!("\n{}\n", study.cells[k].name));
        let mut lines = vec![["", "orders", "share"].map(String::from).to_vec()];
        for (outcome, words) in info.outcomes.iter().enumerate() {
            let games = tally.games_won(outcome);
            let share = games as f64 / finished.games as f64;
            lines.push(vec![format!("  {}", words.label), grouped(games), format!("{share:.9}")]);
        }
        text.push_str(&columns(&[Align::Left, Align::Right, Align::Right], &lines));
        let ended = info.end_reasons.iter().enumerate();
        let ended: Vec<String> = ended
            .filter(|&(reason, _)| tally.games_ended(reason) > 0)
            .map(|(reason, word)| format!("{word}\u{a0}{}", grouped(tally.games_ended(reason))))
            .collect();
        text.push_str(&wrapped("  ended by ", &ended.join(", ")));
        let length = info.length().name;
        let moments = tally.moments(0, &info.all_outcomes());
        if let Some(mean) = moments.mean() {
            let (sum, n) = (moments.sum, moments.n);
            text.push_str(&format!("  {length}: mean {mean:.6}, exactly {sum} / {n}\n"));
        }
        for (word, found) in EXTREMES.iter().zip(&extremes[k]) {
            let Some(found) = found else { continue };
            text.push_str(&format!(
                "  {word} game that ends: {} {length}, {} of the orders, the first of them\n    {}\n",
                grouped(found.length),
                grouped(found.orders),
                found.deal
            ));
            let rules = given_rules.get(k);
            let command = rules.and_then(|rules| study.game.replay_deal(rules, &found.deal));
            if let Some(command) = command {
                text.push_str(&format!("    see it with {command} --trace\n"));
            }
        }
    }
    text
}

/// Which orders were played, and how fast; no speed for games that were not played now.
fn heading(finished: &Finished) -> String {
    let (of, first) = (grouped(orders(finished)), finished.study.first_game);
    let mut text = match &finished.study.part_of {
        None => format!("every one of {of} orders of the deck, each once"),
        Some(_) if finished.games == 0 => format!("none of {of} orders of the deck"),
        Some(_) => {
            let last = grouped(first + finished.games - 1);
            format!("orders {} to {last} of {of} of the deck, each once", grouped(first))
        }
    };
    if !finished.elapsed.is_zero() {
        text.push_str(&format!("; played in {:.2} s", finished.elapsed.as_secs_f64()));
    }
    text + "\n"
}
