//! Names cut to the room that they have, and still different.

use std::collections::{HashMap, HashSet};

/// Words cut to so many letters, in the middle: names often differ at their ends.
///
/// For words that stand alone: beside others cut words may look the same, so names are [`fitted`].
fn cut(text: &str, letters: usize) -> String {
    cut_after(text, letters, letters / 2)
}

/// Words cut to so many letters, the first of which are these many.
fn cut_after(text: &str, letters: usize, first: usize) -> String {
    let count = text.chars().count();
    if count <= letters {
        return text.into();
    }
    let head: String = text.chars().take(first).collect();
    let tail: String = text.chars().skip(count + 1 + first - letters).collect();
    format!("{}\u{2026}{}", head.trim_end(), tail.trim_start())
}

/// Names cut to so many letters, all at the same place, so that those that differ still do: in the
/// middle, or where most of them do; those that are still the same are numbered.
pub fn fitted<'a>(names: impl IntoIterator<Item = &'a str>, letters: usize) -> Vec<String> {
    let names: Vec<&str> = names.into_iter().collect();
    let cut_at = |first| -> Vec<String> {
        names.iter().map(|name| cut_after(name, letters, first)).collect()
    };
    // Those that differ and do not look so.
    let alike = |short: &[String]| -> Vec<usize> {
        let mut wholes: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (short, whole) in short.iter().zip(&names) {
            wholes.entry(short).or_default().insert(whole);
        }
        (0..names.len()).filter(|&k| wholes[short[k].as_str()].len() > 1).collect()
    };
    let mut best = cut_at(letters / 2);
    for first in (2..letters).rev() {
        let many = alike(&best).len();
        if many == 0 {
            break;
        }
        let other = cut_at(first);
        if alike(&other).len() < many {
            best = other;
        }
    }
    for k in alike(&best) {
        let number = format!("{} ", k + 1);
        best[k] = number.clone() + &cut(names[k], letters.saturating_sub(number.len()).max(3));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_in_the_middle_and_stay_different() {
        assert_eq!(cut("abcdefghij", 7), "abc\u{2026}hij");
        assert_eq!(cut("abc", 3), "abc");
        let names = [
            "the same long beginning, 1, the same end",
            "the same long beginning, 2, the same end",
        ];
        let short = fitted(names, 20);
        assert!(
            short[0] != short[1] && short.iter().all(|name| name.chars().count() <= 20),
            "{short:?}"
        );
        assert_eq!(fitted(["a", "a"], 20), ["a", "a"]);
        // Where they differ at the beginning, that is what stays.
        let ends = ["face down 1, winner takes all", "face down 2, winner takes all"];
        assert_eq!(fitted(ends, 17)[0], "face down 1, win\u{2026}");
        let two: Vec<String> = (1..=9)
            .flat_map(|d| ["winner", "loser"].map(|w| format!("face down {d}, {w}-first")))
            .collect();
        // A number alone makes a hundred names differ, in the middle or at two places.
        let within: Vec<String> =
            (1..=100).map(|n| format!("umass limit at {n}00, pickup winner-first")).collect();
        let twice: Vec<String> = (0..100)
            .map(|n| format!("suits {}, pickup shuffled, ranks {}, two piles", n / 10, n % 10))
            .collect();
        for many in [two, within, twice] {
            for letters in [12, 14, 18, 20, 26] {
                let mut short = fitted(many.iter().map(String::as_str), letters);
                assert!(short.iter().all(|name| name.chars().count() <= letters), "{short:?}");
                short.sort();
                short.dedup();
                assert_eq!(short.len(), many.len(), "{short:?}");
            }
        }
    }
}
