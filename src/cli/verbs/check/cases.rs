//! `check --list`: the decks of the suites with their winners, as CSV.

use super::args::CheckArgs;
use super::{check_suites, random_of};
use crate::check::domain::Domain;
use crate::check::suites::{SUITES, csv, suites};
use crate::cli::checking::rules;
use crate::cli::failure::Failure;
use crate::cli::output::print;

/// Prints them.
///
/// Errors: as every verb.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let rules = rules("check", &args.about.rules)?;
    check_suites(&args.about.suite, &SUITES)?;
    let domain = Domain::of(&rules.name, &rules.rules);
    print(&csv(&suites(&rules.rules, &domain, random_of(args)?, &args.about.suite)))
}
