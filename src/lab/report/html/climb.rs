//! A search for long or endless games: what it found, climb by climb, with its deals.

use super::axis::Axis;
use super::chart::{Look, Plot, Point, Series};
use super::figure::{Figure, Numbers, by_place, keys};
use super::overview::Origin;
use super::records::Kept;
use super::reel::{Shown, of_deals};
use super::scale::Unit;
use super::subject::capital;
use super::{Chapter, records};
use crate::core::cards::Seed;
use crate::core::game::{Cell, Counted, Facts, Picture};
use crate::core::wording::digits::{counted, grouped};
use crate::lab::climb::account::OfClimb;
use crate::lab::climb::progress::line;
use crate::lab::climb::{Find, Progress};
use crate::lab::store::stored::program;

/// Finds whose games are shown.
const FILMS: usize = 3;

/// The chapter of a search.
pub fn chapter(found: &OfClimb) -> Chapter {
    let OfClimb { info, rules, seed, game, progress, .. } = found;
    let Progress { climbs, deals, longest, endless, endless_deals, .. } = progress;
    let what = if found.goal.is_endless() { "games that never end" } else { "long games" };
    let unit = info.length().name;
    let unknown = || "\u{2013}".to_owned();
    let last = longest.last();
    let length = |find: &Find| format!("{} {unit}", grouped(find.counters[0]));
    let row = vec![
        ("Climbs".into(), grouped(*climbs)),
        (format!("{} played", capital(found.played()[1])), grouped(*deals)),
        ("Longest that ends".into(), last.map_or_else(unknown, length)),
        ("Found in climb".into(), last.map_or_else(unknown, |find| grouped(find.climb))),
        ("Endless deals".into(), grouped(*endless_deals)),
    ];
    let films = films(found);
    let shown = first(found);
    let kept = |find: &Find| {
        let more = [("Climb", grouped(find.climb)), ("Deal", find.deal.clone())];
        let film = shown[..films.len()].iter().position(|&known| std::ptr::eq(known, find));
        (records::row(info, (find.end, &find.counters), more), film, Some(found.replay(find)))
    };
    let best = longest.iter().rev().take(records::SHOWN).map(kept);
    let endless = endless.iter().take(records::SHOWN).map(kept);
    let records = [
        Kept::of("Each was longer than all before it; the longest is first".into(), best),
        Kept::of("Deals that never end, the first ones".into(), endless),
    ];
    let facts = [
        ("Seed", seed.to_string()),
        ("Climbs", grouped(*climbs)),
        ("Recipe", info.recipe.into()),
        ("Version", program()),
    ];
    Chapter {
        title: format!("{}: {what} searched for under {rules}", capital(info.title)),
        sentences: vec![sentence(found)],
        overview: Numbers::of("Rule set", [(rules.clone(), row)]),
        records: records.into_iter().filter(|kept| !kept.numbers.rows.is_empty()).collect(),
        figures: figure(found).into_iter().collect(),
        origins: vec![Origin {
            name: found.name.clone(),
            command: None,
            facts: facts.into(),
            rules: vec![(rules.clone(), game.to_toml(&found.rule_set))],
        }],
        films,
        playback: "playback".into(),
        ..Chapter::default()
    }
}

/// What was searched, in a sentence.
fn sentence(found: &OfClimb) -> String {
    let [climbs, played] = found.size();
    let OfClimb { info, rules, seed, .. } = found;
    let none = match found.goal.is_endless() && found.progress.endless.is_empty() {
        true => " No deal that never ends was found.",
        false => "",
    };
    let open = found.progress.open().map_or(String::new(), |open| format!(" {open}"));
    format!("{climbs} and {played} of {} under {rules}; seed {seed}.{none}{open}", info.title)
}

/// The longest game, or how many games without an end, after so many climbs; nothing without a find.
pub fn figure(found: &OfClimb) -> Option<Figure> {
    let Progress { climbs, longest, endless, endless_deals, .. } = &found.progress;
    let (unit, most) = (found.info.length().name, *climbs as f64);
    let is_endless = found.goal.is_endless();
    let (name, what, values): (_, _, Vec<(u64, &Find)>) = match is_endless {
        false => {
            ("longest so far", unit, longest.iter().map(|find| (find.counters[0], find)).collect())
        }
        true => ("found so far", "deals that never end", (1..).zip(endless).collect()),
    };
    let known = known(found).filter(|_| !is_endless);
    let last = values.last()?.0;
    let mut points: Vec<Point> = Vec::new();
    for (value, find) in &values {
        // Of one climb the last find counts.
        let (x, text) = (find.climb as f64 + 1.0, line(find, found.info));
        points.retain(|point| point.x < x);
        points.push(Point::at(x, *value as f64, text));
    }
    // Only the first finds are kept: what came after them is not known.
    let is_whole = *endless_deals == endless.len() as u64;
    let end = points.last().filter(|point| point.x < most && is_whole).cloned();
    points.extend(end.map(|point| Point { x: most, ..point }));
    let places: Vec<f64> = points.iter().map(|point| point.x).collect();
    let level = |&(value, what): &(u64, &str)| {
        let points = places.iter().map(|&x| Point::at(x, value as f64, grouped(value)));
        let end = format!("{what}: {} {unit}", grouped(value));
        Series { name: what.into(), points: points.collect(), end: Some(end) }
    };
    let beside = known.map_or(String::new(), |(value, _)| match last > value {
        true => ", longer than any published that we know".into(),
        false => format!(" (the longest published: {})", grouped(value)),
    });
    let many = counted(*climbs, "climb", "climbs");
    let title = match is_endless {
        false => format!("A game of {} {unit} found in {many}{beside}", grouped(last)),
        true => {
            let deals = counted(*endless_deals, "deal that never ends", "deals that never end");
            format!("{} in {many}", capital(&deals))
        }
    };
    let own = Series { name: name.into(), points: points.clone(), end: None };
    let series: Vec<Series> = [own].into_iter().chain(known.iter().map(level)).collect();
    let values = series.iter().flat_map(|one| one.points.iter().map(|point| point.y));
    let y = Axis::of(Unit::Whole, format!("{what}, {name}"), values.chain([0.0]));
    let axes = [Axis::sizes("climbs", &places), y];
    let label = format!("{}, {name}, by climbs", capital(what));
    let plot = Plot { corner: "climbs".into(), ..Plot::of(Look::Steps, axes, series, label) };
    let note = counted(points.len() as u64 - 1, "step", "steps");
    let note = |k| if k == 0 { note.clone() } else { String::new() };
    let named = plot.series.iter().enumerate().map(|(k, one)| (one.name.as_str(), note(k)));
    let keys = keys(named, by_place);
    let climb = match is_endless {
        false => "A climb plays many deals and follows the best of them to better ones.",
        true => "A climb plays many deals or positions.",
    };
    let caption = format!("{climb} The line is what all climbs so far had found.");
    let (version, recipe) = (env!("CARGO_PKG_VERSION"), found.info.recipe);
    let source = format!("{} war-sim {version}, recipe {recipe}.", sentence(found));
    Some(Figure { keys, ..Figure::one("climb", [title, caption], &plot, source) })
}

/// The longest game that is known elsewhere, and who found it when.
fn known(found: &OfClimb) -> Option<(u64, &'static str)> {
    let OfClimb { game, rules, .. } = found;
    let (name, rule_set, part) = (rules.clone(), rules.clone(), String::new());
    let cell = Cell { name, rule_set, part, rules: found.rule_set.clone(), engine: "" };
    let counted = Counted { facts: &Facts::default(), cells: &[cell], tallies: &[], pairs: &[] };
    game.pictures(counted).into_iter().find_map(|picture| match picture {
        Picture::Tail(tail) => tail.marks.last().copied(),
        Picture::Matrix(_) => None,
    })
}

/// The best finds.
fn first(found: &OfClimb) -> Vec<&Find> {
    let Progress { longest, endless, .. } = &found.progress;
    let longest = longest.iter().rev().filter(|_| !found.goal.is_endless());
    longest.chain(endless).take(FILMS).collect()
}

/// Their games.
fn films(found: &OfClimb) -> Vec<Shown> {
    let deals = first(found).into_iter();
    let deals = deals.map(|find| (line(find, found.info), find.deal.as_str(), found.replay(find)));
    of_deals(&*found.game.show(&found.rule_set), Seed(found.seed), deals.collect())
}
