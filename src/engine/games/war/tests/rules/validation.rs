//! Rules files that are refused, each with a message that names the field.

use crate::games::war::RuleFields;
use crate::games::war::rules::FIELDS;

/// The message, which must hold each of these words.
fn refused(toml: &str, words: &[&str]) {
    let message = match RuleFields::from_toml(toml) {
        Ok(rules) => panic!("{toml}: accepted as {rules:?}"),
        Err(error) => error.to_string(),
    };
    for word in words {
        assert!(message.contains(word), "{toml}: no `{word}` in: {message}");
    }
    for foreign in ["struct", "u32", "u64", "i32", "i64", "i128", "variant"] {
        assert!(!message.contains(foreign), "{toml}: {message}");
    }
}

#[test]
fn unknown_keys_are_refused_by_name() {
    refused("colour = 'red'", &["colour"]);
    refused("limit.upto = 10", &["upto"]);
    refused("[war]\nface_up = 1", &["face_up", "face_down"]);
    refused("deck.cards = 52", &["cards", "suits"]);
    refused("compare.aces = 'low'", &["aces", "ace"]);
}

#[test]
fn wrong_types_are_refused() {
    refused("deal = 1", &["deal"]);
    refused("compare.low_wins = 1", &["compare.low_wins", "a boolean"]);
    refused("compare.ace = true", &["compare.ace"]);
    refused("war.lay = 3", &["war.lay"]);
    refused("war.face_down = 1.5", &["war.face_down", "0 to 20 or \"tied-rank\""]);
    refused("war.face_down = true", &["war.face_down", "0 to 20 or \"tied-rank\""]);
    refused("limit.at = 'many'", &["limit.at", "\"many\"", "a whole number of 0 or more"]);
    refused("limit.at = -1", &["limit.at", "`-1`", "a whole number of 0 or more"]);
    refused("limit.at = 99999999999999999999", &["limit.at", "a whole number of 0 or more"]);
    refused("limit.ceiling = true", &["true", "a whole number of 0 or more"]);
    refused("deck.suits = 4.5", &["deck.suits", "`4.5`", "a whole number of 0 or more"]);
    refused("deck.suits = 'four'", &["\"four\"", "a whole number of 0 or more"]);
    refused("deck.jokers = -1", &["`-1`", "a whole number of 0 or more"]);
    refused("war.ace_counts = []", &["a whole number of 0 or more"]);
    refused("deck = 52", &["deck", "`52`", "fields of its own", "deck.ranks = 13"]);
    refused("limit = 1000", &["limit", "`1000`", "limit.at = 1000"]);
    refused("war = 'hot'", &["\"hot\"", "war.face_down = 3"]);
    refused("compare = []", &["compare", "compare.ace"]);
    refused("deck = [4, 13, 0]", &["deck"]);
}

#[test]
fn unknown_words_are_refused_with_the_known_ones() {
    refused("deal = 'thirds'", &["thirds", "alternate", "halves"]);
    refused("compare.ace = 'middle'", &["middle", "high", "low"]);
    refused("war.face_down = 'three'", &["three", "0 to 20 or \"tied-rank\""]);
    refused("pickup = 'as-lad'", &["\"as-lad\"", "did you mean \"as-laid\"?", "or \"shuffled\""]);
    refused("pickup = 3", &["\"3\"", "\"as-laid\", \"winner-first\""]);
    refused("war.lay = 'crosswise'", &["crosswise", "blocks", "alternating"]);
    refused(
        "war.short = 'win'",
        &["win", "lose", "draw", "last-card", "last-card-or-lose", "reduce"],
    );
    refused("war.both_short = 'A'", &["A", "draw", "more-cards"]);
    refused(
        "pickup = 'winner'",
        &["winner", "as-laid", "winner-first", "loser-block", "a-block", "shuffled"],
    );
    refused("winnings = 'top'", &["top", "bottom", "pile", "pile-reversed", "pile-shuffled"]);
    refused("limit.unit = 'turns'", &["turns", "battles", "rounds", "none"]);
    refused("limit.asked = 'then'", &["then", "after", "before"]);
    refused("limit.verdict = 'A'", &["A", "draw", "more-cards"]);
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    refused("war.face_down = 21", &["war.face_down = 21", "0 to 20"]);
    refused("war.face_down = -1", &["war.face_down", "`-1`", "0 to 20 or \"tied-rank\""]);
    refused("war.face_down = 99999999999999999999", &["0 to 20 or"]);
    refused("war.ace_counts = 0", &["war.ace_counts = 0", "1 to 14"]);
    refused("war.ace_counts = 15", &["war.ace_counts = 15", "1 to 14"]);
    refused("limit.at = 0", &["limit.at = 0", "1 or more"]);
    refused("limit.ceiling = 0", &["limit.ceiling = 0", "1 or more"]);
    refused("deck.suits = 400", &["deck.suits = 400", "5200", "4096"]);
    refused("deck.jokers = 5000", &["deck.jokers = 5000", "4096"]);
    refused("deck.suits = 0\ndeck.ranks = 4097", &["deck.ranks = 4097", "4096"]);
    refused("deck.suits = 4294967295\ndeck.ranks = 4294967295", &["4096"]);
    refused("deck.suits = 4294967296", &["deck.suits"]);
    refused("deck.lowest = 4097", &["deck.lowest = 4097", "4096"]);
    refused("deck.lowest = -1", &["deck.lowest"]);
}

#[test]
fn contradictions_are_refused_with_both_fields_and_the_reason() {
    refused(
        "compare.lowest_beats_highest = true\ncompare.ace = 'low'",
        &["compare.lowest_beats_highest", "compare.ace = \"low\"", "use "],
    );
    refused(
        "compare.lowest_beats_highest = true\ncompare.low_wins = true",
        &["compare.lowest_beats_highest", "compare.low_wins", "leave out"],
    );
    refused(
        "war.face_down = 'tied-rank'\ndeck.jokers = 2",
        &["war.face_down = \"tied-rank\"", "deck.jokers = 2", "use "],
    );
    refused(
        "war.face_down = 'tied-rank'\ndeck.ranks = 14",
        &["war.face_down = \"tied-rank\"", "deck.ranks = 14", "use "],
    );
    refused(
        "war.face_down = 'tied-rank'\ndeck.lowest = 0\ndeck.ranks = 5",
        &["war.face_down = \"tied-rank\"", "deck.lowest = 0", "1 to 14"],
    );
    refused(
        "war.face_down = 'tied-rank'\ndeck.lowest = 1\ncompare.lowest_beats_highest = true",
        &["tied-rank", "deck.lowest = 1", "lowest_beats_highest"],
    );
}

#[test]
fn what_only_looks_like_a_contradiction_is_accepted() {
    for toml in [
        "compare.lowest_beats_highest = true",
        "compare.ace = 'low'\ncompare.low_wins = true",
        "deck.jokers = 2",
        "deck.ranks = 14",
        "deck.lowest = 0",
        "deck.lowest = 1\ncompare.lowest_beats_highest = true",
        "war.face_down = 'tied-rank'\ndeck.lowest = 1\ndeck.ranks = 14",
        "war.face_down = 'tied-rank'\ncompare.lowest_beats_highest = true",
        // A deck without ranks has none out of range.
        "war.face_down = 'tied-rank'\ndeck.lowest = 0\ndeck.ranks = 0",
        "war.face_down = 'tied-rank'\ndeck.lowest = 15\ndeck.ranks = 0",
    ] {
        let fields: RuleFields = toml::from_str(toml).unwrap();
        assert!(fields.check().is_ok(), "{toml}");
    }
}

#[test]
fn what_is_no_toml_is_refused_with_its_line() {
    refused("deal = \"alternate\"\npickup is as-laid", &["line 2"]);
    refused("deal = \"alternate\"\ndeal = \"halves\"", &["deal", "line 2"]);
}

#[test]
fn fields_without_effect_are_refused_by_name_with_the_reason() {
    for (toml, field, reason) in [
        ("deck.ranks = 5\ncompare.ace = 'low'", "compare.ace = \"low\"", "deck.ranks = 5"),
        ("deck.ranks = 12\ndeck.jokers = 1\ncompare.ace = 'low'", "compare.ace", "rank 14"),
        (
            "war.face_down = 'tied-rank'\ndeck.ranks = 9\ncompare.ace = 'low'",
            "compare.ace",
            "rank 14",
        ),
        ("deck.lowest = 15\ncompare.ace = 'low'", "compare.ace", "deck.lowest = 15"),
        (
            "deck.ranks = 1\ncompare.lowest_beats_highest = true",
            "compare.lowest_beats_highest = true",
            "deck.ranks = 1",
        ),
        ("war.ace_counts = 2", "war.ace_counts = 2", "tied-rank"),
        ("war.lay = 'alternating'\nwar.face_down = 0", "war.lay", "war.face_down = 0"),
        ("war.lay = 'alternating'\npickup = 'winner-first'", "war.lay", "no pot with a war"),
        ("war.short = 'draw'\nwar.both_short = 'more-cards'", "war.both_short", "war.short"),
        ("war.face_down = 0\nwar.both_short = 'more-cards'", "war.both_short", "war.face_down"),
        ("limit.unit = 'none'\nlimit.at = 5", "limit.at = 5", "limit.unit = \"none\""),
        ("limit.ceiling = 5", "limit.ceiling = 5", "limit.unit = \"none\""),
    ] {
        refused(toml, &["no effect", field, reason, "leave it out"]);
        let fields: RuleFields = toml::from_str(toml).unwrap();
        let idle = FIELDS.without_effect(&fields.check().unwrap());
        assert!(idle.len() == 1 && idle[0].1.contains(field), "{toml}: {idle:?}");
    }
    // Written out at its default a field is no mistake: printed rule sets read back.
    assert!(RuleFields::from_toml("deck.ranks = 5\ncompare.ace = 'high'").is_ok());
    assert!(FIELDS.without_effect(&RuleFields::from_toml("").unwrap()).is_empty());
    // One of two seats looks at the order of laying, or pots with a war are shuffled.
    for toml in
        ["seat_b.pickup = 'as-laid'", "pickup_war = 'shuffled'", "seat_b.pickup = 'low-first'"]
    {
        let toml = format!("war.lay = 'alternating'\npickup = 'winner-first'\n{toml}");
        assert!(RuleFields::from_toml(&toml).is_ok(), "{toml}");
    }
}

#[test]
fn former_name_of_a_field_is_refused_with_the_new_one() {
    for value in ["true", "false", "1"] {
        let toml = format!("compare.two_beats_ace = {value}");
        refused(&toml, &["two_beats_ace", "lowest_beats_highest"]);
    }
}

#[test]
fn deck_with_a_card_outside_1_to_14_is_refused_under_tied_rank() {
    let rules = RuleFields::from_toml("war.face_down = 'tied-rank'").unwrap();
    assert!(rules.check_deck(&[1, 14, 7]).is_ok());
    for (deck, card, position) in [([2, 15], 15, 2), ([0, 2], 0, 1), ([-3, 99], -3, 1)] {
        let error = rules.check_deck(&deck).unwrap_err();
        let named = format!("card {card} (number {position} of the deck): ");
        assert!(error.starts_with(&named), "{error}");
        assert!(error.contains("1 to 14"));
    }
    assert!(RuleFields::from_toml("").unwrap().check_deck(&[i32::MIN, 99]).is_ok());
}

#[test]
fn a_low_ace_has_no_card_below_it() {
    for toml in ["deck.lowest = 1\ndeck.ranks = 14", "deck.lowest = 0\ndeck.ranks = 15"] {
        let low = format!("compare.ace = 'low'\n{toml}");
        refused(&low, &["compare.ace = \"low\"", "deck.lowest = 2 or more"]);
        assert!(RuleFields::from_toml(toml).is_ok());
    }
    // There 1 and 14 are the same.
    let tied = "war.face_down = 'tied-rank'\ndeck.lowest = 1\ndeck.ranks = 14\ncompare.ace = 'low'";
    assert!(RuleFields::from_toml(tied).unwrap().check_deck(&[14, 1, 2]).is_ok());

    let low = RuleFields::from_toml("compare.ace = 'low'").unwrap();
    for (deck, card, position) in [([14, 1], 1, 2), ([0, 14], 0, 1), ([-7, 14], -7, 1)] {
        let error = low.check_deck(&deck).unwrap_err();
        let named = format!("card {card} (number {position} of the deck): ");
        assert!(error.starts_with(&named), "{error}");
        assert!(error.contains("below every other card"), "{error}");
        assert!(RuleFields::from_toml("").unwrap().check_deck(&deck).is_ok());
    }
    assert!(low.check_deck(&[14, 2, 15]).is_ok() && low.check_deck(&[1, 13, -4]).is_ok());
    // Where 14 is the joker it is no ace.
    let joker = "deck.ranks = 9\ndeck.lowest = 5\ndeck.jokers = 1";
    assert!(RuleFields::from_toml(joker).unwrap().check_deck(&[14, 1]).is_ok());
}

#[test]
fn dotted_keys_and_tables_are_the_same() {
    let dotted = RuleFields::from_toml("war.face_down = 1\nlimit.unit = 'none'").unwrap();
    let tables = RuleFields::from_toml("[war]\nface_down = 1\n[limit]\nunit = 'none'").unwrap();
    assert_eq!(dotted, tables);
    assert_eq!(RuleFields::from_toml("").unwrap(), RuleFields::default().check().unwrap());
}

#[test]
fn what_a_seat_cannot_do_alone_is_refused() {
    refused("seat_b.deal = 'halves'", &["deal", "pickup", "pickup_war"]);
    refused("seat_b.pickup = 'upside-down'", &["upside-down", "winner-first"]);
    refused("seat_b = 'high-first'", &["seat_b", "seat_b.pickup = \"high-first\""]);
    for field in ["pickup_war", "seat_b.pickup_war"] {
        refused(&format!("deck.suits = 1\n{field} = 'high-first'"), &[field, "deck.suits = 1"]);
    }
    // One and fourteen are both the ace.
    let aces = "deck.suits = 1\ndeck.ranks = 14\ndeck.lowest = 1\nwar.face_down = 'tied-rank'\n";
    let rules = RuleFields::from_toml(&format!("{aces}pickup_war = 'high-first'"));
    assert!(rules.is_ok(), "{rules:?}");
}
