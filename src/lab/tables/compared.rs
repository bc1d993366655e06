//! Comparisons on the terminal: a line for each measure of a pair, or of several pairs for each pair of a measure.

use std::collections::BTreeSet;

use super::Tables;
use super::sheet::signed;
use crate::core::game::GameInfo;
use crate::core::stats::{Conclusion, Method};
use crate::core::wording::digits::{counted, decimals, grouped, p_value};
use crate::core::wording::said::{Said, TextTable};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// Lines that the terminal shows; the table has all.
const MOST_LINES: usize = 40;

/// What was compared, as lines; nothing where nothing was.
pub fn render(said: &mut Said, tables: &Tables) {
    let (all, info) = (&tables.comparisons, tables.info());
    let Some(Comparison { first, second, .. }) = all.first() else { return };
    let is_one = all.iter().all(|row| (row.first, row.second) == (*first, *second));
    let from = tables.called(*first);
    let is_against = all.iter().all(|row| tables.called(row.first) == from);
    let name = |k: usize| tables.names.full[k].as_str();
    let pair = |row: &Comparison| match is_against && !is_one {
        true => name(row.second).to_owned(),
        false => format!("{} less {}", name(row.second), name(row.first)),
    };
    let head = match (is_one, is_against) {
        (true, _) => "measure".into(),
        (_, true) => format!("less {from}"),
        _ => String::new(),
    };
    let shown = tables.measures().into_iter().flat_map(|measure| {
        let own: Vec<_> = all.iter().filter(|row| row.measure == measure).collect();
        let number = numbers(tables, &own);
        own.into_iter().map(move |row| (row, number(row)))
    });
    let shown: Vec<_> = shown.take(MOST_LINES).collect();
    let rows: Vec<&Comparison> = shown.iter().map(|(row, _)| *row).collect();
    let mut lines = TextTable::new(shown);
    lines.left(format!("  {head}"), |(row, _)| match is_one {
        true => format!("  {}", row.measure.name(info)),
        false => format!("  {}", pair(row)),
    });
    lines.right("difference", |(_, number)| number.clone());
    // Of exact differences there is none, nor where a precision ended the run.
    if all.iter().any(|row| row.p_adjusted.is_some()) {
        lines.right("adjusted p", |(row, _)| row.p_adjusted.map_or("-".into(), p_value));
    }
    said.gap();
    said.rows(lines.headed(|(row, _)| match is_one {
        true => pair(row),
        false => row.measure.name(info).to_owned(),
    }));
    more_lines(said, all.len().saturating_sub(MOST_LINES), "line", "comparison");
    say_notes(said, tables, &rows);
}

/// How many lines are not shown, and which table has them.
pub fn more_lines(said: &mut Said, more: usize, one: &str, table: &str) {
    if more > 0 {
        let more = counted(more as u64, &format!("more {one}"), &format!("more {one}s"));
        said.words("  ", format!("... {more} in the table `{table}`"));
    }
}

/// Says what is to be known of these differences as [`numbers`] has them.
pub fn say_notes(said: &mut Said, tables: &Tables, rows: &[&Comparison]) {
    let is_part = |row: &&Comparison| row.difference.method == Method::EXACT_PART;
    let written = match tables.is_exact() {
        false => format!("\u{b1} half of the {}, or its ends", tables.interval()),
        true if rows.iter().any(is_part) => "exact, of these orders alone".into(),
        true => "exact".into(),
    };
    let signs = rows.iter().flat_map(|row| [remark(tables, row), uncertain(row)]);
    said.paragraph(format!("{written}; {}", notes(tables, rows, signs)));
}

/// What is to be known of these differences: on which games, what these signs mean, what matters, and what was
/// adjusted.
pub fn notes(
    tables: &Tables,
    rows: &[&Comparison],
    signs: impl IntoIterator<Item = Remark>,
) -> String {
    let deals: BTreeSet<String> = rows.iter().map(|row| deals(tables.info(), row)).collect();
    let deals: Vec<String> = deals.into_iter().rev().collect();
    let mut known = vec![match deals.len() {
        0..=2 => deals.join(" or "),
        _ => "on deals that the table `comparison` names".into(),
    }];
    let signs: BTreeSet<Remark> = signs.into_iter().filter(|sign| *sign != PLAIN).collect();
    known.extend(signs.iter().map(|(sign, words)| format!("{sign}\u{a0}{words}")));
    let matters = tables.measures().into_iter().filter_map(|measure| {
        let effect = tables.asked().matters(measure)?;
        Some(format!("{effect} {}", measure.name(tables.info())))
    });
    let matters: Vec<String> = matters.collect();
    known.extend((!matters.is_empty()).then(|| format!("what matters: {}", matters.join(", "))));
    let all = &tables.comparisons;
    if all.iter().any(|row| row.p_adjusted.is_some()) {
        known.push("p-values are adjusted by Holm's method, intervals are not".into());
    } else if all.len() > 1 && !tables.is_exact() {
        known.push("intervals are not adjusted".into());
    }
    known.join("; ")
}

/// What is said of a difference, in a sign and in words.
pub type Remark = (&'static str, &'static str);

/// Nothing that has to be said.
pub const PLAIN: Remark = ("", "");
/// A difference that is plainly one.
pub const DIFFERENT: Remark = ("\u{2260}", "different");
/// One that is known not to matter.
pub const SAME: Remark = ("=", "equivalent");
/// One of which no game has any.
pub const ALIKE: Remark = ("\u{2261}", "the same in every game");
/// One that was not found: its interval contains no difference, and differences that matter.
pub const OPEN: Remark = ("~", "no difference found");
/// One that may be too small to matter.
pub const SLIGHT: Remark = ("*", "perhaps slightly");
/// One of which too little is known for an interval.
pub const FEW: Remark = ("?", "few or uneven games");
/// One of games that were given up.
pub const GIVEN_UP: Remark = ("!", "games given up, not known");
/// One of games that were given up, whose ends are known.
const EITHER_WAY: Remark = ("!", "games given up, which may go either way");
/// One whose interval is a rough one.
const ROUGH: Remark = ("\u{b0}", "rough, of few or very uneven games");
/// One whose interval is a bound.
const BOUND: Remark = ("^", "a bound: rare games, such as long ones, may not have been seen");

/// Decimals of a difference.
const MOST_DIGITS: usize = 7;

/// How these differences of one measure are written, all with as many decimals: with half of the interval, of which
/// the narrowest has a digit, or its ends, and signs.
pub fn numbers<'t>(
    tables: &'t Tables,
    rows: &[&Comparison],
) -> impl Fn(&Comparison) -> String + use<'t> {
    let least = match (rows.first().map(|row| row.measure), tables.is_exact()) {
        (Some(Measure::Mean(_)), false) => 1,
        (_, false) => 3,
        (_, true) => 6,
    };
    // Games that were given up leave a difference anywhere between its ends.
    let known = rows.iter().filter(|row| !row.open).filter_map(|row| row.difference.interval);
    let narrow = known.map(|(low, high)| (high - low) / 2.0).filter(|half| *half > 0.0);
    let digits = decimals(narrow.fold(f64::INFINITY, f64::min), least + 1).min(MOST_DIGITS + 1) - 1;
    move |row| {
        let d = &row.difference;
        let number = match (d.difference, d.interval) {
            (Some(x), Some((low, high))) if row.open || is_skewed(x, (low, high)) => {
                format!("{} to {}", signed(low, digits), signed(high, digits))
            }
            (Some(x), Some((low, high))) => {
                format!("{}\u{b1}{:.digits$}", signed(x, digits), (high - low) / 2.0)
            }
            (Some(x), None) if d.method.is_exact() => signed(x, digits),
            _ => "-".into(),
        };
        let signs: BTreeSet<_> = [remark(tables, row).0, uncertain(row).0].into();
        format!("{number} {:1}", signs.into_iter().collect::<String>())
    }
}

/// Whether half of an interval would mislead: it reaches much further to one side, as a bound may, or one would think
/// that it contains 0, or that it does not.
fn is_skewed(x: f64, (low, high): (f64, f64)) -> bool {
    let half = (high - low) / 2.0;
    let has_zero = |low: f64, high: f64| low <= 0.0 && high >= 0.0;
    (high - x).max(x - low) > 2.0 * (high - x).min(x - low)
        || has_zero(low, high) != has_zero(x - half, x + half)
}

/// What makes an interval less sure than others, in a sign and in words.
fn uncertain(row: &Comparison) -> Remark {
    match (row.difference.interval, row.difference.bound) {
        (None, _) => PLAIN,
        _ if row.open => EITHER_WAY,
        _ if row.difference.rough => ROUGH,
        (interval, bound) if interval == bound => BOUND,
        _ => PLAIN,
    }
}

/// What is said of a row, in a sign and in words; nothing where it is exact.
pub fn remark(tables: &Tables, row: &Comparison) -> Remark {
    if row.open && row.difference.interval.is_none() {
        return GIVEN_UP;
    }
    if row.difference.method.is_exact() {
        return PLAIN;
    }
    // A direction is claimed only where the test agrees after the adjustment for all comparisons.
    let is_reliable = row.p_adjusted.is_none_or(|p| p < 1.0 - tables.confidence());
    match row.difference.conclusion(tables.asked().matters(row.measure)) {
        Some(Conclusion::EquivalentWithin) => SAME,
        None | Some(Conclusion::Inconclusive) if row.alike => ALIKE,
        None => FEW,
        Some(Conclusion::Inconclusive) => OPEN,
        Some(_) if !is_reliable => OPEN,
        Some(Conclusion::Different) => DIFFERENT,
        Some(Conclusion::DifferentPerhapsSlightly) => SLIGHT,
    }
}

/// On which games two cells were compared.
fn deals(info: &GameInfo, row: &Comparison) -> String {
    let (n_1, n_2) = (row.difference.n_1, row.difference.n_2);
    let deals = counted(n_2, info.one_chance, info.chance);
    let apart = match row.difference.method.is_independent() {
        true => ", independent samples",
        false => "",
    };
    match row.difference.method.is_paired() {
        true if row.by_index => format!("{deals} each of different decks, paired by game index"),
        true => format!("on the same {deals}"),
        false if n_1 == n_2 => format!("{deals} each{apart}"),
        false => format!("{} and {deals}{apart}", grouped(n_1)),
    }
}
