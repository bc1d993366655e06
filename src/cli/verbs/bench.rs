//! `bench`: games and battles per second of each engine on this machine, beside a plain program.

use std::io::{self, Write as _};

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;

use crate::batch::{Control, Threads, run as play_all};
use crate::cards::Seed;
use crate::cli::failure::{Failure, Kind};
use crate::cli::number::whole;
use crate::cli::{results, rule_names};
use crate::report::csv;
use crate::report::manifest::cpu_model;
use crate::report::text::{Align, columns, grouped};
use crate::stats::table::Table;
use crate::stats::workload::Workload;
use crate::war::batch::{Cell, WarBatch};
use crate::war::fast::EngineChoice;
use crate::war::plain::{PlainBatch, PlainRules};

/// Rule sets that are timed where none is named.
const DEFAULT_RULES: [&str; 4] = ["umass", "winner-first", "one-down", "ernie-burt"];
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

Examples:
  war-sim bench
  war-sim bench --rules umass --format csv >> bench.csv")]
pub struct BenchArgs {
    /// A rule set; may be repeated [default: umass, winner-first, one-down, ernie-burt]
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

/// One line of the table.
struct Line {
    rules: String,
    engine: &'static str,
    /// CPU nanoseconds a game, one for each repeat.
    ns_per_game: Vec<f64>,
    battles_per_game: f64,
    contender: Contender,
    /// Games that take about as long as a timing should.
    games: u64,
}

enum Contender {
    Plain(PlainBatch),
    Engine(Box<WarBatch>),
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
    let line = |rules: &str, engine, contender| Line {
        rules: rules.into(),
        engine,
        ns_per_game: Vec::new(),
        battles_per_game: 0.0,
        contender,
        games: 0,
    };
    let mut lines = Vec::new();
    let default = DEFAULT_RULES.map(String::from);
    let wanted = if args.rules.is_empty() { &default[..] } else { &args.rules[..] };
    for given in wanted {
        let found = rule_names::find(given)?;
        if let Some(rules) = PlainRules::of(&found.rules) {
            let plain = Contender::Plain(PlainBatch { seed: 42, rules });
            lines.push(line(&found.name, PLAIN, plain));
        }
        for choice in EngineChoice::ALL.into_iter().filter(|&c| c != EngineChoice::Auto) {
            let cell =
                Cell { name: found.name.clone(), rules: found.rules.clone(), engine: choice };
            // An engine that cannot play the rule set here has no line.
            if let Ok(batch) = WarBatch::new(Seed(42), vec![cell]) {
                lines.push(line(&found.name, choice.name(), Contender::Engine(Box::new(batch))));
            }
        }
    }
    Ok(lines)
}

impl Line {
    /// Plays so many games; returns CPU nanoseconds a game.
    fn time(&mut self, games: u64, threads: Threads) -> Result<f64, Failure> {
        let (ns, battles) = match &self.contender {
            Contender::Plain(batch) => {
                let (ns, tally) = timed(batch, games, threads)?;
                let battles = tally.iter().map(|(&(_, battles), &n)| f64::from(battles) * n as f64);
                (ns, battles.sum())
            }
            Contender::Engine(batch) => {
                let (ns, totals) = timed(&**batch, games, threads)?;
                let lengths = totals.cells[0].lengths_of(&crate::war::Outcome::ALL);
                (ns, lengths.counts().map(|(battles, n)| battles as f64 * n as f64).sum::<f64>())
            }
        };
        self.battles_per_game = battles / games as f64;
        Ok(ns / games as f64)
    }

    fn median_ns(&self) -> f64 {
        median(&self.ns_per_game)
    }

    fn games_per_s(&self) -> f64 {
        1e9 / self.median_ns()
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
    let header = ["rules", "engine", "games/s", "battles/s", "ns/game", "x plain"];
    let mut fields = vec![header.map(String::from).to_vec()];
    for line in lines {
        fields.push(vec![
            line.rules.clone(),
            line.engine.into(),
            grouped(line.games_per_s() as u64),
            grouped((line.games_per_s() * line.battles_per_game) as u64),
            grouped(line.median_ns() as u64),
            plain_of(lines, line)
                .map_or("-".into(), |plain| format!("{:.2}", line.ratio_to(plain))),
        ]);
    }
    let (left, right) = (Align::Left, Align::Right);
    format!(
        "{}, {} thread(s); per core, from seed to histogram, in CPU time\n\n{}",
        cpu_model(),
        args.threads,
        columns(&[left, left, right, right, right, right], &fields)
    )
}

fn table(lines: &[Line], args: &BenchArgs) -> Table {
    let mut table = Table::new(
        "bench.csv",
        [
            "version",
            "commit",
            "cpu",
            "threads",
            "rules",
            "engine",
            "repeats",
            "games",
            "ns_per_game",
            "games_per_s",
            "battles_per_s",
            "ratio_to_plain",
        ],
    );
    for line in lines {
        table.push(vec![
            env!("CARGO_PKG_VERSION").into(),
            env!("WAR_SIM_COMMIT").into(),
            cpu_model().as_str().into(),
            args.threads.into(),
            line.rules.as_str().into(),
            line.engine.into(),
            (line.ns_per_game.len() as u64).into(),
            line.games.into(),
            line.median_ns().into(),
            line.games_per_s().into(),
            (line.games_per_s() * line.battles_per_game).into(),
            plain_of(lines, line).map(|plain| line.ratio_to(plain)).into(),
        ]);
    }
    table
}
