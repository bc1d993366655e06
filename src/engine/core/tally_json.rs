//! Counts as JSON, whole numbers only, and back.
//!
//! Sums beyond 64 bits are text, because most readers of JSON know no such numbers.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::info::{GameInfo, Keep};
use super::stats::histogram::LengthHistogram;
use super::stats::{Moments, PairedTally};
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

fn whole(json: &Json, what: &str) -> Result<u64, Misfit> {
    json.as_u64().ok_or_else(|| misfit(what))
}

fn wide(json: &Json, what: &str) -> Result<u128, Misfit> {
    let digits = json.as_str().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    digits.and_then(|text| text.parse().ok()).ok_or_else(|| misfit(what))
}

fn list<'j>(json: &'j Json, what: &str) -> Result<&'j Vec<Json>, Misfit> {
    json.as_array().ok_or_else(|| misfit(what))
}

fn fixed<'j, const N: usize>(json: &'j Json, what: &str) -> Result<&'j [Json; N], Misfit> {
    list(json, what)?.as_slice().try_into().map_err(|_| misfit(what))
}

/// Counts by outcome, of a game with so many outcomes.
fn by_outcome(json: &Json, outcomes: usize, what: &str) -> Result<Vec<u64>, Misfit> {
    let counts = list(json, what)?;
    let counts = counts.iter().map(|games| whole(games, what)).collect::<Result<Vec<u64>, _>>()?;
    if counts.len() == outcomes { Ok(counts) } else { Err(misfit(what)) }
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
        let games = list(&json["games"], "games")?;
        if games.len() != tally.games.len() {
            return Err(misfit("games"));
        }
        for (mine, json) in tally.games.iter_mut().zip(games) {
            *mine = whole(json, "games")?;
        }
        let counts = list(&json["counts"], "counts")?;
        if counts.len() != info.counters.len() {
            return Err(misfit("counts"));
        }
        for ((counter, mine), json) in info.counters.iter().zip(&mut tally.counts).zip(counts) {
            *mine = counts_of(counter.keep, detail, info.ends(), json)?;
        }
        let extreme = |key: &str| -> Result<Option<Extreme>, Misfit> {
            match &json[key] {
                Json::Null => Ok(None),
                json => {
                    let [length, game] = fixed::<2>(json, key)?;
                    Ok(Some(Extreme { length: whole(length, key)?, game: whole(game, key)? }))
                }
            }
        };
        tally.shortest = extreme("shortest")?;
        tally.longest = extreme("longest")?;
        tally.decided_longest = extreme("decided_longest")?;
        if let Some(rounded) = json.get("rounded").filter(|_| detail == Detail::Rounded) {
            for (mine, json) in tally
                .rounded
                .iter_mut()
                .flat_map(|two| two.iter_mut())
                .zip(fixed::<2>(rounded, "rounded")?)
            {
                pairs(json, |length, games| mine.record_n(length, games))?;
            }
        } else {
            // States of versions before 0.2 have none.
            tally.rounded = None;
        }
        let series = list(&json["series"], "series")?;
        // Those added since the state was written, or left out for want of counts, are empty.
        if series.len() > info.series.len() {
            return Err(misfit("series"));
        }
        for (mine, json) in tally.series.iter_mut().zip(series) {
            for entry in list(json, "series")? {
                let [one, two, n] = fixed::<3>(entry, "series")?;
                let key = [whole(one, "series")?, whole(two, "series")?];
                mine.insert(key, whole(n, "series")?);
            }
        }
        Ok(tally)
    }
}

fn counts_json(counts: &CounterTally) -> Json {
    match counts {
        CounterTally::Lengths(by_end) => by_end.iter().map(lengths_json).collect(),
        CounterTally::Sums(sums) => sums.iter().map(|sum| json!(sum.to_string())).collect(),
        CounterTally::Max(max) => json!(max),
        CounterTally::Nothing => Json::Null,
    }
}

/// Values with their counts.
fn pairs_json(counts: impl Iterator<Item = (u64, u64)>) -> Json {
    counts.map(|(value, games)| Json::from([value, games].as_slice())).collect()
}

/// What [`pairs_json`] wrote: values that rise, and at most 2^64 - 1 games.
fn pairs(json: &Json, mut record: impl FnMut(u64, u64)) -> Result<(), Misfit> {
    let (mut total, mut before) = (0_u64, None);
    for entry in list(json, "a histogram")? {
        let [value, games] = fixed::<2>(entry, "a histogram")?;
        let (value, games) = (whole(value, "a value")?, whole(games, "a count")?);
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

fn counts_of(keep: Keep, detail: Detail, ends: usize, json: &Json) -> Result<CounterTally, Misfit> {
    let by_end = || {
        let by_end = list(json, "counts")?;
        if by_end.len() == ends { Ok(by_end) } else { Err(misfit("counts")) }
    };
    Ok(match keep {
        Keep::Histogram => {
            let lengths = by_end()?.iter().map(|json| lengths_of(detail, json));
            CounterTally::Lengths(lengths.collect::<Result<_, _>>()?)
        }
        Keep::Sum => {
            let sums = by_end()?.iter().map(|json| wide(json, "a sum"));
            CounterTally::Sums(sums.collect::<Result<_, _>>()?)
        }
        Keep::Max => CounterTally::Max(whole(json, "a largest value")?),
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
            pairs(json, |value, games| histogram.record_n(value, games))?;
            Lengths::Exact(Box::new(histogram))
        }
        Detail::Rounded | Detail::Moments => Lengths::Moments(Moments {
            n: whole(&json["n"], "n")?,
            sum: wide(&json["sum"], "a sum")?,
            sum_sq: wide(&json["sum_sq"], "a sum of squares")?,
        }),
    }))
}

impl PairedTally {
    /// The counts as JSON.
    pub fn to_json(&self) -> Json {
        let Self { outcomes, sums, sum_cubes } = self;
        let sums = sums.map(|sum| sum.to_string());
        let cubes = sum_cubes.map(|sum| sum.to_string());
        json!({"outcomes": outcomes, "sums": sums, "cubes": cubes})
    }

    /// The counts that [`PairedTally::to_json`] wrote.
    ///
    /// Errors: what does not fit.
    pub fn of_json(of: usize, json: &Json) -> Result<Self, Misfit> {
        let mut tally = Self::new(of);
        let rows = list(&json["outcomes"], "outcomes")?;
        if rows.len() != of {
            return Err(misfit("outcomes"));
        }
        for (mine, row) in tally.outcomes.iter_mut().zip(rows) {
            *mine = by_outcome(row, of, "outcomes")?;
        }
        for (mine, sum) in tally.sums.iter_mut().zip(fixed::<5>(&json["sums"], "sums")?) {
            *mine = wide(sum, "sums")?;
        }
        // A sum that exceeded its type was not kept.
        let cubes = json["cubes"].as_str().map(str::parse::<i128>);
        tally.sum_cubes = cubes.transpose().map_err(|_| misfit("cubes"))?;
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
    /// Where it says nothing of games given up, as before version 0.2, they may have been any of all that were,
    /// `given_up` by outcome.
    ///
    /// Errors: what does not fit.
    pub fn of_json(given_up: &[u64], json: &Json) -> Result<Self, Misfit> {
        let mut strata = BTreeMap::new();
        let (of, any) = (given_up.len(), given_up);
        for row in list(json, "strata")? {
            let (row, given_up) = match list(row, "strata")?.split_at_checked(4) {
                Some((row, [])) => (row, None),
                Some((row, [given_up])) => (row, Some(by_outcome(given_up, of, "strata")?)),
                _ => return Err(misfit("strata")),
            };
            let [value, counts, sum, sum_sq] = row else { return Err(misfit("strata")) };
            let value = value.as_i64().ok_or_else(|| misfit("strata"))?;
            let outcomes = by_outcome(counts, of, "strata")?;
            let (sum, sum_sq) = (wide(sum, "strata")?, wide(sum_sq, "strata")?);
            let most = |(&games, &any): (&u64, &u64)| games.min(any);
            let given_up = given_up.unwrap_or_else(|| outcomes.iter().zip(any).map(most).collect());
            if given_up.iter().zip(&outcomes).any(|(given_up, games)| given_up > games) {
                return Err(misfit("strata"));
            }
            strata.insert(value, Stratum { outcomes, given_up, sum, sum_sq });
        }
        Ok(Self::of_values(strata))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tally::tests::{INFO, block, tally};

    #[test]
    fn a_tally_comes_back_as_it_was() {
        for detail in [Detail::Histograms, Detail::Moments] {
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
            "counts": [[[[5, 1]], null, null, null, null, null], ["1", "0", "0", "0", "0", "0"], 2],
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
            ("counts", json!([[], [], 0])),
            ("counts", json!([null, null])),
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
        assert!(Strata::of_json(&[0; 2], &json).is_err(), "a third outcome occurs");
        assert_eq!(Strata::of_json(&[0; 3], &json), Ok(strata));
        for wrong in [
            "{}",
            "[[1,[0,0],\"1\"]]",
            "[[1,[0],\"1\",\"1\"]]",
            "[[1,[0,0,1],\"1\",\"1\"]]",
            "[[1,[0,0],1,\"1\"]]",
        ] {
            assert!(
                Strata::of_json(&[0; 2], &serde_json::from_str(wrong).unwrap()).is_err(),
                "{wrong}"
            );
        }
    }

    #[test]
    fn pairs_have_the_outcomes_of_their_game() {
        let counted = |of: usize, extra: &[(usize, usize)]| {
            let mut tally = PairedTally::new(of);
            for &(one, two) in [(0, 0), (0, 1), (1, 1), (1, 1)].iter().chain(extra) {
                tally.record(one, 5, two, 7);
            }
            tally
        };
        let tally = counted(2, &[]);
        assert_eq!(tally.to_json()["outcomes"], json!([[1, 1], [0, 2]]));
        assert_eq!(PairedTally::of_json(2, &tally.to_json()), Ok(tally.clone()));
        assert!(PairedTally::of_json(3, &tally.to_json()).is_err());
        assert!(PairedTally::of_json(2, &counted(4, &[]).to_json()).is_err());
        let five = counted(5, &[(4, 3)]);
        assert_eq!(PairedTally::of_json(5, &five.to_json()), Ok(five));
        for more in [(2, 0), (0, 2), (2, 2)] {
            let json = counted(3, &[more]).to_json();
            assert!(PairedTally::of_json(2, &json).is_err(), "{more:?}");
        }
        for wrong in [json!([[1, 1]]), json!([[1, 1], [0, 2], [0, 0], [0, 0]]), json!([[1], [0]])] {
            let mut json = tally.to_json();
            json["outcomes"] = wrong;
            assert!(PairedTally::of_json(2, &json).is_err(), "{json}");
        }
    }

    #[test]
    fn strata_of_before_may_hold_any_of_the_games_given_up() {
        let read = |json: &Json| Strata::of_json(&[0, 0, 7], json);
        let given_up = |json: &Json| -> Vec<Vec<u64>> {
            read(json).unwrap().by_value().map(|(_, one)| one.given_up.clone()).collect()
        };
        let old = json!([[0, [5, 4, 9], "90", "900"], [1, [5, 4, 2], "9", "90"]]);
        assert_eq!(given_up(&old), [[0, 0, 7], [0, 0, 2]]);
        let new =
            json!([[0, [5, 4, 9], "90", "900", [0, 0, 6]], [1, [5, 4, 2], "9", "90", [0, 0, 1]]]);
        assert_eq!(given_up(&new), [[0, 0, 6], [0, 0, 1]]);
        assert_eq!(read(&new).unwrap().to_json(), new);
        // Nothing is written of none.
        let none = json!([[0, [5, 4, 9], "90", "900"]]);
        assert_eq!(Strata::of_json(&[0, 0, 0], &none).unwrap().to_json(), none);
        for wrong in [json!([0, 0, 10]), json!([0, 0]), json!(6)] {
            assert!(read(&json!([[0, [5, 4, 9], "90", "900", wrong]])).is_err(), "{wrong}");
        }
    }
}
