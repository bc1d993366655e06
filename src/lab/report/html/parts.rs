//! The figures and the player of a report, for another page that has them grow or plays one game.
//!
//! They are made as those of the report, look as `templates/page.css` and [`style`] say and are
//! brought to life by its script, `templates/page.js`.

use super::{by_game, figures_of, overview, reel, sheet, shown};
use crate::core::film::Film;
use crate::lab::store::stored::Stored;

/// The style of drawings, for both themes.
pub fn style() -> String {
    super::style::drawings()
}

/// The overview and the figures of these runs of one game, as a part of a page.
///
/// Panics without a run: a caller's bug.
pub fn drawn(runs: Vec<Stored>) -> String {
    let subjects = by_game(runs);
    let (overview, figures) = (overview::numbers(&subjects[0]), figures_of(&subjects[0], false));
    shown(sheet::drawn(&overview, &figures))
}

/// A player of one game, as a part of a page; `label` says which game it is, and `command` replays it
/// in a terminal.
pub fn player(film: &Film, label: &str, command: Option<String>) -> String {
    let film =
        reel::Shown { label: label.to_owned(), game: None, command, film: reel::packed(film) };
    shown(sheet::player("playback", &[film]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::report::html::page;
    use crate::lab::spec::Study;

    #[test]
    fn the_parts_are_those_of_the_page() {
        let finished = Study::war(["umass", "one-down"]).unwrap().games(2_000).run().unwrap();
        let stored = || Stored::of_finished(&finished, "parts", "");
        let (page, drawn) = (page(vec![stored()]), drawn(vec![stored()]));
        assert!(page.contains(&drawn) && drawn.matches("<figure").count() >= 3);
        let study = &finished.study;
        let film = study.game.film(&study.cells[0].rules, &study.deals, 0).unwrap();
        let player = player(&film, "a <game>", Some("war-sim play".into()));
        assert!(player.contains("a &#60;game&#62;") && player.contains("war-sim play"));
        // The first film of the page is of the same game.
        let film = reel::packed(&film);
        assert!(page.contains(&film) && player.contains(&film));
    }
}
