//! `show`: stored runs again, as they were printed, or tables of them.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value as Json};

use crate::cli::failure::warn;
use crate::cli::format::Format;
use crate::cli::names;
use crate::cli::output::print;
use crate::cli::stopped;
use crate::core::table::{Table, Value};
use crate::core::wording::plain;
use crate::lab::formats;
use crate::lab::refused::{Fault, Refused};
use crate::lab::store::files::{PREVIOUS, STATE};
use crate::lab::store::state::Saved;
use crate::lab::tables::Tables;

/// Options of `show`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim show results/umass-seed42-games1000000
  war-sim show results/monday --table histogram
  war-sim show results/*/ --table summary --format csv > all.csv",
    after_long_help = "\
Without --table it is what the run printed. `war-sim list runs` names the runs \
in results/."
)]
pub struct ShowArgs {
    /// Folders of stored runs [default: the last one in results/]
    #[arg(value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Show this table, such as summary or histogram
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,

    /// text, csv, json or markdown
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    pub format: Format,
}

/// A run that is shown: what its folder is called, for people and in tables, and what it has to say.
struct ShownRun {
    name: String,
    folder: String,
    tables: Tables,
}

/// Runs the verb.
pub fn execute(args: &ShowArgs) -> Result<(), Refused> {
    let mut all = Vec::new();
    let last = if args.folders.is_empty() { Some(last_run()?) } else { None };
    for folder in args.folders.iter().chain(&last) {
        let name = names::shown(folder);
        let found = Saved::load(folder)?;
        if found.body.going.is_some() {
            let (how_far, way) = stopped::how_far(&found, folder);
            let way = way.map_or(String::new(), |way| format!("; {way}"));
            warn(format!("{name}: the run is {how_far}; this is what it has saved so far{way}"));
        }
        let tables = found.into_tables(folder)?;
        let folder = folder.to_string_lossy().into_owned();
        all.push(ShownRun { name, folder, tables });
    }
    let some = args.table.is_some();
    let text = match args.format {
        Format::Json if some => as_json(&all, |shown| Ok(vec![table_of(args, shown)?]))?,
        Format::Json => as_json(&all, |shown| Ok(shown.tables.tables()))?,
        format if some || format == Format::Csv => format.table(&joined(args, &all)?),
        format => under_names(&all, format),
    };
    print(&text)
}

/// The run in results/ whose state was written last.
fn last_run() -> Result<PathBuf, Refused> {
    let results = Path::new("results");
    let written = |folder: PathBuf| {
        let times = [STATE, PREVIOUS].map(|name| folder.join(name).metadata()?.modified());
        Some((times.into_iter().filter_map(Result::ok).max()?, folder))
    };
    let folders = results.read_dir().into_iter().flatten().filter_map(Result::ok);
    let (_, last) = folders.filter_map(|entry| written(entry.path())).max().ok_or_else(|| {
        Refused::new(Fault::NoInput, "show: there is no run in results/; name the folder of one")
    })?;
    warn(format!("{}: the last run", names::shown(&last)));
    Ok(last)
}

/// What each run has to say, under its name where there are several.
fn under_names(all: &[ShownRun], format: Format) -> String {
    let each = |shown: &ShownRun| match all.len() {
        1 => format.all(&shown.tables),
        _ => format.heading(&shown.name) + &format.all(&shown.tables),
    };
    all.iter().map(each).collect::<Vec<_>>().join("\n")
}

/// The tables of one run, or of each run by its name.
fn as_json(
    all: &[ShownRun],
    tables: impl Fn(&ShownRun) -> Result<Vec<Table>, Refused>,
) -> Result<String, Refused> {
    if let [one] = all {
        return Ok(format!("{}\n", formats::json(&tables(one)?)));
    }
    let each = all.iter().map(|shown| Ok((shown.folder.clone(), formats::json(&tables(shown)?))));
    Ok(format!("{}\n", Json::Object(each.collect::<Result<Map<_, _>, Refused>>()?)))
}

/// The table that was asked for, of all runs: with the run in the first column where there are several.
fn joined(args: &ShowArgs, all: &[ShownRun]) -> Result<Table, Refused> {
    let tables = all.iter().map(|shown| table_of(args, shown)).collect::<Result<Vec<_>, _>>()?;
    let header = tables[0].header.clone();
    if tables.iter().any(|table| table.header != header) {
        return Err(Refused::usage(
            "show: these runs have different columns; show them one by one",
        ));
    }
    let several = all.len() > 1;
    let run = several.then(|| "run".to_owned());
    let mut whole = Table::new(tables[0].file, run.into_iter().chain(header));
    for (shown, table) in all.iter().zip(tables) {
        // A name that readers take for a number, or for nothing, is a path.
        let folder = match plain::no_cell(&shown.folder) {
            Some(_) => format!("./{}", shown.folder),
            None => shown.folder.clone(),
        };
        let run = several.then(|| Value::from(folder));
        for row in table.rows {
            whole.push(run.clone().into_iter().chain(row).collect());
        }
    }
    Ok(whole)
}

fn stem(file: &str) -> &str {
    file.strip_suffix(".csv").unwrap_or(file)
}

/// The table that was asked for.
fn table_of(args: &ShowArgs, shown: &ShownRun) -> Result<Table, Refused> {
    let Some(name) = &args.table else {
        let none = || Refused::usage(format!("{}: writes no table", shown.name));
        return shown.tables.answer().ok_or_else(none);
    };
    let wanted = stem(name);
    let found = shown.tables.all_tables(|file| stem(file) == wanted).pop();
    found.ok_or_else(|| {
        let all = shown.tables.all_tables(|_| true);
        let names: Vec<&str> = all.iter().map(|table| stem(table.file)).collect();
        Refused::unknown("table", name, &format!("table of {}", shown.name), &names)
    })
}
