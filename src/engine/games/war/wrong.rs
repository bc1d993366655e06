//! War as a program plays it that has a mistake: mistakes that no field of the rules expresses.
//!
//! This is a plain War of its own, written as a student would, with a switch at each place where
//! programs go wrong. Without a mistake it plays what the reference plays; a test holds it to that. The
//! list grew from what students' programs do, and from reading the assignment for places where one can
//! slip; `check/war/programs/wrong.edits` makes programs of it.

use std::cmp::{Ordering, Reverse};
use std::collections::VecDeque;

use crate::core::cards::Card;
use crate::core::seats::Seat;
use crate::core::words::mistakes;
use crate::games::war::rules::{
    Deal, Lay, LimitAsked, LimitUnit, Pickup, Rules, Short, Verdict, Winnings,
};

mistakes! {
    NeedsOneMore = "needs-one-more",
        "a player who can lay the face-down cards but has none left to turn up loses at once: a \
         war needs one card more than the rules ask",
        "wie de dichte kaarten kan leggen en dan niets meer heeft om open te leggen, verliest \
         meteen: een oorlog kost één kaart meer dan de regels vragen";
    BothShortToB = "both-short-to-b",
        "A loses a war that neither can pay for: it looks at A's cards first, and not at both",
        "A verliest een oorlog die geen van beiden kan betalen: het kijkt eerst naar de kaarten \
         van A, en niet naar beide";
    BothShortToA = "both-short-to-a",
        "B loses a war that neither can pay for: it looks at B's cards first, and not at both",
        "B verliest een oorlog die geen van beiden kan betalen: het kijkt eerst naar de kaarten \
         van B, en niet naar beide";
    BothOutToB = "both-out-to-b",
        "A loses when neither has a card left: it looks at A's hand first, and not at both",
        "A verliest als geen van beiden nog een kaart heeft: het kijkt eerst naar de hand van A, \
         en niet naar beide";
    BothOutToA = "both-out-to-a",
        "B loses when neither has a card left: it looks at B's hand first, and not at both",
        "B verliest als geen van beiden nog een kaart heeft: het kijkt eerst naar de hand van B, \
         en niet naar beide";
    BothToB = "both-to-b",
        "A loses whenever both are out of cards or too short for a war: it looks at A first, and \
         not at both",
        "A verliest zodra beiden geen kaarten meer hebben of te weinig voor een oorlog: het \
         kijkt eerst naar A, en niet naar beiden";
    BothToA = "both-to-a",
        "B loses whenever both are out of cards or too short for a war: it looks at B first, and \
         not at both",
        "B verliest zodra beiden geen kaarten meer hebben of te weinig voor een oorlog: het \
         kijkt eerst naar B, en niet naar beiden";
    EmptyDeckToB = "empty-deck-to-b",
        "B wins the empty deck, which is a draw",
        "B wint het lege kaartspel, en dat is gelijkspel";
    EmptyDeckToA = "empty-deck-to-a",
        "A wins the empty deck, which is a draw",
        "A wint het lege kaartspel, en dat is gelijkspel";
    EmptyBeforePrice = "empty-before-war",
        "after a tie a player without a card loses, though both are too short for the war",
        "na gelijke kaarten verliest wie geen kaart meer heeft, ook als beiden te weinig hebben \
         voor de oorlog";
    EmptyHandDraws = "empty-hand-draws",
        "the game is a draw as soon as one hand is empty",
        "het is gelijkspel zodra één hand leeg is";
    JavaIdentityToB = "java-identity-to-b",
        "equal cards beyond 127 are not equal, and B wins them: it compares Integer objects with \
         ==; use equals() or intValue()",
        "gelijke kaarten boven 127 zijn niet gelijk, en B wint ze: het vergelijkt \
         Integer-objecten met ==; gebruik equals() of intValue()";
    JavaIdentityToA = "java-identity-to-a",
        "equal cards beyond 127 are not equal, and A wins them: it compares Integer objects with \
         ==; use equals() or intValue()",
        "gelijke kaarten boven 127 zijn niet gelijk, en A wint ze: het vergelijkt \
         Integer-objecten met ==; gebruik equals() of intValue()";
    JavaIdentityFree = "java-identity-free",
        "equal cards beyond 127 are neither equal nor different, and the next battle takes them: \
         it compares Integer objects with ==; use equals() or intValue()",
        "gelijke kaarten boven 127 zijn niet gelijk en ook niet verschillend, en de volgende \
         slag neemt ze mee: het vergelijkt Integer-objecten met ==; gebruik equals() of \
         intValue()";
    PythonIdentityToB = "python-identity-to-b",
        "equal cards below -5 or beyond 256 are not equal, and B wins them: it compares with \
         `is`; use ==",
        "gelijke kaarten onder -5 of boven 256 zijn niet gelijk, en B wint ze: het vergelijkt \
         met `is`; gebruik ==";
    PythonIdentityToA = "python-identity-to-a",
        "equal cards below -5 or beyond 256 are not equal, and A wins them: it compares with \
         `is`; use ==",
        "gelijke kaarten onder -5 of boven 256 zijn niet gelijk, en A wint ze: het vergelijkt \
         met `is`; gebruik ==";
    PythonIdentityFree = "python-identity-free",
        "equal cards below -5 or beyond 256 are neither equal nor different, and the next battle \
         takes them: it compares with `is`; use ==",
        "gelijke kaarten onder -5 of boven 256 zijn niet gelijk en ook niet verschillend, en de \
         volgende slag neemt ze mee: het vergelijkt met `is`; gebruik ==";
    Overflow = "overflow",
        "cards are compared by their difference, which does not always fit an int; compare a > b",
        "kaarten worden vergeleken door hun verschil, dat niet altijd in een int past; vergelijk \
         a > b";
    AsText = "as-text",
        "cards are compared as texts, in which 9 is more than 10",
        "kaarten worden als tekst vergeleken, en dan is 9 meer dan 10";
    TieToB = "tie-to-b",
        "B wins every tie: there are no wars",
        "B wint bij gelijke kaarten: er zijn geen oorlogen";
    TieToA = "tie-to-a",
        "A wins every tie: there are no wars",
        "A wint bij gelijke kaarten: er zijn geen oorlogen";
    TieGivenBack = "tie-given-back",
        "after a tie each player puts their own card back under the hand: there are no wars",
        "bij gelijke kaarten legt ieder de eigen kaart terug onder de hand: er zijn geen \
         oorlogen";
    TieLost = "tie-lost",
        "after a tie both cards are lost: there are no wars",
        "bij gelijke kaarten zijn beide kaarten weg: er zijn geen oorlogen";
    AsByte = "as-byte",
        "cards are kept as bytes, from -128 to 127: beyond that they are other numbers",
        "kaarten worden als byte bewaard, van -128 tot en met 127: daarbuiten zijn het andere \
         getallen";
    AsUnsignedByte = "as-unsigned-byte",
        "cards are kept as bytes, from 0 to 255: beyond that they are other numbers",
        "kaarten worden als byte bewaard, van 0 tot en met 255: daarbuiten zijn het andere \
         getallen";
    AsShort = "as-short",
        "cards are kept in 16 bits, from -32,768 to 32,767: beyond that they are other numbers",
        "kaarten worden in 16 bits bewaard, van -32.768 tot en met 32.767: daarbuiten zijn het \
         andere getallen";
    AsUnsigned = "as-unsigned",
        "cards are compared as numbers without a sign: a negative one beats all others",
        "kaarten worden vergeleken als getallen zonder teken: een negatieve wint van alle andere";
    ZeroIsNoCard = "zero-is-no-card",
        "a card that is 0 is taken for none: who turns it up loses",
        "een kaart die 0 is telt als geen kaart: wie haar open legt, verliest";
    FacesCountTen = "faces-count-ten",
        "J, Q, K and A (11 to 14) count as 10, and tie",
        "boer, vrouw, heer en aas (11 tot en met 14) tellen als 10, en zijn gelijk";
    AtMostTen = "at-most-ten",
        "a card beyond 10 counts as 10",
        "een kaart boven 10 telt als 10";
    OneIsHighest = "one-is-highest",
        "a 1 is an ace and beats every card",
        "een 1 is een aas en wint van elke kaart";
    BCardFirst = "b-card-first",
        "of the cards turned up, B's goes into the pot before A's",
        "van de open kaarten gaat die van B vóór die van A in de pot";
    BBlockFirst = "b-block-first",
        "B's face-down cards go into the pot before A's",
        "de dichte kaarten van B gaan vóór die van A in de pot";
    BFirst = "b-first",
        "B's cards go into the pot before A's",
        "de kaarten van B gaan vóór die van A in de pot";
    OnTop = "on-top",
        "the pot goes on top of the winner's hand, not under it",
        "de pot gaat boven op de hand van de winnaar, en niet eronder";
    OnTopReversed = "on-top-reversed",
        "the pot goes on top of the winner's hand card by card, not under it",
        "de pot gaat kaart voor kaart boven op de hand van de winnaar, en niet eronder";
    DrawsFromTheEnd = "draws-from-the-end",
        "cards are drawn from the end of the list at which winnings are added",
        "kaarten worden van het eind van de lijst genomen waar de winst bij komt";
    WinnerFirstTurned = "winner-first-turned",
        "of the two cards turned up last, the winner's goes under the hand first, whoever turned \
         it",
        "van de twee laatste open kaarten gaat die van de winnaar als eerste onder de hand, wie \
         haar ook gelegd heeft";
    WinnerFirstInBattles = "winner-first-in-battles",
        "without a war the winner's card goes under the hand first, whoever turned it",
        "zonder oorlog gaat de kaart van de winnaar als eerste onder de hand, wie haar ook \
         gelegd heeft";
    TurnedFirst = "turned-first",
        "after a war the two cards turned up last go under the hand before the rest of the pot",
        "na een oorlog gaan de twee laatste open kaarten vóór de rest van de pot onder de hand";
    PotNotCleared = "pot-not-cleared",
        "the pot is not emptied when it is won: the same cards are won again",
        "de pot wordt niet geleegd als hij gewonnen is: dezelfde kaarten worden nog eens \
         gewonnen";
    PotLost = "pot-lost",
        "the winner of a war takes the two cards turned up last; the rest of the pot is lost",
        "de winnaar van een oorlog krijgt de twee laatste open kaarten; de rest van de pot is \
         weg";
    TiedCardsLost = "tied-cards-lost",
        "the winner of a war does not get the cards that tied: a war begins with an empty pot",
        "de winnaar van een oorlog krijgt de gelijke kaarten niet: een oorlog begint met een \
         lege pot";
    FaceDownLost = "face-down-lost",
        "the winner of a war does not get the face-down cards",
        "de winnaar van een oorlog krijgt de dichte kaarten niet";
    OwnCardLost = "own-card-lost",
        "the winner takes the loser's card and what lies face down; the cards that the winner \
         turned up are lost",
        "de winnaar krijgt de kaart van de verliezer en wat er dicht ligt; de open kaarten van \
         de winnaar zelf zijn weg";
    SecondWarFree = "second-war-free",
        "a tie within a war costs no face-down cards: the next cards decide",
        "gelijke kaarten binnen een oorlog kosten geen dichte kaarten: de volgende kaarten \
         beslissen";
    SecondWarToB = "second-war-to-b",
        "B wins a tie within a war: there is no second war",
        "B wint bij gelijke kaarten binnen een oorlog: er is geen tweede oorlog";
    SecondWarToA = "second-war-to-a",
        "A wins a tie within a war: there is no second war",
        "A wint bij gelijke kaarten binnen een oorlog: er is geen tweede oorlog";
    SecondWarDraws = "second-war-draws",
        "a tie within a war ends the game as a draw",
        "gelijke kaarten binnen een oorlog maken het spel gelijk";
    LastFaceDownDecides = "last-face-down-decides",
        "the last of the face-down cards is turned up and decides the war; none follows it",
        "de laatste van de dichte kaarten wordt omgedraaid en beslist de oorlog; er komt geen \
         kaart na";
    NeedsTwoMore = "needs-two-more",
        "a player who can pay for a war and turn up a card, but has none beyond that, loses at \
         once: a war needs two cards more than the rules ask, as by > 4 where 4 are enough",
        "wie een oorlog kan betalen en een kaart open kan leggen, maar daarna niets meer heeft, \
         verliest meteen: een oorlog kost twee kaarten meer dan de regels vragen, zoals bij > 4 \
         waar 4 genoeg zijn";
    NeedsOneFewer = "needs-one-fewer",
        "a war is fought with a card fewer than it costs, or the tied card is counted as one of \
         those left",
        "een oorlog gaat door met één kaart minder dan hij kost, of de gelijke kaart telt mee \
         bij wat er over is";
    ShortIsDraw = "short-is-draw",
        "the game is a draw if one player cannot pay for a war",
        "het is gelijkspel als één speler een oorlog niet kan betalen";
    ShortWins = "short-wins",
        "the player who cannot pay for a war wins",
        "wie een oorlog niet kan betalen, wint";
    OddCardDropped = "odd-card-dropped",
        "the last card of an odd number is not dealt",
        "de laatste kaart van een oneven aantal wordt niet gedeeld";
    OddCardToB = "odd-card-to-b",
        "the last card of an odd number goes to B",
        "de laatste kaart van een oneven aantal gaat naar B";
    BDealtFirst = "b-dealt-first",
        "the first card is dealt to B: the hands are exchanged",
        "de eerste kaart gaat naar B: de handen zijn verwisseld";
    DealtFromTheEnd = "dealt-from-the-end",
        "the deck is dealt from its last card on",
        "er wordt vanaf de laatste kaart van het spel gedeeld";
    HandsReversed = "hands-reversed",
        "each hand is played from the card that was dealt last",
        "elke hand begint met de kaart die als laatste gedeeld is";
    LimitFirst = "limit-first",
        "the limit is checked when the next battle begins, even if a hand is empty; a tie in the \
         last battle must still be paid for",
        "de limiet wordt bekeken als de volgende slag begint, ook als een hand leeg is; gelijke \
         kaarten in de laatste slag moeten nog betaald worden";
    LimitBetweenRounds = "limit-between-rounds",
        "the limit is not checked within a war, which is fought to its end",
        "binnen een oorlog wordt niet naar de limiet gekeken: hij wordt uitgevochten";
    WarCountsTwice = "war-counts-twice",
        "a war counts as a battle of its own",
        "een oorlog telt zelf ook als slag";
    WarLaidCounts = "war-laid-counts",
        "a war counts as a battle of its own once its cards are laid",
        "een oorlog telt zelf ook als slag zodra de kaarten ervoor liggen";
    FaceDownCounts = "face-down-counts",
        "each pair of face-down cards counts as a battle of its own",
        "elk paar dichte kaarten telt zelf ook als slag";
    LimitToA = "limit-to-a",
        "A wins a game that the limit stops",
        "A wint een spel dat de limiet stopt";
    LimitToB = "limit-to-b",
        "B wins a game that the limit stops",
        "B wint een spel dat de limiet stopt";
    DrawsToA = "draws-to-a",
        "A wins every draw",
        "A wint elk gelijkspel";
    DrawsToB = "draws-to-b",
        "B wins every draw",
        "B wint elk gelijkspel";
    AnswerReversed = "answer-reversed",
        "1 and -1 are exchanged in the answer",
        "1 en -1 zijn in het antwoord verwisseld";
}

/// Some mistakes at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mistakes(u128);

impl Mistakes {
    fn of(list: &[Mistake]) -> Self {
        const { assert!(Mistake::ALL.len() <= 128) };
        Self(list.iter().fold(0, |bits, &mistake| bits | 1 << mistake as u128))
    }

    #[inline]
    fn has(self, mistake: Mistake) -> bool {
        self.0 >> mistake as u128 & 1 == 1
    }
}

/// Battles after which a game without a limit is taken for one that never ends.
const ENDLESS: u64 = 20_000;
/// More cards than a pot that is never cleared makes in a thousand battles go on for ever.
const MOST_CARDS: usize = 1 << 21;
/// Numbers of which Java keeps one object each.
const SAME_IN_JAVA: std::ops::RangeInclusive<Card> = -128..=127;
/// Numbers of which CPython keeps one object each.
const SAME_IN_PYTHON: std::ops::RangeInclusive<Card> = -5..=256;

/// What a player says of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// 1, -1 or 0.
    Answer(i32),
    /// Nothing: the game never ends.
    Nothing,
}

/// Plays by a rule set, with mistakes.
#[derive(Clone, Debug)]
pub struct Wrong<'r> {
    rules: &'r Rules,
    mistakes: Mistakes,
}

/// Why a game is over: who wins (a sign), and whether the limit stopped it.
struct End {
    sign: i32,
    by_limit: bool,
}

/// A card in the pot.
#[derive(Clone, Copy)]
struct Laid {
    card: Card,
    by: Seat,
    face_down: bool,
    /// Ties before it in this round.
    war: u64,
}

/// A game as it goes.
struct Table {
    hands: [VecDeque<Card>; 2],
    pot: Vec<Laid>,
    battles: u64,
    rounds: u64,
    /// Ties in this round.
    ties: u64,
}

impl<'r> Wrong<'r> {
    /// Whether these rules can be played here: winnings go under the hand, who is short loses or lays
    /// fewer cards, and nothing is shuffled.
    pub fn plays(rules: &Rules) -> bool {
        matches!(rules.winnings, Winnings::Bottom | Winnings::Pile)
            && matches!(rules.war.short, Short::Lose | Short::Draw | Short::Reduce)
            && !rules.has_in_game_randomness()
    }

    /// A player that makes these mistakes. The rules must be some that [`Wrong::plays`].
    pub fn new(rules: &'r Rules, mistakes: &[Mistake]) -> Self {
        Self { rules, mistakes: Mistakes::of(mistakes) }
    }

    fn has(&self, mistake: Mistake) -> bool {
        self.mistakes.has(mistake)
    }

    /// What it says of a deck.
    pub fn play(&self, deck: &[Card]) -> Said {
        let is_empty = deck.is_empty();
        if is_empty && self.has(Mistake::EmptyDeckToA) {
            return Said::Answer(1);
        }
        if is_empty && self.has(Mistake::EmptyDeckToB) {
            return Said::Answer(-1);
        }
        let (pot, battles, rounds, ties) = (Vec::new(), 0, 0, 0);
        let mut table = Table { hands: self.deal(deck), pot, battles, rounds, ties };
        let end = loop {
            if let Err(end) = self.battle(&mut table) {
                break end;
            }
            // A pot that is never cleared doubles the cards again and again.
            let cards = table.hands.iter().map(VecDeque::len).sum::<usize>();
            if cards > MOST_CARDS.max(4 * deck.len()) {
                return Said::Nothing;
            }
            if self.rules.limit.unit == LimitUnit::None && table.battles >= ENDLESS {
                return Said::Nothing;
            }
        };
        Said::Answer(self.answer(end))
    }

    fn answer(&self, End { mut sign, by_limit }: End) -> i32 {
        if by_limit && self.has(Mistake::LimitToA) || sign == 0 && self.has(Mistake::DrawsToA) {
            sign = 1;
        }
        if by_limit && self.has(Mistake::LimitToB) || sign == 0 && self.has(Mistake::DrawsToB) {
            sign = -1;
        }
        if self.has(Mistake::AnswerReversed) { -sign } else { sign }
    }

    fn deal(&self, deck: &[Card]) -> [VecDeque<Card>; 2] {
        let mut deck = deck.to_vec();
        let is_odd = deck.len() % 2 == 1;
        if is_odd && self.has(Mistake::OddCardDropped) {
            deck.pop();
        }
        if self.has(Mistake::DealtFromTheEnd) {
            deck.reverse();
        }
        let mut hands: [VecDeque<Card>; 2] = self.rules.split().hands(&deck).map(Into::into);
        if is_odd
            && self.has(Mistake::OddCardToB)
            && let Some(odd) = hands[0].pop_back()
        {
            match self.rules.deal {
                Deal::Alternate => hands[1].push_back(odd),
                Deal::Halves => hands[1].push_front(odd),
            }
        }
        if self.has(Mistake::BDealtFirst) {
            hands.swap(0, 1);
        }
        if self.has(Mistake::HandsReversed) || self.has(Mistake::DrawsFromTheEnd) {
            hands.iter_mut().for_each(|hand| hand.make_contiguous().reverse());
        }
        hands
    }

    /// One battle, with what is asked before it and what it leads to; `Err` ends the game.
    fn battle(&self, table: &mut Table) -> Result<(), End> {
        let in_war = table.ties > 0;
        let limit_first = self.has(Mistake::LimitFirst);
        if limit_first {
            self.end_at_limit(table, in_war)?;
        }
        self.end_if_out_of_cards(table)?;
        if self.rules.limit.asked == LimitAsked::Before {
            self.end_at_limit(table, in_war)?;
        }
        let cards = [0, 1].map(|seat| table.hands[seat].pop_front().unwrap_or_default());
        if self.has(Mistake::ZeroIsNoCard) && cards.contains(&0) {
            return Err(end(i32::from(cards[1] == 0) - i32::from(cards[0] == 0)));
        }
        table.rounds += u64::from(!in_war);
        table.battles += 1;
        self.lay_in_turn(table, cards.map(Some), false);
        let asked_after = self.rules.limit.asked == LimitAsked::After && !limit_first;
        match self.compare(cards, in_war)? {
            Compared::Passed => {}
            Compared::Won(winner) => {
                self.pick_up(table, winner);
                table.ties = 0;
            }
            Compared::Tied if self.has(Mistake::TieGivenBack) || self.has(Mistake::TieLost) => {
                for laid in table.pot.drain(..).filter(|_| self.has(Mistake::TieGivenBack)) {
                    table.hands[laid.by.index()].push_back(laid.card);
                }
            }
            Compared::Tied => {
                table.ties += 1;
                table.battles += u64::from(self.has(Mistake::WarCountsTwice));
                if asked_after {
                    self.end_at_limit(table, true)?;
                }
                return self.war(table, cards[0]);
            }
        }
        if asked_after { self.end_at_limit(table, false) } else { Ok(()) }
    }

    /// Who wins these two cards; `Err` if they end the game.
    fn compare(&self, cards: [Card; 2], in_war: bool) -> Result<Compared, End> {
        use Mistake::*;
        let [x, y] = cards.map(|card| self.seen(card));
        let winner = if self.has(Overflow) {
            of_order(x.wrapping_sub(y).cmp(&0))
        } else if self.has(AsText) {
            of_order(x.to_string().cmp(&y.to_string()))
        } else {
            self.rules.winner(x, y)
        };
        let Some(winner) = winner else {
            // What is no tie for the program goes to somebody, or to nobody.
            let java = !SAME_IN_JAVA.contains(&x);
            let python = !SAME_IN_PYTHON.contains(&x);
            return Ok(match () {
                () if self.has(TieToA)
                    || java && self.has(JavaIdentityToA)
                    || python && self.has(PythonIdentityToA)
                    || in_war && self.has(SecondWarToA) =>
                {
                    Compared::Won(Seat::A)
                }
                () if self.has(TieToB)
                    || java && self.has(JavaIdentityToB)
                    || python && self.has(PythonIdentityToB)
                    || in_war && self.has(SecondWarToB) =>
                {
                    Compared::Won(Seat::B)
                }
                () if java && self.has(JavaIdentityFree)
                    || python && self.has(PythonIdentityFree) =>
                {
                    Compared::Passed
                }
                () if in_war && self.has(SecondWarDraws) => return Err(end(0)),
                () => Compared::Tied,
            });
        };
        Ok(Compared::Won(winner))
    }

    /// What a card is taken for.
    fn seen(&self, card: Card) -> Card {
        use Mistake::*;
        match card {
            _ if self.has(AsByte) => (card as i8).into(),
            _ if self.has(AsUnsignedByte) => (card as u8).into(),
            _ if self.has(AsShort) => (card as i16).into(),
            // The order of the same bits without a sign.
            _ if self.has(AsUnsigned) => card ^ Card::MIN,
            1 if self.has(OneIsHighest) => Card::MAX,
            11..=14 if self.has(FacesCountTen) => 10,
            11.. if self.has(AtMostTen) => 10,
            _ => card,
        }
    }

    /// The price of a tie of these cards.
    fn war(&self, table: &mut Table, tied: Card) -> Result<(), End> {
        use Mistake::*;
        if self.has(EmptyBeforePrice) {
            self.end_if_out_of_cards(table)?;
        }
        if table.ties > 1 && self.has(SecondWarFree) {
            return Ok(());
        }
        let again = self.rules.again_for(table.ties);
        let mut face_down = again.unwrap_or_else(|| self.rules.face_down_for(tied));
        let mut needed = match self.rules.war.short {
            Short::Draw => face_down + 1,
            Short::Reduce => 1,
            _ => again.unwrap_or_else(|| self.rules.stake_for(tied)),
        };
        if self.has(NeedsOneMore) {
            needed += 1;
        }
        if self.has(NeedsTwoMore) {
            needed += 2;
        }
        if self.has(NeedsOneFewer) {
            needed = needed.saturating_sub(1);
        }
        if self.has(LastFaceDownDecides) {
            face_down = face_down.saturating_sub(1);
        }
        self.end_if_short(table, needed)?;
        if self.has(TiedCardsLost) {
            table.pot.clear();
        }
        if self.rules.war.short == Short::Reduce {
            let shorter = table.hands[0].len().min(table.hands[1].len());
            face_down = face_down.min(shorter.saturating_sub(1));
        }
        table.battles += u64::from(self.has(WarLaidCounts));
        if self.has(FaceDownCounts) {
            table.battles += face_down as u64;
        }
        let mut seats = Seat::BOTH;
        if self.has(BBlockFirst) || self.has(BFirst) {
            seats.reverse();
        }
        match self.rules.war.lay {
            Lay::Blocks => {
                let war = table.ties;
                for by in seats {
                    let hand = &mut table.hands[by.index()];
                    let laid = hand.drain(..face_down.min(hand.len()));
                    table.pot.extend(laid.map(|card| Laid { card, by, face_down: true, war }));
                }
            }
            Lay::Alternating => {
                for _ in 0..face_down {
                    let cards = [0, 1].map(|seat| table.hands[seat].pop_front());
                    self.lay_in_turn(table, cards, true);
                }
            }
        }
        Ok(())
    }

    /// A's card, then B's.
    fn lay_in_turn(&self, table: &mut Table, cards: [Option<Card>; 2], face_down: bool) {
        let mut seats = Seat::BOTH;
        let turned = if face_down { Mistake::BBlockFirst } else { Mistake::BCardFirst };
        if self.has(turned) || self.has(Mistake::BFirst) {
            seats.reverse();
        }
        let war = table.ties;
        for by in seats {
            table.pot.extend(cards[by.index()].map(|card| Laid { card, by, face_down, war }));
        }
    }

    /// The winner takes the pot.
    fn pick_up(&self, table: &mut Table, winner: Seat) {
        use Mistake::*;
        let is_war = table.ties > 0;
        let mut pot = match self.has(PotNotCleared) {
            true => table.pot.clone(),
            false => std::mem::take(&mut table.pot),
        };
        // The two cards that decided it.
        let turned = |pot: &[Laid]| pot.len().saturating_sub(2);
        if self.has(WinnerFirstTurned) || !is_war && self.has(WinnerFirstInBattles) {
            let from = turned(&pot);
            pot[from..].sort_by_key(|laid| laid.by != winner);
        }
        if is_war && self.has(PotLost) {
            pot.drain(..turned(&pot));
        }
        if self.has(OwnCardLost) {
            let from = turned(&pot);
            let mut places = 0..;
            pot.retain(|laid| {
                let is_last = places.next().is_some_and(|place| place >= from);
                laid.face_down || is_last && laid.by != winner
            });
        }
        if self.has(FaceDownLost) {
            pot.retain(|laid| !laid.face_down);
        }
        if is_war && self.has(TurnedFirst) {
            let places = turned(&pot);
            pot.rotate_left(places);
        }
        self.in_order(&mut pot, winner, is_war);
        let cards = pot.iter().map(|laid| laid.card);
        let hand = &mut table.hands[winner.index()];
        if self.has(OnTop) {
            cards.rev().for_each(|card| hand.push_front(card));
        } else if self.has(OnTopReversed) || self.has(DrawsFromTheEnd) {
            cards.for_each(|card| hand.push_front(card));
        } else {
            hand.extend(cards);
        }
    }

    /// Puts the pot in the order in which the rules pick it up.
    fn in_order(&self, pot: &mut Vec<Laid>, winner: Seat, is_war: bool) {
        match self.rules.pickup_by(winner, is_war) {
            Pickup::AsLaid | Pickup::Shuffled => {}
            Pickup::WinnerFirst => *pot = in_pairs(pot, winner),
            Pickup::LoserFirst => *pot = in_pairs(pot, winner.other()),
            Pickup::WinnerBlock => pot.sort_by_key(|laid| laid.by != winner),
            Pickup::LoserBlock => pot.sort_by_key(|laid| laid.by == winner),
            Pickup::ABlock => pot.sort_by_key(|laid| laid.by != Seat::A),
            Pickup::LastWarFirst => pot.sort_by_key(|laid| (Reverse(laid.war), laid.by != winner)),
            Pickup::LastFirst => pot.reverse(),
            Pickup::EachFromTop => {
                pot.reverse();
                *pot = in_pairs(pot, winner);
            }
            Pickup::LowFirst => pot.sort_by_key(|laid| self.rules.strength(laid.card)),
            Pickup::HighFirst => {
                pot.sort_by_key(|laid| Reverse(self.rules.strength(laid.card)));
            }
        }
    }

    fn end_if_out_of_cards(&self, table: &Table) -> Result<(), End> {
        use Mistake::*;
        let [out_a, out_b] = [0, 1].map(|seat| table.hands[seat].is_empty());
        match (out_a, out_b) {
            (false, false) => Ok(()),
            (true, true) if self.has(BothOutToA) || self.has(BothToA) => Err(end(1)),
            (true, true) if self.has(BothOutToB) || self.has(BothToB) => Err(end(-1)),
            (true, true) => Err(end(0)),
            _ if self.has(EmptyHandDraws) => Err(end(0)),
            (true, false) => Err(end(-1)),
            (false, true) => Err(end(1)),
        }
    }

    fn end_if_short(&self, table: &Table, needed: usize) -> Result<(), End> {
        use Mistake::*;
        let [short_a, short_b] = [0, 1].map(|seat| table.hands[seat].len() < needed);
        match (short_a, short_b) {
            (false, false) => Ok(()),
            (true, true) if self.has(BothShortToA) || self.has(BothToA) => Err(end(1)),
            (true, true) if self.has(BothShortToB) || self.has(BothToB) => Err(end(-1)),
            _ if self.rules.war.short == Short::Draw || self.has(ShortIsDraw) => Err(end(0)),
            (true, true) => Err(end(table.verdict(self.rules.war.both_short))),
            (true, false) => Err(end(if self.has(ShortWins) { 1 } else { -1 })),
            (false, true) => Err(end(if self.has(ShortWins) { -1 } else { 1 })),
        }
    }

    fn end_at_limit(&self, table: &Table, in_war: bool) -> Result<(), End> {
        if in_war && self.has(Mistake::LimitBetweenRounds) {
            return Ok(());
        }
        let reached = table.battles >= self.rules.max_battles()
            || !in_war && table.rounds >= self.rules.max_rounds();
        match reached {
            true => Err(End { sign: table.verdict(self.rules.limit.verdict), by_limit: true }),
            false => Ok(()),
        }
    }
}

/// How a comparison came out.
enum Compared {
    Won(Seat),
    Tied,
    /// Neither: the cards stay in the pot, and the next battle begins.
    Passed,
}

impl Table {
    fn verdict(&self, verdict: Verdict) -> i32 {
        match verdict {
            Verdict::Draw => 0,
            Verdict::MoreCards => self.hands[0].len().cmp(&self.hands[1].len()) as i32,
        }
    }
}

fn end(sign: i32) -> End {
    End { sign, by_limit: false }
}

fn of_order(order: Ordering) -> Option<Seat> {
    match order {
        Ordering::Less => Some(Seat::B),
        Ordering::Equal => None,
        Ordering::Greater => Some(Seat::A),
    }
}

/// The first card of each, this player's first, the second of each ...; what has no partner comes last.
fn in_pairs(pot: &[Laid], leader: Seat) -> Vec<Laid> {
    let (first, second): (Vec<Laid>, Vec<Laid>) = pot.iter().partition(|laid| laid.by == leader);
    let both = first.len().min(second.len());
    let pairs = first.iter().zip(&second).flat_map(|(&x, &y)| [x, y]);
    pairs.chain(first[both..].iter().copied()).chain(second[both..].iter().copied()).collect()
}
