//! Decks that one can deal by hand whose games last just as long as a limit.
//!
//! Who counts to 999 needs a game of 999 battles. One player may win a battle after the other, but
//! that takes two thousand cards. Random decks of some thirty cards that last as long are one in a
//! million; those below were looked for once, others are looked for when they are wanted.

use std::collections::BTreeMap;

use super::decks::FIXED_SEED;
use crate::core::cards::{Card, Composition, Dealer, DeckBlock};
use crate::games::war::fast;
use crate::games::war::rules::{LimitAsked, LimitUnit};
use crate::games::war::{EndReason, GameResult, Outcome, RuleFields, Rules};

/// Decks that are looked through where none are known.
const SEARCHED: u64 = 20_000;
/// What the known decks are made of: 22 cards, two of each number from 1 to 11. Of 20 cards and
/// fewer, none of ten million decks lasts as long.
const KNOWN_OF: Composition = Composition { suits: 2, ranks: 11, lowest: 1, jokers: 0 };
/// The limit of the rules for which decks are known.
const KNOWN_LIMIT: u64 = 1_000;
/// How games of the default rules end around battle 1,000 if no limit stops them, and the first
/// game of the fixed seed that does; `the_known_decks_are_found_so` finds them in 11 million games.
const KNOWN: [(u64, Outcome, EndReason, u64); 16] = [
    (998, Outcome::A, EndReason::OutOfCards, 1_957_076),
    (998, Outcome::A, EndReason::ShortInWar, 10_722_530),
    (998, Outcome::B, EndReason::OutOfCards, 2_558_948),
    (998, Outcome::B, EndReason::ShortInWar, 8_642_485),
    (999, Outcome::A, EndReason::OutOfCards, 5_710_150),
    (999, Outcome::A, EndReason::ShortInWar, 379_334),
    (999, Outcome::B, EndReason::OutOfCards, 4_119_921),
    (999, Outcome::B, EndReason::ShortInWar, 4_224_765),
    (1000, Outcome::A, EndReason::OutOfCards, 113_318),
    (1000, Outcome::A, EndReason::ShortInWar, 526_917),
    (1000, Outcome::B, EndReason::OutOfCards, 5_970_077),
    (1000, Outcome::B, EndReason::ShortInWar, 439_755),
    (1001, Outcome::A, EndReason::OutOfCards, 7_624_147),
    (1001, Outcome::A, EndReason::ShortInWar, 754_372),
    (1001, Outcome::B, EndReason::OutOfCards, 3_311_259),
    (1001, Outcome::B, EndReason::ShortInWar, 1_463_890),
];
/// Decks dealt at once.
const BLOCK: usize = 500;
/// Decks kept of each length, winner and reason.
const KEPT: usize = 1;

/// Small decks whose games last about as long as the limit of these rules: won by either, by an
/// empty hand or in a war, from two battles (or rounds) before the limit to one after it. As many as
/// are found; none for rules without a limit.
pub fn decks(rules: &Rules) -> Vec<Vec<Card>> {
    if rules.limit.unit == LimitUnit::None || rules.has_in_game_randomness() {
        return Vec::new();
    }
    let (composition, games): (Composition, Vec<u64>) = if are_known(rules) {
        (KNOWN_OF, KNOWN.iter().map(|&(.., game)| game).collect())
    } else {
        let composition = composition(rules);
        let found = search(rules, composition, SEARCHED);
        (composition, found.0.into_values().flatten().collect())
    };
    let mut dealer = Dealer::new(FIXED_SEED, composition);
    games.into_iter().map(|game| dealer.deck(game)).collect()
}

/// Whether games by these rules go as those of the table, up to the limit.
fn are_known(rules: &Rules) -> bool {
    let mut fields = rules.clone().into_fields();
    let default = RuleFields::default();
    let is_known_limit = fields.limit.unit == LimitUnit::Battles && fields.limit.at == KNOWN_LIMIT;
    (fields.limit, fields.deck) = (default.limit, default.deck.clone());
    is_known_limit && fields == default
}

/// Decks like those of the rules.
fn composition(rules: &Rules) -> Composition {
    match rules.deck.hands.are_dealt() {
        true => rules.deck.composition,
        false => Composition::default(),
    }
}

/// How a game ends that no limit stops: battles or rounds, as the limit counts, who wins and why.
type End = (u64, Outcome, EndReason);

/// What is wanted: games that are won, by one's cards or in a war, around the limit.
fn ends_around(rules: &Rules) -> impl Fn(&GameResult) -> Option<End> + use<> {
    let (unit, at) = (rules.limit.unit, rules.limit.at);
    move |game| {
        let length = if unit == LimitUnit::Rounds { game.rounds } else { game.battles };
        let is_won = matches!(game.end_reason, EndReason::OutOfCards | EndReason::ShortInWar);
        let is_near = (at.saturating_sub(2)..=at + 1).contains(&length);
        (is_won && is_near).then_some((length, game.outcome, game.end_reason))
    }
}

/// The same rules with the limit out of the way.
fn later(rules: &Rules) -> Option<Rules> {
    let mut fields: RuleFields = rules.clone().into_fields();
    fields.limit.at = rules.limit.at.checked_add(2)?;
    fields.limit.asked = LimitAsked::Before;
    fields.check().ok()
}

/// Games of a seed by how they end, the first `KEPT` of each.
#[derive(Default)]
struct Found(BTreeMap<End, Vec<u64>>);

/// Looks through the first `games` decks of the fixed seed.
fn search(rules: &Rules, composition: Composition, games: u64) -> Found {
    let mut found = Found::default();
    let wanted = ends_around(rules);
    let Some(later) = later(rules) else { return found };
    let Ok(mut engine) = fast::engine("auto", &later, FIXED_SEED) else { return found };
    let mut dealer = Dealer::new(FIXED_SEED, composition);
    let (mut block, mut results) = (DeckBlock::default(), Vec::new());
    for first in (0..games).step_by(BLOCK) {
        let count = BLOCK.min((games - first) as usize);
        dealer.fill(&mut block, first, count);
        fast::results(&mut engine, &block, &mut results);
        for (game, result) in (first..).zip(&results) {
            if let Some(end) = wanted(result) {
                let games = found.0.entry(end).or_default();
                if games.len() < KEPT {
                    games.push(game);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::Deck;
    use super::super::Judge;
    use super::*;

    /// By the rules without their limit each known game ends as the table says.
    #[test]
    fn known_decks_last_as_long_as_the_table_says() {
        let rules = Rules::default();
        let mut judge = Judge::new(&later(&rules).expect("rules"));
        let decks = decks(&rules);
        assert_eq!(decks.len(), KNOWN.len());
        for (deck, (battles, outcome, reason, _)) in decks.into_iter().zip(KNOWN) {
            assert_eq!(deck.len(), 22);
            let game = judge.game(&Deck(deck.clone())).expect("a game");
            assert_eq!(
                (game.battles, game.outcome, game.end_reason),
                (battles, outcome, reason),
                "{deck:?}"
            );
        }
    }

    /// The recipe of the table, for its first lines; for all of them with `WAR_SIM_LONG_TESTS=1`.
    #[test]
    fn the_known_decks_are_found_so() {
        let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
        let games = if is_long { 12_000_000 } else { 600_000 };
        let found = search(&Rules::default(), KNOWN_OF, games);
        let known = KNOWN.into_iter().filter(|&(.., game)| game < games);
        let known: Vec<(End, Vec<u64>)> = known
            .map(|(battles, outcome, reason, game)| ((battles, outcome, reason), vec![game]))
            .collect();
        assert!(known.len() >= 4);
        assert_eq!(found.0.into_iter().collect::<Vec<_>>(), known);
    }

    #[test]
    fn for_other_rules_decks_are_looked_for() {
        for fields in [
            "limit.at = 100",
            "war.face_down = 1\nlimit.at = 200",
            "limit.unit = \"rounds\"\nlimit.at = 90",
        ] {
            let rules = RuleFields::from_toml(fields).expect(fields);
            let decks = decks(&rules);
            assert!(decks.len() >= 8, "{fields}: {}", decks.len());
            assert!(decks.iter().all(|deck| deck.len() == 52));
            let mut judge = Judge::new(&later(&rules).expect("rules"));
            let wanted = ends_around(&rules);
            for deck in decks {
                let game = judge.game(&Deck(deck)).expect("a game");
                assert!(wanted(&game).is_some(), "{fields}: {game:?}");
            }
        }
        let without = RuleFields::from_toml("limit.unit = \"none\"").expect("rules");
        assert!(decks(&without).is_empty());
    }
}
