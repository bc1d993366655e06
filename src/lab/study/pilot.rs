//! A few games before a run that only a precision ends: may it ever be reached?

use super::play::{Running, play_range};
use super::until::{Of, asked, range, spread};
use crate::core::wording::text::grouped;
use crate::lab::refused::Refused;
use crate::lab::run::Control;
use crate::lab::spec::Study;
use crate::lab::spec::measure::Target;

/// Games of a pilot that are looked at before a run that only a precision ends.
const PILOT: u64 = 10_000;

/// Refuses a precision that may never be reached: all games of a pilot are alike, and the lengths have no bound.
///
/// Errors: [`Refused`]; those of playing.
pub fn check_reachable(study: &Study, running: Running<'_>) -> Result<(), Refused> {
    let (first, games) = (study.first_game, PILOT.min(study.most_games()));
    let control = Control::default();
    let pilot = Running { control: &control, ..running };
    let totals = play_range(study, first..first + games, pilot)?;
    let is_endless = |&(of, target): &(Of, Target)| {
        let spread = spread(study, &totals, of, target.measure);
        let is_alike = spread.is_none_or(|spread| spread.std_dev <= 0.0);
        is_alike && range(study, of, target.measure).is_none()
    };
    let Some((of, target)) = asked(study).into_iter().find(is_endless) else { return Ok(()) };
    let what = format!(
        "all {} games of a pilot were alike ({}), so this may never be reached; name the most games to play \
         with {{games}}",
        grouped(games),
        of.name(study)
    );
    Err(Refused { at: Some(0), ..Refused::of("until", target.text(study.info()), what) })
}
