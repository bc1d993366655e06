//! The experiment, rule and dice files that come with the program, so that it is whole without its folder.

use std::fs;
use std::path::{Path, PathBuf};

/// Path under `experiments/` and text of every file there; `build.rs` lists them.
pub const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A kind of files under `experiments/`.
#[derive(Clone, Copy, Debug)]
pub struct Shelf {
    /// The folders in which a bare name is looked for; `""` is `experiments/` itself.
    pub folders: &'static [&'static str],
    /// Folders whose files are named with them, such as `studies/suits`.
    pub deeper: &'static [&'static str],
    /// How the files end.
    pub ending: &'static str,
}

/// Experiments.
pub const EXPERIMENTS: Shelf = Shelf { folders: &[""], deeper: &["studies"], ending: ".toml" };
/// Rule sets.
pub const RULES: Shelf = Shelf { folders: &["rules", "ludo"], deeper: &[], ending: ".toml" };
/// Dice.
pub const DICE: Shelf = Shelf { folders: &["dice"], deeper: &[], ending: ".txt" };

impl Shelf {
    /// The names of its files, without their ending: of those that came with the program, and of those
    /// in `experiments/` seen from this folder.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for &folder in self.folders.iter().chain(self.deeper) {
            let named = |file: &str| {
                let stem = file.strip_suffix(self.ending)?;
                let is_own = !stem.is_empty() && !stem.starts_with('.') && !stem.contains('/');
                let deep = self.deeper.contains(&folder);
                is_own.then(|| if deep { format!("{folder}/{stem}") } else { stem.to_owned() })
            };
            let own = FILES.iter().filter_map(|(path, _)| match folder {
                "" => named(path),
                _ => named(path.strip_prefix(folder)?.strip_prefix('/')?),
            });
            let mut found: Vec<String> = own.collect();
            let there = fs::read_dir(Path::new("experiments").join(folder)).into_iter();
            let there = there.flatten().flatten();
            found.extend(there.filter_map(|entry| named(&entry.file_name().to_string_lossy())));
            found.sort();
            found.dedup();
            names.extend(found);
        }
        names
    }

    /// Where a file of this name may be, seen from this folder.
    pub fn paths(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        let file = format!("{name}{}", self.ending);
        self.folders.iter().map(move |folder| match *folder {
            "" => format!("experiments/{file}").into(),
            folder => format!("experiments/{folder}/{file}").into(),
        })
    }

    /// The path and the text of the shipped file of this name, or of this path under `experiments/`.
    pub fn find(&self, given: &str) -> Option<(&'static str, &'static str)> {
        let bare = given.strip_prefix("experiments/").unwrap_or(given);
        let is_here =
            |path: &str| self.paths(bare).any(|named| named == Path::new("experiments").join(path));
        FILES.iter().copied().find(|(path, _)| *path == bare || is_here(path))
    }
}
