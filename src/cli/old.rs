//! Words of earlier versions: refused with the line that means the same today.

use std::ffi::OsString;

use super::command::command;
use crate::core::wording::text::shell_quoted;

/// Short forms of a batch, which had verbs of their own, with their rule set.
const SHORT: [(&str, &str); 2] = [("ludo", "bwinf"), ("beggar", "beggar")];
/// Options that have another name, or that are as it is without one: the verb, then both names.
const OPTIONS: [(&str, &str, &str); 8] = [
    ("deck", "--count", "-n"),
    ("check", "--count", "-n"),
    ("cases", "--count", "-n"),
    ("grade", "--count", "-n"),
    ("grade", "--jobs", "--threads"),
    ("mistakes", "--jobs", "--threads"),
    ("grade", "--independent", ""),
    ("hunt", "--climbs", "-n"),
];

/// What is said of these arguments, the program's name first, if they hold such a word.
pub fn told(arguments: &[OsString]) -> Option<String> {
    let given: Vec<&str> = arguments.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let (verb, rest) = given.split_first()?;
    let (was, line) = match SHORT.iter().find(|(short, _)| short == verb) {
        Some(&(short, rules)) => {
            (format!("{verb} {}", rest.first()?), of_verb(short, rules, rest)?)
        }
        None => of_option(verb, rest)?,
    };
    let line: Vec<String> = line.iter().map(|word| shell_quoted(word)).collect();
    Some(format!("`{was}` is of an earlier version; write `war-sim {}`", line.join(" ")))
}

/// `ludo play FILE` as `play --rules bwinf --dice FILE`.
fn of_verb(short: &str, rules: &str, given: &[&str]) -> Option<Vec<String>> {
    let (verb, given) = given.split_first()?;
    let root = command();
    let takes = |option| {
        let verb = root.find_subcommand(verb)?;
        verb.get_arguments().find(|arg| arg.get_long() == Some(option))
    };
    root.find_subcommand(verb)?;
    let mut line = vec![(*verb).to_owned()];
    if takes("rules").is_some() && !given.contains(&"--rules") {
        line.extend(["--rules", rules].map(str::to_owned));
    }
    let is_first = |word: &str| match short {
        "ludo" => !word.starts_with('-') && takes("dice").is_some(),
        _ => word.contains('/') && takes("deck").is_some(),
    };
    match given.split_first() {
        Some((first, rest)) if is_first(first) => {
            let option = if short == "ludo" { "--dice" } else { "--deck" };
            line.extend([option, first].map(str::to_owned));
            // With a file in front, the two dice were called so.
            let pair = |&word: &&str| match word {
                "--dice" => "--pair".to_owned(),
                word => word.to_owned(),
            };
            line.extend(rest.iter().map(pair));
        }
        _ => line.extend(given.iter().map(|word| (*word).to_owned())),
    }
    Some(line)
}

/// A line whose option has another name, with that name.
fn of_option(verb: &str, given: &[&str]) -> Option<(String, Vec<String>)> {
    // What comes after belongs to the program that is checked.
    let own = given.iter().take_while(|word| **word != "--").count();
    let is = |word: &str, old: &str| word == old || word.starts_with(&format!("{old}="));
    let known = |(of, old, _): &&(&str, &str, &str)| {
        *of == verb && given[..own].iter().any(|word| is(word, old))
    };
    let (_, old, new) = OPTIONS.iter().find(known)?;
    let today = |(k, word): (usize, &&str)| match k < own && is(word, old) {
        true => word.replacen(old, new, 1),
        false => (*word).to_owned(),
    };
    let rest = given.iter().enumerate().map(today).filter(|word| !word.is_empty());
    Some(((*old).to_owned(), std::iter::once(verb.to_owned()).chain(rest).collect()))
}
