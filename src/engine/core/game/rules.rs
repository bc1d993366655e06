//! Rule sets as they are named, checked and handed on.

use super::often::Often;
use crate::core::info::GameInfo;
use crate::core::table::Value;
use crate::core::tally::Tally;

/// A built-in rule set.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name that `--rules` takes.
    pub name: &'static str,
    /// What is special about it, in one line.
    pub summary: &'static str,
    /// Where it is from.
    pub source: &'static str,
    /// Its fields as a rule file has them.
    pub fields: &'static str,
}

/// Rule fields that make no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Not TOML, an unknown key, or a value of the wrong type: a slip.
    #[error("{0}")]
    Toml(String),
    /// Fields that have no meaning, together or in this range.
    #[error("{0}")]
    Refused(String),
}

impl RulesError {
    /// Fields without effect, if there are any.
    pub fn idle(all: &[Idle]) -> Option<Self> {
        let all: Vec<&str> = all.iter().map(|(_, why)| why.as_str()).collect();
        (!all.is_empty())
            .then(|| Self::Refused(format!("no effect: {}{LEAVE_OUT}", all.join("; "))))
    }
}

/// What to do with fields without effect.
pub const LEAVE_OUT: &str = "; leave it out";

/// A field without effect, by its key, and why.
pub type Idle = (&'static str, String);

/// What the laboratory knows of a rule set.
#[derive(Clone, Debug, Default)]
pub struct RuleFacts {
    /// What must be equal for two rule sets to meet the same chance: the deck, the dice.
    pub setup: String,
    /// The values of [`GameInfo::setup_columns`](crate::core::info::GameInfo::setup_columns).
    pub setup_values: Vec<Value>,
    /// Fields that stand at another value than their default and change nothing, each with the reason: a file
    /// that sets one is refused.
    pub idle: Vec<Idle>,
    /// Whether no rule looks at the seat, so that over random deals every seat wins equally often: games of
    /// hands that were exchanged come out as often, exchanged likewise.
    pub equal_seats: bool,
    /// What no game counts more of, by counter; missing or `None` where nothing useful is known. Precisions of
    /// a mean are exact where there is such a bound.
    pub most: Vec<Option<u64>>,
    /// Whether chance enters after the deal, so that a deal alone does not decide a game.
    pub chance_inside: bool,
    /// Whether a game that is stopped (one of [`GameInfo::stopped`](crate::core::info::GameInfo::stopped)) was
    /// given up: these rules would have played on, and how it ends is open.
    pub gives_up: bool,
}

impl RuleFacts {
    /// What no game counts more of, if that is known.
    pub fn most_of(&self, counter: usize) -> Option<u64> {
        self.most.get(counter).copied().flatten()
    }

    /// How many of these games were given up.
    pub fn given_up(&self, tally: &Tally) -> u64 {
        self.given_up_as(tally).iter().sum()
    }

    /// Whether a game that ended so, outcome times the number of end reasons plus end reason, was given up.
    pub fn gave_up(&self, info: &GameInfo, end: usize) -> bool {
        let (_, reason) = info.outcome_and_reason(end);
        self.gives_up && info.stopped.contains(&info.end_reasons[reason])
    }

    /// How often games came out so, as counted.
    pub fn counted(&self, tally: &Tally, outcome: usize) -> Often {
        let counted = tally.games_won(outcome);
        Often::counted(tally.games(), counted, &self.given_up_as(tally), outcome)
    }

    /// How often games came out so; how often a seat wins that is equal to the other follows from the draws.
    pub fn often(&self, tally: &Tally, outcome: usize) -> Often {
        let equal = self.one_of_equal_seats(tally.info(), outcome);
        let of = equal.map_or(outcome, |(nobody, _)| nobody);
        Often { one_of: equal.map(|(_, seats)| seats), ..self.counted(tally, of) }
    }

    /// If this outcome is a seat that wins as often as the other, the outcome that nobody wins, from which it
    /// follows how often, and how many seats there are.
    pub fn one_of_equal_seats(&self, info: &GameInfo, outcome: usize) -> Option<(usize, u64)> {
        let nobody = info.outcomes.iter().position(|words| !words.decided)?;
        (self.equal_seats && info.outcomes[outcome].decided).then_some((nobody, 2))
    }

    /// Games that were given up, by the outcome that they count as.
    pub fn given_up_as(&self, tally: &Tally) -> Vec<u64> {
        let info = tally.info();
        let mut given_up = vec![0; info.outcomes.len()];
        for end in (0..info.ends()).filter(|&end| self.gave_up(info, end)) {
            let (outcome, reason) = info.outcome_and_reason(end);
            given_up[outcome] += tally.games_at(outcome, reason);
        }
        given_up
    }
}
