//! The arguments as typed.

use clap::{Parser, Subcommand};

use super::verbs::batch::{BatchArgs, BeggarArgs, LudoArgs};
use super::verbs::bench::BenchArgs;
use super::verbs::check::args::{CasesArgs, CheckArgs};
use super::verbs::compare::CompareArgs;
use super::verbs::deck::DeckArgs;
use super::verbs::exact::args::ExactArgs;
use super::verbs::grade::GradeArgs;
use super::verbs::hunt::HuntArgs;
use super::verbs::install::{CompletionsArgs, ManArgs};
use super::verbs::list::{ListArgs, RulesArgs};
use super::verbs::merge::MergeArgs;
use super::verbs::mistakes::MistakesArgs;
use super::verbs::play::args::PlayArgs;
use super::verbs::prove::ProveArgs;
use super::verbs::report::ReportArgs;
use super::verbs::run::RunArgs;
use super::verbs::schema::SchemaArgs;
use super::verbs::show::ShowArgs;
use super::verbs::verify::VerifyArgs;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "war-sim",
    version,
    about = "Plays War and other games of chance by the million: seeded, parallel, exact.",
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
    pub batch: BatchArgs,
}

/// What to do, in the order in which people come to want it.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Compare rule sets on the same deals, or stored runs.
    Compare(CompareArgs),
    /// Run an experiment file.
    Run(RunArgs),
    /// Play given decks, or one game of a seed.
    Play(PlayArgs),
    /// Show stored runs again, or tables of them.
    Show(ShowArgs),
    /// Draw stored runs: one page of figures, or single pictures.
    Report(ReportArgs),
    /// List what is inside, and the stored runs.
    List(ListArgs),
    /// List the rule sets, or print one as TOML.
    Rules(RulesArgs),
    /// Find the longest, shortest, deepest games, or endless ones.
    Hunt(HuntArgs),
    /// Play every order of a small deck: exact counts.
    Exact(ExactArgs),
    /// Find the best die for Ludo (Mensch ärgere dich nicht).
    Ludo(LudoArgs),
    /// Play Beggar-My-Neighbour by the million, or single deals of it.
    Beggar(BeggarArgs),
    /// Check somebody's program: does it play by the rules?
    Check(CheckArgs),
    /// Grade the programs of a class: found, compiled, started, checked.
    Grade(GradeArgs),
    /// Print the decks of check with their winners, as CSV or tests.
    Cases(CasesArgs),
    /// List the mistakes that check knows, as programs; try tests on them.
    Mistakes(MistakesArgs),
    /// Print the decks of a seed.
    Deck(DeckArgs),
    /// Print the JSON Schema of rule files or experiment files.
    Schema(SchemaArgs),
    /// Write certificates of endless deals and records.
    Prove(ProveArgs),
    /// Join the parts of a run that many machines have played.
    Merge(MergeArgs),
    /// Check the files of stored runs for damage.
    Verify(VerifyArgs),
    /// Measure the speed of each engine here.
    Bench(BenchArgs),
    /// Print the completions of a shell.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man(ManArgs),
}
