//! Beggar-My-Neighbour as a problem of a contest.

use crate::check::kattis::{Problem, programs};

/// Programs with a mistake: a name, what the right one says, and what this one says instead.
const WRONG: [(&str, &str, &str); 10] = [
    ("ace-3", "\"A\": 4", "\"A\": 3"),
    ("answer-reversed", "[-1, 1][player]", "[1, -1][player]"),
    ("at-last-card", "            pile.append(card)\n", AT_LAST_CARD),
    ("court-pays", "if card > 0:", "if card > 0 and owed is None:"),
    ("draws-from-the-end", "pop(0)", "pop()"),
    ("leader-forgotten", "tuple(hands[1]), leader)", "tuple(hands[1]))"),
    ("on-top", "hands[leader] += pile\n", "hands[leader] = pile + hands[leader]\n"),
    ("payer-leads", "hands[leader] += pile\n", "hands[leader] += pile\n        leader = player\n"),
    ("pile-reversed", "hands[leader] += pile\n", "hands[leader] += pile[::-1]\n"),
    ("two-to-the-king", "\"K\": 3", "\"K\": 2"),
];
const AT_LAST_CARD: &str = "            pile.append(card)
            if not hands[player]:
                return [-1, 1][player]
";

/// The problem.
pub fn problem() -> Problem {
    Problem {
        name: "Beggar-My-Neighbour",
        source: "Beggar-My-Neighbour, as in Encyclopaedia Britannica, 11th edition",
        statement: include_str!("kattis/problem.tex"),
        validator: include_str!("kattis/validate.py"),
        sample: None,
        submissions: programs(include_str!("kattis/beggar.py"), &WRONG),
    }
}
