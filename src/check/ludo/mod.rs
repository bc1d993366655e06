//! Ludo: the rolls that a program is fed, and the rules that it may have played instead.
//!
//! Players have no choice, so a game is a function of its rolls. Each list of rolls was thrown with
//! two dice of the task and ends with its game: whoever moves otherwise does not end there, or lets
//! the other one win.

use super::answer::{Answer, Got};
use super::compare::Verdict;
use super::report::{Deviation, Diagnosis};
use super::suite::{Ask, Noun, Question, Right, Suite};
use crate::core::cards::Seed;
use crate::games::ludo::board::{LAST, Place, Side, TRACK};
use crate::games::ludo::reference::{Observer, Throw, Why, play};
use crate::games::ludo::rolls::{PairBlocks, Rolls};
use crate::games::ludo::rules::{ClearA, GoalPieces, MustMove, PiecesOnA};
use crate::games::ludo::{Die, GameResult, LudoRules, Outcome, Seat, trace};

/// The task's own example of a file of dice.
const DICE: [&[u32]; 6] = [
    &[1, 2, 3, 4, 5, 6],
    &[1, 1, 1, 6, 6, 6],
    &[1, 2, 3, 4],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
];
/// Games that are looked through for those of a suite.
const SEARCHED: u64 = 1_500;
/// Most rolls of a game that is kept.
const LONGEST: u32 = 400;

/// Whether a throw shows what a suite is about.
type Shows = fn(&Throw) -> bool;

/// The suites: a name, the paragraph of the task that it tries, and what its games show.
const ABOUT: [(&str, &str, Shows); 9] = [
    ("entering", "a 6 brings a piece in", |t| why(t) == Some(Why::Enters)),
    ("making-room", "a 6 moves the piece on A first", |t| why(t) == Some(Why::MakesRoom)),
    ("clearing-a", "a piece on A leaves while others wait", |t| why(t) == Some(Why::ClearsA)),
    ("frontmost", "the frontmost piece that can move", |t| why(t) == Some(Why::Front)),
    ("capturing", "a piece that is landed on goes back to B", |t| t.captured.is_some()),
    ("in-the-goal", "pieces in the goal move on, or stay", in_the_goal),
    ("lost-six", "a 6 that moves nothing is followed by another roll", |t| {
        t.roll == 6 && t.moved.is_none()
    }),
    ("zero", "a 0 is no move", |t| t.roll == 0),
    ("far", "rolls beyond 6, and goal squares that need an exact count", |t| t.roll > 6),
];
/// The suite of games that end before anybody is home.
const USED_UP: (&str, &str) = ("used-up", "rolls that end before anybody is home are a draw");

fn why(throw: &Throw) -> Option<Why> {
    throw.moved.map(|moved| moved.why)
}

fn in_the_goal(throw: &Throw) -> bool {
    throw.moved.is_some_and(|moved| matches!(moved.from, Place::On(square) if square >= TRACK))
}

/// Every suite by its name, with what it tries, in order.
pub fn names() -> Vec<(&'static str, &'static str)> {
    ABOUT.iter().map(|&(name, about, _)| (name, about)).chain([USED_UP]).collect()
}

/// The rolls of a game, in the order in which they are thrown, as a question: who wins?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thrown(pub Vec<i32>);

impl Ask for Thrown {
    const NOUN: Noun = Noun { one: "game", many: "games", numbers: "rolls" };

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

/// Rolls that are asked first, to see whether a program answers.
pub fn probes() -> Vec<Thrown> {
    [&[6][..], &[1, 2, 3], &[], &[6, 6, 1, 4]].map(|rolls| Thrown(rolls.into())).into()
}

/// Rolls that are given; when they are used up nobody can move.
struct Fed<'r>(std::slice::Iter<'r, i32>);

impl Rolls for Fed<'_> {
    fn roll(&mut self, _: Seat) -> u32 {
        self.0.next().map_or(0, |&roll| roll.unsigned_abs())
    }
}

/// Rolls as they fall, kept.
struct Kept<R> {
    rolls: R,
    kept: Vec<i32>,
}

impl<R: Rolls> Rolls for Kept<R> {
    fn roll(&mut self, seat: Seat) -> u32 {
        let roll = self.rolls.roll(seat);
        self.kept.push(roll as i32);
        roll
    }
}

/// The rolls of a game between two of the dice; `None` if nobody wins it soon.
fn thrown(rules: &LudoRules, seed: Seed, game: u64) -> Option<Thrown> {
    let pairs = (DICE.len() * DICE.len()) as u64;
    let [one, two] = [game % pairs / 6, game % pairs % 6].map(|k| DICE[k as usize].to_vec());
    let (one, two) = (Die::new(one)?, Die::new(two)?);
    let mut blocks = PairBlocks::new(seed, [1, 2]);
    let mut rolls = Kept { rolls: blocks.game([&one, &two], game), kept: Vec::new() };
    let end = play(rules, [&one, &two], LONGEST, Seat::First, &mut rolls, &mut ());
    matches!(end.outcome, Outcome::Win(_)).then_some(Thrown(rolls.kept))
}

/// Plays with these rolls, the first player beginning; `None` for what no die shows.
fn game(rules: &LudoRules, thrown: &Thrown, observer: &mut impl Observer) -> Option<GameResult> {
    let length = u32::try_from(thrown.0.len()).ok()?;
    // With a die of every number somebody is stuck whom no roll could move.
    let die = Die::new((0..=LAST.into()).collect())?;
    let rolls = &mut Fed(thrown.0.iter());
    let is_thrown = thrown.0.iter().all(|&roll| roll >= 0);
    is_thrown.then(|| play(rules, [&die, &die], length, Seat::First, rolls, observer))
}

/// Who wins, and why.
pub fn right(rules: &LudoRules, thrown: &Thrown) -> Option<Right> {
    Some(match game(rules, thrown, &mut ())?.outcome {
        Outcome::Win(Seat::First) => Right { answer: Answer(1), why: "home" },
        Outcome::Win(Seat::Second) => Right { answer: Answer(-1), why: "home" },
        Outcome::Stuck | Outcome::Limit => Right { answer: Answer(0), why: "used-up" },
    })
}

/// The game roll by roll.
pub fn story(rules: &LudoRules, thrown: &Thrown) -> String {
    struct Lines(String);
    impl Observer for Lines {
        fn threw(&mut self, throw: &Throw, sides: &[Side; 2]) {
            self.0 += &(trace::words(throw, sides) + "\n");
        }
    }
    let mut lines = Lines(String::new());
    game(rules, thrown, &mut lines);
    lines.0
}

/// The suites, without those of `wanted` that are not; all for none. Each has up to `games` games.
pub fn suites(
    rules: &LudoRules,
    seed: Seed,
    games: usize,
    wanted: &[String],
) -> Vec<Suite<Thrown>> {
    struct Shown(Shows, bool);
    impl Observer for Shown {
        fn threw(&mut self, throw: &Throw, _: &[Side; 2]) {
            self.1 |= (self.0)(throw);
        }
    }
    let mut all: Vec<Thrown> = (0..SEARCHED).filter_map(|k| thrown(rules, seed, k)).collect();
    all.sort_by_key(|thrown| thrown.0.len());
    let question = |asked: &Thrown| {
        let expected = right(rules, asked)?.answer;
        Some(Question { asked: asked.clone(), expected })
    };
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|other| other == name);
    let shows = |thrown: &&Thrown, shows: Shows| {
        let mut shown = Shown(shows, false);
        game(rules, thrown, &mut shown).is_some() && shown.1
    };
    let mut suites: Vec<Suite<Thrown>> = ABOUT
        .into_iter()
        .filter(|(name, ..)| is_wanted(name))
        .map(|(name, about, shown)| {
            let own = all.iter().filter(|thrown| shows(thrown, shown)).take(games);
            Suite { name, about, questions: own.filter_map(question).collect() }
        })
        .collect();
    if is_wanted(USED_UP.0) {
        let cut = all.iter().take(games).map(|thrown| {
            Thrown(thrown.0.split_last().map_or(Vec::new(), |(_, rest)| rest.to_vec()))
        });
        let questions = cut.filter_map(|thrown| question(&thrown)).collect();
        suites.push(Suite { name: USED_UP.0, about: USED_UP.1, questions });
    }
    suites
}

/// The rule set that gives every answer of the program: the one with the fewest changed fields.
pub fn diagnose(rules: &LudoRules, verdicts: &[Verdict<Thrown>]) -> Option<Diagnosis> {
    let asked: Vec<&(Question<Thrown>, Got)> =
        verdicts.iter().flat_map(|verdict| &verdict.asked).collect();
    let is_different =
        |(question, got): &&&(Question<Thrown>, Got)| got.kind(question.expected).is_some();
    let of = asked.iter().filter(is_different).count();
    let mut others: Vec<(LudoRules, Vec<(String, toml::Value)>)> = Vec::new();
    for &goal_pieces in GoalPieces::ALL {
        for &pieces_on_a in PiecesOnA::ALL {
            for &clear_a in ClearA::ALL {
                for &must_move in MustMove::ALL {
                    let other =
                        LudoRules { goal_pieces, pieces_on_a, clear_a, must_move, ..*rules };
                    others.push((other, changed(rules, &other)?));
                }
            }
        }
    }
    others.sort_by_key(|(_, fields)| fields.len());
    let fits = |other: &LudoRules| {
        asked.iter().all(|(question, got)| match got {
            Got::Answer(answer) => {
                right(other, &question.asked).is_some_and(|right| right.answer == *answer)
            }
            _ => false,
        })
    };
    let (_, fields) =
        others.into_iter().find(|(other, _)| of > 0 && other != rules && fits(other))?;
    let suites = verdicts.iter().filter(|verdict| verdict.different() > 0).count();
    let deviation = Deviation { fields, ..Deviation::default() };
    let (explains, suites_explained, asked) = (of, suites, asked.len());
    let found = Diagnosis { deviation, explains, of, asked, ..Diagnosis::default() };
    Some(Diagnosis { suites_explained, suites, ..found })
}

/// The fields in which another rule set differs.
fn changed(rules: &LudoRules, other: &LudoRules) -> Option<Vec<(String, toml::Value)>> {
    let [own, other] = [rules, other].map(|rules| toml::Table::try_from(rules).ok());
    let own = own?;
    Some(other?.into_iter().filter(|(field, value)| own.get(field) != Some(value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers of somebody who plays by other rules.
    fn verdicts(other: &LudoRules) -> Vec<Verdict<Thrown>> {
        let suites = suites(&LudoRules::default(), Seed(42), 20, &[]);
        suites
            .into_iter()
            .map(|Suite { name, about, questions }| {
                let answered = questions.into_iter().map(|question| {
                    let answer = right(other, &question.asked).expect("rolls").answer;
                    (question, Got::Answer(answer))
                });
                let asked = answered.collect();
                Verdict { name, about, asked, not_asked: 0, smallest: None }
            })
            .collect()
    }

    #[test]
    fn every_paragraph_has_games_that_end_with_their_last_roll() {
        let suites = suites(&LudoRules::default(), Seed(42), 20, &[]);
        assert_eq!(suites.len(), names().len());
        for suite in &suites {
            assert!(suite.questions.len() >= 5, "{} {}", suite.name, suite.questions.len());
            let is_draw = |q: &Question<Thrown>| q.expected == Answer(0);
            assert!(suite.questions.iter().all(|q| is_draw(q) == (suite.name == "used-up")));
        }
    }

    #[test]
    fn each_other_rule_is_noticed_and_named() {
        let rules = LudoRules::default();
        assert_eq!(diagnose(&rules, &verdicts(&rules)), None);
        for (other, field) in [
            (LudoRules { goal_pieces: GoalPieces::Frozen, ..rules }, "goal_pieces"),
            (LudoRules { pieces_on_a: PiecesOnA::None, ..rules }, "pieces_on_a"),
            (LudoRules { clear_a: ClearA::Always, ..rules }, "clear_a"),
            (LudoRules { must_move: MustMove::NextSquareFree, ..rules }, "must_move"),
        ] {
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
