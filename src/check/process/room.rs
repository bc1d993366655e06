//! A room for a submission: it sees the files of its language and its own, and nothing of others.
//!
//! Two well-kept tools of the system do that: `bwrap` (bubblewrap), whose room has no other process, no
//! network and little disk, and, as root, `setpriv`, with a user of its own for each submission.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::FILES;
use super::environment::on_path;

/// What every program may read, where it is.
const OF_THE_SYSTEM: [&str; 12] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/gnu",
    "/snap",
];
/// What programs are found by, in folders of their own: variables with one folder, and with several.
const WITH_A_FOLDER: [&str; 4] = ["JAVA_HOME", "PYTHONHOME", "VIRTUAL_ENV", "CONDA_PREFIX"];
const WITH_FOLDERS: [&str; 3] = ["CLASSPATH", "PYTHONPATH", "LD_LIBRARY_PATH"];
/// Where everybody may write.
const PUBLIC: [&str; 7] =
    ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock", "/var/lock", "/var/crash"];
/// What the folders of programs are called.
const OF_PROGRAMS: [&str; 3] = ["bin", "sbin", "shims"];
/// Users of no machine, one for each number of a process; and where there are fewer, of few.
const USERS: u32 = 0x7000_0000;
const FEW_USERS: (u32, u32) = (61_184, 4_000);
/// Where a program works, beside its files.
const SCRATCH: &str = "scratch";

/// What keeps submissions apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// Nothing: they are trusted.
    Trust,
    /// A room made by bubblewrap; as root with a user of its own in it.
    Bubblewrap,
    /// A user of its own.
    User,
}

/// How submissions are kept apart, and from what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apart {
    /// By what.
    pub how: How,
    /// Files and folders that none may see, wherever they are.
    pub hidden: Vec<OsString>,
}

/// Where a submission is compiled, or runs.
#[derive(Clone, Debug)]
pub struct Room {
    apart: Apart,
    /// Its files, with those of the checker that it needs.
    place: PathBuf,
    /// Where it works.
    folder: PathBuf,
    /// What it may write.
    own: Vec<PathBuf>,
    /// The files that are to be found where it works.
    shown: Option<PathBuf>,
    user: Option<u32>,
}

/// The user that a submission gets which this process looks after.
pub fn user_of(process: u32) -> u32 {
    let map = std::fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let has_many = map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().flat_map(str::parse).collect();
        matches!(numbers[..], [first, _, count] if first <= USERS.into() && first + count > 1 << 31)
    });
    match has_many {
        true => USERS + process,
        false => FEW_USERS.0 + process % FEW_USERS.1,
    }
}

/// As this user, who can become no other.
pub fn as_user(user: u32) -> Vec<OsString> {
    let user = user.to_string();
    let words = ["setpriv", "--reuid", &user, "--regid", &user, "--clear-groups"];
    let more = ["--no-new-privs", "--inh-caps=-all", "--"];
    words.into_iter().chain(more).map(OsString::from).collect()
}

/// What a user has left where everybody may write.
pub fn left_by(user: u32) -> Vec<PathBuf> {
    let entries = PUBLIC.iter().filter_map(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
    paths.filter(|path| owner(path) == Some(user)).collect()
}

impl Room {
    /// Where a submission is compiled that lies in a place, in the folder `source`, into this one.
    ///
    /// Errors: those of the system.
    pub fn to_compile(
        apart: &Apart,
        place: &Path,
        source: PathBuf,
        into: PathBuf,
    ) -> io::Result<Self> {
        let user = (apart.how != How::Trust).then(root_user).flatten();
        let folder = source.clone();
        let own = vec![source, into];
        for folder in &own {
            std::fs::create_dir_all(folder)?;
            give(folder, user, user)?;
        }
        if let Some(user) = user {
            own_by(place, 0, user, 0o750)?;
        }
        let (apart, place) = (apart.clone(), place.to_owned());
        Ok(Self { apart, place, folder, own, shown: None, user })
    }

    /// Where it runs: nothing can be written any more but in a folder for that, with links to its files.
    ///
    /// Errors: those of the system.
    pub fn into_run(self) -> io::Result<Self> {
        if self.apart.how == How::Trust {
            return Ok(Self { own: Vec::new(), ..self });
        }
        for folder in &self.own {
            give(folder, self.user.map(|_| 0), self.user)?;
        }
        let scratch = self.place.join(SCRATCH);
        std::fs::create_dir(&scratch)?;
        if let Some(user) = self.user {
            own_by(&scratch, user, user, 0o700)?;
        }
        let shown = self.folder;
        let mut own = Vec::new();
        if self.apart.how == How::User {
            links(&shown).iter().try_for_each(|(name, to)| link(to, &scratch.join(name)))?;
            own.push(scratch.clone());
        }
        Ok(Self { folder: scratch, own, shown: Some(shown), ..self })
    }

    /// The folder that programs work in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether it is bubblewrap's, which gives the number of a signal as an exit code.
    pub fn is_boxed(&self) -> bool {
        self.apart.how == How::Bubblewrap
    }

    /// Bytes that are written to files, but those of bubblewrap's room, which has no more.
    pub fn written(&self) -> u64 {
        let left = match (self.apart.how, self.user) {
            (How::User, Some(user)) => left_by(user),
            _ => Vec::new(),
        };
        match self.apart.how {
            How::Trust => 0,
            _ => self.own.iter().chain(&left).map(|path| size(path)).sum(),
        }
    }

    /// The words that start these words in this room, in a folder of it.
    pub fn words(&self, words: Vec<OsString>, folder: &Path) -> Vec<OsString> {
        let mut all = match self.apart.how {
            How::Trust => return words,
            How::User => Vec::new(),
            How::Bubblewrap => self.boxed(words.first(), folder),
        };
        all.extend(self.user.map(as_user).unwrap_or_default());
        all.push("env".into());
        for name in ["HOME=", "TMPDIR="] {
            let mut variable = OsString::from(name);
            variable.push(folder);
            all.push(variable);
        }
        all.extend(words);
        all
    }

    /// What bubblewrap is told, up to the words of the program that runs in it.
    fn boxed(&self, program: Option<&OsString>, folder: &Path) -> Vec<OsString> {
        let mut told = Told(vec!["bwrap".into()]);
        told.say(["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]);
        told.say(["--unshare-cgroup-try", "--die-with-parent", "--new-session"]);
        if self.user.is_none() {
            told.say(["--unshare-user"]);
        }
        told.say(["--proc", "/proc", "--dev", "/dev"]);
        for public in ["/dev/shm", "/tmp"] {
            told.space(Path::new(public));
        }
        told.say(["--remount-ro", "/dev"]);
        let mut seen = Vec::new();
        for path in OF_THE_SYSTEM.map(Path::new) {
            match std::fs::read_link(path) {
                // As `/bin`, which is `/usr/bin`.
                Ok(to) => told.paths("--symlink", [&to, path]),
                Err(_) => {
                    told.paths("--ro-bind-try", [path, path]);
                    seen.push(path.to_owned());
                }
            }
        }
        for path in self.of_language(program) {
            told.ancestors(&path);
            told.paths("--ro-bind", [&path, &path]);
            seen.push(path);
        }
        self.hide(&seen, &mut told);
        told.ancestors(&self.place);
        told.paths("--ro-bind", [&self.place, &self.place]);
        match &self.shown {
            None => self.own.iter().for_each(|path| told.paths("--bind", [path, path])),
            Some(shown) => {
                told.space(&self.folder);
                for (name, to) in links(shown) {
                    told.paths("--symlink", [&to, &self.folder.join(name)]);
                }
            }
        }
        told.say(["--remount-ro", "/", "--chdir"]);
        told.0.push(folder.into());
        told.say(["--"]);
        told.0
    }

    /// Hides what none may see of these folders.
    fn hide(&self, seen: &[PathBuf], told: &mut Told) {
        for hidden in self.apart.hidden.iter().map(Path::new) {
            for folder in seen {
                let Ok(whole) = folder.canonicalize() else { continue };
                let Ok(within) = hidden.strip_prefix(&whole) else { continue };
                let path = folder.join(within);
                if hidden.is_dir() {
                    told.say(["--perms", "0000", "--size", "4096"]);
                    told.paths("--tmpfs", [&path]);
                    told.paths("--remount-ro", [&path]);
                } else if hidden.exists() {
                    told.paths("--ro-bind", [Path::new("/dev/null"), &path]);
                }
            }
        }
    }

    /// Folders that a program and its language need which are not the system's, as where Python was
    /// installed for one user.
    fn of_language(&self, program: Option<&OsString>) -> Vec<PathBuf> {
        let variables = WITH_A_FOLDER.iter().filter_map(std::env::var_os).map(PathBuf::from);
        let lists = WITH_FOLDERS.iter().filter_map(std::env::var_os);
        let lists = lists.flat_map(|list| std::env::split_paths(&list).collect::<Vec<_>>());
        let mut folders: Vec<PathBuf> = variables.chain(lists).collect();
        if let Some(path) = std::env::var_os("PATH") {
            folders.extend(std::env::split_paths(&path));
        }
        let names =
            ["python3", "java", "javac"].into_iter().chain(program.and_then(|p| p.to_str()));
        for found in names.filter_map(on_path) {
            for path in [found.canonicalize().unwrap_or_default(), found] {
                let Some(bin) = path.parent() else { continue };
                folders.push(bin.to_owned());
                if bin.file_name().is_some_and(|name| OF_PROGRAMS.iter().any(|of| name == *of)) {
                    folders.extend(bin.parent().map(Path::to_owned));
                }
            }
        }
        let hidden = self.apart.hidden.iter().map(PathBuf::from).filter(|path| path.is_dir());
        let mut not_whole: Vec<PathBuf> = hidden.collect();
        not_whole.extend([self.place.clone(), std::env::temp_dir()]);
        not_whole.extend(std::env::var_os("HOME").map(PathBuf::from));
        let is_system = |path: &Path| OF_THE_SYSTEM.iter().any(|system| path.starts_with(system));
        folders.retain(|path| {
            path.is_absolute()
                && path.is_dir()
                && !is_system(path)
                && !not_whole.iter().any(|other| other.starts_with(path))
        });
        folders.sort();
        folders.dedup();
        folders
    }
}

/// What bubblewrap is told.
struct Told(Vec<OsString>);

impl Told {
    fn say<const N: usize>(&mut self, words: [&str; N]) {
        self.0.extend(words.map(OsString::from));
    }

    fn paths<const N: usize>(&mut self, word: &str, paths: [&Path; N]) {
        self.0.push(word.into());
        self.0.extend(paths.map(OsString::from));
    }

    /// Room for some files, in memory.
    fn space(&mut self, path: &Path) {
        self.say(["--perms", "1777", "--size", &FILES.to_string()]);
        self.paths("--tmpfs", [path]);
    }

    /// The folders above one, which everybody may pass.
    fn ancestors(&mut self, path: &Path) {
        let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
        above.pop();
        for folder in above.into_iter().rev() {
            self.say(["--perms", "0755"]);
            self.paths("--dir", [folder]);
        }
    }
}

/// The user that the submission of this process gets, if it can give it one.
pub fn root_user() -> Option<u32> {
    #[cfg(target_os = "linux")]
    if rustix::process::geteuid().is_root() {
        return Some(user_of(std::process::id()));
    }
    None
}

/// What is in a folder, by its names.
fn links(folder: &Path) -> Vec<(OsString, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.flatten().map(|entry| (entry.file_name(), entry.path())).collect()
}

/// Bytes on the disk of a file, or of a folder with everything in it.
#[cfg(target_os = "linux")]
fn size(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(data) = std::fs::symlink_metadata(path) else { return 0 };
    let within = if data.is_dir() { links(path) } else { Vec::new() };
    data.blocks() * 512 + within.iter().map(|(_, path)| size(path)).sum::<u64>()
}

#[cfg(target_os = "linux")]
fn owner(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;
    Some(std::fs::symlink_metadata(path).ok()?.uid())
}

#[cfg(target_os = "linux")]
fn link(to: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, path)
}

#[cfg(target_os = "linux")]
fn own_by(path: &Path, user: u32, group: u32, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::os::unix::fs::lchown(path, Some(user), Some(group))?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

/// Gives a folder with everything in it to a user; the group may read what its owner could. What is no
/// file, and what has another name elsewhere, is left alone.
#[cfg(target_os = "linux")]
fn give(path: &Path, user: Option<u32>, group: Option<u32>) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let Some((user, group)) = user.zip(group) else { return Ok(()) };
    let data = std::fs::symlink_metadata(path)?;
    if data.is_dir() || data.is_file() && data.nlink() == 1 {
        let mode = data.mode() & 0o700;
        own_by(path, user, group, mode | (mode & 0o500) >> 3)?;
    }
    let within = if data.is_dir() { links(path) } else { Vec::new() };
    within.iter().try_for_each(|(_, path)| give(path, Some(user), Some(group)))
}

#[cfg(not(target_os = "linux"))]
fn size(_: &Path) -> u64 {
    0
}

#[cfg(not(target_os = "linux"))]
fn owner(_: &Path) -> Option<u32> {
    None
}

#[cfg(not(target_os = "linux"))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn own_by(_: &Path, _: u32, _: u32, _: u32) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
fn give(_: &Path, _: Option<u32>, _: Option<u32>) -> io::Result<()> {
    Ok(())
}
