//! What the library says to it.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use war_sim::game::{Asked, Film, GameBlock};
use war_sim::inside::{Seed, shell_quoted, whole};
use war_sim::store::{Library, Stored};
use war_sim::war::War;
use war_sim::{Study, Underway, report, table};

use crate::fields;
use crate::requests::{Chosen, OneGame, Request};

/// The dice of the competition, which the program knows by this name.
const DICE_NAME: &str = "wuerfel0";
const DICE: &str = include_str!("../../experiments/dice/wuerfel0.txt");
/// The name of other dice: who has them in a file can play on in a terminal.
const OWN_DICE: &str = "dice.txt";

/// An error with the input that it is shown beside.
struct Refused {
    what: String,
    at: &'static str,
}

/// Makes an error of the library one of this input.
fn at<E: ToString>(at: &'static str) -> impl Fn(E) -> Refused {
    move |error| Refused { what: error.to_string(), at }
}

type Answered = Result<Json, Refused>;

/// An error as an answer.
pub fn refused(what: &str, at: &str) -> String {
    json!({"error": what, "at": at}).to_string()
}

/// What lies on the table: the study that is being played.
#[derive(Default)]
pub struct Table {
    underway: Option<Underway>,
}

impl Table {
    /// Answers a request.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let request = serde_json::from_slice(request).map_err(at("page"));
        match request.and_then(|request| self.answered(request)) {
            Ok(answer) => answer.to_string(),
            Err(Refused { what, at }) => refused(&what, at),
        }
    }

    fn answered(&mut self, request: Request) -> Answered {
        match request {
            Request::About => Ok(about()),
            Request::Rules(chosen) => rules(&chosen),
            Request::Deal(game) => deal(&game),
            Request::Film(game) => film(&game),
            Request::Begin { rules, games, seed } => {
                let study = study_of(&rules)?;
                let seed = whole(seed.trim()).map_err(at("seed"))?;
                let games = whole(games.trim()).map_err(at("games"))?;
                let study = study.seed(seed).games(games);
                let command = batch_command(&study, &rules);
                self.underway = Some(Underway::new(study).map_err(at("games"))?);
                Ok(json!({"games": games, "command": command}))
            }
            Request::Play { games } => {
                let underway = self.underway.as_mut().ok_or_else(nothing)?;
                underway.play(games).map_err(at("games"))?;
                let (done, all) = (underway.games(), underway.study().games);
                Ok(json!({"done": done, "over": done == all}))
            }
            Request::Figures => {
                let finished = self.underway.as_ref().ok_or_else(nothing)?.so_far();
                finished.check().map_err(at("games"))?;
                let stored = Stored::of_finished(&finished, "playground", "");
                Ok(json!({"html": report::drawn(vec![stored])}))
            }
            Request::Tables => {
                let finished = self.underway.as_ref().ok_or_else(nothing)?.so_far();
                let files = finished.tables().into_iter().map(|rows| {
                    let text = table::csv(&rows).map_err(at("games"))?;
                    Ok(json!([rows.file, String::from_utf8_lossy(&text)]))
                });
                Ok(json!({"files": files.collect::<Result<Vec<_>, Refused>>()?}))
            }
        }
    }
}

fn nothing() -> Refused {
    Refused { what: "no games are being played; begin first".into(), at: "games" }
}

/// The games with their rule sets.
fn about() -> Json {
    let library = Library::with(Arc::new(War), war_sim::store::read_input);
    let games = library.games().iter().map(|game| {
        let info = game.info();
        let presets = game.presets();
        let presets = presets.iter().map(|preset| {
            json!({"name": preset.name, "summary": preset.summary, "source": preset.source})
        });
        json!({
            "name": info.name,
            "title": info.title,
            "presets": presets.collect::<Vec<_>>(),
            "dice": game.usual_gear().is_some().then_some(DICE),
        })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "style": report::style(),
        "games": games.collect::<Vec<_>>(),
    })
}

/// A rule set as it is named in tables and on a command line.
fn name_of(chosen: &Chosen) -> String {
    let changes = chosen.changes.iter().map(|(key, text)| format!("{key}={}", text.trim()));
    match changes.collect::<Vec<_>>().join(", ") {
        changes if changes.is_empty() => chosen.base.clone(),
        changes => format!("{}{{{changes}}}", chosen.base),
    }
}

/// What the dice are called in a command.
fn dice_of(chosen: &Chosen) -> Option<(&'static str, &str)> {
    let text = chosen.dice.as_deref()?;
    Some((if text.trim() == DICE.trim() { DICE_NAME } else { OWN_DICE }, text))
}

fn study_of(rules: &[Chosen]) -> Result<Study, Refused> {
    let names: Vec<String> = rules.iter().map(name_of).collect();
    let dice = rules.first().and_then(dice_of);
    let study = Study::by_rules(names.iter().map(String::as_str), dice);
    study.map_err(|error| {
        let what = error.to_string();
        let at = if error.key == "dice" { "dice" } else { "rules" };
        Refused { what, at }
    })
}

fn rules(chosen: &Chosen) -> Answered {
    let study = study_of(std::slice::from_ref(chosen))?;
    let named = &study.rule_sets[0];
    let schema = study.game.schema().unwrap_or_else(|| "{}".into());
    let schema: Json = serde_json::from_str(&schema).map_err(at("rules"))?;
    let cells = study.cells.iter().map(|cell| &cell.part);
    Ok(json!({
        "name": named.name,
        "fields": fields::described(&schema, &study.game.fields(&named.rules)),
        "toml": study.game.to_toml(&named.rules),
        "cautions": named.rules.cautions,
        "cells": cells.collect::<Vec<_>>(),
    }))
}

/// A study of one game, the number of its cell, and the game.
fn one_game(asked: &OneGame) -> Result<(Study, usize, u64), Refused> {
    let study = study_of(std::slice::from_ref(&asked.rules))?;
    let seed = whole(asked.seed.trim()).map_err(at("one-seed"))?;
    let game = whole(asked.game.trim()).map_err(at("game"))?;
    let cell = asked.cell.min(study.cells.len() - 1);
    Ok((study.seed(seed).first_game(game).games(1), cell, game))
}

fn deal(asked: &OneGame) -> Answered {
    let (study, cell, game) = one_game(asked)?;
    let next = game.checked_add(1).ok_or_else(|| last_game(game))?;
    let mut player = study.game.player(&[&study.cells[cell]], &study.deals).map_err(at("rules"))?;
    let mut block = GameBlock::new(study.info());
    block.reset(game..next);
    player.play(game..next, std::slice::from_mut(&mut block));
    let mut text = String::new();
    player.write_deal(0, 0, &mut text);
    Ok(json!({"deal": text}))
}

fn last_game(game: u64) -> Refused {
    Refused { what: format!("there is no game {game}; use a smaller number"), at: "game" }
}

fn film(asked: &OneGame) -> Answered {
    let (study, cell, game) = one_game(asked)?;
    game.checked_add(1).ok_or_else(|| last_game(game))?;
    let cell = &study.cells[cell];
    let Seed(seed) = study.deals.seed;
    let quoted = shell_quoted(&cell.rule_set);
    let (film, label, command) = match &asked.deal {
        Some(deal) => {
            let asked = Asked::of_deal(deal, study.deals.seed, game);
            let mut scene = study.game.show(&cell.rules).scene(&asked).map_err(at("deal"))?;
            let film = scene.film().ok_or_else(|| last_game(game))?;
            let mut command = study.game.replay_deal(&cell.rule_set, &within_quotes(deal));
            if cell.rules.chance_inside {
                command = command.map(|command| format!("{command} --seed {seed} --game {game}"));
            }
            (film, format!("{}: the typed deal", cell.name), command)
        }
        None => {
            let film = study.game.film(&cell.rules, &study.deals, game);
            let film = film.ok_or_else(|| last_game(game))?;
            let command = study.game.replay(&quoted, &cell.part, seed, game);
            (film, format!("{}: game {game} of seed {seed}", cell.name), command)
        }
    };
    Ok(json!({
        "html": report::player(&film, &label, command.clone()),
        "result": came_out(&film),
        "command": command,
    }))
}

/// A text for the inside of single quotes of a shell.
fn within_quotes(text: &str) -> String {
    text.trim().replace('\'', "'\\''")
}

fn came_out(film: &Film) -> Vec<Json> {
    film.result.iter().map(|(name, value)| json!([name, value.to_string()])).collect()
}

/// The command that plays the same games in a terminal.
fn batch_command(study: &Study, rules: &[Chosen]) -> String {
    let mut words = vec!["war-sim".to_owned()];
    let names = study.rule_sets.iter().map(|named| shell_quoted(&named.name));
    let dice = rules.first().and_then(dice_of).map(|(name, _)| name);
    words.push(if study.rule_sets.len() == 1 { "--rules" } else { "compare" }.into());
    words.extend(names);
    words.extend(dice.into_iter().flat_map(|dice| ["--dice".into(), dice.into()]));
    let (games, Seed(seed)) = (study.games, study.deals.seed);
    words.push(format!("--games {games} --seed {seed} --no-files"));
    words.join(" ")
}
