//! States as files, and checkpoints.

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
use crate::lab::spec::{Study, command};
use crate::lab::store::difference::difference;
use crate::lab::store::files::{MANIFEST, PREVIOUS, STATE};
use crate::lab::store::keeper::Keeper;
use crate::lab::store::manifest::{
    FileRecord, MOST_MANIFEST, Manifest, Played, cpu_model, machine, sign,
};
use crate::lab::store::place::Place;
use crate::lab::store::signed::{json_of, seal, sha256};
use crate::lab::store::state::{Going, Saved, encode, load, newest};
use crate::lab::store::tests::{EIO, Fault, Faulty};
use crate::lab::store::verify::{Verified, verify};
use crate::lab::study::Finished;
use crate::lab::study::play::Pass;
use crate::lab::study::totals::Totals;
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
    let body = json_of(&bytes_of(&state)).unwrap();
    assert!(decoded(&body).is_ok());
    let first = |json: &str| -> Json { serde_json::from_str(json).unwrap() };
    let changes: &[(&str, Json, &str)] = &[
        ("/run", json!(1), "is not a valid state: "),
        ("/run", json!({}), "does not name its game"),
        ("/run/game", json!("chess"), "is of the game `chess`, which this program"),
        (
            "/run/recipe",
            json!("soup"),
            "is not a state of this program: recipe is \"soup\", not \"",
        ),
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
        ("/games", json!([[40, 3]]), "its games are no range"),
        ("/cells", first("[]"), "its counts do not fit its rule sets"),
        ("/strata", json!([]), "its counts do not fit its rule sets"),
        ("/pairs", json!([]), "its counts do not fit its rule sets"),
    ];
    for (place, value, words) in changes {
        let mut body = body.clone();
        *body.pointer_mut(place).unwrap() = value.clone();
        let why = decoded(&body).map(|_| ()).expect_err(place);
        assert_says(&why, &[words]);
    }
    let mut elsewhere = body.clone();
    elsewhere["rows"] = json!(["../g.csv"]);
    assert_says(&decoded(&elsewhere).unwrap_err(), &["it names rows outside its folder"]);
    // Pairs of a shorter run beside whole cells.
    let shorter = counted(&rich().games(20));
    let mut mixed = body;
    mixed["pairs"] = json_of(&bytes_of(&shorter)).unwrap()["pairs"].take();
    assert_says(&decoded(&mixed).unwrap_err(), &["its pairs do not add up to its games"]);
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

/// The files of a run that are not what the program wrote.
fn damaged(folder: &Path) -> Vec<Verified> {
    let all = verify(folder).unwrap().into_iter();
    all.filter(|file| file.damage.is_some()).collect()
}

#[test]
fn a_file_of_a_run_that_cannot_be_one_is_damaged() {
    let folder = scratch();
    let run = stored(folder.path(), "run", &of_games(&war(["umass"], 1), 2..9));
    for name in [STATE, MANIFEST] {
        let (path, kept) = (run.join(name), folder.path().join(name));
        let says = |what: &str| {
            let found = damaged(&run);
            assert_eq!(found[0].path, path);
            assert_says(found[0].damage.as_deref().unwrap(), &[what]);
        };
        fs::rename(&path, &kept).unwrap();
        fs::create_dir(&path).unwrap();
        says("is a folder");
        fs::remove_dir(&path).unwrap();
        let file = fs::File::create(&path).unwrap();
        says("is not whole");
        if name == MANIFEST {
            file.set_len(MOST_MANIFEST + 1).unwrap();
            says("it has more than");
        }
        fs::rename(&kept, &path).unwrap();
        assert_eq!(damaged(&run), []);
    }
}

#[test]
fn a_folder_is_a_run_by_its_state_whatever_its_manifest_says() {
    let folder = scratch();
    let study = of_games(&war(["umass"], 1), 2..9);
    let study = study.ask(|spec| spec.title = Some("a question".into())).unwrap();
    let run = stored(folder.path(), "run", &study);
    let load = || load(&run);
    let loaded = load().unwrap();
    let of = |run: &Run| {
        let Finished { study, games, .. } = &run.finished;
        (study.range(), *games, study.verb.clone())
    };
    assert_eq!(of(&loaded), (2..9, 7, "library".into()));
    let manifest = fs::read_to_string(run.join("manifest.json")).unwrap();
    let changed = |change: &dyn Fn(&mut Json)| {
        let mut manifest: Json = serde_json::from_str(&manifest).unwrap();
        manifest.as_object_mut().unwrap().remove("checksum");
        change(&mut manifest);
        sign(&manifest)
    };
    let said: Json = serde_json::from_str(&manifest).unwrap();
    let listed =
        said["files"].as_array().unwrap().iter().position(|f| f["name"] == "state").unwrap();
    for text in [
        None,
        Some(String::new()),
        Some(manifest.replace("\"seed\": 1", "\"seed\": 2")),
        Some(sign(&json!({"run": 1}))),
        Some(changed(&|told| told["files"][listed]["name"] = json!("s"))),
        Some(changed(&|told| told["files"][listed]["sha256"] = json!("0"))),
    ] {
        match &text {
            Some(text) => fs::write(run.join("manifest.json"), text).unwrap(),
            None => fs::remove_file(run.join("manifest.json")).unwrap(),
        }
        let state = load().unwrap();
        assert_eq!(of(&state), of(&loaded));
        let study = &state.finished.study;
        assert_eq!(study.run_identity(), loaded.finished.study.run_identity());
        assert_eq!(study.spec.title.as_deref(), Some("a question"));
        let damaged = damaged(&run);
        assert_eq!(damaged[0].path, run.join("manifest.json"), "{text:?}");
    }
    fs::write(run.join("state"), "").unwrap();
    match load() {
        Err(error) => assert_eq!(error.place.as_deref(), Some(&run.join("state"))),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_stored_run_says_how_it_was_made() {
    let folder = scratch();
    let study = of_games(&war(["umass", "one-down"], 1), 2..9)
        .ask(|spec| spec.confidence = Some(0.9))
        .unwrap();
    let study = study.ask(|spec| spec.title = Some("a question".into())).unwrap();
    let run = stored(
        folder.path(),
        "run",
        &study.ask(|spec| spec.measures = Some(vec!["a_win".into()])).unwrap(),
    );
    let Run { name, finished } = load(&run.join(".")).unwrap();
    assert_eq!((name.as_str(), finished.study.spec.title.as_deref()), ("run", Some("a question")));
    assert_eq!(command::command(&finished.study), None, "no verb of the command line");
}

#[test]
fn a_run_knows_the_command_that_plays_it_again() {
    let study = of_games(&war(["umass", "one-down"], 1), 2..9)
        .ask(|spec| spec.confidence = Some(0.9))
        .unwrap();
    let told = |study: Study, rules: &[&str]| {
        let rules = rules.iter().map(|&rules| rules.into()).collect();
        study.ask(|spec| spec.rules = rules).unwrap()
    };
    let command = |study: &Study, verb| command::command(&study.clone().verb(verb));
    let both = told(study.clone(), &["umass", "my rules.toml"]);
    assert_eq!(
        command(
            &both.clone().ask(|spec| spec.measures = Some(vec!["a_win".into()])).unwrap(),
            "compare"
        )
        .unwrap(),
        "war-sim compare umass 'my rules.toml' --seed 1 --first-game 2 --games 7 --confidence 0.9 --measures a_win"
    );
    let alone = both.comparing(false).ask(|spec| spec.by.push("aces_a".into())).unwrap();
    assert_eq!(
        command(&alone, "batch").unwrap(),
        "war-sim --rules umass --rules 'my rules.toml' --seed 1 --first-game 2 --games 7 --confidence 0.9 --by aces_a"
    );
    // Rules that were not typed are built-in ones or none, and an option that the verb lacks.
    let untyped = command(&told(study, &[]), "batch").unwrap();
    assert!(untyped.starts_with("war-sim --rules umass --rules one-down "), "{untyped}");
    assert_eq!(command(&alone, "exact"), None);
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
    fs::write(&before, going(&study, 5)).unwrap();
    // Stopped between the two steps of writing one: nothing is damaged.
    let found = newest(folder.path()).unwrap().unwrap();
    assert_eq!((found.is_last, &found.body.games), (false, &[[0, 5]]));
    let bytes = going(&study, 9);
    fs::write(&last, &bytes).unwrap();
    let found = newest(folder.path()).unwrap().unwrap();
    assert_eq!((found.is_last, &found.body.games), (true, &[[0, 9]]));
    assert_eq!(found.sha256, sha256(&bytes));
    fs::write(&last, &bytes[1..]).unwrap();
    let found = newest(folder.path()).unwrap().unwrap();
    assert_eq!((found.is_last, &found.body.games), (false, &[[0, 5]]));
    fs::write(&before, "").unwrap();
    assert_eq!(newest(folder.path()).unwrap_err().place.as_deref(), Some(&last));
    // What cannot be read may be good.
    fs::write(&before, &bytes).unwrap();
    let (_, disk) = Faulty::new(0, Fault::Error(EIO));
    assert!(disk.during(|| newest(folder.path())).is_err_and(|error| error.place.is_none()));
}

#[test]
fn a_run_that_goes_on_is_read_as_one_of_the_games_that_were_played() {
    let folder = scratch();
    let study = of_games(&war(["umass"], 1), 3..40);
    fs::write(folder.path().join(STATE), going(&study, 7)).unwrap();
    let saved = Saved::load(folder.path()).unwrap();
    assert_eq!((saved.body.played(), saved.body.going.is_some()), (7, true));
    let finished = saved.into_run(folder.path()).unwrap().finished;
    assert_eq!((finished.games, finished.study.verb.as_str()), (7, "batch"));
    assert_eq!((finished.study.range(), &finished.study.part_of), (3..10, &Some(3..40)));
    // Its states are all that there is of it.
    let path = folder.path().join(STATE);
    assert_eq!(verify(folder.path()).unwrap(), [Verified { path, damage: None }]);
    let none = encode(
        &study.clone().verb("batch"),
        &Totals::new(&study),
        Some(Going::default()),
        Vec::new(),
    );
    // One that has begun is one without a game.
    fs::write(folder.path().join(STATE), none).unwrap();
    let Finished { study, games, .. } = load(folder.path()).unwrap().finished;
    assert_eq!((games, study.range(), study.part_of), (0, 3..3, Some(3..40)));
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

// What a manifest says, and what is read of one.

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
    assert_eq!((&json["run"], &json["merged"]), (&json!("mine"), &json!([1])));
    assert_eq!((&json["elapsed_s"], &json["games_per_s"]), (&json!(2.5), &json!(4.0)));
    assert_eq!(json["started"], "1970-01-01T00:00:00Z");
    assert_eq!(json["finished"], "1970-01-01T00:00:02Z");
    assert_eq!(
        (&json["files"][0]["name"], &json["files"][0]["bytes"]),
        (&json!("table"), &json!(4))
    );
    let at_once = said(&json!("mine"), epoch, Duration::ZERO, 11);
    assert_eq!(at_once["games_per_s"], 0.0);
    // What readers of floats would round is text.
    let json = said(&json!({"seed": [1_u64 << 53, (1_u64 << 53) + 1]}), epoch, long, 0);
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
fn what_is_none_of_ours_is_no_manifest() {
    let folder = scratch();
    let path = folder.path().join(MANIFEST);
    let load = |folder: &Path| {
        let found = Manifest::load(&folder.join(MANIFEST)).unwrap();
        found.map(|manifest| manifest.files)
    };
    assert_eq!(load(folder.path()), Err("is missing".into()));
    fs::write(&path, sign(&json!({"run": 7}))).unwrap();
    assert_eq!(load(folder.path()), Ok(vec![]));
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
    assert_says(&Manifest::load(&path).unwrap().unwrap_err(), &["it has more than"]);
}

#[test]
fn a_long_value_is_cut() {
    for (length, shown) in [(58, 60), (59, 60), (99, 60)] {
        // Its quotes count, too.
        let what = difference(&json!("x".repeat(length)), &json!("\u{1b}\u{7f}")).unwrap();
        assert_eq!(what.split(", not").next().map(str::len), Some(" is ".len() + shown), "{what}");
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
        let json = said(&json!("mine"), started, elapsed, 0);
        let said = [&json["started"], &json["finished"]].map(|moment| !moment.is_null());
        assert_eq!(said, known, "{json}");
    }
}
