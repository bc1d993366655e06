//! From rule sets as an experiment file writes them (names, fields inline, sweeps) to rule sets.

use std::collections::HashMap;
use std::fmt::Display;

use toml::{Table, Value};

use super::rules::{Library, braced};
use super::sweep::expand;
use super::{NamedRules, RefusedCell, Study};
use crate::core::fields::{flat, overlay};
use crate::core::game::{LEAVE_OUT, RulesError};
use crate::core::wording::plain::no_cell;
use crate::game::RuleSet;
use crate::lab::refused::Refused;

/// Collects the rule sets of a study, and refuses duplicates.
pub struct Collector<'r> {
    pub(super) library: &'r Library,
    /// The study so far.
    pub(super) study: Study,
    /// Fields that replace those of every rule set.
    pub(super) over: Table,
    /// Whether each is counted for itself, so that two may be the same.
    pub(super) alone: bool,
    /// Where each name is, and where each list of fields.
    pub(super) by_name: HashMap<String, usize>,
    pub(super) by_fields: HashMap<String, usize>,
}

impl Collector<'_> {
    /// Adds a rule set by name or path.
    pub fn add_named(&mut self, given: &str) -> Result<(), Refused> {
        let here = |refused: Refused| refused.valued(given);
        let found = self.find(given).map_err(here)?;
        let rules = self.changed(&found, &Table::new());
        let rules = rules.map_err(|e| here(Refused::usage(e.to_string())))?;
        // Another deck makes another rule set, which the tables must not call the same.
        let is_same = self.told(&rules) == self.told(&found.rules);
        let name = if is_same { found.name } else { self.with_deck(&found.name) };
        self.push(name, rules).map_err(here)
    }

    /// What a rule set of this name is called that has another deck than the name says.
    fn with_deck(&self, name: &str) -> String {
        let changes = flat(&self.over).into_iter().map(|(key, value)| format!("{key}={value}"));
        braced(name, &changes.collect::<Vec<_>>(), ",")
    }

    /// What the tables call the rule set of this name.
    pub fn called(&self, name: String) -> String {
        let found = self.by_name.get(&self.with_deck(&name)).or_else(|| self.by_name.get(&name));
        found.map_or(name, |&k| self.study.rule_sets[k].name.clone())
    }

    /// Adds the rule set whose fields are written inline.
    pub fn add_inline(&mut self, mut fields: Table) -> Result<(), Refused> {
        let (base, name) = (self.base_of(&mut fields)?, take_text(&mut fields, "name")?);
        let name = name.ok_or_else(|| {
            Refused::usage("a rule set with fields inline needs a name = \"...\"")
        })?;
        let rules = self.changed(&base, &fields).map_err(|e| wrong(&name, &e))?;
        let preset = self.study.game.preset(&name);
        if preset.is_some_and(|preset| self.told(&preset) != self.told(&rules)) {
            let what = "it has other fields than the built-in one of this name; rename it";
            return Err(wrong(&name, &what));
        }
        self.push(name, rules)
    }

    /// Adds every combination of a sweep, of its base, else of the `only` entry of the rule sets named; those that make
    /// no game are noted as refused.
    pub fn add_sweep(&mut self, mut fields: Table, only: Option<&Value>) -> Result<(), Refused> {
        let base = match only.filter(|_| !fields.contains_key("base")) {
            // Without the deck that all have.
            Some(Value::String(given)) => self.find(given)?,
            Some(_) => self.study.rule_sets[0].clone(),
            None => self.base_of(&mut fields)?,
        };
        let template = take_text(&mut fields, "name")?;
        let first = self.study.rule_sets.len();
        for combination in expand(&fields)? {
            for (key, _) in &combination.swept {
                if !self.study.swept.contains(key) {
                    self.study.swept.push(key.clone());
                }
            }
            let name = combination.name(&base.name, template.as_deref())?;
            match self.changed(&base, &combination.fields) {
                Ok(rules) => {
                    // It is there by a name of its own, or by that of an earlier sweep.
                    let like = self.by_fields.get(&rules.fields().to_string());
                    if let Some(&like) = like.filter(|like| **like < first) {
                        self.by_name.entry(name).or_insert(like);
                    } else {
                        self.push(name, rules)?;
                    }
                }
                // A word that is not a field is a mistake in the file; fields that clash are a
                // combination that cannot be.
                Err(RulesError::Toml(what)) => return Err(wrong(&name, &what)),
                Err(RulesError::Refused(reason)) => {
                    let reason = reason.strip_suffix(LEAVE_OUT).unwrap_or(&reason).to_owned();
                    self.study.refused.push(RefusedCell { name, reason });
                }
            }
        }
        Ok(())
    }

    fn base_of(&self, fields: &mut Table) -> Result<NamedRules, Refused> {
        let (base, usual) = (take_text(fields, "base")?, self.study.game.presets()[0].name);
        self.find(base.as_deref().unwrap_or(usual))
    }

    /// A rule set of this very game.
    fn find(&self, given: &str) -> Result<NamedRules, Refused> {
        self.library.find(given, Some(&self.study.game))
    }

    /// The base with the experiment's own fields and then these over it, each of which has an effect.
    fn changed(&self, base: &NamedRules, fields: &Table) -> Result<RuleSet, RulesError> {
        let mut changes = self.over.clone();
        overlay(&mut changes, fields);
        base.rules.changed(&changes)
    }

    /// The fields that its name has to tell.
    fn told(&self, rules: &RuleSet) -> Table {
        let fields = rules.fields().into_iter();
        fields
            .filter(|(key, _)| !self.study.game.info().told_beside.contains(&key.as_str()))
            .collect()
    }

    fn push(&mut self, name: String, rules: RuleSet) -> Result<(), Refused> {
        let slash = name.contains(['/', '\\']).then_some("it contains a slash or a backslash");
        if let Some(why) = slash.or_else(|| no_cell(&name)) {
            let name = name.escape_debug();
            let what = format!("`{name}` cannot be the name of a rule set: {why}");
            return Err(Refused::usage(what));
        }
        if let Some(&k) = self.by_name.get(&name) {
            let how = match self.study.rule_sets[k].rules.fields() == rules.fields() {
                _ if !self.study.swept.is_empty() => {
                    "give a value once, and put a swept field into its name: \"x-{war.face_down}\""
                }
                true => "leave one of them out",
                false => "rename one of them",
            };
            let what = format!("there is already a rule set called `{name}`; {how}");
            return Err(Refused::usage(what));
        }
        let fields = rules.fields().to_string();
        if let Some(&k) = self.by_fields.get(&fields).filter(|_| !self.alone) {
            let like = &self.study.rule_sets[k].name;
            let what = format!("is the same as `{like}`, field by field; leave one of them out");
            return Err(Refused::usage(format!("rule set `{name}` {what}")));
        }
        self.by_name.insert(name.clone(), self.study.rule_sets.len());
        self.by_fields.insert(fields, self.study.rule_sets.len());
        self.study.rule_sets.push(NamedRules { name, rules });
        Ok(())
    }
}

/// What is wrong with the rule set of this name.
fn wrong(name: &str, what: &dyn Display) -> Refused {
    Refused::usage(format!("rule set `{name}`: {what}"))
}

/// Takes a text field out of a table.
fn take_text(fields: &mut Table, key: &str) -> Result<Option<String>, Refused> {
    match fields.remove(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(Refused::usage(format!("{key} = {other}: must be text in quotes"))),
    }
}
