//! Who wins: all games of a rule set as one bar.

use super::drawing::{Drawing, NAMES, Size, width, width_at};
use super::estimate::Estimate;
use super::figure::{Figure, MOST_ROWS, Numbers, View, drawn};
use super::names::IN_TITLES;
use super::rows::{Column, Panel, Rows, Track};
use super::scale::{Unit, brief, percent, percent_of};
use super::subject::{Entry, Subject, capital};
use crate::core::game::{Between, Often, edge_interval};
use crate::core::stats::z_for_confidence;
use crate::core::wording::digits::{counted, grouped};
use crate::lab::tables::summary::equal_seats;

/// Shares that a title calls different differ by this much at least.
const WORTH_A_TITLE: f64 = 0.01;

/// A part of all bars: the games of one outcome, or those that nobody won for one reason.
struct Part {
    /// Its style.
    class: String,
    /// What it is.
    words: String,
}

/// A bar.
struct Bar {
    /// The share of each part.
    shares: Vec<f64>,
    /// How much more often the first wins than the second; nothing without a game.
    seats: Option<Estimate>,
}

/// Bars one below the other.
struct Bars {
    parts: Vec<Part>,
    bars: Vec<Bar>,
    /// What the numbers beside the bars are; empty where there are none, of more than two players.
    beside: String,
    numbers: Numbers,
}

/// The figure; nothing without a game, or where all play alone.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    let seats = |entry: &Entry<'_>| {
        info.decided().into_iter().filter(|&o| entry.cell.rules.has(info, o)).count()
    };
    if entries.iter().all(|entry| entry.games() == 0 || seats(entry) < 2) {
        return None;
    }
    let (title, shares) = finding(subject, &entries).unwrap_or_else(|| plainly(subject, &entries));
    let (entries, drawn) = drawn(entries, MOST_ROWS, |k, _| shares[k]);
    let bars = Bars::of(subject, &entries);
    let intervals = intervals(subject);
    let caption = format!("Each bar is all games of a rule set{intervals}.{drawn}");
    let view = View::of("shares", "", String::new(), &bars.rows());
    Some(Figure::of("outcomes", title, caption, view, subject.source()))
}

impl Bars {
    fn of(subject: &Subject, entries: &[Entry<'_>]) -> Self {
        let info = subject.info();
        let decided = info.decided();
        let reasons: Vec<usize> = (0..info.end_reasons.len())
            .filter(|&r| entries.iter().any(|entry| entry.unwon(r) > 0))
            .collect();
        // Every way to end that occurred, for the table.
        let endings =
            (0..info.outcomes.len()).flat_map(|o| (0..info.end_reasons.len()).map(move |r| (o, r)));
        let occurs =
            |&(o, r): &(usize, usize)| entries.iter().any(|entry| entry.tally.games_at(o, r) > 0);
        let endings: Vec<(usize, usize)> = endings.filter(occurs).collect();
        let seat = |k: usize| Part {
            class: format!("seat{k}"),
            words: capital(info.outcomes[decided[k]].label),
        };
        let mut parts: Vec<Part> = vec![seat(0)];
        parts.extend(reasons.iter().enumerate().map(|(k, &reason)| Part {
            class: match info.end_reasons[reason] {
                word if info.stopped.contains(&word) => "none0".into(),
                word if info.endless.contains(&word) => "none1".into(),
                _ => format!("none{}", 2 + k % 2),
            },
            words: subject.reason_words(reason),
        }));
        parts.extend((1..decided.len()).map(seat));
        let names = [0, 1].map(|k| decided.get(k).map_or("", |&o| info.outcomes[o].name));
        let bars = entries.iter().map(|entry| {
            let won = |o: usize| entry.often(o).value().unwrap_or(0.0);
            let ends = decided.iter().take(1).map(|&o| won(o));
            let ends = ends.chain(reasons.iter().map(|&r| entry.share(entry.unwon(r))));
            let ends = ends.chain(decided.iter().skip(1).map(|&o| won(o)));
            let text = |o: usize| match Estimate::of(entry.often(o), subject.z(), entry.is_exact())
            {
                None => "\u{2013}".into(),
                Some(estimate) => estimate.text(Unit::Percent),
            };
            let seats = entry.seats(subject.z());
            let mut cells: Vec<String> = (0..info.outcomes.len()).map(text).collect();
            cells.extend(endings.iter().map(|&(o, r)| {
                let games = entry.tally.games_at(o, r);
                format!("{} ({})", grouped(games), percent(entry.share(games)))
            }));
            let between = seats.map_or("\u{2013}".into(), |seats| seats.text(Unit::Points));
            cells.extend((decided.len() <= 2).then_some(between));
            cells.push(grouped(entry.games()));
            (Bar { shares: ends.collect(), seats }, (entry.name.to_owned(), cells))
        });
        let (bars, rows) = bars.unzip();
        let mut columns: Vec<String> =
            info.outcomes.iter().map(|outcome| capital(outcome.label)).collect();
        let ending = |&(o, r): &(usize, usize)| {
            format!("{}: {}", capital(info.outcomes[o].label), subject.reason_words(r))
        };
        columns.extend(endings.iter().map(ending));
        let beside = match decided.len() {
            ..=2 => format!("{} \u{2212} {}, points", names[0], names[1]),
            _ => String::new(),
        };
        columns.extend((!beside.is_empty()).then(|| beside.clone()));
        columns.push("Games".into());
        let numbers = Numbers { corner: "rule set".into(), columns, rows };
        Self { parts, bars, beside, numbers }
    }

    /// As a picture.
    fn rows(&self) -> Rows<'_> {
        let sizes = |size: Size, wide: f64| {
            let head = self.draw_heads(&mut Drawing::new(size, 0.0, String::new()), 0.0, wide);
            // What stands below a bar.
            let narrow = self.bars.iter().any(|bar| !self.narrow(bar, wide).is_empty());
            let room = if narrow { 16.0 } else { 0.0 };
            match (size, self.bars.len()) {
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
            self.draw_bar(drawing, &self.bars[k], place);
            let (half, below) = ((left + right) / 2.0, sizes(drawing.size, right - left)[3]);
            let long = if drawing.size == Size::Wide { 6.0 } else { 2.0 };
            if !self.beside.is_empty() && (drawing.size == Size::Wide || k + 1 == self.bars.len()) {
                drawing.line("against", None, [half, bottom + below - long, half, bottom + below]);
            }
        });
        let track = Column::Track(Track { ground: Box::new(ground), ..track });
        let seats = |bar: &Bar| bar.seats.map_or(String::new(), |seats| seats.brief(Unit::Points));
        let texts = self.bars.iter().map(seats).collect();
        let seats = Column::Words { head: self.beside.clone(), texts, stacked: true };
        let words = counted(self.bars.len() as u64, "rule set", "rule sets");
        Rows {
            label: format!("Share of games by outcome for {words}"),
            names: self.numbers.rows.iter().map(|(name, _)| name.as_str()).collect(),
            numbers: self.numbers.clone(),
            letters: [26, 20],
            stacked: true,
            sizes: Box::new(sizes),
            panels: vec![Panel { head: String::new(), columns: vec![track, seats] }],
        }
    }

    /// The words above the bars; those on who did not win below one another where they are several.
    fn draw_heads(&self, drawing: &mut Drawing, left: f64, right: f64) -> f64 {
        let (mut top, last) = (16.0, self.parts.len() - 1);
        if self.beside.is_empty() {
            let mut x = left;
            for part in &self.parts {
                let room = width(&part.words) + 40.0;
                if x > left && x + room > right {
                    (x, top) = (left, top + 20.0);
                }
                drawing.rectangle(format!("cell {}", part.class), [x, top - 11.0, 14.0, 13.0]);
                drawing.words("title", "start", [x + 20.0, top], part.words.as_str());
                x += room;
            }
            return top + 10.0;
        }
        drawing.words("head inseat0", "start", [left, top], self.parts[0].words.as_str());
        let second = self.parts[last].words.as_str();
        drawing.words("head inseat1", "end", [right, top], second);
        let nobody = &self.parts[1..last];
        if let [one] = nobody {
            let words = format!("nobody: {}", one.words);
            let room =
                right - left - width_at(NAMES, &self.parts[0].words) - width_at(NAMES, second);
            if room * 0.9 > width(&words) + 30.0 {
                drawing.words("title", "middle", [(left + right) / 2.0, top], words);
                return top + 10.0;
            }
        }
        let mut x = left;
        for (k, part) in nobody.iter().enumerate() {
            let words = format!("{}{}", if k == 0 { "nobody: " } else { "" }, part.words);
            let room = width(&words) + 40.0;
            if k == 0 || x + room > right {
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
    fn narrow(&self, bar: &Bar, wide: f64) -> String {
        let parts = self.parts.iter().zip(&bar.shares).filter(|&(part, &share)| {
            share > 0.0 && self.inside(part, share, share * wide).is_none()
        });
        let parts = parts.map(|(part, &share)| format!("{} {}", part.words, brief(share)));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// One bar with its numbers; those of narrow parts stand below it.
    fn draw_bar(&self, drawing: &mut Drawing, bar: &Bar, [left, top, right, bottom]: [f64; 4]) {
        let (mut from, high) = (0.0, bottom - top);
        let last = self.parts.len() - 1;
        for (k, (part, &share)) in self.parts.iter().zip(&bar.shares).enumerate() {
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

/// What the numbers allow to say in a title, and the shares that it goes by.
fn finding(subject: &Subject, entries: &[Entry<'_>]) -> Option<(String, Vec<f64>)> {
    let info = subject.info();
    if entries.iter().any(|entry| entry.games() == 0) || subject.is_of_parts() {
        return None;
    }
    // Of many rule sets the most extreme are picked: each interval is wider for it.
    let wrong = (1.0 - subject.confidence()) / entries.len() as f64;
    let z = z_for_confidence(1.0 - wrong);
    // Of what is exact, the share itself.
    let ends = |entry: &Entry<'_>, often: Often| {
        Estimate::of(often, z, entry.is_exact()).map_or((0.0, 0.0), Estimate::ends)
    };
    if let [entry] = entries {
        let unwon = entry.unwon_in_all();
        if ends(entry, unwon).0 > 0.5 {
            if unwon.possible.least == entry.games() {
                return Some(("No game has a winner".into(), Vec::new()));
            }
            let least = if unwon.possible.is_open() { "at least " } else { "" };
            let share = brief(entry.share(unwon.possible.least));
            return Some((format!("Most games have no winner: {least}{share}"), Vec::new()));
        }
        let decided = info.decided();
        if decided.len() > 2 {
            let z = z_for_confidence(1.0 - wrong / decided.len() as f64);
            let won = |o: usize| entry.often(o).value().unwrap_or(0.0);
            let mut seats: Vec<usize> =
                decided.into_iter().filter(|&o| entry.cell.rules.has(info, o)).collect();
            seats.sort_by(|&a, &b| won(b).total_cmp(&won(a)));
            let [most, .., least] = seats[..] else { return None };
            let ends = |o: usize| entry.often(o).interval(z, entry.is_exact());
            let beyond = |&o: &usize| ends(most).zip(ends(o)).is_none_or(|(a, b)| a.0 > b.1);
            let share = |o: usize| brief(won(o));
            let [who, other] = [most, least].map(|o| capital(info.outcomes[o].label));
            let title =
                format!("{who} most often: {} of games; {other} {}", share(most), share(least));
            return seats[1..].iter().all(beyond).then_some((title, Vec::new()));
        }
        let (low, high) = entry.seats(z)?.ends();
        let [more, less] = if low > 0.0 {
            [0, 1]
        } else if high < 0.0 {
            [1, 0]
        } else {
            return None;
        };
        let won = |k: usize| entry.tally.games_won(decided[k]);
        let share = |k: usize| brief(entry.share(won(k)));
        let who = capital(info.outcomes[decided[more]].label);
        if won(more) == entry.games() {
            return Some((format!("{who} all games"), Vec::new()));
        }
        let title = format!("{who} more often: {} of games against {}", share(more), share(less));
        return Some((title, Vec::new()));
    }
    let nobody = |entry: &Entry<'_>| entry.unwon_in_all();
    let first = |entry: &Entry<'_>| entry.often(0);
    let extreme = |who: &str, count: &dyn Fn(&Entry<'_>) -> Often| {
        if entries.iter().any(|entry| count(entry).possible.is_open()) {
            return None;
        }
        let share = |k: usize| count(&entries[k]).value().unwrap_or(0.0);
        let most = (0..entries.len()).max_by(|&a, &b| share(a).total_cmp(&share(b)))?;
        let least = (0..entries.len()).min_by(|&a, &b| share(a).total_cmp(&share(b)))?;
        let ends = |k: usize| ends(&entries[k], count(&entries[k]));
        let apart = share(most) - share(least) >= WORTH_A_TITLE && ends(least).1 < ends(most).0;
        apart.then(|| {
            let names = subject.names(IN_TITLES);
            let (who, much, little) = (capital(who), brief(share(most)), brief(share(least)));
            let [one, other] = [most, least].map(|k| &names[k]);
            let title = format!("{who} {much} of games with {one}, {little} with {other}");
            (title, (0..entries.len()).map(share).collect())
        })
    };
    extreme("Nobody wins", &nobody).or_else(|| extreme(info.outcomes[0].label, &first))
}

/// What came out where nothing is known to differ, and the shares that it goes by.
fn plainly(subject: &Subject, entries: &[Entry<'_>]) -> (String, Vec<f64>) {
    let outcomes = &subject.info().outcomes;
    let share = |entry: &Entry<'_>, o: usize| entry.often(o).value().unwrap_or(0.0);
    let shares: Vec<f64> = entries.iter().map(|entry| share(entry, 0)).collect();
    let ends =
        |better: fn(f64, f64) -> f64| brief(shares.iter().copied().reduce(better).unwrap_or(0.0));
    let title = match (entries, [ends(f64::min), ends(f64::max)]) {
        ([entry], _) => {
            let (info, rules) = (subject.info(), &entry.cell.rules);
            let seats: Vec<usize> =
                info.decided().into_iter().filter(|&o| rules.has(info, o)).collect();
            let won = |o: usize| entry.tally.games_won(o);
            let equal = seats.iter().all(|&o| won(o) == won(seats[0])) && entry.given_up() == 0;
            let found = match seats.len() {
                _ if rules.one_of_equal_seats(info, seats[0]).is_some() => ": equally often",
                _ if entry.is_exact() && equal => ": equally often",
                2 if !entry.is_exact() => ": no difference found",
                _ => "",
            };
            let seats = seats.into_iter();
            let seats =
                seats.map(|o| format!("{} {}", capital(outcomes[o].label), brief(share(entry, o))));
            format!("{}{found}", seats.collect::<Vec<_>>().join(", "))
        }
        (_, [least, most]) if least == most => {
            format!("{} {most} of games with every rule set", capital(outcomes[0].label))
        }
        (_, [least, most]) => {
            let who = capital(outcomes[0].label);
            format!("{who} {least} to {most} of games, whatever the rule set")
        }
    };
    (title, shares)
}

/// Which shares have intervals, and which are exact.
fn intervals(subject: &Subject) -> String {
    let (entries, percent) = (subject.entries(), percent_of(subject.confidence()));
    let exact = entries.iter().filter(|entry| entry.is_exact()).count();
    let half = |entry: &Entry<'_>| {
        let info = entry.tally.info();
        let ends = (0..info.outcomes.len())
            .filter_map(|o| entry.often(o).interval(subject.z(), entry.is_exact()));
        ends.map(|(low, high)| (high - low) / 2.0).fold(0.0, f64::max)
    };
    let widest =
        100.0 * entries.iter().filter(|entry| entry.games() > 0).map(half).fold(0.0, f64::max);
    let places = if widest < 0.1 {
        3
    } else if widest < 1.0 {
        2
    } else {
        1
    };
    let widest =
        format!("{percent} % intervals (Wilson) of \u{b1}{widest:.places$} points or less");
    let intervals = match exact {
        0 => format!("; {widest}"),
        n if n == entries.len() => ", exact because every order of the deck was played".into(),
        _ => format!(
            "; estimates with {widest}, exact shares (every order of the deck was played) without"
        ),
    };
    // The same games of several runs are counted once.
    let games = |entry: &Entry<'_>| {
        let (study, cell) = (&entry.state.study, entry.cell);
        let games = (study.deals.seed.0, entry.state.games.clone(), entry.given_up());
        (cell.rule_set.clone(), cell.part.clone(), games)
    };
    let mut counted_once: Vec<_> = entries.iter().map(games).collect();
    counted_once.sort_unstable_by_key(|key| format!("{key:?}"));
    counted_once.dedup();
    let given_up: u64 = counted_once.iter().map(|(_, _, (_, _, given_up))| given_up).sum();
    let intervals = match given_up {
        0 => intervals,
        n => format!(
            "{intervals}; {} given up, and intervals reach from without them to with all of them",
            counted(n, "game was", "games were")
        ),
    };
    let cells = entries.iter().map(|entry| (entry.name, &entry.cell.rules));
    match equal_seats(cells, subject.info()) {
        said if said.is_empty() => intervals,
        said => format!("{intervals}; {said}"),
    }
}

/// What is said of bands and whiskers along an axis.
pub fn bands(subject: &Subject, drawn: &str) -> String {
    match subject.entries().iter().all(|entry| entry.is_exact()) {
        true => "Every order of the deck was played, so the numbers are exact.".into(),
        false => {
            format!("{drawn} are {} % intervals.", percent_of(subject.confidence()))
        }
    }
}
