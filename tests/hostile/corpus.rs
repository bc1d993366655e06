//! Inputs to begin with: what people and machines hand to the program, and what goes wrong in it.

/// States as the program writes them, three lines each; the last four are none.
const STATES: &str = include_str!("states.txt");

/// The inputs of a target, by name.
pub fn corpus(target: &str) -> Vec<(&'static str, Vec<u8>)> {
    match target {
        "rules" => rules(),
        "experiments" => experiments(),
        "dice" => dice(),
        "decks" => decks(),
        "states" => states(),
        "answers" => answers(),
        other => panic!("no corpus of {other}"),
    }
}

fn texts(texts: &[(&'static str, &str)]) -> Vec<(&'static str, Vec<u8>)> {
    texts.iter().map(|&(name, text)| (name, text.into())).collect()
}

fn rules() -> Vec<(&'static str, Vec<u8>)> {
    let deep_table = format!("{}b = 1\n", "a.".repeat(199));
    let deep = format!("a = {}{}", "[".repeat(300), "]".repeat(300));
    texts(&[
        (
            "base",
            "base = \"bicycle\"\npickup = \"shuffled\"\nlimit.unit = \"none\"\nlimit.ceiling = 5\n",
        ),
        ("braces", "war.face_down=2, pickup=winner-first"),
        ("nested braces", "deck={suits=[14,\"{\", 2]},limit.at=5"),
        ("CRLF", "deck.suits = 4\r\ndeck.ranks = 13\r\n"),
        ("dates", "limit.at = 1979-05-27T07:32:00Z\n"),
        ("a deep table", &deep_table),
        ("a deep list", &deep),
        ("an escape", "pickup = \"\\u001b[2J\"\n"),
        ("a deck", "deck.suits = 2\ndeck.ranks = 8\ndeck.lowest = 7\ndeck.jokers = 1\n"),
        ("floats", "limit.at = 1e3\ndeck.suits = nan\n"),
        ("a formula", "pickup=\"=1+1\""),
        ("huge numbers", "deck.suits = 99999999999999999999\nlimit.at = -9223372036854775808\n"),
        ("dice inside", "base = \"bwinf\"\ndie_1 = [1, 2, 3]\ndie_2 = [6, 6, 6]\n"),
        ("Ludo", "base = \"bwinf\"\nmust_move = true\n"),
        ("no cards", "deck.suits = 0\ndeck.ranks = 255\n"),
        ("no TOML", "this is no TOML"),
        ("ranks above a byte", "deck.suits = 1\ndeck.ranks = 300\ndeck.lowest = 4000\n"),
        ("tied rank", "war.face_down = \"tied-rank\"\nwar.ace_counts = 11\n"),
        ("an unknown key", "war.facedown = 3\n"),
    ])
}

fn experiments() -> Vec<(&'static str, Vec<u8>)> {
    let many = (0..300).map(|k| format!("{{ name = \"r{k}\", limit.at = {} }}", k + 1));
    let many = format!("rules = [{}]\n", many.collect::<Vec<_>>().join(", "));
    let sweep = |k: u32| {
        let values = Vec::from_iter(1_000 * k + 1..=1_000 * (k + 1));
        format!(
            "[[sweep]]\nname = \"s{k} {{limit.at}}\"\nbase = \"umass\"\n\
             limit.at = {values:?}\n\n"
        )
    };
    let three_sweeps: String = (0..3).map(sweep).collect();
    let large = format!("[[sweep]]\nlimit.at = {:?}\n", Vec::from_iter(1..=1_001));
    texts(&[
        ("many rules", &many),
        ("three sweeps", &three_sweeps),
        (
            "a baseline",
            "rules = [\"umass\", \"one-down\"]\nbaseline = \"one-down\"\nmeasures = [\"battles\"]\n\
             by = \"aces_a\"\n",
        ),
        ("braces", "rules = [\"umass{war.face_down=2}\", \"umass{pickup=\\\"=x\\\"}\"]\n"),
        (
            "an escape",
            "title = \"\\u001b[2J\"\nrules = [{ name = \"a\\u001b[31mb\", war.face_down = 1 }]\n",
        ),
        ("a formula", "rules = [{ name = \"=cmd|calc\", war.face_down = 1 }, \"umass\"]\n"),
        (
            "a sweep of dice",
            "game = \"ludo\"\nrules = []\n[[sweep]]\nbase = \"bwinf\"\ndie_1 = [[1, 2], [6, 6]]\n\
             die_2 = [[3, 3]]\n",
        ),
        (
            "Ludo",
            "game = \"ludo\"\ndice = \"x\"\nrules = [\"bwinf\", \"bwinf-frozen\"]\n\
             until = { share = 0.01 }\n",
        ),
        (
            "numbers",
            "rules = [\"umass\"]\ngames = 1e300\nseed = -1\nfirst_game = 18446744073709551615\n",
        ),
        (
            "overflow",
            "rules = [\"umass\"]\ngames = 9223372036854775807\nfirst_game = 9223372036854775807\n",
        ),
        (
            "precisions",
            "rules = [\"umass\"]\nuntil = [\"a_win:0.01\", \"battles:1\"]\n\
             min_effect = { draw = 0.005 }\nconfidence = 1e-300\n",
        ),
        ("too large a sweep", &large),
        ("no range", "[[sweep]]\nlimit.at = { from = 1, to = 100000 }\n"),
        ("a template", "[[sweep]]\nname = \"={limit.at}\"\nlimit.at = [1, 2]\n"),
    ])
}

fn dice() -> Vec<(&'static str, Vec<u8>)> {
    texts(&[
        ("a byte order mark", "\u{feff}1\n1 1 # one\n"),
        ("an escape", "1\n1 \u{1b}[2J\n"),
        ("large faces", "2\n4294967295 1\n1 4294967295\n"),
        ("negative faces", "2\n6 -1 2 3 4 5 6\n3 1 1 1\n"),
        ("too many", "4294967295\n6 1 2 3 4 5 6\n"),
        ("words", "two\nsix 1 2\n"),
        ("zero bytes", "2\n\0\0\n"),
    ])
}

fn decks() -> Vec<(&'static str, Vec<u8>)> {
    let many = "2 9 3 10 4 11 5 12 6 13 7 14 8 ".repeat(230);
    let mut decks = texts(&[
        ("bars", "A: 1 | 2 | B: 3\n|||\nA:B:A:B:\n"),
        ("bounds", "-2147483648 2147483647 2147483648 -2147483649\n"),
        ("CSV", "game,deck\n17,2 3 4 5\n18,\n,2\n"),
        ("an escape", "\u{1b}[2J 2 3\n"),
        ("hands", "A: 2 8 9 | B: 2 6 7\nA: | B:\nB: 2 | A: 3\n"),
        ("up to the limit", &format!("{}\n", "2 1 ".repeat(1_000))),
        ("many cards", &many),
        ("plain", "2 3 4 5\n\n2 2 2 2\n# a comment\n"),
        ("ties", &format!("{}\n", "2 ".repeat(400))),
        ("unclosed", "[2 3 4\n\"2\n]]\n"),
        ("words", "10D, KH, Queen, ace of spades\n[2, 3, 4]\n\"2 3 4 5\"\n"),
    ]);
    decks.push(("Latin-1", b"K\xf6nig 2 3\n".into()));
    decks.push(("UTF-16", b"\xff\xfe2\0 \x003\0 \x004\0\n\0".into()));
    decks
}

fn states() -> Vec<(&'static str, Vec<u8>)> {
    let names =
        ["batch", "compare", "cycles", "ludo", "no rules", "a list", "empty", "not an object"];
    let lines: Vec<&str> = STATES.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 3 * names.len());
    names.into_iter().zip(lines.chunks(3).map(|state| state.concat().into_bytes())).collect()
}

fn answers() -> Vec<(&'static str, Vec<u8>)> {
    let mut answers = texts(&[
        ("carriage returns", "1\r\n-1\r\n0\r"),
        ("escapes", "\u{1b}[2J\u{1b}]0;title\u{7}\n\u{202e}1\n"),
        ("good ones", "1\n-1\n0\nA\nb\nDraw\n"),
        ("a long line", &format!("{}\n{}", "x".repeat(20_000), "1".repeat(20_000))),
        ("nonsense", "hello\nNone\n1.0\n2\n"),
        ("prompts", "Enter a deck: 1\n> -1\n"),
        (
            "an exception",
            "Traceback (most recent call last):\n  File \"x.py\", line 3\n\
             IndexError: list index out of range\n",
        ),
    ]);
    answers.push(("every byte", (0..=255).collect()));
    answers
}
