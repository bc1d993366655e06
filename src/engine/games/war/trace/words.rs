//! The words of a listing and of the end of a game, so that they can be said in another language.

use std::fmt::Display;

use crate::core::wording::digits::grouped;

/// What a listing says; `{}` is filled in, in this order.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What is between groups of three digits.
    pub group: &'static str,
    /// A hand: the player, how many cards, followed by the cards.
    pub holds: &'static str,
    /// Which card of a hand is drawn first.
    pub top_first: &'static str,
    /// The columns of round, battle and cards, 20 letters wide.
    pub head: &'static str,
    /// At the position that comes back later.
    pub comes_back: &'static str,
    /// Where it has come back.
    pub is_back: &'static str,
    /// The player, and the cards of the pile that becomes the hand.
    pub turns_over: &'static str,
    /// The player who keeps the tied card.
    pub keeps_tied: &'static str,
    /// The war, and what it takes of each.
    pub takes: &'static str,
    /// The player, and the cards left.
    pub has_too_few: &'static str,
    /// A tie for which nothing is laid, at the limit.
    pub no_war: &'static str,
    /// The war, and the cards of each.
    pub face_down: &'static str,
    /// The player, and how many can be laid: none, or so many.
    pub can_lay: &'static str,
    /// No card, and only so many.
    pub none_or_only: [&'static str; 2],
    /// The player, and the cards.
    pub lays: &'static str,
    /// The player, how many cards, and these.
    pub wins: &'static str,
    /// A war, and a later one of the round.
    pub war: [&'static str; 2],
    /// No card, one, and several.
    pub cards: [&'static str; 3],
    /// The player who has lost for want of a card.
    pub none_left: &'static str,
    /// The player who cannot pay for the war.
    pub too_few: &'static str,
    /// Nobody has a card.
    pub neither_left: &'static str,
    /// Nobody can pay for the war, and who has more cards.
    pub both_too_few: &'static str,
    /// The player who has more cards.
    pub has_more: &'static str,
    /// At a limit of one battle, of several; how many, and who has more cards.
    pub battles: [&'static str; 2],
    /// The same of rounds.
    pub rounds: [&'static str; 2],
    /// The same where the limit is what the program gives up at.
    pub ceiling: [&'static str; 2],
    /// A position came back, some position.
    pub never_ends: &'static str,
    /// The one at the start is back.
    pub start_is_back: &'static str,
    /// The one after this battle is back.
    pub after_is_back: &'static str,
}

/// The words of this program.
pub const ENGLISH: Words = Words {
    group: ",",
    holds: "{} holds {}: ",
    top_first: "the top card first",
    head: "round battle   cards",
    comes_back: "the position here comes back: the cycle begins",
    is_back: "the position marked above: from here on all comes again",
    turns_over: "{} turns over a pile of {}",
    keeps_tied: "{} has no card left and keeps the tied one",
    takes: "{}: takes {} of each",
    has_too_few: "{} has {}: too few",
    no_war: "war: none, at the limit",
    face_down: "{}: {} face down",
    can_lay: "{} can lay {}",
    none_or_only: ["none", "only {}"],
    lays: "{} lays {}",
    wins: "{} wins {}: {}",
    war: ["war", "war {} of this round"],
    cards: ["no card", "1 card", "{} cards"],
    none_left: "{} has no card left for the next battle",
    too_few: "{} has too few cards for the war",
    neither_left: "neither has a card left for the next battle",
    both_too_few: "both have too few cards for the war{}",
    has_more: ", and {} has more cards",
    battles: ["{} battle is fought{}", "{} battles are fought{}"],
    rounds: ["{} round is played{}", "{} rounds are played{}"],
    ceiling: ["the ceiling of {} battle is reached{}", "the ceiling of {} battles is reached{}"],
    never_ends: "a position came back: it would never end",
    start_is_back: "the position at the start is back: it never ends",
    after_is_back: "the position after battle {} is back: it never ends",
};

/// The words with these in their gaps.
pub fn filled(words: &str, gaps: &[&dyn Display]) -> String {
    let mut parts = words.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (gap, part) in gaps.iter().zip(parts) {
        text += &format!("{gap}{part}");
    }
    text
}

impl Words {
    /// A war of a round, by its number.
    pub(super) fn of_war(&self, depth: u64) -> String {
        if depth == 1 { self.war[0].into() } else { filled(self.war[1], &[&depth]) }
    }

    /// So many cards.
    pub(super) fn of_cards(&self, count: usize) -> String {
        filled(self.cards[count.min(2)], &[&count])
    }

    /// A number in groups of three digits.
    pub fn grouped(&self, number: u64) -> String {
        grouped(number).replace(',', self.group)
    }
}
