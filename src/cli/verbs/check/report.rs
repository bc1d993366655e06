//! From what was answered to a report: the diagnosis, and each small deck with its game.

use crate::check::compare::{Difference, Verdict};
use crate::check::observed::observed;
use crate::check::report::{Report, Smallest, SuiteReport, for_people, for_shell};
use crate::check::war::diagnosis::{Played, diagnose};
use crate::check::war::facts::in_common;
use crate::check::war::{Deck, Judge};
use crate::cli::failure::{Failure, Kind};
use crate::cli::rule_names::NamedRules;
use crate::core::cards::{Card, GameIndex, Seed};
use crate::games::war::Reference;
use crate::games::war::split::Split;
use crate::games::war::suited::SuitedCard;
use crate::games::war::trace::{CardNames, Ledger, ending};

/// Lines of a trace that are shown at its beginning and at its end.
const SHOWN_LINES: [usize; 2] = [24, 6];

/// Lines of hands that are shown as they are.
const MOST_LINES_OF_HANDS: usize = 8;

/// The report on these verdicts. `given` is what `--rules` was; `notes` are sentences about how the
/// check went.
///
/// Errors: a question that the rules cannot play, which is a mistake of this program.
pub fn report(
    verdicts: Vec<Verdict<Deck>>,
    program: String,
    given: &str,
    rules: &NamedRules,
    notes: Vec<String>,
) -> Result<Report, Failure> {
    let played: Vec<Played> = (0..)
        .zip(&verdicts)
        .flat_map(|(suite, verdict)| verdict.asked.iter().map(move |asked| (suite, asked)))
        .map(|(suite, (question, got))| Played {
            suite,
            deck: question.asked.clone(),
            expected: question.expected,
            got: got.clone(),
        })
        .collect();
    let diagnosis = diagnose(&rules.rules, &played);
    let mut said = observed(&verdicts);
    said.extend(in_common(&rules.rules, &played, diagnosis.is_some()));
    said.extend(notes);
    let suites = verdicts.into_iter().map(|verdict| {
        let smallest = verdict.smallest.as_ref();
        Ok(SuiteReport {
            name: verdict.name,
            about: verdict.about,
            decks: verdict.asked.len(),
            different: verdict.different(),
            not_played: verdict.not_asked,
            smallest: smallest
                .map(|difference| self::smallest(difference, given, rules))
                .transpose()?,
        })
    });
    let suites = suites.collect::<Result<_, Failure>>()?;
    Ok(Report { rules: rules.name.clone(), program, diagnosis, observed: said, suites })
}

fn smallest(
    difference: &Difference<Deck>,
    given: &str,
    rules: &NamedRules,
) -> Result<Smallest, Failure> {
    let deck = &difference.asked;
    let Some(game) = Judge::new(&rules.rules).game(deck) else {
        return Err(Failure::new(Kind::Internal, format!("check: no game of {deck:?}")));
    };
    let mut replay = format!("war-sim play --deck {}", for_shell(&deck.0));
    if given != "umass" {
        replay += &format!(" --rules {}", quoted(given));
    }
    Ok(Smallest {
        numbers: deck.0.clone(),
        written: None,
        expected: difference.expected,
        why: ending(&rules.rules, &game, ["A", "B"]),
        got: difference.got.clone(),
        only_after_others: difference.only_after_others,
        replay: replay + " --trace",
        trace: trace(deck, rules),
    })
}

/// The name of a rule set as a word of a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The game battle by battle, the middle of a long one left out.
fn trace(deck: &Deck, rules: &NamedRules) -> String {
    let cards = SuitedCard::given_deck(&deck.0);
    let hands = Split::of(&rules.rules).hands(&cards);
    let mut text = String::new();
    let mut ledger = Ledger::new(&mut text, ["A", "B"], CardNames::Numbers, &hands);
    Reference::new(rules.rules.clone(), Seed(0)).observe(&cards, GameIndex(0), &mut ledger);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let hands_end = lines.iter().position(|line| line.starts_with('(')).unwrap_or(0);
    if hands_end > MOST_LINES_OF_HANDS {
        // Hundreds of cards, mostly of a few values in turn.
        let short = ["A", "B"].iter().zip(&hands).map(|(player, hand)| {
            let ranks: Vec<Card> = hand.iter().map(|card| card.rank).collect();
            format!("{player} holds {:>2}: {}", hand.len(), for_people(&ranks))
        });
        lines.splice(..hands_end, short);
    }
    let [first, last] = SHOWN_LINES;
    if lines.len() > first + last + 1 {
        let left_out = format!("... {} lines ...", lines.len() - first - last);
        lines.splice(first..lines.len() - last, [left_out]);
    }
    lines.join("\n") + "\n"
}
