//! `run`: experiments as files, from outside.

use crate::sandbox::{Sandbox, names, stderr};

const WHOLE: &str = r#"
title = "Does the order matter?"
rules = [
    "umass",
    "winner-first",
    { name = "two", war.face_down = 2 },
    { name = "late", base = "winner-first", limit.at = 2000 },
]
seed = 7
first_game = 50
games = 400
baseline = "umass"
measures = ["battles", "draw"]
min_effect = { battles = 5 }
confidence = 0.99
by = "aces_a"
"#;

#[test]
fn an_experiment_does_everything_that_its_file_says() {
    let sandbox = Sandbox::new();
    sandbox.write("order.toml", WHOLE);
    let text = sandbox.ok("run order.toml");
    for words in ["Does the order matter?", "half of the 99 %"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(names(&sandbox.path("results")), ["order"]);
    assert_eq!(
        names(&sandbox.path("results/order")).join(" "),
        "comparison.csv datapackage.json estimates.csv histogram.csv manifest.json rounds.csv \
         state strata.csv summary.csv wars.csv"
    );
    let summary = sandbox.rows("results/order/summary.csv");
    let rules: Vec<&str> = summary.iter().map(|row| row["rules"].as_str()).collect();
    assert_eq!(rules, ["umass", "winner-first", "two", "late"]);
    for row in &summary {
        assert_eq!([&row["seed"], &row["first_game"], &row["games"]], ["7", "50", "400"]);
    }
    let pairs: Vec<String> = sandbox.csv("results/order/comparison.csv")[1..]
        .iter()
        .map(|row| row[..3].join(" "))
        .collect();
    assert_eq!(
        pairs,
        ["winner-first", "two", "late"]
            .map(|rules| [format!("umass {rules} battles"), format!("umass {rules} draw")])
            .concat()
    );
}

#[test]
fn inline_fields_and_the_experiments_deck_are_those_of_a_rules_file() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "x.toml",
        "games = 300\nrules = [\"one-down\", { name = \"b\", base = \"bicycle\", pickup = \"shuffled\" }]\n\
         deck.ranks = 7\n",
    );
    sandbox.ok("run x.toml --quiet");
    let rules = |base: &str, more: &str| {
        let printed = sandbox.ok(&format!("rules {base}"));
        let kept: String = printed
            .lines()
            .filter(|line| !line.starts_with("deck.ranks") && !line.starts_with("pickup"))
            .map(|line| format!("{line}\n"))
            .collect();
        format!("{kept}deck.ranks = 7\n{more}")
    };
    sandbox.write("b.toml", rules("bicycle", "pickup = \"shuffled\"\n"));
    // The tables call it by its deck, too, as the command line does.
    let named = "one-down{deck.ranks=7}";
    sandbox.ok(&format!("--rules {named} --rules ./b.toml --games 300 --name plain --quiet"));
    for file in ["summary.csv", "histogram.csv", "wars.csv"] {
        let of = |name: &str| sandbox.read(&format!("results/{name}/{file}"));
        assert!(of("x") == of("plain"), "{file}");
    }
}

#[test]
fn sweeps_become_named_cells() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "s.toml",
        r#"
games = 50
[[sweep]]
war.face_down = [0, "tied-rank"]
limit.at = [100, 1e3]
[[sweep]]
name = "d{deck.ranks}"
deck.ranks = [5, 9]
"#,
    );
    sandbox.ok("run s.toml --quiet");
    let rules: Vec<String> =
        sandbox.rows("results/s/summary.csv").iter().map(|row| row["rules"].clone()).collect();
    assert_eq!(
        rules,
        [
            "umass face_down=0 at=100",
            "umass face_down=0 at=1000",
            "umass face_down=tied-rank at=100",
            "umass face_down=tied-rank at=1000",
            "d5",
            "d9"
        ]
    );
    let cards: Vec<String> =
        sandbox.rows("results/s/summary.csv").iter().map(|row| row["cards"].clone()).collect();
    assert_eq!(cards, ["52", "52", "52", "52", "20", "36"]);
}

#[test]
fn mistakes_in_the_file_are_told_with_their_line_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    for (text, expected) in [
        (
            "games = 5\nrules = [\n\"umass\",\n\"one-dwn\"]\n",
            "line 4: rules one-dwn: unknown rule set",
        ),
        ("rules = [\"one-dwn\"]\n", "did you mean `one-down`?"),
        (
            "rules = [\"umass\",\n\"umass\"]\n",
            "line 2: rules umass: there is already a rule set called `umass`; leave one of them out",
        ),
        (
            "rules = [\n\"umass\",\n{ name = \"same\" },\n]\n",
            "line 3: rule set `same` is the same as `umass`, field by field",
        ),
        (
            "rules = [\n{ war.face_down = 2 }]\n",
            "line 2: a rule set with fields inline needs a name",
        ),
        (
            "rules = [\n{ name = \"x\", war.face_dwn = 2 }]\n",
            "line 2: rule set `x`: war: unknown field `face_dwn`",
        ),
        ("rules = [\n{ name = \"x\", base = \"y\" }]\n", "line 2: "),
        ("rules = [\n7]\n", "line 2: rules 7: is neither a name nor a table"),
        ("games = 5\n", "no rule sets"),
        ("rules = [\"umass\",\n\"bwinf\"]\n", "line 2: rules bwinf: it is a rule set of Ludo"),
        ("rules = [\"umass\",\n\"./none.toml\"]\n", "none.toml: there is no such file"),
        ("rules = [\"umass\"]\ngamess = 5\n", "did you mean `games`?"),
        ("rules = [\"umass\"]\ngamess = 5\n", "line 2"),
        ("[rules]\nwar.face_down = 2\n", "expected a sequence"),
        ("games = 'many'\nrules = ['umass']\n", "line 1, `games = 'many'`: must be a whole number"),
        ("sweep = 5\n", "must be a table of fields"),
        ("base = 'umass'\nwar.face_down = 2\n", "line 1, `base = 'umass'`: unknown field `base`"),
        ("rules = ['umass']\nconfidence = '95%'\n", "share such as 0.95"),
        ("\n\n[[sweep]]\nlimit.at = []\n", "line 3: limit.at is empty"),
        (
            "\n[[sweep]]\nwar.face_down = [21, 22]\n",
            "line 2: no cell makes a game; umass face_down=21: ",
        ),
        ("\n[[sweep]]\nlimit.at = 5\n", "line 2: nothing to sweep"),
        (
            "\n[[sweep]]\nlimit.at = { from = 5, to = 9 }\n",
            "line 2: nothing to sweep: give a field a list",
        ),
        (
            "\n[[sweep]]\npickup = [\"as-laid\"]\nlimit.at = { from = 5 }\n",
            "line 2: rule set `umass pickup=as-laid`: ",
        ),
        ("\n[[sweep]]\nlimit.ad = [4, 5]\n", "unknown field `ad`; did you mean `at`?"),
        (
            "\n[sweep]\nlimit.at = [4, 5]\nmin_effect = { draw = 0.1 }\n",
            "line 2: rule set `umass at=4`: unknown field `min_effect`",
        ),
        (
            "\n[[sweep]]\nname = \"x{limit.unit}\"\nlimit.at = [4, 5]\n",
            "may contain {limit.at} only",
        ),
        (
            "\n[[sweep]]\nname = \"x\"\nlimit.at = [4, 5]\n",
            "line 2: there is already a rule set called `x`; give a value once, and put a swept field",
        ),
        (
            "rules = [\"umass\"]\ngames = -5\n",
            "line 2, `games = -5`: must be a whole number of 0 or more",
        ),
        ("rules = [\"umass\"]\ngames = 5.5\n", "line 2, `games = 5.5`"),
        ("rules = [\"umass\"]\nseed = \"a\"\n", "line 2, `seed = "),
        ("rules = [\"umass\"]\nfirst_game = -1\n", "line 2, `first_game = -1`"),
        ("rules = [\"umass\"]\nconfidence = 1.5\n", "line 2: confidence = 1.5"),
        (
            "rules = [\"umass\"]\n\nuntil = { wins = 0.1 }\n",
            "line 3: until wins:0.1: unknown measure `wins`",
        ),
        ("rules = [\"umass\"]\nuntil = { a_win = 0.5 }\n", "line 2: until a_win:0.5: "),
        (
            "rules = [\"umass\"]\nmin_effect = { battles = -1.0 }\n",
            "line 2: min_effect battles:-1: ",
        ),
        ("rules = [\"umass\"]\nmin_effect = 5\n", "must be numbers by name, such as"),
        ("rules = [\"umass\"]\nmeasures = []\n", "line 2: measures: name at least one"),
        ("rules = [\"umass\"]\nmeasures = [\"x\"]\n", "line 2: measures: unknown measure `x`"),
        (
            "rules = [\"umass\"]\nbaseline = \"one-down\"\n",
            "line 2: baseline: unknown rule set `one-down`",
        ),
        (
            "baseline = \"umass face_down=21\"\n[sweep]\nwar.face_down = [3, 21]\n",
            "line 1: baseline = \"umass face_down=21\": the sweep leaves it out: war.face_down",
        ),
        ("rules = [\"umass\"]\nby = \"aces\"\n", "line 2: by: unknown feature `aces`"),
        ("\ndice='wuerfel0'\n[sweep]\nbase='bwinf'\ndie_1='6'\ndie_2=['6']", "line 2: rule set"),
        ("rules = [\"umass\"\n", "line "),
    ] {
        sandbox.write("x.toml", text);
        // What the file names and is not there is no bad data.
        let code = if expected.contains("no such file") { 66 } else { 65 };
        let message = sandbox.fails(code, "run x.toml");
        assert!(message.contains(expected), "{text}: {message}");
        assert!(message.starts_with("war-sim: x.toml: "), "{message}");
        assert_eq!(names(sandbox.folder.path()), ["x.toml"], "{text} wrote something");
    }
    assert!(sandbox.fails(66, "run missing.toml").contains("missing.toml"));
    sandbox.fails(64, "run");
    sandbox.write("x.toml", "rules = [\"umass\"]\n");
    sandbox.fails(64, "run x.toml --games -1");
}

#[test]
fn a_sweep_changes_the_one_rule_set_that_is_named() {
    let sandbox = Sandbox::new();
    let named = |file: &str, rules: &str| {
        let sweep = "games = 60\n[sweep]\nwar.face_down = [2, 3, 1]\n";
        sandbox.write(&format!("{file}.toml"), format!("{rules}\n{sweep}"));
        let said = sandbox.ok(&format!("run {file}.toml"));
        let rows = sandbox.rows(&format!("results/{file}/summary.csv"));
        (said, rows.iter().map(|row| row["rules"].clone()).collect::<Vec<_>>())
    };
    // What is named is one of the cells, and the baseline.
    let (said, rules) = named("one", "rules = [\"winner-first\"]");
    assert_eq!(rules, ["winner-first", "winner-first face_down=2", "winner-first face_down=1"]);
    assert!(said.contains("less winner-first "), "{said}");
    // Its deck is theirs.
    let (_, rules) = named("deck", "deck = { jokers = 1 }\nrules = [\"umass\"]");
    assert_eq!(rules.len(), 3);
    assert_eq!(rules[0], "umass{deck.jokers=1}");
    let (_, rules) = named(
        "called",
        "deck = { jokers = 1 }\nrules = [\"umass\"]\nbaseline = \"umass face_down=2\"",
    );
    assert_eq!(rules[1], "umass face_down=2");
    let (said, _) =
        named("same", "rules = [\"winner-first\"]\nbaseline = \"winner-first face_down=3\"");
    assert!(said.contains("less winner-first "), "{said}");
    let (_, rules) = named("each", "rules = [\"winner-first\"]\ncompare = false");
    assert_eq!(rules.len(), 3);
    // Of two neither is meant, and the swept field alone does not tell them from others: names do.
    let (said, rules) = named("two", "rules = [\"winner-first\", \"one-down\"]");
    assert_eq!(rules, ["winner-first", "one-down", "umass face_down=2", "umass face_down=3"]);
    assert!(said.contains("less winner-first  "), "{said}");
}

#[test]
fn a_cell_that_cannot_be_played_is_left_out_and_named() {
    let sandbox = Sandbox::new();
    sandbox.write("s.toml", "games = 100\n[[sweep]]\nwar.face_down = [1, 25, 2]\n");
    let (named, why) = ("umass face_down=25: left out", "face_down = 25 is out of range");
    // However quiet it is to be.
    for command in ["run s.toml", "run s.toml -q"] {
        let output = sandbox.run(command);
        assert_eq!(output.status.code(), Some(0));
        let message = stderr(&output);
        assert!(message.contains(named) && message.contains(why), "{message}");
    }
    let rules: Vec<String> =
        sandbox.rows("results/s/summary.csv").iter().map(|row| row["rules"].clone()).collect();
    assert_eq!(rules, ["umass face_down=1", "umass face_down=2"]);
    // The others are what they would be alone.
    // One table or a list of one, its fields in quotation marks or not.
    sandbox.write("t.toml", "games = 100\n[sweep]\n\"war.face_down\" = [1, 2]\n");
    sandbox.ok("run t.toml --quiet");
    for file in ["summary.csv", "comparison.csv"] {
        assert!(
            sandbox.read(&format!("results/s/{file}"))
                == sandbox.read(&format!("results/t/{file}")),
            "{file}"
        );
    }
}

#[test]
fn an_experiment_is_the_comparison_without_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "x.toml",
        "rules = [\"umass\", \"one-down\"]\ngames = 1e3\nseed = 4\nuntil_difference.a_win = 0.0499\n",
    );
    for threads in [1, 7] {
        // Not precise enough, and complete.
        sandbox.not_reached(&format!(
            "run x.toml --quiet --threads {threads} --name run{threads} --engine reference \
             --per-game g.csv --with-decks"
        ));
    }
    sandbox.not_reached(
        "compare umass one-down --games 1000 --seed 4 --until a_win:0.0499 --name c --quiet",
    );
    let files = names(&sandbox.path("results/c"));
    for file in files.iter().filter(|file| file.ends_with(".csv")) {
        let of = |name: &str| sandbox.read(&format!("results/{name}/{file}"));
        assert!(of("run1") == of("c") && of("run7") == of("c"), "{file}");
    }
    assert_eq!(files.len(), 9, "{files:?}");
}

#[test]
fn a_difference_is_asked_of_runs_that_compare() {
    let sandbox = Sandbox::new();
    for (text, key) in [
        ("rules = [\"umass\"]\nuntil_difference.a_win = 0.1\n", "until_difference"),
        ("rules = [\"umass\"]\nmin_effect.battles = 5\n", "min_effect"),
    ] {
        sandbox.write("x.toml", format!("games = 100\n{text}"));
        let refused = sandbox.fails(65, "run x.toml --name x");
        assert!(refused.contains("x.toml") && refused.contains("compares nothing"), "{refused}");
        assert!(refused.contains(&format!("{key} = ")), "{text}: {refused}");
    }
    // What only the options make wrong is no fault of the file.
    sandbox.write("x.toml", "rules = [\"umass\"]\nfirst_game = 5\ngames = 3\n");
    let refused = sandbox.fails(64, "run x.toml --name x --games 18446744073709551615");
    assert!(refused.contains("--games") && !refused.contains("x.toml"), "{refused}");
    sandbox.write("x.toml", "rules = [\"umass\"]\nengine = \"turbo\"\n");
    let refused = sandbox.fails(65, "run x.toml --name x");
    assert!(refused.contains("x.toml: line 2: engine: unknown engine `turbo`"), "{refused}");
    let both = "rules = [\"umass\", \"one-down\"]\ncompare = false\nbaseline = \"umass\"\n";
    sandbox.write("x.toml", both);
    let refused = sandbox.fails(65, "run x.toml --name x");
    assert!(refused.contains("x.toml") && refused.contains("`compare` is false"), "{refused}");
}

#[test]
fn the_experiments_of_the_repository_can_be_played() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let files: Vec<String> =
        names(&folder).into_iter().filter(|name| name.ends_with(".toml")).collect();
    assert!(files.len() >= 6, "{files:?}");
    let sandbox = Sandbox::new();
    for file in files {
        let path = folder.join(&file);
        let text = sandbox.ok(&format!("run {} --games 20", path.display()));
        assert!(text.contains("adjusted"), "{file}: {text}");
    }
}

#[test]
fn an_experiment_plays_its_own_decks_or_every_order() {
    let sandbox = Sandbox::new();
    // The 12 orders and counts of `exact`.
    sandbox
        .write("o.toml", "orders = true\ndeck = { ranks = 3, suits = 2 }\nrules = [\"umass\"]\n");
    sandbox.ok("run o.toml --name o --quiet");
    sandbox.ok("exact --ranks 3 --suits 2 --name e --quiet");
    let counts = |path: &str| -> Vec<String> {
        let rows = sandbox.rows(path);
        rows.iter()
            .map(|r| {
                format!("{} {} {} {}", r["outcome"], r["end_reason"], r["battles"], r["games"])
            })
            .collect()
    };
    assert_eq!(counts("results/o/histogram.csv"), counts("results/e/exact.csv"));
    sandbox
        .write("w.toml", "decks = [\"2 3\", \"[5, 5, 2, 4, 3]\", \"K Q\"]\nrules = [\"umass\"]\n");
    sandbox.ok("run w.toml --name w --quiet");
    let row = &sandbox.rows("results/w/summary.csv")[0];
    assert_eq!((&row["games"][..], &row["a_wins"][..], &row["both_short"][..]), ("3", "1", "1"));
    let bad = [
        ("orders = true\ngames = 3\n", "line 2", "every order of the deck is played once"),
        // What is counted in full has no interval that could be narrow enough.
        ("orders = true\nuntil = \"a_win:0.1\"\n", "line 2", "leave until out"),
        ("orders = true\nuntil_difference = \"battles:1\"\n", "line 2", "leave until_diff"),
        ("orders = true\ndecks = [\"2 3\"]\n", "line 2", "leave one of them out"),
        ("decks = [\"2 3\", \"2 x\"]\n", "line 1", "`x`"),
        ("orders = true\n", "line 1", "2^64 - 1 orders"),
    ];
    for (keys, line, part) in bad {
        sandbox.write("bad.toml", format!("{keys}rules = [\"umass\"]\n"));
        sandbox.fails_saying(65, "run bad.toml", &[line, part]);
    }
    // Of some of the orders no share is exact.
    sandbox.write("part.toml", "orders = true\nrules = [\"umass{deck.ranks=2, deck.suits=2}\"]\n");
    for file in ["w.toml", "part.toml"] {
        let why = ["--games: every ", "is played once; leave --games out"];
        sandbox.fails_saying(64, &format!("run {file} --games 3"), &why);
    }
}

#[test]
fn games_beyond_the_numbers_are_told_by_what_the_verb_takes() {
    let sandbox = Sandbox::new();
    let text = "rules = ['umass']\ngames = 5\nfirst_game = '18446744073709551615'\n";
    sandbox.write("late.toml", text);
    let late = "from game 18446744073709551615 on: the index of the last must be below 2^64 - 1";
    sandbox.fails_saying(65, "run late.toml", &[&format!("late.toml: line 2: games {late}")]);
    sandbox.fails_saying(64, "run late.toml --games 3", &[&format!("war-sim: --games {late}")]);
}

#[test]
fn rule_files_lie_beside_the_experiment() {
    let sandbox = Sandbox::new();
    std::fs::create_dir_all(sandbox.path("e/rules")).unwrap();
    sandbox.write("e/rules/two-down.toml", "war.face_down = 2\n");
    sandbox.write(
        "e/x.toml",
        "games = 20\nrules = [\"umass\", \"rules/two-down.toml\", \"rules/two-down.toml{limit.at = 5}\"]\n",
    );
    sandbox.ok("run e/x.toml --name x --quiet");
    let names: Vec<String> =
        sandbox.rows("results/x/summary.csv").iter().map(|row| row["rules"].clone()).collect();
    assert_eq!(names, ["umass", "two-down", "two-down{limit.at = 5}"]);
}

#[test]
fn decks_of_a_file_are_played_once_each() {
    let sandbox = Sandbox::new();
    sandbox.write("e/decks.txt", "2 3 4 5\n1 2 2 1\n# a remark\n5 5 2 4 3\n14 2\n");
    let text = "rules = [\"umass\", \"no-limit\"]\ndecks = \"decks.txt\"\n";
    sandbox.write("e/given.toml", text);
    sandbox.ok("run e/given.toml");
    let summary = sandbox.rows("results/given/summary.csv");
    assert!(summary.iter().all(|row| row["games"] == "4"), "{summary:?}");
    let counted = format!("{text}games = 5\n").replace("decks.txt", "e/decks.txt");
    sandbox.write("bad.toml", counted);
    sandbox.fails_saying(65, "run bad.toml", &["leave games out"]);
    sandbox.write("e/none.toml", "rules = [\"umass\"]\ndecks = \"nothing.txt\"\n");
    sandbox.fails_saying(66, "run e/none.toml", &["line 2", "no such file"]);
}

/// Its lengths would take too much memory one by one; one rule set of it alone keeps them all.
#[test]
fn more_than_a_thousand_rule_sets_have_quantiles_of_two_digits() {
    let sandbox = Sandbox::new();
    let sweep = |name, suits: &str| {
        format!(
            "[[sweep]]\nname = \"{name} {{war.face_down}} {{deck.ranks}} {{pickup}}\"\n\
             war.face_down = {:?}\ndeck.suits = {suits}\ndeck.ranks = {:?}\n\
             pickup = [\"as-laid\", \"winner-first\", \"loser-first\", \"high-first\"]\n",
            Vec::from_iter(1..=14),
            Vec::from_iter(5..=13)
        )
    };
    let [two, three] = [sweep("two", "2"), sweep("three", "3")];
    let file = format!("games = 30\nbaseline = \"two 1 5 as-laid\"\n{two}{three}");
    sandbox.write("many.toml", &file);
    let note = "no table counts the games of each length";
    assert!(crate::sandbox::flat(&sandbox.ok("run many.toml")).contains(note));
    let described = |run: &str| sandbox.read(&format!("results/{run}/datapackage.json"));
    let is_told = |run| String::from_utf8_lossy(&described(run)).contains("two significant digits");
    let rules = "umass{war.face_down=2,deck.suits=3,deck.ranks=13,pickup=high-first}";
    let alone = sandbox.ok(&["--rules", rules, "--games", "30", "--name", "alone"]);
    assert!(!crate::sandbox::flat(&alone).contains(note));
    assert!(is_told("many") && !is_told("alone"));
    let many = sandbox.rows("results/many/summary.csv");
    assert_eq!(many.len(), 1_008);
    assert!(sandbox.rows("results/many/histogram.csv").is_empty());
    let one = many.iter().find(|row| row["rules"] == "three 2 13 high-first").unwrap();
    let alone = &sandbox.rows("results/alone/summary.csv")[0];
    let whole = |text: &str| text.parse::<u64>().unwrap();
    const QUANTILES: &str = "battles_p05 battles_p25 battles_median battles_p75 battles_p95 battles_p99 \
                             decided_battles_median";
    for (column, exact) in alone {
        match column.as_str() {
            "rules" => {}
            column if QUANTILES.split(' ').any(|name| name == column) => {
                let (found, exact) = (whole(&one[column]), whole(exact));
                assert!(exact <= found && found - exact <= exact / 128, "{column}: {found}");
            }
            _ => assert_eq!(&one[column], exact, "{column}"),
        }
    }
    let package = sandbox.text("results/many/datapackage.json");
    assert!(package.contains("battles: median (nearest rank, to two significant digits)"));
}
