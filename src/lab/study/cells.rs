//! From rule sets as written (names, fields inline, sweeps) to cells.

use toml::{Table, Value};

use super::RefusedCell;
use super::sweep::expand;
use crate::games::war::batch::Cell;
use crate::games::war::fast::EngineChoice;
use crate::games::war::rules::{RuleFields, Rules, RulesError};

/// Finds a rule set by name or path; the error is a sentence.
pub type Resolve<'r> = &'r dyn Fn(&str) -> Result<(String, Rules), String>;

/// The rule set that fields inline change, if they name no `base`.
pub const DEFAULT_BASE: &str = "umass";

/// Collects cells and refuses duplicates.
pub struct Collector<'r> {
    resolve: Resolve<'r>,
    deck: Option<Table>,
    engine: EngineChoice,
    /// The cells so far.
    pub cells: Vec<Cell>,
    /// The line of each cell, 0 if it has none.
    lines: Vec<usize>,
    /// Cells of sweeps that make no game.
    pub refused: Vec<RefusedCell>,
}

impl<'r> Collector<'r> {
    /// No cells yet. `deck` replaces these deck fields in every cell.
    pub fn new(resolve: Resolve<'r>, deck: Option<Table>, engine: EngineChoice) -> Self {
        Self { resolve, deck, engine, cells: Vec::new(), lines: Vec::new(), refused: Vec::new() }
    }

    /// Adds a rule set by name or path.
    pub fn add_named(&mut self, given: &str, line: usize) -> Result<(), String> {
        let (name, rules) = (self.resolve)(given)?;
        let rules = match self.deck {
            None => rules,
            Some(_) => self.build(&rules, &Table::new()).map_err(|e| e.to_string())?,
        };
        self.push(name, rules, line)
    }

    /// Adds a rule set whose fields stand inline, over those of its `base`.
    pub fn add_inline(&mut self, mut fields: Table, line: usize) -> Result<(), String> {
        let (_, base) = self.base_of(&mut fields)?;
        let name = take_text(&mut fields, "name")?
            .ok_or("a rule set with fields inline needs a name = \"...\"")?;
        let rules = self.build(&base, &fields).map_err(|e| format!("rule set `{name}`: {e}"))?;
        self.push(name, rules, line)
    }

    /// Adds every combination of a sweep; those that make no game are noted as refused.
    pub fn add_sweep(&mut self, mut fields: Table, line: usize) -> Result<(), String> {
        let (base_name, base) = self.base_of(&mut fields)?;
        let template = take_text(&mut fields, "name")?;
        for combination in expand(&fields).map_err(|e| e.to_string())? {
            let name = match &template {
                None => combination.default_name(&base_name),
                Some(template) => combination.name(template).ok_or_else(|| {
                    let keys: Vec<String> =
                        combination.swept.iter().map(|(key, _)| format!("{{{key}}}")).collect();
                    format!("name = \"{template}\": may hold {} only", keys.join(", "))
                })?,
            };
            match self.build(&base, &combination.fields) {
                Ok(rules) => self.push(name, rules, line)?,
                // A word that is no field is a slip in the file; fields that clash are a cell that
                // cannot be.
                Err(RulesError::Toml(what)) => return Err(format!("rule set `{name}`: {what}")),
                Err(error) => self.refused.push(RefusedCell { name, reason: error.to_string() }),
            }
        }
        Ok(())
    }

    fn base_of(&self, fields: &mut Table) -> Result<(String, Rules), String> {
        let base = take_text(fields, "base")?.unwrap_or_else(|| DEFAULT_BASE.into());
        (self.resolve)(&base)
    }

    /// The base with the experiment's deck and then these fields over it.
    fn build(&self, base: &Rules, fields: &Table) -> Result<Rules, RulesError> {
        let no_toml = |e: &dyn std::fmt::Display| RulesError::Toml(e.to_string().trim().to_owned());
        let mut merged = Table::try_from((**base).clone()).map_err(|e| no_toml(&e))?;
        if let Some(deck) = &self.deck {
            merge(&mut merged, &Table::from_iter([("deck".into(), Value::Table(deck.clone()))]));
        }
        merge(&mut merged, fields);
        let fields: RuleFields = merged.try_into().map_err(|e: toml::de::Error| no_toml(&e))?;
        fields.check()
    }

    fn push(&mut self, name: String, rules: Rules, line: usize) -> Result<(), String> {
        if name.is_empty() || name.contains(['\n', '\r', '/', '\\']) {
            return Err(format!("`{name}` cannot be the name of a rule set"));
        }
        let at = |k: usize| match self.lines[k] {
            0 => String::new(),
            line => format!(" in line {line}"),
        };
        if let Some(k) = self.cells.iter().position(|cell| cell.name == name) {
            return Err(format!("there is a rule set called `{name}` already{}", at(k)));
        }
        if let Some(k) = self.cells.iter().position(|cell| cell.rules == rules) {
            let other = &self.cells[k].name;
            return Err(format!(
                "rule set `{name}` is the same as `{other}`{}: leave one of them out",
                at(k)
            ));
        }
        self.cells.push(Cell { name, rules, engine: self.engine });
        self.lines.push(line);
        Ok(())
    }
}

/// Takes a text field out of a table.
fn take_text(fields: &mut Table, key: &str) -> Result<Option<String>, String> {
    match fields.remove(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("{key} = {other}: must be text in quotes")),
    }
}

/// Puts the fields of `over` into `under`, table by table.
fn merge(under: &mut Table, over: &Table) {
    for (key, value) in over {
        match (under.get_mut(key), value) {
            (Some(Value::Table(under)), Value::Table(over)) => merge(under, over),
            _ => {
                under.insert(key.clone(), value.clone());
            }
        }
    }
}
