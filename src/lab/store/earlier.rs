//! Folders of earlier versions, whose manifests said what states say now. It goes with version 1.0.

use serde_json::{Value as Json, json};

use super::manifest::Manifest;
use crate::lab::spec::Story;

/// What the manifest says of a run: its files of rows, which differences matter, and what it is about.
pub fn said(manifest: &Json) -> (Json, Json, Story) {
    let mut rows = manifest["per_game"].clone();
    let records = Manifest::records(manifest);
    let listed = records.into_iter().find(|file| rows["file"] == file.name.as_str());
    let rows = match listed {
        None => json!([]),
        Some(listed) => {
            (rows["bytes"], rows["sha256"]) = (listed.bytes.into(), listed.sha256.into());
            json!([rows])
        }
    };
    (rows, manifest["told"]["min_effects"].clone(), Story::of_json(&manifest["story"]))
}
