//! Ludo with given rolls as a problem of a contest.

use crate::check::kattis::{Problem, programs};

/// Programs with a mistake: a name, what the right one says, and what this one says instead.
const WRONG: [(&str, &str, &str); 8] = [
    ("beyond-six", "if roll == 6 and waits", "if roll > 5 and waits"),
    ("hindmost", "reverse=True", "reverse=False"),
    ("no-capture", "other.remove(across)", "pass"),
    ("no-jump", "to not in own:", "not any(square < own_square <= to for own_square in own):"),
    ("second-begins", "player = 0\n", "player = 1\n"),
    ("six-once", "if roll != 6:", "if True:"),
    ("stays-on-a", "if waits and 0 in own:", "if False:"),
    ("zero-again", "if roll != 6:", "if roll not in (0, 6):"),
];

/// The problem.
pub fn problem() -> Problem {
    Problem {
        name: "Ludo by Given Rolls",
        source: "40. Bundeswettbewerb Informatik, round 1, task 4 (Wuerfelglueck)",
        statement: include_str!("kattis/problem.tex"),
        validator: include_str!("kattis/validate.py"),
        sample: None,
        submissions: programs(include_str!("kattis/ludo.py"), &WRONG),
    }
}
