//! War as a whole: the rules, the engines against the reference, and figures known before.

mod conformance;
mod equal_seats;
mod every_switch;
mod facts;
mod rules;
