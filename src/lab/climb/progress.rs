//! Where a search has got to, as a file and as a table.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::core::game::{Climbed, FoundDeal, FoundLoop, GameInfo, Goal, Keep, KnownLoop};
use crate::core::table::{Column, Table};
use crate::core::wording::digits::{counted, grouped};
use crate::lab::store::signed;
pub use crate::lab::store::state::CLIMB;
use crate::lab::tables::columns;

/// Its first line: name and version of the format.
const FORMAT: &str = "war-sim-climb 1";
/// Endless deals that are listed, each once; those behind them are only counted.
pub const MOST_ENDLESS: usize = 10_000;

/// Loops that are listed, each once; of those behind them only loops that deals lead to are added.
pub const MOST_LOOPS: usize = 10_000;

/// A deal, and the climb that found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// The climb.
    pub climb: u64,
    /// Outcome with end reason, by position.
    pub end: usize,
    /// Every counter; the first is the length.
    pub counters: Vec<u64>,
    /// The deal.
    pub deal: String,
    /// As [`FoundDeal::period`](crate::core::game::FoundDeal::period).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub period: Vec<u64>,
}

/// A loop, and how many deals lead to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopFind {
    /// The game from one of its positions.
    pub game: Find,
    /// The deals.
    pub deals: u64,
}

/// Where a search has got to: all that is needed to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Climbs made; they are numbered from 0.
    pub climbs: u64,
    /// Deals played.
    pub deals: u64,
    /// Games that end, each longer than all before.
    pub longest: Vec<Find>,
    /// The first deals of games that never end.
    pub endless: Vec<Find>,
    /// All such deals.
    pub endless_deals: u64,
    /// Games that were given up, neither ended nor known to go on for ever, and loops with too many positions before
    /// them to look at each.
    #[serde(default, skip_serializing_if = "is_none")]
    pub given_up: u64,
    /// Loops, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<LoopFind>,
    /// Whether there is no further climb.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_whole: bool,
}

/// What is left out of the file, so that a search without any writes what it always wrote.
#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_none(given_up: &u64) -> bool {
    *given_up == 0
}

impl Progress {
    /// The length that a game has to exceed.
    pub fn bound(&self) -> u64 {
        self.longest.last().map_or(0, |find| find.counters[0])
    }

    /// The loops as a search takes them in.
    pub fn known(&self) -> Vec<KnownLoop<'_>> {
        let loops = self.loops.iter();
        loops.map(|known| KnownLoop { position: &known.game.deal, deals: known.deals }).collect()
    }

    /// How many loops were found, as a sentence; `None` where the search looks for none.
    pub fn loops_said(&self) -> Option<String> {
        let of: Vec<_> = self.loops.iter().map(|known| known.deals).filter(|&n| n > 0).collect();
        let all = counted(self.loops.len() as u64, "loop", "loops");
        let loops = match self.loops.len() >= MOST_LOOPS {
            true => format!("the first {all}"),
            false => all,
        };
        let each = || of.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let reached = match of.len() {
            0 => "no deal leads to any of them".into(),
            1..=20 => format!("deals lead to {} of them: {}", of.len(), each()),
            many => format!("deals lead to {} of them", grouped(many as u64)),
        };
        (!self.loops.is_empty()).then(|| format!("{loops}; {reached}."))
    }

    /// Endless deals listed before the last climb.
    pub fn deals_before_last(&self) -> u64 {
        self.endless.iter().filter(|find| find.climb + 1 < self.climbs).count() as u64
    }

    /// What the search cannot know of the deals that were given up, as a sentence.
    pub fn open(&self) -> Option<String> {
        let deals = || counted(self.given_up, "deal was", "deals were");
        let or_deals = match self.loops.is_empty() {
            true => "",
            false => ", or which deals lead to their loops",
        };
        let said = || format!("{} given up: it is open whether they end{or_deals}.", deals());
        (self.given_up > 0).then(said)
    }

    /// Adds what the next climb found.
    pub fn add(&mut self, climbed: Climbed, info: &GameInfo) {
        let climb = self.climbs;
        self.climbs += 1;
        self.deals = self.deals.saturating_add(climbed.deals);
        self.given_up = self.given_up.saturating_add(climbed.given_up);
        let find =
            |FoundDeal { end, counters, deal, period }| Find { climb, end, counters, deal, period };
        let mut finds = climbed.finds;
        for FoundLoop { game, deals } in climbed.loops {
            // Another climb of the round may have come across it.
            let is_known = self.loops.iter().any(|known| known.game.deal == game.deal);
            if !is_known && (self.loops.len() < MOST_LOOPS || !deals.is_empty()) {
                self.loops.push(LoopFind { game: find(game), deals: deals.len() as u64 });
                finds.extend(deals);
            }
        }
        for found in finds {
            let reason = info.end_reasons[found.end % info.end_reasons.len()];
            let find = find(found);
            if info.endless.contains(&reason) {
                if self.endless.iter().any(|known| known.deal == find.deal) {
                    continue;
                }
                self.endless_deals += 1;
                if self.endless.len() < MOST_ENDLESS {
                    self.endless.push(find);
                }
            } else if find.counters[0] > self.bound() {
                self.longest.push(find);
            }
        }
    }

    /// The bytes of the file; `identity` tells this search from others, `more` is for who goes on with it.
    pub fn encode(&self, identity: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        let mut body = json!({"identity": identity, "progress": self});
        more.iter().for_each(|(key, value)| body[*key] = value.clone());
        signed::seal(FORMAT, &body.to_string())
    }

    /// What the JSON of the file says of a search in this game.
    ///
    /// Errors: a sentence on what is wrong with it.
    pub fn of_json(json: &Json, info: &GameInfo) -> Result<Self, String> {
        let progress = Self::deserialize(&json["progress"]).map_err(|error| error.to_string())?;
        let fits = |find: &Find| {
            find.end < info.ends()
                && find.counters.len() == info.counters.len()
                && find.period.iter().zip(&find.counters).all(|(round, all)| round <= all)
                && find.climb < progress.climbs
        };
        let loops = progress.loops.iter().map(|known| &known.game);
        match progress.longest.iter().chain(&progress.endless).chain(loops).all(fits) {
            true => Ok(progress),
            false => Err("lists games that cannot be".into()),
        }
    }

    /// `records.csv`: a row per find; of the games that end each is longer than the one before.
    pub fn table(&self, goal: Goal, rules: &str, seed: u64, info: &'static GameInfo) -> Table {
        struct Row<'a>(&'static str, &'a Find, Option<u64>);
        let mut all = vec![
            Column::new("rules", "name of the rule set", |_: &Row<'_>| rules.into()),
            Column::new("seed", "the seed", |_| seed.into()),
            Column::new("order", columns::ORDER, |row: &Row<'_>| row.0.into()),
            Column::new("climb", "index of the climb that found the deal", |row: &Row<'_>| {
                row.1.climb.into()
            }),
        ];
        all.extend(columns::result_columns(
            info,
            |row: &Row<'_>| row.1.end,
            |row: &Row<'_>| &row.1.counters,
        ));
        if goal.is_endless() {
            all.extend(adding_up(info).flat_map(|(k, name)| {
                let (to, round) = (format!("pre_period_{name}"), format!("period_{name}"));
                let counted = move |row: &Row<'_>| Some((row.1.counters[k], *row.1.period.get(k)?));
                let before =
                    move |row: &Row<'_>| counted(row).map(|(all, round)| all - round).into();
                let after = move |row: &Row<'_>| counted(row).map(|(_, round)| round).into();
                [
                    Column::new(
                        to,
                        format!("{name} before the first position that comes back"),
                        before,
                    ),
                    Column::new(round, format!("{name} from a position to its return"), after),
                ]
            }));
        }
        if !self.loops.is_empty() {
            let why = "deals whose games run into the loop";
            all.push(Column::new("deals", why, |row: &Row<'_>| row.2.into()));
        }
        all.push(columns::deal_column(|row: &Row<'_>| &row.1.deal));
        let finds = [("longest", &self.longest), ("endless", &self.endless)].into_iter();
        let rows =
            finds.flat_map(|(order, finds)| finds.iter().map(move |find| Row(order, find, None)));
        let loops = self.loops.iter();
        let rows = rows.chain(loops.map(|known| Row("loop", &known.game, Some(known.deals))));
        Table::of("records.csv", info.columns, all, rows)
    }
}

/// A find in a line: `5,790 cards, 805 tricks, climb 17`.
pub fn line(find: &Find, info: &GameInfo) -> String {
    let listed = |values: &[u64]| {
        let named = adding_up(info).filter_map(|(k, name)| Some((values.get(k)?, name)));
        named
            .map(|(&value, name)| format!("{} {name}", grouped(value)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let around = match find.period.is_empty() {
        true => String::new(),
        false => format!("; comes round every {}", listed(&find.period)),
    };
    format!("{}, climb {}{around}", listed(&find.counters), grouped(find.climb))
}

/// The counters that add up, which a period is counted in: position and name.
pub fn adding_up(info: &GameInfo) -> impl Iterator<Item = (usize, &'static str)> + '_ {
    let counters = info.counters.iter().enumerate();
    counters.filter(|(_, c)| c.keep != Keep::Max).map(|(k, counter)| (k, counter.name))
}
