//! `hunt --climb`: a search for long deals, stopped and gone on with at any time.

pub mod account;
mod there;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value as Json, json};

use self::account::{OfClimb, line};
use self::there::{Beginning, Start};
use super::HuntArgs;
use crate::cli::failure::{Failure, Kind};
use crate::cli::game::{Home, single};
use crate::cli::kept::every;
use crate::cli::names;
use crate::cli::number::whole;
use crate::cli::output::{print, said};
use crate::cli::results::{Counts, Run, Written, named};
use crate::cli::resume::{command, say_complete};
use crate::cli::terminal::say;
use crate::core::cards::Seed;
use crate::core::game::{GameInfo, Search};
use crate::core::wording::text::grouped;
use crate::lab::climb::progress::CLIMB;
use crate::lab::climb::{Progress, ROUND, round};
use crate::lab::run::RunError;
use crate::lab::store::again::TOLD;
use crate::lab::store::signed::sha256;

/// The rule set of a search that names none.
const DEFAULT_RULES: &str = "beggar";

/// Options of the search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Climbing (Beggar-My-Neighbour)")]
pub struct ClimbArgs {
    /// Search for long deals instead of playing a batch
    #[arg(long, conflicts_with_all = [
        "longest", "shortest", "deepest_war", "most", "least", "games", "first_game", "decks", "until",
        "predict", "plan", "prove_cycles", "by", "per_game",
    ])]
    pub climb: bool,

    /// Begin with this deal; later climbs begin with random ones
    #[arg(long, value_name = "DEAL", allow_hyphen_values = true)]
    pub from: Option<String>,

    /// Stop after this many minutes [default: 10, unless --climbs is given]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub minutes: Option<f64>,

    /// Stop after this many climbs in all, rounded up to 64s
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub climbs: Option<u64>,
}

impl ClimbArgs {
    /// Refuses options of the search where there is none.
    pub fn check(&self) -> Result<(), Failure> {
        let given = [
            ("--from", self.from.is_some()),
            ("--minutes", self.minutes.is_some()),
            ("--climbs", self.climbs.is_some()),
        ];
        match given.into_iter().find(|&(_, given)| given && !self.climb) {
            Some((option, _)) => Err(Failure::usage(format!(
                "{option}: is for a search; add --climb, or leave it out"
            ))),
            None => Ok(()),
        }
    }
}

/// When to stop.
struct Until {
    deadline: Option<Instant>,
    climbs: Option<u64>,
}

impl Until {
    fn of(args: &ClimbArgs) -> Result<Self, Failure> {
        let minutes = match (args.minutes, args.climbs) {
            (None, None) => Some(10.0),
            (minutes, _) => minutes,
        };
        if let Some(minutes) = minutes.filter(|m| !(*m >= 0.0 && *m <= 1e6)) {
            let what = format!("--minutes {minutes}: use a number from 0 to 1000000");
            return Err(Failure::usage(what));
        }
        let deadline =
            minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes));
        // Climbs come in rounds.
        let climbs = args.climbs.map(|climbs| climbs.div_ceil(ROUND).saturating_mul(ROUND));
        Ok(Self { deadline, climbs })
    }

    fn is_reached(&self, progress: &Progress) -> bool {
        self.climbs.is_some_and(|climbs| progress.climbs >= climbs)
            || self.deadline.is_some_and(|at| Instant::now() >= at)
    }
}

/// Runs the search.
pub fn run(args: &HuntArgs) -> Result<(), Failure> {
    let (study, given) = single("a search", &args.what, DEFAULT_RULES, Home::ANY)?;
    let (game, found) = (Arc::clone(&study.game), &study.rule_sets[0]);
    let given = given.as_str();
    if args.output.no_files {
        return Err(Failure::usage("--no-files: a search is saved as it goes on; leave it out"));
    }
    let (info, seed, from) = (game.info(), args.sample.seed, args.climb.from.as_deref());
    if args.output.engine != game.engines()[0] {
        return Err(Failure::usage("--engine: a search chooses its engine itself; leave it out"));
    }
    if args.output.report {
        return Err(Failure::usage(
            "--report: a search has no page, only its finds; leave it out and read records.csv",
        ));
    }
    if args.output.long.shard.is_some() {
        return Err(Failure::usage(
            "--shard: a search has no parts; give each machine another --seed",
        ));
    }
    // Everything that can be wrong with rules and deal is wrong here.
    let first = game
        .search(&found.rules, Seed(seed), from)
        .map_err(|what| Failure::usage(format!("hunt --climb: {what}")))?;
    let make = || -> Box<dyn Search> {
        let made = game.search(&found.rules, Seed(seed), from);
        made.unwrap_or_else(|what| unreachable!("it was made before: {what}"))
    };
    let identity = json!({
        "verb": "hunt --climb",
        "game": info.name,
        "recipe": info.recipe,
        "rules": {"name": found.name, "fields": game.fields(&found.rules)},
        "seed": seed,
        "from": from,
    });
    let until = Until::of(&args.climb)?;
    let rules = names::of_rule_set(&*game, &found.name, &found.rules);
    let name = folder_name(&rules, seed, from);
    let folder = args.output.out.join(named(&args.output, &name, ""));
    let beginning = Beginning {
        output: &args.output,
        folder: &folder,
        identity: &identity,
        info,
        climbs: until.climbs,
    };
    let (mut progress, beyond, claim) = match beginning.start()? {
        Start::Complete => return say_complete(&folder, args.output.quiet),
        Start::At(progress, claim) => (progress, 0, claim),
        Start::Fresh(beyond, claim) => (Progress::default(), beyond, claim),
    };
    let mut told = progress.longest.len();
    let every = every();
    let stopped = loop {
        // A stretch of rounds, then everything is put in place, so that little is lost with the
        // machine.
        let run = Run::open_as(&args.output, &name, identity.clone(), claim)?;
        let begun = Instant::now();
        let before = progress.deals;
        let mut stopped = false;
        while !until.is_reached(&progress) {
            match round(&mut progress, info, &make, run.threads, &run.control) {
                Ok(()) => {}
                Err(RunError::Stopped { .. }) => {
                    stopped = true;
                    break;
                }
                Err(error) => return Err(run.failure(error, |_| unreachable!("no rows"))),
            }
            if !args.output.quiet {
                tell(&progress, &mut told, info);
            }
            if progress.climbs >= beyond && begun.elapsed() >= every {
                break;
            }
        }
        if progress.climbs < beyond {
            let what = format!(
                "stopped after {} climbs; the {} that {} has stay as they are",
                grouped(progress.climbs),
                grouped(beyond),
                folder.display()
            );
            return Err(Failure::new(Kind::Interrupted, what));
        }
        save(run, args, &progress, [&found.name, given], &identity, info, before)?;
        if stopped || until.is_reached(&progress) {
            break stopped;
        }
    };
    let given = given.to_owned();
    let account = OfClimb { info, rules: found.name.clone(), given, seed, search: first, progress };
    print(&said(&account, &args.output, Some(&folder)))?;
    if stopped {
        return Err(Failure::new(
            Kind::Interrupted,
            format!(
                "stopped after {} climbs, saved in {}; go on with\n  {}",
                grouped(account.progress.climbs),
                folder.display(),
                command(None)
            ),
        ));
    }
    Ok(())
}

/// A name that tells searches apart.
fn folder_name(rules: &str, seed: u64, from: Option<&str>) -> String {
    let from = from.map(|deal| format!("-from-{}", &sha256(deal.as_bytes())[..8]));
    format!("climb-{rules}-seed{seed}{}", from.unwrap_or_default())
}

/// Puts the progress and its table in place; `rules` is what the rule set is called, and what to type
/// for it.
fn save(
    run: Run,
    args: &HuntArgs,
    progress: &Progress,
    rules: [&str; 2],
    identity: &Json,
    info: &'static GameInfo,
    before: u64,
) -> Result<(), Failure> {
    let elapsed = run.elapsed();
    let table = progress.table(rules[0], args.sample.seed, info);
    run.save(Written {
        tables: &[table],
        counts: Counts::File(CLIMB, progress.encode(identity)),
        files: Vec::new(),
        rows: None,
        more: vec![(TOLD, json!({"given_rules": [rules[1]]}))],
        engines: json!({}),
        games_played: progress.deals - before,
        elapsed,
    })
}

/// Says on stderr what was found since.
fn tell(progress: &Progress, told: &mut usize, info: &GameInfo) {
    for find in &progress.longest[*told..] {
        say(line(find, info));
    }
    *told = progress.longest.len();
}
