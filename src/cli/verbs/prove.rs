//! `prove`: certificates for the endless deals and the records of a stored run.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value as Json, json};

use crate::cli::decks::{no_decks, on_decks};
use crate::cli::failure::Failure;
use crate::cli::library::library;
use crate::cli::names;
use crate::cli::output::{print_unless, write_over};
use crate::cli::results::is_folder;
use crate::core::game::{AnyGame, EVERY, RuleSet};
use crate::core::wording::digits::counted;
use crate::core::wording::number::whole;
use crate::lab::climb::account as climb;
use crate::lab::spec::rules::Library;
use crate::lab::store::signed::sha256;
use crate::lab::store::stored::Stored;
use crate::lab::study::records::{Record, endless_again, play_again};

/// The file.
const CERTIFICATES: &str = "certificates.json";
/// How it begins.
const BEGINNING: &str = "{\"format\":\"war-sim certificates 1\",";
/// Deals of each kind, where nobody says how many.
const MOST: usize = 1_000;
/// Deals of each rule set of a batch, which have to be found again.
const MOST_OF_BATCH: usize = 10;
/// Hexadecimal digits of a digest.
const DIGITS: usize = 16;

/// Options of `prove`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Writes certificates.json into the folder of a run of hunt, hunt --endless, \
hunt --climb or exact: of each endless deal the rounds before the cycle and in it, \
of each record its length, and a digest of every 1,000th position; the first 1,000 \
deals of each kind. A batch keeps no deals: the first 10 games of each rule set \
that never end are found again by playing. --count says how many of either. \
scripts/verify.py checks it without this program, by playing each deal; \
`python3 scripts/verify.py certificates.json`. Games with shuffles inside cannot \
be proved so.

A run of a file of decks is proved with the same file: --decks FILE.

Examples:
  war-sim hunt --endless --rules 'bicycle{deck.ranks=9}' --name nine
  war-sim prove results/nine
  war-sim --rules no-limit --games 1000 --name batch
  war-sim prove results/batch --count 3
  war-sim hunt --longest 9 --rules bicycle --decks mine.txt --name mine
  war-sim prove results/mine --decks mine.txt")]
pub struct ProveArgs {
    /// The folder of a stored run
    #[arg(value_name = "RUN")]
    pub folder: PathBuf,

    /// The file of decks that the run played
    #[arg(long, value_name = "FILE")]
    pub decks: Option<PathBuf>,

    /// Deals of each kind (of a batch: of each rule set) [default: 1000; of a batch 10]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub count: Option<u64>,

    /// Overwrite a file there that is no certificate
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// A game and its deals that are to be proved, each with its rules.
type Claims = (Arc<dyn AnyGame>, Vec<(RuleSet, String)>);

/// Runs the verb.
pub fn run(args: &ProveArgs) -> Result<(), Failure> {
    is_folder(&args.folder)?;
    let none = [("--count 0", args.count == Some(0))];
    Failure::given(&none, "nothing would be proved; use 1 or more")?;
    let (game, claims) = claims(args, &library())?;
    if claims.is_empty() {
        return Err(Failure::data(format!(
            "prove: {}: has no deals to prove: none of its games never ends, as far as is known, and it \
             keeps no records, as hunt, hunt --endless and exact do",
            args.folder.display()
        )));
    }
    let certificates = claims.iter().map(|(rules, deal)| certificate(&*game, rules, deal));
    let certificates = certificates.collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|what| Failure::usage(format!("prove: {what}")))?;
    let lines: Vec<String> = certificates.iter().map(Json::to_string).collect();
    let text =
        format!("{BEGINNING}\"every\":{EVERY},\"certificates\":[\n{}\n]}}\n", lines.join(",\n"));
    let path = args.folder.join(CERTIFICATES);
    write_over(&path, text.as_bytes(), BEGINNING.as_bytes(), args.force)?;
    let count = counted(lines.len() as u64, "certificate", "certificates");
    let shown = names::shown(&path);
    let text =
        format!("{count} written to {shown}; check with\n  python3 scripts/verify.py {shown}\n");
    print_unless(args.quiet, &text)
}

/// The deals that the run in the folder kept.
fn claims(args: &ProveArgs, library: &Library) -> Result<Claims, Failure> {
    let folder = &args.folder;
    let count =
        |usual: usize| args.count.map_or(usual, |count| count.try_into().unwrap_or(usize::MAX));
    if let Some(search) = climb::load(folder, library)? {
        no_decks(args.decks.as_deref(), &folder.display().to_string())?;
        let climb::OfClimb { game, rule_set, progress, .. } = search;
        let finds = [&progress.endless, &progress.longest];
        let finds = finds.into_iter().flat_map(|finds| finds.iter().take(count(MOST)));
        let claims = finds.map(|find| (rule_set.clone(), find.deal.clone())).collect();
        return Ok((game, claims));
    }
    let stored = Stored::load(folder, library)?;
    let shown = args.folder.display().to_string();
    let study = on_decks(stored.state.study, args.decks.as_deref(), &shown)?;
    let (study, totals, game) = (&study, &stored.state.totals, Arc::clone(&study.game));
    let damaged = |what| Failure::data(format!("prove: {}: {what}", folder.display()));
    if study.hunts.is_empty() {
        let most = count(MOST_OF_BATCH);
        let found = endless_again(study, totals, &stored.state.games, most).map_err(damaged)?;
        return Ok((game, found));
    }
    let records = play_again(study, totals, count(MOST)).map_err(damaged)?;
    // What the limit ended is no record of its own.
    let info = study.info();
    let reason = |end: usize| info.end_reasons[end % info.end_reasons.len()];
    let records = records.into_iter().filter(|record| !info.stopped.contains(&reason(record.end)));
    let claim = |record: Record| (study.cells[record.cell].rules.clone(), record.deal);
    Ok((game, records.map(claim).collect()))
}

/// The certificate of a deal.
///
/// Errors: a sentence, where there can be none.
fn certificate(game: &dyn AnyGame, rules: &RuleSet, deal: &str) -> Result<Json, String> {
    let course = game.show(rules).course(deal)?;
    let digest = |position: &String| json!(sha256(position.as_bytes())[..DIGITS]);
    let mut words = course.words;
    words.insert("digests".into(), course.positions.iter().map(digest).collect());
    Ok(Json::Object(words))
}
