//! The extreme games of a batch played again, one by one, by the rules as written.

use super::totals::Totals;
use crate::core::cards::DealsFrom;
use crate::core::game::Cell;
use crate::core::results::GameBlock;
use crate::lab::spec::Study;

/// The word of the engine that is the rules as written, where a game has several.
const REFERENCE: &str = "reference";

/// A game that a hunt kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its cell, by position.
    pub cell: usize,
    /// Its hunt, by position.
    pub hunt: usize,
    /// 1 for the most extreme.
    pub place: u64,
    /// The index.
    pub game: u64,
    /// Its outcome with its end reason, by position.
    pub end: usize,
    /// Every counter.
    pub counters: Vec<u64>,
    /// The deal; empty for a game without one.
    pub deal: String,
}

/// Plays the games again that the hunts of a study kept, the first `most` of each.
///
/// Errors: a sentence, if one has another value now: a bug of an engine, or counts that were
/// tampered with.
pub fn play_again(study: &Study, totals: &Totals, most: usize) -> Result<Vec<Record>, String> {
    let info = study.info();
    let mut all = Vec::new();
    if let DealsFrom::List(list) = &study.deals.from
        && list.decks.is_empty()
        && totals.records.iter().flatten().any(|records| !records.is_empty())
    {
        // A state says which decks it played, but does not hold them.
        return Err(
            "the games kept cannot be played again without the file of decks; play the run \
                    with its file instead"
                .into(),
        );
    }
    for (c, (cell, records)) in study.cells.iter().zip(&totals.records).enumerate() {
        if records.iter().all(|records| records.is_empty()) {
            continue;
        }
        let engines = study.game.engines();
        let engine = engines.iter().find(|&&word| word == REFERENCE).unwrap_or(&engines[0]);
        let cell = Cell { engine, ..cell.clone() };
        let mut player =
            study.game.player(&[&cell], &study.deals).map_err(|error| error.to_string())?;
        let mut block = [GameBlock::new(info)];
        for (h, (hunt, records)) in study.hunts.iter().zip(records).enumerate() {
            let ends = hunt.ends(info);
            for (place, (value, game)) in (1..).zip(records.iter()).take(most) {
                let games = game..game + 1;
                block[0].reset(games.clone());
                player.play(games, &mut block);
                let end = usize::from(block[0].ends()[0]);
                let counters: Vec<u64> =
                    (0..info.counters.len()).map(|c| block[0].counter(c)[0]).collect();
                if !ends[end] || hunt.value(&counters) != value {
                    return Err(format!(
                        "{}: game {game} was kept as {} with {value}, and is not so when it is \
                         played again",
                        cell.name,
                        hunt.name(info),
                    ));
                }
                let mut deal = String::new();
                player.write_deal(0, 0, &mut deal);
                all.push(Record { cell: c, hunt: h, place, game, end, counters, deal });
            }
        }
    }
    Ok(all)
}
