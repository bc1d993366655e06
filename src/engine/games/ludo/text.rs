//! What a tournament says on the terminal.

use std::collections::BTreeSet;

use super::die::{Dice, in_a_line};
use super::info::{BEGINNER_WINS, INFO};
use super::result::{LIMIT, STUCK, TIE};
use super::tournament::Tournament;
use crate::core::game::{Facts, GameText};
use crate::core::stats::share::ShareOf;
use crate::core::tally::Tally;
use crate::core::wording::digits::{counted, percent};
use crate::core::wording::said::{Said, TextTable};
use crate::core::wording::text::{WIDTH, grouped};

/// Dice whose matrix fits the terminal with three decimals.
const MATRIX_DICE: usize = 10;
/// Dice whose matrix fits it in whole percent.
const PERCENT_DICE: usize = 15;
/// Dice that the ranking lists on the terminal; the file has all.
const LISTED: usize = 30;
/// Dice that a sentence names.
const NAMED: usize = 12;

/// The whole text.
pub fn render(facts: &Facts, dice: &Dice, tournaments: &[Tournament<'_>]) -> GameText {
    let pairs = tournaments.first().map_or(0, |tournament| tournament.pairs.len()) as u64;
    let from = match facts.first_game {
        0 => String::new(),
        first => format!(", from game {} on", grouped(first)),
    };
    let limits: BTreeSet<u32> = tournaments.iter().map(|one| one.rules.roll_limit).collect();
    let limit = |limit: &u32| format!("roll limit {}", grouped((*limit).into()));
    let is_one = limits.len() == 1;
    let of_all = limits.first().filter(|_| is_one).map(|one| format!(", {}", limit(one)));
    let heading = Said::words_of(format!(
        "{}, {}, {} each{from}, seed {}{}",
        counted(dice.dice().len() as u64, "die", "dice"),
        counted(pairs, "pair", "pairs"),
        counted(facts.games, "game", "games"),
        facts.seed,
        of_all.unwrap_or_default(),
    ));
    let mut body = Said::default();
    for (k, tournament) in tournaments.iter().enumerate() {
        if k > 0 {
            body.gap();
        }
        let rules = tournament.rules;
        let own = if is_one { String::new() } else { format!(", {}", limit(&rules.roll_limit)) };
        body.words("", format!("rules {}, start {}{own}", tournament.name, rules.start.name()));
        if facts.games > 0 {
            rule_set(&mut body, facts, dice, tournament);
        }
    }
    GameText { heading, body }
}

fn rule_set(said: &mut Said, facts: &Facts, dice: &Dice, tournament: &Tournament<'_>) {
    standings(said, facts, dice, tournament);
    matrices(said, dice, tournament);
    let all = [
        beginners(tournament),
        ties(tournament),
        known(facts, dice, tournament),
        other(tournament),
    ];
    all.into_iter().for_each(|words| said.words("  ", words));
}

/// The ranking with intervals.
fn standings(said: &mut Said, facts: &Facts, dice: &Dice, tournament: &Tournament<'_>) {
    let ranking = tournament.ranking();
    let value = &tournament.rank_by.name().replace('-', " ");
    let interval = format!("{} % interval", percent(facts.confidence));
    let mut lines = TextTable::new(ranking.iter().take(LISTED));
    lines.right("  rank", |one| format!("  {}", one.rank));
    lines.right("die", |one| one.die.to_string());
    lines.right(value, |one| {
        one.share(tournament.rank_by).map_or("-".into(), |share| format!("{share:.4}"))
    });
    lines.left(interval, |one| {
        let share = tournament.share(one.die, tournament.rank_by);
        share.map_or("-".into(), |share| format!("{:.4} to {:.4}", share.ci_low, share.ci_high))
    });
    lines.right("wins", |one| grouped(one.sum.wins));
    lines.right("losses", |one| grouped(one.sum.losses()));
    lines.right("ties", |one| grouped(one.sum.ties));
    // Where the faces of a die have no room beside the rest, each die has a line of its own below.
    let faces = |die| dice.at(die).map(|die| die.runs()).unwrap_or_default();
    let listed = ranking.iter().take(LISTED).map(|one| (one.die, faces(one.die)));
    let mut below: Vec<(u32, String)> = listed.collect();
    let room = WIDTH.saturating_sub(lines.width());
    if below.iter().all(|(_, faces)| faces.len() <= room) {
        lines.left("faces", |one| faces(one.die));
        below.clear();
    }
    said.rows(lines);
    if ranking.len() > LISTED {
        said.words("  ", format!("... and {} more in ranking.csv", ranking.len() - LISTED));
    }
    for (die, faces) in below {
        said.words(&format!("  faces of die {die}: "), in_a_line(&faces));
    }
}

/// Which die beats which, and where nobody won.
fn matrices(said: &mut Said, dice: &Dice, tournament: &Tournament<'_>) {
    let n = dice.dice().len();
    said.gap();
    if n > PERCENT_DICE {
        said.words("  ", format!("the shares of {n} dice against each other are in pairs.csv"));
        return said.gap();
    }
    let won = |row, column| {
        let record = tournament.record(row, column)?;
        share(record.wins, record.games)
    };
    matrix(said, n, "share of the row's die of the games with the column's", None, won);
    said.gap();
    if count(tournament, |tally| tally.games_won(TIE)) > 0 {
        let tied = |row, column| {
            let record = tournament.record(row, column)?;
            share(record.ties, record.games)
        };
        matrix(said, n, "share of ties in these games", Some("."), tied);
        said.gap();
    }
}

/// A count of all pairs together.
fn count(tournament: &Tournament<'_>, of: impl Fn(&Tally) -> u64) -> u64 {
    tournament.pairs.iter().map(|(_, tally)| of(tally)).sum()
}

/// How often the die that began won, of the games that somebody won; empty where nobody did.
fn beginners(tournament: &Tournament<'_>) -> String {
    let began = count(tournament, |t| t.moments(BEGINNER_WINS, &INFO.all_outcomes()).sum as u64);
    let won = count(tournament, |tally| tally.games_won(0) + tally.games_won(1));
    share(began, won).map_or(String::new(), |share| {
        format!(
            "the die that begins wins {:.2}\u{a0}% of the games that somebody wins",
            100.0 * share
        )
    })
}

/// How many games nobody won; empty where there is none.
fn ties(tournament: &Tournament<'_>) -> String {
    let [stuck, limit] = [STUCK, LIMIT].map(|end| count(tournament, |t| t.games_at(TIE, end)));
    match stuck + limit {
        0 => String::new(),
        _ => format!(
            "ties: {} stuck (could never have ended), {} undecided at the roll limit",
            counted(stuck, "game", "games"),
            grouped(limit)
        ),
    }
}

/// Which die is best, as far as these games tell.
pub fn best(dice: &Dice, tournament: &Tournament<'_>) -> String {
    let of = if tournament.dice.len() < dice.dice().len() { " of those that played" } else { "" };
    match *tournament.front() {
        [one] if tournament.dice.len() < 2 => format!("die {one} against itself"),
        [one] => format!("die {one} is the best{of}"),
        ref several => format!("the best die{of} is one of {}", list(several)),
    }
}

/// The same with how that is known; empty for a single die.
fn known(facts: &Facts, dice: &Dice, tournament: &Tournament<'_>) -> String {
    let (best, percent) = (best(dice, tournament), percent(facts.confidence));
    match tournament.front().len() {
        _ if tournament.dice.len() < 2 => String::new(),
        1 => format!("{best}: its lead over each other die has a {percent} % interval above 0"),
        _ => format!("{best}, which these games do not distinguish"),
    }
}

/// Which dice come first by the other share, where they are not the same.
fn other(tournament: &Tournament<'_>) -> String {
    let other = if tournament.rank_by == ShareOf::Wins { ShareOf::Score } else { ShareOf::Wins };
    let [own, first] = [tournament.rank_by, other].map(|of| tournament.first(of));
    let (by, dice) = (other.name().replace('-', " "), list(&first));
    if own == first { String::new() } else { format!("ranked by {by}, die {dice} would be first") }
}

/// Dice by number, the first ones where there are many.
fn list(dice: &[u32]) -> String {
    let (named, rest) = dice.split_at(dice.len().min(NAMED));
    let named: Vec<String> = named.iter().map(u32::to_string).collect();
    match rest.len() {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

fn share(of: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| of as f64 / all as f64)
}

/// A share for each two dice, the row's die first; `zero` stands where it never happened.
fn matrix(
    said: &mut Said,
    n: usize,
    title: &str,
    zero: Option<&str>,
    share: impl Fn(u32, u32) -> Option<f64>,
) {
    let unit = if n > MATRIX_DICE { " in %" } else { "" };
    let text = |share: f64| match zero {
        Some(zero) if share == 0.0 => zero.to_owned(),
        _ if n > MATRIX_DICE => format!("{:.0}", 100.0 * share),
        _ => format!("{share:.3}"),
    };
    let mut lines = TextTable::new(1..=n as u32);
    lines.right("  die", |row| format!("  {row}"));
    for column in 1..=n as u32 {
        lines.right(column.to_string(), |row| share(*row, column).map_or("-".into(), text));
    }
    said.words("  ", format!("{title}{unit}"));
    said.rows(lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::share::Stop;
    use crate::core::tally::Tally;
    use crate::games::ludo::rules::BWINF;
    use crate::games::ludo::tests::figures::tally;
    use crate::games::ludo::{Outcome, Seat};

    #[test]
    fn another_best_die_by_the_other_share_is_named() {
        let stuck = tally(&[(Outcome::Stuck, 1); 4]);
        let wins = tally(&[(Outcome::Win(Seat::A), 1), (Outcome::Win(Seat::B), 1)]);
        let by_score = "ranked by score, die 1, 2, 3 would be first\n";
        for (rank_by, last, expected) in [
            (ShareOf::Wins, &wins, Some(by_score)),
            (ShareOf::Score, &wins, Some("ranked by win share, die 2, 3 would be first\n")),
            (ShareOf::Wins, &stuck, None),
        ] {
            let pairs = vec![([1, 2], &stuck), ([1, 3], &stuck), ([2, 3], last)];
            let text = text(&["1-6"; 3], pairs, rank_by);
            assert!(expected.is_none_or(|words| text.contains(words)), "{text}");
            assert_eq!(text.contains("ranked by"), expected.is_some(), "{text}");
        }
    }

    /// Whatever room there is, dice that begin alike do not look alike.
    #[test]
    fn faces_are_shown_whole_in_the_ranking_or_below_it() {
        let games = tally(&[(Outcome::Win(Seat::A), 2), (Outcome::Win(Seat::B), 4)]);
        let text = |faces: [&str; 2]| text(&faces, vec![([1, 2], &games)], ShareOf::Wins);
        let short = text(["1 1 1 6 6 6", "1 1 1 6 6 5"]);
        assert!(short.contains("  1 1 1 6 6 6\n") && !short.contains("of die"), "{short}");
        let long = text(["1 1 1 6 6 6 1 1 1 6 6 6", "1 1 1 6 6 6 1 1 1 6 6 5"]);
        assert!(long.contains("  faces of die 2: 1 1 1 6 6 6 1 1 1 6 6 5\n"), "{long}");
    }

    fn text(faces: &[&str], pairs: Vec<([u32; 2], &Tally)>, rank_by: ShareOf) -> String {
        let dice = Dice::parse("file", &faces.join("\n"), false).unwrap();
        let tournament = Tournament::new("x", &BWINF, pairs, (rank_by, Stop::Planned(1.96)));
        let facts = Facts { z: 1.96, games: 4, ..Facts::default() };
        render(&facts, &dice, &[tournament]).body.set(Some(WIDTH))
    }
}
