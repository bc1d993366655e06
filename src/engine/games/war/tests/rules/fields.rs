//! Every value of every rule field, on decks small enough to play by hand.

use crate::core::cards::{Composition, Dealer, GameIndex, Seed};
use crate::games::war::rules::{AceRank, Compare, Pickup};
use crate::games::war::{EndReason, RuleFields, Seat, presets};

use super::{dealt, end, play, rules, watch, watch_game};

#[test]
fn deck_fields_make_the_fresh_deck_rank_by_rank_jokers_last() {
    let fresh = |toml| rules(toml).deck.fresh();
    assert_eq!(fresh("deck.suits = 2\ndeck.ranks = 3\ndeck.jokers = 2"), [2, 2, 3, 3, 4, 4, 5, 5]);
    assert_eq!(fresh("deck.suits = 0\ndeck.jokers = 1"), [15]);
    assert_eq!(fresh("deck.ranks = 0"), [0; 0]);
    let umass = rules("").deck;
    assert_eq!(umass, Composition { suits: 4, ranks: 13, lowest: 2, jokers: 0 });
    assert_eq!(umass.fresh()[48..], [14; 4]);
    let pack = fresh("deck.ranks = 8\ndeck.lowest = 7\ndeck.jokers = 1");
    assert_eq!((pack[0], pack[31], pack[32]), (7, 14, 15));
    assert_eq!(fresh("deck.suits = 1\ndeck.ranks = 3\ndeck.lowest = 0"), [0, 1, 2]);
}

#[test]
fn deal_alternates_or_gives_halves_and_the_odd_card_to_a() {
    let first_cards = |toml, deck: &[i32]| watch(&rules(toml), deck).0.battles[0];
    let deck = [9, 8, 2, 3];
    assert_eq!(first_cards("", &deck), [9, 8]);
    assert_eq!(first_cards("deal = 'halves'", &deck), [9, 2]);
    assert_eq!(end(&rules(""), &deck), "A out-of-cards 4");
    assert_eq!(end(&rules("deal = 'halves'"), &deck), "A out-of-cards 2");
    // Three cards: A has two of them under either deal.
    assert_eq!(end(&rules(""), &[9, 8, 2]), "A out-of-cards 1");
    assert_eq!(first_cards("deal = 'halves'", &[9, 8, 2]), [9, 2]);
}

#[test]
fn ace_is_high_or_low_in_a_deck_that_has_rank_14() {
    assert_eq!(end(&rules(""), &[14, 13]), "A out-of-cards 1");
    assert_eq!(end(&rules("compare.ace = 'low'"), &[14, 2]), "B out-of-cards 1");
    assert_eq!(end(&rules("compare.ace = 'low'"), &[13, 12]), "A out-of-cards 1");
    for pack in ["deck.ranks = 8\ndeck.lowest = 7", "deck.ranks = 14", "deck.jokers = 2"] {
        let low = rules(&format!("compare.ace = 'low'\n{pack}"));
        assert_eq!(end(&low, &[14, 7]), "B out-of-cards 1", "{pack}");
        assert_eq!(end(&rules(pack), &[14, 7]), "A out-of-cards 1", "{pack}");
    }
    // In other decks 14 is a plain number, or a joker.
    for plain in ["deck.ranks = 12\ndeck.jokers = 1", "deck.lowest = 15"] {
        let low = RuleFields::clone(&RuleFields::from_toml(plain).unwrap());
        let compare = Compare { ace: AceRank::Low, ..low.compare };
        let low = RuleFields { compare, ..low }.check().unwrap();
        assert_eq!(end(&low, &[14, 7]), "A out-of-cards 1", "{plain}");
    }
    // Outside `tied-rank` 1 is no ace.
    assert_eq!(end(&rules(""), &[1, 2]), "B out-of-cards 1");
}

#[test]
fn lowest_rank_beats_the_highest_and_nothing_else() {
    for (deck, lowest, highest) in [
        ("", 2, 14),
        ("deck.jokers = 2", 2, 14),
        ("deck.ranks = 9\ndeck.lowest = 6", 6, 14),
        ("deck.ranks = 10\ndeck.lowest = 0", 0, 9),
        ("deck.ranks = 5", 2, 6),
        ("war.face_down = 'tied-rank'", 2, 14),
    ] {
        let rules = rules(&format!("compare.lowest_beats_highest = true\n{deck}"));
        assert_eq!(end(&rules, &[highest, lowest]), "B out-of-cards 1", "{deck}");
        assert_eq!(end(&rules, &[lowest, highest]), "A out-of-cards 1", "{deck}");
        assert_eq!(rules.lowest_beats, Some((lowest, highest)), "{deck}");
        assert_eq!(end(&rules, &[highest, lowest + 1]), "A out-of-cards 1", "{deck}");
        assert_eq!(end(&rules, &[lowest, highest - 1]), "B out-of-cards 1", "{deck}");
        if !deck.contains("tied-rank") {
            // A joker beats everything.
            assert_eq!(end(&rules, &[lowest, highest + 1]), "B out-of-cards 1", "{deck}");
            assert_eq!(end(&rules, &[lowest, lowest]), "draw both-short 1", "{deck}");
        }
    }
}

#[test]
fn nothing_beats_the_highest_where_no_rank_does_or_the_deck_has_none() {
    assert_eq!(rules("").lowest_beats, None);
    let none = "compare.lowest_beats_highest = true\ndeck.ranks = 0\ndeck.jokers = 2";
    let none: RuleFields = toml::from_str(none).unwrap();
    let none = none.check().unwrap();
    assert_eq!(none.lowest_beats, None);
    assert_eq!(end(&none, &[2, 1]), "A out-of-cards 1");
}

#[test]
fn low_wins_turns_every_comparison() {
    let low = rules("compare.low_wins = true\ndeck.jokers = 2");
    assert_eq!(end(&low, &[2, 3]), "A out-of-cards 1");
    assert_eq!(end(&low, &[15, 14]), "B out-of-cards 1");
    let low_ace = rules("compare.low_wins = true\ncompare.ace = 'low'");
    assert_eq!(end(&low_ace, &[14, 2]), "A out-of-cards 1");
}

#[test]
fn joker_beats_the_ace_where_high_wins() {
    assert_eq!(end(&rules("deck.jokers = 1"), &[15, 14]), "A out-of-cards 1");
}

#[test]
fn face_down_is_the_number_of_cards_before_the_deciding_one() {
    let down = |n: u32| rules(&format!("war.face_down = {n}"));
    let deck = dealt(&[5, 3, 4, 1], &[5, 2, 6, 9]);
    let pots = |n| watch(&down(n), &deck).0.pots;
    assert_eq!(pots(0)[0], (Seat::A, vec![5, 5, 3, 2]));
    assert_eq!(pots(1)[0], (Seat::B, vec![5, 5, 3, 2, 4, 6]));
    assert_eq!(pots(2)[0], (Seat::B, vec![5, 5, 3, 4, 2, 6, 1, 9]));
    assert_eq!(end(&down(3), &deck), "draw both-out 1");
    assert_eq!(end(&down(4), &deck), "draw both-short 1");
    assert_eq!(end(&down(20), &deck), "draw both-short 1");
    let long: Vec<i32> = (0..21).flat_map(|_| [5, 5]).chain([7, 6]).collect();
    assert_eq!(end(&down(20), &long), "A out-of-cards 2");
}

#[test]
fn tied_rank_lays_as_many_cards_as_the_rank_the_last_turned_up() {
    let tied = rules("war.face_down = 'tied-rank'");
    let deck = dealt(&[3, 4, 5, 6], &[3, 7, 8, 9]);
    let (seen, result) = watch(&tied, &deck);
    assert_eq!(seen.battles, [[3, 3], [6, 9]]);
    assert_eq!(seen.pots, [(Seat::B, vec![3, 3, 4, 5, 7, 8, 6, 9])]);
    assert_eq!((result.battles, result.wars), (2, 1));
    // Short is fewer than the whole stake, the deciding card included.
    let tied_at_4 = dealt(&[4, 4, 5, 6], &[4, 7, 8, 9]);
    assert_eq!(end(&tied, &tied_at_4), "draw both-short 1");
}

#[test]
fn ace_counts_as_many_cards_as_asked_for() {
    let tied = |n: u32| rules(&format!("war.face_down = 'tied-rank'\nwar.ace_counts = {n}"));
    let deck = dealt(&[14, 2, 3, 5], &[14, 4, 2, 6]);
    assert_eq!(watch(&tied(1), &deck).0.battles[..2], [[14, 14], [2, 4]]);
    assert_eq!(watch(&tied(2), &deck).0.battles[..2], [[14, 14], [3, 2]]);
    assert_eq!(watch(&tied(3), &deck).0.battles[..2], [[14, 14], [5, 6]]);
    assert_eq!(end(&tied(4), &deck), "draw both-short 1");
    assert_eq!(end(&tied(14), &deck), "draw both-short 1");
}

#[test]
fn under_tied_rank_one_and_fourteen_are_both_the_ace() {
    let tied = rules("war.face_down = 'tied-rank'");
    assert_eq!(watch(&tied, &[1, 14, 2, 3]).0.battles, [[1, 14], [2, 3]]);
    assert_eq!(end(&tied, &[1, 13]), "A out-of-cards 1");
    let low = rules("war.face_down = 'tied-rank'\ncompare.ace = 'low'");
    assert_eq!(end(&low, &[14, 2]), "B out-of-cards 1");
}

#[test]
fn lay_decides_the_order_of_the_pot() {
    let deck = dealt(&[3, 4, 5, 7, 6], &[3, 7, 8, 4, 9]);
    for (lay, pot) in [
        ("blocks", [3, 3, 4, 5, 7, 7, 8, 4, 6, 9]),
        ("alternating", [3, 3, 4, 7, 5, 8, 7, 4, 6, 9]),
    ] {
        let rules = rules(&format!("war.lay = '{lay}'"));
        assert_eq!(watch(&rules, &deck).0.pots, [(Seat::B, pot.to_vec())], "{lay}");
    }
}

#[test]
fn alternating_goes_on_alone_where_one_player_has_laid_all() {
    let text = "war.short = 'last-card'\nwar.lay = 'alternating'";
    let deck = dealt(&[9, 5, 1, 2], &[8, 5, 10]);
    let pots = watch(&rules(text), &deck).0.pots;
    assert_eq!(pots[1], (Seat::B, vec![5, 5, 1, 2, 9, 8, 10]));
}

#[test]
fn limit_of_battles_is_asked_before_or_between_laying_and_deciding() {
    let deck = dealt(&[5, 3, 4], &[5, 2, 6]);
    for (asked, left) in [("after", 2), ("before", 1)] {
        let rules = rules(&format!("war.face_down = 1\nlimit.at = 1\nlimit.asked = '{asked}'"));
        let result = play(&rules, &deck);
        assert_eq!(result.end_reason.name(), "limit");
        assert_eq!((result.battles, result.wars, result.cards_a), (1, 1, left), "{asked}");
        assert_eq!(result.cards_b, left, "{asked}");
    }
}

#[test]
fn limit_of_rounds_is_asked_after_the_last_or_before_the_next() {
    // The round holds a war that takes B's last card.
    let deck = dealt(&[5, 3, 4], &[5, 2, 3]);
    let text = "war.face_down = 1\nlimit.unit = 'rounds'\nlimit.at = 1\nlimit.asked = ";
    let with = |asked: &str| end(&rules(&format!("{text}'{asked}'")), &deck);
    assert_eq!(with("after"), "draw limit 2");
    assert_eq!(with("before"), "A out-of-cards 2");
    // Inside the round nothing is asked: a war that cannot be paid ends the game.
    for asked in ["after", "before"] {
        assert_eq!(end(&rules(&format!("{text}'{asked}'")), &[5, 5, 3]), "A short-in-war 1");
    }
}

#[test]
fn player_short_of_stakes_loses_the_war() {
    // After the first battle A has five cards and B has two.
    let deck = dealt(&[9, 5, 1, 2], &[8, 5, 10]);
    assert_eq!(end(&rules(""), &deck), "A short-in-war 2");
    let mirrored = dealt(&[8, 5, 10, 2], &[9, 5, 1]);
    assert_eq!(end(&rules("war.face_down = 4"), &mirrored), "draw both-short 2");
    assert_eq!(end(&rules(""), &mirrored), "B short-in-war 2");
}

#[test]
fn short_player_fights_with_the_last_card() {
    let last_card = rules("war.short = 'last-card'");
    // B lays nothing and turns up the 10; A pays in full.
    let (seen, result) = watch(&last_card, &dealt(&[9, 5, 1, 2], &[8, 5, 10]));
    assert_eq!(seen.battles, [[9, 8], [5, 5], [8, 10]]);
    assert_eq!(seen.pots[1], (Seat::B, vec![5, 5, 1, 2, 9, 8, 10]));
    assert_eq!(result.end_reason.name(), "out-of-cards");
    assert_eq!((result.cards_a, result.cards_b), (0, 7));
    // Both short: A lays two, B lays one, and the last cards decide.
    let (seen, _) = watch(&last_card, &dealt(&[5, 1, 2, 3], &[5, 7, 2]));
    assert_eq!(seen.pots, [(Seat::A, vec![5, 5, 1, 2, 7, 3, 2])]);
}

#[test]
fn player_with_none_left_keeps_the_tied_card_which_is_in_the_pot_once() {
    let last_card = rules("war.short = 'last-card'");
    // A lays 1 9 and turns up the 8; B shows the tied 5 again.
    let (seen, _) = watch(&last_card, &dealt(&[9, 5, 1], &[8, 5]));
    assert_eq!(seen.battles, [[9, 8], [5, 5], [8, 5]]);
    assert_eq!(seen.pots[1], (Seat::A, vec![5, 5, 1, 9, 8]));
    // The kept card can win.
    let (seen, result) = watch(&last_card, &dealt(&[9, 5, 1], &[4, 5]));
    assert_eq!(seen.battles, [[9, 4], [5, 5], [4, 5]]);
    assert_eq!(seen.pots[1], (Seat::B, vec![5, 5, 1, 9, 4]));
    assert_eq!((result.cards_a, result.cards_b), (0, 5));
    // And tie again, until neither has a card.
    let result = play(&last_card, &dealt(&[9, 5, 1], &[5, 5]));
    assert_eq!(result.end_reason.name(), "both-short");
    assert_eq!((result.battles, result.wars, result.deepest_war), (3, 2, 2));
}

#[test]
fn player_with_none_left_loses_under_last_card_or_lose() {
    let or_lose = rules("war.short = 'last-card-or-lose'");
    // With a card left it is `last-card`: A pays in full, B turns up the 10.
    let (seen, result) = watch(&or_lose, &dealt(&[9, 5, 1, 2], &[8, 5, 10]));
    assert_eq!(seen.battles, [[9, 8], [5, 5], [8, 10]]);
    assert_eq!((result.end_reason.name(), result.cards_b), ("out-of-cards", 7));
    // Both short: A lays two, B lays one, and the last cards decide.
    let (seen, _) = watch(&or_lose, &dealt(&[5, 1, 2, 3], &[5, 7, 2]));
    assert_eq!(seen.pots, [(Seat::A, vec![5, 5, 1, 2, 7, 3, 2])]);
    // B's last card ties, and nothing is laid for it; under `last-card` it would fight on.
    let (seen, result) = watch(&or_lose, &dealt(&[9, 5, 1], &[4, 5]));
    assert_eq!(seen.battles, [[9, 4], [5, 5]]);
    assert_eq!((result.end_reason.name(), result.wars), ("short-in-war", 1));
    assert_eq!((result.cards_a, result.cards_b), (3, 0));
    assert_eq!(end(&or_lose, &dealt(&[9, 5, 1], &[4, 5])), "A short-in-war 2");
    assert_eq!(end(&or_lose, &dealt(&[4, 5], &[9, 5])), "B short-in-war 2");
    // Both last cards tie.
    assert_eq!(end(&or_lose, &dealt(&[5], &[5])), "draw both-short 1");
}

#[test]
fn reduce_leaves_the_shorter_hand_one_card_to_turn_up() {
    let reduce = rules("war.short = 'reduce'");
    // B has one card, so nobody lays one face down.
    let (seen, _) = watch(&reduce, &dealt(&[9, 5, 1, 2], &[8, 5, 7]));
    assert_eq!(seen.battles[..3], [[9, 8], [5, 5], [1, 7]]);
    assert_eq!(seen.pots[1], (Seat::B, vec![5, 5, 1, 7]));
    // Both have three: two are laid.
    let (seen, _) = watch(&reduce, &dealt(&[5, 1, 2, 3], &[5, 7, 8, 4]));
    assert_eq!(seen.pots, [(Seat::B, vec![5, 5, 1, 2, 7, 8, 3, 4])]);
    // With none at all a player loses, and both draw.
    assert_eq!(end(&reduce, &dealt(&[9, 5, 1], &[8, 5])), "A short-in-war 2");
    assert_eq!(end(&reduce, &[5, 5]), "draw both-short 1");
}

#[test]
fn any_shortage_is_a_draw_where_the_rules_say_so() {
    let draw = rules("war.short = 'draw'");
    // Three cards pay for the war, but a fourth must decide it.
    for (cards, expected) in [(3, "draw both-short 1"), (4, "draw both-short 1")] {
        let hand = [5, 1, 2, 3, 4];
        assert_eq!(end(&draw, &dealt(&hand[..cards], &hand[..cards])), expected);
    }
    assert_eq!(end(&draw, &dealt(&[5, 1, 2, 3, 4], &[5, 1, 2, 3])), "draw short-in-war 1");
    assert_eq!(end(&draw, &dealt(&[5, 1, 2, 3, 4], &[5, 1, 2, 3, 3])), "A out-of-cards 2");
    let tied = rules("war.short = 'draw'\nwar.face_down = 'tied-rank'");
    assert_eq!(end(&tied, &dealt(&[2, 3, 4], &[2, 3])), "draw short-in-war 1");
    let result = play(&draw, &dealt(&[5, 1, 2, 3, 4], &[5, 1, 2, 3]));
    assert_eq!((result.cards_a, result.cards_b, result.wars), (4, 3, 1));
}

#[test]
fn both_short_is_a_draw_or_won_by_more_cards() {
    let deck = dealt(&[5, 2, 3], &[5, 4]);
    assert_eq!(end(&rules("war.both_short = 'draw'"), &deck), "draw both-short 1");
    let more = rules("war.both_short = 'more-cards'");
    assert_eq!(end(&more, &deck), "A both-short 1");
    assert_eq!(end(&more, &dealt(&[5, 2, 3], &[5, 4, 4])), "draw both-short 1");
    let deck = dealt(&[2, 2, 5, 3], &[8, 9, 5, 4]);
    assert_eq!(
        end(&rules("war.both_short = 'more-cards'\nwar.face_down = 9"), &deck),
        "B both-short 3"
    );
}

/// What a chain of ties costs must not grow with the cards laid before: that would take minutes here.
#[test]
fn a_chain_of_ties_through_160_000_cards_is_played_to_its_end() {
    let bicycle = presets::find("bicycle").unwrap().rules();
    let result = play(&bicycle, &vec![7; 160_000]);
    assert_eq!((result.end_reason, result.battles, result.rounds), (EndReason::BothOut, 40_000, 1));
    assert_eq!((result.wars, result.deepest_war), (40_000, 40_000));
}

/// By order: two pots of two, one of a war, and one in which seven cards of a war have no partner; worked by hand.
const POTS: &[(&str, [&[i32]; 4])] = &[
    ("as-laid", [&[9, 2], &[3, 8], &[5, 5, 1, 2, 7, 8, 3, 9], &[5, 5, 1, 2, 9, 8, 10]]),
    ("winner-first", [&[9, 2], &[8, 3], &[5, 5, 7, 1, 8, 2, 9, 3], &[5, 5, 10, 1, 2, 9, 8]]),
    ("loser-first", [&[2, 9], &[3, 8], &[5, 5, 1, 7, 2, 8, 3, 9], &[5, 5, 1, 10, 2, 8, 9]]),
    ("winner-block", [&[9, 2], &[8, 3], &[5, 7, 8, 9, 5, 1, 2, 3], &[5, 10, 5, 1, 2, 9, 8]]),
    ("loser-block", [&[2, 9], &[3, 8], &[5, 1, 2, 3, 5, 7, 8, 9], &[5, 1, 2, 8, 9, 5, 10]]),
    ("a-block", [&[9, 2], &[3, 8], &[5, 1, 2, 3, 5, 7, 8, 9], &[5, 1, 2, 9, 8, 5, 10]]),
    ("last-first", [&[2, 9], &[8, 3], &[9, 3, 8, 7, 2, 1, 5, 5], &[10, 9, 8, 2, 1, 5, 5]]),
    (
        "winner-block-last-first",
        [&[9, 2], &[8, 3], &[9, 8, 7, 5, 3, 2, 1, 5], &[10, 5, 8, 9, 2, 1, 5]],
    ),
    ("high-first", [&[9, 2], &[8, 3], &[9, 8, 7, 5, 5, 3, 2, 1], &[10, 9, 8, 5, 5, 2, 1]]),
    ("low-first", [&[2, 9], &[3, 8], &[1, 2, 3, 5, 5, 7, 8, 9], &[1, 2, 5, 5, 8, 9, 10]]),
    ("last-war-first", [&[9, 2], &[8, 3], &[7, 8, 9, 1, 2, 3, 5, 5], &[10, 1, 2, 9, 8, 5, 5]]),
    ("each-from-top", [&[9, 2], &[8, 3], &[9, 3, 8, 2, 7, 1, 5, 5], &[10, 8, 5, 9, 2, 1, 5]]),
];

#[test]
fn pickup_orders_the_pot() {
    let told: Vec<&str> = POTS.iter().map(|pots| pots.0).collect();
    let all = Pickup::ALL.iter().filter(|order| !order.is_by_chance());
    assert_eq!(told, all.map(|order| order.name()).collect::<Vec<_>>());
    for &(pickup, [a_wins, b_wins, war, apart]) in POTS {
        let pots = |fields: &str, deck: &[i32]| {
            watch(&rules(&format!("{fields}\npickup = '{pickup}'")), deck).0.pots
        };
        let plain = pots("limit.at = 2", &dealt(&[9, 3], &[2, 8]));
        assert_eq!(plain, [(Seat::A, a_wins.to_vec()), (Seat::B, b_wins.to_vec())], "{pickup}");
        // A lays 5, then 1 2, then 3; B lays 5, then 7 8, then 9 and wins.
        let found = pots("war.face_down = 2", &dealt(&[5, 1, 2, 3], &[5, 7, 8, 9]));
        assert_eq!(found, [(Seat::B, war.to_vec())], "{pickup}");
        // A wins the first pot, so that A's five cards of the second meet only two of B's.
        let found = pots("war.short = 'last-card'", &dealt(&[9, 5, 1, 2], &[8, 5, 10]));
        assert_eq!(found[1], (Seat::B, apart.to_vec()), "{pickup}");
    }
}

#[test]
fn wars_are_picked_up_from_the_last_one_to_the_first_battle() {
    let pot = |text: &str, a: &[i32], b: &[i32]| {
        // As in a sweep: one of them has no effect, and is played.
        let fields: RuleFields =
            toml::from_str(&format!("pickup = 'last-war-first'\n{text}")).unwrap();
        let rules = fields.check().unwrap();
        let pots = watch(&rules, &dealt(a, b)).0.pots;
        pots.into_iter().map(|(_, pot)| pot).find(|pot| pot.len() > 2).unwrap()
    };
    // The example of docs/war.md: two wars, one card face down each.
    for lay in ["war.lay = 'blocks'", "war.lay = 'alternating'"] {
        let one_down = format!("war.face_down = 1\n{lay}");
        let taken = pot(&one_down, &[5, 1, 9, 2, 4], &[5, 3, 9, 6, 8]);
        assert_eq!(taken, [6, 8, 2, 4, 3, 9, 1, 9, 5, 5]);
    }
    // Wars of different sizes: a tie of twos costs two cards, the next one, of threes, three.
    let tied = "war.face_down = 'tied-rank'\nwar.lay = 'alternating'";
    let taken = pot(tied, &[2, 4, 3, 5, 6, 7], &[2, 8, 3, 9, 10, 11]);
    assert_eq!(taken, [9, 10, 11, 5, 6, 7, 8, 3, 4, 3, 2, 2]);
    // Both lay one card face down, because B has two left.
    let taken = pot("war.short = 'reduce'", &[5, 1, 9, 2], &[5, 3, 8]);
    assert_eq!(taken, [1, 9, 3, 8, 5, 5]);
    // B has one card for the first war and keeps it for the second one: it lies with the first.
    let taken = pot("war.short = 'last-card'\nwar.face_down = 1", &[9, 5, 1, 7], &[8, 5, 7]);
    assert_eq!(taken, [9, 8, 1, 7, 7, 5, 5]);
}

#[test]
fn sorting_knows_the_ace_as_it_is_compared_and_keeps_equals_as_laid() {
    let pot = |text: &str, deck: &[i32]| watch(&rules(text), deck).0.pots[0].1.clone();
    let deck = dealt(&[5, 14, 2, 3], &[5, 13, 8, 9]);
    let text = "war.face_down = 2\npickup = ";
    assert_eq!(pot(&format!("{text}'high-first'"), &deck), [14, 13, 9, 8, 5, 5, 3, 2]);
    let low = format!("{text}'high-first'\ncompare.ace = 'low'");
    assert_eq!(pot(&low, &deck), [13, 9, 8, 5, 5, 3, 2, 14]);
    let low = format!("{text}'low-first'\ncompare.ace = 'low'");
    assert_eq!(pot(&low, &deck), [14, 2, 3, 5, 5, 8, 9, 13]);
    // Who wins the battle has no say, nor have rules that turn it round.
    let lowest = format!("{text}'high-first'\ncompare.lowest_beats_highest = true");
    assert_eq!(pot(&lowest, &[2, 14]), [14, 2]);
    let low_wins = "pickup = 'low-first'\ncompare.low_wins = true";
    assert_eq!(pot(low_wins, &[2, 14]), [2, 14]);
    // 1 and 14 are both the ace here: equals, so as laid.
    let tied = "war.face_down = 'tied-rank'\npickup = 'high-first'";
    assert_eq!(pot(tied, &dealt(&[14, 3], &[1, 2])), [14, 1, 3, 2]);
    assert_eq!(pot(tied, &dealt(&[1, 3], &[14, 2])), [1, 14, 3, 2]);
}

#[test]
fn shuffled_pot_depends_on_seed_and_game_and_on_nothing_else() {
    let rules = rules("pickup = 'shuffled'");
    let deck: Vec<i32> = dealt(&[5, 1, 2, 3, 4], &[5, 6, 7, 8, 9]);
    let pot =
        |seed, game| watch_game(&rules, &deck, Seed(seed), GameIndex(game)).0.pots[0].1.clone();
    assert_eq!(pot(1, 7), pot(1, 7));
    assert_ne!(pot(1, 7), pot(1, 8));
    assert_ne!(pot(1, 7), pot(2, 7));
    let mut sorted = pot(1, 7);
    sorted.sort_unstable();
    assert_eq!(sorted, [1, 2, 3, 4, 5, 5, 6, 7, 8, 9]);
}

#[test]
fn pile_becomes_the_hand_when_a_card_is_wanted() {
    // A wins 9 2 and 8 1, B wins 3 7; then both turn their piles.
    let deck = dealt(&[9, 8, 3], &[2, 1, 7]);
    let battles = |winnings: &str| {
        let rules = rules(&format!("winnings = '{winnings}'\nlimit.at = 5"));
        let (seen, _) = watch(&rules, &deck);
        (seen.battles[3..].to_vec(), seen.piles_turned)
    };
    let turned = vec![(Seat::A, 4), (Seat::B, 2)];
    assert_eq!(battles("bottom"), (vec![[9, 3], [2, 7]], vec![]));
    assert_eq!(battles("pile"), (vec![[9, 3], [2, 7]], turned.clone()));
    assert_eq!(battles("pile-reversed"), (vec![[1, 7], [8, 3]], turned));
}

#[test]
fn pile_is_turned_in_the_middle_of_a_war() {
    // After two battles A holds 5 6 and a pile of 9 3, B holds 5 6 and a pile of 2 8.
    let deck = dealt(&[9, 2, 5, 6], &[3, 8, 5, 6]);
    for (winnings, turned, pot) in
        [("pile", 2, [5, 5, 6, 9, 6, 2, 3, 8]), ("pile-reversed", 2, [5, 5, 6, 3, 6, 8, 9, 2])]
    {
        let rules = rules(&format!("winnings = '{winnings}'\nwar.face_down = 2"));
        let (seen, _) = watch(&rules, &deck);
        assert_eq!(seen.piles_turned[..2], [(Seat::A, turned), (Seat::B, turned)], "{winnings}");
        assert_eq!(seen.pots[2].1, pot, "{winnings}");
    }
}

#[test]
fn pile_shuffled_depends_on_seed_and_game() {
    let rules = rules("winnings = 'pile-shuffled'");
    let deck = dealt(&[9, 9, 9, 9, 3], &[2, 4, 6, 8, 7]);
    let battles = |seed, game| watch_game(&rules, &deck, Seed(seed), GameIndex(game)).0.battles;
    assert_eq!(battles(1, 3), battles(1, 3));
    let different = (0..20).filter(|&game| battles(1, game) != battles(1, 3)).count();
    assert!(different > 10, "{different} of 20 games differ");
}

#[test]
fn limit_counts_battles_or_rounds() {
    let deck = [1, 2, 2, 1];
    assert_eq!(end(&rules("limit.at = 3"), &deck), "draw limit 3");
    assert_eq!(end(&rules("limit.at = 3\nlimit.unit = 'rounds'"), &deck), "draw limit 3");
    // The round holds a war: a limit of one round lets it be fought out.
    let deck = dealt(&[5, 3, 4, 1], &[5, 2, 6, 1]);
    let result = play(&rules("war.face_down = 1\nlimit.unit = 'rounds'\nlimit.at = 1"), &deck);
    assert_eq!((result.battles, result.rounds), (2, 1));
    assert_eq!((result.cards_a, result.cards_b), (1, 7));
    assert_eq!(end(&rules("war.face_down = 1\nlimit.at = 1"), &deck), "draw limit 1");
}

#[test]
fn player_out_of_cards_loses_where_the_limit_is_asked_later() {
    for unit in ["battles", "rounds"] {
        for (asked, expected) in [("after", "draw limit 2"), ("before", "B out-of-cards 2")] {
            let rules =
                rules(&format!("limit.unit = '{unit}'\nlimit.at = 2\nlimit.asked = '{asked}'"));
            assert_eq!(end(&rules, &[2, 3, 4, 5]), expected, "{unit}, {asked}");
        }
    }
    // So is the ceiling of a game without a limit.
    for (asked, expected) in [("after", "draw limit 2"), ("before", "B out-of-cards 2")] {
        let toml = format!("limit.unit = 'none'\nlimit.ceiling = 2\nlimit.asked = '{asked}'");
        assert_eq!(end(&rules(&toml), &[2, 3, 4, 5]), expected, "{asked}");
    }
}

#[test]
fn limit_verdict_is_a_draw_or_goes_to_more_cards() {
    // Hands after each round of 1 2 2 1: 1:3, 2:2, 3:1, 2:2.
    let verdict = |at: u32| {
        let rules = rules(&format!("limit.verdict = 'more-cards'\nlimit.at = {at}"));
        end(&rules, &[1, 2, 2, 1])
    };
    assert_eq!(verdict(1), "B limit 1");
    assert_eq!(verdict(2), "draw limit 2");
    assert_eq!(verdict(3), "A limit 3");
    let ceiling = rules("limit.unit = 'none'\nlimit.ceiling = 3\nlimit.verdict = 'more-cards'");
    assert_eq!(end(&ceiling, &[1, 2, 2, 1]), "A limit 3");
}

#[test]
fn whoever_cannot_pay_is_told_what_the_war_needed() {
    for (toml, a, needed) in [
        ("war.short = 'lose'", &[5, 3][..], 3),
        ("war.short = 'draw'", &[5, 3], 4),
        ("war.short = 'reduce'", &[5], 4),
        ("war.face_down = 0\nwar.short = 'draw'", &[5], 1),
        ("war.face_down = 'tied-rank'", &[5, 3], 5),
        ("war.face_down = 'tied-rank'\nwar.short = 'draw'", &[5, 3], 5),
    ] {
        let (seen, _) = watch(&rules(toml), &dealt(a, &a.iter().map(|_| 5).collect::<Vec<_>>()));
        assert_eq!(seen.unpaid, [needed], "{toml}");
    }
    let last = watch(&rules("war.short = 'last-card'"), &[5, 5]).0;
    assert_eq!(last.unpaid, [4]);
}

#[test]
fn each_seat_picks_up_pairs_and_wars_as_its_fields_say() {
    // A wins a pair, B one, A a war and B one.
    let deck = dealt(&[9, 2, 5, 3, 9, 6, 3, 2], &[4, 8, 5, 7, 4, 6, 7, 9]);
    let as_laid = [vec![9, 4], vec![2, 8], vec![5, 5, 3, 7, 9, 4], vec![6, 6, 3, 7, 2, 9]];
    let low_of_a = vec![3, 4, 5, 5, 7, 9];
    let high_of_b = vec![9, 7, 6, 6, 3, 2];
    let [pair_a, pair_b, war_a, war_b] = as_laid.clone();
    for (fields, pots) in [
        ("", as_laid),
        (
            "pickup = 'low-first'\nseat_b.pickup = 'high-first'",
            [vec![4, 9], vec![8, 2], low_of_a.clone(), high_of_b.clone()],
        ),
        (
            "pickup_war = 'low-first'",
            [pair_a.clone(), pair_b.clone(), low_of_a.clone(), vec![2, 3, 6, 6, 7, 9]],
        ),
        // What B does with all pots goes before what A does with wars.
        (
            "pickup_war = 'low-first'\nseat_b.pickup = 'last-first'",
            [pair_a.clone(), vec![8, 2], low_of_a.clone(), vec![9, 2, 7, 3, 6, 6]],
        ),
        (
            "pickup_war = 'low-first'\nseat_b.pickup = 'as-laid'",
            [pair_a.clone(), pair_b.clone(), low_of_a, war_b],
        ),
        ("seat_b.pickup_war = 'high-first'", [pair_a, pair_b, war_a, high_of_b]),
    ] {
        let seen = watch(&rules(&format!("war.face_down = 1\n{fields}")), &deck).0;
        let found: Vec<Vec<i32>> = seen.pots.into_iter().take(4).map(|(_, pot)| pot).collect();
        assert_eq!(found, pots, "{fields}");
    }
}

#[test]
fn rules_that_say_the_same_of_both_seats_are_one() {
    for (said, meant) in [
        ("seat_b.pickup = 'as-laid'", ""),
        ("pickup_war = 'as-laid'\nseat_b.pickup_war = 'as-laid'", ""),
        ("pickup = 'low-first'\nseat_b.pickup = 'low-first'", "pickup = 'low-first'"),
        (
            "pickup_war = 'low-first'\nseat_b.pickup = 'as-laid'",
            "pickup_war = 'low-first'\nseat_b.pickup_war = 'as-laid'",
        ),
        (
            "pickup_war = 'low-first'\nseat_b = { pickup = 'as-laid', pickup_war = 'low-first' }",
            "pickup_war = 'low-first'",
        ),
    ] {
        assert_eq!(rules(said), rules(meant), "{said}");
        assert_eq!(rules(said).to_toml(), rules(meant).to_toml(), "{said}");
    }
    assert_ne!(rules("seat_b.pickup = 'low-first'"), rules(""));
    assert!(rules("seat_b.pickup_war = 'shuffled'").has_in_game_randomness());
}

#[test]
fn players_who_change_places_change_the_outcome() {
    let alike = |order: &&Pickup| !order.looks_at_seat() && !order.is_by_chance();
    let words: Vec<&str> = Pickup::ALL.iter().filter(alike).map(|order| order.name()).collect();
    assert!(words.contains(&"loser-block") && !words.contains(&"a-block"));
    let mut otherwise = 0;
    for (mine, yours) in words.iter().flat_map(|mine| words.iter().map(move |yours| (mine, yours)))
    {
        let text = |a: &str, b: &str| {
            format!("pickup = '{a}'\nseat_b.pickup = '{b}'\nlimit.unit = 'none'")
        };
        let [here, there] = [text(mine, yours), text(yours, mine)].map(|text| rules(&text));
        let mut dealer = Dealer::new(Seed(9), here.deck);
        for game in 0..20 {
            let deck = dealer.deck(game);
            let exchanged: Vec<i32> = deck.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
            let [one, other] = [play(&here, &deck), play(&there, &exchanged)];
            assert_eq!(other.outcome.value(), -one.outcome.value(), "{mine} {yours} {deck:?}");
            assert_eq!((other.battles, other.cycle), (one.battles, one.cycle));
            otherwise += u32::from(play(&here, &exchanged).outcome != other.outcome);
        }
    }
    assert!(otherwise > 50, "{otherwise}");
}
