//! What `--version` says beside the number.

use std::fmt::Write as _;

use super::library::library;
use crate::lab::spec::{NamedRules, Study};

/// Version, commit, and for each game its recipe and the engine that plays its default rule set on
/// this processor.
pub fn long() -> String {
    let mut text = format!("{} ({})\n", env!("CARGO_PKG_VERSION"), env!("WAR_SIM_COMMIT"));
    for game in library().games() {
        let info = game.info();
        let game = game.with_usual_dice();
        let default = game.presets().first().and_then(|preset| {
            let rules = game.preset(preset.name)?;
            let (name, engine) = (preset.name.to_owned(), *game.engines().first()?);
            Some(NamedRules { name, rules, engine })
        });
        let study = default.and_then(|named| Study::new(game.clone(), vec![named]).ok());
        let cell = study.as_ref().and_then(|study| study.cells.first());
        let engine = cell.map_or("none", |cell| game.engine_name(cell));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}: recipe {}, engine {engine} here", info.title, info.recipe);
    }
    text.trim_end().to_owned()
}
