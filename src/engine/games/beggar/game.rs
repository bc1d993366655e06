//! Beggar-My-Neighbour as the laboratory plays it: its words, its counts, its decks.

use super::fast::{WORDS, engine};
use super::feature;
use super::long_deals::LongDeals;
use super::neighbours::Neighbours;
use super::notation::Notation;
use super::packs::Packs;
use super::presets;
use super::reference::Reference;
use super::result::EndReason;
use super::rules::{FIELDS, Limit, RuleFields, Rules};
use super::show::ShowBeggar;
use crate::core::cards::{Card, Deals, DeckBlock, GameIndex, RECIPE, Seed};
use crate::core::deck_player::{DeckPlayer, DeckRules};
use crate::core::game::{
    About, Cells, Counted, CounterInfo, Exact, Game, GameInfo, Goal, Keep, Made, OutcomeInfo,
    Picture, Preset, RuleFacts, RuleSet, RulesError, Search, SeriesInfo, Show, erased,
};
use crate::core::info::FeatureInfo;
use crate::core::picture::Tail;
use crate::core::seats::Lead;

/// The card game Beggar-My-Neighbour.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beggar;

/// Deals that were found by searching: cards, and who found it when. `docs/beggar.md` has them.
const RECORDS: [(u64, &str); 4] = [
    (4_791, "Paulhus 1999"),
    (5_790, "Kleber 1999"),
    (7_157, "Mann and Wu 2007"),
    (8_344, "Nessler 2022, the record"),
];

static INFO: GameInfo = GameInfo {
    name: "beggar",
    title: "Beggar-My-Neighbour",
    recipe: RECIPE,
    chance: "deals",
    one_chance: "deal",
    setup_columns: &["cards"],
    outcomes: OutcomeInfo::A_B_DRAW,
    end_reasons: EndReason::WORDS,
    endless: &["loop"],
    stopped: &["limit"],
    counters: &[
        CounterInfo { name: "cards", keep: Keep::Histogram, file: "" },
        CounterInfo { name: "tricks", keep: Keep::Histogram, file: "tricks.csv" },
    ],
    series: &[SeriesInfo {
        file: "loops.csv",
        keys: &["period_cards", "period_tricks"],
        count: "games",
        always: false,
        endless: true,
    }],
    columns: &[
        ("summary.csv:cards", "cards in the deck"),
        ("cards", "cards played"),
        ("tricks", "tricks: piles taken, the last one included"),
        ("period_cards", "cards between a position and its return"),
        ("period_tricks", "tricks between a position and its return"),
        ("out_of_cards", "games that ended because a hand was empty"),
        ("loop", "games that would never end: a position came back"),
        ("limit", "games that the limit ended"),
        ("pack_cards", "cards of the pack"),
        ("pack", "how many of each card it has"),
        ("deals", "its deals, cards that demand the same taken as alike"),
        ("never_end", "deals whose games never end"),
        ("loops", "loops that these run into"),
        ("longest_cards", "cards of the longest game that ends"),
        ("longest_tricks", "tricks of that game"),
        ("longest_deal", "the first deal with that game"),
    ],
    features: &feature::INFOS,
    // Large enough to hide the ends of a block, small enough for the L2 cache.
    block: 1_024,
    ..GameInfo::BARE
};

impl About for Beggar {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn whole_fields(&self) -> &'static [&'static str] {
        &["penalties"]
    }

    fn keys(&self) -> Vec<&'static str> {
        FIELDS.iter().map(|field| field.key).collect()
    }

    fn engines(&self) -> &'static [&'static str] {
        WORDS
    }

    fn replay_deal(&self, rules: &str, deal: &str) -> Option<String> {
        Some(format!("war-sim play --rules '{rules}' --deck '{deal}'"))
    }

    fn replay(&self, rules: &str, _: &str, seed: u64, game: u64) -> Option<String> {
        Some(format!("war-sim play --rules {rules} --seed {seed} --game {game} --trace"))
    }

    fn pictures(&self, counted: Counted<'_>) -> Vec<Picture> {
        // The marks are records of the full deck under the usual rules.
        let is_usual = |rules: &Rules| *rules == Rules::default();
        let usual =
            counted.cells.iter().position(|cell| cell.rules.rules::<Rules>().is_some_and(is_usual));
        let (title, searched) = match usual {
            Some(_) => (
                "How far the longest games are from the record",
                " Known deals that last longer were searched for, not met by chance.",
            ),
            None => ("How seldom games are very long", ""),
        };
        let caption = "The share of games that last at least so many cards falls by about the same \
                       factor again and again.";
        vec![Picture::Tail(Tail {
            name: "tail",
            title: title.into(),
            caption: format!("{caption}{searched}"),
            counter: 0,
            of: usual.unwrap_or(0),
            marks: if usual.is_some() { RECORDS.to_vec() } else { Vec::new() },
        })]
    }

    fn without_limit(&self, rules: &RuleSet) -> Option<RuleSet> {
        let rules: &Rules = rules.of();
        if rules.limit.0.is_none() || rules.has_in_game_randomness() {
            return None;
        }
        let mut fields = rules.clone().into_fields();
        fields.limit = Limit(None);
        fields.check().ok().map(|rules| erased(self, rules))
    }

    fn search(
        &self,
        rules: &RuleSet,
        seed: Seed,
        goal: Goal,
        start: Option<&str>,
    ) -> Result<Box<dyn Search>, String> {
        match goal {
            Goal::Long => Ok(Box::new(LongDeals::new(rules.of(), seed, start)?)),
            Goal::Grow => Err("--grow puts in cards of War; leave it out".into()),
            Goal::Endless | Goal::Near => {
                Ok(Box::new(Neighbours::new(rules.of(), seed, start, goal == Goal::Near)?))
            }
        }
    }

    fn packs(&self, rules: &RuleSet, most: u64) -> Result<Box<dyn Exact>, String> {
        Ok(Box::new(Packs::new(rules.of(), most)?))
    }
}

impl Game for Beggar {
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

    fn facts(&self, rules: &Rules) -> RuleFacts {
        RuleFacts {
            // Every deck field, and nothing else, decides what is dealt.
            setup: format!("{:?}", rules.deck),
            setup_values: vec![(rules.deck.cards() as u64).into()],
            cautions: rules.cautions(),
            longest: rules.limit.0.map(u64::from),
            chance_inside: rules.has_in_game_randomness(),
            gives_up: rules.limit.0.is_none(),
            ..RuleFacts::default()
        }
    }

    fn show<'a>(&'a self, rules: &'a Rules) -> Box<dyn Show + 'a> {
        Box::new(ShowBeggar(rules, &INFO))
    }

    fn player(&self, cells: Cells<'_, Rules>, deals: &Deals) -> Made {
        DeckPlayer::made(
            cells,
            deals,
            |rules| &rules.deck,
            |word, rules| engine(word, rules, deals.seed),
            |rules| BeggarRules { rules: rules.clone(), seed: deals.seed },
        )
    }
}

/// A rule set, and what decides its in-game randomness.
struct BeggarRules {
    rules: Rules,
    seed: Seed,
}

impl DeckRules for BeggarRules {
    const FEATURES: &'static [FeatureInfo] = &feature::INFOS;

    fn feature(&self, feature: usize, deck: &[Card], game: GameIndex) -> i64 {
        feature::of(feature, deck, game, &self.rules)
    }

    fn lead(&mut self, deck: &[Card], game: GameIndex) -> (Lead, Option<usize>) {
        let hands = self.rules.split().hands(deck);
        let mut engine = Reference::new(self.rules.clone(), self.seed);
        let (lead, outcome) = feature::lead(hands, game, &mut engine);
        (lead, outcome.winner())
    }

    /// The deal in the notation, or where there are not enough letters the deck as ranks.
    fn write_deal(&self, decks: &DeckBlock, k: usize, text: &mut String) {
        match Notation::new(&self.rules) {
            Ok(notation) => {
                let mut deck = Vec::new();
                decks.copy_deck(k, &mut deck);
                text.push_str(&notation.write(&self.rules.split().hands(&deck)));
            }
            Err(_) => decks.write_deck(k, text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::results::GameBlock;
    use crate::games::beggar::result::LOOPS;
    use crate::games::beggar::{EndReason, Outcome, Reference};

    #[test]
    fn positions_and_words_are_those_of_the_enums() {
        for &outcome in Outcome::ALL {
            assert_eq!(INFO.outcomes[outcome.index()].name, outcome.name());
        }
        for &reason in EndReason::ALL {
            assert_eq!(INFO.end_reasons[reason.index()], reason.name());
        }
    }

    #[test]
    fn a_block_has_the_games_the_features_and_the_deals_of_its_indices() {
        // A small deck, so that some games never end.
        let text = "leader = \"alternate\"\ndeck = { suits = 4, ranks = 3 }\npenalties.4 = 1";
        let rules = RuleFields::from_toml(text).unwrap();
        let deals = Deals::of_seed(9);
        let mut player = Beggar.player(&[(&rules, "auto"), (&rules, "reference")], &deals).unwrap();
        let mut blocks = vec![GameBlock::new(&INFO); 2];
        let games = 1_000..1_500;
        blocks.iter_mut().for_each(|block| block.reset(games.clone()));
        player.play(games.clone(), &mut blocks);
        assert_eq!(blocks[0].series(LOOPS), blocks[1].series(LOOPS));
        assert!(!blocks[0].series(LOOPS).is_empty(), "no game without an end");
        let mut reference = Reference::new(rules.clone(), Seed(9));
        let mut dealer = crate::core::cards::Dealer::new(Seed(9), rules.deck.clone());
        let notation = Notation::new(&rules).unwrap();
        let mut aces = Vec::new();
        player.features(0, 3, &mut aces);
        for (k, game) in games.enumerate() {
            let deck = dealer.deck(game);
            let result = reference.play(&deck, GameIndex(game));
            for block in &blocks {
                let end = result.outcome.index() * EndReason::ALL.len() + result.end_reason.index();
                assert_eq!(usize::from(block.ends()[k]), end);
                assert_eq!(block.counter(0)[k], u64::from(result.cards));
                assert_eq!(block.counter(1)[k], u64::from(result.tricks));
            }
            let hands = rules.split().hands(&deck);
            let leader = (game % 2) as usize;
            assert_eq!(aces[k], hands[leader].iter().filter(|&&card| card == 4).count() as i64);
            let mut text = String::new();
            player.write_deal(0, k, &mut text);
            assert_eq!(text, notation.write(&hands));
        }
    }
}
