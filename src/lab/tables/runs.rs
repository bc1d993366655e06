//! Stored runs side by side: which of their games met the same chance, and their comparison.

use std::collections::BTreeSet;

use super::{Row, Run, Tables};
use crate::core::cards::DealsFrom;
use crate::lab::refused::Refused;
use crate::lab::run::ranges::named;
use crate::lab::spec::{DEFAULT_CONFIDENCE, NamedRules, Spec, Study, pairs_of};
use crate::lab::study::compare::{Compared, Comparison, Sharing, Side, adjust};
use crate::lab::study::totals::Totals;

impl Tables {
    /// Runs of one game side by side, compared as this asks: by which measures, with which baseline, what matters.
    /// A row is called as its cell, with the run's name before it where two have one of that name.
    ///
    /// Panics without a run. Errors: [`Refused`] for runs of several games or with several dice, a measure or a
    /// baseline that is not there, and runs of which some, but not all deals are the same.
    pub fn side_by_side(runs: Vec<Run>, asked: &Spec) -> Result<Self, Refused> {
        let first = &runs[0];
        let dice = |run: &Run| run.finished.study.game.gear()["text"].clone();
        let is_exact = |run: &Run| run.finished.study.is_exact();
        for run in &runs {
            let what = match [first, run].map(|run| run.finished.study.info().title) {
                [one, two] if one != two => {
                    format!("are runs of {one} and of {two}; compare runs of one game")
                }
                _ if dice(run) != dice(first) => {
                    "were played with other dice; compare runs of one file".into()
                }
                _ if is_exact(run) != is_exact(first) => {
                    "cannot be compared: one of them is every order of a deck, the other a sample; compare two samples, \
                     or every order of both".into()
                }
                _ => continue,
            };
            return Err(Refused::usage(format!("{} and {} {what}", first.name, run.name)));
        }
        let Spec { min_effect, confidence, measures, baseline, .. } = asked.clone();
        // What is asked of runs that were played as the first was.
        let question = runs[0].finished.study.clone().verb("compare");
        let mut question = question.ask(|spec| {
            spec.confidence = Some(confidence.unwrap_or(DEFAULT_CONFIDENCE));
            spec.measures = measures.or(spec.measures.take());
            if !min_effect.is_empty() {
                spec.min_effect = min_effect;
            }
        })?;
        question.spec.baseline.clone_from(&baseline);
        let mut all = Self::together(runs, Some(question));
        let known: BTreeSet<&str> = all.rows().map(|row| all.called(row.number)).collect();
        if let Some(name) = baseline.as_deref().filter(|name| !known.contains(name)) {
            let known: Vec<&str> = known.into_iter().collect();
            return Err(Refused::unknown("baseline", name, "rule set in these runs", &known));
        }
        all.comparisons = all.compare(&all.pairs(baseline.as_deref()))?;
        Ok(all)
    }

    /// What the rule set of a cell is called: as the cell, without its part.
    pub(super) fn called(&self, k: usize) -> &str {
        let Row { name, cell, .. } = self.row(k);
        name.strip_suffix(&*cell.part).map_or(name, str::trim_end)
    }

    /// Every pair of cells of the same part; with a baseline, those of the cells of this rule set.
    pub fn pairs(&self, baseline: Option<&str>) -> Vec<(usize, usize)> {
        let named = self.rows().map(|row| (self.called(row.number), &*row.cell.part));
        pairs_of(&named.collect::<Vec<_>>(), baseline, usize::MAX)
    }

    /// Whether two cells met the same games of one seed or list: the same deals or, with different decks, the
    /// same words; or may have, as of lists, which are not stored; else they have nothing in common.
    fn met_same(&self, i: usize, j: usize) -> Result<bool, Refused> {
        let (first, second) = (self.row(i), self.row(j));
        let (one, two) = (first.finished, second.finished);
        let same_source = match (&one.study.deals.from, &two.study.deals.from) {
            (DealsFrom::Seed, DealsFrom::Seed) => one.study.deals.seed == two.study.deals.seed,
            (DealsFrom::List(a), DealsFrom::List(b)) if a.digest == b.digest => true,
            // Every order of one deck has nothing to do with those of another; a seed has: the same words shuffle them.
            (DealsFrom::Orders, _) => first.cell.rules.setup == second.cell.rules.setup,
            _ => return Ok(true),
        };
        let other = match one.study.is_exact() {
            true => "compare the same orders",
            false => "play one with another --seed",
        };
        let [one, two] = [one, two].map(|run| run.study.done(run.games));
        let overlap = one.start.max(two.start)..one.end.min(two.end);
        if !same_source || overlap.is_empty() {
            return Ok(false);
        }
        if one == two {
            return Ok(true);
        }
        let what = format!(
            "{} played {} and {} {} of the same deals, so they share some of them: neither independent \
             nor the same; compare the rule sets over the same games with `war-sim compare`, or {other}",
            first.name,
            named(&one),
            second.name,
            named(&two)
        );
        Err(Refused::data(what))
    }

    /// Whether pairs of cells met the same deals, but were not counted game by game.
    pub fn lacks_pairs(&self) -> bool {
        self.comparisons.iter().any(|row| row.difference.method.is_shared())
    }

    /// One study that plays all rule sets again on their deals, so that they can be compared game by game; `None`
    /// where they are, and where they did not all play the same games of one seed with the same dice.
    pub fn again(&self) -> Option<Study> {
        let (first, question) = (self.finished(), self.question.as_ref()?);
        let games = first.study.done(first.games);
        let (mut rule_sets, mut rules) = (Vec::new(), Vec::new());
        for Run { name, finished, .. } in &self.runs {
            let study = &finished.study;
            let same = self.lacks_pairs()
                && matches!(study.deals.from, DealsFrom::Seed)
                && study.deals.seed == first.study.deals.seed
                && study.done(finished.games) == games
                && study.game.gear() == first.study.game.gear();
            if !same {
                return None;
            }
            for (k, named) in study.rule_sets.iter().enumerate() {
                let others = self.runs.iter().flat_map(|run| &run.finished.study.rule_sets);
                let times = others.filter(|other| other.name == named.name).count();
                let run = if times > 1 { format!("{name}:") } else { String::new() };
                rules.extend(study.typed(k).filter(|_| times == 1).map(Into::into));
                rule_sets.push(NamedRules { name: run + &named.name, ..named.clone() });
            }
        }
        let measures = question.measures.iter().map(|one| one.name(self.info()).to_owned());
        // What to type for them, if that is known of all and leads to these names.
        rules.truncate(if rules.len() == rule_sets.len() { rules.len() } else { 0 });
        let asked = Spec {
            rules,
            compare: Some(true),
            baseline: question.spec.baseline.clone(),
            measures: Some(measures.collect()),
            min_effect: question.spec.min_effect.clone(),
            confidence: Some(question.confidence),
            ..Spec::default()
        };
        let study = Study { game: first.study.game.clone(), rule_sets, ..Study::default() };
        let study = study.asked(asked).ok()?;
        Some(study.seed(first.study.deals.seed.0).of_games(games))
    }

    /// The cell whose stored counts are not those of the same games played again, if there is one.
    pub fn other_counts(&self, totals: &Totals) -> Option<&str> {
        let differs = |k: &usize| totals.cells[*k].counts() != self.row(*k).tally.counts();
        (0..self.names.full.len()).find(differs).map(|k| self.names.full[k].as_str())
    }

    /// Compares these pairs: game by game where a run counted them so.
    ///
    /// Errors: [`Refused`] where some, but not all deals are the same.
    fn compare(&self, pairs: &[(usize, usize)]) -> Result<Vec<Comparison>, Refused> {
        let (measures, mut rows) = (self.measures(), Vec::new());
        for &(first, second) in pairs {
            let [(run, i), (other, j)] = [first, second].map(|k| self.places[k]);
            let counted = self.runs[run].finished.totals.paired(i, j).filter(|_| run == other);
            let sharing = match counted {
                Some(tally) => Sharing::Paired(tally),
                None if self.met_same(first, second)? => Sharing::Unknown,
                None => Sharing::Independent,
            };
            let sides = [first, second].map(|k| self.row(k)).map(|row| Side {
                cell: row.cell,
                tally: row.tally,
                exact: row.finished.study.exact(),
            });
            let two = Compared { sides, sharing, z: self.z() };
            rows.extend(measures.iter().map(|&one| two.comparison((first, second), one)));
        }
        adjust(&mut rows);
        Ok(rows)
    }
}
