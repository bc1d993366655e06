//! Counts as JSON, whole numbers only, and back.
//!
//! Sums beyond 64 bits are text, because most readers of JSON know no such numbers.

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::info::{GameInfo, Keep};
use super::stats::histogram::LengthHistogram;
use super::stats::{Moments, PairedTally, PairedValues, Powers};
use super::strata::{Strata, Stratum};
use super::tally::{CounterTally, Detail, Extreme, Lengths, Tally};

/// Why JSON is not what was written.
pub type Misfit = String;

/// An object of these parts, which `json!` would copy as a whole.
pub fn object<const N: usize>(parts: [(&str, Json); N]) -> Json {
    Json::Object(parts.into_iter().map(|(key, json)| (key.to_owned(), json)).collect())
}

fn misfit(what: &str) -> Misfit {
    format!("{what} is missing or not what it should be")
}

/// The part of this name of what was written.
fn read<'j, T: Deserialize<'j>>(json: &'j Json, what: &str) -> Result<T, Misfit> {
    T::deserialize(json).map_err(|_| misfit(what))
}

/// So many of them.
fn read_all<'j, T: Deserialize<'j>>(
    json: &'j Json,
    count: usize,
    what: &str,
) -> Result<Vec<T>, Misfit> {
    let all: Vec<T> = read(json, what)?;
    if all.len() == count { Ok(all) } else { Err(misfit(what)) }
}

/// A sum, which may be beyond 64 bits.
#[derive(Deserialize)]
#[serde(try_from = "&str")]
struct Sum(u128);

impl TryFrom<&str> for Sum {
    type Error = &'static str;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|text| text.parse().ok()).map(Self).ok_or("not a sum")
    }
}

impl Tally {
    /// The counts as JSON.
    pub fn to_json(&self) -> Json {
        let Self {
            info: _,
            detail: _,
            games,
            counts,
            shortest,
            longest,
            decided_longest,
            rounded,
            series,
        } = self;
        let extreme = |extreme: &Option<Extreme>| json!(extreme.map(|e| [e.length, e.game]));
        // What nobody counted need not be there, but for what always is.
        let last = series
            .iter()
            .zip(self.info.series)
            .rposition(|(counts, info)| info.always || !counts.is_empty());
        let kept = last.map_or(1, |last| last + 1).min(series.len());
        let series: Json = series[..kept]
            .iter()
            .map(|counts| {
                counts.iter().map(|(key, n)| json!([key[0], key[1], n])).collect::<Json>()
            })
            .collect();
        let mut json = object([
            ("games", json!(games)),
            ("counts", counts.iter().map(counts_json).collect()),
            ("shortest", extreme(shortest)),
            ("longest", extreme(longest)),
            ("decided_longest", extreme(decided_longest)),
            ("series", series),
        ]);
        if let Some(rounded) = rounded {
            json["rounded"] = rounded.iter().map(|one| pairs_json(one.counts())).collect();
        }
        json
    }

    /// The counts that [`Tally::to_json`] wrote.
    ///
    /// Errors: what does not fit this game.
    pub fn of_json(info: &'static GameInfo, detail: Detail, json: &Json) -> Result<Self, Misfit> {
        let mut tally = Tally::new(info, detail);
        tally.games = read_all(&json["games"], info.ends(), "games")?;
        let counts: Vec<&Json> = json["counts"].as_array().into_iter().flatten().collect();
        if counts.len() != info.counters.len() {
            let (found, own) = (counts.len(), info.counters.len());
            return Err(format!("counts {found} things of a game, and this version counts {own}"));
        }
        for ((counter, mine), json) in info.counters.iter().zip(&mut tally.counts).zip(counts) {
            *mine = counts_of(counter.keep, detail, &tally.games, json)?;
        }
        let extreme = |key: &str| -> Result<Option<Extreme>, Misfit> {
            let read: Option<[u64; 2]> = read(&json[key], key)?;
            Ok(read.map(|[length, game]| Extreme { length, game }))
        };
        tally.shortest = extreme("shortest")?;
        tally.longest = extreme("longest")?;
        tally.decided_longest = extreme("decided_longest")?;
        if let Some(rounded) = &mut tally.rounded {
            let read: [Vec<[u64; 2]>; 2] = read(&json["rounded"], "rounded")?;
            for (mine, pairs) in rounded.iter_mut().zip(read) {
                record(pairs, |length, games| mine.record_n(length, games))?;
            }
        }
        let series: Vec<Vec<[u64; 3]>> = read(&json["series"], "series")?;
        // Those left out for want of counts are empty.
        if series.len() > info.series.len() {
            return Err(misfit("series"));
        }
        for (mine, counts) in tally.series.iter_mut().zip(series) {
            *mine = counts.into_iter().map(|[one, two, n]| ([one, two], n)).collect();
        }
        Ok(tally)
    }
}

fn counts_json(counts: &CounterTally) -> Json {
    match counts {
        CounterTally::Lengths(by_end) => by_end.iter().map(lengths_json).collect(),
        CounterTally::Sums(sums) => sums.iter().map(|sum| json!(sum.to_string())).collect(),
        CounterTally::Powers(Powers { moments, sum_cubes }) => {
            let Moments { n: _, sum, sum_sq } = moments;
            let cubes = sum_cubes.map(|sum| sum.to_string());
            json!({"sum": sum.to_string(), "sum_sq": sum_sq.to_string(), "cubes": cubes})
        }
        CounterTally::Max(max) => json!(max),
        CounterTally::Nothing => Json::Null,
    }
}

/// Values with their counts.
fn pairs_json(counts: impl Iterator<Item = (u64, u64)>) -> Json {
    counts.map(|(value, games)| Json::from([value, games].as_slice())).collect()
}

/// Records what [`pairs_json`] wrote: values that rise, and at most 2^64 - 1 games.
fn record(pairs: Vec<[u64; 2]>, mut record: impl FnMut(u64, u64)) -> Result<(), Misfit> {
    let (mut total, mut before) = (0_u64, None);
    for [value, games] in pairs {
        total = total.checked_add(games).ok_or_else(|| misfit("a histogram"))?;
        if before >= Some(value) || games == 0 {
            return Err(misfit("a histogram"));
        }
        before = Some(value);
        record(value, games);
    }
    Ok(())
}

fn lengths_json(lengths: &Option<Lengths>) -> Json {
    match lengths {
        None => Json::Null,
        Some(Lengths::Exact(histogram)) => pairs_json(histogram.counts()),
        Some(Lengths::Moments(Moments { n, sum, sum_sq })) => {
            json!({"n": n, "sum": sum.to_string(), "sum_sq": sum_sq.to_string()})
        }
    }
}

/// What is kept of a counter of games that ended so often in each way.
fn counts_of(
    keep: Keep,
    detail: Detail,
    games: &[u64],
    json: &Json,
) -> Result<CounterTally, Misfit> {
    let ends = games.len();
    Ok(match keep {
        Keep::Histogram => {
            let lengths: Vec<Json> = read_all(json, ends, "counts")?;
            let lengths = lengths.iter().map(|json| lengths_of(detail, json));
            CounterTally::Lengths(lengths.collect::<Result<_, _>>()?)
        }
        Keep::Sum => {
            let sums: Vec<Sum> = read_all(json, ends, "counts")?;
            CounterTally::Sums(sums.into_iter().map(|Sum(sum)| sum).collect())
        }
        Keep::Mean => {
            let [Sum(sum), Sum(sum_sq)] =
                [read(&json["sum"], "a sum")?, read(&json["sum_sq"], "a sum of squares")?];
            // Whoever wrote it: more games than there can be are refused when they are added up.
            let n = games.iter().fold(0, |n: u64, &games| n.saturating_add(games));
            let (moments, sum_cubes) = (Moments { n, sum, sum_sq }, cubes_of(&json["cubes"])?);
            CounterTally::Powers(Powers { moments, sum_cubes })
        }
        Keep::Max => CounterTally::Max(read(json, "a largest value")?),
        Keep::Nothing => CounterTally::Nothing,
    })
}

fn lengths_of(detail: Detail, json: &Json) -> Result<Option<Lengths>, Misfit> {
    if json.is_null() {
        return Ok(None);
    }
    Ok(Some(match detail {
        Detail::Histograms => {
            let mut histogram = LengthHistogram::default();
            record(read(json, "a histogram")?, |value, games| histogram.record_n(value, games))?;
            Lengths::Exact(Box::new(histogram))
        }
        Detail::Rounded | Detail::Moments => {
            let [Sum(sum), Sum(sum_sq)] =
                [read(&json["sum"], "a sum")?, read(&json["sum_sq"], "a sum of squares")?];
            Lengths::Moments(Moments { n: read(&json["n"], "n")?, sum, sum_sq })
        }
    }))
}

/// A sum of cubes; one that exceeded its type was not kept.
fn cubes_of(json: &Json) -> Result<Option<i128>, Misfit> {
    let cubes: Option<&str> = read(json, "cubes")?;
    cubes.map(str::parse::<i128>).transpose().map_err(|_| misfit("cubes"))
}

impl PairedValues {
    fn to_json(&self) -> Json {
        let Self { n: _, sums, sum_cubes } = self;
        let sums = sums.map(|sum| sum.to_string());
        json!({"sums": sums, "cubes": sum_cubes.map(|sum| sum.to_string())})
    }

    fn of_json(n: u64, json: &Json) -> Result<Self, Misfit> {
        let sums: [Sum; 5] = read(&json["sums"], "sums")?;
        Ok(Self { n, sums: sums.map(|Sum(sum)| sum), sum_cubes: cubes_of(&json["cubes"])? })
    }
}

impl PairedTally {
    /// The counts as JSON.
    pub fn to_json(&self) -> Json {
        let Self { outcomes, values } = self;
        let (mut of_length, others) = (values[0].1.to_json(), &values[1..]);
        let [sums, cubes] = ["sums", "cubes"].map(|key| of_length[key].take());
        let mut json = object([("outcomes", json!(outcomes)), ("sums", sums), ("cubes", cubes)]);
        if !others.is_empty() {
            json["others"] = others.iter().map(|(_, values)| values.to_json()).collect();
        }
        json
    }

    /// The counts of so many outcomes, of the length and of these counters that [`PairedTally::to_json`] wrote.
    ///
    /// Errors: what does not fit.
    pub fn of_json(of: usize, others: &[usize], json: &Json) -> Result<Self, Misfit> {
        let mut tally = Self::new(of, others);
        let rows: Vec<Json> = read_all(&json["outcomes"], of, "outcomes")?;
        for (mine, row) in tally.outcomes.iter_mut().zip(&rows) {
            *mine = read_all(row, of, "outcomes")?;
        }
        let deals = tally.outcomes.iter().flatten().try_fold(0, |n: u64, &m| n.checked_add(m));
        let deals = deals.ok_or_else(|| misfit("outcomes"))?;
        let none: &Json = &json!([]);
        let found = json.get("others").unwrap_or(none);
        let found: Vec<Json> = read_all(found, others.len(), "others")?;
        for ((_, mine), json) in tally.values.iter_mut().zip([json].into_iter().chain(&found)) {
            *mine = PairedValues::of_json(deals, json)?;
        }
        Ok(tally)
    }
}

impl Strata {
    /// The counts as JSON.
    pub fn to_json(&self) -> Json {
        let some_given_up = self.by_value().any(|(_, stratum)| stratum.given_up() > 0);
        let row = |(value, stratum): (i64, &Stratum)| {
            let Stratum { outcomes, given_up, sum, sum_sq } = stratum;
            let mut row = vec![
                json!(value),
                json!(outcomes),
                json!(sum.to_string()),
                json!(sum_sq.to_string()),
            ];
            row.extend(some_given_up.then(|| json!(given_up)));
            Json::from(row)
        };
        self.by_value().map(row).collect()
    }

    /// The counts that [`Strata::to_json`] wrote.
    ///
    /// Errors: what does not fit a game of so many outcomes.
    pub fn of_json(outcomes: usize, json: &Json) -> Result<Self, Misfit> {
        let row = |row: &Vec<Json>| {
            let (row, given_up) = match row.as_slice() {
                [row @ .., given_up] if row.len() == 4 => (row, Some(given_up)),
                row => (row, None),
            };
            let [value, counts, sum, sum_sq] = row else { return Err(misfit("strata")) };
            let [Sum(sum), Sum(sum_sq)] = [read(sum, "strata")?, read(sum_sq, "strata")?];
            let counts: Vec<u64> = read_all(counts, outcomes, "strata")?;
            // Nothing is written of none.
            let none = || Ok(vec![0; outcomes]);
            let given_up: Vec<u64> =
                given_up.map_or_else(none, |json| read_all(json, outcomes, "strata"))?;
            if given_up.iter().zip(&counts).any(|(given_up, games)| given_up > games) {
                return Err(misfit("strata"));
            }
            Ok((read(value, "strata")?, Stratum { outcomes: counts, given_up, sum, sum_sq }))
        };
        let rows: Vec<Vec<Json>> = read(json, "strata")?;
        Ok(Self::of_values(rows.iter().map(row).collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tally::tests::{INFO, block, tally};

    #[test]
    fn a_tally_comes_back_as_it_was() {
        for detail in [Detail::Histograms, Detail::Rounded, Detail::Moments] {
            for games in [0..0, 0..1, 2..3, 0..8] {
                let json = tally(detail, games).to_json();
                assert_eq!(Tally::of_json(&INFO, detail, &json).unwrap().to_json(), json);
            }
        }
    }

    #[test]
    fn the_json_of_a_tally_has_what_was_counted() {
        let expected = json!({
            "games": [1, 0, 0, 0, 0, 0],
            "counts": [
                [[[5, 1]], null, null, null, null, null],
                ["1", "0", "0", "0", "0", "0"],
                2,
                {"sum": "12", "sum_sq": "144", "cubes": "1728"},
            ],
            "shortest": [5, 0],
            "longest": [5, 0],
            "decided_longest": [5, 0],
            "series": [[], [[5, 0, 1]]],
        });
        assert_eq!(tally(Detail::Histograms, 0..1).to_json(), expected);
        // The first of the series is always there, with counts or without.
        assert_eq!(tally(Detail::Histograms, 0..0).to_json()["series"], json!([[]]));
    }

    #[test]
    fn what_is_no_tally_is_refused_with_its_part() {
        let good = tally(Detail::Histograms, 0..8).to_json();
        let of = |json: &Json| Tally::of_json(&INFO, Detail::Histograms, json).map(|_| ());
        assert_eq!(of(&good), Ok(()));
        for (part, wrong) in [
            ("games", json!([1])),
            ("counts", json!([[], [], 0, {}])),
            ("shortest", json!([1, 2, 3])),
            ("longest", json!([-1, 2])),
            ("decided_longest", json!(5)),
            ("series", json!([[], [], [], []])),
            ("series", json!([[], [[1, 2]]])),
        ] {
            let mut bad = good.clone();
            bad[part] = wrong;
            let why = format!("{part} is missing or not what it should be");
            assert_eq!(of(&bad), Err(why), "{bad}");
        }
        let mut other = good.clone();
        other["counts"] = json!([null, null]);
        assert_eq!(of(&other).unwrap_err(), "counts 2 things of a game, and this version counts 4");
        for wrong in [
            "[[3,1],[3,1]]",
            "[[5,1],[3,1]]",
            "[[3,0]]",
            "[[3]]",
            "[[3,18446744073709551615],[4,1]]",
        ] {
            let mut bad = good.clone();
            bad["counts"][0][0] = serde_json::from_str(wrong).unwrap();
            assert!(of(&bad).is_err(), "{wrong}");
        }
        for wrong in [json!(1), json!("-1"), json!(""), json!("+1"), json!("1e3")] {
            let mut bad = good.clone();
            bad["counts"][1][0] = wrong;
            assert!(of(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn strata_come_back_as_they_were() {
        let mut strata = Strata::default();
        strata.add(&[-1, 2, 2, -1, 0, 2, 2, -1], &block(0..8), |_| false);
        let json = strata.to_json();
        assert_eq!(json[0], json!([-1, [3, 0, 0], "17", "99"]));
        assert!(Strata::of_json(2, &json).is_err(), "a third outcome occurs");
        assert_eq!(Strata::of_json(3, &json), Ok(strata));
        for wrong in [
            "{}",
            "[[1,[0,0],\"1\"]]",
            "[[1,[0],\"1\",\"1\"]]",
            "[[1,[0,0,1],\"1\",\"1\"]]",
            "[[1,[0,0],1,\"1\"]]",
        ] {
            assert!(Strata::of_json(2, &serde_json::from_str(wrong).unwrap()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pairs_have_the_outcomes_of_their_game() {
        let counted = |of: usize, extra: &[(usize, usize)]| {
            let mut tally = PairedTally::new(of, &[4]);
            for &(one, two) in [(0, 0), (0, 1), (1, 1), (1, 1)].iter().chain(extra) {
                tally.outcomes[one][two] += 1;
                tally.values[0].1.add(5, 7);
                tally.values[1].1.add(9, 3);
            }
            tally
        };
        let of_json = |of: usize, json: &Json| PairedTally::of_json(of, &[4], json);
        let tally = counted(2, &[]);
        assert_eq!(tally.to_json()["outcomes"], json!([[1, 1], [0, 2]]));
        assert_eq!(tally.to_json()["others"][0]["sums"], json!(["36", "12", "324", "36", "108"]));
        assert_eq!(of_json(2, &tally.to_json()), Ok(tally.clone()));
        assert!(of_json(3, &tally.to_json()).is_err());
        assert!(PairedTally::of_json(2, &[], &tally.to_json()).is_err());
        assert!(of_json(2, &counted(4, &[]).to_json()).is_err());
        let five = counted(5, &[(4, 3)]);
        assert_eq!(of_json(5, &five.to_json()), Ok(five));
        for more in [(2, 0), (0, 2), (2, 2)] {
            let json = counted(3, &[more]).to_json();
            assert!(of_json(2, &json).is_err(), "{more:?}");
        }
        for wrong in [json!([[1, 1]]), json!([[1, 1], [0, 2], [0, 0], [0, 0]]), json!([[1], [0]])] {
            let mut json = tally.to_json();
            json["outcomes"] = wrong;
            assert!(of_json(2, &json).is_err(), "{json}");
        }
    }

    #[test]
    fn strata_keep_the_games_given_up() {
        let read = |json: &Json| Strata::of_json(3, json);
        let given_up = |json: &Json| -> Vec<Vec<u64>> {
            read(json).unwrap().by_value().map(|(_, one)| one.given_up.clone()).collect()
        };
        let new =
            json!([[0, [5, 4, 9], "90", "900", [0, 0, 6]], [1, [5, 4, 2], "9", "90", [0, 0, 1]]]);
        assert_eq!(given_up(&new), [[0, 0, 6], [0, 0, 1]]);
        assert_eq!(read(&new).unwrap().to_json(), new);
        // Nothing is written of none.
        let none = json!([[0, [5, 4, 9], "90", "900"]]);
        assert_eq!(given_up(&none), [[0, 0, 0]]);
        assert_eq!(read(&none).unwrap().to_json(), none);
        for wrong in [json!([0, 0, 10]), json!([0, 0]), json!(6)] {
            assert!(read(&json!([[0, [5, 4, 9], "90", "900", wrong]])).is_err(), "{wrong}");
        }
    }
}
