//! `deck`.

use crate::sandbox::Sandbox;

#[test]
fn deck_is_a_row_of_cards_in_dealing_order() {
    let sandbox = Sandbox::new();
    let out = sandbox.ok(&["deck", "--seed", "42", "--game", "0"]);
    assert_eq!(
        out,
        "game,deck\n\
         0,3 14 10 8 5 8 3 14 10 13 11 6 3 2 4 2 14 4 7 12 13 8 6 12 10 6 10 9 9 9 9 7 8 11 7 4 4 \
         12 13 12 3 13 2 7 6 11 2 11 5 14 5 5\n"
    );
    assert_eq!(sandbox.ok(&["deck"]), out);
}

#[test]
fn decks_do_not_depend_on_how_many_are_asked_for() {
    let sandbox = Sandbox::new();
    let many = sandbox.ok(&["deck", "--seed", "1", "--game", "1_000", "-n", "600"]);
    let rows: Vec<&str> = many.lines().collect();
    assert_eq!(rows.len(), 601);
    for k in [0, 255, 256, 599] {
        let game = (1000 + k).to_string();
        let one = sandbox.ok(&["deck", "--seed", "1", "--game", &game]);
        assert_eq!(one.lines().nth(1).unwrap(), rows[1 + k]);
        assert!(rows[1 + k].starts_with(&format!("{game},")));
    }
}

#[test]
fn rules_give_the_composition_and_nothing_else() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.ok(&["deck", "--rules", "ernie-burt"]), sandbox.ok(&["deck"]));
    let small = sandbox.write("small.toml", "deck.suits = 1\ndeck.ranks = 2\ndeck.jokers = 1");
    let out = sandbox.ok(&["deck", "--rules", small.to_str().unwrap()]);
    let mut cards: Vec<&str> = out.lines().nth(1).unwrap()[2..].split(' ').collect();
    cards.sort_unstable();
    assert_eq!(cards, ["2", "3", "4"]);
    let wide = sandbox.write("wide.toml", "deck.suits = 1\ndeck.ranks = 300");
    let out = sandbox.ok(&["deck", "--rules", wide.to_str().unwrap()]);
    assert_eq!(out.lines().nth(1).unwrap().split(' ').count(), 300);
    let empty = sandbox.write("empty.toml", "deck.suits = 0");
    let out = sandbox.ok(&["deck", "-n", "2", "--rules", empty.to_str().unwrap()]);
    assert_eq!(out, "game,deck\n0,\n1,\n");
}

#[test]
fn count_of_none_prints_the_header_alone() {
    assert_eq!(Sandbox::new().ok(&["deck", "-n", "0"]), "game,deck\n");
}

#[test]
fn games_end_below_two_to_the_64() {
    let sandbox = Sandbox::new();
    let last = (u64::MAX - 1).to_string();
    let out = sandbox.ok(&["deck", "--game", &last]);
    assert!(out.lines().nth(1).unwrap().starts_with(&format!("{last},")));
    sandbox.fails_saying(64, &["deck", "--game", &last, "-n", "2"], &["--game", "-n", &last]);
    sandbox.fails_saying(64, &["deck", "--game", "2", "-n", &last], &[&last]);
}

#[test]
fn bad_arguments_are_bad_usage() {
    let sandbox = Sandbox::new();
    sandbox.fails_saying(64, &["deck", "-n", "-1"], &["--games", "-1"]);
    sandbox.fails_saying(64, &["deck", "-n", "1e30"], &["1e30"]);
    sandbox.fails_saying(64, &["deck", "--rules", "umas"], &["`umass`"]);
}

#[test]
fn a_reader_that_has_gone_and_a_full_disk_are_met() {
    let sandbox = Sandbox::new();
    // As many decks as there are: it must end because nobody listens.
    let arguments = ["deck", "-n", "1e18"];
    sandbox.ends_quietly_on_a_closed_pipe(&arguments);
    #[cfg(target_os = "linux")]
    sandbox.fails_on_a_full_disk(&arguments);
}
