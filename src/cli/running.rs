//! What every verb that plays a study does: check, play, write, say what came out.

use std::path::Path;

use super::failure::{Failure, Kind, warn};
use super::format::Format;
use super::kept::Terminal;
use super::library::library;
use super::options::{OutputArgs, PerGameArgs, StudyArgs};
use super::precision;
use super::results::named;
use crate::lab::refused::Shown as _;
use crate::lab::spec::refused::UNREAD_ROWS;
use crate::lab::spec::{Shard, Study};
use crate::lab::store::begin::Games;
use crate::lab::store::per_game::PerGame;
use crate::lab::study::Finished;
use crate::lab::study::batch::RowDetail;
use crate::lab::tables::account::Manner;

/// Standard output, as a file.
const STDOUT: &str = "/dev/stdout";

/// A study and everything to be done with it.
#[derive(Debug)]
pub struct Task<'a> {
    /// What plays and what is asked.
    pub study: Study,
    /// The verb, which distinguishes runs.
    pub verb: &'static str,
    /// The name of the folder, unless the options give another.
    pub name: String,
    /// Where the results go.
    pub output: &'a OutputArgs,
    /// Where the row of each game goes.
    pub per_game: Option<PerGame>,
}

/// The request for a row per game of this study: what the options say, else what its file does.
pub fn per_game(args: &PerGameArgs, study: &Study) -> Result<Option<PerGame>, Failure> {
    let features =
        args.with_features.as_ref().map(|names| study.row_features(names.clone())).transpose()?;
    let path = args.per_game.as_deref().or(study.spec.per_game.as_deref().map(Path::new));
    let Some(path) = path else {
        let given = [("--with-decks", args.with_decks), ("--with-features", features.is_some())];
        let why = "is for rows of games: name their file with --per-game FILE";
        return Failure::given(&given, why).map(|()| None);
    };
    let features = features.or_else(|| study.spec.with_features.clone()).unwrap_or_default();
    let is_stdout =
        ["-", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name));
    let path = if is_stdout { Path::new(STDOUT) } else { path };
    PerGame::new(path, RowDetail { features, deals: args.with_decks }).map(Some)
}

impl StudyArgs {
    /// Plays this study.
    pub fn perform(&self, study: Study, verb: &'static str, name: String) -> Result<(), Failure> {
        let per_game = per_game(&self.per_game, &study)?;
        Task { study, verb, name, output: &self.output, per_game }.run()
    }
}

impl Task<'_> {
    /// The part of the study that is to be played, all of it without `--shard`, and the options with
    /// the name of its folder.
    pub fn part(&self) -> Result<(Study, Option<Shard>, OutputArgs), Failure> {
        let mut output = self.output.clone();
        let mut study = self.study.clone();
        let shard = output.long.shard;
        if let Some(shard) = shard {
            study = study.shard(shard)?;
            if let Some(file) = self.per_game.as_ref().filter(|file| !file.is_bare()) {
                return Err(Failure::usage(format!(
                    "--per-game {}: the parts of a run would all write this file; give a bare name, \
                     and each part has its own in its folder",
                    file.path.shown()
                )));
            }
        }
        let suffix = shard.map(Shard::suffix).unwrap_or_default();
        output.name = Some(named(&output, &self.name, &suffix)?);
        Ok((study, shard, output))
    }

    /// Refuses what contradicts itself or makes no game, before anything is made.
    fn check(&self, study: &Study) -> Result<(), Failure> {
        let has_decks = self.per_game.as_ref().is_some_and(|file| file.detail.deals);
        let why = format!("{} is played without a deck; leave it out", study.info().title);
        Failure::given(&[("--with-decks", has_decks && !study.game.has_deck())], why)?;
        let long = &self.output.long;
        if self.output.no_files {
            let is_file = self.per_game.as_ref().is_some_and(|file| !file.is_special());
            let given = [("--per-game", is_file), ("--shard", long.shard.is_some())];
            Failure::given(&given, "needs files: remove --no-files")?;
        }
        if self.rows_on_stdout() && self.output.format != Format::Text {
            let what = "--per-game and --format both write to standard output; let one of them go to \
                        a file";
            return Err(Failure::usage(what));
        }
        Ok(())
    }

    /// Whether standard output has rows, and therefore nothing else.
    fn rows_on_stdout(&self) -> bool {
        self.per_game.as_ref().is_some_and(|file| file.path == Path::new(STDOUT))
    }

    /// Plays the study, writes its files and prints what came out.
    pub fn run(&self) -> Result<(), Failure> {
        let (study, shard, output) = self.part()?;
        let study = &study;
        self.check(study)?;
        let terminal = Terminal::new(output.quiet, shard);
        let life = output.life("", &terminal)?;
        let manner = Manner { verb: self.verb.into(), threads: life.threads.count() };
        let games = Games {
            study,
            manner,
            rows: self.per_game.clone().map(|file| file.of_study(study)),
            is_default_name: self.output.name.is_none(),
            library: library(),
        };
        let answered = output
            .answer(&games, (&life, &terminal), self.rows_on_stdout())
            .map_err(|failure| self.rows_lost(failure))?;
        let Some(account) = answered else {
            return precision::check_stored(study, &output.target());
        };
        if !self.output.quiet {
            self.name_left_out();
        }
        let Finished { totals, reached, .. } = account.finished();
        precision::check(study, totals, reached)
    }

    /// Where standard output is all that the run writes, its reader may stop when it likes, as `head` does;
    /// files cannot go without their rows.
    fn rows_lost(&self, failure: Failure) -> Failure {
        match failure.mend {
            UNREAD_ROWS if self.rows_on_stdout() && self.output.no_files => {
                Failure::new(Kind::ClosedPipe, "")
            }
            _ => failure,
        }
    }

    /// Cells of a sweep that make no game are left out, and named.
    fn name_left_out(&self) {
        for cell in &self.study.refused {
            warn(format!("{}: cannot be played, and is left out: {}", cell.name, cell.reason));
        }
    }
}
