//! Which rules did a program play, if not those it should have?
//!
//! A guess is the rule set with a field changed, or with a mistake, or with two of these. It
//! explains a program if it gives every answer that the program gave, right and wrong ones alike.
//! Guesses with one change are tried first, and two only of those that explain something.

use std::collections::BTreeMap;
use std::time::Instant;

use super::super::answer::{Answer, Got};
use super::super::changes::{Change, between};
use super::super::report::{Deviation, Diagnosis, Slip};
use super::neighbours;
use super::{Deck, Judge};
use crate::games::war::presets::{self, Preset};
use crate::games::war::rules::LimitUnit;
use crate::games::war::wrong::{Mistake, Said, Wrong};
use crate::games::war::{EndReason, Rules};

/// Answers of each kind, wrong and right, by which guesses are sorted out before all are asked.
const SAMPLE: usize = 240;
/// Guesses of which each two are tried together.
const PAIRED: usize = 24;
/// Guesses that are counted in full where none explains everything.
const COUNTED: usize = 4;
/// Differences that each of two guesses must explain without the other's help.
const OWN_PART: usize = 3;

/// What a program answered.
#[derive(Clone, Debug)]
pub struct Played {
    /// The suite, counted from 0.
    pub suite: usize,
    /// The deck.
    pub deck: Deck,
    /// The right answer.
    pub expected: Answer,
    /// The program's.
    pub got: Got,
}

impl Played {
    fn is_different(&self) -> bool {
        self.got.kind(self.expected).is_some()
    }

    /// Whether rules can explain it: a crash or words are nothing that rules ask for.
    fn is_explicable(&self) -> bool {
        matches!(self.got, Got::Answer(_) | Got::Hung)
    }

    /// Whether somebody who says this has said the same. A program may go on for ever where the
    /// rules do; where no limit ends the game, it may also see that, and call it a draw as they do.
    fn agrees(&self, said: Said, has_limit: bool) -> bool {
        match self.got {
            Got::Answer(answer) => match said {
                Said::Answer(other) => other == answer.0,
                Said::Nothing => !has_limit && answer.0 == 0,
            },
            Got::Hung => said == Said::Nothing,
            Got::Nonsense(_) | Got::Died { .. } => true,
        }
    }
}

/// One difference from the rules.
#[derive(Clone, Debug)]
enum Guess {
    Field(Change),
    Mistake(Mistake),
    /// Another rule set that has a name.
    Named(&'static Preset),
}

/// Somebody who plays by the rules with one or two differences.
enum Suspect {
    Neighbour(Box<Judge>),
    Wrong(Box<Rules>, Vec<Mistake>),
}

impl Suspect {
    /// `None` if these differences make no rule set, or none that is played here.
    fn new(rules: &Rules, guesses: &[&Guess]) -> Option<Self> {
        let mut fields = Vec::new();
        let mut mistakes = Vec::new();
        for guess in guesses {
            match guess {
                Guess::Field(change) => fields.push(change.clone()),
                Guess::Mistake(mistake) => mistakes.push(*mistake),
                Guess::Named(preset) => {
                    let other = preset.rules();
                    let is_other = !other.has_in_game_randomness() && other != *rules;
                    return is_other.then(|| Suspect::Neighbour(Box::new(Judge::new(&other))));
                }
            }
        }
        let rules = match fields.is_empty() {
            true => rules.clone(),
            false => neighbours::changed(rules, &fields)?,
        };
        if mistakes.is_empty() {
            return Some(Suspect::Neighbour(Box::new(Judge::new(&rules))));
        }
        Wrong::plays(&rules).then(|| Suspect::Wrong(Box::new(rules), mistakes))
    }

    fn rules(&self) -> &Rules {
        match self {
            Suspect::Neighbour(judge) => judge.rules(),
            Suspect::Wrong(rules, _) => rules,
        }
    }

    /// What it says of a deck; `None` for one that it cannot play.
    fn says(&mut self, deck: &Deck) -> Option<Said> {
        match self {
            Suspect::Neighbour(judge) => judge.game(deck).map(|game| match game.end_reason {
                EndReason::Cycle => Said::Nothing,
                _ => Said::Answer(game.outcome.value()),
            }),
            Suspect::Wrong(rules, mistakes) => Some(Wrong::new(rules, mistakes).play(&deck.0)),
        }
    }

    /// Whether it says what the program said.
    fn agrees(&mut self, played: &Played) -> bool {
        let has_limit = self.rules().limit.unit != LimitUnit::None;
        self.says(&played.deck).is_some_and(|said| played.agrees(said, has_limit))
    }
}

/// Somebody who plays so, as a function of decks; `None` if this makes no rule set, or none that is
/// played here.
pub fn player(rules: &Rules, deviation: &Deviation) -> Option<impl FnMut(&Deck) -> Got> {
    let fields = deviation.fields.iter().cloned().map(Guess::Field);
    let named = |slip: &Slip| Mistake::ALL.iter().find(|mistake| mistake.name() == slip.name);
    let mistakes = deviation.mistakes.iter().filter_map(named).map(|&m| Guess::Mistake(m));
    let guesses: Vec<Guess> = fields.chain(mistakes).collect();
    let mut suspect = Suspect::new(rules, &guesses.iter().collect::<Vec<_>>())?;
    Some(move |deck: &Deck| match suspect.says(deck) {
        Some(Said::Answer(answer)) => Got::Answer(Answer(answer)),
        Some(Said::Nothing) | None => Got::Hung,
    })
}

/// The answers of a program, sorted for guessing.
struct Evidence<'p> {
    /// Wrong answers, short decks first: most guesses are found wrong at once.
    different: Vec<&'p Played>,
    /// Right answers, likewise.
    equal: Vec<&'p Played>,
    /// When nothing is played any more: then nothing is explained.
    until: Instant,
}

impl<'p> Evidence<'p> {
    fn new(played: &'p [Played], until: Instant) -> Self {
        let explicable = played.iter().filter(|p| p.is_explicable());
        let (mut different, mut equal): (Vec<_>, Vec<_>) =
            explicable.partition(|p| p.is_different());
        for list in [&mut different, &mut equal] {
            list.sort_by_key(|p| p.deck.0.len());
        }
        Self { different, equal, until }
    }

    fn is_time_up(&self) -> bool {
        Instant::now() >= self.until
    }

    /// A part of it, some of every suite: a mistake may show in one alone.
    fn sample(&self) -> Self {
        let some = |list: &[&'p Played]| {
            let mut by_suite: BTreeMap<usize, Vec<&'p Played>> = BTreeMap::new();
            for &p in list {
                by_suite.entry(p.suite).or_default().push(p);
            }
            let each = (SAMPLE / by_suite.len().max(1)).max(1);
            let spread = |suite: Vec<&'p Played>| {
                let step = suite.len().div_ceil(each).max(1);
                suite.into_iter().step_by(step)
            };
            by_suite.into_values().flat_map(spread).collect()
        };
        Self { different: some(&self.different), equal: some(&self.equal), until: self.until }
    }

    /// Whether this guess alone leaves enough unexplained for another one beside it.
    fn leaves_open(&self, rules: &Rules, guess: &Guess) -> bool {
        let Some(mut suspect) = Suspect::new(rules, &[guess]) else { return false };
        let every = self.different.iter().chain(&self.equal).take_while(|_| !self.is_time_up());
        every.filter(|p| !suspect.agrees(p)).take(OWN_PART).count() == OWN_PART
    }

    /// The guess that explains most of what this one leaves open, and nearly all of it; no more right
    /// answers would be wrong by it.
    fn second<'g>(
        &self,
        rules: &Rules,
        first: &Guess,
        guesses: impl Iterator<Item = &'g Guess>,
    ) -> Option<&'g Guess> {
        let mut alone = Suspect::new(rules, &[first])?;
        let every = || self.different.iter().chain(&self.equal).take_while(|_| !self.is_time_up());
        let open: Vec<&&Played> = every().filter(|p| !alone.agrees(p)).collect();
        if open.len() < OWN_PART {
            return None;
        }
        let before = self.count(&mut alone);
        let explains = |guess: &&Guess| {
            let mut both = Suspect::new(rules, &[first, guess])?;
            let rest = open.iter().take_while(|_| !self.is_time_up()).filter(|p| both.agrees(p));
            if 10 * rest.count() < 9 * open.len() {
                return None;
            }
            let fit = self.count(&mut both);
            (fit.explains > before.explains && fit.spoils <= before.spoils).then_some(fit.explains)
        };
        let others = guesses.filter(|guess| !are_of_one_field([first, guess]));
        let found = others.filter_map(|guess| Some((explains(&guess)?, guess)));
        // The first of the best.
        let best = found.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, guess)| guess)
    }

    fn is_explained_by(&self, suspect: &mut Suspect) -> bool {
        let mut every = self.different.iter().chain(&self.equal);
        every.all(|p| !self.is_time_up() && suspect.agrees(p))
    }

    /// How many wrong answers it explains, and how many right ones it would spoil.
    fn count(&self, suspect: &mut Suspect) -> Fit {
        let mut count = |list: &[&Played], agrees: bool| {
            let in_time = list.iter().take_while(|_| !self.is_time_up());
            in_time.filter(|p| suspect.agrees(p) == agrees).count()
        };
        let (explains, spoils) = (count(&self.different, true), count(&self.equal, false));
        // What was not played to the end says nothing.
        if self.is_time_up() { Fit { explains: 0, spoils } } else { Fit { explains, spoils } }
    }
}

/// How well a guess does.
#[derive(Clone, Copy, Debug)]
struct Fit {
    explains: usize,
    spoils: usize,
}

impl Fit {
    /// Whether it says more than a guess in the dark: of the wrong answers it explains most, and
    /// for each right one that it spoils, ten.
    fn is_telling(self, different: usize) -> bool {
        2 * self.explains > different && self.explains >= 10 * self.spoils
    }

    fn gain(self) -> isize {
        self.explains as isize - self.spoils as isize
    }
}

/// What explains the program's answers best; `None` if nothing explains much, or if time is up.
///
/// Where the program died or printed nonsense, no rules can explain it; these differences are
/// counted as not explained.
pub fn diagnose(rules: &Rules, played: &[Played], until: Instant) -> Option<Diagnosis> {
    let all = Evidence::new(played, until);
    // Of a program that mostly crashes the few answers fit many a guess.
    let different = played.iter().filter(|p| p.is_different()).count();
    if all.different.is_empty() || 2 * all.different.len() < different {
        return None;
    }
    let sample = all.sample();
    let fields = neighbours::changes(rules).into_iter().map(Guess::Field);
    let mistakes = Mistake::ALL.iter().map(|&mistake| Guess::Mistake(mistake));
    let named = presets::ALL.iter().map(Guess::Named);
    let guesses: Vec<Guess> = fields.chain(mistakes).chain(named).collect();
    // Most guesses give another answer on one of the first decks, and most programs have one mistake: whether
    // a guess explains everything is asked of all guesses before how much each explains.
    let mut whole: Vec<&Guess> = Vec::new();
    for guess in &guesses {
        if all.is_time_up() {
            return None;
        }
        if let Some(mut suspect) = Suspect::new(rules, &[guess])
            && sample.is_explained_by(&mut suspect)
            && all.is_explained_by(&mut suspect)
        {
            whole.push(guess);
        }
    }
    if let Some((guess, others)) = whole.split_first() {
        let mut suspect = Suspect::new(rules, &[guess])?;
        let found = diagnosis(rules, &[guess], &mut suspect, played);
        // A field and a rule set may be the same rules.
        let others = others.iter().map(|&other| deviation(rules, &[other]));
        let others =
            others.filter(|other| other.named.is_none() || other.named != found.deviation.named);
        return Some(Diagnosis { others: others.collect(), ..found });
    }
    let mut useful: Vec<(Fit, &Guess)> = Vec::new();
    for guess in &guesses {
        if all.is_time_up() {
            return None;
        }
        let Some(mut suspect) = Suspect::new(rules, &[guess]) else { continue };
        let fit = sample.count(&mut suspect);
        if fit.explains > 0 {
            useful.push((fit, guess));
        }
    }
    // Likely guesses stay before others that do as well.
    useful.sort_by_key(|(fit, _)| std::cmp::Reverse(fit.gain()));
    let can_pair = |guess: &&Guess| !matches!(guess, Guess::Named(_));
    let by_use: Vec<&Guess> =
        useful.iter().map(|&(_, guess)| guess).filter(can_pair).take(PAIRED).collect();
    for (k, first) in by_use.iter().enumerate() {
        for second in &by_use[k + 1..] {
            let pair = [*first, *second];
            if !all.is_time_up()
                && !are_of_one_field(pair)
                && let Some(mut suspect) = Suspect::new(rules, &pair)
                && sample.is_explained_by(&mut suspect)
                && all.is_explained_by(&mut suspect)
                && pair.iter().all(|guess| all.leaves_open(rules, guess))
            {
                return Some(diagnosis(rules, &pair, &mut suspect, played));
            }
        }
    }
    let of_some_pots = neighbours::of_some_pots().take_while(|_| !all.is_time_up());
    for guess in of_some_pots.map(Guess::Field) {
        if let Some(mut suspect) = Suspect::new(rules, &[&guess])
            && sample.is_explained_by(&mut suspect)
            && all.is_explained_by(&mut suspect)
        {
            return Some(diagnosis(rules, &[&guess], &mut suspect, played));
        }
    }
    let counted = by_use.iter().take(COUNTED).filter(|_| !all.is_time_up());
    let counted = counted.filter_map(|&guess| {
        let mut suspect = Suspect::new(rules, &[guess])?;
        let fit = all.count(&mut suspect);
        fit.is_telling(all.different.len()).then_some((fit, guess))
    });
    // The first of the best.
    let best = counted.reduce(|best, next| if next.0.gain() > best.0.gain() { next } else { best });
    let (_, guess) = best?;
    // What shows on a few decks alone may show on none of the sample.
    let second = all.second(rules, guess, guesses.iter().filter(can_pair));
    let guesses: Vec<&Guess> = std::iter::once(guess).chain(second).collect();
    let mut suspect = Suspect::new(rules, &guesses)?;
    Some(diagnosis(rules, &guesses, &mut suspect, played))
}

fn are_of_one_field(pair: [&Guess; 2]) -> bool {
    matches!(pair, [Guess::Field((first, _)), Guess::Field((second, _))] if first == second)
}

/// The guesses for a report, by the name of the rule set that they make, if it has one.
fn deviation(rules: &Rules, guesses: &[&Guess]) -> Deviation {
    let mut deviation = Deviation::default();
    for guess in guesses {
        match guess {
            Guess::Field(change) => deviation.fields.push(change.clone()),
            Guess::Mistake(m) => deviation.mistakes.push(Slip { name: m.name(), words: m.words() }),
            Guess::Named(preset) => {
                deviation.named = Some(preset.name);
                deviation.fields = between(&rules.to_toml(), &preset.rules().to_toml());
            }
        }
    }
    if deviation.mistakes.is_empty()
        && let Some(played) = neighbours::changed(rules, &deviation.fields)
    {
        let same = presets::ALL.iter().find(|preset| preset.rules() == played);
        deviation.named = deviation.named.or(same.map(|preset| preset.name));
    }
    deviation
}

/// The guesses with what they explain.
fn diagnosis(
    rules: &Rules,
    guesses: &[&Guess],
    suspect: &mut Suspect,
    played: &[Played],
) -> Diagnosis {
    let mut diagnosis = Diagnosis {
        deviation: deviation(rules, guesses),
        asked: played.len(),
        ..Diagnosis::default()
    };
    let mut open_suites = Vec::new();
    let mut suites = Vec::new();
    for p in played {
        let explained = p.is_explicable() && suspect.agrees(p);
        if p.is_different() {
            diagnosis.of += 1;
            diagnosis.explains += usize::from(explained);
            suites.push(p.suite);
        } else {
            diagnosis.spoils += usize::from(!explained);
        }
        if !explained {
            open_suites.push(p.suite);
        }
    }
    suites.dedup();
    diagnosis.suites = suites.len();
    diagnosis.suites_explained = suites.iter().filter(|suite| !open_suites.contains(suite)).count();
    diagnosis
}

#[cfg(test)]
mod tests {
    use crate::check::answer::Ending;
    use std::sync::OnceLock;

    use rayon::iter::{
        IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _,
    };

    use super::super::neighbours::{changed, changes};
    use super::super::suites::{Random, suites};
    use super::*;
    use crate::check::language::Lang;
    use crate::check::suite::Question;
    use crate::core::cards::Seed;
    use crate::games::war::RuleFields;

    /// The diagnosis, with all the time it needs.
    fn diagnosed(played: &[Played]) -> Option<Diagnosis> {
        diagnose(&Rules::default(), played, Instant::now() + std::time::Duration::from_secs(3_600))
    }

    /// What a program says that plays the default rules with this mistake.
    fn played_with(mistake: Mistake) -> Vec<Played> {
        let rules = Rules::default();
        let wrong = Wrong::new(&rules, &[mistake]);
        let mut played = played_by("");
        for p in &mut played {
            let Said::Answer(answer) = wrong.play(&p.deck.0) else { panic!("a limit") };
            p.got = Got::Answer(Answer(answer));
        }
        played
    }

    #[test]
    fn each_mistake_is_recognised_by_its_answers() {
        let taken_for_another = |&mistake: &Mistake| {
            let found =
                diagnosed(&played_with(mistake)).unwrap_or_else(|| panic!("{}", mistake.name()));
            assert_eq!((found.explains, found.spoils), (found.of, 0), "{}", mistake.name());
            let name = |deviation: &Deviation| deviation.mistakes.first().map(|slip| slip.name);
            let is_it = |deviation: &Deviation| name(deviation) == Some(mistake.name());
            (!is_it(&found.deviation)).then(|| {
                assert!(found.others.iter().any(is_it), "{}: {found:?}", mistake.name());
                (mistake.name(), name(&found.deviation))
            })
        };
        // Every eighth, or all with `WAR_SIM_LONG_TESTS=1`.
        let is_long = std::env::var_os("WAR_SIM_LONG_TESTS").is_some();
        let (step, most) = if is_long { (1, 8) } else { (8, 2) };
        let tried = (0..Mistake::ALL.len()).into_par_iter().step_by(step).map(|k| &Mistake::ALL[k]);
        let taken_for_others: Vec<_> = tried.filter_map(taken_for_another).collect();
        // On the decks of the suites hardly any two mistakes give the same answers.
        assert!(taken_for_others.len() <= most, "{taken_for_others:?}");
    }

    /// What the suites ask of the default rules.
    fn questions() -> &'static [Question<Deck>] {
        static QUESTIONS: OnceLock<Vec<Question<Deck>>> = OnceLock::new();
        QUESTIONS.get_or_init(|| {
            let random = Random { seed: Seed(1), decks: 60 };
            let suites = suites(&Rules::default(), &super::super::domain::ANY, random, &[]);
            suites.into_iter().flat_map(|suite| suite.questions).collect()
        })
    }

    /// What a program says that plays the default rules with these changes.
    fn played_by(fields: &str) -> Vec<Played> {
        let wrong = RuleFields::from_toml(fields).expect(fields);
        let mut judge = Judge::new(&wrong);
        questions()
            .iter()
            .map(|question| {
                let game = judge.game(&question.asked).expect("a deck of the suites");
                let got = match game.end_reason {
                    EndReason::Cycle => Got::Hung,
                    _ => Got::Answer(Answer(game.outcome.value())),
                };
                let (deck, expected) = (question.asked.clone(), question.expected);
                Played { suite: 0, deck, expected, got }
            })
            .collect()
    }

    fn fields_of(diagnosis: &Diagnosis) -> String {
        assert!(diagnosis.deviation.mistakes.is_empty(), "{diagnosis:?}");
        let fields =
            diagnosis.deviation.fields.iter().map(|(field, value)| format!("{field} = {value}"));
        fields.collect::<Vec<_>>().join("; ")
    }

    const NO_LIMIT: &str = "limit.unit = \"none\"";

    #[test]
    fn each_neighbour_is_recognised_by_its_answers() {
        let answers =
            |played: &[Played]| -> Vec<Got> { played.iter().map(|p| p.got.clone()).collect() };
        let is_made =
            |change: &Change| changed(&Rules::default(), std::slice::from_ref(change)).is_some();
        // The changes that show in the decks, with what they are taken for.
        let taken_for = |change: Change| {
            let fields = format!("{} = {}", change.0, change.1);
            let played = played_by(&fields);
            let of = played.iter().filter(|p| p.got.kind(p.expected).is_some()).count();
            let found = diagnosed(&played);
            // A few change nothing in the decks of the suites.
            assert_eq!(found.is_none(), of == 0, "{fields}: {found:?}");
            let found = found?;
            let named = fields_of(&found);
            assert_eq!((found.explains, found.of), (of, of), "{fields}");
            if named == fields {
                return Some((fields, named));
            }
            assert!(
                answers(&played_by(&named)) == answers(&played) || named == NO_LIMIT,
                "{fields}: {named}"
            );
            // Who stops so late answers as one who sees that a game never ends.
            let is_it = |other: &Deviation| other.name() == fields;
            Some((fields.clone(), if found.others.iter().any(is_it) { fields } else { named }))
        };
        let all: Vec<Change> = changes(&Rules::default()).into_iter().filter(is_made).collect();
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
        let random = Random { seed: Seed(1), decks: 60 };
        let suites =
            suites(&rules, &super::super::domain::Domain::of("bicycle", &rules), random, &[]);
        let (mut judge, mut endless) = (Judge::new(&other), 0);
        let mut played = |question: Question<Deck>| {
            let game = judge.game(&question.asked).expect("a deck of the suites");
            endless += usize::from(game.end_reason == EndReason::Cycle);
            let got = Got::Answer(Answer(game.outcome.value()));
            Played { suite: 0, deck: question.asked, expected: question.expected, got }
        };
        let questions = suites.into_iter().flat_map(|suite| suite.questions);
        let played: Vec<Played> = questions.map(&mut played).collect();
        assert!(endless > 10);
        let hour = Instant::now() + std::time::Duration::from_secs(3_600);
        let found = diagnose(&rules, &played, hour).expect("a diagnosis");
        assert_eq!(fields_of(&found), "pickup = \"loser-first\"");
        assert_eq!((found.explains, found.spoils), (found.of, 0));
    }

    /// Where several fit, the simplest is named, and the others with it.
    #[test]
    fn no_limit_is_named_before_a_late_one() {
        let found = diagnosed(&played_by("limit.at = 10000")).expect("a diagnosis");
        assert_eq!(fields_of(&found), NO_LIMIT);
        let others: Vec<String> = found.others.iter().map(Deviation::name).collect();
        assert_eq!(others, ["limit.at = 10000"]);
        assert!(
            found.sentences("umass", Lang::En)[0]
                .starts_with("Your program answers like one that plays")
        );
    }

    #[test]
    fn second_mistake_is_found_where_it_shows_on_a_few_decks() {
        let played = played_by("war.lay = \"alternating\"\nlimit.asked = \"before\"");
        let found = diagnosed(&played).expect("a diagnosis");
        assert_eq!(fields_of(&found), "war.lay = \"alternating\"; limit.asked = \"before\"");
        assert_eq!((found.explains, found.spoils), (found.of, 0));
    }

    #[test]
    fn hand_that_picks_up_otherwise_is_named() {
        for change in ["seat_b.pickup = \"high-first\"", "pickup_war = \"last-first\""] {
            let found = diagnosed(&played_by(change)).expect("a diagnosis");
            assert_eq!((fields_of(&found).as_str(), found.spoils), (change, 0));
            assert_eq!(found.explains, found.of);
        }
    }

    #[test]
    fn guess_that_explains_most_is_named_with_how_much() {
        // Two cards face down, but some decks have an answer of their own.
        let mut played = played_by("war.face_down = 2");
        for p in played
            .iter_mut()
            .filter(|p| p.deck.0.iter().map(|&card| i64::from(card)).sum::<i64>() % 10 == 8)
        {
            p.got = Got::Answer(Answer(1));
        }
        let found = diagnosed(&played).expect("a diagnosis");
        assert_eq!(fields_of(&found), "war.face_down = 2");
        assert!(found.explains < found.of && 2 * found.explains > found.of, "{found:?}");
    }

    #[test]
    fn what_no_rules_explain_is_left_open() {
        let mut played = played_by("");
        assert_eq!(diagnosed(&played), None, "there is no difference");
        for p in played.iter_mut().filter(|p| p.deck.0.len() % 5 == 3) {
            p.got = Got::Answer(Answer(-p.expected.0));
        }
        assert_eq!(diagnosed(&played), None);
        // A crash hides no mistake in the rules, and is not explained by one.
        let mut played = played_by("war.face_down = 2");
        played[0].got = Got::Died { how: Ending::Code(1), stderr: String::new(), after: 0 };
        let found = diagnosed(&played).expect("a diagnosis");
        assert_eq!(
            (fields_of(&found).as_str(), found.of - found.explains),
            ("war.face_down = 2", 1)
        );
    }
}
