//! Names of folders: from all that tells runs apart, in characters that no shell wants quoted.
//!
//! A rule set that its name says all of gives its name (`umass{war.face_down=2}` becomes
//! `umass-war.face_down-2`); any other, such as one of a file of yours, gives a digest of its fields
//! too, so that two of the same name never meet.

use std::path::Path;

use serde_json::json;

use super::library::library;
use crate::core::game::{AnyGame, RuleSet};
use crate::core::wording::text::shell_quoted;
use crate::lab::spec::{NamedRules, shipped};
use crate::lab::store::signed::sha256;

/// A path as it can be pasted into a shell.
pub fn shown(path: &Path) -> String {
    shell_quoted(&path.to_string_lossy())
}

/// Bytes of a word in the name of a file, which systems allow 255 of.
const LONGEST: usize = 150;

/// A word in safe characters, and not too long for a file's name; with a digest of it where that is not
/// the word any more.
pub fn safe(word: &str) -> String {
    let mut rewritten = rewritten(word);
    let end = (0..=LONGEST).rev().find(|&end| rewritten.is_char_boundary(end)).unwrap_or(0);
    rewritten.truncate(end);
    if rewritten == word { rewritten } else { format!("{rewritten}-{}", digest(word)) }
}

/// Eight digits that tell texts apart.
pub fn digest(text: &str) -> String {
    sha256(text.as_bytes())[..8].to_owned()
}

/// Names of rule sets of a game, joined.
pub fn of_rules(game: &dyn AnyGame, rule_sets: &[NamedRules]) -> String {
    let names = rule_sets.iter().map(|named| of_rule_set(game, &named.name, &named.rules));
    names.collect::<Vec<_>>().join("+")
}

/// The name of a rule set.
pub fn of_rule_set(game: &dyn AnyGame, name: &str, rules: &RuleSet) -> String {
    match says_all(game, name, rules) {
        true => rewritten(name),
        false => {
            let whole = json!([name, game.fields(rules)]).to_string();
            format!("{}-{}", rewritten(name), digest(&whole))
        }
    }
}

/// The name of a file of dice: its own, with a digest where it is not one of the program's.
pub fn of_dice(path: &Path, text: &str) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let shipped = shipped::DICE.find(&stem);
    match shipped.is_some_and(|(_, own)| own == text) {
        true => rewritten(&stem),
        false => format!("{}-{}", rewritten(&stem), digest(text)),
    }
}

/// Whether a built-in name, with changes as simple as can be, means this rule set to everybody.
fn says_all(game: &dyn AnyGame, name: &str, rules: &RuleSet) -> bool {
    let (base, changes) = name.split_once('{').unwrap_or((name, ""));
    let is_built_in = game.preset(base).is_some() || shipped::RULES.find(base).is_some();
    let simple = |c: char| is_safe(c) || "=,".contains(c);
    let is_simple = changes.strip_suffix('}').unwrap_or(changes).chars().all(simple);
    let library = library();
    let found = || library.find_of(library.game(game.info().name)?, name).ok();
    is_built_in
        && is_simple
        && found().is_some_and(|found| found.game.fields(&found.rules) == game.fields(rules))
}

fn is_safe(c: char) -> bool {
    c.is_alphanumeric() || "._-".contains(c)
}

/// Changes in braces as words behind the name, and what is left of other characters as `_`.
fn rewritten(name: &str) -> String {
    let name = name.strip_suffix('}').unwrap_or(name);
    let letter = |c: char| match c {
        '{' | '=' | ',' => '-',
        c if is_safe(c) => c,
        _ => '_',
    };
    let text: String = name.chars().map(letter).collect();
    // Hidden, or an option.
    match text.strip_prefix(['-', '.']) {
        Some(rest) => format!("_{rest}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::library::find;

    fn name(given: &str) -> String {
        let found = find(&library(), "--rules", given, true).unwrap();
        of_rule_set(&*found.game, &found.name, &found.rules)
    }

    #[test]
    fn names_need_no_quotes_and_are_as_short_as_can_be() {
        assert_eq!(name("umass"), "umass");
        assert_eq!(name("kitchen-table"), "kitchen-table");
        assert_eq!(name("umass{war.face_down=2}"), "umass-war.face_down-2");
        assert_eq!(name("umass{war.face_down=2,deal=halves}"), "umass-war.face_down-2-deal-halves");
        assert_eq!(name("beggar{empty=at-last-card}"), "beggar-empty-at-last-card");
        let long = "x".repeat(300);
        assert_eq!(safe(&long), format!("{}-{}", &long[..LONGEST], digest(&long)));
        assert_eq!(safe("my question"), format!("my_question-{}", digest("my question")));
        assert_eq!((safe("plain-1.5"), &safe("-rf")[..4]), ("plain-1.5".into(), "_rf-"));
    }

    #[test]
    fn two_rule_sets_never_have_one_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            super::tests::name(&path.to_string_lossy())
        };
        let names = [
            name("umass"),
            name("umass{war.face_down=2}"),
            name("umass{war.face_down = 2}"),
            name("umass{war.face_down=2 }"),
            name("umass{war.face_down=2,deal=halves}"),
            name("umass{deal=halves,war.face_down=2}"),
            file("umass.toml", "war.face_down = 2"),
            file("a/mine.toml", "war.face_down = 2"),
            file("b/mine.toml", "war.face_down = 1"),
            file("umass-war.face_down-2.toml", "war.face_down = 1"),
            file("b c.toml", "war.face_down = 1"),
            file("b_c.toml", "war.face_down = 1"),
        ];
        for (k, name) in names.iter().enumerate() {
            assert_eq!(shell_quoted(name), *name);
            assert!(!names[..k].contains(name), "{name}");
        }
    }
}
