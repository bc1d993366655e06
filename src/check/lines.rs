//! What a process writes, line by line.

use std::io::{BufRead as _, BufReader, Read};
use std::sync::mpsc::SyncSender;

use super::answer::escaped;

/// Bytes of a line that are kept; the rest of it is read and forgotten.
const LONGEST_LINE: u64 = 4_096;
/// Lines of stderr that are kept, of its beginning and of its end: Java says the reason first, Python last.
const STDERR_LINES: usize = 24;

/// Keeps a line of stderr, and of many the first and the last ones.
pub fn keep_line(errors: &mut Vec<Vec<u8>>, line: Vec<u8>) {
    errors.push(line);
    if errors.len() > STDERR_LINES + 1 {
        errors.remove(STDERR_LINES / 2);
    }
}

/// Lines of stderr; where some are left out, a line says so.
pub fn readable(errors: &[Vec<u8>]) -> String {
    let mut lines: Vec<String> =
        errors.iter().map(|line| escaped(line.trim_ascii_end(), 200)).collect();
    if lines.len() > STDERR_LINES {
        lines[STDERR_LINES / 2] = "...".into();
    }
    lines.join("\n").trim().to_owned()
}

/// Cuts what a process writes into lines, until it ends or nobody listens.
pub fn pass_on_lines<T>(from: impl Read, to: &SyncSender<T>, piece: fn(Vec<u8>) -> T) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) {
            break;
        }
        if line.pop_if(|last| *last == b'\n').is_none() && from.skip_until(b'\n').is_err()
            || to.send(piece(line)).is_err()
        {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(text: &[u8]) -> Vec<Vec<u8>> {
        let (to, lines) = std::sync::mpsc::sync_channel(64);
        pass_on_lines(text, &to, |line| line);
        drop(to);
        lines.iter().collect()
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
        let few: Vec<Vec<u8>> = [&b"one"[..], b"last\r"].map(Into::into).into();
        assert_eq!(readable(&few), "one\nlast");
        let mut many = Vec::new();
        (0..1_000).for_each(|k: i32| keep_line(&mut many, k.to_string().into_bytes()));
        let lines = readable(&many);
        assert!(lines.starts_with("0\n1\n") && lines.ends_with("\n998\n999"), "{lines}");
        assert!(lines.contains("\n11\n...\n988\n"), "{lines}");
    }
}
