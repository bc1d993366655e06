//! Asking a function of this process, which cannot be stopped while it answers.

use std::io;
use std::time::{Duration, Instant};

use super::Program;
use crate::check::answer::Got;

/// A function that answers a line; its error ends the check.
#[derive(Debug)]
pub struct Function<F>(pub F);

impl<F: FnMut(&str) -> io::Result<Got>> Program for Function<F> {
    fn prepare(&mut self) -> io::Result<Option<Duration>> {
        Ok(None)
    }

    fn ask(&mut self, questions: &[String], until: Instant) -> io::Result<Vec<Got>> {
        let in_time = questions.iter().take_while(|_| Instant::now() < until);
        in_time.map(|question| (self.0)(question)).collect()
    }

    fn ask_alone(&mut self, question: &str) -> io::Result<Got> {
        (self.0)(question)
    }
}
