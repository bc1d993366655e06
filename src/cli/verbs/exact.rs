//! `exact`: every distinct order of a small deck, counted.

pub mod chances;

use std::path::Path;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::cli::failure::{Failure, Kind};
use crate::cli::library;
use crate::cli::library::{find, library};
use crate::cli::names;
use crate::cli::number::duration;
use crate::cli::number::whole;
use crate::cli::options::{OutputArgs, PerGameArgs};
use crate::cli::outside::Files;
use crate::cli::results::threads;
use crate::cli::running::{self, Task};
use crate::core::game::{Cell, Exact};
use crate::core::wording::text::grouped;
use crate::lab::run::Control;
use crate::lab::spec::{Spec, Study};
use crate::lab::study::play::{self, Running};

/// Games of all rule sets together that are played without `--yes`.
pub const WITHOUT_ASKING: u64 = 100_000_000;
/// Places in the order at which games are timed, and how many at each.
const PLACES: u64 = 16;
const TIMED: u64 = 2_048;

/// Options of `exact`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Of a game with cards: plays every distinct order of a small deck once, so the shares are exact: whole
numbers over the number of orders. Writes exact.csv (games by outcome, end
reason and length) and extremes.csv (the shortest and longest game that ends,
with a deck). A deck of 4 ranks and 3 suits has 369,600 orders, one of 4 and 4
63,063,000. Beyond 100,000,000 games it says how long they would take, and
plays them with --yes; stopped, it goes on with --resume, and --shard divides it
among machines.

Examples:
  war-sim exact --ranks 4 --suits 3 --rules umass
  war-sim exact --ranks 3 --suits 2 --rules no-limit --rules winner-first
  war-sim exact --ranks 4 --suits 2 --lowest 11 --rules beggar")]
pub struct ExactArgs {
    /// How many ranks the deck has [default: those of the rule set]
    #[arg(long, value_name = "R", value_parser = whole, allow_negative_numbers = true)]
    pub ranks: Option<u64>,

    /// How many cards of each rank [default: those of the rule set]
    #[arg(long, value_name = "K", value_parser = whole, allow_negative_numbers = true)]
    pub suits: Option<u64>,

    /// The lowest rank [default: that of the rule set]
    #[arg(long, value_name = "RANK", value_parser = whole, allow_negative_numbers = true)]
    pub lowest: Option<u64>,

    /// How many jokers [default: those of the rule set]
    #[arg(long, value_name = "J", value_parser = whole, allow_negative_numbers = true)]
    pub jokers: Option<u64>,

    /// A rule set of a game with cards: a built-in name, a name in experiments/rules/, or a path,
    /// with changes in braces if wanted; may be repeated [default: umass]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// Run even if it takes long
    #[arg(long)]
    pub yes: bool,

    /// A row per order.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl ExactArgs {
    /// A rule set as given, with this deck.
    fn with_deck(&self, given: &str) -> String {
        let fields = [
            ("ranks", self.ranks),
            ("suits", self.suits),
            ("lowest", self.lowest),
            ("jokers", self.jokers),
        ];
        let changes: Vec<String> = fields
            .iter()
            .filter_map(|(field, value)| Some(format!("deck.{field}={}", (*value)?)))
            .collect();
        if changes.is_empty() {
            return given.to_owned();
        }
        let changes = changes.join(",");
        match given.trim_end().strip_suffix('}') {
            Some(start) => format!("{start},{changes}}}"),
            None => format!("{given}{{{changes}}}"),
        }
    }
}

/// Runs the verb.
pub fn run(args: &ExactArgs) -> Result<(), Failure> {
    let library = library();
    let default = ["umass".to_owned()];
    let wanted = if args.rules.is_empty() { &default[..] } else { &args.rules[..] };
    // The game is that of the first rule set, whatever its deck.
    let game = find(&library, "--rules", &wanted[0], true)?.game;
    let given: Vec<String> = wanted.iter().map(|rules| args.with_deck(rules)).collect();
    let spec = Spec {
        game: Some(game.info().name.into()),
        engine: Some(args.output.engine.clone()),
        compare: Some(false),
        ..Spec::of_rules(&given)
    };
    let files = Files::new(Path::new(""), args.output.quiet);
    let study = spec.resolve(&files).map_err(|error| library::refused(&error))?;
    let cells: Vec<&Cell> = study.cells.iter().collect();
    if let Some(equations) = study.game.exact(&cells) {
        return solve(args, &study, cells.into_iter().zip(equations).collect());
    }
    let study = study.every_order_with_extremes().map_err(|error| library::refused(&error))?;
    play::check(&study).map_err(|error| library::refused(&error))?;
    let task = Task {
        name: format!("exact-{}", names::of_rules(&*study.game, &study.rule_sets)),
        study,
        verb: "exact",
        output: &args.output,
        per_game: running::per_game(&args.per_game)?,
        tables: None,
        given_rules: given,
    };
    if !args.yes {
        ask_first(&task)?;
    }
    task.run()
}

/// Solves the equations of a game that has them.
fn solve(
    args: &ExactArgs,
    study: &Study,
    cells: Vec<(&Cell, Box<dyn Exact>)>,
) -> Result<(), Failure> {
    let others = [
        ("--engine", args.output.engine != "auto"),
        ("--per-game", args.per_game.per_game.is_some()),
        ("--yes", args.yes),
    ];
    args.output.at_one_go(&format!("exact with {}", study.info().title), &others)?;
    let rules = study.rule_sets.iter();
    let rules = rules.map(|rules| json!([rules.name, study.game.fields(&rules.rules)]));
    let identity = json!({
        "verb": "exact",
        "game": study.info().name,
        "gear": study.game.gear(),
        "rules": rules.collect::<Vec<_>>(),
    });
    let name = format!("exact-{}", names::of_rules(&*study.game, &study.rule_sets));
    let (info, output, memory) = (study.info(), &args.output, chances::DEFAULT_MEMORY);
    chances::Job { info, name, identity, output, memory, cells }.run()
}

/// Refuses more games than are played without being asked for, with the time that they would take.
fn ask_first(task: &Task<'_>) -> Result<(), Failure> {
    let (study, _, _) = task.part()?;
    let games = study.games.saturating_mul(study.cells.len() as u64);
    if games <= WITHOUT_ASKING {
        return Ok(());
    }
    let threads = threads(task.output.threads)?;
    let control = Control::default();
    let clock = Instant::now();
    let mut timed = 0;
    for place in 0..PLACES {
        // Orders near one another are alike, so they are taken from everywhere.
        let first = study.first_game + study.games / PLACES * place;
        let range = first..first + TIMED.min(study.games / PLACES);
        timed += range.end - range.start;
        let running = Running { threads, control: &control };
        play::play_range(&study, range, running)
            .map_err(|e| Failure::new(Kind::Internal, e.to_string()))?;
    }
    let seconds = clock.elapsed().as_secs_f64() / timed.max(1) as f64 * study.games as f64;
    let these =
        if study.part_of.is_some() { "this part of the orders has" } else { "this deck has" };
    Err(Failure::usage(format!(
        "exact: {these} {} orders; to play them takes {} on {} threads; add --yes to do it, or use \
         fewer ranks or suits",
        grouped(study.games),
        duration(seconds),
        threads.count()
    )))
}
