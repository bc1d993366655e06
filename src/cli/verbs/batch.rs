//! A batch: games of one or more rule sets on the deals of a seed or a file, into a folder of tables.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::game::{GearArgs, Home, RulesArgs};
use crate::cli::library::{library, option};
use crate::cli::names;
use crate::cli::options::{OutputArgs, PerGameArgs, QuestionArgs, SampleArgs};
use crate::cli::outside::{Files, resolved};
use crate::cli::running::{self, Task};
use crate::core::cards::DealsFrom;
use crate::lab::spec::{Decks, Measure, Pairs, Study};

/// Options of a batch.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// What is played.
    #[command(flatten)]
    pub what: RulesArgs,

    /// Which games.
    #[command(flatten)]
    pub sample: SampleArgs,

    /// Play the decks of this file, one per line, instead of a seed's; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    pub decks: Option<PathBuf>,

    /// What is asked of them.
    #[command(flatten)]
    pub question: QuestionArgs,

    /// A row per game.
    #[command(flatten)]
    pub per_game: PerGameArgs,

    /// Where the results go.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs a batch.
pub fn run(args: &BatchArgs, home: Home) -> Result<(), Failure> {
    let gear = &args.what.gear;
    let wanted = args.what.wanted(home.usual_rules()?);
    let mut spec = gear.spec(&wanted, home, &args.output.engine)?;
    args.sample.ask(&mut spec);
    args.question.ask(&mut spec);
    spec.decks = decks(args.decks.as_deref());
    let files = Files::new(args.output.quiet);
    let study = resolved(spec, &files, &option)?;
    let dice = gear.dice_name(&files);
    let cells = study.cells.len() as u64;
    if cells.checked_mul(study.games).is_none() {
        let what = if dice.is_none() { "rule sets" } else { "pairs of dice" };
        return Err(Failure::usage(format!(
            "--games {}: {cells} {what} make more than 2^64 - 1 games; use fewer",
            study.games
        )));
    }
    let usual = library().games()[0].info().name;
    let verb = if study.info().name == usual { "batch" } else { study.info().name };
    // The folder of the usual game needs no name of it, and one that says it need not say it twice.
    let names = gear.names(&study, &wanted, home)?;
    let dice = dice.map_or(String::new(), |dice| format!("{dice}-"));
    let names = match verb {
        "batch" => names,
        of => format!("{of}-{dice}{names}").replace(&format!("{of}-{of}"), of),
    };
    let per_game = running::per_game(&args.per_game, &study)?;
    let task = Task {
        name: folder_name(&names, &study, args.decks.as_deref(), gear),
        study,
        verb,
        output: &args.output,
        per_game,
        tables: None,
        given_rules: if args.decks.is_none() { wanted } else { Vec::new() },
    };
    task.perform(&args.question)
}

/// The decks of a file.
pub fn decks(path: Option<&Path>) -> Option<Decks> {
    path.map(|path| Decks::File(path.to_string_lossy().into_owned()))
}

/// The folder's name, from what distinguishes runs; `names` are its rule sets, `decks` is the file of decks.
pub fn folder_name(names: &str, study: &Study, decks: Option<&Path>, gear: &GearArgs) -> String {
    let seed = study.deals.seed.0;
    let deals = match &study.deals.from {
        DealsFrom::List(list) => {
            let stem = decks.and_then(Path::file_stem).map(|stem| stem.to_string_lossy());
            let stem = stem.filter(|stem| stem != "-").unwrap_or("stdin".into());
            // The same name in two folders, or changed since, is another file.
            let digest = list.digest.get(..8).unwrap_or(&list.digest);
            format!("decks-{}-{digest}-seed{seed}", names::safe(&stem))
        }
        _ => format!("seed{seed}{}", games(study)),
    };
    format!("{names}-{deals}{}{}", gear.suffix(), asked(study))
}

/// How many games there are, for the name of a folder; nothing where only a precision says.
pub fn games(study: &Study) -> String {
    if study.is_open_ended() { String::new() } else { format!("-games{}", study.games) }
}

/// What is asked of the games, for the name of a folder.
pub fn asked(study: &Study) -> String {
    let mut name = String::new();
    if study.first_game > 0 {
        name.push_str(&format!("-from{}", study.first_game));
    }
    let info = study.info();
    for target in study.until.iter().chain(&study.until_difference) {
        name.push_str(&format!("-until-{}-{}", target.measure.name(info), target.half_width));
    }
    for measure in study.decided() {
        name.push_str(&format!("-until-decided-{}", measure.name(info)));
        if let Some(effect) = study.matters(*measure) {
            name.push_str(&format!("-{effect}"));
        }
    }
    if study.prove_cycles {
        name.push_str("-prove-cycles");
    }
    for &by in &study.by {
        name.push_str(&format!("-by-{}", info.features[by].name));
    }
    if let Pairs::Baseline(baseline) = &study.pairs {
        name.push_str(&format!("-baseline-{}", names::safe(baseline)));
    }
    if study.measures != Measure::usual(info) {
        study
            .measures
            .iter()
            .for_each(|measure| name.push_str(&format!("-{}", measure.name(info))));
    }
    if study.confidence != crate::lab::spec::DEFAULT_CONFIDENCE {
        name.push_str(&format!("-confidence{}", study.confidence));
    }
    name
}
