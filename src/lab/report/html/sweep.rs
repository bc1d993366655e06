//! Rule sets that differ in their fields: what every measure does from one value to the next. One field of numbers
//! is a curve, two or three fields are matrices, words and what has no room in them are rows.

use super::axis::Axis;
use super::curves::{Counted, Courses};
use super::estimate::Estimate;
use super::figure::{
    FROM_BOTH_ENDS, Figure, MOST_ROWS, MOST_SERIES, Numbers, View, by_place, drawn,
};
use super::found::{bands, called, finding};
use super::grid;
use super::rows::{Column, Rows, Track};
use super::scale::Unit;
use super::subject::Subject;
use crate::core::wording::field::all_of;
use crate::lab::tables::fields::{Fields, in_words};

/// Values that a number needs to make a curve where nobody asked for a sweep.
const FEWEST: usize = 3;

/// The figure; nothing where the rule sets differ in nothing, or nobody asked for more than what other figures show.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let fields = subject.fields()?;
    let asked = !subject.swept().is_empty();
    if let Some(figure) = grid::figure(subject, &fields) {
        return Some(figure);
    }
    match fields.axis().filter(|&axis| asked || fields.values[axis].len() >= FEWEST) {
        Some(axis) => curves(subject, &fields, axis, asked),
        None => asked.then(|| rows(subject, &fields)),
    }
}

/// A curve for all rule sets that differ in this field alone.
fn curves(subject: &Subject, fields: &Fields, axis: usize, asked: bool) -> Option<Figure> {
    let entries = subject.entries();
    let mut groups: Vec<(String, Vec<Counted<'_>>)> = Vec::new();
    for (k, entry) in entries.iter().enumerate() {
        let rest = fields.name(k, Some(axis));
        let x = fields.values[axis][fields.of[k][axis]].parse().unwrap_or_default();
        let (z, entry) = (subject.z(), *entry);
        let point = Counted {
            x,
            games: entry.games(),
            ringed: subject.baseline() == Some(k),
            estimate: Box::new(move |measure| entry.estimated(measure, z)),
        };
        match groups.iter_mut().find(|(known, _)| *known == rest) {
            Some((_, points)) => points.push(point),
            None => groups.push((rest, vec![point])),
        }
    }
    groups.retain(|(_, points)| asked || points.len() >= FEWEST);
    if groups.is_empty() {
        return None;
    }
    for (name, points) in &mut groups {
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        if name.is_empty() {
            *name = "all rule sets".into();
        }
    }
    let (curves, said) = drawn(groups, MOST_SERIES, by_place, FROM_BOTH_ENDS);
    let baseline = subject.baseline();
    let baseline = baseline
        .map_or(String::new(), |k| format!(" The ring is the baseline, {}.", fields.name(k, None)));
    let caption = format!(
        "Rule sets that differ in {}.{said} {}{baseline}",
        all_of(&fields.keys),
        bands(subject, "Bands and whiskers")
    );
    let words = ["sweep".into(), caption];
    let axis = in_words(&fields.keys[axis]);
    let measures = subject.measures();
    let found = finding(subject, fields, &measures);
    Courses { words, axis, curves, measures, found, subject }.figure()
}

/// A row for each rule set: a dot with its interval.
fn rows(subject: &Subject, fields: &Fields) -> Figure {
    let all: Vec<usize> = (0..fields.of.len()).collect();
    let (shown, said) = drawn(all, MOST_ROWS, by_place, FROM_BOTH_ENDS);
    let (entries, z, baseline) = (subject.entries(), subject.z(), subject.baseline());
    let views = subject.measures().into_iter().map(|measure| {
        let (name, label, unit) = called(subject.info(), measure);
        let estimates: Vec<_> = shown.iter().map(|&k| entries[k].estimated(measure, z)).collect();
        let numbers = shown.iter().zip(&estimates).map(|(&k, one)| {
            let mark = if baseline == Some(k) { " (baseline)" } else { "" };
            let text = one.map_or("\u{2013}".into(), |one| one.text(unit));
            (fields.name(k, None) + mark, vec![(label.clone(), text)])
        });
        let numbers = Numbers::of("with", numbers);
        View::of(name, &label, String::new(), &dots(&label, unit, numbers, estimates))
    });
    let (views, measures) = (views.collect(), subject.measures());
    let (first, title) = finding(subject, fields, &measures);
    let caption = format!("Each row is a rule set. {}{said}", bands(subject, "Whiskers"));
    let figure = Figure::of("sweep", [title, caption], views, subject.source());
    Figure { first, ..figure }
}

/// Dots with their intervals, held against nothing where they are shares.
fn dots<'a>(
    label: &str,
    unit: Unit,
    numbers: Numbers,
    estimates: Vec<Option<Estimate>>,
) -> Rows<'a> {
    let ends = estimates.iter().flatten().flat_map(|one| [one.ends().0, one.ends().1]);
    let zero = (unit == Unit::Percent).then_some(0.0);
    let axis = Axis::of(unit, label, ends.chain(zero).collect::<Vec<_>>().into_iter());
    let texts = estimates.iter().map(|one| one.map_or("\u{2013}".into(), |one| one.brief(unit)));
    let texts = Column::Words { head: String::new(), texts: texts.collect(), stacked: true };
    let scale = axis.scale;
    let track = Track::new(move |drawing, k, [left, top, right, bottom]| {
        let (at, line) = (|value| left + scale.at(value) * (right - left), (top + bottom) / 2.0);
        let Some(one) = estimates[k] else { return };
        let (low, high) = one.ends();
        drawing.line("interval nx", None, [at(low), line, at(high), line]);
        if !one.open {
            drawing.dot("dot fx", None, [at(one.value), line, 4.6]);
        }
    });
    let sizes = [[14.0, 0.0, 26.0, 0.0, 48.0], [14.0, 18.0, 20.0, 0.0, 48.0]];
    Rows::of(
        format!("{label} of every rule set"),
        numbers,
        sizes,
        vec![texts, Column::Track(track.over(axis))],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::table::{Table, Value};
    use crate::game::Game;
    use crate::lab::report::html::figures;
    use crate::lab::spec::Spec;
    use crate::lab::spec::rules::Library;
    use crate::lab::store::disk::read_input;
    use crate::lab::store::stored::Stored;
    use crate::lab::study::Finished;
    use crate::lab::tables::columns;

    /// Every field of War, with values that it takes beside its default and the rule set below it.
    const SWEEPS: [(&str, &str, &str); 22] = [
        ("umass", "deal", "['alternate', 'halves']"),
        ("umass", "pickup", "['as-laid', 'winner-first', 'shuffled', 'high-first']"),
        ("umass", "pickup_war", "['as-laid', 'winner-first']"),
        ("umass", "seat_b.pickup", "['as-laid', 'loser-first']"),
        ("umass", "seat_b.pickup_war", "['as-laid', 'loser-first']"),
        ("umass", "winnings", "['bottom', 'pile-reversed']"),
        ("umass", "deck.suits", "[2, 3, 4]"),
        ("umass", "deck.ranks", "{ from = 8, to = 13 }"),
        ("umass", "deck.lowest", "[2, 3]"),
        ("bicycle", "deck.jokers", "[0, 1, 2]"),
        ("umass", "compare.ace", "['high', 'low']"),
        ("umass", "compare.lowest_beats_highest", "[false, true]"),
        ("umass", "compare.low_wins", "[false, true]"),
        ("umass", "war.face_down", "[0, 1, 2, 3, 'tied-rank']"),
        ("ernie-burt", "war.ace_counts", "[1, 11, 14]"),
        ("umass", "war.lay", "['blocks', 'alternating']"),
        ("umass", "war.short", "['lose', 'last-card', 'draw']"),
        ("umass", "limit.at", "[100, 1000, 10000]"),
        ("umass", "limit.unit", "['battles', 'rounds', 'none']"),
        ("umass", "limit.asked", "['after', 'before']"),
        ("umass", "limit.verdict", "['draw', 'more-cards']"),
        ("no-limit", "limit.ceiling", "[300, 1000, 3000]"),
    ];

    fn played(text: &str) -> Finished {
        let library = Library::new(read_input);
        let study = Spec::read(text, &library).unwrap().resolve(&library).unwrap();
        study.games(80).run().unwrap()
    }

    fn of_one(base: &str, key: &str, values: &str) -> Finished {
        played(&format!("[[sweep]]\nbase = \"{base}\"\n\"{key}\" = {values}\n"))
    }

    fn column<'t>(table: &'t Table, name: &str) -> Vec<&'t Value> {
        let at = table.header.iter().position(|head| head == name).unwrap();
        table.rows.iter().map(|row| &row[at]).collect()
    }

    fn sweep_of(finished: &Finished) -> Figure {
        let all = figures(vec![Stored::of_finished(finished, "x", "run")]);
        let is_first = all.first().is_some_and(|figure| figure.id == "sweep");
        assert!(is_first, "what was swept is the first figure");
        all.into_iter().next().unwrap()
    }

    #[test]
    fn every_value_of_every_field_is_in_every_table_and_in_the_figure() {
        let known = SWEEPS.map(|(_, key, _)| key);
        let tables = ["deck", "compare", "war", "limit", "seat_b"];
        let both_short = "war.both_short";
        for key in Game::War.keys().into_iter().filter(|key| !tables.contains(key)) {
            assert!(known.contains(&key) || key == both_short, "{key} is swept by no test");
        }
        for (base, key, values) in SWEEPS {
            let finished = of_one(base, key, values);
            let cells = finished.study.cells.len();
            assert!(cells > 1 && finished.study.refused.is_empty(), "{key}");
            let mut said: Vec<String> = Vec::new();
            for table in columns::all(&finished, &finished.comparisons(), |_| true) {
                if let Some(at) = table.header.iter().position(|head| head == "rules") {
                    assert_eq!(table.header[at + 1], key, "{}", table.file);
                    assert_eq!(table.about.len(), table.header.len());
                }
                let each = match table.file {
                    "summary.csv" => 1,
                    "estimates.csv" => 5,
                    "comparison.csv" => {
                        assert_eq!(table.rows.len(), (cells - 1) * finished.study.measures.len());
                        continue;
                    }
                    _ => continue,
                };
                said = column(&table, key).into_iter().map(ToString::to_string).collect();
                said.dedup();
                assert_eq!(
                    (table.rows.len(), said.len()),
                    (each * cells, cells),
                    "{key} {}",
                    table.file
                );
            }
            let figure = sweep_of(&finished);
            for view in &figure.views {
                let rows = view.numbers.rows.iter();
                let points: usize = rows
                    .map(|(_, cells)| cells.iter().filter(|cell| *cell != "\u{2013}").count())
                    .sum();
                let has_no_length = key == "limit.ceiling" && view.name == "battles";
                assert!(
                    has_no_length || points == cells,
                    "{key} {}: {points} of {cells}",
                    view.name
                );
            }
            let names: String =
                figure.views[0].numbers.rows.iter().map(|(name, _)| format!("{name}|")).collect();
            for value in said {
                assert!(names.replace(',', "").contains(&value), "{key}: {value} in {names}");
            }
        }
    }

    #[test]
    fn a_title_is_made_from_all_points_and_claims_what_the_comparison_found() {
        // Without jokers and with two no game is a draw, with one a fifth: both ends are alike.
        let finished = played(
            "games = 3000\nmeasures = [\"draw\"]\n[[sweep]]\nbase = \"bicycle\"\ndeck.jokers = [0, 1, 2]\n",
        );
        let finished = finished.study.clone().games(2_000).run().unwrap();
        let title = sweep_of(&finished).title;
        let share = finished.summary(1).shares[2].ratio.unwrap();
        assert!(share > 0.15, "{share}");
        let most = Unit::Percent.short(share);
        assert_eq!(title, format!("Draw: 0 % where jokers is 0, {most} where it is 1"));
        // Where no comparison finds a difference none is claimed.
        let alike = played("[[sweep]]\nbase = \"umass\"\nlimit.at = [1000, 1001, 1002]\n");
        assert!(
            sweep_of(&alike).title.contains("no difference found"),
            "{}",
            sweep_of(&alike).title
        );
        // What was given up is not counted as not won.
        let open = of_one("no-limit", "limit.ceiling", "[300, 1000]");
        assert!(sweep_of(&open).title.contains("were given up"));
    }

    #[test]
    fn two_fields_are_a_matrix_and_three_are_several() {
        let text = "[[sweep]]\nbase = \"umass\"\nwar.face_down = [1, 2]\ndeck.jokers = [0, 2]\n";
        let two = sweep_of(&played(text));
        assert_eq!(two.views[0].numbers.rows.len(), 2);
        assert_eq!(two.views[0].numbers.columns, ["0", "2"]);
        let three = sweep_of(&played(&format!("{text}pickup = [\"as-laid\", \"shuffled\"]\n")));
        assert_eq!(
            (three.views[0].numbers.rows.len(), three.views[0].numbers.columns.len()),
            (2, 4)
        );
    }
}
