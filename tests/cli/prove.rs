//! `prove`: certificates of stored runs. `scripts/check_certificates.py` breaks them.

use serde_json::Value as Json;

use crate::sandbox::Sandbox;

/// The certificates of a run.
fn certificates(sandbox: &Sandbox, run: &str) -> Vec<Json> {
    let text = sandbox.read(&format!("results/{run}/certificates.json"));
    let json: Json = serde_json::from_slice(&text).unwrap();
    json["certificates"].as_array().unwrap().clone()
}

#[test]
fn a_certificate_says_what_the_records_say() {
    let sandbox = Sandbox::new();
    sandbox.ok("hunt --endless --rules bicycle{deck.ranks=11} --count 2 --name endless -q");
    sandbox.ok("hunt --longest 4 --shortest 2 --games 400 --rules umass --name batch -q");
    sandbox.ok("hunt --longest 3 --games 400 --rules beggar --name beggar -q");
    sandbox.ok("exact --ranks 2 --suits 2 --rules no-limit --name exact -q");
    for (run, counters) in [
        ("endless", ["battles", "rounds", "wars"]),
        ("batch", ["battles", "rounds", "wars"]),
        ("beggar", ["cards", "tricks", "tricks"]),
    ] {
        let text = sandbox.ok(&format!("prove results/{run}"));
        assert!(text.contains("python3 scripts/verify.py"), "{text}");
        let rows = sandbox.rows(&format!("results/{run}/records.csv"));
        let all = certificates(&sandbox, run);
        assert_eq!(all.len(), rows.len(), "{run}");
        for (one, row) in all.iter().zip(&rows) {
            assert_eq!(one["end_reason"], row["end_reason"].as_str(), "{run}");
            for counter in counters {
                assert_eq!(one[counter].to_string(), row[counter], "{run} {counter}");
            }
            let rounds = row[counters[1]].parse::<usize>().unwrap();
            assert_eq!(one["digests"].as_array().unwrap().len(), rounds.div_ceil(1_000), "{run}");
        }
    }
    let first = &certificates(&sandbox, "endless")[0];
    assert!(first["digests"].as_array().unwrap().len() > 1, "{first}");
    sandbox.ok("prove results/exact -q");
    assert_eq!(certificates(&sandbox, "exact").len(), 2);
    // Again without being asked; not over something else; the run stays whole.
    sandbox.ok("prove results/exact -q");
    sandbox.ok("verify results/exact");
    sandbox.write("results/exact/certificates.json", "mine");
    sandbox.fails_saying(73, "prove results/exact", &["--force"]);
    sandbox.ok("prove results/exact --force -q");
}

#[test]
fn deals_of_a_file_are_proved_with_the_file() {
    let sandbox = Sandbox::new();
    // Two deals of docs/findings.md, and one that ends.
    let deals = "7 2 4 4 9 6 6 4 10 8 5 4 10 7 7 2 9 5 7 2 8 9 \
                 3 3 10 6 8 3 5 9 2 5 10 6 8 3\n\
                 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10\n\
                 5 4 9 6 6 4 3 3 10 6 8 3 9 8 7 3 10 5 5 4 7 10 \
                 2 8 9 8 7 4 7 9 2 2 10 6 5 2\n";
    sandbox.write("nine.txt", deals);
    sandbox.write("other.txt", "2 3\n");
    let hunt = "hunt --longest 2 --rules bicycle{deck.ranks=9} --decks nine.txt --name nine -q";
    sandbox.ok(hunt);
    sandbox.ok("prove results/nine --decks nine.txt -q");
    let all = certificates(&sandbox, "nine");
    let of = |key: &str| all.iter().map(|one| one[key].as_u64()).collect::<Vec<_>>();
    let endless = [Some(211), Some(75)];
    assert!(of("battles").ends_with(&endless), "{all:?}");
    assert!(of("period").ends_with(&[Some(192), Some(64)]), "{all:?}");
    sandbox.fails_saying(64, "prove results/nine", &["--decks FILE"]);
    sandbox.fails_saying(65, "prove results/nine --decks other.txt", &["other decks", "other.txt"]);
    sandbox.fails_saying(66, "prove results/nine --decks none.txt", &["none.txt"]);
    sandbox.ok("exact --ranks 2 --suits 2 --rules no-limit --name exact -q");
    sandbox.fails_saying(64, "prove results/exact --decks nine.txt", &["leave it out"]);
}

#[test]
fn what_cannot_be_proved_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 9 --name plain -q");
    sandbox.ok("hunt --longest 1 --games 9 --rules shuffled-pot --name shuffled -q");
    sandbox.ok("hunt --longest 1 --games 9 --rules chutes --name snakes -q");
    sandbox.fails_saying(65, "prove results/plain", &["has no deals to prove", "hunt"]);
    sandbox.fails_saying(64, "prove results/shuffled", &["shuffles"]);
    sandbox.fails_saying(64, "prove results/snakes", &["no certificates for games of"]);
    sandbox.fails_saying(66, "prove results/none", &["results/none"]);
}

#[test]
fn games_of_a_batch_that_never_end_are_found_again() {
    let sandbox = Sandbox::new();
    sandbox.ok("--rules no-limit --rules bicycle --games 300 --first-game 7 --name batch -q");
    sandbox.ok("prove results/batch --count 3 -q");
    let all = certificates(&sandbox, "batch");
    assert_eq!(all.len(), 3, "bicycle has none");
    assert!(all.iter().all(|one| one["end_reason"] == "cycle" && one["period"].is_u64()));
    sandbox.ok(
        "--rules no-limit --games 300 --first-game 7 --per-game g.csv --with-decks -q --name r",
    );
    let rows = sandbox.rows("results/r/g.csv");
    let cycles: Vec<_> = rows.iter().filter(|row| row["end_reason"] == "cycle").collect();
    for (one, row) in all.iter().zip(&cycles) {
        assert_eq!(one["battles"].to_string(), row["battles"]);
        let cards: Vec<u64> = row["deck"].split(' ').map(|card| card.parse().unwrap()).collect();
        let hand = |seat: usize| cards.iter().skip(seat).step_by(2).copied().collect::<Vec<_>>();
        assert_eq!(
            [&one["a"], &one["b"]],
            [&serde_json::json!(hand(0)), &serde_json::json!(hand(1))]
        );
    }
    // The same games under a limit, played on; the words of the rules are all there.
    sandbox.ok("--games 300 --prove-cycles --name on -q");
    assert!(!sandbox.rows("results/on/cycles.csv").is_empty());
    sandbox.ok("prove results/on --count 2 -q");
    assert_eq!(certificates(&sandbox, "on").len(), 2);
    sandbox.fails_saying(64, "prove results/batch --count 0", &["--count 0", "1 or more"]);
}

#[test]
fn certificates_have_words_for_every_rule_without_shuffles() {
    let sandbox = Sandbox::new();
    for (name, rules) in [
        ("seat", "bicycle{seat_b.pickup=high-first}"),
        ("wars", "bicycle{pickup_war=loser-first}"),
        ("short", "last-card"),
        ("pile", "no-limit{winnings=pile-reversed}"),
        ("tied", "ernie-burt-prose"),
        ("ace", "bicycle{compare.ace=low}"),
    ] {
        sandbox.ok(&format!("hunt --longest 2 --games 60 --rules {rules} --name {name} -q"));
        sandbox.ok(&format!("prove results/{name} -q"));
        let all = certificates(&sandbox, name);
        assert!(!all.is_empty() && all[0]["rules"].as_object().unwrap().len() == 18, "{all:?}");
    }
    sandbox.ok("hunt --longest 1 --games 60 --rules bicycle --name plain -q");
    sandbox.ok("prove results/plain -q");
    assert_eq!(certificates(&sandbox, "plain")[0]["rules"].as_object().unwrap().len(), 8);
}
