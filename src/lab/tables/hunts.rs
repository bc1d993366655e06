//! The extreme games of a study on the terminal.

use crate::core::game::{Cell, GameInfo};
use crate::core::tally::Tally;
use crate::core::wording::digits::counted;
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, grouped, shell_quoted};
use crate::lab::spec::Hunt;
use crate::lab::spec::hunt::By;
use crate::lab::study::Finished;
use crate::lab::study::records::Record;

/// Games of each hunt that are shown; the file has them all.
const SHOWN: usize = 10;

/// What was left out, the games, and the command that shows the first of each kind again.
pub fn render(said: &mut Said, finished: &Finished) {
    let study = &finished.study;
    for (c, (cell, tally)) in study.cells.iter().zip(&finished.totals.cells).enumerate() {
        said.gap();
        said.words("", &*cell.name);
        let ranks_some = |hunt: &Hunt| hunt.by != By::Endless && !is_of_all(study.info(), hunt);
        if study.hunts.iter().any(ranks_some) {
            said.words("  not ranked, ", left_out(tally, finished.games));
        }
        said.words("  ", given_up(cell, tally));
        for (h, hunt) in study.hunts.iter().enumerate() {
            let own = |record: &&Record| (record.cell, record.hunt) == (c, h);
            let records: Vec<&Record> = finished.records.iter().flatten().filter(own).collect();
            let Some(first) = records.first() else { continue };
            listed(said, study.info(), hunt, &records);
            if let Some(command) = command(finished, cell, first.game) {
                said.words("  ", "see the first with");
                said.line(format!("    {command}"));
            }
        }
    }
}

/// What replays a game of a cell, if its rules have a name outside.
pub fn command(finished: &Finished, cell: &Cell, game: u64) -> Option<String> {
    let study = &finished.study;
    let rule_set = study.rule_sets.iter().position(|named| named.name == cell.rule_set)?;
    let rules = shell_quoted(study.typed(rule_set)?);
    study.game.replay(&rules, &cell.part, study.deals.seed.0, game)
}

/// Whether a hunt ranks every game, however it ended.
fn is_of_all(info: &GameInfo, hunt: &Hunt) -> bool {
    hunt.ends(info).iter().all(|&counts| counts)
}

/// How many games have no end of their own, and why.
fn left_out(tally: &Tally, games: u64) -> String {
    let info = tally.info();
    let mut parts = Vec::new();
    for (reasons, what) in [(info.stopped, "stopped"), (info.endless, "never end")] {
        for &word in reasons {
            let reason = info.end_reasons.iter().position(|&known| known == word);
            let ended = reason.map_or(0, |reason| tally.games_ended(reason));
            if ended > 0 {
                parts.push(format!("{} {what} ({word})", grouped(ended)));
            }
        }
    }
    if parts.is_empty() {
        return String::new();
    }
    format!("of {}: {}", counted(games, "game", "games"), parts.join(", "))
}

/// What a hunt cannot know of games that were given up; empty where none was.
fn given_up(cell: &Cell, tally: &Tally) -> String {
    match cell.rules.given_up(tally) {
        0 => String::new(),
        n => {
            let games = counted(n, "game was", "games were");
            format!(
                "{games} given up: nobody knows whether they end, so longer ones, and more that never \
                 end, may be among them"
            )
        }
    }
}

/// The first games of a hunt.
fn listed(said: &mut Said, info: &GameInfo, hunt: &Hunt, records: &[&Record]) {
    let mut header = vec!["  ".to_owned()];
    header.extend(info.counters.iter().map(|counter| counter.name.replace('_', " ")));
    header.extend(["outcome", "end reason", "game"].map(Into::into));
    let mut lines = vec![header];
    for record in records.iter().take(SHOWN) {
        let mut line = vec![format!("  {}", record.place)];
        line.extend(record.counters.iter().map(|&value| grouped(value)));
        let (outcome, reason) = (info.outcome_of(record.end), record.end % info.end_reasons.len());
        line.push(info.outcomes[outcome].name.into());
        line.push(info.end_reasons[reason].into());
        line.push(record.game.to_string());
        lines.push(line);
    }
    let mut aligns = vec![Align::Right; lines[0].len()];
    let outcome = 1 + info.counters.len();
    (aligns[outcome], aligns[outcome + 1]) = (Align::Left, Align::Left);
    let title = match hunt.by {
        By::Endless => "endless, in the order of the games".into(),
        By::Most(_) | By::Least(_) => {
            let of = if is_of_all(info, hunt) { ", of all games" } else { "" };
            hunt.name(info).replace('-', " ") + of
        }
    };
    said.words("  ", title);
    said.rows(aligns, lines);
    let rest = records.len().saturating_sub(SHOWN) as u64;
    if rest > 0 {
        said.words("  ", format!("and {} in the table `records`", counted(rest, "more", "more")));
    }
}
