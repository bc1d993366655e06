//! The `war-sim` program: reads the command line, runs it, prints the error, sets the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    match war_sim::cli::run(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.code())
        }
    }
}
