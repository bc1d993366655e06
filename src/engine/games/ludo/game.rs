//! Ludo as the laboratory plays it: its rule sets, its pairs of dice, its tables.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::die::{Dice, Die};
use super::fast::engine;
use super::info::{BY_BEGINNER, INFO};
use super::pair::Pair;
use super::pictures;
use super::result::Seat;
use super::rolls::GameRolls;
use super::rules::{FIELDS, LudoRules};
use super::show::LudoScene;
use super::tables;
use super::text;
use super::tournament::Tournament;
use crate::core::cards::{Deals, DealsFrom, Seed};
use crate::core::engines::Engine;
use crate::core::game::{Asked, Cells, Facts, GameText, Made, Player, RuleFacts, RulesError};
use crate::core::processor::Processor;
use crate::core::results::GameBlock;
use crate::core::stats::share::ShareOf;
use crate::core::table::{Matrix, Table};
use crate::core::tally::Tally;
use crate::core::wording::field::unknown;
use crate::core::wording::text::shell_quoted;

/// Throws of each player that the feature of early sixes looks at.
const EARLY: usize = 20;

/// Dice of a stored run, and those that also play against themselves.
const KINDS: [&str; 2] = ["dice", "dice with self-play"];
/// What their file is called.
const DICE: &str = "dice";
/// Between the kind and the only two dice that play.
const OF_PAIR: &str = ", pair ";
/// What is said of a rule set without dice, and of one that has its own beside those of a file.
const WITHOUT: &str = "Ludo is played with dice: name a file with --dice FILE (in an experiment: dice = \"FILE\"), \
                       or write die_1 and die_2 into the rule set";
const TWICE: &str = "has dice of its own; leave its die_1 and die_2 out, or the file of dice";

/// The dice of Ludo (*Mensch ärgere dich nicht*) for two players with a die each, and how they are ranked.
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

/// The tournament of each rule set: what only Ludo makes of its counts.
#[derive(Clone, Debug)]
pub struct Tournaments<'a> {
    facts: Facts,
    dice: &'a Dice,
    all: Vec<Tournament<'a>>,
}

impl Tournaments<'_> {
    /// The table of pairs and the ranking.
    pub fn tables(&self) -> Vec<Table> {
        vec![tables::pairs(&self.facts, &self.all), tables::ranking(self.dice, &self.all)]
    }

    /// Every die against every other, a square for each rule set.
    pub fn matrices(&self) -> Vec<Matrix> {
        pictures::matrices(self.dice, &self.all)
    }

    /// What a batch or a comparison says on the terminal instead of the common text.
    pub fn text(&self) -> GameText {
        text::render(&self.facts, self.dice, &self.all)
    }
}

impl LudoRules {
    /// Checks ranges and dice.
    ///
    /// Errors: [`RulesError::Refused`], naming the fields, the allowed values and what to change.
    pub fn check(mut self) -> Result<LudoPlay, RulesError> {
        FIELDS.check_ranges(&self)?;
        let die = |text: &mut String| {
            let die = Die::read(text).map_err(RulesError::Refused)?;
            *text = die.runs();
            Ok(Arc::new(die))
        };
        let dice = match [&mut self.die_1, &mut self.die_2] {
            [None, None] => None,
            [Some(one), Some(two)] => Some([die(one)?, die(two)?]),
            _ => {
                let what = "die_1 and die_2 belong together: write both or neither";
                return Err(RulesError::Refused(what.into()));
            }
        };
        Ok(LudoPlay { rules: self, positions: [1, 2], dice })
    }
}

impl LudoPlay {
    /// The rules.
    pub fn rules(&self) -> &LudoRules {
        &self.rules
    }

    /// What the laboratory knows of it.
    pub fn facts(&self) -> RuleFacts {
        let [one, two] = self.positions;
        RuleFacts {
            // A game's rolls depend on where the dice are in their file, not on their faces.
            setup: format!("{one}:{two}"),
            setup_values: self.positions.map(|position| u64::from(position).into()).to_vec(),
            most: vec![Some(self.rules.roll_limit.into())],
            ..RuleFacts::default()
        }
    }

    /// One game.
    ///
    /// Errors: a sentence, if it has no dice, or for a deal.
    pub fn scene(&self, asked: &Asked<'_>) -> Result<LudoScene, String> {
        if asked.deal.is_some() {
            return Err(INFO.no_deals());
        }
        Ok(LudoScene::new(self.pair(asked.seed).ok_or("it has no dice")?, asked))
    }

    fn pair(&self, seed: Seed) -> Option<Pair> {
        Some(Pair::new(self.rules.clone(), seed, self.positions, self.dice.clone()?))
    }
}

impl Ludo {
    /// The same ranked by this word.
    ///
    /// Errors: that there is no such word.
    pub fn ranked_by(self, word: &str) -> Result<Self, String> {
        let rank_by = ShareOf::ALL.iter().copied().find(|by| by.name() == word);
        let rank_by = rank_by.ok_or_else(|| unknown(word, ShareOf::WORDS))?;
        Ok(Self { rank_by, ..self })
    }

    /// The word for what the ranking goes by.
    pub fn rank_by(&self) -> &'static str {
        self.rank_by.name()
    }

    /// The same with the dice of this text, each also against itself if wanted; `file` is its name in messages.
    ///
    /// Errors: a sentence with file, line and what was expected.
    pub fn with_dice(self, file: &str, text: &str, self_play: bool) -> Result<Self, String> {
        let dice = Some(Arc::new(Dice::parse(file, text, self_play)?));
        Ok(Self { dice, file: file.into(), self_play, ..self })
    }

    /// The same of two of its dice alone, written `1,2`.
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
        if let Some(dice) = self.dice.as_ref().filter(|dice| dice.at(j).is_none()) {
            return Err(format!("{} has dice 1 to {}", self.file, dice.dice().len()));
        }
        self.pair = Some([i, j]);
        Ok(self)
    }

    /// Its dice as a stored run has them; `Null` without.
    pub fn gear(&self) -> Json {
        let Some(dice) = &self.dice else { return Json::Null };
        let pair = self.pair.map_or(String::new(), |[i, j]| format!("{OF_PAIR}{i},{j}"));
        let kind = format!("{}{pair}", KINDS[usize::from(self.self_play)]);
        // The faces alone: the same dice in another file are the same run.
        let lines = dice.dice().iter().map(|die| format!("{} {die}\n", die.faces().len()));
        let text = format!("{}\n{}", dice.dice().len(), lines.collect::<String>());
        json!({"kind": kind, "file": DICE, "text": text})
    }

    /// The same with dice as [`Ludo::gear`] has them.
    ///
    /// Errors: a sentence on what was expected.
    pub fn with_gear(self, kind: &str, text: &str) -> Result<Self, String> {
        let (kind, pair) = kind.split_once(OF_PAIR).map_or((kind, None), |(k, p)| (k, Some(p)));
        let ludo = self.with_dice(DICE, text, kind == KINDS[1])?;
        match pair {
            Some(pair) => ludo.with_pair(pair),
            None => Ok(ludo),
        }
    }

    /// The command that replays a game of a pair; dice that are fields of the rule set are in no file.
    pub fn replay(&self, rules: &str, part: &str, seed: u64, game: u64) -> Option<String> {
        let (one, two) = part.split_once(':')?;
        let file = shell_quoted(&self.file);
        Some(format!(
            "war-sim play --rules {rules} --dice {file} --pair {one},{two} --seed {seed} --game {game} \
             --trace"
        ))
    }

    /// A rule set for each pair of dice by its name, or one without a name that has dice of its own.
    ///
    /// Errors: a sentence, without dice, or if it has dice of its own beside those of a file.
    pub fn parts(&self, name: &str, play: &LudoPlay) -> Result<Vec<(String, LudoPlay)>, String> {
        let dice = match (&self.dice, &play.dice) {
            (Some(dice), None) => dice,
            (None, Some(_)) => return Ok(vec![(String::new(), play.clone())]),
            (None, None) => return Err(WITHOUT.into()),
            (Some(_), Some(_)) => return Err(format!("rule set `{name}` {TWICE}")),
        };
        let pairs = self.pair.map_or_else(|| dice.pairs(self.self_play), |pair| vec![pair]);
        let pairs = pairs.into_iter().filter_map(|[i, j]| {
            let both = [Arc::clone(dice.at(i)?), Arc::clone(dice.at(j)?)];
            let play = LudoPlay { positions: [i, j], dice: Some(both), ..play.clone() };
            Some((format!("{i}:{j}"), play))
        });
        Ok(pairs.collect())
    }

    /// The games of each rule set; `None` where the dice come from no file.
    pub fn tournaments<'a>(
        &'a self,
        facts: Facts,
        played: &[(&'a str, &'a LudoPlay, &'a Tally)],
    ) -> Option<Tournaments<'a>> {
        let (dice, stop) = (self.dice.as_deref()?, facts.stop());
        let of_rules = played.chunk_by(|one, two| one.0 == two.0).map(|pairs| {
            let (rule_set, play, _) = pairs[0];
            let pairs = pairs.iter().map(|(_, play, tally)| (play.positions, *tally)).collect();
            Tournament::new(rule_set, &play.rules, pairs, (self.rank_by, stop))
        });
        Some(Tournaments { all: of_rules.collect(), facts, dice })
    }
}

/// A player of these cells, each by the engine of its word.
///
/// Errors: a sentence with the position of the rule set that the engine asked for cannot play.
pub fn player(cells: Cells<'_, LudoPlay>, deals: &Deals) -> Made {
    if !matches!(deals.from, DealsFrom::Seed) {
        return Err((0, "Ludo is rolled, not dealt: play it from a seed".into()));
    }
    let engines = cells.iter().enumerate().map(|(k, (play, word))| {
        let pair = play.pair(deals.seed).ok_or_else(|| (k, "it has no dice".to_owned()))?;
        Ok((engine(Processor::here(), word, &pair).map_err(|e| (k, e.to_string()))?, pair))
    });
    let engines = engines.collect::<Result<_, _>>()?;
    Ok(Box::new(LudoPlayer { engines, games: 0..0 }))
}

/// One thread's engines.
struct LudoPlayer {
    engines: Vec<(Engine<Range<u64>>, Pair)>,
    games: Range<u64>,
}

impl Player for LudoPlayer {
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]) {
        self.games = games.clone();
        for ((engine, _), block) in self.engines.iter_mut().zip(results) {
            engine.plays.play(&games, block);
        }
    }

    fn engine(&self, cell: usize) -> &'static str {
        self.engines[cell].0.name
    }

    fn features(&mut self, cell: usize, feature: usize, values: &mut Vec<i64>) {
        values.clear();
        let (_, pair) = &self.engines[cell];
        let mut blocks = pair.blocks();
        for game in self.games.clone() {
            values.push(if feature == BY_BEGINNER {
                pair.beginner(&mut blocks, game).index() as i64 + 1
            } else {
                let mut rolls = GameRolls::new(&mut blocks, pair.dice(), game, 0);
                let mut sixes = |seat| (0..EARLY).filter(|_| rolls.roll(seat) == 6).count() as i64;
                sixes(Seat::A) - sixes(Seat::B)
            });
        }
    }
}
