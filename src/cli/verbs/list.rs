//! `list`: what is inside the program, and what lies in the folder of results, a line each; and `rules`, which
//! says what each rule set is.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use serde_json::Value as Json;

use crate::check::suites::SUITES;
use crate::cli::failure::{Failure, OfPath as _};
use crate::cli::library::{find, library};
use crate::cli::names;
use crate::cli::output::print;
use crate::cli::results::is_folder;
use crate::cli::stopped;
use crate::cli::terminal;
use crate::core::wording::digits::counted;
use crate::core::wording::system::said;
use crate::core::wording::text::{WIDTH, hanging};
use crate::game::Game;
use crate::lab::spec::Measure;
use crate::lab::spec::rules::Library;
use crate::lab::spec::shipped::{DICE, EXPERIMENTS, RULES, Shelf};
use crate::lab::store::disk::{Disk, is_of_checkpoints};
use crate::lab::store::state::{MOST_BYTES, STATES, json_of};

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

/// A heading, and the names under it, each with what it is.
type Section = (String, Vec<(String, String)>);

/// Runs the verb.
pub fn run(args: &ListArgs) -> Result<(), Failure> {
    let library = library();
    let kinds = args.what.map_or_else(|| What::value_variants().to_vec(), |what| vec![what]);
    let mut sections = Vec::new();
    for what in kinds {
        sections.extend(match what {
            What::Rules => rules(&library),
            What::Experiments => vec![shelf("Experiments (war-sim run NAME)", EXPERIMENTS, title)],
            What::Dice => vec![shelf("Dice (war-sim ludo NAME)", DICE, first_sentence)],
            What::Measures => of_games(&library, "Measures", measures),
            What::Features => of_games(&library, "Features (--by, --with-features)", features),
            What::Suites => vec![suites()],
            What::Runs => vec![runs(&args.out)?],
        });
    }
    print(&shown(&sections))
}

/// The sections, each name in a line; where that is wider than the terminal, in several: the name stays
/// whole, to be copied.
fn shown(sections: &[Section]) -> String {
    let width = terminal::columns().unwrap_or(usize::MAX);
    let mut text = String::new();
    for (heading, entries) in sections {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&hanging("", heading, width));
        let names = entries.iter().map(|(name, _)| name.chars().count());
        let most = width.saturating_sub(4) / 3;
        let longest = names.filter(|name| *name <= most).max().unwrap_or(0);
        for (name, about) in entries {
            let mut label = name.as_str();
            if name.chars().count() > longest {
                text.push_str(&format!("  {name}\n"));
                label = "";
            }
            text.push_str(&hanging(&format!("  {label:<longest$}  "), about, width));
        }
    }
    text
}

/// The rule sets of every game, then those in files.
fn rules(library: &Library) -> Vec<Section> {
    let presets = |game: &Game| {
        let presets = game.presets().into_iter();
        presets.map(|preset| (preset.name.to_owned(), preset.summary.to_owned())).collect()
    };
    let mut sections = of_games(library, "Rule sets", presets);
    let mut files = shelf("Rule sets in files", RULES, first_sentence);
    for (name, about) in &mut files.1 {
        if library.find(name).is_err() {
            *about = format!("cannot be used: `war-sim rules {name}` says why");
        }
    }
    sections.push(files);
    sections.retain(|section| !section.1.is_empty());
    sections
}

/// The file of this name in the current folder, which comes before the shipped one, as where it is used.
fn here(shelf: Shelf, name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", shelf.ending);
    let path = |folder: &&str| Path::new("experiments").join(folder).join(&file);
    shelf.folders.iter().map(path).find(|path| path.is_file())
}

/// The files of a shelf, each with what its text says it is.
fn shelf(heading: &str, shelf: Shelf, about: fn(&str) -> String) -> Section {
    let entry = |name: String| {
        let path = here(shelf, &name).unwrap_or_else(|| PathBuf::from(&name));
        let text = library().text(&path, shelf);
        let about = match text {
            Ok((_, text)) => about(&text),
            Err(failure) => format!("cannot be read: {}", failure.what),
        };
        (name, about)
    };
    (heading.into(), shelf.names().into_iter().map(entry).collect())
}

/// The title of an experiment.
fn title(text: &str) -> String {
    let fields: toml::Table = text.parse().unwrap_or_default();
    let title = fields.get("title").and_then(toml::Value::as_str);
    title.map_or_else(|| first_sentence(text), |title| title.trim().to_owned())
}

/// The first sentence of the comment at the beginning of a file.
fn first_sentence(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.trim().is_empty());
    let comment = lines.map_while(|line| line.trim().strip_prefix('#')).map(str::trim);
    let comment = comment.collect::<Vec<_>>().join(" ");
    match comment.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None if comment.is_empty() => "(no comment in its first line)".into(),
        None => comment,
    }
}

/// A section for each game that has something to say.
fn of_games(
    library: &Library,
    heading: &str,
    entries: fn(&Game) -> Vec<(String, String)>,
) -> Vec<Section> {
    let section = |game: &Game| (format!("{heading} of {}", game.info().title), entries(game));
    let sections = library.games().iter().map(section);
    sections.filter(|section| !section.1.is_empty()).collect()
}

fn measures(game: &Game) -> Vec<(String, String)> {
    let info = game.info();
    let about = |measure| match measure {
        Measure::Outcome(k) => {
            format!("share of the games: {}", info.outcomes[k].label)
        }
        Measure::Length => "mean length of a game".to_owned(),
    };
    let all = Measure::all(info).into_iter();
    let all: Vec<_> = all.map(|measure| (measure.name(info).to_owned(), about(measure))).collect();
    all
}

fn features(game: &Game) -> Vec<(String, String)> {
    game.info().features.iter().map(|f| (f.name.to_owned(), f.summary.to_owned())).collect()
}

fn suites() -> Section {
    let entries = SUITES.iter().map(|(name, about)| ((*name).into(), (*about).into()));
    ("Suites (war-sim check --suite NAME)".into(), entries.collect())
}

/// The runs in a folder of results, also those that were stopped.
fn runs(out: &Path) -> Result<Section, Failure> {
    let disk = Disk::here();
    let names = disk.list(out).reading(out)?;
    // Before the first run there is no folder of results.
    if names.is_none() && out != Path::new("results") {
        is_folder(out)?;
    }
    let mut entries = Vec::new();
    for name in names.unwrap_or_default() {
        let folder = out.join(&name);
        let name = name.to_string_lossy().into_owned();
        if is_of_checkpoints(&folder) || folder.is_dir() && !name.starts_with('.') {
            let about = about_run(&disk, &folder).unwrap_or_else(|what| what);
            entries.push((name, about));
        }
    }
    let shown = names::shown(out);
    let heading = match entries.is_empty() {
        true => format!("Runs in {shown}: none yet"),
        false => format!("Runs in {shown} (war-sim show DIR)"),
    };
    Ok((heading, entries))
}

/// When a file was written, as the file system has it.
fn written(path: &Path) -> String {
    let time = std::fs::metadata(path).and_then(|file| file.modified());
    // A clock that was wrong says nothing.
    let time = time.ok().filter(|time| (UNIX_EPOCH..=SystemTime::now()).contains(time));
    time.map_or(String::new(), |time| {
        let time = humantime::format_rfc3339_seconds(time).to_string();
        // To the minute, in UTC.
        format!("{} ", time.get(..16).unwrap_or_default().replace('T', " "))
    })
}

/// A run in a line, as its state has it: what it did, with how many games of which seed, then of which rule
/// sets: of many, the last are what a narrow terminal has no room for. Of one that was stopped how far it is,
/// and what goes on with it.
///
/// Errors: a sentence on why its state says nothing.
fn about_run(disk: &Disk, folder: &Path) -> Result<String, String> {
    let is_there = |name: &&&str| folder.join(name).exists();
    let name = STATES.iter().find(is_there).ok_or("is no run")?;
    let path = folder.join(name);
    let is_stopped = is_of_checkpoints(folder);
    let json = if is_stopped {
        stopped::state(folder)?
    } else {
        let bytes =
            disk.read(&path, MOST_BYTES).map_err(|e| format!("cannot be read: {}", said(&e)))?;
        json_of(name, &bytes).map_err(|what| format!("its {name} {what}"))?
    };
    let run = &json["run"];
    let verb = run["verb"].as_str().ok_or("is no run")?;
    let one = |rules: &Json| {
        rules["name"].as_str().or(rules[0].as_str()).or(rules.as_str()).map(str::to_owned)
    };
    let names: Vec<String> = match &run["rules"] {
        Json::Array(all) => all.iter().filter_map(one).collect(),
        rules => one(rules).into_iter().collect(),
    };
    let [how_far, goes_on] = stopped::how_far(&json);
    // Nothing is drawn where every order of a deck is played.
    let is_exact = run["orders"] == true;
    let each = if json["cells"].as_array().is_some_and(|c| c.len() > 1) { " each" } else { "" };
    let [one, many] = if is_exact { ["order", "orders"] } else { ["game", "games"] };
    let games = counted(stopped::lengths(&json["games"]), one, many) + each;
    let seed = run["seed"].as_u64().filter(|_| !is_exact);
    let title = json["told"]["title"].as_str().map(str::to_owned);
    let parts = [
        Some(if is_stopped { how_far } else { games }),
        seed.map(|seed| format!("seed {seed}")),
        Some(title.unwrap_or_else(|| names.join(", "))),
    ];
    let parts = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    // The command stays whole, to be copied.
    let way = match goes_on.split_once('`') {
        Some((words, command)) if is_stopped => {
            format!("; {words}`{}", command.replace(' ', "\u{a0}"))
        }
        _ if is_stopped => format!("; {goes_on}"),
        _ => String::new(),
    };
    Ok(format!("{}{verb}: {parts}{way}", written(&path)))
}

/// Options of `rules`.
#[derive(Clone, Debug, Args)]
#[command(before_help = "\
Examples:
  war-sim rules                         every rule set, a line each
  war-sim rules bicycle                 one of them, all fields and its source
  war-sim rules umass > my-rules.toml   a starting point for your own")]
pub struct RulesArgs {
    /// The rule set to print as TOML; without it, all are listed
    pub name: Option<String>,
}

/// Runs `rules`.
pub fn as_rules(args: &RulesArgs) -> Result<(), Failure> {
    let library = library();
    let text = match &args.name {
        None => {
            let way =
                "`war-sim rules NAME` prints one as TOML with its source: a start for your own.";
            shown(&rules(&library)) + "\n" + &hanging("", way, terminal::width())
        }
        Some(name) => as_toml(&library, name)?,
    };
    print(&text)
}

/// A rule set that reads back to the same rules, after comments that say what it is.
fn as_toml(library: &Library, given: &str) -> Result<String, Failure> {
    let found = find(library, "rules", given, false)?;
    let preset = found.game.presets().into_iter().find(|preset| preset.name == given);
    let about = match preset {
        Some(preset) => {
            let name = format!("{}: {}", preset.name, preset.summary);
            let parts = [name, format!("Source: {}.", preset.source)];
            let text = parts.map(|part| hanging("", &part, WIDTH - 2)).concat();
            text.lines().map(|line| format!("# {line}\n")).collect()
        }
        None => format!("# {}, with every field written out\n", found.name),
    };
    Ok(about + &found.rules.to_toml())
}
