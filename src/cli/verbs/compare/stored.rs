//! Comparing batches that were played before, from their files.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::{measures, min_effects, pairs};
use crate::cli::failure::{Failure, Kind};
use crate::cli::results::Run;
use crate::cli::study::args::CompareArgs;
use crate::cli::study::{Asked, check_confidence, comparison_text};
use crate::core::cards::{RECIPE, Seed};
use crate::core::stats::workload::Workload as _;
use crate::core::stats::{LengthSummary, z_for_confidence};
use crate::games::war::batch::{Cell, WarBatch, WarTotals};
use crate::games::war::comparison::{self, Comparison, Pairs, Sample};
use crate::games::war::measure::Measure;
use crate::games::war::rules::{RuleFields, Rules};
use crate::games::war::tally::WarTally;
use crate::games::war::{EndReason, Outcome};
use crate::lab::report::manifest::{MANIFEST, Manifest};
use crate::lab::report::text::wrapped;
use crate::lab::run::run as play_all;

/// Games by outcome, end reason (their positions) and battles.
type Counts = BTreeMap<(usize, usize, u64), u64>;

/// A rule set of a stored batch.
struct Stored {
    /// Its name; with the folder's before it where two batches have the same one.
    name: String,
    folder: String,
    counts: Counts,
    /// The deals and rules, as far as the manifest tells them.
    deals: Result<Deals, String>,
}

/// Which games a stored rule set played.
struct Deals {
    recipe: String,
    seed: u64,
    first_game: u64,
    rules: Rules,
}

impl Stored {
    fn games(&self) -> u64 {
        self.counts.values().sum()
    }

    fn sample(&self) -> Sample {
        let mut outcomes = [0; 3];
        let mut lengths: BTreeMap<u64, u64> = BTreeMap::new();
        for (&(outcome, _, battles), &games) in &self.counts {
            outcomes[outcome] += games;
            *lengths.entry(battles).or_insert(0) += games;
        }
        Sample {
            outcomes,
            battles: LengthSummary::from_counts(lengths.iter().map(|(&l, &g)| (l, g))).moments(),
        }
    }
}

/// What was asked.
struct Question {
    confidence: f64,
    min_effects: Vec<(Measure, f64)>,
}

impl Asked for Question {
    fn confidence(&self) -> f64 {
        self.confidence
    }

    fn min_effect(&self, measure: Measure) -> Option<f64> {
        self.min_effects.iter().find(|(of, _)| *of == measure).map(|&(_, effect)| effect)
    }
}

/// Compares every rule set of every folder with those of the others.
pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    check_options(args)?;
    let confidence = check_confidence(args.question.confidence)?;
    let mut all = Vec::new();
    for folder in &args.rules {
        all.extend(read(Path::new(folder))?);
    }
    name_apart(&mut all);
    let names: Vec<String> = all.iter().map(|stored| stored.name.clone()).collect();
    let name_refs: Vec<&str> = names.iter().map(String::as_str).collect();
    let z = z_for_confidence(confidence);
    let wanted = pairs(args, &names)?;
    let list = wanted.list(all.len());
    let measures = measures(args);

    let words: Vec<&str> = measures.iter().map(|measure| measure.name()).collect();
    let identity = json!({
        "verb": "compare-stored",
        "folders": args.rules,
        "rules": names,
        "pairs": list.iter().map(|&(i, j)| [i, j]).collect::<Vec<_>>(),
        "measures": words,
        "confidence": confidence,
        "unpaired": args.unpaired,
    });
    let stems: Vec<String> = args
        .rules
        .iter()
        .filter_map(|f| Some(Path::new(f).file_name()?.to_string_lossy().into_owned()))
        .collect();
    let run = Run::open(&args.output, &format!("compare-{}", stems.join("+")), identity)?;

    let replayed = replay(args, &all, wanted, &run)?;
    let mut tables = Vec::new();
    let (how, rows, engines, games_played) = match replayed {
        Ok(Replayed { batch, totals, games }) => {
            let rows = comparison::compare(&totals, &list, &measures, z);
            tables.push(comparison::table(&name_refs, &rows));
            tables.push(comparison::paired_table(batch.cells(), &list, &totals, &rows));
            let engines: Json = batch
                .cells()
                .iter()
                .zip(batch.engine_names())
                .map(|(cell, engine)| (cell.name.clone(), json!(engine)))
                .collect();
            let how =
                "the manifests name the same deals: played again for the pairs, with the counts \
                       that were stored"
                    .to_owned();
            (how, rows, engines, games)
        }
        Err(reason) => {
            let rows = unpaired(&all, &list, &measures, z);
            tables.push(comparison::table(&name_refs, &rows));
            let how = format!("from the stored counts, taken as independent deals: {reason}");
            (how, rows, Json::Null, 0)
        }
    };
    let question = Question { confidence, min_effects: min_effects(args) };
    let text = format!(
        "{}{}\nwritten to {}\n",
        wrapped("", &how),
        comparison_text::render_named(&name_refs, &question, &rows),
        run.target().display()
    );
    let elapsed = run.elapsed();
    run.commit(&tables, Vec::new(), engines, games_played, elapsed)?;
    if args.output.quiet {
        return Ok(());
    }
    io::stdout().write_all(text.as_bytes()).map_err(|e| Failure::writing("stdout", &e))
}

/// Refuses what asks for new games.
fn check_options(args: &CompareArgs) -> Result<(), Failure> {
    let refused = [
        ("--until", !args.question.until.is_empty()),
        ("--predict", !args.question.predict.is_empty()),
        ("--by", args.question.by.is_some()),
        ("--per-game", args.per_game.per_game.is_some()),
    ];
    match refused.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => Err(Failure::usage(format!(
            "{option}: stored batches have played their games; leave it out, or compare rule sets"
        ))),
    }
}

/// Every row from the stored counts alone.
fn unpaired(
    all: &[Stored],
    list: &[(usize, usize)],
    measures: &[Measure],
    z: f64,
) -> Vec<Comparison> {
    let samples: Vec<Sample> = all.iter().map(Stored::sample).collect();
    let mut rows = Vec::new();
    for &(first, second) in list {
        for &measure in measures {
            let difference = samples[first].difference(&samples[second], measure, z);
            let (p_adjusted, correlation, gain) = (None, None, None);
            rows.push(Comparison {
                first,
                second,
                measure,
                difference,
                p_adjusted,
                correlation,
                gain,
            });
        }
    }
    comparison::adjust(&mut rows);
    rows
}

/// Stored batches, played again.
struct Replayed {
    batch: WarBatch,
    totals: WarTotals,
    /// Games of all rule sets together.
    games: u64,
}

/// Plays stored batches again where that pairs them; the inner error says why not.
fn replay(
    args: &CompareArgs,
    all: &[Stored],
    wanted: Pairs,
    run: &Run,
) -> Result<Result<Replayed, String>, Failure> {
    if args.unpaired {
        return Ok(Err("--unpaired".into()));
    }
    let (seed, range) = match same_deals(all) {
        Ok(same) => same,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut cells = Vec::new();
    for stored in all {
        if let Ok(deals) = &stored.deals {
            let (name, rules) = (stored.name.clone(), deals.rules.clone());
            cells.push(Cell { name, rules, engine: args.engine.into() });
        }
    }
    let batch = WarBatch::new(seed, cells)
        .map_err(|error| Failure::usage(format!("--engine: {error}")))?
        .with_pairs(wanted);
    if batch.tally().pairs.is_empty() {
        return Ok(Err("their decks differ".into()));
    }
    let games = (range.end - range.start).saturating_mul(all.len() as u64);
    let played = run.under_bar(games, || {
        play_all::<_, (), io::Error>(&batch, range, run.threads, &run.control, None)
    });
    let totals = played.map_err(|error| {
        run.failure(error, games, |e| Failure::writing("the rows of the games", e))
    })?;
    let other =
        all.iter().zip(&totals.cells).find(|(stored, tally)| stored.counts != counts(tally));
    Ok(match other {
        None => Ok(Replayed { batch, totals, games }),
        Some((stored, _)) => Err(format!(
            "played again, `{}` gives other counts than the stored ones, so its games were not those \
             of its manifest",
            stored.name
        )),
    })
}

/// The seed and the games that all rule sets have in common; the error says what differs.
fn same_deals(all: &[Stored]) -> Result<(Seed, Range<u64>), String> {
    let mut same: Option<(&str, &Deals, u64)> = None;
    for stored in all {
        let deals = stored.deals.as_ref().map_err(Clone::clone)?;
        if deals.recipe != RECIPE {
            return Err(format!(
                "`{}` was dealt by another recipe ({})",
                stored.name, deals.recipe
            ));
        }
        let games = stored.games();
        let Some((name, first, first_games)) = same else {
            same = Some((&stored.name, deals, games));
            continue;
        };
        for (what, one, other) in [
            ("seed", first.seed, deals.seed),
            ("first game", first.first_game, deals.first_game),
            ("number of games", first_games, games),
        ] {
            if one != other {
                return Err(format!(
                    "the {what} is {one} for `{name}` and {other} for `{}`",
                    stored.name
                ));
            }
        }
    }
    let (_, deals, games) = same.ok_or("there are none")?;
    let end = deals.first_game.checked_add(games).ok_or("the game numbers are too large")?;
    Ok((Seed(deals.seed), deals.first_game..end))
}

fn counts(tally: &WarTally) -> Counts {
    let mut counts = Counts::new();
    for outcome in Outcome::ALL {
        for reason in EndReason::ALL {
            let lengths = tally.lengths(outcome, reason).map(|lengths| lengths.counts());
            for (battles, games) in lengths.into_iter().flatten() {
                counts.insert((outcome.index(), reason.index(), battles), games);
            }
        }
    }
    counts
}

/// Puts the folder's name before names that occur twice.
fn name_apart(all: &mut [Stored]) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for stored in all.iter() {
        *times.entry(stored.name.clone()).or_insert(0) += 1;
    }
    for stored in all {
        if times.get(&stored.name).is_some_and(|&n| n > 1) {
            stored.name = format!("{}:{}", stored.folder, stored.name);
        }
    }
}

/// Reads the counts of a stored batch from its histogram, which must be the one of its manifest.
fn read(folder: &Path) -> Result<Vec<Stored>, Failure> {
    let path = folder.join("histogram.csv");
    let bytes = std::fs::read(&path).map_err(|e| Failure::reading(&path, &e))?;
    let manifest = std::fs::read_to_string(folder.join(MANIFEST)).unwrap_or_default();
    if Manifest::hash_in(&manifest, "histogram.csv").is_some_and(|hash| hash != sha256(&bytes)) {
        return Err(Failure::data(format!(
            "{}: is not the file that its manifest describes; play the batch again",
            path.display()
        )));
    }
    let bad =
        |line: usize, what: &str| Failure::data(format!("{}: line {line}: {what}", path.display()));
    let mut rules: Vec<(String, Counts)> = Vec::new();
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let header = reader.headers().map_err(|e| bad(1, &e.to_string()))?;
    if header.iter().ne(["rules", "outcome", "end_reason", "battles", "games"]) {
        return Err(bad(1, "is not the header of a histogram of this program"));
    }
    for (k, record) in reader.records().enumerate() {
        let line = k + 2;
        let record = record.map_err(|e| bad(line, &e.to_string()))?;
        let number = |field: usize| {
            record[field].parse::<u64>().map_err(|_| bad(line, "battles and games must be counts"))
        };
        let (battles, games) = (number(3)?, number(4)?);
        let outcome = Outcome::ALL.iter().position(|outcome| outcome.name() == &record[1]);
        let outcome = outcome.ok_or_else(|| bad(line, "the outcome must be A, B or draw"))?;
        let reason = EndReason::ALL.iter().position(|reason| reason.name() == &record[2]);
        let reason = reason.ok_or_else(|| bad(line, "the end_reason is unknown"))?;
        if rules.last().is_none_or(|(name, _)| *name != record[0]) {
            rules.push((record[0].into(), Counts::new()));
        }
        if let Some((_, counts)) = rules.last_mut() {
            *counts.entry((outcome, reason, battles)).or_insert(0) += games;
        }
    }
    if rules.is_empty() {
        return Err(Failure::new(Kind::Data, format!("{}: holds no games", path.display())));
    }
    let folder_name =
        folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let run = Manifest::identity_in(&manifest).unwrap_or_default();
    let stored = |(name, counts): (String, Counts)| Stored {
        deals: deals(&run, &name).ok_or_else(|| {
            format!("{} does not say which games `{name}` played", folder.join(MANIFEST).display())
        }),
        name,
        folder: folder_name.clone(),
        counts,
    };
    Ok(rules.into_iter().map(stored).collect())
}

/// What a manifest says of the games of a rule set; `None` if it does not.
fn deals(run: &Json, name: &str) -> Option<Deals> {
    let rules = run["rules"].as_array()?.iter().find(|rules| rules["name"] == name)?;
    let fields: RuleFields = serde_json::from_value(rules["fields"].clone()).ok()?;
    Some(Deals {
        recipe: run["recipe"].as_str()?.into(),
        seed: run["seed"].as_u64()?,
        first_game: run["first_game"].as_u64()?,
        rules: fields.check().ok()?,
    })
}

fn sha256(bytes: &[u8]) -> String {
    crate::lab::report::manifest::FileRecord::of("", bytes).sha256
}
