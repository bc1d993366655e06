//! What the games prove, in plain sentences.

use std::collections::BTreeMap;

use super::circles::Beats;
use super::die::Dice;
use super::tables::{LudoFacts, Tournament};
use super::tournament::Ranking;
use crate::core::stats::share::ShareOf;
use crate::core::wording::digits::counted;
use crate::core::wording::text::grouped;

/// Circles that are named; there may be very many.
const CIRCLES: usize = 3;
/// Dice of a list that are all named, and how many are where there are more.
const LISTED: usize = 12;
const NAMED: usize = 5;
/// Sentences about neighbours in the ranking.
const NEIGHBOURS: usize = 10;
/// Probability with which the number of games that is told would tell two dice apart.
const POWER: f64 = 0.9;

/// All there is to say about the games of one rule set.
pub fn of(
    facts: &LudoFacts,
    dice: &Dice,
    tournament: &Tournament,
    ranking: &Ranking,
) -> Vec<String> {
    let mut sentences: Vec<String> = ties(tournament).into_iter().collect();
    sentences.extend(identical(dice));
    sentences.extend(neighbours(facts, dice, tournament, ranking));
    sentences.extend(other_ranking(dice, facts, tournament));
    sentences.extend(circles(tournament, facts.z));
    sentences
}

/// How many games nobody won.
fn ties(tournament: &Tournament) -> Option<String> {
    let sum = |of: fn(&super::PairTally) -> u64| -> u64 {
        tournament.pairs.iter().map(|(_, tally)| of(tally)).sum()
    };
    let (stuck, limit) = (sum(|t| t.ties_stuck), sum(|t| t.ties_limit));
    (stuck + limit > 0).then(|| {
        format!(
            "ties: {} stuck (could never have ended), {} undecided at the roll limit",
            counted(stuck, "game", "games"),
            grouped(limit)
        )
    })
}

/// Dice that are the same: no number of games would tell them apart.
fn identical(dice: &Dice) -> Vec<String> {
    let mut same: BTreeMap<Vec<(u32, usize)>, Vec<u32>> = BTreeMap::new();
    for die in (1..).take(dice.dice().len()) {
        same.entry(dice.chances(die)).or_default().push(die);
    }
    let mut groups: Vec<Vec<u32>> = same.into_values().filter(|dice| dice.len() > 1).collect();
    groups.sort();
    let more = groups.len().saturating_sub(NEIGHBOURS);
    let say = |dice: &Vec<u32>| {
        format!("{} are identical: any difference between them is chance", list(dice))
    };
    let mut sentences: Vec<String> = groups.iter().take(NEIGHBOURS).map(say).collect();
    if more > 0 {
        let groups = counted(more as u64, "other group", "other groups");
        sentences.push(format!("there are {groups} of identical dice"));
    }
    sentences
}

/// Neighbours in the ranking that these games cannot tell apart, and how many games would.
fn neighbours(
    facts: &LudoFacts,
    dice: &Dice,
    tournament: &Tournament,
    ranking: &Ranking,
) -> Vec<String> {
    let games = facts.games_in_words();
    // Dice that tied in a row, and the games that would distinguish each pair of others.
    let mut alike: Vec<(Vec<u32>, Option<u64>)> = Vec::new();
    let mut compared = 0;
    for pair in ranking.standings.windows(2) {
        let (better, worse) = (pair[0].die, pair[1].die);
        if dice.chances(better) == dice.chances(worse) {
            continue;
        }
        let Some(difference) = tournament.difference(better, worse, facts) else { continue };
        compared += 1;
        if difference.told_apart() {
            continue;
        }
        // A lead that too few games leave open takes more games, whatever the approximation says.
        let needed = difference
            .games_to_tell_apart(facts.z, POWER)
            .map(|needed| needed.max(facts.games.saturating_add(1)));
        match alike.last_mut() {
            Some((dice, None)) if needed.is_none() && dice.last() == Some(&better) => {
                dice.push(worse);
            }
            _ => alike.push((vec![better, worse], needed)),
        }
    }
    if compared > 0 && alike.is_empty() {
        return vec!["all neighbours in the ranking differ".into()];
    }
    let more = alike.len().saturating_sub(NEIGHBOURS);
    let guessed = alike.iter().take(NEIGHBOURS).any(|(_, needed)| needed.is_some());
    let mut sentences: Vec<String> = alike
        .into_iter()
        .take(NEIGHBOURS)
        .map(|(dice, needed)| {
            let would = match needed {
                Some(needed) => format!("about {} would show one", grouped(rounded(needed))),
                None => "they tied".into(),
            };
            format!("no difference found between {} at {games} a pair; {would}", list(&dice))
        })
        .collect();
    if more > 0 {
        sentences.push(format!(
            "nor between {} of neighbours; the intervals in ranking.csv show them",
            counted(more as u64, "other pair", "other pairs")
        ));
    }
    if guessed {
        sentences
            .push("(a rough number: it assumes that the observed lead is the true one)".into());
    }
    sentences
}

/// A number of games to two significant digits.
fn rounded(games: u64) -> u64 {
    let unit = 10_u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}

/// A word where the other way of ranking names another best die.
fn other_ranking(dice: &Dice, facts: &LudoFacts, tournament: &Tournament) -> Option<String> {
    let other = *ShareOf::ALL.iter().find(|&&other| other != facts.rank_by)?;
    let [this, name] = [facts.rank_by, other].map(|by| by.name().replace('-', " "));
    let best = |rank_by: ShareOf| tournament.ranking(dice, rank_by).best();
    let (here, there) = (best(facts.rank_by), best(other));
    if here == there {
        return None;
    }
    let other_facts = LudoFacts { rank_by: other, ..*facts };
    let fronts = [tournament.front(dice, facts), tournament.front(dice, &other_facts)];
    Some(format!(
        "the best die depends on how ties count: by {this} {}, by {name} {}{}",
        list(&here),
        list(&there),
        doubt(&fronts)
    ))
}

/// A word where a die may well be the best in every one of these rankings.
fn doubt(fronts: &[Vec<u32>]) -> &'static str {
    let (first, rest) = fronts.split_first().map_or((&[][..], fronts), |(f, r)| (&f[..], r));
    if first.iter().any(|die| rest.iter().all(|front| front.contains(die))) {
        "; at so few games that may be chance"
    } else {
        ""
    }
}

/// Dice by number: `die 1`, `dice 1, 2 and 3`, `dice 1, 2, 3 and 97 more`.
pub fn list(dice: &[u32]) -> String {
    let word = if dice.len() == 1 { "die" } else { "dice" };
    let told = if dice.len() > LISTED { NAMED } else { dice.len().saturating_sub(1) };
    let numbers: Vec<String> = dice[..told].iter().map(u32::to_string).collect();
    match (dice.len() - told, dice.last()) {
        (1, Some(last)) if told > 0 => format!("{word} {} and {last}", numbers.join(", ")),
        (1, Some(last)) => format!("{word} {last}"),
        (more, _) => format!("{word} {} and {} more", numbers.join(", "), grouped(more as u64)),
    }
}

/// Dice that beat one another in a circle.
fn circles(tournament: &Tournament, z: f64) -> Option<String> {
    let found = Beats::new(tournament, z).circles(CIRCLES)?;
    let named: Vec<String> = found
        .named
        .iter()
        .map(|circle| {
            let round = circle.iter().chain(circle.first());
            round.map(u32::to_string).collect::<Vec<_>>().join(" beats ")
        })
        .collect();
    let more = match found.count.saturating_sub(named.len() as u64) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    Some(format!(
        "non-transitive: {}{more}; no order of these dice is right for all",
        named.join(", ")
    ))
}

/// The best die under each of several rule sets; `None` for a single one or a single die.
pub fn best_of_each(dice: &Dice, facts: &LudoFacts, tournaments: &[Tournament]) -> Option<String> {
    if tournaments.len() < 2 || dice.dice().len() < 2 {
        return None;
    }
    let best: Vec<Vec<u32>> =
        tournaments.iter().map(|t| t.ranking(dice, facts.rank_by).best()).collect();
    if best.iter().all(|other| *other == best[0]) {
        let number = match tournaments.len() {
            2 => "both".to_owned(),
            more => format!("all {more}"),
        };
        return Some(format!("{number} rule sets name {} best", list(&best[0])));
    }
    let each: Vec<String> = tournaments
        .iter()
        .zip(&best)
        .map(|(tournament, best)| format!("{} under {}", list(best), tournament.name))
        .collect();
    let fronts: Vec<Vec<u32>> = tournaments.iter().map(|t| t.front(dice, facts)).collect();
    Some(format!("the rules decide which die is best: {}{}", each.join(", "), doubt(&fronts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_games_have_two_digits_and_are_never_too_small() {
        assert_eq!([1, 9, 10, 11, 99].map(rounded), [1, 9, 10, 11, 99]);
        assert_eq!([100, 101, 2_999_001].map(rounded), [100, 110, 3_000_000]);
        assert_eq!(rounded(u64::MAX), u64::MAX);
    }

    #[test]
    fn dice_are_listed_as_one_says_it() {
        assert_eq!(list(&[3]), "die 3");
        assert_eq!(list(&[3, 1]), "dice 3 and 1");
        assert_eq!(list(&[3, 1, 2]), "dice 3, 1 and 2");
        let many: Vec<u32> = (1..=1000).collect();
        assert_eq!(list(&many), "dice 1, 2, 3, 4, 5 and 995 more");
    }

    #[test]
    fn a_die_in_front_everywhere_leaves_a_doubt() {
        assert_eq!(doubt(&[vec![1, 2], vec![3]]), "");
        assert_eq!(doubt(&[vec![1, 2], vec![2, 3], vec![1]]), "");
        assert!(doubt(&[vec![1, 2], vec![2, 3], vec![2]]).contains("chance"));
    }
}
