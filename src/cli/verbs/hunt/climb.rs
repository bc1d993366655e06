//! `hunt --climb` and `hunt --endless`: searches for long and for endless deals, stopped and gone on with at
//! any time.

use std::path::Path;

use clap::Args;
use serde::Deserialize;

use super::HuntArgs;
use crate::api::run::Question as _;
use crate::api::search::{Climbs, Wanted};
use crate::cli::failure::Failure;
use crate::cli::game::{GearArgs, single};
use crate::cli::kept::Terminal;
use crate::cli::names;
use crate::cli::number::{minutes, whole};
use crate::cli::pages::in_own_name;
use crate::cli::results::named;
use crate::core::game::Goal;
use crate::lab::climb::account::{OfClimb, wording};
use crate::lab::report::html::page_of_search;
use crate::lab::spec::Spec;

/// What of a study a search is asked with, or what is always there.
const OF_A_SEARCH: [&str; 5] = ["seed", "games", "confidence", "engine", "compare"];

/// Options of batches, which no search takes.
const OF_BATCHES: [&str; 10] = [
    "longest",
    "shortest",
    "deepest_war",
    "most",
    "least",
    "first_game",
    "decks",
    "predict",
    "plan",
    "per_game",
];

/// Options of the searches.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(default)]
#[command(next_help_heading = "Searching")]
pub struct ClimbArgs {
    /// Search for long deals (Beggar-My-Neighbour) instead of playing a batch
    #[arg(long, conflicts_with_all = OF_BATCHES)]
    pub climb: bool,

    /// Search for deals that never end (War, Beggar-My-Neighbour)
    #[arg(long, conflicts_with_all = OF_BATCHES)]
    pub endless: bool,

    /// Begin with this deal; --endless: with the loop that it runs into [default: what others published]
    #[arg(long, value_name = "DEAL", allow_hyphen_values = true)]
    pub from: Option<String>,

    /// --endless: --from is a position, with hands of any sizes
    #[arg(long)]
    pub position: bool,

    /// --endless: play all positions near the loops that deals lead to, instead of random ones; it ends by itself
    #[arg(long)]
    pub near: bool,

    /// --endless: begin with known loops of fewer cards and put cards in, up to the whole deck (War)
    #[arg(long)]
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
    /// Errors: options of a search where there is none, or of two.
    pub fn goal(&self) -> Result<Option<Goal>, Failure> {
        let for_search = "is for a search; add --climb or --endless, or leave it out";
        let for_endless = "is for a search for endless deals; add --endless, or leave it out";
        let searches = self.climb || self.endless;
        let given = [
            ("--climb", self.climb && self.endless, "is for long deals; leave --endless out"),
            ("--from", self.from.is_some() && !searches, for_search),
            ("--minutes", self.minutes.is_some() && !searches, for_search),
            ("--count", self.count.is_some() && !self.endless, for_endless),
            ("--position", self.position && !self.endless, for_endless),
            ("--position", self.position && self.from.is_none(), "is that of --from; add it"),
            ("--near", self.near && !self.endless, for_endless),
            ("--grow", self.grow && !self.endless, for_endless),
            ("--grow", self.grow && self.near, "begins with other loops; leave --near out"),
        ];
        match given.into_iter().find(|&(_, is_wrong, _)| is_wrong) {
            Some((option, _, what)) => Err(Failure::usage(format!("{option}: {what}"))),
            None if self.near => Ok(Some(Goal::Near)),
            None if self.grow => Ok(Some(Goal::Grow)),
            None if self.endless => Ok(Some(Goal::Endless)),
            None => Ok(self.climb.then_some(Goal::Long)),
        }
    }

    /// The same as it is asked for, with this seed and so many climbs or positions.
    pub fn wanted(self, goal: Goal, seed: u64, games: Option<u64>) -> Wanted {
        let Self { from, position, count, minutes, .. } = self;
        Wanted { goal, seed, from, is_position: position, games, count, minutes }
    }
}

/// Runs the search.
pub fn run(args: &HuntArgs, goal: Goal) -> Result<(), Failure> {
    let output = &args.study.output;
    let (study, _) = single("a search", &args.what, wording(goal).default_rules)?;
    output.pace.none("a search knows no mean length")?;
    let asked = serde_json::json!(args.study.spec(&GearArgs::default(), &[], None)?);
    let keys = asked.as_object().into_iter().flat_map(|asked| asked.keys());
    if let Some(key) = keys.into_iter().find(|key| !OF_A_SEARCH.contains(&key.as_str())) {
        let option = Spec::option(key);
        return Err(Failure::usage(format!("{option}: has no effect on a search; leave it out")));
    }
    let study = study.engine(&output.engine)?;
    let why = match args.climb.near {
        true => {
            "what --near finds adds to what it plays, which another machine would not know; leave it out"
        }
        false => "a search has no parts; give each machine another --seed",
    };
    Failure::given(&output.long.of_parts(), why)?;
    let (seed, games) = (args.study.sample.seed, args.study.sample.games);
    let mut climbs = Climbs::of(&study, args.climb.clone().wanted(goal, seed, games))?;
    let name = names::of_rules("hunt", [&*study.rule_sets[0].name].into_iter());
    let name = names::with_digits(&format!("{name}-seed{seed}"), &climbs.identity(), false);
    climbs.name = named(output, &name, "")?;
    let terminal = Terminal::new(output.quiet, None);
    let life = output.life(&climbs.name, &terminal)?;
    let page = |found: &OfClimb, _: &Path| Some(in_own_name(&page_of_search(found)));
    output.answer(&climbs, (&life, &terminal), false, page).map(drop)
}
