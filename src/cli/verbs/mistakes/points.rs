//! What `grade` gives to programs with a known mistake, by each way to count points.

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::json;

use super::{MistakesArgs, MistakesFormat, RIGHT};
use crate::check::answer::{Answer, Got};
use crate::check::diagnosis::{Guesses as _, Said};
use crate::check::grade::marks::{Weights, shown};
use crate::check::grade::{Grade, played, stages};
use crate::check::war::domain::Domain;
use crate::check::war::programs::Known;
use crate::check::war::suites::{Random, suites};
use crate::cli::failure::Failure;
use crate::cli::output::{print, print_as};
use crate::cli::results::{pool, threads};
use crate::core::wording::text::wrapped;
use crate::games::war::Rules;

/// The starter: it gives one answer to everything.
const STARTER: &str = "always-0";

/// Prints a row for the right program, the starter, and each of these mistakes.
///
/// Errors: as every verb.
pub fn run(args: &MistakesArgs, chosen: &[Known]) -> Result<(), Failure> {
    if matches!(args.format, MistakesFormat::Java | MistakesFormat::Python) {
        return Err(Failure::usage("--points: programs have no points; leave --format out"));
    }
    let rules = Rules::default();
    let suites = suites(&rules, &Domain::of("umass", &rules), Random::default(), &[]);
    let weights = match &args.weights {
        Some(text) => Weights::read(text, &stages(&suites))
            .map_err(|e| Failure::usage(format!("--weights {e}")))?,
        None => Weights::default(),
    };
    let pool = pool(threads("--threads", args.threads)?.count())?;
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
    match args.format {
        MistakesFormat::Json => print_as(&as_json(&grades, &weights), true),
        _ => print(&as_text(&grades, &weights)),
    }
}

/// The points by each way to count, and those that there are.
fn points(grade: &Grade, weights: &Weights) -> ([f64; 3], f64) {
    let (alone, of) = weights.points(grade);
    let (partial, _) = weights.clone().partial(true).points(grade);
    let (chained, _) = weights.points(&grade.clone().in_order());
    ([alone, partial, chained], of)
}

fn as_json(grades: &[Grade], weights: &Weights) -> String {
    let rows = grades.iter().map(|grade| {
        let ([points, partial, chained], of) = points(grade, weights);
        json!({ "name": grade.student, "points": points, "partial": partial, "chained": chained, "of": of })
    });
    json!(rows.collect::<Vec<_>>()).to_string() + "\n"
}

fn as_text(grades: &[Grade], weights: &Weights) -> String {
    let width = grades.iter().map(|grade| grade.student.chars().count()).max().unwrap_or(0);
    let of = grades.first().map_or(0.0, |grade| points(grade, weights).1);
    let mut text = format!("{:<width$}  points  --partial  --chained\n", "program");
    for grade in grades {
        let ([alone, partial, chained], _) = points(grade, weights);
        let [alone, partial, chained] = [alone, partial, chained].map(shown);
        text += &format!("{:<width$}  {alone:>6}  {partial:>9}  {chained:>9}\n", grade.student);
    }
    let note = format!(
        "Of {} points, on the decks of `war-sim grade` with its usual seed. A program that also \
         crashes or runs out of time has less.",
        shown(of)
    );
    text + "\n" + &wrapped("", &note)
}
