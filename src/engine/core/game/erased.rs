//! Every [`Game`] is an [`AnyGame`]: its types are put away here, and found again.

use super::any_game::AnyGame;
use super::player::Player;
use super::rules::{Cell, Preset, RuleSet, RulesError};
use super::show::Show;
use super::typed::Game;
use crate::core::cards::Deals;
use crate::core::fields::flat;
use crate::core::wording::field::unknown;
use crate::core::wording::slip;

/// The rule set that a file changes.
#[derive(serde::Deserialize)]
struct Base {
    base: Option<toml::Spanned<String>>,
}

/// Puts the fields of `over` into `under`, table by table.
pub fn overlay(under: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (under.get_mut(key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => overlay(under, over),
            _ => {
                under.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Every field of the game's usual rule set, with its tables: `war.face_down`.
fn known<G: Game>(game: &G) -> Vec<String> {
    let usual = Game::presets(game).into_iter().next();
    let usual = usual.and_then(|preset| AnyGame::preset(game, preset.name));
    let fields = usual.map(|rules| flat(&AnyGame::fields(game, &rules))).unwrap_or_default();
    fields.into_iter().map(|(key, _)| key).collect()
}

/// The rule set without its types.
pub fn erased<G: Game>(game: &G, rules: G::Rules) -> RuleSet {
    let facts = game.facts(&rules);
    RuleSet::new(rules, facts)
}

impl<G: Game> AnyGame for G {
    fn presets(&self) -> Vec<Preset<()>> {
        Game::presets(self).iter().map(|preset| preset.map(|_| ())).collect()
    }

    fn preset(&self, name: &str) -> Option<RuleSet> {
        let preset = Game::presets(self).into_iter().find(|preset| preset.name == name)?;
        match self.check(preset.fields) {
            Ok(rules) => Some(erased(self, rules)),
            Err(error) => unreachable!("built-in rule set {name}: {error}"),
        }
    }

    fn read(&self, text: &str) -> Result<RuleSet, RulesError> {
        let refused = |e: toml::de::Error| RulesError::Toml(slip::in_text(&e, text, &known(self)));
        let with_line = |e: RulesError| match e {
            RulesError::Refused(what) => RulesError::Refused(slip::with_line(what, text)),
            other => other,
        };
        let Base { base } = toml::from_str(text).map_err(refused)?;
        let Some(base) = base else {
            let fields: G::Fields = toml::from_str(text).map_err(refused)?;
            let rules = self.check(fields).map_err(with_line)?;
            return erased(self, rules).strictly().map_err(with_line);
        };
        // Read once without its base, so that a mistake is told with its line.
        let line = text[..base.span().start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[line..].find('\n').map_or(text.len(), |end| line + end);
        let rest = format!("{}{}", &text[..line], &text[end..]);
        let refused = |e: toml::de::Error| RulesError::Toml(slip::in_text(&e, &rest, &known(self)));
        let _: G::Fields = toml::from_str(&rest).map_err(refused)?;
        let changes: toml::Table = toml::from_str(&rest).map_err(refused)?;
        let presets = Game::presets(self);
        let found = presets.iter().find(|preset| preset.name == base.get_ref());
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        let found = found.ok_or_else(|| {
            let line = 1 + text[..line].matches('\n').count();
            RulesError::Toml(format!("line {line}: base: {}", unknown(base.get_ref(), &names)))
        })?;
        let mut fields = match toml::Table::try_from(&found.fields) {
            Ok(fields) => fields,
            Err(error) => unreachable!("rule fields are a table: {error}"),
        };
        AnyGame::change(self, &mut fields, &changes);
        AnyGame::build(self, fields).and_then(RuleSet::strictly).map_err(with_line)
    }

    fn change(&self, fields: &mut toml::Table, changes: &toml::Table) {
        for key in self.whole_fields().iter().filter(|key| changes.contains_key(**key)) {
            fields.remove(*key);
        }
        overlay(fields, changes);
    }

    fn build(&self, fields: toml::Table) -> Result<RuleSet, RulesError> {
        let fields: G::Fields = fields
            .try_into()
            .map_err(|e: toml::de::Error| RulesError::Toml(slip::in_fields(&e, &known(self))))?;
        Ok(erased(self, self.check(fields)?))
    }

    fn to_toml(&self, rules: &RuleSet) -> String {
        Game::to_toml(self, rules.of())
    }

    fn fields(&self, rules: &RuleSet) -> toml::Table {
        match toml::Table::try_from(Game::fields(self, rules.of())) {
            Ok(fields) => fields,
            Err(error) => unreachable!("rule fields are a table: {error}"),
        }
    }

    fn player(&self, cells: &[&Cell], deals: &Deals) -> Result<Box<dyn Player>, String> {
        let typed: Vec<(&G::Rules, &'static str)> =
            cells.iter().map(|cell| (cell.rules.of(), cell.engine)).collect();
        Game::player(self, &typed, deals)
            .map_err(|(k, reason)| format!("rule set `{}`: {reason}", cells[k].name))
    }

    fn show<'a>(&'a self, rules: &'a RuleSet) -> Box<dyn Show + 'a> {
        Game::show(self, rules.of())
    }
}
