//! What a run carries on from before.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::lab::store::manifest::Manifest;

/// What a run carries on from before this session.
#[derive(Debug, Default)]
pub struct Earlier {
    /// Sessions before.
    pub sessions: u64,
    /// What they have taken, in seconds.
    pub elapsed_s: f64,
    /// Whether nothing is left to play.
    pub is_whole: bool,
    /// What the manifest says beside the usual.
    pub more: Vec<(&'static str, Json)>,
}

impl Earlier {
    /// So many sessions, with so many units, such as games of each rule set.
    pub fn of_sessions(sessions: u64, (units, done): (&str, u64), elapsed_s: f64) -> Self {
        let shown_s = (elapsed_s * 1e6).round() / 1e6;
        let said = json!({"sessions": sessions, units: done, "elapsed_s": shown_s});
        Self { sessions, elapsed_s, more: vec![("resumed_after", said)], ..Self::default() }
    }

    /// A run whose games are all played, in so many seconds.
    pub fn whole(elapsed_s: f64, more: Vec<(&'static str, Json)>) -> Self {
        Self { sessions: 1, elapsed_s, is_whole: true, more }
    }

    /// Says it in the manifest of the run that carries it on.
    pub fn carried_by(&self, manifest: &mut Manifest) {
        manifest.more.extend(self.more.iter().cloned());
    }

    /// Time that the run took, with this session.
    pub fn elapsed(&self, session: Duration) -> Duration {
        let before = Duration::try_from_secs_f64(self.elapsed_s).unwrap_or_default();
        let elapsed = if self.is_whole { before } else { before + session };
        // As exact as the manifest, from which the run is shown again.
        Duration::from_micros(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX))
    }
}
