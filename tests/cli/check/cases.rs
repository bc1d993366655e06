//! The decks of the suites with their winners.

use crate::sandbox::Sandbox;

#[test]
fn cases_have_the_winners_that_play_finds() {
    let sandbox = Sandbox::new();
    sandbox.write("cases.csv", sandbox.ok("check --list -n 100"));
    let rows = sandbox.rows("cases.csv");
    assert!(rows.len() > 4_000);
    let decks: String = rows.iter().map(|row| row["deck"].clone() + "\n").collect();
    let (answers, _) = sandbox.with_stdin("play --decks -", decks);
    for (row, answer) in rows.iter().zip(answers.lines().skip(1)) {
        assert_eq!(row["expected"], answer.split(',').nth(2).unwrap(), "{row:?}");
    }
    // The file itself is a file of decks, too.
    let of_file = sandbox.ok("play --decks cases.csv");
    let values = |text: &str| -> Vec<String> {
        text.lines().skip(1).map(|row| row.split(',').nth(2).unwrap().to_owned()).collect()
    };
    assert_eq!(values(&of_file), values(&answers));
    sandbox.write("answers.txt", values(&of_file).join("\n") + "\n");
    sandbox.ok("check --answers answers.txt --decks cases.csv");
    sandbox.with_stdin("check --answers - --decks cases.csv", sandbox.read("answers.txt"));
    sandbox.with_stdin("check --answers answers.txt --decks -", sandbox.read("cases.csv"));
    let message = sandbox.fails(64, "check --answers - --decks -");
    assert!(message.contains("cannot both be standard input"), "{message}");
}
