//! A game as a film: both hands and the pile after every card.

use super::penalties::rank_name;
use super::reference::{Event, Reference, Table};
use super::rules::Rules;
use super::trace::ending;
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::core::film::{Camera, Film, Said, Stage};
use crate::core::seats::Seat;
use crate::core::step::Step;
use crate::core::table::Words;

/// The game of these hands, with this result.
pub fn film(
    rules: &Rules,
    hands: [Vec<SuitedCard>; 2],
    seed: Seed,
    index: GameIndex,
    result: Words,
) -> Film {
    let sides = Seat::BOTH.map(Seat::name);
    let mut camera = Camera::new(Stage::Cards(Vec::new()), sides, "cards held");
    camera.place("A's hand".into(), Some(0), false);
    camera.place("The pile".into(), None, true);
    camera.place("B's hand".into(), Some(1), false);
    let mut filming = Filming { camera, rules, trick: String::new() };
    let mut engine = Reference::new(rules.clone(), seed);
    let played = engine.observe(hands, index, |step| filming.see(step));
    let end = format!("The end: {}", ending(&played));
    filming.camera.again(Said::new(end, played.outcome.winner()));
    filming.camera.film(result)
}

/// Takes a picture after every card.
struct Filming<'r> {
    /// Shows each court card, and one face for all plain ones.
    camera: Camera,
    rules: &'r Rules,
    /// What is said at the beginning of the next words.
    trick: String,
}

impl Filming<'_> {
    fn cards<'c>(&mut self, cards: impl IntoIterator<Item = &'c SuitedCard>) -> Vec<i32> {
        let item = |card: &SuitedCard| match self.rules.penalty(card.rank) {
            // Plain cards are all alike.
            0 => self.camera.item("\u{2013}".into(), false),
            _ => self.camera.card(*card, || format!("{}{}", letter(card.rank), card.suit.symbol())),
        };
        cards.into_iter().map(item).collect()
    }

    fn see(&mut self, Step { event, table }: Step<Event<'_, SuitedCard>, Table<'_, SuitedCard>>) {
        let (words, winner) = match event {
            Event::Deal { .. } => ("The deal".into(), None),
            Event::Trick { trick, .. } => {
                self.trick = format!("Trick {trick}: ");
                return;
            }
            Event::Played { seat, card, penalty, owed } => {
                let then = match (penalty, owed) {
                    (0, 0) => String::new(),
                    (0, owed) => format!(", still owes {owed}"),
                    (penalty, _) => format!(": {} has to pay {penalty}", seat.other().name()),
                };
                let what = if penalty > 0 { letter(card.rank) } else { "a plain card".into() };
                (format!("{}{} plays {what}{then}", self.trick, seat.name()), None)
            }
            Event::Taken { seat, pile } => {
                let words = format!("{}{} takes {}", self.trick, seat.name(), pile.len());
                (words, Some(seat.index()))
            }
            Event::Out { .. } => return,
        };
        let [a, b] = table.hands;
        let items = vec![self.cards(a), self.cards(table.pile), self.cards(b)];
        self.camera.take(items, Said::new(words, winner));
    }
}

/// A rank as a card shows it.
fn letter(rank: Card) -> String {
    // Italian decks count their ace as 1.
    rank_name(if rank == 1 { 14 } else { rank })
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
