//! In what two descriptions of a run differ, in words.

use serde_json::Value as Json;

use crate::lab::run::ranges::listed;

/// Longer values are cut.
const MOST_CHARS: usize = 60;

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
    Some(format!("{place} is {}, not {}", shown(theirs), shown(mine)))
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
    let text = match value {
        Json::Null => "nothing".into(),
        value => value.to_string(),
    };
    // Text of a file may hold anything.
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    if text.chars().count() <= MOST_CHARS {
        return text;
    }
    let cut: String = text.chars().take(MOST_CHARS).collect();
    format!("{cut} ...")
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
            difference(&json!([1]), &json!([1, 2])).as_deref(),
            Some("it is [1], not [1,2]")
        );
        assert_eq!(
            difference(&json!({"missing": [[3, 5], [9, 10]]}), &json!({})).as_deref(),
            Some("it lacks games 3 to 4, game 9")
        );
        let long = difference(&json!("x".repeat(500)), &json!(0)).unwrap_or_default();
        assert!(long.len() < 90, "{long}");
    }
}
