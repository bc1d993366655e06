//! How long games last: a row for each rule set, and how many are over by then.

use super::axis::Axis;
use super::chart::{Look, Mark, Plot, Point, Series};
use super::figure::{Figure, Key, MOST_SERIES, View};
use super::names::cut;
use super::rows::{Lasting, Rows, going_on, quantile};
use super::scale::{Scale, Unit, bin_width, percent};
use super::shares::{MOST_ROWS, rest};
use super::subject::Subject;
use crate::core::stats::{wilson, z_for_confidence};
use crate::core::survival::Survival;
use crate::core::wording::digits::grouped;

/// Points of a curve.
const POINTS: u64 = 90;
/// Games from which a title says how long they last.
const WORTH_A_TITLE: u64 = 30;

/// The figures; nothing where lengths were not kept or nothing came to an end.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let all = subject.entries().into_iter().filter_map(|entry| {
        let ends = Survival::of(entry.tally, 0)?;
        let over = ends.ended();
        (entry.games() > 0).then_some(Lasting { entry, ends, over })
    });
    let all: Vec<Lasting<'_>> = all.collect();
    let unit = subject.info().length().name;
    let Some(rows) = Rows::of(&all[..all.len().min(MOST_ROWS)], unit) else { return Vec::new() };
    let bins = match rows.bin {
        1 => format!("at each number of {unit}"),
        n => format!("in bins of {} {unit}", grouped(n)),
    };
    let blocks = match all.iter().any(|one| one.ends.left() > 0) {
        true => " A block at the end has the same area for each game.",
        false => "",
    };
    let source = subject.source();
    let title = finding(subject, &all, unit).unwrap_or_else(|| "How long a game lasts".into());
    let rest = rest(all.len());
    let caption = format!("Share of all games that are over, {bins}, on one scale.{blocks}{rest}");
    let view = View::of("rows", "", rows.note.clone(), &rows);
    let lengths = Figure::of("lengths", title, caption, view, source.clone());
    let shown = &all[..all.len().min(MOST_SERIES)];
    let keys = shown.iter().enumerate();
    let keys = keys.map(|(k, one)| Key::new(k, one.entry.name, one.entry.ends_note()));
    let drawn = match all.len() > shown.len() {
        true => format!(" The first {} of {} are drawn.", shown.len(), all.len()),
        false => String::new(),
    };
    let mut views: Vec<View> = by_then(shown, unit)
        .map(|plot| View::of("over", "Over by then", String::new(), &plot))
        .into_iter()
        .collect();
    views.extend(tail(shown, unit));
    let over = Figure {
        id: "over".into(),
        title: format!("How many games are over after so many {unit}"),
        caption: format!(
            "A game is over when somebody has won it or nobody can; what a limit cut off, and what \
             never ends, is not.{drawn}"
        ),
        keys: keys.collect(),
        views,
        beside: None,
        source,
    };
    let curves = (!over.views.is_empty()).then_some(over);
    [lengths].into_iter().chain(curves).collect()
}

/// What the numbers allow to say in a title.
fn finding(subject: &Subject, all: &[Lasting<'_>], unit: &str) -> Option<String> {
    if subject.is_of_parts() || all.iter().any(|one| one.entry.games() < WORTH_A_TITLE) {
        return None;
    }
    let z = z_for_confidence(1.0 - (1.0 - subject.confidence()) / all.len() as f64);
    // Whether more than half are certainly over by then, and whether fewer are.
    let share = |one: &Lasting<'_>, length: u64| match one.entry.is_exact() {
        true => [one.entry.share(one.over_by(length)); 2].into(),
        false => wilson(one.over_by(length), one.entry.games(), z),
    };
    let last = |one: &Lasting<'_>| one.ends.last().unwrap_or(0);
    let key = |one: &&Lasting<'_>| one.quantile(0.5).unwrap_or(u64::MAX);
    let (fast, slow) = (all.iter().min_by_key(key)?, all.iter().max_by_key(key)?);
    let half = fast.quantile(0.5);
    if all.len() == 1 {
        return match half {
            Some(half) => Some(format!("Half of the games are over by {} {unit}", grouped(half))),
            None => (share(fast, last(fast)).1 < 0.5)
                .then(|| format!("Most games are not over by {} {unit}", grouped(last(fast)))),
        };
    }
    let [one, other] = [fast, slow].map(|one| cut(one.entry.name, 28));
    let begins = format!("Half of the games are over by {} {unit} with {one}", grouped(half?));
    match slow.quantile(0.5) {
        Some(later)
            if later > half? && share(fast, later - 1).0 > 0.5 && share(slow, half?).1 < 0.5 =>
        {
            Some(format!("{begins}, by {} with {other}", grouped(later)))
        }
        None if share(slow, last(slow)).1 < 0.5 => {
            Some(format!("{begins}; with {other} most are not by {}", grouped(last(slow))))
        }
        _ => None,
    }
}

/// Lengths at which curves are drawn, rising: about `points` round ones up to the longest, and the
/// last known length of each curve with the one before, so that each ends where it does.
pub fn grid(lasts: impl Iterator<Item = u64> + Clone, points: u64) -> Vec<u64> {
    let longest = lasts.clone().max().unwrap_or(0);
    let width = bin_width(longest.max(1), points);
    let round = (0..=longest / width).map(|k| k * width);
    let own = lasts.flat_map(|last| [last.saturating_sub(1), last]);
    let mut lengths: Vec<u64> = round.chain(own).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Curves at these lengths of the games that go on, or of those that are over, each as far as it is
/// known: games that never end go on for ever, those that were cut off no further than they were played.
fn curves(all: &[(&str, &Survival)], lengths: &[u64], are_over: bool) -> Vec<Series> {
    let curve = |&(name, ends): &(&str, &Survival)| {
        let played = ends.stopped.last().and(ends.last());
        let known =
            played.map_or(lengths.len(), |last| lengths.partition_point(|length| *length <= last));
        let counts = ends.going_on(lengths).into_iter();
        let point = |(&length, on): (&u64, u64)| {
            let games = if are_over { ends.games() - on } else { on };
            let share = games as f64 / ends.games().max(1) as f64;
            let text = format!("{} ({})", grouped(games), percent(share));
            Point { x: length as f64, y: share, interval: None, text }
        };
        let points = lengths.iter().zip(counts).take(known).map(point).collect();
        let parts = going_on(ends).into_iter();
        let parts: Vec<String> =
            parts.map(|(words, share)| format!("{} {words}", percent(share))).collect();
        let before = if all.len() > 1 { format!("{}: ", cut(name, 18)) } else { String::new() };
        let end = (!parts.is_empty()).then(|| format!("{before}{}", parts.join(", ")));
        Series { name: name.into(), points, end }
    };
    all.iter().map(curve).collect()
}

fn named<'a>(all: &'a [Lasting<'a>]) -> Vec<(&'a str, &'a Survival)> {
    all.iter().map(|one| (one.entry.name, &one.ends)).collect()
}

/// How many games are over by then.
fn by_then(all: &[Lasting<'_>], unit: &str) -> Option<Plot> {
    let last = all.iter().filter_map(|one| one.over.last()).max()?;
    let usual =
        all.iter().filter_map(|one| quantile(&one.over, 0.999 * one.over.games() as f64)).max()?;
    let lengths =
        grid(std::iter::once(if 2 * usual >= last { last } else { usual }.max(1)), POINTS);
    let y =
        Axis::of(Unit::Percent, "share of all games that are over by then", [0.0, 1.0].into_iter());
    Some(plot(curves(&named(all), &lengths, true), &lengths, unit, y, "over by"))
}

/// How many games are still going on, on a logarithmic axis.
fn tail(all: &[Lasting<'_>], unit: &str) -> Option<View> {
    let lengths = grid(all.iter().filter_map(|one| one.ends.last()), POINTS);
    let mut plot = tail_plot(&named(all), &lengths, unit)?;
    let kept = all[0].entry.longest_kept();
    // On the curve: with the games that are not over at any length.
    let left = all[0].ends.left() as usize;
    let share = |place: usize| (left + place + 1) as f64 / all[0].entry.games() as f64;
    let dot = |(k, &(length, _)): (usize, &(u64, u64))| Mark {
        x: length as f64,
        words: String::new(),
        rare: Some(share(k)),
    };
    plot.marks = kept.iter().enumerate().rev().map(dot).collect();
    let mut note = match kept.len() {
        0 => String::new(),
        n => format!("Dots: the {n} longest games that ended, of {}. ", all[0].entry.name),
    };
    if all.iter().any(|one| one.ends.left() > 0) {
        note += "Games that a limit cut off, and games that never end, go on: the curve does not fall below them.";
    }
    Some(View::of("tail", "Long games (log)", note, &plot))
}

/// The plot of a tail; nothing without a game.
pub fn tail_plot(all: &[(&str, &Survival)], lengths: &[u64], unit: &str) -> Option<Plot> {
    let curves = curves(all, lengths, false);
    let shares = || curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.y));
    shares().find(|share| *share > 0.0)?;
    let y = Axis::log(Unit::Percent, "share of all games that are not over by then", shares());
    Some(plot(curves.clone(), lengths, unit, y, "not over by"))
}

fn plot(series: Vec<Series>, lengths: &[u64], unit: &str, y: Axis, what: &str) -> Plot {
    let last = lengths.last().map_or(1.0, |&last| last as f64);
    Plot {
        x: Axis { scale: Scale::up_to(last), unit: Unit::Whole, title: unit.into() },
        label: format!("{}, by {unit}", y.title),
        y,
        look: Look::Curve,
        series,
        corner: format!("{what}, {unit}"),
        marks: Vec::new(),
        beyond: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::report::html::figure::Picture as _;

    #[test]
    fn a_grid_begins_at_nothing_and_ends_at_the_longest() {
        for longest in [1, 89, 90, 91, 1000, 1001, 123_457] {
            let grid = grid([longest, 40].into_iter().filter(|last| *last <= longest), POINTS);
            assert_eq!((grid[0], *grid.last().unwrap()), (0, longest));
            assert!(grid.len() as u64 <= POINTS + 6, "{longest}: {}", grid.len());
            assert!(grid.windows(2).all(|two| two[0] < two[1]));
        }
    }

    fn ends() -> Survival {
        let mut ends = Survival { endless: 5, ..Survival::default() };
        ends.won.record_n(3, 70);
        ends.won.record_n(50, 20);
        ends.drawn.record_n(7, 5);
        ends
    }

    #[test]
    fn an_endless_game_is_a_plateau_with_its_share_beside_it() {
        let ends = ends();
        let lengths = grid(std::iter::once(50), POINTS);
        let plot = tail_plot(&[("x", &ends)], &lengths, "battles").unwrap();
        let last = plot.series[0].points.last().unwrap();
        assert_eq!((last.x, last.y, last.text.as_str()), (50.0, 0.05, "5 (5.00 %)"));
        assert_eq!(plot.series[0].end.as_deref(), Some("5.00 % never end"));
    }

    #[test]
    fn what_was_cut_off_is_not_known_beyond() {
        let two = ends();
        let mut shorter = Survival::default();
        shorter.won.record_n(4, 1);
        shorter.stopped.record_n(20, 1);
        let lengths = grid([20, 50].into_iter(), POINTS);
        let plot = tail_plot(&[("a", &shorter), ("b", &two)], &lengths, "n").unwrap();
        let last = plot.series[0].points.last().unwrap();
        assert_eq!((last.x, last.y), (20.0, 0.5));
        assert_eq!(plot.numbers().rows.last().unwrap().1[0], "\u{2013}");
        assert_eq!(plot.series[0].end.as_deref(), Some("a: 50.00 % cut off"));
    }
}
