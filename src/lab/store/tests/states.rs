//! States and manifests as files, and checkpoints.

use std::fs;
use std::time::{Duration, SystemTime};

use serde_json::{Value as Json, json};

use super::{assert_says, ludo, of_games, played, scratch, stored, war};
use crate::core::cards::DeckList;
use crate::lab::run::Threads;
use crate::lab::spec::{Spec, Study, command};
use crate::lab::store::files::{MANIFEST, PREVIOUS, STATE};
use crate::lab::store::manifest::{MOST_MANIFEST, Manifest, Played, sign};
use crate::lab::store::signed::{json_of, seal, sha256};
use crate::lab::store::state::{Going, Saved, encode, load, newest};
use crate::lab::store::tests::{Disk, EIO, Fault};
use crate::lab::store::verify::verify;
use crate::lab::study::Finished;
use crate::lab::tables::Run;

/// A state with everything that a state can hold.
fn rich() -> Study {
    let study = war(["umass", "one-down", "winner-first"], 1);
    let asked = study.ask(|spec| {
        (spec.baseline, spec.by) = (Some("umass".into()), vec!["aces_a".into()]);
    });
    of_games(&asked.unwrap(), 3..40)
}

fn bytes_of(finished: &Finished) -> Vec<u8> {
    encode(&finished.study, &finished.totals, None, Vec::new())
}

fn read(bytes: &[u8]) -> Result<Finished, String> {
    Saved::read(bytes)?.body.counted()
}

#[test]
fn a_state_is_read_as_it_was_written() {
    let ludo = ludo(["bwinf", "bwinf-frozen"], &[[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6]]);
    let decks = DeckList::of(vec![vec![2, 3, 4, 5], vec![5, 4, 3, 2]]);
    let orders = war(["umass{deck.ranks=2, deck.suits=2}"], 1).every_order().unwrap();
    for study in [
        rich(),
        of_games(&war(["umass", "one-down"], 1).comparing(false), 7..9),
        of_games(&war(["umass", "one-down"], 1), 0..0),
        of_games(&ludo, 0..2),
        orders,
        of_games(&war(["umass"], 1).on_decks(decks), 0..2),
    ] {
        let bytes = bytes_of(&played(&study));
        let read = read(&bytes).unwrap();
        assert_eq!(read.games, study.games);
        assert_eq!(read.study.told(), study.told());
        assert_eq!((read.study.compares(), &read.study.by), (study.compares(), &study.by));
        assert_eq!(read.study.run_identity(), study.run_identity());
        assert_eq!(bytes_of(&read), bytes);
    }
}

#[test]
fn what_no_program_wrote_is_refused_with_the_reason() {
    let mut body = json_of(&bytes_of(&played(&rich()))).unwrap();
    body["rows"] = json!([]);
    read(&seal(&body.to_string())).unwrap();
    // Pairs of a shorter run beside whole cells.
    let pairs = json_of(&bytes_of(&played(&rich().games(20)))).unwrap()["pairs"].take();
    let (other, invalid) = ("has other games than those of its run", "is not a valid state: ");
    for (place, value, words) in [
        ("/run", json!(1), invalid),
        ("/run", json!({}), "does not name its game"),
        ("/run/game", json!("chess"), "is of the game `chess`, which this program"),
        ("/run/recipe", json!("soup"), "not a state of this program: recipe is \"soup\", not \""),
        ("/run/rules", json!(["umass"]), "its rule sets are missing"),
        ("/run/rules/0/name", json!(1), "its rule sets are missing"),
        ("/run/rules/0/deal", json!("thirds"), "rule set `umass`: "),
        ("/run/seed", json!("one"), "a whole number of 0 or more"),
        ("/run/compare", json!("some"), invalid),
        ("/run/compare", json!(false), "is for a comparison"),
        ("/run/part_of", json!([0]), invalid),
        ("/run/part_of", json!([9, 0]), "does not say of which games it has a part"),
        ("/run/confidence", json!("much"), "a share such as 0.95"),
        ("/run/confidence", json!(2), "must be from 0.01 to"),
        ("/run/measures", json!(["luck"]), "luck"),
        ("/run/measures", json!([1]), invalid),
        ("/run/swept", json!("none"), invalid),
        ("/run/refused", json!([["umass"]]), invalid),
        ("/run/rank_by", json!("x"), "rank_by is \"x\", not nothing"),
        ("/run/recipe_inside", json!("x"), "recipe_inside is \"x\", not nothing"),
        ("/run/verb", json!(1), invalid),
        ("/run/colour", json!("red"), "colour is \"red\", not nothing"),
        ("/run/by", json!("luck"), "unknown feature `luck`"),
        ("/run/by", json!([]), "is not a state of this program: by is "),
        ("/run/games", json!(u64::MAX), "make more than 2^64 - 1"),
        ("/run/games", json!(36), other),
        ("/run/games", json!("all"), invalid),
        ("/run/first_game", json!(4), other),
        ("/told", json!({"min_effect": ["luck:1"]}), "luck"),
        ("/games", json!([[3, 39]]), ""),
        ("/games", json!([[40, 3]]), "is not a valid state: its games are no range"),
        ("/games", json!([[3, 20], [20, 40]]), invalid),
        ("/cells", json!([]), "its counts do not fit its rule sets"),
        ("/strata", json!([]), "its counts do not fit its rule sets"),
        ("/pairs", json!([]), "its counts do not fit its rule sets"),
        ("/pairs", pairs, "its pairs do not add up to its games"),
        ("/rows", json!(["../g.csv"]), "it names rows outside its folder"),
    ] {
        let (mut body, (above, key)) = (body.clone(), place.rsplit_once('/').unwrap());
        body.pointer_mut(above).unwrap()[key] = value;
        assert_says(&read(&seal(&body.to_string())).expect_err(place), &[words]);
    }
}

#[test]
fn a_state_of_another_format_is_named_and_one_that_is_not_whole_refused() {
    let state = bytes_of(&played(&war(["umass"], 1).games(0)));
    let text = String::from_utf8(state.clone()).unwrap();
    for (format, named) in [
        (2, "war-sim 0.2, "),
        (3, "war-sim 0.2, "),
        (7, "another war-sim (`war-sim-state 7`, not `war-sim-state 6`), "),
    ] {
        let other = text.replacen("state 6", &format!("state {format}"), 1);
        // A flipped bit makes no other version.
        assert_says(&json_of(other.as_bytes()).unwrap_err(), &["its checksum is wrong"]);
        let above = &other[..other.len() - 65];
        let signed = format!("{above}{}\n", sha256(above.as_bytes()));
        let why = format!("is of {named}which alone reads it");
        assert_eq!(json_of(signed.as_bytes()), Err(why));
    }
    let no_json = seal("[");
    assert_says(&json_of(&no_json).unwrap_err(), &["is not a valid state: "]);
    // Truncated: `tests/library/laboratory.rs`.
    for bytes in [&[&state[..], b"\n"].concat(), &b"\xff"[..]] {
        assert_says(&json_of(bytes).unwrap_err(), &["is not whole: its checksum is wrong"]);
    }
}

/// How else files can be damaged: `src/cli/tests/damage.rs`.
#[test]
fn a_manifest_is_for_people_and_named_where_it_is_not_that_of_the_run() {
    let folder = scratch();
    let asked = |spec: &mut Spec| spec.title = Some("a question".into());
    let study = of_games(&war(["umass"], 1), 2..9).ask(asked).unwrap();
    let run = stored(folder.path(), "run", &study);
    let path = run.join(MANIFEST);
    let manifest = fs::read_to_string(&path).unwrap();
    let damaged = || verify(&run).unwrap().into_iter().find(|file| file.damage.is_some());
    assert_eq!(damaged(), None);
    let changed = |key: &str, value: &str| {
        let mut said: Json = serde_json::from_str(&manifest).unwrap();
        said.as_object_mut().unwrap().remove("checksum");
        let files = said["files"].as_array_mut().unwrap();
        files.iter_mut().find(|file| file["name"] == STATE).unwrap()[key] = json!(value);
        sign(&said).into_bytes()
    };
    for (told, words) in [
        (b"{\"run\": 7}".to_vec(), "is not whole: it has no checksum"),
        (manifest.replace("\"seed\": 1", "\"seed\": 2").into(), "its checksum is wrong"),
        (sign(&json!({"files": 7})).into(), "is not a manifest: "),
        (changed("name", "s"), "is that of another run"),
        (changed("sha256", "0"), "is that of another run"),
        (b"\xff".to_vec(), "is not a manifest"),
        (vec![0; MOST_MANIFEST as usize + 1], "it has more than"),
    ] {
        fs::write(&path, told).unwrap();
        let Run { name, finished } = load(&run.join(".")).unwrap();
        let title = finished.study.spec.title.as_deref();
        assert_eq!((&*name, finished.games, title), ("run", 7, Some("a question")));
        assert_eq!(finished.study.run_identity(), study.run_identity());
        let damaged = damaged().unwrap();
        assert_eq!(damaged.path, path);
        assert_says(&damaged.damage.unwrap(), &[words]);
    }
    for name in [STATE, MANIFEST] {
        fs::remove_file(run.join(name)).unwrap();
        fs::create_dir(run.join(name)).unwrap();
        assert_eq!(damaged().unwrap().damage.as_deref(), Some("is a folder"));
    }
    assert_eq!(load(&run).unwrap_err().place, Some(run.join(STATE).into()));
    // A file in the place of the folder.
    fs::remove_dir_all(&run).unwrap();
    fs::write(&run, "").unwrap();
    assert_eq!(Manifest::load(&path).unwrap(), Err("is missing".into()));
}

/// Those that there are: `tests/cli/report.rs`.
#[test]
fn what_no_verb_of_the_command_line_plays_has_no_command() {
    for (verb, is_known) in [("batch", true), ("exact", false), ("library", false)] {
        assert_eq!(command::command(&war(["umass"], 1).verb(verb)).is_some(), is_known);
    }
}

/// The bytes of a state of a run that goes on, with these games.
fn going(study: &Study, games: u64) -> Vec<u8> {
    let totals = played(&study.clone().games(games)).totals;
    let going = Going { command: vec!["war-sim".into()] };
    encode(&study.clone().verb("batch"), &totals, Some(going), Vec::new())
}

#[test]
fn the_newest_state_that_is_whole_counts() {
    let folder = scratch();
    let study = war(["umass"], 1).games(20);
    let [last, before] = [STATE, PREVIOUS].map(|name| folder.path().join(name));
    let bytes = going(&study, 9);
    fs::write(&before, going(&study, 5)).unwrap();
    // Stopped between the two steps of writing one: nothing is damaged.
    for (written, is_last, games) in
        [(None, false, 5), (Some(&bytes[..]), true, 9), (Some(&bytes[1..]), false, 5)]
    {
        written.iter().for_each(|bytes| fs::write(&last, bytes).unwrap());
        let found = newest(folder.path()).unwrap().unwrap();
        assert_eq!((found.is_last, &found.body.games), (is_last, &[[0, games]]));
    }
    fs::write(&before, "").unwrap();
    assert_eq!(newest(folder.path()).unwrap_err().place.as_deref(), Some(&last));
    // What cannot be read may be good.
    fs::write(&before, &bytes).unwrap();
    let disk = Disk::new(0, Fault::Error(EIO));
    assert!(disk.during(|| newest(folder.path())).is_err_and(|error| error.place.is_none()));
}

#[test]
fn a_manifest_says_what_was_run_where_and_how_fast() {
    let said = |run: Json, started, elapsed, games| {
        let how = Played { threads: Threads::All, started, elapsed, games };
        json!(Manifest::new(&run, Vec::new(), None, how))
    };
    let (epoch, long) = (SystemTime::UNIX_EPOCH, Duration::from_nanos(2_500_000_400));
    // What readers of floats would round is text.
    let json = said(json!({"seed": [1_u64 << 53, (1_u64 << 53) + 1]}), epoch, long, 11);
    for (key, value) in [
        ("run", json!({"seed": [1_u64 << 53, "9007199254740993"]})),
        ("elapsed_s", json!(2.5)),
        ("games_per_s", json!(4.0)),
        ("started", json!("1970-01-01T00:00:00Z")),
        ("finished", json!("1970-01-01T00:00:02Z")),
    ] {
        assert_eq!(json[key], value, "{key}");
    }
    assert_eq!(said(json!("mine"), epoch, Duration::ZERO, 11)["games_per_s"], 0.0);
    // A clock that is wrong ends no run.
    let year = Duration::from_secs(365 * 86_400);
    for (started, elapsed, known) in [
        (epoch - year, 2 * year, [false, true]),
        (epoch + 7_000 * year, 2_000 * year, [true, false]),
        (epoch + 20_000 * year, Duration::MAX, [false, false]),
    ] {
        let json = said(json!("mine"), started, elapsed, 0);
        assert_eq!([&json["started"], &json["finished"]].map(Json::is_string), known, "{json}");
    }
    let machine = &json["machine"];
    assert_eq!(machine["os"], std::env::consts::OS);
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let is_said = |cpu: &str| !cpu.is_empty() && cpuinfo.contains(&format!(": {cpu}\n"));
    let is_known = cpuinfo.contains("model name");
    assert!(machine["cpu"].as_str().is_some_and(|cpu| is_known == is_said(cpu)), "{machine}");
}
