//! Programs that crash, hang, print nonsense or keep something between games.

use serde_json::json;

use super::{BRIEF, PATIENT, WAR, failed, programs, said, suite, verdict, words_about};
use crate::sandbox::{Sandbox, flat};

#[test]
fn what_a_program_does_instead_of_answering_is_told() {
    let Some(sandbox) = programs() else { return };
    let one = format!("--suite assignment-list -- {WAR} one");
    for (line, told) in [
        (
            "--suite assignment-list -- python3 students.py forgets_shortage",
            "it ends without an answer, each time with `IndexError: pop from empty list`.",
        ),
        (
            "--suite assignment-list -- python3 students.py returns_nothing",
            "its output is not an answer, such as `None`. `None` is what comes of a function that returns \
             nothing: is a return missing?",
        ),
        (
            "-n 25 --suite random-12 --suite both-short -- python3 students.py nobody_knows",
            "No rules and no mistake that war-sim knows were found",
        ),
        (&one, "exit code 0. Print an answer for each deck: read decks"),
    ] {
        let words = words_about(&sandbox, &format!("{BRIEF} {line}"));
        assert!(words.contains(told) && !words.contains("static"), "{words}");
    }
}

/// One process a deck takes too long for all decks: some of every suite are chosen.
#[test]
fn slow_programs_are_asked_fewer_decks_of_every_suite() {
    let Some(sandbox) = programs() else { return };
    let line = format!("--once --seconds 12 --deck-seconds 5 -- {WAR} slow-once");
    let verdict = verdict(&sandbox, &line);
    // On a busy machine a start takes so long that there is not time for every suite.
    // What was not played is not known to be right, however few decks there was time for.
    assert_eq!(verdict["equal"], json!(false));
    let suites = verdict["suites"].as_array().unwrap();
    assert!(suites.iter().all(|suite| suite["different"] == json!(0)), "{verdict}");
    assert!(suite(&verdict, "assignment-list")["decks"].as_u64() > Some(0), "{verdict}");
    assert!(suite(&verdict, "short-decks")["not_played"].as_u64() > Some(3_000));
}

#[test]
fn right_program_is_equal_whenever_it_answers() {
    let Some(sandbox) = programs() else { return };
    let right = (&json!(true), &json!(null));
    sandbox.write("counted.py", "import war\nopen('starts', 'a').write('x')\nwar.main()\n");
    for way in ["none", "none late"] {
        let line = format!("-n 40 {PATIENT} -- python3 counted.py {way}");
        let verdict = verdict(&sandbox, &line);
        assert_eq!((&verdict["equal"], &verdict["diagnosis"]), right, "{way}");
        assert_eq!(verdict["suites"].as_array().unwrap().len(), 13);
        for suite in verdict["suites"].as_array().unwrap() {
            assert!(suite["decks"].as_u64() > Some(2) && suite["different"] == json!(0), "{suite}");
            assert_eq!(suite.get("not_played"), None);
        }
        // All decks come to one process: a program that takes long to start has time for it.
        let starts = sandbox.text("starts").len();
        assert!(starts <= 3, "{way}: {starts}");
        sandbox.write("starts", "");
    }
    // One deck behind, ten at once, and once not within the time of a deck.
    for way in ["ahead", "tens", "pause"] {
        let suites = "--suite short-decks --suite beyond-127 --seconds 400";
        let verdict = verdict(&sandbox, &format!("{suites} -- {WAR} none {way}"));
        assert_eq!((&verdict["equal"], &verdict["diagnosis"]), right, "{way}");
        let suites = verdict["suites"].as_array().unwrap();
        assert!(suites.iter().all(|suite| suite.get("not_played").is_none()), "{way}: {verdict}");
    }
}

/// Who does not end with its input has answered all the same, or has not.
#[test]
fn programs_that_stay_are_waited_for_no_longer() {
    let Some(sandbox) = programs() else { return };
    let begun = std::time::Instant::now();
    let line = "--suite short-decks --deck-seconds 200 --seconds 400";
    let of = |line: &str, program: &str| verdict(&sandbox, &format!("{line} -- {WAR} {program}"));
    assert_eq!(of(line, "none stays")["equal"], json!(true));
    assert!(begun.elapsed().as_secs() < 150);
    let line = "--suite short-decks --deck-seconds 0.5 --seconds 100";
    let verdict = of(line, "leaves-out stays");
    let suite = suite(&verdict, "short-decks");
    let cards = suite["deck"].as_array().map(Vec::len);
    assert_eq!((cards, &suite["got"]), (Some(4), &json!("hung")), "{suite}");
    assert!(suite["different"].as_u64() <= Some(2), "{suite}");
}

/// The guilty deck is found, and the next one asked, though the program answers all decks at once, or none.
#[test]
fn programs_that_crash_or_hang_are_blamed_for_the_right_deck() {
    let Some(sandbox) = programs() else { return };
    for (war, mistake, other, how) in [
        ("python3 war.py", "empty-deck", "negative-values", "died: exit code 1"),
        (WAR, "lost late", "short-decks", "died: exit code 7"),
        (WAR, "lost ahead", "short-decks", "died: exit code 7"),
        (WAR, "lost tens", "short-decks", "died: exit code 7"),
    ] {
        let suites = format!("--suite assignment-list --suite {other} {PATIENT}");
        let verdict = verdict(&sandbox, &format!("{suites} -- {war} {mistake}"));
        for name in ["assignment-list", other] {
            let suite = suite(&verdict, name);
            assert_eq!((&suite["different"], &suite["deck"]), (&json!(1), &json!([])), "{suite}");
            assert_eq!(suite["got"], json!(how));
        }
        assert_eq!(verdict["diagnosis"], json!(null));
        let told = verdict["observed"][0].as_str().unwrap();
        let is_told = told.contains("IndexError: list index out of range");
        assert_eq!(is_told, how.ends_with('1'), "{told}");
    }
    let list = "--suite assignment-list --deck-seconds 1 --seconds 240";
    let verdict = verdict(&sandbox, &format!("{list} -- {WAR} no-limit late"));
    let list = suite(&verdict, "assignment-list");
    assert_eq!((&list["different"], &list["got"]), (&json!(1), &json!("hung")), "{list}");
    assert_eq!(list["deck"], json!([1, 2, 2, 1]));
}

/// Who hangs on one deck, and reads ahead or pauses, hangs on no other.
#[test]
fn one_deck_that_hangs_is_the_only_one_blamed() {
    let Some(sandbox) = programs() else { return };
    for way in ["ahead", "pause"] {
        let line = "--suite short-decks --deck-seconds 0.4 --seconds 100";
        let verdict = verdict(&sandbox, &format!("{line} -- {WAR} stuck {way}"));
        let suite = suite(&verdict, "short-decks");
        let told = (&suite["different"], &suite["deck"], &suite["not_played"]);
        assert_eq!(told, (&json!(1), &json!([3, 3]), &json!(null)), "{way}: {suite}");
    }
}

#[test]
fn nonsense_is_shown_without_harm() {
    let Some(sandbox) = programs() else { return };
    let list = format!("--suite assignment-list --seconds 60 -- {WAR}");
    let nonsense = verdict(&sandbox, &format!("{list} nonsense"));
    let suite = suite(&nonsense, "assignment-list");
    assert_eq!((&suite["different"], &suite["decks"]), (&json!(14), &json!(14)));
    assert_eq!(suite["got"], json!("nonsense: Player A wins!\\u{1b}[31m"));
    // A second line may be taken for the answer to the next deck: the last one is waited for.
    assert_eq!(failed(&verdict(&sandbox, &format!("{list} two-lines"))), ["assignment-list"]);
}

/// Programs that answer by chance, now and then or each time.
#[test]
fn chance_is_not_taken_for_rules() {
    let Some(sandbox) = programs() else { return };
    for answer in ["random.choice([1, 0, -1])", "right if random.random() < .97 else 0"] {
        sandbox.write(
            "chance.py",
            format!(
                "import random, sys, war\nfor line in sys.stdin:\n    \
                 right = war.find_winner([int(card) for card in line.split()])\n    \
                 print({answer}, flush=True)\n"
            ),
        );
        let words = words_about(&sandbox, &format!("-n 25 {PATIENT} -- python3 chance.py"));
        assert!(words.contains("or differs from run to run (by random numbers"), "{words}");
        assert!(!words.contains("plays"), "{words}");
    }
}

#[test]
fn what_is_kept_between_games_is_found() {
    let Some(sandbox) = programs() else { return };
    let line = format!("--suite short-decks {PATIENT} -- python3 war.py static");
    let words = words_about(&sandbox, &line);
    assert!(words.contains("the program keeps something between games"), "{words}");
}

/// More or fewer lines than decks move the answers, which is nothing that is kept between games.
#[test]
fn lines_too_many_and_too_few_are_told() {
    let Some(sandbox) = programs() else { return };
    for (mistake, told) in [
        ("twice", "On 14 of 14 decks its output is not an answer, such as `0 / 0`."),
        ("on-one-line", "On 14 of 14 decks its output is not an answer, such as `0 "),
        ("leaves-out-empty", "On 1 of 14 decks it ends without an answer, such as exit code 0."),
    ] {
        let line = format!("--suite assignment-list -- {WAR} {mistake}");
        let words = words_about(&sandbox, &line);
        assert!(words.contains(told) && !words.contains("static"), "{words}");
    }
}

/// Programs that flood, sleep, close, leave children behind: each ends within its time, and what it
/// did is said in one sentence.
#[cfg(unix)]
#[test]
fn misbehaving_programs_end_in_time_with_all_they_started() {
    let sandbox = Sandbox::new();
    let orphan = "sleep 3000 & echo $! >> orphans; echo $$ >> orphans; ";
    let nothing = "It starts, but answers nothing";
    for (text, told) in [
        ("cat /dev/zero", nothing),
        ("yes reason >&2", nothing),
        (&format!("{orphan} sleep 3000"), nothing),
        (&format!("{orphan} exit 3"), "It ends before it answers (exit code 3)"),
        (
            &format!("exec >&-; {orphan} sleep 3000"),
            "It ends before it answers (it closed its output and went on)",
        ),
        ("kill -9 $$", "It ends before it answers (signal: 9 (SIGKILL))"),
        ("cat > /dev/null", "(exit code 0) and says nothing of why. Print an answer"),
        ("echo no such file >&2; exit 2", "(exit code 2): no such file"),
    ] {
        sandbox.write("wrong", text);
        // Who ends by itself may take its time to start.
        let times = if told == nothing { "--deck-seconds 0.2 --seconds 2" } else { PATIENT };
        let verdict = verdict(&sandbox, &format!("--suite equal-values {times} -- sh ./wrong"));
        let found = verdict["observed"][0].as_str().unwrap_or_default();
        assert!(found.contains(told), "{text}: {verdict}");
        let suite = &verdict["suites"][0];
        assert_eq!((&suite["decks"], &suite["not_played"]), (&json!(0), &json!(38)), "{text}");
    }
    sandbox.write("flood", "yes 1");
    let verdict = verdict(&sandbox, "--suite assignment-list -- sh ./flood");
    let found = verdict["suites"][0]["got"].to_string();
    // On a busy machine the first of a flood of answers may pass for one.
    assert!(found == "1" || found.starts_with("\"nonsense: 1"), "{verdict}");
    let orphans = sandbox.text("orphans");
    assert!(orphans.lines().count() > 3);
    for id in orphans.lines() {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        assert!(status.is_empty() || status.contains("zombie"), "process {id} is left: {status}");
    }
}

/// A start that takes longer than the first one did, as on a machine that others use.
#[cfg(unix)]
#[test]
fn a_slow_start_is_no_hang() {
    let sandbox = Sandbox::new();
    let slow = "echo >> starts; [ $(wc -l < starts) = 3 ] && sleep 1; echo 0";
    sandbox.write("slow.sh", slow);
    let (_, text) = said(&sandbox, "--once --suite equal-values --deck-seconds 0.2 -- sh slow.sh");
    assert!(text.contains("of 38 decks.") && !text.contains("within its time"), "{text}");
}

#[test]
fn one_process_a_deck_gets_the_cards_as_arguments() {
    let Some(sandbox) = programs() else { return };
    let once = "--once --seconds 300 --deck-seconds 10 --suite assignment-list";
    let (code, text) = said(&sandbox, &format!("{once} -- {WAR} once"));
    assert!(code == Some(0) && text.ends_with("Equal on all 14 decks.\n"), "{text}");
    // A second line is shown.
    let (_, text) = said(&sandbox, &format!("{once} -- {WAR} wordy-once"));
    assert!(text.contains("such as `0 / B wins`."), "{text}");
}

/// Whoever reads a file of results finds the reason in it, in every form.
#[test]
fn what_cannot_be_asked_is_said_in_every_form() {
    let Some(sandbox) = programs() else { return };
    sandbox.write("broken.py", "def find_winner(deck:\n    return 1\n");
    for format in ["json", "junit", "text"] {
        let (code, text) =
            said(&sandbox, &format!("--format {format} {PATIENT} -- python3 broken.py"));
        assert_eq!(code, Some(1), "{format}");
        // In XML marks are written as numbers.
        let words = flat(&text).replace("&#39;", "'");
        assert!(words.contains("SyntaxError: '(' was never closed"), "{text}");
        assert!(format != "text" || text.lines().count() <= 3, "{text}");
    }
}
