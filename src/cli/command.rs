//! The command line as it is parsed and shown: what was declared, without what a verb always
//! refuses, with help that fits any width and hints that can be followed.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _};

use super::args::Arguments;
use super::library::library;
use super::terminal::width;
use crate::core::wording::nearest::nearest;
use crate::core::wording::number::whole;
use crate::core::wording::wrap::{WIDTH, hanging};
use crate::lab::spec::shipped::{DICE, EXPERIMENTS};

/// Options that a verb shares with others and has no use for: refused, so not listed.
const OF_NO_USE: [(&str, &[&str]); 3] = [
    ("play", &["self_play", "rank_by"]),
    ("exact", &["dice", "pair", "self_play", "start", "roll_limit", "rank_by"]),
    ("ludo", &["with_decks", "decks"]),
];
/// Verbs that are about one game.
const OF_ONE_GAME: [(&str, &str); 2] = [("ludo", "ludo"), ("check", "war")];
/// Verbs that a hint names at most.
const MOST_VERBS: usize = 3;

/// The whole command line.
pub fn command() -> Command {
    let mut command = Arguments::command();
    for (verb, options) in OF_NO_USE {
        let hide = |verb: Command, option| verb.mut_arg(option, |arg| arg.hide(true));
        command = command.mut_subcommand(verb, |verb| options.iter().fold(verb, hide));
    }
    // It takes one rule set.
    command = command.mut_subcommand("play", |verb| {
        verb.mut_arg("rules", |arg| {
            let help = plain(arg.get_help());
            arg.help(help.trim_end_matches("; may be repeated").to_owned())
        })
    });
    // A program with games of its own has no verbs of others.
    let library = library();
    for (verb, game) in OF_ONE_GAME {
        if library.game(game).is_none() {
            command = command.mut_subcommand(verb, |verb| verb.hide(true));
        }
    }
    command
}

/// The arguments, read.
///
/// Errors: those of the parser; also what asks for help.
pub fn parse(arguments: &[std::ffi::OsString]) -> Result<Arguments, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

/// The options that `-h` shows, the most wanted first.
const OFTEN: [&str; 23] = [
    "deck", "decks", "line", "rules", "dice", "pair", "ranks", "suits", "baseline", "games",
    "seed", "game", "count", "trace", "until", "by", "per_game", "suite", "format", "out", "name",
    "resume", "threads",
];
/// Options that `-h` shows at most.
const MOST_SHOWN: usize = 12;

/// The way to every option of a run.
const ALL_OPTIONS: &str = "war-sim help options";

/// What the program is for, its verbs and the way to more: without arguments on one screen of 24 lines,
/// `whole` for `--help`.
pub fn overview(whole: bool) -> String {
    // What is wanted once, or by few, is left to --help.
    const RARE: [&str; 3] = ["completions", "deck", "merge"];
    let is_left = |verb: &Command| verb.is_hide_set() || !whole && RARE.contains(&verb.get_name());
    let mut root = command().mut_subcommands(|verb| {
        let is_left = is_left(&verb);
        verb.hide(is_left)
    });
    root.build();
    if !whole {
        let listed = root.get_subcommands().filter(|verb| !verb.is_hide_set());
        let column = listed.map(|verb| verb.get_name().len()).max().unwrap_or(0);
        root = root.term_width(usize::MAX).mut_subcommands(|verb| {
            let about = plain(verb.get_about());
            verb.about(first_part(about.trim_end_matches('.'), width() - column - 4))
        });
    }
    let about = plain(root.get_about());
    let verbs = root.clone().help_template("{subcommands}").render_help();
    let mut text = format!(
        "{about}\n\n\
         Usage: war-sim [OPTIONS]        a batch (of War unless --rules says), such as\n       \
         war-sim --games 1000000 --seed 42\n       \
         war-sim VERB [OPTIONS]\n\n\
         Verbs:\n{verbs}\n"
    );
    if whole {
        let (options, all) = often(&root);
        let after = plain(root.get_after_help());
        text += &format!("Options of a batch, {MOST_SHOWN} of {all}:\n{options}\n{after}\n\n");
    }
    let first = if whole { String::new() } else { "`war-sim --help` has every verb. ".to_owned() };
    let rest = format!(
        "{first}`{ALL_OPTIONS}` has every option of a run, `war-sim help VERB` a verb, with examples."
    );
    text + &hanging("", &rest, WIDTH)
}

/// A text of the parser; none is empty.
fn plain(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// The options of all runs, with their help: those of a batch.
pub fn options() -> String {
    let mut root = command().after_help("").mut_subcommands(|verb| verb.hide(true));
    root.build();
    root.render_long_help().to_string()
}

/// The options that are wanted most, a line each, and how many there are.
fn often(verb: &Command) -> (String, usize) {
    let shown = |arg: &&Arg| !arg.is_hide_set() && arg.get_id() != "help" && !arg.is_positional();
    let mut options: Vec<&Arg> = verb.get_arguments().filter(shown).collect();
    let all = options.len();
    let place = |arg: &Arg| OFTEN.iter().position(|id| *id == arg.get_id());
    options.sort_by_key(|arg| place(arg).unwrap_or(OFTEN.len()));
    options.truncate(MOST_SHOWN);
    let names: Vec<String> = options.iter().map(|arg| name_of(arg)).collect();
    let column = names.iter().map(String::len).max().unwrap_or(0);
    let lines = options.iter().zip(names).map(|(arg, name)| {
        let help = plain(arg.get_help());
        format!("  {name:<column$}  {}\n", first_part(&help, WIDTH - column - 4))
    });
    (lines.collect(), all)
}

/// The help that these arguments ask for, as the parser has it: `-h` is one screen of 24 lines.
pub fn help(asked: &clap::Error, arguments: &[std::ffi::OsString]) -> String {
    let mut root = command();
    root.build();
    let given: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let (path, verb) = verb_of(&root, &given);
    let is_short = given.contains(&"-h");
    if verb.get_name() == root.get_name() {
        return overview(!is_short);
    }
    if !is_short {
        return asked.to_string();
    }
    let places = verb.get_positionals().map(|arg| format!(" {arg}")).collect::<String>();
    let mut text = format!("{}\n\n", plain(verb.get_about()));
    text += &hanging("Usage: ", &format!("{path} [OPTIONS]{places}"), WIDTH);
    text += "\n";
    let (options, all) = often(verb);
    text += &options;
    let after = plain(verb.get_after_help());
    let mut examples = after.lines().filter_map(|line| line.strip_prefix("  war-sim"));
    let is_of_verb = |example: &&str| example.split(' ').any(|word| word == verb.get_name());
    if let Some(example) = examples.find(is_of_verb) {
        // Without the remark behind it.
        let example = example.split("  ").next().unwrap_or_default();
        text += &format!("\nExample:\n  war-sim{example}\n");
    }
    let rest = match all {
        0..=MOST_SHOWN => "says more, with examples".to_owned(),
        _ => format!("has all {all} options, with examples"),
    };
    text + &format!("\n`{path} --help` {rest}.\n")
}

/// An option as it is typed.
fn name_of(arg: &Arg) -> String {
    let short = arg.get_short().map_or("    ".to_owned(), |short| format!("-{short}, "));
    format!("{short}{arg}")
}

/// The longest beginning of a help text that is a phrase of its own and fits the width.
fn first_part(help: &str, width: usize) -> String {
    if help.len() <= width {
        return help.to_owned();
    }
    let cut = |marks: &[&str]| {
        let end = marks.iter().filter_map(|mark| help.find(mark)).min()?;
        Some(help[..end].to_owned()).filter(|_| end <= width)
    };
    // The colon of `a_win:0.001` ends nothing.
    let phrase = cut(&[": ", "; ", " [", " ("]).or_else(|| cut(&[", "]));
    let whole_words = || {
        let first = hanging("", help, width - 4);
        format!("{} ...", first.lines().next().unwrap_or_default())
    };
    phrase.unwrap_or_else(whole_words)
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
    let root = command();
    let given: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let (path, verb) = verb_of(&root, &given);
    let path = match std::ptr::eq(verb, &raw const root) && kind == ContextKind::InvalidArg {
        true => ALL_OPTIONS.to_owned(),
        false => format!("{path} --help"),
    };
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
        && let Some(quoted) = unquoted(&given, word)
    {
        return quoted;
    }
    let mut first = sentence(text).replace("unrecognized subcommand", "there is no verb");
    let word = match (error.get(kind).filter(|_| is_unknown), behind_options(text)) {
        (Some(ContextValue::String(word)), _) => word,
        (_, Some(verb)) if root.find_subcommand(verb).is_some() => {
            return format!("`{verb}` comes after options; write the verb first");
        }
        (_, Some(word)) => {
            first = format!("there is no verb '{word}'");
            word
        }
        _ => {
            let is_joined = given.iter().any(|word| word.contains(','));
            return match error.kind() {
                ErrorKind::InvalidValue if first.ends_with("none was supplied") => {
                    format!("{first}; `{path}` shows one")
                }
                ErrorKind::InvalidValue | ErrorKind::ValueValidation => first,
                ErrorKind::TooFewValues if is_joined => {
                    format!("{first}; separate them with a space, not a comma")
                }
                _ => format!("{first}; `{path}` says more"),
            };
        }
    };
    // `-games 5` is read as `-g ames`.
    let letter = word.strip_prefix('-').filter(|rest| rest.chars().count() == 1);
    let mut typed = given.iter().filter_map(|typed| typed.strip_prefix('-'));
    let word = letter.and_then(|letter| typed.find(|t| t.starts_with(letter))).unwrap_or(word);
    let advice = option_for(verb, word).or_else(|| advice(&root, verb, word));
    let end = |advice: &str| if advice.ends_with('?') { " " } else { "; " };
    let advice = advice.map_or(String::new(), |advice| format!("{advice}{}", end(&advice)));
    format!("{first}; {advice}`{path}` lists what there is")
}

/// The word that stands where a verb would, behind options.
fn behind_options(text: &str) -> Option<&str> {
    text.strip_prefix("the subcommand '")?.split('\'').next()
}

/// The option that a word is a value of.
fn option_for(verb: &Command, word: &str) -> Option<String> {
    let has = |name: &str| verb.get_arguments().any(|arg| arg.get_long() == Some(name));
    let (name, value) = match word.split_once('=') {
        Some((name, value)) if has(name) => (name, value),
        None if has(word) => (word, "..."),
        _ if word.starts_with('-') => return None,
        _ if whole(word).is_ok() && has("deck") => ("deck", "\"2 3 4 5\""),
        _ if whole(word).is_ok() => ("games", word),
        _ if library().find(word).is_ok() => ("rules", word),
        _ => DICE.find(word).map(|_| ("dice", word))?,
    };
    has(name).then(|| format!("write `--{name} {value}`"))
}

/// The library's first paragraph, a sentence and what it lists, in one line.
fn sentence(text: &str) -> String {
    let mut lines = text.split("\n\n").next().unwrap_or_default().lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let listed = lines.collect::<Vec<_>>().join(", ");
    match listed.strip_prefix("[possible values: ").and_then(|rest| rest.strip_suffix(']')) {
        Some(values) => format!("{first}; use {values}"),
        None => format!("{first} {listed}").trim_end().to_owned(),
    }
}

/// The verb that these arguments name, with the words that name it.
fn verb_of<'c>(root: &'c Command, given: &[&str]) -> (String, &'c Command) {
    match given.first().and_then(|word| root.find_subcommand(word)) {
        Some(verb) => (format!("war-sim {}", verb.get_name()), verb),
        None => ("war-sim".to_owned(), root),
    }
}

/// What was meant by a word that this verb does not know.
fn advice(root: &Command, verb: &Command, word: &str) -> Option<String> {
    let Some(option) = word.strip_prefix("--") else {
        let verbs = verb.get_subcommands().map(Command::get_name);
        let near = || nearest(word, verbs).map(|name| format!("did you mean `{name}`?"));
        let is_verb = std::ptr::eq(root, verb);
        let line = is_verb.then(|| without_verb(word)).flatten();
        return line.map(|line| format!("write `war-sim {line}`")).or_else(near);
    };
    let option = option.split('=').next().unwrap_or_default();
    let has = |verb: &&Command| {
        verb.get_arguments().any(|arg| arg.get_long() == Some(option) && !arg.is_hide_set())
    };
    let verbs =
        root.get_subcommands().filter(has).map(|verb| format!("`war-sim {}`", verb.get_name()));
    let own = Some(root).filter(has).map(|_| "`war-sim`".to_owned());
    let others: Vec<String> = own.into_iter().chain(verbs).take(MOST_VERBS).collect();
    if others.is_empty() {
        let own = verb.get_arguments().filter(|arg| !arg.is_hide_set());
        return nearest(option, own.filter_map(|arg| arg.get_long()))
            .map(|name| format!("did you mean `--{name}`?"));
    }
    Some(format!("it is an option of {}", others.join(", ")))
}

/// The command that a word stands for which is no verb: a game, an experiment, or a batch, which needs
/// none.
fn without_verb(word: &str) -> Option<String> {
    let library = library();
    let game = library.game(word).and_then(|game| game.presets().into_iter().next());
    match game {
        Some(preset) => Some(format!("--rules {}", preset.name)),
        None if ["batch", "simulate", "sim", "start"].contains(&word) => {
            Some("--games 1000000 --seed 42".to_owned())
        }
        None => EXPERIMENTS.find(word).map(|_| format!("run {word}")),
    }
}

/// What is said of cards that a shell took apart, because no quotation marks held them together; `word`
/// is the first for which there was no place.
fn unquoted(given: &[&str], word: &str) -> Option<String> {
    let of = |option: &str| {
        let at = given.iter().position(|word| *word == option)?;
        let cards = given[at + 1..].iter().take_while(|word| !word.starts_with("--"));
        let cards: Vec<&str> = cards.copied().collect();
        Some(cards).filter(|cards| cards.len() > 1 && cards[1..].contains(&word))
    };
    let deck = of("--deck")?.join(" ");
    Some(format!("--deck: a deck goes in quotation marks; write `--deck \"{deck}\"`"))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    #[test]
    fn prose_is_broken_where_the_terminal_ends() {
        fn walk(verb: &Command, broken: &mut Vec<String>) {
            let after = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            let lines: Vec<&str> = after.lines().collect();
            let pairs = lines.windows(2).filter(|two| two.iter().all(|line| is_prose(line)));
            broken.extend(pairs.map(|two| two.join("|")));
            verb.get_subcommands().for_each(|verb| walk(verb, broken));
        }
        let mut broken = Vec::new();
        walk(&command(), &mut broken);
        assert_eq!(broken, Vec::<String>::new());
    }

    #[test]
    fn no_example_is_wider_than_78_columns() {
        fn walk(verb: &Command, wide: &mut Vec<String>) {
            let after = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            let is_wide = |line: &&str| line.starts_with(' ') && line.chars().count() > 78;
            wide.extend(after.lines().filter(is_wide).map(ToOwned::to_owned));
            verb.get_subcommands().for_each(|verb| walk(verb, wide));
        }
        let mut wide = Vec::new();
        walk(&command(), &mut wide);
        assert_eq!(wide, Vec::<String>::new());
    }

    #[test]
    fn every_value_is_refused_in_plain_words() {
        fn walk(verb: &Command, path: &[String], told: &mut Vec<String>) {
            let takes_value = |arg: &&Arg| arg.get_action().takes_values() && !arg.is_positional();
            for name in verb.get_arguments().filter(takes_value).filter_map(Arg::get_long) {
                let line = path.iter().cloned().chain([format!("--{name}=?")]);
                let words: Vec<OsString> = line.map(Into::into).collect();
                told.extend(parse(&words).err().map(|error| refusal(&error, &words)));
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
            refusal(&parse(&words).unwrap_err(), &words)
        };
        for (line, words) in [
            ("--trace", "an option of `war-sim play`"),
            ("--gmaes 5", "did you mean `--games`?"),
            ("exact --pairs 1,2", "`war-sim exact --help`"),
            ("plya", "there is no verb 'plya'; did you mean `play`?"),
            ("1000000", "write `--games 1000000`"),
            ("-q é", "there is no verb 'é'"),
            ("-q play", "write the verb first"),
            ("war", "there is no verb 'war'; write `war-sim --rules umass`"),
            ("batch", "write `war-sim --games 1000000 --seed 42`"),
            ("pick-up-order", "write `war-sim run pick-up-order`"),
            ("play --deck 2 3 4 5 --trace", "write `--deck \"2 3 4 5\"`"),
            ("games=100", "write `--games 100`"),
            ("-games 100", "write `--games ...`"),
            ("--seed 7 umass", "write `--rules umass`"),
            ("--rules bwinf wuerfel0", "write `--dice wuerfel0`"),
            ("play 2 3 4", "write `--deck \"2 3 4 5\"`"),
            ("play --deck", "`war-sim play --help` shows one"),
            ("compare umass,one-down", "with a space, not a comma"),
            ("merge", "not provided: --out <DIR>, <PART>...; `war-sim merge --help`"),
            ("list nope", "'[WHAT]'; use rules, experiments"),
            ("--decks d --games 5", "cannot be used with '--games <N>'; `war-sim help options`"),
            ("--games x", "write 1000000, 1_000_000 or 1e6"),
        ] {
            assert!(told(line).contains(words), "{line}: {}", told(line));
            assert!(!told(line).contains("tip:"), "{}", told(line));
            assert!(!told(line).contains('\n'), "{}", told(line));
        }
    }
}
