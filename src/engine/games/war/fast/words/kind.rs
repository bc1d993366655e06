//! Which words this processor has.

#[cfg(target_arch = "aarch64")]
use super::neon;
use super::plain::PlainWords;
use super::vocabulary::Work;
#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::core::processor::{Level, Processor};

/// The words that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What every machine has.
    PlainWords,
    /// Byte shuffles, and lanes of 128 bits.
    #[cfg(target_arch = "x86_64")]
    Sse41,
    /// Of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Of 512 bits, and bytes that are permuted and packed.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Permutations of bytes by `tbl`, and lanes of 128 bits.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Kind {
    /// The fastest of a processor.
    pub fn of(processor: Processor) -> Self {
        let kinds: &[(Level, Self)] = &[
            #[cfg(target_arch = "x86_64")]
            (Level::Avx512Vbmi2, Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            (Level::Avx2, Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            (Level::Bytes16, Self::Sse41),
            #[cfg(target_arch = "aarch64")]
            (Level::Bytes16, Self::Neon),
        ];
        let kind = kinds.iter().find(|&&(level, _)| processor.has(level));
        kind.map_or(Self::PlainWords, |&(_, kind)| kind)
    }

    /// Does a work by these words.
    pub fn stamp(self, work: impl Work) {
        match self {
            Self::PlainWords => work.by(PlainWords),
            // SAFETY: a kind is made only of what the processor has.
            #[cfg(target_arch = "x86_64")]
            Self::Sse41 => unsafe { x86::sse41(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { x86::avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { x86::avx512(work) },
            #[cfg(target_arch = "aarch64")]
            Self::Neon => work.by(neon::Neon::here()),
        }
    }
}
