//! What is refused, in the words of the command line.

use std::fmt::Display;
use std::io;

use super::terminal::say;
use crate::lab::refused::{Fault, Refused, UNREAD_ROWS};
use crate::lab::spec::Spec;

impl Refused {
    /// The first of these options that is given, though it has no place: why, and what to do.
    pub fn given(options: &[(&str, bool)], why: impl Display) -> Result<(), Self> {
        match options.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Self::usage(format!("{option}: {why}"))),
        }
    }

    /// Standard output that cannot be written to; whoever stops reading it wants no more.
    pub fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(Fault::ClosedPipe, ""),
            _ => Self::writing("standard output", error),
        }
    }

    /// Prints the message on stderr; a closed pipe and a reported difference need none.
    pub fn print(&self) {
        if !matches!(self.fault, Fault::ClosedPipe | Fault::Different) {
            say(format_args!("war-sim: {}", self.what));
        }
    }
}

/// The refusal as a sentence of this verb; a batch has none.
pub fn in_words_of(verb: &str, refused: &Refused) -> Refused {
    Refused::new(refused.fault, refused.as_option(&|key| words_for(key, verb)))
}

/// The option of this verb that asks what a key does, or what its user does to mend what is wrong.
fn words_for(key: &str, verb: &str) -> String {
    let folder = if verb == "merge" { "--out" } else { "--name" };
    match (key, verb) {
        ("folder", _) => format!("use another {folder}"),
        ("overwrite", _) => format!("use another {folder}, or --force to overwrite it"),
        ("replace", _) => "use --force to replace it".into(),
        ("wait", _) => format!("wait for it, or use another {folder}"),
        (UNREAD_ROWS, _) => "let it read them all, or leave --per-game out".into(),
        ("lost", _) => "play the run again, with --force".into(),
        ("anew", _) => "leave --resume out, or add --force, to play the run again".into(),
        ("orders", _) => "exact".into(),
        ("rules", "compare" | "rules") => verb.into(),
        (key, _) => Spec::option(key),
    }
}

/// A warning on stderr, in the form of a failure's message.
pub fn warn(message: impl Display) {
    say(format_args!("war-sim: note: {message}"));
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::lab::store::place::occupied;

    #[test]
    fn a_folder_in_the_way_is_mended_by_the_option_that_names_it() {
        let refused = occupied(Path::new("my--name"), "a run");
        for (verb, option) in [("compare", "--name"), ("merge", "--out")] {
            let expected = format!(
                "my--name: contains a run; use another {option}, or --force to overwrite it"
            );
            assert_eq!(in_words_of(verb, &refused).what, expected);
        }
    }
}
