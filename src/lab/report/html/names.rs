//! Names as short as they can be and still differ.

use std::collections::{HashMap, HashSet};

/// Names without what all of them begin and end with: of changes of one rule set the fields, of rule sets with one
/// deck their own names.
pub fn shortened(names: &[String]) -> Vec<String> {
    let [first, _, ..] = names else { return names.to_vec() };
    let all = |is_so: &dyn Fn(&String) -> bool| names.iter().all(is_so);
    let mut begins = first.match_indices([' ', '{', ',']).map(|(at, _)| at + 1).rev();
    let fits = |&at: &usize| all(&|name| name.len() > at && name.starts_with(&first[..at]));
    let from = begins.find(fits).unwrap_or(0);
    let is_within = first[..from].contains('{');
    let mut ends = first.match_indices(if is_within { [',', '}'] } else { ['{'; 2] });
    let fits = |end: &str| all(&|name| name.len() > from + end.len() && name.ends_with(end));
    let end = ends.find_map(|(at, _)| Some(&first[at..]).filter(|end| fits(end)));
    let short = |name: &String| name[from..name.len() - end.map_or(0, str::len)].to_owned();
    names.iter().map(short).collect()
}

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
    fn what_all_have_in_common_is_left_out() {
        for (names, short) in [
            (["umass{a=4,b=3}", "one-down{a=4,b=3}"], ["umass", "one-down"]),
            (["bwinf 1:2", "bwinf 1:3"], ["1:2", "1:3"]),
            (["umass", "umass{limit.at=20}"], ["umass", "umass{limit.at=20}"]),
            (["umass{a=1,b=w,c=2}", "umass{a=1,b=v,c=2}"], ["b=w", "b=v"]),
            (["umass{a=1}", "umass{a=1,c=2}"], ["a=1", "a=1,c=2"]),
            (["umass{a=1,c=2}", "bent{b=1,c=2}"], ["umass{a=1,c=2}", "bent{b=1,c=2}"]),
            (["same", "same"], ["same", "same"]),
        ] {
            assert_eq!(shortened(&names.map(String::from)), short);
        }
        assert_eq!(shortened(&["umass{a=1}".into()]), ["umass{a=1}"]);
    }

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
