//! The words and numbers that a rule field may take.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::core::choice::choice;
use crate::core::fields::Holds;
use crate::core::wording::field;

/// Most cards that can be laid face down in a war.
pub const MAX_FACE_DOWN: u32 = 20;

/// Cards that may be laid face down.
pub(super) const FACE_DOWN: Holds = Holds::WholeOr(
    &[3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
    [0, MAX_FACE_DOWN as u64],
    FaceDown::WORD,
);

choice! {
    /// Where the ace ranks in a comparison.
    AceRank {
        /// Above the king.
        #[default] High = "high",
        /// Below the two.
        Low = "low",
    }
}

choice! {
    /// The order in which war cards go into the pot.
    Lay {
        /// All of A's face-down cards, then all of B's.
        #[default] Blocks = "blocks",
        /// A, B, A, B ...
        Alternating = "alternating",
    }
}

choice! {
    /// What happens to a player who cannot pay for a war.
    Short {
        /// That player loses.
        #[default] Lose = "lose",
        /// Nobody wins; a player is short who cannot lay the deciding card as well.
        Draw = "draw",
        /// That player's last card decides (the tied card, if there is none left).
        LastCard = "last-card",
        /// That player's last card decides; one with none left has lost.
        LastCardOrLose = "last-card-or-lose",
        /// Both lay as many cards face down as leave the shorter hand one to turn up.
        Reduce = "reduce",
    }
}

choice! {
    /// Who wins a game that stops undecided.
    Verdict {
        /// Nobody.
        #[default] Draw = "draw",
        /// The player with more cards in hand and pile; equal is a draw.
        MoreCards = "more-cards",
    }
}

choice! {
    /// Where won cards wait until they are played again.
    Winnings {
        /// Under the hand.
        #[default] Bottom = "bottom",
        /// On a pile that becomes the hand, first won first, when the hand is empty.
        Pile = "pile",
        /// On a pile that becomes the hand, last won first.
        PileReversed = "pile-reversed",
        /// On a pile that is shuffled when it becomes the hand.
        PileShuffled = "pile-shuffled",
    }
}

choice! {
    /// What the limit counts.
    LimitUnit {
        /// Battles.
        #[default] Battles = "battles",
        /// Rounds, so never inside a war.
        Rounds = "rounds",
        /// No limit: cycles are found, and a ceiling ends what is neither finished nor a cycle.
        None = "none",
    }
}

choice! {
    /// When the limit is checked.
    LimitAsked {
        /// Right after the battle or round that reaches it, before anything else.
        #[default] After = "after",
        /// Before the next one begins, when an empty hand or an unpaid war has decided already.
        Before = "before",
    }
}

/// How many cards each player lays face down in a war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaceDown {
    /// This many, then one more to decide.
    Count(u32),
    /// As many cards as the tied rank, the last of them turned up to decide.
    TiedRank,
}

impl FaceDown {
    const WORD: &'static str = "tied-rank";
}

impl Serialize for FaceDown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FaceDown::Count(n) => serializer.serialize_u32(*n),
            FaceDown::TiedRank => serializer.serialize_str(Self::WORD),
        }
    }
}

impl<'de> Deserialize<'de> for FaceDown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let count = |n| u32::try_from(n).ok().map(FaceDown::Count);
        let word = |word: &str| (word == Self::WORD).then_some(FaceDown::TiedRank);
        field::whole_or_word(deserializer, &FACE_DOWN.said(), count, word)
    }
}
