//! All games of each rule set as one bar of several parts: who wins, and why games end.

use super::cells::SHADES;
use super::dot::{Dot, Known, Unit, brief, called, capital, ends, percent, title};
use super::drawing::{Drawing, Rect};
use super::figure::{Drawn, Figure, MOST_ROWS, both_ends};
use super::rows::{Panel, stacked};
use super::words;
use crate::core::wording::said::TextTable;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::{Row, Tables, equal_seats};

/// The numbers of bars, a line for each by its place.
type BarTable<'r> = TextTable<(usize, &'r Row<'r>)>;

/// Adds the shares of a part to the numbers.
fn share_column(numbers: &mut BarTable<'_>, part: &Part) {
    numbers.right(&part.words, |(k, _)| percent(part.shares[*k]));
}

/// A part of every bar.
struct Part {
    /// The styles of what is filled, and of words in it.
    classes: [String; 2],
    /// What tells it apart without colours, in a letter; may be empty.
    mark: String,
    /// What it is.
    words: String,
    /// Its share of each bar.
    shares: Vec<f64>,
}

/// A bar for each row, its parts from left to right with a number in each that has room for it; `words` stand
/// opposite the names of rows, and `columns` behind them in the table.
fn bars<'r>(
    tables: &Tables,
    label: &str,
    all: &'r [Row<'r>],
    parts: &[Part],
    words: Vec<String>,
    columns: impl FnOnce(&mut BarTable<'r>),
) -> Drawn {
    let track = |drawing: &mut Drawing, k: usize, [mut left, top, _, bottom]: Rect| {
        for Part { classes: [class, on], mark, shares, .. } in parts {
            let wide = 100.0 * shares[k];
            if wide > 0.0 {
                drawing.rectangle(class, [left, top, wide, bottom - top]);
            }
            let text = format!("{mark} {}", brief(shares[k]));
            let middle = [left + wide / 2.0, (top + bottom) / 2.0 + 4.5, 0.0];
            drawing.words_within(wide, on, "middle", middle, &[text.trim(), mark]);
            left += wide;
        }
    };
    let panel = Panel {
        head: String::new(),
        names: all.iter().map(|row| row.short).collect(),
        words,
        high: 24.0,
        ends: [0.0, 100.0],
        axis: None,
        track: Box::new(track),
    };
    let mut numbers = TextTable::new(all.iter().enumerate());
    numbers.left(words::row_of(tables), |(_, row)| row.short);
    columns(&mut numbers);
    let key = |part: &Part| {
        let words = format!("{} {}", part.mark, part.words);
        (part.classes[0].clone(), words.trim().to_owned())
    };
    (parts.iter().map(key).collect(), stacked(label, &[panel]), numbers.lines())
}

/// The name of the figure of who wins.
pub const OUTCOMES: &str = "outcomes";

/// Who wins; nothing without a game.
pub fn of_outcomes(tables: &Tables) -> Vec<Figure> {
    let info = tables.info();
    let all: Vec<Row<'_>> = tables.rows().filter(|row| row.tally.games() > 0).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let dot = |row: &Row<'_>, measure| Dot::of(row.estimate(measure), measure);
    let times = tables.wider_among(all.len());
    // How often others than the first player win follows from these.
    let told = |&o: &usize| all.len() == 1 || o == 0 || !info.outcomes[o].decided;
    let told: Vec<_> = (0..info.outcomes.len()).filter(told).map(Measure::Outcome).collect();
    let shares = told.iter().map(|&measure| {
        let wider = all.iter().map(|row| Some(dot(row, measure)?.wider(times)));
        (called(info, measure).1, wider.collect())
    });
    let (title, main) = telling(&all, &shares.collect::<Vec<_>>());
    let measure = told[main];
    let (all, said) =
        both_ends(all, MOST_ROWS, |_, row| row.estimate(measure).value.unwrap_or(0.0));
    let measures = || (0..info.outcomes.len()).map(Measure::Outcome);
    let nobody = of_nobody(tables, &all);
    let mut seats = info.decided().into_iter().enumerate().map(|(k, o)| of_seat(&all, k, o));
    // The games of the first player, those of nobody, and those of the others.
    let nobodys = 1..1 + nobody.len();
    let parts: Vec<Part> = seats.next().into_iter().chain(nobody).chain(seats).collect();
    let often = |row| dot(row, measure).map_or(String::new(), |one| one.brief(Unit::Percent));
    let words = all.iter().map(often).collect();
    let drawn = bars(tables, "Share of games by outcome", &all, &parts, words, |numbers| {
        for measure in measures() {
            numbers.right(called(info, measure).1, |(_, row)| {
                dot(row, measure).map_or("\u{2013}".into(), |one| one.text(Unit::Percent))
            });
        }
        parts[nobodys].iter().for_each(|part| share_column(numbers, part));
    });
    let equal = match equal_seats(all.iter().copied()) {
        "" => String::new(),
        said => format!(" Equal seats: {said}."),
    };
    let label = called(info, measure).1;
    let caption = format!(
        "Each bar is all games of a {}, above it the share of \"{label}\".{said} {}{equal}",
        words::row_of(tables),
        words::intervals(tables)
    );
    vec![Figure::of(tables, OUTCOMES, [title, caption], drawn)]
}

/// A part of this style and words.
fn part(class: &str, words: String, shares: Vec<f64>) -> Part {
    let classes = [format!("cell {class}"), format!("inside on{class}")];
    Part { classes, mark: String::new(), words, shares }
}

/// The games of a player.
fn of_seat(all: &[Row<'_>], seat: usize, outcome: usize) -> Part {
    let measure = Measure::Outcome(outcome);
    let shares = all.iter().map(|row| row.estimate(measure).value.unwrap_or(0.0)).collect();
    part(&format!("seat{seat}"), called(all[0].tally.info(), measure).1, shares)
}

/// The games that nobody won, by why they ended.
fn of_nobody(tables: &Tables, all: &[Row<'_>]) -> Vec<Part> {
    let info = tables.info();
    let reasons = 0..info.end_reasons.len();
    let unwon = reasons.filter(|&reason| all.iter().any(|row| row.unwon(reason) > 0));
    let parts = unwon.enumerate().map(|(k, reason)| {
        let class = match info.end_reasons[reason] {
            word if info.stopped.contains(&word) => "none0".into(),
            word if info.endless.contains(&word) => "none1".into(),
            _ => format!("none{}", 2 + k % 2),
        };
        let shares = all.iter().map(|row| row.share(row.unwon(reason))).collect();
        part(&class, format!("nobody: {}", words::reason(tables, reason)), shares)
    });
    parts.collect()
}

/// A share of the games: what it is called, and how much it is of each bar.
type Share = (String, Vec<Option<Dot>>);

/// The title, and the share that it is about: of one rule set all of them, the most frequent one foremost; of several
/// the one that is known to be farthest apart, or else is. Nothing is claimed that must not be.
fn telling(all: &[Row<'_>], shares: &[Share]) -> (String, usize) {
    let values = |(_, dots): &Share| dots.iter().flatten().map(|one| one.value).collect::<Vec<_>>();
    let is_open = shares.iter().flat_map(|(_, dots)| dots).flatten().any(|one| one.open);
    let about = shares.iter().enumerate().map(|(k, share @ (label, dots))| {
        let (least, most) = ends(values(share).into_iter()).unwrap_or_default();
        let named = all.iter().map(|row| format!("with {}", row.short)).zip(dots.iter().copied());
        let named: Vec<_> = named.collect();
        let (is_found, title) = title(label, Unit::Percent, &named, &Known::Intervals);
        // The value of what is open says nothing.
        let far = if all.len() == 1 && !is_open { most } else { most - least };
        ((is_found, far), title, k)
    });
    // Of several alike the first.
    let farthest = about.rev().max_by(|(a, ..), (b, ..)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let (_, title, main) = farthest.unwrap_or_default();
    if all.len() > 1 || is_open {
        return (title, main);
    }
    let each = shares.iter().map(|share| {
        format!("{} {}", share.0, values(share).into_iter().map(brief).collect::<String>())
    });
    (each.collect::<Vec<_>>().join(", "), main)
}

/// Why games end; nothing where all games end for one reason.
pub fn of_reasons(tables: &Tables) -> Vec<Figure> {
    let all: Vec<Row<'_>> = tables.rows().filter(|row| row.tally.games() > 0).collect();
    let mut reasons: Vec<usize> = (0..tables.info().end_reasons.len()).collect();
    reasons.retain(|&reason| all.iter().any(|row| row.tally.games_ended(reason) > 0));
    if reasons.len() < 2 {
        return Vec::new();
    }
    let share = |row: &Row<'_>, k: usize| row.share(row.tally.games_ended(reasons[k]));
    // What ended a game that somebody won did not cut it off.
    let is_won =
        |reason: usize| all.iter().any(|row| row.unwon(reason) < row.tally.games_ended(reason));
    let words = reasons.iter().map(|&reason| match is_won(reason) {
        true => tables.info().end_reasons[reason].replace('-', " "),
        false => words::reason(tables, reason),
    });
    let words: Vec<String> = words.collect();
    // What was counted, of which no table has an interval.
    let dot = |row, k| Some(Dot { value: share(row, k), interval: None, open: false });
    let shares = words
        .iter()
        .enumerate()
        .map(|(k, words)| (capital(words), all.iter().map(|row| dot(row, k)).collect()));
    let (title, main) = telling(&all, &shares.collect::<Vec<_>>());
    let (all, said) = both_ends(all, MOST_ROWS, |_, row| share(row, main));
    let part = |k: usize| Part {
        classes: [
            format!("cell s0 f0 shade{}", k * (SHADES - 1) / (reasons.len() - 1)),
            "beside".into(),
        ],
        mark: char::from(b'a' + k as u8).into(),
        words: words[k].clone(),
        shares: all.iter().map(|row| share(row, k)).collect(),
    };
    let parts: Vec<Part> = (0..reasons.len()).map(part).collect();
    let beside = all.iter().map(|row| format!("{} {}", words[main], brief(share(row, main))));
    let drawn = bars(
        tables,
        "Share of games by why they ended",
        &all,
        &parts,
        beside.collect(),
        |numbers| parts.iter().for_each(|part| share_column(numbers, part)),
    );
    let caption = format!(
        "Each bar is all games of a {} by why they ended, from left to right as the letters; above it the share: \
         {}.{said}",
        words::row_of(tables),
        words[main]
    );
    vec![Figure::of(tables, "ends", [title, caption], drawn)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::table::Value;
    use crate::lab::report::figures;
    use crate::lab::spec::Study;
    use crate::lab::study::Finished;
    use crate::lab::tables::Run;

    fn played(rules: impl IntoIterator<Item = String>, games: u64) -> Finished {
        let rules: Vec<String> = rules.into_iter().collect();
        Study::war(rules.iter().map(String::as_str)).unwrap().games(games).run().unwrap()
    }

    fn figure(tables: Tables) -> Option<Figure> {
        figures(&[tables]).into_iter().find(|figure| figure.id == "ends")
    }

    #[test]
    fn every_share_is_that_of_the_summary_and_the_title_names_the_farthest_apart() {
        let finished = played(["umass", "no-limit", "one-down"].map(String::from), 2_000);
        let tables = Tables::of(Run::of(finished.clone()));
        let summary = tables.tables().swap_remove(0);
        let figure = figure(tables).unwrap();
        let column = |name: &str| summary.header.iter().position(|head| head == name).unwrap();
        let reasons = ["short_in_war", "limit", "cycle"];
        let heads = ["short in war", "cut off", "never end"];
        let mut found = 0;
        for (row, cells) in summary.rows.iter().zip(&figure.numbers[1..]) {
            assert_eq!(row[0].to_string(), cells[0]);
            for (reason, head) in reasons.iter().zip(heads) {
                let at = figure.numbers[0].iter().position(|one| one == head).unwrap();
                let Value::Int(games) = row[column(reason)] else { panic!("{reason}") };
                assert_eq!(cells[at], percent(games as f64 / 2_000.0), "{} {reason}", cells[0]);
                found += 1;
            }
        }
        assert_eq!(found, 9);
        assert!(figure.title.starts_with("Cut off: 0 % with no-limit, "), "{}", figure.title);
        assert!(figure.keys.iter().any(|(_, words)| words.ends_with(" cut off")));
    }

    #[test]
    fn of_forty_rule_sets_each_has_a_bar_and_of_one_each_reason_is_in_the_title() {
        let many = (1..=40).map(|k| format!("umass{{limit.at={}}}", 20 * k));
        let finished = played(many, 100);
        let figure = figure(Tables::of(Run::of(finished.clone()))).unwrap();
        assert_eq!(figure.numbers.len(), 41);
        let finished = played(["umass".into()], 200);
        let alone = self::figure(Tables::of(Run::of(finished.clone()))).unwrap();
        assert_eq!(alone.title.matches(" %").count(), alone.keys.len(), "{}", alone.title);
    }

    #[test]
    fn shares_that_are_alike_are_those_of_all() {
        let finished = played(["umass", "umass{winnings=pile}"].map(String::from), 200);
        let title = figure(Tables::of(Run::of(finished.clone()))).unwrap().title;
        assert!(title.ends_with(" % with all"), "{title}");
    }

    #[test]
    fn games_that_all_end_for_one_reason_have_none() {
        let finished = played(["umass{limit.at=1}".into()], 50);
        assert!(figure(Tables::of(Run::of(finished.clone()))).is_none());
    }
}
