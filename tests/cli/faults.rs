//! Every fault, made to happen once through the command line and through an experiment file, as
//! `tests/faults.toml` says.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde::Deserialize;
use war_sim::Fault;

use crate::sandbox::{Sandbox, is_root};

/// A user who owns nothing.
const NOBODY: u32 = 65_534;

/// The fault after this one, in the order of their declaration: a new one does not compile without a
/// place here, and has no case without one in the table.
fn after(fault: Fault) -> Option<Fault> {
    Some(match fault {
        Fault::Different => Fault::NotReached,
        Fault::NotReached => Fault::Usage,
        Fault::Usage => Fault::Data,
        Fault::Data => Fault::NoInput,
        Fault::NoInput => Fault::Internal,
        Fault::Internal => Fault::CannotCreate,
        Fault::CannotCreate => Fault::Exists,
        Fault::Exists => Fault::Io,
        Fault::Io => Fault::Interrupted,
        Fault::Interrupted => Fault::NoPermission,
        Fault::NoPermission => Fault::ClosedPipe,
        Fault::ClosedPipe => return None,
    })
}

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    before: String,
    #[serde(default)]
    other: bool,
    command: Door,
    file: Door,
    python: toml::Value,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Door {
    Shut(String),
    Open { text: Option<String>, command: Option<String>, code: u8, says: Vec<String> },
}

/// What a shell script in this folder ends with, and what it says.
fn shell(folder: &Path, script: &str, user: Option<u32>) -> (u8, String) {
    let mut program = PathBuf::from(env!("CARGO_BIN_EXE_war-sim"));
    if user.is_some() {
        // Where anybody can run it.
        let own = folder.join("war-sim");
        fs::copy(&program, &own).unwrap();
        program = own;
    }
    let mut path = OsString::from(program.parent().unwrap());
    path.push(":");
    path.push(env::var_os("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("PATH", path).env_remove("COLUMNS").current_dir(folder);
    if let Some(user) = user {
        command.uid(user);
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let code = output.status.code().unwrap_or_else(|| panic!("{script}: {:?}", output.status));
    (code.try_into().unwrap(), said.concat())
}

#[test]
fn every_fault_happens_through_every_door_and_says_where() {
    let text = fs::read_to_string("tests/faults.toml").unwrap();
    let mut cases: std::collections::BTreeMap<String, Case> = toml::from_str(&text).unwrap();
    let all = std::iter::successors(Some(Fault::Different), |&fault| after(fault));
    for fault in all {
        let case = cases.remove(&format!("{fault:?}"));
        let case = case.unwrap_or_else(|| panic!("{fault:?} has no case in tests/faults.toml"));
        assert!(case.python.is_table() || case.python.is_str(), "{fault:?}: no word on Python");
        for (door, is_file) in [(&case.command, false), (&case.file, true)] {
            let (text, command, code, says) = match door {
                Door::Open { text, command, code, says } => (text, command, code, says),
                Door::Shut(why) => {
                    assert!(!why.is_empty());
                    continue;
                }
            };
            let sandbox = Sandbox::new();
            let folder = sandbox.folder.path();
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
            let before = shell(folder, &case.before, None);
            assert_eq!(before, (0, String::new()), "{}", case.before);
            let named = text.iter().any(|text| text.contains("rules = "));
            let rules = if named { "" } else { "rules = ['umass']\n" };
            sandbox.write("e.toml", format!("{rules}{}\n", text.as_deref().unwrap_or_default()));
            let command = command.as_deref().unwrap_or("war-sim run e.toml");
            let user = (case.other && is_root()).then_some(NOBODY);
            let (found, said) = shell(folder, command, user);
            assert_eq!(found, *code, "{fault:?}: {command}: {said}");
            // What was asked for in a file is bad data.
            let is_datum = is_file && fault == Fault::Usage;
            let expected = if is_datum { Fault::Data } else { fault };
            assert_eq!(found, expected.code(), "{fault:?}: {command}");
            for words in says {
                assert!(said.contains(words), "{fault:?}: {command}: no `{words}` in: {said}");
            }
            assert!(!says.is_empty() || said.is_empty(), "{fault:?}: {command}: {said}");
        }
    }
    assert!(cases.is_empty(), "no faults: {:?}", cases.keys());
}

/// Where memory is limited, as a batch system does it.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_one_refusal() {
    let sandbox = Sandbox::new();
    for command in ["--games 1e7", "compare umass one-down", "ludo wuerfel0"] {
        let script = format!("ulimit -v 2000000; war-sim {command} --no-files --threads 4096");
        let (code, said) = shell(sandbox.folder.path(), &script, None);
        assert_eq!(code, Fault::Io.code(), "{command}: {said}");
        assert!(said.contains("--threads: 4096 threads cannot be started: "), "{command}: {said}");
        assert!(said.contains("; use fewer"), "{command}: {said}");
    }
}
