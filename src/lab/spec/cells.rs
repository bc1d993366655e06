//! From rule sets as an experiment file writes them (names, fields inline, sweeps) to rule sets.

use std::collections::HashMap;
use std::sync::Arc;

use toml::{Table, Value};

use super::rules::{FindError, Found};
use super::sweep::expand;
use super::{NamedRules, RefusedCell};
use crate::core::game::{AnyGame, RuleSet, RulesError};
use crate::core::wording::plain::no_cell;

/// Most rule sets of an experiment, those of all its sweeps together.
pub const MOST_RULE_SETS: usize = 10_000;

/// Finds a rule set by name or path; the error is a sentence.
pub type Resolve<'r> = &'r dyn Fn(&str) -> Result<Found, String>;

/// Collects rule sets and refuses duplicates.
pub struct Collector<'r> {
    resolve: Resolve<'r>,
    game: Arc<dyn AnyGame>,
    /// Fields that replace those of every rule set.
    over: Table,
    engine: &'static str,
    /// The rule sets so far.
    pub rule_sets: Vec<NamedRules>,
    /// The line of each, 0 if it has none.
    lines: Vec<usize>,
    /// What a rule set is called that has another deck than its name says.
    called: HashMap<String, String>,
    /// Where each name is, and where each list of fields.
    by_name: HashMap<String, usize>,
    by_fields: HashMap<String, usize>,
    /// Combinations of sweeps that make no game.
    pub refused: Vec<RefusedCell>,
    /// Fields of combinations of sweeps that have no effect.
    pub notes: Vec<String>,
}

impl<'r> Collector<'r> {
    /// No rule sets yet. `over` replaces these fields in every one.
    pub fn new(
        resolve: Resolve<'r>,
        game: Arc<dyn AnyGame>,
        over: Table,
        engine: &'static str,
    ) -> Self {
        Self {
            resolve,
            game,
            over,
            engine,
            rule_sets: Vec::new(),
            lines: Vec::new(),
            called: HashMap::new(),
            by_name: HashMap::new(),
            by_fields: HashMap::new(),
            refused: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a rule set by name or path.
    pub fn add_named(&mut self, given: &str, line: usize) -> Result<(), String> {
        let (name, rules) = self.find(given)?;
        let built = self.build(&rules, &Table::new()).map_err(|e| e.to_string())?;
        if self.game.fields(&built) == self.game.fields(&rules) {
            return self.push(name, rules, line);
        }
        // Another deck makes another rule set, which the tables must not call the same.
        let full = with_changes(&name, &self.over);
        self.called.insert(name, full.clone());
        self.push(full, built, line)
    }

    /// What the tables call the rule sets that have another deck than their names say.
    pub fn names(&self) -> HashMap<String, String> {
        self.called.clone()
    }

    /// Adds a rule set whose fields are written inline, over those of its `base`.
    pub fn add_inline(&mut self, mut fields: Table, line: usize) -> Result<(), String> {
        let (_, base) = self.base_of(&mut fields)?;
        let name = take_text(&mut fields, "name")?
            .ok_or("a rule set with fields inline needs a name = \"...\"")?;
        let rules = self.build(&base, &fields).and_then(RuleSet::strictly);
        let rules = rules.map_err(|e| format!("rule set `{name}`: {e}"))?;
        self.push(name, rules, line)
    }

    /// Adds every combination of a sweep; those that make no game are noted as refused.
    pub fn add_sweep(&mut self, mut fields: Table, line: usize) -> Result<(), String> {
        let (base_name, base) = self.base_of(&mut fields)?;
        let template = take_text(&mut fields, "name")?;
        for combination in expand(&fields).map_err(|e| e.to_string())? {
            self.check_room()?;
            let name = match &template {
                None => combination.default_name(&base_name),
                Some(template) => combination.name(template).ok_or_else(|| {
                    let keys: Vec<String> =
                        combination.swept.iter().map(|(key, _)| format!("{{{key}}}")).collect();
                    format!("name = \"{template}\": may contain {} only", keys.join(", "))
                })?,
            };
            match self.build(&base, &combination.fields) {
                Ok(rules) => {
                    // Some values of a sweep leave other fields idle; that is not a mistake.
                    let notes = rules.idle.iter().map(|idle| format!("{name}: no effect: {idle}"));
                    self.notes.extend(notes);
                    self.push(name, rules, line)?;
                }
                // A word that is not a field is a mistake in the file; fields that clash are a
                // combination that cannot be.
                Err(RulesError::Toml(what)) => return Err(format!("rule set `{name}`: {what}")),
                Err(RulesError::Refused(reason)) => {
                    self.refused.push(RefusedCell { name, reason });
                }
            }
        }
        Ok(())
    }

    fn base_of(&self, fields: &mut Table) -> Result<(String, RuleSet), String> {
        let default = || {
            let presets = self.game.presets();
            presets.first().map_or(String::new(), |preset| preset.name.to_owned())
        };
        let base = take_text(fields, "base")?.unwrap_or_else(default);
        self.find(&base)
    }

    /// A rule set of this very game.
    fn find(&self, given: &str) -> Result<(String, RuleSet), String> {
        let Found { game, name, rules, .. } = (self.resolve)(given)?;
        let (own, wanted) = (game.info(), self.game.info());
        match own.name == wanted.name {
            true => Ok((name, rules)),
            false => {
                let (title, wanted) = (own.title, wanted.title);
                let error = FindError::OtherGame { title, wanted };
                Err(format!("rules {given}: {error}"))
            }
        }
    }

    /// The base with the experiment's own fields and then these over it.
    fn build(&self, base: &RuleSet, fields: &Table) -> Result<RuleSet, RulesError> {
        let mut merged = self.game.fields(base);
        self.game.change(&mut merged, &self.over);
        self.game.change(&mut merged, fields);
        self.game.build(merged)
    }

    /// Refuses more rule sets than any study may have.
    fn check_room(&self) -> Result<(), String> {
        match self.rule_sets.len() + self.refused.len() < MOST_RULE_SETS {
            true => Ok(()),
            false => Err(format!("there are more than {MOST_RULE_SETS} rule sets; use fewer")),
        }
    }

    fn push(&mut self, name: String, rules: RuleSet, line: usize) -> Result<(), String> {
        self.check_room()?;
        let why =
            if name.contains(['/', '\\']) { Some("it contains a slash") } else { no_cell(&name) };
        if let Some(why) = why {
            let name = name.escape_debug();
            return Err(format!("`{name}` cannot be the name of a rule set: {why}"));
        }
        let at = |k: usize| match self.lines[k] {
            0 => String::new(),
            line => format!(" in line {line}"),
        };
        if let Some(&k) = self.by_name.get(&name) {
            let hint = match self.lines[k] == line {
                true => "; put a swept field into the sweep's name, as in \"x-{war.face_down}\"",
                false => "",
            };
            return Err(format!("there is already a rule set called `{name}`{}{hint}", at(k)));
        }
        let fields = self.game.fields(&rules).to_string();
        if let Some(&k) = self.by_fields.get(&fields) {
            let other = &self.rule_sets[k].name;
            return Err(format!(
                "rule set `{name}` is the same as `{other}`{}: leave one of them out",
                at(k)
            ));
        }
        self.by_name.insert(name.clone(), self.rule_sets.len());
        self.by_fields.insert(fields, self.rule_sets.len());
        self.rule_sets.push(NamedRules { name, rules, engine: self.engine });
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

/// A name with these fields changed, as one would type it: `umass{deck.ranks=3}`.
fn with_changes(name: &str, fields: &Table) -> String {
    fn collect(fields: &Table, prefix: &str, into: &mut Vec<String>) {
        for (key, value) in fields {
            let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            match value {
                Value::Table(inner) => collect(inner, &key, into),
                Value::String(word) => into.push(format!("{key}={word}")),
                other => into.push(format!("{key}={other}")),
            }
        }
    }
    let mut changes = Vec::new();
    collect(fields, "", &mut changes);
    let changes = changes.join(",");
    match name.strip_suffix('}') {
        Some(start) => format!("{start},{changes}}}"),
        None => format!("{name}{{{changes}}}"),
    }
}
