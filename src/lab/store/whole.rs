//! States as files: written in one step, read if they are no larger than any state.

use std::io;
use std::path::Path;

use super::disk::{Disk, beside};

/// Larger states are not read: no run writes them.
const MOST_BYTES: u64 = 1 << 31;

/// Puts these bytes in the place of a file: whatever happens, it is the old one or the new one.
pub fn write(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_after(disk, path, bytes, || Ok(()))
}

/// The same; once they outlast a loss of power and before they are put there, does this.
pub fn write_after(
    disk: &Disk,
    path: &Path,
    bytes: &[u8],
    aside: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    // Two writers of one file have two temporary names.
    let partial = beside(path, &format!("{}.partial", std::process::id()));
    disk.replace(path, &partial, bytes, aside)
}

/// The bytes of a file.
pub fn read(disk: &Disk, path: &Path) -> io::Result<Vec<u8>> {
    disk.read(path, MOST_BYTES)
}
