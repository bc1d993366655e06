//! A batch: games of one or more rule sets on the deals of a seed or a file, into a folder of tables.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::library::option;
use crate::cli::names;
use crate::cli::options::{ChangeArgs, OutputArgs, PerGameArgs, QuestionArgs, SampleArgs};
use crate::cli::outside::{Files, resolved};
use crate::cli::running::{self, Task};
use crate::core::cards::DealsFrom;
use crate::lab::spec::{Decks, Measure, Pairs, Spec, Study};

/// The rule set of a batch that names none.
const DEFAULT_RULES: &str = "umass";

/// Options of a batch.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// A rule set of any game: a built-in name, a name in experiments/rules/, or a path, with changes in
    /// braces if wanted, such as 'umass{war.face_down=2}'; may be repeated: the same deals for all
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

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
pub fn run(args: &BatchArgs) -> Result<(), Failure> {
    let wanted = args.change.all(&args.rules, DEFAULT_RULES);
    // The rule set decides the game.
    let mut spec = Spec { game: None, ..spec("", &wanted, &args.sample, &args.output) };
    args.question.ask(&mut spec);
    spec.decks = decks(args.decks.as_deref());
    let study = resolved(spec, &Files::new(Path::new(""), args.output.quiet), &option)?;
    let name = folder_name("", &study, args.decks.as_deref());
    let task = Task {
        study,
        verb: "batch",
        name,
        output: &args.output,
        per_game: running::per_game(&args.per_game)?,
        tables: None,
        given_rules: if args.decks.is_none() { wanted } else { Vec::new() },
    };
    task.perform(&args.question)
}

/// These rule sets of a game, counted each for itself.
pub fn spec(game: &str, wanted: &[String], sample: &SampleArgs, output: &OutputArgs) -> Spec {
    let mut spec = Spec {
        game: Some(game.into()),
        engine: Some(output.engine.clone()),
        compare: Some(false),
        ..Spec::of_rules(wanted)
    };
    sample.ask(&mut spec);
    spec
}

/// The decks of a file.
pub fn decks(path: Option<&Path>) -> Option<Decks> {
    path.map(|path| Decks::File(path.to_string_lossy().into_owned()))
}

/// The folder's name, from what distinguishes runs; `decks` is the file of decks.
pub fn folder_name(verb: &str, study: &Study, decks: Option<&Path>) -> String {
    let names = names::of_rules(&*study.game, &study.rule_sets);
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
    format!("{verb}{names}-{deals}{}", asked(study))
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
    if let Some(by) = study.by {
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
