//! States as files: written in one step, read if they are no larger than any state.

use std::io;
use std::path::Path;

use super::disk::{Disk, beside};

/// Larger states are not read: no run writes them.
const MOST_BYTES: u64 = 1 << 31;

/// Puts these bytes in the place of a file: whatever happens, it is the old one or the new one.
pub fn write(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Two writers of one file have two temporary names.
    let partial = beside(path, &format!("{}.partial", std::process::id()));
    disk.replace(path, &partial, bytes)
}

/// The bytes of a file.
pub fn read(disk: &Disk, path: &Path) -> io::Result<Vec<u8>> {
    disk.read(path, MOST_BYTES)
}
