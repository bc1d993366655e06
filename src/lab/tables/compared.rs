//! Comparisons on the terminal: in words, practical size first, of several pairs as a table with a line per measure
//! under each pair, or with a line for each cell against one.

use super::Tables;
use crate::core::game::GameInfo;
use crate::core::stats::Conclusion;
use crate::core::wording::digits::{counted, decimals, grouped, p_value};
use crate::core::wording::said::{Said, TextTable};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::{Comparison, hypotheses};

/// A paragraph on a pair of rule sets, a table of several pairs; nothing if nothing was compared.
pub fn render(said: &mut Said, tables: &Tables<'_>) {
    let (rows, names) = (&tables.comparisons, &tables.names.full);
    let Some(first) = rows.first() else { return };
    said.gap();
    if pairs(rows) > 1 {
        table(said, tables);
    } else {
        let (one, two) = (&names[first.second], &names[first.first]);
        said.words("", format!("{one} less {two}, {}", deals(tables.info(), first)));
        rows.iter().for_each(|row| said.words("  ", sentence(tables, row)));
    }
    adjusted(said, rows);
}

/// For how many comparisons p-values are adjusted.
pub fn adjusted(said: &mut Said, rows: &[Comparison]) {
    if rows.len() > 1 && rows.iter().any(|row| row.p_adjusted.is_some()) {
        let (many, all) = (rows.len(), hypotheses(rows));
        let how = match many == all {
            true => format!("p-values are adjusted by Holm's method for all {many} comparisons"),
            false => format!(
                "p-values are adjusted by Holm's method for {all} comparisons: what follows from the draws \
                 is one with them"
            ),
        };
        said.paragraph(how);
    }
}

/// What is said of one measure.
fn sentence(tables: &Tables<'_>, row: &Comparison) -> String {
    let (d, info) = (&row.difference, tables.info());
    let name = row.measure.name(info).replace('_', " ");
    let (subject, unit, least, exactly) = match row.measure {
        Measure::LENGTH => ("length", format!(" {name}"), 2, 6),
        Measure::Mean(_) => (name.as_str(), String::new(), 2, 6),
        Measure::Outcome(outcome) => (info.outcomes[outcome].subject, String::new(), 5, 9),
    };
    let [more, less, open] = match row.measure {
        Measure::LENGTH => ["longer by ", "shorter by ", "they have no known length"],
        Measure::Mean(_) => ["more by ", "fewer by ", "they may have any number"],
        Measure::Outcome(_) => ["more often by ", "less often by ", "they may go either way"],
    };
    if let Some(difference) = d.difference.filter(|_| d.method.is_exact()) {
        let word = if difference > 0.0 { more } else { less };
        return match difference {
            0.0 => format!("{subject}: the same, exactly"),
            _ => format!("{subject}: {word}{:.exactly$}{unit}, exactly", difference.abs()),
        };
    }
    let (Some(difference), Some((low, high))) = (d.difference, d.interval) else {
        let why = match (d.std_err, d.difference) {
            _ if row.open => format!("not known, for games were given up, and {open}"),
            // Alike so far, and nothing says how far others could be off.
            _ if row.alike => format!("{}; nothing to judge an interval by", alike(info, row)),
            (Some(0.0), _) => {
                "all games alike under a rule set; nothing to judge an interval by".into()
            }
            (Some(_), Some(difference)) => {
                format!("difference {difference:.2}; games too few or too uneven for an interval")
            }
            _ => "too few games to tell".into(),
        };
        return format!("{subject}: {why}");
    };
    let decimals = decimals((high - low) / 2.0, least);
    let number = |x: f64| {
        let text = format!("{x:.decimals$}");
        // What is rounded to nothing has no sign.
        let nothing = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
        if nothing { text.trim_start_matches('-').to_owned() } else { text }
    };
    let interval = |low: f64, high: f64| {
        let percent = tables.percent();
        format!("{percent}\u{a0}% interval {} to {}", number(low), number(high))
    };
    // A difference is stated by its size, so an interval on the lower side is reversed.
    let size = match low > 0.0 {
        true => format!("{more}{}{unit}, {}", number(difference), interval(low, high)),
        false => format!("{less}{}{unit}, {}", number(-difference), interval(-high, -low)),
    };
    let signed = format!("difference {}{unit}, {}", number(difference), interval(low, high));
    let within = tables.matters(row.measure).map(|effect| format!("{effect}{unit}"));
    let within = within.unwrap_or_default();
    let said = match remark(tables, row) {
        SAME => format!("equivalent within {within} ({signed})"),
        ALIKE => format!("{} ({signed})", alike(info, row)),
        SLIGHT => format!("{size}: perhaps by less than the {within} that matter"),
        OPEN if low > 0.0 || high < 0.0 => format!("{UNCLEAR} after the adjustment ({size})"),
        OPEN => format!("{UNCLEAR} ({signed})"),
        _ => size,
    };
    let rough = match (d.rough, d.bound == d.interval) {
        (true, _) => "; few or very uneven games: a rough interval",
        (_, true) => {
            "; a bound, because games as long as the limit may be too rare to have been seen"
        }
        _ if row.open => "; games that were given up either way",
        _ => "",
    };
    let p = row.p_adjusted.map_or(String::new(), |p| match p_value(p) {
        p if p.starts_with('<') => format!("; adjusted p\u{a0}{}", p.replace(' ', "\u{a0}")),
        p => format!("; adjusted p\u{a0}=\u{a0}{p}"),
    });
    let seats = match row.equal_seats {
        [false, false] => "",
        [true, true] => "; from the draws, for no rule looks at the seat",
        _ => "; one share follows from the draws, as its rules look at no seat",
    };
    format!("{subject}: {said}{p}{rough}{seats}")
}

/// Lines that the terminal shows; `comparison.csv` has all.
const MOST_LINES: usize = 40;
/// Cells against one that the terminal shows.
const MOST_CELLS: usize = 200;

/// How many pairs there are.
fn pairs(rows: &[Comparison]) -> usize {
    rows.chunk_by(|a, b| (a.first, a.second) == (b.first, b.second)).count()
}

/// The table, each pair of rule sets above its lines; several against one as a line each.
fn table(said: &mut Said, tables: &Tables<'_>) {
    let (rows, names) = (tables.comparisons.as_slice(), &tables.names.full);
    let of_first = rows.chunk_by(|a, b| a.first == b.first).next().unwrap_or_default();
    let is_sweep = tables.asked().is_some_and(|study| !study.swept.is_empty());
    if (is_sweep || pairs(of_first) > 2)
        && (of_first.len() == rows.len() || rows.len() > MOST_LINES)
    {
        against_one(said, tables, of_first);
        let more = (pairs(rows) - pairs(of_first)) as u64;
        if more > 0 {
            let more = counted(more, "pair", "pairs");
            said.words("", format!("{more} among the others are in the table `comparison`"));
        }
        return;
    }
    let everywhere = everywhere(tables, rows);
    let number = |row: &Comparison, x: f64| match row.measure {
        Measure::Outcome(_) => format!("{x:+.5}"),
        Measure::Mean(_) => format!("{x:+.2}"),
    };
    let mut lines = TextTable::new(&rows[..rows.len().min(MOST_LINES)]);
    lines.left("  measure", |row| format!("  {}", row.measure.name(tables.info())));
    lines.right("difference", |row| {
        let d = &row.difference;
        // Too few games have a difference, and nothing to judge it by.
        let is_judged = d.interval.is_some() || d.method.is_exact() || row.alike;
        let judged = d.difference.filter(|_| is_judged);
        judged.map_or("-".into(), |difference| number(row, difference))
    });
    // Exact differences have neither an interval nor a p-value.
    if !rows.iter().all(|row| row.difference.method.is_exact()) {
        lines.left(tables.interval(), |row| match row.difference.interval {
            Some((low, high)) => format!("{} to {}", number(row, low), number(row, high)),
            None => "-".into(),
        });
        lines.right("adjusted p", |row| row.p_adjusted.map_or("-".into(), p_value));
    }
    lines.left("", |row| remark(tables, row).1);
    let pair = |row: &&Comparison| {
        let on = match everywhere {
            None => format!(", {}", deals(tables.info(), row)),
            Some(_) => String::new(),
        };
        format!("{} less {}{on}", names[row.second], names[row.first])
    };
    said.rows(lines.headed(pair));
    let more = rows.len().saturating_sub(MOST_LINES);
    more_lines(said, "  ", more, "line", "comparison");
    said.paragraph(footnote(tables, rows, everywhere));
}

/// On which games all of these were compared, where that is the same.
fn everywhere(tables: &Tables<'_>, rows: &[Comparison]) -> Option<String> {
    let on = |row: &Comparison| deals(tables.info(), row);
    rows.first().map(on).filter(|all| rows.iter().all(|row| on(row) == *all))
}

/// How many lines are not shown, and which table has them.
pub fn more_lines(said: &mut Said, label: &str, more: usize, one: &str, table: &str) {
    if more > 0 {
        let more = counted(more as u64, &format!("more {one}"), &format!("more {one}s"));
        said.words(label, format!("... {more} in the table `{table}`"));
    }
}

/// Each cell against the same one: a line for it, a column for each measure.
fn against_one(said: &mut Said, tables: &Tables<'_>, rows: &[Comparison]) {
    let left = tables.left();
    let mut cells: Vec<&[Comparison]> = rows.chunk_by(|a, b| a.second == b.second).collect();
    let measures = tables.asked().map(|study| study.measures.clone());
    let mut measures = measures.unwrap_or_else(|| Measure::all(tables.info()));
    measures.retain(|measure| rows.iter().any(|row| row.measure == *measure));
    let one = left.sentence(rows[0].first);
    let more = cells.len().saturating_sub(MOST_CELLS);
    cells.truncate(MOST_CELLS);
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
    for measure in measures {
        lines.right(measure.name(tables.info()), |cell| {
            let row = cell.iter().find(|row| row.measure == measure);
            row.map_or("-".into(), |row| beside(tables, row))
        });
    }
    said.sheet(lines);
    more_lines(said, "", more, "line", "comparison");
    let on = everywhere(tables, rows).map_or(String::new(), |on| format!(", {on}"));
    let marks = marks(tables, cells.iter().copied().flatten());
    said.paragraph(format!("difference from {one}{on}{marks}"));
}

/// What the numbers and letters of [`beside`] mean, behind what is said before.
pub fn marks<'r>(
    tables: &Tables<'_>,
    rows: impl Iterator<Item = &'r Comparison> + Clone,
) -> String {
    let exact = rows.clone().all(|row| row.difference.method.is_exact());
    let mut said = match exact {
        true => "; exact".to_owned(),
        false => format!("; in brackets half of a {} % interval, in last digits", tables.percent()),
    };
    let marked = |remarked| rows.clone().any(|row| remark(tables, row) == remarked);
    let mut marks: Vec<String> = [SAME, ALIKE, OPEN, SLIGHT, FEW, GIVEN_UP]
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
/// One of which no game has any.
pub const ALIKE: (&str, &str) = ("\u{2261}", "the same in every game");
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

/// What is said where an interval contains no difference and differences that matter.
const UNCLEAR: &str = "no difference found";

/// On which games two cells were compared.
pub(super) fn deals(info: &GameInfo, row: &Comparison) -> String {
    let chance = info.chance;
    match (row.difference.method.is_paired(), row.difference.n_1) {
        (true, n) if row.by_index => {
            format!("{} {chance} each, paired by game index", grouped(n))
        }
        (true, 1) => format!("on the same {}", info.one_chance),
        (false, 1) if row.difference.n_2 == 1 => format!("1 {} each", info.one_chance),
        (true, n) => format!("on the same {} {chance}", grouped(n)),
        (false, n) if n == row.difference.n_2 => format!("{} {chance} each", grouped(n)),
        (false, n) => format!("{} and {} {chance}", grouped(n), grouped(row.difference.n_2)),
    }
}

/// That none of several games differs, and in how many that was seen.
pub fn alike(info: &GameInfo, row: &Comparison) -> String {
    let what = if row.by_index { "pairs of games" } else { info.chance };
    format!("the same in each of {} {what}", grouped(row.difference.n_1))
}
