//! A hand in two words: where the court cards lie, and what they demand.

use super::super::loops::Counted;
use super::super::result::{GameResult, Seat};
use super::super::rules::{Empty, Leader, Pile, Rules};
use super::finish::{Ends, Game, finish};
use crate::core::cards::split::Split;
use crate::core::cards::{Card, DeckBlock};
use crate::core::cycle::Steps;
use crate::core::engines::Unsupported;

/// The largest deck for hands of so many words: its cards and the end marker of a hand must fit them,
/// with room for a shift by a whole hand and more.
const fn max_cards(words: usize) -> usize {
    64 * words - 4
}
/// The most court cards: two bits each must fit the words, and shifting by all of them must be
/// possible.
const fn max_courts(words: usize) -> usize {
    32 * words - 1
}
/// The largest demand that two bits hold, 1 being 0.
const MAX_DEMAND: u32 = 4;
/// Ranks that are known.
const RANKS: usize = 128;

/// How a trick is played, where rule sets differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Way {
    /// Whether a player is out with the last card (`empty = "at-last-card"`).
    pub at_last_card: bool,
    /// Whether the card played last comes up first (`pile = "reversed"`).
    pub reversed: bool,
}

impl Way {
    /// That of a rule set, chance apart.
    pub fn of(rules: &Rules) -> Self {
        Self {
            at_last_card: rules.empty == Empty::AtLastCard,
            reversed: rules.pile == Pile::Reversed,
        }
    }
}

/// What an engine has to know of a rule set.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What each rank demands; 0 is plain. Only the first half is used; a byte cannot miss the whole.
    pub demand: [u8; 256],
    /// Cards of the deck.
    pub cards: usize,
    /// How many of them are court cards, which the vector engine asks.
    #[cfg(target_arch = "x86_64")]
    pub courts: usize,
    /// Which of them go to A.
    pub split: Split,
    /// Who leads.
    pub leader: Leader,
    /// How a trick is played.
    pub way: Way,
    /// How a game ends.
    pub ends: Ends,
}

impl Shape {
    /// The shape of a rule set, for hands of so many words and as many for what they demand.
    ///
    /// Errors: [`Unsupported`], naming what these cannot hold.
    pub fn new(engine: &'static str, rules: &Rules, words: usize) -> Result<Self, Unsupported> {
        let refuse = |field: String, reason| Err(Unsupported { engine, field, reason });
        if rules.pile == Pile::Shuffled {
            let field = format!("pile = \"{}\"", rules.pile.name());
            return refuse(field, "it moves a whole pile at once, without drawing for each card");
        }
        let fresh = rules.deck.fresh();
        let cards = fresh.len();
        if cards > max_cards(words) {
            let most = if words == 1 { "it holds at most 60" } else { "it holds at most 1,020" };
            return refuse(format!("a deck of {cards} cards"), most);
        }
        if rules.deck.max_rank() >= RANKS as Card {
            let field = format!("a deck with rank {}", rules.deck.max_rank());
            return refuse(field, "it knows ranks up to 127");
        }
        let courts = fresh.iter().filter(|&&card| rules.penalty(card) > 0).count();
        if courts > max_courts(words) {
            let most = if words == 1 { "it holds at most 31" } else { "it holds at most 511" };
            return refuse(format!("{courts} court cards"), most);
        }
        if let Some((_, demand)) = rules.penalties.iter().find(|&(_, cards)| cards > MAX_DEMAND) {
            return refuse(format!("a penalty of {demand} cards"), "it knows penalties up to 4");
        }
        Ok(Self {
            demand: std::array::from_fn(|rank| rules.penalty(rank as Card) as u8),
            cards,
            #[cfg(target_arch = "x86_64")]
            courts,
            split: rules.split(),
            leader: rules.leader,
            way: Way::of(rules),
            ends: Ends::of(rules, cards),
        })
    }

    /// The same shape.
    ///
    /// Errors: [`Unsupported`], if tricks are not played as in the rule set `beggar`.
    pub fn plain(self, engine: &'static str) -> Result<Self, Unsupported> {
        let refuse = |field: &str, reason| Err(Unsupported { engine, field: field.into(), reason });
        match self.way {
            Way { reversed: true, .. } => {
                refuse("pile = \"reversed\"", "it takes piles in the order played")
            }
            Way { at_last_card: true, .. } => {
                refuse("empty = \"at-last-card\"", "it plays several cards at once")
            }
            Way { at_last_card: false, reversed: false } => Ok(self),
        }
    }

    /// Whether a block holds decks of the rule set's size, as bytes.
    pub fn fits(&self, decks: &DeckBlock) -> bool {
        decks.is_narrow() && decks.cards() == self.cards
    }

    /// The hands of a deck, A's first; `None` if it has more court cards than fit. (A given deck may
    /// be of another composition than the rule set's.)
    pub fn pack(&self, deck: &[u8]) -> Option<[Hand; 2]> {
        let (hands, courts) = match self.split {
            Split::Halves | Split::First(_) => {
                let (a, b) = deck.split_at(self.split.cards_of_a(deck.len()));
                let ((a, in_a), (b, in_b)) = (self.hand(a.iter()), self.hand(b.iter()));
                ([a, b], in_a + in_b)
            }
            Split::Alternate => {
                let hand = |first| self.hand(deck.iter().skip(first).step_by(2));
                let ((a, in_a), (b, in_b)) = (hand(0), hand(1));
                ([a, b], in_a + in_b)
            }
        };
        (courts as usize <= max_courts(1)).then_some(hands)
    }

    /// A hand of these ranks, and its court cards.
    #[inline]
    fn hand<'a>(&self, ranks: impl Iterator<Item = &'a u8>) -> (Hand, u32) {
        Hand::of(ranks.map(|&rank| self.demand[usize::from(rank)]))
    }
}

/// The cards of a hand, top first.
///
/// Bit `k` of `courts` is set if card `k` is a court card; one more bit marks the end. `demands` holds
/// what the court cards demand, two bits each, less 1; the top one lowest; here too a bit marks the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hand {
    /// Where the court cards lie, and the end.
    pub courts: u64,
    /// What they demand.
    pub demands: u64,
}

impl Hand {
    /// The hand of cards that demand this, top first, and its court cards. No branch asks for court
    /// cards: they come at random.
    #[inline]
    pub fn of(cards: impl Iterator<Item = u8>) -> (Hand, u32) {
        let (mut courts, mut demands, mut end, mut at) = (0_u64, 0_u64, 1_u64, 0_u32);
        for demand in cards {
            let is_court = demand > 0;
            courts |= if is_court { end } else { 0 };
            // Of a plain card this writes nothing, and the next one writes to the same place. With
            // too many court cards it wraps, and the hand is not used.
            demands |= u64::from(demand.saturating_sub(1)).wrapping_shl(at);
            at += 2 * u32::from(is_court);
            end <<= 1;
        }
        (Hand { courts: courts | end, demands: demands | 1_u64.wrapping_shl(at) }, at / 2)
    }

    /// Cards up to the next court card, that one included; beyond the last card lies the end marker,
    /// which counts as one.
    #[inline]
    fn to_court(self) -> u32 {
        self.courts.trailing_zeros() + 1
    }

    /// Cards.
    pub fn len(self) -> u32 {
        self.courts.ilog2()
    }

    /// Puts a pile of `laid` cards under the hand, whose demands end at `at`.
    #[inline]
    fn take(&mut self, pile: Hand, laid: u32, at: u32) {
        // The first card of the pile takes the place of the end marker, and so does its first demand.
        self.courts += ((pile.courts | 1 << laid) - 1) << self.courts.ilog2();
        self.demands += ((pile.demands | 1 << at) - 1) << self.demands.ilog2();
    }
}

/// A pile of `laid` cards turned round, its demands in `at` bits.
#[inline]
fn turned(pile: Hand, laid: u32, at: u32) -> Hand {
    /// Every second bit.
    const LOW: u64 = 0x5555_5555_5555_5555;
    let demands = pile.demands.reverse_bits() >> (64 - at);
    // The two bits of a demand have changed places, too.
    let demands = (demands & LOW) << 1 | demands >> 1 & LOW;
    Hand { courts: pile.courts.reverse_bits() >> (64 - laid), demands }
}

/// A game between two tricks.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// The hand of the player who leads.
    pub lead: Hand,
    /// The other hand.
    pub other: Hand,
    /// Who leads.
    pub leader: Seat,
    /// How its tricks are played.
    pub way: Way,
    /// Cards played.
    pub cards: u32,
    /// Tricks begun.
    pub tricks: u32,
}

impl Packed {
    /// A game before its first trick.
    pub fn new([a, b]: [Hand; 2], leader: Seat, way: Way) -> Self {
        let (lead, other) = if leader == Seat::A { (a, b) } else { (b, a) };
        Self { lead, other, leader, way, cards: 0, tricks: 0 }
    }

    /// Plays a game to its end, from before its first trick.
    pub fn finish(start: Self, shape: &Shape) -> GameResult {
        finish(&mut start.clone(), shape.ends, |game| *game = start)
    }

    /// Plays one trick; returns who has lost.
    ///
    /// Cards are played in runs: up to a court card, or to the end of a penalty. The end marker is
    /// played like a court card and leaves a hand of 0, which tells that its player had no card.
    #[inline]
    pub fn trick(&mut self) -> Option<Seat> {
        match self.way {
            Way { at_last_card: false, reversed: false } => self.play::<false, false>(),
            Way { at_last_card: false, reversed: true } => self.play::<false, true>(),
            Way { at_last_card: true, reversed: false } => self.play::<true, false>(),
            Way { at_last_card: true, reversed: true } => self.play::<true, true>(),
        }
    }

    /// Plays one trick in one of the ways; returns who has lost.
    #[inline]
    fn play<const AT_LAST: bool, const REVERSED: bool>(&mut self) -> Option<Seat> {
        let Self { lead: mut court, other: mut payer, leader: mut seat, .. } = *self;
        self.tricks += 1;
        // Rule 2: in turn, up to the first court card of either.
        let (of_lead, of_other) = (court.to_court(), payer.to_court());
        let each = of_lead.min(of_other);
        let leads_court = of_lead <= of_other;
        if AT_LAST {
            // The number of cards on the table when a player has played the last one; a hand that was
            // empty before is asked for a card all the same.
            let others = each - u32::from(leads_court);
            let out = |hand: Hand, plays: u32| (1..=plays).contains(&hand.len());
            let lead_out = if out(court, each) { 2 * court.len() - 1 } else { u32::MAX };
            let other_out = if out(payer, others) { 2 * payer.len() } else { u32::MAX };
            if lead_out != other_out {
                self.cards += lead_out.min(other_out);
                return Some(if lead_out < other_out { seat } else { seat.other() });
            }
        }
        court.courts >>= each;
        payer.courts >>= each - u32::from(leads_court);
        let mut laid = 2 * each - u32::from(leads_court);
        if !leads_court {
            (court, payer, seat) = (payer, court, seat.other());
        }
        // `court` has played a court card as the last one of `laid`.
        let mut pile = Hand { courts: 1 << (laid - 1), demands: 0 };
        let mut at = 0;
        loop {
            if court.courts == 0 {
                self.cards += laid - 1;
                return Some(seat);
            }
            let demand = court.demands & 3;
            court.demands >>= 2;
            pile.demands |= demand << at;
            at += 2;
            let owed = demand as u32 + 1;
            let run = payer.to_court();
            if AT_LAST && (1..=owed.min(run)).contains(&payer.len()) {
                self.cards += laid + payer.len();
                return Some(seat.other());
            }
            // Rule 5: plain cards only.
            if run > owed {
                payer.courts >>= owed;
                laid += owed;
                break;
            }
            // Rule 4: now the other one pays.
            payer.courts >>= run;
            laid += run;
            pile.courts |= 1 << (laid - 1);
            (court, payer, seat) = (payer, court, seat.other());
        }
        if REVERSED {
            pile = turned(pile, laid, at);
        }
        court.take(pile, laid, at);
        self.cards += laid;
        (self.lead, self.other, self.leader) = (court, payer, seat);
        (payer.courts == 1).then(|| seat.other())
    }
}

impl Game for Packed {
    fn trick(&mut self) -> Option<Seat> {
        Packed::trick(self)
    }
}

impl Steps for Packed {
    fn step(&mut self) -> bool {
        self.trick().is_none()
    }

    fn same_position(&self, other: &Self) -> bool {
        (self.lead, self.other, self.leader) == (other.lead, other.other, other.leader)
    }
}

impl Counted for Packed {
    fn cards(&self) -> u32 {
        self.cards
    }

    fn tricks(&self) -> u32 {
        self.tricks
    }
}
