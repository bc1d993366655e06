//! The arguments as typed.

use clap::{Parser, Subcommand};

use super::verbs;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "war-sim",
    version,
    about = "Plays War, and Ludo with any dice, by the million: seeded, parallel, exact.",
    after_help = "\
Examples:
  war-sim --games 1000000 --seed 42           a million games
  war-sim --games 1e6 --rules umass --rules one-down
  war-sim play --deck \"2 3 4 5\" --trace       one deck, battle by battle
  war-sim compare umass one-down              on the same deals
  war-sim list                                rule sets, dice, stored runs",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    max_term_width = 80
)]
pub struct Arguments {
    /// What to do, if not to run a batch.
    #[command(subcommand)]
    pub verb: Option<Verb>,

    /// The options of a batch.
    #[command(flatten)]
    pub batch: verbs::batch::BatchArgs,
}

/// What to do, in the order in which people come to want it.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Compare rule sets on the same deals, or stored runs.
    Compare(verbs::compare::CompareArgs),
    /// Run an experiment file.
    Run(verbs::run::RunArgs),
    /// Play given decks, or one game of a seed.
    Play(verbs::play::args::PlayArgs),
    /// Show stored runs again, or tables of them.
    Show(verbs::show::ShowArgs),
    /// Draw stored runs: one page of figures, or single pictures.
    Report(verbs::report::ReportArgs),
    /// List what is inside, and the stored runs.
    List(verbs::list::ListArgs),
    /// List the rule sets, or print one as TOML.
    Rules(verbs::list::RulesArgs),
    /// Play every order of a small deck: exact counts.
    Exact(verbs::exact::args::ExactArgs),
    /// Find the best die for Ludo (Mensch ärgere dich nicht).
    Ludo(verbs::batch::LudoArgs),
    /// Check somebody's program: does it play by the rules?
    Check(verbs::check::args::CheckArgs),
    /// Print the decks of a seed.
    Deck(verbs::deck::DeckArgs),
    /// Join the parts of a run that many machines have played.
    Merge(verbs::merge::MergeArgs),
    /// Check the files of stored runs for damage.
    Verify(verbs::verify::VerifyArgs),
    /// Print the completions of a shell.
    Completions(verbs::completions::CompletionsArgs),
}
