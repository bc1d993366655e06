//! Features of the deals, by name, and those that the rows of games hold.

use super::Study;
use crate::core::game::GameInfo;
use crate::lab::refused::Refused;

impl Study {
    /// The features of these names for the rows of games, each once, in the order of the game; all, if none is
    /// named.
    ///
    /// Errors: [`Refused`] with the features that there are.
    pub fn row_features(&self, names: &[String]) -> Result<Vec<String>, Refused> {
        let info = self.info();
        let mut features: Vec<usize> = match names.is_empty() {
            true => (0..info.features.len()).collect(),
            false => {
                let found = names.iter().map(|name| feature("with_features", name, info));
                found.collect::<Result<_, _>>()?
            }
        };
        features.sort_unstable();
        features.dedup();
        Ok(features.into_iter().map(|feature| info.features[feature].name.to_owned()).collect())
    }
}

/// The position of the feature of this name, which was written at this key.
pub(super) fn feature(key: &'static str, feature: &str, info: &GameInfo) -> Result<usize, Refused> {
    let names: Vec<&str> = info.features.iter().map(|feature| feature.name).collect();
    let found = names.iter().position(|&name| name == feature);
    found.ok_or_else(|| Refused::unknown(key, feature, "feature", &names))
}
