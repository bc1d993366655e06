//! One game as a film: what lies where after every step.
//!
//! A game fills it from its reference; whoever shows it needs to know no game.

use super::cards::suited::{Suit, SuitedCard};
use super::table::Words;

/// Frames kept at each end of a very long game; what is between them is left out.
pub const KEPT_AT_EACH_END: usize = 6_000;

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Rows of cards, in the order of the places; an item of a place is a position in these faces,
    /// counted from 1, negative where the card lies face down.
    Cards(Vec<Face>),
    /// A board; an item of a place is the position of a square, counted from 1.
    Board(Vec<Square>),
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its name, such as `10♥`.
    pub name: String,
    /// Whether it is drawn in red.
    pub red: bool,
}

/// A square of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Columns from the left.
    pub column: u8,
    /// Rows from the top.
    pub row: u8,
    /// The side that it belongs to, by position.
    pub side: Option<u8>,
    /// The square, counted from 1, that a snake or a ladder leads to from here.
    pub leads_to: Option<u16>,
}

/// Somewhere for cards or pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What it is called, such as `A's hand`.
    pub name: String,
    /// The side that it belongs to, by position.
    pub side: Option<u8>,
    /// Whether what lies there is at risk: drawn large, in the middle.
    pub at_risk: bool,
}

/// One step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// What lies in each place, in the order of [`Film::places`].
    pub items: Vec<Vec<i32>>,
    /// What happens, in words.
    pub words: String,
    /// The side that this step is good for, by position.
    pub winner: Option<u8>,
    /// How deep a fight is; 0 where there is none.
    pub depth: u64,
    /// How each side stands, in the unit of [`Film::standing`].
    pub standing: Vec<u32>,
}

/// What a step says.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// What happens, in words.
    pub words: String,
    /// The side that it is good for, by position.
    pub winner: Option<u8>,
    /// How deep a fight is; 0 where there is none.
    pub depth: u64,
}

impl Said {
    /// These words, which may be good for a side.
    pub fn new(words: impl Into<String>, winner: Option<usize>) -> Self {
        Self { words: words.into(), winner: winner.map(|side| side as u8), depth: 0 }
    }
}

/// A game, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// What is shown.
    pub stage: Stage,
    /// The places.
    pub places: Vec<Place>,
    /// What the sides are called, two at least.
    pub sides: Vec<String>,
    /// What their standing counts, such as `cards held`.
    pub standing: &'static str,
    /// What a deep fight is called, such as `war`; empty where there is none.
    pub fight: &'static str,
    /// The steps.
    pub frames: Vec<Frame>,
    /// The first step after a gap, and how many are left out there.
    pub gap: Option<(usize, u64)>,
    /// What came out, in the words and the order of the files.
    pub result: Words,
}

impl Film {
    /// Leaves out the middle, but for so many frames at each end.
    pub fn keep_at_each_end(&mut self, kept: usize) {
        let left_out = self.frames.len().saturating_sub(2 * kept);
        if left_out > 0 {
            // What is left out already is in the middle, too.
            self.frames.drain(kept..kept + left_out);
            let before = self.gap.map_or(0, |(_, left_out)| left_out);
            self.gap = Some((kept, before + left_out as u64));
        }
    }
}

/// Takes a picture of every step of a game.
#[derive(Debug)]
pub struct Camera {
    /// What there is to be seen so far.
    film: Film,
    /// The items of cards of small ranks that were seen, by rank and suit; 0 of others. Most cards lie in
    /// most frames.
    known: Vec<[i32; Suit::ALL.len()]>,
}

impl Camera {
    /// A camera before this stage; what stands there counts as `standing` says.
    pub fn new(
        stage: Stage,
        sides: impl IntoIterator<Item: Into<String>>,
        standing: &'static str,
    ) -> Self {
        let sides = sides.into_iter().map(Into::into).collect();
        let (places, frames, result) = (Vec::new(), Vec::new(), Vec::new());
        let film = Film { stage, places, sides, standing, fight: "", frames, gap: None, result };
        Self { film, known: vec![[0; Suit::ALL.len()]; 256] }
    }

    /// What a deep fight is called.
    pub fn fights(mut self, fight: &'static str) -> Self {
        self.film.fight = fight;
        self
    }

    /// Adds a place; at risk is what belongs to no side, too.
    pub fn place(&mut self, name: String, side: Option<usize>, at_risk: bool) {
        let at_risk = at_risk || side.is_none();
        self.film.places.push(Place { name, side: side.map(|side| side as u8), at_risk });
    }

    /// The item of a card: its position among the faces seen so far, counted from 1.
    ///
    /// Panics before a board.
    pub fn item(&mut self, name: String, red: bool) -> i32 {
        let Stage::Cards(faces) = &mut self.film.stage else { panic!("a board has no cards") };
        let face = Face { name, red };
        let at = faces.iter().position(|known| *known == face).unwrap_or_else(|| {
            faces.push(face);
            faces.len() - 1
        });
        at as i32 + 1
    }

    /// The item of a card that is called so.
    ///
    /// Panics before a board.
    pub fn card(&mut self, card: SuitedCard, name: impl FnOnce() -> String) -> i32 {
        let (rank, suit) = (card.rank as usize, card.suit as usize);
        if let Some(&item @ 1..) = self.known.get(rank).map(|of_rank| &of_rank[suit]) {
            return item;
        }
        let item = self.item(name(), card.suit.is_red());
        if let Some(of_rank) = self.known.get_mut(rank) {
            of_rank[suit] = item;
        }
        item
    }

    /// What lies in each place after a step, of which this is said; each side has what it does not risk.
    pub fn take(&mut self, items: Vec<Vec<i32>>, said: Said) {
        let mut standing = vec![0; self.film.sides.len()];
        for (Place { side, at_risk, .. }, items) in self.film.places.iter().zip(&items) {
            if let (Some(side), false) = (side, at_risk) {
                standing[usize::from(*side)] += items.len() as u32;
            }
        }
        self.take_at(items, said, standing);
    }

    /// The same where each side stands so.
    pub fn take_at(&mut self, items: Vec<Vec<i32>>, said: Said, standing: Vec<u32>) {
        let Said { words, winner, depth } = said;
        self.keep(Frame { items, words, winner, depth, standing });
    }

    /// What lay after the step before, of which this is said now.
    pub fn again(&mut self, Said { words, winner, depth }: Said) {
        let frame = self.film.frames.last().cloned().unwrap_or_default();
        self.keep(Frame { words, winner, depth, ..frame });
    }

    fn keep(&mut self, frame: Frame) {
        self.film.frames.push(frame);
        // Not for each frame, which would move all of the last ones.
        if self.film.frames.len() == 4 * KEPT_AT_EACH_END {
            self.film.keep_at_each_end(KEPT_AT_EACH_END);
        }
    }

    /// The film, of a game with this result.
    pub fn film(mut self, result: Words) -> Film {
        self.film.keep_at_each_end(KEPT_AT_EACH_END);
        Film { result, ..self.film }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(k: usize) -> Frame {
        Frame { words: k.to_string(), ..Frame::default() }
    }

    #[test]
    fn a_camera_keeps_both_ends_of_a_long_game() {
        for (pushed, kept, gap) in [
            (0, 0, None),
            (2 * KEPT_AT_EACH_END, 2 * KEPT_AT_EACH_END, None),
            (2 * KEPT_AT_EACH_END + 7, 2 * KEPT_AT_EACH_END, Some((KEPT_AT_EACH_END, 7))),
            (
                7 * KEPT_AT_EACH_END,
                2 * KEPT_AT_EACH_END,
                Some((KEPT_AT_EACH_END, 5 * KEPT_AT_EACH_END as u64)),
            ),
        ] {
            let mut camera = Camera::new(Stage::Cards(Vec::new()), ["A", "B"], "");
            (0..pushed).for_each(|k| camera.keep(frame(k)));
            let Film { frames, gap: found, .. } = camera.film(Vec::new());
            assert_eq!((frames.len(), found), (kept, gap));
            let last = frames.last().map(|frame| frame.words.clone());
            assert_eq!(last, pushed.checked_sub(1).map(|k| k.to_string()));
        }
    }
    #[test]
    fn a_film_is_cut_in_the_middle_and_counts_what_is_left_out() {
        let mut film = Film {
            stage: Stage::Cards(Vec::new()),
            places: Vec::new(),
            sides: vec!["A".into(), "B".into()],
            standing: "",
            fight: "",
            frames: (0..10).chain(110..120).map(frame).collect(),
            gap: Some((10, 100)),
            result: Vec::new(),
        };
        film.keep_at_each_end(10);
        assert_eq!((film.frames.len(), film.gap), (20, Some((10, 100))));
        film.keep_at_each_end(3);
        assert_eq!((film.frames.len(), film.gap), (6, Some((3, 114))));
        assert_eq!(film.frames[3].words, "117");
    }
}
