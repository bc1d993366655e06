//! What another rule set changes for each die: the rankings of two rule sets side by side.

use std::collections::HashMap;

use super::die::Dice;
use super::tables::{LudoFacts, Tournament};
use super::verdicts::{best_of_each, list};
use crate::core::stats::share::ShareOf;
use crate::core::stats::{Difference, PairedTally, holm, two_sided_p};
use crate::core::wording::digits::p_value;
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, cut};

/// Columns that the name of a rule set may have.
const NAME: usize = 12;

/// What a die's mean share of wins is under the second rule set, less that under the first.
struct Change {
    die: u32,
    difference: f64,
    ci_low: f64,
    ci_high: f64,
    p: Option<f64>,
}

/// Compared rule sets, by position, with the counts of each of their pairs of dice.
pub type Compared<'a> = ((usize, usize), HashMap<[u32; 2], &'a PairedTally>);

/// A table for each pair of rule sets that was compared; `None` where none was, or without dice.
pub fn render(
    facts: &LudoFacts,
    dice: &Dice,
    tournaments: &[Tournament],
    compared: &[Compared<'_>],
) -> Option<Said> {
    // The games were paired by who wins, so that is what the dice are ranked by here.
    let facts = &LudoFacts { rank_by: ShareOf::Wins, ..*facts };
    let changes =
        compared.iter().map(|((one, _), pairs)| changes(&tournaments[*one], pairs, facts));
    let mut changes: Vec<Vec<Change>> = changes.collect();
    let tests = changes.iter().flatten().map(|change| change.p).collect::<Vec<_>>();
    let mut adjusted = holm(&tests).into_iter();
    changes.iter_mut().flatten().for_each(|change| change.p = adjusted.next().flatten());
    if tests.is_empty() {
        return None;
    }
    let mut said = Said::default();
    for (((one, two), _), changes) in compared.iter().zip(&changes) {
        table(&mut said, facts, dice, [&tournaments[*one], &tournaments[*two]], changes);
    }
    if let Some(best) = best_of_each(dice, facts, tournaments) {
        said.gap();
        said.words("", best);
    }
    let games = facts.games_in_words();
    let how = format!(
        "A share is the mean over the opponents, {games} a pair with the same rolls under all rules; \
         p-values are adjusted by Holm's method for all {} changes. Each pair of dice is in the table \
         `comparison`.",
        tests.len()
    );
    said.gap();
    said.words("", how);
    Some(said)
}

/// The change of each die that met others, rising.
fn changes(
    tournament: &Tournament,
    pairs: &HashMap<[u32; 2], &PairedTally>,
    facts: &LudoFacts,
) -> Vec<Change> {
    let of_die = |die: u32| {
        let met = tournament.dice().into_iter().filter(|&other| other != die);
        let differences: Vec<Difference> = met
            .filter_map(|other| {
                let tally = pairs.get(&[die.min(other), die.max(other)])?;
                Some(tally.ratio(usize::from(die > other)).difference(facts.z))
            })
            .collect();
        mean_change(die, &differences)
    };
    tournament.dice().into_iter().filter_map(of_die).collect()
}

/// The mean of independent differences; its interval adds up, in squares, how far theirs reach, as
/// that of a mean share does.
fn mean_change(die: u32, differences: &[Difference]) -> Option<Change> {
    let n = differences.len() as f64;
    let (mut sum, mut below, mut above, mut variance) = (0.0, 0.0, 0.0, 0.0);
    for d in differences {
        let (value, (low, high)) = (d.difference?, d.interval()?);
        sum += value;
        below += (value - low) * (value - low);
        above += (high - value) * (high - value);
        variance += d.std_err? * d.std_err?;
    }
    if differences.is_empty() {
        return None;
    }
    let (difference, std_err) = (sum / n, variance.sqrt() / n);
    let p = if std_err > 0.0 { Some(two_sided_p(difference / std_err)) } else { None };
    let (ci_low, ci_high) = (difference - below.sqrt() / n, difference + above.sqrt() / n);
    Some(Change { die, difference, ci_low, ci_high, p })
}

/// Both rankings, best first under the first rule set, and what changed for each die.
fn table(
    said: &mut Said,
    facts: &LudoFacts,
    dice: &Dice,
    both: [&Tournament; 2],
    changes: &[Change],
) {
    let rankings = both.map(|tournament| tournament.ranking(dice, facts.rank_by));
    let interval = format!("{} % interval", (100.0 * facts.confidence * 1e10).round() / 1e10);
    let [one, two] = both.map(|tournament| cut(&tournament.name, NAME));
    let header = ["die", "rank", &one, "rank", &two, "change", &interval, "p"];
    let mut lines = vec![header.map(String::from).to_vec()];
    for standing in &rankings[0].standings {
        let other = rankings[1].standings.iter().find(|other| other.die == standing.die);
        let change = changes.iter().find(|change| change.die == standing.die);
        let (Some(other), Some(change)) = (other, change) else { continue };
        let share = |share: Option<f64>| share.map_or("-".into(), |share| format!("{share:.4}"));
        lines.push(vec![
            standing.die.to_string(),
            standing.rank.to_string(),
            share(standing.win_share),
            other.rank.to_string(),
            share(other.win_share),
            format!("{:+.4}", change.difference),
            format!("{:+.4} to {:+.4}", change.ci_low, change.ci_high),
            change.p.map_or("-".into(), p_value),
        ]);
    }
    let (left, right) = (Align::Left, Align::Right);
    let aligns = [right, right, right, right, right, right, left, right];
    said.gap();
    said.words("", format!("{} less {}", both[1].name, both[0].name));
    said.rows(aligns, lines);
    said.words("", found(changes, facts.confidence));
}

/// For which dice a change was found, and for which not.
fn found(changes: &[Change], confidence: f64) -> String {
    let is_found = |change: &&Change| change.p.is_some_and(|p| p < 1.0 - confidence);
    let (found, not): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(is_found);
    let dice = |some: &[&Change]| list(&some.iter().map(|change| change.die).collect::<Vec<_>>());
    match (found.is_empty(), not.is_empty()) {
        (false, true) => "different for every die".into(),
        (true, _) => "no difference found for any die".into(),
        (false, false) => {
            format!("different for {}; no difference found for {}", dice(&found), dice(&not))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(both: u64, only_1: u64, only_2: u64, neither: u64) -> PairedTally {
        let mut tally = PairedTally::new(3);
        for (times, one, two) in [(both, 0, 0), (only_1, 0, 1), (only_2, 1, 0), (neither, 1, 1)] {
            (0..times).for_each(|_| tally.record(one, 1, two, 1));
        }
        tally
    }

    #[test]
    fn a_change_is_the_mean_over_the_opponents() {
        let of = |tally: &PairedTally| tally.ratio(0).difference(1.96);
        let (one, two) = (paired(50, 10, 30, 10), paired(50, 20, 20, 10));
        let change = mean_change(3, &[of(&one), of(&two)]).unwrap();
        assert!((change.difference - 0.1).abs() < 1e-12);
        // Half as wide as the two intervals put together in squares.
        let width = |d: &Difference| d.interval().map(|(low, high)| high - low).unwrap();
        let expected = width(&of(&one)).hypot(width(&of(&two))) / 2.0;
        assert!((change.ci_high - change.ci_low - expected).abs() < 0.01);
        // 0.1 less nothing, in standard errors of half the root of 0.0036 + 0.004: z = 2.29.
        assert!(change.p.is_some_and(|p| (0.02..0.03).contains(&p)));
        assert!(mean_change(1, &[]).is_none());
        let same = mean_change(1, &[of(&paired(9, 0, 0, 9))]).unwrap();
        assert_eq!((same.difference, same.p), (0.0, None));
    }

    #[test]
    fn dice_are_named_by_what_was_found() {
        let change =
            |die, p| Change { die, difference: 0.1, ci_low: 0.0, ci_high: 0.2, p: Some(p) };
        let all = [change(1, 1e-9), change(2, 0.5), change(3, 0.01)];
        let words = "different for dice 1 and 3; no difference found for die 2";
        assert_eq!(found(&all, 0.95), words);
        assert_eq!(found(&all[..1], 0.95), "different for every die");
        assert_eq!(found(&all[1..2], 0.95), "no difference found for any die");
    }
}
