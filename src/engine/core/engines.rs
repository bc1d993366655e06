//! Which engine is wanted, and why one cannot be had: the words that every game shares.

use super::results::GameBlock;

/// The words of `--engine` where there are several, the default first.
pub const WORDS: &[&str] = &["auto", "reference", "portable"];

/// Plays games by one rule set: those of a block of decks, or of a range of indices.
pub trait Plays<Chances>: Send + Sync {
    /// Plays every game and reports each once, in any order.
    fn play(&mut self, chances: &Chances, results: &mut GameBlock);
}

/// Makes an engine, or says why there is none.
pub type Maker<'a, Chances> = &'a dyn Fn() -> Result<Box<dyn Plays<Chances>>, Unsupported>;

/// An engine made for one rule set.
pub struct Engine<Chances> {
    /// The word of the engine that plays; never `auto`.
    pub name: &'static str,
    /// What plays.
    pub plays: Box<dyn Plays<Chances>>,
}

impl<Chances> Engine<Chances> {
    /// The engine of this word, from the list of a game's engines in order of speed; for `auto` the first
    /// that can be had.
    ///
    /// Errors: [`Unsupported`] for a word that names no engine, and what the one asked for says.
    pub fn of_word(
        word: &'static str,
        list: &[(&'static str, Maker<'_, Chances>)],
    ) -> Result<Self, Unsupported> {
        let (field, reason) = ("any rule set".into(), "there is no such engine");
        let mut refused = Unsupported { engine: word, field, reason };
        for &(name, make) in list.iter().filter(|(name, _)| word == *name || word == WORDS[0]) {
            match make() {
                Ok(plays) => return Ok(Self { name, plays }),
                Err(why) => refused = why,
            }
        }
        Err(refused)
    }
}

/// A rule set that an engine was asked for and cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine \"{engine}\" cannot play {field}: {reason}; use --engine auto")]
pub struct Unsupported {
    /// The engine that was asked for.
    pub engine: &'static str,
    /// The field and its value.
    pub field: String,
    /// Why not.
    pub reason: &'static str,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Asserts that `auto` is the fastest engine that can be had for a rule set here.
    pub fn auto_is_the_fastest<Chances>(
        engine: impl Fn(&'static str) -> Result<Engine<Chances>, Unsupported>,
    ) {
        let fastest = ["portable", "reference"].into_iter().find_map(|w| engine(w).ok());
        assert_eq!(engine("auto").unwrap().name, fastest.unwrap().name);
    }

    struct Idle;

    impl Plays<()> for Idle {
        fn play(&mut self, (): &(), _: &mut GameBlock) {}
    }

    #[test]
    fn a_word_finds_its_engine_and_auto_the_first_that_can_be_had() {
        for (word, plays, found) in [
            ("reference", true, "reference"),
            ("portable", true, "portable"),
            ("auto", true, "portable"),
            ("auto", false, "reference"),
            ("portable", false, "engine \"portable\" cannot play pickup: why; use --engine auto"),
            ("turbo", true, "engine \"turbo\" cannot play any rule set: there is no such engine"),
        ] {
            let idle: Maker<'_, ()> = &|| Ok(Box::new(Idle));
            let why = || Unsupported { engine: "portable", field: "pickup".into(), reason: "why" };
            let portable: Maker<'_, ()> = &|| if plays { idle() } else { Err(why()) };
            let engine = Engine::of_word(word, &[("portable", portable), ("reference", idle)]);
            let said = engine.map_or_else(|why| why.to_string(), |engine| engine.name.into());
            assert!(said.starts_with(found), "{said}");
        }
    }
}
