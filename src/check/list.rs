//! Long lists of cards, made short where they repeat.

/// Numbers that are written out whatever they are.
const WRITTEN_OUT: usize = 60;
/// A shorter repetition is written out.
const WORTH_SHORTENING: usize = 12;

/// The list as stretches: patterns, each with how often it comes, mostly once.
fn stretches(list: &[i32]) -> Vec<(&[i32], usize)> {
    let mut stretches = Vec::new();
    let mut rest = list;
    let mut plain = 0;
    while plain < rest.len() {
        let here = &rest[plain..];
        let repeated = [1, 2].into_iter().find_map(|period| {
            let pattern = here.get(..period)?;
            let times = here.chunks_exact(period).take_while(|&chunk| chunk == pattern).count();
            (times * period >= WORTH_SHORTENING).then_some((pattern, times))
        });
        let Some((pattern, times)) = repeated else {
            plain += 1;
            continue;
        };
        stretches.extend([(&rest[..plain], 1), (pattern, times)]);
        rest = &rest[plain + pattern.len() * times..];
        plain = 0;
    }
    stretches.push((rest, 1));
    stretches.retain(|(pattern, _)| !pattern.is_empty());
    stretches
}

fn words(numbers: &[i32]) -> String {
    let words: Vec<String> = numbers.iter().map(i32::to_string).collect();
    words.join(" ")
}

/// The list, with what repeats in it written so.
fn shortened(list: &[i32], repeated: impl Fn(String, usize) -> String) -> String {
    if list.len() <= WRITTEN_OUT {
        return words(list);
    }
    let stretch = |(pattern, times): (&[i32], usize)| match times {
        1 => words(pattern),
        times => repeated(words(pattern), times),
    };
    stretches(list).into_iter().map(stretch).collect::<Vec<_>>().join(" ")
}

/// The list to read: `2 1 (999 times) 5 5`.
pub fn for_people(list: &[i32]) -> String {
    match list {
        [] => "(no cards)".into(),
        list => shortened(list, |pattern, times| format!("{pattern} ({times} times)")),
    }
}

/// The list as a word of a shell's command line, in double quotes.
pub fn for_shell(list: &[i32]) -> String {
    // `--` for patterns that begin with a minus.
    let repeated = |pattern, times| format!("$(printf -- '{pattern} %.0s' $(seq {times}))");
    format!("\"{}\"", shortened(list, repeated))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_told_short() {
        let list = [&[5, 6][..], &[2, 1].repeat(999), &[7; 30], &[8]].concat();
        assert_eq!(for_people(&list), "5 6 2 1 (999 times) 7 (30 times) 8");
        assert_eq!(
            for_shell(&list),
            "\"5 6 $(printf -- '2 1 %.0s' $(seq 999)) $(printf -- '7 %.0s' $(seq 30)) 8\""
        );
        assert_eq!((for_people(&[]), for_shell(&[])), ("(no cards)".into(), "\"\"".into()));
        let long: Vec<i32> = (0..70).collect();
        assert_eq!(for_people(&long), words(&long));
        assert_eq!(for_shell(&[2, -1, 3]), "\"2 -1 3\"");
    }
}
