//! `show`: stored runs again, as they were printed, or tables of them.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value as Json};

use crate::api::output::Told;
use crate::cli::failure::{Failure, Kind, warn};
use crate::cli::format::Format;
use crate::cli::library::library;
use crate::cli::names;
use crate::cli::options::{IN_TEXT, PaceArgs};
use crate::cli::output::print_in;
use crate::cli::results::is_folder;
use crate::core::table::{Table, Value};
use crate::core::wording::nearest::meant;
use crate::lab::formats::json;
use crate::lab::spec::rules::Library;
use crate::lab::store::disk::is_of_checkpoints;
use crate::lab::store::signed::STATES;

/// Options of `show`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Everything comes from the state of a run, whose checksum is verified; nothing is \
played. Without --table it is what the run printed; --columns alone takes the \
first table that has them. `war-sim list runs` names the runs in results/.

Examples:
  war-sim show results/umass-seed42-games1000000
  war-sim show results/monday --table histogram
  war-sim show results/monday --columns rules,battles_mean,battles_median
  war-sim show results/*/ --table summary --format csv > all.csv")]
pub struct ShowArgs {
    /// Folders of stored runs [default: the last one written in results/]
    #[arg(value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Show this table, such as summary or histogram
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,

    /// Show these columns, in this order
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub columns: Vec<String>,

    /// Lengths in minutes.
    #[command(flatten)]
    pub pace: PaceArgs,

    /// How to print it; csv has every digit
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// A run that is shown: what its folder is called, and what it has to say.
struct Shown {
    name: String,
    account: Told,
}

/// Runs the verb.
pub fn run(args: &ShowArgs) -> Result<(), Failure> {
    let library = library();
    let mut all = Vec::new();
    let last = if args.folders.is_empty() { Some(last_run()?) } else { None };
    for folder in args.folders.iter().chain(&last) {
        is_folder(folder)?;
        if is_of_checkpoints(folder) {
            warn(format!(
                "{}: the run was stopped; this is what it has so far",
                names::shown(folder)
            ));
        }
        all.push(Shown {
            name: names::shown(folder),
            account: account(folder, &library, args.pace)?,
        });
    }
    let some = args.table.is_some() || !args.columns.is_empty();
    if some || args.format != Format::Text {
        args.pace.none(IN_TEXT)?;
    }
    let is_of_one = matches!(args.format, Format::Csv | Format::Jsonl);
    let text = match args.format {
        Format::Json if some => as_json(&all, |shown| Ok(vec![table_of(args, shown)?])),
        Format::Json => as_json(&all, |shown| Ok(shown.account.tables())),
        _ if some || is_of_one => tables(args, &all),
        format => under_names(&all, format, |shown| format.account(&*shown.account)),
    }?;
    print_in(args.format, &text)
}

/// The run in results/ whose state was written last.
fn last_run() -> Result<PathBuf, Failure> {
    let results = Path::new("results");
    let written = |folder: PathBuf| {
        let times = STATES.map(|name| folder.join(name).metadata()?.modified());
        Some((times.into_iter().filter_map(Result::ok).max()?, folder))
    };
    let folders = results.read_dir().into_iter().flatten().filter_map(Result::ok);
    let (_, last) = folders.filter_map(|entry| written(entry.path())).max().ok_or_else(|| {
        Failure::new(Kind::NoInput, "show: there is no run in results/; name the folder of one")
    })?;
    warn(format!("{}: the last run", names::shown(&last)));
    Ok(last)
}

/// What a stored run has to say, whatever played it.
fn account(folder: &Path, library: &Library, pace: PaceArgs) -> Result<Told, Failure> {
    Ok(match Told::load(folder, library)? {
        Told::Study(study) => {
            let pace = pace.of(study.finished().study.info())?;
            Told::Study(Box::new(study.at(pace)))
        }
        other => {
            pace.none("no mean length is known of it")?;
            other
        }
    })
}

/// A text for each run, under its name where there are several.
fn under_names(
    all: &[Shown],
    format: Format,
    mut text: impl FnMut(&Shown) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let each = |shown: &Shown| match all.len() {
        1 => text(shown),
        _ => Ok(format.heading(&shown.name) + &text(shown)?),
    };
    Ok(all.iter().map(each).collect::<Result<Vec<_>, Failure>>()?.join("\n"))
}

/// The tables of one run, or of each run by its name.
fn as_json(
    all: &[Shown],
    tables: impl Fn(&Shown) -> Result<Vec<Table>, Failure>,
) -> Result<String, Failure> {
    if let [one] = all {
        return Ok(format!("{}\n", json::render(&tables(one)?)));
    }
    let each = all.iter().map(|shown| Ok((shown.name.clone(), json::render(&tables(shown)?))));
    Ok(format!("{}\n", Json::Object(each.collect::<Result<Map<_, _>, Failure>>()?)))
}

/// The table or the columns that were asked for.
fn tables(args: &ShowArgs, all: &[Shown]) -> Result<String, Failure> {
    let each: Vec<Table> =
        all.iter().map(|shown| table_of(args, shown)).collect::<Result<_, _>>()?;
    if each.iter().all(|table| table.header == each[0].header) {
        return args.format.table(&joined(all, each));
    }
    if matches!(args.format, Format::Csv | Format::Jsonl) {
        return Err(Failure::usage(
            "--format: these runs have different columns; choose some with --columns",
        ));
    }
    let mut each = each.iter();
    let next = |_: &_| each.next().map_or(Ok(String::new()), |table| args.format.table(table));
    under_names(all, args.format, next)
}

/// The rows of all runs, with the run in the first column where there are several.
fn joined(all: &[Shown], tables: Vec<Table>) -> Table {
    let several = all.len() > 1;
    let header = tables[0].header.clone();
    let run = several.then(|| "run".to_owned());
    let mut whole = Table::new(tables[0].file, run.into_iter().chain(header));
    for (shown, table) in all.iter().zip(tables) {
        for row in table.rows {
            let run = several.then(|| Value::from(shown.name.as_str()));
            whole.push(run.into_iter().chain(row).collect());
        }
    }
    whole
}

fn stems(tables: &[Table]) -> Vec<&'static str> {
    tables.iter().map(|table| stem(table.file)).collect()
}

fn stem(file: &'static str) -> &'static str {
    file.strip_suffix(".csv").unwrap_or(file)
}

/// The table that was asked for, with the columns that were.
fn table_of(args: &ShowArgs, shown: &Shown) -> Result<Table, Failure> {
    let all = shown.account.all_tables();
    let names = stems(&all);
    let table = match &args.table {
        Some(name) => {
            let wanted = name.strip_suffix(".csv").unwrap_or(name);
            all.into_iter().find(|table| stem(table.file) == wanted).ok_or_else(|| {
                Failure::unknown("--table", name, &format!("table of {}", shown.name), &names)
            })?
        }
        None if args.columns.is_empty() => {
            let none = || Failure::usage(format!("{}: writes no table", shown.name));
            shown.account.answer().ok_or_else(none)?
        }
        None => {
            let has = |table: &Table, column: &String| table.header.contains(column);
            let has_all = |table: &&Table| args.columns.iter().all(|column| has(table, column));
            match all.iter().find(has_all) {
                Some(table) => table.clone(),
                None => return Err(no_columns(args, shown, &all)),
            }
        }
    };
    match args.columns.is_empty() {
        true => Ok(table),
        false => picked(args, &table),
    }
}

/// These columns of a table, in this order.
fn picked(args: &ShowArgs, table: &Table) -> Result<Table, Failure> {
    let place = |name: &String| {
        table.header.iter().position(|column| column == name).ok_or_else(|| {
            let known: Vec<&str> = table.header.iter().map(String::as_str).collect();
            Failure::unknown(
                "--columns",
                name,
                &format!("column of the table {}", stem(table.file)),
                &known,
            )
        })
    };
    let places: Vec<usize> = args.columns.iter().map(place).collect::<Result<_, _>>()?;
    let mut picked = Table::new(table.file, &args.columns);
    for row in &table.rows {
        picked.push(places.iter().map(|&place| row[place].clone()).collect());
    }
    Ok(picked)
}

/// No table has all of these columns: the first that none has, or that they are in several.
fn no_columns(args: &ShowArgs, shown: &Shown, all: &[Table]) -> Failure {
    let known: Vec<&str> = all.iter().flat_map(|t| t.header.iter().map(String::as_str)).collect();
    match args.columns.iter().find(|column| !known.contains(&column.as_str())) {
        Some(column) => {
            let hint = meant(column, known.iter().copied());
            let tables = stems(all).join(", ");
            Failure::usage(format!(
                "--columns {column}: no table of {} has it; {hint}--table NAME shows one whole: {tables}",
                shown.name
            ))
        }
        None => Failure::usage(format!(
            "--columns {}: these are in several tables; name one with --table",
            args.columns.join(",")
        )),
    }
}
