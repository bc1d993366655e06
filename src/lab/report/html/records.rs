//! The extreme games that a hunt kept.

use super::figure::{Cells, Numbers};
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

impl Kept {
    /// Games with what is said of each, its film, and what replays it.
    pub fn of(
        title: String,
        games: impl IntoIterator<Item = (Cells, Option<usize>, Option<String>)>,
    ) -> Self {
        let (mut films, mut commands) = (Vec::new(), Vec::new());
        let rows = games.into_iter().zip(1..).map(|((cells, film, command), place)| {
            films.push(film);
            commands.extend(command);
            (place.to_string(), cells)
        });
        let numbers = Numbers::of("Place", rows.collect::<Vec<_>>());
        Self { title, numbers, films, commands }
    }
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
                let own = records.iter().filter(|record| (record.cell, record.hunt) == (c, h));
                let games = own.map(|record| {
                    let game = record.game;
                    let film = films.iter().position(|film| film.game == entry.zip(Some(game)));
                    let command = entry.and_then(|k| replay(&entries[k], game));
                    let more = [("Game", grouped(game))];
                    (row(info, (record.end, &record.counters), more), film, command)
                });
                let name = entry.map_or(cell.name.as_str(), |k| entries[k].name);
                let kind = match hunt.by {
                    By::Endless => "Games that never end, the first by index".into(),
                    _ => capital(&hunt.name(info).replace('-', " ")),
                };
                tables.push(Kept::of(format!("{kind}: {name}"), games));
            }
        }
    }
    tables.retain(|kept: &Kept| !kept.numbers.rows.is_empty());
    tables
}

/// What a row says of a game: its counters and its end, and what else is known.
pub fn row<const N: usize>(
    info: &GameInfo,
    (end, counters): (usize, &[u64]),
    more: [(&str, String); N],
) -> Cells {
    let outcome = info.outcomes[info.outcome_of(end)].label;
    let reason = info.end_reasons[end % info.end_reasons.len()];
    let name = |k: usize| capital(info.counters[k].name).replace('_', " ");
    let counters = counters.iter().enumerate().map(|(k, &n)| (name(k), grouped(n)));
    let ended = [("Outcome", outcome.into()), ("End reason", reason.into())];
    let more = ended.into_iter().chain(more).map(|(head, cell)| (head.into(), cell));
    counters.chain(more).collect()
}
