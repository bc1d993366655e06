//! A game as a film: hands, pot and piles after every battle.

use std::collections::VecDeque;

use super::event::Event;
use super::reference::Reference;
use super::result::Outcome;
use super::rules::{Rules, Winnings};
use super::trace::{CardNames, ENGLISH, ending};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{GameIndex, Seed};
use crate::core::film::{Face, Faces, Film, Frame, Place, Reel, Stage};
use crate::core::seats::Seat;
use crate::core::wording::digits::grouped;

/// The players.
const PLAYERS: [&str; 2] = ["A", "B"];

/// The game of these hands.
pub fn film(
    rules: &Rules,
    names: CardNames,
    hands: [Vec<SuitedCard>; 2],
    seed: Seed,
    index: GameIndex,
) -> Film {
    let mut camera = Camera::new(names, rules.winnings, &hands);
    camera.show("The deal", None, 0);
    let mut engine = Reference::new(rules.clone(), seed);
    let result = engine.observe_hands(hands, index, &mut |event| camera.see(event));
    camera.settle();
    let (outcome, winner) = match result.outcome {
        Outcome::A => ("A wins", Some(0)),
        Outcome::B => ("B wins", Some(1)),
        Outcome::Draw => ("a draw", None),
    };
    let last = format!("The end: {outcome}; {}", ending(rules, &result, PLAYERS, &ENGLISH));
    camera.show(&last, winner, 0);
    Film { result: result.words(), ..camera.film() }
}

/// Follows a game and takes a picture of every battle.
struct Camera {
    names: CardNames,
    faces: Faces,
    /// Where won cards go.
    winnings: Winnings,
    hands: [VecDeque<i32>; 2],
    piles: [Vec<i32>; 2],
    /// What each player has put into the pot, face-down cards negative.
    pot: [Vec<i32>; 2],
    /// Who picks up the pot, and its cards in that order.
    won: Option<(Seat, Vec<i32>)>,
    /// Ties in a row in this round.
    depth: u64,
    /// The battle that is being fought, until its price is known.
    battle: Option<(String, Option<Seat>)>,
    reel: Reel,
}

impl Camera {
    fn new(names: CardNames, winnings: Winnings, hands: &[Vec<SuitedCard>; 2]) -> Self {
        let mut camera = Self {
            names,
            faces: Faces::default(),
            winnings,
            hands: Default::default(),
            piles: Default::default(),
            pot: Default::default(),
            won: None,
            depth: 0,
            battle: None,
            reel: Reel::default(),
        };
        for (seat, hand) in hands.iter().enumerate() {
            camera.hands[seat] = hand.iter().map(|card| camera.item(*card)).collect();
        }
        camera
    }

    /// Whether won cards go to a pile of their own.
    fn piled(&self) -> bool {
        self.winnings != Winnings::Bottom
    }

    fn item(&mut self, card: SuitedCard) -> i32 {
        self.faces.item(Face { name: self.names.card(card), red: card.suit.is_red() })
    }

    /// Takes a card from the top of a hand. A pile that was shuffled shows its order only as it is
    /// played, so the card may be further down.
    fn play(&mut self, seat: usize, card: SuitedCard) -> i32 {
        let item = self.item(card);
        if let Some(at) = self.hands[seat].iter().position(|&held| held == item) {
            self.hands[seat].remove(at);
        }
        item
    }

    /// Puts what was won where it belongs.
    fn settle(&mut self) {
        let Some((winner, cards)) = self.won.take() else { return };
        self.pot = Default::default();
        match self.piled() {
            true => self.piles[winner.index()].extend(cards),
            false => self.hands[winner.index()].extend(cards),
        }
    }

    /// Shows the battle that was being fought, with these words after its own.
    fn show_battle(&mut self, then: &str) {
        let Some((words, winner)) = self.battle.take() else { return };
        let winner = winner.map(|seat| seat.index() as u8);
        self.show(&format!("{words}{then}"), winner, self.depth);
    }

    fn show(&mut self, words: &str, winner: Option<u8>, depth: u64) {
        let mut items = Vec::with_capacity(6);
        for seat in [0, 1] {
            let hand: Vec<i32> = self.hands[seat].iter().copied().collect();
            let mut side = vec![hand];
            if self.piled() {
                side.push(self.piles[seat].clone());
            }
            side.push(self.pot[seat].clone());
            if seat == 1 {
                // The two halves of the pot lie next to each other.
                side.reverse();
            }
            items.extend(side);
        }
        let held = |seat: usize| (self.hands[seat].len() + self.piles[seat].len()) as u32;
        let standing = vec![held(0), held(1)];
        self.reel.push(Frame { items, words: words.into(), winner, depth, standing });
    }

    fn film(self) -> Film {
        let place =
            |name: String, side: u8, at_risk: bool| Place { name, side: Some(side), at_risk };
        let mut places = Vec::new();
        for (side, player) in (0..).zip(PLAYERS) {
            let mut own = vec![place(format!("{player}'s hand"), side, false)];
            if self.piled() {
                own.push(place(format!("{player}'s pile"), side, false));
            }
            own.push(place(format!("Pot, {player}'s cards"), side, true));
            if side == 1 {
                own.reverse();
            }
            places.extend(own);
        }
        let (frames, gap) = self.reel.finish();
        Film {
            stage: Stage::Cards(self.faces.0),
            places,
            sides: PLAYERS.map(Into::into).to_vec(),
            standing: "cards held",
            fight: "war",
            frames,
            gap,
            result: Vec::new(),
        }
    }
}

impl Camera {
    fn see(&mut self, event: Event<'_>) {
        match event {
            Event::Round { .. } => {
                self.settle();
                self.depth = 0;
            }
            Event::PileTurned { seat, .. } => {
                // The pile may become the hand in the middle of a round.
                let mut pile = std::mem::take(&mut self.piles[seat.index()]);
                if self.winnings == Winnings::PileReversed {
                    pile.reverse();
                }
                self.hands[seat.index()].extend(pile);
            }
            Event::Battle { battle, cards, kept, winner } => {
                self.show_battle("");
                for (seat, card) in cards.into_iter().enumerate() {
                    if !kept[seat] {
                        let item = self.play(seat, card);
                        self.pot[seat].push(item);
                    }
                }
                let [a, b] = cards.map(|card| self.names.rank(card.rank).to_string());
                let at_risk = self.pot.iter().map(Vec::len).sum::<usize>();
                let who = match winner {
                    Some(seat) => format!("{} takes {at_risk}", PLAYERS[seat.index()]),
                    None => "a tie".into(),
                };
                let words = format!("Battle {}: {a} against {b}, {who}", grouped(battle));
                self.battle = Some((words, winner));
            }
            Event::War { depth, face_down, .. } => {
                self.depth = depth;
                let cards = if face_down == 1 { "card" } else { "cards" };
                self.show_battle(&format!(": war, {face_down} {cards} face down"));
            }
            Event::FaceDown { seat, card } => {
                let item = self.play(seat.index(), card);
                self.pot[seat.index()].push(-item);
            }
            Event::Unpaid { depth, short, .. } => {
                self.depth = depth;
                let who = match short {
                    [true, true] => "neither has",
                    [true, false] => "A has not",
                    _ => "B has not",
                };
                self.show_battle(&format!(": war, but {who} the cards for it"));
            }
            Event::PickUp { winner, pot } => {
                self.show_battle("");
                self.won = Some((winner, pot.iter().map(|&card| self.item(card)).collect()));
            }
            Event::End { .. } => self.show_battle(""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Card, Dealer, Deals};
    use crate::core::game::{AnyGame, Asked};
    use crate::games::war::rules::Leftover;
    use crate::games::war::split::Split;
    use crate::games::war::{War, presets};

    /// The film of a deal, or without one of the game of the seed.
    fn film_of(rules: &str, deal: Option<&str>, seed: u64, game: u64) -> Result<Film, String> {
        let rules = War.preset(rules).expect("built in");
        let asked = match deal {
            Some(deal) => Asked::of_deal(deal, Seed(seed), game),
            None => Asked::of_seed(Seed(seed), game),
        };
        let film = War.show(&rules).scene(&asked)?.film();
        Ok(film.expect("every game can be shown"))
    }

    fn all_cards(frame: &Frame) -> Vec<i32> {
        let mut cards: Vec<i32> = frame.items.iter().flatten().map(|item| item.abs()).collect();
        cards.sort_unstable();
        cards
    }

    #[test]
    fn every_card_is_somewhere_in_every_frame_of_every_rule_set() {
        for preset in presets::ALL {
            let rules = preset.rules();
            for game in 0..3 {
                let film = film_of(preset.name, None, 7, game).expect("a game of a seed");
                let whole = all_cards(&film.frames[0]);
                let left = match rules.leftover {
                    Leftover::LeftOut => rules.deck.cards() % rules.players as usize,
                    _ => 0,
                };
                assert_eq!(whole.len(), rules.deck.cards() - left, "{}", preset.name);
                for frame in &film.frames {
                    assert_eq!(all_cards(frame), whole, "{} game {game}: {frame:?}", preset.name);
                    assert_eq!(frame.items.len(), film.places.len());
                }
            }
        }
    }

    #[test]
    fn the_film_of_a_typed_deal_is_that_of_the_game_of_the_seed() {
        for name in ["umass", "shuffled-pot", "drunkard"] {
            let rules = presets::find(name).expect("built in").rules();
            let (deals, game) = (Deals::of_seed(5), 3);
            let dealt = film_of(name, None, 5, game).expect("a game of a seed");
            let deck = Dealer::new(deals.seed, rules.deck.clone()).deck(game);
            let words = |cards: &[Card]| {
                cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            };
            let [a, b] = Split::of(&rules).hands(&deck);
            for deal in [words(&deck), format!("A: {} | B: {}", words(&a), words(&b))] {
                let typed = film_of(name, Some(&deal), 5, game).expect("a deck");
                assert_eq!(typed.result, dealt.result, "{name}, {deal}");
                let cards_of_each = |film: &Film| -> Vec<[u32; 2]> {
                    film.frames.iter().map(|frame| [frame.standing[0], frame.standing[1]]).collect()
                };
                assert_eq!(cards_of_each(&typed), cards_of_each(&dealt), "{name}, {deal}");
            }
        }
    }

    #[test]
    fn what_is_no_deal_is_refused_with_its_place() {
        for (deal, told) in [("2 x", "card 2"), ("A: 2 | B: y", "B's hand"), ("2 15", "15")] {
            let error = film_of("ernie-burt", Some(deal), 0, 0).expect_err(deal);
            assert!(error.contains(told), "{deal}: {error}");
        }
    }

    #[test]
    fn a_film_has_a_frame_per_battle_and_ends_as_the_game_did() {
        let rules = presets::find("umass").expect("built in").rules();
        for game in 0..20 {
            let deals = Deals::of_seed(42);
            let film = film_of("umass", None, 42, game).expect("a game of a seed");
            let deck = Dealer::new(deals.seed, rules.deck.clone()).deck(game);
            let mut engine = Reference::new(rules.clone(), deals.seed);
            let result = engine.play(&deck, GameIndex(game));
            // The deal, each battle, the end.
            assert_eq!(film.frames.len() as u64, result.battles + 2);
            assert_eq!(film.result, result.words());
            let last = film.frames.last().expect("at least the deal");
            assert_eq!(last.standing, [result.cards_a as u32, result.cards_b as u32]);
            assert_eq!(film.frames.iter().filter(|f| f.depth > 0).count() > 0, result.wars > 0);
        }
    }

    #[test]
    fn a_film_ends_with_the_cards_left_in_their_order() {
        let both = "pickup = \"winner-first\"\n[seat_b]\npickup = \"loser-first\"\npickup_war = \"high-first\"";
        let own = ["pickup = \"shuffled\"", "winnings = \"pile-reversed\"", both];
        let own = own.map(|text| (text, War.read(text).expect("a rule file")));
        let built_in = presets::ALL
            .iter()
            .map(|preset| (preset.name, War.preset(preset.name).expect("built in")));
        for (name, rules) in built_in.chain(own) {
            for game in 0..5 {
                let asked = Asked::of_seed(Seed(11), game);
                let mut scene = War.show(&rules).scene(&asked).expect("a game of a seed");
                let film = scene.film().expect("every game can be shown");
                let Stage::Cards(faces) = &film.stage else { panic!("War is played with cards") };
                let last = film.frames.last().expect("at least the deal");
                for (seat, (_, left)) in (0..).zip(scene.left()) {
                    let held = film.places.iter().zip(&last.items);
                    let held = held.filter(|(place, _)| place.side == Some(seat) && !place.at_risk);
                    // The hand, then the pile that will be the next hand.
                    let mut held: Vec<Vec<i32>> = held.map(|(_, items)| items.clone()).collect();
                    if seat == 1 {
                        held.reverse();
                    }
                    if name.contains("reversed") {
                        held[1].reverse();
                    }
                    let name_of = |item: &i32| {
                        faces[*item as usize - 1].name.trim_end_matches(['♣', '♦', '♥', '♠'])
                    };
                    let held: Vec<&str> = held.iter().flatten().map(name_of).collect();
                    let names = [CardNames::Court, CardNames::Numbers];
                    let left = names.map(|names| {
                        left.iter().map(|&rank| names.short(rank)).collect::<Vec<_>>()
                    });
                    assert!(
                        left.iter().any(|left| *left == held),
                        "{name}, game {game}: {held:?}, not {left:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_words_tell_who_takes_and_where_the_war_is() {
        let film = film_of("umass", None, 42, 0).expect("a game of a seed");
        let words: Vec<&str> = film.frames.iter().map(|frame| frame.words.as_str()).collect();
        assert_eq!(words[0], "The deal");
        assert!(words[1].starts_with("Battle 1: "), "{}", words[1]);
        assert!(words.iter().any(|words| words.ends_with("a tie: war, 3 cards face down")));
        assert!(words.last().is_some_and(|words| words.starts_with("The end: ")));
    }
}
