//! Snakes and Ladders: what one file gives a game, and the exact chain beside the simulated.

use crate::sandbox::Sandbox;

/// A number of a row of `exact.csv`.
fn number(row: &std::collections::HashMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// The row of `exact` with these rules.
fn exact(rules: &str) -> std::collections::HashMap<String, String> {
    let sandbox = Sandbox::new();
    sandbox.ok(&["exact", "--rules", rules, "--name", "x", "--quiet"]);
    sandbox.row("results/x/exact.csv", 0)
}

#[test]
fn published_figures_come_out_exactly() {
    // docs/snakes.md has the sources; the fractions are those of scripts/snakes_oracle.py.
    let ladder = "1,38],[4,14],[9,31],[16,6],[21,42],[28,84],[36,44],[47,26],[49,11],[51,67],[56,53],\
                   [62,19],[64,60],[71,91],[80,100],[87,24],[93,73],[95,75],[98,78";
    for (rules, mean) in [
        ("chutes{players=1}".to_owned(), 39.598_365_640_208_19),
        ("althoen{players=1}".to_owned(), 39.225_122_308_234_96),
        (format!("chutes{{players=1,links=[[{ladder}],[79,81]]}}"), 41.948_742_209_487_3),
        ("chutes{players=1,links=[]}".to_owned(), 33.333_333_333_333_37),
        ("overshoot{players=1}".to_owned(), 36.193_070_218_974_93),
        ("overshoot{players=1,squares=29,faces=2,links=[]}".to_owned(), 19.555_555_555_969_477),
    ] {
        let row = exact(&rules);
        let (found, error) = (number(&row, "moves_mean"), number(&row, "error"));
        assert!(error < 1e-9 && (found - mean).abs() <= mean * error, "{rules}: {found}");
        assert!((number(&row, "a_ratio") - 1.0).abs() <= error, "{row:?}");
    }
    let one = exact("chutes{players=1}");
    assert_eq!([&one["moves_min"], &one["moves_median"], &one["moves_p95"]], ["7", "33", "90"]);
    // S. B. Ekhad and D. Zeilberger: 0.5955725767 for the first of two players.
    let two = exact("overshoot{squares=29,faces=2,links=[]}");
    assert!((number(&two, "a_ratio") - 0.595_572_576_7).abs() < 5e-11, "{two:?}");
}

#[test]
fn a_small_board_is_solved_without_a_word_on_memory() {
    let done = Sandbox::new().run("exact --rules chutes --no-files");
    assert_eq!(crate::sandbox::stderr(&done), "");
    assert!(String::from_utf8(done.stdout).unwrap().starts_with("rules"));
}

#[test]
fn edges_of_the_board_are_exact_too() {
    // One square: a six-sided die must show a 1.
    let row = exact("chutes{squares=1,links=[]}");
    assert!((number(&row, "a_ratio") - 6.0 / 11.0).abs() < 1e-12, "{row:?}");
    assert!((number(&row, "moves_mean") - 6.0).abs() < 1e-11, "{row:?}");
    // Nothing is left to chance: A comes to square 5 with move 9.
    let row = exact("chutes{squares=5,faces=1,links=[]}");
    let found =
        ["a_ratio", "b_ratio", "moves_mean", "moves_min", "moves_p99"].map(|c| number(&row, c));
    assert_eq!(found, [1.0, 0.0, 9.0, 9.0, 9.0]);
    // The limit is part of the game: nobody comes home in six moves, and few in seven.
    let row = exact("chutes{players=1,limit=6}");
    let found = ["a_ratio", "draw_ratio", "moves_mean", "moves_min"].map(|c| number(&row, c));
    assert_eq!((found[0], found[3]), (0.0, 6.0));
    assert!((found[1] - 1.0).abs() < 1e-12 && (found[2] - 6.0).abs() < 1e-11, "{found:?}");
    let row = exact("chutes{players=1,limit=7}");
    assert!(number(&row, "a_ratio") > 0.0 && number(&row, "draw_ratio") > 0.99, "{row:?}");
    // A trap: whoever passes square 3 never comes home.
    let trap = "chutes{squares=9,faces=2,players=1,limit=500,links=[[2,9],[7,5],[8,4]]}";
    let row = exact(trap);
    // 1 then 2 squares on, or 1 and 1; a link leads home from square 2 alone.
    assert!((number(&row, "a_ratio") - 0.75).abs() < 1e-12, "{row:?}");
    assert!((number(&row, "draw_ratio") - 0.25).abs() < 1e-11, "{row:?}");
    let caution = Sandbox::new().run(&["exact", "--rules", trap, "--no-files"]);
    let caution = crate::sandbox::stderr(&caution);
    assert!(caution.contains("no way home"), "{caution}");
}

#[test]
fn the_simulated_agrees_with_the_exact() {
    let sandbox = Sandbox::new();
    for rules in ["chutes", "overshoot", "chutes{players=1}", "chutes{limit=40}"] {
        let row = exact(rules);
        sandbox.ok(&["--rules", rules, "--games", "20000", "--name", "s", "--quiet", "--force"]);
        let played = sandbox.row("results/s/summary.csv", 0);
        // Six false alarms in a hundred million, for each of the four numbers of each rule set.
        let within = |column: &str, spread: f64| {
            let (here, there) = (number(&played, column), number(&row, column));
            assert!(
                (here - there).abs() <= 5.5 * spread + 1e-9,
                "{rules} {column}: {here} {there}"
            );
        };
        for column in ["a_ratio", "b_ratio", "draw_ratio"] {
            let share = number(&row, column);
            within(column, (share * (1.0 - share) / 20_000.0).sqrt());
        }
        within("moves_mean", number(&played, "moves_std_err"));
        assert!(number(&played, "moves_min") >= number(&row, "moves_min"), "{rules}");
    }
}

#[test]
fn every_verb_plays_it() {
    let sandbox = Sandbox::new();
    let text = sandbox.ok("--rules chutes --games 3000 --by first_roll --name b --per-game g.csv");
    assert!(text.contains("A wins") && text.contains("moves: mean"), "{text}");
    let header = sandbox.csv("results/b/summary.csv")[0].join(",");
    assert!(header.contains("a_ratio") && header.contains("moves_p95,moves_p99"), "{header}");
    assert!(header.contains("links_mean"), "{header}");
    assert_eq!(sandbox.csv("results/b/strata.csv").len(), 7);
    let rows = sandbox.csv("results/b/g.csv");
    assert_eq!(rows[0].join(","), "rules,game,outcome,end_reason,moves,links");
    assert_eq!(rows.len(), 3001);
    let text = sandbox.ok("compare chutes overshoot --games 3000 --name c");
    assert!(text.contains("overshoot"), "{text}");
    assert_eq!(sandbox.row("results/c/comparison.csv", 0)["rules_2"], "overshoot");
    let text = sandbox.ok("hunt --rules chutes --shortest 2 --most links:2 --games 3000 --name h");
    assert!(text.contains("links"), "{text}");
    let toml = "rules = [\"chutes\"]\ngames = 500\nseed = 3\n[[sweep]]\nfaces = [4, 8]\n";
    sandbox.write("e.toml", toml);
    sandbox.ok("run e.toml --name e");
    assert_eq!(sandbox.rows("results/e/summary.csv").len(), 3);
    let text = sandbox.ok("--rules chutes --until a_win:0.05 --no-files");
    assert!(text.contains("a_win"), "{text}");
    let text = sandbox.ok("rules overshoot");
    assert!(text.contains("exact = false") && text.contains("[48, 26]"), "{text}");
    sandbox.write("own.toml", &text);
    let own = sandbox.ok("--rules own.toml --games 50 --no-files");
    assert!(own.contains("own"), "{own}");
    sandbox.ok("report results/b --out page.html");
    let page = String::from_utf8(sandbox.read("page.html")).unwrap();
    assert!(page.contains("<script type=\"text/plain\">"), "no film");
    sandbox.ok("verify results/b results/c results/h results/e");
    sandbox.ok("--rules chutes --games 1000 --seed 5 --shard 1/2 --name half");
    sandbox.ok("--rules chutes --games 1000 --seed 5 --shard 2/2 --name half");
    sandbox.ok("merge results/half-shard1of2 results/half-shard2of2 --out results/m");
    sandbox.ok("--rules chutes --games 1000 --seed 5 --threads 1 --name whole");
    for file in ["summary.csv", "histogram.csv"] {
        let [merged, whole] =
            ["m", "whole"].map(|run| sandbox.read(&format!("results/{run}/{file}")));
        assert_eq!(merged, whole, "{file}");
    }
}

#[test]
fn the_first_games_are_pinned() {
    // As scripts/snakes_oracle.py plays them, from the recipe alone.
    let sandbox = Sandbox::new();
    sandbox.ok("--rules chutes --games 5 --seed 7 --name p --quiet --per-game ./g.csv");
    let rows: Vec<String> = sandbox.csv("g.csv")[1..].iter().map(|row| row.join(",")).collect();
    assert_eq!(rows, PINNED);
}

const PINNED: [&str; 5] = [
    "chutes,0,B,home,62,14",
    "chutes,1,A,home,47,7",
    "chutes,2,A,home,23,5",
    "chutes,3,B,home,26,3",
    "chutes,4,B,home,24,6",
];

#[test]
fn boards_that_make_no_game_are_refused_with_what_and_where() {
    let sandbox = Sandbox::new();
    for (changes, said) in [
        ("squares=0", "squares = 0 is out of range: use 1 to 10000"),
        ("squares=-3", "squares = -3 is out of range"),
        ("squares=1e2", "must be a whole number"),
        ("faces=0", "faces = 0 is out of range: use 1 to 100"),
        ("faces=101", "faces = 101"),
        ("players=0", "players = 0 is out of range: use 1 to 8"),
        ("players=9", "players = 9 is out of range: use 1 to 8"),
        ("faces=[]", "faces: a list of 0 faces"),
        ("faces=[1,-1]", "faces: -1 is out of range: use 0 to 10000"),
        ("weights=[1,2]", "weights: 2 of them for 6 faces; give one each"),
        ("faces=[1,2],weights=[1,0]", "weights: 0 is out of range: use 1 to 1000000"),
        ("faces=[0]", "nobody can ever come to square 100"),
        ("limit=0", "limit = 0 is out of range: use 1 to 10000000"),
        ("exact=\"yes\"", "must be true or false"),
        ("links=[[5,101]]", "[5, 101] names square 101; the board has 1 to 100"),
        ("links=[[0,5]]", "[0, 5] names square 0"),
        ("links=[[5,-1]]", "[5, -1] names square -1"),
        ("links=[[100,5]]", "[100, 5] starts on the last square"),
        ("links=[[5,5]]", "[5, 5] leads nowhere"),
        ("links=[[5,9],[5,2]]", "[5, 2] is the second link from square 5"),
        ("links=[[5,9],[9,20]]", "[5, 9] ends on square 9, where another link starts"),
        ("links=[[5,9],[9,5]]", "[5, 9] ends on square 9, where another link starts"),
        ("links=[[5]]", "links"),
        ("links=[5,9]", "must be"),
        ("squares=50", "names square 84; the board has 1 to 50"),
        // Six snakes in a row stop every die of six faces.
        ("links=[[50,1],[51,2],[52,3],[53,4],[54,5],[55,6]]", "nobody can ever come to square 100"),
        ("faces=1,links=[[5,2]]", "nobody can ever come to square 100"),
        ("exact=false,faces=1,links=[]", "no effect: exact = false"),
        ("limits=3", "did you mean `limit`?"),
        ("deck.ranks=3", "unknown field `deck`"),
    ] {
        let rules = format!("chutes{{{changes}}}");
        for verb in [&["--games", "5"][..], &["exact"][..]] {
            let arguments: Vec<&str> =
                verb.iter().copied().chain(["--rules", &rules, "--no-files"]).collect();
            let message = sandbox.fails(64, &arguments[..]);
            assert!(message.contains(said), "{rules}: {message}");
            assert_eq!(message.trim_end().lines().count(), 1, "{message}");
        }
    }
    sandbox.write("bad.toml", "base = \"chutes\"\nfaces = 6\nlinks = [[100, 1]]\n");
    sandbox.fails_saying(65, "exact --rules bad.toml", &["bad.toml: line 3: links: [100, 1]"]);
    sandbox.fails_saying(64, "exact --rules chutes --rules umass", &["umass", "War"]);
    sandbox.fails_saying(64, "exact --rules chutes --per-game x.csv", &["--per-game", "no effect"]);
    sandbox.fails(64, "--rules chutes --decks x.txt");
    sandbox.fails(64, "hunt --climb --rules chutes --seconds 1");
    sandbox.fails(64, "compare chutes umass --games 5");
}
