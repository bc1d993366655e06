//! Published figures beside the obtained ones, as a table and in words.

use crate::core::table::{Column, Table};
use crate::core::wording::digits::decimals;
use crate::core::wording::said::Said;
use crate::core::wording::text::Align;
use crate::lab::spec::published::Published;
use crate::lab::study::Finished;
use crate::lab::study::published::Compared;

/// `published.csv`: a row per published figure.
pub fn table(finished: &Finished) -> Table {
    struct Row<'a>(&'a Published, Compared);
    type Of<'a> = Column<'a, Row<'a>>;
    let (study, facts) = (&finished.study, &finished.facts());
    let columns = vec![
        Of::new("rules", "name of the rule set", |row| {
            study.cells[row.1.cell].name.as_str().into()
        }),
        Of::new("figure", "what was published", |row| row.0.name().as_str().into()),
        Of::new("reported", "the published figure", |row| row.0.value.into()),
        Of::new("tolerance", "how far the figure may be off, as published", |row| {
            row.0.tolerance.into()
        }),
        Of::new("obtained", "the figure here", |row| row.1.obtained.into()),
        Of::new("std_err", "standard error of the figure here", |row| {
            facts.by_chance(row.1.std_err).into()
        }),
        Of::new("z", "how many standard errors the two are apart", |row| row.1.z(row.0).into()),
        Of::new(
            "agrees",
            "whether they agree: yes, no, nearest where no reading of the source does, or untested where the \
             games cannot tell",
            |row| row.0.verdict(&row.1).into(),
        ),
        Of::new("readings", "how many readings of the source's rules were tried", |row| {
            row.0.readings.into()
        }),
        Of::new("fitted", "whether this reading was chosen among them because it fits", |row| {
            if row.0.fitted { "yes" } else { "no" }.into()
        }),
        Of::new("says", "who published it, and where", |row| row.0.says.as_str().into()),
    ];
    let found = |figure| Some(Row(figure, figure.compare(study, &finished.totals)?));
    let rows = study.spec.published.iter().filter_map(found);
    Table::of("published.csv", study.info().columns, columns, rows)
}

/// The same for the terminal; nothing without published figures.
pub fn render(said: &mut Said, finished: &Finished) {
    let study = &finished.study;
    if study.spec.published.is_empty() {
        return;
    }
    let mut lines = vec![["published", "reported", "obtained", "z", ""].map(String::from).to_vec()];
    for published in &study.spec.published {
        let Some(found) = published.compare(study, &finished.totals) else { continue };
        let obtained = found.obtained.map_or("-".into(), |value| {
            shown(value, finished.facts().by_chance(found.std_err), published.value)
        });
        let z = found.z(published);
        lines.push(vec![
            published.name(),
            reported(published.value),
            obtained,
            z.map_or("-".into(), |z| format!("{z:+.1}")),
            match published.verdict(&found) {
                "yes" => "agrees".into(),
                "no" => "differs".into(),
                "untested" => "not tested".into(),
                _ => "differs (no reading agrees)".into(),
            },
        ]);
    }
    let right = Align::Right;
    said.gap();
    said.rows([Align::Left, right, right, right, Align::Left], lines);
}

/// Digits of a published figure that people read; one that was calculated may have them all.
const DIGITS: usize = 8;

/// The published figure, as it was published or with its first [`DIGITS`] digits.
fn reported(value: f64) -> String {
    let (full, short) = (value.to_string(), format!("{value:.DIGITS$}"));
    if full.len() <= short.len() { full } else { short.trim_end_matches('0').to_owned() }
}

/// The obtained figure, as exact as it is and as the reported one is given: what is shown is what was
/// compared.
fn shown(value: f64, std_err: Option<f64>, published: f64) -> String {
    let given = published.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
    match std_err.filter(|error| *error > 0.0) {
        Some(error) if given > DIGITS => format!("{value:.0$}", decimals(error, 0)),
        Some(error) => format!("{value:.0$}", decimals(error, 0).max(given)),
        None => {
            let text = format!("{value:.0$}", given.clamp(4, DIGITS));
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_obtained_figure_is_as_exact_as_the_reported_one() {
        for (value, std_err, reported, text) in [
            (10.0 / 3.0, None, 3.3333, "3.3333"),
            (10.0 / 3.0, Some(0.0), 3.0, "3.3333"),
            (6.0, None, 6.0, "6"),
            (270.0, None, 271.0, "270"),
            (0.0, None, 0.0, "0"),
            (270.123, Some(0.5), 270.62, "270.12"),
            (270.123, Some(0.5), 271.0, "270.12"),
            // Not the digits of a double.
            (0.06, Some(0.02), 3.0 / 51.0, "0.060"),
            (0.06, None, 3.0 / 51.0, "0.06"),
        ] {
            assert_eq!(shown(value, std_err, reported), text, "{value}");
        }
    }
}
