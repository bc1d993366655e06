//! `cases`: the decks of `check` as plain files.

use super::args::{CasesArgs, CasesFormat};
use crate::check::cases::{JUnit, csv, junit, pytest};
use crate::check::war::suites::{SUITES, suites};
use crate::cli::failure::Failure;
use crate::cli::output::Output;

/// Runs the verb.
pub fn run(args: &CasesArgs) -> Result<(), Failure> {
    let rules = super::rules("cases", &args.rules)?;
    super::check_suites(&args.suite, &SUITES)?;
    let suites = suites(
        &rules.rules,
        &super::domain(args.domain, &rules.name),
        super::random(args.seed, args.decks)?,
        &args.suite,
    );
    let package = args.package.as_deref();
    if package.is_some() && !matches!(args.format, CasesFormat::Junit4 | CasesFormat::Junit5) {
        return Err(Failure::usage(
            "cases --package: only classes of Java have one; add --format junit4 or junit5",
        ));
    }
    let mut out = Output::stdout();
    out.text(&match args.format {
        CasesFormat::Csv => csv(&suites),
        CasesFormat::Junit4 => junit(&suites, &rules.name, JUnit::Four, package),
        CasesFormat::Junit5 => junit(&suites, &rules.name, JUnit::Five, package),
        CasesFormat::Pytest => pytest(&suites, &rules.name),
    });
    out.finish()
}
