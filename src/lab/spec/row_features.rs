//! Features of the deals, by name, and which of them the rows of games hold.

use serde::{Deserialize, Serialize};

use super::Study;
use crate::core::game::GameInfo;
use crate::lab::refused::Refused;

/// Which features of its deal the row of a game holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "true, or names of features such as [\"aces_a\", \"comeback\"]")]
pub enum Features {
    /// All or none.
    All(bool),
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl Default for Features {
    /// None.
    fn default() -> Self {
        Self::All(false)
    }
}

impl Features {
    /// Whether the feature of this name is one of them.
    pub fn hold(&self, name: &str) -> bool {
        match self {
            Self::All(all) => *all,
            Self::One(named) => named == name,
            Self::Several(names) => names.iter().any(|named| named == name),
        }
    }

    /// The same, each once, in the order of the game.
    pub(super) fn checked(self, info: &GameInfo) -> Result<Self, Refused> {
        let names = match self {
            Self::All(_) => return Ok(self),
            Self::One(name) => vec![name],
            Self::Several(names) => names,
        };
        let features = names.iter().map(|name| feature("with_features", name, info));
        let mut features = features.collect::<Result<Vec<_>, _>>()?;
        features.sort_unstable();
        features.dedup();
        let name = |feature: usize| info.features[feature].name.to_owned();
        Ok(match features.is_empty() {
            true => Self::All(true),
            false => Self::Several(features.into_iter().map(name).collect()),
        })
    }
}

impl Study {
    /// The features of these names for the rows of games; all, if none is named.
    ///
    /// Errors: [`Refused`] with the features that there are.
    pub fn row_features(&self, names: Vec<String>) -> Result<Features, Refused> {
        Features::Several(names).checked(self.info())
    }
}

/// The position of the feature of this name, which was written at this key.
pub(super) fn feature(key: &'static str, feature: &str, info: &GameInfo) -> Result<usize, Refused> {
    let names: Vec<&str> = info.features.iter().map(|feature| feature.name).collect();
    let found = names.iter().position(|&name| name == feature);
    found.ok_or_else(|| Refused::unknown(key, feature, "feature", &names))
}
