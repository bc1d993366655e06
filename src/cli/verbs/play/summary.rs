//! The result of one game.

use std::fmt::Write as _;

use serde::Serialize;

use crate::cli::rule_names::NamedRules;
use crate::games::war::result::{GameResult, Outcome};
use crate::games::war::trace::ending;

/// The result as lines for people, after lines that say where the deck is from.
pub fn text(origin: &[(&'static str, String)], rules: &NamedRules, result: &GameResult) -> String {
    let players = rules.display.players;
    // Named players are told apart from the seats that files and messages speak of.
    let seats = ["A", "B"].map(String::from);
    let named = [0, 1].map(|k| match players[k] == seats[k] {
        true => seats[k].clone(),
        false => format!("{} ({})", players[k], seats[k]),
    });
    let outcome = match result.outcome {
        Outcome::A => format!("{} wins", named[0]),
        Outcome::B => format!("{} wins", named[1]),
        Outcome::Draw => "a draw".into(),
    };
    let reason = ending(&rules.rules, result, players);
    let mut lines = vec![("rules", rules.name.clone())];
    lines.extend(origin.iter().cloned());
    lines.extend([
        ("outcome", outcome),
        ("end reason", format!("{}: {reason}", result.end_reason.name())),
        ("battles", result.battles.to_string()),
        ("rounds", result.rounds.to_string()),
        ("wars", result.wars.to_string()),
        ("deepest war", result.deepest_war.to_string()),
        ("cards left", format!("{} {}, {} {}", named[0], result.cards_a, named[1], result.cards_b)),
    ]);
    lines.iter().map(|(name, value)| format!("{name:<12}  {value}\n")).collect()
}

/// The result as one line of JSON.
pub fn json(result: &GameResult) -> String {
    #[derive(Serialize)]
    struct Line {
        outcome: &'static str,
        value: i32,
        end_reason: &'static str,
        battles: u64,
        rounds: u64,
        wars: u64,
        deepest_war: u64,
        cards_a: u64,
        cards_b: u64,
    }
    super::events::json_line(&Line {
        outcome: result.outcome.name(),
        value: result.outcome.value(),
        end_reason: result.end_reason.name(),
        battles: result.battles,
        rounds: result.rounds,
        wars: result.wars,
        deepest_war: result.deepest_war,
        cards_a: result.cards_a,
        cards_b: result.cards_b,
    })
}

/// The result as a row of CSV, appended to `row`.
pub fn csv(line: u64, result: &GameResult, row: &mut String) {
    let GameResult { outcome, end_reason, battles, rounds, wars, deepest_war, .. } = result;
    let (outcome, value, reason) = (outcome.name(), outcome.value(), end_reason.name());
    // Writing to a String cannot fail; no field needs quotes.
    let _ =
        writeln!(row, "{line},{outcome},{value},{reason},{battles},{rounds},{wars},{deepest_war}");
}
