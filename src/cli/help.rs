//! `-h` on a screen, `--help` whole, and a sentence for what is wrong.

use clap::Command;
use clap::error::ErrorKind;

use super::options::{DICE, OUTPUT, QUESTIONS};

/// Headings of what every run takes, which `war-sim --help` says once.
const OF_EVERY_RUN: [&str; 2] = [QUESTIONS, OUTPUT];
/// Examples first.
const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The help of this command line that these words ask for: `-h`, or nothing, fits a screen of 24 lines; `--help` is
/// whole.
pub fn help(mut root: Command, given: &[&str]) -> String {
    let is_whole = given.contains(&"--help");
    root.build();
    let (path, verb) = verb_of(&root, given);
    let is_root = verb.get_name() == root.get_name();
    let is_run = !is_root && verb.get_arguments().any(|arg| arg.get_id() == "resume");
    let is_of_dice = |arg: &clap::Arg| arg.get_help_heading() == Some(DICE);
    let is_ludo = verb.get_name() == "ludo";
    // What every run takes is said once, and so is what dice take; Ludo has no decks.
    let is_elsewhere = |arg: &clap::Arg| match arg.get_help_heading() {
        Some(DICE) => !is_ludo,
        Some(heading) => is_run && OF_EVERY_RUN.contains(&heading),
        None => is_ludo && arg.get_id() == "decks",
    };
    let after = verb.get_after_long_help().filter(|_| is_whole).map(ToString::to_string);
    let has_more = verb.get_after_long_help().is_some();
    let more = (has_more && !is_root && !is_whole).then(|| format!("`{path} --help` says more."));
    let all = "Options of every run (--name, --report, --resume ...): `war-sim --help`.";
    let all = is_run.then(|| all.to_owned());
    let has_dice = verb.get_arguments().any(|arg| is_of_dice(arg) && is_elsewhere(arg));
    let dice = "Options of dice (--dice, --pair, --start ...): `war-sim ludo --help`.";
    let dice = (is_whole && has_dice).then(|| dice.to_owned());
    let after: Vec<String> = [after, dice, all, more].into_iter().flatten().collect();
    let separator = if is_whole { "\n\n" } else { "\n" };
    let verb = verb.clone().help_template(TEMPLATE).after_help(after.join(separator));
    let mut verb = verb.mut_args(|arg| {
        let is_left = !is_whole && (is_root || arg.is_hide_short_help_set());
        let is_own = !is_left && !is_elsewhere(&arg) && arg.get_id() != "help";
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

/// What bad words are told of this command line: what the parser says and suggests, in a line.
pub fn refusal(root: &Command, error: &clap::Error, given: &[&str]) -> String {
    if let Some(at) = given.iter().position(|word| *word == "--deck") {
        let cards: Vec<&str> =
            given[at + 1..].iter().copied().take_while(|card| !card.starts_with("--")).collect();
        if error.kind() == ErrorKind::UnknownArgument && cards.len() > 1 {
            let deck = cards.join(" ");
            return format!("a deck goes in quotation marks; write `--deck \"{deck}\"`");
        }
    }
    let (path, _) = verb_of(root, given);
    let text = error.to_string().replace("\n  [possible values: ", "; use ").replace("]\n", "\n");
    let is_of_use = |line: &&str| !line.starts_with("  tip: to pass");
    let text: String = text.split_inclusive('\n').filter(is_of_use).collect();
    let parts = text.split("\n\n").map(str::trim).filter(|part| {
        let of_no_use = ["Usage: ", "For more information"];
        !part.is_empty() && !of_no_use.iter().any(|start| part.starts_with(start))
    });
    let said: Vec<String> = parts.map(in_a_line).collect();
    format!("{}; `{path} --help` says more", said.join("; "))
}

/// A sentence of the parser, with what it lists.
fn in_a_line(part: &str) -> String {
    let mut lines = part.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let first = first.trim_start_matches("error: ").trim_start_matches("tip: ");
    format!("{first} {}", lines.collect::<Vec<_>>().join(", ")).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use clap::{Arg, CommandFactory as _};

    use super::*;
    use crate::cli::Arguments;

    fn command() -> Command {
        Arguments::command()
    }

    /// What is said to this command line.
    fn told(words: &[&str]) -> Option<String> {
        let line = ["war-sim"].iter().chain(words);
        let error = command().try_get_matches_from(line).err()?;
        Some(refusal(&command(), &error, words))
    }

    #[test]
    fn every_option_has_a_name_of_its_own_and_its_value_is_refused_in_plain_words() {
        let mut root = command();
        root.build();
        let mut count = 0;
        for verb in root.get_subcommands().chain([&root]) {
            // What clap asserts only where it is compiled with assertions, which it is not in the program.
            let mut names: Vec<&str> = verb.get_arguments().filter_map(Arg::get_long).collect();
            names.sort_unstable();
            assert!(names.is_sorted_by(|one, other| one < other), "{}: {names:?}", verb.get_name());
            let path: Vec<&str> =
                [verb.get_name()].into_iter().filter(|v| *v != "war-sim").collect();
            for arg in verb.get_arguments() {
                // This panics for what is not there.
                drop(verb.get_arg_conflicts_with(arg));
                let takes_value = arg.get_action().takes_values() && !arg.is_positional();
                let Some(name) = arg.get_long().filter(|_| takes_value) else { continue };
                let Some(said) = told(&[&path[..], &[&format!("--{name}=?")]].concat()) else {
                    continue;
                };
                for words in ["literal", "digit found", "cannot parse", "os error"] {
                    assert!(!said.contains(words), "{said}");
                }
                count += 1;
            }
        }
        assert!(count > 50, "{count}");
    }

    /// More: `tests/cli/remedies.rs`.
    #[test]
    fn hints_can_be_followed() {
        for (line, words) in [
            ("exact --pairs 1,2", "unexpected argument '--pairs' found; `war-sim exact --help`"),
            ("-q play", "the subcommand 'play' cannot be used with '--quiet'"),
            ("play bicycle", "argument 'bicycle' found; `war-sim play --help` says more"),
            ("check --onse war.py", "a similar argument exists: '--once'; `war-sim check --help`"),
            ("play --deck", "none was supplied; `war-sim play --help`"),
            ("merge", "not provided: <PART>...; `war-sim merge --help`"),
            ("list nope", "invalid value 'nope' for '[WHAT]'; use rules, experiments"),
            ("--decks d --games 5", "cannot be used with '--games <N>'; `war-sim --help`"),
            ("--games x", "write 1000000, 1_000_000 or 1e6"),
        ] {
            let told = told(&line.split(' ').collect::<Vec<_>>()).expect(line);
            assert!(told.contains(words), "{line}: {told}");
            assert!(!told.contains("tip:") && !told.contains('\n'), "{told}");
        }
    }
}
