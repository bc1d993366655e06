//! `play` with one deck, and one whole game of every built-in rule set in `tests/golden/`.

use war_sim::war::presets;

use crate::sandbox::{Sandbox, assert_fits_80_columns};

#[test]
fn json_has_exactly_the_promised_keys_in_their_order() {
    let out = Sandbox::new().ok(&["play", "--deck", "2 3 4 5", "--format", "json"]);
    assert_eq!(
        out,
        "{\"outcome\":\"B\",\"value\":-1,\"end_reason\":\"out-of-cards\",\"battles\":2,\
         \"rounds\":2,\"wars\":0,\"deepest_war\":0,\"cards_a\":0,\"cards_b\":4,\"cards_laid\":4,\
         \"hand_a\":[],\"hand_b\":[2,3,4,5]}\n"
    );
}

#[test]
fn text_tells_the_outcome_and_why() {
    let out = Sandbox::new().ok(&["play", "--deck", "5,5,2,4,3"]);
    insta::assert_snapshot!(out, @r"
    rules         umass
    outcome       a draw
    end reason    both-short: both have too few cards for the war
    battles       1
    rounds        1
    wars          1
    deepest war   1
    cards left    A 2, B 1
    ");
    // As `check` says to replay it.
    assert!(Sandbox::new().ok(&["play", "--deck", "-127 -127"]).contains("both-short"));
}

#[test]
fn trace_shows_a_tie_at_the_limit_and_a_shortage_that_is_a_draw() {
    let sandbox = Sandbox::new();
    let rules = sandbox.write("r.toml", "limit.at = 1\nwar.short = \"draw\"\n");
    let trace = |deck: &str| {
        sandbox.ok(&["play", "--deck", deck, "--rules", rules.to_str().unwrap(), "--trace"])
    };
    let out = trace("5 5 2 3");
    assert!(out.contains("      5      5  war: none, at the limit\n"), "{out}");
    assert!(out.contains("limit: 1 battle is fought\n"), "{out}");
    assert!(out.contains("cards left    A 1, B 1\n"), "{out}");
    // Also where something was said of that tie.
    let kept =
        "play --deck A:5,5,5|B:5 --rules umass{war.face_down=1,war.short=last-card,limit.at=2}";
    let said = sandbox.ok(&format!("{kept} --trace"));
    let last = said.split("keeps the tied one").nth(1).unwrap();
    assert!(last.trim_start().starts_with("war: none, at the limit\n"), "{said}");
    let rules = sandbox.write("r.toml", "war.short = \"draw\"\n");
    let command = ["play", "--deck", "5 5 2 3 4 4 6 6 7", "--rules", rules.to_str().unwrap()];
    let out = sandbox.ok(&command);
    assert!(out.contains("outcome       a draw\n"), "{out}");
    assert!(out.contains("short-in-war: B has too few cards for the war\n"), "{out}");
}

/// Of one game, of decks of a file, and what only looks at rules and deals: a line for each way of refusing.
#[test]
fn what_cannot_be_played_is_refused_with_a_way_out() {
    let sandbox = Sandbox::new();
    for (code, line, words) in [
        (64, "play", &["--deck", "--decks", "--game"][..]),
        (64, "play --seed 3", &["--deck", "--decks", "--game"]),
        (64, "play --deck 2,three", &["--deck", "`three`", "card 2", "-2147483648 to 2147483647"]),
        (64, "play --deck A:2,3|B:4,x", &["--deck", "B's hand", "`x`"]),
        (64, "play --rules ernie-burt --deck 2,3,15,4", &["card 15", "number 3", "1 to 14"]),
        (64, "play --decks - --game 1", &["--decks", "--game"]),
        (64, "play --deck 2,3 --decks -", &["--deck", "--decks"]),
        (64, "play --decks - --trace", &["--decks", "--trace"]),
        (64, "play --deck 2,3 --format csv", &["csv", "use text, json"]),
        (64, "play --decks - --format json", &["--decks", "--format"]),
        (64, "play --deck 2,3 --trace --format json", &["--trace", "--format json"]),
        (64, "play --deck 2,3 --format xml", &["xml", "json"]),
        (64, "play --game 1.5", &["--game", "1.5"]),
        (64, "play --game 1 --seed 1e30", &["--seed", "1e30"]),
        (64, "deck -n -1", &["--games", "-1"]),
        (64, "play --deck 2 --rules ernieburt", &["`ernie-burt`", "rules"]),
        (64, "rules bycicle", &["rules bycicle", "`bicycle`"]),
        (64, "rules xyzzy", &["unknown rule set or .toml file `xyzzy`; use umass"]),
        (66, "play --deck 2 --rules ./none.toml", &["none.toml"]),
        (66, "rules none.toml", &["none.toml"]),
        (66, "play --decks none.txt", &["none.txt"]),
        (66, "play --decks .", &["folder"]),
    ] {
        sandbox.fails_saying(code, line, words);
    }
}

#[test]
fn seeded_game_is_that_of_the_deck_that_the_deck_verb_prints() {
    let sandbox = Sandbox::new();
    for (rules, game) in [("umass", "0"), ("ernie-burt", "17"), ("last-card", "1e15")] {
        let decks = sandbox.ok(&["deck", "--seed", "7", "--game", game, "--rules", rules]);
        let deck = decks.lines().nth(1).unwrap().split(',').nth(1).unwrap();
        let common = ["--rules", rules, "--format", "json"];
        let given = sandbox.ok(&[&["play", "--deck", deck][..], &common].concat());
        let seeded = ["play", "--seed", "7", "--game", game];
        assert_eq!(sandbox.ok(&[&seeded[..], &common].concat()), given, "{rules}");
        // A game that is told ends alike.
        let told = |game: &[&str]| {
            let out = sandbox.ok(&[game, &["--rules", rules, "--trace"]].concat());
            out.split("\noutcome ").nth(1).unwrap().to_owned()
        };
        assert!(told(&seeded) == told(&["play", "--deck", deck]), "{rules}");
    }
}

#[test]
fn seeded_game_tells_how_to_see_its_deck() {
    let sandbox = Sandbox::new();
    let out = sandbox.ok(&["play", "--game", "3"]);
    assert!(out.contains("3 of seed 42"), "{out}");
    assert!(out.contains("war-sim deck --seed 42 --game 3\n"), "{out}");
    let rules = sandbox.write("small.toml", "deck.ranks = 3");
    let rules = rules.to_str().unwrap();
    let out = sandbox.ok(&["play", "--game", "3", "--rules", rules]);
    assert!(out.contains(&format!("war-sim deck --seed 42 --game 3 --rules {rules}\n")), "{out}");
}

#[test]
fn shuffles_inside_a_game_follow_seed_and_game() {
    let sandbox = Sandbox::new();
    let deck = sandbox.ok(&["deck", "--game", "5"]);
    let deck = deck.lines().nth(1).unwrap().split(',').nth(1).unwrap().to_owned();
    let play = |arguments: &[&str]| {
        let common = ["play", "--rules", "shuffled-pot", "--format", "json"];
        sandbox.ok(&[&common[..], arguments].concat())
    };
    let by_default = play(&["--deck", &deck]);
    assert_eq!(play(&["--deck", &deck, "--seed", "42"]), by_default);
    assert_ne!(play(&["--deck", &deck, "--seed", "43"]), by_default);
    // --deck plays as game 0, --game 5 plays the same deck as game 5, and so does --deck with it.
    assert_ne!(play(&["--game", "5"]), by_default);
    assert_eq!(play(&["--deck", &deck, "--game", "5"]), play(&["--game", "5"]));
    let lines = format!("\n{deck}\n{deck}\n");
    let (answers, _) =
        sandbox.with_stdin(&["play", "--decks", "-", "--rules", "shuffled-pot"], lines);
    let rows: Vec<&str> = answers.lines().skip(2).map(|r| r.split_once(',').unwrap().1).collect();
    assert_ne!(rows[0], rows[1], "lines are games of their own");
    // The row of a batch is the game that is seen alone.
    let rows = sandbox.ok("-n 8 --rules shuffled-pot --per-game - --no-files --quiet");
    for game in [0, 3, 7] {
        let row = rows.lines().nth(1 + game).unwrap().split(',').collect::<Vec<_>>();
        let alone = play(&["--game", &game.to_string()]);
        let told = [("outcome", format!("\"{}\"", row[2])), ("battles", row[4].to_owned())];
        for (key, value) in told {
            assert!(alone.contains(&format!("\"{key}\":{value},")), "{key} {value}: {alone}");
        }
    }
}

#[test]
fn hands_of_any_sizes_are_played_top_card_first() {
    let sandbox = Sandbox::new();
    let out = sandbox.ok(&["play", "--deck", "A: 2 8 9 | B: 2 6 7", "--format", "json"]);
    assert!(
        out.starts_with("{\"outcome\":\"draw\",\"value\":0,\"end_reason\":\"both-short\""),
        "{out}"
    );
    assert!(out.ends_with("\"hand_a\":[8,9],\"hand_b\":[6,7]}\n"), "{out}");
    // The hands of the assignment's example are those that its deck deals.
    let typed =
        ["play", "--deck", "10H 5S Queen of Diamonds 4", "--rules", "ernie-burt", "--trace"];
    let listing = sandbox.ok(&typed);
    assert!(listing.contains("Ernie: 10 of Hearts      Burt: 5 of Spades "), "{listing}");
    assert!(listing.contains("Ernie: Queen of Diamonds Burt: 4 of Clubs "), "{listing}");
    let hands = ["play", "--deck", "A: 2 8 9 10 5 4 | B: 2 6 7 11 6 4", "--trace"];
    let deck = ["play", "--deck", "2 2 8 6 9 7 10 11 5 6 4 4", "--trace"];
    assert_eq!(sandbox.ok(&hands), sandbox.ok(&deck));
    let wide = "-2147483648 -2147483648 2147483647 0 -1111111111 -2147483647 -1 -2 -3 -4";
    assert_fits_80_columns(&sandbox.ok(&["play", "--deck", wide, "--trace"]));
    let out = sandbox.ok(&["play", "--deck", "A: -1 J 2 | B:", "--format", "json"]);
    assert!(out.contains("\"hand_a\":[-1,11,2],\"hand_b\":[]"), "{out}");
    let out = sandbox.ok(&["play", "--deck", "A: 3 4 5 | B: 2", "--format", "json"]);
    assert!(out.contains("\"hand_a\":[4,5,3,2],\"hand_b\":[]"), "{out}");
}

#[test]
fn one_game_of_every_rule_set_and_given_decks_read_as_they_did() {
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
    let given: [&[&str]; 6] = [
        &["--deck", "2 2 8 6 9 7 10 11 5 6 4 4"],
        &["--deck", ""],
        &["--deck", "1 2 2 1", "--rules", "no-limit"],
        &["--deck", "9 5 5 5 1", "--rules", "last-card"],
        &["--deck", "", "--rules", "ernie-burt"],
        &["--deck", "10 5 4 4 1 2 3 3 12 11 7 8", "--rules", "ernie-burt"],
    ];
    let games = games.map(|(rules, game)| ["--rules", rules, "--game", game]);
    let sandbox = Sandbox::new();
    // Each below its command.
    let told = games.iter().map(|game| &game[..]).chain(given).map(|game| {
        let arguments = [&["play", "--trace"][..], game].concat();
        let out = sandbox.ok(&arguments);
        assert_fits_80_columns(&out);
        format!("$ war-sim {}\n{out}\n", arguments.join(" "))
    });
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("games", told.collect::<String>()));
}
