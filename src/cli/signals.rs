//! Requests of the system to stop: Ctrl-C, the end of a session, `kill`.

use std::io;

/// Does `work`, on a thread of its own, whenever the program is asked to stop.
///
/// The end of a session that whoever started the program told it to ignore stays ignored: `nohup`.
/// Errors: the system may refuse.
#[cfg(unix)]
pub fn on_stop(work: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // Shells also ignore SIGINT for what they start in the background; whoever sends it means it.
    let wanted = [SIGINT, SIGTERM, SIGHUP];
    let wanted = wanted.into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || signals.forever().for_each(|_| work()))
        .map(drop)
}

/// Makes a write beyond the size that files may have (`ulimit -f`) an error like that of a full disk;
/// the system would end the program.
///
/// Errors: the system may refuse.
#[cfg(unix)]
pub fn outlive_limits() -> io::Result<()> {
    let unheard = std::sync::Arc::default();
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, unheard).map(drop)
}

/// Nothing to outlive.
///
/// Errors: none.
#[cfg(not(unix))]
pub fn outlive_limits() -> io::Result<()> {
    Ok(())
}

/// Does `work`, on a thread of its own, whenever the program is asked to stop.
///
/// Errors: the system may refuse.
#[cfg(not(unix))]
pub fn on_stop(work: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(work).map_err(io::Error::other)
}

/// Whether the program was started with this signal ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    match status.as_deref().and_then(ignored) {
        Some(ignored) => ignored >> (signal - 1) & 1 == 1,
        // Where the system does not say, the end of a session does what it did: either nothing, or
        // it ends the program, which leaves no half-written results either.
        None => signal == signal_hook::consts::SIGHUP,
    }
}

/// The ignored signals of `/proc/self/status`, signal 1 as the lowest bit.
#[cfg(unix)]
fn ignored(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(line.trim(), 16).ok()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ignored_signals_are_read_from_the_status_of_a_process() {
        let under_nohup = "Name:\twar-sim\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
        assert_eq!(ignored(under_nohup), Some(0x1001));
        assert_eq!(ignored("Name:\twar-sim\n"), None);
        assert_eq!(ignored("SigIgn:\tnone\n"), None);
    }
}
