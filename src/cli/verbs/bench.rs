//! `bench`: games a second of each engine on this machine, and the lengths of the games in them.

use clap::Args;
use cpu_time::ProcessTime;

use crate::cli::failure::Failure;
use crate::cli::format::Format;
use crate::cli::library::{find, library};
use crate::cli::number::whole;
use crate::cli::options::ChangeArgs;
use crate::cli::output::print_in;
use crate::cli::progress::steps;
use crate::cli::{results, terminal};
use crate::core::table::Table;
use crate::core::wording::digits::counted;
use crate::core::wording::text::grouped;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::rules::Found;
use crate::lab::spec::{NamedRules, Study};
use crate::lab::store::manifest::cpu_model;
use crate::lab::study::play::{self, Running};
use crate::lab::tables::sheet::Sheet;

/// Games before the first timing, so that caches and clocks are warm.
const WARM_UP: u64 = 2_000;
/// The seed of all games that are timed.
const SEED: u64 = 42;

/// Options of `bench`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The engines take turns, several times over, and the medians are shown; CPU time \
is counted, so other programs disturb little. \
Under a rule set of Ludo two ordinary dice play each other.

Examples:
  war-sim bench
  war-sim bench --rules umass --rules shuffled-pot
  war-sim bench --rules bwinf --rules devofvictory
  war-sim bench --rules umass --format csv >> bench.csv
  war-sim bench --format json > bench.json")]
pub struct BenchArgs {
    /// A rule set of any game; may be repeated [default: every built-in one of every game]
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// Milliseconds for each timing
    #[arg(long, value_name = "MS", default_value = "100", value_parser = whole, allow_negative_numbers = true)]
    pub ms: u64,

    /// Timings of each engine
    #[arg(long, value_name = "N", default_value = "5", value_parser = whole, allow_negative_numbers = true)]
    pub repeats: u64,

    /// Number of threads [default: 1, for the speed of one core]
    #[arg(long, value_name = "T", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub threads: u64,

    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// One line of the table.
struct Line {
    rules: String,
    engine: &'static str,
    /// CPU nanoseconds a game, one for each repeat.
    ns_per_game: Vec<f64>,
    /// Battles or rolls.
    length_per_game: f64,
    study: Study,
    /// Games that take about as long as a timing should.
    games: u64,
}

/// Runs the verb.
pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    let threads = results::threads("--threads", Some(args.threads))?;
    let none = [("--ms 0", args.ms == 0), ("--repeats 0", args.repeats == 0)];
    Failure::given(&none, "nothing would be timed; use 1 or more")?;
    let mut lines = timed_engines(args)?;
    let bar = steps(lines.len() as u64 * (args.repeats + 1));
    let timed = |line: &mut Line, games| {
        bar.set_message(format!("{} {}", line.rules, line.engine));
        let ns = line.time(games, threads);
        bar.inc(1);
        ns
    };
    for line in &mut lines {
        let warm = timed(line, WARM_UP)?;
        let wanted = args.ms as f64 * 1e6 * threads.count() as f64;
        line.games = ((wanted / warm) as u64).max(WARM_UP);
    }
    // In turns, so that a machine that slows down slows everything down.
    for _ in 0..args.repeats {
        for line in &mut lines {
            let ns = timed(line, line.games)?;
            line.ns_per_game.push(ns);
        }
    }
    bar.finish_and_clear();
    let text = match args.format {
        Format::Text => text(&lines, args),
        format => format.table(&table(&lines, args))?,
    };
    print_in(args.format, &text)
}

fn timed_engines(args: &BenchArgs) -> Result<Vec<Line>, Failure> {
    let library = library();
    let mut lines = Vec::new();
    let presets = library.games().iter().flat_map(|game| game.presets());
    let default: Vec<String> = presets.map(|preset| preset.name.into()).collect();
    let wanted = if args.rules.is_empty() { &default } else { &args.rules };
    let wanted: Vec<String> = wanted.iter().map(|given| args.change.of(given)).collect();
    for given in &wanted {
        let Found { mut game, name, rules, .. } = find(&library, "--rules", given, false)?;
        if let (Err(_), Some((kind, text))) = (game.parts(&rules), game.usual_gear()) {
            game = game.with_gear(kind, "bench", text).map_err(Failure::usage)?;
        }
        // A game with one engine calls it `auto`.
        let engines = game.engines();
        for &engine in engines.iter().filter(|&&engine| engine != "auto" || engines.len() == 1) {
            let named = NamedRules { name: name.clone(), rules: rules.clone(), engine };
            let study = Study::new(game.clone(), vec![named])?;
            let study = study.seed(SEED);
            // An engine that cannot play the rule set here has no line.
            if play::check(&study).is_ok() {
                lines.push(Line {
                    rules: name.clone(),
                    engine,
                    ns_per_game: Vec::new(),
                    length_per_game: 0.0,
                    study,
                    games: 0,
                });
            }
        }
    }
    Ok(lines)
}

impl Line {
    /// Plays this many games; returns CPU nanoseconds a game.
    fn time(&mut self, games: u64, threads: Threads) -> Result<f64, Failure> {
        let clock = ProcessTime::now();
        let control = Control::default();
        let totals =
            play::play_range(&self.study, 0..games, Running { threads, control: &control })?;
        let length = totals.cells[0].moments(0, &self.study.info().all_outcomes()).sum;
        self.length_per_game = length as f64 / games as f64;
        Ok(clock.elapsed().as_nanos() as f64 / games as f64)
    }

    fn median_ns(&self) -> f64 {
        let mut sorted = self.ns_per_game.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }

    fn games_per_s(&self) -> f64 {
        1e9 / self.median_ns()
    }

    /// Battles or rolls.
    fn length_per_s(&self) -> f64 {
        self.games_per_s() * self.length_per_game
    }
}

fn text(lines: &[Line], args: &BenchArgs) -> String {
    let mut text = format!(
        "{}, {}; per core, from seed to tally, in CPU time\n",
        cpu_model(),
        counted(args.threads, "thread", "threads")
    );
    for game in library().games().iter().map(|game| game.info()) {
        let of_game: Vec<&Line> =
            lines.iter().filter(|line| line.study.info().name == game.name).collect();
        if of_game.is_empty() {
            continue;
        }
        let length = format!("{}/s", game.length().name);
        let header = ["rules", "engine", "games/s", &length, "ns/game"].map(String::from);
        let mut sheet = Sheet::new(header.to_vec(), 2);
        for line in of_game {
            sheet.push(vec![
                line.rules.clone(),
                line.engine.into(),
                grouped(line.games_per_s() as u64),
                grouped(line.length_per_s() as u64),
                grouped(line.median_ns() as u64),
            ]);
        }
        text.push_str(&format!("\n{}", sheet.text(terminal::width())));
    }
    text
}

fn table(lines: &[Line], args: &BenchArgs) -> Table {
    let games = library();
    let lengths = games.games().iter().map(|game| (game.info().name, game.info().length().name));
    let lengths: Vec<(&str, &str)> = lengths.collect();
    let header = [
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
    ]
    .map(String::from);
    let own = lengths.iter().map(|(_, length)| format!("{length}_per_s"));
    let mut table = Table::new("bench.csv", header.into_iter().chain(own));
    for line in lines {
        let mut row = vec![
            env!("CARGO_PKG_VERSION").into(),
            env!("WAR_SIM_COMMIT").into(),
            cpu_model().as_str().into(),
            args.threads.into(),
            line.study.info().name.into(),
            line.rules.as_str().into(),
            line.engine.into(),
            (line.ns_per_game.len() as u64).into(),
            line.games.into(),
            line.median_ns().into(),
            line.games_per_s().into(),
        ];
        let own = |game: &str| (line.study.info().name == game).then(|| line.length_per_s());
        row.extend(lengths.iter().map(|(game, _)| own(game).into()));
        table.push(row);
    }
    table
}
