//! Files that tell whether they are whole: a line for the format, one for the content, one for the
//! checksum of both.

use std::fmt;

use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

/// How the first line of every state begins; its end is the version of the format.
const FORMAT: &str = "war-sim-state ";
const VERSION: u32 = 6;
/// Bytes of the checksum and the end of its line.
const LAST_LINE: usize = 65;

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(bytes))
}

/// What was hashed, in lower-case hexadecimal.
pub fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a state with this content, a single line.
pub fn seal(body: &str) -> Vec<u8> {
    with_checksum(&format!("{FORMAT}{VERSION}\n{body}\n")).into_bytes()
}

fn with_checksum(text: &str) -> String {
    format!("{text}{}\n", sha256(text.as_bytes()))
}

/// What is wrong with the content of a state.
pub fn not_valid(why: impl fmt::Display) -> String {
    format!("is not a valid state: {why}")
}

/// The JSON in the bytes of a state, with nothing checked but that the program wrote them so.
///
/// Errors: a sentence on what is wrong with them; a file in which a single bit was changed is refused.
pub fn json_of(bytes: &[u8]) -> Result<Json, String> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let signed = text.get(..text.len().saturating_sub(LAST_LINE)).unwrap_or_default();
    if with_checksum(signed) != text {
        return Err("is not whole: its checksum is wrong".into());
    }
    // All versions sign alike.
    let (format, body) = signed.split_once('\n').unwrap_or_default();
    match format.strip_prefix(FORMAT).and_then(|version| version.parse().ok()) {
        Some(VERSION) => serde_json::from_str(body).map_err(not_valid),
        Some(2 | 3) => Err("is of war-sim 0.2, which alone reads it".into()),
        _ => Err(format!(
            "is of another war-sim (`{format}`, not `{FORMAT}{VERSION}`), which alone reads it"
        )),
    }
}
