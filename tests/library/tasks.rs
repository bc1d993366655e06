//! Four tasks in under sixty lines: a deck, a batch, a comparison, rules of one's own.

use war_sim::war::{GameIndex, Outcome, Reference, RuleFields, Seed};
use war_sim::{Study, find_winner};

#[test]
fn a_deck_is_played() {
    assert_eq!(find_winner(&[2, 2, 8, 6, 9, 7, 10, 11, 5, 6, 4, 4]), -1);
    let rules = RuleFields::default().check().unwrap();
    let result = Reference::new(rules, Seed(0)).play(&[5, 5, 2, 4, 3], GameIndex(0));
    assert_eq!((result.outcome, result.battles, result.wars), (Outcome::Draw, 1, 1));
}

#[test]
fn a_batch_has_a_summary() {
    let summary = Study::war(["umass"]).unwrap().seed(42).games(20_000).run().unwrap().summary(0);
    assert_eq!(summary.shares.iter().map(|share| share.games).sum::<u64>(), 20_000);
    assert!(summary.shares[0].ci_low < Some(0.4204) && Some(0.4204) < summary.shares[0].ci_high);
    assert!((summary.length.mean.unwrap() - 499.0).abs() < 10.0);
}

#[test]
fn rule_sets_are_compared_on_the_same_deals() {
    let finished = Study::war(["umass", "one-down"]).unwrap().games(5_000).run().unwrap();
    let rows = finished.compare(0, 1);
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.difference.method.is_paired() && row.p_adjusted.is_some()));
}

#[test]
fn rules_of_ones_own_are_text_or_a_change_in_braces() {
    let run = |study: Study| study.games(2_000).run().map(|finished| finished.summary(0).shares);
    let braces = run(Study::war(["umass{war.face_down=2}"]).unwrap()).unwrap();
    let named = run(Study::war(["two-down"]).unwrap()).unwrap();
    let text = "war.face_down = 2\nlimit.at = 1000";
    assert!(braces == named);
    // Beside another rule set, a name of one's own for the text.
    let study = Study::war(["umass"]).unwrap().with_rules("mine", text).unwrap();
    let finished = study.games(2_000).run().unwrap();
    assert!(finished.summary(1).shares == named);
    // The same rules under two names would only be compared with themselves.
    let twice = Study::war(["two-down"]).unwrap().with_rules("mine", text);
    let error = twice.unwrap_err().to_string();
    assert!(error.contains("is the same as"), "{error}");
    let error = Study::war(["umas"]).unwrap_err().to_string();
    assert!(error.contains("did you mean `umass`?"), "{error}");
}
