//! The games of `oracle.csv`, played by `scripts/beggar_oracle.py --fixture`: a second program,
//! written from the rules alone, that also makes the shuffles by its own reading of the recipe.

use std::collections::BTreeMap;

use crate::core::cards::{GameIndex, Seed};
use crate::games::beggar::notation::Notation;
use crate::games::beggar::{Reference, RuleFields};

#[test]
fn the_reference_plays_the_games_of_the_oracle() {
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    for line in include_str!("oracle.csv").lines().skip(1) {
        let row: Vec<&str> = line.split(',').collect();
        let limit = if row[3] == "none" { "\"none\"" } else { row[3] };
        let toml = format!(
            "leader = {:?}\nempty = {:?}\npile = {:?}\nlimit = {limit}",
            row[0], row[1], row[2]
        );
        let rules = RuleFields::from_toml(&toml).unwrap();
        let [seed, game] = [row[4], row[5]].map(|number| number.parse().unwrap());
        let hands = Notation::new(&rules).unwrap().read_position(row[6]).unwrap();
        let mut reference = Reference::new(rules, Seed(seed));
        let result = reference.observe(hands, GameIndex(game), |_| ());
        let (period_cards, period_tricks) = match result.period {
            Some(period) => (period.cards.to_string(), period.tricks.to_string()),
            None => Default::default(),
        };
        let found = [
            result.outcome.name().to_owned(),
            result.end_reason.name().to_owned(),
            result.cards.to_string(),
            result.tricks.to_string(),
            period_cards,
            period_tricks,
        ];
        assert_eq!(found, row[7..], "{line}");
        *ends.entry(row[8]).or_default() += 1;
    }
    assert!(ends.len() == 3 && ends.values().all(|&games| games > 20), "{ends:?}");
}
