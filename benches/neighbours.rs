//! What a battle, a roll or a card costs under rule sets that differ a little, one beside the next, so that
//! a cliff is seen.
//!
//! `cargo bench --bench neighbours`. CPU time on one thread; the median of five timings.

use std::num::NonZeroUsize;

use cpu_time::ProcessTime;
use war_sim::game::Game;
use war_sim::table::Value;
use war_sim::war::{Pickup, Short, Winnings};
use war_sim::{Control, DiceOf, Finished, Refused, Spec, Study, Threads};

/// Rule sets each of which is a neighbour of the one before: a family, how they are written, and what
/// stands in the place of the star.
const FAMILIES: [(&str, &str, &[&str]); 5] = [
    (
        "cards of War",
        "umass{deck.suits=*}",
        &["1", "2", "4", "5", "9", "19", "20", "40", "76", "78"],
    ),
    ("pots of War", "umass{pickup=*}", Pickup::WORDS),
    ("piles of War", "umass{winnings=*}", Winnings::WORDS),
    ("face down in War", "umass{war.face_down=*}", &["0", "1", "3", "6", "7", "20", "tied-rank"]),
    ("short in War", "umass{war.short=*}", Short::WORDS),
];

/// So many rule sets in one study, of so many games each.
const MANY: usize = 32;
const GAMES: [u64; 3] = [500, 4_000, 80_000];

/// Games before the first timing, timings of each, and CPU nanoseconds for each.
const WARM_UP: u64 = 512;
const REPEATS: usize = 5;
const WANTED_NS: f64 = 1e8;

/// Every family with its rule sets; the built-in ones of a game are one, too.
fn families() -> Vec<(String, Vec<String>)> {
    let varied = FAMILIES.map(|(family, rules, values)| {
        (family.to_owned(), values.iter().map(|value| rules.replace('*', value)).collect())
    });
    let built_in = Game::all().into_iter().map(|game| {
        let names = game.presets().iter().map(|preset| preset.name.to_owned());
        (format!("rule sets of {}", game.info().title), names.collect())
    });
    varied.into_iter().chain(built_in).collect()
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A study of these rule sets; dice are ordinary ones.
fn study(rules: &[&str]) -> Result<Study, Refused> {
    let asked = Spec::of_rules(rules.iter().copied());
    let dice = DiceOf::Here(vec![(1..=6).collect(); 2]);
    Study::of(asked.clone()).or_else(|_| Study::of(Spec { dice: Some(dice), ..asked }))
}

/// Plays so many games of each rule set; CPU nanoseconds a game of each, and what came out.
fn timed(study: &Study, games: u64) -> Result<(f64, Finished), Refused> {
    let (clock, one) = (ProcessTime::now(), Threads::Exactly(NonZeroUsize::MIN));
    let finished = study.clone().games(games).run_on(one, &Control::default())?;
    let all = games * finished.study.cells().len() as u64;
    Ok((clock.elapsed().as_nanos() as f64 / all as f64, finished))
}

/// The median of several timings.
fn median_ns(study: &Study, games: u64) -> Result<f64, Refused> {
    let all = (0..REPEATS).map(|_| timed(study, games).map(|(ns, _)| ns));
    Ok(median(&all.collect::<Result<Vec<_>, _>>()?))
}

/// The mean length of a game.
fn length(finished: &Finished) -> f64 {
    let summary = &finished.tables()[0];
    let mean = summary.header.iter().position(|name| name.ends_with("_mean"));
    match mean.map(|column| &summary.rows[0][column]) {
        Some(Value::Float(mean)) => *mean,
        other => panic!("no mean length: {other:?}"),
    }
}

fn line(what: &str, rules: &str, ns: f64, each: f64, before: &mut Option<f64>) {
    let ratio = before.replace(each).map_or("-".into(), |before| format!("{:.1}", each / before));
    println!("{what:<28}  {rules:<40}  {ns:>9.0}  {each:>7.1}  {ratio:>8}");
}

fn main() -> Result<(), Refused> {
    println!(
        "{:<28}  {:<40}  {:>9}  {:>7}  {:>8}",
        "what", "rules", "ns/game", "ns each", "x before"
    );
    for (family, members) in families() {
        let mut before = None;
        for rules in members {
            let study = study(&[&rules])?;
            let (warm, _) = timed(&study, WARM_UP)?;
            let games = ((WANTED_NS / warm) as u64).max(WARM_UP);
            let (_, finished) = timed(&study, games)?;
            let ns = median_ns(&study, games)?;
            line(&family, &rules, ns, ns / length(&finished).max(1.0), &mut before);
        }
    }
    let many: Vec<String> = (0..MANY).map(|k| format!("umass{{limit.at={}}}", 1_000 + k)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let (study, mut before) = (study(&many)?, None);
    // From the longest on, which is as fast as it gets.
    for games in GAMES.into_iter().rev() {
        let ns = median_ns(&study, games)?;
        line("many rule sets", &format!("{MANY}, {games} games"), ns, ns, &mut before);
    }
    Ok(())
}
