//! Which games are played, and their rows.

use std::fs;

use super::{Ludo, Row, count};

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
