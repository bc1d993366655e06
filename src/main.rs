//! The `war-sim` program.
fn main() {}
