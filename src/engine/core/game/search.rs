//! Searches for games that are longer than any batch finds.

/// A deal that a search came across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundDeal {
    /// Its outcome with its end reason, by position.
    pub end: usize,
    /// Every counter of its game; the first is the length.
    pub counters: Vec<u64>,
    /// The deal, as people write deals of this game.
    pub deal: String,
    /// Of a game that never ends: its counters, those that add up, from a position to its return. Else
    /// empty.
    pub period: Vec<u64>,
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Games that are longer than all before.
    Long,
    /// Games that never end.
    Endless,
    /// Games that never end, among all positions near the known loops.
    Near,
    /// Games that never end, from known loops of fewer cards.
    Grow,
}

impl Goal {
    /// Whether games that never end are searched for.
    pub fn is_endless(self) -> bool {
        self != Goal::Long
    }
}

/// A loop that a search came across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLoop {
    /// The game from one of its positions, always the same one; its counters are those of the period.
    pub game: FoundDeal,
    /// Every deal whose game runs into it.
    pub deals: Vec<FoundDeal>,
}

/// A loop that is known when a climb begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownLoop<'a> {
    /// The position of [`FoundLoop::game`].
    pub position: &'a str,
    /// How many deals lead to it.
    pub deals: u64,
}

/// What one climb found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Climbed {
    /// Deals whose games are longer than the bound, each longer than the one before, and those of
    /// games that never end.
    pub finds: Vec<FoundDeal>,
    /// Loops that were not known to the climb.
    pub loops: Vec<FoundLoop>,
    /// Deals or positions played.
    pub deals: u64,
    /// Those of them whose games were given up: neither ended nor known to go on for ever.
    pub given_up: u64,
}

/// A search for long or endless games; one for each thread.
pub trait Search: Send + Sync {
    /// Makes climb `number`, looking for games longer than `bound`.
    ///
    /// What it finds is a pure function of the rules, the seed, the start, the number, the bound and the
    /// loops that are known.
    fn climb(&mut self, number: u64, bound: u64) -> Climbed;

    /// Takes in the loops that are known, in the order in which they were found.
    fn know(&mut self, _loops: &[KnownLoop<'_>]) {}

    /// Deals or positions that a climb plays at most, which the size of a search is given in; 1 where it
    /// is given in climbs.
    fn positions(&self) -> u64 {
        1
    }

    /// How many climbs there are with the loops that are known; `None` if there is no end to them.
    fn climbs(&self) -> Option<u64> {
        None
    }

    /// The endless deals that are enough, where nobody says how many.
    fn usual_count(&self) -> Option<u64> {
        None
    }

    /// The command that plays a deal again, by the rules given as `rules`.
    fn replay(&self, rules: &str, deal: &str) -> String;
}
