//! What a batch says on the terminal.

use std::time::Duration;

use super::Study;
use super::play::Played;
use super::precision::Reached;
use crate::cli::results::Run;
use crate::core::stats::wilson;
use crate::games::war::batch::WarBatch;
use crate::games::war::comparison::Pairs;
use crate::games::war::result::{EndReason, Outcome};
use crate::games::war::tables::{BatchFacts, lengths, ratio};
use crate::games::war::tally::WarTally;
use crate::lab::report::text::{Align, WIDTH, bars, bins, columns, grouped, wrapped};
use crate::lab::study::Story;

/// Bars of the length histogram.
const BARS: u64 = 12;

/// The whole text, without comparisons.
pub fn render(
    study: &Study<'_>,
    batch: &WarBatch,
    played: &Played,
    facts: &BatchFacts,
    run: &Run,
    elapsed: Duration,
) -> String {
    let cells = batch.cells();
    let mut text = story(&study.experiment.story);
    text.push_str(&heading(cells.len() as u64, facts, run, elapsed));
    if study.experiment.pairs != Pairs::None {
        text.push('\n');
        text.push_str(&overview(batch, played, facts));
        for reached in &played.reached {
            text.push_str(&format!("\n{}\n", cells[reached.cell].name));
            text.push_str(&precision_line(study, facts.games, reached));
        }
        return text;
    }
    for (k, (cell, tally)) in cells.iter().zip(&played.totals.cells).enumerate() {
        text.push_str(&format!("\n{}\n", cell.name));
        text.push_str(&outcomes(study, facts, tally));
        text.push_str(&ends(tally, facts.games));
        text.push_str(&length_lines(study, facts, k, tally));
        for reached in played.reached.iter().filter(|reached| reached.cell == k) {
            text.push_str(&precision_line(study, facts.games, reached));
        }
    }
    text
}

/// A word as it can be typed into a shell.
fn shell_quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "._/+-:=@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A line per rule set, for comparisons, which say the rest.
fn overview(batch: &WarBatch, played: &Played, facts: &BatchFacts) -> String {
    let mut lines = vec![
        ["", "A wins", "B wins", "draw", "battles: mean", "median"].map(String::from).to_vec(),
    ];
    for (cell, tally) in batch.cells().iter().zip(&played.totals.cells) {
        let all = lengths(tally, &Outcome::ALL);
        let mut line = vec![cell.name.clone()];
        line.extend(Outcome::ALL.map(|outcome| {
            let share = ratio(tally.games_won(outcome).into(), facts.games);
            share.map_or("-".into(), |r| format!("{r:.5}"))
        }));
        line.push(all.mean.map_or("-".into(), |mean| format!("{mean:.2}")));
        line.push(all.median.map_or("-".into(), grouped));
        lines.push(line);
    }
    let right = Align::Right;
    columns(&[Align::Left, right, right, right, right, right], &lines)
}

/// Title, reason and expectation, wrapped.
pub fn story(story: &Story) -> String {
    let mut text = String::new();
    if let Some(title) = &story.title {
        text.push_str(&wrapped("", title));
    }
    for (label, words) in [("why: ", &story.why), ("expected: ", &story.expected)] {
        if let Some(words) = words {
            text.push_str(&wrapped(label, words));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn heading(cells: u64, facts: &BatchFacts, run: &Run, elapsed: Duration) -> String {
    let first = facts.first_game;
    let from = if first > 0 { format!(" from game {}", grouped(first)) } else { String::new() };
    let each = if cells > 1 { " of each rule set" } else { "" };
    let played = facts.games.saturating_mul(cells);
    let speed = played as f64 / elapsed.as_secs_f64().max(1e-9);
    let s = if facts.games == 1 { "" } else { "s" };
    format!(
        "{} game{s}{each}, seed {}{from}\nplayed in {:.2} s ({} games/s, {} threads)\n",
        grouped(facts.games),
        facts.seed,
        elapsed.as_secs_f64(),
        grouped(speed as u64),
        run.threads.count(),
    )
}

/// A line per outcome: games, ratio, interval.
fn outcomes(study: &Study<'_>, facts: &BatchFacts, tally: &WarTally) -> String {
    let percent = 100.0 * study.experiment.confidence;
    let mut lines =
        vec![["", "games", "ratio", &format!("{percent} % interval")].map(String::from).to_vec()];
    for outcome in Outcome::ALL {
        let games = tally.games_won(outcome);
        let (low, high) = wilson(games, facts.games, facts.z);
        let label = match outcome {
            Outcome::A => "  A wins",
            Outcome::B => "  B wins",
            Outcome::Draw => "  draw",
        };
        lines.push(vec![
            label.into(),
            grouped(games),
            ratio(games.into(), facts.games).map_or("-".into(), |r| format!("{r:.5}")),
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
            // No break between a reason and its number.
            format!("{}\u{a0}{share:.2}\u{a0}%", reason.name())
        })
        .collect();
    if parts.is_empty() { String::new() } else { wrapped("  ended by ", &parts.join(", ")) }
}

fn length_lines(study: &Study<'_>, facts: &BatchFacts, cell: usize, tally: &WarTally) -> String {
    let histogram = tally.lengths_of(&Outcome::ALL);
    let all = lengths(tally, &Outcome::ALL);
    let (Some(mean), Some(median), Some(longest)) = (all.mean, all.median, tally.longest()) else {
        return String::new();
    };
    let std_err = all.std_err.map_or(String::new(), |e| format!(" (s.e. {e:.2})"));
    let mut text = format!("  battles: mean {mean:.2}{std_err}, median {}\n", grouped(median));
    text.push_str(&format!(
        "  longest: {} battles, game {}",
        grouped(longest.battles),
        longest.game
    ));
    match study.rules_as_given(cell) {
        Some(rules) => text.push_str(&format!(
            "; see it with\n    war-sim play --seed {} --game {} --rules {} --trace\n",
            facts.seed,
            longest.game,
            shell_quoted(rules),
        )),
        None => text.push('\n'),
    }
    // Beyond the 99th percentile one bar must do, or a single endless game flattens all the others.
    let cut = all.p99.unwrap_or(longest.battles);
    text.push_str("  battles of a game\n");
    for line in bars(&bins(histogram.counts(), BARS, cut), facts.games).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    debug_assert!(text.lines().all(|line| line.len() <= WIDTH || line.contains("war-sim play")));
    text
}

fn precision_line(study: &Study<'_>, games: u64, reached: &Reached) -> String {
    let (low, high) = reached.interval;
    let verdict = if reached.is_reached() { "reached" } else { "not reached" };
    format!(
        "  {} {low:.5} to {high:.5}: half-width {:.5}, wanted {}: {verdict}\n    \
         at {} games; this {} % interval is valid at any stopping point\n",
        reached.target.measure.name(),
        reached.half_width(),
        reached.target.half_width,
        grouped(games),
        100.0 * study.experiment.confidence,
    )
}
