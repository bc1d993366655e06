//! The games of `oracle.csv`, played by `scripts/ludo_oracle.py --fixture`: a second program,
//! written from the rules alone, that also makes the rolls by its own reading of the recipe.

use super::engines::played;
use super::pair_of;
use crate::core::cards::Seed;
use crate::games::ludo::fast::{WORDS, engine};
use crate::games::ludo::{Die, LudoRules, Outcome, Seat};

#[test]
fn every_engine_plays_the_games_of_the_oracle() {
    let mut ends = [0; 4];
    for row in include_str!("oracle.csv").lines().skip(1) {
        let row: Vec<&str> = row.split(',').collect();
        let toml = format!(
            "goal_pieces = {:?}\npieces_on_a = {}\nclear_a = {:?}\nmust_move = {:?}\nstart = {:?}",
            row[0], row[1], row[2], row[3], row[4]
        );
        let rules = toml::from_str::<LudoRules>(&toml).unwrap();
        let dice = [row[5], row[6]].map(|faces| {
            Die::new(faces.split(' ').map(|face| face.parse().unwrap()).collect()).unwrap()
        });
        let [limit, die_1, die_2] = [row[7], row[9], row[10]].map(|n| n.parse().unwrap());
        let job = pair_of(rules, limit, Seed(row[8].parse().unwrap()), [die_1, die_2], dice);
        let game = row[11].parse().unwrap();

        let (beginner, reference) = job.play_reference(game, |_, _| ());
        let end = match reference.outcome {
            Outcome::Win(Seat::A) => 0,
            Outcome::Win(Seat::B) => 1,
            Outcome::Stuck => 2,
            Outcome::Limit => 3,
        };
        ends[end] += 1;
        assert_eq!(["1", "2", "stuck", "limit"][end], row[12], "{row:?}");
        assert_eq!(reference.rolls.to_string(), row[13], "{row:?}");
        assert_eq!(reference.captures.to_string(), row[14], "{row:?}");
        for &word in WORDS {
            let Ok(mut engine) = engine(word, &job) else { continue };
            let played = played(&mut engine, game..game + 1);
            assert_eq!(played, [(game, beginner, reference)], "{word} {row:?}");
        }
    }
    assert!(ends.iter().all(|&games| games > 300), "every end is common: {ends:?}");
}
