//! States and manifests as files, and checkpoints.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value as Json, json};

use super::{
    assert_says, at_once, counted, ludo, of_games, of_nobody, played, scratch, stored, uncounted,
    war,
};
use crate::core::cards::DeckList;
use crate::lab::run::Threads;
use crate::lab::spec::{Spec, Study, command};
use crate::lab::store::files::{MANIFEST, PREVIOUS, STATE};
use crate::lab::store::keeper::Keeper;
use crate::lab::store::manifest::{
    FileRecord, MOST_MANIFEST, Manifest, Played, cpu_model, machine, sign,
};
use crate::lab::store::place::Place;
use crate::lab::store::signed::{json_of, seal, sha256};
use crate::lab::store::state::{Going, Saved, encode, load, newest};
use crate::lab::store::tests::{Disk, EIO, Fault};
use crate::lab::store::verify::{Verified, verify};
use crate::lab::study::Finished;
use crate::lab::study::play::Pass;
use crate::lab::tables::Run;

/// A state with everything that a state can hold.
fn rich() -> Study {
    let study = war(["umass", "one-down", "winner-first"], 1);
    let asked = study.ask(|spec| {
        (spec.baseline, spec.by) = (Some("umass".into()), vec!["aces_a".into()]);
    });
    of_games(&asked.unwrap(), 3..40)
}

fn bytes_of(run: &Run) -> Vec<u8> {
    let Finished { study, totals, .. } = &run.finished;
    encode(study, totals, None, Vec::new())
}

fn read(bytes: &[u8]) -> Result<Finished, String> {
    Saved::read(bytes)?.body.counted()
}

fn decoded(body: &Json) -> Result<Finished, String> {
    read(&seal(&body.to_string()))
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
        let state = counted(&study);
        let bytes = bytes_of(&state);
        let read = read(&bytes).unwrap();
        assert_eq!(read.games, study.games);
        assert_eq!(read.study.told(), study.told());
        assert_eq!((read.study.compares(), &read.study.by), (study.compares(), &study.by));
        assert_eq!(read.study.run_identity(), study.run_identity());
        assert_eq!(bytes_of(&of_nobody(read)), bytes);
    }
}

#[test]
fn what_no_program_wrote_is_refused_with_the_reason() {
    let state = counted(&rich());
    let mut body = json_of(&bytes_of(&state)).unwrap();
    body["rows"] = json!([]);
    assert!(decoded(&body).is_ok());
    // Pairs of a shorter run beside whole cells.
    let pairs = json_of(&bytes_of(&counted(&rich().games(20)))).unwrap()["pairs"].take();
    for (place, value, words) in [
        ("/run", json!(1), "is not a valid state: "),
        ("/run", json!({}), "does not name its game"),
        ("/run/game", json!("chess"), "is of the game `chess`, which this program"),
        ("/run/recipe", json!("soup"), "not a state of this program: recipe is \"soup\", not \""),
        ("/run/rules", json!(["umass"]), "its rule sets are missing"),
        ("/run/rules/0/name", json!(1), "its rule sets are missing"),
        ("/run/rules/0/deal", json!("thirds"), "rule set `umass`: "),
        ("/run/seed", json!("one"), "a whole number of 0 or more"),
        ("/run/compare", json!("some"), "is not a valid state: "),
        ("/run/compare", json!(false), "is for a comparison"),
        ("/run/by", json!("luck"), "unknown feature `luck`"),
        ("/run/by", json!([]), "is not a state of this program: by is "),
        ("/run/games", json!(u64::MAX), "make more than 2^64 - 1"),
        ("/told", json!({"min_effect": ["luck:1"]}), "luck"),
        ("/games", json!([[3, 39]]), ""),
        ("/games", json!([[40, 3]]), "is not a valid state: its games are no range"),
        ("/games", json!([]), "is not a valid state: "),
        ("/games", json!([[3, 20], [20, 40]]), "is not a valid state: "),
        ("/cells", json!([]), "its counts do not fit its rule sets"),
        ("/strata", json!([]), "its counts do not fit its rule sets"),
        ("/pairs", json!([]), "its counts do not fit its rule sets"),
        ("/pairs", pairs, "its pairs do not add up to its games"),
        ("/rows", json!(["../g.csv"]), "it names rows outside its folder"),
    ] {
        let mut body = body.clone();
        *body.pointer_mut(place).unwrap() = value;
        let why = decoded(&body).map(|_| ()).expect_err(place);
        assert_says(&why, &[words]);
    }
}

#[test]
fn a_state_of_another_format_is_named_and_one_that_is_not_whole_refused() {
    let state = bytes_of(&uncounted(&war(["umass"], 1), 0..0));
    let text = String::from_utf8(state.clone()).unwrap();
    for (format, named) in [
        (2, "war-sim 0.2, "),
        (3, "war-sim 0.2, "),
        (5, "another war-sim (`war-sim-state 5`, not `war-sim-state 6`), "),
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
    for bytes in [&state[..state.len() - 1], &[&state[..], b"\n"].concat(), b"\xff", b""] {
        assert_says(&json_of(bytes).unwrap_err(), &["is not whole: its checksum is wrong"]);
    }
}

/// Writes this, or nothing, in the place of a file.
fn replace(path: &Path, text: Option<&[u8]>) {
    match text {
        Some(text) => fs::write(path, text).unwrap(),
        None => drop(fs::remove_file(path)),
    }
}

/// Its state makes a folder a run. How else files can be damaged: `src/cli/tests/damage.rs`.
#[test]
fn a_manifest_is_for_people_and_named_where_it_is_not_that_of_the_run() {
    let folder = scratch();
    let asked = |spec: &mut Spec| spec.title = Some("a question".into());
    let study = of_games(&war(["umass"], 1), 2..9).ask(asked).unwrap();
    let run = stored(folder.path(), "run", &study);
    let path = run.join(MANIFEST);
    let manifest = fs::read_to_string(&path).unwrap();
    let damaged = || -> Vec<Verified> {
        let all = verify(&run).unwrap().into_iter();
        all.filter(|file| file.damage.is_some()).collect()
    };
    assert_eq!(damaged(), []);
    let changed = |key: &str, value: &str| {
        let mut said: Json = serde_json::from_str(&manifest).unwrap();
        said.as_object_mut().unwrap().remove("checksum");
        let files = said["files"].as_array_mut().unwrap();
        files.iter_mut().find(|file| file["name"] == STATE).unwrap()[key] = json!(value);
        sign(&said).into_bytes()
    };
    for (told, words) in [
        (None, "is missing"),
        (Some(b"{\"run\": 7}".to_vec()), "is not whole: it has no checksum"),
        (Some(manifest.replace("\"seed\": 1", "\"seed\": 2").into()), "its checksum is wrong"),
        (Some(sign(&json!({"run": 1})).into()), "is that of another run"),
        (Some(sign(&json!({"files": 7})).into()), "is not a manifest: "),
        (Some(changed("name", "s")), "is that of another run"),
        (Some(changed("sha256", "0")), "is that of another run"),
        (Some(b"\xff".to_vec()), "is not a manifest"),
        (Some(vec![0; MOST_MANIFEST as usize + 1]), "it has more than"),
    ] {
        replace(&path, told.as_deref());
        let Run { name, finished } = load(&run.join(".")).unwrap();
        assert_eq!((&*name, finished.study.range(), finished.games), ("run", 2..9, 7));
        assert_eq!(finished.study.run_identity(), study.run_identity());
        assert_eq!(finished.study.spec.title.as_deref(), Some("a question"));
        let damaged = damaged();
        assert_eq!(damaged[0].path, path);
        assert_says(damaged[0].damage.as_deref().unwrap(), &[words]);
    }
    for name in [STATE, MANIFEST] {
        replace(&run.join(name), None);
        fs::create_dir(run.join(name)).unwrap();
        assert_eq!(damaged()[0].damage.as_deref(), Some("is a folder"));
    }
    let place = load(&run).err().and_then(|error| error.place);
    assert_eq!(place.as_deref(), Some(&run.join(STATE)));
    // A file in the place of the folder.
    let inside = folder.path().join("file").join(MANIFEST);
    fs::write(folder.path().join("file"), "").unwrap();
    assert_eq!(Manifest::load(&inside).unwrap(), Err("is missing".into()));
}

/// Others: `tests/cli/report.rs`.
#[test]
fn a_run_knows_the_command_that_plays_it_again() {
    let study = of_games(&war(["umass", "one-down"], 1), 2..9).ask(|spec| {
        spec.rules = ["umass", "my rules.toml"].map(Into::into).into();
        (spec.confidence, spec.measures) = (Some(0.9), Some(vec!["a_win".into()]));
    });
    let study = study.unwrap();
    let command = |verb| command::command(&study.clone().verb(verb));
    let options = "--seed 1 --first-game 2 --games 7 --confidence 0.9 --measures a_win";
    let compare = format!("war-sim compare umass 'my rules.toml' {options}");
    assert_eq!(command("compare"), Some(compare));
    // Of an option that the verb lacks, and of no verb of the command line, there is none.
    assert_eq!(["exact", "library"].map(command), [None, None]);
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
    assert!(newest(folder.path()).unwrap().is_none());
    let study = war(["umass"], 1).games(20);
    let [last, before] = [STATE, PREVIOUS].map(|name| folder.path().join(name));
    let bytes = going(&study, 9);
    fs::write(&before, going(&study, 5)).unwrap();
    // Stopped between the two steps of writing one: nothing is damaged.
    for (written, is_last, games) in
        [(None, false, 5), (Some(&bytes[..]), true, 9), (Some(&bytes[1..]), false, 5)]
    {
        replace(&last, written);
        let found = newest(folder.path()).unwrap().unwrap();
        assert_eq!((found.is_last, &found.body.games), (is_last, &[[0, games]]));
        assert!(!is_last || found.sha256 == sha256(&bytes));
    }
    fs::write(&before, "").unwrap();
    assert_eq!(newest(folder.path()).unwrap_err().place.as_deref(), Some(&last));
    // What cannot be read may be good.
    fs::write(&before, &bytes).unwrap();
    let disk = Disk::new(0, Fault::Error(EIO));
    assert!(disk.during(|| newest(folder.path())).is_err_and(|error| error.place.is_none()));
}

#[test]
fn a_run_that_goes_on_is_read_as_one_of_the_games_that_were_played() {
    let folder = scratch();
    let study = of_games(&war(["umass"], 1), 3..40);
    let path = folder.path().join(STATE);
    // One that has begun is one without a game.
    for games in [7, 0] {
        fs::write(&path, going(&study, games)).unwrap();
        let saved = Saved::load(folder.path()).unwrap();
        assert_eq!((saved.body.played(), saved.body.going.is_some()), (games, true));
        let finished = saved.into_run(folder.path()).unwrap().finished;
        assert_eq!((finished.games, finished.study.verb.as_str()), (games, "batch"));
        let part = (finished.study.range(), finished.study.part_of);
        assert_eq!(part, (3..3 + games, Some(3..40)));
        // Its states are all that there is of it.
        let whole = Verified { path: path.clone(), damage: None };
        assert_eq!(verify(folder.path()).unwrap(), [whole]);
    }
}

const HOUR: Duration = Duration::from_secs(3_600);

/// A study after so many games.
fn pass(study: &Study, games: u64) -> Pass<'_, '_> {
    let totals = played(&study.clone().games(games)).totals;
    Pass::new(study, totals, None, Threads::All).unwrap()
}

#[test]
fn a_state_holds_what_it_takes_to_go_on() {
    let (folder, study) = (scratch(), war(["umass", "one-down"], 1).of_games(7..57).verb("batch"));
    let path = folder.path().join("run");
    let mut place = at_once(|| Place::open(&path, false)).unwrap();
    let read = || newest(&path).unwrap().unwrap();
    let begun = Going { command: vec!["war-sim".into()] };
    let mut first = Keeper::new(&mut place, HOUR, begun.clone());
    first.keep(&pass(&study, 10)).unwrap();
    assert_eq!(first.place.saved, Some(10));
    let kept = read();
    assert_eq!((&kept.body.run["verb"], &kept.body.games), (&json!("batch"), &[[7, 17]]));
    assert_eq!(kept.body.going.as_ref(), Some(&begun));

    place.saved = Some(15);
    let mut second = Keeper::new(&mut place, HOUR, begun);
    for games in [14, 15] {
        second.keep(&pass(&study, games)).unwrap();
        // Only more than are safe already take their place.
        assert_eq!(read().body.played(), 10);
    }
    second.keep(&pass(&study, 20)).unwrap();
    assert_eq!(read().body.counted().unwrap().totals.cells[1].games(), 20);
}

/// What a manifest of a run says that was played so.
fn said(run: &Json, started: SystemTime, elapsed: Duration, games: u64) -> Json {
    let how = Played { threads: Threads::All, started, elapsed, games };
    let mut manifest = Manifest::new(run, vec!["war-sim".into()], None, how);
    manifest.told.insert("merged".into(), json!([1]));
    manifest.files = vec![FileRecord::of("table", b"text")];
    serde_json::from_str(&manifest.text()).unwrap()
}

#[test]
fn a_manifest_says_what_was_run_and_how_fast() {
    let (epoch, long) = (SystemTime::UNIX_EPOCH, Duration::from_nanos(2_500_000_400));
    let json = said(&json!("mine"), epoch, long, 11);
    for (key, value) in [
        ("run", json!("mine")),
        ("merged", json!([1])),
        ("elapsed_s", json!(2.5)),
        ("games_per_s", json!(4.0)),
        ("started", json!("1970-01-01T00:00:00Z")),
        ("finished", json!("1970-01-01T00:00:02Z")),
        ("files", json!([{"name": "table", "bytes": 4, "sha256": sha256(b"text")}])),
    ] {
        assert_eq!(json[key], value, "{key}");
    }
    assert_eq!(said(&json!("mine"), epoch, Duration::ZERO, 11)["games_per_s"], 0.0);
    // What readers of floats would round is text.
    let json = said(&json!({"seed": [1_u64 << 53, (1_u64 << 53) + 1]}), epoch, long, 0);
    assert_eq!(json["run"]["seed"], json!([1_u64 << 53, "9007199254740993"]));
    // A clock that is wrong ends no run.
    let year = Duration::from_secs(365 * 86_400);
    for (started, elapsed, known) in [
        (epoch - year, Duration::ZERO, [false, false]),
        (epoch - year, 2 * year, [false, true]),
        (epoch + 7_000 * year, 2_000 * year, [true, false]),
        (epoch + 20_000 * year, Duration::MAX, [false, false]),
    ] {
        let json = said(&json!("mine"), started, elapsed, 0);
        let said = [&json["started"], &json["finished"]].map(|moment| !moment.is_null());
        assert_eq!(said, known, "{json}");
    }
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
