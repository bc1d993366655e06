//! What a run says that goes on: the command that does, and that nothing is left.

use std::path::Path;

use super::failure::Failure;
use super::names;
use super::options::OutputArgs;
use super::output::print;
use crate::core::wording::text::shell_quoted;
use crate::lab::spec::Shard;
use crate::lab::store::begin::table::Asked;

/// What the options ask of a run that is there already.
pub fn asked(output: &OutputArgs) -> Asked {
    Asked { resume: output.long.resume, force: output.force }
}

/// The command that was typed, with `--resume`; a part of a run by its number.
pub fn command(shard: Option<Shard>) -> String {
    let mut words = super::typed();
    for k in 0..words.len() {
        let Some(shard) = shard else { break };
        if words[k] == "--shard" && k + 1 < words.len() {
            words[k + 1] = shard.to_string();
        } else if words[k].starts_with("--shard=") {
            words[k] = format!("--shard={shard}");
        }
    }
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".into());
    }
    words.iter().map(|word| shell_quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Says that nothing is left to play.
pub fn say_complete(folder: &Path, quiet: bool) -> Result<(), Failure> {
    if quiet {
        return Ok(());
    }
    print(&format!("{} is complete: nothing is left to play\n", names::shown(folder)))
}
