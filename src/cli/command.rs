//! The command line as the parser shows it: `-h` on a screen, `--help` whole, and a sentence for what is
//! wrong.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _};

use super::args::Arguments;
use super::library::library;
use crate::core::wording::nearest::nearest;
use crate::core::wording::number::whole;
use crate::lab::spec::shipped::{DICE, EXPERIMENTS};

/// Headings of what every run takes, which `war-sim --help` says once.
const OF_EVERY_RUN: [&str; 4] =
    ["Precision and questions", "Rows of games", "Output and speed", "Long runs and many machines"];
/// Examples first.
const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";
/// Verbs that a hint names at most.
const MOST_VERBS: usize = 3;

/// The whole command line.
pub fn command() -> Command {
    Arguments::command()
}

/// The help that these words ask for: `-h`, or nothing, fits a screen of 24 lines; `--help` is whole.
pub fn help(given: &[&str]) -> String {
    let is_whole = given.contains(&"--help");
    let mut root = command();
    root.build();
    let (path, verb) = verb_of(&root, given);
    let is_root = verb.get_name() == root.get_name();
    let is_run = !is_root && verb.get_arguments().any(|arg| arg.get_id() == "resume");
    let is_shared = |arg: &clap::Arg| {
        is_run && arg.get_help_heading().is_some_and(|heading| OF_EVERY_RUN.contains(&heading))
    };
    let after = verb.get_after_long_help().filter(|_| is_whole).map(ToString::to_string);
    let has_more = verb.get_after_long_help().is_some();
    let more = (has_more && !is_root && !is_whole).then(|| format!("`{path} --help` says more."));
    let all = "Options of every run (--name, --report, --resume ...): `war-sim --help`.";
    let all = is_run.then(|| all.to_owned());
    let after: Vec<String> = [after, all, more].into_iter().flatten().collect();
    let separator = if is_whole { "\n\n" } else { "\n" };
    let verb = verb.clone().help_template(TEMPLATE).after_help(after.join(separator));
    let mut verb = verb.mut_args(|arg| {
        let is_left = !is_whole && (is_root || arg.is_hide_short_help_set());
        let is_own = !is_left && !is_shared(&arg) && arg.get_id() != "help";
        arg.hide(!is_own).hide_short_help(false)
    });
    format!("{}\n", verb.render_help().to_string().trim_end())
}

/// The verb that these words name, with the words that name it.
fn verb_of<'c>(root: &'c Command, given: &[&str]) -> (String, &'c Command) {
    match given.first().and_then(|word| root.find_subcommand(word)) {
        Some(verb) => (format!("war-sim {}", verb.get_name()), verb),
        None => ("war-sim".to_owned(), root),
    }
}

/// What a bad command line is told.
pub fn refusal(error: &clap::Error, given: &[&str]) -> String {
    let text = error.to_string();
    let (root, what) = (command(), sentence(&text));
    let (path, verb) = verb_of(&root, given);
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let option = context(ContextKind::InvalidArg);
    let unknown = match error.kind() {
        ErrorKind::UnknownArgument => Some(option),
        ErrorKind::InvalidSubcommand => Some(context(ContextKind::InvalidSubcommand)),
        // A verb's place is before all options; so is that of a word which is none.
        _ => what.strip_prefix("the subcommand '").and_then(|rest| rest.split('\'').next()),
    };
    if let Some(word) = unknown {
        let is_root = std::ptr::eq(verb, &raw const root);
        if is_root && root.find_subcommand(word).is_some() {
            return format!("`{word}` comes after options; write the verb first");
        }
        let what = match word.starts_with('-') {
            true => format!("`{path}` has no option `{word}`"),
            false if is_root => format!("there is no verb `{word}`"),
            false => format!("`{word}` has no place here"),
        };
        return match advice(&root, verb, given, word) {
            Some(advice) => format!("{what}; {advice}"),
            None => format!("{what}; `{path} --help` lists what there is"),
        };
    }
    let name = option.split(' ').next().filter(|name| name.starts_with('-')).unwrap_or_default();
    let value = format!("{name} {}", context(ContextKind::InvalidValue));
    let value = value.trim_start();
    match (error.kind(), std::error::Error::source(error), error.get(ContextKind::ValidValue)) {
        (ErrorKind::ValueValidation, Some(why), _) => format!("{value}: {why}"),
        (ErrorKind::InvalidValue, _, Some(ContextValue::Strings(all)))
            if !what.ends_with("none was supplied") =>
        {
            format!("{value}: use {}", all.join(", "))
        }
        (ErrorKind::TooFewValues, ..) if given.iter().any(|word| word.contains(',')) => {
            format!("{what}; separate them with a space, not a comma")
        }
        _ => format!("{what}; `{path} --help` says more"),
    }
}

/// The parser's first paragraph, a sentence and what it lists, in one line.
fn sentence(text: &str) -> String {
    let first = text.strip_prefix("error: ").unwrap_or(text).split("\n\n").next();
    let mut lines = first.unwrap_or_default().lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    format!("{first} {}", lines.collect::<Vec<_>>().join(", ")).trim_end().to_owned()
}

/// What was meant by a word that has no place here.
fn advice(root: &Command, verb: &Command, given: &[&str], word: &str) -> Option<String> {
    let has =
        |verb: &Command, name: &str| verb.get_arguments().any(|arg| arg.get_long() == Some(name));
    if let Some(at) = given.iter().position(|typed| *typed == "--deck") {
        // A shell took the deck apart.
        let cards = given[at + 1..].iter().copied().take_while(|card| !card.starts_with("--"));
        let cards: Vec<&str> = cards.collect();
        if cards.iter().skip(1).any(|card| *card == word) {
            let deck = cards.join(" ");
            return Some(format!("a deck goes in quotation marks; write `--deck \"{deck}\"`"));
        }
    }
    if let Some(name) = word.strip_prefix("--") {
        let name = name.split('=').next().unwrap_or_default();
        let verbs = root.get_subcommands().filter(|verb| has(verb, name));
        let own = has(root, name).then(|| "`war-sim`".to_owned());
        let verbs =
            own.into_iter().chain(verbs.map(|verb| format!("`war-sim {}`", verb.get_name())));
        let verbs: Vec<String> = verbs.take(MOST_VERBS).collect();
        if !verbs.is_empty() {
            return Some(format!("it is an option of {}", verbs.join(", ")));
        }
        let own = verb.get_arguments().filter_map(|arg| arg.get_long());
        return nearest(name, own).map(|name| format!("did you mean `--{name}`?"));
    }
    if word.starts_with('-') {
        // `-games 5` is read as `-g ames 5`.
        let name = |typed: &&str| typed.strip_prefix('-').is_some_and(|name| has(verb, name));
        return given.iter().find(|typed| name(typed)).map(|typed| format!("write `-{typed}`"));
    }
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, value),
        None if has(verb, word) => (word, "..."),
        None if whole(word).is_ok() && has(verb, "deck") => ("deck", "\"2 3 4 5\""),
        None if whole(word).is_ok() => ("games", word),
        None if library().find(word).is_ok() => ("rules", word),
        None if DICE.find(word).is_some() => ("dice", word),
        None => {
            let is_run = std::ptr::eq(root, verb) && EXPERIMENTS.find(word).is_some();
            let verbs = verb.get_subcommands().map(Command::get_name);
            let near = || nearest(word, verbs).map(|name| format!("did you mean `{name}`?"));
            return is_run.then(|| format!("write `war-sim run {word}`")).or_else(near);
        }
    };
    has(verb, name).then(|| format!("write `--{name} {value}`"))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::Arg;

    use super::*;

    #[test]
    fn every_value_is_refused_in_plain_words() {
        fn walk(verb: &Command, path: &[String], told: &mut Vec<String>) {
            let takes_value = |arg: &&Arg| arg.get_action().takes_values() && !arg.is_positional();
            for name in verb.get_arguments().filter(takes_value).filter_map(Arg::get_long) {
                let line = path.iter().cloned().chain([format!("--{name}=?")]);
                let words: Vec<OsString> = line.map(Into::into).collect();
                let error = command().try_get_matches_from(&words).err();
                told.extend(error.map(|error| refusal(&error, &[])));
            }
            for inner in verb.get_subcommands() {
                walk(inner, &[path, &[inner.get_name().to_owned()]].concat(), told);
            }
        }
        let mut told = Vec::new();
        walk(&command(), &["war-sim".to_owned()], &mut told);
        assert!(told.len() > 50, "{}", told.len());
        for words in ["literal", "digit found", "cannot parse", "os error"] {
            let raw = told.iter().find(|said| said.contains(words));
            assert!(raw.is_none(), "{raw:?}");
        }
    }

    #[test]
    fn hints_can_be_followed() {
        let told = |line: &str| {
            let words: Vec<OsString> =
                std::iter::once("war-sim").chain(line.split(' ')).map(Into::into).collect();
            let error = command().try_get_matches_from(&words).unwrap_err();
            refusal(&error, &line.split(' ').collect::<Vec<_>>())
        };
        for (line, words) in [
            ("--trace", "an option of `war-sim play`"),
            ("--gmaes 5", "did you mean `--games`?"),
            (
                "exact --pairs 1,2",
                "`war-sim exact` has no option `--pairs`; `war-sim exact --help`",
            ),
            ("exact --pair 1,2", "an option of `war-sim`, `war-sim compare`, `war-sim play`"),
            ("plya", "there is no verb `plya`; did you mean `play`?"),
            ("1000000", "write `--games 1000000`"),
            ("-q é", "there is no verb `é`"),
            ("-q play", "write the verb first"),
            ("pick-up-order", "write `war-sim run pick-up-order`"),
            ("play --deck 2 3 4 5 --trace", "write `--deck \"2 3 4 5\"`"),
            ("games=100", "write `--games 100`"),
            ("-games 100", "write `--games`"),
            ("--seed 7 umass", "write `--rules umass`"),
            ("--rules bwinf wuerfel0", "write `--dice wuerfel0`"),
            ("play 2 3 4", "write `--deck \"2 3 4 5\"`"),
            ("play --deck", "none was supplied; `war-sim play --help`"),
            ("compare umass,one-down", "with a space, not a comma"),
            ("merge", "not provided: --out <DIR>, <PART>...; `war-sim merge --help`"),
            ("list nope", "nope: use rules, experiments"),
            ("--decks d --games 5", "cannot be used with '--games <N>'; `war-sim --help`"),
            ("--games x", "write 1000000, 1_000_000 or 1e6"),
        ] {
            assert!(told(line).contains(words), "{line}: {}", told(line));
            assert!(!told(line).contains("tip:"), "{}", told(line));
            assert!(!told(line).contains('\n'), "{}", told(line));
        }
    }
}
