//! Comparisons on the terminal: a line for each measure under each pair, or a line for each cell against one.

use std::collections::{BTreeMap, BTreeSet};

use super::Tables;
use super::sheet::{digits, signed};
use crate::core::game::GameInfo;
use crate::core::stats::{Conclusion, Method};
use crate::core::wording::digits::{counted, decimals, grouped, p_value};
use crate::core::wording::said::{Said, TextTable};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::{Comparison, hypotheses};

/// Lines that the terminal shows; `comparison.csv` has all.
const MOST_LINES: usize = 40;
/// Cells against one that the terminal shows.
const MOST_CELLS: usize = 200;

/// What was compared, as lines; nothing where nothing was.
pub fn render(said: &mut Said, tables: &Tables) {
    let rows = tables.comparisons.as_slice();
    let of = |row: &Comparison| tables.called(row.first);
    let Some(of_first) = rows.chunk_by(|a, b| of(a) == of(b)).next() else { return };
    let is_sweep = !tables.asked().swept.is_empty();
    let is_against_one = of_first.len() == rows.len() || rows.len() > MOST_LINES;
    said.gap();
    if is_against_one && (is_sweep || pairs(of_first) > 2) {
        against_one(said, tables, of_first);
        let more = (pairs(rows) - pairs(of_first)) as u64;
        if more > 0 {
            let more = counted(more, "pair", "pairs");
            said.words("", format!("{more} among the others are in the table `comparison`"));
        }
    } else {
        by_pair(said, tables, rows);
    }
}

/// How many pairs there are.
fn pairs(rows: &[Comparison]) -> usize {
    rows.chunk_by(|a, b| (a.first, a.second) == (b.first, b.second)).count()
}

/// A line for each measure, below its pair.
fn by_pair(said: &mut Said, tables: &Tables, rows: &[Comparison]) {
    let (names, info) = (&tables.names.full, tables.info());
    let exact = tables.is_exact();
    let number = |row: &Comparison, x: f64| {
        let least = match (row.measure, exact) {
            (Measure::Mean(_), false) => 2,
            (Measure::Mean(_), true) => 6,
            (Measure::Outcome(_), false) => 5,
            (Measure::Outcome(_), true) => 9,
        };
        let alike = rows.iter().filter(|other| other.measure == row.measure);
        signed(x, digits(alike.map(|row| row.difference.interval), least))
    };
    let mut lines = TextTable::new(&rows[..rows.len().min(MOST_LINES)]);
    lines.left("  measure", |row| format!("  {}", row.measure.name(info)));
    lines.right("difference", |row| {
        let d = &row.difference;
        // Too few games have a difference, and nothing to judge it by.
        let is_judged = d.interval.is_some() || d.method.is_exact() || row.alike;
        let judged = d.difference.filter(|_| is_judged);
        judged.map_or("-".into(), |difference| number(row, difference))
    });
    if !exact {
        lines.left(tables.interval(), |row| match row.difference.interval {
            Some((low, high)) => format!("{} to {}", number(row, low), number(row, high)),
            None => "-".into(),
        });
    }
    // Of exact differences there is none, nor where a precision ended the run.
    if rows.iter().any(|row| row.p_adjusted.is_some()) {
        lines.right("adjusted p", |row| row.p_adjusted.map_or("-".into(), p_value));
    }
    lines.left("", |row| {
        let is_beyond = row.difference.interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
        let said = match remark(tables, row) {
            OPEN if is_beyond => "no difference found after the adjustment",
            (_, words) => words,
        };
        let said = [said, uncertain(row).map_or("", |(word, _)| word)];
        said.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
    });
    let (all, on) = (rows.iter().collect::<Vec<_>>(), deals_of(info, rows.iter()));
    let is_one = pairs(rows) == 1;
    let pair = |row: &Comparison| {
        let on =
            if is_one || on.len() > 1 { format!(", {}", deals(info, row)) } else { String::new() };
        format!("{} less {}{on}", names[row.second], names[row.first])
    };
    if is_one {
        said.words("", pair(&rows[0]));
        said.rows(lines);
    } else {
        said.rows(lines.headed(|row| pair(row)));
    }
    more_lines(said, "  ", rows.len().saturating_sub(MOST_LINES), "line", "comparison");
    let words: BTreeSet<_> = rows.iter().filter_map(uncertain).collect();
    let words = words.into_iter().map(|(word, why)| format!("{word}: {why}"));
    let on = on.first().filter(|_| on.len() == 1 && !is_one).map(|on| format!("differences {on}"));
    key(said, tables, &all, on.into_iter().chain(words).collect());
}

/// How many lines are not shown, and which table has them.
pub fn more_lines(said: &mut Said, label: &str, more: usize, one: &str, table: &str) {
    if more > 0 {
        let more = counted(more as u64, &format!("more {one}"), &format!("more {one}s"));
        said.words(label, format!("... {more} in the table `{table}`"));
    }
}

/// Each cell against the same one, or the same part of one: a line for it, a column for each measure.
fn against_one(said: &mut Said, tables: &Tables, rows: &[Comparison]) {
    let left = tables.left();
    let mut cells: Vec<&[Comparison]> = rows.chunk_by(|a, b| a.second == b.second).collect();
    let one = baseline(tables, rows[0].first);
    // What is said of every part, such as the ranking of dice, stands below.
    let most = if tables.is_of_parts() { MOST_LINES } else { MOST_CELLS };
    let more = cells.len().saturating_sub(most);
    cells.truncate(most);
    let is_named = left.0.iter().all(|field| field.key.is_empty());
    let mut lines = TextTable::new(&cells);
    for (f, field) in left.0.iter().enumerate() {
        let head = if is_named && f == 0 { format!("less {one}") } else { field.key.clone() };
        lines.left(head, |cell| {
            // What is changed in the one that all are compared with is enough of a name.
            let name = field.value(cell[0].second);
            name.strip_prefix(&one).filter(|own| own.starts_with('{')).unwrap_or(name)
        });
    }
    for &measure in &tables.asked().measures {
        let of = |row: &&Comparison| row.measure == measure;
        let own: Vec<&Comparison> = rows.iter().filter(of).collect();
        if !own.is_empty() {
            let said = beside(tables, &own);
            lines.right(measure.name(tables.info()), |cell| {
                cell.iter().find(of).map_or("-".into(), &said)
            });
        }
    }
    said.sheet(lines);
    more_lines(said, "", more, "line", "comparison");
    let rows: Vec<&Comparison> = cells.iter().copied().flatten().collect();
    key(said, tables, &rows, signs(tables, &rows));
}

/// What row `k`, which others are compared with, is called, whichever part it is of.
fn baseline(tables: &Tables, k: usize) -> String {
    let (name, part) = (tables.left().name(k, None), &tables.row(k).cell.part);
    name.strip_suffix(part.as_str()).unwrap_or(&name).trim_end_matches([',', ' ']).to_owned()
}

/// From what differences are, how they are written, and what their signs mean.
pub fn signs(tables: &Tables, rows: &[&Comparison]) -> Vec<String> {
    let on = match deals_of(tables.info(), rows.iter().copied()).as_slice() {
        all @ ([_] | [_, _]) => format!(", {}", all.join(" or ")),
        // Stored runs of many lengths; the table says it of each pair.
        _ => String::new(),
    };
    let mut said = vec![format!("difference from {}{on}", baseline(tables, rows[0].first))];
    if !tables.is_exact() {
        let ends = if rows.iter().any(|row| is_skewed(row)) { ", or its ends" } else { "" };
        said.push(format!("\u{b1} half of its {}{ends}", tables.interval()));
    }
    let known = |sign: &&(&str, &str)| rows.iter().any(|row| remark(tables, row) == **sign);
    let known = [SAME, ALIKE, OPEN, SLIGHT, FEW, GIVEN_UP].iter().filter(known);
    said.extend(known.map(|(sign, words)| format!("{sign} {words}")));
    let mut unsure = BTreeMap::new();
    for word in rows.iter().filter_map(|row| uncertain(row)) {
        *unsure.entry(word).or_insert(0) += 1;
    }
    said.extend(unsure.into_iter().map(|((word, why), of)| match of == rows.len() {
        true => format!("{word}: {why}"),
        false => format!("{word} ({of} of {}): {why}", rows.len()),
    }));
    said
}

/// Says what is to be known of differences: what is `known` of their signs, and what of all of them.
pub fn key(said: &mut Said, tables: &Tables, rows: &[&Comparison], mut known: Vec<String>) {
    let plain = rows.iter().filter(|row| remark(tables, row) == PLAIN).count();
    if tables.is_exact() {
        // Of games that were given up nothing is known.
        let is_part = rows.iter().any(|row| row.difference.method == Method::EXACT_PART);
        let exact = if is_part { "exact, of these orders alone" } else { "exact" };
        known.extend((plain == rows.len()).then(|| exact.into()));
    } else if plain == rows.len() {
        known.push("verdict everywhere: different".into());
    } else if plain > 0 {
        known.push("verdict where none is given: different".into());
    }
    let asked = tables.measures().into_iter();
    let asked = asked.filter_map(|measure| Some((measure, tables.matters(measure)?)));
    let asked: Vec<String> = asked
        .map(|(measure, effect)| format!("{effect} {}", measure.name(tables.info())))
        .collect();
    if !asked.is_empty() {
        known.push(format!("what matters: {}", asked.join(", ")));
    }
    let all = &tables.comparisons;
    if all.len() > 1 && all.iter().any(|row| row.p_adjusted.is_some()) {
        let many = hypotheses(all);
        let one =
            if many == all.len() { "" } else { "; what follows from the draws is one with them" };
        known.push(format!(
            "p-values are adjusted by Holm's method for {}{one}; intervals are not adjusted",
            counted(many as u64, "comparison", "comparisons")
        ));
    } else if all.len() > 1 && !tables.is_exact() {
        known.push(format!("intervals are not adjusted for {} comparisons", all.len()));
    }
    said.paragraph(known.join("; "));
}

/// A difference that is plainly one, or exact: a letter and words for it.
pub const PLAIN: (&str, &str) = ("", "");
/// One that is known not to matter.
pub const SAME: (&str, &str) = ("=", "equivalent");
/// One of which no game has any.
pub const ALIKE: (&str, &str) = ("\u{2261}", "the same in every game");
/// One that was not found: its interval contains no difference, and differences that matter.
pub const OPEN: (&str, &str) = ("~", "no difference found");
/// One that may be too small to matter.
pub const SLIGHT: (&str, &str) = ("*", "perhaps slightly");
/// One of which too little is known for an interval.
pub const FEW: (&str, &str) = ("?", "few or uneven games");
/// One of games that were given up.
pub const GIVEN_UP: (&str, &str) = ("!", "games given up, not known");

/// Decimals of a difference in a matrix.
const MOST_DIGITS: usize = 7;

/// How these differences of one measure are written, all with as many decimals: with half of the interval, of which
/// the narrowest has a digit, and a sign.
pub fn beside<'t>(
    tables: &'t Tables,
    rows: &[&Comparison],
) -> impl Fn(&Comparison) -> String + use<'t> {
    let least = match (rows[0].measure, tables.is_exact()) {
        (Measure::Mean(_), false) => 1,
        (Measure::Outcome(_), false) => 3,
        (_, true) => 6,
    };
    // Games that were given up leave a difference anywhere between its ends.
    let known = rows.iter().filter(|row| !row.open).filter_map(|row| row.difference.interval);
    let narrow = known.map(|(low, high)| (high - low) / 2.0).filter(|half| *half > 0.0);
    let digits = decimals(narrow.fold(f64::INFINITY, f64::min), least + 1).min(MOST_DIGITS + 1) - 1;
    move |row| {
        let (d, sign) = (&row.difference, remark(tables, row).0);
        let number = match (d.difference, d.interval) {
            (Some(_), Some((low, high))) if row.open => format!("{low:+.3} to {high:+.3}"),
            (Some(_), Some((low, high))) if is_skewed(row) => {
                format!("{} to {}", signed(low, digits), signed(high, digits))
            }
            (Some(x), Some((low, high))) => {
                format!("{}\u{b1}{:.digits$}", signed(x, digits), (high - low) / 2.0)
            }
            (Some(x), None) if d.method.is_exact() => signed(x, digits),
            _ => "-".into(),
        };
        format!("{number}{sign:1}")
    }
}

/// Whether its interval reaches much further to one side, as a bound may.
fn is_skewed(row: &Comparison) -> bool {
    let sides = row.difference.difference.zip(row.difference.interval);
    sides.is_some_and(|(x, (low, high))| (high - x).max(x - low) > 2.0 * (high - x).min(x - low))
}

/// What makes an interval less sure than others, in a word, and why.
fn uncertain(row: &Comparison) -> Option<(&'static str, &'static str)> {
    let (interval, bound) = (row.difference.interval?, row.difference.bound);
    match row.difference.rough {
        _ if row.open => Some(("open", "games were given up, and may go either way")),
        true => Some(("rough", "of few or very uneven games")),
        false => (bound == Some(interval))
            .then_some(("a bound", "rare games, such as long ones, may not have been seen")),
    }
}

/// What is said of a row, as a letter and in words; nothing where it is plainly different, or exact.
pub fn remark(tables: &Tables, row: &Comparison) -> (&'static str, &'static str) {
    if row.open && row.difference.interval.is_none() {
        return GIVEN_UP;
    }
    if row.difference.method.is_exact() {
        return PLAIN;
    }
    // A direction is claimed only where the test agrees after the adjustment for all comparisons.
    let is_reliable = row.p_adjusted.is_none_or(|p| p < 1.0 - tables.confidence());
    match row.difference.conclusion(tables.matters(row.measure)) {
        Some(Conclusion::EquivalentWithin) => SAME,
        None | Some(Conclusion::Inconclusive) if row.alike => ALIKE,
        None => FEW,
        Some(Conclusion::Inconclusive) => OPEN,
        Some(_) if !is_reliable => OPEN,
        Some(Conclusion::Different) => PLAIN,
        Some(Conclusion::DifferentPerhapsSlightly) => SLIGHT,
    }
}

/// On which games these were compared, each once.
fn deals_of<'r>(info: &GameInfo, rows: impl Iterator<Item = &'r Comparison>) -> Vec<String> {
    let all: BTreeSet<String> = rows.map(|row| deals(info, row)).collect();
    all.into_iter().rev().collect()
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
