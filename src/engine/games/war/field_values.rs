//! Every rule field with its values, for the tests of this package and those of the program.

use super::rules::Pickup;

/// A field, its values (the default first), and what else stands in the file.
pub struct Field {
    pub key: &'static str,
    pub values: &'static [&'static str],
    pub others: &'static str,
}

impl Field {
    pub fn toml(&self, value: &str) -> String {
        format!("{} = {value}\n{}\n", self.key, self.others)
    }
}

/// No word, whatever stands beside it: the limit must not hide a difference for long.
pub const FIELDS: &[Field] = &[
    Field { key: "deck.suits", values: &["4", "0", "1", "2", "3", "5", "8"], others: "" },
    Field { key: "deck.ranks", values: &["13", "0", "1", "2", "12", "14", "26"], others: "" },
    Field { key: "deck.lowest", values: &["2", "1", "3", "7"], others: "compare.ace = \"low\"" },
    Field { key: "deck.jokers", values: &["0", "1", "2", "3"], others: "" },
    Field { key: "deal", values: &["\"alternate\"", "\"halves\""], others: "" },
    Field { key: "compare.ace", values: &["\"high\"", "\"low\""], others: "" },
    Field { key: "compare.lowest_beats_highest", values: &["false", "true"], others: "" },
    Field { key: "compare.low_wins", values: &["false", "true"], others: "" },
    Field {
        key: "war.face_down",
        values: &[
            "3",
            "0",
            "1",
            "2",
            "4",
            "5",
            "6",
            "7",
            "8",
            "9",
            "10",
            "11",
            "12",
            "13",
            "14",
            "15",
            "16",
            "17",
            "18",
            "19",
            "20",
            "\"tied-rank\"",
        ],
        others: "",
    },
    Field {
        key: "war.ace_counts",
        values: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"],
        others: "war.face_down = \"tied-rank\"",
    },
    Field { key: "war.lay", values: &["\"blocks\"", "\"alternating\""], others: "" },
    Field {
        key: "war.lay",
        values: &["\"blocks\"", "\"alternating\""],
        others: "pickup = \"shuffled\"",
    },
    Field {
        key: "war.short",
        values: &["\"lose\"", "\"draw\"", "\"last-card\"", "\"last-card-or-lose\"", "\"reduce\""],
        others: "",
    },
    Field {
        key: "war.both_short",
        values: &["\"draw\"", "\"more-cards\""],
        others: "deck.suits = 5\ndeck.ranks = 1",
    },
    Field { key: "pickup", values: Pickup::QUOTED, others: "" },
    Field { key: "pickup_war", values: Pickup::QUOTED, others: "" },
    Field { key: "pickup_war", values: Pickup::QUOTED, others: "pickup = \"shuffled\"" },
    Field { key: "seat_b.pickup", values: Pickup::QUOTED, others: "" },
    Field { key: "seat_b.pickup_war", values: Pickup::QUOTED, others: "" },
    Field {
        key: "winnings",
        values: &["\"bottom\"", "\"pile-reversed\"", "\"pile-shuffled\""],
        others: "",
    },
    Field { key: "limit.unit", values: &["\"battles\"", "\"rounds\"", "\"none\""], others: "" },
    Field { key: "limit.at", values: &["1000", "1", "2", "26", "999", "1001", "5000"], others: "" },
    Field {
        key: "limit.at",
        values: &["1000", "1", "2", "100", "900"],
        others: "limit.unit = \"rounds\"",
    },
    Field {
        key: "limit.asked",
        values: &["\"after\"", "\"before\""],
        others: "limit.at = 3\ndeck.suits = 1\ndeck.ranks = 6",
    },
    Field {
        key: "limit.asked",
        values: &["\"after\"", "\"before\""],
        others: "limit.unit = \"rounds\"\nlimit.at = 3\ndeck.suits = 2\ndeck.ranks = 3",
    },
    Field {
        key: "limit.asked",
        values: &["\"after\"", "\"before\""],
        others: "limit.unit = \"none\"\nlimit.ceiling = 3\ndeck.suits = 2\ndeck.ranks = 3",
    },
    Field { key: "limit.verdict", values: &["\"draw\"", "\"more-cards\""], others: "" },
    Field {
        key: "limit.verdict",
        values: &["\"draw\"", "\"more-cards\""],
        others: "limit.unit = \"rounds\"\nlimit.at = 50",
    },
    Field {
        key: "limit.verdict",
        values: &["\"draw\"", "\"more-cards\""],
        others: "limit.unit = \"none\"\nlimit.ceiling = 50",
    },
    Field {
        key: "limit.ceiling",
        values: &["10_000_000", "1", "50", "300"],
        others: "limit.unit = \"none\"",
    },
];
