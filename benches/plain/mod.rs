//! Plain programs, for comparison; no part of any result. `tests/library/plain.rs` holds that they play as the
//! references do.

pub mod war;
