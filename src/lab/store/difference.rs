//! In what two descriptions of a run differ, in words.

use serde_json::Value as Json;

/// Longer values are cut.
const MOST_CHARS: usize = 60;
/// Letters before the first different one, where that is far behind.
const LEAD: usize = 20;

/// The first place where two descriptions differ, and what each says there; `None` if nowhere.
///
/// Shapes: `seed is 1, not 2` for `theirs` and `mine`; places inside are joined with dots; of rule sets those that
/// only one of the two has, where it has them at its end.
pub fn difference(theirs: &Json, mine: &Json) -> Option<String> {
    let (place, theirs, mine) = first("", theirs, mine)?;
    if let (Json::Array(theirs), Json::Array(mine), "rules") = (theirs, mine, &*place) {
        let more = |all: &[Json]| cut(&all.iter().map(shown).collect::<Vec<_>>().join(", "), 0);
        if let Some(lacks) = mine.strip_prefix(&theirs[..]) {
            return Some(format!("its rule sets lack {}", more(lacks)));
        }
        if let Some(also) = theirs.strip_prefix(&mine[..]) {
            return Some(format!("its rule sets also have {}", more(also)));
        }
    }
    let subject = match &*place {
        "" => "it is".to_owned(),
        "rules" => "its rule sets are".to_owned(),
        place => format!("{place} is"),
    };
    let (theirs, mine) = (shown(theirs), shown(mine));
    let alike = theirs.chars().zip(mine.chars()).take_while(|(a, b)| a == b).count();
    // Cut so that they still differ.
    let skip = if alike < MOST_CHARS { 0 } else { alike - LEAD };
    Some(format!("{subject} {}, not {}", cut(&theirs, skip), cut(&mine, skip)))
}

fn first<'j>(
    place: &str,
    theirs: &'j Json,
    mine: &'j Json,
) -> Option<(String, &'j Json, &'j Json)> {
    let inside = |key: &str| format!("{place}{}{key}", if place.is_empty() { "" } else { "." });
    match (theirs, mine) {
        (Json::Object(one), Json::Object(two)) => {
            let mut keys: Vec<&String> = one.keys().chain(two.keys()).collect();
            // What was done comes first: all else follows from it.
            keys.sort_by_key(|key| *key != "verb");
            keys.into_iter().find_map(|key| first(&inside(key), &theirs[key], &mine[key]))
        }
        (Json::Array(one), Json::Array(two)) if one.len() == two.len() => {
            let mut pairs = one.iter().zip(two).enumerate();
            pairs.find_map(|(k, (one, two))| first(&inside(&(k + 1).to_string()), one, two))
        }
        _ => (theirs != mine).then(|| (place.to_owned(), theirs, mine)),
    }
}

/// A value; what has a name by that.
fn shown(value: &Json) -> String {
    let named = value["name"].as_str().or(value[0].as_str());
    let text = match (value, named) {
        (Json::Null, _) => "nothing".into(),
        (Json::Array(all), None) => all.iter().map(shown).collect::<Vec<_>>().join(", "),
        (_, Some(name)) => format!("`{name}`"),
        _ => value.to_string(),
    };
    // Text of a file may hold anything.
    text.chars().filter(|c| !c.is_control()).collect()
}

/// So many letters of a text, without the first ones.
fn cut(text: &str, skip: usize) -> String {
    let before = if skip > 0 { "... " } else { "" };
    let after = if text.chars().count() > skip + MOST_CHARS { " ..." } else { "" };
    let part: String = text.chars().skip(skip).take(MOST_CHARS).collect();
    format!("{before}{part}{after}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named_with_its_place() {
        let run = |seed: u64, down: u64| {
            json!({"game": "war", "seed": seed,
                   "rules": [{"name": "umass", "fields": {"war": {"face_down": down}}}]})
        };
        assert_eq!(difference(&run(1, 3), &run(1, 3)), None);
        assert_eq!(difference(&run(1, 3), &run(2, 3)).as_deref(), Some("seed is 1, not 2"));
        assert_eq!(
            difference(&run(1, 3), &run(1, 2)).as_deref(),
            Some("rules.1.fields.war.face_down is 3, not 2")
        );
        assert_eq!(
            difference(&json!({"a": 1}), &json!({"by": "x"})).as_deref(),
            Some("a is 1, not nothing")
        );
        assert_eq!(
            difference(&json!({"game": "war", "verb": "batch"}), &json!({"verb": "run"}))
                .as_deref(),
            Some("verb is \"batch\", not \"run\"")
        );
        assert_eq!(difference(&json!([1]), &json!([1, 2])).as_deref(), Some("it is 1, not 1, 2"));
        let rules = |names: &[&str]| {
            let all = names.iter().map(|name| json!({"name": name, "fields": {"deck": 1}}));
            json!({"rules": all.collect::<Vec<_>>()})
        };
        for (theirs, mine, told) in [
            (&["umass"][..], &["umass", "a", "b"][..], "its rule sets lack `a`, `b`"),
            (&["umass", "no-limit"], &["umass"], "its rule sets also have `no-limit`"),
            (&["umass"], &["a", "b"], "its rule sets are `umass`, not `a`, `b`"),
        ] {
            assert_eq!(difference(&rules(theirs), &rules(mine)).as_deref(), Some(told));
        }
        let text = |end: &str| json!({"title": format!("{}{end}", "same ".repeat(50))});
        let told = difference(&text("monday"), &text("friday")).unwrap_or_default();
        assert!(told.contains("same monday") && told.contains("same friday"), "{told}");
        let long = difference(&json!("x".repeat(500)), &json!(0)).unwrap_or_default();
        assert!(long.len() < 90, "{long}");
    }
}
