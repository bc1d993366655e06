//! How the lead went in one game, step by step.

/// Steps kept at each end of a very long game; what is between them is left out.
const KEPT_AT_EACH_END: usize = 6_000;

/// How far the first side is ahead after every step of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// What the first side is called.
    pub first: &'static str,
    /// What the lead counts, such as `cards held`.
    pub standing: &'static str,
    /// The lead after every step that is kept, the first one before the game begins.
    pub leads: Vec<i64>,
    /// The first step after a gap, and how many are left out there.
    pub gap: Option<(usize, u64)>,
    /// The length of the game, in its first counter.
    pub length: u64,
    /// Whether it is known never to end.
    pub is_endless: bool,
    /// The side that won, by position.
    pub winner: Option<u8>,
}

impl Course {
    /// A game before its first step.
    pub fn new(first: &'static str, standing: &'static str) -> Self {
        Self { first, standing, ..Self::default() }
    }

    /// A step, after which the first side is so far ahead.
    pub fn step(&mut self, lead: i64) {
        self.leads.push(lead);
        // Not for each step, which would move all of the last ones.
        if self.leads.len() == 4 * KEPT_AT_EACH_END {
            self.cut();
        }
    }

    /// The same after its last step.
    pub fn ended(mut self) -> Self {
        self.cut();
        self
    }

    /// The lead at this length, or `Some(None)` where it is left out; nothing where the game is over by then.
    pub fn at(&self, length: f64) -> Option<Option<i64>> {
        let (from, left_out) = self.gap.unwrap_or((self.leads.len(), 0));
        let steps = self.leads.len() as u64 - 1 + left_out;
        let step = (length / self.length.max(1) as f64 * steps as f64).round() as usize;
        let lead = match step {
            step if step < from => Some(step),
            step => step.checked_sub(left_out as usize).filter(|step| *step >= from),
        };
        (length <= self.length as f64).then(|| lead.map(|step| self.leads[step]))
    }

    /// How often the lead goes from one side to the other.
    pub fn changes(&self) -> usize {
        let ahead: Vec<i64> =
            self.leads.iter().map(|lead| lead.signum()).filter(|s| *s != 0).collect();
        ahead.windows(2).filter(|two| two[0] != two[1]).count()
    }

    /// Leaves out the middle.
    fn cut(&mut self) {
        let left_out = self.leads.len().saturating_sub(2 * KEPT_AT_EACH_END);
        if left_out > 0 {
            // What is left out already is in the middle, too.
            self.leads.drain(KEPT_AT_EACH_END..KEPT_AT_EACH_END + left_out);
            let before = self.gap.map_or(0, |(_, left_out)| left_out);
            self.gap = Some((KEPT_AT_EACH_END, before + left_out as u64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_keeps_both_ends_of_a_long_game() {
        let kept = KEPT_AT_EACH_END;
        for (steps, left, gap) in [
            (0, 0, None),
            (2 * kept, 2 * kept, None),
            (2 * kept + 7, 2 * kept, Some((kept, 7))),
            (7 * kept, 2 * kept, Some((kept, 5 * kept as u64))),
        ] {
            let mut course = Course::new("A", "");
            (0..steps).for_each(|k| course.step(k as i64));
            let Course { leads, gap: found, .. } = course.ended();
            assert_eq!((leads.len(), found), (left, gap));
            assert_eq!(leads.last().copied(), steps.checked_sub(1).map(|k| k as i64));
        }
    }

    fn course(leads: &[i64], length: u64) -> Course {
        Course { leads: leads.to_vec(), length, ..Course::new("A", "") }
    }

    #[test]
    fn a_lead_that_passes_through_nothing_changes_hands_once() {
        assert_eq!(course(&[0, 2, 0, 2, 0, -2, -4, 1], 7).changes(), 2);
        assert_eq!(course(&[0, 0], 1).changes(), 0);
    }

    #[test]
    fn steps_are_spread_over_the_length_and_what_was_left_out_keeps_its_place() {
        let game = course(&[0, 1, 2, 3, 4], 8);
        assert_eq!([0.0, 2.0, 8.0].map(|at| game.at(at)), [0, 1, 4].map(|lead| Some(Some(lead))));
        assert_eq!(game.at(8.1), None);
        let game = Course { gap: Some((2, 96)), ..course(&[0, 1, 2, 3, 4], 100) };
        assert_eq!(
            [1.0, 50.0, 98.0, 100.0].map(|at| game.at(at)),
            [Some(Some(1)), Some(None), Some(Some(2)), Some(Some(4))]
        );
    }
}
