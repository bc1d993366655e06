//! HTML and SVG in which every text from outside is escaped.

use std::fmt::{Display, Write};

/// A piece of a page or of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup(String);

/// What fills a hole of a pattern: markup as it is, everything else escaped.
pub trait Piece {
    /// Writes it behind this text.
    fn write(&self, text: &mut String);
}

impl Piece for Markup {
    fn write(&self, text: &mut String) {
        text.push_str(&self.0);
    }
}

impl<T: Display> Piece for T {
    fn write(&self, text: &mut String) {
        // A string takes everything.
        let _ = write!(Escaped(text), "{self}");
    }
}

/// Writes behind a text what means in HTML what was written.
struct Escaped<'t>(&'t mut String);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(['"', '&', '\'', '<', '>']) {
            let (before, from) = rest.split_at(at);
            let _ = write!(self.0, "{before}&#{};", from.as_bytes()[0]);
            rest = &from[1..];
        }
        self.0.push_str(rest);
        Ok(())
    }
}

impl Markup {
    /// Markup that this program made, as it is.
    pub fn trusted(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The pattern with these pieces in its holes, `{}`.
    ///
    /// Panics where there are not as many holes as pieces: a caller's bug.
    pub fn of(pattern: &'static str, pieces: &[&dyn Piece]) -> Self {
        let mut made = Self::default();
        made.add(pattern, pieces);
        made
    }

    /// Adds the pattern with these pieces in its holes, as [`Markup::of`].
    pub fn add(&mut self, pattern: &'static str, pieces: &[&dyn Piece]) {
        let mut parts = pattern.split("{}");
        self.0.push_str(parts.next().unwrap_or_default());
        let mut pieces = pieces.iter();
        for part in parts {
            pieces.next().expect("a piece for each hole").write(&mut self.0);
            self.0.push_str(part);
        }
        assert!(pieces.next().is_none(), "a hole for each piece: {pattern}");
    }

    /// The pattern once for each text.
    pub fn each<T: Display>(pattern: &'static str, texts: impl IntoIterator<Item = T>) -> Self {
        texts.into_iter().map(|text| Self::of(pattern, &[&text])).collect()
    }

    /// The text of the page.
    pub fn into_text(self) -> String {
        self.0
    }
}

impl FromIterator<Markup> for Markup {
    fn from_iter<I: IntoIterator<Item = Markup>>(pieces: I) -> Self {
        let mut all = Self::default();
        pieces.into_iter().for_each(|piece| piece.write(&mut all.0));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_markup_is_not_escaped() {
        let inner = Markup::of("<b>{}</b>", &[&"a & 'b'"]);
        let page = Markup::of("<p title=\"{}\">{} {}</p>", &[&"\"<é>\"", &inner, &1.5]);
        let text = "<p title=\"&#34;&#60;é&#62;&#34;\"><b>a &#38; &#39;b&#39;</b> 1.5</p>";
        assert_eq!(page.into_text(), text);
        assert_eq!(Markup::each("<i>{}</i>", ["{}", "<"]).into_text(), "<i>{}</i><i>&#60;</i>");
        assert_eq!(Markup::trusted("a > b"), Markup::of("a > b", &[]));
    }

    #[test]
    #[should_panic(expected = "a piece for each hole")]
    fn a_hole_without_a_piece_is_a_mistake() {
        Markup::of("{}{}", &[&1]);
    }

    #[test]
    #[should_panic(expected = "a hole for each piece")]
    fn a_piece_without_a_hole_is_a_mistake() {
        Markup::of("{}", &[&1, &2]);
    }
}
