//! What a run on its way says so far, in a few words.

use super::totals::Totals;
use super::until::Reached;
use crate::core::wording::digits::decimals;
use crate::core::wording::text::grouped;
use crate::lab::spec::Study;
use crate::lab::spec::measure::Measure;

/// With a wanted precision how wide the widest interval was at the last look, which was `reached` then; else the
/// ratio of the first outcome of the first cell with its interval, and of how many rule sets that is one. Empty
/// before the first game.
pub fn estimate(study: &Study, totals: &Totals, reached: &[Reached]) -> String {
    let Some(cell) = study.cells.first() else { return String::new() };
    let games = totals.games();
    if games == 0 {
        return String::new();
    }
    let times = |one: &Reached| one.half_width() / one.target.half_width;
    if let Some(one) = reached.iter().max_by(|a, b| times(a).total_cmp(&times(b))) {
        let (half, wanted) = (one.half_width(), one.target.half_width);
        let now = match half.is_finite() {
            true => format!("\u{b1}{half:.*}", decimals(half.min(wanted), 5)),
            false => "no interval yet".into(),
        };
        let widest =
            if reached.len() > 1 { format!("widest: {}, ", one.name) } else { String::new() };
        return format!("{widest}{} {now} of \u{b1}{wanted} wanted", one.target.name(study.info()));
    }
    let z = study.facts(games).z;
    let estimate = study.estimate(totals, 0, Measure::Outcome(0), z);
    let interval =
        estimate.interval.map_or(String::new(), |(low, high)| format!(", {low:.5} to {high:.5}"));
    let name = match study.cells.len() {
        1 => String::new(),
        n => format!(
            "{} games of each of {} rule sets; {}: ",
            grouped(games),
            grouped(n as u64),
            cell.name
        ),
    };
    let ratio = estimate.value.unwrap_or(0.0);
    format!("{name}{} {ratio:.5}{interval}", study.info().outcomes[0].label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(study: &Study) -> String {
        let finished = study.clone().run().unwrap();
        estimate(study, &finished.totals, &finished.reached)
    }

    #[test]
    fn it_says_how_many_rule_sets_play_and_how_wide_the_widest_interval_is() {
        let study = Study::war(["umass", "one-down"]).unwrap().games(2_000);
        let words = said(&study.clone().comparing(false));
        assert!(
            words.starts_with("2,000 games of each of 2 rule sets; umass: A wins 0."),
            "{words}"
        );
        let words = said(&study.ask(|spec| spec.until.push("a_win:0.0001".into())).unwrap());
        let (now, wanted) = words.split_once(" of ").unwrap();
        assert_eq!(wanted, "\u{b1}0.0001 wanted");
        // The draws of umass are fewer, so its seats vary more.
        let half = now.strip_prefix("widest: umass, a_win \u{b1}").unwrap();
        assert!((0.02..0.06).contains(&half.parse::<f64>().unwrap()), "{words}");
    }
}
