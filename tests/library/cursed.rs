//! A game with a mistake in it.

use serde::{Deserialize, Serialize};
use war_sim::game::*;

/// The rules of a game with a mistake in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Cursed {
    unlucky: u32,
}

/// A coin that panics in one of 2,000 games.
#[derive(Debug)]
pub struct CursedGame;

static INFO: GameInfo = GameInfo {
    name: "cursed",
    title: "the cursed coin",
    recipe: "cursed-v1",
    outcomes: &[
        OutcomeInfo::win("A", "a", "a_wins"),
        OutcomeInfo::win("B", "b", "b_wins"),
        OutcomeInfo::tie("nobody", "nobody", "ties"),
    ],
    end_reasons: &["heads"],
    counters: &[CounterInfo::length("tosses")],
    ..GameInfo::BARE
};

impl About for CursedGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }
}

impl Game for CursedGame {
    type Fields = Cursed;
    type Rules = Cursed;

    fn presets(&self) -> Vec<Preset<Cursed>> {
        let fields = Cursed { unlucky: 13 };
        vec![Preset { name: "cursed", summary: "a coin", source: "this test", fields }]
    }

    fn check(&self, cursed: Cursed) -> Result<Cursed, RulesError> {
        Ok(cursed)
    }

    fn fields(&self, cursed: &Cursed) -> Cursed {
        cursed.clone()
    }

    fn player(&self, cells: Cells<'_, Cursed>, deals: &Deals) -> Made {
        let rules = cells.iter().map(|(cursed, _)| (*cursed).clone()).collect();
        let toss = |cursed: &Cursed, tosses: &mut GameChance<'_>| {
            assert!(tosses.below(2_000) != cursed.unlucky, "the unlucky number came up");
            (0, 0, [1])
        };
        let nothing = |_: &Cursed, _, _: &mut GameChance<'_>| 0;
        Ok(Box::new(EachGame::new(rules, Chance::new(deals.seed, "cursed"), toss, nothing)))
    }
}
