//! Ready wrappers that let a `findWinner` be asked line by line.
//!
//! What the program itself prints goes to stderr, where it does no harm.

/// A Java class that reads decks and prints what `findWinner` of a class `War` returns, in whatever
/// package it is.
pub const JAVA: &str = include_str!("WarCheck.java");

/// A Python program that reads decks and prints what `find_winner` of `war.py`, or of another file,
/// returns.
pub const PYTHON: &str = include_str!("war_check.py");
