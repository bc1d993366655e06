//! `exact`: every distinct order of a small deck, counted.

pub mod args;
pub mod chances;

use std::time::Instant;

use serde_json::{Value as Json, json};

use self::args::ExactArgs;
use self::chances::DEFAULT_MEMORY;
use crate::cli::failure::Failure;
use crate::cli::game::Home;
use crate::cli::library::option;
use crate::cli::names;
use crate::cli::outside::{Files, resolved};
use crate::cli::results::threads;
use crate::cli::running::{self, Task};
use crate::core::game::{Cell, Exact};
use crate::core::wording::digits::{counted, duration};
use crate::core::wording::text::grouped;
use crate::lab::run::Control;
use crate::lab::spec::rules::braced;
use crate::lab::spec::{NamedRules, Study};
use crate::lab::study::play::{self, Running};

/// Games of all rule sets together that are played without `--yes`.
pub const WITHOUT_ASKING: u64 = 100_000_000;
/// Places in the order at which games are timed, and how many at each.
const PLACES: u64 = 16;
const TIMED: u64 = 2_048;

impl ExactArgs {
    /// The option that asks for something else than every order of a deck.
    fn special(&self) -> Option<&'static str> {
        self.packs.map(|_| "--packs").or(self.best_pickup.then_some("--best-pickup"))
    }

    /// What is run, in the words of its command.
    fn words(&self) -> String {
        ["exact"].into_iter().chain(self.special()).collect::<Vec<_>>().join(" ")
    }

    /// The identity with what these options change.
    fn identity(&self, mut identity: Json) -> Json {
        if self.best_pickup {
            identity["best_pickup"] = json!(true);
        }
        if let Some(packs) = self.packs {
            identity["packs"] = json!(packs);
        }
        identity
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
    let (gear, home) = (&args.what.gear, Home::ANY);
    let wanted = args.what.wanted(home.usual_rules()?);
    let given: Vec<String> = wanted.iter().map(|rules| args.with_deck(rules)).collect();
    let spec = gear.spec(&given, home, &args.output.engine)?;
    let files = Files::new(args.output.quiet);
    let study = resolved(spec, &files, &option)?;
    let cells: Vec<&Cell> = study.cells.iter().collect();
    let equations = match args.special() {
        Some(option) => Some(special(args, option, &study, &cells)?),
        None => study.game.exact(&cells),
    };
    if let Some(equations) = equations {
        return solve(args, &study, cells.into_iter().zip(equations).collect());
    }
    let study = study.every_order_with_extremes()?;
    play::check(&study)?;
    let per_game = running::per_game(&args.per_game, &study)?;
    let task = Task {
        name: names::of_run(&study, "exact", "exact", Study::every_order_with_extremes),
        study,
        verb: "exact",
        output: &args.output,
        per_game,
    };
    if !args.yes {
        ask_first(&task)?;
    }
    task.run()
}

/// What is to be solved where the players choose, or of many packs.
fn special(
    args: &ExactArgs,
    option: &str,
    study: &Study,
    cells: &[&Cell],
) -> Result<Vec<Box<dyn Exact>>, Failure> {
    let solver = |cell: &&Cell| {
        let solver = match args.packs {
            Some(most) => study.game.packs(&cell.rules, most),
            None => study.game.best_play(&cell.rules),
        };
        solver.map_err(|why| Failure::usage(format!("{option}: {}: {why}", cell.rule_set)))
    };
    cells.iter().map(solver).collect()
}

/// Refuses what takes long, with the time that it would take.
fn refuse_large(args: &ExactArgs, cell: &Cell, solver: &dyn Exact) -> Result<(), Failure> {
    let less = match solver.less() {
        // What does not fit is refused for that.
        Some(less) if !args.yes && solver.bytes() <= u128::from(args.memory) << 30 => less,
        _ => return Ok(()),
    };
    let threads = threads("--threads", args.output.threads)?.count();
    let seconds = solver.seconds() * solver.pieces().div_ceil(threads) as f64;
    Err(Failure::usage(format!(
        "{}: {}: {}; to solve them takes {} on {}; add --yes to do it, or use {less}",
        args.words(),
        cell.rule_set,
        solver.size(),
        duration(seconds),
        counted(threads as u64, "thread", "threads"),
    )))
}

/// Solves the equations of a game that has them.
fn solve(
    args: &ExactArgs,
    study: &Study,
    cells: Vec<(&Cell, Box<dyn Exact>)>,
) -> Result<(), Failure> {
    let gear = &args.what.gear;
    let others = [
        ("--engine", args.output.engine != "auto"),
        ("--start", gear.start.is_some()),
        ("--roll-limit", gear.roll_limit.is_some()),
        ("--rank-by", gear.rank_by.is_some()),
        ("--per-game", args.per_game.per_game.is_some()),
    ];
    let what = match args.special() {
        Some(_) => args.words(),
        None => format!("exact with {}", study.info().title),
    };
    args.output.at_one_go(&what, &others)?;
    for (cell, solver) in &cells {
        refuse_large(args, cell, &**solver)?;
    }
    let rules = study.rule_sets.iter();
    let rules = rules.map(|rules| json!([rules.name, study.game.fields(&rules.rules)]));
    let identity = json!({
        "verb": "exact",
        "game": study.info().name,
        "gear": study.game.gear(),
        "rules": rules.collect::<Vec<_>>(),
        "memory": args.memory,
    });
    let identity = args.identity(identity);
    let (info, output, memory) = (study.info(), &args.output, args.memory);
    let all = study.rule_sets.iter();
    let is_usual = memory == DEFAULT_MEMORY && gear.dice.is_none() && args.special().is_none();
    let says_all = |one: &NamedRules| names::says_all(&*study.game, &one.name, &one.rules);
    let says_all = is_usual && all.clone().all(says_all);
    let name = names::of_rules(&args.words().replace(" --", "-"), all.map(|one| &*one.name));
    let name = names::with_digits(&name, &identity, says_all);
    chances::Job { info, name, identity, output, memory, cells }.run()
}

/// Refuses more games than are played without being asked for, with the time that they would take.
fn ask_first(task: &Task<'_>) -> Result<(), Failure> {
    let (study, _, _) = task.part()?;
    let games = study.games.saturating_mul(study.cells.len() as u64);
    if games <= WITHOUT_ASKING {
        return Ok(());
    }
    let threads = threads("--threads", task.output.threads)?;
    let control = Control::default();
    let clock = Instant::now();
    let mut timed = 0;
    for place in 0..PLACES {
        // Orders near one another are alike, so they are taken from everywhere.
        let first = study.first_game + study.games / PLACES * place;
        let range = first..first + TIMED.min(study.games / PLACES);
        timed += range.end - range.start;
        let running = Running { threads, control: &control };
        play::play_range(&study, range, running)?;
    }
    let seconds = clock.elapsed().as_secs_f64() / timed.max(1) as f64 * study.games as f64;
    let these =
        if study.part_of.is_some() { "this part of the orders has" } else { "this deck has" };
    Err(Failure::usage(format!(
        "exact: {these} {} orders; to play them takes {} on {}; add --yes to do it, or use \
         fewer suits, or fewer ranks (--lowest keeps the highest)",
        grouped(study.games),
        duration(seconds),
        counted(threads.count() as u64, "thread", "threads")
    )))
}
