//! Notes the commit that the program is built from, for the manifest of a batch.

use std::path::Path;
use std::process::Command;

/// Cargo's own record in a packed crate.
const RECORD: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if Path::new(RECORD).exists() {
        println!("cargo:rerun-if-changed={RECORD}");
    }
    // Git says where these lie: in a worktree it is not `.git/`.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) =
            git(&["rev-parse", "--git-path", name]).filter(|p| Path::new(p).exists())
        {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = recorded().or_else(|| git(&["rev-parse", "--short=12", "HEAD"]));
    let commit = commit.unwrap_or_else(|| "unknown".into());
    println!("cargo:rustc-env=WAR_SIM_COMMIT={commit}");
}

/// The commit that cargo noted when it packed the sources, as they come from a registry. A repository
/// around those is somebody else's, so this is asked before git.
fn recorded() -> Option<String> {
    let text = std::fs::read_to_string(RECORD).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let commit = rest.trim_start_matches([' ', ':', '"']);
    let length = commit.find(|c: char| !c.is_ascii_hexdigit())?;
    commit.get(..length.min(12)).filter(|commit| commit.len() >= 7).map(Into::into)
}

/// What git prints, without the line's end; `None` where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().into())
}
