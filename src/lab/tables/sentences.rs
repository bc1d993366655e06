//! Comparisons in words, practical size first.

use super::terms::{UNCLEAR, alike, deals, reliably};
use super::{Tables, pairs};
use crate::core::stats::Conclusion;
use crate::core::wording::digits::{decimals, p_value};
use crate::core::wording::said::Said;
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::{Comparison, hypotheses};

/// A paragraph on a pair of rule sets, a table of several pairs; nothing if nothing was compared.
pub fn render(said: &mut Said, tables: &Tables<'_>) {
    let (rows, names) = (&tables.comparisons, &tables.names);
    let Some(first) = rows.first() else { return };
    said.gap();
    if pairs::pairs(rows) > 1 {
        pairs::table(said, tables);
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
        said.gap();
        said.words("", how);
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
    let effect = tables.matters(row.measure);
    let within = effect.map_or(String::new(), |effect| format!("{effect}{unit}"));
    let upheld = reliably(tables, row);
    let said = match d.conclusion(effect).unwrap_or(Conclusion::Inconclusive) {
        Conclusion::Different | Conclusion::DifferentPerhapsSlightly if !upheld => {
            format!("{UNCLEAR} after the adjustment ({size})")
        }
        Conclusion::Different => size,
        Conclusion::DifferentPerhapsSlightly => {
            format!("{size}: perhaps by less than the {within} that matter")
        }
        Conclusion::EquivalentWithin => format!("equivalent within {within} ({signed})"),
        Conclusion::Inconclusive if row.alike => format!("{} ({signed})", alike(info, row)),
        Conclusion::Inconclusive => format!("{UNCLEAR} ({signed})"),
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
