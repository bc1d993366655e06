//! What a search has found, now and when it is shown again.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::progress::{CLIMB, line};
use super::{Find, Progress};
use crate::core::cards::Seed;
use crate::core::game::{AnyGame, GameInfo, Goal, RuleSet, Search};
use crate::core::table::Table;
use crate::core::wording::digits::counted;
use crate::core::wording::said::Said;
use crate::core::wording::text::{grouped, shell_quoted};
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::store::disk::Disk;
use crate::lab::store::save::Book;
use crate::lab::store::state::{json_of, read_file};
use crate::lab::store::stored::name_of;
use crate::lab::tables::account::Account;

/// In the file of a search that has come to its end: what to type to get its rule set.
const TYPED: &str = "typed";

/// What `--near` has played when it comes to an end.
const NEAR: &str = "All positions near the loops that deals lead to were played: those that one or two exchanges \
                    of two cards make, or two blocks of cards that change places, or a block that moves, with the \
                    cut between the hands anywhere.\n";

/// The words of a search.
pub struct Wording {
    /// The option.
    pub verb: &'static str,
    /// The rule set of a search that names none.
    pub default_rules: &'static str,
}

/// The words of a search for this.
pub fn wording(goal: Goal) -> Wording {
    match goal {
        Goal::Long => Wording { verb: "hunt --climb", default_rules: "beggar" },
        Goal::Endless => Wording { verb: "hunt --endless", default_rules: "bicycle" },
        Goal::Near => Wording { verb: "hunt --endless --near", default_rules: "beggar" },
        Goal::Grow => Wording { verb: "hunt --endless --grow", default_rules: "bicycle" },
    }
}

/// A search with what it has found.
pub struct OfClimb {
    /// What it looks for.
    pub goal: Goal,
    /// What the game calls things.
    pub info: &'static GameInfo,
    /// What its rule set is called.
    pub rules: String,
    /// What to type to get it.
    pub given: String,
    /// Its seed.
    pub seed: u64,
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The rule set.
    pub rule_set: RuleSet,
    /// What climbs, and knows how a deal is played again.
    pub search: Box<dyn Search>,
    /// Where it has got to.
    pub progress: Progress,
    /// The name of its folder.
    pub name: String,
}

impl OfClimb {
    /// The command that plays the game of a find again.
    pub fn replay(&self, find: &Find) -> String {
        self.search.replay(&shell_quoted(&self.given), &find.deal)
    }

    /// How many climbs, and what they played.
    pub fn size(&self) -> [String; 2] {
        let Progress { climbs, deals, .. } = self.progress;
        let [one, many] = self.played();
        [counted(climbs, "climb", "climbs"), counted(deals, one, many)]
    }

    /// What a climb plays, one and many: a search for loops begins in the middle of games, too.
    pub fn played(&self) -> [&'static str; 2] {
        if self.goal.is_endless() { ["position", "positions"] } else { ["deal", "deals"] }
    }
}

impl Account for OfClimb {
    fn tables(&self) -> Vec<Table> {
        vec![self.progress.table(self.goal, &self.rules, self.seed, self.info)]
    }

    fn said(&self) -> Said {
        let Progress { longest, endless, endless_deals, .. } = &self.progress;
        let (title, [climbs, played]) = (self.info.title, self.size());
        let mut said = Said::words_of(format!(
            "{title}, {}, seed {}: {climbs}, {played} played",
            self.given, self.seed
        ));
        let mut show = |label: &str, find: &Find| {
            said.gap();
            said.words("", format!("{label}: {}", line(find, self.info)));
            said.line(format!("  {}", find.deal));
            said.words("  ", "see it with");
            said.line(format!("    {}", self.replay(find)));
        };
        if let Some(find) = longest.last() {
            show("longest", find);
        }
        if let Some(find) = endless.first() {
            show(&format!("endless, the first of {}", grouped(*endless_deals)), find);
        } else if self.goal.is_endless() && self.progress.loops.is_empty() {
            said.words("", "no endless deal was found");
        }
        if let Some(loops) = self.progress.loops_said() {
            said.words("", loops);
        }
        if self.progress.is_whole {
            said.words("", NEAR);
        }
        if let Some(open) = self.progress.open() {
            said.words("", open);
        }
        said
    }
}

impl Book for OfClimb {
    const FILE: &'static str = CLIMB;

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        self.progress.encode(run, &[&[(TYPED, json!(self.given))], more].concat())
    }
}

/// The search in this folder; `None` if it is none.
///
/// Errors: [`Refused`].
pub fn load(folder: &Path, library: &Library) -> Result<Option<OfClimb>, Refused> {
    let path = folder.join(CLIMB);
    let found = read_file(&Disk::here(), &path, |bytes| found(bytes, library))?;
    Ok(found.map(|found| OfClimb { name: name_of(folder), ..found }))
}

/// The search that its file describes.
fn found(bytes: &[u8], library: &Library) -> Result<OfClimb, String> {
    let said = json_of(CLIMB, bytes)?;
    let run = &said["identity"];
    let goals = [Goal::Long, Goal::Endless, Goal::Near, Goal::Grow];
    let goal = goals.into_iter().find(|&goal| run["verb"] == wording(goal).verb);
    let no = || "is no search that this program knows".to_owned();
    let game = library.game(run["game"].as_str().unwrap_or_default()).ok_or_else(no)?;
    let (goal, info) = (goal.ok_or_else(no)?, game.info());
    let progress = Progress::of_json(&said, info)?;
    let fields = toml::Table::try_from(&run["rules"]["fields"]).map_err(|_| no())?;
    let rules = game.build(fields).map_err(|error| error.to_string())?;
    let name = run["rules"]["name"].as_str().ok_or_else(no)?.to_owned();
    let seed = run["seed"].as_u64().ok_or_else(no)?;
    let search = game.search(&rules, Seed(seed), goal, run["from"].as_str())?;
    let given = said[TYPED].as_str().unwrap_or(&name).to_owned();
    let game = Arc::clone(game);
    Ok(OfClimb {
        goal,
        info,
        rules: name,
        given,
        seed,
        game,
        rule_set: rules,
        search,
        progress,
        name: String::new(),
    })
}
