//! Which rules of War, or which mistake in them, a program may have played by.

use super::neighbours::{self, changed};
use super::readings::readings;
use super::slips::{Slip, Wrong};
use super::{Deck, Judge};
use crate::check::changes::between;
use crate::check::diagnosis::{Guesses, Player, Said};
use crate::check::report::Deviation;
use crate::games::war::presets;
use crate::games::war::rules::LimitUnit;
use crate::games::war::{EndReason, Rules};

impl Guesses for Rules {
    type Asked = Deck;

    fn single(&self) -> Vec<Deviation> {
        let fields = neighbours::changes(self).into_iter().map(Deviation::of_field);
        let slips = Slip::ALL.into_iter().map(Deviation::of_slip);
        // Other rule sets that have a name.
        let presets = presets::ALL.iter().map(|preset| Deviation {
            named: Some(preset.name),
            fields: between(&self.to_toml(), &preset.rules().to_toml()),
            ..Deviation::default()
        });
        fields.chain(slips).chain(presets).collect()
    }

    fn late(&self) -> Vec<Deviation> {
        neighbours::of_some_pots().map(Deviation::of_field).collect()
    }

    fn player(&self, how: &Deviation) -> Option<Player<'_, Deck>> {
        let rules = match (how.named, &how.fields[..]) {
            (Some(name), _) => {
                let other = presets::find(name)?.rules();
                (!other.has_in_game_randomness() && other != *self).then_some(other)?
            }
            (None, []) => self.clone(),
            (None, fields) => changed(self, fields)?,
        };
        let has_limit = rules.limit.unit != LimitUnit::None;
        let never = if has_limit { Said::Nothing } else { Said::Endless };
        if how.slips.is_empty() {
            let mut judge = Judge::new(&rules);
            return Some(Box::new(move |deck| {
                judge.game(deck).map(|game| match game.end_reason {
                    EndReason::Cycle => never,
                    _ => Said::Answer(game.outcome.value()),
                })
            }));
        }
        Wrong::plays(&rules).then(|| -> Player<'_, Deck> {
            let slips = how.slips.clone();
            Box::new(move |deck| {
                let sign = Wrong::new(&rules, &slips).play(&deck.0);
                Some(sign.map_or(never, Said::Answer))
            })
        })
    }

    fn readings(&self, how: &Deviation) -> Vec<String> {
        readings(self, &how.fields)
    }

    fn named(&self, how: &Deviation) -> Deviation {
        let played = changed(self, &how.fields).filter(|_| how.slips.is_empty());
        let same = played.and_then(|played| presets::ALL.iter().find(|p| p.rules() == played));
        Deviation { named: how.named.or(same.map(|preset| preset.name)), ..how.clone() }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::answer::Ending;
    use std::sync::OnceLock;
    use std::time::Instant;

    use rayon::iter::{
        IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _,
    };

    use super::super::neighbours::changes;
    use super::super::suites::{Random, suites};
    use super::*;
    use crate::check::answer::{Answer, Got};
    use crate::check::changes::Change;
    use crate::check::compare::Verdict;
    use crate::check::diagnosis::diagnose;
    use crate::check::report::Diagnosis;
    use crate::check::suite::Question;
    use crate::core::cards::Seed;
    use crate::games::war::RuleFields;

    type Played = crate::check::suite::Played<Deck>;

    /// The diagnosis, with all the time it needs.
    fn diagnosed(played: &[Played]) -> Option<Diagnosis> {
        diagnosed_by(&Rules::default(), played)
    }

    fn diagnosed_by(rules: &Rules, played: &[Played]) -> Option<Diagnosis> {
        let (name, about, asked) = ("suite", "", played.to_vec());
        let verdict = Verdict { name, about, asked, not_asked: 0, smallest: None };
        let hour = Instant::now() + std::time::Duration::from_secs(3_600);
        diagnose(rules, &[verdict], hour)
    }

    /// What a program says that plays the default rules with this slip.
    fn played_with(slip: Slip) -> Vec<Played> {
        let (rules, slips) = (Rules::default(), [slip]);
        let wrong = Wrong::new(&rules, &slips);
        let mut played = played_by("");
        for p in &mut played {
            let answer = wrong.play(&p.asked.0).expect("a limit");
            p.got = Got::Answer(Answer(answer));
        }
        played
    }

    #[test]
    fn each_slip_is_recognised_by_its_answers() {
        Slip::ALL.into_par_iter().for_each(|slip| {
            let found = diagnosed(&played_with(slip)).unwrap_or_else(|| panic!("{slip:?}"));
            assert_eq!((found.explains, found.spoils), (found.of, 0), "{slip:?}");
            assert_eq!(found.deviation.slips, [slip], "{found:?}");
        });
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
                let Question { asked, expected } = question.clone();
                Played { asked, expected, got }
            })
            .collect()
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
            Played::of((question, got))
        };
        let questions = suites.into_iter().flat_map(|suite| suite.questions);
        let played: Vec<Played> = questions.map(&mut played).collect();
        assert!(endless > 10);
        let found = diagnosed_by(&rules, &played).expect("a diagnosis");
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
            found.sentences("umass")[0].starts_with("Your program answers like one that plays")
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
            .filter(|p| p.asked.0.iter().map(|&card| i64::from(card)).sum::<i64>() % 10 == 8)
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
        for p in played.iter_mut().filter(|p| p.asked.0.len() % 5 == 3) {
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
