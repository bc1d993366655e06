//! `ludo`: which die is best, and single games of two dice.

pub mod args;
mod play;
mod text;
mod verdicts;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::cli::failure::{Failure, Kind};
use crate::cli::nearest::nearest;
use crate::cli::results::Run;
use crate::cli::study::{PerGame, check_confidence, check_range};
use crate::core::cards::Seed;
use crate::core::stats::columns::Columns;
use crate::core::stats::z_for_confidence;
use crate::games::ludo::tables::{LudoFacts, Tournament, pairs, ranking};
use crate::games::ludo::{
    Dice, FewestDice, LudoBatch, LudoRules, PRESETS, Pair, PairTally, RECIPE, SelfPlay,
};
use crate::games::war::batch::RowDetail;
use crate::lab::run::{Rows, run as play_all};

use args::{CONFIDENCE, GameArgs, LudoArgs, LudoBatchArgs, LudoVerb, ROLL_LIMIT, RankByArg};

/// Where rule sets without a path are looked for, after the built-in ones.
const RULES_FOLDER: &str = "experiments/ludo";

/// Runs the verb.
pub fn run(args: &LudoArgs) -> Result<(), Failure> {
    match &args.verb {
        Some(LudoVerb::Play(play)) => play::run(play),
        None => tournament(&args.batch),
    }
}

/// Every pair of dice plays; files and a ranking come out.
fn tournament(args: &LudoBatchArgs) -> Result<(), Failure> {
    let file = args.dice.as_deref().ok_or_else(|| Failure::usage("ludo: name a dice file"))?;
    let fewest = if args.self_play { FewestDice::One } else { FewestDice::Two };
    let dice = read_dice(file, fewest)?;
    let all_rules = all_rules(args)?;
    let facts = LudoFacts {
        seed: args.game.seed,
        roll_limit: roll_limit(&args.game)?,
        z: z_for_confidence(check_confidence(args.confidence)?),
        rank_by: args.rank_by.into(),
    };
    let batch = batch(args, &facts, &dice, &all_rules)?;
    let per_game = args
        .per_game
        .as_deref()
        .map(|path| PerGame::new(path, RowDetail::default()))
        .transpose()?;

    let run = Run::open(
        &args.output,
        &folder_name(args, file, &all_rules),
        identity(args, &dice, &all_rules),
    )?;
    let mut rows_file = per_game.as_ref().map(PerGame::open).transpose()?;
    let items = batch.items();
    let tallies = run.under_bar(items, || match &mut rows_file {
        None => {
            let played = play_all::<_, Vec<u8>, io::Error>(
                &batch,
                0..items,
                run.threads,
                &run.control,
                None,
            );
            played.map_err(|e| run.failure(e, items, |e| Failure::writing("--per-game", e)))
        }
        Some(file) => {
            let path = file.path().to_owned();
            let lost = |e: &io::Error| Failure::writing(path.display(), e);
            let empty = || batch.empty_rows();
            let encoder = file.begin(&empty()).map_err(|e| lost(&e))?;
            let rows = Rows {
                empty: &empty,
                encode: &|block: &Columns| encoder.encode(block),
                write: &mut |block: io::Result<_>| file.write(block?),
            };
            let played = play_all(&batch, 0..items, run.threads, &run.control, Some(rows));
            played.map_err(|e| run.failure(e, items, lost))
        }
    })?;
    let elapsed = run.elapsed();
    if let Some(bad) = tallies.iter().find(|tally| tally.games() != args.games) {
        return Err(Failure::new(
            Kind::Internal,
            format!(
                "{} games were played, but {} ended; please report this",
                args.games,
                bad.games()
            ),
        ));
    }

    let tournaments = tournaments(&batch, tallies, &all_rules);
    let beside = rows_file.map(|file| file.finish()).transpose()?;
    let tables = [pairs(&facts, &tournaments), ranking(&facts, &dice, &tournaments)];
    let mut out = String::new();
    if !args.output.quiet {
        out = text::render(args, &facts, &dice, &tournaments, &run, elapsed);
        out.push_str(&format!("\nwritten to {}\n", run.target().display()));
    }
    let engines = json!({"ludo": "fast"});
    run.commit(&tables, beside.into_iter().collect(), engines, items, elapsed)?;
    io::stdout().write_all(out.as_bytes()).map_err(|e| Failure::writing("stdout", &e))
}

/// The workload of all rule sets and pairs, rule set by rule set.
fn batch(
    args: &LudoBatchArgs,
    facts: &LudoFacts,
    dice: &Dice,
    all_rules: &[(String, LudoRules)],
) -> Result<LudoBatch, Failure> {
    let self_play = if args.self_play { SelfPlay::With } else { SelfPlay::Without };
    let seed = Seed(facts.seed);
    let mut count = 0;
    let mut rule_sets = Vec::new();
    for (name, rules) in all_rules {
        let mut pairs = Vec::new();
        for (i, j) in dice.pairs(self_play) {
            if let (Some(one), Some(two)) = (dice.at(i), dice.at(j)) {
                let both = [one.clone(), two.clone()];
                pairs.push(Pair::new(*rules, facts.roll_limit, seed, [i, j], both));
            }
        }
        count += pairs.len() as u64;
        rule_sets.push((name.clone(), pairs));
    }
    check_range(args.first_game, args.games)?;
    if count.checked_mul(args.games).is_none() {
        return Err(Failure::usage(format!(
            "--games {}: {count} pairs of dice make more than 2^64 - 1 games; use fewer",
            args.games
        )));
    }
    Ok(LudoBatch::new(rule_sets, args.first_game, args.games))
}

fn tournaments(
    batch: &LudoBatch,
    tallies: Vec<PairTally>,
    all_rules: &[(String, LudoRules)],
) -> Vec<Tournament> {
    let positions = batch.jobs().iter().map(Pair::positions);
    let mut played = positions.zip(tallies);
    let each = batch.jobs().len() / all_rules.len().max(1);
    all_rules
        .iter()
        .map(|(name, rules)| {
            Tournament::new(name.clone(), *rules, played.by_ref().take(each).collect())
        })
        .collect()
}

/// Reads a dice file.
fn read_dice(path: &Path, fewest: FewestDice) -> Result<Dice, Failure> {
    let text = std::fs::read_to_string(path).map_err(|e| Failure::reading(path, &e))?;
    Dice::parse(&path.display().to_string(), &text, fewest)
        .map_err(|e| Failure::data(e.to_string()))
}

/// The rule sets of the command line, each once, with `--start` put over their own.
fn all_rules(args: &LudoBatchArgs) -> Result<Vec<(String, LudoRules)>, Failure> {
    let default = [PRESETS[0].name.to_owned()];
    let wanted = if args.rules.is_empty() { &default[..] } else { &args.rules[..] };
    let mut all: Vec<(String, LudoRules)> = Vec::new();
    for given in wanted {
        let (name, rules) = find_rules(given, &args.game)?;
        if all.iter().any(|(other, _)| *other == name) {
            return Err(Failure::usage(format!(
                "--rules {given}: there is a rule set called `{name}` already; each may be given once"
            )));
        }
        all.push((name, rules));
    }
    Ok(all)
}

/// A preset by name, a name in `experiments/ludo/`, or a rules file by path.
fn find_rules(given: &str, how: &GameArgs) -> Result<(String, LudoRules), Failure> {
    let (name, mut rules) = match LudoRules::preset(given) {
        Some(rules) => (given.to_owned(), rules),
        None => read_rules(&rules_file(given)?)?,
    };
    if let Some(start) = how.start {
        rules.start = start.into();
    }
    Ok((name, rules))
}

/// Where the rules of this name or path stand.
fn rules_file(given: &str) -> Result<PathBuf, Failure> {
    let path = Path::new(given);
    if given.contains(['/', '\\']) || given.ends_with(".toml") {
        return Ok(path.to_owned());
    }
    let in_folder = Path::new(RULES_FOLDER).join(format!("{given}.toml"));
    if let Some(found) = [in_folder.as_path(), path].into_iter().find(|path| path.is_file()) {
        return Ok(found.to_owned());
    }
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let hint = match nearest(given, names.iter().copied()) {
        Some(name) => format!("did you mean `{name}`? "),
        None => String::new(),
    };
    Err(Failure::usage(format!(
        "--rules {given}: no such rule set of Ludo; {hint}there are {}, and a path to a .toml file \
         works too",
        names.join(", ")
    )))
}

/// Reads a rules file.
fn read_rules(path: &Path) -> Result<(String, LudoRules), Failure> {
    let text = std::fs::read_to_string(path).map_err(|e| Failure::reading(path, &e))?;
    // Messages name the path, result rows the file's name.
    let rules = LudoRules::from_toml(&text)
        .map_err(|e| Failure::data(format!("{}: {e}", path.display())))?;
    let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    Ok((name, rules))
}

/// The roll limit, which must be a positive number of 32 bits.
fn roll_limit(how: &GameArgs) -> Result<u32, Failure> {
    u32::try_from(how.roll_limit).ok().filter(|&limit| limit > 0).ok_or_else(|| {
        Failure::usage(format!(
            "--roll-limit {}: use a number from 1 to 4294967295",
            how.roll_limit
        ))
    })
}

fn folder_name(args: &LudoBatchArgs, file: &Path, all_rules: &[(String, LudoRules)]) -> String {
    let names: Vec<&str> = all_rules.iter().map(|(name, _)| name.as_str()).collect();
    let stem = file.file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
    let mut name =
        format!("ludo-{stem}-{}-seed{}-games{}", names.join("+"), args.game.seed, args.games);
    if let Some(start) = args.game.start {
        name.push_str(&format!("-{}", crate::games::ludo::rules::Start::from(start).name()));
    }
    if args.game.roll_limit != ROLL_LIMIT {
        name.push_str(&format!("-limit{}", args.game.roll_limit));
    }
    if args.self_play {
        name.push_str("-self-play");
    }
    if args.rank_by == RankByArg::Score {
        name.push_str("-by-score");
    }
    if args.confidence != CONFIDENCE {
        name.push_str(&format!("-confidence{}", args.confidence));
    }
    if args.first_game > 0 {
        name.push_str(&format!("-from{}", args.first_game));
    }
    name
}

/// What tells one run from another: all that its files depend on, and nothing else.
fn identity(args: &LudoBatchArgs, dice: &Dice, all_rules: &[(String, LudoRules)]) -> Json {
    let rules: Vec<Json> = all_rules
        .iter()
        .map(|(name, rules)| json!({"name": name, "fields": rules.to_toml()}))
        .collect();
    let faces: Vec<&[u32]> = dice.dice().iter().map(|die| die.faces()).collect();
    json!({
        "verb": "ludo",
        "recipe": RECIPE,
        "seed": args.game.seed,
        "first_game": args.first_game,
        "games": args.games,
        "roll_limit": args.game.roll_limit,
        "self_play": args.self_play,
        "rank_by": match args.rank_by {
            RankByArg::WinShare => "win-share",
            RankByArg::Score => "score",
        },
        "confidence": args.confidence,
        "dice": faces,
        "rules": rules,
    })
}
