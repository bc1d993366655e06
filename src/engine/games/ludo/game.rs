//! Ludo as the laboratory plays it: its words, its counts, its pairs of dice.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::die::{Dice, Die};
use super::fast::{Engine, WORDS, engine};
use super::info::{BY_BEGINNER, INFO};
use super::pair::Pair;
use super::pictures;
use super::presets::PRESETS;
use super::result::Seat;
use super::rolls::Rolls as _;
use super::rules::{FIELDS, LudoRules};
use super::show::ShowLudo;
use super::tables;
use super::text;
use super::tournament::Tournament;
use crate::core::cards::{Deals, DealsFrom, Seed};
use crate::core::game::{
    About, AnyGame, Asked, Cell, Cells, Counted, Game, GameInfo, GameText, Made, Matrix, Player,
    Preset, RuleFacts, RuleSet, RulesError, Show, erased,
};
use crate::core::results::GameBlock;
use crate::core::stats::share::ShareOf;
use crate::core::table::Table;
use crate::core::tally::Tally;
use crate::core::wording::text::shell_quoted;

/// Throws of each player that the feature of early sixes looks at.
const EARLY: usize = 20;

/// Between the kind of the gear and the only two dice that play.
const OF_PAIR: &str = ", pair ";

/// Ludo (*Mensch ärgere dich nicht*) for two players with a die each.
#[derive(Clone, Debug, Default)]
pub struct Ludo {
    dice: Option<Arc<Dice>>,
    /// What the file of the dice was called.
    file: String,
    self_play: bool,
    /// The only two of the dice that play.
    pair: Option<[u32; 2]>,
    rank_by: ShareOf,
}

/// A checked rule set, with the dice that play by it where they are known.
#[derive(Clone, Debug)]
pub struct LudoPlay {
    rules: LudoRules,
    positions: [u32; 2],
    dice: Option<[Arc<Die>; 2]>,
}

impl LudoPlay {
    /// Whether it says with which dice it is played.
    pub fn has_dice(&self) -> bool {
        self.dice.is_some()
    }

    /// The rules.
    pub fn rules(&self) -> &LudoRules {
        &self.rules
    }

    /// Whether the dice are fields of the rule set; otherwise they come from a file.
    fn own_dice(&self) -> bool {
        self.rules.die_1.is_some()
    }

    fn pair(&self, seed: Seed) -> Option<Pair> {
        Some(Pair::new(self.rules.clone(), seed, self.positions, self.dice.clone()?))
    }
}

impl Ludo {
    /// The same game in which each die also plays against itself.
    pub fn with_self_play(mut self, self_play: bool) -> Self {
        self.self_play = self_play;
        self
    }

    /// The same game whose ranking goes by this.
    pub fn ranked_by(self, rank_by: ShareOf) -> Self {
        Self { rank_by, ..self }
    }

    /// The same game with the dice of this text; `file` is its name in messages.
    ///
    /// Errors: a sentence with file, line and what was expected.
    pub fn with_dice(mut self, file: &str, text: &str) -> Result<Self, String> {
        let dice = Dice::parse(file, text, self.self_play)?;
        self.dice = Some(Arc::new(dice));
        self.file = file.into();
        Ok(self)
    }

    /// The same game of two of its dice alone, written `1,2`.
    ///
    /// Errors: a sentence on what was expected.
    pub fn with_pair(mut self, pair: &str) -> Result<Self, String> {
        let form = || "is not two dice such as 1,2".to_owned();
        let (one, two) = pair.split_once(',').ok_or_else(form)?;
        let number = |part: &str| part.trim().parse::<u32>().ok().filter(|&n| n > 0);
        let (i, j) = (number(one).ok_or_else(form)?, number(two).ok_or_else(form)?);
        if i > j {
            return Err(format!("name the lower number first, as in the tables: {j},{i}"));
        }
        let Some(dice) = &self.dice else { return Err("needs a file of dice".into()) };
        if dice.at(j).is_none() {
            let (file, count) = (&self.file, dice.dice().len());
            return Err(format!("{file} has dice 1 to {count}"));
        }
        self.pair = Some([i, j]);
        Ok(self)
    }

    /// The dice, where there is a file of them.
    pub fn dice(&self) -> Option<&Dice> {
        self.dice.as_deref()
    }

    /// The games of each rule set; none unless the dice come from a file.
    fn tournaments<'a>(&self, counted: &Counted<'a>) -> Vec<Tournament<'a>> {
        let all: Vec<(&Cell, &Tally)> = counted.cells.iter().zip(counted.tallies).collect();
        let of_rules = all.chunk_by(|(one, _), (two, _)| one.rule_set == two.rule_set);
        let tournament = |cells: &[(&'a Cell, &'a Tally)]| {
            let pair = |&(cell, tally): &(&'a Cell, &'a Tally)| {
                (cell.rules.of::<LudoPlay>().positions, tally)
            };
            let (cell, _) = cells[0];
            let rules = cell.rules.of::<LudoPlay>().rules();
            let pairs = cells.iter().map(pair).collect();
            Tournament::new(&cell.rule_set, rules, pairs, (self.rank_by, counted.facts.z))
        };
        of_rules.map(tournament).collect()
    }
}

impl About for Ludo {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn with_gear(&self, kind: &str, file: &str, text: &str) -> Result<Arc<dyn AnyGame>, String> {
        let (kind, pair) = kind.split_once(OF_PAIR).map_or((kind, None), |(k, p)| (k, Some(p)));
        let ludo = match kind {
            "dice" => self.clone().with_dice(file, text)?,
            "dice with self-play" => self.clone().with_self_play(true).with_dice(file, text)?,
            "pairs of dice" => self.clone().with_pair(text)?,
            _ => return Err(format!("Ludo is played with dice, not with {kind}")),
        };
        Ok(Arc::new(pair.map_or(Ok(ludo.clone()), |pair| ludo.with_pair(pair))?))
    }

    fn usual_gear(&self) -> Option<(&'static str, &'static str)> {
        Some(("dice", "2\n6 1 2 3 4 5 6\n6 1 2 3 4 5 6\n"))
    }

    fn gear(&self) -> Json {
        let Some(dice) = &self.dice else { return Json::Null };
        let kind = if self.self_play { "dice with self-play" } else { "dice" };
        let pair = self.pair.map_or(String::new(), |[i, j]| format!("{OF_PAIR}{i},{j}"));
        let kind = format!("{kind}{pair}");
        // The faces alone: the same dice in another file are the same run.
        let lines = dice.dice().iter().map(|die| {
            let faces: Vec<String> = die.faces().iter().map(u32::to_string).collect();
            format!("{} {}\n", faces.len(), faces.join(" "))
        });
        let text = format!("{}\n{}", dice.dice().len(), lines.collect::<String>());
        json!({"kind": kind, "file": "dice", "text": text})
    }

    fn told_beside(&self) -> &'static [&'static str] {
        &["start", "roll_limit"]
    }

    fn keys(&self) -> Vec<&'static str> {
        FIELDS.iter().map(|field| field.key).collect()
    }

    fn engines(&self) -> &'static [&'static str] {
        WORDS
    }

    fn replay(&self, rules: &str, part: &str, seed: u64, game: u64) -> Option<String> {
        // Dice that are fields of the rule set are in no file.
        let (one, two) = part.split_once(':')?;
        let file = shell_quoted(&self.file);
        Some(format!(
            "war-sim play --rules {rules} --dice {file} --pair {one},{two} --seed {seed} --game {game} \
             --trace"
        ))
    }

    fn table_options(&self) -> Json {
        json!({"rank_by": self.rank_by.name()})
    }

    fn with_table_options(&self, options: &Json) -> Option<Arc<dyn AnyGame>> {
        let mut ranked = ShareOf::ALL.iter().map(|&rank_by| self.clone().ranked_by(rank_by));
        Some(Arc::new(ranked.find(|ludo| ludo.table_options() == *options)?))
    }

    fn tables(&self, counted: Counted<'_>) -> Vec<Table> {
        let Some(dice) = self.dice() else { return Vec::new() };
        let tournaments = self.tournaments(&counted);
        vec![tables::pairs(counted.facts, &tournaments), tables::ranking(dice, &tournaments)]
    }

    fn matrices(&self, counted: Counted<'_>) -> Vec<Matrix> {
        let matrices = |dice| pictures::matrices(dice, &self.tournaments(&counted));
        self.dice().map_or(Vec::new(), matrices)
    }

    fn text(&self, counted: Counted<'_>) -> Option<GameText> {
        let dice = self.dice()?;
        Some(text::render(counted.facts, dice, &self.tournaments(&counted)))
    }

    fn parts(&self, rules: &RuleSet) -> Result<Vec<(String, RuleSet)>, String> {
        let play: &LudoPlay = rules.of();
        if play.own_dice() {
            return Ok(vec![(String::new(), rules.clone())]);
        }
        let Some(dice) = &self.dice else {
            return Err(
                "Ludo is played with dice: name a file with --dice FILE (in an experiment: \
                        dice = \"FILE\"), or write die_1 and die_2 into the rule set"
                    .into(),
            );
        };
        let pairs = match self.pair {
            Some([i, j]) => vec![(i, j)],
            None => dice.pairs(self.self_play),
        };
        let pairs = pairs.into_iter().filter_map(|(i, j)| {
            let both = [Arc::clone(dice.at(i)?), Arc::clone(dice.at(j)?)];
            let play = LudoPlay { positions: [i, j], dice: Some(both), ..play.clone() };
            Some((format!("{i}:{j}"), erased(self, play)))
        });
        Ok(pairs.collect())
    }
}

impl Game for Ludo {
    type Fields = LudoRules;
    type Rules = LudoPlay;

    fn presets(&self) -> Vec<Preset<LudoRules>> {
        PRESETS.iter().map(|preset| preset.map(LudoRules::clone)).collect()
    }

    fn check(&self, mut rules: LudoRules) -> Result<LudoPlay, RulesError> {
        FIELDS.check_ranges(&rules)?;
        let die = |text: &mut String| {
            let die = Die::read(text).map_err(RulesError::Refused)?;
            *text = die.runs();
            Ok(Arc::new(die))
        };
        let dice = match [&mut rules.die_1, &mut rules.die_2] {
            [None, None] => None,
            [Some(one), Some(two)] => Some([die(one)?, die(two)?]),
            _ => {
                let what = "die_1 and die_2 belong together: write both or neither";
                return Err(RulesError::Refused(what.into()));
            }
        };
        Ok(LudoPlay { rules, positions: [1, 2], dice })
    }

    fn fields(&self, play: &LudoPlay) -> LudoRules {
        play.rules.clone()
    }

    fn facts(&self, play: &LudoPlay) -> RuleFacts {
        let [one, two] = play.positions;
        RuleFacts {
            // A game's rolls depend on where the dice are in their file, not on their faces.
            setup: format!("{one}:{two}"),
            setup_values: play.positions.map(|position| u64::from(position).into()).to_vec(),
            longest: Some(play.rules.roll_limit.into()),
            ..RuleFacts::default()
        }
    }

    fn player(&self, cells: Cells<'_, LudoPlay>, deals: &Deals) -> Made {
        if !matches!(deals.from, DealsFrom::Seed) {
            return Err((0, "Ludo is rolled, not dealt: play it from a seed".into()));
        }
        let engines = cells.iter().enumerate().map(|(k, (play, word))| {
            let pair = play.pair(deals.seed).ok_or_else(|| (k, "it has no dice".to_owned()))?;
            Ok((engine(word, &pair).map_err(|e| (k, e.to_string()))?, pair))
        });
        let engines = engines.collect::<Result<_, _>>()?;
        Ok(Box::new(LudoPlayer { engines, games: 0..0 }))
    }

    fn show<'a>(&'a self, play: &'a LudoPlay) -> Box<dyn Show + 'a> {
        Box::new(ShowLudo(|asked: &Asked<'_>| play.pair(asked.seed), &INFO))
    }
}

/// One thread's engines.
struct LudoPlayer {
    engines: Vec<(Engine, Pair)>,
    games: Range<u64>,
}

impl Player for LudoPlayer {
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]) {
        self.games = games.clone();
        for ((engine, _), block) in self.engines.iter_mut().zip(results) {
            engine.play(&games, block);
        }
    }

    fn engine(&self, cell: usize) -> Option<&'static str> {
        Some(self.engines[cell].0.name())
    }

    fn features(&mut self, cell: usize, feature: usize, values: &mut Vec<i64>) {
        values.clear();
        let (_, pair) = &self.engines[cell];
        let mut blocks = pair.blocks();
        for game in self.games.clone() {
            values.push(if feature == BY_BEGINNER {
                pair.beginner(&mut blocks, game).index() as i64 + 1
            } else {
                let mut rolls = blocks.game(pair.dice(), game);
                let mut sixes = |seat| (0..EARLY).filter(|_| rolls.roll(seat) == 6).count() as i64;
                sixes(Seat::A) - sixes(Seat::B)
            });
        }
    }
}
