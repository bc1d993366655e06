//! A game as a film: hands, pot and piles after every battle.

use super::event::Event;
use super::reference::Reference;
use super::result::Outcome;
use super::rules::{Rules, Winnings};
use super::table::{Laid, Table};
use super::trace::{CardNames, ENGLISH, ending};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{GameIndex, Seed};
use crate::core::film::{Camera, Film, Said, Stage};
use crate::core::seats::Seat;
use crate::core::step::Step;
use crate::core::wording::digits::grouped;

/// Hands, piles and pot before a camera.
pub struct Filmed {
    /// Takes the pictures.
    pub camera: Camera,
    names: CardNames,
    /// Whether won cards go to a pile of their own.
    piled: bool,
}

impl Filmed {
    /// The places of a game by these rules.
    pub fn new(rules: &Rules, names: CardNames) -> Self {
        let piled = rules.winnings != Winnings::Bottom;
        let sides = Seat::BOTH.map(Seat::name);
        let camera = Camera::new(Stage::Cards(Vec::new()), sides, "cards held").fights("war");
        let mut filmed = Self { camera, names, piled };
        for (seat, player) in ["A", "B"].into_iter().enumerate() {
            let places = [
                (format!("{player}'s hand"), false),
                (format!("{player}'s pile"), false),
                (format!("Pot, {player}'s cards"), true),
            ];
            for (name, at_risk) in filmed.of_seat(seat, places) {
                filmed.camera.place(name, Some(seat), at_risk);
            }
        }
        filmed
    }

    /// What of hand, pile and half of the pot there is, in the order of a player's places.
    fn of_seat<T>(&self, seat: usize, [hand, pile, pot]: [T; 3]) -> Vec<T> {
        let pile = Some(pile).filter(|_| self.piled);
        let mut places: Vec<T> = [Some(hand), pile, Some(pot)].into_iter().flatten().collect();
        if seat == 1 {
            places.reverse();
        }
        places
    }

    fn item(&mut self, card: SuitedCard) -> i32 {
        self.camera.card(card, || self.names.card(card))
    }

    fn cards<'c>(&mut self, cards: impl IntoIterator<Item = &'c SuitedCard>) -> Vec<i32> {
        cards.into_iter().map(|&card| self.item(card)).collect()
    }

    fn pot<'c>(&mut self, pot: impl Iterator<Item = &'c Laid<SuitedCard>>) -> Vec<i32> {
        let item = |laid: &Laid<_>| self.item(laid.card) * if laid.face_down { -1 } else { 1 };
        pot.map(item).collect()
    }

    /// What lies in each place.
    pub fn items(&mut self, table: Table<'_, SuitedCard>) -> Vec<Vec<i32>> {
        let mut items = Vec::new();
        for (seat, player) in table.players.iter().enumerate() {
            let (hand, pile) = (self.cards(&player.hand), self.cards(&player.pile));
            let pot = self.pot(table.pot.iter().filter(|laid| laid.at.by == seat));
            items.extend(self.of_seat(seat, [hand, pile, pot]));
        }
        items
    }
}

/// The game of these hands.
pub fn film(
    rules: &Rules,
    names: CardNames,
    hands: [Vec<SuitedCard>; 2],
    seed: Seed,
    index: GameIndex,
) -> Film {
    let mut filming = Filming {
        filmed: Filmed::new(rules, names),
        turned: (rules.winnings == Winnings::PileShuffled).then(Default::default),
        depth: 0,
        battle: None,
        after: Vec::new(),
    };
    let mut engine = Reference::new(rules.clone(), seed);
    let result = engine.observe_hands(hands, index, &mut |step| filming.see(step));
    let (outcome, winner) = match result.outcome {
        Outcome::Draw => ("a draw".into(), None),
        of => (format!("{} wins", of.name()), Some(of.index())),
    };
    let why = ending(rules, &result, Seat::BOTH.map(Seat::name), &ENGLISH);
    let Filming { mut filmed, after, .. } = filming;
    filmed.camera.take(after, Said::new(format!("The end: {outcome}; {why}"), winner));
    filmed.camera.film(result.words())
}

/// Follows a game of two and takes a picture of every battle.
struct Filming {
    filmed: Filmed,
    /// The hands as they were before they were shuffled, where they are: a shuffle shows its order only as
    /// the cards are played.
    turned: Option<[Vec<i32>; 2]>,
    /// Ties in a row in this round.
    depth: u64,
    /// The battle that is being fought, until its price is known.
    battle: Option<(Vec<Vec<i32>>, Said)>,
    /// What lies where at the end.
    after: Vec<Vec<i32>>,
}

impl Filming {
    /// What lies in each place, as far as it is known to who watches.
    fn items(&mut self, table: Table<'_, SuitedCard>) -> Vec<Vec<i32>> {
        let mut items = self.filmed.items(table);
        let last = items.len() - 1;
        for (turned, at) in self.turned.iter().flatten().zip([0, last]) {
            let mut hand = std::mem::take(&mut items[at]);
            // Of equal cards the first was played.
            let is_held = |card: &&i32| {
                let at = hand.iter().position(|held| held == *card);
                at.map(|at| hand.swap_remove(at)).is_some()
            };
            items[at] = turned.iter().rev().filter(is_held).copied().collect();
            items[at].reverse();
        }
        items
    }

    /// This hand lies as it is now until it is shuffled.
    fn turn(&mut self, seat: Seat, table: Table<'_, SuitedCard>) {
        if let Some(turned) = &mut self.turned {
            turned[seat.index()] = self.filmed.cards(&table.players[seat.index()].hand);
        }
    }

    /// Shows the battle that was being fought, with these words after its own.
    fn show_battle(&mut self, then: &str) {
        if let Some((items, said)) = self.battle.take() {
            let words = format!("{}{then}", said.words);
            self.filmed.camera.take(items, Said { words, depth: self.depth, ..said });
        }
    }

    fn see(&mut self, Step { event, table }: Step<Event<'_>, Table<'_, SuitedCard>>) {
        match event {
            Event::Deal { .. } => {
                Seat::BOTH.into_iter().for_each(|seat| self.turn(seat, table));
                let items = self.items(table);
                self.filmed.camera.take(items, Said::new("The deal", None));
            }
            Event::Round { .. } => self.depth = 0,
            Event::PileTurned { seat, .. } => self.turn(seat, table),
            Event::Battle { battle, a, b, winner, .. } => {
                self.show_battle("");
                let [a, b] = [a, b].map(|card| self.filmed.names.rank(card.rank).to_string());
                let who = match winner {
                    Some(seat) => format!("{} takes {}", seat.name(), table.pot.len()),
                    None => "a tie".into(),
                };
                let words = format!("Battle {}: {a} against {b}, {who}", grouped(battle));
                let said = Said::new(words, winner.map(Seat::index));
                self.battle = Some((self.items(table), said));
            }
            Event::War { depth, face_down, .. } => {
                self.depth = depth;
                let cards = if face_down == 1 { "card" } else { "cards" };
                self.show_battle(&format!(": war, {face_down} {cards} face down"));
            }
            Event::FaceDown { .. } => {}
            Event::Unpaid { depth, short, .. } => {
                self.depth = depth;
                let who = match short {
                    [true, true] => "neither has",
                    [true, false] => "A has not",
                    _ => "B has not",
                };
                self.show_battle(&format!(": war, but {who} the cards for it"));
            }
            Event::PickUp { .. } => self.show_battle(""),
            Event::End { .. } => {
                self.show_battle("");
                self.after = self.items(table);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Card, Dealer, Deals};
    use crate::core::film::Frame;
    use crate::core::game::{AnyGame, Asked};
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
                assert_eq!(whole.len(), rules.deck.cards(), "{}", preset.name);
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
            let deck = Dealer::new(deals.seed, rules.deck).deck(game);
            let words = |cards: &[Card]| {
                cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            };
            let [a, b] = rules.split().hands(&deck);
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
            let deck = Dealer::new(deals.seed, rules.deck).deck(game);
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
