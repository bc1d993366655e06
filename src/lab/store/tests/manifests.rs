//! What a manifest says, and what is read of one.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value as Json, json};

use super::scratch;
use crate::lab::run::Threads;
use crate::lab::store::difference::difference;
use crate::lab::store::disk::Disk;
use crate::lab::store::files::MANIFEST;
use crate::lab::store::manifest::{
    FileRecord, Listed, MOST_MANIFEST, Manifest, Played, cpu_model, machine, sign,
};

/// What a manifest of a run says that was played so.
fn said(run: &Json, played: Option<(SystemTime, Duration, u64)>) -> Json {
    let mut manifest = Manifest::new(run, vec!["war-sim".into()]);
    manifest.told.insert("merged".into(), json!([1]));
    manifest.files = vec![FileRecord::of("table", b"text")];
    if let Some((started, elapsed, games)) = played {
        let how = Played { threads: Threads::All, started, elapsed, games };
        manifest = manifest.played(None, how);
    }
    serde_json::from_str(&manifest.text()).unwrap()
}

#[test]
fn a_manifest_says_what_was_run_and_how_fast() {
    let (epoch, long) = (SystemTime::UNIX_EPOCH, Duration::from_nanos(2_500_000_400));
    let json = said(&json!("mine"), Some((epoch, long, 11)));
    assert_eq!((&json["run"], &json["merged"]), (&json!("mine"), &json!([1])));
    assert_eq!((&json["elapsed_s"], &json["games_per_s"]), (&json!(2.5), &json!(4.0)));
    assert_eq!(json["started"], "1970-01-01T00:00:00Z");
    assert_eq!(json["finished"], "1970-01-01T00:00:02Z");
    assert_eq!(
        (&json["files"][0]["name"], &json["files"][0]["bytes"]),
        (&json!("table"), &json!(4))
    );
    let at_once = said(&json!("mine"), Some((epoch, Duration::ZERO, 11)));
    assert_eq!(at_once["games_per_s"], 0.0);
    // What readers of floats would round is text.
    let json = said(&json!({"seed": [1_u64 << 53, (1_u64 << 53) + 1]}), None);
    assert_eq!(json["run"]["seed"], json!([1_u64 << 53, "9007199254740993"]));
}

#[test]
fn the_machine_is_named_as_the_system_names_it() {
    let (machine, cpu) = (machine(), cpu_model());
    assert_eq!((&machine["os"], &machine["cpu"]), (&json!(std::env::consts::OS), &json!(cpu)));
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    match cpuinfo.contains("model name") {
        true => assert!(cpuinfo.contains(&format!(": {cpu}\n")) && !cpu.is_empty(), "{cpu}"),
        false => assert_eq!(cpu, "unknown"),
    }
}

#[test]
fn a_manifest_that_is_written_again_says_only_what_the_state_says() {
    let json = said(&json!("mine"), None);
    let said: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let all = ["program", "version", "commit", "command", "run", "merged", "files", "checksum"];
    assert_eq!(said, all);
}

#[test]
fn what_is_none_of_ours_is_no_manifest() {
    let (folder, disk) = (scratch(), Disk::default());
    let path = folder.path().join(MANIFEST);
    let load = |folder: &Path| Listed::load(&disk, &folder.join(MANIFEST)).unwrap();
    assert_eq!(load(folder.path()), Err("is missing".into()));
    fs::write(&path, sign(&json!({"run": 7}))).unwrap();
    assert_eq!(load(folder.path()), Ok(Listed::default()));
    fs::write(&path, sign(&json!({"files": 7}))).unwrap();
    assert!(load(folder.path()).unwrap_err().starts_with("is not a manifest: "));
    for text in ["text", "{\"run\": 7}"] {
        fs::write(&path, text).unwrap();
        assert!(load(folder.path()).unwrap_err().contains("has no checksum"));
    }
    // A file in the place of the folder.
    assert_eq!(load(&path), Err("is missing".into()));
    fs::write(&path, b"\xff").unwrap();
    assert_eq!(load(folder.path()), Err("is not a manifest".into()));
    fs::File::options().write(true).open(&path).unwrap().set_len(MOST_MANIFEST + 1).unwrap();
    assert_eq!(load(folder.path()), Err("is not a manifest".into()));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_eq!(load(folder.path()), Err("is not a manifest".into()));
}

#[test]
fn a_long_value_is_cut_where_its_beginning_says_enough() {
    for (length, cut) in [(58, false), (59, true)] {
        // Its quotes count, too.
        let what = difference(&json!("x".repeat(length)), &json!("\u{1b}\u{7f}")).unwrap();
        assert_eq!(what.contains(" ..., not"), cut, "{what}");
        assert!(!what.contains(char::is_control), "{what}");
    }
    let what = difference(&json!({"a": [1, 2], "b": 1}), &json!({"a": [1, 3], "c": 1}));
    assert_eq!(what.as_deref(), Some("a.2 is 2, not 3"));
    let more = difference(&json!({"a": 1}), &json!({"a": 1, "b": null, "c": 2}));
    assert_eq!(more.as_deref(), Some("c is nothing, not 2"));
}

#[test]
fn a_clock_that_is_wrong_ends_no_run() {
    let epoch = SystemTime::UNIX_EPOCH;
    let year = Duration::from_secs(365 * 86_400);
    for (started, elapsed, known) in [
        (epoch - year, Duration::ZERO, [false, false]),
        (epoch - year, 2 * year, [false, true]),
        (epoch + 7_000 * year, 2_000 * year, [true, false]),
        (epoch + 20_000 * year, Duration::MAX, [false, false]),
    ] {
        let json = said(&json!("mine"), Some((started, elapsed, 0)));
        let said = [&json["started"], &json["finished"]].map(|moment| !moment.is_null());
        assert_eq!(said, known, "{json}");
    }
}
