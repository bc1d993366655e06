//! The experiment, rule and dice files that come with the program, so that it is whole without its folder.

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
    "published/beggar-six-million.toml",
    "published/french-million.toml",
    "published/gamblers-ruin.toml",
    "published/ludo-task-dice.toml",
    "published/ludo-two-dice.toml",
    "published/winner-block-simulator.toml",
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

/// The text of a shipped file: by its path under `experiments/`, or by a bare name in one of these
/// folders (`""` is `experiments/` itself) with this ending.
pub fn find(given: &str, folders: &[&str], ending: &str) -> Option<(&'static str, &'static str)> {
    let bare = given.strip_prefix("experiments/").unwrap_or(given);
    FILES.iter().copied().find(|(path, _)| {
        *path == bare
            || folders.iter().any(|folder| {
                let slash = if folder.is_empty() { "" } else { "/" };
                *path == format!("{folder}{slash}{bare}{ending}")
            })
    })
}
