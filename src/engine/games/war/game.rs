//! War as the laboratory plays it: its words, its counts, its decks.

use super::endless::EndlessDeals;
use super::endless::grow::Growing;
use super::fast::best::BestPlay;
use super::fast::many::Rings;
use super::fast::{Alone, Engine, EngineChoice};
use super::feature;
use super::many::{self, Finished, Many};
use super::many_show::ShowMany;
use super::presets;
use super::reference::Reference;
use super::result::{CHAINS, CYCLES, HANDS, Period};
use super::rules::{AceRank, FIELDS, FaceDown, Limit, LimitUnit, RuleFields, Rules};
use super::show::ShowWar;
use crate::core::cards::{Card, Deals, DeckBlock, GameIndex, RECIPE, Seed};
use crate::core::deck_player::{DeckPlayer, DeckRules};
use crate::core::game::{
    About, Cells, CounterInfo, Exact, Game, GameInfo, Goal, Keep, Left, Made, OutcomeInfo, Preset,
    RulesError, Search, SeriesInfo, Show,
};
use crate::core::info::FeatureInfo;
use crate::core::processor::Processor;
use crate::core::results::{GameBlock, NOBODY};
use crate::core::seats::Lead;
use crate::core::table::Value;
use crate::core::tally::Tally;

/// The card game War.
#[derive(Clone, Copy, Debug, Default)]
pub struct War;

/// Positions of counters.
const WARS: usize = 2;
const DEEPEST: usize = 3;

const fn counter(name: &'static str, keep: Keep, file: &'static str) -> CounterInfo {
    CounterInfo { name, keep, file }
}

static INFO: GameInfo = GameInfo {
    name: "war",
    title: "War",
    recipe: RECIPE,
    chance: "deals",
    one_chance: "deal",
    setup_columns: &["cards"],
    setup_in_rows: false,
    outcomes: OutcomeInfo::A_B_DRAW,
    end_reasons: &["out-of-cards", "short-in-war", "both-out", "both-short", "limit", "cycle"],
    endless: &["cycle"],
    stopped: &["limit"],
    counters: &[
        counter("battles", Keep::Histogram, ""),
        counter("rounds", Keep::Histogram, "rounds.csv"),
        counter("wars", Keep::Sum, ""),
        counter("deepest_war", Keep::Max, ""),
    ],
    series: &[
        SeriesInfo {
            file: "wars.csv",
            keys: &["depth"],
            count: "rounds",
            always: true,
            endless: false,
        },
        SeriesInfo {
            file: "cycles.csv",
            keys: &["cycle_battles", "cycle_rounds"],
            count: "games",
            always: false,
            endless: true,
        },
    ],
    columns: &[
        ("cards", "cards in the deck"),
        ("battles", "battles: comparisons of two cards"),
        ("rounds", "rounds: from one pick-up of the pot to the next"),
        ("wars.csv:rounds", "rounds whose chain of ties was exactly so long"),
        ("wars", "wars: ties, also those that could not be paid for"),
        ("depth", "ties in a row"),
        ("deepest_war", "most ties in a row within a round"),
        ("out_of_cards", "games that ended because a hand was empty"),
        ("short_in_war", "games that ended because a player could not pay for a war"),
        ("both_out", "games that ended because both hands were empty"),
        ("both_short", "games that ended because neither player could pay for a war"),
        ("limit", "games that the limit ended"),
        ("cycle_battles", "battles between a position and its return"),
        ("cycle_rounds", "rounds between a position and its return"),
        ("cycle", "games that would never end: a position came back"),
        ("orders", "distinct orders of the deck"),
        ("pickup_a", "how A picks up: best, or always so"),
        ("pickup_b", "how B picks up: best, or always so"),
        ("for_ever", "draws that both players can go on with for ever"),
        ("for_ever_deal", "the first deal that can be drawn for ever"),
        ("rounds_max", "rounds within which every deal that is won is over"),
    ],
    features: &feature::INFOS,
    // Large enough to hide the ends of a block, small enough for the L2 cache.
    block: 1_024,
    ..GameInfo::BARE
};

impl About for War {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn schema(&self) -> Option<String> {
        Some(FIELDS.schema("War", "docs/experiments.md, Fields of War"))
    }

    fn engines(&self) -> &'static [&'static str] {
        EngineChoice::WORDS
    }

    fn replay(&self, rules: &str, _: &str, seed: u64, game: u64) -> Option<String> {
        Some(format!("war-sim play --seed {seed} --game {game} --rules {rules} --trace"))
    }

    fn replay_deal(&self, rules: &str, deal: &str) -> Option<String> {
        Some(format!("war-sim play --deck '{deal}' --rules '{rules}'"))
    }

    fn check_tally(&self, tally: &Tally) -> Result<(), String> {
        let wars = tally.moments(WARS, &tally.info().all_outcomes()).sum;
        let chains = tally.series(CHAINS);
        let ties: u128 =
            chains.iter().map(|(key, &rounds)| u128::from(key[0]) * u128::from(rounds)).sum();
        if ties != wars {
            return Err(format!("the games hold {wars} wars, but the chains of ties {ties}"));
        }
        let longest = chains.keys().next_back().map_or(0, |key| key[0]);
        if longest != tally.max(DEEPEST) {
            return Err(format!(
                "the deepest war is {}, but the longest chain of ties {longest}",
                tally.max(DEEPEST)
            ));
        }
        Ok(())
    }
}

impl Game for War {
    type Fields = RuleFields;
    type Rules = Rules;

    fn presets(&self) -> Vec<Preset<RuleFields>> {
        presets::ALL.iter().map(|preset| preset.map(|fields| fields())).collect()
    }

    fn check(&self, fields: RuleFields) -> Result<Rules, RulesError> {
        fields.check()
    }

    fn fields(&self, rules: &Rules) -> RuleFields {
        rules.clone().into_fields()
    }

    fn seats(&self, rules: &Rules) -> usize {
        rules.players as usize
    }

    fn equal_seats(&self, rules: &Rules) -> bool {
        rules.has_equal_seats()
    }

    fn setup(&self, rules: &Rules) -> String {
        // Every deck field, and nothing else, decides what is dealt.
        format!("{:?}", rules.deck)
    }

    fn setup_values(&self, rules: &Rules) -> Vec<Value> {
        vec![(rules.deck.cards() as u64).into()]
    }

    fn cautions(&self, rules: &Rules) -> Vec<String> {
        rules.cautions()
    }

    fn chance_inside(&self, rules: &Rules) -> bool {
        rules.has_in_game_randomness()
    }

    fn gives_up(&self, rules: &Rules) -> bool {
        rules.limit.unit == LimitUnit::None
    }

    fn longest(&self, rules: &Rules) -> Option<u64> {
        (rules.limit.unit == LimitUnit::Battles).then_some(rules.limit.at)
    }

    fn without_effect(&self, rules: &Rules) -> Vec<String> {
        rules.without_effect()
    }

    fn to_toml(&self, rules: &Rules) -> String {
        rules.to_toml()
    }

    fn engine_name(&self, rules: &Rules, engine: &'static str) -> &'static str {
        let choice = EngineChoice::of_word(engine);
        if rules.players > 2 {
            let is_auto = choice == Ok(EngineChoice::Auto);
            return if is_auto { EngineChoice::Portable.name() } else { engine };
        }
        let made = choice.and_then(|choice| Engine::new(choice, rules, Seed(0)));
        made.map_or(engine, |engine| engine.name())
    }

    fn player(&self, cells: Cells<'_, Rules>, deals: &Deals) -> Made {
        DeckPlayer::made(
            cells,
            deals,
            |rules| &rules.deck,
            |rules, engine| {
                let made = EngineChoice::of_word(engine);
                let choice = made.map_err(|error| error.to_string())?;
                let engine = match (rules.players, choice) {
                    (2, _) => Played::Two(
                        Engine::new(choice, rules, deals.seed)
                            .map_err(|error| error.to_string())?,
                    ),
                    (_, EngineChoice::Reference) => Played::Many(None),
                    (_, EngineChoice::Auto | EngineChoice::Portable) => {
                        Played::Many(Some(Box::new(Rings::new(rules, deals.seed))))
                    }
                    (players, _) => {
                        let name = choice.name();
                        return Err(format!(
                            "engine {name} plays for two, and players = {players}; use auto"
                        ));
                    }
                };
                Ok(WarRules { rules: rules.clone(), engine, seed: deals.seed, alone: None })
            },
        )
    }

    fn best_play(&self, rules: &Rules) -> Result<Box<dyn Exact>, String> {
        for_two(rules)?;
        Ok(Box::new(BestPlay::new(rules)?))
    }

    fn without_limit(&self, rules: &Rules) -> Option<Rules> {
        if rules.limit.unit == LimitUnit::None || rules.has_in_game_randomness() {
            return None;
        }
        let mut fields = rules.clone().into_fields();
        fields.limit = Limit { unit: LimitUnit::None, ..Limit::default() };
        fields.check().ok()
    }

    fn search(
        &self,
        rules: &Rules,
        seed: Seed,
        goal: Goal,
        start: Option<&str>,
    ) -> Result<Box<dyn Search>, String> {
        for_two(rules)?;
        match (goal, start) {
            (Goal::Long, _) => Err("there is no search for long games of War".into()),
            (Goal::Near, _) => {
                Err("--near begins with known loops, of Beggar-My-Neighbour; leave it out".into())
            }
            (Goal::Endless, Some(_)) | (Goal::Grow, _) => {
                Ok(Box::new(Growing::new(rules, seed, start)?))
            }
            (Goal::Endless, None) => Ok(Box::new(EndlessDeals::new(rules, seed)?)),
        }
    }

    fn show<'a>(&'a self, rules: &'a Rules) -> Box<dyn Show + 'a> {
        match rules.players {
            2 => Box::new(ShowWar(rules, &INFO)),
            players => Box::new(ShowMany(rules, INFO.of_seats(players as usize))),
        }
    }
}

/// Refuses what is for two only.
fn for_two(rules: &Rules) -> Result<(), String> {
    match rules.players {
        2 => Ok(()),
        players => Err(format!("players = {players}: this is for two players")),
    }
}

/// What plays a rule set.
enum Played {
    Two(Engine),
    /// By the fast engine, or by the reference.
    Many(Option<Box<Rings>>),
}

/// A rule set with its engine.
struct WarRules {
    rules: Rules,
    engine: Played,
    seed: Seed,
    /// Plays single games again, once it is asked for.
    alone: Option<Box<Alone>>,
}

impl WarRules {
    fn alone(&mut self) -> &mut Alone {
        let Self { rules, seed, alone, .. } = self;
        alone.get_or_insert_with(|| Box::new(Alone::new(rules, *seed, Processor::here())))
    }

    /// Decks of numbers beyond bytes as decks of bytes, for the fast engines, where only the order of the
    /// cards counts.
    fn by_order(&self, decks: &DeckBlock) -> Option<DeckBlock> {
        let rules = &self.rules;
        let is_fast = matches!(&self.engine, Played::Two(engine) if engine.name() != "reference");
        if !is_fast
            || decks.is_narrow()
            || decks.cards() > usize::from(u8::MAX)
            || rules.compare.ace != AceRank::High
            || rules.compare.lowest_beats_highest
            || rules.war.face_down == FaceDown::TiedRank
        {
            return None;
        }
        let (mut deck, mut block) = (Vec::new(), DeckBlock::default());
        block.reset(decks.first(), decks.len(), decks.cards(), 0);
        for k in 0..decks.len() {
            decks.copy_deck(k, &mut deck);
            let mut values = deck.clone();
            values.sort_unstable();
            values.dedup();
            let place = |card| values.partition_point(|&value| value < card) as Card;
            deck.iter_mut().for_each(|card| *card = place(*card));
            block.set(k, &deck);
        }
        Some(block)
    }
}

impl DeckRules for WarRules {
    const FEATURES: &'static [FeatureInfo] = &feature::INFOS;

    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        let by_order = self.by_order(decks);
        match &mut self.engine {
            Played::Two(engine) => engine.play_block(by_order.as_ref().unwrap_or(decks), results),
            Played::Many(Some(engine)) => engine.play_block(decks, |index, played, chains| {
                report_many(index, &played, chains, results);
            }),
            Played::Many(None) => {
                let mut engine = Many::new(self.rules.clone(), self.seed);
                let mut deck = Vec::new();
                for k in 0..decks.len() {
                    let index = decks.first() + k as u64;
                    decks.copy_deck(k, &mut deck);
                    let hands = many::hands(&self.rules, &deck);
                    let played = engine.play(hands, GameIndex(index), None);
                    report_many(index, &played, engine.chains(), results);
                }
            }
        }
    }

    fn play_deck(&mut self, deck: &[Card], game: GameIndex, results: &mut GameBlock) -> Left {
        let block = DeckBlock::from_decks(game.0, &[deck]);
        if let Played::Many(_) = self.engine {
            self.play(&block, results);
            return Left::new();
        }
        let (alone, mut left) = (self.alone(), Vec::new());
        let played = match alone.can_play(&block) {
            true => alone.play_with_left(block.narrow(0), game.0, &mut left),
            false => None,
        };
        let (result, hands) = match played {
            Some(result) => {
                let hands = left.split_at(result.cards_a as usize);
                let cards = |hand: &[u8]| hand.iter().map(|&card| card.into()).collect();
                (result, [cards(hands.0), cards(hands.1)])
            }
            None => {
                let mut reference = Reference::new(self.rules.clone(), self.seed);
                (reference.play(deck, game), reference.cards_left().clone())
            }
        };
        result.report(game.0, results);
        HANDS.into_iter().zip(hands).collect()
    }

    fn feature(&self, feature: usize, deck: &[Card], _: GameIndex) -> i64 {
        feature::of(feature, deck, &self.rules)
    }

    fn lead(&mut self, deck: &[Card], game: GameIndex) -> (Lead, Option<usize>) {
        if let Played::Many(_) = &self.engine {
            return Many::new(self.rules.clone(), self.seed).lead(deck, game);
        }
        let (rules, seed) = (self.rules.clone(), self.seed);
        let reference = || Reference::new(rules, seed);
        let (lead, outcome) = feature::lead(deck, game, self.alone(), reference);
        (lead, outcome.winner())
    }
}

/// Counts a game of three and more.
fn report_many(index: u64, played: &Finished, chains: &[u64], results: &mut GameBlock) {
    let &Finished { winner, end_reason, battles, rounds, wars, deepest_war, .. } = played;
    let counters = [battles, rounds, wars, deepest_war].into_iter().chain(played.held);
    results.report(index, winner.unwrap_or(NOBODY), end_reason.index(), counters);
    if let Some(Period { battles, rounds }) = played.cycle {
        results.count(CYCLES, [battles, rounds], 1);
    }
    for (depth, &rounds) in (1..).zip(chains).filter(|&(_, &rounds)| rounds > 0) {
        results.count(CHAINS, [depth, 0], rounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::war::{EndReason, Outcome};

    #[test]
    fn positions_and_words_are_those_of_the_enums() {
        for outcome in Outcome::ALL {
            assert_eq!(INFO.outcomes[outcome.index()].name, outcome.name());
        }
        for reason in EndReason::ALL {
            assert_eq!(INFO.end_reasons[reason.index()], reason.name());
        }
    }
}
