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
    "studies/one-suit.toml",
    "studies/one-suit-long.toml",
    "studies/seats.toml",
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
