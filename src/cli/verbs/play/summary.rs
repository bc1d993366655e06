//! The result of one game.

use serde::Serialize;

use crate::cli::rule_names::NamedRules;
use crate::core::cards::Card;
use crate::games::war::result::{GameResult, Outcome};
use crate::games::war::trace::ending;

/// What is written for each deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A row.
    Csv,
    /// An object, with the cards left.
    JsonLines,
}

/// The result as lines for people, after lines that say where the deck is from.
pub fn text(origin: &[(&'static str, String)], rules: &NamedRules, result: &GameResult) -> String {
    let players = rules.display.players;
    // Named players are distinguished from the seats that files and messages speak of.
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

/// The result as one line of JSON, with the cards left to A and B; of a file also the line.
pub fn json(line: Option<u64>, result: &GameResult, left: &[Vec<Card>; 2]) -> String {
    #[derive(Serialize)]
    struct Line<'r> {
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        outcome: &'static str,
        value: i32,
        end_reason: &'static str,
        battles: u64,
        rounds: u64,
        wars: u64,
        deepest_war: u64,
        cards_a: u64,
        cards_b: u64,
        hand_a: &'r [Card],
        hand_b: &'r [Card],
    }
    super::events::json_line(&Line {
        line,
        outcome: result.outcome.name(),
        value: result.outcome.value(),
        end_reason: result.end_reason.name(),
        battles: result.battles,
        rounds: result.rounds,
        wars: result.wars,
        deepest_war: result.deepest_war,
        cards_a: result.cards_a,
        cards_b: result.cards_b,
        hand_a: &left[0],
        hand_b: &left[1],
    })
}

/// The columns of [`csv`].
pub const COLUMNS: &str =
    "line,outcome,value,end_reason,battles,rounds,wars,deepest_war,cards_a,cards_b\n";

/// The result as a row of CSV, appended to `rows`.
pub fn csv(line: u64, result: &GameResult, rows: &mut String) {
    let &GameResult { outcome, end_reason, battles, rounds, wars, deepest_war, .. } = result;
    let &GameResult { cards_a, cards_b, .. } = result;
    let mut digits = itoa::Buffer::new();
    rows.push_str(digits.format(line));
    // No word needs quotes.
    rows.push_str(match outcome {
        Outcome::A => ",A,1,",
        Outcome::B => ",B,-1,",
        Outcome::Draw => ",draw,0,",
    });
    rows.push_str(end_reason.name());
    for count in [battles, rounds, wars, deepest_war, cards_a, cards_b] {
        rows.push(',');
        rows.push_str(digits.format(count));
    }
    rows.push('\n');
}
