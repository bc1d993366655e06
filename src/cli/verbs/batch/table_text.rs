//! What a batch says on the terminal.

use std::path::Path;
use std::time::Duration;

use crate::report::text::{Align, WIDTH, bars, bins, columns, grouped};
use crate::stats::wilson;
use crate::war::batch::Cell;
use crate::war::result::{EndReason, Outcome};
use crate::war::tables::{lengths, ratio};
use crate::war::tally::WarTally;

use super::plan::Plan;

/// Bars of the length histogram.
const BARS: u64 = 12;

/// The whole text.
pub fn render(plan: &Plan, tallies: &[WarTally], elapsed: Duration, target: &Path) -> String {
    let cells = plan.batch.cells();
    let mut text = heading(plan, elapsed);
    for (cell, tally) in cells.iter().zip(tallies) {
        text.push('\n');
        text.push_str(&rule_set(plan, cell, tally));
    }
    text.push_str(&format!("\nwritten to {}\n", target.display()));
    text
}

fn heading(plan: &Plan, elapsed: Duration) -> String {
    let cells = plan.batch.cells().len() as u64;
    let first = plan.facts.first_game;
    let from = if first > 0 { format!(" from game {}", grouped(first)) } else { String::new() };
    let each = if cells > 1 { " of each rule set, on the same decks" } else { "" };
    let played = plan.games.saturating_mul(cells);
    let speed = played as f64 / elapsed.as_secs_f64().max(1e-9);
    format!(
        "{} games{each}, seed {}{from}\nplayed in {:.2} s ({} games/s, {} threads)\n",
        grouped(plan.games),
        plan.facts.seed,
        elapsed.as_secs_f64(),
        grouped(speed as u64),
        plan.threads.count(),
    )
}

fn rule_set(plan: &Plan, cell: &Cell, tally: &WarTally) -> String {
    let mut text = format!("{}\n", cell.name);
    text.push_str(&outcomes(plan, tally));
    text.push_str(&ends(tally, plan.games));
    text.push_str(&length_lines(plan, cell, tally));
    text
}

/// A line per outcome: games, ratio, interval.
fn outcomes(plan: &Plan, tally: &WarTally) -> String {
    let percent = 100.0 * plan.confidence;
    let mut lines =
        vec![["", "games", "ratio", &format!("{percent} % interval")].map(String::from).to_vec()];
    for outcome in Outcome::ALL {
        let games = tally.games_won(outcome);
        let (low, high) = wilson(games, plan.games, plan.facts.z);
        let label = match outcome {
            Outcome::A => "  A wins",
            Outcome::B => "  B wins",
            Outcome::Draw => "  draw",
        };
        lines.push(vec![
            label.into(),
            grouped(games),
            ratio(games.into(), plan.games).map_or("-".into(), |r| format!("{r:.5}")),
            format!("{low:.5} to {high:.5}"),
        ]);
    }
    columns(&[Align::Left, Align::Right, Align::Right, Align::Left], &lines)
}

/// How the games ended, the reasons that occurred.
fn ends(tally: &WarTally, games: u64) -> String {
    let parts: Vec<String> = EndReason::ALL
        .iter()
        .filter(|&&reason| tally.games_ended(reason) > 0)
        .map(|&reason| {
            let share = 100.0 * tally.games_ended(reason) as f64 / games as f64;
            format!("{} {share:.2} %", reason.name())
        })
        .collect();
    wrapped("  ended by ", &parts)
}

/// Parts with commas, broken into lines that fit.
fn wrapped(label: &str, parts: &[String]) -> String {
    let mut text = String::new();
    let mut line = String::from(label);
    for (k, part) in parts.iter().enumerate() {
        let comma = if k + 1 < parts.len() { "," } else { "" };
        if line.len() + part.len() + 2 > WIDTH && line.len() > label.len() {
            text.push_str(line.trim_end());
            text.push('\n');
            line = " ".repeat(label.len());
        }
        line.push_str(part);
        line.push_str(comma);
        line.push(' ');
    }
    if !parts.is_empty() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn length_lines(plan: &Plan, cell: &Cell, tally: &WarTally) -> String {
    let histogram = tally.lengths_of(&Outcome::ALL);
    let all = lengths(tally, &Outcome::ALL);
    let (Some(mean), Some(median), Some(longest)) = (all.mean, all.median, tally.longest()) else {
        return String::new();
    };
    let std_err = all.std_err.map_or(String::new(), |e| format!(" (s.e. {e:.2})"));
    let mut text = format!("  battles: mean {mean:.2}{std_err}, median {}\n", grouped(median));
    let rules = plan.rules_as_given(&cell.name);
    text.push_str(&format!(
        "  longest: {} battles, game {}; see it with\n    war-sim play --seed {} --game {} --rules {} --trace\n",
        grouped(longest.battles),
        longest.game,
        plan.facts.seed,
        longest.game,
        rules,
    ));
    // Beyond the 99th percentile one bar must do, or a single endless game flattens all the others.
    let cut = all.p99.unwrap_or(longest.battles);
    text.push_str("  battles of a game\n");
    for line in bars(&bins(histogram.counts(), BARS, cut), plan.games).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text
}
