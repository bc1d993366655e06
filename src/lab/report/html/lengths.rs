//! How long games last: a row for each rule set.

use super::figure::{FROM_BOTH_ENDS, Figure, MOST_ROWS, View, drawn};
use super::names::{IN_TITLES, fitted};
use super::spread::{Lasting, Spread};
use super::strips;
use super::subject::Subject;
use crate::core::wording::digits::{counted, grouped};

/// Games from which a title says how long they last.
const WORTH_A_TITLE: u64 = 30;

/// The figures; nothing where lengths were not kept or nothing came to an end.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let all = subject.entries().into_iter().filter_map(|entry| {
        let ends = entry.ends(0)?;
        let over = ends.ended();
        (entry.games() > 0).then_some(Lasting { entry, ends, over })
    });
    let all: Vec<Lasting<'_>> = all.collect();
    let unit = subject.info().length().name;
    let title = title(subject, &all, unit);
    let half = |_, one: &&Lasting<'_>| one.quantile(0.5).map_or(f64::INFINITY, |half| half as f64);
    let (shown, said) = drawn(all.iter().collect(), MOST_ROWS, half, FROM_BOTH_ENDS);
    let source = subject.source();
    let is_left = all.iter().any(|one| one.ends.left() > 0);
    if shown.iter().all(|one| one.over.last().is_none()) {
        return Vec::new();
    }
    let (caption, view) = if strips::wanted(&shown) {
        let bar = if is_left { " The bar at the right is 100 % of the games." } else { "" };
        let caption = format!(
            "Each line runs from where 5 % of all games are over to where 95 % are, the thick part from \
             25 % to 75 %, the dot where half are.{bar}{said}"
        );
        (caption, View::of("rows", "", String::new(), &strips::rows(&shown, unit)))
    } else {
        let Some(spread) = Spread::of(shown, unit) else { return Vec::new() };
        let bins = match spread.bin {
            1 => format!("at each number of {unit}"),
            n => format!("in bins of {} {unit}", grouped(n)),
        };
        let blocks = " A block at the end has the same area for each game.";
        let blocks = if is_left { blocks } else { "" };
        let caption =
            format!("Share of all games that are over, {bins}, on one scale.{blocks}{said}");
        (caption, View::of("rows", "", spread.note.clone(), &spread.rows()))
    };
    let never = match is_left {
        true => {
            " What is not over is never counted as over here; a median of the tables takes it as long as it \
                 was played."
        }
        false => "",
    };
    let lengths = Figure::of("lengths", [title, caption + never], vec![view], source);
    [lengths].into_iter().filter(|figure| !figure.views.is_empty()).collect()
}

/// When half of the games are over, with the fastest and the slowest rule set where these are known to differ.
fn title(subject: &Subject, all: &[Lasting<'_>], unit: &str) -> String {
    let rest = |one: &Lasting<'_>| match one.ends.last() {
        Some(last) => format!(" most are not by {}", grouped(last)),
        None => " none ever are".into(),
    };
    let halves: Vec<Option<u64>> = all.iter().map(|one| one.quantile(0.5)).collect();
    let known = || halves.iter().flatten().copied();
    let Some((least, most)) = known().min().zip(known().max()) else {
        let last = if let [one] = all { one.ends.last() } else { None };
        let by = last.map(|last| format!(" by {}", so_long(last, unit)));
        let by = by.unwrap_or(", whatever the rule set".into());
        return format!("Fewer than half of the games are over{by}");
    };
    if let [one] = all {
        let of = if one.entry.games() == 1 { "The game is" } else { "Half of the games are" };
        return format!("{of} over by {}", so_long(most, unit));
    }
    // Of those of which fewer than half are over, the slowest has the fewest.
    let key = |k: &usize| {
        let left = all[*k].entry.share(all[*k].ends.left());
        (halves[*k].unwrap_or(u64::MAX), (left * 1e9) as u64)
    };
    let ends = (0..all.len()).min_by_key(key).zip((0..all.len()).max_by_key(key));
    let (fast, slow) = ends.unwrap_or_default();
    let z = subject.z_among(all.len());
    let over = |k: usize, length: u64| all[k].over_by(length, z).ends();
    let slower = match halves[slow] {
        Some(half) if half > least && over(fast, half - 1).0 > 0.5 && over(slow, least).1 < 0.5 => {
            Some((format!(", by {} with ", grouped(half)), String::new()))
        }
        None if over(slow, all[slow].ends.last().unwrap_or(0)).1 < 0.5 => {
            Some(("; with ".into(), rest(&all[slow])))
        }
        _ => None,
    };
    let enough = all.iter().all(|one| one.entry.games() >= WORTH_A_TITLE);
    if let Some((before, after)) = slower.filter(|_| enough) {
        let names = fitted(all.iter().map(|one| one.entry.name), IN_TITLES);
        let (by, one, other) = (so_long(least, unit), &names[fast], &names[slow]);
        return format!("Half of the games are over by {by} with {one}{before}{other}{after}");
    }
    let by = match least == most {
        true => so_long(most, unit),
        false => format!("{} to {}", grouped(least), so_long(most, unit)),
    };
    let rest = match halves.iter().filter(|half| half.is_none()).count() {
        0 if least == most => " with every rule set".into(),
        0 => ", whatever the rule set".into(),
        n => format!("; with {n} of {} rule sets fewer are over", all.len()),
    };
    format!("Half of the games are over by {by}{rest}")
}

/// So many, of a unit whose name ends with an s.
fn so_long(length: u64, unit: &str) -> String {
    counted(length, unit.trim_end_matches('s'), unit)
}
