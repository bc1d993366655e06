//! The `war-sim` program: reads the command line, runs it, prints the error, sets the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    war_sim::cli::main()
}
