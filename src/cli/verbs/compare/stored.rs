//! Comparing runs that were played before, from their states.

use std::collections::BTreeSet;
use std::path::Path;
use std::slice;
use std::time::{Duration, SystemTime};

use serde_json::json;

use super::CompareArgs;
use crate::cli::names;
use crate::cli::output::{at_end, print};
use crate::cli::running::{StudyArgs, Terminal, play_and_print};
use crate::core::wording::plain;
use crate::lab::refused::{OfPath as _, Refused};
use crate::lab::report;
use crate::lab::spec::value::written;
use crate::lab::spec::{DEFAULT_CONFIDENCE, DEFAULT_SEED, Spec};
use crate::lab::store::manifest::{Manifest, Played};
use crate::lab::store::place::Place;
use crate::lab::store::state::{OF_STORED, Saved, encode_compared, name_of};
use crate::lab::tables::{Run, Tables};

/// Compares every rule set of every folder with those of the others: of the same deals by playing them again as
/// one run, else from the counts.
pub fn execute(args: &CompareArgs) -> Result<(), Refused> {
    check_options(args)?;
    let (mut runs, mut states, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    for (folder, name) in args.rules.iter().zip(told_apart(&args.rules)) {
        let path = Path::new(folder);
        let real = path.canonicalize().reading(path)?;
        if seen.contains(&real) {
            let what = "is given twice, and a run does not differ from itself; name another";
            return Err(Refused::usage(format!("{folder}: {what}")));
        }
        seen.push(real);
        let saved = Saved::load(path)?;
        states.push((name.clone(), saved.body.clone()));
        runs.push(Run { name, ..saved.into_run(path)? });
    }
    let usual = Spec { confidence: Some(DEFAULT_CONFIDENCE), ..Spec::default() };
    let asked = Spec {
        confidence: Some(args.study.confidence),
        measures: (!args.measures.is_empty()).then(|| args.measures.clone()),
        min_effect: args.min_effect.clone(),
        baseline: args.baseline.clone(),
        ..Spec::default()
    };
    let tables = Tables::side_by_side(runs, &asked)?;
    if tables.comparisons.is_empty() {
        let what = "these runs have no pair of dice in common, so there is nothing to compare";
        return Err(Refused::usage(what));
    }
    let output = &args.study.output;
    if let Some(study) = tables.again() {
        let finished = play_and_print(study.verb("compare"), output)?;
        let other = tables.other_counts(&finished.totals);
        return other.map_or(Ok(()), |name| {
            Err(Refused::data(format!(
                "`{name}`: played again it has other counts than the stored ones: another version or program \
                 made them"
            )))
        });
    }
    let stems: Vec<String> = tables.runs.iter().map(|run| names::safe(&run.name)).collect();
    let identity = json!({
        "verb": OF_STORED,
        "folders": args.rules,
        "rules": tables.names.full,
        "asked": written(&asked),
    });
    let is_here = |folder: &String| Path::new(folder).parent() == Some(&output.place.out);
    let says_all = asked == usual && args.rules.iter().all(is_here);
    let name = format!("compare-{}", stems.join("+"));
    let name = names::with_digits(&name, &identity, says_all);
    let terminal = Terminal::of(&output.place);
    let options = output.run_options(&name, &terminal)?;
    let place = options.claim(&identity)?;
    let (threads, started, elapsed) = (options.threads, SystemTime::now(), Duration::ZERO);
    let how = Played { threads, started, elapsed, games: 0 };
    let manifest = Manifest::new(&identity, options.command.clone(), None, how);
    let target = place.as_ref().map(Place::folder);
    let out = at_end(output.place.format.all(&tables), &output.place, target, "");
    if let Some(place) = place {
        let state = encode_compared(&identity, states);
        let page = place.has_page().then(|| report::page(slice::from_ref(&tables)).into_bytes());
        place.write(manifest, tables.info(), &state, &tables.tables(), page, None)?;
    }
    print(&out)
}

/// Folders by their own names, or as they were `given` where two have one.
fn told_apart(given: &[String]) -> Vec<String> {
    let own: Vec<String> = given.iter().map(|folder| name_of(Path::new(folder))).collect();
    match own.iter().collect::<BTreeSet<_>>().len() == own.len() {
        true => own,
        false => given.iter().map(|name| plain::line(name).into_owned()).collect(),
    }
}

/// Refuses what asks for new games.
fn check_options(args: &CompareArgs) -> Result<(), Refused> {
    let StudyArgs { games, seed, first_game, self_play, until, by, decks, dice, output, .. } =
        &args.study;
    let games = [
        ("--games", games.is_some()),
        ("--seed", *seed != DEFAULT_SEED),
        ("--first-game", *first_game > 0),
        ("--self-play", *self_play),
        ("--until", !until.is_empty()),
        ("--by", !by.is_empty()),
        ("--per-game", output.rows.per_game.is_some()),
        ("--dice", dice.dice.is_some()),
        ("--decks", decks.is_some()),
        ("--set", !args.change.changes.is_empty()),
        ("--shard", output.shard.is_some()),
        ("--stop-after", output.stop_after.is_some()),
    ];
    let why = "stored runs have played their games; leave it out, or compare rule sets";
    Refused::given(&games, why)?;
    let why = "stored runs have a verb for it; use `war-sim report DIR DIR`";
    Refused::given(&[("--report", output.place.report)], why)
}
