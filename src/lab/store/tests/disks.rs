//! The operations of a disk, on the machine's own.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use super::scratch;
use crate::lab::refused::{OfPath as _, Refused};
use crate::lab::store::disk::{self, MOST_INPUT, folder_of, input_of};
use crate::lab::store::output::OutputFile;
use crate::lab::store::signed::sha256;
use crate::lab::store::tests::{Disk, EINTR, EIO, Fault};

fn kind<T>(result: io::Result<T>) -> ErrorKind {
    result.map(|_| ()).expect_err("a failure").kind()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    disk::list(folder).unwrap().unwrap()
}

#[test]
fn a_file_is_emptied_and_held_and_signals_do_not_matter() {
    let folder = scratch();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let mut held = disk::hold(&path).unwrap();
    assert_eq!((text(&path).as_str(), kind(disk::hold(&path))), ("", ErrorKind::WouldBlock));
    let interrupted = |at| Disk::new(at, Fault::Error(EINTR));
    interrupted(0).during(|| held.write_all(b"text")).unwrap();
    held.flush().unwrap();
    held.sync().unwrap();
    drop(held);
    assert_eq!(interrupted(1).during(|| disk::read(&path, 9)).unwrap(), b"text");
    assert_eq!(interrupted(1).during(|| disk::hash(&path)).unwrap(), sha256(b"text"));
    // Where there are no locks it is written without.
    let lockless = Disk::new(1, Fault::Error(EIO));
    assert!(!lockless.during(|| disk::hold(&path)).unwrap().is_locked && text(&path).is_empty());
    for path in [path, folder.path().join("new")] {
        assert!(disk::hold(&path).unwrap().is_locked);
    }
    // Links and folders are not held; what they lead to stays: `tests/cli/safety.rs`.
    std::os::unix::fs::symlink("new", folder.path().join("link")).unwrap();
    for name in ["link", ""] {
        let error = disk::hold(&folder.path().join(name)).unwrap_err().to_string();
        assert!(error.contains("remove it"), "{name}: {error}");
    }
}

#[test]
fn names_are_listed_in_their_order() {
    let folder = scratch();
    for name in ["c", "b", "a"] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    assert_eq!(names(folder.path()), ["a", "b", "c"]);
    assert_eq!(disk::list(&folder.path().join("none")).unwrap(), None);
    let folders = ["out/run", "run"].map(|path| folder_of(Path::new(path)));
    assert_eq!(folders, ["out", "."].map(Path::new));
}

#[test]
fn files_are_read_up_to_a_size_and_only_as_text() {
    let folder = scratch();
    let path = folder.path().join("file");
    fs::write(&path, "12345").unwrap();
    assert_eq!(disk::read(&path, 5).unwrap(), b"12345");
    assert_eq!(kind(disk::read(&path, 4)), ErrorKind::FileTooLarge);
    assert_eq!(kind(input_of(&b"\xff"[..])), ErrorKind::InvalidData);
    // The largest input, which is more than what is hashed at once; larger: `tests/cli/safety.rs`.
    let most = vec![b'x'; MOST_INPUT as usize];
    fs::write(&path, &most).unwrap();
    assert_eq!(input_of(&most[..]).unwrap().len(), most.len());
    assert_eq!(disk::hash(&path).unwrap(), sha256(&most));
}

/// Writes a file; what lies in the folder before it is placed.
fn written(path: &Path, replace: bool, text: &str) -> Result<OutputFile, Refused> {
    let mut file = OutputFile::create(path, replace)?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).writing("file")?;
    Ok(file)
}

/// Why a file is not written.
fn why(path: &Path, replace: bool) -> String {
    written(path, replace, "text").unwrap_err().what
}

#[test]
fn an_output_file_has_its_name_when_all_is_written_and_takes_nobodys() {
    let folder = scratch();
    let path = folder.path().join("file");
    fs::write(folder.path().join(".file.partial"), "left by a kill").unwrap();
    drop(written(&path, false, "dropped").unwrap());
    assert!(names(folder.path()).is_empty());
    let mut file = written(&path, false, "one").unwrap();
    assert_eq!(file.partial, Some(folder.path().join(".file.partial")));
    assert_eq!(names(folder.path()).len(), 1);
    assert!(why(&path, true).contains("another run is writing"));
    assert_eq!((file.complete().unwrap().bytes, path.exists()), (3, false));
    file.place().unwrap();
    file.place().unwrap();
    drop(file);
    assert_eq!((text(&path).as_str(), names(folder.path())), ("one", vec!["file".to_owned()]));
    assert!(why(&path, false).ends_with("is there already"));
    assert!(why(folder.path(), true).contains("irectory"));
    // Nor one that somebody has taken meanwhile.
    fs::remove_file(&path).unwrap();
    let mut file = written(&path, false, "new").unwrap();
    file.complete().unwrap();
    fs::write(&path, "somebody's").unwrap();
    assert_eq!(kind(file.place()), ErrorKind::AlreadyExists);
    drop(file);
    assert_eq!(text(&path), "somebody's");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_neither_files_nor_waited_for() {
    use crate::lab::store::manifest::FileRecord;
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "").unwrap();
    std::os::unix::fs::symlink(at("file"), at("link")).unwrap();
    for plain in ["", "file", "link", "none"] {
        assert!(!disk::is_special(&at(plain)), "{plain}");
    }
    // Pipes with a name: `tests/cli/safety.rs`.
    for name in ["/dev/zero", "/dev/stderr", "/dev/fd/63"] {
        assert!(disk::is_special(Path::new(name)), "{name}");
    }
    let zero = Path::new("/dev/zero");
    let damage = FileRecord::of("file", b"").damage(zero).unwrap().unwrap();
    assert_eq!(damage, "is a device or pipe, not a file");
    assert_eq!(kind(disk::read(zero, 9)), ErrorKind::InvalidData);
    // Of folders some systems say what is said of a pipe, and nothing can be done about it.
    disk::sync_dir(zero).unwrap();
    assert_eq!(kind(disk::sync_dir(&at("nowhere"))), ErrorKind::NotFound);
}
