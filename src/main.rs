//! The `war-sim` program: reads the command line, runs it, prints the error, sets the exit code.

use std::process::ExitCode;

use war_sim::cli::{self, panics};

fn main() -> ExitCode {
    panics::keep_place();
    match panics::guarded(|| cli::run(std::env::args_os())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.code())
        }
    }
}
