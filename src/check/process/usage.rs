//! What a program uses while it thinks: time, memory, processes.
//!
//! A program on a busy machine waits for a processor, and that is not its fault: only the time that
//! its process group computes counts, and time in which all of it sleeps, which no machine asks for.

use std::time::{Duration, Instant};

use super::Groups;
#[cfg(target_os = "linux")]
use super::stat::Stat;

/// Wall time in which a program may use a share of it, as a multiple of its allowance.
const FAR: u32 = 20;
/// The least wall time before the far ceiling ends a question.
const LEAST_FAR: Duration = Duration::from_secs(10);
/// What is not seen before the first look counts for at most this long.
const UNSEEN: Duration = Duration::from_millis(50);
/// How often it is looked what has been written to files.
const WEIGHED_AFTER: Duration = Duration::from_millis(200);

/// What a process group, with everything that comes from it, has used so far.
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
    /// Bytes in the files that it may write, where they are on a disk.
    pub files: u64,
}

/// The time that a process group has used since it was asked something.
#[derive(Debug)]
pub struct Meter {
    group: u32,
    groups: Groups,
    begun: Instant,
    /// The last look, and what had been computed by then.
    looked: Option<(Instant, Duration)>,
    computed: Duration,
    asleep: Duration,
    /// When it was last looked what is in its files, and how much that was.
    weighed: Option<(Instant, u64)>,
}

impl Meter {
    /// Of this process group among the ones that run, from now on.
    pub fn new(group: u32, groups: Groups) -> Self {
        Self {
            group,
            groups,
            begun: Instant::now(),
            looked: None,
            computed: Duration::ZERO,
            asleep: Duration::ZERO,
            weighed: None,
        }
    }

    /// Starts again from nothing.
    pub fn reset(&mut self) {
        (self.begun, self.looked) = (Instant::now(), None);
        (self.computed, self.asleep) = (Duration::ZERO, Duration::ZERO);
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
        let Some(mut usage) = of_group(self.group, &self.groups) else {
            return (waited >= allowance, None);
        };
        if self.weighed.is_none_or(|(then, _)| now - then >= WEIGHED_AFTER) {
            self.weighed = Some((now, self.groups.written()));
        }
        usage.files = self.weighed.map_or(0, |(_, files)| files);
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

/// What a process group uses, with all that its processes have started, in whatever group, and what
/// was left behind; `None` where the system does not say.
#[cfg(target_os = "linux")]
fn of_group(group: u32, groups: &Groups) -> Option<Usage> {
    use std::collections::HashSet;

    use rustix::param::{clock_ticks_per_second, page_size};
    let mut others = Stat::all();
    let is_orphan = groups.orphans();
    let (mut own, mut ids) = (Vec::new(), HashSet::new());
    loop {
        let is_own = |one: &Stat| one.group == group || ids.contains(&one.parent) || is_orphan(one);
        let (more, rest): (Vec<Stat>, Vec<Stat>) = others.into_iter().partition(is_own);
        if more.is_empty() {
            break;
        }
        ids.extend(more.iter().map(|one| one.id));
        own.extend(more);
        others = rest;
    }
    let ticks = own.iter().map(|one| one.ticks).sum();
    let computed = Duration::from_secs(ticks) / u32::try_from(clock_ticks_per_second()).ok()?;
    let memory = own.iter().map(|one| one.pages).sum::<u64>() * page_size() as u64;
    let asleep = own.iter().all(|one| sleeps(one.id));
    let processes = own.len();
    (processes > 0).then_some(Usage { computed, asleep, memory, processes, files: 0 })
}

#[cfg(not(target_os = "linux"))]
fn of_group(_: u32, _: &Groups) -> Option<Usage> {
    None
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

#[cfg(target_os = "linux")]
#[cfg(test)]
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
        let mut meter = Meter::new(child.id(), Groups::default());
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
        let mut meters: Vec<Meter> =
            children.iter().map(|child| Meter::new(child.id(), Groups::default())).collect();
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
