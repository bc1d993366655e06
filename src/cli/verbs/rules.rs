//! `rules`.

use crate::cli::args::RulesArgs;
use crate::cli::failure::Failure;

/// Runs the verb.
pub fn run(_args: &RulesArgs) -> Result<(), Failure> {
    Ok(())
}
