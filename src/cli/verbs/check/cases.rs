//! `cases`: the decks of `check` as plain files.

use super::args::{CasesArgs, CasesFormat};
use crate::check::cases::{csv, junit5, pytest};
use crate::check::war::suites::{SUITES, suites};
use crate::cli::failure::Failure;
use crate::cli::output::Output;

/// Runs the verb.
pub fn run(args: &CasesArgs) -> Result<(), Failure> {
    let rules = super::rules("cases", &args.rules)?;
    super::check_suites(&args.suite, &SUITES)?;
    let suites = suites(&rules.rules, super::random(args.seed, args.decks)?, &args.suite);
    let mut out = Output::stdout();
    out.text(&match args.format {
        CasesFormat::Csv => csv(&suites),
        CasesFormat::Junit5 => junit5(&suites, &rules.name),
        CasesFormat::Pytest => pytest(&suites, &rules.name),
    });
    out.finish()
}
