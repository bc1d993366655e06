//! What is refused, in the words of the command line; also a program that contradicts itself says so.

use std::fmt::Display;
use std::io;
use std::panic;
use std::sync::Once;

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
        ("overwrite", _) => "use another --name, or --force to overwrite it".into(),
        ("replace", _) => "use --force to replace it".into(),
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

/// Makes a panic end the program where it happens, on whatever thread: a run goes on from its last state, and nobody
/// waits for a thread that is no more.
pub fn end_at_panic() {
    panic::set_hook(Box::new(|panic| {
        // Only the first of several is told.
        static TOLD: Once = Once::new();
        TOLD.call_once(|| {
            let place = panic.to_string().replace('\n', " ");
            let what = format!("internal error: {place}; please report this with the command");
            let failure = Refused::new(Fault::Internal, what);
            failure.print();
            std::process::exit(failure.code().into());
        });
    }));
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

    use super::*;
    use crate::lab::store::place::occupied;

    #[test]
    fn a_folder_in_the_way_is_mended_by_the_option_that_names_it() {
        let refused = occupied(Path::new("my--name"), "a run");
        let expected = "my--name: contains a run; use another --name, or --force to overwrite it";
        assert_eq!(in_words_of("merge", &refused).what, expected);
    }

    /// In a process of its own, which this test starts.
    #[test]
    fn a_panic_ends_the_program_on_whatever_thread_it_happens() {
        const WHERE: &str = "WAR_SIM_TEST_PANICS_ON";
        let panics = |k: u64| -> u64 { panic!("game {k} is odd\x1b[31m") };
        if let Ok(place) = std::env::var(WHERE) {
            end_at_panic();
            match &*place {
                "main" => drop(panics(7)),
                "thread" => drop(std::thread::spawn(move || panics(7)).join()),
                _ => drop((0..999_u64).into_par_iter().map(panics).sum::<u64>()),
            }
            return;
        }
        for place in ["main", "thread", "rayon"] {
            let mut program = Command::new(std::env::current_exe().unwrap());
            program.args(["a_panic_ends_the_program", "--nocapture"]).env(WHERE, place);
            let output = program.output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(70), "{place}: {said}");
            let (before, after) = said.split_once(" is odd").unwrap();
            let start = "war-sim: internal error: panicked at src/cli/failure.rs:";
            assert!(before.starts_with(start), "{said}");
            assert_eq!(after, "\\u{1b}[31m; please report this with the command\n", "{place}");
        }
    }
}
