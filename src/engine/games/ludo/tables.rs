//! The tables of a tournament: a row per pair, and the ranking.

use super::die::Dice;
use super::info::{BEGINNER_WINS, CAPTURES, INFO};
use super::result::{LIMIT, STUCK, TIE};
use super::tournament::{Standing, Tournament, record_of, score};
use crate::core::game::Facts;
use crate::core::stats::Moments;
use crate::core::stats::share::ShareOf;
use crate::core::table::{Draft, Table, Value};
use crate::core::tally::Tally;

/// A table of these, and of each what is said of its rule set.
fn draft<'t, X>(
    file: &'static str,
    rows: impl IntoIterator<Item = (&'t Tournament<'t>, X)>,
) -> Draft<(&'t Tournament<'t>, X)> {
    let mut all = Draft::new(file, rows);
    all.column("rules", "name of the rule set", |row| row.0.name);
    all.column("start", "who begins", |row| row.0.rules.start.name());
    let about = "rolls after which a game is a tie";
    all.column("roll_limit", about, |row| u64::from(row.0.rules.roll_limit));
    all
}

/// What a counter adds up to over all games.
fn all_games(tally: &Tally, counter: usize) -> Moments {
    tally.moments(counter, &INFO.all_outcomes())
}

/// The mean of a counter over all games, or nothing without games.
fn mean(tally: &Tally, counter: usize) -> Option<f64> {
    let Moments { n, sum, .. } = all_games(tally, counter);
    (n > 0).then(|| sum as f64 / n as f64)
}

/// `pairs.csv`: a row per rule set and pair.
pub fn pairs(facts: &Facts, tournaments: &[Tournament<'_>]) -> Table {
    let rows = tournaments.iter().flat_map(|all| all.pairs.iter().map(move |&pair| (all, pair)));
    let mut all = draft("pairs.csv", rows);
    all.column("seed", "the seed", |_| facts.seed);
    for (k, die) in ["first", "second"].into_iter().enumerate() {
        let about = format!("number of the {die} die in its file, from 1");
        all.column(format!("die_{}", k + 1), about, |row| u64::from(row.1.0[k]));
    }
    let mut of = |name: &str, about: &str, value: &dyn Fn(&Tally) -> Value| {
        all.column(name, about, |row| value(row.1.1));
    };
    of("games", "number of games", &|tally| tally.games().into());
    of("wins_1", "games with the outcome first die wins", &|tally| tally.games_won(0).into());
    of("wins_2", "games with the outcome second die wins", &|tally| tally.games_won(1).into());
    of("ties", "games with the outcome tie", &|tally| tally.games_won(TIE).into());
    of("ties_stuck", "ties because nobody could ever move again", &|tally| {
        tally.games_at(TIE, STUCK).into()
    });
    of("ties_limit", "ties by the roll limit", &|tally| tally.games_at(TIE, LIMIT).into());
    for (k, die) in ["first", "second"].into_iter().enumerate() {
        let (name, about) =
            (format!("win_share_{}", k + 1), format!("share of the games that the {die} die won"));
        let interval = |t: &Tally| facts.stop().interval(t.games_won(k), t.games()).unzip();
        let share = |t: &Tally| t.games_won(k) as f64 / t.games() as f64;
        of(&name, &about, &|tally| (tally.games() > 0).then(|| share(tally)).into());
        let end = |which: &str| format!("{about}: {which} end of its interval");
        of(&format!("{name}_ci_low"), &end("lower"), &|tally| interval(tally).0.into());
        of(&format!("{name}_ci_high"), &end("upper"), &|tally| interval(tally).1.into());
    }
    of("score_1", "share of the first die, a tie counting as half a win", &|tally| {
        (tally.games() > 0).then(|| score(&record_of(tally, 0))).into()
    });
    of("rolls_mean", "rolls: mean, over all games", &|tally| mean(tally, 0).into());
    of("rolls_std_dev", "rolls: standard deviation (divisor n - 1), over all games", &|tally| {
        tally.all_games().std_dev.into()
    });
    of("captures_mean", "captures: mean, over all games", &|tally| mean(tally, CAPTURES).into());
    // One a game at most, so it fits.
    of("beginner_wins", "games that the beginner won", &|tally| {
        (all_games(tally, BEGINNER_WINS).sum as u64).into()
    });
    of("beginner_share", "share of the games that the beginner won", &|tally| {
        mean(tally, BEGINNER_WINS).into()
    });
    all.described(&[])
}

/// `ranking.csv`: a row per rule set and die, best first; the interval is that of the win share, whatever the
/// ranking goes by.
pub fn ranking(dice: &Dice, tournaments: &[Tournament<'_>]) -> Table {
    let rows =
        tournaments.iter().flat_map(|all| all.ranking().into_iter().map(move |die| (all, die)));
    let mut all = draft("ranking.csv", rows);
    all.column("rank", "place in the ranking; equal dice share the better one", |row| {
        u64::from(row.1.rank)
    });
    all.column("die", "number of the die in its file, from 1", |row| u64::from(row.1.die));
    let die = |row: &(_, Standing)| dice.at(row.1.die);
    all.column("faces", "the faces of the die", |row| {
        die(row).map(ToString::to_string).unwrap_or_default()
    });
    all.column("games", "number of games", |row| row.1.sum.games);
    all.column("wins", "games that the die won", |row| row.1.sum.wins);
    all.column("losses", "games that the die lost", |row| row.1.sum.losses());
    all.column("ties", "games with the outcome tie", |row| row.1.sum.ties);
    all.column("win_share", "mean share of wins over the opponents", |row| row.1.win_share);
    let share = |row: &(&Tournament<'_>, Standing)| row.0.share(row.1.die, ShareOf::Wins);
    all.column("ci_low", "lower end of the interval", |row| share(row).map(|one| one.ci_low));
    all.column("ci_high", "upper end of the interval", |row| share(row).map(|one| one.ci_high));
    all.column("score", "the same, a tie counting as half a win", |row| row.1.score);
    all.column("face_mean", "mean of the faces", |row| die(row).map(|die| die.face_mean()));
    for (name, faces, face) in [("six_share", "sixes", 6), ("one_share", "ones", 1)] {
        let about = format!("share of {faces} among the faces");
        all.column(name, about, |row| die(row).map(|die| die.share_of(face)));
    }
    all.described(&[])
}
