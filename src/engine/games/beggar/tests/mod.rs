//! Beggar-My-Neighbour as a whole: records, a second program, the engines, figures known before.

mod engines;
mod figures;
mod oracle;
mod records;
mod search;
