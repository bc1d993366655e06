//! `cases`: the decks of `check` as plain files, and as packages for where grading happens.

use std::path::{Path, PathBuf};

use super::args::{CasesArgs, CasesFormat, DomainChoice};
use crate::check;
use crate::check::cases::{JUNIT4, JUNIT5, csv, junit, pytest};
use crate::check::grade::autograder::{SEED, SETUP, run_autograder};
use crate::check::grade::stages;
use crate::check::kattis::{self, Problem};
use crate::check::suite::{Ask, Suite};
use crate::check::war::suites::{SUITES, suites};
use crate::check::workplace::executable;
use crate::cli::checking::{random, rules};
use crate::cli::failure::{Failure, Kind, OfPath as _};
use crate::cli::grading::GradingArgs;
use crate::cli::itself;
use crate::cli::library::{find, library};
use crate::cli::names::shown;
use crate::cli::output::{print, print_as, write_new};
use crate::core::wording::digits::counted;
use crate::core::wording::system::said;
use crate::core::wording::text::shell_quoted;
use crate::games::ludo::LudoPlay;
use crate::games::war::{Rules, presets};
use crate::lab::store::disk::Disk;

/// Decks of each random suite of a package, unless it is said: every program plays all of them.
const IN_PACKAGE: u64 = 200;
/// Larger programs are none of ours.
const MOST_BYTES: u64 = 1 << 30;

/// Runs the verb.
pub fn run(args: &CasesArgs) -> Result<(), Failure> {
    let found = find(&library(), "--rules", &args.about.rules, true)?;
    let random = random(args.about.seed, decks(args))?;
    of_use(args, found.rules.rules::<Rules>().is_some())?;
    if let Some(play) = found.rules.rules::<LudoPlay>() {
        super::check_suites(&args.about.suite, &check::ludo::SUITES)?;
        let games = usize::try_from(random.decks).unwrap_or(usize::MAX);
        let suites = check::ludo::suites(&play.rules(), random.seed, games, &args.about.suite);
        return put(args, &found.name, &suites, "bwinf", check::ludo::kattis::problem);
    }
    let rules = rules("cases", &args.about.rules)?;
    super::check_suites(&args.about.suite, &SUITES)?;
    let domain = super::domain(args.about.domain, &rules);
    let suites = suites(&rules.rules, &domain, random, &args.about.suite);
    put(args, &rules.name, &suites, "umass", check::war::kattis::problem)
}

/// Decks of each random suite.
fn decks(args: &CasesArgs) -> u64 {
    args.about.count.unwrap_or(if args.format == CasesFormat::Kattis { IN_PACKAGE } else { 1_000 })
}

/// Prints or writes the suites of these rules; a problem for contests is about its own ones.
fn put<Q: Ask>(
    args: &CasesArgs,
    rules: &str,
    suites: &[Suite<Q>],
    own: &str,
    problem: fn() -> Problem,
) -> Result<(), Failure> {
    let package = args.package.as_deref();
    match args.format {
        CasesFormat::Csv => print_as(&csv(suites), true),
        CasesFormat::Junit4 => print_as(&junit(suites, rules, JUNIT4, package), true),
        CasesFormat::Junit5 => print_as(&junit(suites, rules, JUNIT5, package), true),
        CasesFormat::Pytest => print_as(&pytest(suites, rules), true),
        CasesFormat::Gradescope => gradescope(args, &stages(suites)),
        CasesFormat::Kattis if args.about.rules != own => Err(Failure::usage(format!(
            "cases --format kattis --rules {}: its statement and programs are those of {own}",
            args.about.rules
        ))),
        CasesFormat::Kattis => {
            let files = kattis::package(problem(), suites).into_iter();
            let files = files.map(|(name, text)| (name, text.into_bytes())).collect();
            write(&out(args, Q::PROGRAM), files, args.force)
        }
    }
}

/// Refuses options that have nothing to say in this format.
fn of_use(args: &CasesArgs, is_war: bool) -> Result<(), Failure> {
    let is_gradescope = args.format == CasesFormat::Gradescope;
    let is_package = is_gradescope || args.format == CasesFormat::Kattis;
    if !is_package {
        let given = [("cases --out", args.out.is_some()), ("cases --force", args.force)];
        Failure::given(&given, "it goes with --format gradescope or kattis")?;
    }
    if let Some((option, _)) = GradingArgs::given().first().filter(|_| !is_gradescope) {
        return Err(Failure::usage(format!("cases {option}: it goes with --format gradescope")));
    }
    if args.package.is_some() && !matches!(args.format, CasesFormat::Junit4 | CasesFormat::Junit5) {
        return Err(Failure::usage(
            "cases --package: only classes of Java have one; add --format junit4 or junit5",
        ));
    }
    let suites = [("cases --suite", is_package && !args.about.suite.is_empty())];
    Failure::given(&suites, "a package has all suites; leave it out")?;
    let is_any = args.about.domain == DomainChoice::Any;
    let why = "an autograder asks about the decks of the task; leave it out";
    Failure::given(&[("cases --domain any", is_gradescope && is_any)], why)?;
    if is_gradescope && !is_war {
        return Err(Failure::usage(format!(
            "cases --format gradescope --rules {}: an autograder finds programs that play War; use \
             --format junit4, junit5, pytest or kattis",
            args.about.rules
        )));
    }
    let why = format!("it is for War; leave it out with --rules {}", args.about.rules);
    Failure::given(&[("cases --domain any", is_any && !is_war)], why)?;
    let preset = args.about.rules.split('{').next().unwrap_or_default();
    if is_gradescope && !presets::ALL.iter().any(|known| known.name == preset) {
        return Err(Failure::usage(format!(
            "cases --format gradescope --rules {}: the package contains no file of rules; use a \
             built-in name, with changes in braces where needed, as in 'umass{{war.face_down=2}}'",
            args.about.rules
        )));
    }
    // What the package contains is this program.
    if is_gradescope && !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err(Failure::usage(
            "cases --format gradescope: the package contains this program, and Gradescope starts \
             the one for Linux on x86-64; make the package there",
        ));
    }
    Ok(())
}

/// The folder of a package.
fn out(args: &CasesArgs, usual: &str) -> PathBuf {
    args.out.clone().unwrap_or_else(|| usual.into())
}

/// An autograder: this program, with what starts it.
fn gradescope(args: &CasesArgs, stages: &[&str]) -> Result<(), Failure> {
    if itself::is_within() {
        let what = "cases: an autograder has the program in it, which runs within Python here; write it with the \
                    program of an archive, or of `cargo install`";
        return Err(Failure::usage(what));
    }
    let mut options = vec!["--rules".to_owned(), shell_quoted(&args.about.rules)];
    options.push(format!("-n {}", decks(args)));
    args.way.weights(stages)?;
    args.way.template()?;
    let given = GradingArgs::given().into_iter();
    options.extend(
        given.flat_map(|(name, value)| [Some(name), value.map(|v| shell_quoted(&v))]).flatten(),
    );
    let own = std::env::current_exe()
        .map_err(|e| Failure::new(Kind::Io, format!("cases: {}", said(&e))))?;
    let program = Disk::here().read(&own, MOST_BYTES).reading(&own)?;
    let out = out(args, "autograder");
    let files = [
        ("setup.sh".to_owned(), SETUP.into()),
        (
            "run_autograder".to_owned(),
            run_autograder(&options.join(" "), args.way.lang).into_bytes(),
        ),
        (SEED.to_owned(), format!("{}\n", args.about.seed).into_bytes()),
        ("war-sim".to_owned(), program),
    ];
    write(&out, files.into(), args.force)?;
    for name in ["run_autograder", "setup.sh", "war-sim"] {
        let path = out.join(name);
        executable(&path).creating(&path)?;
    }
    print(&format!("upload it as a zip: (cd {} && zip -r ../autograder.zip .)\n", shown(&out)))
}

/// Writes the files of a package and says how many there are.
fn write(out: &Path, files: Vec<(String, Vec<u8>)>, force: bool) -> Result<(), Failure> {
    write_new(out, &files, force)?;
    let count = files.len() as u64;
    print(&format!("{} written to {}\n", counted(count, "file", "files"), shown(out)))
}
