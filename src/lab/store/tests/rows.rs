//! Rows of games: written at one go, gone on with, and joined.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::{at_once, of_games, scratch};
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;
use crate::lab::store::disk::Disk;
use crate::lab::store::join::{JoinError, RowsPart, join};
use crate::lab::store::kept_rows::{self, KeptFile, KeptRows};
use crate::lab::store::manifest::FileRecord;
use crate::lab::store::part::rows_record;
use crate::lab::store::per_game::PerGame;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Keep, RowSink as _, Running, play, play_from};
use crate::lab::study::progress::Progress;

/// The names of files of each form.
const FILES: &[&str] = &[
    "rows.csv",
    #[cfg(feature = "parquet")]
    "rows.parquet",
];

/// Two rule sets whose games are short.
fn two_rule_sets() -> Study {
    let study = Study::war([]).unwrap().uncompared();
    let study = study.with_rules("short", "limit.at = 9").unwrap();
    study.with_rules("shorter", "limit.at = 5").unwrap()
}

fn request(file: &str) -> PerGame {
    PerGame::new(Path::new(file), RowDetail { features: false, deals: true }).unwrap()
}

/// Plays a study; its file of rows.
fn rows_of(folder: &Path, file: &str, study: &Study) -> FileRecord {
    at_once(|| {
        let mut rows = request(file).create(folder, true).unwrap();
        let running = Running { threads: one_thread(), control: &Control::default() };
        play(study, running, Some(rows.writer())).unwrap();
        rows.finish().unwrap()
    })
}

fn one_thread() -> Threads {
    Threads::Exactly(NonZeroUsize::MIN)
}

/// The rows of a study, played by so many threads.
fn bytes_of_rows(study: &Study, threads: usize, wanted: &PerGame) -> Vec<u8> {
    let folder = scratch();
    at_once(|| {
        let mut rows = wanted.create(folder.path(), true).unwrap();
        let threads = Threads::Exactly(NonZeroUsize::new(threads).unwrap());
        let running = Running { threads, control: &Control::default() };
        play(study, running, Some(rows.writer())).unwrap();
        rows.finish().unwrap();
    });
    fs::read(folder.path().join(wanted.path())).unwrap()
}

#[test]
fn rows_go_game_by_game_and_for_each_game_cell_by_cell() {
    let decks = |rules: Study| rules.with_rules("small", "deck.ranks = 3\ndeck.suits = 2").unwrap();
    let mixed = decks(Study::war(["umass"]).unwrap());
    let mixed = mixed.with_rules("one-down", "war.face_down = 1").unwrap();
    let mixed = mixed.with_rules("tiny", "deck.ranks = 3\ndeck.suits = 2\nlimit.at = 3").unwrap();
    let dice = |dice: usize| {
        let faces = (0..dice).map(|k| format!("6 1 2 3 4 {} 6\n", 1 + k % 6));
        format!("{dice}\n{}", faces.collect::<String>())
    };
    let ludo = |of: usize| Study::ludo(["bwinf", "bwinf-frozen"], &dice(of)).unwrap();
    let every = RowDetail { features: true, deals: true };
    let features = RowDetail { features: true, deals: false };
    for (study, detail) in [
        (of_games(&mixed.clone().uncompared(), 5..3_000), every),
        (of_games(&mixed, 5..1_500), every),
        (of_games(&decks(Study::war([]).unwrap()), 0..10), every),
        (of_games(&ludo(3), 2..1_030), features),
        // More pairs than are kept at hand.
        (of_games(&ludo(12), 0..5), RowDetail::default()),
    ] {
        let wanted = PerGame::new(Path::new("rows.csv"), detail).unwrap();
        let lines = |study: &Study, threads| -> Vec<String> {
            let text = String::from_utf8(bytes_of_rows(study, threads, &wanted)).unwrap();
            text.lines().map(str::to_owned).collect()
        };
        let alone = (0..study.cells.len()).map(|cell| lines(&study.clone().alone(cell), 1));
        let alone: Vec<Vec<String>> = alone.collect();
        let mut expected = vec![alone[0][0].clone()];
        for game in 1..=study.games as usize {
            expected.extend(alone.iter().map(|rows| rows[game].clone()));
        }
        for threads in [1, 3] {
            assert!(lines(&study, threads) == expected, "{:?}", study.identity());
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn row_groups_have_whole_games_and_do_not_depend_on_threads() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    let wanted = request("rows.parquet");
    let three = two_rule_sets().with_rules("third", "limit.at = 7").unwrap();
    let study = of_games(&three, 0..40_000);
    let one = bytes_of_rows(&study, 1, &wanted);
    assert!(one == bytes_of_rows(&study, 3, &wanted));
    let reader = SerializedFileReader::new(bytes::Bytes::from(one)).unwrap();
    let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows());
    assert_eq!(groups.collect::<Vec<_>>(), [65_535, 54_465]);
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Stops a run at a pause, and has what a checkpoint would say.
struct Stop<'s> {
    control: &'s Control,
    /// Whether to stop at a pause with these rows.
    when: &'s mut dyn FnMut(&Json) -> bool,
    kept: Option<(Progress, Json)>,
}

impl Keep for Stop<'_> {
    fn every(&self) -> Duration {
        Duration::ZERO
    }

    fn is_due(&self) -> bool {
        true
    }

    fn keep(&mut self, at: &Progress, rows: Json) {
        if self.kept.is_none() && (self.when)(&rows) {
            self.control.stop();
            self.kept = Some((at.clone(), rows));
        }
    }
}

/// Plays on to the end, or until a pause that is wanted; what a checkpoint says then.
fn play_on(
    study: &Study,
    from: Progress,
    rows: &mut KeptRows,
    when: &mut dyn FnMut(&Json) -> bool,
) -> Option<(Progress, Json)> {
    let control = Control::default();
    let mut stop = Stop { control: &control, when, kept: None };
    let running = Running { threads: one_thread(), control: &control };
    let _ = play_from(study, running, from, Some(rows), Some(&mut stop));
    stop.kept
}

#[test]
fn rows_that_are_gone_on_with_are_those_of_one_go() {
    let study = of_games(&two_rule_sets(), 5..2_105);
    for file in FILES {
        let (folder, request, disk) = (scratch(), request(file), Disk::here());
        let path = folder.path();
        rows_of(path, file, &study);
        let whole = fs::read(path.join(file)).unwrap();
        for pauses in 0_i32.. {
            let kept = path.join(format!("kept-{pauses}"));
            let mut rows = kept_rows::create(&disk, &request, &kept).unwrap();
            let mut left = pauses;
            let mut is_last = |_: &Json| {
                left -= 1;
                left < 0
            };
            let before = play_on(&study, Progress::new(&study), &mut rows, &mut is_last);
            let Some((progress, said)) = before else {
                // How many there are depends on the machine.
                assert!(pauses >= 1, "{file}: only {pauses} pauses");
                break;
            };
            assert_eq!(
                (&said["asked"]["path"], &said["asked"]["decks"]),
                (&json!(file), &json!(true))
            );
            // A program that is killed writes nothing more.
            std::mem::forget(rows);
            // What was written after the checkpoint, and what another session left.
            let last = kept.join(said["file"].as_str().unwrap());
            let more = fs::read(&last).unwrap();
            fs::write(&last, [&more[..], b"more"].concat()).unwrap();
            fs::write(kept.join("rows.9"), "other").unwrap();
            fs::write(kept.join("state"), "a state").unwrap();
            let mut rows = kept_rows::go_on(&disk, &request, &kept, &said).unwrap();
            assert!(!kept.join("rows.9").exists() && kept.join("state").exists());
            assert!(play_on(&study, progress, &mut rows, &mut |_| false).is_none());
            let done = rows.finish().and_then(KeptFile::complete).unwrap();
            assert!(fs::read(done).unwrap() == whole, "{file} after {pauses} pauses");
        }
    }
}

#[cfg(unix)]
#[test]
fn rows_in_the_folder_of_their_run_are_not_written_twice_and_never_change() {
    use std::os::unix::fs::MetadataExt as _;
    let (folder, disk, request) = (scratch(), Disk::here(), request("rows.csv"));
    let kept = folder.path().join("kept");
    let mut rows = kept_rows::create(&disk, &request, &kept).unwrap();
    let study = of_games(&two_rule_sets(), 0..1_500);
    // A checkpoint on the way.
    let mut said = Json::Null;
    let mut note = |rows: &Json| {
        if said.is_null() && rows["bytes"].as_u64() > Some(4) {
            said = rows.clone();
        }
        false
    };
    assert!(play_on(&study, Progress::new(&study), &mut rows, &mut note).is_none());
    let from = rows.finish().and_then(KeptFile::complete).unwrap();
    let bytes = fs::read(&from).unwrap();
    let inode = |path: &Path| fs::metadata(path).unwrap().ino();
    let run = super::folders::open(&disk, folder.path(), "mine", false).unwrap();
    let mut file = request.open(&disk, &run, &[], false).unwrap();
    file.fill(&disk, &from).unwrap();
    let mut complete = file.complete().unwrap();
    complete.place().unwrap();
    let there = run.staging().join("rows.csv");
    assert_eq!((inode(&there), fs::metadata(&there).unwrap().nlink()), (inode(&from), 2));
    let record = FileRecord::of("rows.csv", &bytes);
    assert_eq!(complete.record(), &record);
    // A run that goes on with what was kept leaves those in the folder as they are.
    let rows = kept_rows::go_on(&disk, &request, &kept, &said).unwrap();
    let gone_on = rows.finish().and_then(KeptFile::complete).unwrap();
    let cut = said["bytes"].as_u64().unwrap() as usize;
    assert!(cut > 0 && cut < bytes.len(), "{said}");
    assert!(fs::read(&gone_on).unwrap() == bytes[..cut] && inode(&gone_on) != inode(&there));
    assert!(fs::read(&there).unwrap() == bytes);
    // Elsewhere somebody may write under the temporary name, so they are copied.
    let mut file = request.create(folder.path(), false).unwrap();
    file.fill(&disk, &from).unwrap();
    file.finish().unwrap();
    let there = folder.path().join("rows.csv");
    assert!(fs::read(&there).unwrap() == bytes && inode(&there) != inode(&from));
}

#[test]
fn a_checkpoint_that_does_not_fit_its_rows_is_refused() {
    // More than a row group.
    let study = of_games(&two_rule_sets(), 0..33_000);
    for file in FILES {
        let (request, disk) = (request(file), Disk::here());
        let folder = scratch();
        let mut rows = kept_rows::create(&disk, &request, folder.path()).unwrap();
        // More than the first bytes of a file.
        let mut some = |rows: &Json| rows["bytes"].as_u64() > Some(4);
        let (_, said) = play_on(&study, Progress::new(&study), &mut rows, &mut some).unwrap();
        drop(rows);
        let mut wrong: Vec<(&str, Json)> = vec![
            ("file", json!("rows.7")),
            ("file", json!("../rows.1")),
            ("file", json!(1)),
            ("file", Json::Null),
            ("bytes", json!(fs::metadata(folder.path().join("rows.1")).unwrap().len() + 1)),
            ("bytes", json!("many")),
            ("bytes", json!(said["bytes"].as_u64().unwrap() - 1)),
            ("sha256", json!("0")),
            ("sha256", Json::Null),
        ];
        if request.has_groups() {
            wrong.extend([("groups", json!("0g")), ("groups", json!("123")), ("groups", json!(1))]);
        }
        for (key, value) in wrong {
            let mut said = said.clone();
            said[key] = value;
            let error = kept_rows::go_on(&disk, &request, folder.path(), &said).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{said}");
        }
        // Rows that are as many, and not the same.
        let path = folder.path().join("rows.1");
        let good = fs::read(&path).unwrap();
        for at in [0, said["bytes"].as_u64().unwrap() as usize - 1] {
            let mut changed = good.clone();
            changed[at] ^= 1;
            fs::write(&path, changed).unwrap();
            let error = kept_rows::go_on(&disk, &request, folder.path(), &said).unwrap_err();
            assert!(error.to_string().contains("checksum is wrong"), "{error}");
        }
        fs::write(&path, good).unwrap();
        assert!(kept_rows::go_on(&disk, &request, folder.path(), &said).is_ok());
    }
}

#[test]
fn a_new_file_of_rows_takes_the_place_of_none() {
    let (folder, disk, request) = (scratch(), Disk::here(), request("rows.csv"));
    let kept = folder.path().join("deep").join("kept");
    for k in 1..4 {
        let rows = kept_rows::create(&disk, &request, &kept).unwrap();
        let file = rows.finish().unwrap().complete().unwrap();
        assert_eq!(file, kept.join(format!("rows.{k}")));
    }
}

#[test]
fn rows_that_were_never_begun_or_that_failed_are_not_finished() {
    let (folder, disk, request) = (scratch(), Disk::here(), request("rows.csv"));
    let mut rows = kept_rows::create(&disk, &request, folder.path()).unwrap();
    assert_eq!(rows.kept().unwrap(), Json::Null);
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    assert!(rows.fill(&mut Broken).is_err());
    assert_eq!(rows.finish().unwrap_err().to_string(), "a write failed before");
}

/// The rows of these games in a file of their own.
fn part(folder: &Path, file: &str, name: &str, games: std::ops::Range<u64>) -> RowsPart {
    let (folder, count) = (folder.join(name), games.end - games.start);
    fs::create_dir(&folder).unwrap();
    let record = rows_of(&folder, file, &of_games(&two_rule_sets(), games));
    let path = folder.join(file);
    assert_eq!(record.sha256, sha256(&fs::read(&path).unwrap()));
    RowsPart { path, sha256: record.sha256, games: count }
}

/// Joins parts into a file; its bytes.
fn joined(
    folder: &Path,
    file: &str,
    study: &Study,
    parts: &[RowsPart],
) -> Result<Vec<u8>, JoinError> {
    at_once(|| {
        let mut rows = request(file).create(folder, true).unwrap();
        join(&Disk::here(), study, parts, rows.writer())?;
        let record = rows.finish().unwrap();
        let bytes = fs::read(folder.join(file)).unwrap();
        assert_eq!((record.bytes, record.sha256), (bytes.len() as u64, sha256(&bytes)));
        Ok(bytes)
    })
}

#[test]
fn rows_of_parts_are_joined_into_those_of_one_go() {
    let study = of_games(&two_rule_sets(), 3..60);
    for file in FILES {
        let folder = scratch();
        let folder = folder.path();
        rows_of(folder, file, &study);
        let whole = fs::read(folder.join(file)).unwrap();
        let parts = [("a", 3..20), ("b", 20..20), ("c", 20..21), ("d", 21..60)];
        let parts = parts.map(|(name, games)| part(folder, file, name, games));
        assert!(joined(folder, file, &study, &parts).unwrap() == whole, "{file}");
    }
}

#[test]
fn many_rows_are_joined_in_pieces() {
    // More than are held in memory at once.
    let study = of_games(&two_rule_sets(), 0..9_000);
    let folder = scratch();
    let folder = folder.path();
    assert!(rows_of(folder, "rows.csv", &study).bytes > 5 << 19);
    let whole = fs::read(folder.join("rows.csv")).unwrap();
    let parts =
        [part(folder, "rows.csv", "a", 0..8_999), part(folder, "rows.csv", "b", 8_999..9_000)];
    assert!(joined(folder, "rows.csv", &study, &parts).unwrap() == whole);
}

#[test]
fn rows_that_are_not_those_of_their_part_are_refused() {
    let study = of_games(&two_rule_sets(), 0..9);
    for file in FILES {
        let folder = scratch();
        let folder = folder.path();
        let good = [part(folder, file, "a", 0..5), part(folder, file, "b", 5..9)];
        let damaged = |change: &dyn Fn(&mut [RowsPart; 2])| {
            let mut parts = good.clone();
            change(&mut parts);
            match joined(folder, file, &study, &parts) {
                Err(JoinError::Damaged { path, what }) => (path, what),
                other => panic!("{file}: {other:?}"),
            }
        };
        let [first, second] = good.clone().map(|part| part.path);
        let listed = damaged(&|parts| parts[1].sha256 = sha256(b"others"));
        assert_eq!(listed, (second.clone(), "is not the file that its manifest lists"));
        let fewer = damaged(&|parts| parts[1].games = 3);
        assert_eq!(fewer.0, second);
        let more = damaged(&|parts| parts[1].games = 5);
        assert_eq!(more.0, second);
        assert_eq!(damaged(&|parts| parts[0].games = 99), (first.clone(), "has too few rows"));
        // The rows of a rule set too many or too few.
        let both = RowsPart { games: 10, ..good[0].clone() };
        assert_eq!(damaged(&|parts| parts[0] = both.clone()).0, first);
        let alone = of_games(&two_rule_sets(), 0..5);
        let first = alone.rule_sets[..1].to_vec();
        let single = alone.played_by(first).unwrap();
        let path = folder.join(file);
        let record = rows_of(folder, file, &single);
        let moved = folder.join("single");
        fs::rename(path, &moved).unwrap();
        let single = RowsPart { path: moved.clone(), sha256: record.sha256, games: 5 };
        let lacking = damaged(&|parts| parts[0] = single.clone());
        assert_eq!(lacking, (moved, "has too few rows"));
        let left = RowsPart { path: folder.join("nowhere"), ..good[0].clone() };
        let error = joined(folder, file, &study, &[left]).unwrap_err();
        assert!(matches!(error, JoinError::Read { path, .. } if path.ends_with("nowhere")));
    }
}

#[test]
fn rows_with_other_columns_or_of_another_cell_are_refused() {
    let study = of_games(&two_rule_sets(), 0..5);
    let three = study.clone().with_rules("third", "limit.at = 7").unwrap();
    for file in FILES {
        let folder = scratch();
        let folder = folder.path();
        let plain = PathBuf::from("plain").with_extension(Path::new(file).extension().unwrap());
        let without = PerGame::new(&plain, RowDetail::default()).unwrap();
        let record = at_once(|| {
            let mut rows = without.create(folder, true).unwrap();
            let running = Running { threads: one_thread(), control: &Control::default() };
            play(&study, running, Some(rows.writer())).unwrap();
            rows.finish().unwrap()
        });
        let part = RowsPart { path: folder.join(&plain), sha256: record.sha256, games: 5 };
        let error = joined(folder, file, &study, &[part]).unwrap_err().to_string();
        assert!(
            error.contains("other columns") || error.contains("its columns are not"),
            "{error}"
        );
        // Another rule set at the end.
        let record = rows_of(folder, file, &three);
        let moved = folder.join("three");
        fs::rename(folder.join(file), &moved).unwrap();
        let part = RowsPart { path: moved, sha256: record.sha256, games: 5 };
        match joined(folder, file, &study, &[part]) {
            Err(JoinError::Damaged { what, .. }) => assert_eq!(what, "has too many rows"),
            // Parquet has the words of its columns at hand.
            Err(JoinError::Read { source, .. })
                if source.to_string() == "a word of another run" => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_file_of_rows_and_its_record_say_what_a_row_holds() {
    for (features, deals) in [(false, false), (true, false), (false, true)] {
        let (folder, detail) = (scratch(), RowDetail { features, deals });
        let wanted = PerGame::new(Path::new("rows.csv"), detail).unwrap();
        let file = at_once(|| wanted.create(folder.path(), true)).unwrap();
        assert_eq!(file.detail(), detail);
        let record = rows_record(Path::new("rows.csv"), detail);
        let said = json!({"file": "rows.csv", "features": features, "decks": deals, "order": "game, rules"});
        assert_eq!(record, said);
    }
}
