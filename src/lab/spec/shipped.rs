//! The experiment, rule and dice files that come with the program, so that it is whole without its folder.

use std::fs;
use std::path::Path;

macro_rules! shipped {
    ($($path:literal,)+) => {
        [$(($path, include_str!(concat!("../../../experiments/", $path)))),+]
    };
}
/// Path under `experiments/` and text of every file.
pub const FILES: &[(&str, &str)] = &shipped![
    "deck-size.toml",
    "face-down-cards.toml",
    "jokers-and-aces.toml",
    "limit.toml",
    "pick-up-order.toml",
    "short-of-cards.toml",
    "published/agr3st.toml",
    "published/aoc2020-sample.toml",
    "published/beggar-anderson-2013.toml",
    "published/beggar-casella-2024.toml",
    "published/beggar-collins-2006.toml",
    "published/beggar-kleber-1999.toml",
    "published/beggar-mann-wu-2007.toml",
    "published/beggar-nessler-2012.toml",
    "published/beggar-nessler-2021.toml",
    "published/beggar-nessler-2022.toml",
    "published/beggar-paulhus-1999.toml",
    "published/beggar-rucklidge-2014.toml",
    "published/beggar-six-million.toml",
    "published/camicia-loop.toml",
    "published/cf546c-endless.toml",
    "published/cf546c-samples.toml",
    "published/danish-million.toml",
    "published/dart-war.toml",
    "published/drunkard-school.toml",
    "published/engel-three-towers.toml",
    "published/exercism-camicia.toml",
    "published/four-aces-book.toml",
    "published/four-aces-riddler.toml",
    "published/french-million.toml",
    "published/gamblers-ruin.toml",
    "published/go-war.toml",
    "published/grandfather.toml",
    "published/hand-score.toml",
    "published/honourable-war.toml",
    "published/kbwar.toml",
    "published/ludo-frozen.toml",
    "published/ludo-task-dice.toml",
    "published/ludo-two-dice.toml",
    "published/pick-up-orders.toml",
    "published/python-notebook.toml",
    "published/python-war.toml",
    "published/rust-war.toml",
    "published/second-war.toml",
    "published/small-deck-2x2.toml",
    "published/small-deck-2x4.toml",
    "published/small-deck-3x2.toml",
    "published/small-deck-4x2.toml",
    "published/spivey-4.toml",
    "published/spivey-52.toml",
    "published/spivey-6.toml",
    "published/spivey-8.toml",
    "published/sweep-2x3.toml",
    "published/sweep-2x4.toml",
    "published/sweep-3x2.toml",
    "published/sweep-4x2.toml",
    "published/umass-million.toml",
    "published/wikipedia-million.toml",
    "published/wimpy-programmer.toml",
    "published/winamax-puzzle.toml",
    "published/winner-block-simulator.toml",
    "studies/never-ends.toml",
    "studies/one-suit.toml",
    "studies/one-suit-long.toml",
    "studies/players.toml",
    "studies/seats.toml",
    "studies/skill.toml",
    "studies/suits.toml",
    "rules/kitchen-table.toml",
    "ludo/four-on-b.toml",
    "ludo/roll-off.toml",
    "dice/identical.txt",
    "dice/large-faces.txt",
    "dice/no-six.txt",
    "dice/non-transitive.txt",
    "dice/single-face.txt",
    "dice/wuerfel0.txt",
];

/// A kind of files under `experiments/`.
#[derive(Clone, Copy, Debug)]
pub struct Shelf {
    /// The folders in which a bare name is looked for; `""` is `experiments/` itself.
    pub folders: &'static [&'static str],
    /// Folders whose files are named with them, such as `published/spivey-4`.
    pub deeper: &'static [&'static str],
    /// How the files end.
    pub ending: &'static str,
}

/// Experiments.
pub const EXPERIMENTS: Shelf =
    Shelf { folders: &[""], deeper: &["studies", "published"], ending: ".toml" };
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

    /// The path and the text of the shipped file of this name or path.
    pub fn find(&self, given: &str) -> Option<(&'static str, &'static str)> {
        find(given, self.folders, self.ending)
    }
}

/// The path and the text of a shipped file by its path.
pub fn of_path(given: &str) -> Option<(&'static str, &'static str)> {
    find(given, &[], "")
}

/// The text of a shipped file: by its path under `experiments/`, or by a bare name in one of these
/// folders (`""` is `experiments/` itself) with this ending.
fn find(given: &str, folders: &[&str], ending: &str) -> Option<(&'static str, &'static str)> {
    let bare = given.strip_prefix("experiments/").unwrap_or(given);
    FILES.iter().copied().find(|(path, _)| {
        *path == bare
            || folders.iter().any(|folder| {
                let slash = if folder.is_empty() { "" } else { "/" };
                *path == format!("{folder}{slash}{bare}{ending}")
            })
    })
}
