//! In what two descriptions of a run differ, in words.

use serde_json::Value as Json;

/// Longer values are cut.
const MOST_CHARS: usize = 60;

/// The first place where two descriptions differ, and what each says there; `None` if nowhere.
///
/// Shapes: `seed is 1, not 2` for `theirs` and `mine`; places inside are joined with dots.
pub fn difference(theirs: &Json, mine: &Json) -> Option<String> {
    first("", theirs, mine).map(|what| what.trim_start_matches('.').to_owned())
}

fn first(place: &str, theirs: &Json, mine: &Json) -> Option<String> {
    if theirs == mine {
        return None;
    }
    let inside = |key: &str, theirs, mine| first(&format!("{place}.{key}"), theirs, mine);
    let keys = [theirs, mine].map(|one| one.as_object().into_iter().flat_map(|one| one.keys()));
    let longest = [theirs, mine].map(|one| one.as_array().map_or(0, Vec::len)).into_iter().max();
    keys.into_iter()
        .flatten()
        .find_map(|key| inside(key, &theirs[key], &mine[key]))
        .or_else(|| {
            let mut all = 0..longest.unwrap_or(0);
            all.find_map(|k| inside(&(k + 1).to_string(), &theirs[k], &mine[k]))
        })
        .or_else(|| Some(format!("{place} is {}, not {}", shown(theirs), shown(mine))))
}

/// A value in short; text of a file may hold anything.
fn shown(value: &Json) -> String {
    let text = if value.is_null() { "nothing".into() } else { value.to_string() };
    text.chars().filter(|c| !c.is_control()).take(MOST_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named_with_its_place() {
        let rules = |down: u64| json!({"rules": [{"name": "a", "war": {"face_down": down}}]});
        // Names of rule sets: `tests/cli/remedies.rs`.
        for (theirs, mine, words) in [
            (rules(3), rules(2), "rules.1.war.face_down is 3, not 2"),
            (json!({"a": 1}), json!({"by": "x"}), "a is 1, not nothing"),
            (json!({"a": {}}), json!({"a": [1]}), "a.1 is nothing, not 1"),
            (json!({"a": []}), json!({"a": null}), "a is [], not nothing"),
            (json!({"a": [1, 2], "b": 1}), json!({"a": [1, 3], "c": 1}), "a.2 is 2, not 3"),
            (json!({"a": 1}), json!({"a": 1, "b": null, "c": 2}), "c is nothing, not 2"),
        ] {
            assert_eq!(difference(&theirs, &mine).as_deref(), Some(words));
            assert_eq!(difference(&theirs, &theirs), None);
        }
        for long in ["x".repeat(58), "x".repeat(59), "x\n".repeat(500)] {
            // Its quotes count, too.
            let what = difference(&json!(long), &json!("\u{1b}\u{7f}")).unwrap();
            let said = what.split(", not").next().map(str::len);
            assert_eq!(said, Some(" is ".len() + 60), "{what}");
            assert!(!what.contains(char::is_control), "{what}");
        }
    }
}
