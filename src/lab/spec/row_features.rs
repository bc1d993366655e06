//! Which features of the deals the rows of games hold.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::{Refused, Study};

/// Which features of its deal the row of a game holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RowFeatures {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those of these names, each once, in the order of the game; [`Study::row_features`] makes them.
    Named(Vec<String>),
}

/// The same as written in an experiment file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "true, or names of features such as [\"aces_a\", \"comeback\"]")]
pub enum Features {
    /// All or none.
    All(bool),
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl RowFeatures {
    /// Whether the feature of this name is one of them.
    pub fn hold(&self, name: &str) -> bool {
        match self {
            RowFeatures::None => false,
            RowFeatures::All => true,
            RowFeatures::Named(names) => names.iter().any(|named| named == name),
        }
    }

    /// What the description of a run says of them: whether all are there, or the names.
    pub fn to_json(&self) -> Json {
        match self {
            RowFeatures::None => json!(false),
            RowFeatures::All => json!(true),
            RowFeatures::Named(names) => json!(names),
        }
    }
}

impl Study {
    /// The features of these names for the rows of games; all, if none is named.
    ///
    /// Errors: [`Refused`] with the features that there are.
    pub fn row_features(&self, names: &[String]) -> Result<RowFeatures, Refused> {
        let features = names.iter().map(|name| self.feature("with_features", name));
        let mut features = features.collect::<Result<Vec<_>, _>>()?;
        features.sort_unstable();
        features.dedup();
        let name = |feature: usize| self.info().features[feature].name.to_owned();
        Ok(match features.is_empty() {
            true => RowFeatures::All,
            false => RowFeatures::Named(features.into_iter().map(name).collect()),
        })
    }

    /// Puts these features into the rows of games.
    pub(super) fn with_features(mut self, asked: &Features) -> Result<Self, Refused> {
        self.0.row_features = match asked {
            Features::All(false) => return Ok(self),
            _ if self.per_game.is_none() => {
                let what = "is for rows of games: name their file with per_game, or leave it out";
                return Err(Refused::key("with_features", what));
            }
            Features::All(true) => RowFeatures::All,
            Features::One(name) => self.row_features(std::slice::from_ref(name))?,
            Features::Several(names) => self.row_features(names)?,
        };
        Ok(self)
    }
}
