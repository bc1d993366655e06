//! Comparisons in words, practical size first.

pub use super::asked::Asked;
use super::pairs;
use crate::core::game::GameInfo;
use crate::core::stats::{Direction, Verdict};
use crate::core::wording::digits::{decimals, p_value};
use crate::core::wording::text::{grouped, wrapped};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// A paragraph on a pair of cells of these names, a table of several pairs; empty if nothing was
/// compared.
pub fn render(names: &[&str], asked: &Asked<'_>, rows: &[Comparison]) -> String {
    let several = pairs::pairs(rows) > 1;
    let mut text = if several { pairs::table(asked, rows) } else { String::new() };
    let mut pair = None;
    for row in if several { &[] } else { rows } {
        if pair != Some((row.first, row.second)) {
            pair = Some((row.first, row.second));
            text.push_str(&heading(names, asked.info, row));
        }
        text.push_str(&wrapped("  ", &sentence(asked, row)));
    }
    if rows.iter().any(|row| row.p_adjusted.is_some()) {
        text.push_str(&format!(
            "\n  p-values are adjusted by Holm's method for all {} comparisons\n",
            rows.len()
        ));
    }
    text
}

fn heading(names: &[&str], info: &GameInfo, row: &Comparison) -> String {
    let chance = info.chance;
    let deals = match (row.difference.method.is_paired(), row.difference.n_1) {
        (true, n) if row.by_index => {
            format!("{} {chance} each, paired by game index", grouped(n))
        }
        (true, 1) => format!("on the same {}", info.one_chance),
        (false, 1) if row.difference.n_2 == 1 => format!("1 {} each", info.one_chance),
        (true, n) => format!("on the same {} {chance}", grouped(n)),
        (false, n) if n == row.difference.n_2 => format!("{} {chance} each", grouped(n)),
        (false, n) => format!("{} and {} {chance}", grouped(n), grouped(row.difference.n_2)),
    };
    let name = |k: usize| names.get(k).copied().unwrap_or("?");
    format!("\n{} against {}, {deals}\n", name(row.second), name(row.first))
}

/// What is said of one measure.
fn sentence(asked: &Asked<'_>, row: &Comparison) -> String {
    let d = &row.difference;
    let (subject, least) = match row.measure {
        Measure::Outcome(outcome) => (asked.info.outcomes[outcome].subject, 5),
        Measure::Length => ("length", 2),
    };
    if let Some(difference) = d.difference.filter(|_| d.method.is_exact()) {
        return format!("{subject}: {}", exactly(asked.info, row.measure, difference));
    }
    let (Some(difference), Some((low, high))) = (d.difference, d.interval()) else {
        // Alike so far, and nothing says how far others could be off.
        return match (d.std_err, d.difference) {
            (Some(0.0), Some(0.0)) if d.method.is_paired() => {
                format!("{subject}: the same in every game; nothing to judge an interval by")
            }
            (Some(0.0), _) => {
                format!(
                    "{subject}: all games alike under a rule set; nothing to judge an interval by"
                )
            }
            (Some(_), Some(difference)) => format!(
                "{subject}: difference {difference:.2}; games too few or too uneven for an interval"
            ),
            _ => format!("{subject}: too few games to tell"),
        };
    };
    let decimals = decimals((high - low) / 2.0, least);
    let unit = match row.measure {
        Measure::Length => format!(" {}", asked.info.length().name),
        Measure::Outcome(_) => String::new(),
    };
    let (more, less) = match row.measure {
        Measure::Length => ("longer by ", "shorter by "),
        Measure::Outcome(_) => ("more often by ", "less often by "),
    };
    let number = |x: f64| {
        let text = format!("{x:.decimals$}");
        // What is rounded to nothing has no sign.
        let nothing = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
        if nothing { text.trim_start_matches('-').to_owned() } else { text }
    };
    let interval = |low: f64, high: f64| {
        let percent = 100.0 * asked.confidence;
        format!("{percent}\u{a0}% interval {} to {}", number(low), number(high))
    };
    // A difference is stated by its size, so an interval on the lower side is reversed.
    let size = |direction: Direction| {
        let (word, size, low, high) = match direction {
            Direction::Higher => (more, difference, low, high),
            Direction::Lower => (less, -difference, -high, -low),
        };
        format!("{word}{}{unit}, {}", number(size), interval(low, high))
    };
    let signed = format!("difference {}{unit}, {}", number(difference), interval(low, high));
    let effect = asked.min_effect(row.measure);
    let within = effect.map_or(String::new(), |effect| format!("{effect}{unit}"));
    // A direction is claimed only where the test agrees after the adjustment for all comparisons.
    let upheld = row.p_adjusted.is_none_or(|p| p < 1.0 - asked.confidence);
    let said = match d.verdict(effect).unwrap_or(Verdict::Inconclusive) {
        Verdict::Different(direction) | Verdict::DifferentPerhapsSlightly(direction) if !upheld => {
            format!("cannot be told apart after the adjustment ({})", size(direction))
        }
        Verdict::Different(direction) => size(direction),
        Verdict::DifferentPerhapsSlightly(direction) => {
            format!("{}: perhaps by less than the {within} that matter", size(direction))
        }
        Verdict::EquivalentWithin(_) => format!("equivalent within {within} ({signed})"),
        Verdict::Inconclusive => format!("cannot be told apart ({signed})"),
    };
    let rough = match (d.rough, d.bound == d.interval()) {
        (true, _) => "; few or very uneven games: a rough interval",
        (_, true) => "; a bound, for games as long as the limit may be rare and unseen",
        _ => "",
    };
    let p = row.p_adjusted.map_or(String::new(), |p| match p_value(p) {
        p if p.starts_with('<') => format!("; adjusted p\u{a0}{}", p.replace(' ', "\u{a0}")),
        p => format!("; adjusted p\u{a0}=\u{a0}{p}"),
    });
    format!("{subject}: {said}{p}{}{rough}", saved(asked.info, row))
}

/// A difference without chance, in words.
fn exactly(info: &GameInfo, measure: Measure, difference: f64) -> String {
    let (size, word) = (difference.abs(), if difference > 0.0 { 0 } else { 1 });
    match measure {
        _ if difference == 0.0 => "the same, exactly".into(),
        Measure::Length => {
            let unit = info.length().name;
            format!("{} by {size:.6} {unit}, exactly", ["longer", "shorter"][word])
        }
        Measure::Outcome(_) => {
            format!("{} often by {size:.9}, exactly", ["more", "less"][word])
        }
    }
}

/// What the same deals were worth.
fn saved(info: &GameInfo, row: &Comparison) -> String {
    match row.gain {
        Some(gain) if gain.games_saved >= 1.0 && row.by_index => {
            format!("; pairing saved {} games", grouped(gain.games_saved as u64))
        }
        Some(gain) if gain.games_saved >= 1.0 => {
            format!("; the same {} saved {} games", info.chance, grouped(gain.games_saved as u64))
        }
        _ => String::new(),
    }
}
