//! A hundred games, a line each: how far one side is ahead, step by step.

use std::fmt::Write as _;

use super::axis::{Axis, Scale};
use super::dot::{called, capital};
use super::drawing::{ACROSS, Drawing, Rect};
use super::figure::{Figure, Numbers};
use super::rows::{Panel, stacked};
use crate::core::course::Course;
use crate::core::game::GameInfo;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::field::all_of;
use crate::core::wording::said::TextTable;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::tables::{Row, Tables};

/// Games that are drawn of each rule set.
const GAMES: usize = 100;
/// Steps of all of them, on average, at most: of longer games fewer are drawn.
const STEPS: f64 = 2e6;
/// From one point of a line to the next: a hundred lines look the same point by point, and weigh a fifth.
const STRIDE: usize = 6;
/// Rule sets that are drawn at most.
const MOST_PANELS: usize = 2;
/// Share of the games that end within the picture.
const WITHIN: f64 = 0.98;
/// Where the lines end, in per cent, and how high a panel is.
const RIGHT: f64 = 98.0;
const HIGH: f64 = 180.0;

/// The games of one rule set.
struct GamesOfRules<'a> {
    name: &'a str,
    all: Vec<Course>,
    /// When half of all games are over, which may be more than are drawn.
    half: Option<u64>,
}

/// What is drawn, on the same scales.
struct Leads<'a> {
    of: Vec<GamesOfRules<'a>>,
    leads: Axis,
    lengths: Axis,
    /// The longest game that is drawn to its end.
    end: u64,
}

/// The figure; nothing where games have no course.
pub fn figure(tables: &Tables) -> Option<Figure> {
    // Orders of a deck have no course.
    let shown = tables.rows().filter(|row| !row.finished.study.is_exact()).take(MOST_PANELS);
    let shown: Vec<Row<'_>> = shown.collect();
    let of: Vec<GamesOfRules<'_>> = shown.iter().filter_map(GamesOfRules::of).collect();
    let all = || of.iter().flat_map(|games| &games.all);
    let Course { first, standing, .. } = *all().next()?;
    // The last label has room below the names.
    let most = all().flat_map(|game| &game.leads).map(|lead| lead.abs()).max()?.max(1);
    let most = 1.1 * most as f64;
    let behind = all().any(|game| game.leads.iter().any(|lead| *lead < 0));
    // How long a game that never ends was played is no length, unless all are such.
    let is_endless = all().all(|game| game.is_endless);
    let lengths = all().filter(|game| is_endless || !game.is_endless).map(|game| game.length);
    let mut lengths: Vec<u64> = lengths.collect();
    lengths.sort_unstable();
    let end = lengths[((lengths.len() - 1) as f64 * WITHIN) as usize].max(1);
    let beyond = all().filter(|game| game.length > end).count() as u64;
    let many = |games: &GamesOfRules<'_>| match games.all.len() {
        1 => "the first game".to_owned(),
        n => format!("the first {n} games"),
    };
    let drawn = of.iter().map(|games| match of.len() {
        1 => many(games),
        _ => format!("{} with {}", many(games), games.name),
    });
    let lead = format!("{first}\u{2019}s lead in {standing}");
    let title = format!("{}: {}", capital(&lead), all_of(&drawn.collect::<Vec<_>>()));
    let mut caption =
        format!("A line for each game: {lead} after each step, coloured by who wins.");
    if tables.rows().len() > MOST_PANELS {
        caption += " Only the first two are drawn.";
    }
    if beyond > 0 {
        let lines = counted(beyond, "line goes", "lines go");
        caption += &format!(" {lines} on beyond the right edge.");
    }
    if shown.iter().any(|row| row.given_up() > 0) {
        caption += " Games that were given up are drawn as far as they were played.";
    }
    let unit = tables.info().length().name;
    let (leads, lengths) =
        (Scale::linear(if behind { -most } else { 0.0 }, most), Scale::linear(0.0, end as f64));
    let (leads, lengths) = (Axis::whole(leads, lead), Axis::whole(lengths, unit));
    let leads = Leads { of, leads, lengths, end };
    let drawn = (Vec::new(), leads.draw(), leads.numbers(tables.info()));
    Some(Figure::of(tables, "leads", [title, caption], drawn))
}

impl<'a> GamesOfRules<'a> {
    fn of(row: &Row<'a>) -> Option<Self> {
        let count = ((STEPS / row.tally.all_games().mean?.max(1.0)) as usize).clamp(1, GAMES);
        let Finished { study, games, .. } = row.finished;
        let first = study.done(*games).take(count);
        let all = first.map(|game| row.cell.rules.course(&study.deals, game));
        let all = all.collect::<Option<Vec<_>>>()?;
        let is_known = all.iter().all(|course| !course.leads.is_empty());
        is_known.then(|| Self { name: row.short, all, half: row.half() })
    }
}

impl Leads<'_> {
    /// A row for each rule set.
    fn draw(&self) -> Drawing {
        let half = |games: &GamesOfRules<'_>| {
            games.half.map_or(String::new(), |half| format!("half of all by {}", grouped(half)))
        };
        let ends = [self.leads.margin(HIGH), RIGHT];
        let panel = Panel {
            head: capital(&self.leads.title),
            names: self.of.iter().map(|games| games.name).collect(),
            words: self.of.iter().map(half).collect(),
            high: HIGH,
            ends,
            axis: Some(self.lengths.clone()),
            track: Box::new(|drawing, k, place| self.draw_games(drawing, &self.of[k], place)),
        };
        stacked(&*self.leads.title, &[panel])
    }

    fn draw_games(&self, drawing: &mut Drawing, games: &GamesOfRules<'_>, place: Rect) {
        let [left, top, right, bottom] = place;
        self.leads.draw_upwards(drawing, place);
        let lines: Vec<_> = games.all.iter().map(|game| (game, self.line(game))).collect();
        let class =
            |game: &Course| game.winner.map_or("none0".into(), |side| format!("seat{side}"));
        let courses =
            lines.iter().map(|(game, (line, _))| (format!("course {}", class(game)), line));
        // The ends of those that each side won are dots of one path.
        let tips = (0..2).map(|side| {
            let won = lines.iter().filter(|(game, _)| game.winner == Some(side));
            let ends = won.filter(|(game, _)| game.length <= self.end);
            ends.map(|(_, (_, [x, y]))| format!("M{x} {y}h0")).collect::<String>()
        });
        let tips: Vec<String> = tips.collect();
        let tips = tips.iter().enumerate().filter(|(_, dots)| !dots.is_empty());
        let tips = tips.map(|(side, dots)| (format!("tips seat{side}"), dots));
        drawing.paths(place, courses.chain(tips));
        if let Some(half) = games.half.filter(|half| *half <= self.end) {
            let x = self.lengths.at([left, right], half as f64);
            drawing.line("median", [x, top, x, bottom]);
        }
    }

    /// One game as a line, and where it ends.
    fn line(&self, game: &Course) -> (String, [i64; 2]) {
        let y = |lead: i64| self.leads.at([HIGH, 0.0], lead as f64).round() as i64;
        let per_unit = self.end as f64 / ACROSS;
        let mut at = y(game.leads[0]);
        let mut text = format!("M0 {at}l0 0");
        let places = (STRIDE..=ACROSS as usize).step_by(STRIDE);
        for lead in places.map_while(|x| game.at(x as f64 * per_unit)) {
            let _ = write!(text, " {STRIDE} {}", y(lead) - at);
            at = y(lead);
        }
        let end = [(game.length as f64 / per_unit).round() as i64, y(game.last)];
        if game.length <= self.end {
            let _ = write!(text, "L{} {}", end[0], end[1]);
        }
        (text, end)
    }

    fn numbers(&self, info: &GameInfo) -> Numbers {
        let mut numbers = TextTable::new(&self.of);
        numbers.left("games drawn", |games| games.name);
        let sides = info.decided().into_iter().enumerate();
        let sides = sides.map(|(k, o)| (called(info, Measure::Outcome(o)).1, Some(k as u8)));
        for (head, side) in sides.chain([("Nobody wins".into(), None)]) {
            numbers.right(head, |games| {
                games.all.iter().filter(|game| game.winner == side).count().to_string()
            });
        }
        numbers.lines()
    }
}
