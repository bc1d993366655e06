//! Every value of every rule field, on hands small enough to play by hand.

use std::collections::HashMap;

use crate::games::war::rules::{Pickup, SeatB};
use crate::games::war::{EndReason, RuleFields};

use super::{games, play, preset, rules, story};

#[test]
fn the_higher_card_wins_as_compare_says() {
    let (a, b, tie) = ("A out-of-cards 1", "B out-of-cards 1", "draw both-short 1");
    games(&[
        ("", "14 / 13", a),
        // Outside `tied-rank` 1 is no ace.
        ("", "1 / 2", b),
        ("deck.jokers = 1", "15 / 14", a),
        ("compare.ace = 'low'", "14 / 2", b),
        ("compare.ace = 'low'\ndeck.ranks = 8\ndeck.lowest = 7", "14 / 7", b),
        ("compare.ace = 'low'\ndeck.ranks = 14", "14 / 7", b),
        // In other decks 14 is a plain number, or a joker.
        ("compare.ace = 'low'\ndeck.ranks = 12\ndeck.jokers = 1", "14 / 7", a),
        ("compare.ace = 'low'\ndeck.lowest = 15", "14 / 7", a),
        ("compare.low_wins = true", "2 / 3", a),
        ("compare.low_wins = true\ncompare.ace = 'low'\ndeck.jokers = 2", "14 / 15", a),
        // Under `tied-rank` both are the ace.
        ("war.face_down = 'tied-rank'", "1 / 13", a),
        ("war.face_down = 'tied-rank'", "1 2 / 14 3", "1:14 2:3"),
        ("war.face_down = 'tied-rank'\ncompare.ace = 'low'", "14 / 2", b),
        // Without ranks none beats another.
        ("compare.lowest_beats_highest = true\ndeck.ranks = 0\ndeck.jokers = 2", "2 / 1", a),
    ]);
    for (deck, lowest, highest) in [
        ("", 2, 14),
        ("deck.ranks = 9\ndeck.lowest = 6", 6, 14),
        ("deck.ranks = 10\ndeck.lowest = 0", 0, 9),
        ("war.face_down = 'tied-rank'", 2, 14),
    ] {
        let toml = format!("compare.lowest_beats_highest = true\n{deck}");
        let end = |of_a, of_b, end| games(&[(&toml, &format!("{of_a} / {of_b}"), end)]);
        end(highest, lowest, b);
        end(lowest, highest, a);
        end(highest, lowest + 1, a);
        end(lowest, highest - 1, b);
        if !deck.contains("tied-rank") {
            // A joker beats everything.
            end(lowest, highest + 1, b);
            end(lowest, lowest, tie);
        }
    }
}

#[test]
fn a_war_lays_as_many_cards_face_down_as_the_rules_say() {
    let (hands, aces) = ("5 3 4 1 / 5 2 6 9", "14 2 3 5 / 14 4 2 6");
    let fives = ["5 "; 21].concat();
    let (tied, by_turns) = ("war.face_down = 'tied-rank'", "war.lay = 'alternating'");
    let counts = |n| format!("{tied}\nwar.ace_counts = {n}");
    let keeps = format!("{by_turns}\nwar.short = 'last-card'");
    games(&[
        ("war.face_down = 0", hands, "A 5 5 3 2;"),
        ("war.face_down = 1", hands, "B 5 5 3 2 4 6;"),
        ("war.face_down = 2", hands, "B 5 5 3 4 2 6 1 9;"),
        ("war.face_down = 20", &format!("{fives} 7 / {fives} 6"), "A out-of-cards 2"),
        // As many cards as the rank, the last turned up; short is fewer than all of them.
        (tied, "3 4 5 6 / 3 7 8 9", "3:3 6:9 B 3 3 4 5 7 8 6 9;"),
        (tied, "4 4 5 6 / 4 7 8 9", "draw both-short 1"),
        (&counts(1), aces, "14:14 2:4"),
        (&counts(2), aces, "14:14 3:2"),
        (&counts(14), aces, "draw both-short 1"),
        // In blocks or by turns; one goes on alone where the other has laid all.
        ("war.lay = 'blocks'", "3 4 5 7 6 / 3 7 8 4 9", "B 3 3 4 5 7 7 8 4 6 9;"),
        (by_turns, "3 4 5 7 6 / 3 7 8 4 9", "B 3 3 4 7 5 8 7 4 6 9;"),
        (&keeps, "9 5 1 2 / 8 5 10 3", "A 5 5 1 10 2 9 8 3;"),
    ]);
}

#[test]
fn the_limit_is_asked_when_and_of_what_the_rules_say() {
    let of = |unit, at, asked| {
        let rules = "war.face_down = 1\nlimit.unit";
        format!("{rules} = '{unit}'\nlimit.at = {at}\nlimit.asked = '{asked}'")
    };
    for (asked, held, last_round, out) in [
        ("after", "2:2", "draw limit 2", "draw limit 2"),
        ("before", "1:1", "A out-of-cards 2", "B out-of-cards 2"),
    ] {
        let in_war = format!("draw limit 1 battles, 1 rounds, 1 wars, {held}");
        let ceiling = format!("limit.unit = 'none'\nlimit.ceiling = 2\nlimit.asked = '{asked}'");
        games(&[
            // Before a war is laid, or between laying and deciding.
            (&of("battles", 1, asked), "5 3 4 / 5 2 6", &in_war),
            // The round holds a war that takes B's last card.
            (&of("rounds", 1, asked), "5 3 4 / 5 2 3", last_round),
            // Inside the round nothing is asked: a war that cannot be paid ends the game.
            (&of("rounds", 1, asked), "5 3 / 5", "A short-in-war 1"),
            // Whoever is out of cards has lost where the limit is asked later.
            (&of("battles", 2, asked), "2 4 / 3 5", out),
            (&of("rounds", 2, asked), "2 4 / 3 5", out),
            (&ceiling, "2 4 / 3 5", out),
        ]);
    }
    let one_round = "draw limit 2 battles, 1 rounds, 1 wars, 1:7";
    let more = |limit| format!("limit.verdict = 'more-cards'\n{limit}");
    games(&[
        // A limit of one round lets its war be fought out.
        (&of("rounds", 1, "after"), "5 3 4 1 / 5 2 6 1", one_round),
        // Hands after each round of 1 2 2 1: 1:3, 2:2, 3:1, 2:2.
        (&more("limit.at = 1"), "1 2 / 2 1", "B limit 1"),
        (&more("limit.at = 2"), "1 2 / 2 1", "draw limit 2"),
        (&more("limit.at = 3"), "1 2 / 2 1", "A limit 3"),
        (&more("limit.unit = 'none'\nlimit.ceiling = 3"), "1 2 / 2 1", "A limit 3"),
    ]);
}

#[test]
fn who_cannot_pay_loses_draws_or_fights_with_what_is_left() {
    let (last_card, or_lose) = ("war.short = 'last-card'", "war.short = 'last-card-or-lose'");
    let (reduce, draw) = ("war.short = 'reduce'", "war.short = 'draw'");
    let more = "war.both_short = 'more-cards'";
    let down_9 = format!("{more}\nwar.face_down = 9");
    let tied_draw = format!("{draw}\nwar.face_down = 'tied-rank'");
    games(&[
        // After the first battle A has five cards and B has two; what a war needs is told.
        ("", "9 5 1 2 / 8 5 10", "needs 3 A short-in-war 2"),
        ("war.face_down = 4", "8 5 10 2 / 9 5 1", "needs 4 draw both-short 2"),
        // B lays nothing and turns up the 10; A pays in full.
        (last_card, "9 5 1 2 / 8 5 10", "A 9 8; 5:5 8:10 B 5 5 1 2 9 8 10; B out-of-cards 3"),
        // Both short: A lays two, B lays one, and the last cards decide.
        (last_card, "5 1 2 3 / 5 7 2", "A 5 5 1 2 7 3 2;"),
        // A lays 1 9 and turns up the 8; B shows the tied 5 again, which is in the pot once.
        (last_card, "9 5 1 / 8 5", "9:8 A 9 8; 5:5 8:5 A 5 5 1 9 8;"),
        // The kept card can win, and tie again, until neither has a card.
        (last_card, "9 5 1 / 4 5", "4:5 B 5 5 1 9 4; B out-of-cards 3"),
        (last_card, "9 5 1 / 5 5", "needs 4 draw both-short 3 battles, 2 rounds, 2 wars, 0:0"),
        (or_lose, "9 5 1 2 / 8 5 10", "B out-of-cards 3 battles, 2 rounds, 1 wars, 0:7"),
        // B's last card ties, and nothing is laid for it.
        (or_lose, "9 5 1 / 4 5", "needs 4 A short-in-war 2 battles, 2 rounds, 1 wars, 3:0"),
        (or_lose, "5 / 5", "draw both-short 1"),
        // B has one card, so nobody lays one face down.
        (reduce, "9 5 1 2 / 8 5 7", "B 5 5 1 7;"),
        // With none at all a player loses, and both draw.
        (reduce, "9 5 1 / 8 5", "needs 4 A short-in-war 2"),
        // Three cards pay for the war, but a fourth must decide it.
        (draw, "5 1 2 3 / 5 1 2 3", "needs 4 draw both-short 1"),
        (draw, "5 1 2 3 4 / 5 1 2 3", "draw short-in-war 1 battles, 1 rounds, 1 wars, 4:3"),
        (&tied_draw, "2 3 4 / 2 3", "draw short-in-war 1"),
        (&tied_draw, "5 3 / 5 5", "needs 5 draw both-short 1"),
        (more, "5 2 3 / 5 4", "A both-short 1"),
        (&down_9, "2 2 5 3 / 8 9 5 4", "B both-short 3"),
    ]);
}

/// What a chain of ties costs must not grow with the cards laid before: that would take minutes here.
#[test]
fn a_chain_of_ties_through_160_000_cards_is_played_to_its_end() {
    let result = play(&preset("bicycle"), &vec![7; 160_000]);
    assert_eq!((result.end_reason, result.battles, result.rounds), (EndReason::BothOut, 40_000, 1));
    assert_eq!((result.wars, result.deepest_war), (40_000, 40_000));
}

/// By order: two pots of two, one of a war, and one in which seven cards of a war have no partner; worked by hand.
const POTS: &[(&str, [&str; 4])] = &[
    ("as-laid", ["9 2", "3 8", "5 5 1 2 7 8 3 9", "5 5 1 2 9 8 10"]),
    ("winner-first", ["9 2", "8 3", "5 5 7 1 8 2 9 3", "5 5 10 1 2 9 8"]),
    ("loser-first", ["2 9", "3 8", "5 5 1 7 2 8 3 9", "5 5 1 10 2 8 9"]),
    ("winner-block", ["9 2", "8 3", "5 7 8 9 5 1 2 3", "5 10 5 1 2 9 8"]),
    ("loser-block", ["2 9", "3 8", "5 1 2 3 5 7 8 9", "5 1 2 8 9 5 10"]),
    ("a-block", ["9 2", "3 8", "5 1 2 3 5 7 8 9", "5 1 2 9 8 5 10"]),
    ("last-first", ["2 9", "8 3", "9 3 8 7 2 1 5 5", "10 9 8 2 1 5 5"]),
    ("winner-block-last-first", ["9 2", "8 3", "9 8 7 5 3 2 1 5", "10 5 8 9 2 1 5"]),
    ("high-first", ["9 2", "8 3", "9 8 7 5 5 3 2 1", "10 9 8 5 5 2 1"]),
    ("low-first", ["2 9", "3 8", "1 2 3 5 5 7 8 9", "1 2 5 5 8 9 10"]),
    ("last-war-first", ["9 2", "8 3", "7 8 9 1 2 3 5 5", "10 1 2 9 8 5 5"]),
    ("each-from-top", ["9 2", "8 3", "9 3 8 2 7 1 5 5", "10 8 5 9 2 1 5"]),
];

#[test]
fn pickup_orders_the_pot() {
    let told: Vec<&str> = POTS.iter().map(|pots| pots.0).collect();
    let all = Pickup::ALL.iter().filter(|order| !order.is_by_chance());
    assert_eq!(told, all.map(|order| order.name()).collect::<Vec<_>>());
    for &(pickup, [a_wins, b_wins, war, apart]) in POTS {
        let of = |fields: &str| format!("{fields}\npickup = '{pickup}'");
        games(&[
            (&of("limit.at = 2"), "9 3 / 2 8", &format!("A {a_wins}; 3:8 B {b_wins};")),
            // A lays 5, then 1 2, then 3; B lays 5, then 7 8, then 9 and wins.
            (&of("war.face_down = 2"), "5 1 2 3 / 5 7 8 9", &format!("B {war};")),
            // A wins the first pot, so that A's five cards of the second meet only two of B's.
            (&of("war.short = 'last-card'"), "9 5 1 2 / 8 5 10", &format!("B {apart};")),
        ]);
    }
}

#[test]
fn wars_are_picked_up_from_the_last_one_to_the_first_battle() {
    let of = |fields: &str| format!("pickup = 'last-war-first'\n{fields}");
    let tied = "war.face_down = 'tied-rank'\nwar.lay = 'alternating'";
    let keeps = "war.short = 'last-card'\nwar.face_down = 1";
    games(&[
        // The example of docs/war.md: two wars, one card face down each.
        (&of("war.face_down = 1"), "5 1 9 2 4 / 5 3 9 6 8", "B 6 8 2 4 3 9 1 9 5 5;"),
        // Wars of different sizes: a tie of twos costs two cards, the next one, of threes, three.
        (&of(tied), "2 4 3 5 6 7 / 2 8 3 9 10 11", "B 9 10 11 5 6 7 8 3 4 3 2 2;"),
        // Both lay one card face down, because B has two left.
        (&of("war.short = 'reduce'"), "5 1 9 2 / 5 3 8", "A 1 9 3 8 5 5;"),
        // B has one card for the first war and keeps it for the second one: it lies with the first.
        (&of(keeps), "9 5 1 7 / 8 5 7", "A 9 8 1 7 7 5 5;"),
    ]);
}

#[test]
fn sorting_knows_the_ace_as_it_is_compared_and_keeps_equals_as_laid() {
    let of = |pickup: &str, fields| format!("{fields}\npickup = '{pickup}-first'");
    let (war, low) = ("war.face_down = 2", "war.face_down = 2\ncompare.ace = 'low'");
    let (lowest, tied) = ("compare.lowest_beats_highest = true", "war.face_down = 'tied-rank'");
    games(&[
        (&of("high", war), "5 14 2 3 / 5 13 8 9", "B 14 13 9 8 5 5 3 2;"),
        (&of("high", low), "5 14 2 3 / 5 13 8 9", "B 13 9 8 5 5 3 2 14;"),
        // Who wins the battle has no say, nor have rules that turn it round.
        (&of("high", lowest), "2 / 14", "A 14 2;"),
        (&of("low", "compare.low_wins = true"), "2 / 14", "A 2 14;"),
        // 1 and 14 are both the ace here: equals, so as laid.
        (&of("high", tied), "14 3 / 1 2", "A 14 1 3 2;"),
    ]);
}

#[test]
fn pile_becomes_the_hand_when_a_card_is_wanted() {
    let (pile, reversed) = ("winnings = 'pile'", "winnings = 'pile-reversed'");
    let of = |winnings| format!("{winnings}\nwar.face_down = 2");
    games(&[
        // A wins 9 2 and 8 1, B wins 3 7; then both turn their piles.
        ("winnings = 'bottom'", "9 8 3 / 2 1 7", "3:7 B 3 7; 9:3 A 9 3; 2:7"),
        (pile, "9 8 3 / 2 1 7", "3:7 B 3 7; A+4 B+2 9:3 A 9 3; 2:7"),
        (reversed, "9 8 3 / 2 1 7", "3:7 B 3 7; A+4 B+2 1:7 B 1 7; 8:3"),
        // In the middle of a war: A holds 5 6 and a pile of 9 3, B holds 5 6 and a pile of 2 8.
        (&of(pile), "9 2 5 6 / 3 8 5 6", "5:5 A+2 B+2 3:8 B 5 5 6 9 6 2 3 8;"),
        (&of(reversed), "9 2 5 6 / 3 8 5 6", "5:5 A+2 B+2 9:2 A 5 5 6 3 6 8 9 2;"),
    ]);
}

#[test]
fn each_seat_picks_up_pairs_and_wars_as_its_fields_say() {
    // A wins a pair, B one, A a war and B one.
    let hands = "9 2 5 3 9 6 3 2 / 4 8 5 7 4 6 7 9";
    let low = "pickup_war = 'low-first'";
    let (both, last_first) = (
        "pickup = 'low-first'\nseat_b.pickup = 'high-first'",
        format!("{low}\nseat_b.pickup = 'last-first'"),
    );
    for (fields, [a, b, war_a, war_b]) in [
        ("", ["9 4", "2 8", "5 5 3 7 9 4", "6 6 3 7 2 9"]),
        (both, ["4 9", "8 2", "3 4 5 5 7 9", "9 7 6 6 3 2"]),
        (low, ["9 4", "2 8", "3 4 5 5 7 9", "2 3 6 6 7 9"]),
        // What B does with all pots goes before what A does with wars.
        (&last_first, ["9 4", "8 2", "3 4 5 5 7 9", "9 2 7 3 6 6"]),
    ] {
        let pots = format!("9:4 A {a}; 2:8 B {b}; 5:5 9:4 A {war_a}; 6:6 2:9 B {war_b};");
        games(&[(&format!("war.face_down = 1\n{fields}"), hands, &pots)]);
    }
}

#[test]
fn rules_that_say_the_same_of_both_seats_are_one_and_nothing_said_is_lost() {
    let some = [None, Some(Pickup::AsLaid), Some(Pickup::LowFirst), Some(Pickup::HighFirst)];
    let mut met = HashMap::new();
    for k in 0..64 {
        let [pickup_war, pickup, pickup_war_b] = [k % 4, k / 4 % 4, k / 16].map(|k| some[k]);
        let seat_b = SeatB { pickup, pickup_war: pickup_war_b };
        let fields = RuleFields { pickup_war, seat_b, ..RuleFields::default() };
        let rules = fields.clone().check().unwrap();
        assert_eq!(rules.pickups(), fields.pickups(), "{fields:?}");
        assert_eq!(*met.entry(rules.pickups()).or_insert(rules.clone()), rules, "{fields:?}");
    }
    // A wins pairs as laid; the other three pots are picked up in one of three ways.
    assert_eq!(met.len(), 27);
    assert!(rules("seat_b.pickup_war = 'shuffled'").has_in_game_randomness());
}

#[test]
fn chance_inside_a_game_depends_on_seed_and_game_and_on_nothing_else() {
    for (toml, hands) in [
        ("pickup = 'shuffled'", "5 1 2 3 4 / 5 6 7 8 9"),
        ("winnings = 'pile-shuffled'", "9 9 9 9 3 / 2 4 6 8 7"),
    ] {
        let told = |seed, game| story(&rules(toml), hands, seed, game);
        assert_eq!(told(1, 7), told(1, 7), "{toml}");
        assert_ne!(told(1, 7), told(2, 7), "{toml}");
        let different = (0..20).filter(|&game| told(1, game) != told(1, 7)).count();
        assert!(different > 10, "{different} of 20 games differ: {toml}");
    }
}
