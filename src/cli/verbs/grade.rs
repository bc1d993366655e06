//! `grade`: the programs of a class, found, compiled, started and checked.

pub mod args;
mod class;
mod closed;
mod each;

pub use self::args::GradeArgs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::json;

use self::args::GradeFormat;
use self::class::{Class, Submission};
use self::each::{One, Workers};
use crate::check::grade::find::Template;
use crate::check::grade::marks::Weights;
use crate::check::grade::table::{self, Sheet, csv, feedback, gradescope, json, text};
use crate::check::grade::{Exercise, Grade, files, read, stages};
use crate::check::process::{Apart, Groups, How, apart, keep_to_oneself, on_path};
use crate::check::war::domain::Domain;
use crate::check::war::report::Task;
use crate::check::war::suites::suites;
use crate::check::workplace;
use crate::cli::checking;
use crate::cli::class::{Kept, feedback_of};
use crate::cli::failure::{Failure, Kind, OfPath as _};
use crate::cli::grading::Visibility;
use crate::cli::interrupt;
use crate::cli::itself;
use crate::cli::names::{digest, safe, shown};
use crate::cli::output::{print_as, replace};
use crate::cli::results::{check_name, pool, threads};
use crate::cli::resume;
use crate::cli::terminal::say;
use crate::core::wording::digits::counted;
use crate::lab::report::html;
use crate::lab::report::html::figure::Numbers;
use crate::lab::store::disk::{Disk, folder_of};
use crate::lab::store::signed::sha256;

/// Whether a signal has asked to stop.
static STOPPED: AtomicBool = AtomicBool::new(false);
/// Submissions that are graded.
static DONE: AtomicUsize = AtomicUsize::new(0);
/// How long the message of a signal may take.
const LAST_WORDS: Duration = Duration::from_secs(60);

/// Runs the verb.
///
/// Errors: as every verb.
pub fn run(args: &GradeArgs) -> Result<(), Failure> {
    keep_to_oneself();
    let one = each::one()?;
    let rules = checking::rules("grade", &args.rules)?;
    let seed = args.seed()?;
    let random = checking::random(seed, args.count)?;
    let jobs = threads("--threads", args.threads)?.count();
    let template = args.way.template()?;
    template.iter().try_for_each(there)?;
    let Class { submissions, said } = match one {
        Some(_) => Class::default(),
        None => class::class(args, template.as_ref())?,
    };
    for sentence in said.iter().filter(|_| !args.quiet) {
        say(format_args!("{sentence}"));
    }
    if args.format == GradeFormat::Gradescope && submissions.len() > 1 {
        return Err(Failure::usage(
            "--format gradescope: for one submission, as Gradescope has it; a class has --format csv",
        ));
    }
    if args.way.visibility.is_some() && args.format != GradeFormat::Gradescope {
        return Err(Failure::usage(
            "--visibility: it is for Gradescope; add --format gradescope, or leave it out",
        ));
    }
    let lang = args.way.lang();
    let domain = Domain::of(&rules.name, &rules.rules);
    let suites = suites(&rules.rules, &domain, random, &[]);
    let stages = stages(&suites);
    let weights = args.way.weights(&stages)?;
    let groups = Groups::default();
    groups.adopt_orphans();
    let trusted = Apart { how: How::Trust, hidden: Vec::new() };
    let mut exercise = Exercise {
        task: Task { rules: &rules.rules, given: &args.rules, domain: &domain, lang },
        name: &rules.name,
        suites: &suites,
        stages,
        template,
        per_deck: args.way.per_deck(),
        in_all: args.way.in_all(),
        limits: args.way.limits(),
        apart: one.as_ref().map_or(trusted, |one| one.apart.clone()),
        groups,
    };
    if let Some(one) = &one {
        return each::reply(one, &exercise);
    }
    let whole = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    let asked = json!([
        args.folders.iter().map(whole).collect::<Vec<_>>(),
        rules.rules.to_toml(),
        seed,
        args.count,
        args.way.command,
        args.way.compile,
        args.way.file,
        args.way.in_all().as_millis() as u64,
        args.way.per_deck().as_millis() as u64,
        args.way.limits().memory,
        env!("CARGO_PKG_VERSION"),
        lang.code(),
    ]);
    let is_class = submissions.len() > 1 || submissions.iter().any(|one| one.of_class);
    for (option, is_given) in
        [("--name", args.name.is_some()), ("--resume", args.resume), ("--force", args.force)]
    {
        if is_given && !is_class {
            return Err(Failure::usage(format!(
                "{option}: one submission is printed, and nothing is written; leave it out"
            )));
        }
    }
    let name = args.name.clone().unwrap_or_else(|| name(&args.folders));
    check_name(&name, "--name")?;
    let folder = args.out.join(&name);
    let begun = (args.trust && is_class).then(|| folder.join("begun"));
    let workers = Arc::new(Workers::new(exercise.groups.clone(), begun));
    stop_on_signal(&workers, is_class);
    if !args.trust {
        exercise.apart = kept_apart(&exercise.groups)?;
    }
    let students: Vec<&str> = submissions.iter().map(|one| one.student.as_str()).collect();
    let kept = match is_class {
        true => Some(Kept::open(&folder, &asked, &students, (args.resume, args.force))?),
        false => None,
    };
    exercise.apart.hidden = closed::hidden(args, &folder);
    let closed = match exercise.apart.how {
        How::User => Some(closed::close(&exercise.apart.hidden)?),
        How::Trust | How::Bubblewrap => None,
    };
    let begun = Instant::now();
    let grades = graded(args, &submissions, &exercise, (jobs, kept.as_ref(), &workers))?;
    drop(closed);
    let took = begun.elapsed();
    let grades: Vec<Grade> = match args.way.chained {
        true => grades.into_iter().map(Grade::in_order).collect(),
        false => grades,
    };
    let said = text(&grades, &weights, lang);
    if let Some(kept) = kept {
        let files = write(&folder, &name, args, &grades, &weights)?;
        kept.end(table::about(&grades, lang), &said, files)?;
    }
    let mut said = match (args.format, &grades[..]) {
        (GradeFormat::Csv, _) => csv(&grades, &weights, lang),
        (GradeFormat::Json, _) => json(&grades, &weights) + "\n",
        (GradeFormat::Gradescope, [grade]) => {
            let visibility = args.way.visibility.unwrap_or(Visibility::Visible).of_gradescope();
            gradescope(grade, &weights, (args.way.hints(), lang), (&visibility, took)) + "\n"
        }
        (_, [grade]) if !is_class => feedback(grade, &weights, args.way.hints(), lang),
        _ => said,
    };
    if is_class && args.format == GradeFormat::Text {
        said += &format!("\n{}\n", lang.written_to(shown(&folder)));
    }
    print_as(&said, args.format != GradeFormat::Text)
}

/// What keeps submissions apart here; where other users could read how this program was started, it is
/// started anew.
///
/// Errors: nothing does.
fn kept_apart(groups: &Groups) -> Result<Apart, Failure> {
    let found = apart(groups).map_err(|why| {
        Failure::usage(format!(
            "grade: {why}, so a submission would have your own rights: it could read the others \
             and end the grading; install bubblewrap, or --trust these programs"
        ))
    })?;
    match found.how {
        How::User if !itself::is_handed() => Err(itself::go_on_unseen()),
        _ => Ok(found),
    }
}

/// Refuses a compiler or an interpreter that is not on the path; what has folders is the student's.
fn there(template: &Template) -> Result<(), Failure> {
    for (option, words) in [("--compile", &template.compile), ("--command", &template.start)] {
        let bare = words.first().filter(|word| !word.contains(['/', '\\', '{']));
        if let Some(name) = bare.filter(|name| on_path(name).is_none()) {
            return Err(Failure::usage(format!(
                "{option} '{}': there is no program {name} on the path; check its name, and write \
                 ./{name} for a file of the submission",
                words.join(" ")
            )));
        }
    }
    Ok(())
}

/// The name of a class: that of its folder, or of the first one with a digest of all.
fn name(folders: &[PathBuf]) -> String {
    let last = folders.first().and_then(|path| path.canonicalize().ok());
    let last = last.and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
    let name = format!("grade-{}", safe(&last.unwrap_or_else(|| "class".into())));
    match folders {
        [_] => name,
        all => format!("{name}+{}-{}", all.len() - 1, digest(&json!(all).to_string())),
    }
}

/// Every grade, in the order of the submissions; those that are kept are not made again.
fn graded(
    args: &GradeArgs,
    submissions: &[Submission],
    exercise: &Exercise<'_>,
    (jobs, kept, workers): (usize, Option<&Kept>, &Workers),
) -> Result<Vec<Grade>, Failure> {
    let pool = pool(jobs)?;
    let one = |submission: &Submission| -> Option<Grade> {
        if STOPPED.load(Ordering::SeqCst) {
            return None;
        }
        let read = read::read(&submission.parts, exercise.task.lang);
        let digest = read.as_ref().map_or_else(Clone::clone, files::Files::digest);
        let before = kept.and_then(|kept| kept.find(&submission.student, &digest));
        let is_new = before.is_none();
        let grade = match before {
            Some(grade) => Ok(grade),
            None => {
                let one = One {
                    student: submission.student.clone(),
                    parts: submission.parts.clone(),
                    apart: exercise.apart.clone(),
                };
                workers.grade(&one, digest, &exercise.stages, exercise.task.lang)
            }
        };
        // What was ended in the middle says nothing.
        if is_new && STOPPED.load(Ordering::SeqCst) {
            return None;
        }
        let grade = grade.map_err(|why| cannot(&submission.student, &why)).and_then(|grade| {
            if let Some(kept) = kept.filter(|_| is_new) {
                kept.add(&grade)?;
            }
            Ok(grade)
        });
        let number = DONE.fetch_add(1, Ordering::SeqCst) + 1;
        if !args.quiet && submissions.len() > 1 && is_new {
            say(format_args!("{number} of {}: {}", submissions.len(), submission.student));
        }
        grade.map_err(|error| error.print()).ok()
    };
    if !args.resume {
        workers.forget();
    }
    // Who may have ended the grading comes last, and alone.
    let (late, first): (Vec<_>, Vec<_>) = submissions
        .iter()
        .enumerate()
        .partition(|(_, submission)| workers.were_ended_by(&submission.student));
    let mut grades: Vec<(usize, Option<Grade>)> =
        pool.install(|| first.par_iter().map(|(k, submission)| (*k, one(submission))).collect());
    grades.extend(late.into_iter().map(|(k, submission)| (k, one(submission))));
    grades.sort_by_key(|(k, _)| *k);
    let all = grades.len();
    let grades: Vec<Grade> = grades.into_iter().filter_map(|(_, grade)| grade).collect();
    if grades.len() == all {
        return Ok(grades);
    }
    if STOPPED.load(Ordering::SeqCst) {
        // Whoever received the signal ends the program.
        std::thread::sleep(LAST_WORDS);
    }
    let left = counted((all - grades.len()) as u64, "submission", "submissions");
    let go_on = match kept {
        Some(_) => format!("; mend that and go on with\n  {}", resume::command(None)),
        None => String::new(),
    };
    Err(Failure::new(Kind::Io, format!("grade: {left} could not be graded{go_on}")))
}

/// Ctrl-C ends what runs, leaves nothing behind, and says how to go on.
fn stop_on_signal(workers: &Arc<Workers>, is_kept: bool) {
    let workers = Arc::clone(workers);
    interrupt::first_do(move || {
        STOPPED.store(true, Ordering::SeqCst);
        workers.stop();
        workplace::remove_all();
        closed::open_all();
        let go_on = match is_kept {
            true => {
                let done = counted(DONE.load(Ordering::SeqCst) as u64, "submission", "submissions");
                format!("{done} graded and kept; go on with\n  {}", resume::command(None))
            }
            false => "nothing was reported".into(),
        };
        Failure::new(Kind::Interrupted, format!("grade: stopped; {go_on}")).print();
    });
}

fn cannot(student: &str, why: &str) -> Failure {
    Failure::new(Kind::Io, format!("grade: {}: {why}", student.escape_debug()))
}

/// Writes the gradebook, the page, and a file for each student; the checksum of each.
fn write(
    folder: &Path,
    title: &str,
    args: &GradeArgs,
    grades: &[Grade],
    weights: &Weights,
) -> Result<BTreeMap<String, String>, Failure> {
    let (lead, sheets) = table::page(grades, weights, args.way.lang());
    let tables = sheets.into_iter().map(|Sheet { title, note, head, rows, students }| {
        let mut head = head.into_iter();
        let corner = head.next().unwrap_or_default();
        let rows = rows.into_iter().map(|mut row| (row.remove(0), row)).collect();
        let links = students.iter().map(|student| Some(feedback_of(student))).collect();
        (title, note, Numbers { corner, columns: head.collect(), rows }, links)
    });
    let tables: Vec<_> = tables.collect();
    let page =
        html::of_tables(("grade", args.way.lang().code()), (title, &lead), table::STYLE, &tables);
    let mut files = vec![
        ("grades.csv".to_owned(), csv(grades, weights, args.way.lang())),
        ("grades.html".to_owned(), page),
    ];
    files.extend(grades.iter().map(|grade| {
        (feedback_of(&grade.student), feedback(grade, weights, args.way.hints(), args.way.lang()))
    }));
    let disk = Disk::here();
    let write = |(name, text): (String, String)| {
        let path = folder.join(&name);
        let within = folder_of(&path);
        disk.create_dir_all(within).creating(within)?;
        replace(&disk, &path, text.as_bytes())?;
        Ok((name, sha256(text.as_bytes())))
    };
    files.into_iter().map(write).collect()
}
