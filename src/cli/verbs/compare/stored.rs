//! Comparing batches that were played before, from their files.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;

use serde_json::{Value as Json, json};

use super::{measures, min_effects, pairs};
use crate::cli::failure::{Failure, Kind};
use crate::cli::results::Run;
use crate::cli::study::args::CompareArgs;
use crate::cli::study::{Asked, check_confidence, comparison_text};
use crate::report::manifest::{MANIFEST, Manifest};
use crate::stats::{LengthSummary, z_for_confidence};
use crate::war::Outcome;
use crate::war::comparison::{self, Comparison, Sample};
use crate::war::measure::Measure;

/// A rule set of a stored batch.
struct Stored {
    /// Its name; with the folder's before it where two batches have the same one.
    name: String,
    folder: String,
    sample: Sample,
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
    let confidence = check_confidence(args.question.confidence)?;
    let mut all = Vec::new();
    for folder in &args.rules {
        all.extend(read(Path::new(folder))?);
    }
    name_apart(&mut all);
    let names: Vec<String> = all.iter().map(|stored| stored.name.clone()).collect();
    let name_refs: Vec<&str> = names.iter().map(String::as_str).collect();
    let z = z_for_confidence(confidence);
    let mut rows: Vec<Comparison> = Vec::new();
    for (first, second) in pairs(args, &names)?.list(all.len()) {
        for measure in measures(args) {
            let difference = all[first].sample.difference(&all[second].sample, measure, z);
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

    let identity = json!({
        "verb": "compare-stored",
        "folders": args.rules,
        "rules": names,
        "confidence": confidence,
    });
    let stems: Vec<String> = args
        .rules
        .iter()
        .filter_map(|f| Some(Path::new(f).file_name()?.to_string_lossy().into_owned()))
        .collect();
    let run = Run::open(&args.output, &format!("compare-{}", stems.join("+")), identity)?;
    let question = Question { confidence, min_effects: min_effects(args) };
    let text = format!(
        "from the stored counts, taken as independent deals\n{}\nwritten to {}\n",
        comparison_text::render_named(&name_refs, &question, &rows),
        run.target().display()
    );
    let elapsed = run.elapsed();
    run.commit(&[comparison::table(&name_refs, &rows)], Vec::new(), Json::Null, 0, elapsed)?;
    if args.output.quiet {
        return Ok(());
    }
    io::stdout().write_all(text.as_bytes()).map_err(|e| Failure::writing("stdout", &e))
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
    let mut rules: Vec<(String, [u64; 3], BTreeMap<u64, u64>)> = Vec::new();
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
        if rules.last().is_none_or(|(name, ..)| *name != record[0]) {
            rules.push((record[0].into(), [0; 3], BTreeMap::new()));
        }
        if let Some((_, outcomes, lengths)) = rules.last_mut() {
            outcomes[outcome] += games;
            *lengths.entry(battles).or_insert(0) += games;
        }
    }
    let folder_name =
        folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let stored = |(name, outcomes, lengths): (String, [u64; 3], BTreeMap<u64, u64>)| Stored {
        name,
        folder: folder_name.clone(),
        sample: Sample {
            outcomes,
            battles: LengthSummary::from_counts(lengths.iter().map(|(&l, &g)| (l, g))).moments(),
        },
    };
    if rules.is_empty() {
        return Err(Failure::new(Kind::Data, format!("{}: holds no games", path.display())));
    }
    Ok(rules.into_iter().map(stored).collect())
}

fn sha256(bytes: &[u8]) -> String {
    crate::report::manifest::FileRecord::of("", bytes).sha256
}
