//! What holds for every game of every rule set.

use super::{composition, rules};
use crate::core::cards::{Card, Composition, Dealer, GameIndex, Seed};
use crate::core::tests::Random;
use crate::games::war::event::Event;
use crate::games::war::rules::Pickup;
use crate::games::war::tests::conformance::any_rules;
use crate::games::war::{GameResult, Outcome, Reference, RuleFields, Rules, presets};

/// Follows the cards of a game, and counts again what the engine counts.
#[derive(Default)]
struct Bookkeeper {
    cards: usize,
    pot: Vec<Card>,
    rounds: u64,
    battles: u64,
    wars: u64,
    laid: u64,
    ties: u64,
    deepest: u64,
}

impl Bookkeeper {
    fn see(&mut self, event: Event<'_, Card>) {
        match event {
            Event::Deal { hands: [a, b] } => self.cards = a.len() + b.len(),
            Event::Round { round, held } => {
                (self.rounds, self.ties) = (self.rounds + 1, 0);
                assert_eq!((round, held.iter().sum()), (self.rounds, self.cards));
            }
            Event::Battle { battle, cards, kept, held, winner } => {
                self.battles += 1;
                let laid = (0..2).filter(|&seat| !kept[seat]).map(|seat| cards[seat]);
                self.pot.extend(laid.clone());
                self.laid += laid.count() as u64;
                let all = held.iter().sum::<usize>() + self.pot.len();
                assert_eq!((battle, all), (self.battles, self.cards));
                if winner.is_none() {
                    (self.wars, self.ties) = (self.wars + 1, self.ties + 1);
                    self.deepest = self.deepest.max(self.ties);
                }
            }
            Event::War { depth, .. } | Event::Unpaid { depth, .. } => assert_eq!(depth, self.ties),
            Event::FaceDown { card, .. } => {
                self.pot.push(card);
                self.laid += 1;
            }
            Event::PickUp { pot, .. } => {
                let mut won = pot.to_vec();
                won.sort_unstable();
                self.pot.sort_unstable();
                assert_eq!(won, self.pot, "what is won is not what was laid");
                self.pot.clear();
            }
            Event::PileTurned { cards, .. } => assert!(cards > 0),
            Event::End { result } => {
                let left = (result.cards_a + result.cards_b) as usize;
                assert_eq!(left + self.pot.len(), self.cards, "cards lost or made");
                let GameResult { rounds, battles, wars, deepest_war, cards_laid, .. } = result;
                let found = [rounds, battles, wars, deepest_war, cards_laid];
                assert_eq!(found, [self.rounds, self.battles, self.wars, self.deepest, self.laid]);
            }
        }
    }
}

#[test]
fn every_game_keeps_the_deck_and_counts_what_happened() {
    let mut random = Random(12);
    for _ in 0..2_500 {
        let [suits, ranks] = random.of(&[[4, 13], [4, 3], [3, 5], [2, 9], [1, 12], [8, 2], [5, 1]]);
        let mut fields = RuleFields::clone(&any_rules(&mut random, composition(suits, ranks)));
        fields.limit.ceiling = fields.limit.ceiling.min(1_001);
        let rules = fields.check().unwrap();
        let (mut engine, mut dealer) =
            (Reference::new(rules.clone(), Seed(1)), Dealer::new(Seed(1), rules.deck));
        for game in (0..4).map(GameIndex) {
            let mut deck = dealer.deck(game.0);
            if game.0 == 3 {
                // Equal hands.
                deck = deck.iter().flat_map(|&card| [card, card]).collect();
            }
            let mut bookkeeper = Bookkeeper::default();
            let hands = rules.deal.hands(&deck);
            let result = engine.observe(hands, game, &mut |event| bookkeeper.see(event));
            assert_eq!(bookkeeper.cards, deck.len());
            // Watching changes nothing, and neither does a used engine.
            assert_eq!(Reference::new(rules.clone(), Seed(1)).play(&deck, game), result);
            let chains = engine.chains();
            let wars: u64 = chains.iter().zip(1..).map(|(&rounds, depth)| rounds * depth).sum();
            assert_eq!((wars, chains.len() as u64), (result.wars, result.deepest_war));
        }
    }
}

// Where no rule looks at the seat, hands that are exchanged exchange the outcome, and nothing else.

/// Whether hands that are exchanged give the same game, exchanged likewise.
fn passes_on(rules: &Rules, deck: &[Card]) -> bool {
    let mut reference = Reference::new(rules.clone(), Seed(7));
    let mut play = |[a, b]: [&[Card]; 2]| {
        let result = reference.play_hands([a, b], GameIndex(0));
        // A 1 beside a 14 is as good an ace.
        let ranks = |hand: &Vec<Card>| hand.iter().map(|&card| rules.strength(card)).collect();
        (result, reference.cards_left().each_ref().map(ranks))
    };
    let [a, b] = rules.deal.hands(deck);
    let (one, [left_a, left_b]): (GameResult, [Vec<Card>; 2]) = play([&a, &b]);
    let outcome = Outcome::ALL[[1, 0, 2][one.outcome as usize]];
    let other = GameResult { outcome, cards_a: one.cards_b, cards_b: one.cards_a, ..one };
    play([&b, &a]) == (other, [left_b, left_a])
}

/// Whether every one of so many random deals passes on.
fn all_pass_on(rules: &Rules, deals: u64) -> bool {
    let mut dealer = Dealer::new(Seed(3), rules.deck);
    (0..deals).all(|game| passes_on(rules, &dealer.deck(game)))
}

#[test]
fn rule_sets_have_equal_seats_where_exchanged_hands_exchange_every_game() {
    for preset in presets::ALL {
        let rules = preset.rules();
        let passes_on = || all_pass_on(&rules, 600);
        let is_right = rules.has_in_game_randomness() || rules.has_equal_seats() == passes_on();
        assert!(is_right, "{}", preset.name);
    }
    for pickup in [Pickup::AsLaid, Pickup::ABlock, Pickup::LastFirst] {
        let rules = RuleFields { pickup, ..RuleFields::default() }.check().unwrap();
        assert!(!rules.has_equal_seats() && !all_pass_on(&rules, 200), "{pickup:?}");
    }
    // A card more is one.
    assert!(!rules("pickup = 'winner-first'\ndeck.jokers = 1").has_equal_seats());
    // A pile that is shuffled keeps no order.
    for (toml, equal) in [
        ("pickup = 'shuffled'", true),
        ("pickup = 'a-block'\nwinnings = 'pile-shuffled'", true),
        ("pickup = 'a-block'\nwinnings = 'pile-reversed'", false),
    ] {
        assert_eq!(rules(toml).has_equal_seats(), equal, "{toml}");
    }
    let mut random = Random(11);
    let mut equal = 0;
    while equal < 300 {
        let [suits, ranks, lowest, jokers] = [4, 9, 6, 3].map(|n| random.below(n) as u32);
        let deck = Composition { suits: suits + 1, ranks: ranks + 1, lowest: lowest + 1, jokers };
        let rules = any_rules(&mut random, deck);
        if rules.has_equal_seats() && !rules.has_in_game_randomness() {
            equal += 1;
            assert!(all_pass_on(&rules, 30), "{}", rules.to_toml());
        }
    }
}
