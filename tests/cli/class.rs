//! `grade`: who is a student of a class, and what is said of each.

use serde_json::{Value, json};

use crate::grade::{FEW, RIGHT, RIGHT_JAVA, archive, grades, is_there, stopped_at};
use crate::sandbox::{Sandbox, stderr};

/// What is no program, and soon graded.
const NONE: &str = "x = 1\n";

/// The students of these folders with their points, in order.
fn students(sandbox: &Sandbox, words: &str) -> Vec<String> {
    let rows = sandbox.ok(&format!("grade {words} --format csv {FEW} --force"));
    rows.lines().skip(1).map(|row| row.split(',').take(2).collect::<Vec<_>>().join(" ")).collect()
}

fn why(grade: &Value) -> &str {
    grade["why"].as_str().unwrap()
}

#[test]
#[cfg(unix)]
fn every_entry_of_a_class_is_a_row() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    // What the teacher hands out lies beside.
    sandbox.write("class/war.py", NONE);
    sandbox.write("class/Starter.zip", "");
    sandbox.write("class/anna/war.py", RIGHT);
    sandbox.write("class/carol.py", RIGHT);
    sandbox.write("class/dave.rar", b"Rar!\x1a\x07\x01\x00");
    sandbox.write("class/erin.7z", b"7z\xbc\xaf\x27\x1c");
    sandbox.write("class/frank.pdf", "%PDF-1.7\n");
    sandbox.write("class/grace/essay.pdf", "%PDF-1.7\n");
    sandbox.write("class/heidi.zip", "no zip");
    sandbox.write("class/judy/War.class", "");
    sandbox.write("class/.DS_Store", "");
    std::fs::create_dir(sandbox.path("class/kim")).unwrap();
    std::os::unix::fs::symlink("anna", sandbox.path("class/ivan")).unwrap();
    archive(
        &sandbox,
        "import tarfile, zipfile, io, gzip, struct\n\
         info = tarfile.TarInfo('war.py')\n\
         info.size = 3 << 30\n\
         open('class/large.tar', 'wb').write(info.tobuf(tarfile.GNU_FORMAT) + bytes(1024))\n\
         gzip.open('class/large2.tar.gz', 'wb').write(info.tobuf(tarfile.GNU_FORMAT) + bytes(1024))\n\
         with zipfile.ZipFile('class/large3.zip', 'w') as z:\n    \
         z.writestr('war.py', 'x = 1')\n\
         data = bytearray(open('class/large3.zip', 'rb').read())\n\
         at = data.find(b'PK\\x01\\x02')\n\
         data[at + 24:at + 28] = struct.pack('<I', 3 << 30)\n\
         open('class/large3.zip', 'wb').write(data)\n",
    );
    let output = sandbox.run("grade class --format json -n 30 --seconds 900");
    let said = stderr(&output);
    assert!(said.contains("no student has this name: Starter.zip, war.py"), "{said}");
    let all: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let of = |student: &str| all.iter().find(|grade| grade["student"] == json!(student)).unwrap();
    for (student, words) in [
        ("dave", "dave.rar is a RAR archive"),
        ("erin", "erin.7z is a 7z archive"),
        ("frank", "frank.pdf is a PDF"),
        ("grace", "essay.pdf is a PDF"),
        ("heidi", "is neither a zip nor a tar archive"),
        ("ivan", "is a link"),
        ("judy", "War.class is compiled"),
        ("kim", "an empty submission"),
        ("large", "contains more than 64 MB"),
        ("large2", "contains more than 64 MB"),
        ("large3", "contains more than 64 MB"),
    ] {
        assert_eq!(stopped_at(of(student)), json!("there"), "{student}");
        assert!(why(of(student)).contains(words), "{student}: {}", why(of(student)));
    }
    for student in ["anna", "carol"] {
        assert_eq!(stopped_at(of(student)), Value::Null, "{}", of(student));
    }
    assert_eq!(all.len(), 13, "{said}");
}

#[test]
fn files_are_those_of_the_student_whom_the_course_system_names() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    let two = RIGHT.replace("STAKE = 3", "from stake import STAKE");
    sandbox.write("canvas/leeanna_12_34_war.py", &two);
    sandbox.write("canvas/leeanna_12_35_stake.py", "STAKE = 3\n");
    // A program beside a report that cannot be read is a program.
    sandbox.write("canvas/leeanna_12_37_report.zip", "no zip");
    sandbox.write("canvas/bob_LATE_13_36_war-1.py", NONE);
    sandbox.write("canvas/eve_14_text.html", "<p>see the file");
    assert_eq!(students(&sandbox, "canvas"), ["bob_13 0", "eve_14 0", "leeanna_12 5"]);
    for name in ["_file_/war.py", "_onlinetext_/text.html"] {
        sandbox.write(&format!("moodle/Anna Lee_12_assignsubmission{name}"), NONE);
    }
    sandbox.write("moodle/Bob_13_assignsubmission_file_war.py", NONE);
    assert_eq!(students(&sandbox, "moodle"), ["Anna Lee_12 0", "Bob_13 0"]);
    // Too long for the name of a file beside it, and one that looks like an option.
    let long = "z".repeat(250);
    sandbox.write(&format!("names/{long}/war.py"), NONE);
    sandbox.write("names/anna/-war.py", RIGHT);
    assert_eq!(students(&sandbox, "names"), ["anna 5".to_owned(), format!("{long} 0")]);
    sandbox.write("bright/index.html", "");
    sandbox.write("bright/12-80 - Anna Lee - Mar 29, 2018 1205 PM/war.py", NONE);
    sandbox.write("bright/13-80 - Bob - Mar 29, 2018 1206 PM - my - war.py", NONE);
    sandbox.write("bright/13-80 - Bob - Mar 30, 2018 1206 PM - war.py", NONE);
    assert_eq!(students(&sandbox, "bright"), ["Anna Lee_12 0", "Bob_13 0", "Bob_13 (2) 0"]);
    // Who is in the roster and handed in nothing has a row.
    sandbox.write("roster.csv", "\u{feff}Surname;First name;ID\nLee;Anna;12\nFox;Cy;15\n");
    let output = sandbox.run(&format!("grade moodle --roster roster.csv {FEW} --force"));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Cy Fox") && text.contains("nothing was handed in"), "{text}");
    let rows = sandbox.rows("results/grade-moodle/grades.csv");
    let names: Vec<&str> = rows.iter().map(|row| row["student"].as_str()).collect();
    assert_eq!(names, ["Anna Lee_12", "Bob_13", "Cy Fox"]);
    assert_eq!((rows[2]["points"].as_str(), rows[2]["of"].as_str()), ("0", "5"));
    let said = stderr(&sandbox.run("grade moodle --roster roster.csv -n 30 --force"));
    assert!(said.contains("not in roster.csv: Bob_13"), "{said}");
    sandbox.write("empty.csv", "name\n");
    sandbox.fails_saying(65, "grade moodle --roster empty.csv", &["empty.csv", "lists no student"]);
    sandbox.fails_saying(66, "grade moodle --roster no.csv", &["no.csv"]);
    sandbox.write("one/war.py", NONE);
    sandbox.fails_saying(64, "grade one --roster roster.csv", &["--roster", "--class"]);
}

#[test]
fn a_class_and_one_submission_are_told_apart_and_it_is_said_which() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    // It does not compile, and is soon graded.
    let program = "def find_winner(deck)\n";
    let is_class = |folder: &str, words: &str| {
        let output = sandbox.run(&format!("grade {folder} {words} -n 30"));
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        (text.contains("written to"), stderr(&output))
    };
    // A class with a loose file: it was graded as one submission.
    sandbox.write("loose/anna/war.py", program);
    sandbox.write("loose/bob.py", program);
    let (class, said) = is_class("loose", "");
    assert!(class && said.contains("loose: a class") && said.contains("--single"), "{said}");
    sandbox.write("files/anna.py", program);
    sandbox.write("files/bob.py", program);
    assert!(is_class("files", "").0);
    // One submission with folders and files of its own.
    sandbox.write("one/war.py", program);
    sandbox.write("one/cards/card.py", NONE);
    sandbox.write("one/src/other.py", NONE);
    let (class, said) = is_class("one", "");
    assert!(!class && said.contains("one: one submission") && said.contains("--class"), "{said}");
    assert!(!is_class("loose", "--single").0 && is_class("one", "--class").0);
    sandbox.fails_saying(64, "grade one --class --single", &["--single"]);
    sandbox.fails_saying(64, "grade one/war.py --class", &["--class", "is no folder"]);
    // A file alone is a submission.
    let (class, said) = is_class("files/anna.py", "");
    assert!(!class && said.is_empty(), "{said}");
}

#[test]
fn of_two_copies_it_is_said_which_was_taken() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("class/anna/old/war.py", NONE.to_owned() + "def find_winner(deck): return 0\n");
    sandbox.write("class/anna/src/war.py", RIGHT);
    sandbox.write("class/bob/war.py", RIGHT);
    sandbox.write("class/bob/zip/war.py", RIGHT);
    sandbox.write("class/carol/v1/war.py", RIGHT);
    sandbox.write("class/carol/v2/war.py", format!("{RIGHT}\n"));
    let all = grades(&sandbox, "class");
    assert_eq!(all["anna"]["not_taken"], json!(["old/war.py"]));
    for student in ["anna", "bob"] {
        assert_eq!(stopped_at(&all[student]), Value::Null, "{}", all[student]);
    }
    assert!(why(&all["carol"]).contains("there are 2 programs: v1/war.py, v2/war.py"));
    let rows = sandbox.rows("results/grade-class/grades.csv");
    assert_eq!(rows[0]["program"], "src/war.py (not old/war.py)");
    assert_eq!(rows[1]["program"], "war.py (not zip/war.py)");
    let told = sandbox.read("results/grade-class/feedback/anna.txt");
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("The program is src/war.py (not old/war.py)."), "{told}");
}

#[test]
fn java_is_compiled_whatever_its_letters_are_written_in() {
    if !is_there("javac") {
        return;
    }
    let sandbox = Sandbox::new();
    let text = format!("// Caf\u{e9}\n{RIGHT_JAVA}");
    let latin_1: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    sandbox.write("class/latin/War.java", latin_1);
    // A mark at the beginning, and the name that Canvas gives to what is handed in again.
    sandbox.write("class/marked_12_34_War-1.java", format!("\u{feff}{text}"));
    let all = grades(&sandbox, "class");
    for student in ["latin", "marked_12"] {
        assert_eq!(stopped_at(&all[student]), Value::Null, "{}", all[student]);
    }
}

#[test]
fn what_is_only_guessed_is_no_mistake_in_a_gradebook() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    // A mistake, and answers of its own for some decks.
    let near = RIGHT.replace("STAKE = 3", "STAKE = 2").replace(
        "    a, b = deal(deck)\n",
        "    a, b = deal(deck)\n    if sum(deck) % 10 == 8:\n        return 1\n",
    );
    sandbox.write("class/near/war.py", near);
    sandbox.write("class/zero/war.py", "def find_winner(deck):\n    return 0\n");
    sandbox.write("class/known/war.py", RIGHT.replace("STAKE = 3", "STAKE = 2"));
    let all = grades(&sandbox, "class");
    let words = |student: &str| all[student]["plays_words"].as_str().unwrap();
    assert!(words("near").starts_with("comes nearest to one that plays"), "{}", all["near"]);
    assert_eq!(words("zero"), "always answers 0");
    assert!(why(&all["zero"]).starts_with("its answer is always 0: "), "{}", all["zero"]);
    let rows = sandbox.rows("results/grade-class/grades.csv");
    let mistakes: Vec<&str> = rows.iter().map(|row| row["mistake"].as_str()).collect();
    assert_eq!(mistakes, ["war.face_down = 2", "", ""]);
    let table = sandbox.ok(&format!("grade class --resume {FEW}"));
    assert!(table.contains("decks are different") && table.contains("always 0"), "{table}");
    sandbox.ok(&format!("grade class --resume --hints name {FEW}"));
    let told = sandbox.read("results/grade-class/feedback/near.txt");
    assert!(String::from_utf8(told).unwrap().contains("comes nearest"));
}
