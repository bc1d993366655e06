//! The known word that a mistyped one most likely meant.

/// The candidate nearest to `word`, if one is near enough to be meant: one slip of the finger in three
/// letters, where two letters that changed places are one.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let letters = word.chars().count();
    // Of a short word not every letter may be another.
    let reach = (letters / 3).max(1).min(letters.saturating_sub(1));
    candidates
        .map(|candidate| {
            (strsim::osa_distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate)
        })
        .filter(|&(distance, _)| distance <= reach)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// What is asked of whoever wrote `word`, before the rest of a sentence; nothing where no candidate is
/// near.
pub fn meant<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> String {
    nearest(word, candidates).map_or(String::new(), |name| format!("did you mean `{name}`? "))
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
        assert_eq!(meant("one-dwon", names.into_iter()), "did you mean `one-down`? ");
    }

    #[test]
    fn another_word_is_not_taken_for_a_slip() {
        for (word, other) in [("war", "man"), ("batch", "bench"), ("x", "y")] {
            assert_eq!(nearest(word, [other].into_iter()), None, "{word}");
        }
    }
}
