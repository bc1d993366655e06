//! The known word that a mistyped one most likely meant.

/// The candidate nearest to `word`, if one is near enough to be meant.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let letters = word.chars().count();
    // Of a short word not every letter may be another.
    let reach = (letters / 3).max(2).min(letters.saturating_sub(1));
    candidates
        .map(|candidate| (edits(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= reach)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, delete or change to make one word the other (Levenshtein distance).
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in to.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        let names = ["umass", "ernie-burt", "winner-first", "one-down"];
        assert_eq!(nearest("unass", names.into_iter()), Some("umass"));
        assert_eq!(nearest("ernieburt", names.into_iter()), Some("ernie-burt"));
        assert_eq!(nearest("winer_first", names.into_iter()), Some("winner-first"));
        assert_eq!(nearest("poker", names.into_iter()), None);
        assert_eq!(nearest("p3", ["b", "p2"].into_iter()), Some("p2"));
        assert_eq!(nearest("p3", ["b"].into_iter()), None);
    }
}
