//! `bench`: games a second of each engine on this machine, beside a plain program, and the battles
//! of War or rolls of Ludo in them.

use std::io::{self, Write as _};
use std::ops::Range;

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;

use crate::cli::failure::{Failure, Kind};
use crate::cli::number::whole;
use crate::cli::verbs::ludo::args::ROLL_LIMIT;
use crate::cli::{results, rule_names};
use crate::core::cards::Seed;
use crate::core::stats::columns::Columns;
use crate::core::stats::table::Table;
use crate::core::stats::workload::Workload;
use crate::games::ludo::{Die, LudoBatch, LudoRules, Pair, PairTally};
use crate::games::war::batch::{Cell, WarBatch};
use crate::games::war::fast::EngineChoice;
use crate::games::war::plain::{PlainBatch, PlainRules};
use crate::lab::report::csv;
use crate::lab::report::manifest::cpu_model;
use crate::lab::report::text::{Align, columns, grouped};
use crate::lab::run::{Control, Threads, run as play_all};

/// Rule sets that are timed where none is named.
const DEFAULT_RULES: [&str; 4] = ["umass", "winner-first", "one-down", "ernie-burt"];
/// The rule set of Ludo that is timed where none is named: two ordinary dice play by it.
const DEFAULT_LUDO: &str = "bwinf";
/// The name of the plain program in the tables.
const PLAIN: &str = "plain program";
/// Games before the first timing, so that caches and clocks are warm.
const WARM_UP: u64 = 2_000;

/// Options of `bench`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The plain program is what one writes in an hour: two VecDeque<u8>, ChaCha8, the
library's shuffle, rayon. Everything takes turns, several times over, and the
medians are shown; CPU time is counted, so other programs disturb little.
Under a rule set of Ludo two ordinary dice play each other.

Examples:
  war-sim bench
  war-sim bench --rules bwinf --rules devofvictory
  war-sim bench --rules umass --format csv >> bench.csv")]
pub struct BenchArgs {
    /// A rule set of War or a built-in one of Ludo; may be repeated [default: umass, winner-first,
    /// one-down, ernie-burt, bwinf]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// Milliseconds for each timing
    #[arg(long, value_name = "MS", default_value = "200", value_parser = whole, allow_negative_numbers = true)]
    pub ms: u64,

    /// Timings of each engine
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole, allow_negative_numbers = true)]
    pub repeats: u64,

    /// How many threads [default: 1, for the speed of one core]
    #[arg(long, value_name = "T", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub threads: u64,

    /// A table for people, or CSV
    #[arg(long, value_enum, default_value = "text")]
    pub format: BenchFormat,
}

/// A table for people or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// For people.
    Text,
    /// For programs, with a header.
    Csv,
}

/// A game, and what its length is counted in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Game {
    /// Battles.
    War,
    /// Rolls.
    Ludo,
}

impl Game {
    fn name(self) -> &'static str {
        match self {
            Game::War => "war",
            Game::Ludo => "ludo",
        }
    }
}

/// One line of the table.
struct Line {
    game: Game,
    rules: String,
    engine: &'static str,
    /// CPU nanoseconds a game, one for each repeat.
    ns_per_game: Vec<f64>,
    /// Battles or rolls.
    length_per_game: f64,
    contender: Contender,
    /// Games that take about as long as a timing should.
    games: u64,
}

enum Contender {
    Plain(PlainBatch),
    Engine(Box<WarBatch>),
    Ludo(LudoBatch),
    LudoReference(ReferenceBatch),
}

/// Games that the reference engine of Ludo plays, into the same tally.
struct ReferenceBatch(Pair);

impl Workload for ReferenceBatch {
    type Worker = ();
    type Tally = PairTally;

    fn worker(&self) {}

    fn tally(&self) -> PairTally {
        PairTally::default()
    }

    fn play(&self, (): &mut (), games: Range<u64>, tally: &mut PairTally, _: Option<&mut Columns>) {
        for game in games {
            let (beginner, result) = self.0.play_reference(game, &mut ());
            tally.add(beginner, &result);
        }
    }

    fn merge(&self, into: &mut PairTally, from: PairTally) {
        into.merge(&from);
    }

    fn chunk(&self) -> u64 {
        1_000
    }
}

/// Two ordinary dice under a rule set of Ludo.
fn ordinary_dice(rules: LudoRules) -> Option<Pair> {
    let die = Die::new((1..=6).collect())?;
    Some(Pair::new(rules, ROLL_LIMIT as u32, Seed(42), [1, 2], [die.clone(), die]))
}

/// Runs the verb.
pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    let threads = results::threads(Some(args.threads))?;
    let mut lines = contenders(args)?;
    for line in &mut lines {
        let warm = line.time(WARM_UP, threads)?;
        let wanted = args.ms.max(1) as f64 * 1e6 * threads.count() as f64;
        line.games = ((wanted / warm) as u64).max(WARM_UP);
    }
    // In turns, so that a machine that slows down slows everything down.
    for _ in 0..args.repeats.max(1) {
        for line in &mut lines {
            let ns = line.time(line.games, threads)?;
            line.ns_per_game.push(ns);
        }
    }
    let text = match args.format {
        BenchFormat::Text => text(&lines, args),
        BenchFormat::Csv => {
            let bytes = csv::table(&table(&lines, args));
            String::from_utf8_lossy(&bytes.map_err(|e| Failure::writing("stdout", &e))?).into()
        }
    };
    io::stdout().write_all(text.as_bytes()).map_err(|e| Failure::writing("stdout", &e))
}

fn contenders(args: &BenchArgs) -> Result<Vec<Line>, Failure> {
    let line = |game, rules: &str, engine, contender| Line {
        game,
        rules: rules.into(),
        engine,
        ns_per_game: Vec::new(),
        length_per_game: 0.0,
        contender,
        games: 0,
    };
    let mut lines = Vec::new();
    let default: Vec<String> =
        DEFAULT_RULES.into_iter().chain([DEFAULT_LUDO]).map(String::from).collect();
    let wanted = if args.rules.is_empty() { &default[..] } else { &args.rules[..] };
    for given in wanted {
        if let Some(job) = LudoRules::preset(given).and_then(ordinary_dice) {
            let reference = Contender::LudoReference(ReferenceBatch(job.clone()));
            lines.push(line(Game::Ludo, given, "reference", reference));
            let fast =
                Contender::Ludo(LudoBatch::new(vec![(given.clone(), vec![job])], 0, u64::MAX));
            lines.push(line(Game::Ludo, given, "fast", fast));
            continue;
        }
        let found = rule_names::find(given)?;
        if let Some(rules) = PlainRules::of(&found.rules) {
            let plain = Contender::Plain(PlainBatch { seed: 42, rules });
            lines.push(line(Game::War, &found.name, PLAIN, plain));
        }
        for choice in EngineChoice::ALL.into_iter().filter(|&c| c != EngineChoice::Auto) {
            let cell =
                Cell { name: found.name.clone(), rules: found.rules.clone(), engine: choice };
            // An engine that cannot play the rule set here has no line.
            if let Ok(batch) = WarBatch::new(Seed(42), vec![cell]) {
                let engine = Contender::Engine(Box::new(batch));
                lines.push(line(Game::War, &found.name, choice.name(), engine));
            }
        }
    }
    Ok(lines)
}

impl Line {
    /// Plays so many games; returns CPU nanoseconds a game.
    fn time(&mut self, games: u64, threads: Threads) -> Result<f64, Failure> {
        let (ns, length) = match &self.contender {
            Contender::Plain(batch) => {
                let (ns, tally) = timed(batch, games, threads)?;
                let battles = tally.iter().map(|(&(_, battles), &n)| f64::from(battles) * n as f64);
                (ns, battles.sum())
            }
            Contender::Engine(batch) => {
                let (ns, totals) = timed(&**batch, games, threads)?;
                let lengths = totals.cells[0].lengths_of(&crate::games::war::Outcome::ALL);
                (ns, lengths.counts().map(|(battles, n)| battles as f64 * n as f64).sum::<f64>())
            }
            Contender::Ludo(batch) => {
                let (ns, tallies) = timed(batch, games, threads)?;
                (ns, tallies.iter().map(|tally| tally.rolls_sum as f64).sum())
            }
            Contender::LudoReference(batch) => {
                let (ns, tally) = timed(batch, games, threads)?;
                (ns, tally.rolls_sum as f64)
            }
        };
        self.length_per_game = length / games as f64;
        Ok(ns / games as f64)
    }

    fn median_ns(&self) -> f64 {
        median(&self.ns_per_game)
    }

    fn games_per_s(&self) -> f64 {
        1e9 / self.median_ns()
    }

    /// Battles or rolls.
    fn length_per_s(&self) -> f64 {
        self.games_per_s() * self.length_per_game
    }

    /// How many times as fast as `other`, repeat by repeat.
    fn ratio_to(&self, other: &Line) -> f64 {
        let ratios =
            other.ns_per_game.iter().zip(&self.ns_per_game).map(|(theirs, mine)| theirs / mine);
        median(&ratios.collect::<Vec<f64>>())
    }
}

/// The plain program's line of the same rule set, where it can play it.
fn plain_of<'l>(lines: &'l [Line], line: &Line) -> Option<&'l Line> {
    lines.iter().find(|other| other.engine == PLAIN && other.rules == line.rules)
}

/// CPU nanoseconds of a batch, from seed to tally, and the tally.
fn timed<W: Workload>(batch: &W, games: u64, threads: Threads) -> Result<(f64, W::Tally), Failure> {
    let clock = ProcessTime::now();
    let tally = play_all::<_, (), io::Error>(batch, 0..games, threads, &Control::default(), None)
        .map_err(|e| Failure::new(Kind::Internal, e.to_string()))?;
    Ok((clock.elapsed().as_nanos() as f64, tally))
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn text(lines: &[Line], args: &BenchArgs) -> String {
    let mut text = format!(
        "{}, {} thread(s); per core, from seed to tally, in CPU time\n",
        cpu_model(),
        args.threads
    );
    for (game, length) in [(Game::War, "battles/s"), (Game::Ludo, "rolls/s")] {
        let of_game: Vec<&Line> = lines.iter().filter(|line| line.game == game).collect();
        if of_game.is_empty() {
            continue;
        }
        let header = ["rules", "engine", "games/s", length, "ns/game", "x plain"];
        // Nobody has written the plain program of Ludo.
        let shown = if game == Game::War { header.len() } else { header.len() - 1 };
        let mut fields = vec![header[..shown].iter().map(ToString::to_string).collect()];
        for line in of_game {
            let mut row = vec![
                line.rules.clone(),
                line.engine.into(),
                grouped(line.games_per_s() as u64),
                grouped(line.length_per_s() as u64),
                grouped(line.median_ns() as u64),
                plain_of(lines, line)
                    .map_or("-".into(), |plain| format!("{:.2}", line.ratio_to(plain))),
            ];
            row.truncate(shown);
            fields.push(row);
        }
        let (left, right) = (Align::Left, Align::Right);
        let aligns = [left, left, right, right, right, right];
        text.push_str(&format!("\n{}", columns(&aligns[..shown], &fields)));
    }
    text
}

fn table(lines: &[Line], args: &BenchArgs) -> Table {
    let mut table = Table::new(
        "bench.csv",
        [
            "version",
            "commit",
            "cpu",
            "threads",
            "game",
            "rules",
            "engine",
            "repeats",
            "games",
            "ns_per_game",
            "games_per_s",
            "battles_per_s",
            "rolls_per_s",
            "ratio_to_plain",
        ],
    );
    for line in lines {
        table.push(vec![
            env!("CARGO_PKG_VERSION").into(),
            env!("WAR_SIM_COMMIT").into(),
            cpu_model().as_str().into(),
            args.threads.into(),
            line.game.name().into(),
            line.rules.as_str().into(),
            line.engine.into(),
            (line.ns_per_game.len() as u64).into(),
            line.games.into(),
            line.median_ns().into(),
            line.games_per_s().into(),
            (line.game == Game::War).then(|| line.length_per_s()).into(),
            (line.game == Game::Ludo).then(|| line.length_per_s()).into(),
            plain_of(lines, line).map(|plain| line.ratio_to(plain)).into(),
        ]);
    }
    table
}
