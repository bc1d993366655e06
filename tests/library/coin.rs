//! The toy game: a biased coin is tossed until heads comes up. From this file alone it has the whole
//! laboratory.

use serde::{Deserialize, Serialize};
use war_sim::game::*;

/// The rule fields: heads in a thousand tosses; tosses after which nobody wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Coin {
    heads: u32,
    limit: u64,
    /// Of the thousand that are drawn, one that panics.
    unlucky: u32,
}

impl Default for Coin {
    fn default() -> Self {
        Self { heads: 500, limit: 12, unlucky: 1_000 }
    }
}

/// A wins if heads comes up at an odd toss, B at an even one.
#[derive(Debug)]
pub struct CoinGame;

static INFO: GameInfo = GameInfo {
    name: "coin",
    title: "the coin",
    recipe: "coin-v1",
    outcomes: &[
        OutcomeInfo::win("A", "a", "a_wins"),
        OutcomeInfo::win("B", "b", "b_wins"),
        OutcomeInfo::tie("nobody", "nobody", "ties"),
    ],
    end_reasons: &["heads", "limit"],
    counters: &[CounterInfo::length("tosses")],
    features: &[FeatureInfo { name: "first", summary: "the quarter that the first toss lies in" }],
    ..GameInfo::BARE
};

impl About for CoinGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }
}

impl Game for CoinGame {
    type Fields = Coin;
    type Rules = Coin;

    fn presets(&self) -> Vec<Preset<Coin>> {
        let (summary, source) = ("a coin", "this test");
        let coin = |heads, unlucky| Coin { heads, unlucky, ..Coin::default() };
        [("fair", 500, 1_000), ("bent", 600, 1_000), ("cursed", 500, 13)]
            .map(|(name, heads, unlucky)| Preset {
                name,
                summary,
                source,
                fields: coin(heads, unlucky),
            })
            .to_vec()
    }

    fn check(&self, coin: Coin) -> Result<Coin, RulesError> {
        match coin.heads {
            1..=1000 => Ok(coin),
            n => Err(RulesError::Refused(format!("heads = {n}: use 1 to 1000"))),
        }
    }

    fn fields(&self, coin: &Coin) -> Coin {
        coin.clone()
    }

    fn player(&self, cells: Cells<'_, Coin>, deals: &Deals) -> Made {
        let coins = cells.iter().map(|(coin, _)| (*coin).clone()).collect();
        let toss = |coin: &Coin, tosses: &mut GameChance<'_>| match (1..=coin.limit).find(|_| {
            let drawn = tosses.below(1_000);
            assert!(drawn != coin.unlucky, "the unlucky number came up");
            drawn < coin.heads
        }) {
            Some(toss) => (usize::from(toss % 2 == 0), 0, [toss]),
            None => (2, 1, [coin.limit]),
        };
        let first = |_: &Coin, _, tosses: &mut GameChance<'_>| i64::from(tosses.below(1_000)) / 250;
        Ok(Box::new(EachGame::new(coins, Chance::new(deals.seed, "coin"), toss, first)))
    }
}
