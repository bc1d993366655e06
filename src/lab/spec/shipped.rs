//! The experiment, rule and dice files that come with the program, so that it is whole without its folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Path under `experiments/` and text of every file there; `build.rs` lists them.
pub const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A kind of files under `experiments/`.
#[derive(Clone, Copy, Debug)]
pub struct Shelf {
    /// The folders in which a bare name is looked for; `""` is `experiments/` itself.
    pub folders: &'static [&'static str],
    /// How the files end.
    pub ending: &'static str,
}

/// Experiments.
pub const EXPERIMENTS: Shelf = Shelf { folders: &["", "studies"], ending: ".toml" };
/// Rule sets.
pub const RULES: Shelf = Shelf { folders: &["rules", "ludo"], ending: ".toml" };
/// Dice.
pub const DICE: Shelf = Shelf { folders: &["dice"], ending: ".txt" };

impl Shelf {
    /// The names of its files, without their ending: of those that came with the program, and of those
    /// in `experiments/` seen from this folder.
    pub fn names(&self) -> Vec<String> {
        let root = Path::new("experiments");
        let mut names = Vec::new();
        for folder in self.folders.iter().map(|folder| root.join(folder)) {
            let own = FILES.iter().map(|(path, _)| root.join(path));
            let there = fs::read_dir(&folder).into_iter().flatten().flatten();
            let found = own.chain(there.map(|entry| entry.path()));
            let found = found.filter(|path| path.parent() == Some(&folder));
            let found = found.filter_map(|path| {
                let file = path.file_name()?.to_string_lossy();
                file.strip_suffix(self.ending).map(str::to_owned)
            });
            names.extend(found.filter(|name| !name.starts_with('.')).collect::<BTreeSet<_>>());
        }
        names
    }

    /// Where a file of this name may be, seen from this folder.
    pub fn paths(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        let file = format!("{name}{}", self.ending);
        self.folders.iter().map(move |folder| Path::new("experiments").join(folder).join(&file))
    }

    /// The path and the text of the shipped file of this name, or of this path under `experiments/`.
    pub fn find(&self, given: &str) -> Option<(&'static str, &'static str)> {
        let bare = given.strip_prefix("experiments/").unwrap_or(given);
        let is_here =
            |path: &str| self.paths(bare).any(|named| named == Path::new("experiments").join(path));
        FILES.iter().copied().find(|(path, _)| *path == bare || is_here(path))
    }
}
