//! Where a search begins: what of it is there.

use serde_json::Value as Json;

use super::progress::CLIMB;
use super::{Progress, Until};
use crate::core::game::GameInfo;
use crate::core::wording::digits::counted;
use crate::lab::store::begin::{Is, Kind, other};
use crate::lab::store::checkpoint::Kept;

/// A search that is to begin.
pub struct Searching<'a> {
    /// The game.
    pub info: &'static GameInfo,
    /// How far it is to go.
    pub until: &'a Until,
}

impl Kind for Searching<'_> {
    type State = Progress;

    const UNITS: [&'static str; 2] = ["climb", "climbs"];

    const FILE: &'static str = CLIMB;

    fn read(&self, bytes: &[u8]) -> Result<Kept<Progress>, String> {
        Progress::decode(bytes, self.info)
    }

    fn done(&self, progress: &Progress) -> u64 {
        progress.climbs
    }

    fn is(&self, kept: &Kept<Progress>, run: &Json) -> Is {
        match self.is_other(kept, run) {
            Ok(None) if self.until.is_reached(&kept.state) => Is::Whole,
            Ok(None) => Is::Shorter,
            Ok(Some(what)) | Err(what) => Is::Other(what),
        }
    }

    fn is_other(&self, kept: &Kept<Progress>, run: &Json) -> Result<Option<String>, String> {
        let further = |Progress { climbs, endless_deals, .. }: &Progress| {
            let climbs = counted(*climbs, "climb", "climbs");
            let deals = counted(*endless_deals, "endless deal", "endless deals");
            format!("this search, which went further ({climbs}, {deals}); ask for at least as many")
        };
        let is_further = self.until.is_exceeded(&kept.state);
        let further = || is_further.then(|| further(&kept.state));
        Ok(other(&kept.run, run).or_else(further))
    }
}
