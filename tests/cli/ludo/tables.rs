//! Which games of `ludo` are played, their rows, and what its tables hold.

use std::fs;

use super::{count, near};
use crate::sandbox::{Row, Sandbox, flat, names, number, wilson};

#[test]
fn the_columns_are_those_of_the_contract() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --games 10 --name x --per-game ./games.csv");
    let header = |file: &str| sandbox.text(file).lines().next().unwrap().to_owned();
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
        serde_json::from_str(&sandbox.text("results/x/manifest.json")).unwrap();
    let text = manifest.to_string();
    for said in ["ludo-rolls-v1", "goal_pieces", "roll_limit", "\"command\"", "pairs.csv"] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
}

#[test]
fn every_share_follows_from_the_counts_and_no_game_is_lost() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --games 300 --seed 9 --rules bwinf --rules bwinf-frozen --name x \
              --roll-limit 400 --per-game ./games.csv --quiet");
    let (pairs, games) = (sandbox.rows("results/x/pairs.csv"), sandbox.rows("games.csv"));
    assert_eq!((pairs.len(), games.len()), (2 * 15, 2 * 15 * 300));
    let mut kinds = [0; 4];
    for (k, pair) in pairs.iter().enumerate() {
        let games: Vec<&Row> = games[k..].iter().step_by(pairs.len()).collect();
        let ended = |outcome: &str| games.iter().filter(|g| g["outcome"] == outcome).count() as u64;
        let ends = ["die-1", "die-2", "stuck", "limit"].map(ended);
        for (k, column) in ["wins_1", "wins_2", "ties_stuck", "ties_limit"].iter().enumerate() {
            assert_eq!(count(pair, column), ends[k], "{column} of {pair:?}");
            kinds[k] += ends[k];
        }
        assert_eq!(count(pair, "ties"), ends[2] + ends[3]);
        let begun =
            games.iter().filter(|g| g["outcome"] == format!("die-{}", g["beginner"])).count();
        assert_eq!(count(pair, "beginner_wins"), begun as u64);
        assert!(near(number(pair, "beginner_share"), begun as f64 / 300.0));
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
    let sandbox = Sandbox::new();
    sandbox.write("dice.txt", "5\n1 6\n6 1 2 3 4 5 6\n2 1 6\n1 1\n6 1 2 3 4 5 6\n");
    for (by, key, options) in
        [("win-share", "win_share", ""), ("score", "score", "--rank-by score --self-play")]
    {
        sandbox.ok(&format!("ludo dice.txt --games 101 --name {by} {options}"));
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
    let sandbox = Sandbox::new();
    sandbox.write("two.txt", "2\n6 1 2 3 4 5 6\n4 1 2 5 6\n");
    sandbox.ok("ludo two.txt --games 50 --name x");
    for standing in sandbox.rows("results/x/ranking.csv") {
        let (low, high) = wilson(count(&standing, "wins"), 50);
        assert!(near(number(&standing, "ci_low"), low) && near(number(&standing, "ci_high"), high));
    }
}

/// One number has one interval everywhere, and what is said of the best die goes by it.
#[test]
fn with_a_precision_every_interval_is_one_that_stopping_allows() {
    let sandbox = Sandbox::new();
    let ends =
        |row: &Row, of: &str| [format!("{of}_low"), format!("{of}_high")].map(|c| row[&c].clone());
    sandbox.ok("ludo wuerfel0 --until share:0.02 --name six --quiet");
    let estimates = sandbox.ok("show results/six --table estimates --format csv");
    sandbox.write("estimates.csv", &estimates);
    let (pairs, mut wanted) =
        (sandbox.rows("results/six/pairs.csv"), sandbox.rows("estimates.csv"));
    wanted.retain(|row| row["measure"] == "share");
    assert_eq!((pairs.len(), wanted.len()), (15, 15));
    for (pair, wanted) in pairs.iter().zip(&wanted) {
        assert_eq!(ends(pair, "win_share_1_ci"), ends(wanted, "ci"), "{pair:?}");
    }
    for standing in sandbox.rows("results/six/ranking.csv") {
        let die = &standing["die"];
        let widths = pairs.iter().filter_map(|pair| {
            let seat = (1..=2).find(|seat| pair[&format!("die_{seat}")] == *die)?;
            let [low, high] =
                ends(pair, &format!("win_share_{seat}_ci")).map(|x| x.parse::<f64>().unwrap());
            Some(high - low)
        });
        // Five together are wider than the mean of each alone.
        let least = widths.sum::<f64>() / 5.0;
        let [low, high] = ["ci_low", "ci_high"].map(|column| number(&standing, column));
        assert!((least..1.5 * least).contains(&(high - low)), "{standing:?}");
    }
    // An interval for a planned number of games is above one half here.
    let said = sandbox.ok("ludo wuerfel0 --pair 4,5 --until share:0.02 --name two --report");
    let words = flat(&said);
    assert!(words.contains("the best die of those that played is one of 4, 5, which"), "{said}");
    assert!(
        sandbox
            .text("results/two/report.html")
            .contains("The best die of those that played is one of 4, 5")
    );
    let (pair, ranking) =
        (sandbox.rows("results/two/pairs.csv"), sandbox.rows("results/two/ranking.csv"));
    assert!(wilson(count(&pair[0], "wins_1"), count(&pair[0], "games")).0 > 0.5, "{pair:?}");
    for (standing, seat) in ranking.iter().zip(["1", "2"]) {
        assert_eq!(ends(standing, "ci"), ends(&pair[0], &format!("win_share_{seat}_ci")));
    }
}

#[test]
fn self_play_adds_a_row_for_each_die_against_itself() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --games 20 --name without --quiet");
    let text = sandbox.ok("ludo wuerfel0 --games 20 --name with --self-play");
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
    sandbox.ok("ludo one.txt --games 20 --name one --self-play");
    let alone = &sandbox.rows("results/one/ranking.csv")[0];
    assert_eq!((&*alone["games"], &*alone["win_share"], &*alone["ci_low"]), ("0", "", ""));
}

// Windows allows no such name.
#[cfg(unix)]
#[test]
fn names_that_csv_must_quote_are_quoted() {
    let sandbox = Sandbox::new();
    let name = "we,\"ird";
    sandbox.write(&format!("{name}.toml"), "");
    sandbox.ok(&format!(
        "ludo wuerfel0 --games 10 --rules {name}.toml --name x --per-game ./games.csv"
    ));
    for table in ["results/x/pairs.csv", "results/x/ranking.csv", "games.csv"] {
        assert!(sandbox.rows(table).iter().all(|row| row["rules"] == name), "{table}");
    }
}

#[test]
fn no_games_leave_fields_empty_instead_of_nan() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --games 0 --name x --rules bwinf --rules devofvictory");
    let row = &sandbox.rows("results/x/pairs.csv")[0];
    assert_eq!((&*row["games"], &*row["win_share_1"], &*row["rolls_mean"]), ("0", "", ""));
    assert_eq!((&*row["win_share_1_ci_low"], &*row["win_share_1_ci_high"]), ("", ""));
    let row = &sandbox.rows("results/x/ranking.csv")[0];
    assert_eq!((&*row["games"], &*row["win_share"], &*row["score"]), ("0", "", ""));
    sandbox.ok("ludo wuerfel0 --games 1 --name y");
    assert_eq!(sandbox.rows("results/y/pairs.csv")[0]["rolls_std_dev"], "");
}

#[test]
fn start_and_roll_limit_and_first_game_decide_the_games() {
    let sandbox = Sandbox::new();
    let run = |name: &str, options: &str| {
        sandbox.ok(&format!(
            "ludo wuerfel0 --games 40 --seed 3 --name {name} --per-game ./{name}.csv --quiet {options}"
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
    let sandbox = Sandbox::new();
    sandbox.write("same.toml", "");
    sandbox.write("longer.toml", "base = \"bwinf-frozen\"\ngoal_pieces = \"move-on\"\n");
    sandbox.ok("ludo wuerfel0 --games 200 --rules bwinf --rules same.toml --rules devofvictory \
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
    sandbox
        .ok("ludo wuerfel0 --games 200 --rules devofvictory --name alone --per-game ./alone.csv");
    assert_eq!(sandbox.rows("alone.csv"), alone);
}

#[test]
fn rows_equal_the_game_played_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("dice.txt", "4\n6 1 2 3 4 5 6\n3 6 10 20\n2 6 6\n4 1 2 3 4\n");
    sandbox.ok(
        "ludo dice.txt --games 6 --first-game 1000 --seed 77 --rules devofvictory --start roll-off \
              --roll-limit 200 --self-play --name x --per-game ./games.csv --quiet",
    );
    let mut ends = Vec::new();
    for row in sandbox.rows("games.csv") {
        let alone = format!(
            "play --dice dice.txt --pair {},{} --game {} --seed 77 --rules devofvictory --start roll-off \
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
            word => {
                let seat = word.strip_prefix("die-").expect("a die won");
                (format!("{} wins", who(seat)), format!("Player {seat} wins"))
            }
        };
        assert!(text.contains(&said) && traced.contains(&last), "{row:?}: {text}{traced}");
        assert!(text.contains(&format!("{} began", who(&row["beginner"]))), "{row:?}: {text}");
        ends.push(row["outcome"].clone());
    }
    for end in ["die-1", "die-2", "stuck", "limit"] {
        assert!(ends.iter().any(|other| other == end), "{end} does not occur");
    }
}

#[test]
fn rows_can_be_parquet() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --games 10 --name x --per-game ./games.parquet --quiet");
    let bytes = fs::read(sandbox.path("games.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert!(sandbox.text("results/x/manifest.json").contains("games.parquet"));
    sandbox.write("s.toml", "games=9\n[sweep]\nbase='bwinf'\ndie_1='1-6'\ndie_2=['1-6', '0-9']\n");
    sandbox.ok("run s.toml --name s --per-game ./s.parquet --quiet");
    assert_eq!(sandbox.rows("results/s/summary.csv")[1]["die_2"], "0-9", "not its number");
}
