//! The grades of a class as files: a gradebook, a page, and what each student may read.

use std::time::Duration;

use serde_json::json;

use super::marks::{Group, Weights, groups, needs_no_deck, number, shown};
use super::{Grade, Mark, STAGES, SuiteMark, Told};
use crate::check::language::Lang;
use crate::check::noun::DECK;
use crate::check::report::paragraph;
use crate::check::war::suites::SUITES;
use crate::core::table::{Table, Value};
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, WIDTH, cut, wrapped};

/// How much students are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Hints {
    /// Which stages pass.
    None,
    /// A deck that is answered wrongly, too.
    Deck,
    /// The mistake by its name, too.
    Name,
}

/// The file of the gradebook.
const GRADES: &str = "grades.csv";
/// Widest name of a student on a terminal.
const MOST_NAME: usize = 24;

/// A row per student for a gradebook.
pub fn gradebook(grades: &[Grade], weights: &Weights, lang: Lang) -> Table {
    let stages = STAGES.iter().map(|(name, _)| name.replace('-', "_"));
    let header = ["student", "points", "of"].map(String::from).into_iter().chain(stages);
    let header = header.chain(["program", "why", "mistake"].map(String::from));
    let mut table = Table::new(GRADES, header);
    for grade in grades {
        let (points, of) = weights.points(grade);
        let share = |(stage, _): &(&str, _)| {
            let (_, mark) = grade.stages.iter().find(|(name, _)| name == stage)?;
            (*mark != Mark::NotTried).then(|| number(weights.share(grade, stage, *mark)))
        };
        let mut row = vec![grade.student.as_str().into(), number(points), number(of)];
        row.extend(STAGES.iter().map(|stage| share(stage).unwrap_or(Value::Empty)));
        row.extend([&*grade.taken(lang), &grade.why, &grade.plays].map(Value::from));
        table.push(row);
    }
    table
}

/// The class on a terminal.
pub fn said(grades: &[Grade], weights: &Weights, lang: Lang) -> Said {
    let head =
        [lang.column_student(), lang.column_points(), lang.column_stops(), lang.column_does()];
    let mut lines = vec![head.to_vec()];
    for grade in grades {
        let (points, of) = weights.points(grade);
        let stage = grade.stopped_at().map_or("-", |stage| lang.stage(stage)).to_owned();
        let does = [grade.short(lang), grade.why.clone()].into_iter().find(|one| !one.is_empty());
        let points = format!("{}/{}", shown(points), shown(of));
        let name = cut(&grade.student, MOST_NAME);
        lines.push(vec![name, points, stage, does.unwrap_or_else(|| lang.is_right())]);
    }
    let wide = |c: usize| lines.iter().map(|line| line[c].chars().count() + 2).max().unwrap_or(0);
    let room = WIDTH.saturating_sub((0..3).map(wide).sum());
    lines.iter_mut().for_each(|line| line[3] = cut(&line[3], room));
    let mut said = Said::default();
    said.rows([Align::Left, Align::Right, Align::Left, Align::Left], lines);
    said.gap();
    said.words("", format!("{}.", about(grades, lang)));
    let groups = groups(grades, lang);
    let mut same = groups.iter().filter(|group| group.students.len() > 1).peekable();
    let programs = lang.column_programs();
    if same.peek().is_some() {
        said.gap();
        said.line(format!("{programs}  {}", lang.column_do()));
    }
    let width = programs.chars().count();
    for Group { words, students } in same {
        said.words(&format!("{:>width$}  ", students.len()), words);
    }
    said
}

/// How many are right, in a few words.
pub fn about(grades: &[Grade], lang: Lang) -> String {
    let right = grades.iter().filter(|grade| grade.stopped_at().is_none()).count();
    match (right, grades.len()) {
        (_, 1) => lang.right_of_one(right),
        (1, all) => lang.one_right_of(lang.grouped(all)),
        (_, all) => lang.right_of_all(lang.grouped(right), lang.grouped(all)),
    }
}

impl SuiteMark {
    /// How it went, in a few words.
    fn words(&self, lang: Lang) -> String {
        let decks = |count| lang.noun(DECK).counted(count);
        match (self.different, self.not_played) {
            (0, 0) => lang.all_right(decks(self.decks)),
            (0, left) => lang.decks_not_played(decks(left)),
            (wrong, _) => lang.wrong_of(lang.grouped(wrong), decks(self.decks)),
        }
    }
}

/// What a student may read.
pub fn feedback(grade: &Grade, weights: &Weights, hints: Hints, lang: Lang) -> String {
    let (points, of) = weights.points(grade);
    let [points, of] = [points, of].map(|number| lang.decimal(&shown(number)));
    let mut text = lang.points(&grade.student, points, of) + "\n\n";
    for (stage, mark) in &grade.stages {
        let word = match mark {
            Mark::Passed => lang.passed(),
            Mark::Failed => lang.failed(),
            Mark::NotTried => lang.not_tried(),
        };
        text += &format!("  {:<14}{word}\n", lang.stage(stage));
    }
    if !grade.not_taken.is_empty() {
        text += &format!("\n{}", wrapped("", &lang.program_is(grade.taken(lang))));
    }
    let Some(stage) = grade.stopped_at() else { return text };
    // Whoever cannot be started is no exercise.
    if needs_no_deck(stage) || hints != Hints::None {
        text += &format!("\n{}", wrapped("", &format!("{}: {}", lang.stage(stage), grade.why)));
    }
    let Told { seen, shared, suites, smallest, names } = &grade.told;
    if hints == Hints::None {
        return text;
    }
    let is_named = hints == Hints::Name && !names.is_empty();
    let mut paragraphs: Vec<&String> = seen.iter().collect();
    match is_named {
        true => paragraphs.splice(..0, names).for_each(drop),
        false => paragraphs.extend(shared.iter().chain([suites])),
    }
    for sentence in paragraphs.into_iter().filter(|sentence| !sentence.is_empty()) {
        text += &paragraph(sentence);
    }
    match smallest.as_str() {
        "" => text,
        smallest => text + "\n" + smallest,
    }
}

/// Everything, with the points, for programs.
pub fn json(grades: &[Grade], weights: &Weights) -> String {
    let all = grades.iter().map(|grade| {
        let (points, of) = weights.points(grade);
        let mut all = json!(grade);
        (all["points"], all["of"]) = (json!(points), json!(of));
        all
    });
    json!(all.collect::<Vec<_>>()).to_string()
}

/// One submission as Gradescope's `results.json`: a test per stage.
///
/// Source: Gradescope, "Autograder Specifications", section "Output format".
///
/// `visibility` is that of the tests, in Gradescope's words; unless they are visible, what is said
/// beside them is about what needs no deck. A stage without points is no test.
pub fn gradescope(
    grade: &Grade,
    weights: &Weights,
    (hints, lang): (Hints, Lang),
    (visibility, took): (&str, Duration),
) -> String {
    let with_points = grade.stages.iter().filter(|(stage, _)| weights.of(stage) > 0.0);
    let tests = with_points.map(|(stage, mark)| {
        let points = weights.of(stage);
        json!({
            "name": lang.stage(stage),
            "score": points * weights.share(grade, stage, *mark),
            "max_score": points,
            "output": test_output(grade, stage, *mark, (hints, lang)),
            "output_format": "text",
            "status": if *mark == Mark::Passed { "passed" } else { "failed" },
            "visibility": visibility,
        })
    });
    let tests: Vec<_> = tests.collect();
    let output = match grade.stopped_at() {
        Some(stage) if needs_no_deck(stage) => feedback(grade, weights, hints, lang),
        _ if visibility == "visible" => feedback(grade, weights, hints, lang),
        _ => lang.only_found() + "\n",
    };
    json!({
        "output": output, "output_format": "text", "visibility": visibility,
        "execution_time": (took.as_secs_f64() * 100.0).round() / 100.0,
        "tests": tests,
    })
    .to_string()
}

/// What a test says of its stage: how it went, and how each of its suites did.
fn test_output(grade: &Grade, stage: &str, mark: Mark, (hints, lang): (Hints, Lang)) -> String {
    let mut output = match mark {
        Mark::Passed => return lang.passed(),
        Mark::Failed => lang.failed(),
        Mark::NotTried => return lang.not_tried_after(),
    };
    for suite in grade.suites_of(stage).filter(|_| hints != Hints::None) {
        output += &format!("\n{}: {}", lang.suite(&suite.name), suite.words(lang));
    }
    output
}

/// The style of the page of a class beside that of every page: the names of suites stand upright, and a
/// student is a line, on a phone, too.
pub const STYLE: &str = "main{max-width:62rem}td,th{text-align:left}.scroll{max-height:none}\
    td{white-space:normal}section:last-of-type thead th:not(:first-child){writing-mode:vertical-rl;\
    white-space:nowrap;padding:.5rem .1rem;vertical-align:bottom}\
    section:last-of-type td{padding:.28rem .3rem}.overview tbody th{white-space:nowrap}\
    @media (max-width:640px){.overview thead{display:table-header-group}.overview tr{display:table-row}\
    .overview tbody th,.overview td{display:table-cell;padding:.28rem .4rem;white-space:nowrap}\
    .overview td::before{content:none}}";

/// A table of a class's page.
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// What its signs mean; may be empty.
    pub note: String,
    /// What its columns are, the first of them the name of a row.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// Whose feedback each row leads to; empty where it is nobody's.
    pub students: Vec<String>,
}

/// What the page of a class says: how many are right, equal mistakes together, students by suites.
pub fn page(grades: &[Grade], weights: &Weights, lang: Lang) -> (String, Vec<Sheet>) {
    let is_asked =
        |name: &str| grades.iter().any(|grade| grade.suites.iter().any(|suite| suite.name == name));
    let columns: Vec<&str> =
        SUITES.iter().map(|(name, _)| *name).filter(|name| is_asked(name)).collect();
    let lead = about(grades, lang) + ".";
    let same = groups(grades, lang).into_iter().map(|Group { words, students }| {
        vec![students.len().to_string(), words.to_string(), students.join(", ")]
    });
    let same = Sheet {
        title: lang.same_mistakes(),
        note: String::new(),
        head: vec![lang.column_programs(), lang.column_do(), lang.column_whose()],
        rows: same.collect(),
        students: Vec::new(),
    };
    // Who needs help comes first.
    let mut sorted: Vec<&Grade> = grades.iter().collect();
    let lost = |grade: &Grade| {
        let (points, of) = weights.points(grade);
        of - points
    };
    sorted.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
    let names = || sorted.iter().map(|grade| grade.student.clone()).collect::<Vec<_>>();
    let students = Sheet {
        title: lang.who_lost_most(),
        note: lang.about_stages(),
        head: vec![
            lang.column_student(),
            lang.column_points(),
            lang.column_stages(),
            lang.column_stops(),
            lang.column_does(),
        ],
        rows: sorted.iter().map(|grade| row(grade, weights, lang)).collect(),
        students: names(),
    };
    let suites = Sheet {
        title: lang.students_by_suites(),
        note: lang.about_suites(),
        head: [lang.column_student()]
            .into_iter()
            .chain(columns.iter().map(|name| lang.suite(name).to_owned()))
            .collect(),
        rows: sorted.iter().map(|grade| suites_row(grade, &columns)).collect(),
        students: names(),
    };
    let sheets = [same, students, suites].into_iter().filter(|sheet| !sheet.rows.is_empty());
    (lead, sheets.collect())
}

/// A student's row: points, stages as a bar, and what the program does.
fn row(grade: &Grade, weights: &Weights, lang: Lang) -> Vec<String> {
    let (points, of) = weights.points(grade);
    let does = [grade.plays_words.as_str(), &grade.why].into_iter().find(|words| !words.is_empty());
    let stops = grade.stopped_at().map_or("\u{2013}", |stage| lang.stage(stage)).to_owned();
    let mark = |(_, mark): &(_, Mark)| match mark {
        Mark::Passed => '\u{25a0}',
        Mark::Failed => '\u{2717}',
        Mark::NotTried => '\u{b7}',
    };
    let stages = grade.stages.iter().map(mark).collect();
    let first = [grade.student.clone(), format!("{}/{}", shown(points), shown(of)), stages, stops];
    first.into_iter().chain([does.unwrap_or("\u{2013}").into()]).collect()
}

/// How a student's program did in each of these suites.
fn suites_row(grade: &Grade, columns: &[&str]) -> Vec<String> {
    let cells = columns.iter().map(|column| {
        let suite = grade.suites.iter().find(|suite| suite.name == *column);
        suite.map_or(String::new(), |suite| match (suite.different, suite.not_played) {
            (0, 0) => "\u{2713}".into(),
            (0, _) => "\u{2026}".into(),
            (different, _) => different.to_string(),
        })
    });
    [grade.student.clone()].into_iter().chain(cells).collect()
}
