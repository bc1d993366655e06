//! What a page is about: stored runs of one game, cell by cell.

use std::collections::HashSet;

use super::estimate::Estimate;
use super::names::{Names, fitted};
use crate::core::cards::DealsFrom;
use crate::core::ends::{ENDLESS, Ends, cut_off};
use crate::core::game::{Between, GameInfo, Often};
use crate::core::stats::z_for_confidence;
use crate::core::tally::Tally;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::field::all_of;
use crate::game::Cell;
use crate::lab::spec::measure::Measure;
use crate::lab::spec::{Refused, Spec, Study};
use crate::lab::store::runs::Together;
use crate::lab::store::state::State;
use crate::lab::store::stored::Stored;
use crate::lab::study::compare::Comparison;
use crate::lab::tables::asked::{Asked, percent};
use crate::lab::tables::fields::Fields;

/// Runs of one game.
#[derive(Clone, Debug)]
pub struct Subject {
    together: Together,
    names: Names,
}

/// One cell of one run.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The run that it is of.
    pub state: &'a State,
    /// Its number in the run.
    pub number: usize,
    /// The cell.
    pub cell: &'a Cell,
    /// Its counts.
    pub tally: &'a Tally,
}

impl Subject {
    /// These runs.
    ///
    /// Errors: runs of several games.
    pub fn new(runs: Vec<Stored>) -> Result<Self, Refused> {
        let runs = runs.into_iter().map(|Stored { name, state }| (name, state));
        let together = Together::new(runs.collect())?;
        let cells = together.cells.iter().enumerate().map(|(k, stored)| {
            let (run, cell) = together.place(k);
            let (run, state) = &together.runs()[run];
            let cell = &state.study.cells[cell];
            // A run is named where it is needed to know a cell.
            let run = if stored.name == cell.name { "" } else { run };
            (run, cell.rule_set.as_str(), cell.part.as_str())
        });
        let names = Names::of(&cells.collect::<Vec<_>>());
        let mut subject = Self { together, names };
        // Cells of a sweep are called by the values of its fields.
        if let Some(fields) = subject.fields().filter(|_| !subject.swept().is_empty()) {
            let short: Vec<String> = (0..fields.of.len()).map(|k| fields.name(k, None)).collect();
            let mut known = HashSet::new();
            if short.iter().all(|name| known.insert(name)) {
                subject.names.short = short;
            }
        }
        Ok(subject)
    }

    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.together.info()
    }

    /// The runs: what each is called, and its state.
    pub fn runs(&self) -> impl Iterator<Item = &(String, State)> {
        self.together.runs().iter()
    }

    /// Every cell of every run.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let cells = self.together.cells.iter().enumerate();
        cells
            .map(|(k, _)| {
                let (run, cell) = self.together.place(k);
                let (_, state) = &self.together.runs()[run];
                Entry {
                    name: &self.names.short[k],
                    state,
                    number: cell,
                    cell: &state.study.cells[cell],
                    tally: &state.totals.cells[cell],
                }
            })
            .collect()
    }

    /// The names of all entries in so many letters, all different.
    pub fn names(&self, letters: usize) -> Vec<String> {
        fitted(self.names.short.iter().map(String::as_str), letters)
    }

    /// What is asked of all of them: that of the first run.
    fn study(&self) -> &Study {
        &self.together.runs()[0].1.study
    }

    /// The only run's study.
    fn only(&self) -> Option<&Study> {
        (self.together.runs().len() == 1).then(|| self.study())
    }

    /// Confidence of the intervals.
    pub fn confidence(&self) -> f64 {
        self.study().confidence
    }

    /// The same in per cent.
    pub fn percent(&self) -> f64 {
        percent(self.confidence())
    }

    /// What comparisons are asked with.
    pub fn asked(&self) -> Asked<'_> {
        Asked { info: self.info(), confidence: self.confidence(), study: self.only() }
    }

    /// Whether the cells are parts of rule sets, such as pairs of dice.
    pub fn is_of_parts(&self) -> bool {
        self.entries().iter().any(|entry| !entry.cell.part.is_empty())
    }

    /// An end reason in words; with the length at which a limit cuts off, where that is known.
    pub fn reason_words(&self, reason: usize) -> String {
        let info = self.info();
        let word = info.end_reasons[reason];
        if info.endless.contains(&word) {
            return ENDLESS.into();
        }
        if !info.stopped.contains(&word) {
            return word.replace('-', " ");
        }
        let entries = self.entries();
        let undecided = || (0..info.outcomes.len()).filter(|&o| !info.outcomes[o].decided);
        let gives_up = |given_up: bool| {
            let stopped = |e: &&Entry<'_>| undecided().any(|o| e.tally.games_at(o, reason) > 0);
            entries.iter().filter(stopped).any(|e| e.cell.rules.gives_up == given_up)
        };
        let word = match (gives_up(true), gives_up(false)) {
            (true, true) => "cut off or given up",
            (given_up, _) => cut_off(given_up),
        };
        let ends = entries.iter().flat_map(|entry| undecided().map(|o| (entry.tally, o)));
        let counts = ends.flat_map(|(tally, o)| tally.counts_at(0, o, reason));
        let mut lengths = counts.map(|(length, _)| length);
        match lengths.next() {
            Some(first) if lengths.all(|length| length == first) => {
                format!("{word} at {} {}", grouped(first), info.length().name)
            }
            _ if !gives_up(false) && gives_up(true) => word.into(),
            _ => format!("{word} at the limit"),
        }
    }

    /// What everything is made of, in sentences, for a picture that stands alone.
    pub fn source(&self) -> String {
        let mut said: Vec<String> = self.runs().map(|(_, state)| sentence(state)).collect();
        if self.entries().iter().any(|entry| !entry.is_exact()) {
            said.push(format!("Confidence {} %.", self.percent()));
        }
        let made = self.runs().map(|(_, state)| {
            let recipe = format!(", recipe {}", self.info().recipe);
            let recipe = if state.study.is_exact() { "" } else { &recipe };
            format!("war-sim {}{recipe}.", env!("CARGO_PKG_VERSION"))
        });
        let mut made: Vec<String> = made.collect();
        made.dedup();
        said.extend(made);
        said.join(" ")
    }

    /// Standard errors that the confidence stands for.
    pub fn z(&self) -> f64 {
        z_for_confidence(self.confidence())
    }

    /// The same where the most extreme of so many are picked: each interval is wider for it.
    pub fn z_among(&self, many: usize) -> f64 {
        z_for_confidence(1.0 - (1.0 - self.confidence()) / many.max(1) as f64)
    }

    /// The measures that are compared, in the order asked for.
    pub fn measures(&self) -> Vec<Measure> {
        let named = self.only().map(Study::measures_asked);
        named.unwrap_or_else(|| Measure::usual(self.info()))
    }

    /// Whether a wanted precision ended a run.
    pub fn stopped(&self) -> bool {
        self.runs().any(|(_, state)| state.study.has_targets())
    }

    /// The fields that the only run sweeps.
    pub fn swept(&self) -> &[String] {
        self.only().map_or(&[], |study| &study.swept)
    }

    /// The number of the entry that all others are compared with.
    pub fn baseline(&self) -> Option<usize> {
        let study = self.only()?;
        let name = study.spec.baseline.as_ref()?;
        study.cells.iter().position(|cell| cell.rule_set == *name)
    }

    /// The fields in which the rule sets differ.
    pub fn fields(&self) -> Option<Fields> {
        let entries = self.entries();
        let cells: Vec<_> = entries.iter().map(|entry| entry.cell).collect();
        Fields::of(&cells, self.swept())
    }

    /// The comparisons that the run asks for; of several runs, every pair. Empty where runs share
    /// only a part of their deals.
    pub fn comparisons(&self) -> Vec<Comparison> {
        let measures = self.measures();
        if let [(_, state)] = self.together.runs() {
            let pairs = state.study.pair_list();
            return state.study.compare_in(&state.totals, &pairs, &measures, self.z());
        }
        let pairs = self.together.pairs(None);
        self.together.compare(&pairs, &measures, None, self.z()).unwrap_or_default()
    }

    /// A title.
    pub fn title(&self) -> String {
        let title = capital(self.info().title);
        if let Some(told) = self.story().and_then(|story| story.title.clone()) {
            return told;
        }
        let names = self.runs().flat_map(|(_, state)| &state.study.rule_sets);
        let mut known = HashSet::new();
        let names = names.map(|rules| rules.name.as_str()).filter(|name| known.insert(*name));
        let names: Vec<&str> = names.collect();
        format!("{title}: {}", called(&names, 4))
    }

    /// The words that came with the study.
    pub fn story(&self) -> Option<&Spec> {
        self.only().map(|study| &study.spec)
    }
}

impl Entry<'_> {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// A count as a share of the games.
    pub fn share(&self, games: u64) -> f64 {
        if self.games() == 0 { 0.0 } else { games as f64 / self.games() as f64 }
    }

    /// Whether every deal was played, so that nothing is left to chance.
    pub fn is_exact(&self) -> bool {
        self.state.study.is_exact()
    }

    /// How many games came out so, where some may have been given up.
    pub fn won(&self, outcome: usize) -> Between {
        self.cell.rules.won(self.tally, outcome)
    }

    /// How often games came out so.
    pub fn often(&self, outcome: usize) -> Often {
        self.cell.rules.often(self.tally, outcome)
    }

    /// The estimate of a measure, so many standard errors wide to each side.
    pub fn estimated(&self, measure: Measure, z: f64) -> Option<Estimate> {
        let State { study, totals, .. } = self.state;
        let found = study.estimate(totals, self.state.played(), self.number, measure, z);
        Estimate::of_run(found, measure)
    }

    /// How its games came to their ends, by this counter; `None` if its values were not kept.
    pub fn ends(&self, counter: usize) -> Option<Ends> {
        Ends::of(&self.cell.rules, self.tally, counter)
    }

    /// How many games were given up.
    pub fn given_up(&self) -> u64 {
        self.cell.rules.given_up(self.tally)
    }
}

/// What was run, and which cells of a sweep make no game.
pub fn sentences(state: &State) -> Vec<String> {
    const MOST: usize = 3;
    let refused = &state.study.refused;
    let mut all = vec![sentence(state)];
    all.extend(
        refused.iter().take(MOST).map(|cell| format!("Left out: {}: {}.", cell.name, cell.reason)),
    );
    if refused.len() > MOST {
        all.push(format!("{} rule sets are left out in all.", grouped(refused.len() as u64)));
    }
    all
}

/// What was run, in a sentence.
pub fn sentence(state: &State) -> String {
    let study = &state.study;
    let names: Vec<&str> = study.rule_sets.iter().map(|rules| rules.name.as_str()).collect();
    let each = if names.len() > 1 { "each of " } else { "" };
    let under = format!("under {each}{}", called(&names, 6));
    let parts = study.cells.len() / study.rule_sets.len().max(1);
    let for_each = match parts {
        0 | 1 => String::new(),
        n => {
            let columns: Vec<String> =
                study.info().setup_columns.iter().map(|name| in_words(name)).collect();
            let columns = all_of(&columns);
            let many = counted(n as u64, "combination", "combinations");
            format!(" for each of {many} of {columns}")
        }
    };
    let same = names.len() > 1
        && study
            .cells
            .windows(2)
            .all(|two| two[0].part != two[1].part || two[0].rules.setup == two[1].rules.setup);
    let same = if same { format!(", on the same {}", study.info().chance) } else { String::new() };
    format!(
        "{} of {} {under}{for_each}{same}; {}.",
        counted(state.played(), "game", "games"),
        study.info().title,
        dealt(study, state)
    )
}

/// Rule sets by their shortest names, with what they have in common; at most so many.
fn called(names: &[&str], most: usize) -> String {
    let parts: Vec<(&str, &str, &str)> = names.iter().map(|&name| ("", name, "")).collect();
    let Names { short, common } = Names::of(&parts);
    let short = fitted(short.iter().map(String::as_str), 60);
    let list = match short.len() {
        n if n > most => format!("{n} rule sets"),
        _ => all_of(&short),
    };
    if common.is_empty() { list } else { format!("{list} ({common})") }
}

/// A column in words: `die_1` is the first die of a pair, which is not the die of number 1.
fn in_words(column: &str) -> String {
    match column.rsplit_once('_') {
        Some((what, "1")) => format!("first {what}"),
        Some((what, "2")) => format!("second {what}"),
        _ => column.replace('_', " "),
    }
}

/// The indices of the games.
pub fn indices(state: &State) -> String {
    let ranges = state.games.iter().map(|range| match range.end - range.start {
        0 => "none".into(),
        1 => grouped(range.start),
        _ => format!("{} to {}", grouped(range.start), grouped(range.end - 1)),
    });
    ranges.collect::<Vec<_>>().join(" and ")
}

fn dealt(study: &Study, state: &State) -> String {
    let games = match state.played() {
        0 => "no games".into(),
        1 => format!("game {}", indices(state)),
        _ => format!("games {}", indices(state)),
    };
    match &study.deals.from {
        DealsFrom::Seed => format!("seed {}, {games}", study.deals.seed.0),
        DealsFrom::List(_) => "on decks from a file".into(),
        DealsFrom::Orders => "on orders of the deck, each once".into(),
    }
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
