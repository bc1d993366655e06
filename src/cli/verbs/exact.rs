//! `exact`: every distinct order of a small deck, counted.

pub mod args;

use self::args::{DEFAULT_MEMORY, ExactArgs};
use crate::api::exact::{Wanted, ask_first};
use crate::api::run::Question as _;
use crate::cli::failure::Failure;
use crate::cli::game::usual_rules;
use crate::cli::kept::Terminal;
use crate::cli::library::option;
use crate::cli::names;
use crate::cli::outside::resolved;
use crate::cli::results::{named, threads};
use crate::cli::running::{self, Task};
use crate::lab::run::Threads;
use crate::lab::spec::rules::braced;
use crate::lab::spec::{NamedRules, Study};
use crate::lab::store::solving::Chances;
use crate::lab::study::play::check;

impl ExactArgs {
    /// What is to be solved, if the game has equations.
    fn wanted(&self) -> Wanted {
        let Self { best_pickup, memory, yes, .. } = *self;
        Wanted { best_pickup, memory, yes }
    }

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
        braced(given, &changes, ",")
    }
}

/// Runs the verb: of a game that has equations by solving them, of others by every order of the deck.
pub fn run(args: &ExactArgs) -> Result<(), Failure> {
    let gear = &args.what.gear;
    let wanted = args.what.wanted(usual_rules(None)?);
    let given: Vec<String> = wanted.iter().map(|rules| args.with_deck(rules)).collect();
    let spec = gear.spec(&given, None, &args.output.engine)?;
    let study = resolved(spec, args.output.quiet, &option)?;
    let threads = threads("--threads", args.output.threads)?;
    if let Some(chances) = Chances::of(&study, &args.wanted(), threads).transpose() {
        return solve(args, &study, chances, threads);
    }
    let study = study.every_order_with_extremes()?;
    check(&study)?;
    let per_game = running::per_game(&args.per_game, &study)?;
    let task = Task {
        name: names::of_run(&study, "exact", Study::every_order_with_extremes),
        study,
        verb: "exact",
        output: &args.output,
        per_game,
    };
    if !args.yes {
        ask_first(&task.part()?.0, threads)?;
    }
    task.run()
}

/// Solves the equations of a game that has them.
fn solve(
    args: &ExactArgs,
    study: &Study,
    chances: Result<Chances<'_>, Failure>,
    threads: Threads,
) -> Result<(), Failure> {
    let (gear, output, wanted) = (&args.what.gear, &args.output, args.wanted());
    let others = [
        ("--start", gear.start.is_some()),
        ("--roll-limit", gear.roll_limit.is_some()),
        ("--rank-by", gear.rank_by.is_some()),
        ("--per-game", args.per_game.per_game.is_some()),
    ];
    let what = match wanted.special() {
        Some(_) => wanted.words(),
        None => format!("exact with {}", study.info().title),
    };
    output.at_one_go(&what, &others)?;
    let chances = chances?;
    let all = study.rule_sets.iter();
    let is_usual =
        args.memory == DEFAULT_MEMORY && gear.dice.is_none() && wanted.special().is_none();
    let says_all = |one: &NamedRules| names::says_all(&*study.game, &one.name, &one.rules);
    let says_all = is_usual && all.clone().all(says_all);
    let name = names::of_rules(&wanted.words().replace(" --", "-"), all.map(|one| &*one.name));
    let name = names::with_digits(&name, &chances.identity(), says_all);
    let name = named(output, &name, "")?;
    let mut terminal = Terminal::new(output.quiet, None);
    terminal.plan = chances.plan(threads);
    let life = output.life(&name, &terminal)?;
    output.answer(&chances, (&life, &terminal), false, |_, _| None).map(drop)
}
