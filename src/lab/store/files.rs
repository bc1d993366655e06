//! What the files in the folder of a run are called.

/// What the run plays, which games are done, and what was counted.
pub const STATE: &str = "state";
/// The one before it, until the run is complete.
pub const PREVIOUS: &str = "state.previous";
/// What was run, and what came out: written last.
pub const MANIFEST: &str = "manifest.json";
/// Every column of every table.
pub const PACKAGE: &str = "datapackage.json";
/// The page, if one is wanted.
pub const PAGE: &str = "report.html";

/// What every run may have beside its tables.
pub const OWN: [&str; 4] = [STATE, PREVIOUS, MANIFEST, PAGE];

/// By this a run holds its folder.
pub const LOCK: &str = ".lock";
/// What is being written.
pub const PARTIAL: &str = ".partial";
/// Rows that are being written.
pub const ROWS: &str = ".rows.partial";
/// Whether this is the name of a file in a folder, not a path that leads elsewhere.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', '\\'])
}
