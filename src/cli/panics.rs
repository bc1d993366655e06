//! A program that contradicts itself says so like any other failure.

use crate::lab::refused::{Fault, Refused};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

/// How the standard library says that the system could not close a folder: it has no error for it.
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
            let why = why.trim_start_matches(": ");
            let what = format!("a folder could not be closed after it was read: {why}; try again");
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
    use super::*;

    #[test]
    fn a_panic_is_a_failure_with_its_own_exit_code() {
        let failure = guarded(|| panic!("game {} is odd", 7)).unwrap_err();
        assert_eq!(failure.code(), 70);
        assert!(failure.what.contains("internal error: game 7 is odd"), "{failure:?}");
        let closing = || panic!("unexpected error during closedir: Os {{ code: 5 }}");
        let failure = guarded(closing).unwrap_err();
        assert_eq!(failure.code(), 74);
        assert!(failure.what.contains("could not be closed"), "{failure:?}");
        assert!(guarded(|| Ok(())).is_ok());
        assert_eq!(guarded(|| Err(Refused::usage("no"))).unwrap_err().code(), 64);
    }
}
