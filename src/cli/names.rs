//! Names of folders: verb, rule sets, seed and games, in characters that no shell wants quoted, and eight
//! digits of all that tells the run from others wherever anything else is not as usual.

use std::path::Path;

use serde_json::Value as Json;

use super::library::library;
use super::options::PlaceArgs;
use crate::core::wording::plain::{self, no_file_name};
use crate::core::wording::text::shell_quoted;
use crate::game::{Game, RuleSet};
use crate::lab::refused::Refused;
use crate::lab::spec::{Experiment, Spec, Study, shipped};
use crate::lab::store::signed::sha256;

/// A path as it can be pasted into a shell.
pub fn shown(path: &Path) -> String {
    shell_quoted(&path.to_string_lossy())
}

/// The longest name of a folder that common file systems allow, less room for a suffix.
const MAX_NAME: usize = 200;

/// A word in safe characters, with a digest of it where that is not the word any more.
pub fn safe(word: &str) -> String {
    let rewritten = rewritten(word);
    if rewritten == word { rewritten } else { format!("{rewritten}-{}", digest(word)) }
}

/// Eight digits that tell texts apart.
pub fn digest(text: &str) -> String {
    sha256(text.as_bytes())[..8].to_owned()
}

/// The name of a run: its verb, which a batch has none of, its rule sets, its seed and its games; or that of its
/// experiment.
pub fn of_run(study: &Study) -> String {
    let verb = study.verb.as_str();
    if let Some(experiment) = &study.experiment {
        return of_experiment(experiment);
    }
    let sampled = match study.deals.seed.0 {
        _ if study.is_exact() => String::new(),
        seed if study.is_open_ended() => format!("-seed{seed}"),
        seed => format!("-seed{seed}-games{}", study.games),
    };
    let asked = Spec { seed: None, games: None, ..study.unusual() };
    let is_usual = asked == Spec::default() && study.game.gear().is_null();
    let said = study.rule_sets.iter().all(|named| says_all(&study.game, &named.name, &named.rules));
    let names = study.rule_sets.iter().map(|named| rewritten(&named.name));
    let mut name = names.collect::<Vec<_>>().join("+");
    // The folder of the usual game needs no name of it, and one that says it need not say it twice.
    if verb != "batch" && !name.starts_with(verb) {
        name = format!("{verb}-{name}");
    }
    with_digits(&format!("{name}{sampled}"), &study.run_identity(), is_usual && said)
}

/// A name with eight digits of what tells the run from others, unless the name says it all.
pub fn with_digits(name: &str, identity: &Json, says_all: bool) -> String {
    if says_all { name.to_owned() } else { format!("{name}-{}", digest(&identity.to_string())) }
}

/// Whether a built-in name, with changes as simple as can be, means this rule set to everybody.
pub fn says_all(game: &Game, name: &str, rules: &RuleSet) -> bool {
    let (base, changes) = name.split_once('{').unwrap_or((name, ""));
    let is_built_in = game.preset(base).is_some() || shipped::RULES.find(base).is_some();
    let simple = |c: char| is_safe(c) || "=,".contains(c);
    let is_simple = changes.strip_suffix('}').unwrap_or(changes).chars().all(simple);
    let library = library();
    let found = || library.find(name, Some(game)).ok();
    is_built_in && is_simple && found().is_some_and(|found| found.rules.fields() == rules.fields())
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

/// The name of a run's folder: the one of the options, or the one made from the command, and a suffix.
///
/// Errors: exit code 64 for a name that cannot be a folder's.
pub fn named(args: &PlaceArgs, name: &str, suffix: &str) -> Result<String, Refused> {
    let Some(given) = &args.name else { return Ok(shortened(&format!("{name}{suffix}"))) };
    check_name(given)?;
    Ok(format!("{given}{suffix}"))
}

/// The name of an experiment's run: that of its file, with what replaced something in it.
fn of_experiment(Experiment { typed, .. }: &Experiment) -> String {
    let file = typed.first().map_or("", String::as_str);
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let name = if stem == "-" { "stdin".into() } else { safe(&stem) };
    let replaced = typed.iter().skip(1);
    let replaced = replaced.map(|option| option.replacen("--", "-", 1).replacen(' ', "", 1));
    name + &replaced.collect::<String>()
}

/// A name made from a command, its end replaced by a digest of all of it where it is too long.
fn shortened(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let kept = (0..MAX_NAME - 8).rev().find(|&k| name.is_char_boundary(k)).unwrap_or(0);
    format!("{}-{}", &name[..kept], digest(name))
}

/// Checks that a folder's name is a plain one.
fn check_name(name: &str) -> Result<(), Refused> {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    if is_plain && name.len() <= MAX_NAME && no_file_name(name).is_none() {
        return Ok(());
    }
    Err(Refused::usage(format!(
        "--name {}: must be a plain folder name of at most {MAX_NAME} bytes, without slashes and what cannot be \
         seen, and not starting with a dot",
        plain::line(name)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(given: &str) -> String {
        let study = Spec { compare: Some(false), ..Spec::of_rules([given]) }.resolve(&library());
        let study = study.unwrap().seed(1).games(2);
        let name = of_run(&study.verb("batch"));
        name.strip_suffix("-seed1-games2").map_or(name.clone(), str::to_owned)
    }

    #[test]
    fn names_need_no_quotes_and_are_as_short_as_can_be() {
        let changed = name("umass{war.face_down=2,deal=halves}");
        assert_eq!(changed, "umass-war.face_down-2-deal-halves");
        let long = "x".repeat(300);
        assert_eq!(shortened(&long), format!("{}-{}", &long[..MAX_NAME - 9], digest(&long)));
        assert_eq!(safe("my question"), format!("my_question-{}", digest("my question")));
        assert_eq!((safe("plain-1.5"), &safe("-rf")[..4]), ("plain-1.5".into(), "_rf-"));
    }

    /// Others that have to differ: `tests/cli/promises.rs`.
    #[test]
    fn a_file_never_has_the_name_of_what_is_built_in_or_of_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut names = ["kitchen-table", "umass-war.face_down-2"].map(String::from).to_vec();
        for file in ["kitchen-table", "umass-war.face_down-2", "b c", "b_c"] {
            let path = folder.path().join(format!("{file}.toml"));
            std::fs::write(&path, "war.face_down = 1").unwrap();
            let name = name(&path.to_string_lossy());
            assert!(shell_quoted(&name) == name && !names.contains(&name), "{name}");
            names.push(name);
        }
    }
}
