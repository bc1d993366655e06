//! Games of more than two: Left Center Right, and boards for several.

use crate::sandbox::Sandbox;

#[test]
fn published_shares_of_every_seat_come_out_exactly() {
    // arXiv 2407.05069; the fractions are those of scripts/lcr_oracle.py.
    let sandbox = Sandbox::new();
    let rules = ["lcr", "lcr{players=4}", "lcr{players=2}", "lcr{players=5}"];
    let given = rules.map(|rules| ["--rules", rules]).concat();
    sandbox.ok(&[&["exact", "--name", "x", "--quiet"][..], &given].concat());
    for (k, shares) in [
        &[0.306_843_0, 0.328_018_7, 0.365_138_3][..],
        &[0.239_257_8, 0.243_180_4, 0.255_345_1, 0.262_216_7],
        &[0.382_074_9, 0.617_925_1],
        &[0.193_706_5, 0.193_808_2, 0.199_938_1, 0.206_321_8, 0.206_225_5],
    ]
    .into_iter()
    .enumerate()
    {
        let row = sandbox.row("results/x/exact.csv", k);
        for (seat, share) in ["a", "b", "c", "d", "e"].iter().zip(shares) {
            let found: f64 = row[&format!("{seat}_ratio")].parse().unwrap();
            assert!((found - share).abs() < 1e-7, "{row:?}");
        }
        let absent = ["c_ratio", "d_ratio", "e_ratio"].iter().filter(|seat| row[**seat].is_empty());
        assert_eq!(absent.count(), 5 - shares.len().max(2), "{row:?}");
    }
    let turns: f64 = sandbox.row("results/x/exact.csv", 0)["turns_mean"].parse().unwrap();
    assert!((turns - 17.515_886).abs() < 5e-7, "{turns}");
}

#[test]
fn a_table_that_does_not_fit_is_told_with_its_size() {
    let sandbox = Sandbox::new();
    for rules in ["lcr{players=8,chips=40}", "lcr{players=8,chips=1000}"] {
        sandbox.fails_saying(64, &["exact", "--rules", rules][..], &["--memory"]);
    }
    for (changes, said) in [
        ("players=1", "players = 1 is out of range: use 2 to 8"),
        ("players=9", "players = 9 is out of range: use 2 to 8"),
        ("chips=0", "chips = 0 is out of range: use 1 to 1000"),
        ("limit=0", "limit = 0 is out of range"),
    ] {
        sandbox.fails_saying(64, &["--rules", &format!("lcr{{{changes}}}")][..], &[said]);
    }
}

#[test]
fn the_simulated_agrees_with_the_exact_at_every_seat() {
    let sandbox = Sandbox::new();
    for rules in ["lcr", "lcr{players=5,chips=2}", "lcr{players=4,limit=20}", "chutes{players=4}"] {
        sandbox.ok(&["exact", "--rules", rules, "--name", "x", "--quiet", "--force"]);
        let exact = sandbox.row("results/x/exact.csv", 0);
        sandbox.ok(&["--rules", rules, "--games", "20000", "--name", "s", "--quiet", "--force"]);
        let played = sandbox.row("results/s/summary.csv", 0);
        for (column, share) in exact.iter().filter(|(column, _)| column.ends_with("_ratio")) {
            let [share, found] = [share, &played[column]].map(|x| x.parse::<f64>().unwrap());
            let spread = (share * (1.0 - share) / 20_000.0).sqrt();
            // Four false alarms in a hundred million, for each seat.
            assert!((found - share).abs() <= 5.5 * spread + 1e-9, "{rules} {column}: {found}");
        }
    }
}

#[test]
fn rule_sets_of_different_numbers_share_a_study() {
    let sandbox = Sandbox::new();
    let said = ["Snakes and Ladders", "Left Center Right"];
    sandbox.fails_saying(64, "compare chutes lcr", &said);
    let text = sandbox
        .ok("compare lcr lcr{players=5} lcr{players=2} --games 2000 --name c --by first_kept");
    assert!(text.contains("E wins") && text.contains("c_win"), "{text}");
    let header = sandbox.csv("results/c/summary.csv")[0].join(",");
    assert!(header.contains("a_wins,b_wins,c_wins,d_wins,e_wins,draws"), "{header}");
    let rows = sandbox.rows("results/c/summary.csv");
    assert_eq!([&rows[0]["d_wins"], &rows[0]["d_ci_low"], &rows[2]["c_ratio"]], ["", "", ""]);
    let won = |row: &std::collections::HashMap<String, String>| -> u64 {
        let seats = ["a_wins", "b_wins", "c_wins", "d_wins", "e_wins", "draws"];
        seats.iter().filter_map(|seat| row[*seat].parse::<u64>().ok()).sum()
    };
    assert!(rows.iter().all(|row| won(row) == 2000), "{rows:?}");
    // Compared where both have the seat.
    let rows = sandbox.rows("results/c/comparison.csv");
    let compared = |one: &str, two: &str| -> Vec<String> {
        let of = rows.iter().filter(|row| row["rules_1"] == one && row["rules_2"] == two);
        of.map(|row| row["measure"].clone()).collect()
    };
    assert_eq!(compared("lcr", "lcr{players=5}"), ["a_win", "b_win", "c_win", "draw", "turns"]);
    assert_eq!(compared("lcr", "lcr{players=2}"), ["a_win", "b_win", "draw", "turns"]);
    let paired = sandbox.row("results/c/paired.csv", 0);
    assert_eq!([&paired["e_a"], &paired["d_a"]], ["", ""]);
    let strata = sandbox.rows("results/c/strata.csv");
    assert!(strata.iter().any(|row| row["rules"] == "lcr" && row["e_wins"].is_empty()));

    // Stored runs of different numbers, too, also where one is of this study.
    for (name, players) in [("two", 2), ("four", 4)] {
        let rules = format!("lcr{{players={players}}}");
        sandbox.ok(&["--rules", &rules, "--games", "3000", "--seed", "9", "--name", name, "-q"]);
    }
    let text = sandbox.ok("compare results/c results/four results/two");
    assert!(text.contains("c_win") && text.contains("6 pairs among the others"), "{text}");
    let rows = sandbox.rows("results/compare-c+four+two/comparison.csv");
    assert!(rows.iter().any(|row| row["measure"] == "d_win"));
    sandbox.ok("report results/c results/four results/two --out page.html");
    let page = String::from_utf8(sandbox.read("page.html")).unwrap();
    assert!(page.contains("seat4") && page.contains("E wins"), "no bar for E");
    let seats = sandbox.ok("show results/c --table seats --format csv");
    let header = "game,rules,games,a_ratio,a_ci_low,a_ci_high,b_ratio";
    assert!(seats.starts_with(header), "{seats}");
    for line in ["show results/c", "show results/c --format markdown", "verify results/c"] {
        sandbox.ok(line);
    }
}

#[test]
fn every_verb_plays_a_table() {
    let sandbox = Sandbox::new();
    let trace = sandbox.ok("play --rules lcr{players=4} --game 3 --trace");
    assert!(trace.starts_with("The chips are dealt\nTurn 1: A: "), "{trace}");
    assert!(trace.contains(" alone has chips") && trace.contains("end reason    last"), "{trace}");
    let json = sandbox.ok("play --rules lcr{players=4} --game 3 --format json");
    assert!(json.contains("\"value\":null"), "{json}");
    sandbox.ok("--rules lcr --games 1000 --seed 5 --shard 1/2 --name half --per-game a.csv");
    sandbox.ok("--rules lcr --games 1000 --seed 5 --shard 2/2 --name half --per-game b.csv");
    sandbox.ok("merge results/half-shard1of2 results/half-shard2of2 --out results/m");
    sandbox.ok("--rules lcr --games 1000 --seed 5 --threads 1 --name whole");
    for file in ["summary.csv", "histogram.csv"] {
        let [merged, whole] =
            ["m", "whole"].map(|run| sandbox.read(&format!("results/{run}/{file}")));
        assert_eq!(merged, whole, "{file}");
    }
    let text = sandbox.ok("hunt --rules lcr{players=8} --longest 2 --games 2000 --name h");
    assert!(text.contains("turns"), "{text}");
    sandbox.ok("--rules lcr --until c_win:0.05 --no-files");
    sandbox.ok("compare lcr lcr{chips=4} --until c_win:0.05 --no-files");
    sandbox.fails_saying(64, "--rules lcr --until d_win:0.05 --no-files", &["d_win"]);
    let toml =
        "rules = [\"lcr\"]\ngames = 500\nmeasures = [\"e_win\"]\n[[sweep]]\nplayers = [2, 5]\n";
    sandbox.write("e.toml", toml);
    sandbox.ok("run e.toml --name e");
    sandbox.ok("report results/whole --svg outcomes --out one.svg");
    let drawn = String::from_utf8(sandbox.read("one.svg")).unwrap();
    assert!(drawn.contains("C wins") && !drawn.contains("half of the games"), "{drawn}");
}

#[test]
fn war_for_more_is_played_by_hand() {
    let sandbox = Sandbox::new();
    let result = |rules: &str, deck: &str| -> serde_json::Value {
        let line = ["play", "--rules", rules, "--deck", deck, "--format", "json"];
        serde_json::from_str(&sandbox.ok(&line[..])).unwrap()
    };
    let three = "umass{players=3,war.face_down=1,limit.unit=none,pickup=winner-first}";
    // A 5, B 3, C 4: A takes three cards; B and C have none.
    let game = result(three, "5 3 4");
    assert_eq!((&game["outcome"], &game["cards_a"]), (&"A".into(), &3.into()));
    assert_eq!((&game["value"], &game["cards_c"]), (&serde_json::Value::Null, &0.into()));
    assert_eq!(game["hand_a"].to_string(), "[5,4,3]".replace("5,4,3", "5,3,4"));
    // A and B tie and have nothing to lay: both are out, the pot lies, and C alone has cards.
    let game = result(three, "5 5 2 0 0 7");
    assert_eq!(game["end_reason"], "short-in-war", "{game}");
    // Of four cards the first seat has one more.
    let game = result(&three.replace("}", ",leftover=left-out}"), "5 3 4 9");
    assert_eq!(game["cards_a"], 3, "{game}");
    for (changes, said) in [
        ("players=9", "players = 9 is out of range: use 2 to 8"),
        ("players=1", "players = 1 is out of range: use 2 to 8"),
        ("leftover=left-out", "no effect: leftover"),
        ("war.fighters=all", "no effect: war.fighters"),
        ("players=3,war.short=draw", "players = 3 and war.short = \"draw\" cannot go together"),
        ("players=3,war.both_short=more-cards", "is for two players"),
        ("players=3,war.face_down=tied-rank", "is for two players"),
        ("players=3,compare.lowest_beats_highest=true", "is for two players"),
        ("players=3,seat_b.pickup=high-first", "is for two players"),
        ("players=3,deck.hands.a=[14]", "is for two players"),
        ("players=3,pickup=loser-first", "pickup = \"loser-first\" cannot go together"),
        ("players=3,pickup_war=a-block", "pickup_war = \"a-block\" cannot go together"),
    ] {
        sandbox.fails_saying(64, &["--rules", &format!("umass{{{changes}}}")][..], &[said]);
    }
    for line in [
        "check --rules three-handed -- cat",
        "cases --rules three-handed",
        "hunt --endless --rules three-handed",
        "exact --best-pickup --rules three-handed --ranks 2 --suits 2",
        "--rules three-handed --games 5 --engine vector",
    ] {
        let message = sandbox.fails(64, line);
        assert!(message.contains("for two"), "{line}: {message}");
    }
}

#[test]
fn every_player_may_be_given_a_hand() {
    let sandbox = Sandbox::new();
    let play = |rules: &str, hands: &str| {
        sandbox.ok(&["play", "--rules", rules, "--format", "json", "--deck", hands][..])
    };
    let three = "umass{players=3,war.face_down=1}";
    let hands = play(three, "A: 5 3 | B: 4 4 | C: 2 6");
    assert_eq!(hands, play(three, "5 4 2 3 4 6"));
    // C loses 2, and wins with 6 and 9.
    let uneven = play(three, "5 3 | | 2 6 9");
    assert!(uneven.contains("\"outcome\":\"C\"") && uneven.contains("\"cards_c\":5"), "{uneven}");
    sandbox.write("hands.txt", "5 3 | | 2 6 9\n5 4 2 3 4 6\n");
    let lines = sandbox.ok(&["play", "--rules", three, "--decks", "hands.txt"][..]);
    assert!(lines.contains("\n1,C,,out-of-cards,4,4,0,0,0,0,5\n2,"), "{lines}");
    let line = ["play", "--rules", "three-handed", "--hands", "2 8", "9 2"];
    sandbox.fails_saying(64, &line[..], &["2 hands for 3 players"]);
    let line = [&line[..], &["6 7"]].concat();
    let said = "--hands: it takes two hands; write `--deck \"A: 2 8 | B: 9 2 | C: 6 7\"`";
    sandbox.fails_saying(64, &line[..], &[said]);
    sandbox.write("two.txt", "2 8 | 9 2\n");
    sandbox.fails_saying(
        65,
        "play --rules three-handed --decks two.txt --line 1",
        &["2 hands for 3"],
    );
    sandbox.write("three.txt", "2 | 3 | 4\n");
    sandbox.fails_saying(65, "play --decks three.txt --line 1", &["3 hands for 2"]);
    let told = sandbox.fails(64, &["--games", "5", "--rules", "umass{war.players=3}"][..]);
    assert!(told.contains("use `face_down`") && !told.contains("is for two"), "{told}");
}

#[test]
fn games_for_two_say_so_and_others_name_the_measures_of_every_seat() {
    let sandbox = Sandbox::new();
    sandbox.write("three.toml", "base = \"beggar\"\nplayers = 3\n");
    for (code, line, game) in [
        (64, "beggar --set players=3 --games 1", "Beggar-My-Neighbour"),
        (65, "--rules ./three.toml --games 1", "Beggar-My-Neighbour"),
        (64, "ludo wuerfel0 --set players=4", "Ludo"),
    ] {
        sandbox.fails_saying(code, line, &[&format!("`players`: {game} is for two")]);
    }
    let measures = sandbox.ok("list measures");
    let of = |game: &str| measures.split("Measures of ").find(|text| text.starts_with(game));
    for (game, more) in [("War", true), ("Snakes", true), ("Left", true), ("Ludo", false)] {
        assert_eq!(of(game).unwrap().contains("c_win to h_win"), more, "{measures}");
    }
    let message = sandbox.fails(64, "check --rules lcr -- cat");
    assert!(!message.contains("-- COMMAND"), "{message}");
}

#[test]
fn endless_games_of_three_have_certificates() {
    let sandbox = Sandbox::new();
    sandbox.ok("--rules three-handed --games 200 --name three -q");
    sandbox.ok("prove results/three --count 4 -q");
    let text = sandbox.read("results/three/certificates.json");
    let json: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let certificates = json["certificates"].as_array().unwrap();
    assert_eq!(certificates.len(), 4);
    for one in certificates {
        assert_eq!(one["end_reason"], "cycle", "{one}");
        assert_eq!(one["hands"].as_array().unwrap().len(), 3, "{one}");
        let number = |name: &str| one[name].as_u64().unwrap();
        assert_eq!(number("pre_period") + number("period"), number("rounds"), "{one}");
        let digests = one["digests"].as_array().unwrap().len() as u64;
        assert_eq!(digests, number("rounds").div_ceil(1_000), "{one}");
    }
}

#[test]
fn shares_permute_where_no_rule_looks_at_the_seat() {
    // The hands of the deck with 0, 1 and 2 cards moved to the end go round the table.
    let sandbox = Sandbox::new();
    let mut decks = String::new();
    let mut word = 7_u64;
    for _ in 0..60 {
        let mut deck: Vec<u64> = (0..24).map(|k| k % 6 + 2).collect();
        for k in (1..deck.len()).rev() {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            deck.swap(k, (word >> 33) as usize % (k + 1));
        }
        for turn in 0..3 {
            let seat = |k: usize| deck[k / 3 * 3 + (k + turn) % 3];
            let line: Vec<String> = (0..deck.len()).map(|k| seat(k).to_string()).collect();
            decks.push_str(&(line.join(" ") + "\n"));
        }
    }
    sandbox.write("decks.txt", &decks);
    for fields in
        ["pickup=winner-first", "pickup=winner-block", "pickup=winner-first,war.fighters=all"]
    {
        let rules = format!("umass{{players=3,war.face_down=1,limit.at=5000,{fields}}}");
        let text = sandbox.ok(&["play", "--rules", &rules, "--decks", "decks.txt"][..]);
        let outcomes: Vec<&str> =
            text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
        assert_eq!(outcomes.len(), 180);
        let mut won = 0;
        for turned in outcomes.chunks(3) {
            let first = "ABC".find(turned[0]);
            for (turn, outcome) in turned.iter().enumerate() {
                let expected = first.map(|seat| (seat + 3 - turn) % 3);
                assert_eq!("ABC".find(outcome), expected, "{rules}: {turned:?}");
            }
            won += usize::from(first.is_some());
        }
        assert!(won > 20, "{rules}: {won} were won");
    }
}
