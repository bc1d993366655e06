//! `deck`.

use crate::cli::args::DeckArgs;
use crate::cli::failure::Failure;

/// Runs the verb.
pub fn run(_args: &DeckArgs) -> Result<(), Failure> {
    Ok(())
}
