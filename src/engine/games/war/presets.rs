//! The rule sets that come with the program, each with its source.

use super::rules::{RuleFields, Rules};
use super::trace::Form;
pub use crate::core::game::Preset;

const ERNIE_BURT_SOURCE: &str = "\"Object-Oriented Design: The Game of War\" (Java course notes; Card, CardDeck, Pile, Player, Game)";

/// `umass` with one field changed.
const fn umass_but(name: &'static str, summary: &'static str, field: &'static str) -> Preset {
    Preset { name, summary, source: "umass with that one field changed", fields: field }
}

/// Every built-in rule set, in the order of `war-sim rules`.
pub const ALL: &[Preset] = &[
    Preset {
        name: "umass",
        summary: "the assignment: 3 face down, pot as laid, draw at 1,000 battles",
        source: "M. Liberatore, UMass Amherst, CompSci 190D/186, Programming Assignment 12: War \
             (2021); in Dutch as \"Simulaties\" (Oorlogje)",
        fields: "",
    },
    Preset {
        name: "ernie-burt",
        summary: "two piles, wars as large as the tied rank, 100 rounds (the listing)",
        source: ERNIE_BURT_SOURCE,
        fields: r#"
            winnings = "pile"
            war = { face_down = "tied-rank", lay = "alternating", both_short = "more-cards" }
            limit = { unit = "rounds", at = 100, verdict = "more-cards" }
        "#,
    },
    Preset {
        name: "ernie-burt-prose",
        summary: "ernie-burt as its specification says: no limit",
        source: ERNIE_BURT_SOURCE,
        fields: r#"
            winnings = "pile"
            war = { face_down = "tied-rank", lay = "alternating" }
            limit.unit = "none"
        "#,
    },
    umass_but(
        "winner-first",
        "pot pair by pair, the winner's card first",
        r#"pickup = "winner-first""#,
    ),
    umass_but(
        "loser-first",
        "pot pair by pair, the loser's card first",
        r#"pickup = "loser-first""#,
    ),
    umass_but(
        "winner-block",
        "all the winner's cards of the pot, then the loser's",
        r#"pickup = "winner-block""#,
    ),
    umass_but(
        "shuffled-pot",
        "the pot is shuffled before it is picked up",
        r#"pickup = "shuffled""#,
    ),
    umass_but("one-down", "one card face down in a war", "war.face_down = 1"),
    umass_but("two-down", "two cards face down in a war", "war.face_down = 2"),
    umass_but(
        "no-limit",
        "no limit: a game ends when won, or as a cycle",
        r#"limit.unit = "none""#,
    ),
    Preset {
        name: "bicycle",
        summary: "one face down, winner's card first, no limit",
        source: "Bicycle Playing Cards, \"War\" (how to play): one card face down, one face up; the order of \
             picking up, which the page leaves open, is the winner's card first here",
        fields: r#"
            pickup = "winner-first"
            war.face_down = 1
            limit.unit = "none"
        "#,
    },
    umass_but(
        "last-card",
        "a player short in a war fights with the last card",
        r#"war.short = "last-card""#,
    ),
    Preset {
        name: "winamax",
        summary: "A's cards of the pot first, any shortage in a war a draw, no limit",
        source: "CodinGame, puzzle \"Winamax Battle\" (War): three cards face down; the winner takes \
             player 1's cards, then player 2's; running out of cards in a war is a draw (PAT). \
             The puzzle gives both hands and no endless game; here 52 cards are dealt in turn and \
             an endless game is a draw",
        fields: r#"
            pickup = "a-block"
            war.short = "draw"
            limit.unit = "none"
        "#,
    },
    Preset {
        name: "cps506",
        summary: "pot picked up highest first, one face down, no limit",
        source: "Toronto Metropolitan University, CPS 506, assignment \"War\", as public programs \
             written for it quote it: ace high, one card face down, won cards go under highest \
             first, whoever runs out of cards loses. It deals its deck from the end; both running \
             out at once, which it leaves open, is a draw here",
        fields: r#"
            pickup = "high-first"
            war.face_down = 1
            limit.unit = "none"
        "#,
    },
    Preset {
        name: "drunkard",
        summary: "36 cards, the six beats the ace, one face down, no limit",
        source: "Пьяница (Drunkard) as played with 36 cards: the six beats the ace, one card face \
             down in a war; the pot is taken with A's card first, as in the school task \"Игра в \
             пьяницу\" (ten cards, 0 beats 9). What happens to a player short of cards is left \
             open: that player loses here",
        fields: r#"
            deck = { ranks = 9, lowest = 6 }
            compare.lowest_beats_highest = true
            war.face_down = 1
            limit.unit = "none"
        "#,
    },
    Preset {
        name: "aoc2020",
        summary: "50 different cards in halves, winner's card first, no limit",
        source: "Advent of Code 2020, day 22 \"Crab Combat\", part 1: the winner's card goes under \
             first; no two cards are equal, so there is no war. The puzzle's inputs have 50 cards",
        fields: r#"
            deck = { suits = 1, ranks = 50, lowest = 1 }
            deal = "halves"
            pickup = "winner-first"
            limit.unit = "none"
        "#,
    },
    Preset {
        name: "cf546c",
        summary: "ten different cards in halves, loser's card first, no limit",
        source: "Codeforces Round 304, problem 546C \"Soldier and Cards\": up to ten different cards, \
             hands of any sizes; the opponent's card goes under first; an endless game (-1) is a \
             cycle",
        fields: r#"
            deck = { suits = 1, ranks = 10, lowest = 1 }
            deal = "halves"
            pickup = "loser-first"
            limit.unit = "none"
        "#,
    },
    Preset {
        name: "codegolf82340",
        summary: "halves, loser's cards first, one face down, no limit",
        source: "Code Golf Stack Exchange, question 82340 \"Determine the winner of a game of War\": two \
             lists of 26 cards; the winner lays the own stack on the loser's and turns both over, so \
             that the loser's cards go under first; in a war two cards each, the second face up; who \
             needs a card and has none loses. It says that every game ends and that nobody runs out \
             at the same time; here an endless game is a cycle and both out a draw",
        fields: r#"
            deal = "halves"
            pickup = "loser-block"
            war.face_down = 1
            limit.unit = "none"
        "#,
    },
    Preset {
        name: "daily320",
        summary: "halves, the last war's cards first, short wars, no limit",
        source: "Reddit r/dailyprogrammer, challenge 320 (intermediate, 2017-06-21) \"War (card game)\", \
             idea by lpreams: cards 1 to 13, hands of any sizes; both lay fewer cards face down where \
             a hand is too short; the cards of the last war go under first, of each war the winner's \
             and then the loser's, the two that began it all last. The text gives 2 for its first \
             example, where 1 was published; the other two come out as published. Here 52 cards are \
             dealt in halves and an endless game is a cycle",
        fields: r#"
            deck.lowest = 1
            deal = "halves"
            pickup = "last-war-first"
            war.short = "reduce"
            limit.unit = "none"
        "#,
    },
    Preset {
        name: "hs08war",
        summary: "halves, one face down, each card from the top in turn, no limit",
        source: "SPOJ, problem HS08WAR \"Game of War\": two stacks of any sizes; in a war each lays one card \
             that does not fight; the winner takes his own top card from the table, then the \
             opponent's, and so on; who should play a card and has none loses, both is a draw. It \
             asks for the stacks after so many rounds; here 52 cards are dealt in halves and an \
             endless game is a cycle",
        fields: r#"
            deal = "halves"
            pickup = "each-from-top"
            war.face_down = 1
            limit.unit = "none"
        "#,
    },
];

impl Preset {
    /// The rules of War.
    pub fn rules(&self) -> Rules {
        match RuleFields::from_toml(self.fields) {
            Ok(rules) => rules,
            Err(error) => unreachable!("built-in rule set {}: {error}", self.name),
        }
    }
}

/// The built-in rule set of this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    ALL.iter().find(|preset| preset.name == name)
}

/// How the games of this rule set are shown: those of the listing in its own words.
pub fn form(name: &str) -> Form {
    match find(name) {
        Some(preset) if preset.source == ERNIE_BURT_SOURCE => Form::Listing,
        _ => Form::Ledger,
    }
}
