//! Ranges of games: what is left of them, and how they are said.

use std::ops::Range;

/// What is left of a range without others, which rise and lie apart.
pub fn without(whole: &Range<u64>, others: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut left = Vec::new();
    let mut next = whole.start;
    for other in others {
        if other.start > next && next < whole.end {
            left.push(next..other.start.min(whole.end));
        }
        next = next.max(other.end);
    }
    if next < whole.end {
        left.push(next..whole.end);
    }
    left
}

/// These games in words.
pub fn named(games: &Range<u64>) -> String {
    match games.end.saturating_sub(games.start) {
        0 => "no games".into(),
        1 => format!("game {}", games.start),
        _ => format!("games {} to {}", games.start, games.end - 1),
    }
}

/// These games, and the verb for their number.
pub fn are(games: &[Range<u64>]) -> String {
    let is_one = games.iter().map(|range| range.end - range.start).eq([1]);
    let words: Vec<String> = games.iter().map(named).collect();
    format!("{} {}", words.join(", "), if is_one { "is" } else { "are" })
}
