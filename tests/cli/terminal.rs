//! What the terminal shows, and what it says of mistakes in files.

use crate::sandbox::{EVERY_QUESTION, Sandbox, flat, names, signal};

#[test]
fn several_pairs_are_lines_below_their_measure() {
    let sandbox = Sandbox::new();
    let shown = sandbox.ok("compare umass one-down winner-first --games 2000 --no-files");
    for measure in ["a_win", "b_win", "draw", "battles"] {
        let mut lines = shown.lines().skip_while(|line| *line != measure).skip(1);
        for pair in ["one-down less umass", "winner-first less umass", "winner-first less one-down"]
        {
            let line = lines.next().unwrap();
            assert!(line.trim_start().starts_with(pair), "{measure}: {line} in\n{shown}");
        }
    }
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    // What holds for every line is said once.
    assert_eq!(shown.matches("different").count(), 1, "{shown}");
    assert_eq!(shown.matches("on the same 2,000 deals").count(), 1, "{shown}");
}

/// Of two suits no game of so many reaches the third limit, so the interval of its share is narrower by far.
#[test]
fn what_stands_in_one_matrix_has_as_many_decimals() {
    let sandbox = Sandbox::new();
    let sweep = "limit.at = [300, 1000, 3000]\ndeck.suits = [2, 4]\n";
    sandbox.write("s.toml", format!("games = 20000\nmeasures = [\"draw\"]\n[sweep]\n{sweep}"));
    let shown = sandbox.ok("run s.toml --no-files");
    let matrices = shown.split("limit.at \\ deck.suits").skip(1).map(|matrix| {
        let cells = matrix.lines().skip(1).take(3).flat_map(|line| line.split_whitespace().skip(1));
        let numbers = cells.filter(|cell| cell.contains('.'));
        numbers.map(|cell| cell.split(['.', '\u{b1}']).nth(1).unwrap().len()).collect::<Vec<_>>()
    });
    assert_eq!(matrices.collect::<Vec<_>>(), [vec![3; 5], vec![5; 6]], "{shown}");
    assert!(shown.contains("  0.00000  0.09") && shown.contains("-0.259\u{b1}0.006"), "{shown}");
}

#[test]
fn games_by_a_feature_are_a_table() {
    let sandbox = Sandbox::new();
    let shown = sandbox.ok("--games 2000 --by aces_a --no-files");
    let table = shown.split("umass by aces_a\n").nth(1).unwrap();
    assert_eq!(table.lines().count(), 6, "{table}");
    let shown = sandbox.ok("ludo wuerfel0 --games 200 --by beginner --no-files");
    assert!(shown.contains("bwinf 1:2 by beginner\n"), "{shown}");
    assert!(shown.contains("the die that begins wins"), "{shown}");
}

#[test]
fn what_is_said_fits_the_terminal_from_forty_columns_up() {
    let sandbox = Sandbox::new();
    for arguments in [
        "--games 2000 --by aces_a --no-files",
        "compare umass winner-first one-down --games 500 --no-files",
        "ludo wuerfel0 --games 30 --no-files",
        "exact --ranks 3 --suits 2 --no-files",
        "list",
    ] {
        let words = |text: &str| {
            let lines = text.lines().filter(|line| !line.contains("played in "));
            let words = lines.flat_map(str::split_whitespace).filter(|word| !word.contains('#'));
            words.map(str::to_owned).collect::<std::collections::HashSet<_>>()
        };
        let mut said = Vec::new();
        for width in [40, 50, 80, 200] {
            let shown = sandbox.in_columns(width, arguments);
            // Commands are whole, to be copied.
            let too_long = |line: &&str| line.chars().count() > width && !line.contains("war-sim ");
            assert_eq!(shown.lines().find(too_long), None, "{arguments}, {width}:\n{shown}");
            said.push(words(&shown));
        }
        // Nothing of a table is left out.
        for narrow in &said[..3] {
            let lost: Vec<_> = said[3].iter().filter(|word| !narrow.contains(*word)).collect();
            assert!(lost.is_empty(), "{arguments}: {lost:?}");
        }
    }
}

#[test]
fn what_was_found_is_said_however_narrow_the_terminal() {
    let sandbox = Sandbox::new();
    let of = |width: usize| {
        let compare = "compare umass bicycle one-down --games 300 --no-files";
        flat(&sandbox.in_columns(width, compare)).matches('~').count()
    };
    assert!(of(80) > 0);
    assert_eq!([60, 50, 40, 30].map(of), [of(80); 4]);
}

#[test]
fn single_games_and_messages_fit_the_terminal_too() {
    let sandbox = Sandbox::new();
    for arguments in [
        "play --seed 42 --game 2053 --trace",
        "play --deck '1 2 2 1' --rules no-limit --trace",
        "play --rules bwinf --dice wuerfel0 --pair 1,2 --game 3 --trace",
        "--games 12x",
        "--rules umas --games 12",
    ] {
        let of = |width: Option<usize>| {
            let mut command = sandbox.command(arguments);
            if let Some(width) = width {
                command.env("COLUMNS", width.to_string());
            }
            let output = command.output().unwrap();
            String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
        };
        for width in [40, 50, 80] {
            let shown = of(Some(width));
            let too_long = |line: &&str| line.chars().count() > width && !line.contains("war-sim ");
            assert_eq!(shown.lines().find(too_long), None, "{arguments}, {width}:\n{shown}");
        }
        // Drawings stand where there is room for them.
        if arguments.contains("bwinf") {
            assert_eq!(of(Some(200)), of(None), "{arguments}");
        }
        // The same words as in a pipe, but for a drawing that has no room.
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if !arguments.contains("bwinf") {
            assert_eq!(words(&of(Some(40))), words(&of(None)), "{arguments}");
        }
    }
}

#[test]
fn no_files_writes_none() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 100 --no-files");
    assert!(!sandbox.path("results").exists());
    sandbox.fails_saying(64, "--games 100 --no-files --per-game g.csv", &["--no-files"]);
}

#[cfg(unix)]
#[test]
fn rows_on_standard_output_are_alone_there() {
    let sandbox = Sandbox::new();
    let rows = sandbox.ok("--games 300 --seed 9 --no-files --per-game - --with-features");
    assert!(names(sandbox.folder.path()).is_empty());
    sandbox.ok("--games 300 --seed 9 --per-game g.csv --with-features --name x --quiet");
    assert_eq!(rows.as_bytes(), sandbox.read("results/x/g.csv"));
    assert_eq!(sandbox.ok("--games 300 --seed 9 --per-game - --name y --with-features"), rows);
    assert_eq!(sandbox.read("results/y/summary.csv"), sandbox.read("results/x/summary.csv"));
    let both = "--games 3 --no-files --per-game - --format json";
    sandbox.fails_saying(64, both, &["--per-game and --format both write to standard output"]);
}

#[test]
fn tables_come_as_json_and_markdown() {
    let sandbox = Sandbox::new();
    let json = sandbox.ok("compare umass one-down --games 500 --no-files --format json --quiet");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["summary"].as_array().unwrap().len(), 2);
    assert_eq!(json["comparison"][0]["measure"], "a_win");
    let won = |row: &serde_json::Value| {
        ["a_wins", "b_wins", "draws"].map(|key| row[key].as_u64().unwrap()).iter().sum::<u64>()
    };
    assert_eq!(won(&json["summary"][1]), 500);
    let markdown = sandbox.ok("compare umass one-down --games 500 --no-files --format markdown");
    assert!(markdown.starts_with("### estimates\n\n| rules | measure | games |"), "{markdown}");
    assert_eq!(markdown.lines().filter(|line| line.starts_with("| one-down |")).count(), 6);
    assert_eq!(markdown.lines().filter(|line| line.starts_with("| umass | one-down |")).count(), 4);
}

#[test]
fn markdown_has_the_answer_to_whatever_was_asked() {
    let sandbox = Sandbox::new();
    sandbox.write("q.toml", EVERY_QUESTION);
    let markdown = sandbox.ok("run q.toml --no-files --format markdown");
    for word in ["## How long?", "### strata", "### estimates", "| rules | measure |"] {
        assert!(markdown.contains(word), "no `{word}` in {markdown}");
    }
    let ludo = sandbox.ok("ludo wuerfel0 --games 20 --no-files --format markdown");
    assert!(ludo.contains("| rank |"), "{ludo}");
    let exact = sandbox.ok("exact --ranks 3 --suits 2 --no-files --format markdown");
    assert!(!exact.contains("interval"), "{exact}");
}

#[test]
fn set_changes_every_rule_set() {
    let sandbox = Sandbox::new();
    let set = sandbox.ok(&["--set", "war.face_down=2", "--games", "500", "--no-files"]);
    let braces = sandbox.ok(&["--rules", "umass{war.face_down=2}", "--games", "500", "--no-files"]);
    let counts = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(counts(&set), counts(&braces));
    assert!(set.contains("umass{war.face_down=2}"), "{set}");
    let both = "--rules umass{deck.ranks=9} --set war.face_down=2 --games 50 --no-files";
    assert!(sandbox.ok(both).contains("umass{deck.ranks=9, war.face_down=2}"));
    sandbox.fails_saying(64, &["--set", "war.face_dwn=2"], &["face_down"]);
}

#[test]
fn a_change_of_every_rule_set_is_refused_with_the_rule_set() {
    let sandbox = Sandbox::new();
    for (line, words) in [
        ("--set a=b", "war-sim: --rules umass{a=b}: unknown field `a`"),
        (
            "compare umass one-down --set war.short=x",
            "war-sim: compare umass{war.short=x}: war.short: ",
        ),
        ("play --game 0 --set a", "war-sim: --rules umass{a}: `a` is not field=value"),
        (
            "--rules unass --set deal=halves",
            "war-sim: --rules unass{deal=halves}: unknown rule set",
        ),
    ] {
        let message = sandbox.fails(64, line);
        assert!(message.starts_with(words), "{line}: {message}");
    }
}

#[test]
fn mistakes_in_files_are_told_with_their_place() {
    let sandbox = Sandbox::new();
    for (name, text, words) in [
        ("f.toml", "rules = ['umass']\n", &["f.toml", "line 1", "unknown field `rules`"][..]),
        ("g.toml", "[war]\nface_down = 30\n", &["war.face_down = 30", "out of range"]),
        ("h.toml", "war.face_dwn = 3\n", &["line 1", "did you mean `face_down`"]),
        ("i.toml", "war = 3\n", &["line 1", "integer `3`"]),
    ] {
        sandbox.write(name, text);
        sandbox.fails_saying(65, &["--rules", name], words);
    }
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for (name, line) in [("r.toml", "--rules r.toml"), ("r.toml", "run r.toml"), ("d", "ludo ./d")]
    {
        sandbox.write(name, utf_16("base = \"umass\"\n"));
        sandbox.fails_saying(65, line, &[name, "UTF-16", "save it as UTF-8"]);
        sandbox.write(name, [&b"\xff\xfe"[..], &utf_16("1 2")].concat());
        sandbox.fails_saying(65, line, &[name, "UTF-16", "save it as UTF-8"]);
    }
    sandbox.write("j.toml", "limit.at = 1e3\n");
    assert!(sandbox.ok("rules ./j.toml").contains("at = 1000\n"));
    assert!(sandbox.ok("rules umass{limit.at=1e2}").contains("at = 100\n"));
    sandbox.fails_saying(64, "--rules umass{limit.at=1.5}", &["whole number"]);
    sandbox.fails_saying(64, "--rules bwinf", &["Ludo is played with dice", "--dice FILE"]);
    sandbox.fails_saying(64, "--rules umass --rules bwinf", &["a rule set of Ludo", "not of War"]);
    sandbox.fails_saying(64, "--rules umass{face_down=2}", &["did you mean `war.face_down`?"]);
    sandbox.fails_saying(64, "--rules umass,one-down", &["file `umass,one-down`; use umass, "]);
}

#[test]
fn a_confidence_is_a_share() {
    let sandbox = Sandbox::new();
    assert!(sandbox.ok("--games 100 --confidence 0.99 --no-files").contains("99 % interval"));
    sandbox.write("e.toml", "rules = ['umass', 'one-down']\ngames = 100\nconfidence = 0.9\n");
    assert!(sandbox.ok("run e.toml --no-files").contains("90 % interval"));
    assert!(sandbox.ok("run e.toml --no-files --confidence 0.99").contains("99 % interval"));
    for word in ["high", "99%"] {
        sandbox.fails_saying(64, &format!("--confidence {word}")[..], &["write it as 0.95"]);
    }
    sandbox.fails_saying(64, "--confidence 95", &["from 0.01 to"]);
}

#[test]
fn experiments_and_dice_may_come_from_standard_input() {
    let sandbox = Sandbox::new();
    for (arguments, input) in [
        ("run - --no-files", "rules = ['umass']\ngames = 10\n"),
        ("ludo - --games 10 --no-files", "2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n"),
    ] {
        let (shown, _) = sandbox.with_stdin(arguments, input);
        assert!(shown.contains("10 games"), "{arguments}: {shown}");
    }
}

#[test]
fn completions_name_options_and_the_version_what_it_plays_with() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(sandbox.ok(&["completions", shell]).contains("per-game"), "{shell}");
    }
    // In bash, what a verb sets leads to its options.
    let bash = sandbox.ok("completions bash");
    let set = bash.lines().filter_map(|line| line.trim().strip_prefix("cmd=\"")?.strip_suffix('"'));
    let all: std::collections::BTreeSet<&str> = set.filter(|name| !name.is_empty()).collect();
    assert!(all.len() > 14, "{all:?}");
    assert!(all.iter().all(|name| bash.contains(&format!("\n        {name})\n"))), "{all:?}");
    let version = sandbox.ok("--version");
    assert!(version.starts_with("war-sim ") && version.contains("chacha8-fy32-v1"), "{version}");
    let instructions = version.lines().last().and_then(|line| line.strip_prefix("instructions: "));
    assert!(instructions.is_some_and(|name| !name.is_empty()), "{version}");
}

#[cfg(unix)]
#[test]
fn a_signal_is_75_in_every_verb() {
    use std::io::{Read as _, Write as _};
    use std::process::Stdio;
    let sandbox = Sandbox::new();
    let batch = "--games 1e12 --per-game - --threads 1";
    for arguments in ["play --decks -", "deck -n 1e12", batch] {
        let mut child = sandbox.command(arguments);
        let mut child = child
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"2 3 4 5\n").unwrap();
        // It has begun where something is printed.
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        signal(&child, "TERM");
        // Its standard input stays open, which would end it.
        let status = child.wait_with_output().unwrap().status;
        drop(stdin);
        assert_eq!(status.code(), Some(75), "{arguments}");
    }
    // Nothing stays but the state, if there was time for one.
    let left = names(&sandbox.path("results"));
    let left = left.iter().flat_map(|run| names(&sandbox.path("results").join(run)));
    assert!(left.clone().all(|name| name.starts_with("state")), "{:?}", left.collect::<Vec<_>>());
}
