//! The `war-sim` program: reads the command line, runs it, prints the error, sets the exit code.

use std::process::ExitCode;

use war_sim::cli;

/// The exit code of a program that contradicts itself (`EX_SOFTWARE`).
const INTERNAL_ERROR: u8 = 70;

fn main() -> ExitCode {
    // A panic has printed its message by itself; here it only needs its exit code.
    match std::panic::catch_unwind(|| cli::run(std::env::args_os())) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => {
            failure.print();
            ExitCode::from(failure.code())
        }
        Err(_) => ExitCode::from(INTERNAL_ERROR),
    }
}
