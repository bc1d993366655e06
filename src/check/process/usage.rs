//! What a program uses while it thinks: time, memory, processes.
//!
//! A program on a busy machine waits for a processor, and that is not its fault: only the time that
//! its process group computes counts, and time in which all of it sleeps, which no machine asks for.

use std::time::{Duration, Instant};

/// Wall time in which a program may use a share of it, as a multiple of its allowance.
const FAR: u32 = 20;
/// The least wall time before the far ceiling ends a question.
const LEAST_FAR: Duration = Duration::from_secs(10);
/// What is not seen before the first look counts for at most this long.
const UNSEEN: Duration = Duration::from_millis(50);

/// What a process group has used so far.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Processor time of all its processes.
    pub computed: Duration,
    /// Whether every thread of it sleeps.
    pub asleep: bool,
    /// Bytes of memory that it occupies.
    pub memory: u64,
    /// Its processes.
    pub processes: usize,
}

/// The time that a process group has used since it was asked something.
#[derive(Debug)]
pub struct Meter {
    group: u32,
    begun: Instant,
    /// The last look, and what had been computed by then.
    looked: Option<(Instant, Duration)>,
    computed: Duration,
    asleep: Duration,
}

impl Meter {
    /// Of this process group, from now on.
    pub fn new(group: u32) -> Self {
        Self {
            group,
            begun: Instant::now(),
            looked: None,
            computed: Duration::ZERO,
            asleep: Duration::ZERO,
        }
    }

    /// Starts again from nothing.
    pub fn reset(&mut self) {
        *self = Self::new(self.group);
    }

    /// What of its time it has computed, as far as was looked.
    pub fn computed(&self) -> Duration {
        self.computed
    }

    fn used(&self) -> Duration {
        self.computed + self.asleep
    }

    /// Whether all of an allowance is used; also what the group occupies, if that is known.
    pub fn look(&mut self, allowance: Duration) -> (bool, Option<Usage>) {
        let now = Instant::now();
        let waited = now - self.begun;
        let Some(usage) = of_group(self.group) else { return (waited >= allowance, None) };
        let (before, computed) = self.looked.unwrap_or((now - waited.min(UNSEEN), usage.computed));
        let more = usage.computed.saturating_sub(computed);
        match self.looked {
            None => self.computed += waited.min(UNSEEN),
            Some(_) if more.is_zero() && usage.asleep => self.asleep += now - before,
            Some(_) => self.computed += more,
        }
        self.looked = Some((now, usage.computed));
        let is_far = waited >= allowance.saturating_mul(FAR).max(LEAST_FAR);
        (self.used() >= allowance || is_far, Some(usage))
    }
}

/// What a process group uses; `None` where the system does not say.
#[cfg(target_os = "linux")]
pub fn of_group(group: u32) -> Option<Usage> {
    use rustix::param::{clock_ticks_per_second, page_size};
    let (mut ticks, mut pages, mut processes, mut asleep) = (0, 0, 0, true);
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        let Some(stat) = Stat::read(&format!("/proc/{id}/stat")) else { continue };
        if stat.group == group {
            ticks += stat.ticks;
            pages += stat.pages;
            processes += 1;
            asleep = asleep && sleeps(id);
        }
    }
    let computed = Duration::from_secs(ticks) / u32::try_from(clock_ticks_per_second()).ok()?;
    let memory = pages * page_size() as u64;
    (processes > 0).then_some(Usage { computed, asleep, memory, processes })
}

#[cfg(not(target_os = "linux"))]
pub fn of_group(_: u32) -> Option<Usage> {
    None
}

/// What `/proc/ID/stat` says: `ID (NAME) STATE PARENT GROUP ...`; NAME may contain anything.
#[cfg(target_os = "linux")]
struct Stat {
    state: u8,
    group: u32,
    ticks: u64,
    pages: u64,
}

#[cfg(target_os = "linux")]
impl Stat {
    fn read(path: &str) -> Option<Self> {
        let stat = std::fs::read(path).ok()?;
        let name_ends = stat.iter().rposition(|&byte| byte == b')')?;
        let fields: Vec<&str> =
            std::str::from_utf8(&stat[name_ends + 1..]).ok()?.split_ascii_whitespace().collect();
        let number = |k: usize| fields.get(k)?.parse::<u64>().ok();
        Some(Self {
            state: *fields.first()?.as_bytes().first()?,
            group: u32::try_from(number(2)?).ok()?,
            // Its own time in programs and in the system, then that of children that have ended.
            ticks: (11..=14).filter_map(number).sum(),
            pages: number(21)?,
        })
    }
}

/// Whether no thread of a process runs, or waits for a processor or a disk.
#[cfg(target_os = "linux")]
fn sleeps(id: u32) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{id}/task")) else { return true };
    threads
        .flatten()
        .filter_map(|thread| Stat::read(&format!("{}/stat", thread.path().display())))
        .all(|stat| !matches!(stat.state, b'R' | b'D'))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};

    use super::*;

    fn started(program: &str) -> Child {
        Command::new("sh").args(["-c", program]).process_group(0).spawn().expect("a shell")
    }

    /// How long the meter gives this program for an allowance.
    fn given(program: &str, allowance: Duration) -> (Duration, Usage) {
        let begun = Instant::now();
        let mut child = started(program);
        let mut meter = Meter::new(child.id());
        let seen = loop {
            std::thread::sleep(Duration::from_millis(10));
            if let (true, usage) = meter.look(allowance) {
                break usage.expect("a usage");
            }
        };
        child.kill().expect("a child");
        child.wait().expect("a child");
        (begun.elapsed(), seen)
    }

    /// What the clocks of processes do not tell: they count in ticks, two of them each.
    const UNTOLD: Duration = Duration::from_millis(40);

    #[test]
    fn who_computes_and_who_sleeps_uses_time() {
        let allowance = Duration::from_millis(300);
        let (took, usage) = given("while :; do :; done", allowance);
        assert!(took + UNTOLD >= allowance, "{took:?}, {usage:?}");
        assert!(usage.computed + UNSEEN + UNTOLD >= allowance, "{usage:?}");
        let (took, usage) = given("exec sleep 20", allowance);
        assert!(took + UNTOLD >= allowance && usage.memory > 0, "{took:?}, {usage:?}");
        assert!(usage.asleep && usage.processes == 1, "{usage:?}");
    }

    #[test]
    fn who_waits_for_a_processor_does_not() {
        const PROGRAMS: u32 = 6;
        let begun = Instant::now();
        let mut children: Vec<Child> =
            (0..PROGRAMS).map(|_| started("while :; do :; done")).collect();
        let mut meters: Vec<Meter> = children.iter().map(|child| Meter::new(child.id())).collect();
        while begun.elapsed() < Duration::from_millis(700) {
            std::thread::sleep(Duration::from_millis(20));
            meters.iter_mut().for_each(|meter| {
                meter.look(Duration::MAX);
            });
        }
        let took = begun.elapsed();
        for child in &mut children {
            child.kill().expect("a child");
            child.wait().expect("a child");
        }
        let used: Duration = meters.iter().map(Meter::used).sum();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let most = took * u32::try_from(cores).expect("few") + (UNSEEN + UNTOLD) * PROGRAMS;
        assert!(
            used <= most,
            "{PROGRAMS} programs have used {used:?} of {most:?} on {cores} cores"
        );
    }
}
