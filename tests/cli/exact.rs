//! `exact`: every order of a small deck.

use std::collections::BTreeMap;

use crate::sandbox::{Sandbox, flat};

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
fn counts_are_those_of_the_decks_played_one_by_one() {
    let sandbox = Sandbox::new();
    let decks = orders_of_three_pairs();
    assert_eq!(decks.len(), 90);
    for rules in ["umass", "no-limit", "one-down", "bicycle"] {
        let given = format!("--ranks 3 --suits 2 --rules {rules}");
        sandbox.ok(&format!("exact {given} --name {rules} --quiet"));
        let named = format!("{rules}{{deck.ranks=3,deck.suits=2}}");
        let line = ["play", "--decks", "-", "--rules", &named];
        let (answers, _) = sandbox.with_stdin(&line, decks.join("\n"));
        let mut expected: BTreeMap<(String, String, u64), u64> = BTreeMap::new();
        let mut reader = csv::Reader::from_reader(answers.as_bytes());
        for row in reader.records() {
            let row = row.unwrap();
            let length: u64 = row[4].parse().unwrap();
            *expected.entry((row[1].into(), row[3].into(), length)).or_insert(0) += 1;
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
    }
}

#[test]
fn any_number_of_threads_and_any_engine_give_the_same_bytes() {
    let sandbox = Sandbox::new();
    let given = "exact --ranks 4 --suits 2 --rules umass --rules no-limit --quiet";
    for (name, more) in [("one", "--threads 1"), ("two", "--threads 2 --engine reference")] {
        assert_eq!(sandbox.ok(&format!("{given} {more} --name {name}")), "");
    }
    for file in ["exact.csv", "rounds.csv", "wars.csv", "state"] {
        let [one, two] = ["one", "two"].map(|name| sandbox.read(&format!("results/{name}/{file}")));
        assert_eq!(one, two, "{file}");
    }
}

#[test]
fn a_part_says_which_orders_it_has_and_the_whole_is_the_sum() {
    let sandbox = Sandbox::new();
    let given = "exact --ranks 4 --suits 2 --name x";
    sandbox.ok(&format!(
        "{given} --quiet --per-game orders.csv --with-decks --with-features --report"
    ));
    let text = sandbox.ok(&format!("{given} --shard 2/3"));
    assert!(
        flat(&text).contains("on orders 840 to 1679 of the 2,520 orders of the deck."),
        "{text}"
    );
    // A part says nothing of the others, and no command plays it alone.
    let estimates = "show results/x-shard2of3 --table estimates --format csv";
    assert!(sandbox.ok(estimates).contains(",exact: of these orders alone\n"));
    sandbox.ok("report results/x-shard2of3");
    let page = sandbox.text("results/x-shard2of3/report.html");
    assert!(page.contains("say nothing of the others") && !page.contains("war-sim exact"));
    for k in [1, 3] {
        sandbox.ok(&format!("{given} --shard {k}/3 --quiet"));
    }
    let text =
        sandbox.ok("merge results/x-shard1of3 results/x-shard2of3 results/x-shard3of3 --name all");
    assert!(text.contains("on every order"), "{text}");
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
        ("exact --ranks 5 --suits 4 --shard 2/5", vec!["61,108,047,000 orders", "--yes"]),
        ("exact --ranks 0.5 --suits 4", vec!["--ranks"]),
        ("exact --ranks 3 --suits 2 --rules umass --rules drunkard", vec!["different decks"]),
    ] {
        sandbox.fails_saying(64, line, &words);
    }
}

#[test]
fn cycles_are_counted_by_length() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 3000 --rules no-limit --name free --per-game ./free.csv --quiet");
    let ends = sandbox.rows("free.csv");
    let header = &sandbox.csv("results/free/cycles.csv")[0];
    assert_eq!(header, &["rules", "cycle_battles", "cycle_rounds", "games"]);
    let counted = sandbox.rows("results/free/cycles.csv");
    let games: u64 = counted.iter().map(|row| row["games"].parse::<u64>().unwrap()).sum();
    assert_eq!(games as usize, ends.iter().filter(|row| row["end_reason"] == "cycle").count());
}
