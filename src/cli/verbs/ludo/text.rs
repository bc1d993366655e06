//! What a tournament says on the terminal.

use std::time::Duration;

use super::args::LudoBatchArgs;
use super::verdicts;
use crate::cli::results::Run;
use crate::games::ludo::tables::{LudoFacts, Tournament};
use crate::games::ludo::{Dice, RankBy, Ranking, Standing};
use crate::lab::report::text::{Align, WIDTH, columns, grouped, wrapped};

/// Dice whose matrix fits the terminal with three decimals.
const MATRIX_DICE: usize = 10;
/// Dice whose matrix fits it in whole percent.
const PERCENT_DICE: usize = 15;
/// Dice that the ranking lists on the terminal; the file has all.
const LISTED: usize = 30;

/// The whole text.
pub fn render(
    args: &LudoBatchArgs,
    facts: &LudoFacts,
    dice: &Dice,
    tournaments: &[Tournament],
    run: &Run,
    elapsed: Duration,
) -> String {
    let pairs = tournaments.first().map_or(0, |tournament| tournament.pairs.len()) as u64;
    let games = args.games.saturating_mul(pairs).saturating_mul(tournaments.len() as u64);
    let speed = games as f64 / elapsed.as_secs_f64().max(1e-9);
    let from = match args.first_game {
        0 => String::new(),
        first => format!(", from game {} on", grouped(first)),
    };
    let mut text = wrapped(
        "",
        &format!(
            "{}, {}, {} each{from}, seed {}, roll limit {}",
            counted(dice.dice().len() as u64, "die", "dice"),
            counted(pairs, "pair", "pairs"),
            games_of(args),
            facts.seed,
            grouped(facts.roll_limit.into()),
        ),
    );
    text.push_str(&format!(
        "played in {:.2} s ({} games/s, {} threads)\n",
        elapsed.as_secs_f64(),
        grouped(speed as u64),
        run.threads.count(),
    ));
    for tournament in tournaments {
        let title = format!("rules {}, start {}", tournament.name, tournament.rules.start.name());
        text.push_str(&format!("\n{}", wrapped("", &title)));
        if args.games > 0 {
            text.push_str(&rule_set(args, facts, dice, tournament));
        }
    }
    if args.games > 0
        && let Some(verdict) = verdicts::best_of_each(dice, facts, tournaments)
    {
        text.push_str(&format!("\n{}", wrapped("", &verdict)));
    }
    text
}

fn rule_set(
    args: &LudoBatchArgs,
    facts: &LudoFacts,
    dice: &Dice,
    tournament: &Tournament,
) -> String {
    let ranking = tournament.ranking(dice, facts.rank_by);
    let mut text = standings(args, facts, dice, tournament, &ranking);
    text.push_str(&matrices(dice, tournament));
    for sentence in verdicts::of(args, facts, dice, tournament, &ranking) {
        text.push_str(&wrapped("  ", &sentence));
    }
    text
}

/// A number of things: `1 game`, `2 games`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// The games of each pair, in words.
pub fn games_of(args: &LudoBatchArgs) -> String {
    counted(args.games, "game", "games")
}

/// The ranking with intervals.
fn standings(
    args: &LudoBatchArgs,
    facts: &LudoFacts,
    dice: &Dice,
    tournament: &Tournament,
    ranking: &Ranking,
) -> String {
    let value = match ranking.rank_by {
        RankBy::WinShare => "win share",
        RankBy::Score => "score",
    };
    let interval = format!("{} % interval", percent(args.confidence));
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
            dice.at(standing.die).map(|die| short(die.faces())).unwrap_or_default(),
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

/// The faces with runs drawn together: `1-6`.
fn short(faces: &[u32]) -> String {
    let mut parts = Vec::new();
    let mut rest = faces;
    while let Some(&first) = rest.first() {
        let run = (first..).zip(rest).take_while(|(expected, face)| expected == *face).count();
        // Two numbers are no shorter with a dash.
        let taken = if run >= 3 { run } else { 1 };
        parts.push(match taken {
            1 => first.to_string(),
            _ => format!("{first}-{}", rest[taken - 1]),
        });
        rest = &rest[taken..];
    }
    parts.join(" ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_faces_are_drawn_together() {
        for (faces, text) in [
            (&[1, 2, 3, 4, 5, 6][..], "1-6"),
            (&[1, 1, 1, 6, 6, 6], "1 1 1 6 6 6"),
            (&[0, 1, 6, 7, 8, 3], "0 1 6-8 3"),
            (&[4], "4"),
        ] {
            assert_eq!(short(faces), text);
        }
    }
}
