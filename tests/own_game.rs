//! A game of one's own on the terminal: the program, with the coin as its only game. A process of its
//! own, because a program has its games once and for all.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

#[path = "library/coin.rs"]
mod coin;

use std::ffi::OsString;
use std::fs;
use std::sync::Arc;

use war_sim::cli;

use coin::CoinGame;

#[test]
fn a_game_of_ones_own_is_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let out = folder.path().to_string_lossy().into_owned();
    cli::library::play_with(vec![Arc::new(CoinGame)]);
    let run = |line: &str| {
        let line = line.replace("OUT", &out);
        let words = std::iter::once("coin").chain(line.split(' ')).map(OsString::from);
        cli::run(words).map_err(|failure| failure.what)
    };
    run("--games 500 --out OUT --name a").unwrap();
    run("--games 900 --out OUT --name a --resume").unwrap();
    run("--games 900 --out OUT --name b").unwrap();
    let tables = |name: &str| fs::read_to_string(path(name).join("histogram.csv")).unwrap();
    assert_eq!(tables("a"), tables("b"));
    run("compare fair bent --games 400 --out OUT --name c --report").unwrap();
    assert!(path("c").join("comparison.csv").is_file() && path("c").join("report.html").is_file());
    run("verify OUT/a OUT/b").unwrap();
    run("play --game 7").unwrap();
    run("play --game 7 --trace --rules bent").unwrap();
    run("play --game 7 --format json --rules bent").unwrap();
    run("rules bent").unwrap();
    for (line, words) in [
        ("play --deck 2", "the coin has no deals"),
        ("--decks nothing.txt", "without decks"),
        ("--rules umass --games 5", "no such rule set"),
        ("deck", "without a deck"),
        ("--dice wuerfel0", "without dice"),
        ("--start first", "no such field"),
    ] {
        let error = run(line).unwrap_err();
        assert!(error.contains(words), "{line}: {error}");
    }
}
