//! Rules files that are refused, each with a message that names the field.

use super::rules;
use crate::core::fields::{ANY, Holds};
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
fn every_field_refuses_what_it_may_not_hold_and_says_what_it_may() {
    for field in FIELDS.iter() {
        let refused = |value: &str, words: &[&str]| {
            let own = field.key.rsplit('.').next().unwrap();
            refused(&format!("{} = {value}", field.key), &[words, &[own]].concat());
        };
        match field.holds {
            Holds::Word(words) => {
                refused("'thirds'", &[&["\"thirds\""], words].concat());
                refused("3", words);
            }
            Holds::Switch => refused("1", &["a boolean"]),
            Holds::Whole(_, [least, most]) => {
                for value in ["-1", "4.5", "'many'", "true", "[]", "99999999999999999999"] {
                    refused(value, &["a whole number of 0 or more"]);
                }
                // The numbers of a deck have one limit together.
                let is_of_deck = field.key.starts_with("deck.");
                let range = if is_of_deck { "4096".into() } else { field.holds.said() };
                let beyond = [least.checked_sub(1), most.checked_add(1).filter(|_| most < ANY)];
                for value in beyond.into_iter().flatten() {
                    refused(&value.to_string(), &[&format!("{} = {value}", field.key), &range]);
                }
            }
            Holds::WholeOr(..) => {
                for value in ["-1", "1.5", "21", "'three'", "true", "99999999999999999999"] {
                    refused(value, &["0 to 20 or \"tied-rank\""]);
                }
            }
            Holds::Table => {
                for value in ["52", "'hot'", "[]", "[4, 13, 0]"] {
                    refused(value, &["fields of its own, such as deck.ranks = 13"]);
                }
            }
            Holds::Other => panic!("{}: no field of War holds anything", field.key),
        }
    }
}

#[test]
fn mistakes_are_refused_by_name_and_with_the_reason() {
    let (beats, tied) = ("compare.lowest_beats_highest = true", "war.face_down = 'tied-rank'");
    let tied_rank = "war.face_down = \"tied-rank\"";
    let (low, low_ace) = ("compare.ace = 'low'", "compare.ace = \"low\"");
    for (toml, words) in [
        // Unknown keys.
        ("colour = 'red'", &["colour"][..]),
        ("[war]\nface_up = 1", &["face_up", "face_down"]),
        ("deck.cards = 52", &["cards", "suits"]),
        ("compare.two_beats_ace = 1", &["two_beats_ace", "lowest_beats_highest"]),
        ("seat_b.deal = 'halves'", &["deal", "pickup", "pickup_war"]),
        // Slips.
        ("pickup = 'as-lad'", &["\"as-lad\"", "did you mean \"as-laid\"?", "or \"shuffled\""]),
        ("deal = \"alternate\"\npickup is as-laid", &["line 2"]),
        ("deal = \"alternate\"\ndeal = \"halves\"", &["deal", "line 2"]),
        // Too large a deck.
        ("deck.suits = 400", &["deck.suits = 400", "5200", "4096"]),
        ("deck.suits = 0\ndeck.ranks = 4097", &["deck.ranks = 4097", "4096"]),
        ("deck.suits = 4294967295\ndeck.ranks = 4294967295", &["4096"]),
        // What cannot go together.
        (&format!("{beats}\ncompare.ace = 'low'"), &[beats, "compare.ace = \"low\"", "use "]),
        (&format!("{beats}\ncompare.low_wins = true"), &[beats, "low_wins", "leave out"]),
        (&format!("{tied}\ndeck.jokers = 2"), &[tied_rank, "deck.jokers = 2", "use "]),
        (&format!("{tied}\ndeck.ranks = 14"), &[tied_rank, "deck.ranks = 14", "use "]),
        (&format!("{tied}\ndeck.lowest = 0"), &[tied_rank, "deck.lowest = 0", "1 to"]),
        (&format!("{tied}\ndeck.lowest = 1\n{beats}"), &[tied_rank, "deck.lowest = 1", beats]),
        // A low ace has no card below it.
        (&format!("{low}\ndeck.lowest = 1\ndeck.ranks = 14"), &[low_ace, "lowest = 2 or more"]),
        (&format!("{low}\ndeck.lowest = 0\ndeck.ranks = 15"), &[low_ace, "lowest = 2 or more"]),
        // Without ties there is no pot of a war.
        ("deck.suits = 1\npickup_war = 'high-first'", &["pickup_war", "deck.suits = 1"]),
        ("deck.suits = 1\nseat_b.pickup_war = 'high-first'", &["seat_b.pickup_war", "deck.suits"]),
    ] {
        refused(toml, words);
    }
}

#[test]
fn fields_without_effect_are_refused_by_name_with_the_reason() {
    let (beats, tied) = ("compare.lowest_beats_highest = true", "war.face_down = 'tied-rank'");
    for (toml, field, reason) in [
        ("deck.ranks = 5\ncompare.ace = 'low'", "compare.ace = \"low\"", "deck.ranks = 5"),
        ("deck.ranks = 12\ndeck.jokers = 1\ncompare.ace = 'low'", "compare.ace", "rank 14"),
        (&format!("{tied}\ndeck.ranks = 9\ncompare.ace = 'low'"), "compare.ace", "rank 14"),
        ("deck.lowest = 15\ncompare.ace = 'low'", "compare.ace", "deck.lowest = 15"),
        (&format!("deck.ranks = 1\n{beats}"), beats, "deck.ranks = 1"),
        ("war.ace_counts = 2", "war.ace_counts = 2", "tied-rank"),
        (&format!("{tied}\ndeck.ranks = 9\nwar.ace_counts = 2"), "war.ace_counts", "rank 14"),
        ("war.lay = 'alternating'\nwar.face_down = 0", "war.lay", "war.face_down = 0"),
        ("war.lay = 'alternating'\npickup = 'winner-first'", "war.lay", "no pot with a war"),
        ("war.short = 'draw'\nwar.both_short = 'more-cards'", "war.both_short", "war.short"),
        ("war.face_down = 0\nwar.both_short = 'more-cards'", "war.both_short", "war.face_down"),
        ("limit.unit = 'none'\nlimit.at = 5", "limit.at = 5", "limit.unit = \"none\""),
        ("limit.ceiling = 5", "limit.ceiling = 5", "limit.unit = \"none\""),
    ] {
        refused(toml, &["no effect", field, reason, "leave it out"]);
        let idle = FIELDS.without_effect(&rules(toml));
        assert!(idle.len() == 1 && idle[0].1.contains(field), "{toml}: {idle:?}");
    }
    // Written out at its default a field is no mistake: printed rule sets read back.
    assert!(RuleFields::from_toml("deck.ranks = 5\ncompare.ace = 'high'").is_ok());
    assert!(FIELDS.without_effect(&RuleFields::from_toml("").unwrap()).is_empty());
    // One of two seats looks at the order of laying, or pots with a war are shuffled; 1 and 14 can tie.
    let lay = "war.lay = 'alternating'\npickup = 'winner-first'\n";
    for toml in [
        "deck.lowest = 0\ndeck.ranks = 15",
        "deck.lowest = 1\ncompare.lowest_beats_highest = true",
        "compare.ace = 'low'\ncompare.low_wins = true",
        // A deck without ranks has none out of range; in the third 1 and 14 are the same.
        &format!("{tied}\ndeck.lowest = 0\ndeck.ranks = 0"),
        &format!("{tied}\ndeck.lowest = 15\ndeck.ranks = 0"),
        &format!("{tied}\ndeck.lowest = 1\ndeck.ranks = 14\ncompare.ace = 'low'"),
        &format!("{tied}\n{beats}"),
        &format!("{lay}seat_b.pickup = 'as-laid'"),
        &format!("{lay}pickup_war = 'shuffled'"),
        &format!("{lay}seat_b.pickup = 'low-first'"),
        &format!("{tied}\ndeck = {{ suits = 1, ranks = 14, lowest = 1 }}\npickup_war = 'as-laid'"),
    ] {
        assert!(RuleFields::from_toml(toml).is_ok(), "{toml}");
    }
}

#[test]
fn decks_with_cards_that_the_rules_cannot_compare_are_refused() {
    let (tied, low) = ("war.face_down = 'tied-rank'", "compare.ace = 'low'");
    for (toml, deck, (card, position), reason) in [
        (tied, [2, 15], (15, 2), "1 to 14"),
        (tied, [0, 2], (0, 1), "1 to 14"),
        (low, [14, 1], (1, 2), "below every other card"),
        (low, [0, 14], (0, 1), "below every other card"),
    ] {
        let error = RuleFields::from_toml(toml).unwrap().check_deck(&deck).unwrap_err();
        let named = format!("card {card} (number {position} of the deck): ");
        assert!(error.starts_with(&named) && error.contains(reason), "{toml}: {error}");
        assert!(RuleFields::from_toml("").unwrap().check_deck(&deck).is_ok(), "{deck:?}");
    }
    for (toml, deck) in [
        (tied, &[1, 14, 7][..]),
        (low, &[14, 2, 15]),
        (low, &[1, 13, -4]),
        // Where 14 is the joker it is no ace.
        ("deck.ranks = 9\ndeck.lowest = 5\ndeck.jokers = 1", &[14, 1]),
    ] {
        assert!(RuleFields::from_toml(toml).unwrap().check_deck(deck).is_ok(), "{toml} {deck:?}");
    }
}
