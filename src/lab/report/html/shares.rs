//! Who wins: all games of a rule set as one bar.

use std::collections::HashSet;

use super::drawing::{Drawing, Size, width};
use super::estimate::{Estimate, across};
use super::figure::{FROM_BOTH_ENDS, Figure, MOST_ROWS, Numbers, drawn};
use super::names::IN_TITLES;
use super::rows::{Column, Rows, Track};
use super::scale::{Unit, brief, decimals, number, percent};
use super::subject::{Entry, Subject, capital};
use crate::core::game::{Between, Often, edge_interval};
use crate::core::wording::digits::{counted, grouped};
use crate::lab::spec::measure::Measure;
use crate::lab::tables::summary::equal_seats;

/// Shares that a title calls different differ by this much at least.
const WORTH_A_TITLE: f64 = 0.01;

/// A part of all bars: the games of one outcome, or those that nobody won for one reason.
struct Part {
    /// Its style.
    class: String,
    /// What it is.
    words: String,
    /// Its share of the games of each bar.
    shares: Vec<f64>,
}

/// Bars one below the other.
struct Bars {
    parts: Vec<Part>,
    /// What the numbers beside the bars are, and these.
    beside: String,
    seats: Vec<String>,
    numbers: Numbers,
}

/// The figure; nothing without a game, or where all play alone.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    if info.decided().len() < 2 || entries.iter().all(|entry| entry.games() == 0) {
        return None;
    }
    let (title, shares) = title(subject, &entries);
    let (entries, drawn) = drawn(entries, MOST_ROWS, |k, _| shares[k], FROM_BOTH_ENDS);
    let bars = Bars::of(subject, &entries);
    let intervals = intervals(subject);
    let caption = format!("Each bar is all games of a rule set{intervals}.{drawn}");
    Some(Figure::one("outcomes", [title, caption], &bars.rows(), subject.source()))
}

impl Bars {
    fn of(subject: &Subject, entries: &[Entry<'_>]) -> Self {
        let (info, z) = (subject.info(), subject.z());
        let (decided, reasons) = (info.decided(), 0..info.end_reasons.len());
        let label = |o: usize| capital(info.outcomes[o].label);
        let seat = |k: usize| {
            let often = |entry: &Entry<'_>| entry.often(decided[k]).value().unwrap_or(0.0);
            let shares = entries.iter().map(often).collect();
            Part { class: format!("seat{k}"), words: label(decided[k]), shares }
        };
        let unwon = reasons.clone().filter(|&r| entries.iter().any(|entry| entry.unwon(r) > 0));
        let nobody = unwon.enumerate().map(|(k, reason)| Part {
            class: match info.end_reasons[reason] {
                word if info.stopped.contains(&word) => "none0".into(),
                word if info.endless.contains(&word) => "none1".into(),
                _ => format!("none{}", 2 + k % 2),
            },
            words: subject.reason_words(reason),
            shares: entries.iter().map(|entry| entry.share(entry.unwon(reason))).collect(),
        });
        let parts = [seat(0)].into_iter().chain(nobody).chain((1..decided.len()).map(seat));
        // Every way to end that occurred.
        let ends = (0..info.outcomes.len()).flat_map(|o| reasons.clone().map(move |r| (o, r)));
        let occurred = |&(o, r): &_| entries.iter().any(|entry| entry.tally.games_at(o, r) > 0);
        let ends: Vec<(usize, usize, String)> = ends
            .filter(occurred)
            .map(|(o, r)| (o, r, format!("{}: {}", label(o), subject.reason_words(r))))
            .collect();
        let name = |k: usize| decided.get(k).map_or("", |&o| info.outcomes[o].name);
        let beside = format!("{} \u{2212} {}, points", name(0), name(1));
        let text =
            |one: Option<Estimate>, unit| one.map_or("\u{2013}".into(), |one| one.text(unit));
        let row = |entry: &Entry<'_>| {
            let often = |o| entry.estimated(Measure::Outcome(o), z);
            let outcomes =
                (0..info.outcomes.len()).map(|o| (label(o), text(often(o), Unit::Percent)));
            let ends = ends.iter().map(|(o, r, head)| {
                let games = entry.tally.games_at(*o, *r);
                (head.clone(), format!("{} ({})", grouped(games), percent(entry.share(games))))
            });
            let seats = [(beside.clone(), text(entry.seats(z), Unit::Points))];
            let games = ("Games".into(), grouped(entry.games()));
            (entry.name.to_owned(), outcomes.chain(ends).chain(seats).chain([games]).collect())
        };
        let numbers = Numbers::of("rule set", entries.iter().map(row));
        let brief = |entry: &Entry<'_>| entry.seats(z).map(|seats| seats.brief(Unit::Points));
        let seats = entries.iter().map(|entry| brief(entry).unwrap_or_default());
        let seats = seats.collect();
        Self { parts: parts.collect(), beside, seats, numbers }
    }

    /// How many there are.
    fn count(&self) -> usize {
        self.numbers.rows.len()
    }

    /// As a picture.
    fn rows(&self) -> Rows<'_> {
        let sizes = |size: Size, wide: f64| {
            let head = self.draw_heads(&mut Drawing::new(size, 0.0, String::new()), 0.0, wide);
            // What stands below a bar.
            let narrow = (0..self.count()).any(|k| !self.narrow(k, wide).is_empty());
            let room = if narrow { 16.0 } else { 0.0 };
            match (size, self.count()) {
                (Size::Wide, 0..=8) => [head, 0.0, 27.0, 9.0 + room, 22.0],
                (Size::Wide, _) => [head, 0.0, 20.0, 6.0 + room, 22.0],
                (Size::Narrow, _) => [head + 20.0, 22.0, 24.0, 2.0 + room, 22.0],
            }
        };
        let ground = |drawing: &mut Drawing, [left, _, right, bottom]: [f64; 4]| {
            self.draw_heads(drawing, left, right);
            if !self.beside.is_empty() {
                let half = [(left + right) / 2.0, bottom + 14.0];
                drawing.words("tick", "middle", half, "half of the games");
            }
        };
        let track = Track::new(move |drawing, k, place| {
            let [left, _, right, bottom] = place;
            self.draw_bar(drawing, k, place);
            let (half, below) = ((left + right) / 2.0, sizes(drawing.size, right - left)[3]);
            let long = if drawing.size == Size::Wide { 6.0 } else { 2.0 };
            if !self.beside.is_empty() && (drawing.size == Size::Wide || k + 1 == self.count()) {
                drawing.line("against", None, [half, bottom + below - long, half, bottom + below]);
            }
        });
        let track = Column::Track(Track { ground: Box::new(ground), ..track });
        let (head, texts) = (self.beside.clone(), self.seats.clone());
        let seats = Column::Words { head, texts, stacked: true };
        let words = counted(self.count() as u64, "rule set", "rule sets");
        let label = format!("Share of games by outcome for {words}");
        let rows = Rows::of(label, self.numbers.clone(), [[0.0; 5]; 2], vec![track, seats]);
        Rows { sizes: Box::new(sizes), ..rows }
    }

    /// The words above the bars: two players at the ends, the others with their colours below them.
    fn draw_heads(&self, drawing: &mut Drawing, left: f64, right: f64) -> f64 {
        let (mut x, mut top, last) = (left, 16.0, self.parts.len() - 1);
        let is_two = !self.beside.is_empty();
        if is_two {
            drawing.words("head inseat0", "start", [left, top], self.parts[0].words.as_str());
            drawing.words("head inseat1", "end", [right, top], self.parts[last].words.as_str());
        }
        let others = if is_two { &self.parts[1..last] } else { &self.parts[..] };
        for (k, part) in others.iter().enumerate() {
            let nobody = if is_two && k == 0 { "nobody: " } else { "" };
            let words = format!("{nobody}{}", part.words);
            let room = width(&words) + 40.0;
            if x + room > right && x > left || is_two && k == 0 {
                (x, top) = (left, top + 20.0);
            }
            drawing.rectangle(format!("cell {}", part.class), [x, top - 11.0, 14.0, 13.0]);
            drawing.words("title", "start", [x + 20.0, top], words);
            x += room;
        }
        top + 10.0
    }

    /// The number inside a part of this width: one that is narrow keeps its number, with fewer letters.
    fn inside(&self, part: &Part, share: f64, wide: f64) -> Option<String> {
        let mut text = brief(share);
        if self.beside.is_empty() && part.class.starts_with("seat") {
            // Of several players, the name and then what it wins.
            let name = part.words.split(' ').next().unwrap_or_default();
            text = format!("{name} {text}");
        }
        let fewer = text.strip_suffix(" %").map(str::to_owned);
        let whole = format!("{:.0}", 100.0 * share);
        let all = [Some(text), fewer, Some(whole)].into_iter().flatten();
        all.into_iter().find(|text| width(text) + 3.0 < wide)
    }

    /// The parts of a bar of this width that are too narrow for a number, with their numbers.
    fn narrow(&self, bar: usize, wide: f64) -> String {
        let parts = self.parts.iter().map(|part| (part, part.shares[bar]));
        let parts = parts.filter(|&(part, share)| {
            share > 0.0 && self.inside(part, share, share * wide).is_none()
        });
        let parts = parts.map(|(part, share)| format!("{} {}", part.words, brief(share)));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// One bar with its numbers; those of narrow parts stand below it.
    fn draw_bar(&self, drawing: &mut Drawing, bar: usize, [left, top, right, bottom]: [f64; 4]) {
        let (mut from, high) = (0.0, bottom - top);
        let last = self.parts.len() - 1;
        for (k, part) in self.parts.iter().enumerate() {
            let share = part.shares[bar];
            let (x, wide) = (left + from * (right - left), share * (right - left));
            from += share;
            if wide >= 0.05 {
                drawing.rectangle(format!("cell {}", part.class), [x, top, wide, high]);
            }
            if let Some(text) = self.inside(part, share, wide) {
                let edges = ((wide - width(&text)) / 2.0).min(7.0);
                let (anchor, at) = match k {
                    0 => ("start", x + edges),
                    k if k == last => ("end", x + wide - edges),
                    _ => ("middle", x + wide / 2.0),
                };
                let class = format!("inside on{}", part.class);
                drawing.words(&class, anchor, [at, top + high / 2.0 + 4.5], text);
            }
        }
        let narrow = self.narrow(bar, right - left);
        if !narrow.is_empty() {
            drawing.words("tick narrow", "end", [right, bottom + 12.0], narrow);
        }
    }
}

impl Entry<'_> {
    /// Games that nobody won and that ended for this reason.
    pub fn unwon(&self, reason: usize) -> u64 {
        let outcomes = self.tally.info().outcomes.iter().enumerate();
        outcomes
            .filter(|(_, outcome)| !outcome.decided)
            .map(|(o, _)| self.tally.games_at(o, reason))
            .sum()
    }

    /// How often nobody won.
    fn unwon_in_all(&self) -> Often {
        let outcomes = self.tally.info().outcomes.iter().enumerate();
        let undecided = outcomes.filter(|(_, outcome)| !outcome.decided);
        let least = undecided.map(|(o, _)| self.won(o).least).sum();
        Often::counted(least, Between { least, most: least + self.given_up() }, self.games())
    }

    /// How much more often the first player wins than the second.
    fn seats(&self, z: f64) -> Option<Estimate> {
        let decided = self.tally.info().decided();
        let &[one, other] = decided.as_slice() else { return None };
        let equal = self.cell.rules.one_of_equal_seats(self.tally.info(), one).is_some();
        let value = self.often(one).value()? - self.often(other).value()?;
        let won = [one, other].map(|o| self.won(o));
        let interval = edge_interval(won, self.games(), z, self.is_exact()).filter(|_| !equal);
        let open = !equal && self.given_up() > 0;
        (self.games() > 0).then_some(Estimate { value, interval, open })
    }
}

/// What is found, and the shares that it goes by.
fn title(subject: &Subject, entries: &[Entry<'_>]) -> (String, Vec<f64>) {
    let z = subject.z_among(entries.len());
    if entries.iter().any(|entry| entry.given_up() > 0) {
        return (open(subject, entries), vec![0.0; entries.len()]);
    }
    if let [entry] = entries {
        return (alone(subject, entry, z), Vec::new());
    }
    let names = subject.names(IN_TITLES);
    let of = |who: &str, often: &dyn Fn(&Entry<'_>) -> Often| {
        let none = Estimate { value: 0.0, interval: None, open: true };
        let shares =
            entries.iter().map(|e| Estimate::of(often(e), z, e.is_exact()).unwrap_or(none));
        let shares: Vec<Estimate> = shares.collect();
        let is_known = shares.iter().all(|one| !one.open) && !subject.is_of_parts();
        let worth = if is_known { WORTH_A_TITLE } else { f64::INFINITY };
        let (title, apart) = across(&shares, &names, [&capital(who), "of games"], worth);
        ((title, shares.iter().map(|one| one.value).collect()), apart)
    };
    let (nobody, first) = (
        of("nobody wins", &|entry| entry.unwon_in_all()),
        of(subject.info().outcomes[0].label, &|entry| entry.often(0)),
    );
    if nobody.1 { nobody.0 } else { first.0 }
}

/// What is said where games were given up: within which ends the share of the first player is.
fn open(subject: &Subject, entries: &[Entry<'_>]) -> String {
    let shares = entries.iter().filter_map(|e| e.estimated(Measure::Outcome(0), subject.z()));
    let (low, high) = shares
        .map(Estimate::ends)
        .fold((1.0_f64, 0.0_f64), |(low, high), ends| (low.min(ends.0), high.max(ends.1)));
    let most = entries.iter().map(|entry| entry.share(entry.given_up())).fold(0.0, f64::max);
    let upto = if entries.len() > 1 { "up to " } else { "" };
    let (who, whatever) = (
        capital(subject.info().outcomes[0].label),
        if entries.len() > 1 { ", by rule set" } else { "" },
    );
    format!(
        "{who} {} to {} of games{whatever}: {upto}{} were given up",
        brief(low),
        brief(high),
        brief(most)
    )
}

/// What is found of one rule set.
fn alone(subject: &Subject, entry: &Entry<'_>, z: f64) -> String {
    let (info, rules, exact) = (subject.info(), &entry.cell.rules, entry.is_exact());
    let unwon = entry.unwon_in_all();
    if Estimate::of(unwon, z, exact).is_some_and(|share| share.ends().0 > 0.5) {
        if unwon.possible.least == entry.games() {
            return "No game has a winner".into();
        }
        let least = if unwon.possible.is_open() { "at least " } else { "" };
        return format!(
            "Most games have no winner: {least}{}",
            brief(entry.share(unwon.possible.least))
        );
    }
    let mut seats: Vec<usize> = info.decided();
    let won = |o: usize| entry.often(o).value().unwrap_or(0.0);
    let said = |o: usize| (capital(info.outcomes[o].label), brief(won(o)));
    let all: Vec<String> =
        seats.iter().map(|&o| said(o)).map(|(who, share)| format!("{who} {share}")).collect();
    let all = all.join(", ");
    seats.sort_by(|&a, &b| won(b).total_cmp(&won(a)));
    let (first, last) = (seats[0], seats[seats.len() - 1]);
    let ahead = entry.seats(z).is_some_and(|one| one.ends().0 > 0.0 || one.ends().1 < 0.0);
    let equal = rules.one_of_equal_seats(info, first).is_some();
    if ahead && !equal {
        let [(who, most), (other, least)] = [first, last].map(said);
        if entry.tally.games_won(first) == entry.games() {
            return format!("{who} all games");
        }
        return format!("{who} more often: {most} of games; {other} {least}");
    }
    let found = match exact {
        _ if equal || exact && won(first) == won(last) && entry.given_up() == 0 => {
            ": equally often"
        }
        false => ": no difference found",
        true => "",
    };
    all + found
}

/// Which shares have intervals, and which are exact.
fn intervals(subject: &Subject) -> String {
    let entries = subject.entries();
    let exact = entries.iter().filter(|entry| entry.is_exact()).count();
    let shares = entries.iter().flat_map(|entry| {
        let outcomes = 0..entry.tally.info().outcomes.len();
        outcomes.filter_map(|o| entry.estimated(Measure::Outcome(o), subject.z())?.interval)
    });
    let widest = 100.0 * shares.map(|(low, high)| (high - low) / 2.0).fold(0.0, f64::max);
    let widest = format!(
        "{} % intervals ({}) of \u{b1}{} points or less",
        subject.percent(),
        if subject.stopped() { "valid at any stopping point" } else { "Wilson" },
        number(widest, decimals(widest / 10.0).clamp(1, 3)),
    );
    let intervals = match exact {
        0 => format!("; {widest}"),
        n if n == entries.len() => ", exact because every order of the deck was played".into(),
        _ => format!(
            "; estimates with {widest}, exact shares (every order of the deck was played) without"
        ),
    };
    // The same games of several runs are counted once.
    let mut known = HashSet::new();
    let is_new = |entry: &&Entry<'_>| {
        let (seed, games) = (entry.state.study.deals.seed, &entry.state.games);
        known.insert(format!("{:?}", (seed, games, &entry.cell.rule_set, &entry.cell.part)))
    };
    let given_up = match entries.iter().filter(is_new).map(Entry::given_up).sum() {
        0 => String::new(),
        n => format!(
            "; {} given up, and intervals reach from without them to with all of them",
            counted(n, "game was", "games were")
        ),
    };
    let cells = entries.iter().map(|entry| (entry.name, &entry.cell.rules));
    let equal = Some(equal_seats(cells, subject.info())).filter(|said| !said.is_empty());
    format!("{intervals}{given_up}{}", equal.map_or(String::new(), |said| format!("; {said}")))
}
