//! Comparisons of several pairs as a table on the terminal: a line per measure under each pair.

use super::Tables;
use super::terms::{UNCLEAR, deals, percent, reliably};
use crate::core::stats::Verdict;
use crate::core::wording::digits::{counted, decimals, p_value};
use crate::core::wording::said::Said;
use crate::core::wording::text::Align;
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// Lines that the terminal shows; `comparison.csv` has all.
pub const MOST_LINES: usize = 40;
/// Cells against one that the terminal shows.
const MOST_CELLS: usize = 200;

/// How many pairs there are.
pub fn pairs(rows: &[Comparison]) -> usize {
    rows.chunk_by(|a, b| (a.first, a.second) == (b.first, b.second)).count()
}

/// What is said of a comparison in its line.
fn fields(tables: &Tables<'_>, row: &Comparison) -> [String; 5] {
    let d = &row.difference;
    let decimals = match row.measure {
        Measure::Outcome(_) => 5,
        Measure::Mean(_) => 2,
    };
    let number = |x: f64| format!("{x:+.decimals$}");
    let interval = d.interval.map(|(low, high)| format!("{} to {}", number(low), number(high)));
    // Too few games have a difference, and nothing to judge it by.
    let judged = d.difference.filter(|_| interval.is_some() || d.method.is_exact());
    [
        format!("  {}", row.measure.name(tables.info())),
        judged.map_or("-".into(), number),
        interval.unwrap_or("-".into()),
        row.p_adjusted.map_or("-".into(), p_value),
        remark(tables, row).1.into(),
    ]
}

/// The table, each pair of rule sets above its lines; several against one as a line each.
pub fn table(said: &mut Said, tables: &Tables<'_>) {
    let (rows, names) = (tables.comparisons.as_slice(), &tables.names);
    let of_first: Vec<Comparison> =
        rows.iter().filter(|row| row.first == rows[0].first).cloned().collect();
    let is_sweep = tables.asked().is_some_and(|study| !study.swept.is_empty());
    if (is_sweep || pairs(&of_first) > 2)
        && (of_first.len() == rows.len() || rows.len() > MOST_LINES)
    {
        against_one(said, tables, &of_first);
        let more = (pairs(rows) - pairs(&of_first)) as u64;
        if more > 0 {
            let more = counted(more, "pair", "pairs");
            said.words("", format!("{more} among the others are in the table `comparison`"));
        }
        return;
    }
    let interval = format!("{} % interval", percent(tables.confidence()));
    let header = ["  measure", "difference", &interval, "adjusted p", ""].map(String::from);
    let (left, right) = (Align::Left, Align::Right);
    let mut aligns = vec![left, right, left, right, left];
    let mut lines = vec![header.to_vec()];
    let everywhere = everywhere(tables, rows);
    let mut pair = None;
    for row in &rows[..rows.len().min(MOST_LINES)] {
        if pair != Some((row.first, row.second)) {
            pair = Some((row.first, row.second));
            let (one, two) = (&names[row.second], &names[row.first]);
            let on = match everywhere {
                None => format!(", {}", deals(tables.info(), row)),
                Some(_) => String::new(),
            };
            lines.push(vec![format!("{one} less {two}{on}")]);
        }
        lines.push(fields(tables, row).to_vec());
    }
    // Exact differences have neither an interval nor a p-value.
    if rows.iter().all(|row| row.difference.method.is_exact()) {
        aligns.drain(2..4);
        lines.iter_mut().filter(|line| line.len() > 1).for_each(|line| drop(line.drain(2..4)));
    }
    said.rows(aligns, lines);
    more_lines(said, "  ", rows.len().saturating_sub(MOST_LINES));
    said.gap();
    said.words("", footnote(tables, rows, everywhere));
}

/// On which games all of these were compared, where that is the same.
fn everywhere(tables: &Tables<'_>, rows: &[Comparison]) -> Option<String> {
    let on = |row: &Comparison| deals(tables.info(), row);
    rows.first().map(on).filter(|all| rows.iter().all(|row| on(row) == *all))
}

/// How many lines are not shown.
fn more_lines(said: &mut Said, label: &str, more: usize) {
    if more > 0 {
        let more = counted(more as u64, "more line", "more lines");
        said.words(label, format!("... {more} in the table `comparison`"));
    }
}

/// Each cell against the same one: a line for it, a column for each measure.
fn against_one(said: &mut Said, tables: &Tables<'_>, rows: &[Comparison]) {
    let left = tables.at_left();
    let mut cells: Vec<&[Comparison]> = rows.chunk_by(|a, b| a.second == b.second).collect();
    let measures = tables.asked().map(|study| study.measures.clone());
    let mut measures = measures.unwrap_or_else(|| Measure::all(tables.info()));
    measures.retain(|measure| rows.iter().any(|row| row.measure == *measure));
    let one = left.sentence(rows[0].first);
    let mut header: Vec<String> = left.0.iter().map(|field| field.key.clone()).collect();
    if header.iter().all(String::is_empty) {
        header[0] = format!("less {one}");
    }
    let mut aligns = vec![Align::Left; header.len()];
    aligns.extend(vec![Align::Right; measures.len()]);
    header.extend(measures.iter().map(|measure| measure.name(tables.info()).to_owned()));
    let mut lines = vec![header];
    let more = cells.len().saturating_sub(MOST_CELLS);
    cells.truncate(MOST_CELLS);
    for cell in &cells {
        let fields = measures.iter().map(|measure| {
            let row = cell.iter().find(|row| row.measure == *measure);
            row.map_or("-".into(), |row| beside(tables, row))
        });
        // What is changed in the one that all are compared with is enough of a name.
        let own = left.0.iter().map(|field| {
            let name = field.value(cell[0].second);
            let own = name.strip_prefix(&one).filter(|own| own.starts_with('{'));
            own.unwrap_or(name).to_owned()
        });
        lines.push(own.chain(fields).collect::<Vec<_>>());
    }
    said.sheet(aligns, lines);
    more_lines(said, "", more);
    let on = everywhere(tables, rows).map_or(String::new(), |on| format!(", {on}"));
    let marks = marks(tables, cells.iter().copied().flatten());
    said.gap();
    said.words("", format!("difference: less {one}{on}{marks}"));
}

/// What the numbers and letters of [`beside`] mean, behind what is said before.
pub fn marks<'r>(
    tables: &Tables<'_>,
    rows: impl Iterator<Item = &'r Comparison> + Clone,
) -> String {
    let exact = rows.clone().all(|row| row.difference.method.is_exact());
    let mut said = match exact {
        true => "; exact".to_owned(),
        false => format!(
            "; in brackets half of a {} % interval, in last digits",
            percent(tables.confidence())
        ),
    };
    let marked = |remarked| rows.clone().any(|row| remark(tables, row) == remarked);
    let mut marks: Vec<String> = [SAME, OPEN, SLIGHT, FEW, GIVEN_UP]
        .into_iter()
        .filter(|remarked| marked(*remarked))
        .map(|(letter, words)| format!("{letter} {words}"))
        .collect();
    if !exact && marked(PLAIN) {
        let all = if marks.is_empty() { "all are different" } else { "others are different" };
        marks.push(all.into());
    }
    if !marks.is_empty() {
        said.push_str(&format!("; {}", marks.join(", ")));
    }
    said + from_draws(rows)
}

/// A difference that is plainly one, or exact: a letter and words for it.
pub const PLAIN: (&str, &str) = ("", "");
/// One that is known not to matter.
pub const SAME: (&str, &str) = ("=", "equivalent");
/// One that was not found.
pub const OPEN: (&str, &str) = ("~", UNCLEAR);
/// One that may be too small to matter.
pub const SLIGHT: (&str, &str) = ("*", "perhaps slightly");
/// One of too few games.
pub const FEW: (&str, &str) = ("?", "too few games");

/// One of games that were given up.
pub const GIVEN_UP: (&str, &str) = ("!", "games given up");

/// A difference, half of its interval, and its letter.
pub fn beside(tables: &Tables<'_>, row: &Comparison) -> String {
    let most = if matches!(row.measure, Measure::Mean(_)) { 1 } else { 4 };
    let Some(difference) = row.difference.difference else { return "-".into() };
    if let Some((low, high)) = row.difference.interval.filter(|_| row.open) {
        // Games that were given up leave it anywhere between its ends.
        return format!("{low:+.3} to {high:+.3}{:1}", remark(tables, row).0);
    }
    let half = row.difference.interval.map(|(low, high)| (high - low) / 2.0);
    let number = match half {
        Some(half) => {
            // As physicists write it: -0.302(78) is -0.302, give or take 0.078.
            // Two digits of it, or one where that would be many.
            let two = decimals(half, 0);
            let digits = if two > most { two - 1 } else { two };
            let last = (0..digits).fold(half, |last, _| last * 10.0).round();
            format!("{difference:+.digits$}({last})")
        }
        None if row.difference.method.is_exact() => format!("{difference:+.most$}"),
        None => "-".into(),
    };
    format!("{number}{:1}", remark(tables, row).0)
}

/// What the numbers mean, on which deals the rule sets were compared, and what was found.
fn footnote(tables: &Tables<'_>, rows: &[Comparison], everywhere: Option<String>) -> String {
    let on = everywhere.map_or(String::new(), |on| format!(", {on}"));
    let mut text = format!("difference: the first named less the second{on}");
    if rows.iter().all(|row| row.difference.method.is_exact()) {
        text.push_str("; exact");
    } else if rows.iter().all(|row| remark(tables, row) == PLAIN) {
        text.push_str("; all are different");
    } else if rows.iter().any(|row| remark(tables, row) == PLAIN) {
        text.push_str("; different unless marked otherwise");
    }
    text + from_draws(rows.iter())
}

/// What is said where some of it follows from the draws.
fn from_draws<'r>(mut rows: impl Iterator<Item = &'r Comparison>) -> &'static str {
    match rows.any(|row| row.equal_seats != [false; 2]) {
        true => "; how often a seat wins follows from the draws where no rule looks at the seat",
        false => "",
    }
}

/// What is said of a row, as a letter and in words; nothing where it is plainly different, or exact.
pub fn remark(tables: &Tables<'_>, row: &Comparison) -> (&'static str, &'static str) {
    if row.open && row.difference.interval.is_none() {
        return GIVEN_UP;
    }
    if row.difference.method.is_exact() {
        return PLAIN;
    }
    let effect = tables.matters(row.measure);
    let Some(verdict) = row.difference.verdict(effect) else { return FEW };
    match verdict {
        Verdict::Different | Verdict::DifferentPerhapsSlightly if !reliably(tables, row) => OPEN,
        Verdict::Different => PLAIN,
        Verdict::DifferentPerhapsSlightly => SLIGHT,
        Verdict::EquivalentWithin => SAME,
        Verdict::Inconclusive => OPEN,
    }
}
