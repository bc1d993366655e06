//! The operations of a disk, on the machine's own.

use std::fs;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;
#[cfg(target_os = "linux")]
use std::path::PathBuf;

use super::scratch;
use crate::lab::refused::{OfPath as _, Refused};
#[cfg(target_os = "linux")]
use crate::lab::store::disk::is_special;
use crate::lab::store::disk::{self, MOST_INPUT, folder_of, input_of};
#[cfg(target_os = "linux")]
use crate::lab::store::manifest::FileRecord;
use crate::lab::store::output::OutputFile;
use crate::lab::store::signed::sha256;
use crate::lab::store::tests::{EINTR, EIO, Fault, Faulty};

fn kind<T>(result: io::Result<T>) -> ErrorKind {
    result.map(|_| ()).expect_err("a failure").kind()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn reading_and_writing_go_on_after_a_signal() {
    let folder = scratch();
    let path = folder.path().join("file");
    let interrupted = || Faulty::new(1, Fault::Error(EINTR)).1;
    let write = || disk::hold(&path).unwrap().write_all(b"text").unwrap();
    Faulty::new(2, Fault::Error(EINTR)).1.during(write);
    assert_eq!(interrupted().during(|| disk::read(&path, 9)).unwrap(), b"text");
    assert_eq!(interrupted().during(|| disk::hash(&path)).unwrap(), sha256(b"text"));
}

#[test]
fn files_are_emptied_and_held() {
    let folder = scratch();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let mut held = disk::hold(&path).unwrap();
    assert_eq!((text(&path).as_str(), kind(disk::hold(&path))), ("", ErrorKind::WouldBlock));
    held.write_all(b"held").unwrap();
    held.flush().unwrap();
    held.sync().unwrap();
    assert_eq!(text(&path), "held");
    drop(held);
    drop(disk::hold(&path).unwrap());
    disk::hold(&folder.path().join("new")).unwrap();
    let mut read = String::new();
    disk::open(&path).unwrap().read_to_string(&mut read).unwrap();
    assert_eq!(read, "");
}

#[test]
fn where_there_are_no_locks_a_file_is_written_without() {
    let folder = scratch();
    let path = folder.path().join("rows");
    fs::write(&path, "of a run that was killed").unwrap();
    let (_, lockless) = Faulty::new(1, Fault::Error(EIO));
    let mut file = lockless.during(|| disk::hold(&path)).unwrap();
    file.write_all(b"rows").unwrap();
    assert!(!file.is_locked && text(&path) == "rows");
    drop(file);
    assert!(disk::hold(&path).unwrap().is_locked);
}

#[cfg(unix)]
#[test]
fn links_and_folders_are_not_held() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("mine"), "mine").unwrap();
    std::os::unix::fs::symlink(at("mine"), at("link")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    for name in ["link", "folder"] {
        let error = disk::hold(&at(name)).unwrap_err().to_string();
        assert!(error.contains("remove it"), "{name}: {error}");
    }
    assert_eq!(text(&at("mine")), "mine");
    assert!(disk::look(&at("link")).unwrap().unwrap().is_symlink());
}

/// A pipe with a name, held open at both ends so that nobody waits for the other.
#[cfg(target_os = "linux")]
fn pipe(folder: &Path) -> (PathBuf, fs::File) {
    let path = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let ends = fs::File::options().read(true).write(true).open(&path).unwrap();
    (path, ends)
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_system_cannot_make_safe_is_reported() {
    let folder = scratch();
    let (pipe, _ends) = pipe(folder.path());
    // Of folders some systems say what is said of a pipe, and nothing can be done about it.
    disk::sync_dir(&pipe).unwrap();
    let nowhere = folder.path().join("nowhere");
    assert_eq!(kind(disk::sync_dir(&nowhere)), ErrorKind::NotFound);
}

#[test]
fn names_are_given_and_removed() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a"), "a").unwrap();
    fs::write(at("b"), "b").unwrap();
    disk::rename(&at("a"), &at("b")).unwrap();
    assert_eq!((text(&at("b")).as_str(), at("a").exists()), ("a", false));
    disk::create_dir_all(&at("d/e/f")).unwrap();
    assert_eq!(kind(disk::remove_dir(&at("d"))), ErrorKind::DirectoryNotEmpty);
    disk::remove_dir(&at("d/e/f")).unwrap();
    assert!(disk::look(&at("d/e/f")).unwrap().is_none());
    assert!(disk::look(&at("d")).unwrap().unwrap().is_dir());
    assert!(disk::look(&at("b")).unwrap().unwrap().is_file());
    assert_eq!(disk::list(folder.path()).unwrap().unwrap(), ["b", "d"]);
    assert_eq!(disk::list(&at("none")).unwrap(), None);
    for absent in [disk::remove_file(&at("none")), disk::remove_dir(&at("none"))] {
        absent.unwrap();
    }
    assert!(disk::remove_file(&at("d")).is_err());
}

#[test]
fn files_are_read_up_to_a_size_and_only_as_text() {
    let folder = scratch();
    let path = folder.path().join("file");
    fs::write(&path, "12345").unwrap();
    assert_eq!(disk::read(&path, 5).unwrap(), b"12345");
    assert_eq!(kind(disk::read(&path, 4)), ErrorKind::FileTooLarge);
    assert_eq!(disk::open(&path).and_then(input_of).unwrap(), "12345");
    assert_eq!(
        kind(disk::open(&folder.path().join("none")).and_then(input_of)),
        ErrorKind::NotFound
    );
    assert_eq!(disk::hash(&path).unwrap(), sha256(b"12345"));
    fs::write(&path, b"\xff").unwrap();
    assert_eq!(kind(disk::open(&path).and_then(input_of)), ErrorKind::InvalidData);

    // A file larger than what is hashed at once, and the largest input.
    let most = MOST_INPUT as usize;
    fs::write(&path, vec![b'x'; most]).unwrap();
    assert_eq!(disk::open(&path).and_then(input_of).unwrap().len(), most);
    assert_eq!(disk::hash(&path).unwrap(), sha256(&vec![b'x'; most]));
    assert_eq!(input_of(&vec![b'x'; most][..]).unwrap().len(), most);
    let error = input_of(&vec![b'x'; most + 1][..]).unwrap_err();
    assert_eq!(error.to_string(), "it has more than 4194304 bytes");
    assert_eq!(kind(input_of(&b"\xff"[..])), ErrorKind::InvalidData);
}

#[test]
fn a_file_is_replaced_in_one_step_or_stays() {
    let folder = scratch();
    let [path, partial] = ["file", ".partial"].map(|name| folder.path().join(name));
    fs::write(&partial, "left by a kill").unwrap();
    let replace = |text: &[u8]| {
        let mut file = OutputFile::create_as(&path, &partial, true)?;
        let written = file.write_all(text).and_then(|()| file.complete());
        written.and_then(|_| file.place()).writing("file")
    };
    replace(b"one").unwrap();
    replace(b"two").unwrap();
    assert_eq!((text(&path).as_str(), partial.exists()), ("two", false));
    let (log, counting) = Faulty::new(u64::MAX, Fault::Short);
    counting.during(|| replace(b"two")).unwrap();
    // The last operation makes the name safe, which it has by then.
    for at in 0..log.operations() - 1 {
        let (_, faulty) = Faulty::new(at, Fault::Error(EIO));
        // Where there are no locks it goes on without.
        if log.log()[at as usize] == "lock .partial" {
            continue;
        }
        let why = faulty.during(|| replace(b"new")).unwrap_err().what;
        assert!(why.contains("Input/output error"), "{why}");
        assert!(text(&path) == "two" && !partial.exists(), "{at}");
    }
}

#[test]
fn a_path_lies_in_a_folder() {
    assert_eq!(folder_of(Path::new("out/run")), Path::new("out"));
    assert_eq!(folder_of(Path::new("run")), Path::new("."));
}

/// Writes a file; what lies in the folder before it is placed.
fn written(path: &Path, replace: bool, text: &str) -> Result<OutputFile, Refused> {
    let mut file = OutputFile::create(path, replace)?;
    file.write_all(text.as_bytes()).unwrap();
    file.flush().unwrap();
    Ok(file)
}

/// Why a file is not written.
fn why(path: &Path, replace: bool) -> String {
    written(path, replace, "text").unwrap_err().what
}

#[test]
fn an_output_file_has_its_name_when_all_is_written() {
    let folder = scratch();
    let path = folder.path().join("file");
    let names = || disk::list(folder.path()).unwrap().unwrap();
    drop(written(&path, false, "dropped").unwrap());
    assert!(names().is_empty());
    let file = written(&path, false, "one").unwrap();
    assert_eq!(file.partial, Some(folder.path().join(".file.partial")));
    assert_eq!((names().len(), why(&path, true).contains("another run is writing")), (1, true));
    let mut file = file;
    assert_eq!((file.complete().unwrap().bytes, path.exists()), (3, false));
    file.place().unwrap();
    file.place().unwrap();
    assert_eq!(text(&path), "one");
    drop(file);
    assert_eq!(names(), ["file"]);
    assert!(why(&path, false).ends_with("is there already"));
    for folder in [folder.path(), Path::new("/")] {
        assert!(why(folder, true).contains("irectory"), "{}", why(folder, true));
    }
}

#[test]
fn an_output_file_takes_no_name_that_somebody_has_taken_meanwhile() {
    let folder = scratch();
    let path = folder.path().join("file");
    let mut file = written(&path, false, "new").unwrap();
    file.complete().unwrap();
    fs::write(&path, "somebody's").unwrap();
    assert_eq!(kind(file.place()), ErrorKind::AlreadyExists);
    drop(file);
    assert_eq!(text(&path), "somebody's");
    let mut file = written(&path, true, "new").unwrap();
    file.complete().unwrap();
    file.place().unwrap();
    assert_eq!(text(&path), "new");
    assert_eq!(disk::list(folder.path()).unwrap().unwrap(), ["file"]);
}

/// What is said of a file of a run that is a device or pipe.
#[cfg(target_os = "linux")]
fn disk_read(path: &Path) -> ErrorKind {
    let damage = FileRecord::of("file", b"").damage(path);
    assert_eq!(damage.unwrap().as_deref(), Some("is a device or pipe, not a file"));
    kind(disk::read(path, 9))
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_and_handles_are_neither_replaced_nor_waited_for() {
    let folder = scratch();
    fs::write(folder.path().join("file"), "").unwrap();
    std::os::unix::fs::symlink(folder.path().join("file"), folder.path().join("link")).unwrap();
    for plain in ["", "file", "link", "none"] {
        assert!(!is_special(&folder.path().join(plain)), "{plain}");
    }
    for name in ["/dev/null", "/dev/stderr", "/dev/fd/63"] {
        assert!(is_special(Path::new(name)), "{name}");
    }
    let (pipe, _ends) = pipe(folder.path());
    for waits in [disk_read(&pipe), disk_read(Path::new("/dev/zero"))] {
        assert_eq!(waits, ErrorKind::InvalidData);
    }
    for replace in [false, true] {
        let why = why(&pipe, replace);
        assert!(why.contains("is a device or pipe, not a file"), "{why}");
    }
    assert!(fs::metadata(&pipe).is_ok_and(|found| !found.is_file()));
}
