//! What `grade` gives to programs with a known mistake, by each way to count points.

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::{MistakesArgs, RIGHT};
use crate::check::answer::{Answer, Got};
use crate::check::diagnosis::{Guesses as _, Said};
use crate::check::grade::marks::{Weights, number, shown};
use crate::check::grade::{Grade, played, stages};
use crate::check::war::domain::Domain;
use crate::check::war::programs::Known;
use crate::check::war::suites::{Random, suites};
use crate::cli::failure::Failure;
use crate::cli::format::{Form, Format};
use crate::cli::grading::weights;
use crate::cli::output::print_in;
use crate::cli::results::threads;
use crate::core::table::{Table, Value};
use crate::core::wording::text::wrapped;
use crate::games::war::Rules;

/// The starter: it gives one answer to everything.
const STARTER: &str = "always-0";

/// Prints a row for the right program, the starter, and each of these mistakes.
///
/// Errors: as every verb.
pub fn run(args: &MistakesArgs, chosen: &[Known]) -> Result<(), Failure> {
    let Form::Of(format) = args.format else {
        return Err(Failure::usage("--points: programs have no points; leave --format out"));
    };
    let rules = Rules::default();
    let suites = suites(&rules, &Domain::of("umass", &rules), Random::default(), &[]);
    let weights = weights(args.weights.as_deref(), &stages(&suites))?;
    let pool = threads("--threads", args.threads)?.pool()?;
    let one = |known: &Known| {
        let mut player = rules.player(&known.deviation)?;
        Some(played(&known.name, &suites, |deck| match player(deck) {
            Some(Said::Answer(answer)) => Got::Answer(Answer(answer)),
            _ => Got::Hung,
        }))
    };
    let wrong: Vec<Option<Grade>> = pool.install(|| chosen.par_iter().map(one).collect());
    let right = suites.iter().flat_map(|suite| &suite.questions);
    let right: std::collections::HashMap<_, _> =
        right.map(|question| (&question.asked, question.expected)).collect();
    let mut grades = vec![
        played(RIGHT, &suites, |deck| right.get(deck).map_or(Got::Hung, |&a| Got::Answer(a))),
        played(STARTER, &suites, |_| Got::Answer(Answer(0))),
    ];
    grades.extend(wrong.into_iter().flatten());
    // As `grade` has them: for programs in full.
    let number = if format == Format::Text { number } else { Value::from };
    let table = table(&grades, &weights, number);
    let text = format.list(&table)?;
    let note = match format {
        Format::Text => note(&grades, &weights),
        _ => String::new(),
    };
    print_in(format, &(text + &note))
}

/// The points by each way to count, and those that there are.
fn points(grade: &Grade, weights: &Weights) -> ([f64; 3], f64) {
    let (alone, of) = weights.points(grade);
    let (partial, _) = weights.clone().partial(true).points(grade);
    let (chained, _) = weights.points(&grade.clone().in_order());
    ([alone, partial, chained], of)
}

fn table(grades: &[Grade], weights: &Weights, number: fn(f64) -> Value) -> Table {
    let mut table = Table::new("points.csv", ["name", "points", "partial", "chained", "of"]);
    for grade in grades {
        let (by_each, of) = points(grade, weights);
        let numbers = by_each.into_iter().chain([of]).map(number);
        table.push([grade.student.as_str().into()].into_iter().chain(numbers).collect());
    }
    table
}

fn note(grades: &[Grade], weights: &Weights) -> String {
    let of = grades.first().map_or(0.0, |grade| points(grade, weights).1);
    let note = format!(
        "Of {} points, on the decks of `war-sim grade` with its usual seed. A program that also \
         crashes or runs out of time has less.",
        shown(of)
    );
    format!("\n{}", wrapped("", &note))
}
