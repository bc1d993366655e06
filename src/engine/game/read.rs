//! From the text of a rule file, or its fields, to a rule set.

use serde::{Deserialize as _, Deserializer};

use super::{AnyRules, Game, RuleSet};
use crate::core::fields::overlay;
use crate::core::game::RulesError;
use crate::core::wording::field::unknown;
use crate::core::wording::slip;
use crate::games::ludo::LudoRules;
use crate::games::war::RuleFields;

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
            return self.typed(text).map_err(refused)?.and_then(RuleSet::strictly);
        };
        // Read once without its base, so that a mistake is told with its line.
        let line = text[..base.span().start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[line..].find('\n').map_or(text.len(), |end| line + end);
        let rest = format!("{}{}", &text[..line], &text[end..]);
        let refused = |e: toml::de::Error| RulesError::Toml(slip::in_text(&e, &rest, &self.keys()));
        let _ = self.typed(&rest).map_err(refused)?;
        let changes: toml::Table = toml::from_str(&rest).map_err(refused)?;
        let presets = self.presets();
        let found = presets.iter().find(|preset| preset.name == base.get_ref());
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        let found = found.ok_or_else(|| {
            let line = 1 + text[..line].matches('\n').count();
            RulesError::Toml(format!("line {line}: base: {}", unknown(base.get_ref(), &names)))
        })?;
        let mut fields = found.fields.fields();
        overlay(&mut fields, &changes);
        self.build(fields).and_then(RuleSet::strictly)
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
