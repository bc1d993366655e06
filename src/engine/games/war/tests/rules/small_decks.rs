//! Every distinct order of small decks, counted: as often as in the independent `scripts/oracle.py`.

use super::preset;
use crate::core::cards::{GameIndex, Seed};
use crate::games::war::rules::{FaceDown, Pickup};
use crate::games::war::tests::conformance::{all_deals, composition};
use crate::games::war::{Reference, RuleFields, Rules};

/// Games by how they end: won by A, by B and drawn, each by the reasons out-of-cards, short-in-war, both-out,
/// both-short, limit and cycle.
type Ends = [[u32; 6]; 3];

/// How the games of all orders of a deck end.
fn ends(rules: Rules, suits: u32, ranks: u32) -> Ends {
    let (mut engine, mut ends) = (Reference::new(rules, Seed(0)), Ends::default());
    all_deals(composition(suits, ranks, 0)).each_deck(|deck, _| {
        let result = engine.play(deck, GameIndex(0));
        ends[result.outcome as usize][result.end_reason as usize] += 1;
    });
    ends
}

#[test]
fn of_two_orders_from_the_card_laid_last_one_runs_in_circles() {
    for (pickup, cycles) in [(Pickup::EachFromTop, 720), (Pickup::WinnerBlockLastFirst, 0)] {
        let mut fields = RuleFields { pickup, ..RuleFields::clone(&preset("no-limit")) };
        fields.war.face_down = FaceDown::Count(0);
        let ends = ends(fields.check().unwrap(), 4, 3);
        assert_eq!(ends.iter().flatten().sum::<u32>(), 34_650);
        assert_eq!(ends.map(|[.., cycle]| cycle).iter().sum::<u32>(), cycles, "{pickup:?}");
    }
}

/// Of four ranks in two suits.
const KNOWN: [(&str, Ends); 11] = [
    ("umass", [[132, 508, 0, 0, 0, 0], [132, 428, 0, 0, 0, 0], [0, 0, 568, 0, 752, 0]]),
    ("one-down", [[500, 205, 0, 0, 0, 0], [678, 104, 0, 0, 0, 0], [0, 0, 104, 0, 929, 0]]),
    ("two-down", [[572, 212, 0, 0, 0, 0], [740, 144, 0, 0, 0, 0], [0, 0, 0, 100, 752, 0]]),
    ("last-card", [[445, 0, 0, 0, 0, 0], [1111, 0, 0, 0, 0, 0], [0, 0, 0, 212, 752, 0]]),
    ("ernie-burt", [[198, 424, 0, 63, 221, 0], [288, 333, 0, 63, 196, 0], [0, 0, 0, 350, 384, 0]]),
    ("ernie-burt-prose", [[198, 424, 0, 0, 0, 0], [288, 333, 0, 0, 0, 0], [0, 0, 0, 476, 0, 801]]),
    ("no-limit", [[132, 508, 0, 0, 0, 0], [132, 428, 0, 0, 0, 0], [0, 0, 568, 0, 0, 752]]),
    ("bicycle", [[788, 294, 0, 0, 0, 0], [788, 294, 0, 0, 0, 0], [0, 0, 356, 0, 0, 0]]),
    ("winner-first", [[252, 576, 0, 0, 0, 0], [252, 576, 0, 0, 0, 0], [0, 0, 864, 0, 0, 0]]),
    ("loser-first", [[236, 576, 0, 0, 0, 0], [236, 576, 0, 0, 0, 0], [0, 0, 896, 0, 0, 0]]),
    ("winner-block", [[252, 576, 0, 0, 0, 0], [252, 576, 0, 0, 0, 0], [0, 0, 864, 0, 0, 0]]),
];

#[test]
fn games_of_small_decks_end_as_known() {
    for (rules, expected) in KNOWN {
        assert_eq!(ends(preset(rules), 2, 4), expected, "{rules}");
    }
    let of_two_ranks = [[1, 10, 0, 0, 0, 0], [1, 10, 0, 0, 0, 0], [0, 0, 34, 0, 14, 0]];
    assert_eq!(ends(preset("umass"), 4, 2), of_two_ranks);
}
