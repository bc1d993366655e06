//! How a submission is graded and what is said of it: options of `grade`, and of the autograder that
//! `cases` writes.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::number::{gibibytes, seconds};
use crate::check::grade::find::Template;
use crate::check::grade::marks::Weights;
use crate::check::grade::table::Hints;
use crate::check::language::Lang;
use crate::check::process::Limits;

/// A choice as it is typed.
fn typed(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// How a submission is graded and what is said of it: options of `grade`, and of the autograder that
/// `cases` writes.
#[derive(Clone, Debug, Args)]
pub struct GradingArgs {
    /// The points of stages, those not named get 0 [default: 1 for each that plays decks]
    #[arg(long, value_name = "STAGE=POINTS,...")]
    pub weights: Option<String>,

    /// A stage that failed earns the share of its suites that are right
    #[arg(long)]
    pub partial: bool,

    /// A stage counts only when all before it pass
    #[arg(long)]
    pub chained: bool,

    /// How much students are told [default: deck]
    #[arg(long, value_enum)]
    pub hints: Option<Hints>,

    /// The language in which students are told [default: en]
    #[arg(long, value_parser = lang_parser())]
    pub lang: Option<Lang>,

    /// When students see the tests in Gradescope [default: visible]
    #[arg(long, value_name = "WHEN", value_parser = ["visible", "hidden", "after-due-date", "after-published"])]
    pub visibility: Option<String>,

    /// What starts a program in another language: words, {file} stands for its file
    #[arg(long, value_name = "WORDS")]
    pub command: Option<String>,

    /// What compiles it before
    #[arg(long, value_name = "WORDS", requires = "command")]
    pub compile: Option<String>,

    /// The file that {file} stands for, such as war.c or *.c
    #[arg(long, value_name = "NAME", requires = "command")]
    pub file: Option<String>,

    /// Seconds that a program may compute for one deck [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub deck_seconds: Option<Duration>,

    /// Seconds that one submission may take, once it is started [default: 120]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<Duration>,

    /// Gibibytes of memory that a program may occupy [default: 2]
    #[arg(long, value_name = "GIB", value_parser = gibibytes, allow_negative_numbers = true)]
    pub memory: Option<u64>,
}

/// Reads a language.
pub fn lang_parser() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::CODES).map(|code| Lang::of(&code))
}

impl GradingArgs {
    /// The points of stages.
    ///
    /// Errors: weights that mean nothing.
    pub fn weights(&self, stages: &[&str]) -> Result<Weights, Failure> {
        weights(self.weights.as_deref(), stages).map(|weights| weights.partial(self.partial))
    }

    /// How much students are told.
    pub fn hints(&self) -> Hints {
        self.hints.unwrap_or(Hints::Deck)
    }

    /// The language in which students are told.
    pub fn lang(&self) -> Lang {
        self.lang.unwrap_or_default()
    }

    /// What a program may occupy.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory.unwrap_or(Limits::default().memory), ..Limits::default() }
    }

    /// The time that a program may compute for one deck.
    pub fn per_deck(&self) -> Duration {
        self.deck_seconds.unwrap_or(Duration::from_secs(1))
    }

    /// The time that a submission may take once it is started.
    pub fn in_all(&self) -> Duration {
        self.seconds.unwrap_or(Duration::from_secs(120))
    }

    /// The options that were given, as they are typed: name and value, nothing for a switch.
    pub fn given(&self) -> Vec<(&'static str, String)> {
        const GIB: f64 = (1_u64 << 30) as f64;
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64().to_string());
        let word = |text: &Option<String>| text.clone();
        let switch = |is_given: bool| is_given.then(String::new);
        [
            ("--weights", word(&self.weights)),
            ("--partial", switch(self.partial)),
            ("--chained", switch(self.chained)),
            ("--hints", self.hints.map(typed)),
            ("--lang", self.lang.map(|lang| lang.code().to_owned())),
            ("--visibility", word(&self.visibility)),
            ("--command", word(&self.command)),
            ("--compile", word(&self.compile)),
            ("--file", word(&self.file)),
            ("--deck-seconds", seconds(self.deck_seconds)),
            ("--seconds", seconds(self.seconds)),
            ("--memory", self.memory.map(|bytes| (bytes as f64 / GIB).to_string())),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
    }

    /// How programs in another language are started.
    ///
    /// Errors: a template without a word, or with an open quote.
    pub fn template(&self) -> Result<Option<Template>, Failure> {
        let Some(command) = &self.command else { return Ok(None) };
        let start = words("--command", command)?;
        let compile = match &self.compile {
            Some(text) => words("--compile", text)?,
            None => Vec::new(),
        };
        Ok(Some(Template { file: self.file.clone(), compile, start }))
    }
}

/// The points of stages, as written.
///
/// Errors: weights that mean nothing.
pub fn weights(given: Option<&str>, stages: &[&str]) -> Result<Weights, Failure> {
    let read = |text| Weights::read(text, stages);
    let weights = given.map_or_else(|| Ok(Weights::default()), read);
    weights.map_err(|e| Failure::usage(format!("--weights {e}")))
}

/// A text as words: parted by spaces, those in quotes kept together.
fn words(option: &str, text: &str) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quote.is_some() || words.is_empty() {
        let what = if quote.is_some() { "a quote is left open" } else { "there is no word" };
        return Err(Failure::usage(format!("{option} '{text}': {what}")));
    }
    Ok(words)
}

/// Reads the name of a package of Java.
pub fn package(text: &str) -> Result<String, String> {
    let is_word = |word: &str| {
        word.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
            && word.starts_with(|first: char| first.is_alphabetic() || first == '_')
    };
    match text.split('.').all(is_word) {
        true => Ok(text.to_owned()),
        false => Err(format!(
            "`{text}` is not a package; write words with dots between, such as simulation"
        )),
    }
}
