//! What a page is about: stored runs of one game, cell by cell.

use std::collections::HashSet;

use super::drawing::Drawing;
use super::estimate::{Estimate, capital};
use super::figure::{Figure, Numbers};
use super::names::shortened;
use crate::core::cards::DealsFrom;
use crate::core::ends::{ENDLESS, Ends, cut_off};
use crate::core::game::{GameInfo, Often};
use crate::core::stats::z_for_confidence;
use crate::core::tally::Tally;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::field::all_of;
use crate::game::Cell;
use crate::lab::run::ranges::listed;
use crate::lab::spec::Refused;
use crate::lab::spec::measure::Measure;
use crate::lab::store::runs::Together;
use crate::lab::store::state::State;
use crate::lab::store::stored::Stored;
use crate::lab::study::compare::Comparison;
use crate::lab::study::estimate::ranked;
use crate::lab::tables::fields::Fields;
use crate::lab::tables::terms::{Terms, percent};

/// Runs of one game.
#[derive(Clone, Debug)]
pub struct Subject {
    together: Together,
    names: Vec<String>,
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
        let names = shortened(&together.names());
        let mut subject = Self { together, names };
        // Cells of a sweep are called by the values of its fields.
        if let Some(fields) = subject.fields().filter(|_| !subject.swept().is_empty()) {
            let short: Vec<String> = (0..fields.of.len()).map(|k| fields.name(k, None)).collect();
            if short.iter().collect::<HashSet<_>>().len() == short.len() {
                subject.names = short;
            }
        }
        Ok(subject)
    }

    /// The game's words.
    pub fn info(&self) -> &'static GameInfo {
        self.together.info()
    }

    /// The runs: what each is called, and its state.
    pub fn runs(&self) -> impl Iterator<Item = &(String, State)> + Clone {
        self.together.runs().iter()
    }

    /// Every cell of every run.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let entry = |k| {
            let (run, number) = self.together.place(k);
            let (_, state) = &self.together.runs()[run];
            let (cell, tally) = (&state.study.cells[number], &state.totals.cells[number]);
            Entry { name: &self.names[k], state, number, cell, tally }
        };
        (0..self.names.len()).map(entry).collect()
    }

    /// What the entries are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The estimate of a measure of every entry, so many standard errors wide to each side.
    pub fn estimates(&self, measure: Measure, z: f64) -> Vec<Option<Estimate>> {
        self.entries().iter().map(|entry| entry.estimated(measure, z)).collect()
    }

    /// The first run, whose questions are those of all.
    fn first(&self) -> &State {
        &self.together.runs()[0].1
    }

    /// The only run.
    pub fn only(&self) -> Option<&State> {
        (self.together.runs().len() == 1).then(|| self.first())
    }

    /// What comparisons are asked with.
    pub fn asked(&self) -> Terms<'_> {
        let study = self.only().map(|state| &state.study);
        Terms { info: self.info(), confidence: self.first().study.confidence, study }
    }

    /// Whether the cells are parts of rule sets, such as pairs of dice.
    pub fn is_of_parts(&self) -> bool {
        self.entries().iter().any(|entry| !entry.cell.part.is_empty())
    }

    /// Whether every deal was played, so that nothing is left to chance.
    pub fn is_exact(&self) -> bool {
        self.runs().all(|(_, state)| state.study.is_exact())
    }

    /// An end reason in words.
    pub fn reason_words(&self, reason: usize) -> String {
        let (info, word) = (self.info(), self.info().end_reasons[reason]);
        match word {
            word if info.endless.contains(&word) => ENDLESS.into(),
            word if info.stopped.contains(&word) => {
                let entries = self.entries();
                let of = |gives_up: bool| {
                    let mut own = entries.iter().filter(|e| e.cell.rules.gives_up == gives_up);
                    own.any(|entry| entry.unwon(reason) > 0)
                };
                match of(true) && of(false) {
                    true => format!("{} or {}", cut_off(false), cut_off(true)),
                    false => cut_off(of(true)).into(),
                }
            }
            word => word.replace('-', " "),
        }
    }

    /// Which intervals there are, and what games that were given up do to them, in sentences.
    pub fn intervals(&self) -> String {
        let entries = self.entries();
        let some = entries.iter().any(|entry| entry.state.study.is_exact());
        let stopped = self.runs().any(|(_, state)| state.study.has_targets());
        let all = "Every order of the deck was played, so the numbers are exact";
        let said = match percent(self.asked().confidence) {
            _ if self.is_exact() => format!("{all}."),
            percent if some => {
                format!("Intervals are of {percent} %; what all orders say is exact.")
            }
            percent if stopped => {
                format!("Intervals are of {percent} %, valid at any stopping point.")
            }
            percent => format!("Intervals are of {percent} %."),
        };
        // The same games of several runs are counted once.
        let mut known = HashSet::new();
        let is_new = |entry: &&Entry<'_>| {
            let (seed, games) = (entry.state.study.deals.seed, &entry.state.games);
            known.insert(format!("{:?}", (seed, games, &entry.cell.rule_set, &entry.cell.part)))
        };
        match entries.iter().filter(is_new).map(Entry::given_up).sum() {
            0 => said,
            n => format!(
                "{said} {} given up, and intervals reach from without them to with all of them.",
                counted(n, "game was", "games were")
            ),
        }
    }

    /// A figure of this, by its id, title and caption.
    pub fn figure(
        &self,
        id: &str,
        [title, caption]: [String; 2],
        drawing: Drawing,
        numbers: Numbers,
    ) -> Figure {
        let (keys, beside, source) = (Vec::new(), None, self.source());
        Figure { id: id.into(), title, caption, keys, drawing, numbers, beside, source }
    }

    /// What everything is made of, in sentences, for a picture that stands alone.
    fn source(&self) -> String {
        let mut said: Vec<String> = self.runs().map(|(_, state)| sentence(state)).collect();
        let exact = self.is_exact();
        let confidence = percent(self.asked().confidence);
        said.extend((!exact).then(|| format!("Confidence {confidence} %.")));
        let recipe = if exact { "" } else { &format!(", recipe {}", self.info().recipe) };
        said.push(format!("war-sim {}{recipe}.", env!("CARGO_PKG_VERSION")));
        said.join(" ")
    }

    /// Standard errors that the confidence stands for.
    pub fn z(&self) -> f64 {
        self.z_among(1)
    }

    /// The same where the most extreme of so many are picked: each interval is wider for it.
    pub fn z_among(&self, many: usize) -> f64 {
        z_for_confidence(1.0 - (1.0 - self.asked().confidence) / many.max(1) as f64)
    }

    /// The measures that are compared, in the order asked for.
    pub fn measures(&self) -> Vec<Measure> {
        let named = self.only().map(|state| state.study.measures_asked());
        named.unwrap_or_else(|| Measure::usual(self.info()))
    }

    /// The fields that the only run sweeps.
    pub fn swept(&self) -> &[String] {
        self.only().map_or(&[], |state| &state.study.swept)
    }

    /// The number of the entry that all others are compared with.
    pub fn baseline(&self) -> Option<usize> {
        let study = &self.only()?.study;
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
        if let Some(State { study, totals, .. }) = self.only() {
            return study.compare_in(totals, &study.pair_list(), &measures, self.z());
        }
        let pairs = self.together.pairs(None);
        self.together.compare(&pairs, &measures, None, self.z()).unwrap_or_default()
    }

    /// A title.
    pub fn title(&self) -> String {
        let told = self.only().and_then(|state| state.study.spec.title.clone());
        told.unwrap_or_else(|| {
            let mut names: Vec<String> = Vec::new();
            for rules in self.runs().flat_map(|(_, state)| &state.study.rule_sets) {
                if !names.contains(&rules.name) {
                    names.push(rules.name.clone());
                }
            }
            format!("{}: {}", capital(self.info().title), called(&shortened(&names), 4))
        })
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

    /// When half of all games are over: what was cut off or never ends is not over at any length.
    pub fn half(&self) -> Option<u64> {
        ranked(&self.ends(0)?.ended(), self.games().div_ceil(2))
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
fn sentence(state: &State) -> String {
    let study = &state.study;
    let names: Vec<String> = study.rule_sets.iter().map(|rules| rules.name.clone()).collect();
    let each = if names.len() > 1 { "each of " } else { "" };
    let for_each = match study.cells.len() / names.len().max(1) {
        0 | 1 => String::new(),
        n => format!(" for each of {n} pairs"),
    };
    let cells = &study.cells;
    let is_same =
        |two: &[Cell]| two[0].part != two[1].part || two[0].rules.setup == two[1].rules.setup;
    let same = match names.len() > 1 && cells.windows(2).all(is_same) {
        true => format!(", on the same {}", study.info().chance),
        false => String::new(),
    };
    let games = if state.played() == 0 { "no games".into() } else { listed(&state.games) };
    let dealt = match &study.deals.from {
        DealsFrom::Seed => format!("seed {}, {games}", study.deals.seed.0),
        DealsFrom::List(_) => "on decks from a file".into(),
        DealsFrom::Orders => "on orders of the deck, each once".into(),
    };
    let (count, title) = (counted(state.played(), "game", "games"), study.info().title);
    format!("{count} of {title} under {each}{}{for_each}{same}; {dealt}.", called(&names, 6))
}

/// Rule sets by their names, at most so many.
fn called(names: &[String], most: usize) -> String {
    match names.len() {
        n if n > most => format!("{n} rule sets"),
        _ => all_of(names),
    }
}
