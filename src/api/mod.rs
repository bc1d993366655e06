//! What callers from Rust write: `Study::war` and its friends; questions and the run that
//! answers them; tables and folders of what came out.

pub mod build;
pub mod run;
