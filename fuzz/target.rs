//! The target that this program is called after.

#![no_main]

#[path = "../tests/hostile/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let named = |target: &&bodies::Target| target.0 == env!("CARGO_BIN_NAME");
    (bodies::TARGETS.iter().find(named).expect("a target of this name").1)(data)
});
