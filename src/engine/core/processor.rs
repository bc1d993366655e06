//! Which instructions the processor has: asked once, in one place, for every engine.
//!
//! An engine that needs more than every machine has takes a [`Processor`] and asks it for a
//! [`Level`]. A test can force a lower level on a fast machine, never a higher one on a slow one, so
//! what it says can be relied on where code is unsafe without it.

// Calling a function compiled for instructions that were detected is the only unsafe code here.
#![allow(unsafe_code)]

use std::sync::OnceLock;

/// What a machine can do; each level includes those below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// What every machine has that the compiler builds for.
    Baseline,
    /// Byte shuffles of 16: SSSE3, SSE4.1 and POPCNT, or NEON.
    Bytes16,
    /// AVX2, BMI1, BMI2 and LZCNT: integers of 32 bytes.
    Avx2,
    /// AVX-512 F, BW, DQ, VL and CD: 64 bytes, masks.
    Avx512,
    /// VBMI, VBMI2, VPOPCNTDQ and BITALG as well: bytes permuted and packed, bits counted.
    Avx512Vbmi2,
}

/// Every level, rising, with what it is called.
const NAMES: [(Level, &str); 5] = [
    (Level::Baseline, "plain"),
    (Level::Bytes16, "128 bit (SSE4.1, NEON)"),
    (Level::Avx2, "AVX2"),
    (Level::Avx512, "AVX-512"),
    (Level::Avx512Vbmi2, "AVX-512 VBMI2"),
];

/// The processor, or a weaker one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor {
    level: Level,
}

impl Processor {
    /// The processor of this machine.
    pub fn here() -> Self {
        static LEVEL: OnceLock<Level> = OnceLock::new();
        let level = *LEVEL.get_or_init(detect);
        #[cfg(test)]
        let level = level.min(tests::FORCED.get());
        Self { level }
    }

    /// What its level is called.
    pub fn name(self) -> &'static str {
        NAMES[self.level as usize].1
    }

    /// What it can do.
    pub fn level(self) -> Level {
        self.level
    }

    /// This processor with no more than a level.
    pub fn at_most(self, level: Level) -> Self {
        Self { level: self.level.min(level) }
    }

    /// Does something compiled for AVX-512, AVX2 or SSE4.1, whichever is the widest that it has. Only what is inlined
    /// is compiled so: a closure wants `#[inline(always)]`.
    #[inline(always)]
    pub fn widely<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        {
            /// The same, compiled for more than every machine has.
            macro_rules! compiled {
                ($($level:ident: $name:ident, $features:literal;)*) => {$(
                    #[target_feature(enable = $features)]
                    fn $name<R>(work: impl FnOnce() -> R) -> R {
                        work()
                    }
                    if self.has(Level::$level) {
                        // SAFETY: the processor has what the level stands for.
                        return unsafe { $name(work) };
                    }
                )*};
            }
            compiled! {
                Avx512: avx512, "avx512f,avx512bw,avx512dq,avx512vl";
                Avx2: avx2, "avx2,bmi1,bmi2";
                Bytes16: sse41, "sse4.1";
            }
        }
        work()
    }

    /// Whether it has all that a level stands for.
    pub fn has(self, level: Level) -> bool {
        self.level >= level
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    macro_rules! has {
        ($($feature:tt),+) => { $(is_x86_feature_detected!($feature))&&+ };
    }
    let steps = [
        (Level::Bytes16, has!("ssse3", "sse4.1", "popcnt")),
        (Level::Avx2, has!("avx2", "bmi1", "bmi2", "lzcnt")),
        (Level::Avx512, has!("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd")),
        (Level::Avx512Vbmi2, has!("avx512vbmi", "avx512vbmi2", "avx512vpopcntdq", "avx512bitalg")),
    ];
    let had = steps.into_iter().take_while(|(_, had)| *had);
    had.last().map_or(Level::Baseline, |(level, _)| level)
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    // Every 64-bit ARM machine that the compiler builds for has NEON.
    if cfg!(target_arch = "aarch64") { Level::Bytes16 } else { Level::Baseline }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;
    use std::io::Write as _;

    use super::*;

    thread_local! {
        /// The highest level on this thread.
        pub(super) static FORCED: Cell<Level> = const { Cell::new(Level::Avx512Vbmi2) };
    }

    /// Does something on this thread as if the processor had no more than a level.
    pub fn forced<R>(level: Level, work: impl FnOnce() -> R) -> R {
        let before = FORCED.replace(level.min(FORCED.get()));
        let result = work();
        FORCED.set(before);
        result
    }

    /// Those of these levels that the processor has. What is skipped on it is said past the capture of
    /// tests, by name.
    pub fn levels_here(what: &str, levels: &[Level]) -> Vec<Level> {
        let here = Processor::here();
        for &level in levels.iter().filter(|&&level| !here.has(level)) {
            let name = NAMES[level as usize].1;
            writeln!(std::io::stderr(), "skipped: {what}: this processor has no {name}")
                .expect("stderr");
        }
        levels.iter().copied().filter(|&level| here.has(level)).collect()
    }

    /// A test, forced to each level that the processor has.
    pub fn at_each(what: &str, mut test: impl FnMut(Level)) {
        let all = NAMES.map(|(level, _)| level);
        levels_here(what, &all).into_iter().for_each(|level| forced(level, || test(level)));
    }

    #[test]
    fn a_processor_can_be_made_weaker_and_never_stronger() {
        let here = Processor::here();
        for (level, name) in NAMES {
            let weaker = forced(level, Processor::here);
            assert_eq!((weaker.level(), weaker), (level.min(here.level), here.at_most(level)));
            assert_eq!(weaker.has(level), here.has(level));
            assert!(!here.has(level) || weaker.name() == name);
            let again = forced(level, || forced(Level::Avx512Vbmi2, Processor::here));
            assert_eq!((again, Processor::here()), (weaker, here));
        }
    }
}
