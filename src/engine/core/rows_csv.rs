//! Rows of games as CSV.

use super::rows::{ColumnData, Columns};

/// The header of a block of rows as CSV.
pub fn header(rows: &Columns) -> Vec<u8> {
    let mut line = rows.names.join(",").into_bytes();
    line.push(b'\n');
    line
}

/// A block of rows as CSV, without header.
///
/// Without the CSV library: this is the hot path of `--per-game`, and only names and free text can
/// need quotes.
pub fn rows(rows: &Columns) -> Vec<u8> {
    let (mut out, mut digits) = (Vec::with_capacity(rows.len() * 48), itoa::Buffer::new());
    let field = |word: &str| {
        let mut field = Vec::new();
        push_field(&mut field, word);
        field
    };
    let quoted: Vec<Vec<Vec<u8>>> = rows
        .columns
        .iter()
        .map(|column| match column {
            ColumnData::Word { words, .. } => words.iter().map(|word| field(word)).collect(),
            _ => Vec::new(),
        })
        .collect();
    for k in 0..rows.len() {
        for (c, column) in rows.columns.iter().enumerate() {
            if c > 0 {
                out.push(b',');
            }
            match column {
                ColumnData::Index(values) => {
                    out.extend_from_slice(digits.format(values[k]).as_bytes())
                }
                ColumnData::Int(values) => {
                    out.extend_from_slice(digits.format(values[k]).as_bytes());
                }
                ColumnData::Word { rows, .. } => {
                    out.extend_from_slice(&quoted[c][rows[k] as usize])
                }
                ColumnData::Text { .. } => push_field(&mut out, column.text_at(k)),
            }
        }
        out.push(b'\n');
    }
    out
}

/// Adds a field, in quotes where it needs them. Source: RFC 4180.
fn push_field(out: &mut Vec<u8>, text: &str) {
    match text.bytes().any(|byte| matches!(byte, b'"' | b',' | b'\n' | b'\r')) {
        true => out.extend(format!("\"{}\"", text.replace('"', "\"\"")).bytes()),
        false => out.extend_from_slice(text.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back_as_they_were() {
        let mut text = ColumnData::text();
        if let ColumnData::Text { text, ends } = &mut text {
            for field in ["2 3 4", "", "a \"quoted\", text"] {
                text.push_str(field);
                ends.push(text.len());
            }
        }
        let mut words = ColumnData::words(["plain", "with, comma"]);
        if let ColumnData::Word { rows, .. } = &mut words {
            rows.extend([1, 0, 1]);
        }
        let block = Columns {
            names: ["w", "i", "n", "t"].map(String::from).to_vec(),
            columns: vec![
                words,
                ColumnData::Index(vec![0, 10, u64::MAX]),
                ColumnData::Int(vec![-1, 0, i64::MIN]),
                text,
            ],
        };
        let mut file = header(&block);
        file.extend(rows(&block));
        let mut reader = ::csv::Reader::from_reader(file.as_slice());
        let read: Vec<Vec<String>> = reader
            .records()
            .map(|r| r.expect("valid CSV").iter().map(str::to_owned).collect())
            .collect();
        assert_eq!(
            read,
            [
                ["with, comma", "0", "-1", "2 3 4"],
                ["plain", "10", "0", ""],
                [
                    "with, comma",
                    "18446744073709551615",
                    "-9223372036854775808",
                    "a \"quoted\", text"
                ],
            ]
        );
    }
}
