//! How much memory this process may have: that of the machine, or less where somebody set a limit.

use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of memory that this process may still take, where the system says: of the machine's memory,
/// the limits of the process (`ulimit -v`, `ulimit -d`) and those of its control groups, versions 1
/// and 2, the least.
pub fn room() -> Option<u64> {
    room_below(Path::new("/"))
}

/// The same, of a system whose files are in this folder.
fn room_below(root: &Path) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let (limits, status) = (read("proc/self/limits"), read("proc/self/status"));
    // Of these two a part is taken: the program itself, its threads.
    let left = |limit, taken| {
        let limit = bytes_of_limit(&limits, limit)?;
        Some(limit.saturating_sub(kibibytes(&status, taken).unwrap_or(0)))
    };
    let process = [left("Max address space", "VmSize:"), left("Max data size", "VmData:")];
    let groups = group_files(&read("proc/self/cgroup"))
        .into_iter()
        .filter_map(|path| fs::read_to_string(root.join(path)).ok()?.trim().parse().ok());
    let machine = kibibytes(&read("proc/meminfo"), "MemTotal:");
    machine.into_iter().chain(process.into_iter().flatten()).chain(groups).min()
}

/// The soft limit of this name in `/proc/self/limits`; `None` if there is none.
fn bytes_of_limit(limits: &str, name: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The value of this key in `/proc/meminfo` or `/proc/self/status`, in bytes.
fn kibibytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

/// Every file that may hold a limit of memory, for the groups of `/proc/self/cgroup` and those that
/// they are in. Source: the kernel's pages on control groups, versions 1 and 2.
fn group_files(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(group)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let (mounts, file) = match controllers {
            "" => (&["sys/fs/cgroup", "sys/fs/cgroup/unified"][..], "memory.max"),
            list if list.split(',').any(|name| name == "memory") => {
                (&["sys/fs/cgroup/memory"][..], "memory.limit_in_bytes")
            }
            _ => continue,
        };
        // In a container the path may be that of the host: then only the root is there.
        let group = Path::new(group.trim_start_matches('/'));
        for mount in mounts {
            files.extend(group.ancestors().map(|group| Path::new(mount).join(group).join(file)));
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system of these files.
    fn system(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        room_below(root.path())
    }

    const MACHINE: (&str, &str) = ("proc/meminfo", "MemTotal:     8388608 kB\nMemFree: 1 kB\n");

    #[test]
    fn the_least_of_all_limits_counts() {
        const GIB: u64 = 1 << 30;
        assert_eq!(system(&[]), None);
        assert_eq!(system(&[MACHINE]), Some(8 * GIB));
        let unlimited = "Max data size   unlimited  unlimited  bytes\n\
                         Max address space   unlimited   unlimited  bytes\n";
        assert_eq!(system(&[MACHINE, ("proc/self/limits", unlimited)]), Some(8 * GIB));
        let limited = "Max data size   unlimited  unlimited  bytes\n\
                       Max address space   2147483648   unlimited  bytes\n";
        let status = ("proc/self/status", "VmPeak: 9999999 kB\nVmSize:  1048576 kB\n");
        assert_eq!(system(&[MACHINE, ("proc/self/limits", limited), status]), Some(GIB));
        let data = limited.replace("unlimited  unlimited  bytes\nMax", "1073741824 2 bytes\nMax");
        assert_eq!(system(&[("proc/self/limits", &data)]), Some(GIB));
    }

    #[test]
    fn control_groups_of_both_versions_and_those_above_them_count() {
        let two = ("proc/self/cgroup", "0::/user/job\n");
        let max = |path, text| [MACHINE, two, (path, text)];
        for path in ["sys/fs/cgroup/user/job/memory.max", "sys/fs/cgroup/user/memory.max"] {
            assert_eq!(system(&max(path, "1048576\n")), Some(1 << 20), "{path}");
            assert_eq!(system(&max(path, "max\n")), Some(8 << 30), "{path}");
        }
        // A container that sees its own group as the root.
        assert_eq!(system(&max("sys/fs/cgroup/memory.max", "4096\n")), Some(4096));
        let one = ("proc/self/cgroup", "5:devices:/\n4:cpu,memory:/docker/abc\n0::/\n");
        for (path, bytes) in [
            ("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "1048576"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576"),
        ] {
            assert_eq!(system(&[MACHINE, one, (path, bytes)]), Some(1 << 20), "{path}");
        }
        let none = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assert_eq!(system(&[MACHINE, one, none]), Some(8 << 30));
    }
}
