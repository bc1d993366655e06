//! Playing an experiment: all at once, look by look until precise enough, with or without rows.

use std::io;
use std::ops::Range;

use super::Study;
use super::precision::{Reached, look};
use super::rows::{Encoded, PerGameFile};
use crate::cli::failure::Failure;
use crate::cli::results::Run;
use crate::core::stats::LookSchedule;
use crate::core::stats::columns::Columns;
use crate::core::stats::workload::Workload as _;
use crate::games::war::batch::{WarBatch, WarTotals};
use crate::lab::report::manifest::FileRecord;
use crate::lab::run::{Rows, run as play_all};

/// What came out.
#[derive(Debug)]
pub struct Played {
    /// The counts.
    pub totals: WarTotals,
    /// Games of each rule set.
    pub games: u64,
    /// How precise they are, where a precision was asked for.
    pub reached: Vec<Reached>,
    /// The file with a row per game.
    pub per_game: Option<FileRecord>,
}

/// Plays everything.
pub fn play(
    study: &Study<'_>,
    batch: &WarBatch,
    run: &Run,
    per_game: Option<PerGameFile>,
) -> Result<Played, Failure> {
    let e = &study.experiment;
    let mut player = Player { run, per_game, expected: e.games };
    if batch.cells().len() == 1 || player.per_game.is_none() {
        let (totals, games, reached) =
            run.under_bar(e.games, || player.until_precise(study, batch, true))?;
        return player.finish(totals, games, reached);
    }

    // Rows come in the order of the command, rule set by rule set, so each plays on its own. Pairs
    // and precisions need all of them side by side before.
    let together = !e.until.is_empty() || e.pairs != crate::games::war::comparison::Pairs::None;
    let mut side_by_side = None;
    if together {
        player.expected = e.games.saturating_mul(1 + batch.cells().len() as u64);
    } else {
        player.expected = e.games.saturating_mul(batch.cells().len() as u64);
    }
    run.under_bar(player.expected, || {
        if together {
            side_by_side = Some(player.until_precise(study, batch, false)?);
        }
        let games = side_by_side.as_ref().map_or(e.games, |&(_, games, _)| games);
        let range = e.first_game..e.first_game + games;
        let mut singles = WarTotals { cells: Vec::new(), pairs: Vec::new(), strata: Vec::new() };
        for single in batch.one_by_one() {
            let totals = player.play(&single, range.clone(), true)?;
            singles.cells.extend(totals.cells);
            singles.strata.extend(totals.strata);
        }
        Ok(side_by_side.take().unwrap_or((singles, games, Vec::new())))
    })
    .and_then(|(totals, games, reached)| player.finish(totals, games, reached))
}

struct Player<'r> {
    run: &'r Run,
    per_game: Option<PerGameFile>,
    /// Games that will be played in all, for the message of a run that is stopped.
    expected: u64,
}

impl Player<'_> {
    /// Plays one range.
    fn play(
        &mut self,
        batch: &WarBatch,
        range: Range<u64>,
        with_rows: bool,
    ) -> Result<WarTotals, Failure> {
        let (threads, control) = (self.run.threads, &*self.run.control);
        let result = match self.per_game.as_mut().filter(|_| with_rows) {
            None => play_all::<_, Vec<u8>, io::Error>(batch, range, threads, control, None),
            Some(file) => {
                let empty = || batch.empty_rows();
                let path = file.path().to_owned();
                let encoder = file.begin(&empty()).map_err(|e| PerGameFile::failure(&path, &e))?;
                let rows = Rows {
                    empty: &empty,
                    encode: &|block: &Columns| encoder.encode(block),
                    write: &mut |block: io::Result<Encoded>| file.write(block?),
                };
                play_all(batch, range, threads, control, Some(rows))
            }
        };
        result.map_err(|error| {
            self.run.failure(error, self.expected, |e| {
                let path = self.per_game.as_ref().map_or("--per-game".as_ref(), |f| f.path());
                PerGameFile::failure(path, e)
            })
        })
    }

    /// Plays until every precision asked for is reached, looking at fixed numbers of games only.
    fn until_precise(
        &mut self,
        study: &Study<'_>,
        batch: &WarBatch,
        with_rows: bool,
    ) -> Result<(WarTotals, u64, Vec<Reached>), Failure> {
        let e = &study.experiment;
        let looks: Vec<u64> = if e.until.is_empty() || e.games == 0 {
            vec![e.games]
        } else {
            LookSchedule::new(e.games).looks().collect()
        };
        let mut totals = batch.tally();
        let (mut games, mut reached) = (0, Vec::new());
        for next in looks {
            let range = e.first_game + games..e.first_game + next;
            let more = self.play(batch, range, with_rows)?;
            batch.merge(&mut totals, more);
            games = next;
            reached = look(e, &totals, games);
            if !reached.is_empty() && reached.iter().all(Reached::is_reached) {
                break;
            }
        }
        Ok((totals, games, reached))
    }

    fn finish(
        self,
        totals: WarTotals,
        games: u64,
        reached: Vec<Reached>,
    ) -> Result<Played, Failure> {
        let per_game = self.per_game.map(PerGameFile::finish).transpose()?;
        Ok(Played { totals, games, reached, per_game })
    }
}
