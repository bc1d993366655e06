//! From the text of a rule file, or its fields, to a rule set.

use serde::{Deserialize as _, Deserializer};

use super::{Fields, Game, RuleSet};
use crate::core::fields::{flat, overlay};
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
        let refused =
            |e: toml::de::Error| RulesError::Toml(slip::in_text(&e, text, &self.written()));
        let Base { base } = toml::from_str(text).map_err(refused)?;
        let Some(base) = base else {
            let fields = self.typed(text).map_err(refused)?;
            return fields.check().and_then(RuleSet::strictly);
        };
        // Read once without its base, so that a mistake is told with its line.
        let line = text[..base.span().start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[line..].find('\n').map_or(text.len(), |end| line + end);
        let rest = format!("{}{}", &text[..line], &text[end..]);
        let refused =
            |e: toml::de::Error| RulesError::Toml(slip::in_text(&e, &rest, &self.written()));
        self.typed(&rest).map_err(refused)?;
        let changes: toml::Table = toml::from_str(&rest).map_err(refused)?;
        let presets = self.presets();
        let found = presets.iter().find(|preset| preset.name == base.get_ref());
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        let found = found.ok_or_else(|| {
            let line = 1 + text[..line].matches('\n').count();
            RulesError::Toml(format!("line {line}: base: {}", unknown(base.get_ref(), &names)))
        })?;
        let mut fields = found.fields.table();
        overlay(&mut fields, &changes);
        self.build(fields).and_then(RuleSet::strictly)
    }

    /// A rule set from fields.
    ///
    /// Errors: [`RulesError`].
    pub fn build(&self, fields: toml::Table) -> Result<RuleSet, RulesError> {
        let refused = |e: toml::de::Error| RulesError::Toml(slip::in_fields(&e, &self.written()));
        self.fields_of(fields).map_err(refused)?.check()
    }

    fn typed(&self, text: &str) -> Result<Fields, toml::de::Error> {
        self.fields_of(toml::Deserializer::parse(text)?)
    }

    fn fields_of<'de, D: Deserializer<'de>>(&self, from: D) -> Result<Fields, D::Error> {
        Ok(match self {
            Self::War => Fields::War(RuleFields::deserialize(from)?),
            Self::Ludo(_) => Fields::Ludo(LudoRules::deserialize(from)?),
        })
    }

    /// Every field of the usual rule set, with its tables: `war.face_down`.
    fn written(&self) -> Vec<String> {
        let usual = self.presets().into_iter().next();
        let fields = usual.map(|preset| flat(&preset.fields.table())).unwrap_or_default();
        fields.into_iter().map(|(key, _)| key).collect()
    }
}
