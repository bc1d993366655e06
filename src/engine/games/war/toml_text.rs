//! A rule set as the text of a rules file.

use std::fmt::Write as _;

use super::rules::{FaceDown, LimitUnit, RuleFields, Rules};

impl Rules {
    /// The rule set as TOML that [`RuleFields::from_toml`] reads back to the same value.
    ///
    /// Every field is written out, except those that have no effect and have their default.
    pub fn to_toml(&self) -> String {
        let default = RuleFields::default();
        let RuleFields {
            players,
            leftover,
            deck,
            deal,
            compare,
            war,
            pickup,
            pickup_war,
            seat_b,
            winnings,
            limit,
        } = &**self;
        let mut text = String::new();
        // Writing to a String cannot fail.
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        let word = |name: &str| format!("\"{name}\"");

        if *players > 2 {
            line("players", players.to_string());
            line("leftover", word(leftover.name()));
        }
        line("deal", word(deal.name()));
        line("pickup", word(pickup.name()));
        for (key, pickup) in [
            ("pickup_war", pickup_war),
            ("seat_b.pickup", &seat_b.pickup),
            ("seat_b.pickup_war", &seat_b.pickup_war),
        ] {
            if let Some(pickup) = pickup {
                line(key, word(pickup.name()));
            }
        }
        line("winnings", word(winnings.name()));
        line("deck.suits", deck.suits.to_string());
        line("deck.ranks", deck.ranks.to_string());
        line("deck.lowest", deck.lowest.to_string());
        line("deck.jokers", deck.jokers.to_string());
        if !deck.hands.are_dealt() {
            line("deck.hands.a", format!("{:?}", deck.hands.a));
            line("deck.hands.rest", word(deck.hands.rest.name()));
        }
        line("compare.ace", word(compare.ace.name()));
        line("compare.lowest_beats_highest", compare.lowest_beats_highest.to_string());
        line("compare.low_wins", compare.low_wins.to_string());
        line("war.face_down", war.face_down.to_string());
        if war.face_down == FaceDown::TiedRank || war.ace_counts != default.war.ace_counts {
            line("war.ace_counts", war.ace_counts.to_string());
        }
        if *players > 2 {
            line("war.fighters", word(war.fighters.name()));
        }
        line("war.lay", word(war.lay.name()));
        line("war.short", word(war.short.name()));
        line("war.both_short", word(war.both_short.name()));
        line("limit.unit", word(limit.unit.name()));
        if limit.unit != LimitUnit::None || limit.at != default.limit.at {
            line("limit.at", limit.at.to_string());
        }
        if limit.unit != LimitUnit::None || limit.asked != default.limit.asked {
            line("limit.asked", word(limit.asked.name()));
        }
        line("limit.verdict", word(limit.verdict.name()));
        if limit.unit == LimitUnit::None || limit.ceiling != default.limit.ceiling {
            line("limit.ceiling", limit.ceiling.to_string());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::presets;
    use super::*;

    #[test]
    fn printed_rules_read_back_the_same() {
        for preset in presets::ALL {
            let rules = preset.rules();
            assert_eq!(RuleFields::from_toml(&rules.to_toml()).expect(preset.name), rules);
        }
        let text = "pickup_war = \"low-first\"\nseat_b.pickup = \"high-first\"\n\
                    seat_b.pickup_war = \"last-first\"";
        let rules = RuleFields::from_toml(text).expect(text);
        assert_eq!(RuleFields::from_toml(&rules.to_toml()).expect(text), rules);
        let text = "deck.hands = { a = [14, 2, 14], rest = \"b\" }";
        let rules = RuleFields::from_toml(text).expect(text);
        assert_eq!(RuleFields::from_toml(&rules.to_toml()).expect(text), rules);
    }
}
