//! From a study as it is asked for to one that is checked.

use std::collections::HashMap;

use toml::{Table, Value};

use super::Study;
use super::ask::engine_of;
use super::cells::Collector;
use super::rules::Library;
use super::value::{Decks, DiceOf, Spec};
use crate::core::cards::DeckList;
use crate::game::Game;
use crate::lab::formats::decks::deck_of;
use crate::lab::refused::Refused;

impl Spec {
    /// Finds everything that it names, and checks it once and for all.
    ///
    /// Errors: [`Refused`] with the key that is at fault.
    pub fn resolve(mut self, library: &Library) -> Result<Study, Refused> {
        let Collector { mut study, called, .. } = self.rule_sets(library)?;
        let called = |name: String| called.get(&name).cloned().unwrap_or(name);
        self.baseline = self.baseline.map(&called);
        // Of a sweep the differences are those against one cell: the first unless said.
        if !study.swept.is_empty() && self.baseline.is_none() && self.compare != Some(false) {
            self.baseline = study.rule_sets.first().map(|named| named.name.clone());
        }
        let (decks, orders) = (self.decks.clone(), self.orders);
        let given = [("games", self.games), ("first_game", self.first_game)];
        study = study.asked(self)?;
        if decks.is_some() || orders {
            let each = if orders { "order of the deck" } else { "deck of the file" };
            if let Some((key, _)) = given.into_iter().find(|(_, given)| given.is_some()) {
                let what = format!("every {each} is played once; leave {{{key}}} out");
                return Err(Refused::key(key, what));
            }
        }
        match decks {
            Some(_) if orders => {
                let what = "orders = true plays every order of the deck; leave one of them out";
                Err(Refused::key("decks", what))
            }
            Some(decks) => {
                let list = decks_of(&decks, &study, library)?;
                Ok(study.on_decks(list))
            }
            None if orders => study.every_order(),
            None => Ok(study),
        }
    }

    /// The game, with what it is played with: as written, or that of the first rule set.
    fn game(&self, library: &Library) -> Result<Game, Refused> {
        let base = |fields: &Table| fields.get("base").and_then(Value::as_str).map(str::to_owned);
        let first = match (self.rules.first(), self.sweep.first()) {
            (Some(Value::String(name)), _) => Some(("rules", name.clone())),
            (Some(Value::Table(fields)), _) => base(fields).map(|name| ("rules", name)),
            (_, Some(sweep)) => base(sweep).map(|name| ("sweep", name)),
            _ => None,
        };
        let mut game = match (&self.game, first) {
            (Some(name), _) => library.game(name).cloned().ok_or_else(|| {
                let names: Vec<&str> = library.games().iter().map(|g| g.info().name).collect();
                Refused::unknown("game", name, "game", &names)
            })?,
            (None, Some((key, name))) => {
                let found = library.find(&name).map_err(|refused| Refused {
                    value: Some(Box::new(name.into())),
                    ..refused.at(key, 0)
                });
                found?.game
            }
            (None, None) => library.games()[0].clone(),
        };
        let needing = [("pair", self.pair.is_some()), ("self_play", self.self_play)];
        if let (None, Some((key, _))) = (&self.dice, needing.into_iter().find(|(_, is)| *is)) {
            let what = "is for dice: name a file with {dice}, or leave it out";
            return Err(Refused::key(key, what));
        }
        if let Some(dice) = &self.dice {
            if !game.has_dice() {
                let what = format!(
                    "{} is played without dice; name {{rules}} of a game that has them, or leave it out",
                    game.info().title
                );
                return Err(Refused::key("dice", what));
            }
            let pair = self.pair.as_ref().and_then(|pair| pair.split_once(','));
            let is_twice = pair.is_some_and(|(one, two)| one.trim() == two.trim());
            let self_play = self.self_play || is_twice;
            let with = match dice {
                DiceOf::File(file) => library.with_dice(file, &game, self_play),
                DiceOf::Here(dice) => {
                    let with = game.with_dice("dice", &DiceOf::text(dice), self_play);
                    with.map_err(Refused::data)
                }
            };
            game = with.map_err(|refused| Refused { key: "dice", ..refused })?;
        }
        if let Some(pair) = &self.pair {
            let two = game.with_pair(pair);
            game = two.map_err(|what| Refused::of("pair", pair.as_str(), what))?;
        }
        if let Some(word) = &self.rank_by {
            let ranked = game.ranked_by(word);
            game = ranked.ok_or_else(|| {
                Refused::of("rank_by", word.as_str(), "use win-share or score, with {dice}")
            })?;
        }
        Ok(game)
    }

    /// The study of the rule sets, swept ones behind the others.
    fn rule_sets<'l>(&self, library: &'l Library) -> Result<Collector<'l>, Refused> {
        let game = self.game(library)?;
        let engine = match &self.engine {
            None => game.engines()[0],
            Some(word) => engine_of(&game, word)?,
        };
        if let Some((key, _)) = self.over.iter().find(|(key, _)| !game.keys().contains(key)) {
            let title = game.info().title;
            let what = format!("the rules of {title} have no such field; leave it out");
            return Err(Refused::key(key, what));
        }
        let over = self.over.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        let mut over: Table = over.collect();
        if let Some(deck) = &self.deck {
            if !game.has_deck() {
                let what = format!("{} is played without a deck", game.info().title);
                return Err(Refused::key("deck", what));
            }
            over.insert("deck".into(), Value::Table(deck.clone()));
        }
        let mut collector = Collector {
            library,
            study: Study { game, ..Study::default() },
            over,
            engine,
            alone: self.compare == Some(false),
            called: HashMap::new(),
            places: Vec::new(),
            by_name: HashMap::new(),
            by_fields: HashMap::new(),
        };
        for (k, entry) in self.rules.iter().enumerate() {
            let added = match entry {
                Value::String(name) => collector.add_named(name, ("rules", k)),
                Value::Table(fields) => collector.add_inline(fields.clone(), ("rules", k)),
                other => {
                    let what = "is neither a name nor a table of fields";
                    Err(Refused::of("rules", other.clone(), what))
                }
            };
            added.map_err(|refused| refused.at("rules", k))?;
        }
        for (k, sweep) in self.sweep.iter().enumerate() {
            let added = collector.add_sweep(sweep.clone(), ("sweep", k));
            added.map_err(|refused| refused.at("sweep", k))?;
        }
        match collector.study.rule_sets.is_empty() && collector.study.refused.is_empty() {
            true => Err(Refused::usage(NO_RULES)),
            false => Ok(collector),
        }
    }
}

/// What is said where nothing is to be played.
const NO_RULES: &str =
    "no rule sets; name at least one, such as rules = [\"umass\"], or a [[sweep]]";

fn decks_of(decks: &Decks, study: &Study, library: &Library) -> Result<DeckList, Refused> {
    if !study.game.has_deck() {
        let what = format!("{} is played without decks; leave it out", study.info().title);
        return Err(Refused::key("decks", what));
    }
    match decks {
        Decks::File(path) => {
            let read = library.decks(path, &study.game, &study.cells);
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
