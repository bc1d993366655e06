//! The command line watches over a run: its bar, its signals, and what it says on the way.

use std::any::Any;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::failure::{Failure, warn};
use super::interrupt;
use super::names;
use super::number::seconds_of;
use super::options::OutputArgs;
use super::output::{print, print_unless, said};
use super::pages::{draw_again, draw_into, drawn_of};
use super::progress::with_bar;
use super::results::{command as given, named, threads};
use super::stopped::goes_on;
use crate::api::run::{CHECKPOINT, End, Life, Watch, perform};
use crate::lab::report::html;
use crate::lab::run::Control;
use crate::lab::spec::Shard;
use crate::lab::store::begin::Games;
use crate::lab::store::disk::Disk;
use crate::lab::store::stored::Stored;
use crate::lab::tables::account::OfStudy;

/// The variable that says how long it is between two states, in seconds.
const CHECKPOINT_VARIABLE: &str = "WAR_SIM_CHECKPOINT_S";

/// The terminal, which watches over a run.
pub struct Terminal {
    /// Progress, and the wish to stop.
    pub control: Arc<Control>,
    quiet: bool,
    /// The command that goes on with a run that is stopped.
    go_on: String,
    expected: Cell<Option<u64>>,
}

impl Terminal {
    /// One that says nothing but errors if it is `quiet`; `part` is that of the run which is played.
    pub fn new(quiet: bool, part: Option<Shard>) -> Self {
        Self {
            control: Arc::default(),
            quiet,
            go_on: self::command(part),
            expected: Cell::default(),
        }
    }

    /// Does `work` under a progress bar that expects so much.
    pub fn under_bar<R>(&self, expected: Option<u64>, work: impl FnOnce() -> R) -> R {
        interrupt::note(|now| now.way.expected = expected);
        with_bar(expected, self.quiet, &self.control, work)
    }
}

impl Watch for Terminal {
    fn warn(&self, what: String, is_loss: bool) {
        if is_loss || !self.quiet {
            warn(what);
        }
    }

    fn expects(&self, expected: Option<u64>) {
        self.expected.set(expected);
    }

    fn opened(&self, disk: &Disk, folder: Option<&Path>) {
        interrupt::stop_on_signal(&self.control, disk, folder);
    }

    fn holds(&self, path: PathBuf) {
        interrupt::note(|now| now.temporary.push(path));
    }

    fn keeps(&self, has_rows: bool) -> Duration {
        interrupt::note(|now| (now.go_on, now.way.has_rows) = (self.go_on.clone(), has_rows));
        seconds_of(CHECKPOINT_VARIABLE).unwrap_or(CHECKPOINT)
    }

    fn saved(&self, games: u64) {
        interrupt::note(|now| now.way.saved = Some(games));
    }

    fn during(&self, work: &mut dyn FnMut()) {
        self.under_bar(self.expected.get(), work);
    }

    fn writes(&self) -> Result<Box<dyn Any>, Failure> {
        Ok(Box::new(interrupt::begin_results()?))
    }

    fn written(&self, target: &Path) {
        interrupt::note(|now| now.done = Some(target.to_owned()));
    }
}

impl OutputArgs {
    /// How the run of this name is led, unless the options name another.
    ///
    /// Errors: exit code 64 for bad options.
    pub fn life<'w>(&self, name: &str, watch: &'w Terminal) -> Result<Life<'w>, Failure> {
        let name = named(self, name, "")?;
        Ok(Life {
            threads: threads("--threads", self.threads)?,
            rows: None,
            folder: (!self.no_files).then(|| self.out.join(name)),
            resume: self.long.resume,
            force: self.force,
            command: given(),
            watch,
        })
    }

    /// Says that nothing is left to play there, and draws the page that is asked for.
    ///
    /// Errors: those of the page, and of standard output.
    pub fn complete(&self, target: &Path) -> Result<(), Failure> {
        if self.report {
            draw_into(target)?;
        }
        let shown = names::shown(target);
        print_unless(self.quiet, &format!("{shown} is complete: nothing is left to play\n"))
    }

    /// Plays these games, and prints what came out unless it is `silent`; `None` where all was there.
    ///
    /// Errors: those of the run, and of standard output.
    pub fn answer(
        &self,
        games: &Games<'_>,
        (life, terminal): (&Life<'_>, &Terminal),
        silent: bool,
    ) -> Result<Option<OfStudy<'static>>, Failure> {
        let target = life.folder.as_deref();
        // It goes with the counts that it tells of.
        let was_drawn = target.and_then(drawn_of);
        let mut out = String::new();
        let tell = |account: &OfStudy<'static>, target: Option<&Path>| {
            if !silent {
                out = said(account, (self.format, self.quiet), target, "")?;
            }
            let page = |folder: &Path| {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                let verb = &account.manner().verb;
                html::page(vec![Stored::of_finished(account.finished(), &name, verb)])
            };
            Ok(target.filter(|_| self.report).map(page))
        };
        let went = perform(games, life, &terminal.control, None, tell);
        match went.map_err(interrupt::failure)? {
            End::There => self.complete(target.unwrap_or(Path::new(""))).map(|()| None),
            End::Stopped(_) => Err(interrupt::failure(Failure::stopped())),
            End::Whole(account) => {
                if let Some(target) = target {
                    draw_again(target, was_drawn, self.quiet)?;
                }
                print(&out)?;
                Ok(Some(account))
            }
        }
    }
}

/// The command that was typed, with `--resume`; a part of a run by its number.
fn command(shard: Option<Shard>) -> String {
    let mut words = super::typed();
    for k in 0..words.len() {
        let Some(shard) = shard else { break };
        if words[k] == "--shard" && k + 1 < words.len() {
            words[k + 1] = shard.to_string();
        } else if words[k].starts_with("--shard=") {
            words[k] = format!("--shard={shard}");
        }
    }
    goes_on(words)
}
