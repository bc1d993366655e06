//! `bench --all`: what a battle, a roll or a card costs under rule sets that differ a little, one beside
//! the next, so that a cliff is seen.

use std::convert::Infallible;

use cpu_time::ProcessTime;

use crate::cli::failure::{Failure, Kind};
use crate::cli::library::{find, library, refused};
use crate::cli::progress::steps;
use crate::core::game::AnyGame;
use crate::core::wording::text::{Align, columns, grouped};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::{NamedRules, Study};
use crate::lab::study::play::{self, Running};

/// Rule sets each of which is a neighbour of the one before: a family, how they are written, and what
/// stands in the place of the star; every word of the field, where nothing is named.
const FAMILIES: [(&str, &str, &[&str]); 7] = [
    (
        "cards of War",
        "umass{deck.suits=*}",
        &["1", "2", "4", "5", "9", "19", "20", "40", "76", "78"],
    ),
    ("pots of War", "umass{pickup=*}", &[]),
    ("piles of War", "umass{winnings=*}", &[]),
    ("face down in War", "umass{war.face_down=*}", &["0", "1", "3", "6", "7", "20", "tied-rank"]),
    ("short in War", "umass{war.short=*}", &[]),
    ("cards of Beggar", "beggar{deck.suits=*}", &["2", "4", "5", "8", "16", "40"]),
    ("piles of Beggar", "beggar{pile=*}", &[]),
];

/// So many rule sets in one study, of so many games each.
const MANY: usize = 32;
const GAMES: [u64; 3] = [500, 4_000, 80_000];

/// Games before the first timing.
const WARM_UP: u64 = 512;

/// Times everything and says what each costs beside the one before.
pub fn text(ms: u64, repeats: u64, threads: Threads) -> Result<String, Failure> {
    let families = families();
    let all: usize = families.iter().map(|(_, rules)| rules.len()).sum();
    let bar = steps((all + GAMES.len()) as u64);
    let header = ["what", "rules", "ns/game", "ns each", "x before"].map(String::from);
    let mut rows = vec![header.to_vec()];
    let mut row = |family: &str, rules: String, game: f64, each: f64, before: &mut Option<f64>| {
        let ratio =
            before.replace(each).map_or("-".into(), |before| format!("{:.1}", each / before));
        rows.push(vec![family.into(), rules, grouped(game as u64), format!("{each:.1}"), ratio]);
        bar.inc(1);
    };
    for (family, members) in families {
        let mut before = None;
        for rules in members {
            let (game, each) = of_rules(&rules, ms, repeats, threads)?;
            row(&family, rules, game, each, &mut before);
        }
    }
    // From the longest on, which is as fast as it gets.
    let mut before = None;
    for games in GAMES.into_iter().rev() {
        let ns = of_many(games, repeats, threads)?;
        row("many rule sets", format!("{MANY}, {} games", grouped(games)), ns, ns, &mut before);
    }
    bar.finish_and_clear();
    let (left, right) = (Align::Left, Align::Right);
    Ok(columns(&[left, left, right, right, right], &rows))
}

/// Every family with its rule sets; the built-in ones of a game are one, too.
fn families() -> Vec<(String, Vec<String>)> {
    let library = library();
    let varied = FAMILIES.map(|(family, rules, values)| {
        let mut values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        if values.is_empty() {
            values =
                library.games().iter().find_map(|game| words(&**game, rules)).unwrap_or_default();
        }
        (family.to_owned(), values.iter().map(|value| rules.replace('*', value)).collect())
    });
    let built_in = library.games().iter().map(|game| {
        let names = game.presets().into_iter().map(|preset| preset.name.to_owned());
        (format!("rule sets of {}", game.info().title), names.collect())
    });
    varied.into_iter().chain(built_in).collect()
}

/// The words of the field at the star of `NAME{FIELD=*}`, if the name is a rule set of this game.
fn words(game: &dyn AnyGame, rules: &str) -> Option<Vec<String>> {
    let (name, field) = rules.strip_suffix("=*}")?.split_once('{')?;
    game.presets().iter().find(|preset| preset.name == name)?;
    let schema: serde_json::Value = serde_json::from_str(game.schema()?).ok()?;
    let place = format!("/properties/{}/enum", field.replace('.', "/properties/"));
    let words = schema.pointer(&place)?.as_array()?;
    Some(words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect())
}

pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The rule sets of a study; `auto` plays them.
fn study(rules: &[String]) -> Result<Study, Failure> {
    let library = library();
    let mut game = None;
    let mut named = Vec::new();
    for given in rules {
        let found = find(&library, "--rules", given, false)?;
        let mut of = found.game;
        if let (Err(_), Some((kind, text))) = (of.parts(&found.rules), of.usual_gear()) {
            of = of.with_gear(kind, "bench", text).map_err(Failure::usage)?;
        }
        let engine = of.engines()[0];
        named.push(NamedRules { name: found.name, rules: found.rules, engine });
        game = Some(of);
    }
    let game = game.ok_or_else(|| Failure::usage("no rule set: nothing would be timed"))?;
    Study::new(game, named).map_err(|e| refused(&e))
}

/// CPU nanoseconds a game, and each battle, roll or card of one.
fn of_rules(rules: &str, ms: u64, repeats: u64, threads: Threads) -> Result<(f64, f64), Failure> {
    let study = study(&[rules.to_owned()])?;
    let control = Control::default();
    let mut lengths = 0.0;
    let mut timed = |games: u64| -> Result<f64, Failure> {
        let clock = ProcessTime::now();
        let totals = play::play_range(&study, 0..games, Running { threads, control: &control });
        let totals = totals.map_err(|e| Failure::new(Kind::Internal, e.to_string()))?;
        let ns = clock.elapsed().as_nanos() as f64 / games as f64;
        let tally = &totals.cells[0];
        lengths = tally.moments(0, &tally.info().all_outcomes()).sum as f64 / games as f64;
        Ok(ns)
    };
    let games = ((ms as f64 * 1e6 / timed(WARM_UP)?) as u64).max(WARM_UP);
    let all = (0..repeats).map(|_| timed(games)).collect::<Result<Vec<f64>, _>>()?;
    let ns = median(&all);
    Ok((ns, ns / lengths.max(1.0)))
}

/// CPU nanoseconds a game of a study of many rule sets, as it is played for those who ask.
fn of_many(games: u64, repeats: u64, threads: Threads) -> Result<f64, Failure> {
    let rules: Vec<String> =
        (0..MANY).map(|k| format!("umass{{limit.at={}}}", 1_000 + k)).collect();
    let study = study(&rules)?.seed(0).games(games);
    let control = Control::default();
    let timed = || -> Result<f64, Failure> {
        let clock = ProcessTime::now();
        let running = Running { threads, control: &control };
        play::play::<(), Infallible>(&study, running, None)
            .map_err(|e| Failure::new(Kind::Internal, e.to_string()))?;
        Ok(clock.elapsed().as_nanos() as f64 / (games * MANY as u64) as f64)
    };
    let all = (0..repeats).map(|_| timed()).collect::<Result<Vec<f64>, _>>()?;
    Ok(median(&all))
}
