//! `deck` and `play --decks`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use crate::sandbox::Sandbox;

const HEADER: &str =
    "line,outcome,value,end_reason,battles,rounds,wars,deepest_war,cards_a,cards_b";

#[test]
fn every_line_is_answered_in_its_row() {
    let sandbox = Sandbox::new();
    let decks = "2 3 4 5\n\n7\n2,2,8,6,9,7,10,11,5,6,4,4\n5 5 2 4 3\n1 2 2 1\n9, 3\n\
                 -2147483648 2147483647\n";
    let expected = format!(
        "{HEADER}\n\
         1,B,-1,out-of-cards,2,2,0,0,0,4\n\
         2,draw,0,both-out,0,0,0,0,0,0\n\
         3,A,1,out-of-cards,0,0,0,0,1,0\n\
         4,B,-1,short-in-war,3,2,2,1,0,10\n\
         5,draw,0,both-short,1,1,1,1,2,1\n\
         6,draw,0,limit,1000,1000,0,0,2,2\n\
         7,A,1,out-of-cards,1,1,0,0,2,0\n\
         8,B,-1,out-of-cards,1,1,0,0,0,2\n"
    );
    let file = sandbox.write("decks.txt", decks);
    assert_eq!(sandbox.ok(&["play", "--decks", file.to_str().unwrap()]), expected);
    assert_eq!(sandbox.with_stdin(&["play", "--decks", "-"], decks).0, expected);
    assert_eq!(sandbox.with_stdin("play --decks -", "").0, format!("{HEADER}\n"));
    // Lines may end as on Windows, the last one need not end at all, and a mark may come first.
    let windows = format!("\u{feff}{}", decks.replace('\n', "\r\n").trim_end());
    assert_eq!(sandbox.with_stdin(&["play", "--decks", "-"], windows).0, expected);
}

#[test]
fn bad_line_stops_it_with_its_number_and_the_answers_before_it_stand() {
    let sandbox = Sandbox::new();
    let answers =
        format!("{HEADER}\n1,B,-1,out-of-cards,2,2,0,0,0,4\n2,draw,0,both-out,0,0,0,0,0,0\n");
    for (bad, words) in [
        (&b"2 three 4"[..], &["line 3", "`three`", "card 2"][..]),
        (b"2 3 \xff\xfe 4", &["line 3", "card 3"]),
        (b"2 3\x1b4 5", &["line 3", "`3\\u{1b}4`"]),
        (b"A: 2 3", &["line 3", "A: 2 8 9 | B: 2 6 7"]),
        (b"\xef\xbb\xbf2 3", &["line 3"]),
    ] {
        let text = [b"2 3 4 5\n\n", bad, b"\n2 3\n"].concat();
        let arguments = ["play", "--decks", "-"];
        let out = sandbox.fails_with_stdin(65, &arguments, words, text.clone());
        assert_eq!(out, answers);
        let file = sandbox.write("decks.txt", text);
        let name = file.to_str().unwrap();
        let words = [&[name][..], words].concat();
        assert_eq!(sandbox.fails_with_stdin(65, &["play", "--decks", name], &words, ""), answers);
    }
}

#[test]
fn card_that_the_rules_refuse_is_a_bad_line() {
    let arguments = ["play", "--decks", "-", "--rules", "ernie-burt"];
    let words = ["line 2", "card 15", "1 to 14"];
    let out = Sandbox::new().fails_with_stdin(65, &arguments, &words, "2 3\n4 15\n");
    assert_eq!(out, format!("{HEADER}\n1,B,-1,out-of-cards,1,1,0,0,0,2\n"));
}

#[test]
fn answers_come_as_soon_as_the_lines_that_arrived_are_played() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["play", "--decks", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut decks = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answers.next().unwrap().unwrap(), HEADER);
    for line in 1..4 {
        decks.write_all(b"2 3 4 5\n").unwrap();
        // This would wait for ever if the answer were held back until more decks came.
        let answer = answers.next().unwrap().unwrap();
        assert_eq!(answer, format!("{line},B,-1,out-of-cards,2,2,0,0,0,4"));
    }
    drop(decks);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

/// Memory stays the same however many lines there are: 18 MB of lines pass through, and the
/// program's peak grows by less than 4 MB over that of one line.
#[cfg(target_os = "linux")]
#[test]
fn lines_are_not_kept_in_memory() {
    let sandbox = Sandbox::new();
    let peak_kib = |lines: usize| {
        let mut command = sandbox.command(&["play", "--decks", "-"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut decks = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let reader = std::thread::spawn(move || answers.lines().count());
        let line = format!("2 3 4 5 # {}\n", "remark ".repeat(7));
        decks.write_all(line.repeat(lines).as_bytes()).unwrap();
        // All lines but those in the pipe have been played.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        drop(decks);
        assert_eq!(reader.join().unwrap(), lines + 1);
        assert!(child.wait().unwrap().success());
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let (few, many) = (peak_kib(20_000), peak_kib(300_000));
    assert!(many < few + 4_096, "{few} KiB for few lines, {many} KiB for many");
}

#[test]
fn lines_may_be_written_in_many_ways() {
    let sandbox = Sandbox::new();
    let text = "# decks of a friend\n\
        [2, 3, 4, 5]\n\
        \"2 3 4 5\"\r\n\
        2 3 4 5 # as in the assignment\n\
        \x20 # a remark\n\
        KH QueenX\n";
    let arguments = ["play", "--decks", "-"];
    let out = sandbox.fails_with_stdin(65, &arguments, &["line 6", "`QueenX`", "card 2"], text);
    let row = |line| format!("{line},B,-1,out-of-cards,2,2,0,0,0,4\n");
    assert_eq!(out, format!("{HEADER}\n{}{}{}", row(2), row(3), row(4)));
    let (out, _) = sandbox.with_stdin(&arguments, "A: 2 8 9 | B: 2 6\n10D 9H\nQueen of hearts, J");
    let rows = "1,draw,0,both-short,1,1,1,1,2,1\n2,A,1,out-of-cards,1,1,0,0,2,0\n\
                3,A,1,out-of-cards,1,1,0,0,2,0\n";
    assert_eq!(out, format!("{HEADER}\n{rows}"));
    for utf16 in [&b"\xff\xfe2\0 \x003\0\n\0"[..], b"\xfe\xff\x002\0 \x003\0\n"] {
        sandbox.fails_with_stdin(65, &arguments, &["line 1", "UTF-16", "UTF-8"], utf16);
    }
}

/// The answers without their lines, in the order of the file, of a file that has the games in reverse.
fn rows_of_each_alone(sandbox: &Sandbox, arguments: &[&str], text: &str) -> Vec<String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let mut games: Vec<String> =
        lines.map(|(game, line)| format!("{game},{}\n", line.replace(',', " "))).collect();
    games.reverse();
    let (rows, _) = sandbox.with_stdin(arguments, format!("game,deck\n{}", games.concat()));
    let rows = rows.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned());
    rows.collect::<Vec<_>>().into_iter().rev().collect()
}

/// Decks of many sizes, in turn and in runs, some with cards that are no bytes, a line each; with hands and
/// remarks among them if wanted.
fn mixed_lines(only_decks: bool) -> String {
    let mut text = String::new();
    for k in 0..3_000_u32 {
        let size = match k {
            0..1_000 => 52,
            1_000..2_000 => 50 + k % 5,
            _ => k % 13,
        };
        let mut state = k.wrapping_mul(2_654_435_761);
        let mut card = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let rank = i64::from(state >> 20);
            match k % 97 {
                0 => rank - 300,
                1 => rank % 2 * 255,
                _ => rank % 13 + 2,
            }
            .to_string()
        };
        let cards: Vec<String> = (0..size).map(&mut card).collect();
        match k % 89 {
            _ if only_decks => text += &(cards.join(" ") + "\n"),
            0 => text += &format!("A: {} | B: 5 5 5 9\n", cards.join(",")),
            1 => text += &format!("# {k}\n"),
            _ => text += &(cards.join(" ") + "\n"),
        }
    }
    text
}

/// Rule sets for several engines, some of which leave chance after the deal.
const RULES: [&str; 6] =
    ["umass", "shuffled-pot", "winner-block", "no-limit", "drunkard", "cps506"];

#[test]
fn mixed_lines_are_answered_as_one_by_one() {
    let (sandbox, text) = (Sandbox::new(), mixed_lines(false));
    for rules in RULES {
        let arguments = ["play", "--decks", "-", "--rules", rules];
        let (rows, _) = sandbox.with_stdin(&arguments, text.clone());
        let turned = rows_of_each_alone(&sandbox, &arguments, &text);
        let one_by_one: Vec<&str> = turned.iter().map(String::as_str).collect();
        let cells = rows.lines().skip(1).map(|row| row.split_once(',').unwrap().1);
        assert!(cells.eq(one_by_one), "{rules}");
    }
}

/// What answers and rows of games both have, row by row.
fn told(rows: &str) -> Vec<[&str; 6]> {
    let heading: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    let columns = ["outcome", "end_reason", "battles", "rounds", "wars", "deepest_war"];
    let places = columns.map(|name| heading.iter().position(|own| *own == name).unwrap());
    let cells = rows.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    cells.map(|cells| places.map(|place| cells[place])).collect()
}

/// The reference answers the lines; every engine plays them in blocks of one size.
#[test]
fn engines_play_the_decks_of_a_file_as_they_are_answered() {
    let sandbox = Sandbox::new();
    sandbox.write("decks.txt", mixed_lines(true));
    for rules in RULES {
        let answers = sandbox.ok(&*format!("play --decks decks.txt --rules {rules}"));
        assert_eq!(answers.lines().count(), 3_001);
        for engine in ["auto", "portable", "reference"] {
            let batch = format!("--rules {rules} --engine {engine} --decks decks.txt");
            let rows = sandbox.ok(&*format!("{batch} --per-game - --no-files --quiet"));
            assert!(told(&rows) == told(&answers), "{rules}, {engine}");
        }
    }
}

#[test]
fn rule_sets_are_compared_on_the_decks_of_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("d.txt", "2 1\n1 2\n1 1 2 2 3 3\n5 4 3 2\n");
    let text = sandbox.ok("compare umass one-down --decks d.txt --name x");
    assert!(text.contains("on the same deals; on the 4\ndecks of d.txt.\n"), "{text}");
    assert!(text.contains("on the same 4 deals"), "{text}");
    assert!(!text.contains("seed"), "{text}");
    sandbox.fails(64, "compare bwinf bwinf-frozen --dice wuerfel0 --decks d.txt");
    // Another file of the same name, or another seed, is another run.
    sandbox.ok("--decks d.txt --quiet");
    sandbox.ok("--decks d.txt --seed 3 --quiet");
    std::fs::create_dir(sandbox.path("e")).unwrap();
    sandbox.write("e/d.txt", "1 2\n");
    sandbox.ok("--decks e/d.txt --quiet");
}

#[test]
fn a_batch_says_whose_decks_it_played_and_a_file_without_decks_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.txt", "2 3\n4 5\n");
    let said = sandbox.ok("--decks mine.txt --name m");
    assert!(
        said.starts_with("2 games of War under umass; on the 2 decks of mine.txt.\n"),
        "{said}"
    );
    let shown = sandbox.ok("show results/m");
    assert!(shown.starts_with("2 games of War under umass; on the 2 decks of mine.txt.\n"));
    let (said, _) = sandbox.with_stdin("--decks - --no-files", "2 3\n");
    assert!(said.contains("under umass; on the one deck of standard input.\n"), "{said}");
    sandbox.write("e.txt", "# none\n");
    for line in ["--decks e.txt", "compare umass one-down --decks e.txt"] {
        sandbox.fails_saying(65, line, &["e.txt has no decks"]);
    }
    sandbox.write("e.toml", "rules = [\"umass\"]\ndecks = []\n");
    sandbox.fails_saying(65, "run e.toml", &["decks"]);
}

#[test]
fn any_table_with_a_column_deck_is_played() {
    let sandbox = Sandbox::new();
    let (out, _) = sandbox.with_stdin("play --decks -", "deck\n2 3 4 5\n");
    assert_eq!(out, format!("{HEADER}\n2,B,-1,out-of-cards,2,2,0,0,0,4\n"));
    let frame = "\"\",\"deck\",\"x\"\n0,\"[2, 3, 4, 5]\",\"a, b\"\n";
    let (out, _) = sandbox.with_stdin("play --decks -", frame);
    assert_eq!(out, format!("{HEADER}\n2,B,-1,out-of-cards,2,2,0,0,0,4\n"));
    // Rows of games, whose shuffles are those of the game.
    let rules = "--rules umass{pickup=shuffled} --seed 9";
    let rows = sandbox.ok(&*format!("{rules} --games 20 --no-files --per-game - --with-decks"));
    let (out, _) = sandbox.with_stdin(&*format!("play {rules} --decks -"), &rows);
    assert_eq!(told(&out), told(&rows));
    let why = ["line 2: the row has 3 fields"];
    sandbox.fails_with_stdin(65, "play --decks -", &why, "a,deck\n1,2,3\n");
}

#[test]
fn deck_is_a_row_of_cards_in_dealing_order() {
    let sandbox = Sandbox::new();
    let out = sandbox.ok(&["deck", "--seed", "42", "--game", "0"]);
    assert_eq!(
        out,
        "game,deck\n\
         0,3 14 10 8 5 8 3 14 10 13 11 6 3 2 4 2 14 4 7 12 13 8 6 12 10 6 10 9 9 9 9 7 8 11 7 4 4 \
         12 13 12 3 13 2 7 6 11 2 11 5 14 5 5\n"
    );
    assert_eq!(sandbox.ok(&["deck"]), out);
    assert_eq!(sandbox.ok(&["deck", "-n", "0"]), "game,deck\n");
}

#[test]
fn decks_do_not_depend_on_how_many_are_asked_for() {
    let sandbox = Sandbox::new();
    let many = sandbox.ok(&["deck", "--seed", "1", "--game", "1_000", "-n", "600"]);
    let rows: Vec<&str> = many.lines().collect();
    assert_eq!(rows.len(), 601);
    for k in [0, 255, 256, 599] {
        let game = (1000 + k).to_string();
        let one = sandbox.ok(&["deck", "--seed", "1", "--game", &game]);
        assert_eq!(one.lines().nth(1).unwrap(), rows[1 + k]);
        assert!(rows[1 + k].starts_with(&format!("{game},")));
    }
}

#[test]
fn rules_give_the_composition_and_nothing_else() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.ok(&["deck", "--rules", "ernie-burt"]), sandbox.ok(&["deck"]));
    let small = sandbox.write("small.toml", "deck.suits = 1\ndeck.ranks = 2\ndeck.jokers = 1");
    let out = sandbox.ok(&["deck", "--rules", small.to_str().unwrap()]);
    let mut cards: Vec<&str> = out.lines().nth(1).unwrap()[2..].split(' ').collect();
    cards.sort_unstable();
    assert_eq!(cards, ["2", "3", "4"]);
    let wide = sandbox.write("wide.toml", "deck.suits = 1\ndeck.ranks = 300");
    let out = sandbox.ok(&["deck", "--rules", wide.to_str().unwrap()]);
    assert_eq!(out.lines().nth(1).unwrap().split(' ').count(), 300);
    let empty = sandbox.write("empty.toml", "deck.suits = 0");
    let out = sandbox.ok(&["deck", "-n", "2", "--rules", empty.to_str().unwrap()]);
    assert_eq!(out, "game,deck\n0,\n1,\n");
}

#[test]
fn games_end_below_two_to_the_64() {
    let sandbox = Sandbox::new();
    let last = (u64::MAX - 1).to_string();
    let out = sandbox.ok(&["deck", "--game", &last]);
    assert!(out.lines().nth(1).unwrap().starts_with(&format!("{last},")));
    sandbox.fails_saying(64, &["deck", "--game", &last, "-n", "2"], &["--game", "-n", &last]);
    sandbox.fails_saying(64, &["deck", "--game", "2", "-n", &last], &[&last]);
}
