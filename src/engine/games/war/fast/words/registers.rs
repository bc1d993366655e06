//! Vector registers as the plain numbers in them.
// Taking one for the other is the only unsafe code here.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
use std::arch::aarch64::*;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// Numbers that fill a register.
pub trait InRegister: Sized {
    /// The register.
    type Register;

    /// The numbers in a register.
    fn register(self) -> Self::Register;

    /// Of a register's numbers.
    fn of(register: Self::Register) -> Self;
}

macro_rules! in_register {
    ($($numbers:ty => $register:ty),+ $(,)?) => {$(
        impl InRegister for $numbers {
            type Register = $register;

            #[inline(always)]
            fn register(self) -> $register {
                // SAFETY: plain bytes on either side, equally many (or it does not compile), and each of their
                // values has a meaning on the other side.
                unsafe { std::mem::transmute::<$numbers, $register>(self) }
            }

            #[inline(always)]
            fn of(register: $register) -> Self {
                // SAFETY: as above.
                unsafe { std::mem::transmute::<$register, $numbers>(register) }
            }
        }
    )+};
}

#[cfg(target_arch = "x86_64")]
in_register!(
    [u8; 16] => __m128i,
    [u8; 32] => __m256i,
    [u16; 8] => __m128i,
    [u16; 16] => __m256i,
    [u16; 32] => __m512i,
);
#[cfg(target_arch = "aarch64")]
in_register!([u8; 16] => uint8x16_t, [u16; 8] => uint16x8_t);
