//! `report`: stored runs as one page of figures, or as single pictures.

use std::path::{Path, PathBuf, is_separator};

use clap::Args;

use crate::cli::names;
use crate::cli::output::{print_file, print_unless, write_whole};
use crate::cli::pages::load;
use crate::lab::refused::Refused;
use crate::lab::report::figure::Figure;
use crate::lab::report::{self, single};
use crate::lab::store::files::PAGE;

/// The word for every figure.
const ALL: &str = "all";

/// Options of `report`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim report results/umass-seed42-games1000000
  war-sim report results/monday results/tuesday --out both.html
  war-sim report results/monday --svg all --out figures",
    after_long_help = "\
Each run has a chapter; `war-sim compare DIR DIR` puts several into the same \
figures. Without --out the page goes into the folder of the run, or here if \
there are several."
)]
pub struct ReportArgs {
    /// Folders of stored runs
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// File, or folder for several figures (- is stdout)
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,

    /// This figure as SVG, or all (repeatable)
    #[arg(long, value_name = "NAME|all")]
    pub svg: Vec<String>,

    /// Replace a file that is there
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// A file to be written: its name and its text.
type Output = (String, String);

/// Runs the verb.
pub fn execute(args: &ReportArgs) -> Result<(), Refused> {
    let all = args.folders.iter().map(|folder| load(folder)).collect::<Result<Vec<_>, _>>()?;
    let outputs = match args.svg.is_empty() {
        true => vec![(PAGE.to_owned(), report::page(&all))],
        false => pictures(args, &report::figures(&all))?,
    };
    // In the folder of the run the page has its own name.
    let is_own = args.out.is_none() && args.folders.len() == 1 && args.svg.is_empty();
    let mut text = String::new();
    for (name, output) in &outputs {
        let Some(path) = place(args, name, outputs.len()) else {
            print_file(output.as_bytes())?;
            continue;
        };
        write_whole(&path, output.as_bytes(), args.force || is_own)?;
        text.push_str(&format!("written to {}\n", names::shown(&path)));
    }
    print_unless(args.quiet, &text)
}

/// Where a file goes; `None` is standard output.
fn place(args: &ReportArgs, name: &str, files: usize) -> Option<PathBuf> {
    let is_folder = |out: &Path| out.is_dir() || out.to_string_lossy().ends_with(is_separator);
    match &args.out {
        Some(out) if out.as_os_str() == "-" => None,
        Some(out) if files > 1 || is_folder(out) => Some(out.join(name)),
        Some(out) => Some(out.clone()),
        None if args.folders.len() == 1 => Some(args.folders[0].join(name)),
        None => Some(name.into()),
    }
}

/// The pictures that were asked for.
fn pictures(args: &ReportArgs, figures: &[Figure]) -> Result<Vec<Output>, Refused> {
    let known: Vec<&str> = figures.iter().map(|figure| figure.id.as_str()).chain([ALL]).collect();
    if let Some(name) = args.svg.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Refused::unknown("svg", name, "figure of this run", &known));
    }
    let is_wanted = |id: &str| args.svg.iter().any(|name| name == ALL || name == id);
    let wanted = known.into_iter().filter(|id| *id != ALL && is_wanted(id));
    let output = |id: &str| Some((format!("{id}.svg"), single::svg(figures, id)?));
    let outputs: Vec<Output> = wanted.filter_map(output).collect();
    let to_stdout = args.out.as_ref().is_some_and(|out| out.as_os_str() == "-");
    let why = "only one picture fits standard output; name a folder instead";
    Refused::given(&[("--out -", to_stdout && outputs.len() > 1)], why).map(|()| outputs)
}
