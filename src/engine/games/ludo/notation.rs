//! The faces of a die as text: `1-6`, `1 1 1 6 6 6`, `0 1 6-8 3`.

use super::die::{Die, MAX_FACES, MAX_PIPS};

/// The faces with runs drawn together.
pub fn runs(faces: &[u32]) -> String {
    let mut parts = Vec::new();
    let mut rest = faces;
    while let Some(&first) = rest.first() {
        let run = (first..).zip(rest).take_while(|(expected, face)| expected == *face).count();
        // Two numbers are no shorter with a dash.
        let taken = if run >= 3 { run } else { 1 };
        parts.push(match taken {
            1 => first.to_string(),
            _ => format!("{first}-{}", rest[taken - 1]),
        });
        rest = &rest[taken..];
    }
    parts.join(" ")
}

/// The die of this text: faces with spaces or commas between them, `first-last` for a run.
///
/// Errors: a sentence with the part that is no face.
pub fn die(text: &str) -> Result<Die, String> {
    let mut faces = Vec::new();
    for part in text.split([' ', ',', '\t']).filter(|part| !part.is_empty()) {
        let bad = || {
            format!(
                "`{}` in the die `{}` is not a face: use numbers from 0 to {MAX_PIPS}, or a run such \
                 as 1-6",
                part.escape_debug(),
                text.escape_debug()
            )
        };
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|&n| n <= MAX_PIPS);
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first).ok_or_else(bad)?, number(last).ok_or_else(bad)?);
        if first > last || faces.len() + (last - first) as usize >= MAX_FACES {
            return Err(if first > last { bad() } else { too_many(text) });
        }
        faces.extend(first..=last);
    }
    Die::new(faces).ok_or_else(|| too_many(text))
}

fn too_many(text: &str) -> String {
    format!("the die `{}` must have 1 to {MAX_FACES} faces", text.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_faces_are_drawn_together_and_read_back() {
        for (faces, text) in [
            (&[1, 2, 3, 4, 5, 6][..], "1-6"),
            (&[1, 1, 1, 6, 6, 6], "1 1 1 6 6 6"),
            (&[0, 1, 6, 7, 8, 3], "0 1 6-8 3"),
            (&[4], "4"),
        ] {
            assert_eq!(runs(faces), text);
            assert_eq!(die(text).unwrap().faces(), faces);
        }
        assert_eq!(die(" 1,2,  3 ").unwrap().faces(), [1, 2, 3]);
    }

    #[test]
    fn what_is_no_die_is_refused() {
        for text in ["", "x", "6-1", "1-", "-1", "1000001", "0-1000", "1.5"] {
            assert!(die(text).is_err(), "{text}");
        }
        assert_eq!(die("0-999").unwrap().faces().len(), 1_000);
        assert!(die("1 x").unwrap_err().contains("`x` in the die `1 x`"));
    }
}
