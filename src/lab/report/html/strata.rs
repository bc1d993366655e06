//! Games sorted by what their deals, or their play, show.

use super::curves::{Counted, Courses};
use super::figure::{Figure, MOST_SERIES, by_place, drawn};
use super::shares::bands;
use super::subject::Subject;
use crate::core::game::Often;
use crate::core::strata::{Strata, Stratum};

/// Games that a point stands for at least: the interval of fewer is as high as the picture.
const POOLED: u64 = 100;

/// A figure for each feature that the games of a run were sorted by.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let mut features: Vec<usize> = Vec::new();
    for &by in subject.runs().flat_map(|(_, state)| &state.study.by) {
        if !features.contains(&by) {
            features.push(by);
        }
    }
    features.iter().enumerate().filter_map(|(k, &by)| figure(subject, k, by)).collect()
}

fn figure(subject: &Subject, nth: usize, by: usize) -> Option<Figure> {
    let info = subject.info();
    let entries = subject.entries().into_iter().filter_map(|entry| {
        let at = entry.state.study.by.iter().position(|&known| known == by)?;
        Some((entry, entry.strata.get(at)?))
    });
    let (entries, said) = drawn(entries.collect(), MOST_SERIES, by_place);
    let curves = entries.iter().map(|(entry, strata)| {
        let pools = pooled(strata, if entry.is_exact() { 0 } else { POOLED });
        let points = pools.iter().map(|(value, stratum)| {
            let moments = stratum.moments();
            let won = &stratum.outcomes[..info.outcomes.len()];
            let games = stratum.games();
            // Some deals only: what holds for all of them need not hold for these.
            let often =
                |(o, &counted): (usize, &u64)| Often::counted(counted, stratum.won(o), games);
            let length = moments.mean().zip(moments.std_err());
            Counted {
                x: *value as f64,
                games,
                won: won.iter().enumerate().map(often).collect(),
                length: length.filter(|_| stratum.given_up() == 0),
                exact: entry.is_exact(),
            }
        });
        (entry.name.into(), points.collect())
    });
    let feature = &info.features[by];
    Courses {
        words: [
            if nth == 0 { "strata".into() } else { format!("strata-{}", feature.name) },
            format!(
                "In tables this number is called {}, and each value stands alone; here neighbours are \
                 pooled to {POOLED} games. {}{said}",
                feature.name,
                bands(subject, "Bands and whiskers")
            ),
        ],
        axis: feature.summary.into(),
        curves: curves.collect(),
        measures: subject.measures(),
        subject,
    }
    .figure()
}

/// The games by value, neighbours together until they are so many, each at its mean value; the few that
/// are left at the end belong to the last.
fn pooled(strata: &Strata, least: u64) -> Vec<(i64, Stratum)> {
    let mut pools: Vec<Vec<(i64, &Stratum)>> = Vec::new();
    let games = |pool: &[(i64, &Stratum)]| pool.iter().map(|(_, one)| one.games()).sum::<u64>();
    for one in strata.by_value() {
        match pools.last_mut() {
            Some(last) if games(last) < least => last.push(one),
            _ => pools.push(vec![one]),
        }
    }
    if let [.., before, last] = &mut pools[..]
        && games(last) < least
    {
        before.append(last);
        pools.pop();
    }
    let together = |pool: Vec<(i64, &Stratum)>| {
        let all = games(&pool).max(1) as f64;
        let at =
            pool.iter().map(|(value, one)| *value as f64 * one.games() as f64 / all).sum::<f64>();
        let mut sum = Strata::default();
        for (_, one) in pool {
            sum.insert(0, one).ok()?;
        }
        Some((at.round() as i64, sum.by_value().next()?.1.clone()))
    };
    pools.into_iter().filter_map(together).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_pooled_until_they_are_enough() {
        let one =
            |games: u64| Stratum { outcomes: vec![games, 0], sum: games.into(), ..Stratum::new(2) };
        let games = [(0, 3), (1, 97), (2, 500), (7, 60), (8, 50), (9, 1)];
        let strata = Strata::of_values(games.map(|(value, games)| (value, one(games))).into());
        let found = |least| -> Vec<(i64, u64)> {
            pooled(&strata, least).iter().map(|(at, pool)| (*at, pool.games())).collect()
        };
        assert_eq!(found(100), [(1, 100), (2, 500), (7, 111)]);
        assert_eq!(found(0), games);
        assert_eq!(found(10_000), [(3, 711)]);
    }
}
