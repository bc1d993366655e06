//! Published figures beside the obtained ones, as a table and in words.

use crate::core::table::Table;
use crate::core::wording::digits::decimals;
use crate::core::wording::text::{Align, columns};
use crate::lab::study::Finished;

/// `published.csv`: a row per published figure.
pub fn table(finished: &Finished) -> Table {
    let header =
        ["rules", "figure", "reported", "tolerance", "obtained", "std_err", "z", "agrees", "says"];
    let mut table = Table::new("published.csv", header);
    for published in &finished.study.published {
        let Some(found) = published.compare(&finished.study, &finished.totals) else { continue };
        table.push(vec![
            finished.study.cells[found.cell].name.as_str().into(),
            published.name().as_str().into(),
            published.value.into(),
            published.tolerance.into(),
            found.obtained.into(),
            found.std_err.into(),
            found.z(published).into(),
            published.verdict(&found).into(),
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
        let digits = found.std_err.map_or(0, |error| decimals(error, 0));
        let obtained = found.obtained.map_or("-".into(), |value| match found.std_err {
            Some(_) => format!("{value:.digits$}"),
            None => value.to_string(),
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
