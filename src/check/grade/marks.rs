//! From grades to points, and which submissions make the same mistake.

use std::collections::BTreeMap;

use super::{Grade, Mark, STAGES, SuiteMark};
use crate::check::language::Lang;
use crate::core::table::Value;
use crate::core::wording::nearest::meant;
use crate::games::war::wrong::Mistake;

/// The points of each stage, and whether one that failed earns a part of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    of: Vec<(&'static str, f64)>,
    is_partial: bool,
}

impl Default for Weights {
    /// A point for each stage that plays decks: being there and answering something earns nothing.
    fn default() -> Self {
        let with_decks = STAGES.iter().filter(|(_, suites)| !suites.is_empty());
        Self { of: with_decks.map(|(name, _)| (*name, 1.0)).collect(), is_partial: false }
    }
}

impl Weights {
    /// Reads `small-decks=4,wars=3`, of these stages of an exercise: those not named have no points.
    ///
    /// Errors: in words.
    pub fn read(text: &str, asked: &[&str]) -> Result<Self, String> {
        let mut weights: Vec<(&'static str, f64)> = Vec::new();
        for part in text.split(',') {
            let (name, points) =
                part.split_once('=').ok_or_else(|| format!("`{part}`: write stage=points"))?;
            let name = name.trim();
            let Some((stage, _)) = STAGES.iter().find(|(stage, _)| *stage == name) else {
                let names: Vec<&str> = STAGES.iter().map(|(stage, _)| *stage).collect();
                let hint = meant(name, names.iter().copied());
                return Err(format!(
                    "`{name}`: there is no such stage; {hint}use {}",
                    names.join(", ")
                ));
            };
            if !asked.contains(stage) {
                return Err(format!("`{name}`: these rules have no decks for it; leave it out"));
            }
            let points = points.trim().parse().ok().filter(|p: &f64| p.is_finite() && *p >= 0.0);
            let points =
                points.ok_or_else(|| format!("`{part}`: points are a number from 0 up"))?;
            if weights.iter().any(|(known, _)| known == stage) {
                return Err(format!("`{name}` is there twice"));
            }
            weights.push((stage, points));
        }
        if weights.iter().all(|(_, points)| *points == 0.0) {
            return Err(format!("`{text}`: no stage has points; give one some"));
        }
        Ok(Self { of: weights, is_partial: false })
    }

    /// The same, and a stage that failed earns the share of its suites that are right.
    pub fn partial(self, is_partial: bool) -> Self {
        Self { is_partial, ..self }
    }

    /// The points of a stage.
    pub fn of(&self, stage: &str) -> f64 {
        self.of.iter().find(|(name, _)| *name == stage).map_or(0.0, |(_, points)| *points)
    }

    /// The part of a stage's points that a submission earns.
    pub fn share(&self, grade: &Grade, stage: &str, mark: Mark) -> f64 {
        match mark {
            Mark::Passed => 1.0,
            Mark::NotTried => 0.0,
            Mark::Failed if !self.is_partial => 0.0,
            Mark::Failed => {
                let suites: Vec<&SuiteMark> = grade.suites_of(stage).collect();
                let right = suites.iter().filter(|suite| suite.is_right()).count();
                right as f64 / suites.len().max(1) as f64
            }
        }
    }

    /// The points of a submission, and those that it could have.
    pub fn points(&self, grade: &Grade) -> (f64, f64) {
        grade.stages.iter().fold((0.0, 0.0), |(points, of), (stage, mark)| {
            let most = self.of(stage);
            (points + most * self.share(grade, stage, *mark), of + most)
        })
    }
}

impl Grade {
    /// The grade where a stage counts only if all before it have passed.
    pub fn in_order(mut self) -> Self {
        let mut marks = self.stages.iter_mut().map(|(_, mark)| mark);
        if marks.any(|mark| *mark == Mark::Failed) {
            marks.for_each(|mark| *mark = Mark::NotTried);
        }
        self
    }

    /// The suites that this stage needs, as far as decks of them were asked or should have been.
    pub fn suites_of(&self, stage: &str) -> impl Iterator<Item = &SuiteMark> {
        let own = STAGES.iter().find(|(name, _)| *name == stage).map_or(&[][..], |(_, own)| own);
        let has_decks = |suite: &&SuiteMark| suite.decks + suite.not_played > 0;
        self.suites.iter().filter(|suite| own.contains(&suite.name.as_str())).filter(has_decks)
    }

    /// The file of the program, with those that were not taken for it.
    pub fn taken(&self, lang: Lang) -> String {
        match &self.not_taken[..] {
            [] => self.program.clone(),
            others => lang.taken_not(&self.program, others.join(", ")),
        }
    }

    /// What it plays instead, in a few words; nothing if that is not known.
    pub fn short(&self, lang: Lang) -> String {
        let words = |name: &str| {
            let mistake = Mistake::ALL.iter().find(|mistake| mistake.name() == name);
            mistake.map_or(name.to_owned(), |one| lang.of_many(one.slip().words).to_owned())
        };
        self.plays.split(" + ").map(words).collect::<Vec<_>>().join("; ")
    }
}

/// The same mistake, and who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<'g> {
    /// The mistake, as a sentence without its subject.
    pub words: String,
    /// Whose submissions make it.
    pub students: Vec<&'g str>,
}

/// Mistakes that are named or that come with the same words, the most frequent first.
pub fn groups(grades: &[Grade], lang: Lang) -> Vec<Group<'_>> {
    let mut by_words: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for grade in grades {
        let words = match (grade.stopped_at(), grade.plays_words.as_str()) {
            (None, _) => continue,
            (Some(stage), "") if needs_no_deck(stage) => lang.stops_at(lang.stage(stage)),
            (Some(stage), "") => lang.stops_unknown(lang.stage(stage)),
            (Some(_), words) => words.to_owned(),
        };
        by_words.entry(words).or_default().push(&grade.student);
    }
    let mut groups: Vec<Group<'_>> =
        by_words.into_iter().map(|(words, students)| Group { words, students }).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.students.len()));
    groups
}

/// Whether a stage passes or fails before any deck is played.
pub fn needs_no_deck(stage: &str) -> bool {
    STAGES.iter().any(|(name, suites)| *name == stage && suites.is_empty())
}

/// Points as a table has them.
pub fn number(points: f64) -> Value {
    Value::Float(shown(points).parse().unwrap_or(points))
}

/// Points without needless decimals.
pub fn shown(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&str; 9] = {
        let mut all = [""; STAGES.len()];
        let mut k = 0;
        while k < all.len() {
            all[k] = STAGES[k].0;
            k += 1;
        }
        all
    };

    fn grade(student: &str, marks: [Mark; 9], plays: &str) -> Grade {
        let mut grade = Grade::new(student, String::new(), &ALL);
        for ((_, own), mark) in grade.stages.iter_mut().zip(marks) {
            *own = mark;
        }
        grade.plays_words = plays.to_owned();
        grade
    }

    #[test]
    fn a_stage_counts_only_after_those_before_it() {
        use Mark::{Failed, NotTried, Passed};
        let marks = [Passed, Passed, Passed, Passed, Passed, Failed, Passed, Failed, Passed];
        let alone = grade("a", marks, "");
        let weights = Weights::read("small-decks=4,values=2.5", &ALL).expect("weights");
        assert_eq!(weights.points(&alone), (6.5, 6.5));
        let in_order = alone.clone().in_order();
        assert_eq!(weights.points(&in_order), (4.0, 6.5));
        assert_eq!(in_order.stages[6].1, NotTried);
        assert_eq!(in_order.stopped_at(), Some("wars"));
        assert_eq!(Weights::default().points(&alone), (3.0, 5.0));
        assert_eq!((shown(6.5), shown(4.0), shown(10.0)), ("6.5".into(), "4".into(), "10".into()));
    }

    #[test]
    fn a_stage_that_failed_may_earn_the_share_of_its_suites() {
        use Mark::{Failed, NotTried, Passed};
        let suite = |name: &str, different, not_played| SuiteMark {
            name: name.into(),
            decks: if name == "wars-on-wars" { 0 } else { 9 },
            different,
            not_played,
        };
        let marks = [Passed, Passed, Passed, Passed, Failed, Failed, Passed, Failed, NotTried];
        let mut grade = grade("a", marks, "");
        // A suite without decks counts for nothing, and one that was not finished is not right.
        grade.suites = vec![
            suite("short-decks", 0, 0),
            suite("equal-values", 0, 3),
            suite("both-short", 1, 0),
            suite("three-cards-left", 0, 0),
            suite("wars-on-wars", 0, 0),
        ];
        let weights = Weights::read("small-decks=4,wars=3,values=1,games=1,limit=1", &ALL);
        let weights = weights.expect("weights");
        assert_eq!(weights.points(&grade), (1.0, 10.0));
        assert_eq!(weights.partial(true).points(&grade), (2.0 + 1.5 + 1.0, 10.0));
    }

    #[test]
    fn weights_that_mean_nothing_are_refused() {
        for (text, words) in [
            ("wars", "stage=points"),
            ("wrs=1", "did you mean `wars`?"),
            ("wars=-1", "a number from 0 up"),
            ("wars=inf", "a number from 0 up"),
            ("wars=1,wars=2", "twice"),
            ("wars=0", "no stage has points"),
        ] {
            let refused = Weights::read(text, &ALL).expect_err(text);
            assert!(refused.contains(words), "{refused}");
        }
        let refused = Weights::read("limit=3", &["there", "wars"]).expect_err("no such stage");
        assert!(refused.contains("no decks for it"), "{refused}");
    }

    #[test]
    fn mistakes_are_told_in_words() {
        let mut one = grade("a", [Mark::Failed; 9], "");
        assert_eq!(one.short(Lang::En), "");
        one.plays = "limit.at = 999 + both-to-b".into();
        assert_eq!(
            one.short(Lang::En),
            format!("limit.at = 999; {}", Mistake::BothToB.slip().words[0])
        );
    }

    #[test]
    fn equal_mistakes_are_one_group() {
        let failed = |student, plays| grade(student, [Mark::Failed; 9], plays);
        let right = grade("d", [Mark::Passed; 9], "");
        let grades = [
            failed("a", "plays otherwise"),
            failed("b", ""),
            failed("c", "plays otherwise"),
            right,
        ];
        let groups = groups(&grades, Lang::En);
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].students, ["a", "c"]);
        assert_eq!(groups[1].words, "stops at the stage `there`");
    }
}
