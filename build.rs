//! Notes the commit that the program is built from, for the manifest of a batch.

use std::path::Path;
use std::process::Command;

fn main() {
    for watched in [".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(watched).exists() {
            println!("cargo:rerun-if-changed={watched}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    let commit = Command::new("git")
        .args(["rev-parse", "--short=12", "HEAD"])
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    println!("cargo:rustc-env=WAR_SIM_COMMIT={}", commit.as_deref().map_or("unknown", str::trim));
}
