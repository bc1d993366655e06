//! Stored runs side by side: which of their games met the same chance, and their comparison.

use super::{Run, Tables};
use crate::core::cards::DealsFrom;
use crate::core::stats::PairedTally;
use crate::game::Cell;
use crate::lab::refused::Refused;
use crate::lab::run::ranges::named;
use crate::lab::spec::measure::Measure;
use crate::lab::spec::{NamedRules, Spec, Study};
use crate::lab::study::compare::{Compared, Comparison, Sharing, Side, adjust};
use crate::lab::study::totals::Totals;

impl<'a> Tables<'a> {
    /// Runs of one game side by side, of which this is asked. A row is called as its cell, with the run's name before it
    /// where two have one of that name.
    ///
    /// Panics without a run. Errors: [`Refused`] for runs of several games.
    pub fn side_by_side(runs: Vec<Run<'a>>, question: Option<Study>) -> Result<Self, Refused> {
        let first = runs[0].info();
        if let Some(run) = runs.iter().find(|run| run.info().name != first.name) {
            let ([one, two], other) = ([&runs[0].name, &run.name], run.info().title);
            return Err(Refused::usage(format!(
                "{one} is a run of {}, and {two} one of {other}: only runs of one game can be compared",
                first.title
            )));
        }
        Ok(Self::together(runs, question))
    }

    fn cell(&self, k: usize) -> &Cell {
        self.row(k).cell
    }

    /// Every pair of cells of the same part; with a baseline, those of the cells of this name.
    pub fn pairs(&self, baseline: Option<&str>) -> Vec<(usize, usize)> {
        let all = || 0..self.names.full.len();
        let is_first = |&i: &usize| baseline.is_none_or(|name| self.is_called(i, name));
        let is_second = |&(i, j): &(usize, usize)| match baseline {
            None => i < j,
            Some(name) => !self.is_called(j, name),
        };
        let pairs = all().filter(is_first).flat_map(|i| all().map(move |j| (i, j)));
        let pairs = pairs.filter(is_second);
        pairs.filter(|&(i, j)| self.cell(i).part == self.cell(j).part).collect()
    }

    /// Whether a cell is of this name, or its rule set is.
    pub fn is_called(&self, k: usize, name: &str) -> bool {
        self.names.full[k] == name || self.cell(k).rules_name == name
    }

    /// Whether two cells met the same games of one seed or list: the same deals or, with different decks, the
    /// same words; else they have nothing in common.
    fn met_same(&self, i: usize, j: usize) -> Result<bool, Refused> {
        let (one, two) = (self.row(i).finished, self.row(j).finished);
        let same_source = match (&one.study.deals.from, &two.study.deals.from) {
            (DealsFrom::Seed, DealsFrom::Seed) => one.study.deals.seed == two.study.deals.seed,
            (DealsFrom::List(a), DealsFrom::List(b)) => a.digest == b.digest,
            (DealsFrom::Orders, DealsFrom::Orders) => true,
            _ => false,
        };
        // Every order of one deck has nothing to do with those of another; a seed has: the same words shuffle them.
        let same_setup = self.cell(i).rules.setup == self.cell(j).rules.setup;
        let orders = matches!(one.study.deals.from, DealsFrom::Orders);
        if !same_source || orders && !same_setup {
            return Ok(false);
        }
        let [one, two] = [one, two].map(|run| run.study.done(run.games));
        if one == two {
            return Ok(!one.is_empty());
        }
        if one.end <= two.start || two.end <= one.start {
            return Ok(false);
        }
        let what = format!(
            "{} played {} and {} {} of the same deals, so they share some of them: neither independent \
             nor the same; compare the rule sets over the same games with `war-sim compare`, or play \
             one of them with another --seed",
            self.names.full[i],
            named(&one),
            self.names.full[j],
            named(&two)
        );
        Err(Refused::data(what))
    }

    /// Whether pairs of these cells met the same deals, but these measures were not counted game by game.
    ///
    /// Errors: [`Refused`] where some, but not all deals are the same.
    pub fn lacks_pairs(
        &self,
        pairs: &[(usize, usize)],
        measures: &[Measure],
    ) -> Result<bool, Refused> {
        let has = |tally: &PairedTally| {
            measures.iter().all(|measure| match measure {
                Measure::Outcome(_) => true,
                Measure::Mean(counter) => tally.of(*counter).is_some(),
            })
        };
        let mut lacks = false;
        for &(i, j) in pairs {
            lacks |= self.met_same(i, j)? && !self.counted(i, j).is_some_and(has);
        }
        Ok(lacks)
    }

    fn counted(&self, i: usize, j: usize) -> Option<&PairedTally> {
        let ((run_i, i), (run_j, j)) = (self.places[i], self.places[j]);
        (run_i == run_j).then(|| self.runs[run_i].finished.totals.paired(i, j)).flatten()
    }

    /// One study that plays all rule sets again on their deals, so that these measures of pairs can be counted;
    /// `None` where they did not all play the same games of one seed with the same dice.
    pub fn again(&self, measures: &[Measure]) -> Option<Study> {
        let first = &self.runs.first()?.finished;
        let games = first.study.done(first.games);
        let mut rule_sets = Vec::new();
        for Run { name, finished, .. } in &self.runs {
            let study = &finished.study;
            let same = matches!(study.deals.from, DealsFrom::Seed)
                && study.deals.seed == first.study.deals.seed
                && study.done(finished.games) == games
                && study.game.gear() == first.study.game.gear();
            if !same {
                return None;
            }
            for named in &study.rule_sets {
                let others = self.runs.iter().flat_map(|run| &run.finished.study.rule_sets);
                let times = others.filter(|other| other.name == named.name).count();
                let run = if times > 1 { format!("{name}:") } else { String::new() };
                rule_sets.push(NamedRules { name: run + &named.name, ..named.clone() });
            }
        }
        let measures = measures.iter().map(|measure| measure.name(self.info()).to_owned());
        let measures = Some(measures.collect());
        let asked = Spec { compare: Some(true), measures, ..Spec::default() };
        let study = Study { game: first.study.game.clone(), rule_sets, ..Study::default() };
        let study = study.asked(asked).ok()?;
        let study = study.dealt(first.study.deals.clone());
        Some(study.of_games(games))
    }

    /// The cell whose stored counts are not those of the same games played again, if there is one.
    pub fn other_counts(&self, totals: &Totals) -> Option<&str> {
        let differs = |k: &usize| totals.cells[*k].counts() != self.row(*k).tally.counts();
        (0..self.names.full.len()).find(differs).map(|k| self.names.full[k].as_str())
    }

    /// Compares these pairs: game by game where they were counted so, in `again` or in a state.
    ///
    /// Errors: [`Refused`] where some, but not all deals are the same.
    pub fn compare(
        &self,
        pairs: &[(usize, usize)],
        measures: &[Measure],
        again: Option<&Totals>,
    ) -> Result<Vec<Comparison>, Refused> {
        let mut rows = Vec::new();
        for &(first, second) in pairs {
            let counted = match again {
                Some(totals) => totals.paired(first, second),
                None => self.counted(first, second),
            };
            let sharing = match (counted, self.met_same(first, second)?) {
                (Some(tally), _) => Sharing::Paired(tally),
                (None, true) => Sharing::Unknown,
                (None, false) => Sharing::Independent,
            };
            let sides = [first, second].map(|k| self.row(k)).map(|row| Side {
                cell: row.cell,
                tally: row.tally,
                is_exact: row.is_exact(),
            });
            let two = Compared { sides, sharing, z: self.z() };
            rows.extend(measures.iter().map(|&one| two.comparison((first, second), one)));
        }
        adjust(&mut rows);
        Ok(rows)
    }
}

/// The tables of runs, those of one game together, in the order of their first runs.
pub fn by_game(runs: Vec<Run<'static>>) -> Vec<Tables<'static>> {
    let mut games: Vec<Vec<Run<'static>>> = Vec::new();
    for run in runs {
        match games.iter_mut().find(|game| game[0].info().name == run.info().name) {
            Some(game) => game.push(run),
            None => games.push(vec![run]),
        }
    }
    games.into_iter().map(of_game).collect()
}

/// Those of runs of one game: of several every pair is compared, unless they share only a part of their deals.
fn of_game(runs: Vec<Run<'static>>) -> Tables<'static> {
    let runs = match <[Run<'static>; 1]>::try_from(runs) {
        Ok([run]) => return Tables::of(run),
        Err(several) => several,
    };
    let mut all = Tables::together(runs, None);
    all.comparisons = all.compare(&all.pairs(None), &all.measures(), None).unwrap_or_default();
    all
}
