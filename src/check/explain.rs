//! Which rules did a program play, if not those it should have?
//!
//! A guess is the rule set with a field changed, or with a slip, or with two of these. It explains a program
//! if it gives every answer that the program gave, right and wrong ones alike. Guesses with one change are
//! tried first.

use std::time::Instant;

use super::answer::Got;
use super::compare::{Answered, Suite};
use super::judge::Judge;
use super::readings::Change;
use super::slips::{SLIPS, Slip, Wrong};
use crate::core::cards::text::Given;
use crate::core::fields::set;
use crate::games::war::rules::{LimitAsked, Verdict, likely};
use crate::games::war::{EndReason, Outcome, RuleFields, Rules};

/// Answers, wrong and right ones each, by which guesses are sorted out before all are asked.
const SAMPLE: usize = 240;
/// Guesses that are tried together with every other one, those that explain most.
const PAIRED: usize = 16;
/// Differences that each of two guesses must explain without the other's help.
const OWN_PART: usize = 3;

/// What a program plays instead of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// How it plays.
    pub deviation: Deviation,
    /// Others that would have given the same answers to the decks played.
    pub others: Vec<Deviation>,
    /// Differences that it explains.
    pub explains: usize,
}

/// A way to play that is not quite that of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deviation {
    /// The changed fields: the keys of a rules file and their values.
    pub fields: Vec<Change>,
    /// Mistakes that no field of the rules expresses.
    pub slips: Vec<Slip>,
}

impl Deviation {
    /// Both at once; `None` where they are about one field.
    fn and(&self, other: &Self) -> Option<Self> {
        let is_changed = |key: &str| self.fields.iter().any(|(own, _)| own == key);
        let is_one = self == other || other.fields.iter().any(|(key, _)| is_changed(key));
        (!is_one).then(|| Self {
            fields: [&self.fields[..], &other.fields].concat(),
            slips: [&self.slips[..], &other.slips].concat(),
        })
    }

    /// What is said of each slip, in one text.
    pub fn each_slip(&self, of: fn(Slip) -> &'static str, between: &str) -> String {
        self.slips.iter().map(|&slip| of(slip)).collect::<Vec<_>>().join(between)
    }
}

/// Guesses with one difference from the rules, the likely ones first.
fn guesses(rules: &Rules) -> Vec<Deviation> {
    let (limit, mut changes) = (rules.limit, likely());
    let of = |field: &str, changes: &[Change]| changes.iter().position(|(key, _)| key == field);
    let at = |at: u64| ("limit.at".to_owned(), i64::try_from(at).unwrap_or(i64::MAX).into());
    let near = [limit.at.saturating_sub(1), limit.at.saturating_add(1)];
    // Before a late limit, by which few decks are answered otherwise.
    let limits = of("limit.at", &changes).unwrap_or_default();
    let none = ("limit.unit".to_owned(), "none".into());
    changes.splice(limits..limits, [none].into_iter().chain(near.map(at)));
    // After the next battle a draw is asked as before it.
    let same = at(near[usize::from(limit.asked == LimitAsked::After)]);
    changes.retain(|change| *change != same || limit.verdict != Verdict::Draw);
    // Fields that are about some pots alone are named last, because simple slips come near them.
    let some_pots = of("seat_b.pickup", &changes).unwrap_or(changes.len());
    let field = |change| Deviation { fields: vec![change], ..Deviation::default() };
    let slip = |(slip, ..): (Slip, _, _)| Deviation { slips: vec![slip], ..Deviation::default() };
    let mut guesses: Vec<Deviation> = changes.into_iter().map(field).collect();
    guesses.splice(some_pots..some_pots, SLIPS.map(slip));
    guesses
}

/// The rule set with these fields changed; `None` if it cannot be played.
fn changed(rules: &Rules, fields: &[Change]) -> Option<Rules> {
    let mut table: toml::Table = rules.to_toml().parse().ok()?;
    fields.iter().for_each(|(key, value)| set(&mut table, key, value.clone()));
    RuleFields::from_toml(&toml::to_string(&table).ok()?).ok()
}

/// What a program answers to a deck.
type Imitation = Box<dyn FnMut(&Given) -> Got>;

/// Somebody who plays so; `None` if this is the rule set itself, or none that is played here.
fn player(rules: &Rules, how: &Deviation) -> Option<Imitation> {
    let played = changed(rules, &how.fields)?;
    if !how.slips.is_empty() {
        let wrong = Wrong::new(&played, &how.slips)?;
        return Some(Box::new(move |deck| wrong.play(deck)));
    }
    let mut judge = Judge::new(&played);
    let is_other = !played.has_in_game_randomness() && played != *rules;
    is_other.then(|| -> Imitation {
        Box::new(move |deck| match judge.end(deck) {
            Some((_, EndReason::Cycle)) => Got::Hung,
            Some((outcome, _)) => Got::Answer(outcome),
            None => Got::Nonsense("a card that these rules have no use for".into()),
        })
    })
}

/// Of each suite so many wrong and right answers, for a mistake may show in one alone; wrong ones and those to
/// short decks first, for most guesses are found wrong at once. Crashes and words are nothing that rules ask for.
fn evidence(suites: &[Suite], most: usize) -> Vec<&Answered> {
    let mut list = Vec::new();
    for (suite, is_wrong) in suites.iter().flat_map(|suite| [(suite, true), (suite, false)]) {
        let is_wanted =
            |p: &&Answered| p.is_wrong() == is_wrong && matches!(p.got, Got::Answer(_) | Got::Hung);
        let all: Vec<&Answered> = suite.asked.iter().filter(is_wanted).collect();
        let step = all.len().div_ceil(most).max(1);
        list.extend(all.into_iter().step_by(step));
    }
    list.sort_by_key(|played| (!played.is_wrong(), played.deck.cards.len()));
    list
}

/// What explains the program's answers; `None` if nothing explains all of them, or if time is up.
///
/// Where the program died or printed nonsense, no rules can explain it; these differences are
/// counted as not explained.
pub fn explain(rules: &Rules, suites: &[Suite], until: Instant) -> Option<Diagnosis> {
    let is_time_up = || Instant::now() >= until;
    // How many of these answers a way to play leaves open, up to so many. A game that by the rules goes on for
    // ever may do so for a program, or it sees that and calls it a draw as they do.
    let open = |how: &Deviation, answers: &[&Answered], most: usize| {
        let mut player = player(rules, how)?;
        let is_open = |played: &&&Answered| match player(&played.deck) {
            Got::Hung if played.got == Got::Answer(Outcome::Draw) => false,
            said => said != played.got,
        };
        Some(answers.iter().take_while(|_| !is_time_up()).filter(is_open).take(most).count())
    };
    let all = evidence(suites, usize::MAX);
    let sample = evidence(suites, SAMPLE.div_ceil(suites.len().max(1)));
    let explicable = all.iter().filter(|played| played.is_wrong()).count();
    // Of a program that mostly crashes the few answers fit many a guess.
    if explicable == 0 || 2 * explicable < suites.iter().map(Suite::different).sum() {
        return None;
    }
    let explains =
        |how: &Deviation| [&sample, &all].iter().all(|some| open(how, some, 1) == Some(0));
    // Most guesses give another answer on one of the first decks, and most programs have one mistake:
    // whether a guess explains everything is asked of all guesses before how much each explains.
    let guesses = guesses(rules);
    let mut whole = guesses.iter().filter(|how| explains(how)).cloned();
    let mut found = whole.next().map(|deviation| (deviation, whole.collect()));
    if found.is_none() {
        let count = |how| Some((open(how, &sample, usize::MAX)?, how));
        let mut useful: Vec<(usize, &Deviation)> = guesses.iter().filter_map(count).collect();
        // Likely guesses stay before others that leave as little open.
        useful.sort_by_key(|(open, _)| *open);
        let pairs = useful.iter().take(PAIRED).flat_map(|(_, first)| {
            guesses.iter().filter_map(move |second| Some((first.and(second)?, [*first, second])))
        });
        // Each of the two alone leaves enough unexplained for the other one beside it.
        let leaves_open = |how: &&Deviation| open(how, &all, OWN_PART) == Some(OWN_PART);
        let is_it = |(pair, each): &(Deviation, [&Deviation; 2])| {
            explains(pair) && each.iter().all(leaves_open)
        };
        found = { pairs }.find(is_it).map(|(pair, _)| (pair, Vec::new()));
    }
    let (deviation, others) = found.filter(|_| !is_time_up())?;
    Some(Diagnosis { deviation, others, explains: explicable })
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use rayon::iter::{
        IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _,
    };

    use super::super::compare::Question;
    use super::super::judge::Domain;
    use super::super::readings::readings;
    use super::super::suites::suites;
    use super::*;
    use crate::core::cards::Seed;
    use crate::games::war::presets;

    /// The diagnosis, with all the time it needs.
    fn diagnosed(played: &[Answered]) -> Option<Diagnosis> {
        diagnosed_by(&Rules::default(), played)
    }

    fn diagnosed_by(rules: &Rules, played: &[Answered]) -> Option<Diagnosis> {
        let suite = Suite { asked: played.to_vec(), ..Suite::new("suite", []) };
        let hour = Instant::now() + std::time::Duration::from_secs(3_600);
        explain(rules, &[suite], hour)
    }

    /// What a program says that plays the default rules with this slip.
    fn played_with(slip: Slip) -> Vec<Answered> {
        let wrong = Wrong::new(&Rules::default(), &[slip]).expect("rules");
        let mut played = played_by("");
        played.iter_mut().for_each(|p| p.got = wrong.play(&p.deck));
        played
    }

    #[test]
    fn each_slip_is_recognised_by_its_answers() {
        SLIPS.into_par_iter().for_each(|(slip, name, _)| {
            assert_eq!(slip.name(), name);
            let found = diagnosed(&played_with(slip)).unwrap_or_else(|| panic!("{slip:?}"));
            assert_eq!(found.deviation.slips, [slip], "{found:?}");
        });
    }

    /// What the suites ask of the default rules.
    fn questions() -> &'static [Question] {
        static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
        QUESTIONS.get_or_init(|| {
            let rules = Rules::default();
            let suites = suites(&rules, &Domain::of("umass", &rules), (Seed(1), 60), &[]);
            suites.into_iter().flat_map(|suite| suite.left).collect()
        })
    }

    /// What a program says that plays the default rules with these changes.
    fn played_by(fields: &str) -> Vec<Answered> {
        let wrong = RuleFields::from_toml(fields).expect(fields);
        let mut judge = Judge::new(&wrong);
        let mut played = |(deck, right): &Question| {
            let got = match judge.end(deck).expect("a deck of the suites") {
                (_, EndReason::Cycle) => Got::Hung,
                (outcome, _) => Got::Answer(outcome),
            };
            Answered { deck: deck.clone(), right: *right, got }
        };
        questions().iter().map(&mut played).collect()
    }

    fn fields_of(diagnosis: &Diagnosis) -> String {
        assert!(diagnosis.deviation.slips.is_empty(), "{diagnosis:?}");
        let fields =
            diagnosis.deviation.fields.iter().map(|(field, value)| format!("{field} = {value}"));
        fields.collect::<Vec<_>>().join("; ")
    }

    const NO_LIMIT: &str = "limit.unit = \"none\"";

    #[test]
    fn each_neighbour_is_recognised_by_its_answers() {
        let answers =
            |played: &[Answered]| -> Vec<Got> { played.iter().map(|p| p.got.clone()).collect() };
        let is_made = |change: &Change| {
            let made = changed(&Rules::default(), std::slice::from_ref(change));
            made.is_some_and(|made| made != Rules::default() && !made.has_in_game_randomness())
        };
        // The changes that show in the decks, with what they are taken for.
        let taken_for = |change: Change| {
            let fields = format!("{} = {}", change.0, change.1);
            let played = played_by(&fields);
            let of = played.iter().filter(|p| p.is_wrong()).count();
            let found = diagnosed(&played);
            // A few change nothing in the decks of the suites.
            assert_eq!(found.is_none(), of == 0, "{fields}: {found:?}");
            let found = found?;
            let named = fields_of(&found);
            assert_eq!(found.explains, of, "{fields}");
            if named == fields {
                return Some((fields, named));
            }
            assert!(
                answers(&played_by(&named)) == answers(&played) || named == NO_LIMIT,
                "{fields}: {named}"
            );
            // Who stops so late answers as one who sees that a game never ends.
            let is_it = |other: &Deviation| {
                other.fields.iter().any(|(key, value)| format!("{key} = {value}") == fields)
            };
            Some((fields.clone(), if found.others.iter().any(is_it) { fields } else { named }))
        };
        let guesses = guesses(&Rules::default()).into_iter();
        let fields = guesses.take_while(|how| how.slips.is_empty()).flat_map(|how| how.fields);
        let all: Vec<Change> = fields.filter(is_made).collect();
        // Every third, or all with `WAR_SIM_LONG_TESTS=1`.
        let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
        let tried = all.into_par_iter().enumerate();
        let tried = tried.filter(|(k, _)| is_long || k % 3 == 0);
        let named: Vec<_> = tried.filter_map(|(_, change)| taken_for(change)).collect();
        assert!(named.len() >= if is_long { 20 } else { 7 }, "{named:?}");
        let others: Vec<_> = named.into_iter().filter(|(fields, named)| fields != named).collect();
        assert_eq!(others, []);
    }

    #[test]
    fn two_mistakes_at_once_are_found_together() {
        let played = played_by("war.face_down = 2\npickup = \"winner-first\"");
        let found = diagnosed(&played).expect("a diagnosis");
        assert_eq!(fields_of(&found), "pickup = \"winner-first\"; war.face_down = 2");
    }

    /// A program that sees that a game never ends says what the rules say: a draw.
    #[test]
    fn neighbour_whose_games_never_end_is_found() {
        let preset = |name| presets::ALL.iter().find(|preset| preset.name == name);
        let rules = preset("bicycle").expect("a preset").rules();
        let other = changed(&rules, &[("pickup".into(), "loser-first".into())]).expect("rules");
        let suites = suites(&rules, &Domain::of("bicycle", &rules), (Seed(1), 60), &[]);
        let (mut judge, mut endless) = (Judge::new(&other), 0);
        let mut played = |(deck, right): Question| {
            let (outcome, why) = judge.end(&deck).expect("a deck of the suites");
            endless += usize::from(why == EndReason::Cycle);
            Answered { deck, right, got: Got::Answer(outcome) }
        };
        let questions = suites.into_iter().flat_map(|suite| suite.left);
        let played: Vec<Answered> = questions.map(&mut played).collect();
        assert!(endless > 10);
        let found = diagnosed_by(&rules, &played).expect("a diagnosis");
        assert_eq!(fields_of(&found), "pickup = \"loser-first\"");
    }

    /// Where several fit, the simplest is named, and the others with it.
    #[test]
    fn no_limit_is_named_before_a_late_one() {
        let found = diagnosed(&played_by("limit.at = 10000")).expect("a diagnosis");
        assert_eq!(fields_of(&found), NO_LIMIT);
        let [other] = &found.others[..] else { panic!("{found:?}") };
        assert_eq!(other.fields, [("limit.at".to_owned(), 10_000.into())]);
    }

    #[test]
    fn second_mistake_is_found_where_it_shows_on_a_few_decks() {
        let played = played_by("war.lay = \"alternating\"\nlimit.asked = \"before\"");
        let found = diagnosed(&played).expect("a diagnosis");
        assert_eq!(fields_of(&found), "war.lay = \"alternating\"; limit.asked = \"before\"");
    }

    #[test]
    fn hand_that_picks_up_otherwise_is_named() {
        for change in ["seat_b.pickup = \"high-first\"", "pickup_war = \"last-first\""] {
            let found = diagnosed(&played_by(change)).expect("a diagnosis");
            assert_eq!(fields_of(&found), change);
        }
    }

    #[test]
    fn what_no_rules_explain_is_left_open() {
        let mut played = played_by("");
        assert_eq!(diagnosed(&played), None, "there is no difference");
        for p in played.iter_mut().filter(|p| p.deck.cards.len() % 5 == 3) {
            let other = if p.right.0 == Outcome::A { Outcome::B } else { Outcome::A };
            p.got = Got::Answer(other);
        }
        assert_eq!(diagnosed(&played), None);
        // Two cards face down, but some decks have an answer of their own.
        let mut played = played_by("war.face_down = 2");
        for p in played.iter_mut().filter(|p| p.deck.cards.iter().max() == Some(&9)) {
            p.got = Got::Answer(Outcome::A);
        }
        assert_eq!(diagnosed(&played), None, "nothing is called near");
        // A crash hides no mistake in the rules, and is not explained by one.
        let mut played = played_by("war.face_down = 2");
        let wrong = played.iter().filter(|p| p.is_wrong()).count();
        assert!(!played[0].is_wrong());
        played[0].got = Got::Died { how: "exit code 1".into(), stderr: String::new() };
        let found = diagnosed(&played).expect("a diagnosis");
        assert_eq!((fields_of(&found).as_str(), found.explains), ("war.face_down = 2", wrong));
    }

    #[test]
    fn whatever_may_explain_a_program_has_a_sentence() {
        let rules = Rules::default();
        let mut count = 0;
        for change in guesses(&rules).into_iter().flat_map(|how| how.fields) {
            let change = std::slice::from_ref(&change);
            let is_same = |made: Rules| made == rules || made.has_in_game_randomness();
            if changed(&rules, change).is_none_or(is_same) {
                continue;
            }
            let said = readings(&rules, change);
            assert!(said.len() == 1 && said[0].contains("; by the rules "), "{change:?}: {said:?}");
            count += 1;
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn sentence_sets_both_readings_side_by_side() {
        let change = ("limit.asked".to_owned(), "before".into());
        assert_eq!(
            readings(&Rules::default(), &[change]),
            [
                "In your program the limit is checked before the next battle begins; by the rules the \
                 limit is checked right after the battle that reaches it."
            ]
        );
    }
}
