//! `report`: stored runs as one page of figures, or as single pictures.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::failure::{Failure, Kind, warn};
use crate::cli::library::library;
use crate::cli::names;
use crate::cli::output::{print, print_file};
use crate::cli::results::{is_folder, state_failure};
use crate::cli::terminal::own;
use crate::core::wording::nearest::meant;
use crate::lab::climb::account::{self as climb, OfClimb};
use crate::lab::report::html::figure::Figure;
use crate::lab::report::html::style::Choice;
use crate::lab::report::html::{self, BEGINNING, PAGE, single};
use crate::lab::store::disk::Disk;
use crate::lab::store::output::OutputFile;
use crate::lab::store::page::{MOST_PAGE, digest_of, mark, runs_of};
use crate::lab::store::stored::Stored;

/// The word for every figure.
const ALL: &str = "all";

/// Options of `report`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The page needs no network and no other file: open it in a browser, send it,
print it. It shows who wins how often, how long games last, what the rules
change, and single games step by step. Runs of one game share their figures.

Examples:
  war-sim report results/umass-seed42-games1000000
  war-sim report results/monday results/tuesday --out both.html
  war-sim report results/monday --svg lengths
  war-sim report results/monday --svg all --out figures")]
pub struct ReportArgs {
    /// Folders of stored runs
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Where it goes: a file; for several pictures a folder; - is standard output [default: in the
    /// folder of the run, or here if there are several]
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,

    /// This figure as SVG, or all, instead of the page; may be repeated
    #[arg(long, value_name = "NAME|all")]
    pub svg: Vec<String>,

    /// This figure as PNG, or all, instead of the page; may be repeated
    #[arg(long, value_name = "NAME|all")]
    pub png: Vec<String>,

    /// Theme of single figures [default: SVG follows its viewer, PNG is light]
    #[arg(long, value_name = "THEME")]
    pub theme: Option<Theme>,

    /// Replace a file that is not a report
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// A theme of figures.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Theme {
    /// Dark letters on white
    Light,
    /// Light letters on black
    Dark,
}

/// A file to be written.
struct Output {
    name: String,
    bytes: Vec<u8>,
    /// How files begin that may be replaced without being asked.
    own: &'static [u8],
}

/// Runs the verb.
pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    args.folders.iter().try_for_each(|folder| is_folder(folder))?;
    let drawn = Drawn::load(&args.folders)?;
    if args.theme.is_some() && args.svg.is_empty() && args.png.is_empty() {
        let what = "--theme: a page follows its viewer's theme; name figures with --svg or --png";
        return Err(Failure::usage(what));
    }
    let outputs = if args.svg.is_empty() && args.png.is_empty() {
        let (name, bytes) = (PAGE.to_owned(), marked(drawn, &args.folders)?.into_bytes());
        vec![Output { name, bytes, own: BEGINNING.as_bytes() }]
    } else {
        pictures(args, &drawn.figures())?
    };
    let mut text = String::new();
    for output in &outputs {
        match place(args, &output.name, outputs.len()) {
            None => {
                print_file(&output.bytes)?;
            }
            Some(path) => {
                write(&path, &output.bytes, output.own, args.force)?;
                text.push_str(&format!("written to {}\n", names::shown(&path)));
            }
        }
    }
    if args.quiet {
        return Ok(());
    }
    print(&text)
}

/// Where a file goes; `None` is standard output.
fn place(args: &ReportArgs, name: &str, files: usize) -> Option<PathBuf> {
    match &args.out {
        Some(out) if out.as_os_str() == "-" => None,
        Some(out) if files > 1 || out.is_dir() => Some(out.join(name)),
        Some(out) => Some(out.clone()),
        None if args.folders.len() == 1 => Some(args.folders[0].join(name)),
        None => Some(name.into()),
    }
}

/// Draws the page of a stored run into its folder.
pub fn draw_into(folder: &Path) -> Result<(), Failure> {
    write(&folder.join(PAGE), page_of(folder)?.as_bytes(), BEGINNING.as_bytes(), false)
}

/// Of how many runs the page of this program in this folder tells; `None` if there is none.
pub fn drawn_of(folder: &Path) -> Option<usize> {
    let page = Disk::here().read(&folder.join(PAGE), MOST_PAGE).ok()?;
    page.starts_with(BEGINNING.as_bytes()).then(|| runs_of(&page))
}

/// Draws the page of a stored run again that was there before the run was written, unless it still is:
/// its numbers are those of other games.
pub fn draw_again(folder: &Path, was_of: Option<usize>, is_quiet: bool) -> Result<(), Failure> {
    let Some(runs) = was_of.filter(|_| !folder.join(PAGE).exists()) else { return Ok(()) };
    draw_into(folder)?;
    // What is lost is said, however quiet it is to be.
    if runs > 1 || !is_quiet {
        let alone = match runs {
            0 | 1 => String::new(),
            n => {
                format!(", of this run alone; before it told of {n} runs: `war-sim report DIR...`")
            }
        };
        let page = folder.join(PAGE);
        warn(format!("{}: drawn again, with the new numbers{alone}", page.display()));
    }
    Ok(())
}

/// The page of a stored run.
pub fn page_of(folder: &Path) -> Result<String, Failure> {
    let folders = [folder.to_owned()];
    marked(Drawn::load(&folders)?, &folders)
}

/// A page, at whose end stands which counts it tells of.
fn marked(drawn: Drawn, folders: &[PathBuf]) -> Result<String, Failure> {
    let disk = Disk::here();
    let digest = |folder: &PathBuf| digest_of(&disk, folder);
    let digests = folders.iter().map(digest).collect::<Result<Vec<_>, _>>();
    let digests = digests.map_err(|error| Failure::reading(&folders[0], &error))?;
    Ok(drawn.page() + &mark(&digests.into_iter().flatten().collect::<Vec<_>>()))
}

/// What is drawn.
pub enum Drawn {
    /// Runs.
    Runs(Vec<Stored>),
    /// A search.
    Search(Box<OfClimb>),
}

impl Drawn {
    /// What is in these folders.
    ///
    /// Errors: a folder that holds no run, or one that is damaged; a search beside others.
    pub fn load(folders: &[PathBuf]) -> Result<Self, Failure> {
        let library = library();
        if let [folder] = folders {
            let found = climb::load(folder, &library).map_err(|error| state_failure(&error))?;
            if let Some(found) = found {
                return Ok(Self::Search(found.into()));
            }
        }
        let runs = folders.iter().map(|folder| Stored::load(folder, &library));
        let runs: Result<_, _> = runs.collect();
        Ok(Self::Runs(runs.map_err(|error| state_failure(&error))?))
    }

    /// Its page, in the name of this program.
    pub fn page(self) -> String {
        match self {
            Self::Runs(runs) => in_own_name(&html::page(runs)),
            Self::Search(found) => in_own_name(&html::page_of_search(&found)),
        }
    }

    fn figures(self) -> Vec<Figure> {
        match self {
            Self::Runs(runs) => html::figures(runs),
            Self::Search(found) => html::figures_of_search(&found),
        }
    }
}

/// The page, with what this program is called.
pub fn in_own_name(page: &str) -> String {
    match page.strip_prefix(BEGINNING) {
        // By this line a page is known, whoever wrote it.
        Some(rest) => format!("{BEGINNING}{}", own(rest)),
        None => page.into(),
    }
}

/// The pictures that were asked for.
fn pictures(args: &ReportArgs, figures: &[Figure]) -> Result<Vec<Output>, Failure> {
    let mut outputs: Vec<Output> = Vec::new();
    for name in wanted("--svg", &args.svg, figures)? {
        let bytes = svg(figures, &name, args.theme).into_bytes();
        outputs.push(Output {
            name: format!("{name}.svg"),
            bytes,
            own: single::BEGINNING.as_bytes(),
        });
    }
    for name in wanted("--png", &args.png, figures)? {
        let bytes = png(&svg(figures, &name, args.theme))?;
        outputs.push(Output { name: format!("{name}.png"), bytes, own: b"" });
    }
    let to_stdout = args.out.as_ref().is_some_and(|out| out.as_os_str() == "-");
    if to_stdout && outputs.len() > 1 {
        let what = "--out -: only one picture fits standard output; name a folder instead";
        return Err(Failure::usage(what));
    }
    Ok(outputs)
}

fn svg(figures: &[Figure], name: &str, theme: Option<Theme>) -> String {
    let choice = match theme {
        None => Choice::Viewer,
        Some(Theme::Light) => Choice::Light,
        Some(Theme::Dark) => Choice::Dark,
    };
    single::svg(figures, name, choice).unwrap_or_else(|| unreachable!("{name} was looked up"))
}

/// The figure as PNG.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    crate::lab::report::png::of_svg(svg)
        .map_err(|error| Failure::new(Kind::Io, format!("--png: {error}")))
}

/// Refuses: the program was built without it.
#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::usage(
        "--png: this program was built without PNG; use --svg, or install it with `cargo install --path . \
         --locked --features full` or from the wheel or archive that \
         `scripts/release` makes",
    ))
}

/// The names of the figures that were asked for, each once.
fn wanted(option: &str, given: &[String], figures: &[Figure]) -> Result<Vec<String>, Failure> {
    let known: Vec<String> = figures.iter().flat_map(Figure::names).collect();
    let mut names: Vec<String> = Vec::new();
    for name in given {
        let more = match name.as_str() {
            ALL => known.clone(),
            name if known.iter().any(|other| other == name) => vec![name.to_owned()],
            name => {
                let hint = meant(name, known.iter().map(String::as_str));
                return Err(Failure::usage(format!(
                    "{option} {name}: there is no such figure; {hint}use {ALL}, or one of {}",
                    known.join(", ")
                )));
            }
        };
        names.extend(more);
    }
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

/// Writes a file as a whole. One that is there is replaced if it begins as those of its kind do.
///
/// Errors: exit code 73 for another file that is there, unless `force` is set; those of the disk.
pub fn write(path: &Path, bytes: &[u8], own: &[u8], force: bool) -> Result<(), Failure> {
    let disk = Disk::here();
    if !force && path.is_file() {
        let old = disk.read(path, MOST_PAGE).map_err(|error| Failure::reading(path, &error))?;
        let is_own = !own.is_empty() && old.starts_with(own);
        if !is_own && old != bytes {
            let what = format!("{}: is there already; use --force to replace it", path.display());
            return Err(Failure::new(Kind::CannotCreate, what));
        }
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        disk.create_dir_all(folder).map_err(|error| Failure::creating(folder, &error))?;
    }
    let file = OutputFile::create(&disk, path, true);
    let mut file = file.map_err(|error| Failure::creating(path, &error))?;
    let written = file.write_all(bytes).and_then(|()| file.complete());
    let written = written.and_then(|mut file| file.place());
    written.map_err(|error| Failure::writing(path.display(), &error))
}
