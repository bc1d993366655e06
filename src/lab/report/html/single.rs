//! One figure as a picture of its own.

use super::drawing::{LETTERS, Px, Size, lines};
use super::figure::{Figure, Key, View};
use super::style;
use super::subject::capital;
use crate::core::wording::markup::Markup;

/// How every single figure begins, which tells it from other files.
pub const BEGINNING: &str = "<!-- war-sim figure -->\n";

const MARGIN: f64 = 20.0;
const LINE: f64 = 18.0;

/// The figure's view as SVG: one of [`Figure::names`]; `None` if it has no such view.
pub fn svg(figures: &[Figure], name: &str) -> Option<String> {
    let (figure, view) = figures.iter().find_map(|figure| {
        let k = figure.names().iter().position(|known| known == name)?;
        Some((figure, &figure.views[k]))
    })?;
    Some(of_view(figure, view))
}

fn of_view(figure: &Figure, view: &View) -> String {
    // What the title says is seen in one of the views.
    let title = match view.name == figure.views[figure.first].name {
        true => figure.title.clone(),
        false => capital(&view.wide.label),
    };
    let (mut words, mut y) = (Markup::default(), MARGIN);
    let mut say = |class: &str, size: f64, text: &str, y: &mut f64| {
        let size_there = if class == "caption" { 1.12 * size } else { size };
        for line in lines(size_there, text, Size::Wide.width()) {
            *y += size * 1.4;
            words
                .add("\n<text class=\"{}\" x=\"20\" y=\"{}\">{}</text>", &[&class, &Px(*y), &line]);
        }
    };
    say("caption", 17.0, &title, &mut y);
    say("tick", LETTERS, &figure.caption, &mut y);
    y += 12.0;
    let mut keys = Markup::default();
    let several = figure.keys.len() > 1;
    let named = |(_, key): &(usize, &Key)| several && !key.name.is_empty();
    for (series, key) in figure.keys.iter().enumerate().filter(named) {
        y += LINE + 4.0;
        keys.add(
            "\n<g transform=\"translate(20 {})\"><path class=\"line s{}\" d=\"M0 0H30\"/>\
             <text class=\"row\" x=\"40\" y=\"4.5\">{}  <tspan class=\"tick\" dx=\"8\">{}</tspan></text></g>",
            &[&Px(y), &series, &key.name, &key.note],
        );
    }
    let top = y + 12.0;
    y = top + view.wide.height;
    say("tick", LETTERS, &view.note, &mut y);
    y += 4.0;
    say("tick", LETTERS, &figure.source, &mut y);
    let (width, height) = (Size::Wide.width() + 2.0 * MARGIN, (y + MARGIN).ceil());
    let mut made = Markup::trusted(BEGINNING);
    made.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" \
         role=\"img\">\n<title>{}</title>\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>{}{}",
        &[
            &width,
            &height,
            &width,
            &height,
            &title,
            &Markup::trusted(style::drawings()),
            &words,
            &keys,
        ],
    );
    made.add(
        "\n<g transform=\"translate(20 {})\">\n{}\n</g>\n</svg>",
        &[&Px(top), &view.wide.markup()],
    );
    super::shown(made)
}
