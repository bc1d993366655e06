//! What a tournament says on the terminal.

use super::die::Dice;
use super::notation::runs;
use super::tables::{LudoFacts, Tournament};
use super::tournament::{PairTally, RankBy, Ranking, Standing};
use super::verdicts;
use crate::core::game::GameText;
use crate::core::wording::digits::counted;
use crate::core::wording::text::{Align, WIDTH, columns, grouped, wrapped};

/// Dice whose matrix fits the terminal with three decimals.
const MATRIX_DICE: usize = 10;
/// Dice whose matrix fits it in whole percent.
const PERCENT_DICE: usize = 15;
/// Dice that the ranking lists on the terminal; the file has all.
const LISTED: usize = 30;

/// The whole text.
pub fn render(facts: &LudoFacts, dice: &Dice, tournaments: &[Tournament]) -> GameText {
    let pairs = tournaments.first().map_or(0, |tournament| tournament.pairs.len()) as u64;
    let from = match facts.first_game {
        0 => String::new(),
        first => format!(", from game {} on", grouped(first)),
    };
    let limit = tournaments.first().map_or(0, |tournament| tournament.roll_limit);
    let heading = wrapped(
        "",
        &format!(
            "{}, {}, {} each{from}, seed {}, roll limit {}",
            counted(dice.dice().len() as u64, "die", "dice"),
            counted(pairs, "pair", "pairs"),
            facts.games_in_words(),
            facts.seed,
            grouped(limit.into()),
        ),
    );
    let mut body = String::new();
    for (k, tournament) in tournaments.iter().enumerate() {
        let space = if k > 0 { "\n" } else { "" };
        let title = format!("rules {}, start {}", tournament.name, tournament.rules.start.name());
        body.push_str(&format!("{space}{}", wrapped("", &title)));
        if facts.games > 0 {
            body.push_str(&rule_set(facts, dice, tournament));
        }
    }
    if facts.games > 0
        && let Some(verdict) = verdicts::best_of_each(dice, facts, tournaments)
    {
        body.push_str(&format!("\n{}", wrapped("", &verdict)));
    }
    GameText { heading, body }
}

fn rule_set(facts: &LudoFacts, dice: &Dice, tournament: &Tournament) -> String {
    let ranking = tournament.ranking(dice, facts.rank_by);
    let mut text = standings(facts, dice, tournament, &ranking);
    text.push_str(&matrices(dice, tournament));
    text.push_str(&beginners(tournament));
    for sentence in verdicts::of(facts, dice, tournament, &ranking) {
        text.push_str(&wrapped("  ", &sentence));
    }
    text
}

/// The ranking with intervals.
fn standings(facts: &LudoFacts, dice: &Dice, tournament: &Tournament, ranking: &Ranking) -> String {
    let value = match ranking.rank_by {
        RankBy::WinShare => "win share",
        RankBy::Score => "score",
    };
    let interval = format!("{} % interval", percent(facts.confidence));
    let mut lines = vec![
        ["rank", "die", value, &interval, "wins", "losses", "ties", "faces"]
            .map(String::from)
            .to_vec(),
    ];
    for standing in ranking.standings.iter().take(LISTED) {
        let share = tournament.share(standing.die, facts);
        lines.push(vec![
            standing.rank.to_string(),
            standing.die.to_string(),
            of_ranking(standing, ranking.rank_by).map_or("-".into(), |v| format!("{v:.4}")),
            share.map_or("-".into(), |s| format!("{:.4} to {:.4}", s.ci_low, s.ci_high)),
            grouped(standing.wins),
            grouped(standing.losses),
            grouped(standing.ties),
            dice.at(standing.die).map(|die| runs(die.faces())).unwrap_or_default(),
        ]);
    }
    let (left, right) = (Align::Left, Align::Right);
    let table = columns(&[right, right, right, left, right, right, right, left], &lines);
    let mut text: String = table.lines().map(|line| cut(&format!("  {line}"))).collect();
    if ranking.standings.len() > LISTED {
        text.push_str(&format!(
            "  ... and {} more in ranking.csv\n",
            ranking.standings.len() - LISTED
        ));
    }
    text
}

/// A confidence in percent, without what a binary fraction adds to it.
fn percent(confidence: f64) -> f64 {
    (confidence * 1e12).round() / 1e10
}

fn of_ranking(standing: &Standing, rank_by: RankBy) -> Option<f64> {
    match rank_by {
        RankBy::WinShare => standing.win_share,
        RankBy::Score => standing.score,
    }
}

/// A line cut to the terminal's width.
fn cut(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return format!("{line}\n");
    }
    let kept: String = line.chars().take(WIDTH - 3).collect();
    format!("{}...\n", kept.trim_end())
}

/// Which die beats which, and where nobody won.
fn matrices(dice: &Dice, tournament: &Tournament) -> String {
    let n = dice.dice().len();
    if n > PERCENT_DICE {
        return format!("\n  the shares of {n} dice against each other are in pairs.csv\n\n");
    }
    let won =
        matrix(n, "share of the row's die of the games with the column's", None, |row, column| {
            let tally = tournament.tally(row, column)?;
            // Against itself a die wins on both sides.
            let wins = if row == column { tally.wins_1 + tally.wins_2 } else { 2 * tally.wins_1 };
            share(wins, 2 * tally.games())
        });
    let tied = matrix(n, "share of ties in these games", Some("."), |row, column| {
        let tally = tournament.tally(row, column)?;
        share(tally.ties(), tally.games())
    });
    let any_tie = tournament.pairs.iter().any(|(_, tally)| tally.ties() > 0);
    format!("\n{won}\n{}", if any_tie { tied + "\n" } else { String::new() })
}

/// How often the die that began won, of the games that somebody won.
fn beginners(tournament: &Tournament) -> String {
    let sum = |count: fn(&PairTally) -> u64| -> u64 {
        tournament.pairs.iter().map(|(_, tally)| count(tally)).sum()
    };
    let (began, won) = (sum(|t| t.beginner_wins), sum(|t| t.wins_1 + t.wins_2));
    match share(began, won) {
        None => String::new(),
        Some(share) => wrapped(
            "  ",
            &format!(
                "the die that begins wins {:.2}\u{a0}% of the games that somebody wins",
                100.0 * share
            ),
        ),
    }
}

fn share(of: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| of as f64 / all as f64)
}

/// A share for each two dice, the row's die first; `zero` stands where it never happened.
fn matrix(
    n: usize,
    title: &str,
    zero: Option<&str>,
    share: impl Fn(u32, u32) -> Option<f64>,
) -> String {
    let unit = if n > MATRIX_DICE { " in %" } else { "" };
    let text = |share: f64| match zero {
        Some(zero) if share == 0.0 => zero.to_owned(),
        _ if n > MATRIX_DICE => format!("{:.0}", 100.0 * share),
        _ => format!("{share:.3}"),
    };
    let mut lines = vec![vec!["die".to_owned()]];
    lines[0].extend((1..=n).map(|die| format!("{die}")));
    for row in 1..=n as u32 {
        let mut line = vec![row.to_string()];
        line.extend((1..=n as u32).map(|column| share(row, column).map_or("-".into(), text)));
        lines.push(line);
    }
    let aligns = vec![Align::Right; n + 1];
    let mut out = format!("  {title}{unit}\n");
    for line in columns(&aligns, &lines).lines() {
        out.push_str(&format!("  {line}\n"));
    }
    out
}
