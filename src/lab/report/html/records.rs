//! The extreme games that a hunt kept.

use super::figure::Numbers;
use super::reel::{Shown, replay};
use super::subject::{Subject, capital};
use crate::core::game::GameInfo;
use crate::core::wording::digits::grouped;
use crate::lab::spec::hunt::By;
use crate::lab::study::records::play_again;

/// Games of each hunt that the page shows.
pub const SHOWN: usize = 20;

/// Games that were kept, of one kind.
pub struct Kept {
    /// What they are.
    pub title: String,
    /// A row for each.
    pub numbers: Numbers,
    /// Which film of the page is of the game of each row.
    pub films: Vec<Option<usize>>,
    /// What replays each of them in a terminal; none where nothing does.
    pub commands: Vec<String>,
}

/// A table for every kept kind of game of every cell; none without a hunt.
pub fn tables(subject: &Subject, films: &[Shown]) -> Vec<Kept> {
    let (info, entries) = (subject.info(), subject.entries());
    let mut tables = Vec::new();
    for (_, state) in subject.runs() {
        let study = &state.study;
        // Games on decks from a file cannot be played again without it.
        let Ok(records) = play_again(study, &state.totals, SHOWN) else { continue };
        for (c, cell) in study.cells.iter().enumerate() {
            for (h, hunt) in study.hunts.iter().enumerate() {
                let entry = entries.iter().position(|entry| std::ptr::eq(entry.cell, cell));
                let own = || records.iter().filter(|record| (record.cell, record.hunt) == (c, h));
                let rows = own().map(|record| {
                    let game = (record.end, record.counters.as_slice());
                    (record.place.to_string(), row(info, game, [grouped(record.game)]))
                });
                let rows: Vec<(String, Vec<String>)> = rows.collect();
                if rows.is_empty() {
                    continue;
                }
                let name = entry.map_or(cell.name.as_str(), |k| entries[k].name);
                let film = |game| films.iter().position(|film| film.game == entry.zip(Some(game)));
                let command = |game| replay(&entries[entry?], game);
                let commands = own().filter_map(|record| command(record.game)).collect();
                let kind = match hunt.by {
                    By::Endless => "Games that never end, the first by index".into(),
                    _ => capital(&hunt.name(info).replace('-', " ")),
                };
                let title = format!("{kind}: {name}");
                let columns = columns(info, ["Game"]);
                let numbers = Numbers { corner: "Place".into(), columns, rows };
                let films = own().map(|record| film(record.game)).collect();
                tables.push(Kept { title, numbers, films, commands });
            }
        }
    }
    tables
}

/// The columns of such a table, with the last ones.
pub fn columns<const N: usize>(info: &GameInfo, last: [&str; N]) -> Vec<String> {
    let counters = info.counters.iter().map(|counter| capital(counter.name).replace('_', " "));
    let more = ["Outcome", "End reason"].into_iter().chain(last).map(Into::into);
    counters.chain(more).collect()
}

/// What a row says of a game: its end and its counters, and what else is known.
pub fn row<const N: usize>(
    info: &GameInfo,
    (end, counters): (usize, &[u64]),
    last: [String; N],
) -> Vec<String> {
    let outcome = info.outcomes[info.outcome_of(end)].label;
    let reason = info.end_reasons[end % info.end_reasons.len()];
    let counters = counters.iter().map(|&n| grouped(n));
    counters.chain([outcome.into(), reason.into()]).chain(last).collect()
}
