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
/// Games of the fixed seed that the default rules end around battle 1,000 if no limit stops them: the first
/// of each length from 998 on, of each winner, by an empty hand or in a war. `the_known_decks_are_found_so`
/// finds them in 11 million games.
const KNOWN: [u64; 16] = [
    1_957_076, 10_722_530, 2_558_948, 8_642_485, 5_710_150, 379_334, 4_119_921, 4_224_765, 113_318,
    526_917, 5_970_077, 439_755, 7_624_147, 754_372, 3_311_259, 1_463_890,
];
/// Decks dealt at once.
const BLOCK: usize = 500;

/// Small decks whose games last about as long as the limit of these rules: won by either, by an
/// empty hand or in a war, from two battles (or rounds) before the limit to one after it. As many as
/// are found; none for rules without a limit.
pub fn decks(rules: &Rules) -> Vec<Vec<Card>> {
    if rules.limit.unit == LimitUnit::None || rules.has_in_game_randomness() {
        return Vec::new();
    }
    let (composition, games): (Composition, Vec<u64>) = if are_known(rules) {
        (KNOWN_OF, KNOWN.into())
    } else {
        let composition = rules.deck;
        (composition, search(rules, composition, SEARCHED).into_values().collect())
    };
    let mut dealer = Dealer::new(FIXED_SEED, composition);
    games.into_iter().map(|game| dealer.deck(game)).collect()
}

/// Whether games by these rules go as those of the table, up to the limit.
fn are_known(rules: &Rules) -> bool {
    let mut fields = rules.clone().into_fields();
    let default = RuleFields::default();
    let is_known_limit = fields.limit.unit == LimitUnit::Battles && fields.limit.at == KNOWN_LIMIT;
    (fields.limit, fields.deck) = (default.limit, default.deck);
    is_known_limit && fields == default
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

/// The first games that end so, among the first `games` of the fixed seed.
fn search(rules: &Rules, composition: Composition, games: u64) -> BTreeMap<End, u64> {
    let mut found = BTreeMap::new();
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
                found.entry(end).or_insert(game);
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

    /// By the rules without their limit the known games end in every way, in order.
    #[test]
    fn known_decks_end_in_every_way() {
        let rules = Rules::default();
        let mut judge = Judge::new(&later(&rules).expect("rules"));
        let decks = decks(&rules);
        assert_eq!(decks.len(), KNOWN.len());
        let ends = decks.into_iter().map(|deck| {
            assert_eq!(deck.len(), 22);
            let game = judge.game(&Deck(deck)).expect("a game");
            (game.battles, game.outcome, game.end_reason)
        });
        let reasons = [EndReason::OutOfCards, EndReason::ShortInWar];
        let won = |by| reasons.map(|reason| (by, reason));
        let each = [won(Outcome::A), won(Outcome::B)].concat();
        let all = (998..=1_001).flat_map(|battles| each.iter().map(move |&(a, b)| (battles, a, b)));
        assert_eq!(ends.collect::<Vec<End>>(), all.collect::<Vec<End>>());
    }

    /// The recipe of the table, for its first lines; for all of them with `WAR_SIM_LONG_TESTS=1`.
    #[test]
    fn the_known_decks_are_found_so() {
        let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
        let games = if is_long { 12_000_000 } else { 600_000 };
        let found = search(&Rules::default(), KNOWN_OF, games);
        let known: Vec<u64> = KNOWN.into_iter().filter(|&game| game < games).collect();
        assert!(known.len() >= 4);
        assert_eq!(found.into_values().collect::<Vec<_>>(), known);
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
