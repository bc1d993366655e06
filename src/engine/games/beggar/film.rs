//! A game as a film: both hands and the pile after every card.

use super::reference::{Event, Reference};
use super::rules::{Pile, Rules};
use super::trace::ending;
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::core::film::{Camera, Film, Said, Stage};
use crate::core::seats::Seat;
use crate::core::table::Words;

/// The game of these hands, with this result.
pub fn film(
    rules: &Rules,
    hands: [Vec<SuitedCard>; 2],
    seed: Seed,
    index: GameIndex,
    result: Words,
) -> Film {
    let mut filming = Filming::new(rules, &hands);
    let mut engine = Reference::new(rules.clone(), seed);
    let ranks = hands.each_ref().map(|hand| SuitedCard::ranks(hand));
    let played = engine.observe(ranks, index, &mut |event| filming.see(event));
    let end = format!("The end: {}", ending(&played));
    filming.camera.again(Said::new(end, played.outcome.winner()));
    filming.camera.film(result)
}

/// Follows a game and takes a picture of every card.
struct Filming {
    /// Shows each court card, and one face for all plain ones.
    camera: Camera,
    hands: [Vec<i32>; 2],
    pile: Vec<i32>,
    /// The ranks of the cards in the pile.
    piled: Vec<Card>,
    /// Whether piles are turned round.
    is_reversed: bool,
    /// What is said at the beginning of the next words.
    trick: String,
}

impl Filming {
    fn new(rules: &Rules, hands: &[Vec<SuitedCard>; 2]) -> Self {
        let sides = Seat::BOTH.map(Seat::name);
        let mut camera = Camera::new(Stage::Cards(Vec::new()), sides, "cards held");
        camera.place("A's hand".into(), Some(0), false);
        camera.place("The pile".into(), None, true);
        camera.place("B's hand".into(), Some(1), false);
        let mut item = |card: &SuitedCard| match rules.penalty(card.rank) {
            // Plain cards are all alike.
            0 => camera.item("\u{2013}".into(), false),
            _ => {
                let name = format!("{}{}", letter(card.rank), card.suit.symbol());
                camera.item(name, card.suit.is_red())
            }
        };
        let hands = hands.each_ref().map(|hand| hand.iter().map(&mut item).collect());
        let (pile, piled, trick) = (Vec::new(), Vec::new(), String::new());
        let is_reversed = rules.pile == Pile::Reversed;
        Self { camera, hands, pile, piled, is_reversed, trick }
    }

    fn show(&mut self, words: impl Into<String>, winner: Option<usize>) {
        let [a, b] = self.hands.clone();
        self.camera.take(vec![a, self.pile.clone(), b], Said::new(words, winner));
    }

    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Deal { .. } => self.show("The deal", None),
            Event::Trick { trick, .. } => self.trick = format!("Trick {trick}: "),
            Event::Played { seat, card, penalty, owed } => {
                let item = self.hands[seat.index()].remove(0);
                self.pile.push(item);
                self.piled.push(card);
                let (who, other) = (seat.name(), seat.other().name());
                let then = match (penalty, owed) {
                    (0, 0) => String::new(),
                    (0, owed) => format!(", still owes {owed}"),
                    (penalty, _) => format!(": {other} has to pay {penalty}"),
                };
                let what = if penalty > 0 { letter(card) } else { "a plain card".into() };
                let words = format!("{}{who} plays {what}{then}", self.trick);
                self.show(words, None);
            }
            Event::Taken { seat, pile } => {
                // In the order in which they will come up; of a shuffled pile whichever of a rank is first.
                let take = |card: &Card| {
                    let mut piled = self.piled.iter();
                    let at = match self.is_reversed {
                        true => piled.rposition(|piled| piled == card)?,
                        false => piled.position(|piled| piled == card)?,
                    };
                    self.piled.remove(at);
                    Some(self.pile.remove(at))
                };
                let cards: Vec<i32> = pile.iter().filter_map(take).collect();
                let words = format!("{}{} takes {}", self.trick, seat.name(), cards.len());
                self.hands[seat.index()].extend(cards);
                self.show(words, Some(seat.index()));
            }
            Event::Out { .. } => {}
        }
    }
}

/// A rank as a card shows it.
fn letter(rank: Card) -> String {
    match rank {
        11 => "J".into(),
        12 => "Q".into(),
        13 => "K".into(),
        1 | 14 => "A".into(),
        rank => rank.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Dealer, Deals};
    use crate::core::film::Frame;
    use crate::core::game::{AnyGame, Asked};
    use crate::games::beggar::notation::Notation;
    use crate::games::beggar::{Beggar, presets};

    /// The film of a deal, or without one of the game of the seed.
    fn film_of(rules: &str, deal: Option<&str>, game: u64) -> Result<Film, String> {
        let rules = Beggar.preset(rules).unwrap();
        let asked = match deal {
            Some(deal) => Asked::of_deal(deal, Seed(3), game),
            None => Asked::of_seed(Seed(3), game),
        };
        Ok(Beggar.show(&rules).scene(&asked)?.film().unwrap())
    }

    #[test]
    fn the_film_of_a_typed_deal_is_that_of_the_game_of_the_seed() {
        for preset in presets::ALL {
            let rules = presets::find(preset.name).unwrap().rules();
            let (deals, game) = (Deals::of_seed(3), 4);
            let dealt = film_of(preset.name, None, game).unwrap();
            let deck = Dealer::new(deals.seed, rules.deck.clone()).deck(game);
            let deal = Notation::new(&rules).unwrap().write(&rules.split().hands(&deck));
            let typed = film_of(preset.name, Some(&deal), game).unwrap();
            assert_eq!(typed.result, dealt.result, "{deal}");
            let Stage::Cards(faces) = &dealt.stage else { panic!("played with cards") };
            // Court cards have suits, plain ones are all alike.
            let plain = faces.iter().filter(|face| !face.name.ends_with(['♣', '♦', '♥', '♠']));
            assert_eq!(plain.map(|face| face.name.as_str()).collect::<Vec<_>>(), ["\u{2013}"]);
            let courts = deck.iter().filter(|&&card| rules.penalty(card) > 0).count();
            assert_eq!(faces.len(), courts + 1, "{}", preset.name);
            let error = film_of(preset.name, Some("--"), game).unwrap_err();
            assert!(error.contains("no slash"), "{error}");
        }
    }

    #[test]
    fn every_card_is_somewhere_in_every_frame() {
        for preset in presets::ALL {
            let rules = presets::find(preset.name).unwrap().rules();
            for game in 0..5 {
                let deals = Deals::of_seed(3);
                let film = film_of(preset.name, None, game).unwrap();
                let cards = |frame: &Frame| {
                    let mut cards: Vec<i32> = frame.items.concat();
                    cards.sort_unstable();
                    cards
                };
                let whole = cards(&film.frames[0]);
                assert!(film.frames.iter().all(|frame| cards(frame) == whole));
                let deck = Dealer::new(deals.seed, rules.deck.clone()).deck(game);
                let result = Reference::new(rules.clone(), deals.seed).play(&deck, GameIndex(game));
                // A frame per card and per pile, the deal and the end; the last trick is not taken.
                let taken = film.frames.iter().filter(|f| f.words.contains(" takes ")).count();
                assert_eq!(film.frames.len(), result.cards as usize + taken + 2);
                assert!((result.tricks - 1..=result.tricks).contains(&(taken as u32)));
            }
        }
    }
}
