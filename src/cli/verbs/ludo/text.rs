//! What a tournament says on the terminal.

use std::time::Duration;

use super::args::LudoBatchArgs;
use crate::cli::results::Run;
use crate::ludo::rules::Named as _;
use crate::ludo::tables::{LudoFacts, Tournament};
use crate::ludo::{Dice, RankBy, Ranking, Standing};
use crate::report::text::{Align, WIDTH, columns, grouped, wrapped};

/// Dice whose matrix still fits the terminal.
const MATRIX_DICE: usize = 11;
/// Dice that the ranking lists on the terminal; the file has all.
const LISTED: usize = 30;
/// Circles of three dice that are named; there may be very many.
const CIRCLES: usize = 3;
/// Probability with which the number of games that is told would tell two dice apart.
const POWER: f64 = 0.9;

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
    let mut text = format!(
        "{} dice, {} pairs, {} games each, seed {}, roll limit {}\n\
         played in {:.2} s ({} games/s, {} threads)\n",
        dice.dice().len(),
        pairs,
        grouped(args.games),
        facts.seed,
        grouped(facts.roll_limit.into()),
        elapsed.as_secs_f64(),
        grouped(speed as u64),
        run.threads.count(),
    );
    for tournament in tournaments {
        text.push_str(&format!(
            "\nrules {}, start {}\n",
            tournament.rules.name,
            tournament.rules.start.name()
        ));
        if args.games > 0 {
            text.push_str(&rule_set(args, facts, dice, tournament));
        }
    }
    if let [first, second] = tournaments {
        text.push_str(&best_differ(dice, facts, first, second));
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
    text.push_str(&matrix(dice, tournament));
    for sentence in [
        ties(tournament),
        neighbours(args, facts, tournament, &ranking),
        other_ranking(dice, facts, tournament, &ranking),
        circles(tournament, facts.z),
    ]
    .into_iter()
    .flatten()
    {
        text.push_str(&wrapped("  ", &sentence));
    }
    text
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
    let interval = format!("{} % interval", 100.0 * args.confidence);
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

/// Which die beats which: the share of the row's die in its games with the column's.
fn matrix(dice: &Dice, tournament: &Tournament) -> String {
    let n = dice.dice().len();
    if n > MATRIX_DICE {
        return format!("\n  the shares of {n} dice against each other are in pairs.csv\n\n");
    }
    let mut lines = vec![vec!["die".to_owned()]];
    lines[0].extend((1..=n).map(|die| format!("{die}")));
    for row in 1..=n as u32 {
        let mut line = vec![row.to_string()];
        for column in 1..=n as u32 {
            let share = match (row == column, tournament.tally(row, column)) {
                // Against itself a die wins on both sides.
                (true, Some(tally)) => {
                    Some((tally.wins_1 + tally.wins_2) as f64 / (2 * tally.games()) as f64)
                }
                (_, tally) => tally.and_then(|tally| tally.win_share_1()),
            };
            line.push(share.map_or("-".into(), |share| format!("{share:.3}")));
        }
        lines.push(line);
    }
    let aligns = vec![Align::Right; n + 1];
    let mut text = "\n  share of the row's die of the games with the column's\n".to_owned();
    for line in columns(&aligns, &lines).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text.push('\n');
    text
}

/// How many games nobody won.
fn ties(tournament: &Tournament) -> Option<String> {
    let sum = |of: fn(&crate::ludo::PairTally) -> u64| -> u64 {
        tournament.pairs.iter().map(|(_, tally)| of(tally)).sum()
    };
    let (stuck, limit) = (sum(|t| t.ties_stuck), sum(|t| t.ties_limit));
    (stuck + limit > 0).then(|| {
        format!(
            "ties: {} games stuck (nobody could ever move again), {} undecided at the roll limit",
            grouped(stuck),
            grouped(limit)
        )
    })
}

/// Neighbours in the ranking that these games cannot tell apart.
fn neighbours(
    args: &LudoBatchArgs,
    facts: &LudoFacts,
    tournament: &Tournament,
    ranking: &Ranking,
) -> Option<String> {
    let mut sentences = Vec::new();
    for pair in ranking.standings.windows(2).take(LISTED) {
        let (better, worse) = (pair[0].die, pair[1].die);
        let Some(difference) = tournament.difference(better, worse, facts) else { continue };
        if difference.told_apart() {
            continue;
        }
        let more = match difference.games_to_tell_apart(facts.z, POWER) {
            Some(games) => format!("about {} games a pair would", grouped(rounded(games))),
            None => "no number of games would: they look alike".into(),
        };
        sentences.push(format!(
            "dice {better} and {worse} cannot be told apart at {} games a pair; {more}",
            grouped(args.games)
        ));
    }
    if sentences.is_empty() {
        return Some("every two neighbours in the ranking can be told apart".into());
    }
    Some(sentences.join(". "))
}

/// A number of games to two significant digits.
fn rounded(games: u64) -> u64 {
    let unit = 10_u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}

/// A word where the other way of ranking names another best die.
fn other_ranking(
    dice: &Dice,
    facts: &LudoFacts,
    tournament: &Tournament,
    ranking: &Ranking,
) -> Option<String> {
    let (other, name, this) = match facts.rank_by {
        RankBy::WinShare => (RankBy::Score, "score", "win share"),
        RankBy::Score => (RankBy::WinShare, "win share", "score"),
    };
    let best_other = tournament.ranking(dice, other).best();
    (best_other != ranking.best()).then(|| {
        format!(
            "the best die depends on how ties count: by {this} {}, by {name} {}",
            list(&ranking.best()),
            list(&best_other)
        )
    })
}

fn list(dice: &[u32]) -> String {
    let word = if dice.len() == 1 { "die" } else { "dice" };
    let numbers: Vec<String> = dice.iter().map(u32::to_string).collect();
    format!("{word} {}", numbers.join(", "))
}

/// Dice that beat one another in a circle.
fn circles(tournament: &Tournament, z: f64) -> Option<String> {
    let dice = tournament.dice();
    let beats: Vec<Vec<bool>> = dice
        .iter()
        .map(|&row| dice.iter().map(|&column| tournament.beats(row, column, z)).collect())
        .collect();
    let mut found = 0;
    let mut named = Vec::new();
    for i in 0..dice.len() {
        for j in (0..dice.len()).filter(|&j| beats[i][j]) {
            // Each circle once: it begins at its lowest die.
            for k in (i + 1..dice.len()).filter(|&k| j > i && beats[j][k] && beats[k][i]) {
                found += 1;
                if named.len() < CIRCLES {
                    named.push(format!(
                        "{} beats {} beats {} beats {}",
                        dice[i], dice[j], dice[k], dice[i]
                    ));
                }
            }
        }
    }
    (found > 0).then(|| {
        let more = if found > named.len() {
            format!(" and {} more", found - named.len())
        } else {
            String::new()
        };
        format!(
            "non-transitive: {}{more}; no order of these dice is right for all",
            named.join(", ")
        )
    })
}

/// A word where two rule sets name different best dice.
fn best_differ(dice: &Dice, facts: &LudoFacts, first: &Tournament, second: &Tournament) -> String {
    let best = |tournament: &Tournament| tournament.ranking(dice, facts.rank_by).best();
    let (one, two) = (best(first), best(second));
    let verdict = if one == two {
        format!("both rule sets name {} best", list(&one))
    } else {
        format!(
            "the rules decide which die is best: {} under {}, {} under {}",
            list(&one),
            first.rules.name,
            list(&two),
            second.rules.name
        )
    };
    format!("\n{}", wrapped("", &verdict))
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
