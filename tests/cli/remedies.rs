//! Every refusal's remedy works: what it prints is typed, as somebody would.

use crate::sandbox::Sandbox;

/// What fails, as typed into a shell, and the part of it that is wrong.
const REFUSED: &[(&str, &str)] = &[
    // Verbs.
    ("war-sim war", "war"),
    ("war-sim batch", "batch"),
    ("war-sim pick-up-order", "pick-up-order"),
    ("war-sim lisst", "lisst"),
    ("war-sim man plya", "plya"),
    ("war-sim ludo play ./coins --dice 1,2 --game 7", ""),
    ("war-sim ludo compare ./coins bwinf bwinf-frozen", ""),
    ("war-sim 10 --quiet", "10"),
    ("war-sim --games 10 one-down", "one-down"),
    ("war-sim --gmaes 10", "--gmaes"),
    // Decks and hands that a shell took apart.
    ("war-sim play --deck 2 3 4 5 --trace", "--deck 2 3 4 5"),
    // Names.
    ("war-sim --games 10 --rules umss", "umss"),
    ("war-sim --games 10 --rules ./mnie.toml", "./mnie.toml"),
    ("war-sim run question --quiet", "question"),
    ("war-sim ludo pair --games 10", "pair"),
    ("war-sim rules one-dwon", "one-dwon"),
    ("war-sim compare umass one-down --games 10 --baseline one-dwon", "one-dwon"),
    ("war-sim compare results/a results/b --baseline one-dwon", "one-dwon"),
    ("war-sim compare umass one-down --games 10 --measures batles", "batles"),
    ("war-sim --games 10 --by aces_aa", "aces_aa"),
    ("war-sim --games 10 --engine refrence", "refrence"),
    ("war-sim show results/a --table sumary", "sumary"),
    ("war-sim report results/a --svg lengts", "lengts"),
    ("war-sim show results/aa", "results/aa"),
    // Fields.
    ("war-sim --games 10 --set face_down=2", "face_down"),
    ("war-sim --games 10 --rules 'umass{facedown=2}'", "facedown"),
    ("war-sim --games 10 --rules 'umass{pickup=winer-first}'", "winer-first"),
    ("echo 'face_down = 2' > r.toml; war-sim --games 10 --rules ./r.toml", "face_down"),
    ("echo 'pikcup = \"winner-first\"' > r.toml; war-sim --games 10 --rules ./r.toml", "pikcup"),
    ("printf 'base = \"umass\"\\nat = 9\\n' > r.toml; war-sim --games 10 --rules ./r.toml", "at "),
    (
        "printf 'base = \"umass\"\\n[war]\\nface_dwn = 2\\n' > r.toml; war-sim --games 10 --rules ./r.toml",
        "face_dwn",
    ),
    (
        "printf 'games = 9\\n[[sweep]]\\nface_down = [1, 2]\\n' > s1.toml; war-sim run s1.toml",
        "face_down",
    ),
    (
        "printf 'games = 9\\nrules = [{name = \"x\", face_down = 2}]\\n' > s2.toml; war-sim run s2.toml",
        "face_down",
    ),
    ("printf 'gmaes = 9\\nrules = [\"umass\"]\\n' > s3.toml; war-sim run s3.toml", "gmaes"),
    // What has no place there.
    ("war-sim --games 10 --dice wuerfel0 --self-play", "--dice wuerfel0 --self-play"),
    ("war-sim --games 10 --pair 1,2", "--pair 1,2"),
];

/// A sandbox in which there is something to be named.
fn furnished() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("mine.toml", "base = \"umass\"\nwar.face_down = 2\n");
    sandbox.write("question.toml", "rules = [\"umass\", \"one-down\"]\ngames = 10\n");
    sandbox.write("pair.txt", "1-6\n1 1 1 6 6 6\n");
    sandbox.write("coins", "6-6\n6-6\n");
    sandbox.ok("--games 10 --quiet --name a --rules umass");
    sandbox.ok("--games 10 --quiet --name b --rules one-down");
    sandbox
}

/// What stands between marks, each time.
fn between<'t>(text: &'t str, open: &str, close: &str) -> Vec<&'t str> {
    let parts = text.split(open).skip(1);
    parts.filter_map(|part| part.split_once(close)).map(|(inside, _)| inside).collect()
}

/// What is typed in a form that says so.
const FORMS: [(&str, &str); 3] = [
    ("--dice FILE", "--dice ./coins"),
    ("I,J", "1,2"),
    ("<RULES|DIR> <RULES|DIR>... --dice", "bwinf bwinf-frozen --dice"),
];

/// The lines that a message tells to type instead of this one. Commands with another word in capitals are
/// forms and no commands.
fn remedies(line: &str, wrong: &str, message: &str) -> Vec<String> {
    let message =
        FORMS.iter().fold(message.to_owned(), |said, (form, with)| said.replace(form, with));
    let message = message.as_str();
    let is_form = |text: &str| {
        let is_capital =
            |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
        text.split([' ', '/']).any(is_capital)
    };
    let instead =
        |text: &str| if wrong.is_empty() { line.to_owned() } else { line.replace(wrong, text) };
    let mut lines = Vec::new();
    for command in between(message, "`war-sim ", "`").into_iter().filter(|text| !is_form(text)) {
        lines.push(format!("war-sim {command}"));
    }
    for (open, close) in [("did you mean `", "`"), ("did you mean \"", "\""), ("write `-", "`")] {
        for text in between(message, open, close) {
            let dashes = if open.ends_with('-') { "-" } else { "" };
            // Without what hangs on the wrong word.
            let tail =
                wrong.strip_prefix(|c: char| c.is_alphabetic()).filter(|_| wrong.ends_with(' '));
            lines.push(instead(&format!("{dashes}{text}{}", tail.map_or("", |_| " "))));
        }
    }
    for text in
        between(message, "; add --", ",").into_iter().chain(between(message, "; add --", " to "))
    {
        let option = text.split(" to ").next().unwrap_or(text);
        lines.push(format!("{line} --{option}"));
    }
    if message.contains("leave it out") && !wrong.is_empty() {
        lines.push(instead(""));
    }
    lines
}

#[test]
#[cfg(unix)]
fn every_remedy_can_be_typed() {
    let sandbox = furnished();
    for (line, wrong) in REFUSED {
        let refused = sandbox.typed(line);
        let message = String::from_utf8(refused.stderr).unwrap();
        let code = refused.status.code().unwrap_or(-1);
        assert!([64, 65, 66].contains(&code), "{line}: {code}: {message}");
        for raw in ["os error", "literal", "digit found"] {
            assert!(!message.contains(raw), "{line}: {message}");
        }
        let remedies = remedies(line, wrong, &message);
        assert!(!remedies.is_empty(), "{line}: no remedy in {message}");
        for remedy in remedies {
            let done = sandbox.typed(&remedy);
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success(), "{line}\n{message}{remedy}\n{said}");
        }
    }
}

#[test]
#[cfg(unix)]
fn every_name_that_is_printed_is_taken() {
    let sandbox = furnished();
    for (line, wrong) in [
        ("war-sim compare umass one-down --games 10 --force --baseline ?", "?"),
        ("war-sim compare umass one-down --games 10 --force --measures ?", "?"),
        ("war-sim --games 10 --force --by ?", "?"),
        ("war-sim check --suite ? -n 1 -- true", "?"),
        ("war-sim list ?", "?"),
        ("war-sim show results/a --table ?", "?"),
        ("war-sim --games 10 --force --rules 'umass{pickup=?}'", "?"),
    ] {
        let message = String::from_utf8(sandbox.typed(line).stderr).unwrap();
        let (_, names) =
            message.trim_end().rsplit_once("use ").unwrap_or_else(|| panic!("{message}"));
        let names = names.split(';').next().unwrap_or_default();
        let names: Vec<&str> =
            names.split([',', ' ', '"']).filter(|w| !["", "or"].contains(w)).collect();
        assert!(names.len() > 1, "{message}");
        // Of a list all together.
        let is_list = ["--measures ?", "--by ?"].iter().any(|list| line.ends_with(list));
        let together = names.join(",");
        for name in if is_list { vec![&*together] } else { names } {
            let done = sandbox.typed(&line.replace(wrong, name));
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(![64, 66].contains(&done.status.code().unwrap_or(64)), "{name}: {said}");
        }
    }
}

#[test]
fn another_run_is_told_by_what_differs() {
    let sandbox = furnished();
    for (line, told) in [
        ("--rules one-down", "rules.1.name is \"umass\", not \"one-down\""),
        ("--rules umass --rules no-limit", "rules.2.name is nothing, not \"no-limit\""),
        ("--confidence 0.9", "confidence is 0.95, not 0.9"),
        ("--until a_win:1e-9", "until"),
    ] {
        sandbox.fails_saying(73, &*format!("--games 10 --name a {line}"), &[told]);
    }
    sandbox.ok("--games 10 --quiet --name two --rules umass --rules no-limit");
    sandbox.fails_saying(
        73,
        "--games 10 --name two",
        &["rules.2.name is \"no-limit\", not nothing"],
    );
}
