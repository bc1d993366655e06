//! `hunt`: the extreme games of a batch, and the search for long ones.

use std::collections::{HashMap, HashSet};
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use crate::sandbox::stderr;
use crate::sandbox::{Sandbox, assert_fits_80_columns, names};

type Row = HashMap<String, String>;

fn number(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// The rows of one order, each as its game.
fn games(rows: &[Row], order: &str) -> Vec<u64> {
    rows.iter().filter(|row| row["order"] == order).map(|row| number(row, "game")).collect()
}

/// The games of the rows that count, sorted by a key of a row and then by index.
fn best<K: Ord>(rows: &[Row], counts: fn(&Row) -> bool, key: impl Fn(&Row) -> K) -> Vec<u64> {
    let mut all: Vec<(K, u64)> =
        rows.iter().filter(|row| counts(row)).map(|row| (key(row), number(row, "game"))).collect();
    all.sort();
    all.into_iter().map(|(_, game)| game).collect()
}

#[test]
fn a_counter_may_have_the_word_before_it_that_a_refusal_gives_it() {
    let sandbox = Sandbox::new();
    let shown = |most: &str| {
        sandbox.ok(&format!("hunt --most {most}:3 --games 50 --no-files --format csv"))
    };
    assert_eq!(shown("most-wars"), shown("wars"));
    let other = "hunt --most least-battles:3 --games 10";
    sandbox.fails_saying(64, other, &["write --least battles:3"]);
    let twice = "keep = [\"most-most-wars:3\"]\nrules = [\"umass\"]\ngames = 9\n";
    sandbox.write("twice.toml", twice);
    sandbox.fails_saying(65, "run twice.toml", &["most-most-wars"]);
}

#[test]
fn the_records_are_those_of_the_rows_of_all_games() {
    use std::cmp::Reverse;
    let sandbox = Sandbox::new();
    for (rules, length) in [("umass", "battles"), ("no-limit", "battles"), ("bicycle", "battles")] {
        let batch = format!("--rules {rules} --games 5000 --seed 3 --name all-{rules} -q");
        sandbox.ok(&format!("{batch} --per-game games.csv --with-decks"));
        let rows = sandbox.rows(&format!("results/all-{rules}/games.csv"));
        sandbox.ok(&format!(
            "hunt --rules {rules} --games 5000 --seed 3 --name {rules} --longest 6 --shortest 4 \
             --deepest-war 5 --most wars:3 --least rounds:2"
        ));
        let records = sandbox.rows(&format!("results/{rules}/records.csv"));
        let ended = |row: &Row| !["limit", "cycle"].contains(&row["end_reason"].as_str());
        let longest = best(&rows, ended, |row| Reverse(number(row, length)));
        assert_eq!(games(&records, "longest"), longest[..6], "{rules}");
        let shortest = best(&rows, ended, |row| number(row, length));
        assert_eq!(games(&records, "shortest"), shortest[..4], "{rules}");
        let deepest = best(&rows, |_| true, |row| Reverse(number(row, "deepest_war")));
        assert_eq!(games(&records, "deepest-war"), deepest[..5], "{rules}");
        let most = best(&rows, ended, |row| Reverse(number(row, "wars")));
        assert_eq!(games(&records, "most-wars"), most[..3], "{rules}");
        let least = best(&rows, ended, |row| number(row, "rounds"));
        assert_eq!(games(&records, "least-rounds"), least[..2], "{rules}");
        let endless = best(&rows, |row| row["end_reason"] == "cycle", |_| 0);
        assert_eq!(games(&records, "endless"), endless[..endless.len().min(6)], "{rules}");
        // Everything else of a row is that of the game.
        for record in &records {
            let own = rows.iter().find(|row| row["game"] == record["game"]).unwrap();
            for column in ["outcome", "end_reason", "battles", "rounds", "wars", "deck"] {
                assert_eq!(record[column], own[column], "{rules} {column}");
            }
        }
    }
}

#[test]
fn threads_and_parts_change_no_byte() {
    let sandbox = Sandbox::new();
    for threads in [1, 3] {
        sandbox.ok(&format!(
            "hunt --longest 9 --shortest 30 --rules beggar --rules beggar{{leader=second}} \
             --games 9000 --threads {threads} --name t{threads} -q"
        ));
    }
    for file in ["records.csv", "summary.csv", "state"] {
        let of = |threads: u32| sandbox.read(&format!("results/t{threads}/{file}"));
        assert!(of(1) == of(3), "{file}");
    }
    // A deal of the table is the game of its seed and index.
    let row = sandbox.row("results/t1/records.csv", 0);
    let game = row["game"].as_str();
    let text = sandbox.ok(&["play", "--rules", "beggar", "--seed", "42", "--game", game]);
    assert!(text.contains(&row["deck"]), "{text}");
}

#[test]
fn every_game_is_hunted_and_the_command_that_replays_it_is_shown() {
    let sandbox = Sandbox::new();
    let text = sandbox.ok("hunt --longest 2 --deepest-war 1 --games 2000 --rules umass");
    assert!(text.contains("stopped (limit)"), "{text}");
    let all = sandbox.ok("hunt --deepest-war 1 --games 2000 --rules umass --no-files");
    assert!(all.contains("deepest war, of all games"), "{all}");
    assert!(!all.contains("not ranked"), "{all}");
    let command = text.lines().find(|line| line.contains("war-sim play")).unwrap();
    let trace = sandbox.ok(command.trim().strip_prefix("war-sim ").unwrap());
    assert!(trace.contains("out-of-cards") || trace.contains("wins"), "{trace}");
    let text =
        sandbox.ok("hunt --longest 1 --most captures:1 --rules bwinf --dice wuerfel0 --games 50");
    let command = text.lines().find(|line| line.contains("war-sim play --rules bwinf")).unwrap();
    sandbox.ok(command.trim().strip_prefix("war-sim ").unwrap());
    let folder = &names(&sandbox.path("results"))[0];
    let header = sandbox.csv(&format!("results/{folder}/records.csv"))[0].join(",");
    assert!(header.starts_with("rules,die_1,die_2,order,place,seed,game,beginner,"), "{header}");
    assert!(!header.contains("deck"), "{header}");
    assert_fits_80_columns(&sandbox.ok("hunt --help"));
}

#[test]
fn mistakes_are_refused_before_the_first_game() {
    let sandbox = Sandbox::new();
    for (arguments, words) in [
        ("hunt", "--longest N"),
        ("hunt --longest 0", "1 to 100000"),
        ("hunt --longest 1e6", "1 to 100000"),
        ("hunt --longest 3 --most battles:2", "say it once"),
        ("hunt --deepest-war 3 --rules beggar", "one of cards, tricks"),
        ("hunt --most nothing:3", "battles"),
        ("hunt --most wars", "wars:10"),
        ("hunt --longest 3 --rules bwinf", "--dice"),
        ("hunt --longest 3 --minutes 2", "--climb"),
        ("hunt --longest 3 --climb", "'--longest <N>' cannot be used with '--climb';"),
        ("hunt --climb --rules umass", "no search"),
        ("hunt --climb --rules beggar{limit=5000}", "limit"),
        ("hunt --climb --rules beggar{empty=at-last-card}", "empty"),
        ("hunt --climb --minutes -1", "0 to"),
        ("hunt --climb --from ---/---", "6 cards"),
        ("hunt --climb --from ---X/---", "'X'"),
        ("hunt --climb --count 3", "--endless"),
        ("hunt --endless --climb", "--climb"),
        ("hunt --climb --near", "--endless"),
        ("hunt --endless --near --grow", "--near"),
        ("hunt --endless --position", "--from"),
        ("hunt --climb --engine reference", "chooses its engine itself"),
        ("hunt --endless --count 0", "1 to 10"),
        ("hunt --endless --rules umass", "limit.unit=none"),
        ("hunt --endless --rules bicycle{pickup=shuffled}", "shuffled during the game"),
        ("hunt --endless --rules bicycle{deck.hands.a=[14]}", "deck.hands"),
        ("hunt --endless --rules bicycle{deck.ranks=0}", "two cards"),
        ("hunt --endless --rules bwinf --dice wuerfel0 --pair 1,2", "no search for endless games"),
        ("hunt --endless --rules chutes", "no search for endless games"),
        ("hunt --endless --from ---/---", "--from ---/---"),
        ("hunt --endless --rules beggar --from ---J/-", "--from"),
        (
            "hunt --endless --rules beggar --from ---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
            "comes to an end",
        ),
    ] {
        sandbox.fails_saying(64, arguments, &[words]);
    }
    assert!(names(sandbox.folder.path()).is_empty());
}

#[test]
#[cfg(unix)]
fn climbs_of_a_round_that_was_given_up_are_not_done() {
    let sandbox = Sandbox::new();
    for k in 1..=3 {
        let line = format!("hunt --climb --seed {k} --minutes 5 --threads 2 --quiet");
        let child = sandbox.command(&line).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(2));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let said = stderr(&output);
        assert!(said.contains(" climbs, all of them saved; go on with"), "{said}");
    }
}

#[test]
fn a_search_is_the_same_on_any_threads_and_goes_on_where_it_stopped() {
    let sandbox = Sandbox::new();
    let climb = |name: &str, rest: &str| {
        sandbox.ok(&format!("hunt --climb --seed 5 --name {name} {rest}"));
        (
            sandbox.read(&format!("results/{name}/records.csv")),
            sandbox.read(&format!("results/{name}/climb")),
        )
    };
    let whole = climb("whole", "-n 128 --threads 3 -q");
    let before = names(&sandbox.path("results"));
    let shown = sandbox.ok("hunt --climb --seed 5 -n 64 --no-files");
    assert!(shown.contains("64 climbs") && names(&sandbox.path("results")) == before, "{shown}");
    sandbox.fails_saying(64, "exact --rules chutes --no-files --resume", &["--no-files"]);
    climb("parts", "-n 1 --threads 1 -q");
    let message = sandbox.fails(73, "hunt --climb --seed 5 --name parts -n 128");
    assert!(message.contains("--resume"), "{message}");
    assert!(climb("parts", "-n 128 --threads 1 -q --resume") == whole);
    // Each find is longer than the one before, and plays as long as told.
    let rows = sandbox.rows("results/whole/records.csv");
    let mut before = 0;
    for row in rows.iter().filter(|row| row["order"] == "longest") {
        assert!(number(row, "cards") > before);
        before = number(row, "cards");
    }
    assert!(before > 2_000, "{before}");
    let deal = &rows.last().unwrap()["deck"];
    let json = sandbox.ok(&["play", "--rules", "beggar", "--deck", deal, "--format", "json"]);
    assert!(json.contains(&format!("\"cards\":{before},")), "{json}");
    // Another search, a damaged file.
    let other = "hunt --climb --seed 6 --name parts -n 256 --resume";
    sandbox.fails_saying(73, other, &["another run", "seed is 5, not 6"]);
    let mut bytes = sandbox.read("results/parts/climb");
    bytes[60] ^= 1;
    sandbox.write("results/parts/climb", bytes);
    let same = "hunt --climb --seed 5 --name parts -n 256 --resume";
    sandbox.fails_saying(65, same, &["checksum"]);
}

#[test]
fn a_search_goes_on_from_a_given_deal() {
    let sandbox = Sandbox::new();
    let record = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---";
    let text = sandbox.ok(&["hunt", "--climb", "--from", record, "-n", "64", "--name", "x"]);
    assert!(text.contains("8,344 cards, 1,164 tricks, climb 0"), "{text}");
    assert!(text.contains(&format!("war-sim play --rules beggar --deck '{record}'")), "{text}");
    let endless = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA";
    let text = sandbox.ok(&["hunt", "--climb", "--from", endless, "-n", "64", "--name", "y"]);
    assert!(text.contains("endless, the first of"), "{text}");
    let rows = sandbox.rows("results/y/records.csv");
    let found = rows.iter().find(|row| row["order"] == "endless").unwrap();
    assert_eq!((found["deck"].as_str(), found["outcome"].as_str()), (endless, "draw"));
}

#[test]
fn endless_deals_are_found_where_random_deals_have_none() {
    let sandbox = Sandbox::new();
    for (ranks, face_down) in [(5, 1), (7, 1), (9, 1), (11, 1), (11, 3)] {
        let rules = format!("bicycle{{deck.ranks={ranks},war.face_down={face_down}}}");
        let name = format!("r{ranks}-{face_down}");
        let text = sandbox.ok(&format!("hunt --endless --rules {rules} --count 3 --name {name}"));
        assert!(text.contains("endless, the first of 3"), "{text}");
        let rows = sandbox.rows(&format!("results/{name}/records.csv"));
        let deals: HashSet<&String> = rows.iter().map(|row| &row["deck"]).collect();
        assert_eq!((rows.len(), deals.len()), (3, 3), "{name}");
        for row in &rows {
            let json = sandbox.ok(&[
                "play",
                "--deck",
                &row["deck"],
                "--rules",
                &rules,
                "--format",
                "json",
            ]);
            for counter in ["battles", "rounds", "wars"] {
                assert!(json.contains(&format!("\"{counter}\":{},", row[counter])), "{json}");
                let (to, round) = (format!("pre_period_{counter}"), format!("period_{counter}"));
                assert_eq!(number(row, &to) + number(row, &round), number(row, counter));
            }
            assert!(json.contains("\"end_reason\":\"cycle\""), "{json}");
            let hands: Vec<usize> =
                row["deck"].split('|').map(|hand| hand.matches(' ').count()).collect();
            assert_eq!(row["deck"].split_whitespace().count(), 4 * ranks + 3, "{hands:?}");
            assert_eq!(hands[0], hands[1], "{}", row["deck"]);
        }
    }
}

#[test]
fn a_search_for_endless_deals_depends_on_no_thread_and_no_stop() {
    let sandbox = Sandbox::new();
    let hunt = |name: &str, rest: &str| {
        sandbox
            .ok(&format!("hunt --endless --rules bicycle{{deck.ranks=9}} --name {name} -q {rest}"));
        (
            sandbox.read(&format!("results/{name}/records.csv")),
            sandbox.read(&format!("results/{name}/climb")),
        )
    };
    let whole = hunt("whole", "--threads 3 --count 6");
    hunt("parts", "--threads 1 --count 2");
    let again = "hunt --endless --rules bicycle{deck.ranks=9} --name parts --count 1 --resume";
    sandbox.fails_saying(73, again, &["went further"]);
    assert!(hunt("parts", "--threads 1 --count 6 --resume") == whole);
    // Nothing more is asked for.
    let there = hunt("parts", "--threads 1 --count 6 --resume");
    assert!(there == whole);
    let text = sandbox.ok("show results/parts");
    assert!(text.contains("endless, the first of 6"), "{text}");
    assert!(sandbox.ok("verify results/parts").contains("all whole"));
}

/// The deal of Casella and others (arXiv 2403.13855).
const CASELLA: &str = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA";

#[test]
fn from_the_published_loop_others_are_found_with_all_their_deals() {
    let sandbox = Sandbox::new();
    let hunt = |name: &str, rest: &str| {
        sandbox.ok(&format!("hunt --endless --rules beggar --seed 1 --name {name} -q {rest}"));
        (
            sandbox.read(&format!("results/{name}/records.csv")),
            sandbox.read(&format!("results/{name}/climb")),
        )
    };
    // Without --from it begins with the same loop.
    let whole = hunt("whole", "-n 1e6 --threads 2");
    let from = hunt("from", &format!("-n 1e6 --threads 1 --from {CASELLA}"));
    assert_eq!(whole.0, from.0);
    hunt("parts", "-n 262144 --threads 1");
    assert_eq!(hunt("parts", "-n 1e6 --threads 3 --resume"), whole);

    let rows = sandbox.rows("results/whole/records.csv");
    let (loops, deals): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["order"] == "loop");
    let distinct: HashSet<&str> = rows.iter().map(|row| row["deck"].as_str()).collect();
    assert_eq!(distinct.len(), rows.len(), "each once");
    // As many as Casella and others count; the others were found outside this program first.
    let per_loop: Vec<&str> = loops.iter().map(|row| row["deals"].as_str()).collect();
    assert_eq!(per_loop[0], "30");
    assert!(per_loop.len() > 1, "{per_loop:?}");
    let counted: usize = per_loop.iter().map(|deals| deals.parse::<usize>().unwrap()).sum();
    assert_eq!(deals.len(), counted);
    assert!(distinct.contains(CASELLA));
    for row in deals {
        assert_eq!((row["period_cards"].as_str(), row["period_tricks"].as_str()), ("440", "62"));
    }
    let text = sandbox.ok("show results/whole");
    assert!(text.contains(&format!("{} loops; deals lead to", loops.len())), "{text}");
    // As many positions as were asked for, in whole rounds.
    assert!(text.contains(": 256 climbs, 1,048,576 positions played"), "{text}");
    assert!(sandbox.ok("verify results/whole").contains("all whole"));
    let proved = sandbox.ok("prove results/whole");
    assert!(proved.contains(&format!("{counted} certificates")), "{proved}");
}

#[test]
fn a_search_for_loops_begins_with_any_position_and_says_where_it_cannot() {
    let sandbox = Sandbox::new();
    let hunt = "hunt --endless --seed 1 -n 1 -q --name";
    sandbox.ok(&format!("{hunt} deal --rules beggar"));
    let rows = sandbox.rows("results/deal/records.csv");
    let position = &rows.iter().find(|row| row["order"] == "loop").unwrap()["deck"];
    sandbox.ok(&format!("{hunt} position --rules beggar --position --from {position}"));
    assert_eq!(sandbox.rows("results/position/records.csv").len(), rows.len());
    let bare = format!("{hunt} bare --rules beggar --from {position}");
    sandbox.fails_saying(64, &bare, &["--position"]);
    let refused = format!("{hunt} none --rules beggar{{penalties.J=2}}");
    sandbox.fails_saying(64, &refused, &["no loop of this deck was published", "--from"]);
    sandbox.ok(&format!("{hunt} camicia --rules camicia"));
    let camicia = sandbox.rows("results/camicia/records.csv");
    let published = "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--";
    assert!(camicia.iter().any(|row| row["deck"] == published), "{camicia:?}");
}

#[test]
fn every_position_near_the_loops_is_played_and_then_the_search_ends() {
    let sandbox = Sandbox::new();
    let hunt = |rest: &str| {
        let rules = "beggar{deck.suits=4,deck.ranks=3,deck.lowest=9,penalties={J=1}}";
        format!("hunt --endless --near --rules {rules} --from J-J-J-/J----- -q {rest}")
    };
    sandbox.ok(&hunt("--name whole --threads 2"));
    // All four loops of this pack and their 38 deals, as scripts/beggar_oracle.py finds them in all deals.
    let text = sandbox.ok("show results/whole");
    assert!(text.contains("5 loops; deals lead to 4 of them: 15, 15, 7, 1"), "{text}");
    assert!(text.contains("the first of 38") && text.contains("All positions near"), "{text}");
    // Stopped before the first climb, and gone on with on another number of threads.
    sandbox.ok(&hunt("--name parts --threads 1 --minutes 0"));
    assert!(!sandbox.ok("show results/parts").contains("All positions near"));
    sandbox.ok(&hunt("--name parts --threads 1 --resume"));
    assert_eq!(sandbox.read("results/parts/climb"), sandbox.read("results/whole/climb"));
    let again = sandbox.ok(&hunt("--name parts --resume").replace("-q ", ""));
    assert!(again.contains("is complete"), "{again}");
    sandbox.fails_saying(64, &hunt("-n 100"), &["-n", "ends by itself"]);
    sandbox.fails_saying(64, "hunt --endless --near --rules bicycle", &["--near", "Beggar"]);
}

#[test]
fn the_certificates_of_the_page_are_of_the_deals_that_the_search_finds() {
    let sandbox = Sandbox::new();
    sandbox.ok("hunt --endless --rules beggar --seed 1 -n 2e6 --name loops -q");
    sandbox.ok("prove results/loops -q");
    let read = |text: &[u8]| -> Vec<serde_json::Value> {
        let json: serde_json::Value = serde_json::from_slice(text).unwrap();
        json["certificates"].as_array().unwrap().clone()
    };
    let found = read(&sandbox.read("results/loops/certificates.json"));
    let page = std::fs::read("docs/for-ever.json").unwrap();
    let of_page: Vec<_> = read(&page).into_iter().filter(|one| found.contains(one)).collect();
    assert_eq!((found.len(), of_page.len()), (120, 120));
}
