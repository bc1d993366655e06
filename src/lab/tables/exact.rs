//! Words of exact answers.

use super::Tables;
use super::summary::{outcomes, without};
use crate::core::wording::said::Said;
use crate::core::wording::text::grouped;
use crate::lab::study::Finished;

/// How many orders the deck has, also where only some of them were played.
fn orders(finished: &Finished) -> u64 {
    let whole = finished.study.whole();
    whole.end - whole.start
}

/// What came out, for the terminal.
pub fn render(tables: &Tables<'_>) -> Said {
    let (finished, info) = (tables.finished(), tables.info());
    let mut said = Said::words_of(heading(finished));
    for row in tables.rows() {
        said.gap();
        said.words("", row.name);
        outcomes(&mut said, tables, row, ["orders", "share"]);
        let open = row.given_up() > 0;
        let length = info.length().name;
        let moments = row.tally.moments(0, &info.all_outcomes());
        if let Some(mean) = moments.mean() {
            let (sum, n) = (moments.sum, moments.n);
            let (mean, exactly) = match open {
                false => (format!("{mean:.6}"), "exactly"),
                true => (format!("at least {mean:.6}"), "those played"),
            };
            said.words("  ", format!("{length}: mean {mean}, {exactly} {sum} / {n}"));
        }
    }
    said
}

/// Which orders were played, and how fast; no speed for games that were not played now.
fn heading(finished: &Finished) -> String {
    let (of, first) = (grouped(orders(finished)), finished.study.first_game);
    let mut text = match &finished.study.part_of {
        None if of == "1" => "the only order of the deck".into(),
        None => format!("all {of} orders of the deck"),
        Some(_) if finished.games == 0 => format!("none of {of} orders of the deck"),
        Some(_) => {
            let last = grouped(first + finished.study.games - 1);
            let orders = format!("orders {} to {last} of {of} of the deck", grouped(first));
            orders + &without(&finished.study) + ", each once"
        }
    };
    if !finished.elapsed.is_zero() {
        text.push_str(&format!("; played in {:.2} s", finished.elapsed.as_secs_f64()));
    }
    text
}
