//! Published figures beside the obtained ones, as a table and in words.

use crate::core::table::Table;
use crate::core::wording::digits::decimals;
use crate::core::wording::text::{Align, columns};
use crate::lab::study::Finished;

/// `published.csv`: a row per published figure.
pub fn table(finished: &Finished) -> Table {
    let header = [
        "rules",
        "figure",
        "reported",
        "tolerance",
        "obtained",
        "std_err",
        "z",
        "agrees",
        "readings",
        "fitted",
        "says",
    ];
    let mut table = Table::new("published.csv", header);
    for published in &finished.study.published {
        let Some(found) = published.compare(&finished.study, &finished.totals) else { continue };
        table.push(vec![
            finished.study.cells[found.cell].name.as_str().into(),
            published.name().as_str().into(),
            published.value.into(),
            published.tolerance.into(),
            found.obtained.into(),
            finished.facts().by_chance(found.std_err).into(),
            found.z(published).into(),
            published.verdict(&found).into(),
            published.readings.into(),
            if published.fitted { "yes" } else { "no" }.into(),
            published.says.as_str().into(),
        ]);
    }
    table
}

/// The same for the terminal; empty without published figures.
pub fn render(finished: &Finished) -> String {
    let study = &finished.study;
    if study.published.is_empty() {
        return String::new();
    }
    let mut lines = vec![["published", "reported", "obtained", "z", ""].map(String::from).to_vec()];
    for published in &study.published {
        let Some(found) = published.compare(study, &finished.totals) else { continue };
        let obtained = found.obtained.map_or("-".into(), |value| {
            shown(value, finished.facts().by_chance(found.std_err), published.value)
        });
        let z = found.z(published);
        lines.push(vec![
            published.name(),
            published.value.to_string(),
            obtained,
            z.map_or("-".into(), |z| format!("{z:+.1}")),
            match published.verdict(&found) {
                "yes" => "agrees".into(),
                "no" => "differs".into(),
                _ => "differs (no reading agrees)".into(),
            },
        ]);
    }
    let right = Align::Right;
    format!("\n{}", columns(&[Align::Left, right, right, right, Align::Left], &lines))
}

/// The obtained figure, as exact as it is and as the reported one is given: what is shown is what was
/// compared.
fn shown(value: f64, std_err: Option<f64>, reported: f64) -> String {
    let given = reported.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
    match std_err.filter(|error| *error > 0.0) {
        Some(error) => format!("{value:.0$}", decimals(error, 0).max(given)),
        None => {
            let text = format!("{value:.0$}", given.max(4));
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
        ] {
            assert_eq!(shown(value, std_err, reported), text, "{value}");
        }
    }
}
