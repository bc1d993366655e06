//! A figure as PNG: its SVG, rendered with letters of our own, so that it is the same bytes on every
//! machine, with fonts or without.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::lab::spec::refused::{Fault, Refused};

/// Pixels for each unit of the drawing: sharp on dense screens and in print.
const SCALE: f32 = 2.0;
/// One of the families that the style of drawings names.
const FAMILY: &str = "DejaVu Sans";
/// Its letters that figures use, plain and bold; `png/LICENSE` says how they were made.
const FACES: [&[u8]; 2] =
    [include_bytes!("png/DejaVuSans.ttf"), include_bytes!("png/DejaVuSans-Bold.ttf")];

/// The picture as PNG, on paper of the light theme. A letter that our font lacks is a box.
///
/// Errors: [`Refused`].
pub fn of_svg(svg: &str) -> Result<Vec<u8>, Refused> {
    let failed = |error: &dyn std::fmt::Display| {
        Refused::new(Fault::Internal, format!("cannot be drawn: {error}"))
    };
    let tree = Tree::from_str(svg, &options()).map_err(|error| failed(&error))?;
    let size = tree.size();
    let (width, height) = ((SCALE * size.width()).ceil(), (SCALE * size.height()).ceil());
    let picture = Pixmap::new(width as u32, height as u32);
    let mut picture = picture.ok_or_else(|| failed(&"it is too large"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|error| failed(&error))
}

fn options() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    for face in FACES {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
    }
    // Where no family that a drawing names is known, the renderer asks for these.
    fonts.set_sans_serif_family(FAMILY);
    fonts.set_serif_family(FAMILY);
    Options { font_family: FAMILY.into(), fontdb: Arc::new(fonts), ..Options::default() }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::of_svg;

    /// A figure with these words, plain and bold.
    fn figure(words: &str) -> Vec<u8> {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='60'>\
             <style>svg text{{font:12.5px system-ui,sans-serif}}svg .head{{font-weight:600}}</style>\
             <rect width='100%' height='100%' fill='#fff'/><circle cx='190' cy='30' r='6.5'/>\
             <text x='9' y='20'>{words}</text><text class='head' x='9' y='50'>{words}</text></svg>",
        );
        of_svg(&svg).expect("a picture")
    }

    #[test]
    fn a_figure_is_the_same_bytes_on_every_machine() {
        let png = figure("A wins 41.9 %, B wins 38.3 %");
        let digest: String =
            Sha256::digest(&png).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            digest,
            "b93a0d04283418cbb64f982aa7b7bb93d1d25a9609e776590ec846abf2b6cde6",
            "{} bytes",
            png.len()
        );
    }

    #[test]
    fn every_letter_that_figures_use_is_in_the_font() {
        let (none, missing) = (figure(""), figure("\u{10fffd}"));
        let latin = ('!'..='~').chain('¡'..='ÿ').filter(|&c| c != '\u{ad}');
        for c in latin.chain("ŐőœłŠšžĲĳẞαβΓπИя–—‘’“”„…−→←≤≥≠×·♠♥♦♣♤♡♢♧⚀⚅€".chars())
        {
            let words = match c {
                '<' => "&lt;".into(),
                '&' => "&amp;".into(),
                c => c.to_string(),
            };
            let drawn = figure(&words);
            assert!(drawn != none && drawn != missing, "{c}");
        }
        // Others are boxes, each a step to the right.
        assert!(missing != none && figure("日本") != figure("日"));
    }
}
