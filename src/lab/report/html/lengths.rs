//! How long games last: a row for each rule set, and how many are over by then.

use super::axis::Axis;
use super::chart::{Look, Plot, Point, Series};
use super::estimate::{Estimate, across};
use super::figure::{Figure, MOST_ROWS, MOST_SERIES, View, drawn, keys};
use super::names::{IN_TITLES, fitted};
use super::scale::{Scale, Unit, bin_width, percent};
use super::spread::{Lasting, Spread, going_on, left, reach};
use super::strips;
use super::subject::Subject;
use crate::core::survival::Survival;
use crate::core::wording::digits::{counted, grouped};

/// Points of a curve.
const POINTS: u64 = 90;
/// Games from which a title says how long they last.
const WORTH_A_TITLE: u64 = 30;

/// The figures; nothing where lengths were not kept or nothing came to an end.
pub fn figures(subject: &Subject) -> Vec<Figure> {
    let all = subject.entries().into_iter().filter_map(|entry| {
        let ends = entry.ends(0)?;
        let over = ends.ended();
        (entry.games() > 0).then_some(Lasting { entry, ends, over })
    });
    let all: Vec<Lasting<'_>> = all.collect();
    let unit = subject.info().length().name;
    let title = title(subject, &all, unit);
    let half = |_, one: &&Lasting<'_>| one.quantile(0.5).map_or(f64::INFINITY, |half| half as f64);
    let (shown, said) = drawn(all.iter().collect(), MOST_ROWS, half);
    let source = subject.source();
    let is_left = all.iter().any(|one| one.ends.left() > 0);
    if shown.iter().all(|one| one.over.last().is_none()) {
        return Vec::new();
    }
    let (caption, view) = if strips::wanted(&shown) {
        let bar = if is_left { " The bar at the right is 100 % of the games." } else { "" };
        let caption = format!(
            "Each line runs from where 5 % of all games are over to where 95 % are, the thick part from \
             25 % to 75 %, the dot where half are.{bar}{said}"
        );
        (caption, View::of("rows", "", String::new(), &strips::rows(&shown, unit)))
    } else {
        let Some(spread) = Spread::of(shown, unit) else { return Vec::new() };
        let bins = match spread.bin {
            1 => format!("at each number of {unit}"),
            n => format!("in bins of {} {unit}", grouped(n)),
        };
        let blocks = " A block at the end has the same area for each game.";
        let blocks = if is_left { blocks } else { "" };
        let caption =
            format!("Share of all games that are over, {bins}, on one scale.{blocks}{said}");
        (caption, View::of("rows", "", spread.note.clone(), &spread.rows()))
    };
    let lengths = Figure::of("lengths", [title, caption], vec![view], source.clone());
    let (title, shares) = over_title(subject, &all, unit);
    let (shown, said) = drawn(all.iter().zip(&shares).collect(), MOST_SERIES, |_, one| *one.1);
    let named = shown.iter().map(|(one, _)| (one.entry.name, one.entry.ends_note(&one.ends)));
    let keys = keys(named, |k, _| *shown[k].1);
    let shown: Vec<&Lasting<'_>> = shown.into_iter().map(|(one, _)| one).collect();
    let by_then = by_then(&shown, unit);
    let by_then = by_then.map(|plot| View::of("over", "Over by then", String::new(), &plot));
    let views: Vec<View> = by_then.into_iter().chain(tail(&shown, unit)).collect();
    let caption = format!(
        "A game is over when somebody has won it or nobody can; what was stopped before its end, and \
         what never ends, is not.{said}"
    );
    let over = Figure { keys, ..Figure::of("over", [title, caption], views, source) };
    [lengths, over].into_iter().filter(|figure| !figure.views.is_empty()).collect()
}

/// When half of the games are over, with the fastest and the slowest rule set where these are known to differ.
fn title(subject: &Subject, all: &[Lasting<'_>], unit: &str) -> String {
    let rest = |one: &Lasting<'_>| match one.ends.last() {
        Some(last) => format!(" most are not by {}", grouped(last)),
        None => " none ever are".into(),
    };
    let halves: Vec<Option<u64>> = all.iter().map(|one| one.quantile(0.5)).collect();
    let known = || halves.iter().flatten().copied();
    let Some((least, most)) = known().min().zip(known().max()) else {
        let last = if let [one] = all { one.ends.last() } else { None };
        let by = last.map(|last| format!(" by {}", so_long(last, unit)));
        let by = by.unwrap_or(", whatever the rule set".into());
        return format!("Fewer than half of the games are over{by}");
    };
    if let [one] = all {
        let of = if one.entry.games() == 1 { "The game is" } else { "Half of the games are" };
        return format!("{of} over by {}", so_long(most, unit));
    }
    // Of those of which fewer than half are over, the slowest has the fewest.
    let key = |k: &usize| {
        let left = all[*k].entry.share(all[*k].ends.left());
        (halves[*k].unwrap_or(u64::MAX), (left * 1e9) as u64)
    };
    let ends = (0..all.len()).min_by_key(key).zip((0..all.len()).max_by_key(key));
    let (fast, slow) = ends.unwrap_or_default();
    let z = subject.z_among(all.len());
    let over = |k: usize, length: u64| all[k].over_by(length, z).ends();
    let slower = match halves[slow] {
        Some(half) if half > least && over(fast, half - 1).0 > 0.5 && over(slow, least).1 < 0.5 => {
            Some((format!(", by {} with ", grouped(half)), String::new()))
        }
        None if over(slow, all[slow].ends.last().unwrap_or(0)).1 < 0.5 => {
            Some(("; with ".into(), rest(&all[slow])))
        }
        _ => None,
    };
    let enough = all.iter().all(|one| one.entry.games() >= WORTH_A_TITLE);
    if let Some((before, after)) = slower.filter(|_| enough) {
        let names = fitted(all.iter().map(|one| one.entry.name), IN_TITLES);
        let (by, one, other) = (so_long(least, unit), &names[fast], &names[slow]);
        return format!("Half of the games are over by {by} with {one}{before}{other}{after}");
    }
    let by = match least == most {
        true => so_long(most, unit),
        false => format!("{} to {}", grouped(least), so_long(most, unit)),
    };
    let rest = match halves.iter().filter(|half| half.is_none()).count() {
        0 if least == most => " with every rule set".into(),
        0 => ", whatever the rule set".into(),
        n => format!("; with {n} of {} rule sets fewer are over", all.len()),
    };
    format!("Half of the games are over by {by}{rest}")
}

/// So many, of a unit whose name ends with an s.
fn so_long(length: u64, unit: &str) -> String {
    counted(length, unit.trim_end_matches('s'), unit)
}

/// What the curves say: how many are over where half are in the slowest;
/// and the shares that it goes by.
fn over_title(subject: &Subject, all: &[Lasting<'_>], unit: &str) -> (String, Vec<f64>) {
    let at = all.iter().filter_map(|one| one.quantile(0.5).or(one.ends.last())).max().unwrap_or(0);
    // Of games that were given up nobody knows whether they are over later.
    let given_up = all.iter().filter(|one| one.entry.given_up() > 0);
    let at = given_up.filter_map(|one| one.ends.last()).fold(at, u64::min);
    let z = subject.z_among(all.len());
    let shares: Vec<Estimate> = all.iter().map(|one| one.over_by(at, z)).collect();
    let title = match all {
        [one] => {
            let last = one.ends.last().unwrap_or(0);
            let over = percent(one.over_by(last, z).value);
            let left = left(&one.ends, percent).into_iter().map(|words| format!(", {words}"));
            let left: String = left.collect();
            format!("{over} of games are over by {}{left}", so_long(last, unit))
        }
        _ => {
            let names = fitted(all.iter().map(|one| one.entry.name), IN_TITLES);
            across(
                &shares,
                &names,
                [&format!("By {}", so_long(at, unit)), "of games are over"],
                0.0,
            )
            .0
        }
    };
    (title, shares.iter().map(|share| share.value).collect())
}

/// Lengths at which curves are drawn, rising: about `points` round ones up to the longest, and the
/// last known length of each curve with the one before, so that each ends where it does.
fn grid(lasts: impl Iterator<Item = u64> + Clone, points: u64) -> Vec<u64> {
    let longest = lasts.clone().max().unwrap_or(0);
    let width = bin_width(longest.max(1), points);
    let round = (0..=longest / width).map(|k| k * width);
    let own = lasts.flat_map(|last| [last.saturating_sub(1), last]);
    let mut lengths: Vec<u64> = round.chain(own).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// What a curve counts at each length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    /// The games that are over.
    Over,
    /// Those that are not.
    GoingOn,
}

/// Curves at these lengths, each as far as it is known: games that never end go on for ever, those that
/// were cut off no further than they were played. At its end stands what else became of its games.
fn curves(all: &[(&str, &Survival)], lengths: &[u64], count: Count) -> Vec<Series> {
    let names = fitted(all.iter().map(|(name, _)| *name), 18);
    let curve = |(&(name, ends), short): (&(&str, &Survival), &String)| {
        let played = ends.stopped.last().and(ends.last());
        let known =
            played.map_or(lengths.len(), |last| lengths.partition_point(|length| *length <= last));
        let share = |games: u64| games as f64 / ends.games().max(1) as f64;
        let on = ends.going_on(&lengths[..known]);
        let later = on.last().map_or(0, |on| on - ends.left());
        let point = |(&length, &on): (&u64, &u64)| {
            let games = match count {
                Count::Over => ends.games() - on,
                Count::GoingOn => on,
            };
            let text = format!("{} ({})", grouped(games), percent(share(games)));
            Point::at(length as f64, share(games), text)
        };
        let points = lengths.iter().zip(&on).map(point).collect();
        let mut parts = going_on(ends);
        if count == Count::Over && later > 0 {
            parts.push(("last longer", share(later)));
        }
        let parts: Vec<String> =
            parts.into_iter().map(|(words, share)| format!("{} {words}", percent(share))).collect();
        let before = if all.len() > 1 { format!("{short}: ") } else { String::new() };
        let end = (!parts.is_empty()).then(|| format!("{before}{}", parts.join(", ")));
        Series { name: name.into(), points, end }
    };
    all.iter().zip(&names).map(curve).collect()
}

fn named<'a>(all: &[&'a Lasting<'a>]) -> Vec<(&'a str, &'a Survival)> {
    all.iter().map(|one| (one.entry.name, &one.ends)).collect()
}

/// How many games are over by then.
fn by_then(all: &[&Lasting<'_>], unit: &str) -> Option<Plot> {
    let end = reach(all, 0.999, 2.0)?;
    let lasts = all.iter().filter_map(|one| one.ends.last()).map(|last| last.min(end));
    let medians = all.iter().filter_map(|one| one.quantile(0.5)).map(|n| n.max(1) as f64);
    if strips::ratio(medians) < strips::FAR {
        let lengths = grid(lasts.chain([end]), POINTS);
        return plot(&named(all), &lengths, unit, Count::Over);
    }
    let first = all.iter().filter_map(|one| one.over.counts().next()).map(|(length, _)| length);
    let first = first.min().unwrap_or(1).max(1);
    let factor = libm::pow(end as f64 / first as f64, 1.0 / POINTS as f64);
    let round = (0..=POINTS).map(|k| (first as f64 * libm::pow(factor, k as f64)).round() as u64);
    let mut lengths: Vec<u64> = round.chain(lasts).filter(|n| (first..=end).contains(n)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let plot = plot(&named(all), &lengths, unit, Count::Over)?;
    let x = Axis::whole(Scale::log(first as f64, end as f64), format!("{unit} (log)"));
    Some(Plot { x, ..plot })
}

/// How many games are still going on, on a logarithmic axis.
fn tail(all: &[&Lasting<'_>], unit: &str) -> Option<View> {
    let note = match all.iter().any(|one| one.ends.left() > 0) {
        true => {
            "Games that were stopped before their end, and games that never end, go on: the curve does not \
             fall below them."
        }
        false => "",
    };
    let lasts = all.iter().filter_map(|one| one.ends.last());
    let plot = plot(&named(all), &grid(lasts, POINTS), unit, Count::GoingOn)?;
    Some(View::of("tail", "Long games (log)", note.into(), &plot))
}

/// The curves with their axes, logarithmic but for those of what is over; nothing where all are nothing.
fn plot(all: &[(&str, &Survival)], lengths: &[u64], unit: &str, count: Count) -> Option<Plot> {
    let series = curves(all, lengths, count);
    let shares = || series.iter().flat_map(|curve| curve.points.iter().map(|point| point.y));
    let (what, corner) = match count {
        Count::Over => ("are over by then", "over by"),
        Count::GoingOn => ("are not over by then", "not over by"),
    };
    let what = format!("share of all games that {what}");
    let y = match count {
        Count::Over => Axis::of(Unit::Percent, what, [0.0, 1.0].into_iter()),
        _ => {
            // Where all are over after the first step there is a point, and no line.
            let is_line = |curve: &Series| curve.points.iter().filter(|at| at.y > 0.0).count() > 1;
            Axis::log(Unit::Percent, &what, series.iter().any(is_line).then(shares)?)
        }
    };
    let last = lengths.last().map_or(1.0, |&last| last as f64);
    let x = Axis::whole(Scale::up_to(last), unit);
    let (label, corner) = (format!("{}, by {unit}", y.title), format!("{corner}, {unit}"));
    Some(Plot { corner, ..Plot::of(Look::Curve, [x, y], series, label) })
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
        let plot = plot(&[("x", &ends)], &lengths, "battles", Count::GoingOn).unwrap();
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
        let plot = plot(&[("a", &shorter), ("b", &two)], &lengths, "n", Count::GoingOn).unwrap();
        let last = plot.series[0].points.last().unwrap();
        assert_eq!((last.x, last.y), (20.0, 0.5));
        assert_eq!(plot.numbers().rows.last().unwrap().1[0], "\u{2013}");
        assert_eq!(plot.series[0].end.as_deref(), Some("a: 50.00 % cut off"));
    }

    #[test]
    fn at_its_end_every_curve_of_what_is_over_says_what_became_of_the_rest() {
        let mut shorter = Survival::default();
        shorter.won.record_n(4, 3);
        shorter.stopped.record_n(33, 1);
        let long = ends();
        let lengths = grid([33, 40].into_iter(), 4);
        let both = [("a", &shorter), ("b", &long)];
        let plot = plot(&both, &lengths, "n", Count::Over).unwrap();
        let ends = plot.series.iter().map(|one| {
            let last = one.points.last().unwrap();
            (last.x, last.y, one.end.as_deref().unwrap())
        });
        assert_eq!(
            ends.collect::<Vec<_>>(),
            [
                (33.0, 0.75, "a: 25.00 % cut off"),
                (40.0, 0.75, "b: 5.00 % never end, 20.00 % last longer"),
            ]
        );
    }
}
