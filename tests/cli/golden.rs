//! One whole game of every built-in rule set, as `--trace` shows it, in `tests/golden/`.
//!
//! The games are the shortest ones with several wars among the first of seed 42, found with
//! `war-sim deck` and `war-sim play --decks`; the small decks hit what those do not.

use war_sim::war::presets;

use crate::sandbox::{Sandbox, assert_fits_80_columns};

/// All these games, each below its command, are those of the file.
fn golden(file: &str, games: &[&[&str]]) {
    let sandbox = Sandbox::new();
    let told = games.iter().map(|game| {
        let arguments = [&["play", "--trace"][..], game].concat();
        let out = sandbox.ok(&arguments);
        assert_fits_80_columns(&out);
        format!("$ war-sim {}\n{out}\n", arguments.join(" "))
    });
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(file, told.collect::<String>()));
}

#[test]
fn one_game_of_every_rule_set_reads_as_it_did() {
    let games = [
        ("umass", "27237"),
        ("ernie-burt", "10000"),
        ("ernie-burt-prose", "198"),
        ("winner-first", "27237"),
        ("loser-first", "57846"),
        ("winner-block", "57846"),
        ("shuffled-pot", "1262"),
        ("one-down", "43186"),
        ("two-down", "41647"),
        ("no-limit", "35504"),
        ("bicycle", "28345"),
        ("last-card", "2740"),
        ("winamax", "27237"),
        ("cps506", "28345"),
        ("drunkard", "7466"),
        ("aoc2020", "1106"),
        ("cf546c", "4"),
        ("codegolf82340", "1262"),
        ("daily320", "17635"),
        ("hs08war", "1632"),
    ];
    assert_eq!(
        games.map(|(rules, _)| rules).to_vec(),
        presets::ALL.iter().map(|p| p.name).collect::<Vec<_>>()
    );
    let games = games.map(|(rules, game)| ["--rules", rules, "--game", game]);
    golden("rule-sets", &games.each_ref().map(|game| &game[..]));
}

#[test]
fn given_decks_read_as_they_did() {
    golden(
        "given-decks",
        &[
            &["--deck", "2 2 8 6 9 7 10 11 5 6 4 4"],
            &["--deck", ""],
            &["--deck", "1 2 2 1", "--rules", "no-limit"],
            &["--deck", "9 5 5 5 1", "--rules", "last-card"],
            &["--deck", "", "--rules", "ernie-burt"],
            &["--deck", "10 5 4 4 1 2 3 3 12 11 7 8", "--rules", "ernie-burt"],
        ],
    );
}
