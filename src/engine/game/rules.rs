//! Rule sets of any game: read from a file or fields, checked, told and handed on.

use std::ops::Deref;

use serde::{Deserialize as _, Deserializer};

use super::{Answers, Game};
use crate::core::cards::{Card, Deals, DealsFrom, Seed};
use crate::core::course::Course;
use crate::core::fields::{flat, overlay};
use crate::core::game::{Asked, GameInfo, Idle, RuleFacts, RulesError, Scene};
use crate::core::wording::field::unknown;
use crate::core::wording::slip;
use crate::games::ludo::{Ludo, LudoPlay, LudoRules};
use crate::games::war::{self, RuleFields};

/// Checked rules.
#[derive(Clone, Debug)]
pub enum AnyRules {
    /// Of War.
    War(war::Rules),
    /// Of Ludo, with the dice that play by them where they are known.
    Ludo(LudoPlay),
}

/// A rule set of a game, with its facts.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// What the laboratory knows of it.
    pub facts: RuleFacts,
    /// The rules.
    pub rules: AnyRules,
}

impl From<AnyRules> for RuleSet {
    fn from(rules: AnyRules) -> Self {
        let facts = match &rules {
            AnyRules::War(rules) => war::facts(rules),
            AnyRules::Ludo(play) => play.facts(),
        };
        Self { facts, rules }
    }
}

impl Deref for RuleSet {
    type Target = RuleFacts;

    fn deref(&self) -> &RuleFacts {
        &self.facts
    }
}

impl RuleSet {
    /// The rules, if they are War's.
    pub fn war(&self) -> Option<&war::Rules> {
        if let AnyRules::War(rules) = &self.rules { Some(rules) } else { None }
    }

    pub(super) fn ludo(&self) -> Option<&LudoPlay> {
        if let AnyRules::Ludo(play) = &self.rules { Some(play) } else { None }
    }

    /// Its game, without what that is played with.
    pub fn game(&self) -> Game {
        match &self.rules {
            AnyRules::War(_) => Game::War,
            AnyRules::Ludo(_) => Game::Ludo(Ludo::default()),
        }
    }

    /// The words of its game.
    pub fn info(&self) -> &'static GameInfo {
        self.game().info()
    }

    /// Its fields, every one.
    pub fn fields(&self) -> toml::Table {
        let fields = match &self.rules {
            AnyRules::War(rules) => toml::Table::try_from(&**rules),
            AnyRules::Ludo(play) => toml::Table::try_from(play.rules()),
        };
        fields.unwrap_or_else(|error| unreachable!("rule fields are a table: {error}"))
    }

    /// The same with these changes, all of which have an effect; of the others some may have none any more.
    ///
    /// Errors: [`RulesError`].
    pub fn changed(&self, changes: &toml::Table) -> Result<Self, RulesError> {
        let mut fields = self.fields();
        overlay(&mut fields, changes);
        let (typed, rules) = (flat(changes), self.game().build(fields)?);
        let is_typed = |(idle, _): &&Idle| typed.iter().any(|(key, _)| key == idle);
        let idle: Vec<Idle> = rules.idle.iter().filter(is_typed).cloned().collect();
        RulesError::idle(&idle).map_or(Ok(rules), Err)
    }

    /// The value of a field by its full key, its default written out; `None` if there is no such field.
    pub fn field(&self, key: &str) -> Option<toml::Value> {
        let written = flat(&self.fields()).into_iter().find(|(own, _)| own == key);
        written.map(|(_, value)| value).or_else(|| Some(self.war()?.pickup_of(key)?.name().into()))
    }

    /// The rules as the text of a rule file.
    pub fn to_toml(&self) -> String {
        match &self.rules {
            AnyRules::War(rules) => rules.to_toml(),
            AnyRules::Ludo(play) => toml::to_string(play.rules()).expect("rules are a table"),
        }
    }

    /// The deck, in dealing order, of a deal as people write it.
    ///
    /// Errors: a sentence on what is wrong with it, or that the game has no deals to be written.
    pub fn read_deal(&self, deal: &[u8]) -> Result<Vec<Card>, String> {
        war::show::read_deal(self.war().ok_or_else(|| self.info().no_deals())?, deal)
    }

    /// What answers deals as people write them; `seed` decides the shuffles inside their games.
    ///
    /// Errors: that the game has no deals to be written.
    pub fn answers(&self, seed: Seed) -> Result<Answers, String> {
        Ok(Answers::new(self.war().ok_or_else(|| self.info().no_deals())?, seed))
    }

    /// One game.
    ///
    /// Errors: as [`RuleSet::read_deal`]; what the game lacks, such as dice.
    pub fn scene(&self, asked: &Asked<'_>) -> Result<Box<dyn Scene>, String> {
        Ok(match &self.rules {
            AnyRules::War(rules) => Box::new(war::show::WarScene::new(rules, asked)?),
            AnyRules::Ludo(play) => Box::new(play.scene(asked)?),
        })
    }

    /// How the lead went in game `game` of these deals; `None` where it cannot be shown.
    pub fn course(&self, deals: &Deals, game: u64) -> Option<Course> {
        let from_seed = matches!(deals.from, DealsFrom::Seed);
        let asked = from_seed.then(|| Asked::of_seed(deals.seed, game))?;
        Some(self.scene(&asked).ok()?.course())
    }
}

/// What is played and counted on its own: a rule set or, where a rule set is played with several
/// pairs of dice, a rule set and one of those.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it is called in the tables.
    pub name: String,
    /// The name of its rule set.
    pub rules_name: String,
    /// Which part of its rule set's games this is, such as `1:2`; empty where there is only one.
    /// Only cells of the same part are compared.
    pub part: String,
    /// The rules.
    pub rules: RuleSet,
    /// Which engine plays them: a word of [`WORDS`](crate::core::engines::WORDS).
    pub engine: &'static str,
}

/// The rule set that a file changes.
#[derive(serde::Deserialize)]
struct Base {
    base: Option<toml::Spanned<String>>,
}

impl Game {
    /// A rule set from the text of its file.
    ///
    /// Errors: [`RulesError`], with the line where the text is at fault.
    pub fn read(&self, text: &str) -> Result<RuleSet, RulesError> {
        let refused = |e: toml::de::Error| RulesError::Toml(slip::in_text(&e, text, &self.keys()));
        let Base { base } = toml::from_str(text).map_err(refused)?;
        let Some(base) = base else {
            let rules = self.typed(text).map_err(refused)??;
            return RulesError::idle(&rules.idle).map_or(Ok(rules), Err);
        };
        // Read once without its base, so that a mistake is told with its line.
        let line = text[..base.span().start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[line..].find('\n').map_or(text.len(), |end| line + end);
        let rest = format!("{}{}", &text[..line], &text[end..]);
        let refused = |e: toml::de::Error| RulesError::Toml(slip::in_text(&e, &rest, &self.keys()));
        let _ = self.typed(&rest).map_err(refused)?;
        let changes: toml::Table = toml::from_str(&rest).map_err(refused)?;
        let Some(found) = self.preset(base.get_ref()) else {
            let names: Vec<&str> = self.presets().iter().map(|preset| preset.name).collect();
            let (line, why) =
                (1 + text[..line].matches('\n').count(), unknown(base.get_ref(), &names));
            return Err(RulesError::Toml(format!("line {line}: base: {why}")));
        };
        found.changed(&changes)
    }

    /// A rule set from fields.
    ///
    /// Errors: [`RulesError`].
    pub fn build(&self, fields: toml::Table) -> Result<RuleSet, RulesError> {
        let refused = |e: toml::de::Error| RulesError::Toml(slip::in_fields(&e, &self.keys()));
        self.checked(fields).map_err(refused)?
    }

    fn typed(&self, text: &str) -> Result<Result<RuleSet, RulesError>, toml::de::Error> {
        self.checked(toml::Deserializer::parse(text)?)
    }

    fn checked<'de, D: Deserializer<'de>>(
        &self,
        from: D,
    ) -> Result<Result<RuleSet, RulesError>, D::Error> {
        let rules = match self {
            Self::War => RuleFields::deserialize(from)?.check().map(AnyRules::War),
            Self::Ludo(_) => LudoRules::deserialize(from)?.check().map(AnyRules::Ludo),
        };
        Ok(rules.map(RuleSet::from))
    }
}
