//! The extreme games that a hunt kept.

use super::figure::Numbers;
use super::subject::{Subject, capital};
use crate::core::wording::digits::grouped;
use crate::lab::study::records::play_again;

/// Games of each hunt that the page shows.
const SHOWN: usize = 20;

/// A table for every kept kind of game of every cell, with its title; none without a hunt.
pub fn tables(subject: &Subject) -> Vec<(String, Numbers)> {
    let (info, entries) = (subject.info(), subject.entries());
    let mut tables = Vec::new();
    for (_, state, _) in subject.runs() {
        let study = &state.study;
        // Games on decks from a file cannot be played again without it.
        let Ok(records) = play_again(study, &state.totals, SHOWN) else { continue };
        for (c, cell) in study.cells.iter().enumerate() {
            for (h, hunt) in study.hunts.iter().enumerate() {
                let own = records.iter().filter(|record| (record.cell, record.hunt) == (c, h));
                let rows = own.map(|record| {
                    let outcome = &info.outcomes[info.outcome_of(record.end)];
                    let reason = info.end_reasons[record.end % info.end_reasons.len()];
                    let mut row: Vec<String> =
                        record.counters.iter().map(|&n| grouped(n)).collect();
                    row.extend([outcome.label.into(), reason.into(), grouped(record.game)]);
                    (record.place.to_string(), row)
                });
                let rows: Vec<(String, Vec<String>)> = rows.collect();
                if rows.is_empty() {
                    continue;
                }
                let counters = info.counters.iter().map(|counter| capital(counter.name));
                let columns = counters.map(|name| name.replace('_', " "));
                let columns = columns.chain(["Outcome", "End reason", "Game"].map(Into::into));
                let name = entries.iter().find(|entry| std::ptr::eq(entry.cell, cell));
                let name = name.map_or(cell.name.as_str(), |entry| entry.name);
                let kind = capital(&hunt.name(info).replace('-', " "));
                let title = format!("{kind}: {name}");
                let numbers = Numbers { corner: "Place".into(), columns: columns.collect(), rows };
                tables.push((title, numbers));
            }
        }
    }
    tables
}
