//! What programs play by instead of the rules they were given: what `check` guesses.

use super::fields::FIELDS;

/// Fields that programs get wrong, the likeliest first, and what they play by instead; all values where none is
/// named.
const LIKELY: [(&str, &[&str]); 18] = [
    ("limit.asked", &[]),
    // Before a late limit, by which few decks are answered otherwise.
    ("limit.unit", &["'none'"]),
    ("limit.at", &["50", "100", "500", "1_000", "2_000", "5_000", "10_000"]),
    ("war.lay", &[]),
    ("pickup", &[]),
    ("war.short", &["'lose'", "'draw'", "'last-card'", "'last-card-or-lose'", "'reduce'"]),
    ("war.both_short", &[]),
    ("deal", &[]),
    // A pile that is not turned over plays as the hand's bottom.
    ("winnings", &["'pile-reversed'", "'bottom'"]),
    ("limit.unit", &["'rounds'", "'battles'"]),
    ("limit.verdict", &[]),
    ("compare.ace", &[]),
    ("war.face_down", &["0", "1", "2", "3", "4", "5"]),
    ("compare.low_wins", &[]),
    ("compare.lowest_beats_highest", &[]),
    ("seat_b.pickup", &[]),
    ("pickup_war", &[]),
    ("seat_b.pickup_war", &[]),
];

/// What a program may play by instead of rules: a field and a value of it, the likely ones first,
/// defaults after the other values of their fields.
pub fn likely() -> Vec<(String, toml::Value)> {
    let values = |key: &str, some: &[&str]| {
        let value = |text: &&str| text.parse().expect("a value of this program's own");
        let mut values: Vec<toml::Value> = some.iter().map(value).collect();
        if let Some(field) = FIELDS.iter().find(|field| field.key == key && some.is_empty()) {
            values = field.values();
            values.rotate_left(1);
        }
        values
    };
    let all = LIKELY.iter().flat_map(|&(key, some)| {
        values(key, some).into_iter().map(move |value| (key.to_owned(), value))
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_likely_are_fields_with_values() {
        let (keys, likely) = (FIELDS.keys(), likely());
        for (key, _) in LIKELY {
            assert!(keys.contains(&key), "{key}");
            assert!(likely.iter().filter(|(field, _)| field == key).count() > 1, "{key}");
        }
        assert_eq!(likely[0], ("limit.asked".into(), "before".into()));
    }
}
