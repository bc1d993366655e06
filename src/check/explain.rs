//! Which rules did a program play, if not those it should have?
//!
//! A guess is the rule set with one field changed, or with one slip. It explains a program if it gives every
//! answer that the program gave, right and wrong ones alike.

use std::time::Instant;

use toml::Value;

use super::answer::Got;
use super::compare::{Answered, Suite};
use super::judge::Judge;
use super::slips::{self, SLIPS, Slip};
use crate::core::cards::text::Given;
use crate::core::fields::set;
use crate::games::war::rules::{LimitUnit, likely};
use crate::games::war::{EndReason, Outcome, RuleFields, Rules};

/// What a program plays instead of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// How it plays.
    pub deviation: Deviation,
    /// Others that would have given the same answers to the decks played.
    pub others: Vec<Deviation>,
    /// Differences that it explains.
    pub explains: usize,
}

/// A way to play that is not quite that of the rules.
#[derive(Clone, Debug, PartialEq)]
pub enum Deviation {
    /// A field with another value, as in a rules file.
    Field(String, Value),
    /// A mistake that no field of the rules expresses, with what the program does, as the end of a sentence.
    Slip(Slip, &'static str),
}

/// What may be different from the rules, the likely first.
fn guesses(rules: &Rules) -> Vec<Deviation> {
    let limit =
        |more| ("limit.at".to_owned(), Value::from((rules.limit.at as i64).saturating_add(more)));
    let is_of_some_pots =
        |(key, _): &(String, _)| key.ends_with("_war") || key.starts_with("seat_b");
    let (of_some_pots, fields): (Vec<_>, _) = likely().into_iter().partition(is_of_some_pots);
    let near = [-1, 1, -2, 2].map(limit).into_iter().filter(|near| !fields.contains(near));
    let fields = [fields.clone(), near.collect()].concat();
    let field = |(key, value)| Deviation::Field(key, value);
    let slips = SLIPS.map(|(slip, words)| Deviation::Slip(slip, words));
    // Simple slips come near fields that are about some pots alone.
    fields.into_iter().map(field).chain(slips).chain(of_some_pots.into_iter().map(field)).collect()
}

/// The rule set with this field changed; `None` if it cannot be played.
fn changed(rules: &Rules, key: &str, value: &Value) -> Option<Rules> {
    let mut table: toml::Table = rules.to_toml().parse().ok()?;
    set(&mut table, key, value.clone());
    RuleFields::from_toml(&toml::to_string(&table).ok()?).ok()
}

/// What a program answers to a deck.
type Imitation = Box<dyn FnMut(&Given) -> Got>;

/// Somebody who plays so; `None` if this is the rule set itself, or none that is played here.
fn player(rules: &Rules, how: &Deviation) -> Option<Imitation> {
    let (key, value) = match how {
        Deviation::Field(key, value) => (key, value),
        Deviation::Slip(slip, _) => return Some(Box::new(slips::player(rules, Some(*slip))?)),
    };
    let played = changed(rules, key, value)?;
    if played.has_in_game_randomness() || played == *rules {
        return None;
    }
    let is_endless = played.limit.unit == LimitUnit::None;
    let mut judge = Judge::in_haste(&played);
    Some(Box::new(move |deck| match judge.end(deck) {
        Some((_, EndReason::Cycle)) => Got::Hung,
        Some((_, EndReason::Limit)) if is_endless => Got::Hung,
        Some((outcome, _)) => Got::Answer(outcome),
        None => Got::Nonsense("a card that these rules have no use for".into()),
    }))
}

/// What explains the program's answers; `None` if nothing explains all of them, or if time is up.
///
/// Where the program died or printed nonsense, no rules can explain it; these differences are
/// counted as not explained.
pub fn explain(rules: &Rules, suites: &[Suite], until: Instant) -> Option<Diagnosis> {
    let all = suites.iter().flat_map(|suite| &suite.asked);
    let is_told = |played: &&Answered| matches!(played.got, Got::Answer(_) | Got::Hung);
    let mut told: Vec<&Answered> = all.filter(is_told).collect();
    // Most guesses are found wrong at once: by a wrong answer to a short deck.
    told.sort_by_key(|played| (!played.is_wrong(), played.deck.cards.len()));
    let explains = told.iter().filter(|played| played.is_wrong()).count();
    // Of a program that mostly crashes the few answers fit many a guess.
    if explains == 0 || 2 * explains < suites.iter().map(Suite::different).sum() {
        return None;
    }
    let is_time_up = || Instant::now() >= until;
    let is_it = |how: &Deviation| {
        player(rules, how).is_some_and(|mut player| {
            told.iter().all(|played| match (player(&played.deck), &played.got) {
                _ if is_time_up() => false,
                // By the rules it goes on for ever: a program may see that, and call it a draw as they do.
                (Got::Hung, Got::Answer(Outcome::Draw)) => true,
                (said, got) => said == *got,
            })
        })
    };
    let mut found = guesses(rules).into_iter().filter(is_it);
    let deviation = found.next()?;
    let others = found.collect();
    (!is_time_up()).then_some(Diagnosis { deviation, others, explains })
}

#[cfg(test)]
mod tests {
    use rayon::iter::{
        IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _,
    };

    use super::super::compare::Question;
    use super::super::judge::Domain;
    use super::super::readings::reading;
    use super::super::suites::suites;
    use super::*;
    use crate::core::cards::{Card, Seed};
    use crate::games::war::presets;

    /// What the suites ask of a built-in rule set.
    fn questions(name: &str) -> Vec<Question> {
        let rules = presets::find(name).expect("a preset").rules();
        let suites = suites(&rules, &Domain::of(name, &rules), (Seed(1), 60), &[]);
        suites.into_iter().flat_map(|suite| suite.left).collect()
    }

    /// The same with what somebody answers.
    fn asked(questions: &[Question], mut player: impl FnMut(&Given) -> Got) -> Vec<Answered> {
        let questions = questions.iter().cloned();
        questions.map(|(deck, right)| Answered { got: player(&deck), deck, right }).collect()
    }

    /// What a program answers that plays the default rules with these changes.
    fn played_by(fields: &str, questions: &[Question]) -> Vec<Answered> {
        let mut judge = Judge::new(&RuleFields::from_toml(fields).expect(fields));
        asked(questions, |deck| match judge.end(deck).expect("a deck of the suites") {
            (_, EndReason::Cycle) => Got::Hung,
            (outcome, _) => Got::Answer(outcome),
        })
    }

    /// The diagnosis by these rules, with all the time it needs.
    fn diagnosed(rules: &Rules, asked: Vec<Answered>) -> Option<Diagnosis> {
        let hour = Instant::now() + std::time::Duration::from_secs(3_600);
        explain(rules, &[Suite { asked, ..Suite::new("suite", []) }], hour)
    }

    /// A field with its value, as in a rules file; nothing of a slip.
    fn line(how: &Deviation) -> Option<String> {
        match how {
            Deviation::Field(key, value) => Some(format!("{key} = {value}")),
            Deviation::Slip(..) => None,
        }
    }

    #[test]
    fn each_slip_is_recognised_by_its_answers() {
        let (rules, questions) = (Rules::default(), questions("umass"));
        SLIPS.into_par_iter().for_each(|(slip, words)| {
            let wrong = slips::player(&rules, Some(slip)).expect("rules");
            let found = diagnosed(&rules, asked(&questions, wrong));
            let found = found.unwrap_or_else(|| panic!("{slip:?}"));
            assert_eq!(found.deviation, Deviation::Slip(slip, words), "{found:?}");
        });
    }

    const NO_LIMIT: &str = "limit.unit = \"none\"";

    /// What a change is taken for that shows in the decks: itself, or what gives the same answers.
    fn assert_named(fields: &str, questions: &[Question]) -> bool {
        let played = played_by(fields, questions);
        let given: Vec<Got> = played.iter().map(|p| p.got.clone()).collect();
        let of = played.iter().filter(|p| p.is_wrong()).count();
        // A few change nothing in the decks of the suites.
        let Some(found) = diagnosed(&Rules::default(), played) else {
            assert_eq!(of, 0, "{fields}");
            return false;
        };
        let named = line(&found.deviation).unwrap_or_else(|| panic!("{fields}: {found:?}"));
        assert_eq!(found.explains, of, "{fields}");
        if named != fields {
            // Who stops so late answers as one who sees that a game never ends.
            let is_same = || played_by(&named, questions).iter().map(|p| &p.got).eq(&given);
            let is_beside = found.others.iter().any(|how| line(how).as_deref() == Some(fields));
            assert!(is_beside && (named == NO_LIMIT || is_same()), "{fields}: {named}");
        }
        true
    }

    #[test]
    fn each_neighbour_is_recognised_by_its_answers_and_has_a_sentence() {
        let (rules, questions) = (Rules::default(), questions("umass"));
        let (mut simple, mut said) = (Vec::new(), Vec::new());
        for how in guesses(&rules) {
            let Deviation::Field(key, value) = &how else {
                simple = said.clone();
                continue;
            };
            let is_same = |made: Rules| made == rules || made.has_in_game_randomness();
            if !changed(&rules, key, value).is_none_or(is_same) {
                let words = reading(&rules, key, value).unwrap_or_else(|| panic!("{how:?}"));
                assert!(words.contains("; by the rules "), "{words}");
                said.extend(line(&how));
            }
        }
        assert!(said.len() > 20, "{said:?}");
        // Every third, or all with `WAR_SIM_LONG_TESTS=1`.
        let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
        let tried = simple.into_par_iter().enumerate();
        let tried = tried.filter(|(k, _)| is_long || k % 3 == 0);
        let named = tried.filter(|(_, fields)| assert_named(fields, &questions)).count();
        assert!(named >= if is_long { 20 } else { 7 }, "{named}");
        let words = reading(&rules, "limit.asked", &"before".into()).unwrap();
        let by_rules =
            "; by the rules the limit is checked right after the battle that reaches it.";
        assert_eq!(words, format!("the limit is checked before the next battle begins{by_rules}"));
    }

    #[test]
    fn what_fits_is_named_the_simplest_first_and_nothing_is_called_near() {
        let (rules, questions) = (Rules::default(), questions("umass"));
        let late = [5_000, 10_000].map(|at| Deviation::Field("limit.at".into(), at.into()));
        for (fields, named, others) in [
            // There is no difference.
            ("", None, None),
            // Two mistakes at once.
            ("war.face_down = 2\npickup = \"winner-first\"", None, None),
            ("war.lay = \"alternating\"\nlimit.asked = \"before\"", None, None),
            ("limit.at = 10000", Some(NO_LIMIT), Some(&late)),
            ("seat_b.pickup = \"high-first\"", Some("seat_b.pickup = \"high-first\""), None),
            ("pickup_war = \"last-first\"", Some("pickup_war = \"last-first\""), None),
        ] {
            let found = diagnosed(&rules, played_by(fields, &questions));
            assert_eq!(found.as_ref().and_then(|found| line(&found.deviation)).as_deref(), named);
            assert!(others.is_none_or(|others| found.is_some_and(|found| found.others == others)));
        }
        // Some decks have an answer of their own, by the rules and with two cards face down.
        for (fields, has_its_own) in [
            ("", (|cards| cards.len() % 5 == 3) as fn(&[Card]) -> bool),
            ("war.face_down = 2", |cards| cards.iter().max() == Some(&9)),
        ] {
            let mut played = played_by(fields, &questions);
            for p in played.iter_mut().filter(|p| has_its_own(&p.deck.cards)) {
                let other = if p.right.0 == Outcome::A { Outcome::B } else { Outcome::A };
                p.got = Got::Answer(other);
            }
            assert_eq!(diagnosed(&rules, played), None, "{fields}");
        }
        // A crash hides no mistake in the rules, and is not explained by one.
        let mut played = played_by("war.face_down = 2", &questions);
        let wrong = played.iter().filter(|p| p.is_wrong()).count();
        assert!(!played[0].is_wrong());
        played[0].got = Got::Died { how: "exit code 1".into(), stderr: String::new() };
        let found = diagnosed(&rules, played).expect("a diagnosis");
        let named = (line(&found.deviation), found.explains);
        assert_eq!(named, (Some("war.face_down = 2".into()), wrong));
        for at in [501, i64::MAX - 2] {
            let rules = RuleFields::from_toml(&format!("limit.at = {at}")).expect("rules");
            let all = guesses(&rules);
            assert!(all.iter().all(|how| all.iter().filter(|other| *other == how).count() == 1));
        }
        // A program that sees that a game never ends says what the rules say: a draw.
        let rules = presets::find("bicycle").expect("a preset").rules();
        let other = changed(&rules, "pickup", &"loser-first".into()).expect("rules");
        let (mut judge, mut endless) = (Judge::new(&other), 0);
        let played = asked(&self::questions("bicycle"), |deck| {
            let (outcome, why) = judge.end(deck).expect("a deck of the suites");
            endless += usize::from(why == EndReason::Cycle);
            Got::Answer(outcome)
        });
        assert!(endless > 10);
        let found = diagnosed(&rules, played).expect("a diagnosis");
        assert_eq!(line(&found.deviation).as_deref(), Some("pickup = \"loser-first\""));
    }
}
