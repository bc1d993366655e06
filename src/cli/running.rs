//! What every verb that plays a study does: check, play, write, say what came out.

use std::path::Path;

use super::failure::{Failure, Kind};
use super::format::Format;
use super::kept::Terminal;
use super::library::library;
use super::names;
use super::options::{OutputArgs, PerGameArgs, StudyArgs};
use super::output::{print_in, print_said};
use super::precision;
use super::results::named;
use crate::lab::report::html;

use crate::core::wording::digits::{counted, duration};
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, grouped};
use crate::lab::run::Control;
use crate::lab::spec::refused::UNREAD_ROWS;
use crate::lab::spec::{Shard, Study, Target, has_deck};
use crate::lab::store::begin::games::Games;
use crate::lab::store::per_game::PerGame;
use crate::lab::store::stored::Stored;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{self, Running};
use crate::lab::study::predict::{self, Takes};
use crate::lab::study::{Finished, plan, size};
use crate::lab::tables::account::{Manner, OfStudy};
use crate::lab::tables::summary;

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
    /// Does what is asked with this study: plays, predicts or plans.
    pub fn perform(&self, study: Study, verb: &'static str, name: String) -> Result<(), Failure> {
        let per_game = per_game(&self.per_game, &study)?;
        let output = &self.output;
        let task = Task { study, verb, name, output, per_game };
        if self.question.plan {
            return task.plan();
        }
        let target = |text: &String| {
            Target::parse(text, task.study.info())
                .map_err(|error| Failure::usage(format!("--predict {text}: {error}")))
        };
        let targets = self.question.predict.iter().map(target).collect::<Result<Vec<_>, _>>()?;
        if targets.is_empty() { task.run() } else { task.predict(&targets) }
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
                    file.path.display()
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
        Failure::given(&[("--with-decks", has_decks && !has_deck(&*study.game))], why)?;
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
        let page = |account: &OfStudy<'static>, folder: &Path| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let stored = Stored::of_finished(account.finished(), &name, self.verb);
            Some(html::page(vec![stored]))
        };
        let answered = output
            .answer(&games, (&life, &terminal), self.rows_on_stdout(), page)
            .map_err(|failure| self.rows_lost(failure))?;
        let Some(account) = answered else {
            return precision::check_stored(study, &output.target());
        };
        self.report_refused("ran")?;
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

    /// Plays a few games without writing anything.
    fn pilot<R>(&self, work: impl FnOnce(Running<'_>) -> Result<R, Failure>) -> Result<R, Failure> {
        let threads = super::results::threads("--threads", self.output.threads)?;
        size::check(&self.study)?;
        play::check(&self.study)?;
        let control = Control::default();
        work(Running { threads, control: &control })
    }

    /// Refuses options of a run where none is played.
    fn plays_no_part(&self, instead: &str) -> Result<(), Failure> {
        let long = &self.output.long;
        let all = [&[("--resume", long.resume)][..], &long.of_parts()].concat();
        Failure::given(&all, format!("{instead} is of the whole run; leave one out"))
    }

    /// Estimates from a pilot how many games these precisions need; writes nothing.
    pub fn predict(&self, targets: &[Target]) -> Result<(), Failure> {
        self.plays_no_part("--predict")?;
        let study = &self.study;
        let found = self.pilot(|running| predict::predict(study, targets, running))?;
        if self.output.format != Format::Text {
            return print_in(self.output.format, &self.output.format.table(&found.table(study))?);
        }
        let mut lines = vec![
            ["rules", "measure", "pilot", "half-width", "games", "--until", "time"]
                .map(String::from)
                .to_vec(),
        ];
        for need in found.needs {
            lines.push(vec![
                need.of.name(study),
                need.target.name(study.info()),
                need.estimate.map_or("-".into(), |estimate| format!("{estimate:.5}")),
                need.target.half_width.to_string(),
                games_taken(need.takes_fixed()),
                games_taken(need.takes()),
                need.fixed.map_or("-".into(), |games| duration(found.per_game_s * games as f64)),
            ]);
        }
        let right = Align::Right;
        let unseen = lines.iter().any(|line| line[4] == "cannot tell");
        let mut said = Said::words_of(format!(
            "estimates from a pilot of {} games, seed {}, {} % intervals; nothing\u{a0}was\u{a0}written",
            grouped(found.pilot),
            study.deals.seed.0,
            100.0 * study.confidence
        ));
        said.gap();
        said.rows([Align::Left, Align::Left, right, right, right, right, right], lines);
        if unseen {
            said.gap();
            said.words("", "For \"cannot tell\", all pilot games were alike: use more games.");
        }
        print_said(&said)
    }

    /// Shows what would be done; writes nothing.
    pub fn plan(&self) -> Result<(), Failure> {
        self.plays_no_part("--plan")?;
        let mut study = self.study.clone();
        // What only a precision ends takes what a pilot suggests, if that is a number.
        let mut takes = None;
        if study.is_open_ended() {
            let forecast = self.pilot(|running| predict::forecast(&study, running))?.takes;
            if let Takes::Games(games) = forecast {
                study = study.games(games);
            }
            takes = Some(forecast);
        }
        let unknown = takes.filter(|takes| !matches!(takes, Takes::Games(_)));
        let study = &study;
        let planned = self.pilot(|running| plan::plan(study, running))?;
        if self.output.format != Format::Text {
            let table = plan::table(&planned, unknown.is_none());
            print_in(self.output.format, &self.output.format.table(&table)?)?;
            return self.report_refused("can");
        }
        let mut said = summary::story(&study.spec);
        let mut lines = vec![["rules", "engine", "games", "time"].map(String::from).to_vec()];
        for rules in &planned {
            let [games, time] = match unknown {
                None => [grouped(rules.games), duration(rules.seconds)],
                Some(takes) => [games_taken(takes), "-".into()],
            };
            lines.push(vec![rules.name.clone(), rules.engine.into(), games, time]);
        }
        let aligns = [Align::Left, Align::Left, Align::Right, Align::Right];
        said.rows(aligns, lines);
        let stops = study.has_targets();
        let name = self.output.name.as_deref().unwrap_or(&self.name);
        let rule_sets = counted(study.rule_sets.len() as u64, "rule set", "rule sets");
        let seed = study.deals.seed.0;
        let what = match unknown {
            Some(takes) => format!("{rule_sets}, seed {seed}: {}", precision::how_many(takes)),
            None => {
                let about = if takes.is_some() { "about " } else { "" };
                let at_most = if stops && takes.is_none() { " at most" } else { "" };
                format!(
                    "{rule_sets}, {about}{} each{at_most}, seed {seed}: {} by a few timed games",
                    counted(study.games, "game", "games"),
                    duration(planned.iter().map(|rules| rules.seconds).sum()),
                )
            }
        };
        said.gap();
        said.words(
            "",
            format!(
                "{what}; nothing\u{a0}was\u{a0}written; without --plan the results go to {}",
                names::shown(&self.output.out.join(name)),
            ),
        );
        print_said(&said)?;
        self.report_refused("can")
    }

    /// Rule sets of a sweep that cannot be played, after everything else was done.
    fn report_refused(&self, others_did: &str) -> Result<(), Failure> {
        let refused = &self.study.refused;
        if refused.is_empty() {
            return Ok(());
        }
        let list: Vec<String> =
            refused.iter().map(|cell| format!("\n  {}: {}", cell.name, cell.reason)).collect();
        let (cells, others) = if refused.len() == 1 { ("cell", "it") } else { ("cells", "them") };
        Err(Failure::data(format!(
            "{} {cells} of the sweep cannot be played (the others {others_did}); change {others} or leave \
             {others} out:{}",
            refused.len(),
            list.concat()
        )))
    }
}

/// How many games a precision takes, in a cell of a table.
fn games_taken(takes: Takes) -> String {
    match takes {
        Takes::Games(games) => grouped(rounded(games)),
        Takes::TooMany => "too many".into(),
        Takes::CannotTell => "cannot tell".into(),
    }
}

/// A number of games rounded up to three digits: a pilot does not carry more.
fn rounded(games: u64) -> u64 {
    let unit = 10_u64.pow(games.checked_ilog10().unwrap_or(0).saturating_sub(2));
    games.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_three_digits() {
        let all = [0, 7, 999, 1_000, 1_001, 959_977, u64::MAX];
        let expected = [0, 7, 999, 1_000, 1_010, 960_000, u64::MAX];
        assert_eq!(all.map(rounded), expected);
    }
}
