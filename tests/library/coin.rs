//! The toy game: a biased coin is tossed until heads comes up. It has the whole laboratory.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use war_sim::game::*;

/// Its rule fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Coin {
    /// Heads in a thousand tosses.
    pub heads: u32,
    /// Tosses after which nobody wins.
    pub limit: u64,
}

impl Default for Coin {
    fn default() -> Self {
        Self { heads: 500, limit: 12 }
    }
}

/// A wins if heads comes up at an odd toss, B at an even one.
#[derive(Debug)]
pub struct CoinGame;

const fn wins(name: &'static str, key: &'static str, count: &'static str) -> OutcomeInfo {
    OutcomeInfo { name, count, key, measure: key, label: name, subject: name, decided: true }
}

static INFO: GameInfo = GameInfo {
    name: "coin",
    title: "the coin",
    recipe: "coin-v1",
    chance: "series of tosses",
    outcomes: &[
        wins("A", "a", "a_wins"),
        wins("B", "b", "b_wins"),
        OutcomeInfo { decided: false, ..wins("nobody", "nobody", "ties") },
    ],
    end_reasons: &["heads", "limit"],
    counters: &[CounterInfo { name: "tosses", keep: Keep::Histogram, file: "" }],
    features: &[FeatureInfo { name: "first", summary: "the first toss in thousandths" }],
    row_columns: &[
        RowColumn { name: "outcome", holds: RowValue::End(|o, _| INFO.outcomes[o].name) },
        RowColumn { name: "tosses", holds: RowValue::Counter(0) },
    ],
    block: 100,
    ..GameInfo::BARE
};

impl Game for CoinGame {
    type Fields = Coin;
    type Rules = Coin;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn presets(&self) -> Vec<Preset<Coin>> {
        let (summary, source) = ("a coin", "this test");
        let preset = |name, heads| Preset {
            name,
            summary,
            source,
            fields: Coin { heads, ..Coin::default() },
        };
        vec![preset("fair", 500), preset("bent", 600)]
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

    fn player(
        &self,
        cells: &[(&Coin, &'static str)],
        deals: &Deals,
    ) -> Result<Box<dyn Player>, (usize, String)> {
        let coins = cells.iter().map(|(coin, _)| (*coin).clone()).collect();
        Ok(Box::new(Tosses { coins, chance: Chance::new(deals.seed, "coin"), games: 0..0 }))
    }
}

struct Tosses {
    coins: Vec<Coin>,
    chance: Chance,
    games: Range<u64>,
}

impl Player for Tosses {
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]) {
        self.games = games.clone();
        for (coin, block) in self.coins.iter().zip(results) {
            for game in games.clone() {
                let mut tosses = self.chance.game(game);
                let heads = (1..=coin.limit).find(|_| tosses.below(1_000) < coin.heads);
                match heads {
                    Some(toss) => block.report(game, usize::from(toss % 2 == 0), 0, [toss]),
                    None => block.report(game, 2, 1, [coin.limit]),
                }
            }
        }
    }

    fn features(&mut self, _: usize, _: usize, values: &mut Vec<i64>) {
        let first = |game| i64::from(self.chance.game(game).below(1_000)) / 250;
        *values = self.games.clone().map(first).collect();
    }
}
