//! Deals of which the length is known from elsewhere.

use super::engines::report;
use crate::core::cards::{DeckBlock, GameIndex, Seed};
use crate::games::beggar::fast::{WORDS, engine};
use crate::games::beggar::notation::Notation;
use crate::games::beggar::{EndReason, GameResult, Outcome, Period, Reference, presets};

/// Rule set, deal, cards, tricks, winner.
///
/// Sources: M. M. Paulhus, Amer. Math. Monthly 106 (1999) 162-165; the record list kept with
/// `matthewmayer/beggarmypython` (Kleber, Collins, Mann and Wu, Rucklidge, Nessler).
const RECORDS: [(&str, u32, u32, Outcome); 6] = [
    ("------------KAQ----J------/-JQQK---K----JK--QA-A-JA--", 4_791, 670, Outcome::A),
    ("---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q", 5_790, 805, Outcome::A),
    ("A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-", 6_913, 960, Outcome::A),
    ("K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--", 7_157, 1_007, Outcome::B),
    ("-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK", 7_959, 1_122, Outcome::B),
    ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", 8_344, 1_164, Outcome::B),
];

/// Rule set, deal, cards, tricks, and the period in cards and tricks.
///
/// Source: B. Casella et al., arXiv:2403.13855 (2024).
const LOOPS: [(&str, &str, u32, u32, Period); 2] = [
    (
        "beggar",
        "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
        474,
        66,
        Period { cards: 440, tricks: 62 },
    ),
    (
        "camicia",
        "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--",
        197,
        37,
        Period { cards: 188, tricks: 36 },
    ),
];

/// Every deal with its rule set and what comes out.
fn known() -> Vec<(&'static str, &'static str, GameResult)> {
    let records = RECORDS.map(|(deal, cards, tricks, outcome)| {
        let end_reason = EndReason::OutOfCards;
        ("beggar", deal, GameResult { outcome, end_reason, cards, tricks, period: None })
    });
    let loops = LOOPS.map(|(rules, deal, cards, tricks, period)| {
        let (outcome, end_reason) = (Outcome::Draw, EndReason::Loop);
        (rules, deal, GameResult { outcome, end_reason, cards, tricks, period: Some(period) })
    });
    records.into_iter().chain(loops).collect()
}

#[test]
fn the_reference_plays_the_records_and_the_loops() {
    for (name, deal, expected) in known() {
        let rules = presets::find(name).unwrap().rules();
        let hands = Notation::new(&rules).unwrap().read(deal).unwrap();
        let deck = hands.concat();
        let result = Reference::new(rules, Seed(0)).play(&deck, GameIndex(0));
        assert_eq!(result, expected, "{deal}");
    }
}

#[test]
fn every_engine_plays_the_records_and_the_loops() {
    for preset in presets::ALL {
        let rules = preset.rules();
        let notation = Notation::new(&rules).unwrap();
        let (decks, expected): (Vec<_>, Vec<_>) = known()
            .into_iter()
            .filter(|(name, ..)| *name == preset.name)
            .map(|(_, deal, result)| (notation.read(deal).unwrap().concat(), result))
            .unzip();
        let block = DeckBlock::from_decks(0, &decks);
        for &word in WORDS {
            let Ok(mut engine) = engine(word, &rules, Seed(0)) else { continue };
            let found: Vec<GameResult> = report(&mut engine, &block).into_values().collect();
            assert_eq!(found, expected, "{}", engine.name());
        }
    }
}

#[test]
fn a_loop_is_reported_wherever_it_is_entered() {
    // The positions on the loop come back to themselves: counted from any of them, the loop has no
    // cards before it.
    use crate::games::beggar::reference::Event;
    for (name, deal, _, _, period) in LOOPS {
        let rules = presets::find(name).unwrap().rules();
        let hands = Notation::new(&rules).unwrap().read(deal).unwrap();
        let mut reference = Reference::new(rules, Seed(0));
        let (mut now, mut seen) = (hands.clone(), Vec::new());
        let whole = reference.observe(hands, GameIndex(0), |step| match step.event {
            Event::Trick { leader, .. } => {
                // Seen from the leader, who is A in a game of its own.
                let mut hands = now.clone();
                hands.rotate_left(leader.index());
                seen.push(hands);
            }
            Event::Played { seat, .. } => _ = now[seat.index()].remove(0),
            Event::Taken { seat, pile } => now[seat.index()].extend(pile),
            Event::Deal { .. } | Event::Out { .. } => {}
        });
        assert_eq!(seen.len() as u32, whole.tricks);
        let before = (whole.tricks - period.tricks) as usize;
        for (k, hands) in seen.into_iter().enumerate() {
            let later = reference.observe(hands, GameIndex(0), |_| ());
            assert_eq!(later.period, Some(period), "{deal}, trick {k}");
            let still_before = before.saturating_sub(k) as u32;
            assert_eq!(later.tricks, period.tricks + still_before, "{deal}, trick {k}");
            assert!(k < before || later.cards == period.cards, "{deal}, trick {k}");
        }
    }
}
