//! Where a search begins: what of it is there.

use serde_json::Value as Json;

use super::progress::CLIMB;
use super::{Progress, Until};
use crate::core::game::GameInfo;
use crate::core::wording::text::grouped;
use crate::lab::store::begin::{Is, Kind};
use crate::lab::store::checkpoint::Kept;
use crate::lab::store::difference::difference;

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
            Ok(Some(what)) | Err(what) => Is::Other(format!("another search: {what}")),
        }
    }

    fn is_other(&self, kept: &Kept<Progress>, run: &Json) -> Result<Option<String>, String> {
        let further = |Progress { climbs, endless_deals, .. }: &Progress| {
            let (climbs, deals) = (grouped(*climbs), grouped(*endless_deals));
            format!("it went further, to {climbs} climbs and {deals} endless deals")
        };
        let is_further = self.until.is_exceeded(&kept.state);
        let further = || is_further.then(|| further(&kept.state));
        Ok(difference(&kept.run, run).or_else(further))
    }
}
