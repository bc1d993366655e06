//! `batch`.

use crate::cli::args::BatchArgs;
use crate::cli::failure::Failure;

/// Runs the verb.
pub fn run(_args: &BatchArgs) -> Result<(), Failure> {
    Ok(())
}
