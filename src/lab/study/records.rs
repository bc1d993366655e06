//! The extreme games of a batch played again, one by one, by the rules as written.

use std::ops::Range;

use super::totals::Totals;
use crate::core::cards::DealsFrom;
use crate::core::game::{Cell, RuleSet};
use crate::core::results::GameBlock;
use crate::core::tally::Tally;
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

/// The deals of the first games of each cell that never end, at most `most`, found again by playing
/// these ranges; each with the rules by which it goes on.
///
/// Errors: a sentence, if there are fewer now than the counts say.
pub fn endless_again(
    study: &Study,
    totals: &Totals,
    ranges: &[Range<u64>],
    most: usize,
) -> Result<Vec<(RuleSet, String)>, String> {
    let info = study.info();
    let mut all = Vec::new();
    for (cell, tally) in study.cells.iter().zip(&totals.cells) {
        let wanted = endless_of(tally).min(most as u64) as usize;
        if wanted == 0 {
            continue;
        }
        // Games at a limit are known never to end only where they were played on without it.
        let rules = study.onward(&cell.rules).unwrap_or_else(|| cell.rules.clone());
        let cell = Cell { rules: rules.clone(), engine: study.game.engines()[0], ..cell.clone() };
        let mut player =
            study.game.player(&[&cell], &study.deals).map_err(|error| error.to_string())?;
        let mut block = [GameBlock::new(info)];
        let before = all.len();
        let blocks = ranges.iter().flat_map(|range| {
            let starts = range.clone().step_by(info.block as usize);
            starts.map(move |first| first..range.end.min(first.saturating_add(info.block)))
        });
        for games in blocks {
            block[0].reset(games.clone());
            player.play(games, &mut block);
            let reason = |end: u8| info.end_reasons[usize::from(end) % info.end_reasons.len()];
            for (k, &end) in block[0].ends().iter().enumerate() {
                if info.endless.contains(&reason(end)) && all.len() - before < wanted {
                    let mut deal = String::new();
                    player.write_deal(0, k, &mut deal);
                    all.push((rules.clone(), deal));
                }
            }
            if all.len() - before == wanted {
                break;
            }
        }
        if all.len() - before < wanted {
            return Err(format!(
                "{}: its counts have games that never end, and fewer are found when it is played again",
                cell.name
            ));
        }
    }
    Ok(all)
}

/// Games that are known never to end.
fn endless_of(tally: &Tally) -> u64 {
    let info = tally.info();
    let ended = info.end_reasons.iter().enumerate();
    let ended = ended.filter(|(_, reason)| info.endless.contains(reason));
    let by_end: u64 = ended.map(|(reason, _)| tally.games_ended(reason)).sum();
    let series = info.series.iter().enumerate().filter(|(_, series)| series.endless);
    let by_cycle: u64 = series.map(|(s, _)| tally.series(s).values().sum::<u64>()).sum();
    by_end.max(by_cycle)
}
