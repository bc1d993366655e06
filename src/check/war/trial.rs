//! Somebody's tests, tried on the right program and on one for each mistake.
//!
//! Tests that are worth something pass with the right program and fail with a wrong one. In Java
//! they need no JUnit: small classes stand in for it, unless a class path has the real one.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::programs::{Known, Language, wrong};
use crate::check::language::Lang;
use crate::check::process::{Finished, Groups, Limits, finish};
use crate::check::workplace::Workplace;

/// What Python, pytest and [`Language::Java`]'s runner end with that found no test.
const NO_TESTS: i32 = 5;
/// How much longer tests may take with a wrong program than with the right one.
const TIMES_LONGER: u32 = 5;
/// How long compiling may take.
const COMPILING: Duration = Duration::from_secs(120);
/// Makes javac compile little of itself for so small a program: two thirds of its time.
pub const QUICK: &str = "-J-XX:TieredStopAtLevel=1";
/// The folder of the right program.
const RIGHT: &str = "right";
/// The folder of the classes of the tests and the right program; on a class path those of a wrong program come first.
const COMPILED: &str = "compiled";
/// Annotations of JUnit by their packages; those of version 4 and 5 that every test class has.
const ANNOTATIONS: [(&str, &[&str]); 2] = [
    ("org.junit", &["Before", "After", "BeforeClass", "AfterClass", "Ignore", "Rule", "ClassRule"]),
    (
        "org.junit.jupiter.api",
        &["Test", "BeforeEach", "AfterEach", "BeforeAll", "AfterAll", "Disabled", "DisplayName"],
    ),
];

/// A file of tests.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// Its name, without folders.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Tests and how they are run.
#[derive(Debug)]
pub struct Trial {
    /// Their language.
    pub language: Language,
    /// The files, all of that language.
    pub files: Vec<TestFile>,
    /// JUnit and whatever else Java's tests need; without it, classes that stand in for JUnit.
    pub class_path: Option<OsString>,
    /// The mistakes whose programs they are tried on.
    pub mistakes: Vec<Known>,
    /// How long the tests may take with a program.
    pub most: Duration,
    /// Who tries programs, as many at once as it has threads.
    pub pool: ThreadPool,
    /// What is running.
    pub groups: Groups,
    /// The language in which it is said why tests were stopped.
    pub lang: Lang,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Tried {
    /// There is no test in the files.
    NoTests,
    /// They cannot be compiled, or fail, with the right program; what the compiler or they say.
    NotRight(String),
    /// Each mistake, and whether the tests fail with it; tests that were left out because they do not
    /// compile, by their names.
    Noticed(Vec<(Known, bool)>, Vec<String>),
}

impl Trial {
    /// Runs the tests against every program, in this folder.
    ///
    /// Errors: Java or Python cannot be started, or a file cannot be written.
    pub fn run(&self, place: &Workplace) -> io::Result<Tried> {
        let written = self.mistakes.iter().filter_map(|known| {
            wrong(self.language, &known.name).map(|program| (known.clone(), program))
        });
        let programs: Vec<(Known, String)> = written.collect();
        self.write(place, RIGHT, self.language.right())?;
        let mut left_out = Vec::new();
        if self.language == Language::Java {
            let mut files = self.files.clone();
            // A test of a method that the right program does not have says nothing about wrong ones.
            while let Some(refused) = self.compile_tests(place, &files)? {
                match without_tests(&mut files, &refused) {
                    names if names.is_empty() => return Ok(Tried::NotRight(refused)),
                    names => left_out.extend(names),
                }
            }
        }
        let begun = Instant::now();
        let right = self.test(place.path(), RIGHT, self.most)?;
        let most = (begun.elapsed() * TIMES_LONGER).max(Duration::from_secs(5)).min(self.most);
        match right {
            Finished { code: Some(0), .. } => {}
            Finished { code: Some(NO_TESTS), .. } => return Ok(Tried::NoTests),
            Finished { stopped: Some(how), .. } => {
                return Ok(Tried::NotRight(how.words(self.lang)));
            }
            other => return Ok(Tried::NotRight(said(&other))),
        }
        self.write_wrong(place, &programs)?;
        let tried: io::Result<Vec<(Known, bool)>> = self.pool.install(|| {
            let one = |(known, _): (Known, String)| {
                let ended = self.test(place.path(), &known.folder(), most)?;
                Ok((known, ended.code != Some(0)))
            };
            programs.into_par_iter().map(one).collect()
        });
        tried.map(|noticed| Tried::Noticed(noticed, left_out))
    }

    /// Writes a program into its folder, with what Python runs beside it.
    fn write(&self, place: &Workplace, folder: &str, program: &str) -> io::Result<()> {
        let heading = self.package().map_or(String::new(), |name| format!("package {name};\n"));
        place.write(&format!("{folder}/{}", self.language.file()), heading + program)?;
        if self.language == Language::Python {
            for file in &self.files {
                place.write(&format!("{folder}/{}", file.name), &file.text)?;
            }
            place.write(&format!("{folder}/run_tests.py"), include_str!("trial/run_tests.py"))?;
        }
        Ok(())
    }

    /// Writes and compiles the wrong programs, all by one compiler.
    fn write_wrong(&self, place: &Workplace, programs: &[(Known, String)]) -> io::Result<()> {
        let compiler = ["java", "-XX:TieredStopAtLevel=1", "-cp", COMPILED, "CompileAll"];
        let mut words: Vec<OsString> = compiler.map(OsString::from).into();
        for (known, program) in programs {
            self.write(place, &known.folder(), program)?;
            words.push(known.folder().into());
        }
        if self.language == Language::Java {
            let refused = self.compile(place, &words)?;
            return refused.map_or(Ok(()), |why| Err(io::Error::other(format!("javac: {why}"))));
        }
        Ok(())
    }

    /// Compiles the tests with the right program; what the compiler says if it refuses them.
    fn compile_tests(&self, place: &Workplace, own: &[TestFile]) -> io::Result<Option<String>> {
        let mut sources = vec![format!("{RIGHT}/{}", self.language.file())];
        let mut files = vec![
            ("RunTests.java".to_owned(), include_str!("trial/RunTests.java").to_owned()),
            ("CompileAll.java".to_owned(), include_str!("trial/CompileAll.java").to_owned()),
        ];
        if self.class_path.is_none() {
            files.extend(stand_ins());
        }
        files.extend(own.iter().map(|file| (format!("tests/{}", file.name), file.text.clone())));
        for (name, text) in files {
            place.write(&name, text)?;
            sources.push(name);
        }
        let compiler = ["javac", QUICK, "-encoding", "UTF-8", "-d", COMPILED, "-cp"];
        let mut words: Vec<OsString> = compiler.map(OsString::from).into();
        words.push(self.joined(&[OsStr::new(COMPILED)])?);
        words.extend(sources.into_iter().map(OsString::from));
        self.compile(place, &words)
    }

    /// Runs a compiler; what it says if it refuses something.
    fn compile(&self, place: &Workplace, words: &[OsString]) -> io::Result<Option<String>> {
        let compiled = finish(words, place.path(), COMPILING, &Limits::default(), &self.groups)?;
        Ok((compiled.code != Some(0)).then(|| said(&compiled)))
    }

    /// Runs the tests against the program in this folder.
    fn test(&self, place: &Path, folder: &str, most: Duration) -> io::Result<Finished> {
        if self.language == Language::Python {
            let names = self.files.iter().map(|file| file.name.as_str());
            let words = ["python3", "run_tests.py"].into_iter().chain(names);
            let words: Vec<OsString> = words.map(OsString::from).collect();
            return finish(&words, &place.join(folder), most, &Limits::default(), &self.groups);
        }
        let class_path = self.joined(&[OsStr::new(folder), OsStr::new(COMPILED)])?;
        let flags = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"];
        let mut words: Vec<OsString> = flags.map(OsString::from).into();
        words.push(class_path);
        words.push("RunTests".into());
        words.extend(self.files.iter().map(|file| {
            let class = file.name.trim_end_matches(".java");
            package(&file.text).map_or(class.into(), |name| format!("{name}.{class}").into())
        }));
        finish(&words, place, most, &Limits::default(), &self.groups)
    }

    /// These folders before the class path that was given.
    fn joined(&self, folders: &[&OsStr]) -> io::Result<OsString> {
        let mut paths: Vec<PathBuf> = folders.iter().map(|&folder| folder.into()).collect();
        // Java runs elsewhere.
        for given in self.class_path.iter().flat_map(std::env::split_paths) {
            paths.push(std::path::absolute(given)?);
        }
        std::env::join_paths(paths).map_err(io::Error::other)
    }

    /// The package that the tests are in, and so the program.
    fn package(&self) -> Option<&str> {
        let is_java = self.language == Language::Java;
        self.files.iter().filter(|_| is_java).find_map(|file| package(&file.text))
    }
}

/// Takes the tests out of which the compiler complains, and says their names; none if it complains of
/// something else. Their lines stay, empty.
fn without_tests(files: &mut [TestFile], refused: &str) -> Vec<String> {
    let mut names = Vec::new();
    for file in files {
        let start = format!("tests/{}:", file.name);
        let of_file = refused.lines().filter_map(|line| line.strip_prefix(start.as_str()));
        let numbers = of_file.filter(|line| line.contains(": error:"));
        let numbers = numbers.filter_map(|line| line.split(':').next()?.parse::<usize>().ok());
        let mut lines: Vec<String> = file.text.lines().map(str::to_owned).collect();
        for number in numbers.collect::<Vec<_>>() {
            let members = members(&file.text);
            let Some(member) = members.into_iter().find(|of| of.contains(&number)) else {
                continue;
            };
            let text = lines[member.start - 1..member.end - 1].join("\n");
            if let Some(name) = test_name(&text) {
                names.push(name.to_owned());
                lines[member.start - 1..member.end - 1].iter_mut().for_each(String::clear);
            }
        }
        file.text = lines.join("\n") + "\n";
    }
    names
}

/// The lines of each method of a class in Java, counted from 1: from the end of what comes before it.
fn members(text: &str) -> Vec<std::ops::Range<usize>> {
    let (mut members, mut first, mut line, mut depth) = (Vec::new(), 1, 1, 0);
    let mut letters = text.chars().peekable();
    let mut is_quoted = None;
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        match (is_quoted, letter) {
            (None, '/') if next == Some('/') => is_quoted = Some('\n'),
            (None, '/') if next == Some('*') => is_quoted = Some('*'),
            (Some('*'), '*') if next == Some('/') => is_quoted = None,
            (Some('"' | '\''), '\\') => _ = letters.next(),
            (None, '"' | '\'') => is_quoted = Some(letter),
            (Some(end), _) if end == letter && end != '*' => is_quoted = None,
            (None, '{') => {
                depth += 1;
                if depth == 1 {
                    first = line + 1;
                }
            }
            (None, '}') => {
                depth -= 1;
                if depth == 1 {
                    members.push(first..line + 1);
                    first = line + 1;
                }
            }
            (None, ';') if depth == 1 => first = line + 1,
            _ => {}
        }
        line += usize::from(letter == '\n');
    }
    members
}

/// The name of the test that these lines are; `None` if they are none.
fn test_name(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("@Test")?;
    let (before, _) = after
        .split_once("void ")
        .map_or(("", ""), |(_, rest)| rest.split_once('(').unwrap_or(("", "")));
    let name = before.trim();
    (!name.is_empty()).then_some(name)
}

/// The package that a class in Java declares.
pub fn package(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim);
    lines.find_map(|line| line.strip_prefix("package ")?.split(';').next()).map(str::trim)
}

/// What a command wrote, stderr first.
fn said(finished: &Finished) -> String {
    let text = match finished.stderr.trim() {
        "" => finished.stdout.trim(),
        stderr => stderr,
    };
    text.to_owned()
}

/// Classes that stand in for JUnit, with the names of their files.
fn stand_ins() -> Vec<(String, String)> {
    let mut files = vec![
        ("warsim/Checks.java".into(), include_str!("trial/Checks.java").to_owned()),
        ("org/junit/Assert.java".into(), include_str!("trial/Assert.java").to_owned()),
        ("org/junit/rules/Timeout.java".into(), include_str!("trial/Timeout.java").to_owned()),
        (
            "org/junit/jupiter/api/Assertions.java".into(),
            include_str!("trial/Assertions.java").to_owned(),
        ),
    ];
    let mut annotation = |package: &str, name: &str, body: &str| {
        let text = format!(
            "package {package};\n\n\
             @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\n\
             public @interface {name} {{\n{body}}}\n"
        );
        files.push((format!("{}/{name}.java", package.replace('.', "/")), text));
    };
    let version_4 = "    Class<? extends Throwable> expected() default None.class;\n\n    \
                     long timeout() default 0;\n\n    class None extends Throwable {\n    }\n";
    annotation("org.junit", "Test", version_4);
    annotation(
        "org.junit.jupiter.api",
        "Timeout",
        "    long value();\n\n    java.util.concurrent.TimeUnit unit() default \
         java.util.concurrent.TimeUnit.SECONDS;\n",
    );
    for (package, names) in ANNOTATIONS {
        for name in names {
            annotation(package, name, "    String value() default \"\";\n");
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_do_not_compile_are_taken_out_and_nothing_else_is() {
        let text = "class WarTest {\n    int x = 3; // {\n    @Test\n    public void good() {\n        \
                    f(\"}\");\n    }\n\n    @Test(timeout = 9)\n    public void bad() {\n        \
                    g();\n    }\n    void helper() {\n        h();\n    }\n}\n";
        let file = TestFile { name: "WarTest.java".into(), text: text.into() };
        let mut files = [file];
        let refused = "tests/WarTest.java:10: error: cannot find symbol\n        g();\n1 error";
        assert_eq!(without_tests(&mut files, refused), ["bad"]);
        assert!(!files[0].text.contains("g()") && files[0].text.contains("f(\"}\")"));
        assert_eq!(files[0].text.lines().count(), text.lines().count());
        let refused = "tests/WarTest.java:13: error: cannot find symbol";
        assert!(without_tests(&mut files, refused).is_empty(), "no test");
        assert!(without_tests(&mut files, "War.java:3: error: x").is_empty());
    }
}
