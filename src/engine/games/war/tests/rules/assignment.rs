//! The assignment's worked examples and its list of test cases, in its order.

use crate::core::cards::{GameIndex, Seed};
use crate::games::war::find_winner;
use crate::games::war::reference::Reference;
use crate::games::war::{GameResult, Rules, Seat, presets};

use super::{dealt, end, play, watch};

fn umass() -> Rules {
    Rules::default()
}

#[test]
fn empty_deck_is_a_draw() {
    assert_eq!(find_winner(&[]), 0);
    assert_eq!(end(&umass(), &[]), "draw both-out 0");
}

#[test]
fn one_card_wins_for_a() {
    assert_eq!(find_winner(&[2]), 1);
    assert_eq!(end(&umass(), &[2]), "A out-of-cards 0");
}

#[test]
fn of_two_cards_the_higher_wins() {
    assert_eq!(find_winner(&[3, 2]), 1);
    assert_eq!(find_winner(&[2, 3]), -1);
    assert_eq!(end(&umass(), &[3, 2]), "A out-of-cards 1");
    assert_eq!(end(&umass(), &[2, 3]), "B out-of-cards 1");
}

#[test]
fn two_equal_cards_are_a_draw() {
    assert_eq!(find_winner(&[2, 2]), 0);
    assert_eq!(end(&umass(), &[2, 2]), "draw both-short 1");
}

#[test]
fn cards_may_be_any_number() {
    assert_eq!(find_winner(&[i32::MAX, i32::MIN]), 1);
    assert_eq!(find_winner(&[-1, 0]), -1);
    assert_eq!(find_winner(&[i32::MIN, i32::MIN]), 0);
}

#[test]
fn dealing_example_is_won_by_b_in_two_battles() {
    let (seen, result) = watch(&umass(), &[2, 3, 4, 5]);
    assert_eq!(seen.battles, [[2, 3], [4, 5]]);
    // B's hand is 5 2 3 after the first battle.
    assert_eq!(seen.pots, [(Seat::B, vec![2, 3]), (Seat::B, vec![4, 5])]);
    assert_eq!(result.value(), "B out-of-cards 2 battles, 2 rounds, 0 wars; 0:4");
    assert_eq!(find_winner(&[2, 3, 4, 5]), -1);
    assert_eq!(find_winner(&[3, 2, 5, 4]), 1);
}

#[test]
fn war_example_is_won_by_b_who_takes_ten_cards_first() {
    let a = [2, 8, 9, 10, 5, 4];
    let b = [2, 6, 7, 11, 6, 4];
    let (seen, result) = watch(&umass(), &dealt(&a, &b));
    assert_eq!(seen.battles, [[2, 2], [5, 6], [4, 4]]);
    assert_eq!(seen.pots, [(Seat::B, vec![2, 2, 8, 9, 10, 6, 7, 11, 5, 6])]);
    assert_eq!(result.value(), "B short-in-war 3 battles, 2 rounds, 2 wars; 0:10");
    assert_eq!(find_winner(&dealt(&a, &b)), -1);
}

#[test]
fn with_the_hands_exchanged_the_other_player_wins_the_war_example() {
    let deck = dealt(&[2, 6, 7, 11, 6, 4], &[2, 8, 9, 10, 5, 4]);
    let (seen, result) = watch(&umass(), &deck);
    assert_eq!(seen.pots, [(Seat::A, vec![2, 2, 6, 7, 11, 8, 9, 10, 6, 5])]);
    assert_eq!(result.value(), "A short-in-war 3 battles, 2 rounds, 2 wars; 10:0");
}

#[test]
fn both_short_in_the_war_is_a_draw_even_if_one_has_more_cards() {
    let deck = dealt(&[5, 2, 3], &[5, 4]);
    let result = play(&umass(), &deck);
    assert_eq!(result.value(), "draw both-short 1 battles, 1 rounds, 1 wars; 2:1");
    assert_eq!(find_winner(&deck), 0);
}

#[test]
fn game_without_end_is_a_technical_draw() {
    let result = play(&umass(), &[1, 2, 2, 1]);
    assert_eq!(result.value(), "draw limit 1000 battles, 1000 rounds, 0 wars; 2:2");
    assert_eq!(find_winner(&[1, 2, 2, 1]), 0);
}

fn asked_before() -> Rules {
    super::rules("limit.asked = 'before'")
}

#[test]
fn game_that_battle_1000_ends_is_a_technical_draw() {
    // Every battle takes a card of B: a game of n battles without a tie. The course's author grades
    // 999 times `2 1` as 1 and 1,000 times as 0.
    for n in [499, 500, 998, 999, 1000, 1001] {
        let deck = [2, 1].repeat(n);
        let won = format!("A out-of-cards {n}");
        let (after, before) = match n {
            n if n < 1000 => (won.clone(), won),
            // The pot is picked up, but that B has no card left is not asked any more.
            1000 => ("draw limit 1000".into(), won),
            _ => ("draw limit 1000".into(), "draw limit 1000".into()),
        };
        assert_eq!(end(&umass(), &deck), after);
        assert_eq!(end(&asked_before(), &deck), before);
        assert_eq!(find_winner(&deck), i32::from(n < 1000));
    }
    assert_eq!(play(&umass(), &[2, 1].repeat(1000)).cards_a, 2000);
}

#[test]
fn tie_in_battle_1000_is_a_war_for_which_nothing_is_laid() {
    // 999 battles for A, then a tie.
    let a: Vec<i32> = [vec![9; 999], vec![5, 6, 6, 6, 6]].concat();
    let b: Vec<i32> = [vec![2; 999], vec![5, 6, 6, 6, 6]].concat();
    for cards in [1000, 1002, 1003, 1004] {
        let result = play(&umass(), &dealt(&a[..cards], &b[..cards]));
        let (cards_a, cards_b) = (999 + cards - 1, cards - 1000);
        let expected = format!("draw limit 1000 battles, 1000 rounds, 1 wars; {cards_a}:{cards_b}");
        assert_eq!(result.value(), expected);
        assert_eq!(result.deepest_war, 1);
    }
}

#[test]
fn tie_in_battle_1000_still_lays_its_war_where_the_limit_is_asked_before() {
    // 999 battles for A, then a tie; each has cards enough for the war.
    let a: Vec<i32> = [vec![9; 999], vec![5, 6, 6, 6, 6]].concat();
    let b: Vec<i32> = [vec![2; 999], vec![5, 6, 6, 6, 6]].concat();
    let result = play(&asked_before(), &dealt(&a, &b));
    assert_eq!(result.value(), "draw limit 1000 battles, 1000 rounds, 1 wars; 1999:1");

    // With fewer cards the war ends the game before the limit is asked.
    let result = play(&asked_before(), &dealt(&a[..1002], &b[..1002]));
    assert_eq!(result.value(), "A short-in-war 1000 battles, 1000 rounds, 1 wars; 2000:2");
    let result = play(&asked_before(), &dealt(&a[..1003], &b[..1003]));
    assert_eq!(result.value(), "A out-of-cards 1000 battles, 1000 rounds, 1 wars; 1998:0");
}

#[test]
fn battle_war_battle_with_three_wars_gives_the_winner_26_cards() {
    // A wins the first battle; then ties of 5, 6 and 7, and 9 beats 8.
    let a = [3, 5, 4, 4, 4, 6, 4, 4, 4, 7, 4, 4, 4, 8, 2];
    let b = [2, 5, 1, 1, 1, 6, 1, 1, 1, 7, 1, 1, 1, 9];
    let (seen, result) = watch(&umass(), &dealt(&a, &b));
    let battles = [[3, 2], [5, 5], [6, 6], [7, 7], [8, 9], [2, 5], [3, 5], [2, 4]];
    assert_eq!(seen.battles, battles);
    let pot = [
        vec![5, 5, 4, 4, 4, 1, 1, 1],
        vec![6, 6, 4, 4, 4, 1, 1, 1],
        vec![7, 7, 4, 4, 4, 1, 1, 1],
        vec![8, 9],
    ];
    assert_eq!(seen.pots[1], (Seat::B, pot.concat()));
    assert_eq!((result.wars, result.deepest_war, result.rounds), (3, 3, 5));
    assert_eq!(find_winner(&dealt(&a, &b)), -1);
}

#[test]
fn a_wins_when_b_runs_out_of_cards_in_the_war() {
    // A wins two cards first, so that only B is short.
    let deck = dealt(&[9, 5, 1, 1], &[2, 5, 1]);
    assert_eq!(end(&umass(), &deck), "A short-in-war 2");
    assert_eq!(find_winner(&deck), 1);
}

#[test]
fn b_wins_when_a_runs_out_of_cards_in_the_war() {
    let deck = dealt(&[2, 5, 1, 1], &[9, 5, 1]);
    assert_eq!(end(&umass(), &deck), "B short-in-war 2");
    assert_eq!(find_winner(&deck), -1);
}

#[test]
fn player_who_pays_with_the_last_card_is_out_at_the_next_battle() {
    let deck = dealt(&[5, 1, 2, 3, 4], &[5, 1, 2, 3]);
    assert_eq!(end(&umass(), &deck), "A out-of-cards 1");
    let deck = dealt(&[5, 1, 2, 3], &[5, 1, 2, 3]);
    assert_eq!(end(&umass(), &deck), "draw both-out 1");
}

/// A game in a line.
trait Value {
    fn value(&self) -> String;
}

impl Value for GameResult {
    fn value(&self) -> String {
        format!(
            "{} {} {} battles, {} rounds, {} wars; {}:{}",
            self.outcome.name(),
            self.end_reason.name(),
            self.battles,
            self.rounds,
            self.wars,
            self.cards_a,
            self.cards_b
        )
    }
}

#[test]
fn cards_laid_are_those_of_every_pot() {
    let laid = |rules: &Rules, a: &[i32], b: &[i32]| {
        let mut reference = Reference::new(rules.clone(), Seed(0));
        reference.play_hands([a, b], GameIndex(0)).cards_laid
    };
    assert_eq!(laid(&umass(), &[], &[]), 0);
    assert_eq!(laid(&umass(), &[3, 5], &[2, 4]), 4);
    // Nothing is laid for a tie that cannot be paid for, or that the limit follows.
    assert_eq!(laid(&umass(), &[7, 1, 1], &[7, 1, 1]), 2);
    assert_eq!(play(&umass(), &[2, 1].repeat(1000)).cards_laid, 2000);
    // A war that decides, and one whose cards are the last.
    assert_eq!(laid(&umass(), &[5, 1, 1, 1, 9], &[5, 2, 2, 2, 3]), 2 + 6 + 2);
    assert_eq!(laid(&umass(), &[5, 1, 1, 1], &[5, 2, 2, 2, 3]), 2 + 6);
    // Who has no card left decides by the tied one, which is not laid again.
    let last_card = presets::find("last-card").unwrap().rules();
    assert_eq!(laid(&last_card, &[5], &[5, 1, 2, 3, 9]), 2 + 3 + 1);
}
