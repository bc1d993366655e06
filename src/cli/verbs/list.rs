//! `list`: what is inside the program, and what lies in the folder of results, a line each.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::Value as Json;

use crate::check::suites::SUITES;
use crate::cli::listing::{Entries, Listing, of_shelf};
use crate::cli::names;
use crate::cli::output::print;
use crate::cli::stopped;
use crate::cli::terminal::unbroken;
use crate::core::wording::digits::counted;
use crate::game::Game;
use crate::lab::refused::{OfPath as _, Refused};
use crate::lab::spec::Measure;
use crate::lab::spec::shipped::{DICE, EXPERIMENTS};
use crate::lab::store::disk;
use crate::lab::store::files::{MANIFEST, STATE};
use crate::lab::store::manifest::moment;
use crate::lab::store::state::{newest, no_run};
use crate::lab::tables::screen::names_of;

/// Options of `list`.
#[derive(Clone, Debug, Args)]
#[command(before_help = "\
Examples:
  war-sim list                    everything, a line each
  war-sim list experiments        what `war-sim run` knows by name
  war-sim list runs               what `war-sim show` can print again")]
pub struct ListArgs {
    /// rules, experiments, dice, measures, features, suites or runs
    #[arg(value_enum, hide_possible_values = true)]
    pub what: Option<What>,

    /// The folder that contains the runs
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub out: PathBuf,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Rule sets of every game.
    Rules,
    /// Experiments for `run`.
    Experiments,
    /// Files of dice.
    Dice,
    /// What is estimated and compared.
    Measures,
    /// What the deal shows, for --by.
    Features,
    /// Suites of `check`.
    Suites,
    /// Stored runs.
    Runs,
}

/// Runs the verb.
pub fn execute(args: &ListArgs) -> Result<(), Refused> {
    let mut list = Listing::new();
    let kinds = args.what.map_or_else(|| What::value_variants().to_vec(), |what| vec![what]);
    for what in kinds {
        match what {
            What::Rules => list.rules(),
            What::Experiments => list.add("Experiments (war-sim run NAME)", &of_shelf(EXPERIMENTS)),
            What::Dice => list.add("Dice (war-sim ludo NAME)", &of_shelf(DICE)),
            What::Measures => list.of_games("Measures", measures),
            What::Features => list.of_games("Features (--by, --with-features)", features),
            What::Suites => list.add("Suites (war-sim check --suite NAME)", &suites()),
            What::Runs => runs(&args.out, &mut list)?,
        }
    }
    print(&list.text)
}

fn measures(game: &Game) -> Entries {
    let info = game.info();
    let about = |measure| match measure {
        Measure::Outcome(k) => format!("share of the games: {}", info.outcomes[k].label),
        Measure::LENGTH => "mean length of a game".to_owned(),
        Measure::Mean(counter) => format!("mean of: {}", info.counters[counter].about),
    };
    let all = Measure::all(info).into_iter();
    all.map(|measure| (measure.name(info).to_owned(), about(measure))).collect()
}

fn features(game: &Game) -> Entries {
    game.info().features.iter().map(|f| (f.name.to_owned(), f.summary.to_owned())).collect()
}

fn suites() -> Entries {
    SUITES.iter().map(|(name, about)| ((*name).into(), (*about).into())).collect()
}

/// The runs in a folder of results, also those that were stopped.
fn runs(out: &Path, list: &mut Listing) -> Result<(), Refused> {
    let names = disk::list(out).reading(out)?;
    // Before the first run there is no folder of results.
    if names.is_none() && out != Path::new("results") {
        return Err(no_run(out));
    }
    let mut entries = Vec::new();
    for name in names.unwrap_or_default() {
        let folder = out.join(&name);
        if folder.is_dir() && !name.starts_with('.') {
            let about = about_run(&folder).unwrap_or_else(|what| what);
            entries.push((name, about));
        }
    }
    let shown = names::shown(out);
    match entries.is_empty() {
        true => list.head(&format!("Runs in {shown}: none yet")),
        false => list.add(&format!("Runs in {shown} (war-sim show DIR)"), &entries),
    }
    Ok(())
}

/// When a file was written, to the minute, in UTC.
fn written(path: &Path) -> String {
    let time = std::fs::metadata(path).and_then(|file| file.modified());
    let time = moment(time.ok()).unwrap_or_default();
    time.get(..16).map_or(String::new(), |time| time.replace('T', " ") + " ")
}

/// Rule sets that are named in a line; of more their number.
const MOST_NAMES: usize = 12;

/// A run in a line, as its state has it: what it did, with how many games of which seed, then of which rule
/// sets. Of one that was stopped how far it is, and what goes on with it.
///
/// Errors: a sentence on why its state says nothing.
fn about_run(folder: &Path) -> Result<String, String> {
    let found = newest(folder).map_err(|refused| match &refused.place {
        Some(_) => format!("its {STATE} {}", refused.what),
        None => refused.what,
    })?;
    let state = found.ok_or("is no run")?;
    // A run whose files are not all in place is not complete either.
    let is_stopped = state.body.going.is_some() || !folder.join(MANIFEST).exists();
    let run = &state.body.run;
    let verb = run["verb"].as_str().ok_or("is no run")?;
    // A comparison of stored runs has the names alone.
    let one = |rules: &Json| rules["name"].as_str().or(rules.as_str()).map(str::to_owned);
    let names: Vec<String> =
        run["rules"].as_array().into_iter().flatten().filter_map(one).collect();
    let (how_far, goes_on) = stopped::how_far(&state, folder);
    // Nothing is drawn where every order of a deck is played.
    let is_exact = run["orders"] == true;
    let each = if state.body.cells.len() > 1 { " each" } else { "" };
    let [one, many] = if is_exact { ["order", "orders"] } else { ["game", "games"] };
    let games = counted(state.body.played(), one, many) + each;
    let seed = run["seed"].as_u64().filter(|_| !is_exact);
    let title = state.body.told["title"].as_str().map(str::to_owned);
    let did = match is_stopped {
        _ if state.body.compares_stored() => "stored runs".to_owned(),
        true => how_far,
        false => games,
    };
    let what = title.unwrap_or_else(|| names_of(&names, MOST_NAMES));
    let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    // The command stays whole, to be copied.
    let way = goes_on.filter(|_| is_stopped);
    let way = way.map_or(String::new(), |way| format!("; {}", unbroken(&way)));
    let verb = if state.body.compares_stored() { "compare" } else { verb };
    Ok(format!("{}{verb}: {did}{seed}, {what}{way}", written(&folder.join(STATE))))
}
