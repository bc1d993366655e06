//! `ludo exact`: the chances of each pair of dice, to a stated error.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::{HowArgs, changed};
use crate::cli::failure::{Failure, Kind, warn};
use crate::cli::interrupt;
use crate::cli::library::{find_of, library, read};
use crate::cli::names;
use crate::cli::number::duration;
use crate::cli::number::whole;
use crate::cli::options::OutputArgs;
use crate::cli::output::{print, said};
use crate::cli::results::{Counts, Run, Written};
use crate::cli::terminal::say;
use crate::core::game::AnyGame;
use crate::core::overflow::CountOverflow;
use crate::core::rows::Columns;
use crate::core::table::{Table, Value};
use crate::core::wording::digits::counted;
use crate::core::wording::text::{Align, columns, grouped};
use crate::games::ludo::die::SelfPlay;
use crate::games::ludo::exact::{Chance, End, SideTable, bytes_for, can_be_stuck, chance};
use crate::games::ludo::{Dice, FewestDice, Ludo, LudoPlay, LudoRules, Seat};
use crate::lab::run::{Control, RunError, Threads, Workload, run as run_workload};
use crate::lab::spec::shipped::DICE;
use crate::lab::store::answer::{ANSWER, Answer};
use crate::lab::study::memory;
use crate::lab::study::play::NoRows;

/// Values settle until none changes by more than this in a round.
const TOLERANCE: f64 = 1e-12;
/// Rounds that an estimate of the time assumes; most pairs of dice take 11 to 30.
const ROUNDS: f64 = 20.0;
/// Seconds for a move to be looked at, as estimated.
const PER_MOVE: f64 = 4e-9;
/// Most GiB of memory, unless the options say otherwise.
const DEFAULT_MEMORY: u64 = 4;
const GIB: f64 = (1_u64 << 30) as f64;

/// Options of `ludo exact`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Solves the equations of the game instead of playing it: exact.csv has the chance
that each die wins, beginning and not, and of a tie, each right to `error`. The
limit on rolls is left out. Two ordinary dice take some GiB and many minutes, a
die of few faces less; memory and time are said before it starts, and pairs that
need more than --memory are left out.

Examples:
  war-sim ludo exact wuerfel0 --dice 2,3
  war-sim ludo exact my-dice.txt --rules bwinf-frozen --memory 8")]
pub struct LudoExactArgs {
    /// The dice: a file, or the name of a built-in one
    #[arg(value_name = "DICE_FILE")]
    pub file: PathBuf,

    /// Only these two dice, by their numbers in the file, the lower first
    #[arg(long, value_name = "I,J", value_parser = super::play::pair)]
    pub dice: Option<[u32; 2]>,

    /// The rule set: a built-in name, a name in experiments/ludo/, or a path
    #[arg(long, value_name = "NAME|FILE", default_value = "bwinf")]
    pub rules: String,

    /// Most memory to use, in GiB
    #[arg(long, value_name = "GIB", default_value_t = DEFAULT_MEMORY, value_parser = whole, allow_negative_numbers = true)]
    pub memory: u64,

    /// Let each die also play against itself
    #[arg(long)]
    pub self_play: bool,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// A pair of dice, counted from 1, with their tables.
struct Pair<'t> {
    dice: [u32; 2],
    tables: [&'t SideTable; 2],
}

impl Pair<'_> {
    fn bytes(&self) -> u128 {
        bytes_for(self.tables.map(SideTable::positions))
    }

    /// What is asked: the wins, and ties where there can be any.
    fn ends(&self) -> Vec<End> {
        let mut ends = vec![End::Win(Seat::First), End::Win(Seat::Second)];
        ends.extend(can_be_stuck(self.tables).then_some(End::Stuck));
        ends
    }

    /// Seconds that one end would take.
    fn seconds(&self) -> f64 {
        let [one, two] = self.tables;
        let moves = (one.faces() + two.faces()) as f64;
        one.positions() as f64 * two.positions() as f64 * moves * ROUNDS * PER_MOVE
    }
}

/// The ends of one pair, each an item of its own.
struct Ends<'t> {
    tables: [&'t SideTable; 2],
    ends: Vec<End>,
    control: &'t Control,
}

impl Workload for Ends<'_> {
    type Worker = ();
    type Tally = Vec<(usize, Option<Chance>)>;

    fn items(&self) -> u64 {
        self.ends.len() as u64
    }

    fn worker(&self) {}

    fn tally(&self) -> Self::Tally {
        Vec::new()
    }

    fn play(
        &self,
        _worker: &mut (),
        item: u64,
        found: &mut Self::Tally,
        _rows: Option<&mut Columns>,
    ) -> Result<u64, CountOverflow> {
        let item = item as usize;
        let stopped = || self.control.stopped();
        found.push((item, chance(self.tables, self.ends[item], TOLERANCE, stopped)));
        Ok(1)
    }

    fn merge(&self, into: &mut Self::Tally, from: Self::Tally) -> Result<(), CountOverflow> {
        into.extend(from);
        Ok(())
    }
}

/// The chances of one pair.
struct Solved {
    dice: [u32; 2],
    /// Die 1 wins, die 2 wins, a tie; each with the first die beginning and with the second.
    chances: [[f64; 2]; 3],
    sweeps: u32,
}

impl Solved {
    fn mean(&self, end: usize) -> f64 {
        (self.chances[end][0] + self.chances[end][1]) / 2.0
    }

    /// What is missing to 1: each chance is at most this much too low.
    fn error(&self) -> f64 {
        let missing = [0, 1].map(|k| 1.0 - self.chances.iter().map(|both| both[k]).sum::<f64>());
        // Rounding may put the sum above 1.
        missing[0].abs().max(missing[1].abs())
    }

    fn row(&self, rules: &str) -> Vec<Value> {
        vec![
            rules.into(),
            u64::from(self.dice[0]).into(),
            u64::from(self.dice[1]).into(),
            self.chances[0][0].into(),
            self.chances[0][1].into(),
            self.mean(0).into(),
            self.mean(1).into(),
            self.mean(2).into(),
            self.error().into(),
        ]
    }
}

/// Runs the verb.
pub fn run(args: &LudoExactArgs) -> Result<(), Failure> {
    args.output.at_one_go("ludo exact", &[("--engine", args.output.engine != "auto")])?;
    let (shown, text) = read(&args.file, DICE)?;
    let fewest = if args.self_play { FewestDice::One } else { FewestDice::Two };
    let dice = Dice::parse(&shown, &text, fewest).map_err(|e| Failure::data(e.to_string()))?;
    let game: Arc<dyn AnyGame> = Arc::new(Ludo::default());
    let found = find_of(&library(), &game, "--rules", &args.rules, args.output.quiet)?;
    let how = HowArgs { start: None, roll_limit: None };
    let changed = changed(&game, &found.rules, &how)?;
    let rules: LudoRules = match changed.rules::<LudoPlay>() {
        Some(play) => play.rules(),
        None => return Err(Failure::new(Kind::Internal, "a rule set of Ludo has no switches")),
    };
    let self_play = if args.self_play { SelfPlay::With } else { SelfPlay::Without };
    let mut wanted = dice.pairs(self_play);
    if let Some([one, two]) = args.dice {
        wanted = vec![(one, two)];
        if let Some(missing) = [one, two].into_iter().find(|&k| dice.at(k).is_none()) {
            let many = dice.dice().len();
            return Err(Failure::usage(format!("--dice: there is no die {missing} among {many}")));
        }
    }
    let identity = json!({
        "verb": "ludo exact",
        "game": "ludo",
        "dice": text,
        "pairs": wanted,
        "rules": game.fields(&changed),
        "memory": args.memory,
    });
    let mut name = format!(
        "ludo-exact-{}-{}",
        names::of_dice(&args.file, &text),
        names::of_rule_set(&*game, &found.name, &found.rules)
    );
    if args.self_play {
        name.push_str("-self-play");
    }
    if args.memory != DEFAULT_MEMORY {
        name.push_str(&format!("-memory{}", args.memory));
    }
    if let Some([one, two]) = args.dice {
        name.push_str(&format!("-dice{one}-{two}"));
    }
    let run = Run::open(&args.output, &name, identity)?;
    let tables: Vec<SideTable> =
        dice.dice().iter().map(|die| SideTable::new(&rules, die)).collect();
    let of = |k: u32| &tables[k as usize - 1];
    let pairs = wanted.iter().map(|&(i, j)| Pair { dice: [i, j], tables: [of(i), of(j)] });
    let wanted_bytes = u128::from(args.memory) << 30;
    let room = memory::room().map_or(wanted_bytes, u128::from);
    if room < wanted_bytes && !args.output.quiet {
        warn(format!("--memory {}: this process may have {}", args.memory, gib(room)));
    }
    let most = wanted_bytes.min(room);
    let (fitting, refused): (Vec<_>, Vec<_>) = pairs.partition(|pair| pair.bytes() <= most);
    if fitting.is_empty() {
        return Err(Failure::usage(format!("--memory {}: {}", args.memory, left_out(&refused))));
    }
    if !args.output.quiet {
        say(plan(&fitting, &refused, run.threads, most).trim_end());
    }
    let mut solved = Vec::new();
    for pair in &fitting {
        interrupt::say_if_stopped(stopped_text(&solved, fitting.len()));
        solved.push(solve(pair, &run, most)?);
    }
    let header = [
        "rules",
        "die_1",
        "die_2",
        "win_1_beginning",
        "win_1_second",
        "win_1",
        "win_2",
        "tie",
        "error",
    ];
    let mut table = Table::new("exact.csv", header);
    solved.iter().for_each(|solved| table.push(solved.row(&found.name)));
    let answer = Answer { text: shown_text(&solved), tables: vec![table] };
    let out = said(&answer, &args.output, run.target());
    let elapsed = run.elapsed();
    run.commit(Written {
        tables: &answer.tables,
        counts: Counts::File(ANSWER, answer.encode()),
        files: Vec::new(),
        rows: None,
        more: Vec::new(),
        engines: json!({}),
        games_played: 0,
        elapsed,
    })?;
    print(&out)
}

/// Threads that have room beside one another.
fn threads_for(pair: &Pair<'_>, threads: Threads, most: u128) -> usize {
    let room = (most / pair.bytes().max(1)).max(1);
    threads.count().min(pair.ends().len()).min(usize::try_from(room).unwrap_or(usize::MAX))
}

fn solve(pair: &Pair<'_>, run: &Run, most: u128) -> Result<Solved, Failure> {
    let threads = std::num::NonZeroUsize::new(threads_for(pair, run.threads, most));
    let threads = threads.map_or(Threads::All, Threads::Exactly);
    let work = Ends { tables: pair.tables, ends: pair.ends(), control: &run.control };
    let found = run_workload::<_, (), NoRows>(&work, threads, &run.control, None);
    let found = found.map_err(|error| run.failure(error, |never| match *never {}))?;
    let mut solved = Solved { dice: pair.dice, chances: [[0.0; 2]; 3], sweeps: 0 };
    for (item, chance) in found {
        let stopped = RunError::Stopped { done: 0 };
        let chance =
            chance.ok_or(stopped).map_err(|e| run.failure::<NoRows>(e, |never| match *never {}))?;
        solved.chances[item] = [chance.first_begins, chance.second_begins];
        solved.sweeps = solved.sweeps.max(chance.sweeps);
    }
    Ok(solved)
}

fn gib(bytes: u128) -> String {
    format!("{:.1} GiB", bytes as f64 / GIB)
}

/// The pairs that do not fit, with the memory that they need.
fn left_out(refused: &[Pair<'_>]) -> String {
    let needs = |pair: &Pair<'_>| {
        let [one, two] = pair.tables.map(|table| grouped(table.positions() as u64));
        let [i, j] = pair.dice;
        format!("dice {i} and {j} have {one} times {two} positions and need {}", gib(pair.bytes()))
    };
    let list: Vec<String> = refused.iter().map(needs).collect();
    format!("{}; allow more memory with --memory, or play these pairs instead", list.join("; "))
}

/// Memory and time, before it starts.
fn plan(fitting: &[Pair<'_>], refused: &[Pair<'_>], threads: Threads, most: u128) -> String {
    let at_once = |pair: &Pair<'_>| threads_for(pair, threads, most);
    let bytes = fitting.iter().map(|pair| pair.bytes() * at_once(pair) as u128).max().unwrap_or(0);
    let seconds: f64 = fitting
        .iter()
        .map(|pair| pair.seconds() * pair.ends().len().div_ceil(at_once(pair)) as f64)
        .sum();
    let mut text = format!(
        "{}, up to {} of memory, {}; files are written at the end\n",
        counted(fitting.len() as u64, "pair of dice", "pairs of dice"),
        gib(bytes),
        duration(seconds)
    );
    if !refused.is_empty() {
        text.push_str(&format!("left out: {}\n", left_out(refused)));
    }
    text
}

/// What a stopped run says: nothing is written before the last pair, but what is known is shown.
fn stopped_text(solved: &[Solved], all: usize) -> String {
    let mut text = format!(
        "stopped after {} of {}; nothing was written: run it again, or one pair at a time with \
         --dice I,J",
        solved.len(),
        counted(all as u64, "pair of dice", "pairs of dice")
    );
    if !solved.is_empty() {
        text.push_str(&format!("\n{}", chances(solved).trim_end()));
    }
    text
}

/// The chances, a line for each pair.
fn chances(solved: &[Solved]) -> String {
    let header = ["dice", "1 wins", "beginning", "second", "2 wins", "tie", "error"];
    let mut lines = vec![header.map(String::from).to_vec()];
    for pair in solved {
        let [i, j] = pair.dice;
        let shown = |chance: f64| format!("{chance:.7}");
        lines.push(vec![
            format!("{i}:{j}"),
            shown(pair.mean(0)),
            shown(pair.chances[0][0]),
            shown(pair.chances[0][1]),
            shown(pair.mean(1)),
            shown(pair.mean(2)),
            format!("{:.0e}", pair.error()),
        ]);
    }
    let right = Align::Right;
    let aligns = [Align::Left, right, right, right, right, right, right];
    columns(&aligns, &lines)
}

/// What came out, for the terminal.
fn shown_text(solved: &[Solved]) -> String {
    let most = solved.iter().map(|pair| pair.sweeps).max().unwrap_or(0);
    let table = chances(solved);
    format!("solved in at most {most} rounds over all positions\n\n{table}")
}
