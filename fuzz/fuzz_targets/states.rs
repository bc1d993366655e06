#![no_main]

#[path = "../../tests/hostile/bodies.rs"]
#[allow(dead_code)]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::states(data));
