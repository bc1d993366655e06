//! The mistakes that `check` can name, as programs: small ones, as students would write them.
//!
//! Each language has one right program, `programs/war.py` or `programs/War.java`;
//! `programs/wrong.edits` has the lines of it that are changed for each mistake.

use super::super::changes::Change;
use super::super::language::Lang;
use super::super::report::Deviation;
use super::neighbours;
use crate::games::war::Rules;
use crate::games::war::wrong::Mistake;

/// A language that the programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// A class beside War.java.
    Java,
    /// A program beside war.py.
    Python,
}

impl Language {
    /// The name of the file that a program is in.
    pub fn file(self) -> &'static str {
        match self {
            Language::Java => "War.java",
            Language::Python => "war.py",
        }
    }

    /// The program without a mistake, by the rules `umass`.
    pub fn right(self) -> &'static str {
        match self {
            Language::Java => include_str!("programs/War.java"),
            Language::Python => include_str!("programs/war.py"),
        }
    }

    /// A program that reads decks and prints what `findWinner` (`find_winner`) of a class `War` or a file
    /// `war.py` returns. What that itself prints goes to stderr, where it does no harm.
    pub fn harness(self) -> &'static str {
        match self {
            Language::Java => include_str!("../WarCheck.java"),
            Language::Python => include_str!("../war_check.py"),
        }
    }

    /// What stands behind a mark and this language.
    fn after<'l>(self, mark: &str, line: &'l str) -> Option<&'l str> {
        let language = match self {
            Language::Java => "java ",
            Language::Python => "python ",
        };
        line.strip_prefix(mark)?.strip_prefix(language)
    }
}

/// What is changed for each mistake, in every language.
const EDITS: &str = include_str!("programs/wrong.edits");

/// A mistake that `check` can name.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its name: that of a mistake, or a field of the rules with its value.
    pub name: String,
    /// How such a program plays.
    pub deviation: Deviation,
}

impl Known {
    /// What happens with such a program, as a sentence.
    pub fn words(&self, lang: Lang) -> String {
        match self.deviation.mistakes.first() {
            Some(slip) => lang.of_many(slip.words).to_owned(),
            None => lang.it_does(self.deviation.words("umass", lang)),
        }
    }

    /// The name of the folder of its program.
    pub fn folder(&self) -> String {
        self.name.replace('=', "-")
    }
}

/// Every mistake that `check` can name in a program that should play `umass`.
pub fn known() -> Vec<Known> {
    let rules = Rules::default();
    let mistakes = Mistake::ALL.iter().map(|mistake| {
        let slip = mistake.slip();
        Known { name: slip.name.to_owned(), deviation: Deviation::of_slip(slip) }
    });
    let changes = neighbours::changes(&rules).into_iter();
    let made = changes
        .filter(|change| neighbours::changed(&rules, std::slice::from_ref(change)).is_some());
    let fields =
        made.map(|change| Known { name: name_of(&change), deviation: Deviation::of_field(change) });
    mistakes.chain(fields).collect()
}

/// A changed field in a word: `limit.at=999`; a switch is its field alone.
fn name_of((field, value): &Change) -> String {
    match value {
        toml::Value::Boolean(true) => field.clone(),
        toml::Value::String(text) => format!("{field}={text}"),
        other => format!("{field}={other}"),
    }
}

/// A program with a mistake; `None` for a mistake that nobody can make in this language.
pub fn wrong(language: Language, name: &str) -> Option<String> {
    let mut lines = EDITS.lines();
    let heading = |line: &'static str| base(language.after("@ ", line)?, name);
    let mut program = match lines.by_ref().find_map(heading)? {
        "" => language.right().to_owned(),
        base => wrong(language, base)?,
    };
    let edits: Vec<&str> = lines.take_while(|line| !line.starts_with(['@', '!'])).collect();
    for place in edits.split(|line| line.is_empty()).filter(|place| !place.is_empty()) {
        let side = |mark: char| {
            let kept = place.iter().filter(|line| line.starts_with([mark, ' ']));
            kept.map(|line| format!("{}\n", &line[1..])).collect::<String>()
        };
        // Whole lines: the first line of a program is never changed.
        let (old, new) = (format!("\n{}", side('-')), format!("\n{}", side('+')));
        program = program.replacen(&old, &new, 1);
    }
    Some(program)
}

/// The program that this one begins with, if the heading is its own; nothing for the right one.
fn base<'l>(heading: &'l str, name: &str) -> Option<&'l str> {
    let (own, base) = heading.split_once(" < ").unwrap_or((heading, ""));
    (own == name).then_some(base)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_known_mistake_is_a_program_or_has_a_reason_why_not() {
        for language in [Language::Java, Language::Python] {
            let excused = EDITS.lines().filter_map(|line| language.after("! ", line));
            let excused: Vec<&str> =
                excused.map(|line| line.split_once(": ").expect("a reason").0).collect();
            let mut programs = HashSet::from([language.right().to_owned()]);
            for Known { name, .. } in known() {
                match wrong(language, &name) {
                    Some(program) => {
                        assert!(programs.insert(program), "{language:?} {name} is another");
                        assert!(!excused.contains(&name.as_str()), "{name}");
                    }
                    None => assert!(excused.contains(&name.as_str()), "{language:?} {name}"),
                }
            }
            assert!(programs.len() > 80, "{language:?} {}", programs.len());
        }
    }

    #[test]
    fn every_place_of_a_change_is_found_once() {
        for language in [Language::Java, Language::Python] {
            let names: Vec<String> = known().into_iter().map(|known| known.name).collect();
            for line in EDITS.lines() {
                let Some(heading) = language.after("@ ", line) else { continue };
                let (name, base) = heading.split_once(" < ").unwrap_or((heading, ""));
                assert!(names.iter().any(|known| known == name), "{name} is no mistake");
                let mut program = match base {
                    "" => language.right().to_owned(),
                    base => wrong(language, base).expect(base),
                };
                let (_, own) = EDITS.split_once(&format!("{line}\n")).expect(line);
                let own = own.split("\n@ ").next().unwrap_or_default();
                let own = own.split("\n! ").next().unwrap_or_default();
                for place in own.split("\n\n") {
                    let lines = |mark: char| -> String {
                        let kept = place.lines().filter(|line| line.starts_with([mark, ' ']));
                        kept.map(|line| format!("{}\n", &line[1..])).collect()
                    };
                    let old = format!("\n{}", lines('-'));
                    assert_eq!(program.matches(&old).count(), 1, "{language:?} {name}:{old}");
                    program = program.replace(&old, &format!("\n{}", lines('+')));
                }
                assert_eq!(wrong(language, name), Some(program), "{name}");
            }
        }
    }
}
