//! Which game is played, by which rule sets, with what: the rule set decides the game.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use toml::{Table, Value};

use super::failure::Failure;
use super::library::{library, not_found, option};
use super::number::whole;
use super::options::{ChangeArgs, StudyArgs};
use super::outside::resolved;
use crate::core::stats::share::ShareOf;
use crate::games::ludo::rules::Start;
use crate::lab::spec::rules::Found;
use crate::lab::spec::{Decks, DiceOf, Spec, Study};

/// The rule set of a command that names none: the first of this game, or of the usual one.
pub fn usual_rules(game: Option<&str>) -> &'static str {
    let library = library();
    let game = game.and_then(|name| library.game(name)).unwrap_or(&library.games()[0]);
    game.presets()[0].name
}

/// Which rule sets are played.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "What is played")]
pub struct RulesArgs {
    /// A rule set, which decides the game: a built-in name, a name in experiments/rules/, or a path,
    /// with changes in braces if wanted, such as 'umass{war.face_down=2}'; may be repeated
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Vec<String>,

    /// What is changed in them.
    #[command(flatten)]
    pub change: ChangeArgs,

    /// What they are played with.
    #[command(flatten)]
    pub gear: GearArgs,
}

impl RulesArgs {
    /// The rule sets as typed, with the changes; those of the verb where none is named.
    pub fn wanted(&self, usual: &str) -> Vec<String> {
        self.change.all(&self.rules, usual)
    }

    /// The one rule set of a verb that takes no second.
    ///
    /// Errors: exit code 64 where there are several.
    pub fn only(&self, verb: &str, usual: &str) -> Result<String, Failure> {
        match self.wanted(usual).as_slice() {
            [one] => Ok(one.clone()),
            [_, second, ..] => Err(Failure::usage(format!(
                "--rules {second}: {verb} takes one rule set; leave it out"
            ))),
            [] => unreachable!("there is the usual one"),
        }
    }
}

/// What a game is played with beside the rules.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Dice (Ludo)")]
pub struct GearArgs {
    /// A dice file, or a built-in one: wuerfel0
    #[arg(long, value_name = "FILE")]
    pub dice: Option<PathBuf>,

    /// Only these two dice, by their numbers in the file, the lower first
    #[arg(long, value_name = "I,J")]
    pub pair: Option<String>,

    /// Let each die also play against itself
    #[arg(long)]
    pub self_play: bool,

    /// Who begins: `alternate`, the first die in games of even index; `first`, it always; `roll-off`, the
    /// higher roll [default: as the rule set says]
    #[arg(long, value_parser = PossibleValuesParser::new(Start::WORDS))]
    pub start: Option<String>,

    /// Rolls after which an undecided game is a tie [default: as the rule set says, else 4096]
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub roll_limit: Option<u64>,

    /// Ranking criterion, the mean over the opponents; score has a tie as half a win [default: win-share]
    #[arg(long, value_parser = PossibleValuesParser::new(ShareOf::WORDS))]
    pub rank_by: Option<String>,
}

impl GearArgs {
    /// Asks for these rule sets, each counted for itself, with what they are played with.
    ///
    /// Errors: exit code 64 for a game that this program has not, or options that change no field.
    pub fn spec(
        &self,
        wanted: &[String],
        game: Option<&str>,
        engine: &str,
    ) -> Result<Spec, Failure> {
        let dice = self.dice.as_ref().map(|file| file.to_string_lossy().into_owned());
        let mut spec = Spec {
            game: game.map(str::to_owned),
            dice: dice.map(DiceOf::File),
            pair: self.pair.clone(),
            self_play: self.self_play,
            rank_by: self.rank_by.clone().filter(|by| by == "score"),
            engine: Some(engine.into()),
            compare: Some(false),
            ..Spec::of_rules(wanted)
        };
        let over = self.over()?;
        if over.is_empty() {
            return Ok(spec);
        }
        for (found, (given, entry)) in
            found(wanted, game)?.into_iter().zip(wanted.iter().zip(&mut spec.rules))
        {
            let fields = found.rules.fields();
            if let Some(key) = over.keys().find(|key| !fields.contains_key(*key)) {
                let (option, title) = (key.replace('_', "-"), found.game.info().title);
                let what =
                    format!("--{option}: the rules of {title} have no such field; leave it out");
                return Err(Failure::usage(what));
            }
            // Tables have a column for what the options change, so the name stays.
            let named = [("base", given.clone()), ("name", found.name)];
            let named = named.map(|(key, word)| (key.to_owned(), Value::String(word)));
            *entry = Value::Table(named.into_iter().chain(over.clone()).collect());
        }
        Ok(spec)
    }

    /// What the options put over a rule set.
    fn over(&self) -> Result<Table, Failure> {
        let start = self.start.clone().map(|word| ("start", Value::String(word)));
        let rolls = |rolls| match u32::try_from(rolls) {
            Ok(rolls @ 1..) => Ok(("roll_limit", Value::Integer(rolls.into()))),
            _ => {
                let most = u32::MAX;
                let what = format!("--roll-limit {rolls}: use a number from 1 to {most}");
                Err(Failure::usage(what))
            }
        };
        let over = start.into_iter().chain(self.roll_limit.map(rolls).transpose()?);
        Ok(over.map(|(field, value)| (field.to_owned(), value)).collect())
    }
}

impl StudyArgs {
    /// What is asked of these rule sets, of this game if it must be one.
    ///
    /// Errors: [`GearArgs::spec`]'s.
    pub fn spec(
        &self,
        gear: &GearArgs,
        wanted: &[String],
        game: Option<&str>,
    ) -> Result<Spec, Failure> {
        let Self { sample, question, output, .. } = self;
        let decks = sample.decks.as_ref().map(|path| path.to_string_lossy().into_owned());
        Ok(Spec {
            seed: Some(sample.seed),
            games: sample.games,
            first_game: (sample.first_game > 0).then_some(sample.first_game),
            decks: decks.map(Decks::File),
            confidence: Some(question.confidence),
            until: question.until.clone(),
            by: question.by.clone(),
            ..gear.spec(wanted, game, &output.engine)?
        })
    }
}

/// These rule sets, of this game if it must be one.
fn found(wanted: &[String], game: Option<&str>) -> Result<Vec<Found>, Failure> {
    let library = library();
    let one = |given: &String| {
        let found = match game.and_then(|name| library.game(name)) {
            Some(game) => library.find_of(game, given),
            None => library.find(given),
        };
        found.map_err(|error| not_found("--rules", given, error))
    };
    wanted.iter().map(one).collect()
}

/// The study of one rule set with its two dice, if it takes any: for verbs that play no batch.
///
/// Errors: those of rule set and dice; `verb` is told that it takes one of each.
pub fn single(verb: &str, what: &RulesArgs, usual: &str) -> Result<(Study, String), Failure> {
    let typed = what.only(verb, usual)?;
    let mut spec = what.gear.spec(std::slice::from_ref(&typed), None, "auto")?;
    // A die may play alone against itself.
    spec.self_play = spec.dice.is_some();
    let study = resolved(spec, false, &option)?;
    match study.cells.len() {
        1 => Ok((study, typed)),
        _ => {
            let what = format!("{verb}: one game is of two dice; choose them with --pair I,J");
            Err(Failure::usage(what))
        }
    }
}
