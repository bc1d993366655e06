//! States as files, and checkpoints.

use std::fs;

use serde_json::{Value as Json, json};

use super::{
    assert_says, at_once, counted, library, of_games, played, scratch, stored, uncounted, war,
};
use crate::lab::spec::{Refused, Spec, Study};
use crate::lab::store::begin::Kept;
use crate::lab::store::begin::Kind as _;
use crate::lab::store::begin::games::Games;
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::manifest::sign;
use crate::lab::store::signed;
use crate::lab::store::state::{ANSWER, FORMAT, STATE, State, counts_json, encode, json_of};
use crate::lab::store::stored::Stored;
use crate::lab::store::tests::faulty::{EIO, Fault, Faulty};
use crate::lab::store::verify::verify;
use crate::lab::study::totals::Totals;

/// A state with everything that a state can hold.
fn rich() -> Study {
    let study = war(["umass", "one-down", "winner-first"], 1).baseline("umass").unwrap();
    of_games(&study.by("aces_a").unwrap(), 3..40)
}

fn bytes_of(state: &State) -> Vec<u8> {
    encode(&state.study, &state.study.run_identity(""), &state.games, &state.totals, &[])
}

fn decoded(body: &Json) -> Result<State, String> {
    State::decode(&signed::seal(FORMAT, &body.to_string()), &library())
}

/// A list of counts as states have it.
fn written(totals: &Totals, key: &str) -> Json {
    let mut all = counts_json(totals).into_iter();
    all.find(|(name, _)| *name == key).map_or(Json::Null, |(_, values)| values.collect())
}

#[test]
fn a_state_is_read_as_it_was_written() {
    let dice = "2\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n";
    let ludo = Study::ludo(["bwinf", "bwinf-frozen"], dice).unwrap();
    let decks = vec![vec![2, 3, 4, 5], vec![5, 4, 3, 2]];
    let orders = war([], 1).with_rules("small", "deck.ranks = 2\ndeck.suits = 2").unwrap();
    let orders = orders.every_order().unwrap().comparing(true);
    for study in [
        rich(),
        of_games(&war(["umass", "one-down"], 1).uncompared(), 7..9),
        of_games(&war(["umass", "one-down"], 1), 0..0),
        of_games(&ludo, 0..2),
        orders,
        of_games(&war(["umass"], 1).decks(decks).unwrap(), 0..2),
    ] {
        let state = counted(&study);
        let bytes = bytes_of(&state);
        let read = State::decode(&bytes, &library()).unwrap();
        assert_eq!(bytes_of(&read), bytes);
        assert_eq!((&read.games, read.played()), (&state.games, study.games));
        assert_eq!(read.study.told(), study.told());
        assert_eq!((read.study.compares(), &read.study.by), (study.compares(), &study.by));
        assert_eq!(read.study.identity(), study.identity());
    }
}

#[test]
fn what_no_program_wrote_is_refused_with_the_reason() {
    let state = counted(&rich());
    let body = json_of(STATE, &bytes_of(&state)).unwrap();
    assert!(decoded(&body).is_ok());
    let first = |json: &str| -> Json { serde_json::from_str(json).unwrap() };
    let changes: &[(&str, Json, &str)] = &[
        ("/run", json!(1), "is not a valid state: "),
        ("/run", json!({}), "does not name its game"),
        ("/run/game", json!("chess"), "is of the game `chess`, which this program"),
        ("/run/recipe", json!("soup"), "was dealt by the recipe `soup`, and this program"),
        ("/run/rules", json!(["umass"]), "its rule sets are missing"),
        ("/run/rules/0/name", json!(1), "its rule sets are missing"),
        ("/run/rules/0/deal", json!("thirds"), "rule set `umass`: "),
        ("/run/seed", json!("one"), "a whole number of 0 or more"),
        ("/run/compare", json!("some"), "is not a valid state: "),
        ("/run/compare", json!(false), "is for a comparison"),
        ("/run/by", json!("luck"), "unknown feature `luck`"),
        ("/run/by", json!([]), "it describes its run differently"),
        ("/run/games", json!(u64::MAX), "must be below 2^64 - 1"),
        ("/told", json!({"min_effect": ["luck:1"]}), "luck"),
        ("/games", json!([[3, 39]]), ""),
        ("/games", json!([[40, 3]]), "its games are not ranges"),
        ("/cells", first("[]"), "cells do not fit the rule sets"),
        ("/strata", json!([]), "strata do not fit the rule sets"),
        ("/pairs", json!([]), "pairs do not fit the rule sets"),
    ];
    for (place, value, words) in changes {
        let mut body = body.clone();
        *body.pointer_mut(place).unwrap() = value.clone();
        let why = decoded(&body).map(|_| ()).expect_err(place);
        assert_says(&why, &[words]);
    }
    // Pairs of a shorter run beside whole cells.
    let shorter = counted(&rich().games(20));
    let mut mixed = body;
    mixed["pairs"] = written(&shorter.totals, "pairs");
    assert_says(&decoded(&mixed).unwrap_err(), &["its pairs have other games"]);
}

#[test]
fn a_state_of_another_format_is_named_and_one_that_is_not_whole_refused() {
    let state = bytes_of(&uncounted(&war(["umass"], 1), &[]));
    let text = String::from_utf8(state.clone()).unwrap();
    let body = text.lines().nth(1).unwrap();
    for (format, version) in [(1, "0.1"), (2, "0.2"), (3, "0.2")] {
        let other = signed::seal(&format!("war-sim-state {format}"), body);
        let why = format!("is of war-sim {version}, which alone reads it");
        assert_eq!(json_of(STATE, &other), Err(why));
    }
    let later = signed::seal("war-sim-state 5\u{1b}", body);
    assert_says(
        &json_of(STATE, &later).unwrap_err(),
        &["is a file of another format (`war-sim-state 5\\u{1b}`, not `war-sim-state 4`)"],
    );
    for (file, newer) in [(STATE, "war-sim-state 9"), (ANSWER, "war-sim-answer 2")] {
        let why = json_of(file, format!("{newer}\nits own\n").as_bytes()).unwrap_err();
        assert_says(&why, &["was written by a newer war-sim (`", newer, "), which alone reads it"]);
    }
    let no_json = signed::seal(FORMAT, "[");
    assert_says(&json_of(STATE, &no_json).unwrap_err(), &["is not a valid state: "]);
    for bytes in [&state[..state.len() - 1], &[&state[..], b"\n"].concat(), b"\xff", b""] {
        assert_says(&json_of(STATE, bytes).unwrap_err(), &["is not whole: its checksum is wrong"]);
    }
}

#[test]
fn a_folder_is_a_run_by_its_state_whatever_its_manifest_says() {
    let folder = scratch();
    let study = of_games(&war(["umass"], 1), 2..9);
    let study = study.retold(Spec { title: Some("a question".into()), ..Spec::default() }).unwrap();
    let run = stored(folder.path(), "run", &study);
    let load = || State::load(&run, &library());
    let loaded = load().unwrap();
    assert_eq!(
        (&loaded.games, loaded.study.spec.title.as_deref()),
        (&vec![2..9], Some("a question"))
    );
    let finished = Stored::of_finished(&played(&study), "now", "");
    assert_eq!((finished.name.as_str(), finished.state.games), ("now", vec![2..9]));
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
        assert_eq!((&state.games, &state.run), (&loaded.games, &loaded.run));
        assert_eq!(state.study.spec.title.as_deref(), Some("a question"));
        let damaged = verify(&run, &library()).unwrap().damaged;
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
    let study = of_games(&war(["umass", "one-down"], 1), 2..9).confidence(0.9).unwrap();
    let study = study.retold(Spec { title: Some("a question".into()), ..Spec::default() }).unwrap();
    let run = stored(folder.path(), "run", &study.measures(["a_win"]).unwrap());
    let run = Stored::load(&run.join("."), &library()).unwrap();
    assert_eq!(
        (run.name.as_str(), run.state.study.spec.title.as_deref()),
        ("run", Some("a question"))
    );
    assert_eq!(run.state.command(), None, "no verb of the command line");
}

#[test]
fn a_run_knows_the_command_that_plays_it_again() {
    let study = of_games(&war(["umass", "one-down"], 1), 2..9).confidence(0.9).unwrap();
    let told = |study: Study, rules: &[&str]| {
        let rules = rules.iter().map(|&rules| rules.into()).collect();
        study.retold(Spec { rules, ..Spec::default() }).unwrap()
    };
    let command =
        |study: &Study, verb| Stored::of_finished(&played(study), "x", verb).state.command();
    let both = told(study.clone(), &["umass", "my rules.toml"]);
    assert_eq!(
        command(&both.clone().measures(["a_win"]).unwrap(), "compare").unwrap(),
        "war-sim compare umass 'my rules.toml' --seed 1 --first-game 2 --games 7 --confidence 0.9 --measures a_win"
    );
    let alone = both.uncompared().by("aces_a").unwrap();
    assert_eq!(
        command(&alone, "batch").unwrap(),
        "war-sim --rules umass --rules 'my rules.toml' --seed 1 --first-game 2 --games 7 --confidence 0.9 --by aces_a"
    );
    // Rules that were not typed are built-in ones or none, and an option that the verb lacks.
    let untyped = command(&told(study, &[]), "batch").unwrap();
    assert!(untyped.starts_with("war-sim --rules umass --rules one-down "), "{untyped}");
    assert_eq!(command(&alone, "exact"), None);
}

/// A checkpoint with these games.
fn checkpoint(study: &Study) -> Vec<u8> {
    let state = counted(study);
    let more = [("elapsed_s", json!(2.5)), ("sessions", json!(3))];
    encode(study, &study.run_identity("batch"), &state.games, &state.totals, &more)
}

fn read(checkpoints: &Checkpoints) -> Result<Option<(Kept<State>, bool)>, Refused> {
    checkpoints.newest(super::kept)
}

fn newest(checkpoints: &Checkpoints) -> Option<(Kept<State>, bool)> {
    read(checkpoints).unwrap()
}

#[test]
fn the_newest_checkpoint_that_is_whole_counts() {
    at_once(|| {
        let folder = scratch();
        let kept = Checkpoints::beside(&folder.path().join("run"), "state");
        assert_eq!(kept.folder(), folder.path().join(".run.resume"));
        assert!(newest(&kept).is_none());
        let study = war(["umass"], 1);
        for games in [5, 9] {
            kept.write(&checkpoint(&of_games(&study, 0..games))).unwrap();
            let (found, is_older) = newest(&kept).unwrap();
            assert_eq!((found.state.played(), is_older), (games, false));
            assert_eq!(
                (&found.header.run["verb"], found.header.elapsed_s, found.header.sessions),
                (&json!("batch"), Some(2.5), 3)
            );
        }
        let (last, old) = (kept.folder().join("state"), kept.folder().join("state.old"));
        // Stopped between the two steps of writing one: nothing is damaged.
        let bytes = fs::read(&last).unwrap();
        fs::remove_file(&last).unwrap();
        assert!(matches!(newest(&kept), Some((kept, false)) if kept.state.played() == 5));
        fs::write(&last, &bytes[1..]).unwrap();
        assert!(matches!(newest(&kept), Some((kept, true)) if kept.state.played() == 5));
        fs::write(&old, "").unwrap();
        match read(&kept) {
            Err(error) => assert_eq!(error.place.as_deref(), Some(&last)),
            other => panic!("{other:?}"),
        }
        // What somebody put there stays, whatever it is called; the files of who was killed go.
        let [note, partial] = [".note", ".state.77.partial"].map(|name| kept.folder().join(name));
        fs::write(&note, "").unwrap();
        fs::write(&partial, "").unwrap();
        kept.remove().unwrap();
        assert!(note.exists() && !partial.exists() && newest(&kept).is_none());
        fs::remove_file(&note).unwrap();
        kept.remove().unwrap();
        assert!(!kept.folder().exists());
        // Something else has its place.
        fs::write(kept.folder(), "").unwrap();
        assert!(newest(&kept).is_none());
    });
}

#[test]
fn a_checkpoint_that_cannot_be_read_is_no_checkpoint_that_is_not_there() {
    let folder = scratch();
    let study = of_games(&war(["umass"], 1), 0..5);
    at_once(|| Checkpoints::beside(&folder.path().join("run"), "state").write(&checkpoint(&study)))
        .unwrap();
    let (_, disk) = Faulty::new(0, Fault::Error(EIO));
    let read = disk.during(|| read(&Checkpoints::beside(&folder.path().join("run"), "state")));
    assert!(read.is_err_and(|error| error.place.is_none()));
}

#[test]
fn a_state_without_more_is_a_checkpoint_too() {
    let folder = scratch();
    let state = counted(&of_games(&war(["umass"], 1), 0..5));
    let kept = at_once(|| {
        let checkpoints = Checkpoints::beside(&folder.path().join("run"), "state");
        checkpoints.write(&bytes_of(&state)).unwrap();
        newest(&checkpoints).unwrap().0
    });
    assert_eq!(
        (kept.state.run.is_null(), kept.header.elapsed_s, kept.header.sessions),
        (true, None, 1)
    );
}

#[test]
fn a_checkpoint_goes_on_with_games_that_its_run_has() {
    let study = war(["umass", "one-down"], 1).uncompared().games(20);
    let begun = study.clone().games(8);
    let kept = || {
        let folder = scratch();
        at_once(|| {
            let checkpoints = Checkpoints::beside(&folder.path().join("run"), "state");
            checkpoints.write(&checkpoint(&begun)).unwrap();
            newest(&checkpoints).unwrap().0
        })
    };
    let plain = kept();
    let fits = |kept: &Kept<State>, study: &Study| Games::of(study).is_other(kept, &kept.state.run);
    assert_eq!(fits(&plain, &study), Ok(None));
    assert_eq!((plain.state.played(), plain.state.totals.cells[0].games()), (8, 8));
    for (games, is_it) in [(8, true), (7, false)] {
        assert_eq!(fits(&plain, &study.clone().games(games)).is_ok(), is_it, "{games}");
    }
    assert!(fits(&plain, &study.clone().first_game(1)).is_err());
    for (ranges, is_it) in [(vec![], true), (vec![0..3, 5..8], false), (vec![0..3, 0..3], false)] {
        let mut other = kept();
        other.state.games = ranges;
        assert_eq!(fits(&other, &study).is_ok(), is_it, "{:?}", other.state.games);
    }
    assert!(!study.compares());
}
