//! Names as short as they can be and still differ: what all have in common is said once.

use std::collections::{HashMap, HashSet};

use crate::lab::tables::fields::in_words;

/// From more rule sets than this on, keys that say little are left out of their names.
const MANY: usize = 6;

/// What rule sets are called on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// A name for each, all different, in the order given.
    pub short: Vec<String>,
    /// What all have in common, in words; empty where there is nothing.
    pub common: String,
}

/// The parts of a name, such as `monday:umass{deck.ranks=4} 1:2`.
struct Parts<'a> {
    run: &'a str,
    base: &'a str,
    fields: Vec<String>,
    part: &'a str,
}

impl Names {
    /// The names of cells, each given as its run (empty where it is not needed), its rule set with the
    /// fields it changes, and its part.
    pub fn of(cells: &[(&str, &str, &str)]) -> Self {
        let cells: Vec<Parts<'_>> = cells
            .iter()
            .map(|&(run, set, part)| {
                let (base, fields) = parted(set);
                Parts { run, base, fields, part }
            })
            .collect();
        let several = cells.len() > 1;
        let same = |of: &dyn Fn(&Parts<'_>) -> String| {
            several && cells.iter().all(|cell| of(cell) == of(&cells[0]))
        };
        let shared =
            |field: &String| several && cells.iter().all(|cell| cell.fields.contains(field));
        let (base, part) = (same(&|cell| cell.base.into()), same(&|cell| cell.part.into()));
        let run = same(&|cell| cell.run.into());
        let plain = worded(&cells);
        let name = |cell: &Parts<'_>, all: bool| {
            let own = cell.fields.iter().filter(|&f| all || !shared(f));
            let own: Vec<String> = own
                .map(|field| plain.get(field).filter(|_| !all).unwrap_or(field).clone())
                .collect();
            let run = if run && !all { "" } else { cell.run };
            let part = if part && !all { "" } else { cell.part };
            let alone = run.is_empty() && part.is_empty() && own.is_empty();
            let base = if base && !all && !alone { "" } else { cell.base };
            let own = own.join(", ");
            let words =
                [run, base, &own, part].map(str::trim).into_iter().filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(" ")
        };
        let mut short: Vec<String> = cells.iter().map(|cell| name(cell, false)).collect();
        let twice = |names: &[String], k: usize| {
            names.iter().filter(|other| **other == names[k]).count() > 1
        };
        let first = short.clone();
        for (k, cell) in cells.iter().enumerate().filter(|(k, _)| twice(&first, *k)) {
            short[k] = name(cell, true);
        }
        let mut words = Vec::new();
        let plain = several && cells.iter().all(|cell| cell.fields.is_empty());
        while let Some(word) = leading(&short).filter(|_| plain) {
            short.iter_mut().for_each(|name| drop(name.drain(..=word.len())));
            words.push(word);
        }
        let fields = cells.first().map_or(&[][..], |cell| &cell.fields);
        let fields: Vec<String> = fields.iter().filter(|field| shared(field)).cloned().collect();
        let told = base && short.iter().all(|name| name != cells[0].base);
        let mut lead = words.join(" ");
        if told {
            lead = cells[0].base.into();
        }
        let words = [lead.as_str(), &fields.join(", ")];
        let words = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>();
        Self { short, common: cut(&words.join(" with "), 80) }
    }
}

/// Of many rule sets that change the same fields, what each field says without its key, where that is a
/// word that no other field says.
fn worded(cells: &[Parts<'_>]) -> HashMap<String, String> {
    let many = cells.len() > MANY && cells.iter().all(|cell| cell.fields.len() > 1);
    let fields: HashSet<&String> = cells.iter().flat_map(|cell| &cell.fields).collect();
    let word = |field: &&String| {
        let (_, word) = field.rsplit_once(' ').filter(|_| many)?;
        let says = word.starts_with(char::is_alphabetic) && !["true", "false"].contains(&word);
        let alone = fields.iter().filter(|other| other.ends_with(&format!(" {word}"))).count() == 1;
        (says && alone).then(|| ((*field).clone(), word.to_owned()))
    };
    fields.iter().filter_map(word).collect()
}

/// The first word of all these names, if what follows it has letters everywhere.
fn leading(names: &[String]) -> Option<String> {
    let word = names.first()?.split_once(' ')?.0;
    let rest = |name: &String| name.strip_prefix(word)?.strip_prefix(' ').map(str::to_owned);
    let says = |rest: String| rest.contains(char::is_alphabetic);
    names.iter().all(|name| rest(name).is_some_and(says)).then(|| word.to_owned())
}

/// A rule set's name and the fields that it changes, in words: `deck.ranks=4` is `ranks 4`.
fn parted(set: &str) -> (&str, Vec<String>) {
    let Some((base, fields)) = set.strip_suffix('}').and_then(|set| set.split_once('{')) else {
        return (set, Vec::new());
    };
    let (mut depth, mut all) = (0, vec![String::new()]);
    for letter in fields.chars() {
        depth += i32::from("[{".contains(letter)) - i32::from("]}".contains(letter));
        match (letter, all.last_mut()) {
            (',', _) if depth == 0 => all.push(String::new()),
            (_, Some(field)) => field.push(letter),
            _ => {}
        }
    }
    (
        base,
        all.iter()
            .map(|field| match field.trim().split_once('=') {
                Some((key, value)) => format!("{} {}", in_words(key), value.trim_matches('"')),
                None => field.trim().to_owned(),
            })
            .collect(),
    )
}

/// Letters of a name in a title.
pub const IN_TITLES: usize = 60;

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

    fn of(cells: &[(&str, &str, &str)]) -> (Vec<String>, String) {
        let Names { short, common } = Names::of(cells);
        (short, common)
    }

    #[test]
    fn what_all_have_in_common_is_said_once() {
        let deck = "umass{deck.ranks=4,deck.suits=3}";
        let (short, common) = of(&[("exact", deck, ""), ("simulated", deck, "")]);
        assert_eq!(
            (short, common.as_str()),
            (vec!["exact".to_owned(), "simulated".into()], "umass with ranks 4, suits 3")
        );
        let (short, common) = of(&[("", "bwinf", "1:2"), ("", "bwinf", "1:3")]);
        assert_eq!((short, common.as_str()), (vec!["1:2".to_owned(), "1:3".into()], "bwinf"));
        let (short, common) = of(&[("", "umass", ""), ("", "umass{limit.at=20}", "")]);
        assert_eq!((short, common.as_str()), (vec!["umass".to_owned(), "limit at 20".into()], ""));
        let (short, common) = of(&[("", "a{x.y=[1,2],z=\"w\"}", ""), ("", "b{z=\"w\"}", "")]);
        assert_eq!((short, common.as_str()), (vec!["a x y [1,2]".to_owned(), "b".into()], "z w"));
        let (short, common) = of(&[("", "bicycle ranks=4", ""), ("", "bicycle ranks=8", "")]);
        assert_eq!(
            (short, common.as_str()),
            (vec!["ranks=4".to_owned(), "ranks=8".into()], "bicycle")
        );
        assert_eq!(
            of(&[("", "limit 100", ""), ("", "limit 300", "")]).0,
            ["limit 100", "limit 300"]
        );
        assert_eq!(of(&[("", "umass{limit.at=20}", "")]).0, ["umass limit at 20"]);
    }

    #[test]
    fn of_many_rule_sets_only_what_tells_them_apart_is_named() {
        let sets: Vec<String> = (0..4)
            .flat_map(|down| {
                ["winner-first", "loser-first"]
                    .map(|p| format!("umass{{war.face_down={down},pickup=\"{p}\"}}"))
            })
            .collect();
        let cells: Vec<_> = sets.iter().map(|set| ("", set.as_str(), "")).collect();
        let (short, common) = of(&cells);
        assert_eq!((short[0].as_str(), common.as_str()), ("face down 0, winner-first", "umass"));
        assert_eq!(of(&cells[..4]).0[3], "face down 1, pickup loser-first");
        // A word that two fields say is nothing without its key.
        let sets: Vec<String> = (0..4)
            .flat_map(|down| {
                ["lose", "draw"].map(|p| format!("umass{{a.{p}={down},b=\"draw\",c=\"draw\"}}"))
            })
            .collect();
        let cells: Vec<_> = sets.iter().map(|set| ("", set.as_str(), "")).collect();
        assert!(of(&cells).1.contains("b draw, c draw"), "{:?}", of(&cells));
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
