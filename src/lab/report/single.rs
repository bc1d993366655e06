//! One figure as a picture of its own.

use super::drawing::{LETTERS, Px, lines};
use super::figure::Figure;
use super::page;
use crate::core::wording::markup::{Markup, Piece};

/// How every single figure begins.
const BEGINNING: &str = "<!-- war-sim figure -->\n";

/// Width of what is drawn, and of the space around it, in pixels.
const WIDTH: f64 = 760.0;
const MARGIN: f64 = 20.0;

/// The figure of this id as SVG; `None` if there is none.
pub fn svg(figures: &[Figure], id: &str) -> Option<String> {
    figures.iter().find(|figure| figure.id == id).map(of_figure)
}

fn of_figure(figure: &Figure) -> String {
    let (mut said, mut y) = (Markup::default(), MARGIN);
    let say = |said: &mut Markup, class: &str, size: f64, text: &str, y: &mut f64| {
        for line in lines(size, text, WIDTH) {
            *y += size * 1.4;
            let pieces: [&dyn Piece; 3] = [&class, &Px(*y), &line];
            said.add("\n<text class=\"{}\" x=\"20\" y=\"{}\">{}</text>", &pieces);
        }
    };
    // Bold letters are wider.
    say(&mut said, "caption", 19.0, &figure.title, &mut y);
    say(&mut said, "tick", LETTERS, &figure.caption, &mut y);
    y += 12.0;
    for (class, name) in figure.keys.iter().filter(|_| figure.keys.len() > 1) {
        y += 22.0;
        said.add(
            "\n<g transform=\"translate(20 {})\">{}<text class=\"row\" x=\"40\" y=\"9.5\">{}</text></g>",
            &[&Px(y - 5.0), &page::swatch(class), name],
        );
    }
    let (top, high) = (y + 12.0, figure.drawing.height);
    said.add(
        "\n<svg x=\"20\" y=\"{}\" width=\"{}\" height=\"{}\">\n{}\n</svg>",
        &[&Px(top), &WIDTH, &Px(high), &figure.drawing.markup()],
    );
    y = top + high + 4.0;
    say(&mut said, "tick", LETTERS, &figure.source, &mut y);
    let (width, height) = (WIDTH + 2.0 * MARGIN, (y + MARGIN).ceil());
    let mut made = Markup::trusted(BEGINNING);
    made.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" \
         role=\"img\">\n<title>{}</title>\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>{}\n</svg>",
        &[
            &width,
            &height,
            &width,
            &height,
            &figure.title,
            &Markup::trusted(page::DRAWINGS),
            &said,
        ],
    );
    super::shown(made)
}
