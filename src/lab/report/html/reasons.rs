//! Why games end: all games of a rule set as one bar, a part for each reason.

use super::bars::{Part, bars};
use super::dot::{Dot, capital, title};
use super::figure::{Figure, MOST_ROWS, drawn};
use super::scale::{Unit, brief, ends, percent};
use super::style::SHADES;
use super::words;
use crate::lab::tables::{Row, Tables};

/// The figure; nothing where all games end for one reason.
pub fn figures(tables: &Tables<'_>) -> Vec<Figure> {
    let all: Vec<Row<'_>> = tables.rows().filter(|row| row.games() > 0).collect();
    let mut reasons: Vec<usize> = (0..tables.info().end_reasons.len()).collect();
    reasons.retain(|&reason| all.iter().any(|row| row.ended(reason) > 0));
    if reasons.len() < 2 {
        return Vec::new();
    }
    let (title, main) = said(tables, &all, &reasons);
    let share = |row: &Row<'_>, reason| row.share(row.ended(reason));
    let (all, said) = drawn(all, MOST_ROWS, |_, row| share(row, main));
    let part = |(k, &reason): (usize, &usize)| Part {
        classes: [
            format!("cell s0 f0 shade{}", k * (SHADES - 1) / (reasons.len() - 1)),
            "beside".into(),
        ],
        mark: char::from(b'a' + k as u8).into(),
        words: words::reason(tables, reason),
        shares: all.iter().map(|row| share(row, reason)).collect(),
    };
    let parts: Vec<Part> = reasons.iter().enumerate().map(part).collect();
    let main = words::reason(tables, main);
    let beside = parts.iter().find(|part| part.words == main);
    let drawn = bars(tables, "Share of games by why they ended", &all, &parts, |k, _| {
        let words = beside.map(|part| format!("{main} {}", brief(part.shares[k])));
        let cells = parts.iter().map(|part| (part.words.clone(), percent(part.shares[k])));
        (words.unwrap_or_default(), cells.collect())
    });
    let caption = format!(
        "Each bar is all games of a {} by why they ended, from left to right as the letters; above it how many: \
         {main}.{said}",
        words::row_of(tables)
    );
    vec![Figure::of(tables, "ends", [title, caption], drawn)]
}

/// The title and the reason that it is about: of one rule set all of them; of several the one whose shares are known to
/// be farthest apart, or else are.
fn said(tables: &Tables<'_>, all: &[Row<'_>], reasons: &[usize]) -> (String, usize) {
    let label = |reason| capital(&words::reason(tables, reason));
    if let [row] = all {
        let share = |reason| brief(row.share(row.ended(reason)));
        let of = reasons.iter().map(|&reason| format!("{} {}", label(reason), share(reason)));
        let most = reasons.iter().copied().max_by_key(|&reason| row.ended(reason));
        return (of.collect::<Vec<_>>().join(", "), most.unwrap_or_default());
    }
    let z = tables.z() * tables.wider_among(2 * all.len() * reasons.len());
    let dot = |row: &Row<'_>, reason| {
        let interval = row.ended_within(reason, z);
        Dot { value: row.share(row.ended(reason)), interval, open: false }
    };
    // Nothing is claimed of shares where the run stopped when others were known well enough.
    let is_stopped = tables.asked().is_some_and(|study| study.has_targets());
    let about = |&reason: &usize| {
        let dots = all.iter().map(|row| (format!("with {}", row.short), Some(dot(row, reason))));
        let dots: Vec<_> = dots.collect();
        let values = dots.iter().flat_map(|(_, one)| one).map(|one| one.value);
        let (least, most) = ends(values).unwrap_or_default();
        let label = label(reason);
        let (is_found, title) = match is_stopped {
            true => {
                let [least, most] = [least, most].map(brief);
                (false, format!("{label}: {least} to {most} of the games that were played"))
            }
            false => title(&label, Unit::Percent, &dots, None, ""),
        };
        (is_found, most - least, title, reason)
    };
    let farthest = |a: &(bool, f64, String, usize), b: &(bool, f64, String, usize)| {
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    let (_, _, title, reason) = reasons.iter().map(about).max_by(farthest).unwrap_or_default();
    (title, reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::table::Value;
    use crate::lab::report::html;
    use crate::lab::spec::Study;
    use crate::lab::study::Finished;
    use crate::lab::tables::Run;
    use crate::lab::tables::account::Account as _;

    fn played(rules: impl IntoIterator<Item = String>, games: u64) -> Finished {
        let rules: Vec<String> = rules.into_iter().collect();
        Study::war(rules.iter().map(String::as_str)).unwrap().games(games).run().unwrap()
    }

    fn figure(tables: Tables<'_>) -> Option<Figure> {
        html::figures(&[tables]).into_iter().find(|figure| figure.id == "ends")
    }

    #[test]
    fn every_share_is_that_of_the_summary_and_the_title_names_the_farthest_apart() {
        let finished = played(["umass", "no-limit", "one-down"].map(String::from), 2_000);
        let tables = Tables::of(Run::of(&finished, ""));
        let summary = tables.tables().swap_remove(0);
        let figure = figure(tables).unwrap();
        let column = |name: &str| summary.header.iter().position(|head| head == name).unwrap();
        let reasons = ["short_in_war", "limit", "cycle"];
        let heads = ["short in war", "cut off", "never end"];
        let mut found = 0;
        for (row, (name, cells)) in summary.rows.iter().zip(&figure.numbers.rows) {
            assert_eq!(row[0].to_string(), *name);
            for (reason, head) in reasons.iter().zip(heads) {
                let at = figure.numbers.columns.iter().position(|one| one == head).unwrap();
                let Value::Int(games) = row[column(reason)] else { panic!("{reason}") };
                assert_eq!(cells[at], percent(games as f64 / 2_000.0), "{name} {reason}");
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
        let figure = figure(Tables::of(Run::of(&finished, ""))).unwrap();
        assert_eq!(figure.numbers.rows.len(), 40);
        let finished = played(["umass".into()], 200);
        let alone = self::figure(Tables::of(Run::of(&finished, ""))).unwrap();
        assert_eq!(alone.title.matches(" %").count(), alone.keys.len(), "{}", alone.title);
    }

    #[test]
    fn games_that_all_end_for_one_reason_have_none() {
        let finished = played(["umass{limit.at=1}".into()], 50);
        assert!(figure(Tables::of(Run::of(&finished, ""))).is_none());
    }
}
