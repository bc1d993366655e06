//! The house: which file uses which. Imports run downwards, from `cli` over the rooms of `lab` to `core`, no
//! game knows another, and no two files use each other, by whatever way round.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A path such as `core::stats::Moments`, in parts.
type Parts = Vec<String>;

/// Modules that are files, by path, with what they name of others.
#[derive(Default)]
struct House {
    /// Paths that each module names, from the root.
    named: BTreeMap<String, Vec<Parts>>,
    /// Names that a module hands on: (module, name) to where they come from.
    handed_on: BTreeMap<(String, String), Parts>,
}

/// The text of a file without its tests and comments.
fn code(text: &str) -> String {
    let tests = ["\nmod tests {", "\npub(crate) mod tests {"];
    let end = tests.iter().filter_map(|tests| text.find(tests)).min().unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.split(" // ").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// `a::{b, c::{d, e as f}}` as its single paths, with the name that each has here.
fn expanded(path: &str) -> Vec<(Parts, String)> {
    let path = path.trim();
    let Some(open) = path.find('{') else {
        let (path, name) = path.split_once(" as ").unwrap_or((path, ""));
        let parts: Parts = path.split("::").map(|part| part.trim().to_owned()).collect();
        let name = if name.is_empty() { parts.last().cloned() } else { Some(name.trim().into()) };
        return vec![(parts, name.unwrap_or_default())];
    };
    let prefix = path[..open].trim_end_matches("::");
    let inner = &path[open + 1..path.rfind('}').unwrap_or(path.len())];
    let (mut depth, mut start, mut all) = (0, 0, Vec::new());
    for (k, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[start..k].trim();
                start = k + 1;
                if part == "self" {
                    all.extend(expanded(prefix));
                } else if !part.is_empty() {
                    all.extend(expanded(&format!("{prefix}::{part}")));
                }
            }
            _ => {}
        }
    }
    all
}

/// A path from the root: `crate`, `self` and `super` resolved; `None` for other crates.
fn from_root(parts: &[String], module: &str, house: &House) -> Option<Parts> {
    let mut here: Parts = module.split("::").filter(|p| !p.is_empty()).map(Into::into).collect();
    let mut rest = parts;
    match parts.first()?.as_str() {
        "crate" => {
            here.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                here.pop();
                rest = &rest[1..];
            }
        }
        // A child of this module; anything else is another crate.
        child => {
            let child = format!("{}{}{child}", module, if module.is_empty() { "" } else { "::" });
            house.named.get(&child)?;
        }
    }
    Some(here.into_iter().chain(rest.iter().cloned()).collect())
}

impl House {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                if path.is_dir() && name != "tests" {
                    folders.push(path);
                } else if name.ends_with(".rs") && !["main.rs", "tests.rs"].contains(&&*name) {
                    files.push(path);
                }
            }
        }
        let module_of = |path: &Path| {
            // The engine is a package of its own; its modules are named as if they lay beside `lab`.
            let path = path.strip_prefix(&root).unwrap().with_extension("");
            let path = path.strip_prefix("engine").unwrap_or(&path);
            let parts = path.iter().map(|part| part.to_str().unwrap());
            parts.filter(|part| !["mod", "lib"].contains(part)).collect::<Vec<_>>().join("::")
        };
        let mut house = House::default();
        files.iter().for_each(|path| drop(house.named.insert(module_of(path), Vec::new())));
        for path in &files {
            let module = module_of(path);
            let text = code(&fs::read_to_string(path).unwrap());
            let mut named = Vec::new();
            let lines = text.split_inclusive('\n').scan(0, |at, line| {
                *at += line.len();
                Some((*at - line.len(), line))
            });
            // A line of a long text may begin with any word.
            let is_code = |at: usize| !text[..at].ends_with("\\\n");
            for (at, line) in lines.filter(|(at, _)| is_code(*at)) {
                let line = line.trim_start();
                let word = ["use ", "pub use ", "pub(crate) use ", "pub(super) use "];
                let Some(word) = word.into_iter().find(|word| line.starts_with(word)) else {
                    continue;
                };
                let begin = at + text[at..].find(word).unwrap_or(0) + word.len();
                let path = text[begin..].split(';').next().unwrap_or_default();
                let visible = word.starts_with("pub");
                for (parts, name) in expanded(path) {
                    let Some(parts) = from_root(&parts, &module, &house) else { continue };
                    if visible {
                        house.handed_on.insert((module.clone(), name), parts);
                    } else {
                        named.push(parts);
                    }
                }
            }
            // Paths in the middle of code.
            for tail in text.split("crate::").skip(1) {
                let end = tail.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                let parts = tail[..end.unwrap_or(tail.len())].split("::");
                named.push(parts.filter(|p| !p.is_empty()).map(Into::into).collect());
            }
            house.named.insert(module, named);
        }
        house
    }

    /// The file in which a path from the root ends, handed on as often as need be.
    fn file_of(&self, parts: &[String]) -> Option<String> {
        let longest = (0..=parts.len()).rev().map(|n| (n, parts[..n].join("::")));
        let (n, module) = longest.into_iter().find(|(_, path)| self.named.contains_key(path))?;
        let Some(name) = parts.get(n) else { return Some(module) };
        match self.handed_on.get(&(module.clone(), name.clone())) {
            Some(origin) if origin != parts => self.file_of(origin),
            _ => Some(module),
        }
    }

    /// Every file with the files that it uses.
    fn uses(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut uses = BTreeMap::new();
        for (module, named) in &self.named {
            // The root only hands on.
            if module.is_empty() {
                continue;
            }
            let used = named.iter().filter_map(|parts| self.file_of(parts));
            let used = used.filter(|other| other != module && !other.is_empty()).collect();
            uses.insert(module.clone(), used);
        }
        uses
    }
}

/// Whether the whole house is here; a packed crate has no engine in it.
fn is_whole() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine").exists()
}

#[test]
fn imports_run_downwards_and_no_game_knows_another() {
    if !is_whole() {
        return;
    }
    // From the ground up; `check` is beside the laboratory, of which it uses nothing.
    const STAIRS: &str = "core games game check lab::refused lab::run lab::formats lab::spec lab::study lab::tables \
        lab::store lab::report api cli";
    let layer = |module: &str| {
        let is_in = |stair: &str| format!("{module}::").starts_with(&format!("{stair}::"));
        let stair = STAIRS.split(' ').position(is_in);
        stair.unwrap_or_else(|| if module == "lab" { usize::MAX } else { panic!("{module}?") })
    };
    let game = |module: &str| {
        let (game, _) = module.strip_prefix("games::")?.split_once("::").unwrap_or_default();
        (!game.is_empty()).then(|| game.to_owned())
    };
    let uses = House::read().uses();
    assert!(STAIRS.split(' ').all(|room| uses.keys().any(|file| file.starts_with(room))));
    assert!(uses.len() > 100, "only {} files were found", uses.len());
    let mut wrong = Vec::new();
    for (module, used) in &uses {
        for other in used {
            if layer(other) > layer(module) {
                wrong.push(format!("{module} uses {other}, which is above it"));
            }
            if module.starts_with("check") && other.starts_with("lab") {
                wrong.push(format!("{module} uses {other}: checking needs no laboratory"));
            }
            if module.starts_with("lab") && other.starts_with("check") {
                wrong.push(format!("{module} uses {other}: the library alone has no checking"));
            }
            if let (Some(one), Some(two)) = (game(module), game(other))
                && one != two
            {
                wrong.push(format!("{module} uses {other}: another game"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The verb in whose file or folder a module is; none for those that serve all verbs.
fn verb_of(module: &str) -> Option<&str> {
    module.strip_prefix("cli::verbs::")?.split("::").next()
}

#[test]
fn no_verb_uses_another_and_nothing_below_them_uses_one() {
    if !is_whole() {
        return;
    }
    // It knows all verbs, to call them.
    const ABOVE: &str = "cli";
    let (uses, mut verbs) = (House::read().uses(), BTreeSet::new());
    let mut wrong = Vec::new();
    for (module, used) in uses.iter().filter(|(module, _)| module.starts_with("cli")) {
        verbs.extend(verb_of(module));
        let is_above = module == ABOVE || module == "cli::verbs";
        for other in used.iter().filter(|other| !is_above && verb_of(other).is_some()) {
            if verb_of(module) != verb_of(other) {
                wrong.push(format!("{module} uses {other}: what both need lies below the verbs"));
            }
        }
        for other in used.iter().filter(|other| !is_above && *other == ABOVE) {
            wrong.push(format!("{module} uses {other}, which is above it"));
        }
    }
    assert!(verbs.len() > 12, "{verbs:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_uses_another_that_uses_it() {
    // What cannot be reached from anything it reaches drops out, layer by layer; circles remain.
    let mut left = House::read().uses();
    loop {
        let done: Vec<String> = left
            .iter()
            .filter(|(_, used)| !used.iter().any(|other| left.contains_key(other)))
            .map(|(module, _)| module.clone())
            .collect();
        if done.is_empty() {
            break;
        }
        done.iter().for_each(|module| drop(left.remove(module)));
    }
    // Files on a circle, and what uses them.
    let used = |(module, used): (&String, &BTreeSet<String>)| {
        let others = used.iter().filter(|other| left.contains_key(*other));
        format!("{module} -> {}", others.cloned().collect::<Vec<_>>().join(", "))
    };
    let circles: Vec<String> = left.iter().map(used).collect();
    assert!(circles.is_empty(), "files in circles:\n{}", circles.join("\n"));
}
