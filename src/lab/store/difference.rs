//! In what two descriptions of a run differ, in words.

use serde_json::Value as Json;

use crate::lab::run::ranges::listed;

/// Longer values are cut.
const MOST_CHARS: usize = 60;
/// Letters before the first different one, where that is far behind.
const LEAD: usize = 20;

/// The first place where two descriptions differ, and what each says there; `None` if nowhere.
///
/// Shapes: `seed is 1, not 2` for `theirs` and `mine`; places inside are joined with dots.
pub fn difference(theirs: &Json, mine: &Json) -> Option<String> {
    let (place, theirs, mine) = first("", theirs, mine)?;
    let lacks: Option<Vec<_>> = theirs.as_array().filter(|_| place == "missing").map(|gaps| {
        let gaps = gaps.iter().filter_map(|gap| Some(gap[0].as_u64()?..gap[1].as_u64()?));
        gaps.collect()
    });
    if let Some(lacks) = lacks {
        return Some(format!("it lacks {}", listed(&lacks)));
    }
    let place = if place.is_empty() { "it" } else { &place };
    if let (Some(one), Some(two)) = (theirs.as_array(), mine.as_array()) {
        return Some(of_lists(place, one, two));
    }
    let (theirs, mine) = apart(&shown(theirs), &shown(mine));
    Some(format!("{place} is {theirs}, not {mine}"))
}

/// That a state is of another run than `mine`, in words; `None` if it is not.
pub fn other(theirs: &Json, mine: &Json) -> Option<String> {
    difference(theirs, mine).map(|what| format!("another run: {what}"))
}

/// What differs between lists of different lengths: what one has more, or all that is in both.
fn of_lists(place: &str, theirs: &[Json], mine: &[Json]) -> String {
    let names = |list: &[Json]| list.iter().map(name).collect::<Vec<_>>().join(", ");
    let its = format!("its {place}");
    let (list, has, lacks) = match place {
        "rules" => ("the rule sets there", "have", "lack"),
        "it" => ("the list there", "has", "lacks"),
        _ => (&*its, "has", "lacks"),
    };
    match (theirs.strip_prefix(mine), mine.strip_prefix(theirs)) {
        (Some(more), _) => format!("{list} also {has} {}", cut(&names(more))),
        (_, Some(more)) => format!("{list} {lacks} {}", cut(&names(more))),
        _ => {
            let (theirs, mine) = apart(&names(theirs), &names(mine));
            format!("{place} is {theirs}, not {mine}")
        }
    }
}

/// What a value of a list is called, where it has a name.
fn name(value: &Json) -> String {
    let named = value["name"].as_str().or(value[0].as_str()).or(value.as_str());
    named.map_or_else(|| shown(value), |name| format!("`{}`", printable(name)))
}

fn first<'j>(
    place: &str,
    theirs: &'j Json,
    mine: &'j Json,
) -> Option<(String, &'j Json, &'j Json)> {
    let inside = |key: &str| match place {
        "" => key.to_owned(),
        place => format!("{place}.{key}"),
    };
    match (theirs, mine) {
        (Json::Object(one), Json::Object(two)) => {
            let keys = one.keys().chain(two.keys().filter(|key| !one.contains_key(*key)));
            // What was done comes first: all else follows from it.
            let (first_of, others): (Vec<_>, Vec<_>) = keys.partition(|key| *key == "verb");
            let keys = first_of.into_iter().chain(others);
            let mut places = keys.map(|key| {
                let of = |object: &'j serde_json::Map<String, Json>| {
                    object.get(key).unwrap_or(&Json::Null)
                };
                first(&inside(key), of(one), of(two))
            });
            places.find_map(|place| place)
        }
        (Json::Array(one), Json::Array(two)) if one.len() == two.len() => {
            let mut pairs = one.iter().zip(two).enumerate();
            pairs.find_map(|(k, (one, two))| first(&inside(&(k + 1).to_string()), one, two))
        }
        (one, two) if one == two => None,
        (one, two) => Some((place.to_owned(), one, two)),
    }
}

fn shown(value: &Json) -> String {
    match value {
        Json::Null => "nothing".into(),
        value => printable(&value.to_string()),
    }
}

/// Text of a file may hold anything.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Two texts, cut so that they still differ.
fn apart(one: &str, two: &str) -> (String, String) {
    let alike = one.chars().zip(two.chars()).take_while(|(a, b)| a == b).count();
    let skipped = if alike < MOST_CHARS { 0 } else { alike - LEAD };
    let from = |text: &str| {
        let rest: String = text.chars().skip(skipped).collect();
        if skipped > 0 { format!("... {}", cut(&rest)) } else { cut(&rest) }
    };
    (from(one), from(two))
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MOST_CHARS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MOST_CHARS).collect();
    format!("{kept} ...")
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
        assert_eq!(
            difference(&json!([1]), &json!([1, 2])).as_deref(),
            Some("the list there lacks 2")
        );
        assert_eq!(
            difference(&json!({"missing": [[3, 5], [9, 10]]}), &json!({})).as_deref(),
            Some("it lacks games 3 to 4, game 9")
        );
        let rules = |names: &[&str]| {
            let all = names.iter().map(|name| json!({"name": name, "fields": {"deck": 1}}));
            json!({"rules": all.collect::<Vec<_>>()})
        };
        for (theirs, mine, told) in [
            (&["umass"][..], &["umass", "no-limit"][..], "the rule sets there lack `no-limit`"),
            (&["umass", "no-limit"], &["umass"], "the rule sets there also have `no-limit`"),
            (&["umass"], &["a", "b"], "rules is `umass`, not `a`, `b`"),
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
