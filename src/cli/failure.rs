//! What is refused, in the words of the command line; also a program that contradicts itself says so.

use std::any::Any;
use std::fmt::Display;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use super::terminal::say;
use crate::core::wording::plain;
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
            // A line each, whatever a name or a file put into them.
            let below = self.below.iter().map(|line| format!("\n  {}", plain::line(line)));
            say(format_args!("war-sim: {}{}", plain::line(&self.what), below.collect::<String>()));
        }
    }
}

/// The refusal as a sentence of this verb; a batch has none.
pub fn in_words_of(verb: &str, refused: &Refused) -> Refused {
    let what = refused.as_option(&|key| words_for(key, verb));
    Refused { below: refused.below.clone(), ..Refused::new(refused.fault, what) }
}

/// The option of this verb that asks what a key does, or what its user does to mend what is wrong.
fn words_for(key: &str, verb: &str) -> String {
    match (key, verb) {
        ("folder", _) => "use another --name".into(),
        ("overwrite", _) => "use another --name, or --force to overwrite it".into(),
        ("replace", _) => "use --force to replace it".into(),
        ("wait", _) => "wait for it, or use another --name".into(),
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

/// How the standard library says, in a panic, that the system could not close a folder.
const CLOSING: &str = "unexpected error during closedir";

/// Where the first panic happened.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Keeps the place of a panic for the message of [`guarded`], instead of printing it. It never ends
/// the program: whoever is writing files finishes or tidies up first.
pub fn keep_place() {
    panic::set_hook(Box::new(|panic| {
        let mut place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
        place.get_or_insert_with(|| panic.location().map(ToString::to_string).unwrap_or_default());
    }));
}

/// Does `work`; a panic in it becomes a failure with exit code 70, or 74 where it was the system's.
///
/// Errors: those of `work`, [`Fault::Internal`] and [`Fault::Io`].
pub fn guarded(work: impl FnOnce() -> Result<(), Refused>) -> Result<(), Refused> {
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    result.unwrap_or_else(|panic| {
        if let Some(why) = message(&*panic).strip_prefix(CLOSING) {
            let what = format!("a folder could not be closed after it was read{why}; try again");
            return Err(Refused::new(Fault::Io, what));
        }
        let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
        let place = place.map_or(String::new(), |place| format!(" ({place})"));
        Err(Refused::new(
            Fault::Internal,
            format!(
                "internal error: {}{place}; nothing was written; please report this with the command",
                message(&*panic)
            ),
        ))
    })
}

/// What a panic says.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::lab::store::place::occupied;

    #[test]
    fn a_folder_in_the_way_is_mended_by_the_option_that_names_it() {
        let refused = occupied(Path::new("my--name"), "a run");
        let expected = "my--name: contains a run; use another --name, or --force to overwrite it";
        assert_eq!(in_words_of("merge", &refused).what, expected);
    }

    #[test]
    fn a_panic_is_a_failure_with_its_own_exit_code() {
        let failure = guarded(|| panic!("game {} is odd", 7)).unwrap_err();
        assert_eq!(failure.code(), 70);
        assert!(failure.what.contains("internal error: game 7 is odd"), "{failure:?}");
        let failure = guarded(|| panic!("{CLOSING}: Os {{ code: 5 }}")).unwrap_err();
        assert_eq!(failure.code(), 74);
        assert!(failure.what.contains("could not be closed after it was read: Os"), "{failure:?}");
        assert!(guarded(|| Ok(())).is_ok());
        assert_eq!(guarded(|| Err(Refused::usage("no"))).unwrap_err().code(), 64);
    }
}
