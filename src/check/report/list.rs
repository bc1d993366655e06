//! Long lists of cards, made short where they repeat.

use super::super::language::Lang;

/// Numbers that are written out whatever they are.
const WRITTEN_OUT: usize = 60;
/// A shorter repetition is written out.
const WORTH_SHORTENING: usize = 12;

/// A stretch of a list: a pattern and how often it comes.
struct Stretch<'l> {
    pattern: &'l [i32],
    times: usize,
}

/// The list as stretches; most patterns come once.
fn stretches(list: &[i32]) -> Vec<Stretch<'_>> {
    let mut stretches: Vec<Stretch<'_>> = Vec::new();
    let mut rest = list;
    let mut plain = 0;
    while plain < rest.len() {
        let here = &rest[plain..];
        let repeated = [1, 2].into_iter().find_map(|period| {
            let pattern = here.get(..period)?;
            let times = here.chunks_exact(period).take_while(|&chunk| chunk == pattern).count();
            (times * period >= WORTH_SHORTENING).then_some((period, times))
        });
        let Some((period, times)) = repeated else {
            plain += 1;
            continue;
        };
        if plain > 0 {
            stretches.push(Stretch { pattern: &rest[..plain], times: 1 });
        }
        stretches.push(Stretch { pattern: &rest[plain..plain + period], times });
        rest = &rest[plain + period * times..];
        plain = 0;
    }
    if !rest.is_empty() {
        stretches.push(Stretch { pattern: rest, times: 1 });
    }
    stretches
}

fn words(numbers: &[i32]) -> String {
    let words: Vec<String> = numbers.iter().map(i32::to_string).collect();
    words.join(" ")
}

/// The list to read: `2 1 (999 times) 5 5`.
pub fn for_people(list: &[i32], lang: Lang) -> String {
    if list.is_empty() {
        return lang.no_cards();
    }
    if list.len() <= WRITTEN_OUT {
        return words(list);
    }
    let stretch = |s: &Stretch<'_>| match s.times {
        1 => words(s.pattern),
        times => lang.times(words(s.pattern), times),
    };
    stretches(list).iter().map(stretch).collect::<Vec<_>>().join(" ")
}

/// The list as a word of a shell's command line, in double quotes.
pub fn for_shell(list: &[i32]) -> String {
    if list.len() <= WRITTEN_OUT {
        return format!("\"{}\"", words(list));
    }
    let stretch = |s: &Stretch<'_>| match s.times {
        1 => words(s.pattern),
        // `--` for patterns that begin with a minus.
        times => format!("$(printf -- '{} %.0s' $(seq {times}))", words(s.pattern)),
    };
    format!("\"{}\"", stretches(list).iter().map(stretch).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_told_short() {
        let list = [&[5, 6][..], &[2, 1].repeat(999), &[7; 30], &[8]].concat();
        assert_eq!(for_people(&list, Lang::En), "5 6 2 1 (999 times) 7 (30 times) 8");
        assert_eq!(
            for_shell(&list),
            "\"5 6 $(printf -- '2 1 %.0s' $(seq 999)) $(printf -- '7 %.0s' $(seq 30)) 8\""
        );
        assert_eq!(
            (for_people(&[], Lang::En), for_shell(&[])),
            ("(no cards)".into(), "\"\"".into())
        );
        let long: Vec<i32> = (0..70).collect();
        assert_eq!(for_people(&long, Lang::En), words(&long));
        assert_eq!(for_shell(&[2, -1, 3]), "\"2 -1 3\"");
    }
}
