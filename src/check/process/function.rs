//! Asking a function of this process, which cannot be stopped while it answers.

use std::io;
use std::time::Instant;

use super::{Program, Ready, Time};
use crate::check::answer::Got;

/// A function that answers a line; its error ends the check.
#[derive(Debug)]
pub struct Function<F>(pub F);

impl<F: FnMut(&str) -> io::Result<Got>> Program for Function<F> {
    fn prepare(&mut self, _: &[String], _: Instant) -> io::Result<Ready> {
        Ok(Ready::Asked(None))
    }

    fn ask(&mut self, questions: &[String], time: Time) -> io::Result<Vec<Got>> {
        let in_time = questions.iter().take_while(|_| Instant::now() < time.begin_by);
        in_time.map(|question| (self.0)(question)).collect()
    }

    fn ask_alone(&mut self, question: &str, _: Instant) -> io::Result<Option<Got>> {
        (self.0)(question).map(Some)
    }
}
