//! The options of `check` and `cases`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::check::language::Lang;
use crate::check::war::programs::Language;
use crate::cli::grading::{GradingArgs, lang_parser, package};
use crate::cli::number::{gibibytes, seconds, whole};

/// How a program is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// One process; it reads one deck per line and writes one answer per line.
    Lines,
    /// One process per deck, the cards as its arguments.
    Once,
    /// As lines, dealt already: A's cards, a bar, B's cards, each with the top card first.
    Hands,
}

/// Which decks are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DomainChoice {
    /// Those that the task of the rule set speaks of.
    Task,
    /// Any cards and sizes, and games that never end.
    Any,
}

/// How the verdict is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For build servers: JUnit XML.
    Junit,
    /// For Gradescope: results.json.
    Gradescope,
}

/// What a program is asked: options of `check` and `cases`.
#[derive(Clone, Debug, Args)]
pub struct AboutArgs {
    /// The rules: a built-in name, a name in experiments/rules/, or a path
    #[arg(long, value_name = "NAME|FILE", default_value = "umass")]
    pub rules: String,

    /// This suite alone; may be given several times
    #[arg(long, value_name = "NAME")]
    pub suite: Vec<String>,

    /// Which decks are asked about
    #[arg(long, value_enum, default_value = "task")]
    pub domain: DomainChoice,

    /// The seed of the random decks
    #[arg(long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// How many decks each random suite has [default: 1000]
    #[arg(short = 'n', long = "games", value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub count: Option<u64>,
}

/// Options of `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
COMMAND reads one deck per line (numbers, A's first card leftmost; an empty line \
is the empty deck) and writes one answer per line: 1, -1 or 0 (or A, B, draw). \
--harness prints a ready wrapper around findWinner.

With --rules beggar (or camicia) a line is a deal, FIRST/SECOND: - for a plain \
card, J Q K A for the court cards; 0 is the answer for a game that never ends. \
With --rules bwinf (Ludo) a line is the rolls in the order in which they are \
thrown; the first player begins, and 0 is the answer when they are used up.

It plays named suites in a fixed order, shows the first difference of each as a \
small deck, and names the rules or the mistake that explain all answers, or most. \
A program that hangs, crashes or prints something else is reported, and asked the \
next deck. No shell reads COMMAND: write its words apart. --protocol once starts \
it for each deck; where time is short, some decks of every suite are chosen. \
--protocol hands deals each deck first: a line is then `9 2 6 | 5 8 4`.

Exit code 0: equal; 1: different.

Examples:
  war-sim check -- python3 war_check.py
  war-sim check --harness python > war_check.py
  war-sim check --harness java > WarCheck.java && javac War.java WarCheck.java
  war-sim check -- java WarCheck
  war-sim check -- java -cp classes WarCheck simulation.War
  war-sim check --suite limit --suite short-decks -- java WarCheck
  war-sim check --protocol once -- ./war
  war-sim check --format gradescope -- java WarCheck > results/results.json
  war-sim check --rules beggar -- python3 beggar.py
  war-sim check --answers answers.txt --decks decks.txt")]
pub struct CheckArgs {
    /// The program to check, with its arguments, after --
    #[arg(trailing_var_arg = true, value_name = "COMMAND", conflicts_with = "answers")]
    pub command: Vec<OsString>,

    /// What it is asked.
    #[command(flatten)]
    pub about: AboutArgs,

    /// How the program is asked
    #[arg(long, value_enum, default_value = "lines")]
    pub protocol: Protocol,

    /// Check a file of answers, one per line, instead of a program; - is standard input
    #[arg(long, value_name = "FILE", requires = "decks", conflicts_with_all = ["suite", "seed", "count", "protocol"])]
    pub answers: Option<PathBuf>,

    /// The file of the decks that --answers is about
    #[arg(long, value_name = "FILE")]
    pub decks: Option<PathBuf>,

    /// Print a wrapper that asks findWinner
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with_all = ["command", "answers"])]
    pub harness: Option<Language>,

    /// Seconds of computing for one deck
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_negative_numbers = true)]
    pub deck_seconds: Duration,

    /// Most memory that the program may use, in GiB
    #[arg(long, value_name = "GIB", default_value = "2", value_parser = gibibytes, allow_negative_numbers = true)]
    pub memory: u64,

    /// Seconds that the whole check may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,

    /// How to print the verdict
    #[arg(long, value_enum, default_value = "text")]
    pub format: CheckFormat,

    /// The language of the verdict
    #[arg(long, value_parser = lang_parser(), default_value = "en")]
    pub lang: Lang,

    /// Print a line per suite and the smallest deck of each
    #[arg(long)]
    pub all: bool,
}

/// What the suites are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CasesFormat {
    /// Rows of suite,deck,expected.
    Csv,
    /// A test class for JUnit 4.
    Junit4,
    /// A test class for JUnit 5.
    Junit5,
    /// A test module for pytest.
    Pytest,
    /// An autograder for Gradescope, a folder to be uploaded as a zip.
    Gradescope,
    /// A problem package for Kattis and DOMjudge, a folder; random suites have 200 decks unless told.
    Kattis,
}

/// Options of `cases`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Prints the decks of `war-sim check` with their winners, for those who do not have \
war-sim: 1 is A, -1 is B, 0 is a draw. The CSV is a file of decks for \
`war-sim play --decks` as well.

gradescope is an autograder around `war-sim grade`, with this program in it, and \
takes that verb's options for points, hints, times and other languages; \
kattis is a problem package, which DOMjudge reads, too: statement, data, and \
right and wrong programs. Both are folders, written to --out.

With --rules beggar or bwinf (Ludo) tests ask find_winner of beggar.py or ludo.py \
(Beggar.findWinner, Ludo.findWinner), with a deal as a text, or the rolls.

Examples:
  war-sim cases > cases.csv
  war-sim cases --format junit5 > WarCasesTest.java
  war-sim cases --format junit4 --package simulation > WarCasesTest.java
  war-sim cases --format pytest --suite limit > test_war_cases.py
  war-sim cases --format gradescope --seed 7 --weights wars=3,limit=3
  war-sim cases --format kattis --out war")]
pub struct CasesArgs {
    /// Output format
    #[arg(long, value_enum, default_value = "csv")]
    pub format: CasesFormat,

    /// The package of a test class, such as simulation
    #[arg(long, value_name = "NAME", value_parser = package)]
    pub package: Option<String>,

    /// What is asked.
    #[command(flatten)]
    pub about: AboutArgs,

    /// The folder of a package [default: autograder; war, beggar or ludo]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Write into a folder that is there
    #[arg(long)]
    pub force: bool,

    /// How the autograder grades and what it says, as in `war-sim grade`.
    #[command(flatten)]
    pub way: GradingArgs,
}
