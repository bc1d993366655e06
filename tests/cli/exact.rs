//! `exact`: every order of a small deck.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::sandbox::{Sandbox, stderr};

/// Orders by outcome and end reason, summed over the lengths.
fn by_end(sandbox: &Sandbox, file: &str, rules: &str) -> BTreeMap<(String, String), u64> {
    let mut counts = BTreeMap::new();
    for row in sandbox.rows(file).iter().filter(|row| row["rules"].starts_with(rules)) {
        let end = (row["outcome"].clone(), row["end_reason"].clone());
        *counts.entry(end).or_insert(0) += row["games"].parse::<u64>().unwrap();
    }
    counts
}

#[test]
fn small_decks_come_out_as_counted_by_hand_and_by_the_oracle() {
    // A, B, both out, both short, limit: scripts/enumerate.py, an implementation of its own.
    let sandbox = Sandbox::new();
    for (ranks, suits, expected) in [
        (2, 2, [1, 1, 0, 2, 2]),
        (3, 2, [33, 21, 0, 36, 0]),
        (4, 2, [640, 560, 568, 0, 752]),
        (2, 4, [11, 11, 34, 0, 14]),
    ] {
        sandbox
            .ok(&format!("exact --ranks {ranks} --suits {suits} --rules umass --name x --force"));
        let counts = by_end(&sandbox, "results/x/exact.csv", "umass");
        let of = |outcome: &str, reason: &str| -> u64 {
            let fits = |(o, r): &(String, String)| {
                o.as_str() == outcome && (reason.is_empty() || r.as_str() == reason)
            };
            counts.iter().filter(|(end, _)| fits(end)).map(|(_, games)| games).sum()
        };
        let found = [
            of("A", ""),
            of("B", ""),
            of("draw", "both-out"),
            of("draw", "both-short"),
            of("draw", "limit"),
        ];
        assert_eq!(found, expected, "{ranks} ranks, {suits} suits");
        let row = sandbox.row("results/x/exact.csv", 0);
        assert_eq!(row["orders"], expected.iter().sum::<u64>().to_string());
        assert_eq!(row["cards"], (ranks * suits).to_string());
    }
}

/// Every distinct order of three pairs, made here.
fn orders_of_three_pairs() -> Vec<String> {
    let mut all = vec![];
    fn add(deck: &mut Vec<u8>, left: &mut [u8; 3], all: &mut Vec<String>) {
        if deck.len() == 6 {
            all.push(deck.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
        }
        for k in 0..3 {
            if left[k] > 0 {
                left[k] -= 1;
                deck.push(k as u8 + 2);
                add(deck, left, all);
                deck.pop();
                left[k] += 1;
            }
        }
    }
    add(&mut vec![], &mut [2; 3], &mut all);
    all
}

#[test]
fn counts_and_extremes_are_those_of_the_decks_played_one_by_one() {
    let sandbox = Sandbox::new();
    let decks = orders_of_three_pairs();
    assert_eq!(decks.len(), 90);
    for rules in ["umass", "no-limit", "one-down", "bicycle"] {
        let given = format!("--ranks 3 --suits 2 --rules {rules}");
        let text = sandbox.ok(&format!("exact {given} --name {rules}"));
        let named = format!("{rules}{{deck.ranks=3,deck.suits=2}}");
        let line = ["play", "--decks", "-", "--rules", &named];
        let (answers, _) = sandbox.with_stdin(&line, decks.join("\n"));
        let mut expected: BTreeMap<(String, String, u64), u64> = BTreeMap::new();
        let mut finite: Vec<(u64, usize)> = vec![];
        let mut reader = csv::Reader::from_reader(answers.as_bytes());
        for (k, row) in reader.records().enumerate() {
            let row = row.unwrap();
            let length: u64 = row[4].parse().unwrap();
            *expected.entry((row[1].into(), row[3].into(), length)).or_insert(0) += 1;
            if !["limit", "cycle"].contains(&&row[3]) {
                finite.push((length, k));
            }
        }
        let found: BTreeMap<(String, String, u64), u64> = sandbox
            .rows(&format!("results/{rules}/exact.csv"))
            .into_iter()
            .map(|row| {
                let length = row["battles"].parse().unwrap();
                let games = row["games"].parse().unwrap();
                ((row["outcome"].clone(), row["end_reason"].clone(), length), games)
            })
            .collect();
        assert_eq!(found, expected, "{rules}");
        let shortest = finite.iter().min().unwrap();
        let most = finite.iter().map(|&(length, _)| length).max().unwrap();
        let longest = finite.iter().find(|&&(length, _)| length == most).unwrap();
        for (number, (length, k)) in [shortest, longest].into_iter().enumerate() {
            let row = sandbox.row(&format!("results/{rules}/extremes.csv"), number);
            let games = finite.iter().filter(|&(other, _)| other == length).count();
            assert_eq!(row["battles"], length.to_string(), "{rules}");
            assert_eq!((&row["deck"], &row["index"]), (&decks[*k], &k.to_string()), "{rules}");
            assert_eq!(row["games"], games.to_string());
            assert!(text.contains(&decks[*k]), "{text}");
        }
    }
}

#[test]
fn any_number_of_threads_and_any_engine_give_the_same_bytes() {
    let sandbox = Sandbox::new();
    let given = "exact --ranks 4 --suits 2 --rules umass --rules no-limit --quiet";
    for (name, more) in [("one", "--threads 1"), ("two", "--threads 2 --engine reference")] {
        assert_eq!(sandbox.ok(&format!("{given} {more} --name {name}")), "");
    }
    for file in ["exact.csv", "extremes.csv", "rounds.csv", "wars.csv", "state"] {
        let [one, two] = ["one", "two"].map(|name| sandbox.read(&format!("results/{name}/{file}")));
        assert_eq!(one, two, "{file}");
    }
}

#[test]
fn a_part_says_which_orders_it_has_and_the_whole_is_the_sum() {
    let sandbox = Sandbox::new();
    let given = "exact --ranks 4 --suits 2 --name x";
    sandbox.ok(&format!("{given} --quiet --per-game orders.csv --with-decks"));
    let text = sandbox.ok(&format!("{given} --shard 2/3"));
    assert!(text.contains("orders 840 to 1,679 of 2,520"), "{text}");
    for k in [1, 3] {
        sandbox.ok(&format!("{given} --shard {k}/3 --quiet"));
    }
    let text = sandbox
        .ok("merge results/x-shard1of3 results/x-shard2of3 results/x-shard3of3 --out results/all");
    assert!(text.contains("all 2,520 orders of the deck\n"), "{text}");
    assert!(text.contains("see it with war-sim play --deck '2 2 3 3 4 4 5 5'"), "{text}");
    let games = |folder: &str| -> u64 {
        let rows = sandbox.rows(&format!("results/{folder}/exact.csv"));
        assert!(rows.iter().all(|row| row["orders"] == "2520"));
        rows.iter().map(|row| row["games"].parse::<u64>().unwrap()).sum()
    };
    assert_eq!(["x", "x-shard1of3", "all"].map(games), [2520, 840, 2520]);
    // A row per order, the first and the last as they rise.
    let rows = sandbox.rows("results/x/orders.csv");
    assert_eq!(rows.len(), 2520);
    assert_eq!(rows[0]["deck"], "2 2 3 3 4 4 5 5");
    assert_eq!(rows[2519]["deck"], "5 5 4 4 3 3 2 2");
}

#[test]
fn what_has_no_exact_answer_is_refused_with_a_way_out() {
    let sandbox = Sandbox::new();
    for (line, words) in [
        ("exact --rules umass", vec!["exact: a deck of 52 cards"]),
        ("exact --ranks 3 --suits 2 --rules shuffled-pot", vec!["shuffled-pot", "seed"]),
        ("exact --ranks 3 --suits 2 --rules bwinf", vec!["bwinf"]),
        ("exact --ranks 3 --suits 2 --rules umas", vec!["umass"]),
        ("exact --ranks 5 --suits 4", vec!["305,540,235,000 orders", "--yes"]),
        ("exact --ranks 5 --suits 4 --shard 2/5", vec!["this part", "61,108,047,000 orders"]),
        ("exact --ranks 0.5 --suits 4", vec!["--ranks"]),
        ("exact --ranks 3 --suits 2 --rules umass --rules drunkard", vec!["different decks"]),
    ] {
        sandbox.fails_saying(64, line, &words);
    }
}

/// Values of a column of the rows of games, by game.
fn column(sandbox: &Sandbox, file: &str, column: &str) -> Vec<String> {
    sandbox.rows(file).into_iter().map(|mut row| row.remove(column).unwrap()).collect()
}

#[test]
fn cycles_are_counted_by_length_and_proven_beside_a_limit() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 3000 --rules no-limit --name free --per-game ./free.csv --quiet");
    let ends = column(&sandbox, "free.csv", "end_reason");
    let cycling = |end: &String| end == "cycle";
    let sum = |file: &str| -> u64 {
        column(&sandbox, file, "games").iter().map(|games| games.parse::<u64>().unwrap()).sum()
    };
    let header = &sandbox.csv("results/free/cycles.csv")[0];
    assert_eq!(header, &["rules", "cycle_battles", "cycle_rounds", "games"]);
    assert_eq!(
        sum("results/free/cycles.csv"),
        ends.iter().filter(|end| cycling(end)).count() as u64
    );
    let text =
        sandbox.ok("--games 3000 --rules umass --name limit --per-game ./limit.csv --prove-cycles");
    let limited = column(&sandbox, "limit.csv", "end_reason");
    let both =
        limited.iter().zip(&ends).filter(|(limited, end)| *limited == "limit" && cycling(end));
    let never = both.count() as u64;
    assert!(never > 100);
    assert_eq!(sum("results/limit/cycles.csv"), never);
    assert!(text.contains(&format!("at the limit {never} (")), "{text}");
    // Nothing else knows of the proof.
    sandbox.ok("--games 3000 --rules umass --name plain --quiet");
    for file in ["summary.csv", "histogram.csv", "wars.csv"] {
        let [plain, proven] =
            ["plain", "limit"].map(|n| sandbox.read(&format!("results/{n}/{file}")));
        assert_eq!(plain, proven, "{file}");
    }
    assert!(!sandbox.path("results/plain/cycles.csv").exists());
    // A state with a proof is read again and compared, replayed proof included.
    sandbox.ok("--games 3000 --rules one-down --name other --prove-cycles --quiet");
    sandbox.ok("compare results/limit results/other --name both --quiet");
}

#[test]
fn a_proof_of_what_cannot_be_proven_is_refused() {
    let sandbox = Sandbox::new();
    for rules in ["no-limit", "shuffled-pot"] {
        let line = format!("--games 10 --rules {rules} --prove-cycles");
        sandbox.fails_saying(64, &line, &["--prove-cycles", "limit"]);
    }
    sandbox.write("q.toml", "rules = [\"umass\"]\ngames = 500\nprove_cycles = true\n");
    sandbox.ok("run q.toml --name q --quiet");
    assert!(sandbox.path("results/q/cycles.csv").exists());
}

#[test]
fn a_trace_marks_the_position_that_comes_back() {
    let sandbox = Sandbox::new();
    let text =
        sandbox.ok(["play", "--deck", "1 2 2 1", "--rules", "no-limit", "--trace"].as_slice());
    assert_eq!(text.matches("the position").count(), 3, "{text}");
    let plain =
        sandbox.ok(["play", "--deck", "2 3 4 5", "--rules", "no-limit", "--trace"].as_slice());
    assert!(!plain.contains("comes back"), "{plain}");
}

#[test]
fn two_dice_are_solved_to_a_stated_error() {
    // Found in a trial of another hand: 111666 wins 0.1337347... against 1, 2, 3, 4 where goal pieces stay.
    let sandbox = Sandbox::new();
    let text = sandbox.ok("exact --dice wuerfel0 --pair 2,3 --rules bwinf-frozen --name x");
    let row = sandbox.row("results/x/exact.csv", 0);
    let value = |key: &str| row[key].parse::<f64>().unwrap();
    assert!((value("win_1") - 0.13373475).abs() < 1e-8, "{row:?}");
    assert!(value("error") < 1e-9 && value("win_2") == 0.0, "{row:?}");
    assert!((value("win_1") + value("tie") - 1.0).abs() < 1e-9);
    assert!(text.contains("0.1337348") && text.contains("die_2"), "{text}");
    // And by playing, within four standard errors of 20,000 games.
    sandbox.ok("ludo wuerfel0 --rules bwinf-frozen --games 20000 --name played --quiet");
    let rows = sandbox.rows("results/played/pairs.csv");
    let played = rows.iter().find(|row| row["die_1"] == "2" && row["die_2"] == "3").unwrap();
    let share: f64 = played["win_share_1"].parse().unwrap();
    assert!((share - value("win_1")).abs() < 4.0 * 0.0024, "{share}");
}

#[test]
fn dice_that_do_not_fit_are_refused_with_the_memory_they_need() {
    let sandbox = Sandbox::new();
    let line = "exact --rules bwinf --dice wuerfel0 --pair 1,6 --memory 1";
    sandbox.fails_saying(64, line, &["14,798 times 74,707", "GiB", "--memory"]);
    sandbox.fails_saying(64, "exact --rules bwinf --dice wuerfel0 --pair 1,9", &["dice 1 to 6"]);
    sandbox.fails(66, "exact --rules bwinf --dice nowhere.txt");
}

/// Runs the line as `x` and stops it, again and again, until it is done: what it printed last.
#[cfg(unix)]
fn with_stops(sandbox: &Sandbox, line: &str, seen: impl Fn()) -> String {
    let mut stops = 0;
    let text = loop {
        let mut child = sandbox.command(&format!("{line} --name x --resume"));
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(100 + 100 * stops));
        let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(kill.is_ok());
        let output = child.wait_with_output().unwrap();
        match output.status.code() {
            Some(0) => break String::from_utf8(output.stdout).unwrap(),
            Some(75) => {
                let said = stderr(&output);
                if said.is_empty() || said.contains("the results are complete") {
                    // Before it begins, there is nothing to say; and it may be stopped as it ends.
                    continue;
                }
                assert!(said.contains("stopped after"), "{said}");
                assert!(!sandbox.path("results/x").exists());
                if sandbox.path("results/.x.resume").exists() {
                    assert!(said.contains(" pieces, ") && said.contains("go on with"), "{said}");
                    sandbox.ok("verify results/.x.resume");
                    seen();
                }
                stops += 1;
            }
            // Before the program listens.
            _ => {}
        }
    };
    assert!(stops > 0, "{text}");
    text
}

#[cfg(unix)]
#[test]
fn stopped_equations_keep_the_rows_that_are_solved_and_go_on() {
    let sandbox = Sandbox::new();
    let rules: String =
        (1..=3).map(|k| format!(" --rules bwinf-frozen{{roll_limit={k}000}}")).collect();
    let line = format!("exact --dice wuerfel0 --pair 2,3{rules}");
    sandbox.ok(&format!("{line} --name whole --quiet"));
    with_stops(&sandbox, &line, || ());
    assert_eq!(sandbox.read("results/x/exact.csv"), sandbox.read("results/whole/exact.csv"));
    assert_eq!(sandbox.read("results/x/answer"), sandbox.read("results/whole/answer"));
    assert!(sandbox.ok("show results/x").contains("die_2"));
    // With all of it there, nothing is solved again; damaged, it is refused.
    sandbox.ok(&format!("{line} --name x --resume --quiet"));
    sandbox.write("results/x/answer", "nothing");
    sandbox.fails(65, &format!("{line} --name x --resume --quiet"));
}

#[cfg(unix)]
#[test]
fn stopped_best_play_keeps_its_rows_too() {
    let sandbox = Sandbox::new();
    let line = "exact --ranks 8 --suits 1 --rules bicycle --best-pickup --threads 1";
    sandbox.ok(&format!("{line} --name whole --quiet"));
    let parts = Cell::new(0);
    with_stops(&sandbox, line, || {
        let shown = sandbox.ok("show results/.x.resume --table exact --format csv");
        let rows = shown.lines().count() - 1;
        parts.set(parts.get() + usize::from((1..17).contains(&rows)));
        let said = sandbox.ok("show results/.x.resume");
        let is_counted =
            said.contains(" pieces are solved; ") || said.contains(" piece is solved; ");
        assert!(said.lines().count() == 1 && is_counted, "{said}");
    });
    assert!(parts.get() > 0);
    assert_eq!(sandbox.read("results/x/answer"), sandbox.read("results/whole/answer"));
}

#[test]
fn best_play_is_solved_and_stored_and_refused_where_it_has_no_meaning() {
    let sandbox = Sandbox::new();
    let out = sandbox.ok("exact --ranks 3 --suits 2 --rules bicycle --best-pickup --name best");
    assert!(out.contains("all 90 deals") && out.contains("within 7 rounds"), "{out}");
    let rows = sandbox.rows("results/best/exact.csv");
    assert_eq!(rows.len(), 17);
    let counts = ["a_wins", "b_wins", "draws", "for_ever"].map(|key| rows[0][key].as_str());
    assert_eq!(counts, ["29", "29", "32", "18"]);
    assert_eq!(rows[0]["for_ever_deal"], "A: 2 2 4 | B: 4 3 3");
    assert!(sandbox.ok("show results/best").contains("all 90 deals"));
    for (options, word) in [
        ("--rules umass --ranks 2 --suits 2", "limit.unit"),
        ("--rules no-limit", "52 cards"),
        ("--rules no-limit --ranks 4 --suits 4", "--yes"),
        ("--rules no-limit --ranks 2 --suits 2 --per-game x.csv", "--per-game"),
    ] {
        sandbox.fails_saying(64, &format!("exact --best-pickup {options}"), &[word]);
    }
}
