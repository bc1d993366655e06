//! `play`.

use crate::cli::args::PlayArgs;
use crate::cli::failure::Failure;

/// Runs the verb.
pub fn run(_args: &PlayArgs) -> Result<(), Failure> {
    Ok(())
}
