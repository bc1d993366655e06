//! What a run is told by, in manifest and state: its study as a [`Spec`], with what no experiment says.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::value::{DiceOf, written};
use super::{DEFAULT_CONFIDENCE, Decks, Measure, NamedRules, RefusedCell, Spec, Study};
use crate::core::cards::{DealsFrom, DeckList};
use crate::core::random::inside::RECIPE_INSIDE;
use crate::game::Game;

/// What a run is told from others by: all that its tables depend on. What is not said is not written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Identity {
    /// What was asked: rule sets in full, without dice and decks.
    #[serde(flatten)]
    spec: Spec,
    /// The verb; empty where there is none.
    verb: String,
    recipe: String,
    recipe_inside: Option<String>,
    played_with: Json,
    /// The digest of the decks that were given.
    list: Option<String>,
    refused: Vec<RefusedCell>,
    swept: Vec<String>,
    part_of: Option<[u64; 2]>,
}

/// An experiment file as it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// What was typed for it, with the options that replaced what it says.
    pub typed: Vec<String>,
    /// Its text.
    pub text: String,
}

/// What is told of a run, on which no table depends.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Annotations {
    /// What it is about, what was typed for its rule sets, and which differences matter.
    #[serde(flatten)]
    spec: Spec,
    experiment: Option<Experiment>,
}

impl Study {
    /// The question in full, rule sets with all their fields.
    fn question(&self) -> Spec {
        let info = self.info();
        let rules = self.rule_sets.iter().map(|named| {
            let name = std::iter::once(("name".into(), named.name.clone().into()));
            toml::Value::Table(name.chain(named.rules.fields()).collect())
        });
        let measures = self.measures.iter().map(|measure| measure.name(info).to_owned());
        let Spec { until, until_difference, compare, baseline, by, .. } = self.spec.clone();
        Spec {
            game: Some(info.name.into()),
            rules: rules.collect(),
            confidence: Some(self.confidence),
            measures: Some(measures.collect()),
            rank_by: self.game.dice().map(|dice| dice.rank_by().into()),
            orders: self.is_exact(),
            seed: Some(self.deals.seed.0),
            first_game: Some(self.first_game),
            // What is asked is the precision, whatever it takes.
            games: (!self.is_open_ended()).then_some(self.games),
            until,
            until_difference,
            compare,
            baseline,
            by,
            // Rule sets, what they are played with and the digest of decks say the others, or they change no number.
            ..Spec::default()
        }
    }

    /// What of the question its verb has to be asked by options: all but rule sets and dice that is not as usual.
    pub fn unusual(&self) -> Spec {
        let asked = self.question();
        let is_usual = self.measures == Measure::usual(self.info());
        Spec {
            game: None,
            rules: Vec::new(),
            compare: None,
            orders: false,
            rank_by: asked.rank_by.filter(|by| by != "win-share"),
            seed: asked.seed.filter(|_| !self.is_exact()),
            // Given decks and orders are played once each.
            games: asked.games.filter(|_| matches!(self.deals.from, DealsFrom::Seed)),
            decks: self.spec.decks.clone(),
            first_game: asked.first_game.filter(|first| *first > 0),
            confidence: asked.confidence.filter(|share| *share != DEFAULT_CONFIDENCE),
            measures: asked.measures.filter(|_| !is_usual),
            ..asked
        }
    }

    /// What distinguishes one run from another: all that its tables depend on, and nothing else.
    pub fn run_identity(&self) -> Json {
        let (info, spec) = (self.info(), self.question());
        let is_inside = self.rule_sets.iter().any(|named| named.rules.chance_inside);
        let run = Identity {
            spec,
            verb: self.verb.clone(),
            recipe: info.recipe.into(),
            recipe_inside: is_inside.then(|| RECIPE_INSIDE.into()),
            played_with: self.game.gear(),
            list: match &self.deals.from {
                DealsFrom::List(list) => Some(list.digest.clone()),
                DealsFrom::Seed | DealsFrom::Orders => None,
            },
            refused: self.refused.clone(),
            swept: self.swept.clone(),
            part_of: self.part_of.as_ref().map(|whole| [whole.start, whole.end]),
        };
        written(&run)
    }

    /// What to type to get a rule set, by position; `None` where it has no name outside.
    pub fn typed(&self, rule_set: usize) -> Option<&str> {
        self.spec.rules.get(rule_set)?.as_str()
    }

    /// What is told of it, on which no table depends.
    pub fn told(&self) -> Json {
        let Spec { title, rules, decks, dice, min_effect, .. } = self.spec.clone();
        let decks = decks.filter(|decks| matches!(decks, Decks::File(_)));
        let dice = dice.filter(|dice| matches!(dice, DiceOf::File(_)));
        let spec = Spec { title, rules, decks, dice, min_effect, ..Spec::default() };
        written(&Annotations { spec, experiment: self.experiment.clone() })
    }
}

/// The study of a run, of which this is told; it may describe itself otherwise.
///
/// Errors: a sentence on what it does not say as this program would.
pub fn study_of(json: &Json, told: Json) -> Result<Study, String> {
    let invalid = |what: &dyn std::fmt::Display| format!("is not a valid state: {what}");
    let Identity { spec, verb, played_with: gear, list, refused, swept, part_of, .. } =
        Identity::deserialize(json).map_err(|e| invalid(&e))?;
    let name = spec.game.as_deref().ok_or_else(|| invalid(&"it does not name its game"))?;
    let mut game = Game::named(name).ok_or_else(|| {
        format!("is of the game `{}`, which this program does not know", name.escape_debug())
    })?;
    game = game.with_gear(&gear)?;
    let ranked = |word: &String| game.with_dice(|dice| dice.ranked_by(word)).ok();
    game = spec.rank_by.as_ref().and_then(ranked).unwrap_or(game);
    let no_rules = || invalid(&"its rule sets are missing");
    let mut rule_sets = Vec::new();
    for rules in &spec.rules {
        let mut fields = rules.as_table().cloned().ok_or_else(no_rules)?;
        let Some(toml::Value::String(name)) = fields.remove("name") else { return Err(no_rules()) };
        let rules = game.build(fields).map_err(|e| format!("rule set `{name}`: {e}"))?;
        rule_sets.push(NamedRules { name, rules });
    }
    let from = match list {
        // The decks themselves are not in it, only what distinguishes them from others.
        Some(digest) => DealsFrom::List(Arc::new(DeckList { digest, decks: Vec::new() })),
        None if spec.orders => DealsFrom::Orders,
        None => DealsFrom::Seed,
    };
    let told = Option::<Annotations>::deserialize(told).map_err(|e| invalid(&e))?;
    let Annotations { spec: told, experiment } = told.unwrap_or_default();
    let Spec { title, rules, decks, dice, min_effect, .. } = told;
    let spec = Spec { title, rules, decks, dice, min_effect, ..spec };
    let study = Study { game, rule_sets, experiment, refused, swept, ..Study::default() };
    let study = study.asked(spec).map_err(|e| invalid(&e))?;
    let range = |[start, end]: [u64; 2]| (start <= end).then_some(start..end);
    let whole =
        part_of.map(|whole| range(whole).ok_or("does not say of which games it has a part"));
    Ok(Study { part_of: whole.transpose()?, ..study.dealt(from).verb(&verb) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If a key were in neither list, two runs would be taken for one.
    #[test]
    fn every_key_that_changes_a_number_tells_runs_apart() {
        let words = || vec!["a_win:0.1".to_owned()];
        let asked = Spec {
            until: words(),
            until_difference: words(),
            baseline: Some("umass".into()),
            by: vec!["aces_a".into()],
            games: Some(1),
            ..Spec::of_rules(["umass", "one-down"])
        };
        let keys = |json: Json| json.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        let told = keys(Study::of(asked).unwrap().run_identity());
        // A key that it has not is told all that it has.
        let every = serde_json::from_str::<Spec>("{\"?\": 1}").unwrap_err().to_string();
        let every = every.split('`').skip(3).step_by(2).map(str::to_owned);
        let otherwise = every.filter(|key| !told.contains(key));
        // By the rule sets in full, by what the game is played with, by the digest of decks; or they change no number.
        let expected =
            "title sweep deck dice pair self_play rank_by decks orders engine min_effect";
        assert_eq!(otherwise.collect::<Vec<_>>().join(" "), expected);
        let exact = Study::war(["umass{deck.ranks=2}"]).unwrap().every_order().unwrap();
        assert!(exact.question().orders);
    }
}
