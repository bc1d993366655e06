//! What an engine cannot play.

/// A rule set that an engine was asked for and cannot play, or a machine it cannot run on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine \"{engine}\" cannot play {field}: {reason}; use --engine auto")]
pub struct Unsupported {
    /// The engine that was asked for.
    pub engine: &'static str,
    /// The field and its value, or "on this machine".
    pub field: String,
    /// Why not.
    pub reason: &'static str,
}
