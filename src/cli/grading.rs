//! How a submission is graded and what is said of it: options of `grade`, and of the autograder that
//! `cases` writes.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};

use super::command::command;
use super::failure::Failure;
use super::number::{gibibytes, seconds};
use crate::check::grade::find::Template;
use crate::check::grade::marks::Weights;
use crate::check::grade::table::Hints;
use crate::check::language::Lang;
use crate::check::process::Limits;

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

    /// How much students are told
    #[arg(long, value_enum, default_value = "deck")]
    pub hints: Hints,

    /// The language in which students are told
    #[arg(long, value_parser = lang_parser(), default_value = "en")]
    pub lang: Lang,

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

    /// Seconds that a program may compute for one deck
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, allow_negative_numbers = true)]
    pub deck_seconds: Duration,

    /// Seconds that one submission may take, once it is started
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,

    /// Gibibytes of memory that a program may occupy
    #[arg(long, value_name = "GIB", default_value = "2", value_parser = gibibytes, allow_negative_numbers = true)]
    pub memory: u64,
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

    /// What a program may occupy.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory, ..Limits::default() }
    }

    /// The options of these that were typed, with their values; a switch has none.
    pub fn given() -> Vec<(String, Option<String>)> {
        let all = command().try_get_matches_from(super::typed());
        let of_verb = all.as_ref().ok().and_then(ArgMatches::subcommand);
        let given = |arg: &Arg| {
            let (id, (_, of_verb)) = (arg.get_id().as_str(), of_verb?);
            of_verb.value_source(id).filter(|source| *source == ValueSource::CommandLine)?;
            let value = of_verb.get_raw(id)?.next()?.to_string_lossy().into_owned();
            let value = arg.get_action().takes_values().then_some(value);
            Some((format!("--{}", arg.get_long()?), value))
        };
        Self::augment_args(Command::new("")).get_arguments().filter_map(given).collect()
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
