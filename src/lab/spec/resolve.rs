//! From a study as it is asked for to one that is checked: here, and nowhere else.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::RangeInclusive;

use indexmap::IndexSet;
use toml::Value;

use super::ask::feature;
use super::cells::Collector;
use super::rules::Library;
use super::shipped::DICE;
use super::value::{Decks, DiceOf, Spec};
use super::{
    DEFAULT_CONFIDENCE, DEFAULT_GAMES, DEFAULT_SEED, Measure, NamedRules, RefusedCell, Study,
    Target,
};
use crate::core::cards::{Deals, DeckList};
use crate::core::engines;
use crate::core::game::GameInfo;
use crate::game::{Cell, Game};
use crate::lab::formats::decks::{deals_of, deck_of};
use crate::lab::refused::Refused;

/// Beyond these no double is exact enough, or no interval means anything.
const CONFIDENCES: RangeInclusive<f64> = 0.01..=0.999_999_999;

impl Spec {
    /// Finds everything that it names, and checks it once and for all.
    ///
    /// Errors: [`Refused`] with the key that is at fault.
    pub fn resolve(mut self, library: &Library) -> Result<Study, Refused> {
        let game = self.game(library)?;
        let collector = self.rule_sets(game, library)?;
        self.baseline = self.baseline.map(|name| collector.called(name));
        let study = collector.study;
        // Of a sweep the differences are those against one cell: the first unless said.
        if !study.swept.is_empty() && self.baseline.is_none() && self.compare != Some(false) {
            self.baseline = study.rule_sets.first().map(|named| named.name.clone());
        }
        let study = study.asked(self.clone())?;
        let orders = self.orders;
        let each = match (&self.decks, orders) {
            (None, false) => return Ok(study),
            (Some(_), true) => {
                let what = "orders = true plays every order of the deck; leave one of them out";
                return Err(Refused::key("decks", what));
            }
            (None, true) => "order of the deck",
            (Some(_), false) => "deck of the file",
        };
        let given = [
            ("games", self.games.is_some()),
            ("first_game", self.first_game.is_some()),
            // All orders together are exact.
            ("until", orders && !self.until.is_empty()),
            ("until_difference", orders && !self.until_difference.is_empty()),
        ];
        if let Some((key, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            let what = format!("every {each} is played once; leave {{{key}}} out");
            return Err(Refused::key(key, what));
        }
        match self.decks {
            Some(decks) => {
                let list = decks_of(&decks, &study, library)?;
                Ok(study.on_decks(list))
            }
            None => study.every_order(),
        }
    }

    /// The game, with what it is played with: as written, or that of the first rule set.
    fn game(&self, library: &Library) -> Result<Game, Refused> {
        let rules = self.rules.first().map(|entry| ("rules", entry.clone()));
        let sweep = || Some(("sweep", Value::Table(self.sweep.first()?.clone())));
        let first = rules.or_else(sweep).and_then(|(key, entry)| {
            let name = entry.get("base").unwrap_or(&entry).as_str()?;
            Some((key, name.to_owned()))
        });
        let mut game = match (&self.game, first) {
            (Some(name), _) => Game::named(name).ok_or_else(|| {
                let names = Game::all().map(|game| game.info().name);
                Refused::unknown("game", name, "game", &names)
            })?,
            (None, Some((key, name))) => {
                let found = library.find(&name, None);
                found.map_err(|refused| refused.valued(name).at(key, 0))?.rules.game()
            }
            (None, None) => Game::default(),
        };
        let title = game.info().title;
        let over =
            self.over.iter().map(|(key, _)| (*key, game.keys().contains(key), "such a field"));
        let has = [
            ("dice", self.dice.is_none() || !game.has_deck(), "dice"),
            ("deck", self.deck.is_none() || game.has_deck(), "a deck"),
            ("decks", self.decks.is_none() || game.has_deck(), "decks"),
        ];
        if let Some((key, _, what)) = has.into_iter().chain(over).find(|(_, has, _)| !has) {
            let what = format!(
                "{title} is played without {what}; name {{rules}} of a game that has them, or leave it out"
            );
            return Err(Refused::key(key, what));
        }
        let of_dice = [("pair", self.pair.is_some()), ("self_play", self.self_play)];
        if let (None, Some((key, _))) = (&self.dice, of_dice.into_iter().find(|(_, is)| *is)) {
            let what = "is for dice: name a file with {dice}, or leave it out";
            return Err(Refused::key(key, what));
        }
        if let Some(dice) = &self.dice {
            let pair = self.pair.as_ref().and_then(|pair| pair.split_once(','));
            let is_twice = pair.is_some_and(|(one, two)| one.trim() == two.trim());
            let self_play = self.self_play || is_twice;
            let here = |refused| Refused { key: "dice", ..refused };
            let (file, text) = match dice {
                DiceOf::File(file) => library.text(&library.near(file), DICE).map_err(here)?,
                DiceOf::Here(dice) => ("dice".into(), DiceOf::text(dice)),
            };
            let with = game.with_dice(|dice| dice.with_dice(&file, &text, self_play));
            game = with.map_err(|what| here(Refused::data(what)))?;
        }
        if let Some(pair) = &self.pair {
            let two = game.with_dice(|dice| dice.with_pair(pair));
            game = two.map_err(|what| Refused::of("pair", pair.as_str(), what))?;
        }
        if let Some(word) = &self.rank_by {
            let ranked = game.with_dice(|dice| dice.ranked_by(word));
            game = ranked.map_err(|_| {
                Refused::of("rank_by", word.as_str(), "use win-share or score, with {dice}")
            })?;
        }
        Ok(game)
    }

    /// The study of the rule sets, swept ones behind the others.
    fn rule_sets<'l>(&self, game: Game, library: &'l Library) -> Result<Collector<'l>, Refused> {
        let over = self.over.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        let deck = self.deck.iter().map(|deck| ("deck".to_owned(), Value::Table(deck.clone())));
        let mut collector = Collector {
            library,
            study: Study { game, ..Study::default() },
            over: over.chain(deck).collect(),
            alone: self.compare == Some(false),
            by_name: HashMap::new(),
            by_fields: HashMap::new(),
        };
        for (k, entry) in self.rules.iter().enumerate() {
            let added = match entry {
                Value::String(name) => collector.add_named(name),
                Value::Table(fields) => collector.add_inline(fields.clone()),
                other => {
                    let what = "is neither a name nor a table of fields";
                    Err(Refused::of("rules", other.clone(), what))
                }
            };
            added.map_err(|refused| refused.at("rules", k))?;
        }
        let only = if let [only] = &self.rules[..] { Some(only) } else { None };
        for (k, sweep) in self.sweep.iter().enumerate() {
            let added = collector.add_sweep(sweep.clone(), only);
            added.map_err(|refused| refused.at("sweep", k))?;
        }
        let Study { rule_sets, refused, .. } = &collector.study;
        match (rule_sets.first(), refused.first()) {
            (Some(_), _) => Ok(collector),
            (None, Some(RefusedCell { name, reason })) => {
                let what = format!("no cell makes a game; {name}: {reason}");
                Err(Refused::usage(what).at("sweep", 0))
            }
            (None, None) => Err(Refused::usage(
                "no rule sets; name at least one, such as rules = [\"umass\"], or a [[sweep]]",
            )),
        }
    }
}

fn decks_of(decks: &Decks, study: &Study, library: &Library) -> Result<DeckList, Refused> {
    match decks {
        Decks::File(path) => {
            let read = deals_of(&study.cells, &library.near(path));
            read.map_err(|refused| Refused { key: "decks", ..refused })
        }
        Decks::Here(texts) if texts.is_empty() => {
            Err(Refused::key("decks", "the list has no decks; write at least one"))
        }
        Decks::Here(texts) => {
            let one = |(k, text): (usize, &String)| {
                let bad = |what| Refused::usage(format!("`{text}`: {what}")).at("decks", k);
                deck_of(text.as_bytes(), &study.cells).map_err(bad)
            };
            let read: Result<Vec<_>, Refused> = texts.iter().enumerate().map(one).collect();
            Ok(DeckList::of(read?))
        }
    }
}

impl Study {
    /// The study of its rule sets that asks this.
    ///
    /// Errors: [`Refused`] with the key that is at fault, and if a rule set lacks what it is played with, such as
    /// dice, or has its own beside it.
    pub(crate) fn asked(mut self, mut spec: Spec) -> Result<Self, Refused> {
        self.verb = "library".into();
        self.games = spec.games.unwrap_or(DEFAULT_GAMES);
        self.first_game = spec.first_game.unwrap_or(0);
        self.deals = Deals::of_seed(spec.seed.unwrap_or(DEFAULT_SEED));
        let (known, word) = (engines::WORDS, spec.engine.as_deref());
        let engine = known.iter().copied().find(|engine| word.is_none_or(|word| word == *engine));
        let engine = engine
            .ok_or_else(|| Refused::unknown("engine", word.unwrap_or_default(), "engine", known))?;
        for NamedRules { name, rules } in &self.rule_sets {
            let parts = self.game.parts(name, rules);
            for (part, rules) in parts.map_err(|what| Refused::usage(what).at("dice", 0))? {
                let rules_name = name.clone();
                let name = if part.is_empty() { name.clone() } else { format!("{name} {part}") };
                self.cells.push(Cell { name, rules_name, part, rules, engine });
            }
        }
        let is_named = spec.sweep.is_empty() && spec.over.is_empty() && spec.deck.is_none();
        if !is_named || !spec.rules.iter().all(Value::is_str) {
            spec.rules.clear();
        }
        self.ask(|asked| *asked = spec)
    }

    /// The same games, of which this is asked: precisions, confidence, what is compared and with what, features,
    /// rows, a title. What is played stays.
    ///
    /// Errors: [`Refused`] with the key that is at fault.
    pub fn ask(mut self, set: impl FnOnce(&mut Spec)) -> Result<Self, Refused> {
        let (mut spec, info) = (std::mem::take(&mut self.spec), self.info());
        set(&mut spec);
        let Self { until, until_difference, min_effects, measures, by, .. } = &mut self;
        *until = targets("until", &spec.until, info)?;
        *until_difference = targets("until_difference", &spec.until_difference, info)?;
        *min_effects = targets("min_effect", &spec.min_effect, info)?;
        *measures = match &spec.measures {
            None => Measure::usual(info),
            Some(words) if words.is_empty() => {
                return Err(Refused::key("measures", "name at least one"));
            }
            Some(words) => once(words.iter().map(|word| Measure::of_name("measures", word, info)))?,
        };
        // What matters in a difference is compared, and a mean whose difference is to be precise.
        let is_mean = |one: &&Target| matches!(one.measure, Measure::Mean(counter) if counter > 0);
        for one in until_difference.iter().filter(is_mean).chain(&*min_effects) {
            if !measures.contains(&one.measure) {
                measures.push(one.measure);
            }
        }
        *by = once(spec.by.iter().map(|word| feature("by", word, info)))?;
        self.confidence = spec.confidence.unwrap_or(DEFAULT_CONFIDENCE);
        if !CONFIDENCES.contains(&self.confidence) {
            let what = "must be from 0.01 to 0.999999999, such as 0.95";
            return Err(Refused::of("confidence", self.confidence, what));
        }
        self.check_baseline(&spec)?;
        spec.compare = Some(spec.compare.unwrap_or(true));
        let texts = |targets: &[Target]| targets.iter().map(|target| target.text(info)).collect();
        spec.until = texts(&self.until);
        spec.until_difference = texts(&self.until_difference);
        spec.min_effect = texts(&self.min_effects);
        spec.by = self.by.iter().map(|&by| info.features[by].name.into()).collect();
        Ok(Self { spec, ..self })
    }

    /// Refuses a baseline that is none of the rule sets, or of no comparison.
    fn check_baseline(&self, spec: &Spec) -> Result<(), Refused> {
        let Some(name) = spec.baseline.as_deref() else { return Ok(()) };
        if let Some(cell) = self.refused.iter().find(|cell| cell.name == name) {
            let what = format!("the sweep leaves it out: {}; name another", cell.reason);
            return Err(Refused::of("baseline", name, what));
        }
        let names: Vec<&str> = self.rule_sets.iter().map(|named| named.name.as_str()).collect();
        if !names.contains(&name) {
            return Err(Refused::unknown("baseline", name, "rule set", &names));
        }
        if spec.compare == Some(false) {
            let what = "is for a comparison, and `compare` is false; leave one of them out";
            return Err(Refused::key("baseline", what));
        }
        Ok(())
    }
}

/// The targets of a key.
fn targets(
    key: &'static str,
    texts: &[String],
    info: &'static GameInfo,
) -> Result<Vec<Target>, Refused> {
    let one = |(k, text): (usize, &String)| {
        Target::parse(text, info).map_err(|refused| refused.valued(text.as_str()).at(key, k))
    };
    texts.iter().enumerate().map(one).collect()
}

/// What was found, each once.
fn once<T: Eq + Hash>(found: impl Iterator<Item = Result<T, Refused>>) -> Result<Vec<T>, Refused> {
    Ok(found.collect::<Result<IndexSet<T>, _>>()?.into_iter().collect())
}
