//! Ludo as a whole: the rules by their numbers, the engines against each other and against a second
//! program, and figures known before.

mod engines;
pub mod figures;
mod oracle;
mod rules;
