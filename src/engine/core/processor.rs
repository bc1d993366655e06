//! Which instructions the processor has: asked once, in one place, for every engine.
//!
//! An engine that needs more than every machine has takes a [`Processor`] and asks it for a
//! [`Level`]. A `Processor` can be made weaker than the machine, never stronger, so that a test
//! forces the slower ways on a fast machine, and what it says can be relied on where code is unsafe
//! without it.

use std::sync::OnceLock;

/// What a machine can do; each level includes those below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// What every machine has that the compiler builds for.
    Baseline,
    /// SSSE3 and POPCNT: byte shuffles of 16.
    Ssse3,
    /// AVX2, BMI1, BMI2 and LZCNT: integers of 32 bytes.
    Avx2,
    /// AVX-512 F, BW, DQ, VL and CD: 64 bytes, masks.
    Avx512,
    /// VBMI, VBMI2 and VPOPCNTDQ as well: bytes permuted and packed, bits counted.
    Avx512Vbmi2,
}

impl Level {
    #[cfg(test)]
    /// Every level, rising.
    pub const ALL: [Level; 5] =
        [Level::Baseline, Level::Ssse3, Level::Avx2, Level::Avx512, Level::Avx512Vbmi2];
}

/// The processor, or a weaker one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor {
    level: Level,
}

impl Processor {
    /// The processor of this machine.
    pub fn here() -> Self {
        static LEVEL: OnceLock<Level> = OnceLock::new();
        Self { level: *LEVEL.get_or_init(detect) }
    }

    #[cfg(test)]
    /// This processor with no more than a level.
    pub fn at_most(self, level: Level) -> Self {
        Self { level: self.level.min(level) }
    }

    /// Whether it has all that a level stands for.
    pub fn has(self, level: Level) -> bool {
        self.level >= level
    }

    #[cfg(test)]
    /// The highest level that it has.
    pub fn level(self) -> Level {
        self.level
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    macro_rules! has {
        ($($feature:tt),+) => { $(is_x86_feature_detected!($feature))&&+ };
    }
    let steps = [
        (Level::Ssse3, has!("ssse3", "popcnt")),
        (Level::Avx2, has!("avx2", "bmi1", "bmi2", "lzcnt")),
        (Level::Avx512, has!("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd")),
        (Level::Avx512Vbmi2, has!("avx512vbmi", "avx512vbmi2", "avx512vpopcntdq")),
    ];
    let had = steps.into_iter().take_while(|(_, had)| *had);
    had.last().map_or(Level::Baseline, |(level, _)| level)
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    Level::Baseline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_can_be_made_weaker_and_never_stronger() {
        let here = Processor::here();
        assert_eq!(here, Processor::here());
        for (k, level) in Level::ALL.into_iter().enumerate() {
            let forced = here.at_most(level);
            assert!(forced.level() <= level && forced.level() <= here.level());
            assert_eq!(forced.has(level), here.has(level));
            assert!(Level::ALL[..=k].iter().all(|&lower| !forced.has(level) || forced.has(lower)));
            assert_eq!(forced.at_most(Level::Avx512Vbmi2), forced);
        }
        assert_eq!(here.at_most(Level::Baseline).level(), Level::Baseline);
    }
}
