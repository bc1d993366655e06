//! Mistakes that programs make and that no field of the rules expresses.
//!
//! Each is one deliberate change of the rules; [`super::wrong`] plays it. The list grew from what
//! students' programs do, and from reading the assignment for places where one can slip.

use crate::core::words::mistakes;

mistakes! {
    NeedsOneMore = "needs-one-more",
        "a player who can lay the face-down cards but has none left to turn up loses at once: \
         a war needs one card more than the rules ask";
    BothShortToB = "both-short-to-b",
        "A loses a war that neither can pay for: it looks at A's cards first, and not at both";
    BothShortToA = "both-short-to-a",
        "B loses a war that neither can pay for: it looks at B's cards first, and not at both";
    BothOutToB = "both-out-to-b",
        "A loses when neither has a card left: it looks at A's hand first, and not at both";
    BothOutToA = "both-out-to-a",
        "B loses when neither has a card left: it looks at B's hand first, and not at both";
    BothToB = "both-to-b",
        "A loses whenever both are out of cards or too short for a war: it looks at A first, and \
         not at both";
    BothToA = "both-to-a",
        "B loses whenever both are out of cards or too short for a war: it looks at B first, and \
         not at both";
    EmptyDeckToB = "empty-deck-to-b", "B wins the empty deck, which is a draw";
    EmptyDeckToA = "empty-deck-to-a", "A wins the empty deck, which is a draw";
    EmptyBeforePrice = "empty-before-war",
        "after a tie a player without a card loses, though both are too short for the war";
    EmptyHandDraws = "empty-hand-draws", "the game is a draw as soon as one hand is empty";
    JavaIdentityToB = "java-identity-to-b",
        "equal cards beyond 127 are not equal, and B wins them: it compares Integer objects with \
         ==; use equals() or intValue()";
    JavaIdentityToA = "java-identity-to-a",
        "equal cards beyond 127 are not equal, and A wins them: it compares Integer objects with \
         ==; use equals() or intValue()";
    JavaIdentityFree = "java-identity-free",
        "equal cards beyond 127 are neither equal nor different, and the next battle takes them: \
         it compares Integer objects with ==; use equals() or intValue()";
    PythonIdentityToB = "python-identity-to-b",
        "equal cards below -5 or beyond 256 are not equal, and B wins them: it compares with `is`; \
         use ==";
    PythonIdentityToA = "python-identity-to-a",
        "equal cards below -5 or beyond 256 are not equal, and A wins them: it compares with `is`; \
         use ==";
    PythonIdentityFree = "python-identity-free",
        "equal cards below -5 or beyond 256 are neither equal nor different, and the next battle \
         takes them: it compares with `is`; use ==";
    Overflow = "overflow",
        "cards are compared by their difference, which does not always fit an int; compare a > b";
    AsText = "as-text", "cards are compared as texts, in which 9 is more than 10";
    TieToB = "tie-to-b", "B wins every tie: there are no wars";
    TieToA = "tie-to-a", "A wins every tie: there are no wars";
    TieGivenBack = "tie-given-back",
        "after a tie each player puts their own card back under the hand: there are no wars";
    TieLost = "tie-lost", "after a tie both cards are lost: there are no wars";
    AsByte = "as-byte",
        "cards are kept as bytes, from -128 to 127: beyond that they are other numbers";
    AsUnsignedByte = "as-unsigned-byte",
        "cards are kept as bytes, from 0 to 255: beyond that they are other numbers";
    AsShort = "as-short",
        "cards are kept in 16 bits, from -32,768 to 32,767: beyond that they are other numbers";
    AsUnsigned = "as-unsigned",
        "cards are compared as numbers without a sign: a negative one beats all others";
    ZeroIsNoCard = "zero-is-no-card", "a card that is 0 is taken for none: who turns it up loses";
    FacesCountTen = "faces-count-ten", "J, Q, K and A (11 to 14) count as 10, and tie";
    AtMostTen = "at-most-ten", "a card beyond 10 counts as 10";
    OneIsHighest = "one-is-highest", "a 1 is an ace and beats every card";
    BCardFirst = "b-card-first", "of the cards turned up, B's goes into the pot before A's";
    BBlockFirst = "b-block-first", "B's face-down cards go into the pot before A's";
    BFirst = "b-first", "B's cards go into the pot before A's";
    OnTop = "on-top", "the pot goes on top of the winner's hand, not under it";
    OnTopReversed = "on-top-reversed",
        "the pot goes on top of the winner's hand card by card, not under it";
    DrawsFromTheEnd = "draws-from-the-end",
        "cards are drawn from the end of the list at which winnings are added";
    WinnerFirstTurned = "winner-first-turned",
        "of the two cards turned up last, the winner's goes under the hand first, whoever turned \
         it";
    WinnerFirstInBattles = "winner-first-in-battles",
        "without a war the winner's card goes under the hand first, whoever turned it";
    TurnedFirst = "turned-first",
        "after a war the two cards turned up last go under the hand before the rest of the pot";
    PotNotCleared = "pot-not-cleared",
        "the pot is not emptied when it is won: the same cards are won again";
    PotLost = "pot-lost",
        "the winner of a war takes the two cards turned up last; the rest of the pot is lost";
    FaceDownLost = "face-down-lost", "the winner of a war does not get the face-down cards";
    OwnCardLost = "own-card-lost",
        "the winner takes the loser's card and what lies face down; the cards that the winner \
         turned up are lost";
    SecondWarFree = "second-war-free",
        "a tie within a war costs no face-down cards: the next cards decide";
    SecondWarToB = "second-war-to-b", "B wins a tie within a war: there is no second war";
    SecondWarToA = "second-war-to-a", "A wins a tie within a war: there is no second war";
    SecondWarDraws = "second-war-draws", "a tie within a war ends the game as a draw";
    LastFaceDownDecides = "last-face-down-decides",
        "the last of the face-down cards is turned up and decides the war; none follows it";
    NeedsOneFewer = "needs-one-fewer",
        "a war is fought with a card fewer than it costs, or the tied card is counted as one of \
         those left";
    ShortIsDraw = "short-is-draw", "the game is a draw if one player cannot pay for a war";
    ShortWins = "short-wins", "the player who cannot pay for a war wins";
    OddCardDropped = "odd-card-dropped", "the last card of an odd number is not dealt";
    OddCardToB = "odd-card-to-b", "the last card of an odd number goes to B";
    BDealtFirst = "b-dealt-first", "the first card is dealt to B: the hands are exchanged";
    DealtFromTheEnd = "dealt-from-the-end", "the deck is dealt from its last card on";
    HandsReversed = "hands-reversed", "each hand is played from the card that was dealt last";
    LimitFirst = "limit-first",
        "the limit is checked when the next battle begins, even if a hand is empty; a tie in the \
         last battle must still be paid for";
    LimitBetweenRounds = "limit-between-rounds",
        "the limit is not checked within a war, which is fought to its end";
    WarCountsTwice = "war-counts-twice", "a war counts as a battle of its own";
    WarLaidCounts = "war-laid-counts",
        "a war counts as a battle of its own once its cards are laid";
    FaceDownCounts = "face-down-counts",
        "each pair of face-down cards counts as a battle of its own";
    LimitToA = "limit-to-a", "A wins a game that the limit stops";
    LimitToB = "limit-to-b", "B wins a game that the limit stops";
    DrawsToA = "draws-to-a", "A wins every draw";
    DrawsToB = "draws-to-b", "B wins every draw";
    AnswerReversed = "answer-reversed", "1 and -1 are exchanged in the answer";
}

/// Some mistakes at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mistakes(u128);

impl Mistakes {
    /// These mistakes.
    pub fn of(list: &[Mistake]) -> Self {
        const { assert!(Mistake::ALL.len() <= 128) };
        Self(list.iter().fold(0, |bits, &mistake| bits | 1 << mistake as u128))
    }

    /// Whether this one is made.
    #[inline]
    pub fn has(self, mistake: Mistake) -> bool {
        self.0 >> mistake as u128 & 1 == 1
    }
}
