//! The command line as it is parsed and shown: what was declared, without what a verb always
//! refuses, with help that fits any width and hints that can be followed.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _, FromArgMatches as _};

use super::args::Arguments;
use crate::core::wording::nearest::nearest;

/// Options that a verb shares with others and has no use for: refused, so not listed.
const OF_NO_USE: [(&[&str], &[&str]); 3] = [
    (&["ludo"], &["prove_cycles", "with_decks"]),
    (&["ludo", "exact"], &["engine", "resume", "shard", "report"]),
    (&["beggar"], &["prove_cycles"]),
];
/// Verbs that a hint names at most.
const MOST_VERBS: usize = 3;

/// The whole command line.
pub fn command() -> Command {
    let mut command = Arguments::command();
    for (path, options) in OF_NO_USE {
        command = without(command, path, options);
    }
    flowing(command)
}

/// The same with these options of this verb not listed.
fn without(command: Command, path: &'static [&str], options: &[&str]) -> Command {
    match path {
        [] => options.iter().fold(command, |verb, option| verb.mut_arg(option, |a| a.hide(true))),
        [verb, rest @ ..] => command.mut_subcommand(verb, |verb| without(verb, rest, options)),
    }
}

/// The arguments, read.
///
/// Errors: those of the parser; also what asks for help.
pub fn parse(arguments: &[std::ffi::OsString]) -> Result<Arguments, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

/// The same with the prose of its help in one line each, to be broken where the terminal ends.
fn flowing(command: Command) -> Command {
    let after = command.get_after_help().map(|text| unbroken(&text.ansi().to_string()));
    let command = match after {
        Some(after) => command.after_help(after),
        None => command,
    };
    command.mut_subcommands(flowing)
}

/// Paragraphs without the line breaks of their source; examples, which are indented, keep theirs.
fn unbroken(text: &str) -> String {
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(line);
        match lines.peek() {
            Some(next) if is_prose(line) && is_prose(next) => out.push(' '),
            Some(_) => out.push('\n'),
            None => {}
        }
    }
    out
}

/// What a bad command line is told.
pub fn refusal(error: &clap::Error, arguments: &[std::ffi::OsString]) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
    let is_unknown =
        matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand);
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => ContextKind::InvalidArg,
    };
    let Some(ContextValue::String(word)) = error.get(kind).filter(|_| is_unknown) else {
        return text.to_owned();
    };
    let root = command();
    let given: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let (path, verb) = verb_of(&root, &given);
    let first = text.lines().next().unwrap_or_default();
    let advice = advice(&root, verb, word);
    let advice = advice.map_or(String::new(), |advice| format!("{advice}; "));
    format!("{first}; {advice}`{path} --help` lists what there is")
}

/// The verb that these arguments name, with the words that name it.
fn verb_of<'c>(root: &'c Command, given: &[&str]) -> (String, &'c Command) {
    let (mut path, mut verb) = ("war-sim".to_owned(), root);
    for word in given {
        match verb.find_subcommand(word) {
            Some(found) => (path, verb) = (format!("{path} {word}"), found),
            None => break,
        }
    }
    (path, verb)
}

/// What was meant by a word that this verb does not know.
fn advice(root: &Command, verb: &Command, word: &str) -> Option<String> {
    let Some(option) = word.strip_prefix("--") else {
        let verbs = verb.get_subcommands().map(Command::get_name);
        return nearest(word, verbs).map(|name| format!("did you mean `{name}`?"));
    };
    let option = option.split('=').next().unwrap_or_default();
    let mut others = Vec::new();
    with_option(root, "war-sim", option, &mut others);
    if others.is_empty() {
        let own = verb.get_arguments().filter(|arg| !arg.is_hide_set());
        return nearest(option, own.filter_map(|arg| arg.get_long()))
            .map(|name| format!("did you mean `--{name}`?"));
    }
    others.truncate(MOST_VERBS);
    Some(format!("it is an option of {}", others.join(", ")))
}

/// Every verb that has this option.
fn with_option(command: &Command, path: &str, option: &str, found: &mut Vec<String>) {
    if command.get_arguments().any(|arg| arg.get_long() == Some(option) && !arg.is_hide_set()) {
        found.push(format!("`{path}`"));
    }
    for verb in command.get_subcommands() {
        with_option(verb, &format!("{path} {}", verb.get_name()), option, found);
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    #[test]
    fn prose_flows_and_examples_stay() {
        let text = "One\ntwo.\n\nExamples:\n  a b\n  c d";
        assert_eq!(unbroken(text), "One two.\n\nExamples:\n  a b\n  c d");
    }

    #[test]
    fn hints_can_be_followed() {
        let told = |line: &str| {
            let words: Vec<OsString> =
                std::iter::once("war-sim").chain(line.split(' ')).map(Into::into).collect();
            refusal(&parse(&words).unwrap_err(), &words)
        };
        for (line, words) in [
            ("--trace", "an option of `war-sim play`"),
            ("--gmaes 5", "did you mean `--games`?"),
            ("ludo play wuerfel0 --pairs 1,2", "`war-sim ludo play --help`"),
            ("plya", "did you mean `play`?"),
        ] {
            assert!(told(line).contains(words), "{line}: {}", told(line));
            assert!(!told(line).contains("tip:"), "{}", told(line));
        }
    }
}
