//! The cards at risk in a round, and the order in which their winner picks them up.

use super::Seat;
use super::holding::Chance;
use super::rules::Pickup;

/// The two cards of a battle without a war, A's first, in the order in which `winner` picks them up:
/// what [`Pot::put_in_order`] does, for the pot that most rounds end with.
#[inline]
pub fn pair_in_order<C: Copy>(
    cards: [C; 2],
    pickup: Pickup,
    winner: Seat,
    chance: &mut impl Chance,
) -> [C; 2] {
    let [a, b] = cards;
    let beginning_with = |seat| if seat == Seat::A { [a, b] } else { [b, a] };
    match pickup {
        Pickup::AsLaid => cards,
        Pickup::WinnerFirst | Pickup::WinnerBlock => beginning_with(winner),
        Pickup::LoserFirst | Pickup::LoserBlock => beginning_with(winner.other()),
        Pickup::Shuffled => {
            let mut cards = cards;
            chance.shuffle(&mut cards);
            cards
        }
    }
}

/// The cards that both players have put down in a war.
#[derive(Debug)]
pub struct Pot<C> {
    cards: Vec<C>,
    /// Who laid each card.
    owners: Vec<Seat>,
}

impl<C> Default for Pot<C> {
    fn default() -> Self {
        Self { cards: Vec::new(), owners: Vec::new() }
    }
}

impl<C: Copy> Pot<C> {
    /// The cards: in the order of laying, or as [`Pot::put_in_order`] left them.
    pub fn cards(&self) -> &[C] {
        &self.cards
    }

    /// Takes all cards away.
    pub fn clear(&mut self) {
        self.cards.clear();
        self.owners.clear();
    }

    /// Adds a card.
    pub fn lay(&mut self, owner: Seat, card: C) {
        self.cards.push(card);
        self.owners.push(owner);
    }

    /// Puts the cards into the order in which `winner` picks them up. Whose they were is forgotten.
    pub fn put_in_order(&mut self, pickup: Pickup, winner: Seat, chance: &mut impl Chance) {
        match pickup {
            Pickup::AsLaid => {}
            Pickup::WinnerFirst => self.cards = self.pairs(winner),
            Pickup::LoserFirst => self.cards = self.pairs(winner.other()),
            Pickup::WinnerBlock => self.cards = self.blocks(winner),
            Pickup::LoserBlock => self.cards = self.blocks(winner.other()),
            Pickup::Shuffled => chance.shuffle(&mut self.cards),
        }
        self.owners.clear();
    }

    /// Pair by pair, the card of `first` before its partner; what has no partner follows.
    fn pairs(&self, first: Seat) -> Vec<C> {
        let (mut firsts, mut seconds) = (self.laid_by(first), self.laid_by(first.other()));
        let mut cards = Vec::with_capacity(self.cards.len());
        while cards.len() < self.cards.len() {
            cards.extend(firsts.next());
            cards.extend(seconds.next());
        }
        cards
    }

    /// All cards of `first`, then all of the other player.
    fn blocks(&self, first: Seat) -> Vec<C> {
        self.laid_by(first).chain(self.laid_by(first.other())).collect()
    }

    /// One player's cards, in the order of laying.
    fn laid_by(&self, seat: Seat) -> impl Iterator<Item = C> {
        let laid = self.cards.iter().zip(&self.owners);
        laid.filter(move |&(_, &owner)| owner == seat).map(|(&card, _)| card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::war::holding::NoChance;

    #[test]
    fn a_pot_of_two_is_picked_up_as_any_pot() {
        for &pickup in Pickup::ALL.iter().filter(|&&pickup| pickup != Pickup::Shuffled) {
            for winner in Seat::BOTH {
                let mut pot = Pot::default();
                pot.lay(Seat::A, 'a');
                pot.lay(Seat::B, 'b');
                pot.put_in_order(pickup, winner, &mut NoChance);
                let pair = pair_in_order(['a', 'b'], pickup, winner, &mut NoChance);
                assert_eq!(pot.cards(), pair, "{pickup:?}, {winner:?}");
            }
        }
    }

    #[test]
    fn a_card_without_a_partner_follows_the_pairs() {
        let laid = [(Seat::A, 1), (Seat::B, 2), (Seat::A, 3), (Seat::A, 5), (Seat::B, 4)];
        for (pickup, expected) in [
            (Pickup::AsLaid, [1, 2, 3, 5, 4]),
            (Pickup::WinnerFirst, [2, 1, 4, 3, 5]),
            (Pickup::LoserFirst, [1, 2, 3, 4, 5]),
            (Pickup::WinnerBlock, [2, 4, 1, 3, 5]),
            (Pickup::LoserBlock, [1, 3, 5, 2, 4]),
        ] {
            let mut pot = Pot::default();
            laid.iter().for_each(|&(seat, card)| pot.lay(seat, card));
            pot.put_in_order(pickup, Seat::B, &mut NoChance);
            assert_eq!(pot.cards(), expected, "{pickup:?}");
        }
    }
}
