//! One figure as a picture of its own.

use askama::Template;

use super::drawing::{Drawing, LETTERS, Px, Size, lines};
use super::figure::{Figure, Key, View};
use super::style;

/// How every single figure begins, which tells it from other files.
pub const BEGINNING: &str = "<!-- war-sim figure -->\n";

const MARGIN: f64 = 20.0;
const LINE: f64 = 18.0;

/// A figure with its title, legend and all that it is made of.
#[derive(Template)]
#[template(path = "single.svg", escape = "html")]
struct Single<'a> {
    title: String,
    style: String,
    width: f64,
    height: f64,
    /// Words before and after the drawing, each with its style and its line.
    words: Vec<(&'static str, Px, String)>,
    /// Where the drawing begins.
    top: Px,
    keys: Vec<(usize, Px, &'a Key)>,
    drawing: &'a Drawing,
}

/// The figure's view as SVG: one of [`Figure::names`]; `None` if it has no such view.
pub fn svg(figures: &[Figure], name: &str, theme: style::Choice) -> Option<String> {
    let (figure, view) = figures.iter().find_map(|figure| {
        let k = figure.names().iter().position(|known| known == name)?;
        Some((figure, &figure.views[k]))
    })?;
    Some(of_view(figure, view, theme))
}

fn of_view(figure: &Figure, view: &View, theme: style::Choice) -> String {
    let title = match (view.label.as_str(), figure.views.len()) {
        (label, 2..) => format!("{}: {label}", figure.title),
        _ => figure.title.clone(),
    };
    let (mut words, mut y) = (Vec::new(), MARGIN);
    let mut say = |class, size: f64, text: &str, y: &mut f64| {
        for line in
            lines(if class == "caption" { 1.12 * size } else { size }, text, Size::Wide.width())
        {
            *y += size * 1.4;
            words.push((class, Px(*y), line));
        }
    };
    say("caption", 17.0, &title, &mut y);
    say("tick", LETTERS, &figure.caption, &mut y);
    y += 12.0;
    let mut keys = Vec::new();
    for (series, key) in figure.keys.iter().enumerate().filter(|(_, key)| !key.name.is_empty()) {
        y += LINE + 4.0;
        keys.push((series, Px(y), key));
    }
    let top = y + 12.0;
    y = top + view.wide.height;
    say("tick", LETTERS, &view.note, &mut y);
    y += 4.0;
    say("tick", LETTERS, &figure.source, &mut y);
    super::rendered(&Single {
        title,
        style: style::drawings(theme),
        width: Size::Wide.width() + 2.0 * MARGIN,
        height: (y + MARGIN).ceil(),
        words,
        top: Px(top),
        keys,
        drawing: &view.wide,
    })
}
