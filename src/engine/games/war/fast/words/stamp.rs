//! Which words a processor has.

#[cfg(target_arch = "aarch64")]
use super::neon;
use super::plain::PlainWords;
use super::vocabulary::Work;
#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::core::processor::{Level, Processor};

/// Does a work by the fastest words of a processor.
pub fn stamp(processor: Processor, work: impl Work) {
    match processor.level() {
        // SAFETY: the processor has what a level stands for.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512Vbmi2 => unsafe { x86::avx512(work) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 | Level::Avx2 => unsafe { x86::avx2(work) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Bytes16 => unsafe { x86::sse41(work) },
        #[cfg(target_arch = "aarch64")]
        Level::Bytes16 => work.by(neon::Neon::here()),
        _ => work.by(PlainWords),
    }
}
