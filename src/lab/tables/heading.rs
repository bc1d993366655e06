//! What was played, and how fast.

use super::Tables;
use crate::core::cards::DealsFrom;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::plain;
use crate::lab::run::ranges::listed;
use crate::lab::spec::{Decks, Study};
use crate::lab::study::Finished;

/// Which games were played.
pub fn of(tables: &Tables<'_>) -> String {
    let Finished { study, games, .. } = tables.finished();
    if tables.is_of_orders() {
        return of_orders(tables.finished());
    }
    let from = match study.first_game {
        0 => without(study),
        first => format!(" from game {}{}", grouped(first), without(study)),
    };
    let many = |one: &str, more: &str| counted(*games, one, more);
    match (&study.deals.from, &study.spec.decks) {
        (DealsFrom::Seed, _) => {
            let each = if study.cells.len() > 1 { " of each rule set" } else { "" };
            format!("{}{each}, seed {}{from}", many("game", "games"), study.deals.seed.0)
        }
        (DealsFrom::List(_), Some(Decks::File(path))) => {
            let name = if path == "-" { "standard input" } else { path };
            format!("{} of {}{from}", many("deck", "decks"), plain::line(name))
        }
        (DealsFrom::List(_), _) => many("given deck", "given decks") + &from,
        (DealsFrom::Orders, _) => many("order", "orders") + " of the deck" + &from,
    }
}

/// Which orders were played, and how long that took.
fn of_orders(finished: &Finished) -> String {
    let Finished { study, games, elapsed, .. } = finished;
    let (whole, first) = (study.whole(), study.first_game);
    // Also where only some of them were played.
    let of = grouped(whole.end - whole.start);
    let mut text = match &study.part_of {
        None if of == "1" => "the only order of the deck".into(),
        None => format!("all {of} orders of the deck"),
        Some(_) if *games == 0 => format!("none of {of} orders of the deck"),
        Some(_) => {
            let (first, last) = (grouped(first), grouped(first + study.games - 1));
            let without = without(study);
            format!("orders {first} to {last} of {of} of the deck{without}, each once")
        }
    };
    if !elapsed.is_zero() {
        text.push_str(&format!("; played in {:.2} s", elapsed.as_secs_f64()));
    }
    text
}

/// Which games no part had, where parts were put together so.
fn without(study: &Study) -> String {
    match study.missing.as_slice() {
        [] => String::new(),
        missing => format!(", without {}", listed(missing)),
    }
}

/// How fast it was; nothing for games that were not played now, and of orders, which say it themselves.
pub fn speed(tables: &Tables<'_>) -> String {
    let Finished { study, games, elapsed, threads, .. } = tables.finished();
    if elapsed.is_zero() || tables.is_of_orders() {
        return String::new();
    }
    let played = games.saturating_mul(study.cells.len() as u64);
    let seconds = elapsed.as_secs_f64();
    let speed = played as f64 / seconds.max(1e-9);
    let threads = counted(threads.count() as u64, "thread", "threads");
    format!("played in {seconds:.2} s ({} games/s, {threads})", grouped(speed as u64))
}
