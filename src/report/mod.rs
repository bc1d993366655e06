//! From counts to files and to the terminal. Knows no game: it takes tables and writes them.

pub mod csv;
