//! The grades of a class as files: a gradebook, a page, and what each student may read.

use super::marks::{Group, Weights, groups, shown};
use super::{Grade, Mark, STAGES};
use crate::check::war::suites::SUITES;
use crate::core::wording::digits::counted;
use crate::core::wording::markup::Markup;
use crate::core::wording::plain::Cell;
use crate::core::wording::text::{cut, wrapped};

/// How much students are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hints {
    /// Which stages pass.
    None,
    /// A deck that is answered wrongly, too.
    Deck,
    /// The mistake by its name, too.
    Name,
}

/// Widest name of a student on a terminal.
const MOST_NAME: usize = 24;

/// A row per student for a gradebook.
pub fn csv(grades: &[Grade], weights: &Weights) -> String {
    let mut text = String::from("student,points,of");
    STAGES.iter().for_each(|(name, _)| text += &format!(",{}", name.replace('-', "_")));
    text += ",program,why,mistake\n";
    for grade in grades {
        let (points, of) = weights.points(grade);
        text += &format!("{},{},{}", cell(&grade.student), shown(points), shown(of));
        for (stage, _) in STAGES {
            let mark = grade.stages.iter().find(|(name, _)| name == stage);
            text += match mark {
                Some((_, Mark::Passed)) => ",1",
                Some((_, Mark::Failed)) => ",0",
                Some((_, Mark::NotTried)) | None => ",",
            };
        }
        text += &format!(",{},{},{}\n", cell(&grade.program), cell(&grade.why), cell(&grade.plays));
    }
    text
}

/// A text as a cell, quoted where it must be.
fn cell(text: &str) -> String {
    let text = Cell::of(text).into_string();
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// The class on a terminal.
pub fn text(grades: &[Grade], weights: &Weights) -> String {
    let name = |grade: &Grade| cut(&grade.student, MOST_NAME);
    let width = grades.iter().map(|grade| name(grade).chars().count()).max().unwrap_or(0).max(7);
    let mut text =
        format!("{:<width$}  {:>9}  {:<12}what it does\n", "student", "points", "stops at");
    for grade in grades {
        let (points, of) = weights.points(grade);
        let stage = grade.stopped_at().unwrap_or("-");
        let what = match (grade.plays.as_str(), grade.why.as_str()) {
            ("", "") => "right",
            ("", why) => why,
            (plays, _) => plays,
        };
        let line = format!(
            "{:<width$}  {:>9}  {stage:<12}{what}",
            name(grade),
            format!("{}/{}", shown(points), shown(of))
        );
        text += &format!("{}\n", cut(&line, 80));
    }
    let right = grades.iter().filter(|grade| grade.stopped_at().is_none()).count();
    text += &format!(
        "\n{right} of {} right.\n",
        counted(grades.len() as u64, "program is", "programs are")
    );
    for Group { words, students } in groups(grades).iter().filter(|group| group.students.len() > 1)
    {
        text += &wrapped(&format!("{:>4}  ", students.len()), words);
    }
    text
}

/// What a student may read.
pub fn feedback(grade: &Grade, weights: &Weights, hints: Hints) -> String {
    let (points, of) = weights.points(grade);
    let mut text = format!("{}: {} of {} points\n\n", grade.student, shown(points), shown(of));
    for (stage, mark) in &grade.stages {
        let word = match mark {
            Mark::Passed => "passed",
            Mark::Failed => "failed",
            Mark::NotTried => "not tried",
        };
        text += &format!("  {stage:<14}{word}\n");
    }
    let Some(stage) = grade.stopped_at() else { return text };
    // Whoever cannot be started is no exercise.
    let is_about_decks = STAGES.iter().any(|(name, suites)| *name == stage && !suites.is_empty());
    if !is_about_decks || hints != Hints::None {
        text += &format!("\n{}", wrapped("", &format!("{stage}: {}", grade.why)));
    }
    if hints != Hints::None && !grade.deck.is_empty() {
        text += &wrapped("", &format!("For example {}", grade.deck));
    }
    if hints == Hints::Name && !grade.plays_words.is_empty() {
        text += &wrapped("", &format!("The program {}.", grade.plays_words));
    }
    text
}

/// The page of a class.
const PAGE: &str = include_str!("grades.html").trim_ascii_end();

/// One self-contained page: students by suites, equal mistakes together.
pub fn page(title: &str, style: &str, grades: &[Grade], weights: &Weights) -> String {
    let is_asked =
        |name: &str| grades.iter().any(|grade| grade.suites.iter().any(|suite| suite.name == name));
    let columns: Vec<&str> =
        SUITES.iter().map(|(name, _)| *name).filter(|name| is_asked(name)).collect();
    let rows = grades.iter().map(|grade| row(grade, &columns, weights));
    let right = grades.iter().filter(|grade| grade.stopped_at().is_none()).count();
    let lead =
        format!("{right} of {} are right.", counted(grades.len() as u64, "program", "programs"));
    let page = Markup::of(
        PAGE,
        &[
            &title,
            &Markup::trusted(style),
            &title,
            &lead,
            &same_mistakes(&groups(grades)),
            &Markup::each("<th scope=\"col\">{}</th>", &columns),
            &rows.collect::<Markup>(),
        ],
    );
    page.into_text()
}

/// A student's row.
fn row(grade: &Grade, columns: &[&str], weights: &Weights) -> Markup {
    let (points, of) = weights.points(grade);
    let cells = columns.iter().map(|column| {
        let suite = grade.suites.iter().find(|suite| suite.name == *column);
        suite.map_or(String::new(), |suite| match (suite.different, suite.not_played) {
            (0, 0) => "✓".into(),
            (0, _) => "…".into(),
            (different, _) => different.to_string(),
        })
    });
    Markup::of(
        "\n<tr><th scope=\"row\">{}</th><td>{}/{}</td><td>{}</td>{}<td>{}</td></tr>",
        &[
            &grade.student,
            &shown(points),
            &shown(of),
            &grade.stopped_at().unwrap_or("–"),
            &Markup::each("<td>{}</td>", cells),
            if grade.plays_words.is_empty() { &grade.why } else { &grade.plays_words },
        ],
    )
}

/// Who makes the same mistakes; nothing where nobody does.
fn same_mistakes(groups: &[Group<'_>]) -> Markup {
    if groups.is_empty() {
        return Markup::default();
    }
    let rows = groups.iter().map(|Group { words, students }| {
        Markup::of(
            "\n<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
            &[&students.len(), words, &students.join(", ")],
        )
    });
    Markup::of(
        "\n<section class=\"overview\">\n<h2>The same mistakes</h2>\n\
         <div class=\"scroll\" tabindex=\"0\">\n<table>\n<thead><tr><th scope=\"col\">programs</th>\
         <th scope=\"col\">what they do</th><th scope=\"col\">whose</th></tr></thead>\n\
         <tbody>{}\n</tbody>\n</table>\n</div>\n</section>",
        &[&rows.collect::<Markup>()],
    )
}
