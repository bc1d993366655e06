//! `grade --feedback`: what students are told, in English and Dutch.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::grade::{FEW, RIGHT, alternating, grades, is_there, stopped_at};
use crate::sandbox::{Sandbox, names};

#[test]
fn feedback_is_in_the_language_asked_for() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("work/war.py", alternating());
    let said =
        |options: &str| sandbox.ok(&format!("grade work --single {FEW} --hints name {options}"));
    let dutch = said("--lang nl");
    for words in [
        "work: 2 van de 5 punten",
        "  korte spellen geslaagd\n  oorlogen      niet geslaagd",
        "kaartspellen zijn fout beantwoord",
        "Je programma speelt `umass` met `war.lay = \"alternating\"`.\nDat verklaart elke fout.",
        "Het kleinste kaartspel, uit nog-drie-kaarten:",
        "  verwacht       ",
        "  je programma   1 (A wint)",
    ] {
        assert!(dutch.contains(words), "{words}: {dutch}");
    }
    let game = "(de bovenste kaart eerst)\n\n    ronde   slag kaarten      A      B\n";
    assert!(dutch.contains(game) && dutch.contains(": 3 kaarten dicht\n"), "{dutch}");
    assert_eq!(said("--lang en"), said(""));
    let tests = said("--lang nl --format gradescope");
    assert!(tests.contains("\"name\":\"oorlogen\"") && tests.contains("niet geslaagd"), "{tests}");
    sandbox.fails_saying(64, "grade work --lang de", &["--lang", "en", "nl"]);
    sandbox.write("check.py", sandbox.ok("check --harness python"));
    let check = "check -n 30 --suite both-short --lang nl -- python3 check.py";
    sandbox.write("war.py", alternating());
    let verdict = |format: &str| {
        let check = check.replace("both-short", "wars-on-wars");
        let output = sandbox.run(&check.replace("--lang", &format!("--format {format} --lang")));
        String::from_utf8(output.stdout).unwrap()
    };
    let junit = verdict("junit");
    assert!(
        junit.contains("message=\"2 van 165 kaartspellen: verwacht -1 (B wint), maar"),
        "{junit}"
    );
    sandbox.write("war.py", "def find_winner(deck):\n    return find_winner(deck)\n");
    let json: Value = serde_json::from_str(&verdict("json")).unwrap();
    let said = json["observed"][0].as_str().unwrap();
    assert!(said.starts_with("Het stopt voordat het antwoordt (exitcode 1): Recursion"), "{said}");
    assert!(said.ends_with("Het roept zichzelf steeds opnieuw aan: speel de slagen in een lus."));
    sandbox.write("war.py", RIGHT);
    assert!(sandbox.ok(check).contains("naast de regels `umass`:\nGoed op alle "));
    sandbox.fails_saying(
        64,
        "check --rules beggar --lang nl -- cat",
        &["--lang nl: it is for War"],
    );
}

/// Programs that fail at every stage, and submissions that have none.
fn class_of_all_kinds(sandbox: &Sandbox) {
    let with = |own: &str| {
        format!(
            "{RIGHT}\nplain = find_winner\ndef find_winner(deck):\n    {own}\n    return plain(deck)\n"
        )
    };
    let endless = "def find_winner(deck):\n    while True:\n        pass\n";
    for (name, text) in [
        ("bob/war.py", alternating()),
        ("carol/war.py", with("if len(deck) == 1: raise IndexError('x')")),
        ("dave/war.py", "def find_winner(deck)\n    return 0\n".into()),
        ("erin/war.py", "import nothing_there\ndef find_winner(deck):\n    return 0\n".into()),
        ("frank/war.py", with("if len(deck) > 9: return 'zzz'")),
        ("grace/war.py", "x = 1\n".into()),
        ("heidi/war.py", RIGHT.replace("LIMIT = 1000", "LIMIT = 999")),
        ("ivan/war.py", "def find_winner(deck):\n    return 0\n".into()),
        ("judy/war.py", endless.into()),
        ("kim/war.py", format!("{endless}find_winner([])\n")),
        ("mia/war.py", "import sys\ndef find_winner(deck):\n    sys.exit(3)\n".into()),
        ("olga/one/war.py", "def find_winner(deck):\n    return 0\n".into()),
        ("olga/two/war.py", "def find_winner(deck):\n    return 1\n".into()),
        ("pia/old/war.py", alternating()),
        ("pia/war.py", RIGHT.to_owned()),
        ("quin/war.py", with("if deck == []: return 1")),
        ("rob.zip", "PK\u{3}\u{4}".into()),
        ("sue.zip", String::new()),
        ("tom.7z", String::new()),
        ("uma/war.pdf", "%PDF".into()),
        ("vic/a.class", "x".into()),
        (
            "will/War.java",
            "class War {\n    static int findWinner(int[] d) { retrun 0; }\n}\n".into(),
        ),
    ] {
        sandbox.write(&format!("class/{name}"), text);
    }
}

/// All that a class is told: what each student reads, the page, the gradebook without its heading, and
/// what is printed.
fn all_that_is_told(sandbox: &Sandbox, lang: &str, options: &str) -> String {
    let printed = sandbox
        .ok(&format!("grade class {FEW} --deck-seconds 0.3 --lang {lang} --name {lang} {options}"));
    let read =
        |name: &str| String::from_utf8(sandbox.read(&format!("results/{lang}/{name}"))).unwrap();
    let files = names(&sandbox.path(&format!("results/{lang}/feedback")));
    let rows = read("grades.csv").split_once('\n').unwrap().1.to_owned();
    let page = read("grades.html");
    let body = page.split_once("<article>").unwrap().1.split_once("</article>").unwrap().0;
    // Of markup only what people read.
    let texts = body.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text));
    let page: String = texts.map(|text| format!("{text} ")).collect();
    let files = files.iter().map(|name| read(&format!("feedback/{name}")));
    [printed, rows, page].into_iter().chain(files).collect::<Vec<_>>().join("\n")
}

/// Words of a class in English come in Dutch only where they are the program's, or Dutch as well.
#[test]
fn a_class_in_dutch_has_no_english_word() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    class_of_all_kinds(&sandbox);
    let told = |options: &str| ["en", "nl"].map(|lang| all_that_is_told(&sandbox, lang, options));
    let all = ["--hints name", "--resume --hints deck", "--resume --hints none"].map(told);
    // Code is between backticks or quotation marks, what the program's own stderr says in a column; names
    // of files, options and mistakes have marks in them; compilers and Python say their errors.
    let is_own = |word: &&str| {
        let word = word.trim_matches(['(', ')', ',', ':', '.']);
        let is_quoted = word.starts_with('"') && word.ends_with('"');
        is_quoted || word.contains(['/', '.', '_', '-', '(', '&'])
    };
    let said = |line: &str| -> String {
        let said = line.split_once("rror: ").and_then(|(before, _)| before.rsplit_once([' ', ',']));
        let line = said.map_or(line, |(before, _)| before);
        let outside: Vec<&str> = line.split('`').step_by(2).collect();
        let words = outside.iter().flat_map(|part| part.split_whitespace());
        words.filter(|word| !is_own(word)).collect::<Vec<_>>().join(" ")
    };
    let words = |text: &str| -> HashSet<String> {
        let mut is_stderr = false;
        let lines = text.lines().filter(|line| {
            is_stderr = line.contains("stderr  ") || is_stderr && line.starts_with("          ");
            !is_stderr
        });
        let text = lines.map(said).collect::<Vec<_>>().join(" ");
        let words = text.split(|letter: char| !letter.is_alphabetic());
        words.filter(|word| word.chars().count() > 2).map(str::to_lowercase).collect()
    };
    // What students, games, languages and answers are called.
    const ITS_OWN: &str = "\
        bob carol dave erin frank grace heidi ivan judy kim mia olga pia quin rob sue tom uma vic will \
        java python war umass pdf findwinner int draw";
    // Words of both languages.
    const OF_BOTH: &str = "start student over per stderr";
    let mut left = Vec::new();
    for [english, dutch] in &all {
        let [own, both] = [ITS_OWN, OF_BOTH].map(words);
        let is_left = |word: &&String| !own.contains(*word) && !both.contains(*word);
        left.extend(words(english).intersection(&words(dutch)).filter(is_left).cloned());
    }
    left.sort();
    left.dedup();
    assert!(left.is_empty(), "{left:?}\n{}", all[0][1]);
}

#[test]
fn feedback_says_what_check_would_say() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    let two = format!(
        "{RIGHT}\nplain = find_winner\ndef find_winner(deck):\n    answer = plain(deck)\n    \
                       return 2 if answer == -1 else answer\n"
    );
    sandbox.write("class/two/war.py", two);
    let none = format!(
        "{RIGHT}\nplain = find_winner\ndef find_winner(deck):\n    answer = plain(deck)\n    \
                        if answer: return answer\n"
    );
    sandbox.write("class/none/war.py", none);
    let dies = format!(
        "{RIGHT}\nplain = find_winner\ndef find_winner(deck):\n    \
                        if len(deck) == 1: raise IndexError('no card')\n    return plain(deck)\n"
    );
    sandbox.write("class/dies/war.py", dies);
    sandbox.write("class/zero/war.py", "def find_winner(deck):\n    return 0\n");
    // A war is in most decks, but in all that this answers wrongly.
    let tied = sandbox.ok("mistakes --format python --out - tied-cards-lost");
    sandbox.write("class/tied/war.py", tied);
    let limit = sandbox.ok("mistakes --format python --out - limit-first");
    sandbox.write("class/limit/war.py", limit);
    sandbox.ok(&format!("grade class {FEW}"));
    for (student, words) in [
        ("two", "`2` comes only where -1 is right: does it stand for -1 (B wins)?"),
        ("none", "is a return missing?"),
        ("dies", "it ends without an answer, each time with `IndexError: no card`"),
        ("zero", "its answer is 0"),
        ("tied", "decks that it answers wrongly has a war, as "),
        ("tied", "The smallest deck, of "),
        ("limit", "decks played do. Wrong in some of these: "),
    ] {
        let told = sandbox.read(&format!("results/grade-class/feedback/{student}.txt"));
        let told = String::from_utf8(told).unwrap();
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(words), "{student}: {told}");
    }
}

#[test]
fn what_never_returns_is_said_of_the_students_function() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    let endless = "def find_winner(deck):\n    while True:\n        pass\n";
    sandbox.write("class/anna/war.py", endless);
    sandbox.write("class/bob/war.py", format!("{endless}find_winner([])\n"));
    let all = grades(&sandbox, "class --deck-seconds 0.2");
    let why = |student: &str| all[student]["why"].as_str().unwrap();
    assert_eq!(stopped_at(&all["anna"]), json!("answers"));
    let words = "find_winner does not return in time (--deck-seconds), as for `2 1`";
    assert!(why("anna").starts_with(words), "{}", why("anna"));
    assert_eq!(stopped_at(&all["bob"]), json!("starts"));
    assert!(why("bob").starts_with("what runs before find_winner is called"), "{}", why("bob"));
}
