//! The arguments as typed.

use clap::{Parser, Subcommand};

use super::verbs;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "war-sim",
    version,
    about = "Plays War, and Ludo with any dice, by the million: seeded, parallel, exact.",
    before_help = "\
Examples:
  war-sim -n 1e6 --rules umass --rules one-down
  war-sim play --deck \"2 3 4 5\" --trace",
    after_long_help = "\
--rules, --set, --until and --by may be repeated. With --until, --games is the \
most that are played; exit code 2: they were not enough.

More examples:
  war-sim --games 1e6 --rules 'umass{war.face_down=2}'
  war-sim --until a_win:0.001 --name precise
  war-sim --games 1e5 --per-game games.csv --with-features aces_a",
    override_usage = "war-sim [OPTIONS]       (war-sim --help)
       war-sim VERB [OPTIONS]  (war-sim VERB -h)",
    subcommand_help_heading = "Verbs",
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
    /// Compare rule sets on the same deals
    Compare(verbs::compare::CompareArgs),
    /// Run an experiment file
    Run(verbs::run::RunArgs),
    /// Play one deck, or a file of decks
    Play(verbs::play::args::PlayArgs),
    /// Show stored runs, or their tables
    Show(verbs::show::ShowArgs),
    /// Draw stored runs as a page
    Report(verbs::report::ReportArgs),
    /// List rules, dice, experiments, runs
    List(verbs::list::ListArgs),
    /// List the rule sets, or print one
    Rules(verbs::rules::ListedRules),
    /// Play every order of a small deck
    Exact(verbs::exact::ExactArgs),
    /// Find the best die for Ludo
    Ludo(verbs::ludo::LudoArgs),
    /// Check somebody's program
    Check(verbs::check::args::CheckArgs),
    /// Print the decks of a seed
    Deck(verbs::deck::DeckArgs),
    /// Join the parts of a run
    Merge(verbs::merge::MergeArgs),
    /// Check stored runs for damage
    Verify(verbs::verify::VerifyArgs),
    /// Print the completions of a shell
    Completions(verbs::completions::CompletionsArgs),
}
