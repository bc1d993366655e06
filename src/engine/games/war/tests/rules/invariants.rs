//! What holds for every game of every rule set.

use super::{composition, play, rules};
use crate::core::cards::{Card, Composition, Dealer, GameIndex, Seed};
use crate::core::tests::Random;
use crate::games::war::event::Event;
use crate::games::war::rules::{LimitUnit, Pickup, Short, Winnings};
use crate::games::war::tests::conformance::any_rules;
use crate::games::war::{EndReason, GameResult, Outcome, Reference, RuleFields, Rules, presets};

/// Follows the cards of a game, and counts again what the engine counts.
#[derive(Default)]
struct Bookkeeper {
    cards: Vec<Card>,
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
            Event::Deal { hands: [a, b] } => assert_eq!(a.len() + b.len(), self.cards.len()),
            Event::Round { round, held: [cards_a, cards_b] } => {
                self.pot.clear();
                self.rounds += 1;
                self.ties = 0;
                assert_eq!(round, self.rounds);
                assert_eq!(cards_a + cards_b, self.cards.len(), "cards lost or made");
            }
            Event::Battle { battle, cards: [a, b], kept, held, winner } => {
                self.battles += 1;
                assert_eq!(battle, self.battles);
                self.pot.extend((0..2).filter(|&s| !kept[s]).map(|s| [a, b][s]));
                self.laid += kept.into_iter().filter(|kept| !kept).count() as u64;
                assert_eq!(held[0] + held[1] + self.pot.len(), self.cards.len());
                if winner.is_none() {
                    self.wars += 1;
                    self.ties += 1;
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
                assert_eq!(left + self.pot.len(), self.cards.len(), "cards lost or made");
                assert_eq!(result.rounds, self.rounds);
                assert_eq!(result.battles, self.battles);
                assert_eq!(result.wars, self.wars);
                assert_eq!(result.deepest_war, self.deepest);
                assert_eq!(result.cards_laid, self.laid);
            }
        }
    }
}

#[test]
fn every_game_keeps_the_deck_counts_what_happened_and_ends_for_its_reason() {
    let mut random = Random(12);
    for _ in 0..2_500 {
        let [suits, ranks] = random.of(&[[4, 13], [4, 3], [3, 5], [2, 9], [1, 12], [8, 2], [5, 1]]);
        let mut fields = RuleFields::clone(&any_rules(&mut random, composition(suits, ranks)));
        fields.limit.ceiling = fields.limit.ceiling.min(1_001);
        let rules = fields.clone().check().unwrap();
        let (mut engine, mut dealer) =
            (Reference::new(rules.clone(), Seed(1)), Dealer::new(Seed(1), rules.deck));
        // A pile that is turned over as it lies is the hand's bottom, whatever ends the game.
        let mut piles = [Winnings::Bottom, Winnings::Pile].map(|winnings| {
            let rules = RuleFields { winnings, ..fields.clone() }.check().unwrap();
            Reference::new(rules, Seed(1))
        });
        for game in (0..4).map(GameIndex) {
            let mut deck = dealer.deck(game.0);
            if game.0 == 3 {
                // Equal hands.
                deck = deck.iter().flat_map(|&card| [card, card]).collect();
            }
            let mut bookkeeper = Bookkeeper { cards: deck.clone(), ..Bookkeeper::default() };
            let hands = rules.deal.hands(&deck);
            let result = engine.observe(hands, game, &mut |event| bookkeeper.see(event));
            // Watching changes nothing, and neither does a used engine.
            assert_eq!(Reference::new(rules.clone(), Seed(1)).play(&deck, game), result);
            let chains = engine.chains();
            let wars: u64 = chains.iter().zip(1..).map(|(&rounds, depth)| rounds * depth).sum();
            assert_eq!((wars, chains.len() as u64), (result.wars, result.deepest_war));
            let (limit, caps) = (rules.limit, rules.caps());
            assert!(result.battles <= caps.battles && result.rounds <= caps.rounds, "{result:?}");
            let is_draw = result.outcome == Outcome::Draw;
            let fits = match result.end_reason {
                EndReason::OutOfCards => !is_draw,
                EndReason::ShortInWar => is_draw == (rules.war.short == Short::Draw),
                EndReason::BothOut | EndReason::Cycle => is_draw,
                EndReason::BothShort => true,
                EndReason::Limit => match limit.unit {
                    LimitUnit::Battles => result.battles == limit.at,
                    LimitUnit::Rounds => result.rounds == limit.at,
                    LimitUnit::None => result.battles == limit.ceiling,
                },
            };
            assert!(fits, "{result:?} {}", rules.to_toml());
            let [bottom, pile] = piles.each_mut().map(|engine| engine.play(&deck, game));
            assert_eq!(pile, bottom, "{deck:?} {}", rules.to_toml());
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

/// Chance inside a game is drawn anew, so only shares can be compared: a false alarm has probability 6e-7.
#[test]
fn by_chance_inside_exchanged_hands_win_as_often() {
    let (strong, weak) = ([9, 3, 8, 7, 2, 9, 5, 6], [4, 8, 2, 9, 6, 3, 7, 5]);
    for toml in [
        "pickup = 'shuffled'",
        "pickup = 'shuffled'\nwinnings = 'pile-reversed'",
        "winnings = 'pile-shuffled'",
        "pickup = 'a-block'\nwinnings = 'pile-shuffled'",
    ] {
        let rules = rules(&format!("war.face_down = 1\n{toml}"));
        let mut reference = Reference::new(rules, Seed(7));
        let games = 20_000;
        let mut won = |hands: [&[Card]; 2], outcome, from: u64| {
            let mut play = |game| reference.play_hands(hands, GameIndex(game)).outcome;
            (from..from + games).filter(|&game| play(game) == outcome).count() as f64
        };
        let one = won([&strong, &weak], Outcome::A, 0);
        let other = won([&weak, &strong], Outcome::B, games);
        assert!(one > 1_000.0 && one < 19_000.0, "{one}");
        let share = (one + other) / (2.0 * games as f64);
        let std_err = (2.0 * share * (1.0 - share) * games as f64).sqrt();
        assert!((one - other).abs() < 5.0 * std_err, "{toml}: {one} {other}");
    }
}

#[test]
fn players_who_change_places_change_the_outcome() {
    let alike = |order: &&Pickup| !order.looks_at_seat() && !order.is_by_chance();
    let words: Vec<&str> = Pickup::ALL.iter().filter(alike).map(|order| order.name()).collect();
    assert!(words.contains(&"loser-block") && !words.contains(&"a-block"));
    let mut otherwise = 0;
    for (mine, yours) in words.iter().flat_map(|mine| words.iter().map(move |yours| (mine, yours)))
    {
        let of = |a: &str, b: &str| {
            rules(&format!("pickup = '{a}'\nseat_b.pickup = '{b}'\nlimit.unit = 'none'"))
        };
        let [here, there] = [of(mine, yours), of(yours, mine)];
        let mut dealer = Dealer::new(Seed(9), here.deck);
        for game in 0..20 {
            let deck = dealer.deck(game);
            let exchanged: Vec<Card> = deck.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
            let [one, other] = [play(&here, &deck), play(&there, &exchanged)];
            assert_eq!(other.outcome.value(), -one.outcome.value(), "{mine} {yours} {deck:?}");
            assert_eq!((other.battles, other.cycle), (one.battles, one.cycle));
            otherwise += u32::from(play(&here, &exchanged).outcome != other.outcome);
        }
    }
    assert!(otherwise > 50, "{otherwise}");
}
