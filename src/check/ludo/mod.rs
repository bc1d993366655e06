//! Ludo: the rolls that a program is fed, and the rules that it may have played instead.
//!
//! Players have no choice, so a game is a function of its rolls. In the games of a suite only who
//! gets its paragraph wrong has another winner, as far as mistakes are known; those of the last suite
//! were thrown with two dice of the task and end with their last roll, so that every mistake shows.

pub mod kattis;

use super::answer::Answer;
use super::changes::{between, changed};
use super::diagnosis::{Guesses, Player, Said};
use super::difference::Difference;
use super::examiner::{Examiner, Says};
use super::language::Lang;
use super::noun::Noun;
use super::report::{Deviation, Smallest, for_shell};
use super::suite::{Ask, Right, Suite, wanted};
use crate::core::cards::Seed;
use crate::core::fields::Field;
use crate::core::wording::text::shell_quoted;
use crate::games::ludo::apart::apart;
use crate::games::ludo::reference::play;
use crate::games::ludo::rolls::PairBlocks;
use crate::games::ludo::rules::FIELDS;
use crate::games::ludo::wrong::{Mistake, Wrong};
use crate::games::ludo::{Die, LudoRules, Outcome, Pair, Seat, trace};

/// The task's own example of a file of dice.
const DICE: [&[u32]; 6] = [
    &[1, 2, 3, 4, 5, 6],
    &[1, 1, 1, 6, 6, 6],
    &[1, 2, 3, 4],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
];
/// Most rolls of a game that is kept.
const LONGEST: u32 = 400;
/// Tries for each game of a suite, and most games of one.
const TRIES: usize = 20;
const MOST_APART: usize = 40;

/// The suites: a name, and the paragraph of the task that it tries.
pub const SUITES: [(&str, &str); 12] = [
    ("entering", "a 6 brings a piece in"),
    ("making-room", "a 6 moves the piece on A first"),
    (CLEARING, "a piece on A leaves while others wait"),
    (FRONT, "the frontmost piece that can move"),
    ("jumping", "pieces may be jumped over"),
    ("capturing", "a piece that is landed on goes back to B"),
    (GOAL, "pieces in the goal move on, or stay"),
    ("lost-six", "a 6, also one that moves nothing, is followed by another roll"),
    ("zero", "a 0 is no move"),
    ("far", "rolls beyond 6, and goal squares that need an exact count"),
    (USED_UP, "rolls that end before anybody is home are a tie"),
    (WHOLE, "games that end with their last roll"),
];
const CLEARING: &str = "clearing-a";
const FRONT: &str = "frontmost";
const GOAL: &str = "in-the-goal";
const USED_UP: &str = "used-up";
const WHOLE: &str = "whole-games";

/// The fields that are read in several ways, each with its paragraph.
const READ: [(&str, &str); 4] =
    [("goal_pieces", GOAL), ("pieces_on_a", WHOLE), ("clear_a", CLEARING), ("must_move", FRONT)];

/// The rule sets with each value of this field.
fn with_each(rules: &LudoRules, key: &str) -> Vec<LudoRules> {
    let values = FIELDS.iter().filter(|field| field.key == key).flat_map(Field::values);
    let changed = values.map(|value| changed(&file(rules), &[(key.to_owned(), value)]));
    changed.flatten().filter_map(|file| toml::from_str(&file).ok()).collect()
}

/// The rule sets with one field changed, each with the paragraph that it is another reading of.
fn readings(rules: &LudoRules) -> Vec<(&'static str, LudoRules)> {
    let of_paragraph =
        |(key, paragraph)| with_each(rules, key).into_iter().map(move |r| (paragraph, r));
    READ.into_iter().flat_map(of_paragraph).filter(|(_, other)| other != rules).collect()
}

/// The rolls of a game, in the order in which they are thrown, as a question: who wins?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thrown(pub Vec<i32>);

impl Ask for Thrown {
    const NOUN: Noun = Noun {
        one: "game",
        many: "games",
        numbers: "rolls",
        outcomes: Some(["player 1 wins", "player 2 wins", "a tie"]),
        lang: Lang::En,
    };

    const PROGRAM: &'static str = "ludo";

    fn line(&self) -> String {
        let rolls: Vec<String> = self.0.iter().map(i32::to_string).collect();
        rolls.join(" ")
    }

    fn numbers(&self) -> &[i32] {
        &self.0
    }

    fn with_numbers(&self, numbers: Vec<i32>) -> Self {
        Thrown(numbers)
    }

    /// Games of few rolls end with nobody home; those of small rolls are long.
    fn small_numbers(nth: u64) -> Vec<i32> {
        thrown(&LudoRules::default(), Seed(1), nth).map_or_else(Vec::new, |thrown| thrown.0)
    }
}

/// The rolls of a game between two of the dice; `None` if nobody wins it soon.
fn thrown(rules: &LudoRules, seed: Seed, game: u64) -> Option<Thrown> {
    let pairs = (DICE.len() * DICE.len()) as u64;
    let [one, two] = [game % pairs / 6, game % pairs % 6].map(|k| DICE[k as usize].to_vec());
    let (one, two) = (Die::new(one)?, Die::new(two)?);
    let mut blocks = PairBlocks::new(seed, [1, 2]);
    let (mut rolls, mut thrown) = (blocks.game([&one, &two], game), Vec::new());
    let end = play(rules, [&one, &two], LONGEST, Seat::A, &mut rolls, |step| {
        thrown.push(step.event.roll as i32);
    });
    matches!(end.outcome, Outcome::Win(_)).then_some(Thrown(thrown))
}

/// The game of these rolls; `None` for what no die shows.
fn game(rules: &LudoRules, thrown: &Thrown) -> Option<Pair> {
    let rolls = thrown.0.iter().map(|&roll| u32::try_from(roll).ok());
    Pair::given(*rules, rolls.collect::<Option<Vec<u32>>>()?).ok()
}

/// Who wins, and why.
pub fn right(rules: &LudoRules, thrown: &Thrown) -> Option<Right> {
    Some(match game(rules, thrown)?.play_reference(0, |_| ()).1.outcome {
        Outcome::Win(Seat::A) => Right { answer: Answer(1), why: "home" },
        Outcome::Win(Seat::B) => Right { answer: Answer(-1), why: "home" },
        Outcome::Stuck | Outcome::Limit => Right { answer: Answer(0), why: USED_UP },
    })
}

/// The game roll by roll.
pub fn story(rules: &LudoRules, thrown: &Thrown) -> String {
    let mut lines = String::new();
    if let Some(pair) = game(rules, thrown) {
        pair.play_reference(0, |step| lines += &(trace::numbered(step) + "\n"));
    }
    lines
}

/// The suites of these names; all for none. Each has up to `games` games.
///
/// In the games of a suite only who gets its paragraph wrong answers otherwise, as far as mistakes
/// are known; every mistake shows in the last suite.
pub fn suites(rules: &LudoRules, seed: Seed, games: usize, names: &[String]) -> Vec<Suite<Thrown>> {
    let slips = slips(rules);
    let whole = || (0..games as u64 * 2).filter_map(|k| thrown(rules, seed, k)).take(games);
    let suite = |named: (&'static str, _)| {
        let mut games: Vec<Thrown> = match named.0 {
            WHOLE => whole().collect(),
            USED_UP => whole()
                .map(|game| Thrown(game.0[..game.0.len() / 2].into()))
                .filter(|game| slips.iter().all(|slip| is_draw(slip, game)))
                .collect(),
            paragraph => alone(rules, &slips, (seed, games), paragraph),
        };
        games.sort_by_key(|thrown| thrown.0.len());
        Suite::of(named, games, |thrown| right(rules, thrown))
    };
    wanted(&SUITES, names).map(suite).collect()
}

/// Whether nobody is home in this game, or the slip is just about that.
fn is_draw(
    (paragraph, rules, mistake): &(&str, LudoRules, Option<Mistake>),
    game: &Thrown,
) -> bool {
    *paragraph == USED_UP || Wrong { rules, mistake: *mistake }.play(&game.0) == 0
}

/// Mistakes and readings that get one paragraph wrong; one that changes every game is of no paragraph.
fn slips(rules: &LudoRules) -> Vec<(&'static str, LudoRules, Option<Mistake>)> {
    let readings = readings(rules).into_iter().map(|(name, other)| (name, other, None));
    let mistakes = Mistake::ALL.iter().map(|&slip| (slip.paragraph(), *rules, Some(slip)));
    readings.chain(mistakes).filter(|(paragraph, ..)| *paragraph != WHOLE).collect()
}

/// Games in which a slip in this paragraph alone has another winner, as many of each slip.
fn alone(
    rules: &LudoRules,
    slips: &[(&'static str, LudoRules, Option<Mistake>)],
    (seed, games): (Seed, usize),
    paragraph: &str,
) -> Vec<Thrown> {
    let plays = slips.iter().map(|(of, rules, mistake)| (*of, Wrong { rules, mistake: *mistake }));
    let (own, others): (Vec<_>, Vec<_>) = plays.partition(|(of, _)| *of == paragraph);
    let right = Wrong { rules, mistake: None };
    let each = games.min(MOST_APART).div_ceil(own.len().max(1));
    let of_slip = |(_, own): &(&str, Wrong<'_>)| {
        // Who cannot jump anywhere cannot in the goal either.
        let is_apart = |(_, other): &&(&str, Wrong<'_>)| {
            (own.mistake, other.mistake) != (Some(Mistake::NoJumpInGoal), Some(Mistake::NoJump))
        };
        let others: Vec<Wrong<'_>> = others.iter().filter(is_apart).map(|(_, of)| *of).collect();
        let tries = 0..(each * TRIES) as u64;
        let found = tries.filter_map(|nth| apart(right, *own, &others, (seed, nth)));
        found.take(each).map(Thrown).collect::<Vec<_>>()
    };
    own.iter().flat_map(of_slip).collect()
}

/// The rules as a file.
fn file(rules: &LudoRules) -> String {
    toml::to_string(rules).unwrap_or_default()
}

impl Guesses for LudoRules {
    type Asked = Thrown;

    fn single(&self) -> Vec<Deviation> {
        let mistakes = Mistake::ALL.iter().map(|mistake| Deviation::of_slip(mistake.slip()));
        let fields = others(self).into_iter().filter(|other| other.fields.len() == 1);
        fields.chain(mistakes).collect()
    }

    fn late(&self) -> Vec<Deviation> {
        others(self).into_iter().filter(|other| other.fields.len() > 1).collect()
    }

    fn player(&self, how: &Deviation) -> Option<Player<'_, Thrown>> {
        let rules: LudoRules = toml::from_str(&changed(&file(self), &how.fields)?).ok()?;
        let mistakes = Mistake::of(&how.mistakes)?;
        let mistake = mistakes.first().copied();
        let player = move |thrown: &Thrown| {
            Some(Said::Answer(Wrong { rules: &rules, mistake }.play(&thrown.0)))
        };
        (mistakes.len() < 2).then(|| -> Player<'_, Thrown> { Box::new(player) })
    }
}

/// Every other reading of the fields, those that differ in few first.
fn others(rules: &LudoRules) -> Vec<Deviation> {
    let mut all = vec![*rules];
    for (key, _) in READ {
        all = all.iter().flat_map(|rules| with_each(rules, key)).collect();
    }
    let fields = all.into_iter().map(|other| between(&file(rules), &file(&other)));
    let mut others: Vec<Deviation> =
        fields.map(|fields| Deviation { fields, ..Deviation::default() }).collect();
    others.sort_by_key(|other| other.fields.len());
    others
}

/// What is asked of a program.
#[derive(Clone, Copy, Debug)]
pub struct Task<'t> {
    /// The rules.
    pub rules: LudoRules,
    /// What `--rules` takes for them.
    pub given: &'t str,
}

impl Examiner for Task<'_> {
    type Rules = LudoRules;
    type Seen = ();

    fn rules(&self) -> &LudoRules {
        &self.rules
    }

    fn probes(&self) -> Vec<Thrown> {
        [&[6][..], &[1, 2, 3], &[], &[6, 6, 1, 4]].map(|rolls| Thrown(rolls.into())).into()
    }

    fn right(&self) -> Says<'_, Thrown, Right> {
        Box::new(|thrown| right(&self.rules, thrown))
    }

    fn smallest(&self, found: &Difference<Thrown>) -> Option<Smallest> {
        let thrown = &found.asked;
        let why = match found.expected.0 {
            0 => "the rolls are used up before anybody is home",
            _ => "all four pieces are home",
        };
        let (rules, rolls) = (shell_quoted(self.given), for_shell(&thrown.0));
        let replay = format!("war-sim play --rules {rules} --deck {rolls} --trace");
        Some(found.shown(why, replay, story(&self.rules, thrown)))
    }

    fn seen(&self) -> Says<'_, Thrown, ()> {
        Box::new(|_| Some(()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::check::answer::Got;
    use crate::check::compare::Verdict;
    use crate::check::diagnosis;
    use crate::check::report::Diagnosis;
    use crate::check::suite::{Played, Question};

    fn diagnose(rules: &LudoRules, verdicts: &[Verdict<Thrown>]) -> Option<Diagnosis> {
        diagnosis::diagnose(rules, verdicts, Instant::now() + Duration::from_secs(3_600))
    }

    /// The answers of somebody who plays by other rules.
    fn verdicts(other: &LudoRules) -> Vec<Verdict<Thrown>> {
        let suites = suites(&LudoRules::default(), Seed(42), 20, &[]);
        suites
            .into_iter()
            .map(|Suite { name, about, questions }| {
                let answered = questions.into_iter().map(|question| {
                    let answer = right(other, &question.asked).expect("rolls").answer;
                    Played::of((question, Got::Answer(answer)))
                });
                let asked = answered.collect();
                Verdict { name, about, asked, not_asked: 0, smallest: None }
            })
            .collect()
    }

    /// The suites that notice somebody who plays so.
    fn noticed(suites: &[Suite<Thrown>], plays: Wrong<'_>) -> Vec<&'static str> {
        let is_wrong = |q: &Question<Thrown>| plays.play(&q.asked.0) != q.expected.0;
        let noticed = suites.iter().filter(|suite| suite.questions.iter().any(is_wrong));
        noticed.map(|suite| suite.name).collect()
    }

    #[test]
    fn every_suite_notices_slips_in_its_own_paragraph_alone() {
        let rules = LudoRules::default();
        let suites = suites(&rules, Seed(42), 40, &[]);
        let sizes = suites.iter().map(|suite| (suite.name, suite.questions.len()));
        let few: Vec<_> = sizes.filter(|(_, games)| *games < 5).collect();
        assert!(few.is_empty(), "{few:?}");
        for &mistake in Mistake::ALL {
            if mistake.paragraph() == WHOLE {
                continue;
            }
            let noticed = noticed(&suites, Wrong { rules: &rules, mistake: Some(mistake) });
            let (own, rest): (Vec<&str>, Vec<&str>) =
                noticed.into_iter().partition(|name| *name == mistake.paragraph());
            assert_eq!(own.len(), 1, "{mistake:?}");
            // Who cannot jump anywhere cannot in the goal either.
            let too = if mistake == Mistake::NoJump { GOAL } else { WHOLE };
            assert!(rest.iter().all(|name| [WHOLE, too].contains(name)), "{mistake:?}: {rest:?}");
        }
        for (paragraph, other) in readings(&rules) {
            let noticed = noticed(&suites, Wrong { rules: &other, mistake: None });
            if paragraph == WHOLE {
                assert!(noticed.contains(&WHOLE));
                continue;
            }
            assert!(noticed.contains(&paragraph), "{paragraph}: {noticed:?}");
            assert!(noticed.iter().all(|name| [paragraph, WHOLE].contains(name)), "{noticed:?}");
        }
    }

    #[test]
    fn every_mistake_is_named() {
        let rules = LudoRules::default();
        let suites = suites(&rules, Seed(42), 40, &[]);
        for &mistake in Mistake::ALL {
            let answered = suites.iter().cloned().map(|suite| {
                let Suite { name, about, questions } = suite;
                let asked = questions.into_iter().map(|question| {
                    let wrong = Wrong { rules: &rules, mistake: Some(mistake) };
                    let answer = wrong.play(&question.asked.0);
                    Played::of((question, Got::Answer(Answer(answer))))
                });
                let asked = asked.collect();
                Verdict { name, about, asked, not_asked: 0, smallest: None }
            });
            let found = diagnose(&rules, &answered.collect::<Vec<_>>());
            let found = found.unwrap_or_else(|| panic!("{mistake:?}"));
            assert_eq!(found.deviation.name(), mistake.name());
        }
    }

    #[test]
    fn each_other_rule_is_noticed_and_named() {
        let rules = LudoRules::default();
        assert_eq!(diagnose(&rules, &verdicts(&rules)), None);
        for (field, _) in READ {
            let others = with_each(&rules, field);
            let other = others.into_iter().find(|other| *other != rules).expect(field);
            let found = diagnose(&rules, &verdicts(&other)).expect(field);
            let fields: Vec<&str> =
                found.deviation.fields.iter().map(|(f, _)| f.as_str()).collect();
            assert_eq!(fields, [field]);
            assert!(found.of >= 3 && found.explains == found.of, "{field} {found:?}");
        }
    }

    #[test]
    fn rolls_decide_who_wins() {
        let rules = LudoRules::default();
        let answer = |rolls: &[i32]| right(&rules, &Thrown(rolls.into())).map(|r| r.answer.0);
        assert_eq!((answer(&[]), answer(&[6, 6]), answer(&[-1])), (Some(0), Some(0), None));
        let thrown = thrown(&rules, Seed(42), 0).expect("a game of two ordinary dice");
        assert_ne!(answer(&thrown.0), Some(0));
        assert!(story(&rules, &thrown).lines().count() == thrown.0.len());
    }
}
