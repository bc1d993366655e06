//! `grade`: the programs of a class, found, compiled, started and checked.

pub mod args;
mod class;
mod closed;
mod each;
mod grading;

pub use self::args::GradeArgs;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::{Value as Json, json};

use self::args::GradeForm;
use self::class::{Found, Submission};
use self::closed::Closed;
use self::each::{One, Workers};
use self::grading::{Class, Graded, Read, STOPPED};
use crate::api::run::{End, perform};
use crate::check::grade::find::Template;
use crate::check::grade::marks::Weights;
use crate::check::grade::table::{self, Sheet, feedback, gradebook, gradescope, json};
use crate::check::grade::{Exercise, Grade, grade, read, stages};
use crate::check::language::Lang;
use crate::check::process::{Apart, Groups, How, apart, keep_to_oneself, on_path};
use crate::check::war::domain::Domain;
use crate::check::war::report::Task;
use crate::check::war::suites::suites;
use crate::check::workplace;
use crate::cli::checking;
use crate::cli::failure::{Failure, Kind, OfPath as _};
use crate::cli::format::{Form, Format};
use crate::cli::interrupt;
use crate::cli::itself;
use crate::cli::kept::{self, Terminal};
use crate::cli::names::{digest, safe, shown};
use crate::cli::options::{LongArgs, OutputArgs};
use crate::cli::output::{print_as, said};
use crate::cli::results::{named, threads};
use crate::cli::terminal::say;
use crate::core::wording::digits::counted;
use crate::core::wording::said::Said;
use crate::lab::report::html;
use crate::lab::report::html::figure::Numbers;
use crate::lab::store::answer::Answer;
use crate::lab::store::disk::{Disk, beside};
use crate::lab::store::save::Files;

/// Time between two checkpoints: about as often as something is graded.
const EACH: Duration = Duration::from_millis(100);
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
    let threads = threads("--threads", args.threads)?;
    let template = args.way.template()?;
    template.iter().try_for_each(there)?;
    let Found { submissions, said } = match one {
        Some(_) => Found::default(),
        None => class::class(args, template.as_ref())?,
    };
    for sentence in said.iter().filter(|_| !args.quiet) {
        say(format_args!("{sentence}"));
    }
    let is_own = matches!(args.format, Form::Own(_));
    let why = "for one submission, as Gradescope has it; a class has --format csv";
    Failure::given(&[("--format gradescope", is_own && submissions.len() > 1)], why)?;
    let why = "it is for Gradescope; add --format gradescope, or leave it out";
    Failure::given(&[("--visibility", args.way.visibility.is_some() && !is_own)], why)?;
    let lang = args.way.lang;
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
        per_deck: args.way.deck_seconds,
        in_all: args.way.seconds,
        limits: args.way.limits(),
        apart: one.as_ref().map_or(trusted, |one| one.apart.clone()),
        groups,
    };
    if let Some(one) = &one {
        return each::reply(one, &exercise);
    }
    let is_class = submissions.len() > 1 || submissions.iter().any(|one| one.of_class);
    if !is_class {
        let given =
            [("--name", args.name.is_some()), ("--resume", args.resume), ("--force", args.force)];
        let why = "one submission is printed, and nothing is written; leave it out";
        Failure::given(&given, why)?;
    }
    let output = args.output();
    let name = named(&output, &name(&args.folders), "")?;
    let folder = args.out.join(&name);
    let begun = (args.trust && is_class).then(|| beside(&folder, "begun"));
    let workers = Arc::new(Workers::new(exercise.groups.clone(), begun));
    stop_on_signal(&workers, is_class);
    if !args.trust {
        exercise.apart = kept_apart(&exercise.groups)?;
    }
    let pool = threads.pool()?;
    let read = |one: &Submission| read::read(&one.parts, lang).map(|files| files.digest());
    let read = pool.install(|| submissions.par_iter().map(read).collect::<Vec<_>>());
    let all = submissions.iter().zip(read).map(|(of, digest)| Read { of, digest }).collect();
    let grader = Grader { args, exercise, weights, workers, pool, all, folder };
    if !is_class {
        return grader.single();
    }
    let rules = json!({"name": rules.name, "fields": rules.rules.to_toml()});
    let identity = grader.identity(&rules, seed);
    grader.class(&output, &name, identity)
}

impl GradeArgs {
    /// Where the grades of a class go.
    fn output(&self) -> OutputArgs {
        OutputArgs {
            out: self.out.clone(),
            name: self.name.clone(),
            force: self.force,
            quiet: self.quiet,
            threads: self.threads,
            long: LongArgs { resume: self.resume, ..LongArgs::default() },
            ..OutputArgs::default()
        }
    }
}

/// All that is graded, and how.
struct Grader<'a> {
    args: &'a GradeArgs,
    exercise: Exercise<'a>,
    weights: Weights,
    workers: Arc<Workers>,
    pool: ThreadPool,
    all: Vec<Read<'a>>,
    /// Where the grades of a class go.
    folder: PathBuf,
}

impl Grader<'_> {
    /// Grades one submission, and prints what is said of it.
    fn single(mut self) -> Result<(), Failure> {
        let _closed = self.close()?;
        let clock = Instant::now();
        let grade = self.grade(&self.all[0]);
        if STOPPED.load(Ordering::SeqCst) {
            // Whoever received the signal ends the program.
            std::thread::sleep(LAST_WORDS);
        }
        let grade = self.shown(&[grade?]);
        let told = feedback(&grade[0], &self.weights, self.args.way.hints, self.lang());
        let tables = vec![gradebook(&grade, &self.weights, self.lang())];
        let answer = Answer { said: Said::lines(&told), tables };
        self.print(&self.text(&grade, clock.elapsed(), &answer)?)
    }

    /// What tells the class from others, and all that its grades depend on.
    fn identity(&self, rules: &Json, seed: u64) -> Json {
        let Self { args: GradeArgs { folders, way, count, .. }, .. } = self;
        let whole = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        json!({
            "verb": "grade",
            "version": env!("CARGO_PKG_VERSION"),
            "folders": folders.iter().map(whole).collect::<Vec<_>>(),
            "rules": rules,
            "seed": seed,
            "decks": count,
            "command": way.command,
            "compile": way.compile,
            "file": way.file,
            "milliseconds": [way.seconds.as_millis() as u64, way.deck_seconds.as_millis() as u64],
            "memory": way.limits().memory,
            "lang": self.lang().code(),
        })
    }

    /// Grades a class, goes on with one, or tells the grades that are there in another way.
    fn class(mut self, output: &OutputArgs, name: &str, identity: Json) -> Result<(), Failure> {
        // Who is graded is said line by line instead of by a bar.
        let mut terminal = Terminal::new(output.quiet, None);
        (terminal.every, terminal.has_bar) = (EACH, false);
        let life = output.life(name, &terminal)?;
        // What is closed is there.
        Disk::here().create_dir_all(&output.out).creating(&output.out)?;
        let _closed = self.close()?;
        let (grader, failed, mut out) = (&self, AtomicU64::new(0), String::new());
        let told = |grades: Vec<Grade>| {
            let (shown, weights, lang) = (grader.shown(&grades), &grader.weights, grader.lang());
            let tables = vec![gradebook(&shown, weights, lang)];
            let answer = Answer { said: table::said(&shown, weights, lang), tables };
            Graded { title: table::about(&shown, lang), answer, shown, grades }
        };
        let tell = |graded: &Graded, _: Option<&Path>| {
            let mut answer = graded.answer.clone();
            answer.said.gap();
            answer.said.line(grader.lang().written_to(shown(&grader.folder)));
            out = grader.text(&graded.shown, Duration::ZERO, &answer)?;
            Ok(grader.files(name, &graded.shown))
        };
        let end = std::thread::scope(|scope| {
            let begin = |left| {
                if !grader.args.resume {
                    grader.workers.forget();
                }
                let ((send, coming), failed) = (channel(), &failed);
                scope.spawn(move || grader.grade_all(left, &send, failed));
                coming
            };
            let (all, quiet) = (&grader.all, grader.args.quiet);
            let class = Class { all, identity, begin: &begin, told: &told, quiet };
            perform(&class, &life, &terminal.control, None, tell)
        })?;
        match (end, failed.into_inner()) {
            (End::Stopped(_), 0) => Err(interrupt::failure(Failure::stopped())),
            (End::Stopped(_), left) => {
                let (left, how) = (counted(left, "submission", "submissions"), kept::command(None));
                let what =
                    format!("grade: {left} could not be graded; mend that and go on with\n  {how}");
                Err(Failure::new(Kind::Io, what))
            }
            _ => self.print(&out),
        }
    }

    fn lang(&self) -> Lang {
        self.exercise.task.lang
    }

    /// Hides and closes what no submission may see, until what comes back is dropped.
    fn close(&mut self) -> Result<Option<Closed>, Failure> {
        let apart = &mut self.exercise.apart;
        apart.hidden = closed::hidden(self.args, &self.folder);
        match apart.how {
            How::User => closed::close(&apart.hidden).map(Some),
            How::Trust | How::Bubblewrap => Ok(None),
        }
    }

    /// Grades these, and sends what can be graded.
    fn grade_all(&self, left: Vec<&Read<'_>>, send: &Sender<Grade>, failed: &AtomicU64) {
        let one = |one: &Read<'_>| {
            let is_stopped = || STOPPED.load(Ordering::SeqCst);
            if is_stopped() {
                return;
            }
            match self.grade(one) {
                // What was ended in the middle says nothing.
                _ if is_stopped() => {}
                // Who waits for it has gone only after an error.
                Ok(grade) => drop(send.send(grade)),
                Err(why) => {
                    failed.fetch_add(1, Ordering::SeqCst);
                    why.print();
                }
            }
        };
        // Who may have ended the grading comes last, and alone.
        let ended = |read: &&Read<'_>| self.workers.were_ended_by(&read.of.student);
        let (late, first): (Vec<_>, Vec<_>) = left.into_iter().partition(ended);
        self.pool.install(|| first.par_iter().for_each(|read| one(read)));
        late.into_iter().for_each(one);
    }

    /// Grades a submission by a process of its own.
    ///
    /// Errors: that cannot be done, through no fault of its.
    fn grade(&self, read: &Read<'_>) -> Result<Grade, Failure> {
        let Submission { student, parts, .. } = read.of;
        let Exercise { stages, apart, .. } = &self.exercise;
        let grade = match &read.digest {
            // Nothing of it runs.
            Err(why) => grade(student, Err(why.clone()), &self.exercise).map_err(|e| e.to_string()),
            Ok(digest) => {
                let (student, parts, apart) = (student.clone(), parts.clone(), apart.clone());
                let one = One { student, parts, apart };
                self.workers.grade(&one, digest.clone(), stages, self.lang())
            }
        };
        grade.map_err(|why| {
            Failure::new(Kind::Io, format!("grade: {}: {why}", student.escape_debug()))
        })
    }

    /// Grades as they are shown: in the order of the class, each as the options have it.
    fn shown(&self, grades: &[Grade]) -> Vec<Grade> {
        let of = |one: &Read<'_>| grades.iter().find(|grade| one.is_of(grade)).cloned();
        let chained = self.args.way.chained;
        let shown = |grade: Grade| if chained { grade.in_order() } else { grade };
        self.all.iter().filter_map(of).map(shown).collect()
    }

    fn print(&self, text: &str) -> Result<(), Failure> {
        print_as(text, self.args.format != Form::Of(Format::Text))
    }

    /// Grades in the form that is asked for.
    fn text(&self, grades: &[Grade], took: Duration, answer: &Answer) -> Result<String, Failure> {
        let (weights, way, lang) = (&self.weights, &self.args.way, self.lang());
        Ok(match (self.args.format, grades) {
            // With all that is known.
            (Form::Of(Format::Json), _) => json(grades, weights) + "\n",
            (Form::Own(GradeForm::Gradescope), [grade]) => {
                // As Gradescope writes it.
                let visibility = way.visibility.as_deref().unwrap_or("visible").replace('-', "_");
                gradescope(grade, weights, (way.hints, lang), (&visibility, took)) + "\n"
            }
            (Form::Of(format), _) => said(answer, (format, self.args.quiet), None, "")?,
            (Form::Own(_), _) => String::new(),
        })
    }

    /// The page, and a file for each student, with their names.
    fn files(&self, title: &str, grades: &[Grade]) -> Files {
        let (weights, way, lang) = (&self.weights, &self.args.way, self.lang());
        let (lead, sheets) = table::page(grades, weights, lang);
        let feedback_of = |student: &str| format!("feedback/{}.txt", safe(student));
        let tables = sheets.into_iter().map(|Sheet { title, note, head, rows, students }| {
            let mut head = head.into_iter();
            let corner = head.next().unwrap_or_default();
            let rows = rows.into_iter().map(|mut row| (row.remove(0), row)).collect();
            let links = students.iter().map(|student| Some(feedback_of(student))).collect();
            (title, note, Numbers { corner, columns: head.collect(), rows }, links)
        });
        let tables: Vec<_> = tables.collect();
        let page = html::of_tables(("grade", lang.code()), (title, &lead), table::STYLE, &tables);
        let told = |grade: &Grade| {
            (feedback_of(&grade.student), feedback(grade, weights, way.hints, lang).into_bytes())
        };
        let page = ("grades.html".to_owned(), page.into_bytes());
        std::iter::once(page).chain(grades.iter().map(told)).collect()
    }
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

/// Ctrl-C ends what runs and leaves nothing behind; a class that is kept says itself how to go on.
fn stop_on_signal(workers: &Arc<Workers>, is_kept: bool) {
    let workers = Arc::clone(workers);
    interrupt::first_do(move || {
        STOPPED.store(true, Ordering::SeqCst);
        workers.stop();
        workplace::remove_all();
        closed::open_all();
        if !is_kept {
            Failure::new(Kind::Interrupted, "grade: stopped; nothing was reported").print();
        }
    });
}
