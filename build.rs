//! Notes the commit that the program is built from, for the manifest of a batch, and lists the files that
//! come with it.

use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// Cargo's own record in a packed crate.
const RECORD: &str = ".cargo_vcs_info.json";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=experiments");
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("shipped.rs"), format!("[{}]", listed("")?))?;
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
    Ok(())
}

/// Path and text of every experiment, rule set and die in this folder of `experiments/`, as Rust writes
/// pairs, in the order of their names.
fn listed(folder: &str) -> io::Result<String> {
    let mut entries: Vec<_> =
        fs::read_dir(Path::new("experiments").join(folder))?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut list = String::new();
    for entry in entries {
        let path = format!("{folder}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            list.push_str(&listed(&format!("{path}/"))?);
        } else if path.ends_with(".toml") || path.ends_with(".txt") {
            let root = "env!(\"CARGO_MANIFEST_DIR\")";
            let text = format!("include_str!(concat!({root}, \"/experiments/{path}\"))");
            list.push_str(&format!("({path:?}, {text}),\n"));
        }
    }
    Ok(list)
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
