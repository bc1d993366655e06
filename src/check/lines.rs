//! What a process writes, line by line.

use std::io::{BufRead as _, BufReader, Read};

use super::answer::escaped;

/// Bytes of a line that are kept; the rest of it is read and forgotten.
const LONGEST_LINE: u64 = 4_096;
/// Lines of stderr that are kept, of its beginning and of its end: Java says the reason first, Python last.
const STDERR_LINES: usize = 25;

/// Hands on what a process writes, line by line, until it ends or nobody listens.
pub fn each_line(from: impl Read, mut to: impl FnMut(Vec<u8>) -> bool) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let is_over = !read.is_ok_and(|bytes| bytes > 0)
            || line.pop_if(|last| *last == b'\n').is_none() && from.skip_until(b'\n').is_err();
        if is_over || !to(line) {
            break;
        }
    }
}

/// What a process writes to stderr; where lines are left out, one says so.
pub fn readable(from: impl Read) -> String {
    let mut lines: Vec<String> = Vec::new();
    each_line(from, |line| {
        lines.push(escaped(line.trim_ascii_end(), 200));
        if lines.len() > STDERR_LINES {
            lines.remove(STDERR_LINES / 2);
            lines[STDERR_LINES / 2] = "...".into();
        }
        true
    });
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(text: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        each_line(text, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn output_is_cut_into_lines_and_endless_ones_are_cut_short() {
        let lines =
            lines_of(&[b"1\n\n-1\r\n".to_vec(), vec![b'x'; 100_000], b"\nlast".to_vec()].concat());
        assert_eq!(lines[..3], [b"1".to_vec(), b"".to_vec(), b"-1\r".to_vec()]);
        assert_eq!(lines[3].len() as u64, LONGEST_LINE);
        assert_eq!(lines[4], b"last");
    }

    #[test]
    fn where_lines_are_left_out_it_is_said() {
        assert_eq!(readable(&b"one\nlast\r"[..]), "one\nlast");
        let many: String = (0..1_000).map(|k| format!("{k}\n")).collect();
        let lines = readable(many.as_bytes());
        assert!(lines.starts_with("0\n1\n") && lines.ends_with("\n998\n999"), "{lines}");
        assert!(lines.contains("\n11\n...\n988\n"), "{lines}");
    }
}
