//! A figure as PNG: its SVG, rendered with the fonts of the system.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Pixels for each unit of the drawing: sharp on dense screens and in print.
const SCALE: f32 = 2.0;
/// Fonts that letters are taken from, if they are there.
const FAMILIES: [&str; 6] =
    ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Segoe UI", "Helvetica", "Arial"];

/// A picture that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The system has no fonts.
    #[error(
        "no font was found, so there would be no words in the picture; install one, such as DejaVu \
         Sans, or use --svg"
    )]
    NoFont,
    /// The library cannot draw it.
    #[error("cannot be drawn: {0}")]
    Draw(String),
}

/// The picture as PNG, on paper of the light theme.
///
/// Errors: [`PngError`].
pub fn of_svg(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let known = |name: &str| {
        let families = [fontdb::Family::Name(name)];
        fonts.query(&fontdb::Query { families: &families, ..fontdb::Query::default() }).is_some()
    };
    let found = FAMILIES.iter().find(|name| known(name)).map(|name| (*name).to_owned());
    let any = || fonts.faces().next()?.families.first().map(|(name, _)| name.clone());
    let family = found.or_else(any).ok_or(PngError::NoFont)?;
    fonts.set_sans_serif_family(&family);
    let options = Options { font_family: family, fontdb: Arc::new(fonts), ..Options::default() };
    let failed = |error: &dyn std::fmt::Display| PngError::Draw(error.to_string());
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let size = tree.size();
    let (width, height) = ((SCALE * size.width()).ceil(), (SCALE * size.height()).ceil());
    let mut picture = Pixmap::new(width as u32, height as u32)
        .ok_or_else(|| PngError::Draw("it is too large".into()))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|error| failed(&error))
}
