//! The Ludo verbs, from outside.

use std::collections::HashMap;
use std::fs;
use std::ops::Deref;
use std::process::Output;

use crate::sandbox::{Sandbox, names};

/// The verb `ludo` in a folder with the dice of the task.
struct Ludo(Sandbox);

impl Deref for Ludo {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.0
    }
}

type Row = HashMap<String, String>;

impl Ludo {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        sandbox.write("wuerfel0.txt", include_str!("../../experiments/dice/wuerfel0.txt"));
        Self(sandbox)
    }

    fn run(&self, arguments: &str) -> Output {
        self.0.run(&format!("ludo {arguments}"))
    }

    /// Runs what must succeed.
    fn ok(&self, arguments: &str) -> String {
        let text = self.0.ok(&format!("ludo {arguments}"));
        // A path is never broken.
        for line in text.lines().filter(|line| !line.starts_with("written to ")) {
            assert!(line.chars().count() <= 80, "{arguments}: {line}");
        }
        text
    }

    /// Runs what must fail with this exit code and write nothing; returns the message.
    fn fails(&self, code: i32, arguments: &str) -> String {
        let before = names(self.folder.path());
        let message = self.0.fails(code, &format!("ludo {arguments}"));
        assert_eq!(names(self.folder.path()), before, "{arguments} wrote something");
        message
    }

    fn read(&self, path: &str) -> String {
        String::from_utf8(self.0.read(path)).unwrap()
    }
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} = {:?}: {e}", row[column]))
}

fn count(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|e| panic!("{column} = {:?}: {e}", row[column]))
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

/// Wilson's interval as in the textbook, 95 %.
fn wilson(wins: u64, games: u64) -> (f64, f64) {
    let (z, n) = (1.959_963_984_540_054, games as f64);
    let p = wins as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - reach) / scale).max(0.0), ((middle + reach) / scale).min(1.0))
}

#[test]
fn the_columns_are_those_of_the_contract() {
    let sandbox = Ludo::new();
    sandbox.ok("wuerfel0.txt --games 10 --name x --per-game ./games.csv");
    let header = |file: &str| sandbox.read(file).lines().next().unwrap().to_owned();
    assert_eq!(
        header("results/x/pairs.csv"),
        "rules,start,roll_limit,seed,die_1,die_2,games,wins_1,wins_2,ties,ties_stuck,ties_limit,\
         win_share_1,win_share_1_ci_low,win_share_1_ci_high,\
         win_share_2,win_share_2_ci_low,win_share_2_ci_high,\
         score_1,rolls_mean,rolls_std_dev,captures_mean,beginner_wins,beginner_share"
    );
    assert_eq!(
        header("results/x/ranking.csv"),
        "rules,start,roll_limit,rank,die,faces,games,wins,losses,ties,win_share,ci_low,ci_high,score,\
         face_mean,six_share,one_share"
    );
    assert_eq!(header("games.csv"), "rules,die_1,die_2,game,beginner,outcome,rolls,captures");
    assert_eq!(
        names(&sandbox.path("results/x")),
        ["datapackage.json", "manifest.json", "pairs.csv", "ranking.csv", "state"]
    );
    let manifest: serde_json::Value =
        serde_json::from_str(&sandbox.read("results/x/manifest.json")).unwrap();
    let text = manifest.to_string();
    for said in ["ludo-rolls-v1", "goal_pieces", "roll_limit", "\"command\"", "pairs.csv"] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
}

#[test]
fn every_share_follows_from_the_counts_and_no_game_is_lost() {
    let sandbox = Ludo::new();
    sandbox.ok("wuerfel0.txt --games 300 --seed 9 --rules bwinf --rules bwinf-frozen --name x \
              --roll-limit 400 --per-game ./games.csv --quiet");
    let (pairs, games) = (sandbox.rows("results/x/pairs.csv"), sandbox.rows("games.csv"));
    assert_eq!((pairs.len(), games.len()), (2 * 15, 2 * 15 * 300));
    let mut kinds = [0; 4];
    for (k, pair) in pairs.iter().enumerate() {
        let games: Vec<&Row> = games[k..].iter().step_by(pairs.len()).collect();
        let ended = |outcome: &str| games.iter().filter(|g| g["outcome"] == outcome).count() as u64;
        let ends = ["1", "2", "stuck", "limit"].map(ended);
        for (k, column) in ["wins_1", "wins_2", "ties_stuck", "ties_limit"].iter().enumerate() {
            assert_eq!(count(pair, column), ends[k], "{column} of {pair:?}");
            kinds[k] += ends[k];
        }
        assert_eq!(count(pair, "ties"), ends[2] + ends[3]);
        assert_eq!(ends.iter().sum::<u64>(), 300);
        assert_eq!([&*pair["games"], &pair["seed"], &pair["roll_limit"]], ["300", "9", "400"]);
        for seat in [1, 2] {
            let wins = ends[seat - 1];
            let of = |what: &str| number(pair, &format!("win_share_{seat}{what}"));
            let (low, high) = wilson(wins, 300);
            assert!(near(of(""), wins as f64 / 300.0));
            assert!(near(of("_ci_low"), low) && near(of("_ci_high"), high), "{pair:?}");
        }
        let ties = (ends[2] + ends[3]) as f64;
        assert!(near(number(pair, "score_1"), (ends[0] as f64 + ties / 2.0) / 300.0));
        let sum = |column: &str| games.iter().map(|g| number(g, column)).sum::<f64>();
        let mean = sum("rolls") / 300.0;
        let squares: f64 = games.iter().map(|g| (number(g, "rolls") - mean).powi(2)).sum();
        assert!((number(pair, "rolls_mean") - mean).abs() < 1e-9);
        assert!((number(pair, "rolls_std_dev") - (squares / 299.0).sqrt()).abs() < 1e-9);
        assert!(near(number(pair, "captures_mean"), sum("captures") / 300.0));
        for (k, game) in games.iter().enumerate() {
            let same = ["rules", "die_1", "die_2"].iter().all(|&c| game[c] == pair[c]);
            assert!(same && count(game, "game") == k as u64, "{game:?}");
            assert_eq!(count(game, "beginner"), 1 + k as u64 % 2, "alternate start");
            assert!((1..=400).contains(&count(game, "rolls")));
        }
    }
    assert!(kinds.iter().all(|&games| games > 0), "every end occurs: {kinds:?}");
}

#[test]
fn the_ranking_follows_from_the_pairs() {
    let sandbox = Ludo::new();
    sandbox.write("dice.txt", "5\n1 6\n6 1 2 3 4 5 6\n2 1 6\n1 1\n6 1 2 3 4 5 6\n");
    for (by, key, options) in
        [("win-share", "win_share", ""), ("score", "score", "--rank-by score --self-play")]
    {
        sandbox.ok(&format!("dice.txt --games 101 --name {by} {options}"));
        let pairs = sandbox.rows(&format!("results/{by}/pairs.csv"));
        assert_eq!(pairs.len(), if by == "score" { 15 } else { 10 });
        let ranking = sandbox.rows(&format!("results/{by}/ranking.csv"));
        assert_eq!(ranking.len(), 5);
        for standing in &ranking {
            let die = &standing["die"];
            let mut sums = [0; 3];
            for pair in pairs.iter().filter(|pair| pair["die_1"] != pair["die_2"]) {
                let [one, two, ties] = ["wins_1", "wins_2", "ties"].map(|c| count(pair, c));
                let seen = match (&pair["die_1"] == die, &pair["die_2"] == die) {
                    (true, _) => [one, two, ties],
                    (_, true) => [two, one, ties],
                    _ => [0; 3],
                };
                sums.iter_mut().zip(seen).for_each(|(sum, seen)| *sum += seen);
            }
            assert_eq!(["wins", "losses", "ties"].map(|c| count(standing, c)), sums);
            assert_eq!(count(standing, "games"), 4 * 101, "self-play is left out");
            let share = sums[0] as f64 / 404.0;
            assert!(near(number(standing, "win_share"), share));
            assert!(near(number(standing, "score"), share + sums[2] as f64 / 808.0));
            let [low, high] = ["ci_low", "ci_high"].map(|c| number(standing, c));
            assert!((0.0..=share).contains(&low) && (share..=1.0).contains(&high));
        }
        let keys: Vec<f64> = ranking.iter().map(|row| number(row, key)).collect();
        assert!(keys.is_sorted_by(|a, b| a >= b), "{keys:?}");
        for (k, row) in ranking.iter().enumerate() {
            let rank = 1 + keys.iter().filter(|&&other| other > keys[k]).count();
            assert_eq!(row["rank"], rank.to_string(), "equal dice share the better place");
        }
    }
    // Dice 1 and 4 never win: they share the last place, in the order of the file.
    let ranking = sandbox.rows("results/win-share/ranking.csv");
    let last: Vec<[&str; 2]> = ranking[3..].iter().map(|r| [&*r["rank"], &r["die"]]).collect();
    assert_eq!(last, [["4", "1"], ["4", "4"]]);
    assert_eq!(ranking[0]["faces"], "1 6");
}

#[test]
fn two_dice_have_wilsons_interval_in_the_ranking_too() {
    let sandbox = Ludo::new();
    sandbox.write("two.txt", "2\n6 1 2 3 4 5 6\n4 1 2 5 6\n");
    sandbox.ok("two.txt --games 50 --name x");
    for standing in sandbox.rows("results/x/ranking.csv") {
        let (low, high) = wilson(count(&standing, "wins"), 50);
        assert!(near(number(&standing, "ci_low"), low) && near(number(&standing, "ci_high"), high));
    }
}

#[test]
fn self_play_adds_a_row_for_each_die_against_itself() {
    let sandbox = Ludo::new();
    sandbox.ok("wuerfel0.txt --games 20 --name without --quiet");
    let text = sandbox.ok("wuerfel0.txt --games 20 --name with --self-play");
    assert!(text.contains("6 dice, 21 pairs, 20 games each"), "{text}");
    let (without, with) =
        (sandbox.rows("results/without/pairs.csv"), sandbox.rows("results/with/pairs.csv"));
    let own: Vec<&Row> = with.iter().filter(|row| row["die_1"] == row["die_2"]).collect();
    let dice: Vec<&str> = own.iter().map(|row| row["die_1"].as_str()).collect();
    assert_eq!(dice, ["1", "2", "3", "4", "5", "6"]);
    let others: Vec<&Row> = with.iter().filter(|row| row["die_1"] != row["die_2"]).collect();
    assert_eq!(others, without.iter().collect::<Vec<_>>());
    assert_eq!(
        sandbox.read("results/without/ranking.csv"),
        sandbox.read("results/with/ranking.csv")
    );
    // A die alone has nobody to be ranked against.
    sandbox.write("one.txt", "1\n6 1 2 3 4 5 6\n");
    sandbox.ok("one.txt --games 20 --name one --self-play");
    let alone = &sandbox.rows("results/one/ranking.csv")[0];
    assert_eq!((&*alone["games"], &*alone["win_share"], &*alone["ci_low"]), ("0", "", ""));
}

#[test]
fn start_and_roll_limit_and_first_game_decide_the_games() {
    let sandbox = Ludo::new();
    let run = |name: &str, options: &str| {
        sandbox.ok(&format!(
            "wuerfel0.txt --games 40 --seed 3 --name {name} --per-game ./{name}.csv --quiet {options}"
        ));
        assert!(sandbox.rows(&format!("results/{name}/pairs.csv")).iter().all(|row| {
            let expected = ["alternate", "roll-off", "first"]
                .iter()
                .find(|s| options.contains(&format!("--start {s}")));
            &row["start"] == expected.unwrap_or(&"alternate")
        }));
        sandbox.rows(&format!("{name}.csv"))
    };
    let all = run("all", "");
    let begun = |rows: &[Row]| rows.iter().filter(|row| row["beginner"] == "1").count();
    assert_eq!(begun(&all), 15 * 20);
    assert_eq!(begun(&run("first", "--start first")), 15 * 40);
    let roll_off = begun(&run("roll-off", "--start roll-off"));
    // Chance and the dice decide: neither half nor all.
    assert!(roll_off != 15 * 20 && roll_off > 100 && roll_off < 500, "{roll_off}");
    let short = run("short", "--roll-limit 50");
    for (game, whole) in short.iter().zip(&all) {
        match count(whole, "rolls") {
            0..=50 => assert_eq!(game, whole),
            _ => assert_eq!((&*game["outcome"], &*game["rolls"]), ("limit", "50")),
        }
    }
    let last = run("last", "--first-game 10");
    // Game by game, each with its fifteen pairs.
    assert_eq!(last[..15 * 30], all[15 * 10..]);
    assert!(last[15 * 39..].iter().all(|row| row["game"] == "49"));
}

#[test]
fn rule_sets_play_the_same_rolls() {
    let sandbox = Ludo::new();
    sandbox.write("same.toml", "");
    sandbox.write("longer.toml", "base = \"bwinf-frozen\"\ngoal_pieces = \"move-on\"\n");
    sandbox.ok("wuerfel0.txt --games 200 --rules bwinf --rules same.toml --rules devofvictory \
              --rules longer.toml --name x --per-game ./games.csv");
    let games = sandbox.rows("games.csv");
    // For each game all pairs under the first rule set, then under the next.
    let of =
        |k: usize| -> Vec<Row> { games.chunks(15).skip(k).step_by(4).flatten().cloned().collect() };
    let without_name = |rows: &[Row]| -> Vec<Row> {
        rows.iter()
            .map(|row| Row::from_iter(row.clone().into_iter().filter(|(k, _)| k != "rules")))
            .collect()
    };
    let [bwinf, same, alone, longer] = [0, 1, 2, 3].map(of);
    assert_eq!(without_name(&bwinf), without_name(&same));
    assert_eq!(without_name(&bwinf), without_name(&longer));
    assert_eq!(same[0]["rules"], "same");
    sandbox.ok("wuerfel0.txt --games 200 --rules devofvictory --name alone --per-game ./alone.csv");
    assert_eq!(sandbox.rows("alone.csv"), alone);
}

#[test]
fn rows_equal_the_game_played_alone() {
    let sandbox = Ludo::new();
    sandbox.write("dice.txt", "4\n6 1 2 3 4 5 6\n3 6 10 20\n2 6 6\n4 1 2 3 4\n");
    sandbox.ok(
        "dice.txt --games 6 --first-game 1000 --seed 77 --rules devofvictory --start roll-off \
              --roll-limit 200 --self-play --name x --per-game ./games.csv --quiet",
    );
    let mut ends = Vec::new();
    for row in sandbox.rows("games.csv") {
        let alone = format!(
            "play dice.txt --dice {},{} --game {} --seed 77 --rules devofvictory --start roll-off \
             --roll-limit 200",
            row["die_1"], row["die_2"], row["game"]
        );
        let (text, traced) = (sandbox.ok(&alone), sandbox.ok(&format!("{alone} --trace")));
        let plural = |column: &str, word: &str| {
            format!("{} {word}{}", row[column], if row[column] == "1" { "" } else { "s" })
        };
        let counts = format!("\n{}, {}, ", plural("rolls", "roll"), plural("captures", "capture"));
        assert!(text.contains(&counts), "{row:?}: {text}");
        let counts = format!("Rolls: {}, captures: {}.", row["rolls"], row["captures"]);
        assert!(traced.ends_with(&format!("{counts}\n")), "{row:?}: {traced}");
        assert!(traced.contains(&format!("Player {} begins.", row["beginner"])), "{traced}");
        let self_play = row["die_1"] == row["die_2"];
        let who = |seat: &str| match self_play {
            true => format!("player {seat}"),
            false => format!("die {}", row[&format!("die_{seat}")]),
        };
        let (said, last) = match row["outcome"].as_str() {
            "stuck" => ("tie, stuck".to_owned(), "A tie, stuck".to_owned()),
            "limit" => {
                ("tie, undecided after 200".to_owned(), "A tie by the roll limit".to_owned())
            }
            seat => (format!("{} wins", who(seat)), format!("Player {seat} wins")),
        };
        assert!(text.contains(&said) && traced.contains(&last), "{row:?}: {text}{traced}");
        assert!(text.contains(&format!("{} began", who(&row["beginner"]))), "{row:?}: {text}");
        ends.push(row["outcome"].clone());
    }
    for end in ["1", "2", "stuck", "limit"] {
        assert!(ends.iter().any(|other| other == end), "{end} does not occur");
    }
}

#[test]
fn rows_can_be_parquet() {
    let sandbox = Ludo::new();
    sandbox.ok("wuerfel0.txt --games 10 --name x --per-game ./games.parquet --quiet");
    let bytes = fs::read(sandbox.path("games.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert!(sandbox.read("results/x/manifest.json").contains("games.parquet"));
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let sandbox = Ludo::new();
    let run = |threads: u32| {
        sandbox.ok(&format!(
            "wuerfel0.txt --games 5000 --rules bwinf --rules bwinf-frozen --self-play --seed 7 \
             --name t{threads} --threads {threads} --quiet --per-game ./t{threads}.csv"
        ));
        let tables = ["pairs.csv", "ranking.csv"]
            .map(|file| fs::read(sandbox.path(&format!("results/t{threads}/{file}"))).unwrap());
        (tables, fs::read(sandbox.path(&format!("t{threads}.csv"))).unwrap())
    };
    let one = run(1);
    assert!(one == run(2), "two threads differ from one");
    assert!(one == run(7), "seven threads differ from one");
}

#[test]
fn a_bad_dice_file_is_refused_with_file_line_and_what_was_expected() {
    let sandbox = Ludo::new();
    for (text, line, expected) in [
        ("", 1, "the number of dice, found the end"),
        ("# only\n# comments\n", 2, "the number of dice, found the end"),
        ("0\n", 1, "the number of dice from 1 to 1000, found \"0\""),
        ("-2\n1 1\n1 1\n", 1, "the number of dice from 1 to 1000, found \"-2\""),
        ("two\n1 1\n1 1\n", 1, "found \"two\""),
        ("2.0\n1 1\n1 1\n", 1, "found \"2.0\""),
        ("1001\n", 1, "found \"1001\""),
        ("1\n6 1 2 3 4 5 6\n", 1, "at least 2 dice, found 1; --self-play"),
        ("2 6\n1 1\n1 1\n", 1, "the number of dice alone, found 2 numbers"),
        ("3\n1 1\n1 1\n", 3, "3 dice as the first line says, found 2"),
        ("2\n1 1\n\n# x\n1 1\n1 1\n", 6, "the end of the file after 2 dice"),
        ("2\n3 1 2\n1 1\n", 2, "3 faces as the first number says, found 2"),
        ("2\n1 1\n3 1 2 3 4 # five\n", 3, "3 faces as the first number says, found 4"),
        ("2\n2 1 -2\n1 1\n", 2, "a face from 0 to 1000000, found \"-2\""),
        ("2\n2 1 six\n1 1\n", 2, "a face from 0 to 1000000, found \"six\""),
        ("2\n2 1 1000001\n1 1\n", 2, "found \"1000001\""),
        ("2\n2 1 99999999999999999999\n1 1\n", 2, "found \"99999999999999999999\""),
        ("2\n2 1,2\n1 1\n", 2, "found \"1,2\""),
        ("2\n0\n1 1\n", 2, "the number of faces from 1 to 1000, found \"0\""),
        ("2\n1001 1\n1 1\n", 2, "the number of faces from 1 to 1000, found \"1001\""),
    ] {
        sandbox.write("bad.txt", text);
        for arguments in ["bad.txt --games 10", "play bad.txt --dice 1,2"] {
            if arguments.starts_with("play") && text.starts_with("1\n") {
                continue;
            }
            let message = sandbox.fails(65, arguments);
            let begin = format!("war-sim: bad.txt: line {line}: expected ");
            assert!(message.starts_with(&begin), "{text:?}: {message}");
            assert!(message.contains(expected), "{text:?}: {message}");
        }
    }
    fs::write(sandbox.path("bad.txt"), b"2\n1 \xff\n1 1\n").unwrap();
    assert!(sandbox.fails(65, "bad.txt --games 10").contains("UTF-8"));
    let most = format!("2\n1000{}\n1 6\n", " 6".repeat(1000));
    sandbox.write("most.txt", &most);
    sandbox.ok("most.txt --games 10 --name most");
    assert!(sandbox.fails(66, "missing.txt").contains("missing.txt: there is no such file"));
    assert!(sandbox.fails(66, "play missing.txt --dice 1,2").contains("missing.txt"));
}

#[test]
fn one_die_needs_self_play() {
    let sandbox = Ludo::new();
    sandbox.write("one.txt", "1 # die\n2 1 6");
    sandbox.fails(65, "one.txt --games 10");
    let text = sandbox.ok("one.txt --games 10 --self-play");
    assert!(text.contains("1 die, 1 pair, 10 games each") && !text.contains("apart"), "{text}");
    assert!(sandbox.ok("play one.txt --dice 1,1").contains("die 1 against die 1"));
}

#[test]
fn bad_options_are_refused_with_a_way_out() {
    let sandbox = Ludo::new();
    sandbox.write("unass.toml", "goal_pieces = \"free\"\n");
    for (code, arguments, expected) in [
        (64, "", "DICE_FILE"),
        (64, "wuerfel0.txt --games -1", "whole number"),
        (64, "wuerfel0.txt --games 1e30", "too large"),
        (64, "wuerfel0.txt --games 1e19", "15 pairs of dice make more than 2^64 - 1 games"),
        (64, "wuerfel0.txt --games 5 --first-game 18446744073709551615", "2^64 - 1"),
        (64, "wuerfel0.txt --roll-limit 0", "1 to 4294967295"),
        (64, "wuerfel0.txt --roll-limit 4294967296", "1 to 4294967295"),
        (64, "wuerfel0.txt --rules bwinv", "did you mean `bwinf`?"),
        (64, "wuerfel0.txt --rules bwinf_frozen", "did you mean `bwinf-frozen`?"),
        (64, "wuerfel0.txt --rules umass", "a rule set of War, not of Ludo"),
        (64, "wuerfel0.txt --rules bwinf --rules bwinf", "already"),
        (64, "wuerfel0.txt --start rolloff", "roll-off"),
        (64, "wuerfel0.txt --rank-by wins", "win-share"),
        (64, "wuerfel0.txt --confidence 1", "between 0 and 1"),
        (64, "wuerfel0.txt --threads 0", "1 to 4096"),
        (64, "wuerfel0.txt --per-game x.txt", ".csv"),
        (64, "wuerfel0.txt --name a/b", "plain folder name"),
        (64, "wuerfel0.txt --dice 1,9", "--pair 1,9"),
        (64, "play wuerfel0.txt", "--pair"),
        (64, "play wuerfel0.txt --dice 2,1", "as in the tables: 1,2"),
        (64, "play wuerfel0.txt --dice 9,9", "has dice 1 to 6"),
        (64, "play wuerfel0.txt --dice 1,7", "has dice 1 to 6"),
        (64, "play wuerfel0.txt --dice x", "two dice such as 1,2"),
        (64, "play wuerfel0.txt --dice 0,1", "two dice such as 1,2"),
        (64, "play wuerfel0.txt --dice 1,2,3", "two dice such as 1,2"),
        (64, "play wuerfel0.txt --dice 1,2 --roll-limit 0", "1 to 4294967295"),
        (64, "play wuerfel0.txt --dice 1,2 --rules bwinv", "did you mean `bwinf`?"),
        (
            65,
            "wuerfel0.txt --rules unass.toml",
            "unknown word \"free\": use \"move-on\" or \"frozen\"",
        ),
        (66, "wuerfel0.txt --rules missing.toml", "missing.toml"),
    ] {
        let message = sandbox.fails(code, arguments);
        assert!(message.contains(expected), "{arguments}: {message}");
    }
}

#[test]
fn another_run_is_not_overwritten_but_the_same_one_is() {
    let sandbox = Ludo::new();
    sandbox.ok("wuerfel0.txt --games 100 --name x");
    let before = sandbox.read("results/x/pairs.csv");
    sandbox.ok("wuerfel0.txt --games 100 --name x --threads 1");
    for other in [
        "--seed 1",
        "--games 101",
        "--self-play",
        "--roll-limit 9",
        "--rules bwinf-frozen",
        "--start first",
        "--rank-by score",
        "--first-game 1",
        "--confidence 0.9",
    ] {
        let games = if other.contains("--games") { "" } else { "--games 100" };
        let message = sandbox.fails(73, &format!("wuerfel0.txt {games} --name x {other}"));
        assert!(message.contains("--force"), "{other}: {message}");
    }
    assert_eq!(sandbox.read("results/x/pairs.csv"), before);
    sandbox.ok("wuerfel0.txt --games 100 --seed 1 --name x --force");
    assert_ne!(sandbox.read("results/x/pairs.csv"), before);
    // The same dice under another file name are the same run, other dice are not.
    sandbox.write("copy.txt", include_str!("../../experiments/dice/wuerfel0.txt"));
    sandbox.ok("copy.txt --games 100 --seed 1 --name x");
    sandbox.write("copy.txt", "2\n1 6\n1 6\n");
    sandbox.fails(73, "copy.txt --games 100 --seed 1 --name x");
}

#[test]
fn runs_that_differ_have_folders_of_their_own() {
    let sandbox = Ludo::new();
    for options in [
        "",
        "--seed 1",
        "--self-play",
        "--roll-limit 9",
        "--start first",
        "--rank-by score",
        "--first-game 1",
        "--rules bwinf-frozen",
        "--confidence 0.9",
        "--rules bwinf --rules bwinf-frozen",
    ] {
        sandbox.ok(&format!("wuerfel0.txt --games 10 {options}"));
    }
    assert_eq!(names(&sandbox.path("results")).len(), 10);
    assert!(sandbox.path("results/ludo-wuerfel0-bwinf-seed42-games10").is_dir());
}

#[cfg(unix)]
#[test]
fn names_that_csv_must_quote_are_quoted() {
    let sandbox = Ludo::new();
    let name = "we,\"ird";
    sandbox.write(&format!("{name}.toml"), "");
    sandbox.ok(&format!(
        "wuerfel0.txt --games 10 --rules {name}.toml --name x --per-game ./games.csv"
    ));
    for table in ["results/x/pairs.csv", "results/x/ranking.csv", "games.csv"] {
        assert!(sandbox.rows(table).iter().all(|row| row["rules"] == name), "{table}");
    }
}

#[test]
fn a_rule_set_lies_in_the_folder_of_experiments() {
    let sandbox = Ludo::new();
    fs::create_dir_all(sandbox.path("experiments/ludo")).unwrap();
    for (name, text) in [
        ("roll-off", include_str!("../../experiments/ludo/roll-off.toml")),
        ("four-on-b", include_str!("../../experiments/ludo/four-on-b.toml")),
    ] {
        sandbox.write(&format!("experiments/ludo/{name}.toml"), text);
    }
    sandbox.ok("wuerfel0.txt --games 10 --rules roll-off --rules four-on-b --name x");
    let rows = sandbox.rows("results/x/pairs.csv");
    assert_eq!([&*rows[0]["rules"], &rows[0]["start"]], ["roll-off", "roll-off"]);
    assert_eq!([&*rows[15]["rules"], &rows[15]["start"]], ["four-on-b", "alternate"]);
}

#[test]
fn no_games_leave_fields_empty_instead_of_nan() {
    let sandbox = Ludo::new();
    sandbox.ok("wuerfel0.txt --games 0 --name x --rules bwinf --rules devofvictory");
    let row = &sandbox.rows("results/x/pairs.csv")[0];
    assert_eq!((&*row["games"], &*row["win_share_1"], &*row["rolls_mean"]), ("0", "", ""));
    assert_eq!((&*row["win_share_1_ci_low"], &*row["win_share_1_ci_high"]), ("0", "1"));
    let row = &sandbox.rows("results/x/ranking.csv")[0];
    assert_eq!((&*row["games"], &*row["win_share"], &*row["score"]), ("0", "", ""));
    sandbox.ok("wuerfel0.txt --games 1 --name y");
    assert_eq!(sandbox.rows("results/y/pairs.csv")[0]["rolls_std_dev"], "");
}

#[test]
fn the_terminal_says_what_the_games_prove_and_what_not() {
    let sandbox = Ludo::new();
    let dice = [
        ("non-transitive", include_str!("../../experiments/dice/non-transitive.txt")),
        ("identical", include_str!("../../experiments/dice/identical.txt")),
        ("no-six", include_str!("../../experiments/dice/no-six.txt")),
        ("large-faces", include_str!("../../experiments/dice/large-faces.txt")),
    ];
    for (name, text) in dice {
        sandbox.write(&format!("{name}.txt"), text);
    }
    let text = sandbox.ok("non-transitive.txt --games 20000");
    assert!(text.contains("non-transitive: 1 beats 2 beats 3 beats 1; no order"), "{text}");
    let text = sandbox.ok("identical.txt --games 2000");
    assert!(!text.contains("non-transitive"), "{text}");
    assert!(text.contains("are identical: any difference"), "{text}");
    let text = sandbox.ok("no-six.txt --games 2000");
    assert!(
        text.contains("no difference found between dice 1 and 2 at 2,000 games a pair; they tied")
    );
    assert!(text.contains("ties: 2,000 games stuck") && text.contains("share of ties"), "{text}");
    assert!(text.contains("\n    1      -  1.000  .\n"), "no tie is a dot: {text}");
    let text = sandbox.ok("large-faces.txt --games 2000").replace("\n  ", " ");
    assert!(text.contains("no difference found between dice 2, 3 and 4"), "{text}");
    let text = sandbox
        .ok("wuerfel0.txt --games 2000 --rules bwinf --rules bwinf-frozen --rules devofvictory")
        .replace('\n', " ");
    let flip = "the rules decide which die is best: die 2 under bwinf, die 1 under bwinf-frozen, \
                die 1 under devofvictory";
    assert!(text.contains(flip) && !text.contains("chance"), "{text}");
    let text = sandbox.ok("wuerfel0.txt --games 2000 --rules bwinf-frozen --rules devofvictory");
    assert!(text.contains("both rule sets name die 1 best"), "{text}");
    sandbox.write("mine.toml", "start = \"first\"");
    let text = sandbox.ok("identical.txt --games 300 --rules bwinf --rules mine.toml --seed 5");
    let differ = text.contains("the rules decide");
    assert!(!differ || text.replace('\n', " ").contains("that may be chance"), "{text}");
}

#[test]
fn many_dice_and_long_ones_fit_the_terminal() {
    let sandbox = Ludo::new();
    for n in [2, 10, 11, 15, 16, 40] {
        let long: String = (0..50).map(|face| format!(" {}", 1 + face % 9 * 99_999)).collect();
        let dice: String = (0..n)
            .map(|k| if k % 3 == 0 { format!("51 6{long}\n") } else { "2 1 6\n".into() })
            .collect();
        sandbox.write("many.txt", format!("{n}\n{dice}"));
        // Every line is checked to fit.
        let text = sandbox.ok(&format!("many.txt --games 3 --confidence 0.9999 --name n{n}"));
        assert_eq!(text.contains("are in pairs.csv"), n > 15, "{text}");
        assert_eq!(text.contains("column's in %"), n == 11 || n == 15, "{text}");
        assert!(text.contains("99.99 % interval"), "{text}");
    }
}

#[test]
fn help_has_examples_that_run() {
    let sandbox = Ludo::new();
    fs::create_dir_all(sandbox.path("experiments/dice")).unwrap();
    sandbox.write(
        "experiments/dice/wuerfel0.txt",
        include_str!("../../experiments/dice/wuerfel0.txt"),
    );
    for verb in ["", "play", "exact"] {
        let help = String::from_utf8(sandbox.run(&format!("{verb} --help")).stdout).unwrap();
        let examples: Vec<&str> =
            help.lines().filter_map(|line| line.trim().strip_prefix("war-sim ludo ")).collect();
        assert!(!examples.is_empty(), "{help}");
        for example in examples {
            let few = example.replace("--games 100000", "").replace("[OPTIONS]", "");
            // An exact answer of a user's own dice.
            if few.contains('<') || few.contains("my-dice") {
                continue;
            }
            let single = few.starts_with("play") || few.starts_with("exact");
            let games = if single { "" } else { "--games 10" };
            // Ten games do not reach a precision.
            let code = sandbox.run(&format!("{few} {games}")).status.code();
            assert!(matches!(code, Some(0 | 2)), "{few}: {code:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let sandbox = Ludo::new();
    for arguments in [
        "wuerfel0.txt --games 100",
        "wuerfel0.txt --games 1e12 --no-files --per-game /dev/stdout",
        "play wuerfel0.txt --dice 1,2 --trace",
        "--help",
    ] {
        sandbox.ends_quietly_on_a_closed_pipe(&format!("ludo {arguments}"));
    }
}

#[test]
fn the_bench_times_the_engines_beside_those_of_war() {
    let sandbox = Sandbox::new();
    let quick = "bench --rules bwinf --rules umass --rules devofvictory --ms 1 --repeats 1";
    let csv = sandbox.ok(&format!("{quick} --format csv"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(
        reader.headers().unwrap().iter().collect::<Vec<_>>().join(","),
        "version,commit,cpu,threads,game,rules,engine,repeats,games,ns_per_game,games_per_s,\
         battles_per_s,rolls_per_s,cards_per_s,moves_per_s,ratio_to_plain"
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    for row in &rows {
        let is_ludo = &row[4] == "ludo";
        assert_eq!(is_ludo, &row[5] != "umass");
        assert_eq!((row[11].is_empty(), row[12].is_empty()), (is_ludo, !is_ludo), "{row:?}");
        assert!(row[13].is_empty() && row[14].is_empty());
        assert_eq!(row[15].is_empty(), is_ludo, "{row:?}");
    }
    let engines = |rules: &str| -> Vec<&str> {
        rows.iter().filter(|row| &row[5] == rules).map(|row| &row[6]).collect()
    };
    // The vector engine has a line where this machine has its instructions.
    for rules in ["bwinf", "devofvictory"] {
        assert!(engines(rules).starts_with(&["reference", "portable"]), "{rules}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.ok(&format!("{quick} --format json"))).unwrap();
    assert!(json["machine"]["cpu"].is_string(), "{json}");
    let timings = json["timings"].as_array().unwrap();
    assert_eq!(timings.len(), rows.len());
    for timing in timings {
        let is_ludo = timing["game"] == "ludo";
        assert_eq!(timing["length"], if is_ludo { "rolls" } else { "battles" });
        assert_eq!(timing["ratio_to_plain"].is_null(), is_ludo, "{timing}");
        assert!(timing["ratio_to_reference"].as_f64().unwrap() > 0.0, "{timing}");
        assert_eq!(timing["engine"] == "reference", timing["ratio_to_reference"] == 1.0);
    }
    let text = sandbox.ok(quick);
    assert!(text.contains("battles/s") && text.contains("rolls/s"), "{text}");
}

#[test]
fn a_comparison_shows_both_rankings_and_what_changed_for_each_die() {
    let sandbox = Sandbox::new();
    let words = "compare bwinf bwinf-frozen devofvictory --dice wuerfel0 --games 300 --name x";
    let shown = sandbox.ok(words);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let pairs = [
        "bwinf-frozen against bwinf",
        "devofvictory against bwinf",
        "devofvictory against bwinf-frozen",
    ];
    let tables: Vec<&str> = pairs
        .iter()
        .map(|pair| {
            shown.split(&format!("\n{pair}\n")).nth(1).unwrap_or_else(|| panic!("{pair}: {shown}"))
        })
        .collect();
    // Every number comes out of ranking.csv and the games of the pairs.
    let ranking = sandbox.rows("results/x/ranking.csv");
    let pairs = sandbox.rows("results/x/pairs.csv");
    let number = |row: &std::collections::HashMap<String, String>, key: &str| -> f64 {
        row[key].parse().unwrap()
    };
    let share = |rules: &str, die: &str| {
        let row = ranking.iter().find(|row| row["rules"] == rules && row["die"] == die).unwrap();
        (row["rank"].clone(), number(row, "win_share"))
    };
    for line in tables[0].lines().skip(1).take(6) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (one, two) = (share("bwinf", fields[0]), share("bwinf-frozen", fields[0]));
        assert_eq!((fields[1], fields[3]), (one.0.as_str(), two.0.as_str()), "{line}");
        assert_eq!(fields[2], format!("{:.4}", one.1));
        assert_eq!(fields[4], format!("{:.4}", two.1));
        assert_eq!(
            fields[5].parse::<f64>().unwrap(),
            format!("{:.4}", two.1 - one.1).parse::<f64>().unwrap()
        );
        let (low, high): (f64, f64) = (fields[6].parse().unwrap(), fields[8].parse().unwrap());
        assert!(low <= two.1 - one.1 + 1e-4 && two.1 - one.1 - 1e-4 <= high, "{line}");
    }
    assert_eq!(pairs.len(), 3 * 15);
    assert!(!shown.contains("1:2"), "no pair of dice: {shown}");
    // The pairs are there, and no mirror is tested unless it is asked for.
    let rows = sandbox.ok("show results/x --table comparison --format csv");
    assert_eq!(rows.lines().count(), 1 + 3 * 15 * 3);
    assert!(!rows.contains("share_2"), "{rows}");
    let mirror = format!("{words} --measures share_2 --no-files --format json");
    assert!(sandbox.ok(&mirror).contains("\"measure\":\"share_2\""));
}
