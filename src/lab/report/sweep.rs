//! Rule sets of a sweep: what every measure does from one value to the next. One field of numbers
//! is a curve, two or three fields are matrices, words and what has no room in them are rows.

use indexmap::IndexMap;

use super::axis::Axis;
use super::cells::Places;
use super::chart::{Curves, Point};
use super::dot::{Claimed, Dot, Unit, called, title};
use super::figure::{Drawn, Figure, MOST_SERIES};
use super::rows::{Panel, stacked};
use super::words;
use crate::core::wording::field::all_of;
use crate::core::wording::said::TextTable;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::Tables;
use crate::lab::tables::fields::{Fields, in_words};

/// What draws a measure.
type Draw<'a> = Box<dyn Fn(Measure) -> Parts + 'a>;

/// What is drawn of a measure, each with the estimates that are in it.
pub type Parts = Vec<(Claimed, Drawn)>;

/// A figure for each measure of a sweep.
pub fn figures(tables: &Tables) -> Vec<Figure> {
    let Some(fields) = &tables.fields() else { return Vec::new() };
    // Several parts, such as pairs of dice, are each compared with their own.
    let baseline = tables.baseline().filter(|_| !tables.is_of_parts());
    let against = |how: &str| {
        baseline
            .map_or(String::new(), |k| format!(" {how} the baseline, {}.", fields.name(k, None)))
    };
    // Colours are of differences from the baseline where it has a number in every measure.
    let has_number = |k: usize, measure| Dot::all(tables, measure)[k].is_some_and(|one| !one.open);
    let has_all = |k: &usize| tables.measures().iter().all(|&measure| has_number(*k, measure));
    let middle = baseline.filter(has_all);
    let called = |measure| called(tables.info(), measure);
    let name = |k| fields.name(k, None);
    let named = |measure| (0..).map(name).zip(Dot::all(tables, measure)).collect();
    let (caption, draw): (String, Draw<'_>) = match (Places::of(fields), fields.axis()) {
        (Some(places), _) => {
            let [rows, columns] = [0, 1].map(|k| in_words(&fields.0[k].key));
            let third = fields.0.get(2);
            let third = third.map(|third| format!("; panels: {}", in_words(&third.key)));
            let caption = format!(
                "Rows: {rows}; columns: {columns}{}.{}",
                third.unwrap_or_default(),
                against(match middle {
                    Some(_) => "Colours say how much less or more than",
                    None => "In brackets is",
                })
            );
            let draw = move |measure| {
                let (_, label, unit) = called(measure);
                let all = Dot::all(tables, measure);
                let drawn = places.draw(&all, [baseline, middle], &label, unit);
                let drawn = drawn.map(|(drawing, numbers)| (Vec::new(), drawing, numbers));
                drawn.map(|drawn| (named(measure), drawn)).into_iter().collect()
            };
            (caption, Box::new(draw))
        }
        (None, Some(axis)) => {
            let groups = groups(fields, axis);
            let keys: Vec<&str> = fields.0.iter().map(|field| field.key.as_str()).collect();
            let keys = all_of(&keys);
            let caption = format!("Rule sets that differ in {keys}.{}", against("The ring is"));
            let axis = in_words(&fields.0[axis].key);
            let draw = move |measure| {
                let ((_, label, unit), all) = (called(measure), Dot::all(tables, measure));
                let drawn = groups.chunks(MOST_SERIES).filter_map(|some| {
                    let curves = some.iter().map(|(name, of)| {
                        let points = of.iter().filter_map(|&(x, k)| {
                            Some(Point { x, y: all[k]?, ringed: baseline == Some(k) })
                        });
                        (name.clone(), points.collect())
                    });
                    let label = label.clone();
                    let drawn =
                        Curves { axis: &axis, label, unit, all: curves.collect() }.draw()?;
                    let own = some.iter().flat_map(|(_, of)| of);
                    Some((own.map(|&(_, k)| (name(k), all[k])).collect(), drawn))
                });
                drawn.collect()
            };
            (caption, Box::new(draw))
        }
        (None, None) => {
            let caption = format!("Each row is a rule set.{}", against("In brackets stands"));
            let draw = move |measure| {
                let all = Dot::all(tables, measure);
                vec![(named(measure), dots(fields, baseline, called(measure), &all))]
            };
            (caption, Box::new(draw))
        }
    };
    of_measures(tables, ["sweep", &caption], draw)
}

/// The figures of each measure.
pub fn of_measures(
    tables: &Tables,
    [id, caption]: [&str; 2],
    draw: impl Fn(Measure) -> Parts,
) -> Vec<Figure> {
    let figures = tables.measures().into_iter().flat_map(|measure| {
        let (name, label, unit) = called(tables.info(), measure);
        let drawn = draw(measure);
        let many = drawn.len();
        let figure = |(k, (all, drawn)): (usize, (Claimed, Drawn))| {
            let own = if k == 1 { format!("{id}-{name}") } else { format!("{id}-{name}-{k}") };
            let known = all.iter().filter(|(_, one)| one.is_some()).count();
            let is_part = (1..all.len()).contains(&known);
            let given_up = if is_part { " where no games were given up" } else { "" };
            let which = if many == 1 { String::new() } else { format!(", {k} of {many}") };
            let title = title(&label, unit, &all) + given_up + &which;
            let words = [title, format!("{caption} {}", words::intervals(tables))];
            Figure::of(tables, &own, words, drawn)
        };
        (1..).zip(drawn).map(figure).collect::<Vec<_>>()
    });
    let mut figures: Vec<Figure> = figures.collect();
    figures.first_mut().into_iter().for_each(|first| first.id = id.into());
    figures
}

/// What rule sets have in common that differ in this field alone, and these, by its values.
fn groups(fields: &Fields, axis: usize) -> Vec<(String, Vec<(f64, usize)>)> {
    let mut groups = IndexMap::<String, Vec<(f64, usize)>>::new();
    for k in 0..fields.0[axis].of.len() {
        let mut name = fields.name(k, Some(axis));
        if name.is_empty() {
            name = "all rule sets".into();
        }
        let one = (fields.0[axis].value(k).parse().unwrap_or_default(), k);
        groups.entry(name).or_default().push(one);
    }
    groups.values_mut().for_each(|all| all.sort_by(|a, b| a.0.total_cmp(&b.0)));
    groups.into_iter().collect()
}

/// A row for each of these rule sets: a dot with its interval.
fn dots(
    fields: &Fields,
    baseline: Option<usize>,
    (_, label, unit): (&str, String, Unit),
    all: &[Option<Dot>],
) -> Drawn {
    let name = |k| match baseline == Some(k) {
        true => format!("[{}]", fields.name(k, None)),
        false => fields.name(k, None),
    };
    let names: Vec<String> = (0..all.len()).map(name).collect();
    let said = all.iter().map(|one| one.map_or("\u{2013}".into(), |one| one.text(unit)));
    let said: Vec<String> = said.collect();
    let mut numbers = TextTable::new(names.iter().zip(&said));
    numbers.left("with", |(name, _)| name.as_str());
    numbers.right(&label, |(_, text)| text.as_str());
    let numbers = numbers.lines();
    let dots = all.iter().map(|one| one.map(|one| (one, "dot fx"))).collect();
    let heads = (names.iter().map(String::as_str).collect(), said);
    let panel = Panel::of_dots(String::new(), heads, Axis::of_all(unit, &label, all), dots, None);
    (Vec::new(), stacked(format!("{label} of every rule set"), &[panel]), numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::lab::report::figures;
    use crate::lab::spec::Spec;
    use crate::lab::spec::rules::Library;
    use crate::lab::store::disk::read_input;
    use crate::lab::study::Finished;
    use crate::lab::tables::Run;

    /// Every field of War, with values that it takes beside its default and the rule set below it.
    const SWEEPS: [(&str, &str, &str); 22] = [
        ("umass", "deal", "['alternate', 'halves']"),
        ("umass", "pickup", "['as-laid', 'winner-first', 'shuffled', 'high-first']"),
        ("umass", "pickup_war", "['as-laid', 'winner-first']"),
        ("umass", "seat_b.pickup", "['as-laid', 'loser-first']"),
        ("umass", "seat_b.pickup_war", "['as-laid', 'loser-first']"),
        ("umass", "winnings", "['bottom', 'pile-reversed']"),
        ("umass", "deck.suits", "[2, 3, 4]"),
        ("umass", "deck.ranks", "[8, 9, 10, 11, 12, 13]"),
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
        let study = Spec::read(text).unwrap().resolve(&Library::new(read_input)).unwrap();
        study.games(80).run().unwrap()
    }

    fn of_one(base: &str, key: &str, values: &str) -> Finished {
        played(&format!("[[sweep]]\nbase = \"{base}\"\n\"{key}\" = {values}\n"))
    }

    /// The figures of what was swept, a measure each, which are the first.
    fn sweep_of(finished: &Finished) -> Vec<Figure> {
        let mut all = figures(&[Tables::of(Run::of(finished.clone()))]);
        assert_eq!(all[0].id, "sweep");
        all.retain(|figure| figure.id.starts_with("sweep"));
        all
    }

    #[test]
    fn every_value_of_every_field_is_in_every_table_and_in_the_figure() {
        let known = SWEEPS.map(|(_, key, _)| key);
        let others = ["deck", "compare", "war", "limit", "seat_b", "war.both_short"];
        for key in Game::War.keys().into_iter().filter(|key| !others.contains(key)) {
            assert!(known.contains(&key), "{key} is swept by no test");
        }
        for (base, key, values) in SWEEPS {
            let finished = of_one(base, key, values);
            let (study, cells) = (&finished.study, finished.study.cells.len());
            assert!(cells > 1 && study.refused.is_empty(), "{key}");
            let mut said: Vec<String> = Vec::new();
            for table in Tables::of(Run::of(finished.clone())).all_tables(|_| true) {
                if let Some(at) = table.header.iter().position(|head| head == "rules") {
                    assert_eq!(table.header[at + 1], key, "{}", table.file);
                    assert_eq!(table.about.len(), table.header.len());
                }
                let rows = match table.file {
                    "summary.csv" => cells,
                    "estimates.csv" => 6 * cells,
                    "comparison.csv" => (cells - 1) * study.measures.len(),
                    _ => continue,
                };
                assert_eq!(table.rows.len(), rows, "{key} {}", table.file);
                if let Some(at) = table.header.iter().position(|head| head == key) {
                    said = table.rows.iter().map(|row| row[at].to_string()).collect();
                    said.dedup();
                    assert_eq!(said.len(), cells, "{key} {}", table.file);
                }
            }
            let all = sweep_of(&finished);
            assert_eq!(all.len(), study.measures_asked().len(), "{key}");
            for figure in &all {
                let cells_of = figure.numbers[1..].iter().flat_map(|row| &row[1..]);
                let points = cells_of.filter(|cell| *cell != "\u{2013}").count();
                let has_no_length = key == "limit.ceiling" && figure.id == "sweep-battles";
                assert!(has_no_length || points == cells, "{key} {}: {points}", figure.id);
            }
            let names = all[0].numbers[1..].iter().map(|cells| format!("{}|", cells[0]));
            let names = names.collect::<String>().replace(',', "");
            for value in said {
                assert!(names.contains(&value), "{key}: {value} in {names}");
            }
        }
    }

    #[test]
    fn a_title_is_made_from_all_points() {
        // Without jokers and with two no game is a draw, with one a fifth: both ends are alike.
        let text =
            "measures = [\"draw\"]\n[[sweep]]\nbase = \"bicycle\"\ndeck.jokers = [0, 1, 2]\n";
        let finished = played(text).study.games(2_000).run().unwrap();
        let title = &sweep_of(&finished)[0].title;
        let share = finished.estimate(1, Measure::Outcome(2)).value.unwrap();
        assert!(share > 0.15, "{share}");
        let most = Unit::Percent.short(share);
        assert_eq!(*title, format!("Draw: 0 % (jokers 0) to {most} (jokers 1)"));
        // What was given up is not counted as not won.
        let open = of_one("no-limit", "limit.ceiling", "[300, 1000]");
        let title = &sweep_of(&open)[0].title;
        assert!(title.contains(": at least ") && title.contains(", at most "), "{title}");
        let open = of_one("no-limit", "limit.ceiling", "[3, 100000]");
        let length = &sweep_of(&open).pop().unwrap().title;
        let played = " (ceiling 100,000) where no games were given up";
        assert!(length.starts_with("Battles: ") && length.ends_with(played), "{length}");
    }

    #[test]
    fn what_nobody_swept_is_no_sweep() {
        let named = played("rules = ['umass', 'umass{limit.at=300}', 'umass{limit.at=700}']\n");
        let swept = |name: &str, seed: &str| {
            let text = format!("seed = {seed}\n[[sweep]]\nwar.face_down = [1, 2, 3]\n");
            Run { name: name.into(), finished: played(&text) }
        };
        let two = vec![swept("one", "1"), swept("two", "2")];
        let two = Tables::side_by_side(two, &Spec::default()).unwrap();
        for tables in [Tables::of(Run::of(named)), two] {
            let all = figures(&[tables]);
            assert!(all.len() > 1 && all.iter().all(|figure| !figure.id.starts_with("sweep")));
        }
    }

    #[test]
    fn fields_make_rows_and_columns_and_what_they_do_not_tell_apart_is_called_by_name() {
        let text = "rules = [\"umass\", { name = \"most\", war.both_short = \"more-cards\" }]\n\
                    [[sweep]]\nname = \"{war.short}\"\nwar.short = [\"reduce\", \"draw\"]\n";
        let sweep = sweep_of(&played(text)).swap_remove(0);
        let names: Vec<&str> = sweep.numbers[1..].iter().map(|row| row[0].as_str()).collect();
        assert_eq!(names, ["[umass]", "most", "reduce", "draw"]);
        // Two fields are a matrix; three are several (`tests/cli/report.rs`).
        let text = "[[sweep]]\nbase = \"umass\"\nwar.face_down = [1, 2]\ndeck.jokers = [0, 2]\n";
        let two = sweep_of(&played(text)).swap_remove(0);
        assert_eq!((two.numbers.len(), &two.numbers[0][1..]), (3, &["0".into(), "2".into()][..]));
    }

    #[test]
    fn a_matrix_has_no_number_of_what_was_given_up() {
        let finished = played(
            "[[sweep]]\nbase = \"no-limit\"\nlimit.ceiling = [60, 100000]\npickup = [\"as-laid\", \"shuffled\"]\n",
        );
        let all = sweep_of(&finished);
        let tables = Tables::of(Run::of(finished));
        for measure in [0, 1, 2].map(Measure::Outcome) {
            let name = called(tables.info(), measure).1;
            let figure = all.iter().find(|figure| figure.title.starts_with(&name)).unwrap();
            let open = Dot::all(&tables, measure).into_iter().flatten().filter(|one| one.open);
            let drawing = figure.drawing.markup().into_text();
            let marks = [">?<", ">[?]<", ">&#91;?&#93;<"].map(|mark| drawing.matches(mark).count());
            let open = open.count();
            assert!(open > 0 && marks.iter().sum::<usize>() == open, "{name}: {open}");
        }
    }
}
