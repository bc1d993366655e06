//! A table as people read it, on a terminal or to paste into a page, and its numbers.

use crate::core::table::{Table, Value};
use crate::core::wording::digits::grouped;
use crate::core::wording::said::upright;
use crate::core::wording::text::Align;
use crate::lab::spec::measure::Measure;
use crate::lab::study::estimate::Estimate;

/// A heading of this depth in Markdown, and an empty line.
pub fn heading(depth: usize, words: &str) -> String {
    format!("{} {}\n\n", "#".repeat(depth), escaped(words))
}

/// A table in words, numbers with five digits: how its columns are aligned, and its lines, the header first.
fn in_words(table: &Table) -> (Vec<Align>, Vec<Vec<String>>) {
    let is_text =
        |c: usize| table.rows.iter().all(|row| matches!(row[c], Value::Text(_) | Value::Empty));
    let align = |c| if is_text(c) { Align::Left } else { Align::Right };
    let rows = table.rows.iter().map(|row| row.iter().map(short).collect());
    let lines = std::iter::once(table.header.clone()).chain(rows);
    ((0..table.header.len()).map(align).collect(), lines.collect())
}

/// For a terminal: a line a row where that fits, else a line a column.
pub fn text(table: &Table, width: usize) -> String {
    let (aligns, lines) = in_words(table);
    upright(&aligns, &lines, width)
}

/// As GitHub has it.
pub fn markdown(table: &Table) -> String {
    let row = |fields: &Vec<String>| {
        let fields: Vec<String> = fields.iter().map(|field| escaped(field)).collect();
        format!("| {} |\n", fields.join(" | "))
    };
    let rule = |align: &Align| if *align == Align::Left { "---|" } else { "---:|" };
    let (aligns, lines) = in_words(table);
    let rules: String = aligns.iter().map(rule).collect();
    let rows: String = lines[1..].iter().map(row).collect();
    format!("{}|{rules}\n{rows}", row(&lines[0]))
}

/// A field with five digits, its whole part in full.
pub fn short(value: &Value) -> String {
    match value {
        Value::Float(x) if x.abs() >= 1e4 => Value::Float(x.round()).to_string(),
        Value::Float(x) => Value::Float(format!("{x:.4e}").parse().unwrap_or(*x)).to_string(),
        other => other.to_string(),
    }
}

/// An estimate with so many digits: where games were given up a share is its interval, and a mean at least this,
/// for they would have gone on, nobody knows how far.
pub fn as_said(one: &Estimate, measure: Measure, digits: usize) -> String {
    let is_mean = matches!(measure, Measure::Mean(_));
    let least = if one.open && is_mean { "at least " } else { "" };
    let value = one.value.map_or("-".into(), |value| format!("{least}{value:.digits$}"));
    match one.interval.filter(|_| one.open && !is_mean) {
        Some(ends) => to(ends, digits),
        None => value,
    }
}

/// A difference with its sign, also where it is rounded to nothing.
pub fn signed(x: f64, digits: usize) -> String {
    // Half a last digit may come out a little less, and there is no minus nothing.
    format!("{:+.digits$}", x * (1.0 + 2.0 * f64::EPSILON) + 0.0)
}

/// The ends of an interval with so many digits.
pub fn to((low, high): (f64, f64), digits: usize) -> String {
    format!("{low:.digits$} to {high:.digits$}")
}

/// A median, which is at least this where half of the games were given up.
pub fn median(one: &Estimate) -> String {
    let least = if one.open { "at least " } else { "" };
    one.value.map_or("-".into(), |value| format!("{least}{}", grouped(value as u64)))
}

/// Text from outside that neither ends a cell nor becomes markup.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\|`*_<>[]".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields that can be read as numbers are such.
    fn table<const N: usize>(header: [&str; N], rows: &[[&str; N]]) -> Table {
        let value =
            |field: &&str| field.parse::<u64>().map_or_else(|_| (*field).into(), Value::Int);
        let mut table = Table::new("x.csv", header);
        rows.iter().for_each(|row| table.push(row.iter().map(value).collect()));
        table
    }

    #[test]
    fn what_is_too_wide_stands_upright_and_text_from_outside_stays_in_its_cell() {
        let cell = table(["rules", "n"], &[["a|b<c>", "1"]]);
        assert_eq!(markdown(&cell), "| rules | n |\n|---|---:|\n| a\\|b\\<c\\> | 1 |\n");
        assert_eq!(escaped("a\nb"), "a b");
        let sheet = table(["rules", "n"], &[["umass", "1"], ["one-down", "20"], ["x", "3"]]);
        let long = table(["a", "deck"], &[["b", "2 3 4 5 6 7"], ["c", "8"]]);
        let two = table(["n", "m"], &[["1", "20000"], ["3", "4"], ["5", "6"]]);
        let upright =
            "rules  umass\nn      1\n\nrules  one-down\nn      20\n\nrules  x\nn      3\n";
        for (sheet, width, shown) in [
            (&sheet, 12, "rules      n\numass      1\none-down  20\nx          3\n"),
            (&sheet, 11, upright),
            (&long, 10, "a     b\ndeck  2 3\n      4 5\n      6 7\n\na     c\ndeck  8\n"),
            (&two, 7, "n  1\nm  20000\n\nn  3  5\nm  4  6\n"),
        ] {
            assert_eq!(text(sheet, width), shown);
        }
    }

    #[test]
    fn numbers_have_five_digits() {
        for (x, text) in [
            (Value::Float(0.5), "0.5"),
            (Value::Float(277.188_6), "277.19"),
            (Value::Float(0.000_123_456_7), "0.00012346"),
            (Value::Float(1.234_567e-9), "1.2346e-9"),
            (Value::Float(123_456.78), "123457"),
            (Value::Float(99_999.96), "100000"),
            (Value::Float(12.0), "12"),
            (Value::Float(-0.333_333_3), "-0.33333"),
            (Value::Float(1e300), "1e300"),
            (Value::Int(1_234_567), "1234567"),
            (Value::Empty, ""),
        ] {
            assert_eq!(short(&x), text);
        }
    }
}
