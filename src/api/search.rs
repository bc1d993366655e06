//! Searches for long and for endless deals as a question.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::run::{Expected, Question};
use crate::core::cards::Seed;
use crate::core::game::{AnyGame, Goal, Search};
use crate::core::wording::digits::counted;
use crate::core::wording::text::grouped;
use crate::lab::climb::account::{OfClimb, load, wording};
use crate::lab::climb::progress::MOST_ENDLESS;
use crate::lab::climb::{Climbing, Progress, ROUND, Until};
use crate::lab::spec::refused::Fault;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{NamedRules, Refused, Study};
use crate::lab::store::begin::{Is, Kept, Kind};
use crate::lab::store::difference::other;
use crate::lab::store::disk::read_input;
use crate::lab::store::job::Job;
use crate::lab::store::manifest::Manifest;
use crate::lab::study::play::{RowSink, Running};
use crate::lab::study::predict::Forecast;

/// More than anybody waits.
const MOST_MINUTES: f64 = 1e6;

/// What is searched for, and how far.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// For what.
    pub goal: Goal,
    /// The seed of the climbs.
    pub seed: u64,
    /// The deal to begin with.
    pub from: Option<String>,
    /// Whether that is a position, with hands of any sizes.
    pub is_position: bool,
    /// Climbs or positions in all.
    pub games: Option<u64>,
    /// Endless deals in all.
    pub count: Option<u64>,
    /// Minutes of this session; ten where nothing else ends it.
    pub minutes: Option<f64>,
}

/// A search that is to be made.
pub struct Climbs {
    game: Arc<dyn AnyGame>,
    rules: NamedRules,
    given: String,
    wanted: Wanted,
    until: Until,
    deadline: Option<Instant>,
    make: Box<dyn Fn() -> Box<dyn Search> + Send + Sync>,
    /// The name of its folder.
    pub name: String,
    /// Deals played in sessions before.
    before: Cell<u64>,
}

impl Climbs {
    /// A search by the only rule set of this study.
    ///
    /// Errors: [`Refused`] for all that can be wrong with rules, deal and size.
    pub fn of(study: &Study, wanted: Wanted) -> Result<Self, Refused> {
        let refused = |what: String| Refused::new(Fault::Usage, what);
        if let Some(second) = study.rule_sets.get(1) {
            let what = format!("rules {}: a search takes one rule set; leave it out", second.name);
            return Err(refused(what));
        }
        let (game, rules) = (Arc::clone(&study.game), study.rule_sets[0].clone());
        if rules.engine != game.engines()[0] {
            let what = "a search chooses its engine itself; leave it out";
            return Err(Refused::key("engine", what));
        }
        let Wanted { goal, seed, from, is_position, games, count, minutes } = wanted.clone();
        let make = {
            let (game, rules) = (Arc::clone(&game), rules.rules.clone());
            move || game.search(&rules, Seed(seed), goal, from.as_deref())
        };
        let first = make().map_err(|what| refused(format!("{}: {what}", wording(goal).verb)))?;
        if let (true, Some(deal), false) = (goal.is_endless(), &wanted.from, is_position) {
            game.show(&rules.rules).read_deal(deal.as_bytes()).map_err(|what| {
                let advice = "; add --position to begin with hands as they are";
                refused(format!("--from {deal}: {what}{advice}"))
            })?;
        }
        let most = MOST_ENDLESS as u64;
        if let Some(count) = count.filter(|count| !(1..=most).contains(count)) {
            let what = format!("--count {count}: use a number from 1 to {}", grouped(most));
            return Err(refused(what));
        }
        if let Some(given) = minutes.filter(|given| !(0.0..=MOST_MINUTES).contains(given)) {
            let most = grouped(MOST_MINUTES as u64);
            return Err(refused(format!("--minutes {given}: use minutes from 0 to {most}")));
        }
        let is_near = goal == Goal::Near;
        if is_near && games.is_some() {
            let what = "--games: --near ends by itself; leave --games out, or use --minutes";
            return Err(refused(what.into()));
        }
        // Climbs come in rounds.
        let of_round = ROUND.saturating_mul(first.positions());
        let climbs = games.map(|n| n.div_ceil(of_round).saturating_mul(ROUND));
        let minutes = minutes.or((climbs.is_none() && !is_near).then_some(10.0));
        let made = move || make().unwrap_or_else(|what| unreachable!("it was made before: {what}"));
        Ok(Self {
            game,
            given: study.typed(0).unwrap_or(&rules.name).to_owned(),
            rules,
            wanted,
            until: Until { climbs, count: count.or(first.usual_count()) },
            deadline: minutes.map(|m| Instant::now() + Duration::from_secs_f64(60.0 * m)),
            make: Box::new(made),
            name: String::new(),
            before: Cell::new(0),
        })
    }
}

impl Kind for Climbs {
    type State = Progress;

    const UNITS: [&'static str; 2] = ["climb", "climbs"];

    type Account = OfClimb;

    fn read(&self, json: Json) -> Result<Progress, String> {
        Progress::of_json(&json, self.game.info())
    }

    fn done(&self, progress: &Progress) -> u64 {
        progress.climbs
    }

    fn is(&self, kept: &Kept<Progress>, run: &Json) -> Is {
        match self.is_other(kept, run) {
            Ok(None) if self.until.is_reached(&kept.state) => Is::Whole,
            Ok(None) => Is::Shorter,
            Ok(Some(what)) | Err(what) => Is::Other(what),
        }
    }

    fn is_other(&self, kept: &Kept<Progress>, run: &Json) -> Result<Option<String>, String> {
        let further = || {
            let Progress { climbs, endless_deals, .. } = &kept.state;
            let climbs = counted(*climbs, "climb", "climbs");
            let deals = counted(*endless_deals, "endless deal", "endless deals");
            let ask = "ask for at least as many";
            let what = format!("this search, which went further ({climbs}, {deals}); {ask}");
            self.until.is_exceeded(&kept.state).then_some(what)
        };
        Ok(other(&kept.header.run, run).or_else(further))
    }
}

impl Question for Climbs {
    type Work<'q> = Climbing<'q>;

    fn identity(&self) -> Json {
        let (info, Wanted { goal, seed, from, .. }) = (self.game.info(), &self.wanted);
        json!({
            "verb": wording(*goal).verb,
            "game": info.name,
            "recipe": info.recipe,
            "rules": {"name": self.rules.name, "fields": self.game.fields(&self.rules.rules)},
            "seed": seed,
            "from": from,
        })
    }

    fn expected(&self, _: Running<'_>) -> Result<(Expected, Option<Forecast>), Refused> {
        Ok((Expected::Exactly(self.until.climbs, Self::UNITS), None))
    }

    fn work<'q>(&'q self, state: Option<Progress>, _: Option<&'q mut dyn RowSink>) -> Climbing<'q> {
        let Self { until, deadline, make, .. } = self;
        let (progress, info) = (state.unwrap_or_default(), self.game.info());
        self.before.set(progress.deals);
        Climbing { progress, goal: self.wanted.goal, info, make, until, deadline: *deadline }
    }

    fn account<'q>(
        &'q self,
        job: Job<'_, Climbing<'q>>,
        session: Duration,
        _: bool,
        manifest: &mut Manifest,
    ) -> Result<OfClimb, Refused> {
        let (game, progress) = (Arc::clone(&self.game), job.work.progress);
        manifest.elapsed = session;
        manifest.engines = json!({});
        manifest.games_played = progress.deals - self.before.get();
        Ok(OfClimb {
            goal: self.wanted.goal,
            info: game.info(),
            rules: self.rules.name.clone(),
            given: self.given.clone(),
            seed: self.wanted.seed,
            game,
            rule_set: self.rules.rules.clone(),
            search: (self.make)(),
            progress,
            name: self.name.clone(),
        })
    }

    fn stored(&self, folder: &Path) -> Result<Option<OfClimb>, Refused> {
        load(folder, &Library::with(Arc::clone(&self.game), read_input))
    }
}
