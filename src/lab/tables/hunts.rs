//! The extreme games of a study on the terminal.

use crate::core::game::{Cell, GameInfo};
use crate::core::tally::Tally;
use crate::core::wording::digits::counted;
use crate::core::wording::text::{Align, columns, grouped, shell_quoted, wrapped};
use crate::lab::spec::Hunt;
use crate::lab::spec::hunt::By;
use crate::lab::study::Finished;
use crate::lab::study::records::Record;

/// Games of each hunt that are shown; the file has them all.
const SHOWN: usize = 10;

/// What was left out, the games, and the command that shows the first of each kind again.
pub fn render(finished: &Finished) -> String {
    let study = &finished.study;
    let mut text = String::new();
    for (c, (cell, tally)) in study.cells.iter().zip(&finished.totals.cells).enumerate() {
        text.push_str(&format!("\n{}\n", cell.name));
        let ranks_some = |hunt: &Hunt| hunt.by != By::Endless && !is_of_all(study.info(), hunt);
        if study.hunts.iter().any(ranks_some) {
            text.push_str(&left_out(tally, finished.games));
        }
        text.push_str(&given_up(cell, tally));
        for (h, hunt) in study.hunts.iter().enumerate() {
            let own = |record: &&Record| (record.cell, record.hunt) == (c, h);
            let records: Vec<&Record> = finished.records.iter().flatten().filter(own).collect();
            let Some(first) = records.first() else { continue };
            text.push_str(&listed(study.info(), hunt, &records));
            let rule_set = study.rule_sets.iter().position(|named| named.name == cell.rule_set);
            let given = rule_set.and_then(|k| study.typed(k));
            let command = given.and_then(|rules| {
                let rules = shell_quoted(rules);
                study.game.replay(&rules, &cell.part, study.deals.seed.0, first.game)
            });
            if let Some(command) = command {
                text.push_str(&format!("  see the first with\n    {command}\n"));
            }
        }
    }
    text
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
    let text = format!("of {}: {}", counted(games, "game", "games"), parts.join(", "));
    wrapped("  not ranked, ", &text)
}

/// What a hunt cannot know of games that were given up; empty where none was.
fn given_up(cell: &Cell, tally: &Tally) -> String {
    match cell.rules.given_up(tally) {
        0 => String::new(),
        n => {
            let games = counted(n, "game was", "games were");
            let words = format!(
                "{games} given up: nobody knows whether they end, so longer ones, and more that never \
                 end, may be among them"
            );
            wrapped("  ", &words)
        }
    }
}

/// The first games of a hunt.
fn listed(info: &GameInfo, hunt: &Hunt, records: &[&Record]) -> String {
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
    let rest = records.len().saturating_sub(SHOWN);
    let more = match rest {
        0 => String::new(),
        n => format!("  and {} in the table `records`\n", counted(n as u64, "more", "more")),
    };
    let title = match hunt.by {
        By::Endless => "endless, in the order of the games".into(),
        By::Most(_) | By::Least(_) => {
            let of = if is_of_all(info, hunt) { ", of all games" } else { "" };
            hunt.name(info).replace('-', " ") + of
        }
    };
    format!("  {title}\n{}{more}", columns(&aligns, &lines))
}
