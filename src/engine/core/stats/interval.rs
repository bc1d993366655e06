//! Intervals for one ratio and one mean.

/// Wilson score interval for a win rate.
///
/// Shapes: `wins <= games`; returns `(low, high)`, both in `[0, 1]`; `games == 0` gives `(0, 1)`.
/// No win gives `low` exactly 0 and no loss gives `high` exactly 1, and a tiny rate keeps all its digits.
/// Units: `z` in standard errors (1.96 for 95 %).
/// Errors: none; `wins > games` is a caller's bug and panics.
/// Source: E. B. Wilson, J. Amer. Stat. Assoc. 22 (1927) 209-212.
pub fn wilson(wins: u64, games: u64, z: f64) -> (f64, f64) {
    assert!(wins <= games, "{wins} wins in {games} games");
    if games == 0 {
        return (0.0, 1.0);
    }
    if wins > games - wins {
        let (low, high) = wilson(games - wins, games, z);
        return (1.0 - high, 1.0 - low);
    }
    let n = games as f64;
    let (p, scale) = (wins as f64 / n, z * z / n);
    let root = z * (p * (1.0 - p) / n + scale / (4.0 * n)).sqrt();
    let high = (p + scale / 2.0 + root) / (1.0 + scale);
    // The product of the two roots is p^2 / (1 + scale): dividing keeps the digits that subtracting would lose.
    let low = p * p / ((1.0 + scale) * high);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::z_for_confidence;

    #[test]
    fn wilson_matches_statsmodels() {
        // scripts/check_stats.py, statsmodels 0.15.0: proportion_confint.
        let z = z_for_confidence(0.95);
        for (wins, games, low, high) in [
            (0, 10, 0.0, 0.27753279986288926),
            (10, 10, 0.7224672001371106, 1.0),
            (1, 10, 0.017876213095072924, 0.40415002679523854),
            (5, 10, 0.23659309051256394, 0.7634069094874361),
            (2, 1000, 0.0005486435881207267, 0.007262807863492178),
            (420_400, 1_000_000, 0.41943282394177084, 0.42136778761612426),
            (196_500, 1_000_000, 0.19572237301795736, 0.1972799587385895),
            (999_999, 1_000_000, 0.9999943350881957, 0.9999998234754233),
            (3, 1_000_000_000, 1.0202707288769228e-09, 8.821188054011642e-09),
        ] {
            let found = wilson(wins, games, z);
            assert!((found.0 - low).abs() <= 1e-15 && (found.1 - high).abs() <= 1e-15, "{found:?}");
        }
    }

    #[test]
    fn wilson_matches_newcombe_1998_table_1() {
        // Newcombe, Stat. Med. 17 (1998) 857-872, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        let z = z_for_confidence(0.95);
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(wins, games, z);
            assert!((found.0 - low).abs() < 5.1e-5 && (found.1 - high).abs() < 5.1e-5, "{found:?}");
        }
    }

    #[test]
    fn wilson_of_no_games_is_the_whole_range() {
        assert_eq!(wilson(0, 0, 1.96), (0.0, 1.0));
    }

    #[test]
    fn wilson_mirrors_and_touches_the_ends() {
        for games in [1, 2, 7, 1000, 1_000_000_000_000] {
            assert_eq!(wilson(0, games, 1.96).0, 0.0);
            assert_eq!(wilson(games, games, 1.96).1, 1.0);
            let (low, high) = wilson(games / 3, games, 1.96);
            let mirrored = wilson(games - games / 3, games, 1.96);
            assert!(
                (low + mirrored.1 - 1.0).abs() < 1e-15 && (high + mirrored.0 - 1.0).abs() < 1e-15
            );
        }
    }

    #[test]
    #[should_panic(expected = "5 wins in 4 games")]
    fn more_wins_than_games_is_a_bug() {
        wilson(5, 4, 1.96);
    }
}
