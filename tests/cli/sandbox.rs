//! The program as its users have it: run from outside, in a folder of its own.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// An experiment that asks for everything.
pub const EVERY_QUESTION: &str = "title = \"How long?\"\ngames = 300\n\
    rules = [\"umass\", \"one-down\"]\nby = \"aces_a\"\n\
    until = \"a_win:0.2\"
";

/// Every verb; a batch has none.
pub const VERBS: &str =
    "play check deck rules list show verify compare run exact ludo merge report completions";

/// Java that runs for a second needs no second compiler, and one thread for its garbage.
pub const BRIEF_JVM: (&str, &str) =
    ("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

/// A row of a table, by column.
pub type Row = HashMap<String, String>;

/// A folder of its own for the program.
pub struct Sandbox {
    /// The folder, removed when the test ends.
    pub folder: TempDir,
}

/// The words of a command line: a list, or a text whose words contain no spaces.
pub trait Arguments {
    fn words(&self) -> Vec<&str>;
}

impl Arguments for str {
    fn words(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Arguments for String {
    fn words(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Arguments for [&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Arguments for Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.clone()
    }
}

impl<const N: usize> Arguments for [&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

/// Waits until it is so: minutes, on a machine that has much else to do.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let looks = 60_000;
    for _ in 0..looks {
        if is_so() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("in vain: {what}");
}

impl Sandbox {
    pub fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, folders before it included, and returns its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    pub fn command(&self, arguments: &(impl Arguments + ?Sized)) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_war-sim"));
        let words = arguments.words();
        command.args(&words).current_dir(self.folder.path());
        command.env_remove("COLUMNS").envs([BRIEF_JVM]);
        command
    }

    pub fn run(&self, arguments: &(impl Arguments + ?Sized)) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs it on this standard input.
    pub fn run_on(
        &self,
        arguments: &(impl Arguments + ?Sized),
        stdin: impl AsRef<[u8]> + Send,
    ) -> Output {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // A program that fails need not read everything: a closed pipe is no error here.
            scope.spawn(move || drop(pipe.write_all(stdin.as_ref())));
            child.wait_with_output().unwrap()
        })
    }

    /// Types a line into a shell that finds the program, and what lies in the folder `bin`.
    pub fn typed(&self, line: &str) -> Output {
        let own = Path::new(env!("CARGO_BIN_EXE_war-sim")).parent().unwrap().display();
        let others = std::env::var("PATH").unwrap_or_default();
        Command::new("sh")
            .args(["-c", line])
            .env("PATH", format!("{}:{own}:{others}", self.path("bin").display()))
            .env_remove("COLUMNS")
            .current_dir(self.folder.path())
            .output()
            .unwrap()
    }

    /// What it prints on a terminal of so many columns.
    pub fn in_columns(&self, columns: usize, arguments: &(impl Arguments + ?Sized)) -> String {
        let mut command = self.command(arguments);
        text(command.env("COLUMNS", columns.to_string()).output().unwrap().stdout)
    }

    /// Runs what must succeed; returns stdout.
    pub fn ok(&self, arguments: &(impl Arguments + ?Sized)) -> String {
        succeeded(arguments, self.run(arguments)).0
    }

    /// The options of a verb as a shell completes them, without dashes; whether each takes a value.
    pub fn options(&self, verb: &str) -> Vec<(String, bool)> {
        let of = match verb {
            "" => "__fish_war_sim_needs_command\"".to_owned(),
            verb => format!("__fish_war_sim_using_subcommand {verb}\""),
        };
        let option = |line: &str| {
            let (_, rest) = line.split_once(" -l ")?;
            let name = rest.split(' ').next().unwrap_or_default().to_owned();
            let is_own = name != "help" && name != "version";
            is_own.then(|| (name, line.contains(" -r")))
        };
        let script = self.ok("completions fish");
        script.lines().filter(|line| line.contains(&of)).filter_map(option).collect()
    }

    /// Runs what must succeed on this standard input; returns stdout and stderr.
    pub fn with_stdin(
        &self,
        arguments: &(impl Arguments + ?Sized),
        stdin: impl AsRef<[u8]> + Send,
    ) -> (String, String) {
        succeeded(arguments, self.run_on(arguments, stdin))
    }

    /// Runs what must be written, and say that a precision was not reached; returns the message.
    pub fn not_reached(&self, arguments: &(impl Arguments + ?Sized)) -> String {
        let (_, message) = failed(2, arguments, self.run(arguments));
        contains_all(arguments, &message, &["not reached at"]);
        message
    }

    /// Runs what must fail with this exit code and print no result; returns the message.
    pub fn fails(&self, code: i32, arguments: &(impl Arguments + ?Sized)) -> String {
        let (stdout, message) = failed(code, arguments, self.run(arguments));
        assert_eq!(stdout, "", "{:?} printed a result", arguments.words());
        message
    }

    /// As [`Sandbox::fails`], with these words in the message.
    pub fn fails_saying(&self, code: i32, arguments: &(impl Arguments + ?Sized), words: &[&str]) {
        contains_all(arguments, &self.fails(code, arguments), words);
    }

    /// Runs what must fail with this exit code on this standard input, with these words in the
    /// message; returns what it printed until then.
    pub fn fails_with_stdin(
        &self,
        code: i32,
        arguments: &(impl Arguments + ?Sized),
        words: &[&str],
        stdin: impl AsRef<[u8]> + Send,
    ) -> String {
        let (stdout, message) = failed(code, arguments, self.run_on(arguments, stdin));
        contains_all(arguments, &message, words);
        stdout
    }

    /// Runs it for a reader who has gone: it must end quietly.
    pub fn ends_quietly_on_a_closed_pipe(&self, arguments: &(impl Arguments + ?Sized)) {
        let mut command = self.command(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let (_, message) = succeeded(arguments, child.wait_with_output().unwrap());
        assert_eq!(message, "", "{:?}", arguments.words());
    }

    /// Runs it with a standard output that is a full disk.
    #[cfg(target_os = "linux")]
    pub fn fails_on_a_full_disk(&self, arguments: &(impl Arguments + ?Sized)) {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = self.command(arguments).stdout(full).output().unwrap();
        let (_, message) = failed(74, arguments, output);
        contains_all(arguments, &message, &["No space left on device"]);
    }

    pub fn csv(&self, path: &str) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_path(self.path(path))
            .unwrap_or_else(|e| panic!("{path}: {e}"));
        reader.records().map(|r| r.unwrap().iter().map(Into::into).collect()).collect()
    }

    /// The rows of a table as (column, value).
    pub fn rows(&self, path: &str) -> Vec<Row> {
        let rows = self.csv(path);
        let (header, rows) = rows.split_first().unwrap();
        rows.iter().map(|row| header.iter().cloned().zip(row.iter().cloned()).collect()).collect()
    }

    /// One row of a table as (column, value).
    pub fn row(&self, path: &str, number: usize) -> Row {
        self.rows(path).swap_remove(number)
    }
}

/// A number in a row of a table.
pub fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// Wilson's interval as in the textbook, 95 %.
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    let (z, n) = (1.959_963_984_540_054, games as f64);
    let p = wins as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let reach = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - reach) / scale).max(0.0), ((middle + reach) / scale).min(1.0))
}

/// Sends a signal to a program, which may have ended already.
pub fn signal(child: &Child, name: &str) {
    let mut kill = Command::new("kill");
    kill.args([&format!("-{name}"), &child.id().to_string()]).stderr(Stdio::null());
    assert!(kill.status().is_ok());
}

/// Whether the tests run as root on Linux, who can be any user.
pub fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    cfg!(target_os = "linux") && output.is_ok_and(|output| output.stdout == b"0\n")
}

/// Stdout and stderr of a program that must have succeeded.
fn succeeded(arguments: &(impl Arguments + ?Sized), output: Output) -> (String, String) {
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{:?}: {message}", arguments.words());
    (text(output.stdout), message)
}

/// Stdout and the message of a program that must have failed with this exit code.
fn failed(code: i32, arguments: &(impl Arguments + ?Sized), output: Output) -> (String, String) {
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{:?}: {message}", arguments.words());
    assert!(message.starts_with("war-sim: "), "{:?}: {message}", arguments.words());
    (text(output.stdout), message)
}

fn contains_all(arguments: &(impl Arguments + ?Sized), message: &str, words: &[&str]) {
    for word in words {
        assert!(message.contains(word), "{:?}: no `{word}` in: {message}", arguments.words());
    }
}

pub fn stderr(output: &Output) -> String {
    text(output.stderr.clone())
}

/// What the program printed, its paths with a slash on every system.
fn text(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap();
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

/// The names in a folder, sorted; none if there is no such folder.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|d| d.map(|e| e.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

/// The words of a text in one line.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn assert_fits_80_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "wider than 80 columns: {line}");
    }
}
