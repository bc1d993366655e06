//! A run as the command line leads it: as its options say, under its bar and signals, until what came out is
//! printed.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;
use std::thread;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::failure::warn;
use super::format::Format;
use super::library::{library, usual_rules};
use super::number::{seconds_of, whole};
use super::options::{DICE, DiceArgs, OutputArgs, PlaceArgs, QUESTIONS, RulesArgs};
use super::output::{at_end, print_before, print_unless, write_whole};
use super::stopped::{command_line, stopped};
use super::{interrupt, names, progress};
use crate::api::run::{RunEnd, RunOptions, RunOutcome, Watch, play_run};
use crate::core::cards::deals::DealsFrom;
use crate::core::stats::share::ShareOf;
use crate::core::wording::number::share;
use crate::core::wording::text::grouped;
use crate::game::Game;
use crate::lab::refused::{Fault, Refused, Shown as _, UNREAD_ROWS};
use crate::lab::report;
use crate::lab::run::Control;
use crate::lab::spec::{Decks, Shard, Spec, Study};
use crate::lab::store::disk::STDOUT;
use crate::lab::store::files::PAGE;
use crate::lab::store::rows::PerGame;
use crate::lab::study::Finished;
use crate::lab::study::rows::RowDetail;
use crate::lab::study::until::{Reached, given_up};

/// The variable that says how long it is between two states, in seconds.
const CHECKPOINT_VARIABLE: &str = "WAR_SIM_CHECKPOINT_S";

/// What a batch takes, with its verb or without one.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// What is played.
    #[command(flatten)]
    pub rules: RulesArgs,

    /// Which games, what is asked of them, where the results go.
    #[command(flatten)]
    pub study: StudyArgs,
}

/// What every verb takes that plays a study.
#[derive(Clone, Debug, Args)]
pub struct StudyArgs {
    /// Games of each rule set [default: 1e6]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// The seed
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// Index of the first game
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true, hide_short_help = true)]
    pub first_game: u64,

    /// Play the decks of this file (- is stdin)
    #[arg(long, value_name = "FILE", conflicts_with = "games", hide_short_help = true)]
    pub decks: Option<PathBuf>,

    /// What is played with.
    #[command(flatten)]
    pub dice: DiceArgs,

    /// Let each die also play against itself
    #[arg(help_heading = DICE, long, hide_short_help = true)]
    pub self_play: bool,

    /// Rank by win-share or score [default: win-share]
    #[arg(help_heading = DICE, long, value_name = "BY", value_parser = PossibleValuesParser::new(ShareOf::WORDS), hide_possible_values = true, hide_short_help = true)]
    pub rank_by: Option<String>,

    /// Confidence of the intervals
    #[arg(help_heading = QUESTIONS, long, value_name = "P", default_value = "0.95", value_parser = share, allow_negative_numbers = true)]
    pub confidence: f64,

    /// Stop at a half-width, such as a_win:0.001
    #[arg(help_heading = QUESTIONS, long, value_name = "M:WIDTH")]
    pub until: Vec<String>,

    /// Also count games by a feature, such as aces_a
    #[arg(help_heading = QUESTIONS, long, value_name = "FEATURE", value_delimiter = ',')]
    pub by: Vec<String>,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl StudyArgs {
    /// What is asked of these rule sets, of this game if it must be one.
    pub fn spec(&self, wanted: &[String], game: Option<&str>) -> Spec {
        let decks = self.decks.as_ref().map(|path| path.to_string_lossy().into());
        Spec {
            self_play: self.self_play,
            rank_by: self.rank_by.clone().filter(|by| by == "score"),
            seed: Some(self.seed),
            games: self.games,
            first_game: (self.first_game > 0).then_some(self.first_game),
            decks: decks.map(Decks::File),
            confidence: Some(self.confidence),
            until: self.until.clone(),
            by: self.by.clone(),
            engine: Some(self.output.engine.clone()),
            ..self.dice.spec(wanted, game)
        }
    }
}

/// Plays a batch, of this game if it must be one.
///
/// Errors: as every verb.
pub fn play_batch(args: &BatchArgs, game: Option<&str>) -> Result<(), Refused> {
    let BatchArgs { rules, study } = args;
    let spec = study.spec(&rules.wanted(usual_rules(game)), game);
    let batch = spec.resolve(&library())?;
    let usual = Game::default().info().name;
    let verb = if batch.info().name == usual { "batch" } else { batch.info().name };
    play_and_print(batch.verb(verb), &study.output).map(drop)
}

/// Plays a study, or its part, into the folder of its name unless the options give another, and prints what
/// came out.
///
/// Errors: as every verb.
pub fn play_and_print(study: Study, output: &OutputArgs) -> Result<Finished, Refused> {
    let (rows, name) = (per_game(output, &study)?, names::of_run(&study));
    let study = &output.part(study)?;
    // Then it has rows, and nothing else.
    let is_rows = rows.as_ref().is_some_and(|file| file.path == Path::new(STDOUT));
    check(output, rows.as_ref(), is_rows)?;
    let terminal = Terminal::of(&output.place);
    let options = RunOptions { per_game: rows, ..output.run_options(&name, &terminal)? };
    let target = options.folder.as_deref();
    let control = &terminal.control;
    let (at_signal, in_time) = (Arc::clone(control), Arc::clone(control));
    let waiting = interrupt::at_first(move || at_signal.stop());
    if let Some(time) = output.stop_after {
        thread::spawn(move || {
            thread::sleep(time);
            in_time.stop();
        });
    }
    let lived = play_run(study, &options, control).map_err(|failure| match failure.mend {
        // The reader of rows may stop when it likes, as `head` does; files cannot go without theirs.
        UNREAD_ROWS if is_rows && output.no_files => Refused::new(Fault::ClosedPipe, ""),
        _ => failure,
    });
    drop(waiting);
    let RunOutcome { tables, end, .. } = lived?;
    match end {
        RunEnd::Stopped => return Err(stopped(control, output.no_files)),
        RunEnd::There => {
            let target = target.unwrap_or(Path::new(""));
            if output.place.report {
                let page = report::page(slice::from_ref(&tables));
                write_whole(&target.join(PAGE), page.as_bytes(), true)?;
            }
            let shown = names::shown(target);
            let text = format!("{shown} is complete: nothing is left to play\n");
            print_unless(output.place.quiet, &text)?;
        }
        RunEnd::Whole => {
            if !is_rows {
                let said = output.place.format.all(&tables);
                print_before(&at_end(said, &output.place, target, ""))?;
            }
            // What is lost is said, however quiet it is to be.
            for alike in study.refused.chunk_by(|one, next| one.reason == next.reason) {
                let names: Vec<&str> = alike.iter().map(|cell| cell.name.as_str()).collect();
                warn(format!("{}: left out: {}", names.join("; "), alike[0].reason));
            }
        }
    }
    let finished = tables.into_finished();
    check_reached(&finished).map(|()| finished)
}

/// The request for a row per game of this study.
fn per_game(output: &OutputArgs, study: &Study) -> Result<Option<PerGame>, Refused> {
    let args = &output.rows;
    let features =
        args.with_features.as_ref().map(|names| study.row_features(names)).transpose()?;
    let Some(path) = args.per_game.as_deref() else {
        let given = [("--with-decks", args.with_decks), ("--with-features", features.is_some())];
        let why = "is for rows of games: name their file with --per-game FILE";
        return Refused::given(&given, why).map(|()| None);
    };
    let why = format!("{} is played without a deck; leave it out", study.info().title);
    Refused::given(&[("--with-decks", args.with_decks && !study.game.has_deck())], why)?;
    let is_stdout =
        ["-", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name));
    let path = if is_stdout { Path::new(STDOUT) } else { path };
    let features = features.unwrap_or_default();
    PerGame::new(path, RowDetail { features, deals: args.with_decks }).map(Some)
}

/// Refuses what contradicts itself, before anything is made.
fn check(output: &OutputArgs, rows: Option<&PerGame>, is_rows: bool) -> Result<(), Refused> {
    let shard = output.shard;
    if let Some(file) = rows.filter(|file| shard.is_some() && !file.is_bare()) {
        return Err(Refused::usage(format!(
            "--per-game {}: the parts of a run would all write this file; give a bare name, and each part \
             has its own in its folder",
            file.path.shown()
        )));
    }
    if output.no_files {
        let is_file = rows.is_some_and(|file| !file.is_stdout());
        let given = [("--per-game", is_file), ("--shard", shard.is_some())];
        Refused::given(&given, "needs files: remove --no-files")?;
    }
    if is_rows && output.place.format != Format::Text {
        let what =
            "--per-game and --format both write to standard output; let one of them go to a file";
        return Err(Refused::usage(what));
    }
    Ok(())
}

/// Whether every precision that was asked for was reached.
///
/// Errors: exit code 2 with the first that was not.
pub fn check_reached(finished: &Finished) -> Result<(), Refused> {
    let Finished { study, totals, reached, .. } = finished;
    let missed: Vec<&Reached> = reached.iter().filter(|reached| !reached.is_reached()).collect();
    let Some(first) = missed.first() else { return Ok(()) };
    // As many of more games would be given up.
    let (down, up) = given_up(study, totals, first.of, first.target.measure);
    let remedy = match down + up > 2.0 * first.target.half_width {
        true => "games that were given up leave it open; use rules that give up later",
        false if !matches!(study.deals.from, DealsFrom::Seed) => {
            "there are no more deals; ask for less"
        }
        false => "use more --games, or leave --games out",
    };
    let others = match missed.len() {
        1 => String::new(),
        2 => ", nor is another".into(),
        n => format!(", nor are {} others", n - 1),
    };
    let (asked, name) = (first.target.text(study.info()), &first.name);
    let (games, width) = (grouped(finished.games), first.width());
    let what = format!(
        "--until {asked} ({name}): not reached at {games} games, {width}{others}; {remedy}"
    );
    Err(Refused::new(Fault::NotReached, what))
}

impl PlaceArgs {
    /// Where the run of this name goes, unless the options name another, and what is written there.
    ///
    /// Errors: exit code 64 for a name that cannot be a folder's.
    pub fn run_options<'w>(
        &self,
        name: &str,
        suffix: &str,
        watch: &'w Terminal,
    ) -> Result<RunOptions<'w>, Refused> {
        Ok(RunOptions {
            folder: Some(self.out.join(names::named(self, name, suffix)?)),
            force: self.force,
            report: self.report,
            command: command_line(),
            watch: Some(watch),
            ..RunOptions::default()
        })
    }
}

impl OutputArgs {
    /// How the run of this name is led, unless the options name another.
    ///
    /// Errors: exit code 64 for bad options.
    pub fn run_options<'w>(
        &self,
        name: &str,
        watch: &'w Terminal,
    ) -> Result<RunOptions<'w>, Refused> {
        let suffix = self.shard.map(Shard::suffix).unwrap_or_default();
        let options = self.place.run_options(name, &suffix, watch)?;
        Ok(RunOptions {
            threads: self.threads.unwrap_or_default(),
            folder: options.folder.filter(|_| !self.no_files),
            resume: self.resume,
            every: seconds_of(CHECKPOINT_VARIABLE),
            ..options
        })
    }

    /// The part of a study that is to be played; all of it without `--shard`.
    ///
    /// Errors: those of [`Study::shard`].
    pub fn part(&self, study: Study) -> Result<Study, Refused> {
        self.shard.map_or(Ok(study.clone()), |shard| study.shard(shard))
    }
}

/// The terminal, which watches over a run.
#[derive(Default)]
pub struct Terminal {
    /// Progress, and the wish to stop.
    pub control: Arc<Control>,
    /// Whether it says nothing but errors.
    pub quiet: bool,
}

impl Terminal {
    /// The one of these options.
    pub fn of(place: &PlaceArgs) -> Self {
        Self { quiet: place.quiet, ..Self::default() }
    }
}

impl Watch for Terminal {
    fn warn(&self, what: String, is_loss: bool) {
        if is_loss || !self.quiet {
            warn(what);
        }
    }

    fn plays(&self) -> Box<dyn Any> {
        Box::new((!self.quiet).then(|| progress::shown(&self.control)))
    }
}
