//! Comparing runs that were played before, from their states.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Instant, SystemTime};

use serde_json::json;

use super::CompareArgs;
use crate::api::run::{RunOptions, Watch as _};
use crate::cli::format::Format;
use crate::cli::interrupt;
use crate::cli::library::library;
use crate::cli::names;
use crate::cli::output::{at_end, print};
use crate::cli::running::{StudyArgs, Terminal};
use crate::cli::terminal;
use crate::core::wording::plain;
use crate::core::wording::said::Said;
use crate::lab::refused::{OfPath as _, Refused};
use crate::lab::spec::{DEFAULT_CONFIDENCE, Measure, Spec};
use crate::lab::store::manifest::{Manifest, Played};
use crate::lab::store::place::Place;
use crate::lab::store::signed::seal;
use crate::lab::store::state::{self, OF_STORED};
use crate::lab::study::Finished;
use crate::lab::study::play::play_range;
use crate::lab::tables::{Tables, columns, compared, screen};

/// Compares every rule set of every folder with those of the others.
pub fn execute(args: &CompareArgs) -> Result<(), Refused> {
    check_options(args)?;
    let library = library();
    let (mut runs, mut seen) = (Vec::new(), BTreeSet::new());
    for folder in &args.rules {
        let path = Path::new(folder);
        if !seen.insert(path.canonicalize().reading(path)?) {
            let what = "is given twice, and a run does not differ from itself; name another";
            return Err(Refused::usage(format!("{folder}: {what}")));
        }
        runs.push(state::load(path, &library)?);
    }
    // What the options ask of runs that were played as the first was.
    let asked = Spec { min_effect: args.min_effect.clone(), ..Spec::default() };
    let question = runs[0].finished.study.clone().retold(asked)?;
    let question = question.confidence(args.study.confidence)?.measures(&args.measures)?;
    let (confidence, measures) = (question.confidence, question.measures.clone());
    let stems: Vec<String> = runs.iter().map(|run| names::safe(&run.name)).collect();
    let mut tables = Tables::side_by_side(runs, Some(question))?;
    let (info, names) = (tables.info(), tables.names.full.clone());
    if let Some(name) = &args.baseline
        && !(0..names.len()).any(|k| tables.is_called(k, name))
    {
        let known: Vec<&str> = names.iter().map(|name| &**name).collect();
        return Err(Refused::unknown("baseline", name, "rule set in these runs", &known));
    }
    let pairs = tables.pairs(args.baseline.as_deref());
    let lacks = tables.lacks_pairs(&pairs, &measures)?;

    let words: Vec<&str> = measures.iter().map(|measure| measure.name(info)).collect();
    let identity = json!({
        "verb": OF_STORED,
        "folders": args.rules,
        "rules": names,
        "pairs": pairs,
        "measures": words,
        "confidence": confidence,
    });
    let output = &args.study.output;
    let is_here = |folder: &String| Path::new(folder).parent() == Some(&output.out);
    let is_usual =
        args.baseline.is_none() && args.measures.is_empty() && confidence == DEFAULT_CONFIDENCE;
    let says_all = is_usual && args.rules.iter().all(is_here);
    let name = format!("compare-{}", stems.join("+"));
    let name = names::with_digits(&name, &identity, says_all);
    let terminal = Terminal::of(output);
    let options = output.run_options(&name, &terminal)?;
    let place = options.claim(&identity)?;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let again = if lacks { replay(&tables, &measures, &terminal, &options)? } else { None };
    let totals = again.as_ref().map(|finished| &finished.totals);
    tables.comparisons = tables.compare(&pairs, &measures, totals)?;
    let how = match (&again, lacks) {
        (Some(_), _) => "same deals: replayed to pair them (results match the stored counts)",
        (None, true) => {
            "from the stored counts; some share their deals, so their intervals allow for any \
             dependence"
        }
        (None, false) => "from the stored counts",
    };
    let mut said = Said::words_of(how);
    said.gap();
    screen::overview(&mut said, &tables);
    compared::render(&mut said, &tables);
    let played = again.iter().flat_map(|finished| &finished.totals.cells);
    let games = played.map(|tally| tally.games()).sum();
    let (threads, elapsed) = (options.threads, clock.elapsed());
    let how = Played { threads, started, session: elapsed, elapsed, games };
    let manifest = Manifest::new(&identity, options.command.clone()).played(None, how);
    let table = columns::comparison(&tables);
    let said = match output.format {
        Format::Text => said.set(terminal::columns()),
        format => format.table(&table)?,
    };
    let target = place.as_ref().map(Place::folder);
    let out = at_end(said, (output.format, output.quiet), target, "");
    let _writing = interrupt::begin_results()?;
    if let Some(place) = place {
        let state = seal(&plain::json(&json!({"run": identity}).to_string()));
        place.write(manifest, info, &state, &[table], None, None)?;
    }
    print(&out)
}

/// Refuses what asks for new games.
fn check_options(args: &CompareArgs) -> Result<(), Refused> {
    let StudyArgs { until, by, decks, dice, output, .. } = &args.study;
    let games = [
        ("--until", !until.is_empty()),
        ("--by", !by.is_empty()),
        ("--per-game", output.rows.per_game.is_some()),
        ("--dice", dice.dice.is_some()),
        ("--decks", decks.is_some()),
        ("--set", !args.change.changes.is_empty()),
        ("--resume", output.resume),
        ("--shard", output.shard.is_some()),
        ("--stop-after", output.stop_after.is_some()),
    ];
    let why = "stored runs have played their games; leave it out, or compare rule sets";
    Refused::given(&games, why)?;
    let why = "stored runs have a verb for it; use `war-sim report DIR DIR`";
    Refused::given(&[("--report", output.report)], why)
}

/// Plays stored runs again to count them deal by deal; `None` where that cannot be.
fn replay(
    together: &Tables<'_>,
    measures: &[Measure],
    terminal: &Terminal,
    options: &RunOptions<'_>,
) -> Result<Option<Finished>, Refused> {
    let Some(study) = together.again(measures) else { return Ok(None) };
    let expected = study.games.saturating_mul(study.cells.len() as u64);
    let control = &*terminal.control;
    control.note(|way| way.expected = Some(expected));
    let playing = terminal.plays();
    let totals = play_range(&study, study.range(), options.threads, control);
    let totals = totals.map_err(interrupt::failure)?;
    drop(playing);
    let finished = Finished::new(study, totals);
    match together.other_counts(&finished.totals) {
        None => Ok(Some(finished)),
        Some(name) => Err(Refused::data(format!(
            "`{name}`: the replayed counts disagree with the stored ones: another version or program made \
                 them; play it again"
        ))),
    }
}
