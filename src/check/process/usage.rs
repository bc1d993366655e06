//! What time a program uses while it thinks.
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

/// What a process group, with everything that comes from it, has used so far.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Processor time of all its processes.
    pub computed: Duration,
    /// Whether every thread of it sleeps.
    pub asleep: bool,
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

    /// Whether all of an allowance is used.
    pub fn look(&mut self, allowance: Duration) -> bool {
        let now = Instant::now();
        let Some(usage) = of_group(self.group, &self.groups) else {
            return now - self.begun >= allowance;
        };
        self.is_used_up(now, &usage, allowance)
    }

    /// Whether all of an allowance is used by now, when the group has used this much in all.
    fn is_used_up(&mut self, now: Instant, usage: &Usage, allowance: Duration) -> bool {
        let waited = now - self.begun;
        let (before, computed) = self.looked.unwrap_or((now - waited.min(UNSEEN), usage.computed));
        let more = usage.computed.saturating_sub(computed);
        match self.looked {
            None => self.computed += waited.min(UNSEEN),
            Some(_) if more.is_zero() && usage.asleep => self.asleep += now - before,
            Some(_) => self.computed += more,
        }
        self.looked = Some((now, usage.computed));
        let is_far = waited >= allowance.saturating_mul(FAR).max(LEAST_FAR);
        self.used() >= allowance || is_far
    }
}

/// What a process group uses, with all that its processes have started, in whatever group, and what
/// was left behind; `None` where the system does not say.
#[cfg(target_os = "linux")]
fn of_group(group: u32, groups: &Groups) -> Option<Usage> {
    use std::collections::HashSet;

    use rustix::param::clock_ticks_per_second;
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
    let asleep = own.iter().all(|one| sleeps(one.id));
    (!own.is_empty()).then_some(Usage { computed, asleep })
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

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// After how many looks, one every 10 ms, an allowance of 300 ms is used up by a group that computes
    /// for so many ms between two of them, or sleeps.
    fn looks(computes: u32, asleep: bool) -> u32 {
        let mut meter = Meter::new(0, Groups::default());
        let looks = (1..=10_000).find(|&look| {
            let usage = Usage { computed: MS * look * computes, asleep };
            meter.is_used_up(meter.begun + MS * 10 * look, &usage, MS * 300)
        });
        looks.expect("an end")
    }

    #[test]
    fn who_computes_and_who_sleeps_uses_time_and_who_waits_for_a_processor_does_not() {
        assert_eq!(looks(10, false), 30);
        assert_eq!(looks(0, true), 30);
        // It has a fifth of a processor.
        assert_eq!(looks(2, false), 146);
        // Nobody gives it one, for ten seconds.
        assert_eq!(looks(0, false), 1_000);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_sleeping_group_is_seen_to_sleep() {
        use std::os::unix::process::CommandExt as _;
        let mut command = std::process::Command::new("sleep");
        let mut child = command.arg("3000").process_group(0).spawn().expect("a program");
        let usage = loop {
            let usage = of_group(child.id(), &Groups::default()).expect("a usage");
            if usage.asleep {
                break usage;
            }
            std::thread::yield_now();
        };
        child.kill().expect("a child");
        child.wait().expect("a child");
        assert!(usage.computed < Duration::from_secs(3_000), "{usage:?}");
    }
}
