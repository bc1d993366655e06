//! Ready wrappers that let a `findWinner` be asked line by line.
//!
//! What the program itself prints goes to stderr, where it does no harm.

/// A Java class that reads decks and prints what `findWinner` of a class `War` returns, in whatever
/// package it is.
pub const JAVA: &str = include_str!("WarCheck.java");

/// A Python program that reads decks and prints what `war.find_winner` returns.
pub const PYTHON: &str = r#"# Answers decks for `war-sim check`. Beside your war.py:
#
#   war-sim check --harness python > war_check.py
#   war-sim check -- python3 war_check.py

import sys

answers, sys.stdout = sys.stdout, sys.stderr  # what war.py prints is no answer

import war

find_winner = getattr(war, "find_winner", None) or getattr(war, "findWinner", None)
if find_winner is None:
    sys.exit("war.py has no find_winner and no findWinner")
for line in sys.stdin:
    print(find_winner([int(card) for card in line.split()]), file=answers, flush=True)
"#;
