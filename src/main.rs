//! The `war-sim` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    war_sim::cli::main(std::env::args_os()).into()
}
