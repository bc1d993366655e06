//! From the name of a rule set to the rule set: built in, in a file, or either with changes.

use std::io;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::NamedRules;
use super::shipped::{RULES, Shelf};
use crate::core::fields::overlay;
use crate::core::wording::plain::no_cell;
use crate::game::Game;
use crate::lab::refused::{Refused, Shown as _};

/// Reads a file that somebody wrote for the program; `-` is standard input.
pub type ReadInput = fn(&Path) -> io::Result<String>;

/// What a study names outside its value: rule sets, dice and decks.
#[derive(Clone, Debug)]
pub struct Library {
    read: ReadInput,
    /// The folder of the experiment that names files; `None` where somebody typed their names.
    beside: Option<PathBuf>,
}

impl Library {
    /// A library of the files that are read so.
    pub fn new(read: ReadInput) -> Self {
        Self { read, beside: None }
    }

    /// The same for an experiment in this folder, whose files come first.
    pub fn beside(self, folder: &Path) -> Self {
        Self { beside: Some(folder.to_owned()), ..self }
    }

    /// Finds a rule set, of this game if it must be one: a built-in name, a name in `experiments/rules/`, or a path;
    /// with `{field=value, ...}` after it, the same with these fields changed.
    ///
    /// Errors: [`Refused`].
    pub fn find(&self, given: &str, of: Option<&Game>) -> Result<NamedRules, Refused> {
        // A file that could be of several games is of the usual one.
        let first = of.cloned().unwrap_or_default();
        let found = match given.split_once('{') {
            None => self.find_plain(&first, given)?,
            Some((base, changes)) => self.find_changed(&first, base, changes)?,
        };
        let own = found.rules.info();
        if let Some(wanted) = of.map(Game::info).filter(|wanted| wanted.name != own.name) {
            let what = format!(
                "it is a rule set of {}, not of {}; `war-sim rules` lists those of each game",
                own.title, wanted.title
            );
            return Err(Refused::usage(what));
        }
        Ok(found)
    }

    fn find_changed(&self, first: &Game, base: &str, changes: &str) -> Result<NamedRules, Refused> {
        let changes = changes.trim_end().strip_suffix('}').ok_or_else(|| {
            Refused::usage(format!(
                "`{{{changes}` has no closing brace; write {base}{{field=value}}"
            ))
        })?;
        let NamedRules { name, rules } = self.find_plain(first, base.trim_end())?;
        let rules = rules.changed(&parse_changes(changes)?);
        let rules = rules.map_err(|e| Refused::usage(e.to_string()))?;
        let name = format!("{name}{{{changes}}}");
        no_cell(&name).map_or(Ok(NamedRules { name, rules }), |why| Err(Refused::usage(why)))
    }

    /// The text of a file, of standard input (`-`, which can be read once), or of the one of that name that came with
    /// the program; with its path as shown.
    ///
    /// Errors: exit code 66 for a file that is not there, 74 or 77 for one that cannot be read.
    pub fn text(&self, given: &Path, shelf: Shelf) -> Result<(String, String), Refused> {
        match (self.read)(given) {
            Ok(text) if given == Path::new("-") => Ok(("stdin".into(), text)),
            Ok(text) => Ok((given.shown(), text)),
            Err(error) => match (shelf.find(&given.to_string_lossy()), error.kind()) {
                // A folder may have the name.
                (Some((path, text)), io::ErrorKind::NotFound | io::ErrorKind::IsADirectory) => {
                    Ok((format!("experiments/{path}"), text.into()))
                }
                (_, io::ErrorKind::NotFound) => {
                    Err(Refused::missing("file", given, &shelf.names()))
                }
                _ => Err(Refused::reading(given, &error)),
            },
        }
    }

    fn find_plain(&self, first: &Game, given: &str) -> Result<NamedRules, Refused> {
        if let Some(rules) = Game::all().iter().find_map(|game| game.preset(given)) {
            return Ok(NamedRules { name: given.to_owned(), rules });
        }
        let is_path = given.contains(['/', '\\']) || given.ends_with(".toml");
        let is_there =
            |path: &PathBuf| path.is_file() || RULES.find(&path.to_string_lossy()).is_some();
        let path = match is_path {
            true => Some(self.near(given)),
            false => RULES.paths(given).chain([given.into()]).find(is_there),
        };
        path.map_or_else(|| Err(unknown(first, given)), |path| self.read_file(first, &path))
    }

    /// The rule set of a file.
    fn read_file(&self, first: &Game, path: &Path) -> Result<NamedRules, Refused> {
        let (shown, text) = self.text(path, RULES)?;
        let stem = Path::new(&shown).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.filter(|name| !name.starts_with('.') && no_cell(name).is_none());
        let Some(name) = name else {
            let what = "its name without `.toml` is the name of the rule set, and this one cannot be one; \
                        rename the file";
            return Err(Refused::data(format!("{}: {what}", shown.escape_debug())));
        };
        let bad = |what: &str| Refused::data(format!("{shown}: {what}"));
        let game = game_of(first, &text);
        let rules = game.read(&text).map_err(|e| bad(&e.to_string()))?;
        if game.preset(&name).is_some_and(|preset| preset.fields() != rules.fields()) {
            return Err(bad(&format!(
                "its fields are not those of the built-in rule set `{name}`; rename the file"
            )));
        }
        Ok(NamedRules { name, rules })
    }

    /// Where a file of this name is: beside the experiment, else as it is written.
    pub(super) fn near(&self, given: &str) -> PathBuf {
        let near = self.beside.iter().map(|folder| folder.join(given)).find(|near| near.is_file());
        near.unwrap_or_else(|| PathBuf::from(given))
    }
}

/// No rule set is called so: which are, those of this game first.
fn unknown(first: &Game, given: &str) -> Refused {
    let mut games = Game::all();
    games.sort_by_key(|game| game.info().name != first.info().name);
    let presets = games.map(|game| game.presets()).into_iter().flatten();
    let names = RULES.names();
    let known = presets.map(|preset| preset.name).chain(names.iter().map(String::as_str));
    Refused::unknown("", given, "rule set or .toml file", &known.collect::<Vec<_>>())
}

/// The game that the text of a rule file belongs to: that of its `base`, else one that has all of its keys, else
/// `first`, which it also is where several are.
fn game_of(first: &Game, text: &str) -> Game {
    let fields: Table = toml::from_str(text).unwrap_or_default();
    let is_of = |game: &&Game| match fields.get("base").and_then(Value::as_str) {
        Some(base) => game.preset(base).is_some(),
        None => fields.keys().all(|key| game.keys().contains(&key.as_str())),
    };
    std::iter::once(first).chain(&Game::all()).find(is_of).unwrap_or(first).clone()
}

/// A name with these changes in braces, behind those that it has, as one would type it.
pub fn braced(name: &str, changes: &[String], between: &str) -> String {
    let changes = changes.join(between);
    match name.trim_end().strip_suffix('}') {
        _ if changes.is_empty() => name.to_owned(),
        Some(start) => format!("{start}{between}{changes}}}"),
        None => format!("{name}{{{changes}}}"),
    }
}

/// Reads `war.face_down=2, pickup=winner-first`: TOML without quotes around words.
fn parse_changes(text: &str) -> Result<Table, Refused> {
    let (mut fields, mut keys) = (Table::new(), Vec::new());
    for change in text.split(',').map(str::trim).filter(|change| !change.is_empty()) {
        let read = change.split_once('=').and_then(|(key, value)| {
            let (key, value) = (key.trim(), value.trim());
            let quoted = format!("{key} = \"{}\"", value.replace(['"', '\\'], ""));
            let read = format!("{key} = {value}").parse().or_else(|_| quoted.parse::<Table>());
            Some((key, read.ok().filter(|_| !value.is_empty())?))
        });
        let no_change = || Refused::usage(format!("`{change}` is not field=value"));
        let (key, table) = read.ok_or_else(no_change)?;
        if keys.contains(&key) {
            return Err(Refused::usage(format!("`{key}` is there twice; leave one of them out")));
        }
        keys.push(key);
        overlay(&mut fields, &table);
    }
    match fields.is_empty() {
        true => Err(Refused::usage("no field in the braces; write field=value")),
        false => Ok(fields),
    }
}
