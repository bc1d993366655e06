//! The batch, from outside.

use std::fs;
use std::time::Duration;

use crate::sandbox::{Sandbox, names, signal, stderr, wait_until};

#[test]
fn a_batch_writes_its_files_and_a_table() {
    let sandbox = Sandbox::new();
    let text = sandbox.ok("--games 2000 --seed 42");
    assert!(text.contains("A wins") && text.contains("war-sim play --seed 42 --game"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(names(&sandbox.path("results")), ["umass-seed42-games2000"]);
    assert_eq!(
        names(&sandbox.path("results/umass-seed42-games2000")).join(" "),
        "datapackage.json estimates.csv histogram.csv manifest.json rounds.csv state summary.csv \
         wars.csv"
    );
}

#[test]
fn the_columns_are_those_of_the_contract() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 10 --name x");
    let header = |file: &str| sandbox.csv(&format!("results/x/{file}"))[0].join(",");
    assert_eq!(
        header("summary.csv"),
        "rules,cards,seed,first_game,games,a_wins,b_wins,draws,\
         out_of_cards,short_in_war,both_out,both_short,limit,cycle,\
         a_ratio,a_ci_low,a_ci_high,b_ratio,b_ci_low,b_ci_high,draw_ratio,draw_ci_low,draw_ci_high,\
         battles_mean,battles_std_dev,battles_std_err,battles_min,battles_p05,battles_p25,\
         battles_median,battles_p75,battles_p95,battles_p99,battles_max,battles_min_game,\
         battles_max_game,rounds_mean,wars_mean,deepest_war,cards_laid_mean,\
         decided_games,decided_battles_mean,decided_battles_std_dev,decided_battles_median,\
         decided_battles_max,decided_battles_max_game,decided_rounds_mean,decided_rounds_std_dev,\
         decided_wars_mean,recipe,confidence"
    );
    assert_eq!(header("histogram.csv"), "rules,outcome,end_reason,battles,games");
    assert_eq!(header("rounds.csv"), "rules,outcome,end_reason,rounds,games");
    assert_eq!(header("wars.csv"), "rules,depth,rounds");
}

#[test]
fn the_files_agree_with_one_another_and_with_the_rows_of_the_games() {
    let sandbox = Sandbox::new();
    sandbox
        .ok("--games 3000 --seed 5 --first-game 1000 --rules one-down --rules no-limit --name x \
         --per-game ./games.csv --with-decks --quiet");
    let games = sandbox.csv("games.csv");
    assert_eq!(
        games[0].join(","),
        "rules,game,outcome,end_reason,battles,rounds,wars,deepest_war,cards_laid,deck"
    );
    assert_eq!(games.len(), 1 + 2 * 3000);
    for (k, rules) in ["one-down", "no-limit"].into_iter().enumerate() {
        let rows: Vec<_> = games[1 + k..].iter().step_by(2).collect();
        assert!(rows.iter().all(|row| row[0] == rules), "rows in the order of the command");
        assert!((1000..4000).zip(&rows).all(|(game, row)| row[1] == game.to_string()));
        let column = |c: usize| rows.iter().map(move |row| row[c].parse::<u64>().unwrap());
        let summary = sandbox.row("results/x/summary.csv", k);
        let of = |key: &str| summary[key].parse::<f64>().unwrap();
        let count = |c: usize, word: &str| rows.iter().filter(|row| row[c] == word).count();
        assert_eq!(of("a_wins") as usize, count(2, "A"));
        assert_eq!(of("b_wins") as usize, count(2, "B"));
        assert_eq!(of("draws") as usize, count(2, "draw"));
        for reason in ["out-of-cards", "short-in-war", "both-out", "both-short", "limit", "cycle"] {
            assert_eq!(of(&reason.replace('-', "_")) as usize, count(3, reason), "{reason}");
        }
        assert_eq!(of("battles_mean"), column(4).sum::<u64>() as f64 / 3000.0);
        assert_eq!(of("rounds_mean"), column(5).sum::<u64>() as f64 / 3000.0);
        assert_eq!(of("wars_mean"), column(6).sum::<u64>() as f64 / 3000.0);
        assert_eq!(of("deepest_war") as u64, column(7).max().unwrap());
        assert_eq!(of("cards_laid_mean"), column(8).sum::<u64>() as f64 / 3000.0);
        let mut lengths: Vec<u64> = column(4).collect();
        let longest = lengths.iter().position(|l| l == lengths.iter().max().unwrap()).unwrap();
        assert_eq!(of("battles_max_game") as usize, 1000 + longest);
        lengths.sort_unstable();
        for (key, rank) in
            [("min", 1), ("p05", 150), ("p25", 750), ("median", 1500), ("p99", 2970), ("max", 3000)]
        {
            assert_eq!(of(&format!("battles_{key}")) as u64, lengths[rank - 1], "{key}");
        }
        let histogram = sandbox.csv("results/x/histogram.csv");
        let mine = histogram.iter().filter(|row| row[0] == rules);
        let total: u64 = mine.map(|row| row[4].parse::<u64>().unwrap()).sum();
        assert_eq!(total, 3000);
        let chains = sandbox.csv("results/x/wars.csv");
        let ties = chains.iter().filter(|row| row[0] == rules);
        let ties: u64 =
            ties.map(|row| row[1].parse::<u64>().unwrap() * row[2].parse::<u64>().unwrap()).sum();
        assert_eq!(ties, column(6).sum::<u64>());
    }
    // The same deals for all rule sets, and those that `deck` prints.
    assert!(games[1..].chunks(2).all(|both| both[0][9] == both[1][9]));
    assert_eq!(games[1][9].split(' ').count(), 52);
}

#[test]
fn bad_numbers_are_refused_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    for (arguments, expected) in [
        ("--games -1", "whole number"),
        ("--games 1e30", "too large"),
        ("--games abc", "1000000, 1_000_000 or 1e6"),
        ("--games 5 --seed 18446744073709551616", "too large"),
        ("--games 5 --first-game 18446744073709551615", "2^64 - 1"),
        ("--games 5 --threads 0", "1 to 4096"),
        ("--games 5 --confidence 1", "to 0.999999999, such as 0.95"),
        ("--games 5 --confidence 1e-300", "from 0.01 to"),
        ("--games 5 --confidence nan", "write it as 0.95"),
        ("--games 5 --name a/b", "plain folder name"),
        ("--games 5 --with-decks", "--per-game"),
        ("--games 5 --per-game x.txt", ".csv"),
        ("--games 5 --rules umass --rules umass", "already"),
        ("--games 5 --rules unass", "did you mean `umass`?"),
        ("--games 5 --engine warp", "portable"),
        ("--gmaes 5", "--games"),
        ("--games 5 --rules umass{war.short=foo}", "}: war.short: unknown word"),
        (
            "--games 5 --set war.face_down=x",
            "war.face_down: must be 0 to 20 or \"tied-rank\", not `\"x\"`",
        ),
        ("shuffle", "deck"),
    ] {
        let message = sandbox.fails(64, arguments);
        assert!(message.contains(expected) || arguments == "shuffle", "{arguments}: {message}");
        assert!(names(sandbox.folder.path()).is_empty(), "{arguments} wrote something");
    }
}

#[test]
fn names_are_refused_before_what_is_there_is_looked_at() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 5 --quiet");
    for name in ["..", "", &"n".repeat(300)] {
        sandbox.fails_saying(64, &["--games", "6", "--name", name], &["--name"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_input_output_error_and_leaves_no_results() {
    let sandbox = Sandbox::new();
    sandbox.fails_on_a_full_disk("--games 20000 --per-game -");
    let run = names(&sandbox.path("results")).remove(0);
    assert_eq!(names(&sandbox.path(&format!("results/{run}"))), ["state"]);
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_games_that_take_for_ever() {
    use std::process::Stdio;

    let sandbox = Sandbox::new();
    // Games that come back to where they were go on to a limit that nobody lives to see.
    sandbox.write("slow.toml", "limit.at = 9_000_000_000_000_000_000");
    let mut child = sandbox
        .command("--games 1000 --rules slow.toml --threads 1 --per-game ./g.csv --name s")
        // The games before the endless one are not kept either.
        .env("WAR_SIM_CHECKPOINT_S", "1000")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever stops it before that tells no run.
    wait_until("its state", || sandbox.path("results/s/state").exists());
    wait_until("its end", || {
        signal(&child, "TERM");
        // Sooner the next would be the same wish.
        std::thread::sleep(Duration::from_millis(300));
        child.try_wait().unwrap().is_some()
    });
    let output = child.wait_with_output().unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(75), "{message}");
    assert!(sandbox.path("results/s/state").exists());
    // What is left of it is in nobody's way.
    sandbox.ok("--games 10 --per-game ./g.csv --quiet");
    assert_eq!(names(sandbox.folder.path()), ["g.csv", "results", "slow.toml"]);
}

#[test]
fn rows_lie_where_they_are_asked_for_and_replace_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.csv", "mine");
    for file in ["games.csv", "results/x/games.csv"] {
        sandbox.ok(&format!("--games 10 --name x --per-game {file} --quiet"));
        assert_eq!(sandbox.rows("results/x/games.csv").len(), 10);
        assert!(!sandbox.path("games.csv").exists());
    }
    sandbox.write("results/x/mine.csv", "mine");
    let before = sandbox.read("results/x/summary.csv");
    fs::create_dir(sandbox.path("folder.csv")).unwrap();
    for line in [
        "--games 10 --name x --per-game mine.csv",
        "--games 10 --name x --per-game results/x/summary.csv",
        "exact --ranks 3 --suits 2 --name y --per-game exact.csv",
        // Before the first of games that would take an hour.
        "--games 1e12 --name y --per-game ./mine.csv",
        "--games 1e12 --name y --per-game results/x/mine.csv",
        "--games 1e12 --name y --per-game results/x/summary.csv",
        "--games 1e12 --name y --per-game SUMMARY.csv",
        "--games 1e12 --name y --per-game results/x/wars.csv --force",
        "--games 1e12 --name y --per-game ./folder.csv",
        "--games 1e12 --name y --per-game missing/x.csv",
    ] {
        sandbox.fails(73, line);
    }
    assert_eq!([sandbox.read("mine.csv"), sandbox.read("results/x/mine.csv")], [b"mine", b"mine"]);
    assert_eq!(sandbox.read("results/x/summary.csv"), before);
    sandbox.ok("--games 10 --name y --per-game ./mine.csv --force");
    assert_eq!(sandbox.rows("mine.csv").len(), 10);
    sandbox.ok("ludo wuerfel0 --games 5 --name l --per-game games.csv --with-features --quiet");
    let header = sandbox.csv("results/l/games.csv").swap_remove(0);
    assert_eq!(header.iter().filter(|name| *name == "beginner").count(), 1, "{header:?}");
    sandbox.fails(64, "ludo wuerfel0 --games 5 --name m --per-game games.csv --with-decks");
}

#[test]
fn the_bare_command_fits_a_narrow_screen_and_help_takes_a_verb() {
    let sandbox = Sandbox::new();
    let help = sandbox.in_columns(50, "");
    assert!(help.lines().count() <= 25, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 50), "{help}");
    assert!(help.contains("\n  run          Run an experiment file\n"), "{help}");
    assert_eq!(sandbox.ok("help play"), sandbox.ok("play --help"));
    assert!(names(sandbox.folder.path()).is_empty());
}

/// One of each way of printing.
#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_and_a_full_disk_are_met() {
    let sandbox = Sandbox::new();
    sandbox.write("d.txt", "2 3 4 5\n".repeat(100_000));
    // As many decks as there are: it must end because nobody listens.
    for line in ["--help", "--games 100", "play --game 2", "play --decks d.txt", "deck -n 1e18"] {
        sandbox.ends_quietly_on_a_closed_pipe(line);
        #[cfg(target_os = "linux")]
        sandbox.fails_on_a_full_disk(line);
    }
    sandbox.write("bad.txt", "2 3 4 5\nword\n");
    // The exit code is another answer.
    for (line, code) in [("play --decks bad.txt", 65), ("--games 9 --until a_win:1e-3", 2)] {
        let mut child = sandbox.command(line).stdout(std::process::Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{line}");
    }
    // A bad line does not hide the full disk.
    #[cfg(target_os = "linux")]
    sandbox.fails_on_a_full_disk("play --decks bad.txt");
}

#[test]
fn no_games_leave_fields_empty_instead_of_nan() {
    let sandbox = Sandbox::new();
    let said = sandbox.ok("--games 0 --name none");
    assert!(said.contains("no games were played") && !said.contains("to 1"), "{said}");
    let said = sandbox.ok("compare umass one-down --games 0 --name compared");
    assert!(said.contains("no games were played") && !said.contains("too few"), "{said}");
    for row in sandbox.rows("results/compared/comparison.csv") {
        assert_eq!((row["games"].as_str(), row["difference"].as_str()), ("0", ""));
        assert!(row.values().all(|value| value != "NaN" && value != "inf"));
    }
    let row = sandbox.row("results/none/summary.csv", 0);
    assert_eq!((row["games"].as_str(), row["a_ratio"].as_str()), ("0", ""));
    // Nothing was played, so nothing is known: not even that it is from 0 to 1.
    let end = |x: &str, end: &str| row[&format!("{x}_ci_{end}")].clone();
    let ends = ["a", "b", "draw"].map(|x| end(x, "low") + &end(x, "high"));
    assert_eq!(ends, ["", "", ""]);
    let page = sandbox.ok("show results/none --format markdown");
    let fields = |line: &str| line.matches('|').count();
    let rows: Vec<usize> = page.lines().filter(|line| line.contains('|')).map(fields).collect();
    assert!(rows.len() > 2 && rows.iter().all(|n| *n == rows[0]), "{page}");
    assert!(row.values().all(|value| value != "NaN"));
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_is_refused_with_what_to_do_where_it_was_left_out() {
    let sandbox = Sandbox::new();
    let said =
        ["--per-game games.parquet: this program was built without Parquet; let", ".csv, or"];
    sandbox.fails_saying(64, "--games 10 --per-game games.parquet", &said);
    sandbox.fails_saying(64, "--games 10 --per-game games.parquet", &["--features full`", "wheel"]);
    assert!(!sandbox.path("results").exists());
}

#[test]
fn named_features_are_the_columns_of_all_of_them() {
    let sandbox = Sandbox::new();
    let play = |name: &str, more: &str| {
        sandbox.ok(&format!("--games 300 --seed 9 --name {name} --per-game g.csv -q {more}"));
        sandbox.rows(&format!("results/{name}/g.csv"))
    };
    let (all, plain) = (play("all", "--with-features"), play("plain", ""));
    // In the order of the game, each once, whatever the order of the command.
    let some = play("some", "--with-features comeback,aces_a --with-features aces_a");
    let text = sandbox.text("results/some/g.csv");
    assert!(text.starts_with(
        "rules,game,outcome,end_reason,battles,rounds,wars,deepest_war,cards_laid,aces_a,comeback\n"
    ));
    for ((some, all), plain) in some.iter().zip(&all).zip(&plain) {
        assert_eq!(some.len(), plain.len() + 2);
        assert!(some.iter().all(|(column, value)| all[column] == *value), "{some:?} {all:?}");
    }
    let told =
        serde_json::from_slice::<serde_json::Value>(&sandbox.read("results/some/manifest.json"))
            .unwrap();
    let mut files = told["files"].as_array().unwrap().iter();
    let rows = files.find(|file| file["name"] == "g.csv").unwrap();
    assert_eq!(rows["rows"]["features"], serde_json::json!(["aces_a", "comeback"]));
    // The same of an experiment.
    sandbox.write("e.toml", "rules = ['umass']\ngames = 300\nseed = 9\n");
    sandbox.ok("run e.toml -q --name e --per-game g.csv --with-features comeback,aces_a");
    assert_eq!(sandbox.read("results/e/g.csv"), text.as_bytes());
    for option in ["--with-decks", "--with-features"] {
        let bare = &*format!("--games 3 {option}");
        sandbox.fails_saying(64, bare, &[option, "name their file with --per-game FILE"]);
    }
    let unknown = "--games 3 --per-game g.csv --with-features aces";
    sandbox.fails_saying(64, unknown, &["--with-features", "unknown feature `aces`", "aces_a"]);
}

#[test]
fn a_run_stops_at_shares_and_means_and_no_quantile() {
    let sandbox = Sandbox::new();
    for (line, says) in [
        (
            "--until battles_median:5",
            "unknown measure `battles_median`; use a_win, b_win, draw, battles",
        ),
        ("--until battles_p95:5", "unknown measure `battles_p95`"),
        ("compare umass bicycle --until battles_median:5", "unknown measure `battles_median`"),
        ("--until battles:0", "must be above 0"),
        ("--until a_win_median:0.1", "unknown measure"),
        ("--until decided", "is not MEASURE:NUMBER"),
    ] {
        sandbox.fails_saying(64, line, &[says]);
    }
}
