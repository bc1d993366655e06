//! One figure as a picture of its own.

use askama::Template;

use super::drawing::{Drawing, Px, Size};
use super::figure::{Figure, View};
use super::style;

/// How every single figure begins, which tells it from other files.
pub const BEGINNING: &str = "<!-- war-sim figure -->\n";

/// A figure with its title and legend.
#[derive(Template)]
#[template(path = "single.svg", escape = "html")]
struct Single<'a> {
    title: &'a str,
    note: &'a str,
    style: String,
    width: f64,
    height: f64,
    /// Where the drawing begins.
    top: Px,
    keys: Vec<Line<'a>>,
    drawing: &'a Drawing,
}

/// A line of the legend.
struct Line<'a> {
    series: usize,
    x: Px,
    y: Px,
    name: &'a str,
    note: &'a str,
}

/// The figure's view as SVG: one of [`Figure::names`]; `None` if it has no such view.
pub fn svg(figures: &[Figure], name: &str) -> Option<String> {
    let (figure, view) = figures.iter().find_map(|figure| {
        let k = figure.names().iter().position(|known| known == name)?;
        Some((figure, &figure.views[k]))
    })?;
    Some(of_view(figure, view))
}

fn of_view(figure: &Figure, view: &View) -> String {
    const MARGIN: f64 = 20.0;
    const LINE: f64 = 22.0;
    let note = match (view.label.as_str(), figure.views.len()) {
        (label, 2..) => label,
        _ => "",
    };
    let first = MARGIN + 44.0;
    let keys = figure.keys.iter().filter(|key| !key.name.is_empty()).enumerate();
    let keys: Vec<Line<'_>> = keys
        .map(|(series, key)| Line {
            series,
            x: Px(MARGIN),
            y: Px(first + LINE * series as f64),
            name: &key.name,
            note: &key.note,
        })
        .collect();
    let top = first + LINE * keys.len() as f64;
    let height = top + view.wide.height + MARGIN;
    super::rendered(&Single {
        title: &figure.title,
        note,
        style: style::drawings(),
        width: Size::Wide.width() + 2.0 * MARGIN,
        height: height.ceil(),
        top: Px(top),
        keys,
        drawing: &view.wide,
    })
}
