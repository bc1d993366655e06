//! A hundred games, a line each: how far one side is ahead, step by step.

use std::fmt::Write as _;

use super::axis::Axis;
use super::drawing::{Drawing, LETTERS, Size, widest, width};
use super::figure::{Figure, Numbers, drawn};
use super::names::{IN_TITLES, fitted};
use super::rows::{Column, Rows, Track};
use super::scale::{Scale, brief};
use super::subject::{Entry, Subject, capital};
use crate::core::course::Course;
use crate::core::ends::cut_off;
use crate::core::wording::digits::{counted, grouped};

/// Games that are drawn of each rule set.
const GAMES: usize = 100;
/// Steps of all of them, on average, at most: of longer games fewer are drawn.
const STEPS: f64 = 2e6;
/// Pixels between two points of a line: a hundred of them look the same as pixel by pixel, and weigh a fifth.
const STRIDE: usize = 5;
/// Rule sets that are drawn at most.
const MOST_PANELS: usize = 2;
/// From this share of the time on a title says that the lead stands still.
const OFTEN: f64 = 0.05;
/// Share of the games that end within the picture.
const WITHIN: f64 = 0.98;

/// The games of one rule set.
struct Panel {
    name: String,
    games: Vec<Course>,
    /// Whether those that are drawn are fewer, as they are very long.
    fewer: bool,
    /// When half of all games are over, which may be more than are drawn.
    half: Option<u64>,
    /// From top to bottom: style, words and share of all games.
    shares: Vec<(String, String, f64)>,
}

/// Panels one below the other, on the same scales.
struct Leads {
    panels: Vec<Panel>,
    unit: &'static str,
    lead: String,
    /// What the lead is counted in.
    of: &'static str,
    /// The lowest and the largest lead, and the longest game that is drawn to its end.
    lowest: i64,
    most: i64,
    end: u64,
}

/// The figure; nothing where games have no course, as orders of a deck.
pub fn figure(subject: &Subject) -> Option<Figure> {
    // Of those of which fewer than half are over the last one has most left.
    let by_half = |_, entry: &Entry<'_>| {
        let left = entry.ends(0).map_or(0, |ends| ends.left());
        entry.half().map_or_else(|| 1e18 * (1.0 + entry.share(left)), |half| half as f64)
    };
    let which = "those whose games are over first and last";
    let (entries, said) = drawn(subject.entries(), MOST_PANELS, by_half, which);
    let unit = subject.info().length().name;
    let first = course(&entries[0], entries[0].state.games.first()?.start)?;
    let lead = format!("{}\u{2019}s lead in {}", first.first, first.standing);
    let panels: Vec<Panel> = entries.iter().filter_map(Panel::of).collect();
    let games = || panels.iter().flat_map(|panel| &panel.games);
    let most = games().flat_map(|game| &game.leads).map(|lead| lead.abs()).max()?.max(1);
    // How long a game that never ends was played is no length, unless all are such.
    let lengths = |all: bool| {
        let games = games().filter(|game| all || !game.is_endless);
        let mut lengths: Vec<u64> = games.map(|game| game.length).collect();
        lengths.sort_unstable();
        lengths
    };
    let lengths = Some(lengths(false)).filter(|some| !some.is_empty()).unwrap_or(lengths(true));
    let end = lengths[((lengths.len() - 1) as f64 * WITHIN) as usize].max(1);
    let beyond = games().filter(|game| game.length > end).count() as u64;
    let behind = games().any(|game| game.leads.iter().any(|lead| *lead < 0));
    let lowest = if behind { -most } else { 0 };
    let of = first.standing.trim_end_matches(" held");
    let leads = Leads { panels, unit, lead, of, lowest, most, end };
    let dealt = |entry: &Entry<'_>| {
        let first = entry.state.games.first().map(|range| range.start);
        (entry.state.study.deals.seed, first, entry.cell.rules.setup.clone())
    };
    let is_same = entries.len() > 1 && entries.iter().all(|e| dealt(e) == dealt(&entries[0]));
    let is_given_up = entries.iter().any(|entry| entry.given_up() > 0);
    let is_cut = |game: &Course| game.gap.is_some_and(|(at, _)| (at as u64) < end);
    let mut games = leads.panels.iter().flat_map(|panel| &panel.games);
    let lines_go = counted(beyond, "line goes", "lines go");
    let (title, meant) = leads.title();
    let notes = [
        (is_same, format!("The {} are the same for all.", subject.info().chance)),
        (beyond > 0, format!("{lines_go} on beyond the right edge.")),
        (is_given_up, "Games that were given up are drawn as far as they were played.".into()),
        (games.any(is_cut), "The middle of a very long game is left out.".into()),
        (!meant.is_empty(), meant),
        (leads.panels.iter().any(|panel| panel.fewer), leads.fewer()),
    ];
    let notes = notes.into_iter().filter(|(is_so, _)| *is_so);
    let notes: String = notes.map(|(_, note)| format!(" {note}")).collect();
    let lines = match leads.panels.iter().map(|panel| panel.games.len()).max()? {
        1 if leads.panels.iter().any(|panel| panel.fewer) => "The line is the first game".into(),
        1 => "The line is the game".into(),
        GAMES => "Each line is one of the first hundred games".into(),
        n => format!("Each line is one of the first {n} games"),
    };
    let caption = format!(
        "{lines}: {}, from the first step to the end, coloured by who wins. The bars are all games.{notes}{said}",
        leads.lead,
    );
    Some(Figure::one("leads", [title, caption], &leads.rows(), subject.source()))
}

/// What stands beside a part of a bar.
fn beside((_, words, share): &(String, String, f64), size: Size) -> String {
    match size {
        Size::Wide => format!("{} {words}", brief(*share)),
        Size::Narrow => brief(*share),
    }
}

/// The games that are drawn, in words.
fn many(panels: &[Panel]) -> String {
    let games = panels[0].games.len();
    let is_same = panels.iter().all(|panel| panel.games.len() == games);
    match games {
        _ if !is_same => "the first games".into(),
        1 if panels[0].fewer => "the first game".into(),
        n if panels[0].fewer => format!("the first {n} games"),
        GAMES => "a hundred games".into(),
        n => counted(n as u64, "game", "games"),
    }
}

fn course(entry: &Entry<'_>, game: u64) -> Option<Course> {
    let study = &entry.state.study;
    let course = entry.cell.rules.course(&study.deals, game);
    course.filter(|course| !course.leads.is_empty())
}

impl Panel {
    fn of(entry: &Entry<'_>) -> Option<Self> {
        let info = entry.tally.info();
        let range = entry.state.games.first().filter(|range| !range.is_empty())?.clone();
        let mean = entry.tally.all_games().mean.unwrap_or_default();
        let count = ((STEPS / mean.max(1.0)) as usize).clamp(1, GAMES);
        let fewer = count < GAMES && range.end - range.start > count as u64;
        let games = range.take(count);
        let games: Vec<Course> = games.map(|game| course(entry, game)).collect::<Option<_>>()?;
        let half = entry.half();
        let decided = info.decided();
        let seat = |k: usize| {
            let o = decided[k];
            let share = match entry.given_up() {
                0 => entry.often(o).value().unwrap_or(0.0),
                _ => entry.share(entry.won(o).least),
            };
            (format!("seat{k}"), capital(info.outcomes[o].label), share)
        };
        // What was given up may count as won, by more cards.
        let won: u64 = decided.iter().map(|&o| entry.won(o).least).sum();
        let given_up = entry.given_up();
        let class = if given_up > 0 { "none1" } else { "none0" };
        let nobody = entry.share(entry.games() - won - given_up);
        let given_up = ("none0".into(), cut_off(true).into(), entry.share(given_up));
        let mut shares = vec![seat(0), (class.into(), "nobody".into(), nobody), given_up];
        shares.extend((1..decided.len()).map(seat));
        shares.retain(|(_, _, share)| *share > 0.0);
        Some(Self { name: entry.name.into(), games, fewer, half, shares })
    }

    /// The share of stretches of so many steps within which the lead stays within so much.
    fn still(&self, steps: usize, room: i64) -> f64 {
        let stretches = || self.games.iter().flat_map(|game| game.leads.windows(steps));
        let within = |stretch: &&[i64]| {
            let ends = stretch.iter().min().zip(stretch.iter().max());
            ends.is_some_and(|(low, high)| high - low <= room)
        };
        stretches().filter(within).count() as f64 / stretches().count().max(1) as f64
    }

    /// The median of how often the lead changes hands in the games that are drawn.
    fn changes(&self) -> usize {
        let mut changes: Vec<usize> = self.games.iter().map(Course::changes).collect();
        changes.sort_unstable();
        changes[(changes.len() - 1) / 2]
    }
}

impl Leads {
    /// What the lines show: how often the lead stands still, where that differs tenfold; else how often
    /// it changes hands. And what is called so.
    fn title(&self) -> (String, String) {
        let games = capital(&many(&self.panels));
        let names = fitted(self.panels.iter().map(|panel| panel.name.as_str()), IN_TITLES);
        if self.lowest >= 0 {
            return (format!("{games}, step by step"), String::new());
        }
        let (steps, room) = ((self.most / 2).max(1) as usize, self.most / 8);
        let still: Vec<f64> = self.panels.iter().map(|panel| panel.still(steps, room)).collect();
        let order = |a: &usize, b: &usize| still[*a].total_cmp(&still[*b]);
        let most = (0..still.len()).max_by(order).unwrap_or(0);
        let least = (0..still.len()).min_by(order).unwrap_or(0);
        if still[most] >= OFTEN && still[most] >= 10.0 * still[least] {
            let [often, seldom] = [most, least].map(|k| brief(still[k]));
            let (one, other) = (&names[most], &names[least]);
            return (
                format!(
                    "{games}: the lead stands still {often} of the time with {one}, {seldom} with {other}"
                ),
                format!("Standing still is to stay within {room} {} over {steps} steps.", self.of),
            );
        }
        let changes: Vec<u64> = self.panels.iter().map(|panel| panel.changes() as u64).collect();
        let most = (0..changes.len()).max_by_key(|&k| changes[k]).unwrap_or(0);
        let least = (0..changes.len()).min_by_key(|&k| changes[k]).unwrap_or(0);
        let (half, at_most) = match self.panels.iter().all(|panel| panel.games.len() == 1) {
            true => ("", ""),
            false => ("in half of them ", "at most "),
        };
        let times = |k: usize| match changes[k] {
            0 => "never".into(),
            1 => "once".into(),
            n => counted(n, "time", "times"),
        };
        let said = match changes[most] {
            0 => "never changes hands".to_owned(),
            _ => format!("changes hands {at_most}{}", times(most)),
        };
        let with = match changes[most] == changes[least] {
            true => String::new(),
            false => format!(" with {}, {} with {}", names[most], times(least), names[least]),
        };
        (format!("{games}: {half}the lead {said}{with}"), String::new())
    }

    /// Of which games fewer are drawn, and how many.
    fn fewer(&self) -> String {
        let of = |panel: &Panel| {
            let long = match self.panels.len() {
                1 => "so long".into(),
                _ => format!("as long as those of {}", panel.name),
            };
            let are = if panel.games.len() == 1 { "is" } else { "are" };
            format!("Of games {long} only {} {are} drawn.", panel.games.len())
        };
        let fewer = self.panels.iter().filter(|panel| panel.fewer).map(of);
        fewer.collect::<Vec<_>>().join(" ")
    }

    /// One game as a line, and where it ends.
    fn line(&self, game: &Course, place: [f64; 4]) -> (String, [f64; 2]) {
        let ([left, top, right, bottom], dx) = (place, STRIDE);
        let scale = Scale::linear(self.lowest as f64, self.most as f64);
        let y = |lead: i64| (bottom - scale.at(lead as f64) * (bottom - top)).round() as i64;
        let per_pixel = self.end as f64 / (right - left);
        let mut at = y(game.leads[0]);
        let mut text = format!("M{} {at}", left.round());
        let (mut steps, mut was_gap) = (0, false);
        while let Some(lead) = game.at((steps + 1) as f64 * dx as f64 * per_pixel) {
            if left + ((steps + 1) * dx) as f64 > right {
                break;
            }
            let to = lead.map_or(at, y);
            let sign = if to >= at { " " } else { "" };
            // What is left out of a game is left out of its line.
            let before = match lead {
                None => "m",
                Some(_) if was_gap || steps == 0 => "l",
                Some(_) => " ",
            };
            was_gap = lead.is_none();
            let _ = write!(text, "{before}{dx}{sign}{}", to - at);
            (at, steps) = (to, steps + 1);
        }
        let x = left.round() + (steps * dx) as f64;
        let last = game.leads.last().map_or(at, |lead| y(*lead));
        let end = left + game.length as f64 / per_pixel;
        if end <= right + 0.5 {
            let _ = write!(text, "L{} {last}", end.round());
            return (text, [end.round(), last as f64]);
        }
        (text, [x, at as f64])
    }

    fn draw_panel(&self, drawing: &mut Drawing, k: usize, place: [f64; 4]) {
        let (panel, [left, top, right, bottom]) = (&self.panels[k], place);
        let axis = Axis::whole(Scale::linear(self.lowest as f64, self.most as f64), "");
        axis.draw_upwards(drawing, place);
        drawing.line("axis", None, [left, bottom, right, bottom]);
        let lines: Vec<_> = panel.games.iter().map(|game| (game, self.line(game, place))).collect();
        let class =
            |game: &Course| game.winner.map_or("none0".into(), |side| format!("seat{side}"));
        for (game, (line, _)) in &lines {
            drawing.path(format!("course {}", class(game)), None, line);
        }
        // The ends of those that each side won are dots of one path.
        for side in 0..2 {
            let won = lines.iter().filter(|(game, _)| game.winner == Some(side));
            let ends = won.filter(|(game, _)| game.length <= self.end).map(|(_, (_, end))| *end);
            let dots: String = ends.map(|[x, y]| format!("M{x} {y}h0")).collect();
            if !dots.is_empty() {
                drawing.path(format!("tips seat{side}"), None, dots);
            }
        }
        if let Some(half) = panel.half.filter(|half| *half <= self.end) {
            let x = left + half as f64 / self.end as f64 * (right - left);
            drawing.line("median", None, [x, top - 14.0, x, bottom]);
            let words = format!("half are over by {}", grouped(half));
            let fits = x + 8.0 + width(&words) < drawing.size.width();
            let (anchor, at) = if fits { ("start", x + 6.0) } else { ("end", x - 6.0) };
            drawing.words("beside", anchor, [at, top - 5.0], words);
        }
        self.draw_bar(drawing, panel, [right + 12.0, top, bottom]);
    }

    /// All games as a bar, the shares beside it as near to their parts as lines of words can be.
    fn draw_bar(&self, drawing: &mut Drawing, panel: &Panel, [left, top, bottom]: [f64; 3]) {
        let thick = if drawing.size == Size::Wide { 20.0 } else { 10.0 };
        let (mut from, mut lowest) = (top, top - 4.0);
        let count = panel.shares.len();
        for (k, part) in panel.shares.iter().enumerate() {
            let (class, _, share) = part;
            let high = share * (bottom - top);
            drawing.rectangle(format!("cell {class}"), [left, from, thick, high]);
            let after = (count - 1 - k) as f64 * 16.0;
            let line = (from + high / 2.0 + 4.5).min(bottom + 4.0 - after).max(lowest + 16.0);
            let words = beside(part, drawing.size);
            drawing.words("beside", "start", [left + thick + 6.0, line], words);
            (from, lowest) = (from + high, line);
        }
    }
}

impl Leads {
    /// As a picture: a row for each rule set.
    fn rows(&self) -> Rows<'_> {
        let track = Track::new(|drawing, k, place| self.draw_panel(drawing, k, place));
        let axis = Axis::whole(Scale::linear(0.0, self.end as f64), self.unit);
        let track = track.along(axis, self.stops().iter().map(|&length| length as f64).collect());
        let tick = widest(LETTERS, [format!("\u{2212}{}", grouped(self.most as u64))]);
        // Room for the bar and its words.
        let room = [(Size::Wide, 42.0), (Size::Narrow, 30.0)].map(|(size, bar)| {
            let words = self.panels.iter().flat_map(|panel| &panel.shares);
            [tick + 14.0, bar + widest(LETTERS, words.map(|share| beside(share, size)))]
        });
        let high = if self.panels.len() == 1 { 260.0 } else { 210.0 };
        let track = Column::Track(Track { head: capital(&self.lead), room, ..track });
        let names = self.panels.iter().map(|panel| panel.name.as_str()).collect();
        let sizes = [[26.0, 38.0, high, 0.0, 48.0], [26.0, 38.0, 140.0, 0.0, 48.0]];
        let label = format!("{}, by {}", capital(&self.lead), self.unit);
        let rows = Rows::of(label, self.numbers(), sizes, vec![track]);
        Rows { names, letters: [60, 30], stacked: [true; 2], ..rows }
    }

    fn numbers(&self) -> Numbers {
        let rows = self.stops().into_iter().map(|length| {
            let stand = |game: &Course| match game.at(length as f64) {
                None => "over",
                Some(None) => "left out",
                Some(Some(lead)) => ["behind", "level", "ahead"][(lead.signum() + 1) as usize],
            };
            let cells = self.panels.iter().map(|panel| {
                let all: Vec<&str> = panel.games.iter().map(stand).collect();
                let of = |how| all.iter().filter(|known| **known == how).count();
                let gaps = match of("left out") {
                    0 => String::new(),
                    n => format!(", {n} left out"),
                };
                let [ahead, level, behind, over] = ["ahead", "level", "behind", "over"].map(of);
                format!("ahead in {ahead}, level in {level}, behind in {behind}{gaps}; {over} over")
            });
            (grouped(length), cells.collect())
        });
        let corner = self.unit.to_owned();
        let columns = self.panels.iter().map(|panel| panel.name.clone()).collect();
        Numbers { corner, columns, rows: rows.collect() }
    }

    /// The lengths at which the numbers are looked up.
    fn stops(&self) -> Vec<u64> {
        let mut stops: Vec<u64> = (0..=20).map(|k| self.end * k / 20).collect();
        stops.dedup();
        stops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(leads: &[i64], length: u64) -> Course {
        Course { leads: leads.to_vec(), length, ..Course::new("A", "") }
    }

    #[test]
    fn a_lead_that_goes_to_and_fro_within_little_stands_still() {
        let games = vec![course(&[0, 1, 0, 1, 0, 9], 5)];
        let panel = Panel { name: "x".into(), games, fewer: false, half: None, shares: Vec::new() };
        assert_eq!((panel.still(3, 1), panel.still(3, 0), panel.still(9, 1)), (0.75, 0.0, 0.0));
    }
}
