//! `grade`: classes of programs, right, wrong and hostile, in folders and archives; what they are told: `feedback`.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, stderr};

pub const RIGHT: &str = include_str!("../../src/check/war/programs/war.py");
pub const RIGHT_JAVA: &str = include_str!("../../src/check/war/programs/War.java");
/// Few decks, and time for the names also where the machine is busy.
pub const FEW: &str = "-n 30 --seconds 900";

pub fn is_there(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no {tool}");
    }
    found
}

/// The right program, but it lays the cards of a war in turn.
pub fn alternating() -> String {
    let war = "            spoils += a[:STAKE]\n            spoils += b[:STAKE]\n            del \
               a[:STAKE], b[:STAKE]\n";
    let turn =
        "            for _ in range(STAKE):\n                spoils += [a.pop(0), b.pop(0)]\n";
    assert!(RIGHT.contains(war));
    RIGHT.replace(war, turn)
}

/// The grades of these folders by the names of the students.
pub fn grades(sandbox: &Sandbox, arguments: &str) -> Value {
    let text = sandbox.ok(&format!("grade {arguments} --format json {FEW}"));
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    all.into_iter().map(|grade| (grade["student"].as_str().unwrap().to_owned(), grade)).collect()
}

/// The first stage that failed; null for none.
pub fn stopped_at(grade: &Value) -> Value {
    let stages = grade["stages"].as_array().unwrap();
    let failed = stages.iter().position(|stage| stage[1] == json!("failed"));
    let Some(failed) = failed else { return Value::Null };
    assert!(stages[..failed].iter().all(|stage| stage[1] == json!("passed")), "{grade}");
    // What cannot be started is asked nothing; stages with decks do not depend on one another.
    let rest = if failed < 4 { "not-tried" } else { "passed or failed" };
    let goes_on = |stage: &Value| rest.contains(stage[1].as_str().unwrap());
    assert!(stages[failed + 1..].iter().all(goes_on), "{grade}");
    stages[failed][0].clone()
}

#[test]
fn a_class_is_graded_in_stages_and_equal_mistakes_are_grouped() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    let member = |name: &str, text: &str| sandbox.write(&format!("class/{name}/war.py"), text);
    member("anna", RIGHT);
    member("bob", &alternating());
    member("carol", &format!("# mine\n{}", alternating()));
    member("dave", "def find_winner(deck)\n    return 0\n");
    member("erin", "import nothing_there\ndef find_winner(deck):\n    return 0\n");
    member("frank", "def find_winner(deck):\n    return 'who knows'\n");
    member("grace", "print('hello')\n");
    member("heidi", &RIGHT.replace("LIMIT = 1000", "LIMIT = 999"));
    let all = grades(&sandbox, "class");
    for (student, stage) in [
        ("anna", Value::Null),
        ("bob", json!("wars")),
        ("carol", json!("wars")),
        ("dave", json!("compiles")),
        ("erin", json!("starts")),
        ("frank", json!("answers")),
        ("grace", json!("there")),
        ("heidi", json!("limit")),
    ] {
        assert_eq!(stopped_at(&all[student]), stage, "{}", all[student]);
    }
    assert_eq!(all["bob"]["plays"], json!("war.lay = \"alternating\""));
    assert!(all["erin"]["why"].as_str().unwrap().contains("nothing_there"), "{}", all["erin"]);
    // Everything was kept, so that this takes no time.
    let options =
        format!("{FEW} --resume --chained --weights compiles=1,small-decks=4,wars=3,limit=2");
    let text = sandbox.ok(&format!("grade class {options}"));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(
        text.contains("1 of 8 programs is right.\n\nprograms  what each does\n       2  plays"),
        "{text}"
    );
    let rows = sandbox.rows("results/grade-class/grades.csv");
    let points: Vec<&str> = rows.iter().map(|row| row["points"].as_str()).collect();
    assert_eq!(points, ["10", "5", "5", "0", "1", "1", "0", "8"]);
    assert_eq!((rows[1]["wars"].as_str(), rows[1]["limit"].as_str()), ("0", ""));
    let page = String::from_utf8(sandbox.read("results/grade-class/grades.html")).unwrap();
    assert!(page.contains("bob, carol") && page.contains("wars-on-wars"), "{page}");
    assert!(page.contains("plays <code>umass</code> with <code>war.lay = "), "{page}");
    let told = |hints: &str| {
        sandbox.ok(&format!("grade class {options} --hints {hints}"));
        String::from_utf8(sandbox.read("results/grade-class/feedback/bob.txt")).unwrap()
    };
    assert!(!told("none").contains("expected"));
    let deck = told("deck");
    assert!(deck.contains("expected") && !deck.contains("alternating"), "{deck}");
    // The game of a small deck, and what all that go wrong have in common.
    assert!(deck.contains("    round battle   cards") && deck.contains("A lays"), "{deck}");
    let words = deck.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("decks that it answers wrongly has a war, as "), "{deck}");
    assert!(!deck.contains("Wrong in some of these: "), "{deck}");
    assert!(!deck.contains("war-sim"), "she may not have it: {deck}");
    assert!(deck.lines().all(|line| line.chars().count() <= 90), "{deck}");
    assert!(told("name").contains("war.lay = \"alternating\""));
    assert!(told("name").contains("That explains every difference."), "{}", told("name"));
    // A stage by itself: large and negative values are right there.
    let row = |options: &str, student: &str| {
        let rows = sandbox.ok(&format!("grade class {FEW} --resume --format csv {options}"));
        let mut lines = rows.lines();
        lines.find(|row| row.starts_with(&format!("{student},"))).unwrap().to_owned()
    };
    assert!(row("", "bob").contains("bob,2,5,1,1,1,1,1,0,1,0,0,"), "{}", row("", "bob"));
    assert!(row("", "dave").contains("dave,0,5,1,0,,"), "{}", row("", "dave"));
    assert!(row("", "heidi").contains("heidi,4,5,"), "{}", row("", "heidi"));
    // One of three suites of wars.
    let bob = row("--partial --weights wars=3,games=3", "bob");
    assert!(bob.contains("bob,1,6,1,1,1,1,1,0.33,1,0,0"), "{bob}");
    sandbox.fails_saying(64, "grade class --visibility hidden", &["--format gradescope"]);
    sandbox.fails_saying(73, &format!("grade class {FEW} --seed 7"), &["--force", "--name"]);
    sandbox.fails_saying(64, "grade class --weights wrs=3", &["did you mean `wars`?"]);
    sandbox.fails_saying(66, "grade clsas", &["clsas"]);
    sandbox.write("empty/notes.txt", "");
    sandbox.fails_saying(65, "grade empty", &["there is no submission in it"]);
    sandbox.fails_saying(64, "grade class --name ../x", &["--name ../x"]);
}

/// An archive of these files, by Python, which follows every name.
pub fn archive(sandbox: &Sandbox, script: &str) {
    let output = Command::new("python3")
        .args(["-c", script])
        .current_dir(sandbox.folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn archives_are_read_and_nothing_leaves_them() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("war.py", RIGHT);
    sandbox.write("class/folder with spaces/deep/er/war.py", RIGHT);
    archive(
        &sandbox,
        "import zipfile, tarfile, io\n\
         right = open('war.py').read()\n\
         with zipfile.ZipFile('class/evil.zip', 'w', zipfile.ZIP_DEFLATED) as z:\n    \
         for name in '../../evil.py', '/evil.py', 'a/../../evil.py', 'c:evil.py':\n        \
         z.writestr(name, 'def find_winner(deck): return 0')\n    \
         link = zipfile.ZipInfo('link.py')\n    \
         link.external_attr = 0o120777 << 16\n    \
         z.writestr(link, '/etc/passwd')\n    \
         z.writestr('src/war.py', right)\n\
         def tar(name, mode):\n    \
         with tarfile.open(name, mode) as t:\n        \
         for kind, name, text in (tarfile.SYMTYPE, 'out', ''), (tarfile.REGTYPE, '../evil.py', 'x'), \
         (tarfile.REGTYPE, 'long' * 40 + '/war.py', right):\n            \
         info = tarfile.TarInfo(name)\n            \
         info.type, info.linkname, info.size = kind, '/tmp', len(text)\n            \
         t.addfile(info, io.BytesIO(text.encode()))\n\
         tar('class/gzip.tar.gz', 'w:gz')\n\
         tar('class/plain.tar', 'w')\n\
         with zipfile.ZipFile('class/bomb.zip', 'w', zipfile.ZIP_DEFLATED) as z:\n    \
         z.writestr('war.py', b'#' * (65 << 20))\n\
         with zipfile.ZipFile('class/two.zip', 'w') as z:\n    \
         z.writestr('old.py', 'def find_winner(deck): return 0')\n    \
         z.writestr('new.py', 'def find_winner(deck): return 1')\n\
         whole = open('class/evil.zip', 'rb').read()\n\
         open('class/cut.zip', 'wb').write(whole[:len(whole) // 2])\n\
         open('class/text.zip', 'w').write('not a zip at all')\n",
    );
    let all = grades(&sandbox, "class");
    for student in ["evil", "gzip", "plain", "folder with spaces"] {
        assert_eq!(stopped_at(&all[student]), Value::Null, "{}", all[student]);
    }
    for (student, why) in [
        ("bomb", "more than 64 MB"),
        ("two", "there are 2 programs: new.py, old.py"),
        ("cut", "cut.zip is damaged"),
        ("text", "neither a zip nor a tar"),
    ] {
        assert_eq!(stopped_at(&all[student]), json!("there"), "{}", all[student]);
        assert!(all[student]["why"].as_str().unwrap().contains(why), "{}", all[student]);
    }
    let is_there = |name: &str| Path::new(name).exists() || sandbox.path(name).exists();
    assert!(!is_there("evil.py") && !is_there("../evil.py") && !is_there("/evil.py"));
}

#[test]
#[cfg(unix)]
fn names_and_links_do_no_harm() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("class/=cmd, \"x\"\u{1b}[31m/war.py", "def find_winner(deck):\n    return 0\n");
    sandbox.write("elsewhere/war.py", RIGHT);
    std::os::unix::fs::symlink("../elsewhere", sandbox.path("class/link")).unwrap();
    std::fs::create_dir_all(sandbox.path("class/inside")).unwrap();
    std::os::unix::fs::symlink("../../elsewhere/war.py", sandbox.path("class/inside/war.py"))
        .unwrap();
    let text = sandbox.ok(&format!("grade class {FEW}"));
    assert!(!text.contains('\u{1b}'), "{text}");
    let csv = String::from_utf8(sandbox.read("results/grade-class/grades.csv")).unwrap();
    assert!(csv.contains("\n\"'=cmd, ") && !csv.contains('\u{1b}'), "{csv}");
    // What they lead to is not read, and that is said.
    let not_tried = ",".repeat(10);
    assert!(csv.contains(&format!("\ninside,0,5,0{not_tried}\"war.py is a link, ")), "{csv}");
    assert!(csv.contains(&format!("\nlink,0,5,0{not_tried}\"link is a link, ")), "{csv}");
}

#[test]
fn one_submission_in_java_or_another_language_is_graded() {
    let sandbox = Sandbox::new();
    if is_there("javac") {
        // The starter of the assignment: a package, tests that need JUnit, and a list.
        let mine = RIGHT_JAVA
            .replace("findWinner(List<Integer> deck)", "findWinner(ArrayList<Integer> deck)");
        let mine = mine.replace("findWinner(deck)", "findWinner(new ArrayList<>(deck))");
        sandbox.write("java/src/simulation/War.java", format!("package simulation;\n{mine}"));
        sandbox.write(
            "java/test/simulation/WarTest.java",
            "package simulation;\nimport org.junit.Test;\npublic class WarTest {}\n",
        );
        let grade = grades(&sandbox, "java");
        assert_eq!(stopped_at(&grade["java"]), Value::Null, "{}", grade["java"]);
        assert_eq!(grade["java"]["program"], json!("src/simulation/War.java"));
        sandbox.write("bad/War.java", RIGHT_JAVA.replace("int battles = 0;", "int battles = 0"));
        let grade = grades(&sandbox, "bad");
        assert_eq!(stopped_at(&grade["bad"]), json!("compiles"));
        assert!(grade["bad"]["why"].as_str().unwrap().contains("';' expected"), "{grade}");
        assert!(!sandbox.path("results").exists(), "one submission is printed alone");
    }
    if is_there("python3") {
        // Any command: here Python again, as if it were another language.
        sandbox.write("other/game.txt", RIGHT);
        sandbox.write("other/notes.md", "");
        let command = ["--command", "python3 {file}", "--file", "game.txt", "--single"];
        let words = ["grade", "other", "--format", "json", "-n", "30"];
        let output = sandbox.run(&[&words[..], &command[..]].concat());
        let all: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(stopped_at(&all[0]), Value::Null, "{all}");
        let output = sandbox.run(&["grade", "other", "--command", "python3 'x"]);
        assert_eq!(output.status.code(), Some(64));
        let words =
            ["grade", "other", "--format", "gradescope", "-n", "30", "--weights", "wars=3,limit=2"];
        let output = sandbox.run(&[&words[..], &command[..]].concat());
        let results: Value = serde_json::from_slice(&output.stdout).unwrap();
        let points: f64 =
            results["tests"].as_array().unwrap().iter().map(|t| t["score"].as_f64().unwrap()).sum();
        assert_eq!(points, 5.0, "{results}");
    }
}

#[test]
#[cfg(unix)]
fn odd_submissions_cost_nobody_else_a_grade() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("class/anna/war.py", RIGHT);
    // What Moodle writes for a file and for a text of the same student.
    sandbox.write("class/Bob_12_assignsubmission_file_/war.py", RIGHT);
    sandbox.write("class/Bob_12_assignsubmission_onlinetext_/text.html", "see the file");
    sandbox.write("class/long/war.py", RIGHT);
    archive(
        &sandbox,
        "import zipfile\n\
         with zipfile.ZipFile('class/both.zip', 'w') as z:\n    \
         z.writestr('a', 'a file')\n    \
         z.writestr('a/war.py', open('class/anna/war.py').read())\n\
         with zipfile.ZipFile('class/names.zip', 'w') as z:\n    \
         z.writestr('n' * 300 + '.py', 'def find_winner(deck): return 0')\n",
    );
    let all = grades(&sandbox, "class --threads 3");
    for student in ["anna", "Bob_12", "long"] {
        assert_eq!(stopped_at(&all[student]), Value::Null, "{}", all[student]);
    }
    for (student, why) in [("both", "cannot be written"), ("names", "cannot be written")] {
        assert_eq!(stopped_at(&all[student]), json!("there"), "{}", all[student]);
        assert!(all[student]["why"].as_str().unwrap().contains(why), "{}", all[student]);
    }
    assert_eq!((&all["anna"]["points"], &all["anna"]["of"]), (&json!(5.0), &json!(5.0)));
    let told = std::fs::read_dir(sandbox.path("results/grade-class/feedback")).unwrap();
    assert_eq!(told.count(), 5);
}

#[test]
fn stages_are_those_that_the_rules_have_decks_for() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("class/broken/war.py", "def find_winner(deck)\n");
    sandbox.write("class/constant/war.py", "def find_winner(deck):\n    return 1\n");
    let all = grades(&sandbox, "class --rules aoc2020");
    for student in ["broken", "constant"] {
        let stages = all[student]["stages"].as_array().unwrap();
        let names: Vec<&str> = stages.iter().map(|stage| stage[0].as_str().unwrap()).collect();
        assert!(!names.contains(&"limit") && names.contains(&"games"), "{names:?}");
        assert_eq!(all[student]["of"], json!(stages.len() as f64 - 4.0));
    }
}

#[test]
#[cfg(unix)]
fn programs_of_several_files_are_built_and_started_by_commands() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("class/anna/source.txt", RIGHT);
    sandbox.write("class/anna/build.sh", "cp source.txt built.py\n");
    sandbox.write("class/anna/run.sh", "#!/bin/sh\nexec python3 built.py\n");
    sandbox.write("class/bob/build.sh", "echo no source >&2; exit 1\n");
    let with = |compile: &str, start: &str| {
        let words = ["grade", "class", "--compile", compile, "--command", start];
        sandbox.run(&[&words[..], &["--format", "json", "-n", "30", "--quiet"]].concat())
    };
    let output = with("sh build.sh", "./run.sh");
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(stopped_at(&all[0]), Value::Null, "{}", all[0]);
    assert_eq!(stopped_at(&all[1]), json!("compiles"), "{}", all[1]);
    for (compile, start, words) in [
        ("gccc {file}", "./run.sh", "--compile 'gccc {file}': there is no program gccc"),
        ("sh build.sh", "pyhton3 built.py", "--command 'pyhton3 built.py': there is no program"),
    ] {
        let output = with(compile, start);
        assert_eq!(output.status.code(), Some(64));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    sandbox.fails_saying(64, "grade class/anna --single --resume", &["--resume", "one submission"]);
    sandbox.fails_saying(64, "grade class --threads 0", &["--threads 0", "from 1 to"]);
}

#[test]
fn what_is_handed_in_anew_is_graded_anew() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    for name in ["anna", "bob"] {
        sandbox.write(&format!("class/{name}/war.py"), "def find_winner(deck):\n    return 0\n");
    }
    let output = sandbox.run("grade class -n 30");
    assert_eq!(stderr(&output).lines().count(), 2, "{}", stderr(&output));
    sandbox.write("class/bob/war.py", RIGHT);
    let changed = "some submissions changed, came or went, which --resume brings up to date";
    sandbox.fails_saying(73, "grade class -n 30", &[changed, "--force"]);
    let output = sandbox.run("grade class -n 30 --resume");
    assert!(stderr(&output).contains("1 of 2: bob") || stderr(&output).contains("2 of 2: bob"));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("1 of 2 programs is right."), "{text}");
    // Nor is what was said to a student dropped who is not there any more, unless that is asked for.
    std::fs::remove_dir_all(sandbox.path("class/anna")).unwrap();
    sandbox.fails_saying(73, "grade class -n 30", &[changed, "--force"]);
    let output = sandbox.run("grade class -n 30 --resume");
    assert_eq!(stderr(&output), "");
    assert!(!sandbox.path("results/grade-class/feedback/anna.txt").exists());
    assert_eq!(
        sandbox.ok("verify results/grade-class"),
        "results/grade-class: 5 files, all whole\n"
    );
}

#[test]
fn two_classes_never_share_a_folder() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    for name in ["a/hw/alice", "b/hw/bob", "b/hw/carol"] {
        sandbox.write(&format!("{name}/war.py"), "x = 1\n");
    }
    let grade = |words: &str| sandbox.ok(&format!("grade {words} --quiet"));
    let told = || {
        let names = std::fs::read_dir(sandbox.path("results/grade-hw/feedback")).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    grade("a/hw");
    let before = sandbox.read("results/grade-hw/grades.csv");
    sandbox.fails_saying(73, "grade b/hw", &["another run: folders.1 is ", "--name", "--force"]);
    sandbox.fails_saying(73, "grade b/hw --resume", &["another run: folders.1 is "]);
    assert_eq!(sandbox.read("results/grade-hw/grades.csv"), before);
    // The same class again, whatever way its folder is written.
    grade("a/../a/hw/");
    grade("b/hw --force");
    assert_eq!(told(), ["bob.txt", "carol.txt"], "no feedback of another class is left");
    std::fs::remove_dir_all(sandbox.path("b/hw/bob")).unwrap();
    grade("b/hw --resume");
    assert_eq!(told(), ["carol.txt"]);
    // Two and two students: two folders.
    sandbox.write("b/hw/bob/war.py", "x = 1\n");
    grade("b/hw/bob a/hw/alice");
    grade("b/hw/bob b/hw/carol");
    assert_eq!(std::fs::read_dir(sandbox.path("results")).unwrap().count(), 3);
    // A run is no class.
    sandbox.ok("--games 10 --name run --quiet");
    let batch = "another run: verb is \"batch\", not \"grade\"";
    sandbox.fails_saying(73, "grade a/hw --name run", &[batch, "--force"]);
}

#[test]
fn the_folder_of_a_class_is_shown_listed_and_verified() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("class/anna/war.py", "def find_winner(deck):\n    return 0\n");
    sandbox.write("class/bob/war.py", "x = 1\n");
    let said = sandbox.ok(&format!("grade class {FEW}"));
    let folder = "results/grade-class";
    assert_eq!(sandbox.ok(&format!("verify {folder}")), format!("{folder}: 6 files, all whole\n"));
    assert_eq!(sandbox.ok(&format!("show {folder}")) + "\nwritten to results/grade-class\n", said);
    // Its table in every form, now and when it is shown again.
    let csv = String::from_utf8(sandbox.read(&format!("{folder}/grades.csv"))).unwrap();
    assert_eq!(sandbox.ok(&format!("show {folder} --format csv")), csv);
    for format in ["csv", "markdown"] {
        let again = sandbox.ok(&format!("show {folder} --format {format}"));
        let graded = sandbox.ok(&format!("grade class {FEW} --resume --format {format}"));
        assert!(again == graded && again.contains("anna"), "{again} {graded}");
    }
    let row = "\n| anna | 0 | 5 | 1 | 1 | 1 | 1 | 0 |";
    assert!(sandbox.ok(&format!("show {folder} --format markdown")).contains(row));
    let json: Value =
        serde_json::from_str(&sandbox.ok(&format!("show {folder} --format json"))).unwrap();
    assert_eq!(json["grades"][0]["student"], "anna");
    assert_eq!(sandbox.ok(&format!("grade class {FEW} --resume --quiet")), "");
    let listed = sandbox.ok("list runs");
    assert!(listed.contains(" grade: seed 42, 0 of 2 programs are right"), "{listed}");
    sandbox.write(&format!("{folder}/grades.csv"), "bob,9,9\n");
    std::fs::remove_file(sandbox.path("results/grade-class/feedback/bob.txt")).unwrap();
    let words = ["grades.csv: was changed", "bob.txt: is missing"];
    sandbox.fails_saying(65, &format!("verify {folder}"), &words);
    sandbox.ok(&format!("grade class {FEW} --resume"));
    sandbox.ok(&format!("verify {folder}"));
    let answer = || sandbox.read(&format!("{folder}/answer"));
    let before = answer();
    sandbox.ok(&format!("grade class {FEW} --threads 1"));
    assert!(answer() == before, "whoever is graded first");
}

/// Stops the grading of so many submissions after the first of them, `student0`; returns the words that are
/// said to go on.
#[cfg(unix)]
fn stop(sandbox: &Sandbox, words: &str, all: usize) -> String {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    let mut command = sandbox.command(words);
    command.env("TMPDIR", sandbox.path("temporary")).stderr(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), format!("1 of {all}: student0"));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(75), "{rest:?}");
    let (message, all) =
        (rest.join("\n"), format!("after 1 of {all} submissions, all of them saved"));
    assert!(message.contains(&all) && message.contains("go on with"), "{message}");
    message.rsplit_once("war-sim ").unwrap().1.to_owned()
}

#[test]
#[cfg(unix)]
fn what_is_graded_again_goes_on_beside_the_grades_of_before() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("temporary")).unwrap();
    let slow = sandbox.path("slow");
    sandbox.write("class/student0/war.py", "x = 1\n");
    for k in 1..3 {
        let wait = format!("if os.path.exists({slow:?}): time.sleep(0.2)");
        let text = format!("import os, time\ndef find_winner(deck):\n    {wait}\n    return 0\n");
        sandbox.write(&format!("class/student{k}/war.py"), text);
    }
    let words = "grade class --trust --name k -n 20 --threads 1 --seconds 300";
    sandbox.ok(words);
    for force in ["", " --force"] {
        sandbox.write("slow", "");
        stop(&sandbox, &format!("{words}{force}"), 3);
        std::fs::remove_file(&slow).unwrap();
        let output = sandbox.run(&format!("{words}{force} --resume"));
        assert_eq!(stderr(&output).lines().count(), 2, "{}", stderr(&output));
        assert!(!sandbox.path("results/.k.resume").exists());
        sandbox.ok("verify results/k");
    }
    // A class that was never whole, and is killed: who was graded soon is.
    sandbox.write("slow", "");
    let mut command = sandbox.command(&words.replace("--name k", "--name new"));
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let told = std::io::BufRead::lines(std::io::BufReader::new(child.stderr.take().unwrap()));
    // From the first grade on, however long the program took to begin.
    let first = told.map(Result::unwrap).find(|line| line.contains("student0"));
    let begun = std::time::Instant::now();
    let answer = sandbox.path("results/.new.resume/answer");
    while !answer.exists() && begun.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let took = begun.elapsed();
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_file(&slow).unwrap();
    assert!(first.is_some() && took.as_secs_f64() < 4.5, "{first:?} would be lost for {took:?}");
    let so_far = "results/.new.resume has what is done of it";
    sandbox.fails_saying(66, "show results/new", &[so_far]);
}

#[test]
#[cfg(unix)]
fn a_stopped_class_goes_on_and_leaves_nothing_behind() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("temporary")).unwrap();
    for k in 0..6 {
        let slow = "import time\ndef find_winner(deck):\n    time.sleep(0.2)\n    return 0\n";
        let text = if k == 0 { "x = 1\n" } else { slow };
        sandbox.write(&format!("class/student{k}/war.py"), text);
    }
    let go_on = stop(&sandbox, "grade -n 30 --threads 1 --seconds 300 -- class", 6);
    assert_eq!(std::fs::read_dir(sandbox.path("temporary")).unwrap().count(), 0);
    for k in 1..6 {
        sandbox.write(&format!("class/student{k}/war.py"), "x = 1\n");
    }
    let output = sandbox.run(&go_on);
    assert_eq!(stderr(&output).lines().count(), 5, "{}", stderr(&output));
}
