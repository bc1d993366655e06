//! `hunt --climb` and `hunt --endless`: searches for long and for endless deals, stopped and gone on with at
//! any time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use super::HuntArgs;
use crate::cli::failure::Failure;
use crate::cli::game::single;
use crate::cli::kept;
use crate::cli::names;
use crate::cli::number::{minutes, whole};
use crate::cli::output::{print_in, said};
use crate::cli::pages::{drawn_of, in_own_name};
use crate::cli::progress::Expected;
use crate::cli::results::{self, Run, named};
use crate::core::cards::Seed;
use crate::core::game::{Goal, Search};
use crate::core::wording::text::grouped;
use crate::lab::climb::account::{OfClimb, TYPED, wording};
use crate::lab::climb::begin::Searching;
use crate::lab::climb::progress::{CLIMB, MOST_ENDLESS};
use crate::lab::climb::{Climbing, Progress, ROUND, Until};
use crate::lab::report::html::{PAGE, page_of_search};
use crate::lab::store::begin::{Kind as _, Start};
use crate::lab::store::save::{Counts, Written};
use crate::lab::store::stored::About;
use crate::lab::tables::account::Account as _;

/// Options of the searches.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Searching")]
pub struct ClimbArgs {
    /// Search for long deals (Beggar-My-Neighbour) instead of playing a batch
    #[arg(long, conflicts_with_all = [
        "endless", "longest", "shortest", "deepest_war", "most", "least", "first_game", "decks",
        "until", "predict", "plan", "prove_cycles", "by", "per_game",
    ])]
    pub climb: bool,

    /// Search for deals that never end (War, Beggar-My-Neighbour)
    #[arg(long, conflicts_with_all = [
        "longest", "shortest", "deepest_war", "most", "least", "first_game", "decks", "until",
        "predict", "plan", "prove_cycles", "by", "per_game",
    ])]
    pub endless: bool,

    /// Begin with this deal; --endless: with the loop that it runs into [default: what others published]
    #[arg(long, value_name = "DEAL", allow_hyphen_values = true)]
    pub from: Option<String>,

    /// --endless: --from is a position, with hands of any sizes
    #[arg(long, requires = "from", conflicts_with = "climb")]
    pub position: bool,

    /// --endless: play all positions near the loops that deals lead to, instead of random ones; it ends by itself
    #[arg(long, requires = "endless")]
    pub near: bool,

    /// --endless: begin with known loops of fewer cards and put cards in, up to the whole deck (War)
    #[arg(long, requires = "endless", conflicts_with = "near")]
    pub grow: bool,

    /// Stop after this many endless deals [default: of War 10]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub count: Option<u64>,

    /// Stop this session after so many minutes [default: 10, unless -n or --near is given]
    #[arg(long, value_name = "M", value_parser = minutes, allow_negative_numbers = true)]
    pub minutes: Option<f64>,
}

impl ClimbArgs {
    /// What is searched for; `None` if nothing is.
    ///
    /// Errors: options of a search where there is none.
    pub fn goal(&self) -> Result<Option<Goal>, Failure> {
        let for_search = "is for a search; add --climb or --endless, or leave it out";
        let for_endless = "is for a search for endless deals; add --endless, or leave it out";
        let searches = self.climb || self.endless;
        let given = [
            ("--from", self.from.is_some() && !searches, for_search),
            ("--minutes", self.minutes.is_some() && !searches, for_search),
            ("--count", self.count.is_some() && !self.endless, for_endless),
        ];
        match given.into_iter().find(|&(_, is_wrong, _)| is_wrong) {
            Some((option, _, what)) => Err(Failure::usage(format!("{option}: {what}"))),
            None if self.near => Ok(Some(Goal::Near)),
            None if self.grow => Ok(Some(Goal::Grow)),
            None if self.endless => Ok(Some(Goal::Endless)),
            None => Ok(self.climb.then_some(Goal::Long)),
        }
    }

    /// How far the search goes.
    fn until(&self, search: &dyn Search, n: Option<u64>) -> Result<Until, Failure> {
        let most = MOST_ENDLESS as u64;
        if let Some(count) = self.count.filter(|count| !(1..=most).contains(count)) {
            let what = format!("--count {count}: use a number from 1 to {}", grouped(most));
            return Err(Failure::usage(what));
        }
        if self.near && n.is_some() {
            return Err(Failure::usage(
                "-n: --near ends by itself; leave -n out, or use --minutes",
            ));
        }
        // Climbs come in rounds.
        let of_round = ROUND.saturating_mul(search.positions());
        let climbs = n.map(|n| n.div_ceil(of_round).saturating_mul(ROUND));
        Ok(Until { climbs, count: self.count.or(search.usual_count()) })
    }

    /// When the search stops, wherever it is.
    fn deadline(&self, climbs: Option<u64>) -> Option<Instant> {
        let minutes = self.minutes.or((climbs.is_none() && !self.near).then_some(10.0))?;
        Some(Instant::now() + Duration::from_secs_f64(60.0 * minutes))
    }
}

/// Runs the search.
pub fn run(args: &HuntArgs, goal: Goal) -> Result<(), Failure> {
    let (words, output) = (wording(goal), &args.study.output);
    let (study, given) = single("a search", &args.what, words.default_rules)?;
    let (game, found) = (Arc::clone(&study.game), &study.rule_sets[0]);
    let (info, seed, from) = (game.info(), args.study.sample.seed, args.climb.from.as_deref());
    output.pace.none("a search knows no mean length")?;
    if output.engine != game.engines()[0] {
        return Err(Failure::usage("--engine: a search chooses its engine itself; leave it out"));
    }
    if let Some((option, _)) = output.long.of_parts().iter().find(|(_, given)| *given) {
        let instead = match args.climb.near {
            true => {
                "what --near finds adds to what it plays, which another machine would not know; leave it out"
            }
            false => "a search has no parts; give each machine another --seed",
        };
        return Err(Failure::usage(format!("{option}: {instead}")));
    }
    // Everything that can be wrong with rules and deal is wrong here.
    let first = game
        .search(&found.rules, Seed(seed), goal, from)
        .map_err(|what| Failure::usage(format!("{}: {what}", words.verb)))?;
    if let (true, Some(deal), false) = (goal.is_endless(), from, args.climb.position) {
        let show = game.show(&found.rules);
        show.read_deal(deal.as_bytes()).map_err(|what| {
            let advice = "; add --position to begin with hands as they are";
            Failure::usage(format!("--from {deal}: {what}{advice}"))
        })?;
    }
    let make = || -> Box<dyn Search> {
        let made = game.search(&found.rules, Seed(seed), goal, from);
        made.unwrap_or_else(|what| unreachable!("it was made before: {what}"))
    };
    let identity = json!({
        "verb": words.verb,
        "game": info.name,
        "recipe": info.recipe,
        "rules": {"name": found.name, "fields": game.fields(&found.rules)},
        "seed": seed,
        "from": from,
    });
    let climbs = args.study.sample.games;
    let (until, deadline) = (args.climb.until(&*first, climbs)?, args.climb.deadline(climbs));
    let name = names::of_rules("hunt", [&*found.name].into_iter());
    let name = names::with_digits(&format!("{name}-seed{seed}"), &identity, false);
    let name = named(output, &name, "")?;
    let kind = Searching { info, until: &until };
    let (start, claim, checkpoints) = kept::start(kind, output, &name, &identity)?;
    if let Start::Complete = start {
        return kept::complete(output, &name, identity, checkpoints.as_ref());
    }
    let mut run = Run::open_as(output, &name, identity, claim)?;
    let expected = Expected::Exactly(until.climbs, Searching::UNITS);
    let mut before = 0;
    let work = |state: Option<Progress>| {
        let progress = state.unwrap_or_default();
        before = progress.deals;
        Climbing { progress, goal, info, make: &make, until: &until, deadline }
    };
    let how = (kept::command(None), false);
    let progress = kept::advance(&mut run, start, checkpoints, expected, how, work)?.work.progress;
    let search = OfClimb {
        goal,
        info,
        rules: found.name.clone(),
        given,
        seed,
        game: Arc::clone(&game),
        rule_set: found.rules.clone(),
        search: first,
        progress,
        name,
        about: About::here(results::command()),
    };
    let folder = output.out.join(&search.name);
    // A page that is there tells of the counts that are.
    let paged = output.report || drawn_of(&folder).is_some();
    let files = paged.then(|| (PAGE, in_own_name(&page_of_search(&search)).into_bytes()));
    let out = said(&search, output, run.target())?;
    let counts = search.progress.encode(&run.manifest.identity, &[(TYPED, json!(search.given))]);
    run.manifest.elapsed = run.elapsed();
    run.manifest.engines = json!({});
    run.manifest.games_played = search.progress.deals - before;
    run.commit(Written {
        tables: &search.tables(),
        counts: Counts::File(CLIMB, counts),
        files: files.into_iter().collect(),
        rows: None,
    })?;
    print_in(output.format, &out)
}
