//! `play --decks`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use crate::sandbox::Sandbox;

const HEADER: &str = "line,outcome,value,end_reason,battles,rounds,wars,deepest_war";

#[test]
fn every_line_is_answered_in_its_row() {
    let sandbox = Sandbox::new();
    let decks = "2 3 4 5\n\n7\n2,2,8,6,9,7,10,11,5,6,4,4\n5 5 2 4 3\n1 2 2 1\n9, 3\n";
    let expected = format!(
        "{HEADER}\n\
         1,B,-1,out-of-cards,2,2,0,0\n\
         2,draw,0,both-out,0,0,0,0\n\
         3,A,1,out-of-cards,0,0,0,0\n\
         4,B,-1,short-in-war,3,2,2,1\n\
         5,draw,0,both-short,1,1,1,1\n\
         6,draw,0,limit,1000,1000,0,0\n\
         7,A,1,out-of-cards,1,1,0,0\n"
    );
    let file = sandbox.write("decks.txt", decks);
    assert_eq!(sandbox.ok(&["play", "--decks", file.to_str().unwrap()]), expected);
    assert_eq!(sandbox.with_stdin(&["play", "--decks", "-"], decks).0, expected);
    // Lines may end as on Windows, the last one need not end at all, and a mark may come first.
    let windows = format!("\u{feff}{}", decks.replace('\n', "\r\n").trim_end());
    assert_eq!(sandbox.with_stdin(&["play", "--decks", "-"], windows).0, expected);
}

#[test]
fn file_without_lines_gives_the_header_alone() {
    let (out, _) = Sandbox::new().with_stdin(&["play", "--decks", "-"], "");
    assert_eq!(out, format!("{HEADER}\n"));
}

#[test]
fn bad_line_stops_it_with_its_number_and_the_answers_before_it_stand() {
    let sandbox = Sandbox::new();
    let answers = format!("{HEADER}\n1,B,-1,out-of-cards,2,2,0,0\n2,draw,0,both-out,0,0,0,0\n");
    for (bad, words) in [
        (&b"2 three 4"[..], &["line 3", "`three`", "card 2"][..]),
        (b"2147483648", &["line 3", "`2147483648`", "2147483647"]),
        (b"2 3 \xff\xfe 4", &["line 3", "card 3"]),
        (b"2 3\r4 5", &["line 3", "`3\\r4`"]),
        (b"[2, 3]", &["line 3", "`[2`"]),
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
    assert_eq!(out, format!("{HEADER}\n1,B,-1,out-of-cards,1,1,0,0\n"));
}

#[test]
fn missing_file_is_missing_input_and_a_folder_is_bad_usage() {
    let sandbox = Sandbox::new();
    sandbox.fails_saying(66, &["play", "--decks", "none.txt"], &["none.txt"]);
    sandbox.fails_saying(64, &["play", "--decks", "."], &["folder"]);
}

#[cfg(unix)]
#[test]
fn file_that_may_not_be_read_is_a_matter_of_permission() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = Sandbox::new();
    let file = sandbox.write("decks.txt", "2 3\n");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).unwrap();
    // Whoever may read everything cannot be refused.
    if std::fs::read(&file).is_err() {
        sandbox.fails_saying(77, &["play", "--decks", "decks.txt"], &["permission"]);
    }
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
        assert_eq!(answer, format!("{line},B,-1,out-of-cards,2,2,0,0"));
    }
    drop(decks);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn seeded_decks_give_the_games_of_the_seed() {
    let sandbox = Sandbox::new();
    let decks = sandbox.ok(&["deck", "--seed", "42", "--count", "300"]);
    let decks: String =
        decks.lines().skip(1).map(|row| row.split(',').nth(1).unwrap().to_owned() + "\n").collect();
    let (answers, _) = sandbox.with_stdin(&["play", "--decks", "-"], decks);
    for game in [0, 1, 255, 256, 299] {
        let row = answers.lines().nth(1 + game).unwrap();
        let json = sandbox.ok(&["play", "--game", &game.to_string(), "--format", "json"]);
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        let keys = ["outcome", "value", "end_reason", "battles", "rounds", "wars", "deepest_war"];
        let cells = keys.map(|key| value[key].to_string().replace('"', "")).join(",");
        assert_eq!(row, format!("{},{cells}", game + 1));
    }
}

#[test]
fn a_reader_that_has_gone_and_a_full_disk_are_met() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("decks.txt", "2 3 4 5\n".repeat(100_000));
    let arguments = ["play", "--decks", file.to_str().unwrap()];
    sandbox.ends_quietly_on_a_closed_pipe(&arguments);
    #[cfg(target_os = "linux")]
    sandbox.fails_on_a_full_disk(&arguments);
    // A bad line does not hide the full disk.
    let file = sandbox.write("bad.txt", "2 3 4 5\nword\n");
    #[cfg(target_os = "linux")]
    sandbox.fails_on_a_full_disk(&["play", "--decks", file.to_str().unwrap()]);
}

/// Memory stays the same however many lines there are: 8 MB of lines pass through, and the
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
        decks.write_all("2 3 4 5\n".repeat(lines).as_bytes()).unwrap();
        decks.flush().unwrap();
        // All lines but those in the pipe have been played.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        drop(decks);
        assert_eq!(reader.join().unwrap(), lines + 1);
        assert!(child.wait().unwrap().success());
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let (few, many) = (peak_kib(20_000), peak_kib(1_000_000));
    assert!(many < few + 4_096, "{few} KiB for few lines, {many} KiB for many");
}
