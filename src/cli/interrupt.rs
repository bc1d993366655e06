//! Ctrl-C and other requests to stop.

use std::sync::{Arc, Mutex, PoisonError};

use super::failure::Failure;
use crate::batch::Control;

/// The batch in hand, if any.
static RUNNING: Mutex<Option<Arc<Control>>> = Mutex::new(None);

/// The exit code of a program stopped by a signal.
const STOPPED: i32 = 75;

/// Makes Ctrl-C stop this batch after the games in hand; a second Ctrl-C stops the program at once.
///
/// Errors: the system may refuse.
pub fn stop_on_signal(control: &Arc<Control>) -> Result<(), Failure> {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let first = running.is_none();
    *running = Some(Arc::clone(control));
    if first {
        ctrlc::set_handler(|| {
            let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            match &*running {
                Some(control) if !control.stopped() => control.stop(),
                _ => std::process::exit(STOPPED),
            }
        })
        .map_err(|e| Failure::new(super::failure::Kind::Internal, format!("signals: {e}")))?;
    }
    Ok(())
}
