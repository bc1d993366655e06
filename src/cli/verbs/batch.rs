//! A batch: games of one or more rule sets on the deals of a seed or a file, into a folder of tables.

use clap::Args;

use crate::cli::options::{RulesArgs, StudyArgs};
use crate::cli::running::batch;
use crate::lab::refused::Refused;

/// Options of a batch.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Which games, what is asked of them, where the results go.
    #[command(flatten)]
    pub study: StudyArgs,
}

/// Runs a batch.
pub fn run(args: &BatchArgs) -> Result<(), Refused> {
    batch(&args.rules, &args.study, None)
}
