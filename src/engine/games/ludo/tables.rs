//! The tables of a tournament: a row per pair, and the ranking.

use super::die::{Dice, Die};
use super::info::{BEGINNER_WINS, CAPTURES, INFO};
use super::result::{LIMIT, STUCK, TIE};
use super::tournament::{Standing, Tournament, record_of, score};
use crate::core::game::Facts;
use crate::core::stats::Moments;
use crate::core::stats::share::{Share, ShareOf};
use crate::core::table::{Column, Table, Value};
use crate::core::tally::Tally;

/// What is said of the rule set of every row.
fn rules_columns<'a, R: 'a>(of: fn(&R) -> &Tournament<'_>) -> Vec<Column<'a, R>> {
    vec![
        Column::new("rules", "name of the rule set", move |row| of(row).name.into()),
        Column::new("start", "who begins", move |row| of(row).rules.start.name().into()),
        Column::new("roll_limit", "rolls after which a game is a tie", move |row| {
            u64::from(of(row).rules.roll_limit).into()
        }),
    ]
}

/// What a counter adds up to over all games.
fn all(tally: &Tally, counter: usize) -> Moments {
    tally.moments(counter, &INFO.all_outcomes())
}

/// The mean of a counter over all games, or nothing without games.
fn mean(tally: &Tally, counter: usize) -> Option<f64> {
    let Moments { n, sum, .. } = all(tally, counter);
    (n > 0).then(|| sum as f64 / n as f64)
}

/// The standard deviation of the rolls of a game (divisor n - 1), or nothing below two games.
fn rolls_std_dev(tally: &Tally) -> Option<f64> {
    let Moments { n, sum, sum_sq } = all(tally, 0);
    // n * sum of squares - sum^2 is exact and never negative.
    let spread = u128::from(n) * sum_sq - sum * sum;
    (n > 1).then(|| (spread as f64 / n as f64 / (n - 1) as f64).sqrt())
}

/// `pairs.csv`: a row per rule set and pair.
pub fn pairs(facts: &Facts, tournaments: &[Tournament<'_>]) -> Table {
    struct PairRow<'t>(&'t Tournament<'t>, [u32; 2], &'t Tally);
    fn of<'a, 't: 'a>(
        name: &str,
        about: impl Into<String>,
        value: impl Fn(&Tally) -> Value + 'a,
    ) -> Column<'a, PairRow<'t>> {
        Column::new(name, about, move |row: &PairRow<'_>| value(row.2))
    }
    let mut columns = rules_columns(|row: &PairRow<'_>| row.0);
    columns.extend([
        of("seed", "the seed", |_| facts.seed.into()),
        Column::new("die_1", "number of the first die in its file, from 1", |row: &PairRow<'_>| {
            u64::from(row.1[0]).into()
        }),
        Column::new(
            "die_2",
            "number of the second die in its file, from 1",
            |row: &PairRow<'_>| u64::from(row.1[1]).into(),
        ),
        of("games", "number of games", |tally| tally.games().into()),
        of("wins_1", "games with the outcome first die wins", |tally| tally.games_won(0).into()),
        of("wins_2", "games with the outcome second die wins", |tally| tally.games_won(1).into()),
        of("ties", "games with the outcome tie", |tally| tally.games_won(TIE).into()),
        of("ties_stuck", "ties because nobody could ever move again", |tally| {
            tally.games_at(TIE, STUCK).into()
        }),
        of("ties_limit", "ties by the roll limit", |tally| tally.games_at(TIE, LIMIT).into()),
    ]);
    for (k, die) in ["first", "second"].into_iter().enumerate() {
        let name = format!("win_share_{}", k + 1);
        let about = format!("share of the games that the {die} die won");
        let interval = move |t: &Tally| facts.interval(t.games_won(k), t.games()).unzip();
        columns.extend([
            of(&name, &about, move |tally| {
                let games = tally.games();
                (games > 0).then(|| tally.games_won(k) as f64 / games as f64).into()
            }),
            of(
                &format!("{name}_ci_low"),
                format!("{about}: lower end of its interval"),
                move |t| interval(t).0.into(),
            ),
            of(
                &format!("{name}_ci_high"),
                format!("{about}: upper end of its interval"),
                move |t| interval(t).1.into(),
            ),
        ]);
    }
    columns.extend([
        of("score_1", "share of the first die, a tie counting as half a win", |tally| {
            (tally.games() > 0).then(|| score(&record_of(tally, 0))).into()
        }),
        of("rolls_mean", "rolls: mean, over all games", |tally| mean(tally, 0).into()),
        of("rolls_std_dev", "rolls: standard deviation (divisor n - 1), over all games", |tally| {
            rolls_std_dev(tally).into()
        }),
        of("captures_mean", "captures: mean, over all games", |tally| mean(tally, CAPTURES).into()),
        // One a game at most, so it fits.
        of("beginner_wins", "games that the beginner won", |tally| {
            (all(tally, BEGINNER_WINS).sum as u64).into()
        }),
        of("beginner_share", "share of the games that the beginner won", |tally| {
            mean(tally, BEGINNER_WINS).into()
        }),
    ]);
    let rows = tournaments.iter().flat_map(|tournament| {
        tournament.pairs.iter().map(move |&(dice, tally)| PairRow(tournament, dice, tally))
    });
    Table::of("pairs.csv", &[], columns, rows)
}

/// `ranking.csv`: a row per rule set and die, best first.
pub fn ranking(dice: &Dice, tournaments: &[Tournament<'_>]) -> Table {
    /// The interval is that of the win share, whatever the ranking goes by.
    struct RankingRow<'t>(&'t Tournament<'t>, Standing, Option<Share>);
    fn of<'a, 't: 'a>(
        name: &str,
        about: &str,
        value: impl Fn(&Standing) -> Value + 'a,
    ) -> Column<'a, RankingRow<'t>> {
        Column::new(name, about, move |row: &RankingRow<'_>| value(&row.1))
    }
    let die = |standing: &Standing, value: fn(&Die) -> f64| {
        dice.at(standing.die).map(|die| value(die)).into()
    };
    let mut columns = rules_columns(|row: &RankingRow<'_>| row.0);
    columns.extend([
        of("rank", "place in the ranking; equal dice share the better one", |standing| {
            u64::from(standing.rank).into()
        }),
        of("die", "number of the die in its file, from 1", |standing| {
            u64::from(standing.die).into()
        }),
        of("faces", "the faces of the die", |standing| {
            dice.at(standing.die).map(ToString::to_string).unwrap_or_default().as_str().into()
        }),
        of("games", "number of games", |standing| standing.sum.games.into()),
        of("wins", "games that the die won", |standing| standing.sum.wins.into()),
        of("losses", "games that the die lost", |standing| standing.sum.losses().into()),
        of("ties", "games with the outcome tie", |standing| standing.sum.ties.into()),
        of("win_share", "mean share of wins over the opponents", |standing| {
            standing.win_share.into()
        }),
        Column::new("ci_low", "lower end of the interval", |row: &RankingRow<'_>| {
            row.2.map(|share| share.ci_low).into()
        }),
        Column::new("ci_high", "upper end of the interval", |row: &RankingRow<'_>| {
            row.2.map(|share| share.ci_high).into()
        }),
        of("score", "the same, a tie counting as half a win", |standing| standing.score.into()),
        of("face_mean", "mean of the faces", move |standing| die(standing, Die::face_mean)),
        of("six_share", "share of sixes among the faces", move |standing| {
            die(standing, |die| die.share_of(6))
        }),
        of("one_share", "share of ones among the faces", move |standing| {
            die(standing, |die| die.share_of(1))
        }),
    ]);
    let rows = tournaments.iter().flat_map(|tournament| {
        tournament.ranking().into_iter().map(move |standing| {
            let share = tournament.share(standing.die, ShareOf::Wins);
            RankingRow(tournament, standing, share)
        })
    });
    Table::of("ranking.csv", &[], columns, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ludo::rules::BWINF;
    use crate::games::ludo::tests::figures::tally;
    use crate::games::ludo::{Outcome, Seat};

    #[test]
    fn counts_give_the_shares_means_and_deviations() {
        let (one, two) = (Outcome::Win(Seat::A), Outcome::Win(Seat::B));
        let some = [(one, 2), (two, 4), (one, 4), (Outcome::Stuck, 4), (Outcome::Limit, 6)];
        let (some, none) = (tally(&some), tally(&[]));
        let pairs = vec![([1, 2], &some), ([1, 3], &none)];
        let tournament = Tournament::new("x", &BWINF, pairs, (ShareOf::Wins, 1.96));
        let table = pairs_of(&tournament);
        let value = |row: usize, column: &str| {
            let k = table.header.iter().position(|name| name == column).unwrap();
            table.rows[row][k].clone()
        };
        for (column, expected) in [
            ("games", 5_u64.into()),
            ("ties", 2_u64.into()),
            ("ties_stuck", 1_u64.into()),
            ("win_share_1", 0.4.into()),
            ("win_share_2", 0.2.into()),
            ("score_1", 0.6.into()),
            ("rolls_mean", 4.0.into()),
            ("rolls_std_dev", 2.0_f64.sqrt().into()),
            ("captures_mean", 2.0.into()),
            ("beginner_wins", 3_u64.into()),
            ("beginner_share", 0.6.into()),
        ] {
            assert_eq!(value(0, column), expected, "{column}");
        }
        for column in ["win_share_1", "win_share_2_ci_low", "score_1", "rolls_std_dev"] {
            assert_eq!(value(1, column), Value::Empty, "{column}");
        }
    }

    fn pairs_of(tournament: &Tournament<'_>) -> Table {
        pairs(&Facts { z: 1.96, ..Facts::default() }, std::slice::from_ref(tournament))
    }
}
