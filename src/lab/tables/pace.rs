//! How long games take at a table: lengths in minutes, for people who deal and not for the counts.

use crate::core::game::GameInfo;
use crate::core::tally::Tally;
use crate::core::wording::said::Said;
use crate::core::wording::text::Align;
use crate::lab::study::Finished;

/// Seconds that players take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// For each battle, or whatever the length of the game counts.
    pub step: Option<f64>,
    /// For each war, beside the battle that decides it.
    pub war: Option<f64>,
}

/// The counter that a war is counted by.
const WARS: &str = "wars";

/// Seconds of a battle where only those of a war are given: ten battles took 9, 8 and 11 seconds, a
/// card laid took one.
///
/// Source: M. Gruen, What Am I In For?, <https://michaelgruen.com/d/2024/what-am-i-in-for/>.
const BATTLE: f64 = 1.0;

impl Pace {
    /// Refuses a pace that this game cannot have.
    ///
    /// Errors: the reason.
    pub fn check(self, info: &GameInfo) -> Result<(), String> {
        match (self.war, wars(info)) {
            (Some(_), None) => Err(format!("{} has no wars", info.title)),
            _ => Ok(()),
        }
    }
}

fn wars(info: &GameInfo) -> Option<usize> {
    info.counters.iter().position(|counter| counter.name == WARS)
}

/// The mean minutes of a game, a line for each cell; nothing where no pace is given.
pub fn render(said: &mut Said, finished: &Finished, pace: Pace) {
    if pace == Pace::default() {
        return;
    }
    let info = finished.study.info();
    let step = pace.step.unwrap_or(BATTLE);
    let of_wars = pace.war.zip(wars(info));
    let mean = |tally: &Tally, counter| tally.moments(counter, &info.all_outcomes()).mean();
    let lines: Vec<Vec<String>> = finished
        .study
        .cells
        .iter()
        .zip(&finished.totals.cells)
        .map(|(cell, tally)| {
            let wars = |(seconds, wars)| Some(seconds * mean(tally, wars)?);
            let beside = of_wars.map_or(Some(0.0), wars);
            let seconds = mean(tally, 0).zip(beside).map(|(steps, beside)| step * steps + beside);
            let minutes = seconds.map_or("-".into(), |seconds| format!("{:.1}", seconds / 60.0));
            vec![format!("  {}", cell.name), minutes]
        })
        .collect();
    let one = info.length().name.trim_end_matches('s');
    let war = pace.war.map_or(String::new(), |war| format!(" and {war} s more a war"));
    let title = format!("mean minutes of a game, at {step} s a {one}{war}");
    said.gap();
    said.words("", title);
    said.rows([Align::Left, Align::Right], lines);
}
