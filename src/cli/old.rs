//! Words of earlier versions: refused with the word of today.

use std::ffi::OsString;

use super::command::command;

/// Short forms of a batch, which had verbs of their own: the verb, an option that says the same, its value,
/// and what is in a word where it is needed.
const SHORT: [(&str, &str, &str, &str); 5] = [
    ("ludo", "rules", "bwinf", ""),
    ("ludo", "dice", "FILE", ""),
    ("ludo", "pair", "I,J", "--dice"),
    ("beggar", "rules", "beggar", ""),
    ("beggar", "deck", "DEAL", "/"),
];
/// Options that have another name, or that are as it is without one: the verb, the name, what to do.
const OPTIONS: [(&str, &str, &str); 8] = [
    ("deck", "--count", "write `-n`"),
    ("check", "--count", "write `-n`"),
    ("cases", "--count", "write `-n`"),
    ("grade", "--count", "write `-n`"),
    ("grade", "--jobs", "write `--threads`"),
    ("mistakes", "--jobs", "write `--threads`"),
    ("grade", "--independent", "leave it out"),
    ("hunt", "--climbs", "write `-n`"),
];

/// What is said of these arguments, the program's name first, if they hold such a word.
pub fn told(arguments: &[OsString]) -> Option<String> {
    let mut given = arguments.iter().skip(1).filter_map(|word| word.to_str());
    let verb = given.next()?;
    let (was, advice) = match SHORT.iter().any(|(short, ..)| *short == verb) {
        true => {
            let (second, root) = (given.next()?, command());
            let of_today = root.find_subcommand(second)?;
            let takes = |name| of_today.get_arguments().any(|arg| arg.get_long() == Some(name));
            let rest: Vec<&str> = given.collect();
            // A deal was the first word, which a folder is not.
            let is_there = |mark: &str| match mark {
                "/" => rest.first().is_some_and(|w| !w.starts_with('-') && w.contains(mark)),
                option => rest.iter().any(|w| w.starts_with(option)) || option.is_empty(),
            };
            let places = of_today.get_positionals().filter(|arg| arg.is_required_set());
            let places = places.map(|arg| format!(" {arg}")).collect::<String>();
            let options = SHORT
                .iter()
                .filter(|(short, name, _, mark)| *short == verb && takes(*name) && is_there(mark));
            let options = options.map(|(_, name, value, _)| format!(" --{name} {value}"));
            let line = format!("war-sim {second}{places}{}", options.collect::<String>());
            (format!("{verb} {second}"), format!("write `{line}`"))
        }
        false => {
            // What comes after belongs to the program that is checked.
            let own = given.take_while(|word| *word != "--");
            let own: Vec<&str> = own.filter_map(|word| word.split('=').next()).collect();
            let is_given = |(of, old, _): &&(&str, &str, _)| *of == verb && own.contains(old);
            let (_, old, advice) = OPTIONS.iter().find(is_given)?;
            ((*old).to_owned(), (*advice).to_owned())
        }
    };
    Some(format!("`{was}` is of an earlier version; {advice}"))
}
