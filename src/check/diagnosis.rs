//! Which rules did a program play, if not those it should have?
//!
//! A guess is the rule set with a field changed, or with a mistake, or with two of these. It
//! explains a program if it gives every answer that the program gave, right and wrong ones alike.
//! Guesses with one change are tried first, and two only of those that explain something.

use std::collections::BTreeMap;
use std::time::Instant;

use super::answer::Got;
use super::compare::Verdict;
use super::report::{Deviation, Diagnosis};
use super::suite::{Ask, Played};

/// Answers of each kind, wrong and right, by which guesses are sorted out before all are asked.
const SAMPLE: usize = 240;
/// Guesses of which each two are tried together.
const PAIRED: usize = 24;
/// Guesses that are counted in full where none explains everything.
const COUNTED: usize = 4;
/// Differences that each of two guesses must explain without the other's help.
const OWN_PART: usize = 3;

/// What somebody says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// 1, -1 or 0.
    Answer(i32),
    /// The rules let the game go on for ever. So may a program, or see that, and call it a draw as they do.
    Endless,
    /// Nothing.
    Nothing,
}

/// Somebody who says something of a question; `None` of one that cannot be played.
pub type Player<'r, Q> = Box<dyn FnMut(&Q) -> Option<Said> + 'r>;

/// Rules, and how else programs play.
pub trait Guesses {
    /// What is asked.
    type Asked: Ask;

    /// Guesses with one difference from the rules, the likely ones first.
    fn single(&self) -> Vec<Deviation>;

    /// Guesses that are asked after all those and each two of them.
    fn late(&self) -> Vec<Deviation> {
        Vec::new()
    }

    /// Somebody who plays so; `None` if this makes no other rule set, or none that is played here.
    fn player(&self, how: &Deviation) -> Option<Player<'_, Self::Asked>>;

    /// What the changed fields say, in sentences.
    fn readings(&self, _how: &Deviation) -> Vec<String> {
        Vec::new()
    }

    /// The same by the name of the rule set that it makes, if that has one.
    fn named(&self, how: &Deviation) -> Deviation {
        how.clone()
    }
}

impl<Q> Played<Q> {
    /// Whether rules can explain it: a crash or words are nothing that rules ask for.
    fn is_explicable(&self) -> bool {
        matches!(self.got, Got::Answer(_) | Got::Hung)
    }

    /// Whether a player says what the program said.
    fn is_said_by(&self, player: &mut Player<'_, Q>) -> bool {
        let Some(said) = player(&self.asked) else { return false };
        match self.got {
            Got::Answer(answer) => match said {
                Said::Answer(other) => other == answer.0,
                Said::Endless => answer.0 == 0,
                Said::Nothing => false,
            },
            Got::Hung => !matches!(said, Said::Answer(_)),
            Got::Nonsense(_) | Got::Died { .. } => true,
        }
    }
}

/// The answers of a program, sorted for guessing.
struct Evidence<'p, Q> {
    /// Wrong answers, each with its suite, short questions first: most guesses are found wrong at once.
    different: Vec<(usize, &'p Played<Q>)>,
    /// Right answers, likewise.
    equal: Vec<(usize, &'p Played<Q>)>,
    /// When nothing is played any more: then nothing is explained.
    until: Instant,
}

impl<'p, Q: Ask> Evidence<'p, Q> {
    fn new(verdicts: &'p [Verdict<Q>], until: Instant) -> Self {
        let of_suite = |(suite, verdict): (usize, &'p Verdict<Q>)| {
            verdict.asked.iter().map(move |played| (suite, played))
        };
        let all = verdicts.iter().enumerate().flat_map(of_suite);
        let explicable = all.filter(|(_, p)| p.is_explicable());
        let (mut different, mut equal): (Vec<_>, Vec<_>) =
            explicable.partition(|(_, p)| p.is_different());
        for list in [&mut different, &mut equal] {
            list.sort_by_key(|(_, p)| p.asked.numbers().len());
        }
        Self { different, equal, until }
    }

    fn is_time_up(&self) -> bool {
        Instant::now() >= self.until
    }

    /// A part of it, some of every suite: a mistake may show in one alone.
    fn sample(&self) -> Self {
        let some = |list: &[(usize, &'p Played<Q>)]| {
            let mut by_suite: BTreeMap<usize, Vec<(usize, &'p Played<Q>)>> = BTreeMap::new();
            for &(suite, p) in list {
                by_suite.entry(suite).or_default().push((suite, p));
            }
            let each = (SAMPLE / by_suite.len().max(1)).max(1);
            let spread = |suite: Vec<(usize, &'p Played<Q>)>| {
                let step = suite.len().div_ceil(each).max(1);
                suite.into_iter().step_by(step)
            };
            by_suite.into_values().flat_map(spread).collect()
        };
        Self { different: some(&self.different), equal: some(&self.equal), until: self.until }
    }

    /// All of it, as far as there is time.
    fn in_time(&self) -> impl Iterator<Item = &'p Played<Q>> {
        let every = self.different.iter().chain(&self.equal);
        every.take_while(|_| !self.is_time_up()).map(|&(_, p)| p)
    }

    /// What this player leaves open.
    fn open(&self, player: &mut Player<'_, Q>) -> impl Iterator<Item = &'p Played<Q>> {
        self.in_time().filter(|p| !p.is_said_by(player))
    }

    /// The guess that explains most of what this one leaves open, and nearly all of it; no more right
    /// answers would be wrong by it. With both of them.
    fn second(
        &self,
        game: &impl Guesses<Asked = Q>,
        first: &Deviation,
        guesses: &[Deviation],
    ) -> Option<Deviation> {
        let mut alone = game.player(first)?;
        let open: Vec<_> = self.open(&mut alone).collect();
        if open.len() < OWN_PART {
            return None;
        }
        let before = self.count(&mut alone);
        let explains = |how: &Deviation| {
            let mut both = game.player(how)?;
            let rest = open.iter().take_while(|_| !self.is_time_up());
            let rest = rest.filter(|p| p.is_said_by(&mut both)).count();
            if 10 * rest < 9 * open.len() {
                return None;
            }
            let fit = self.count(&mut both);
            (fit.explains > before.explains && fit.spoils <= before.spoils).then_some(fit.explains)
        };
        let pairs = guesses.iter().filter_map(|guess| both(first, guess));
        let found = pairs.filter_map(|pair| Some((explains(&pair)?, pair)));
        // The first of the best.
        let best = found.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, pair)| pair)
    }

    fn is_explained_by(&self, player: &mut Player<'_, Q>) -> bool {
        self.open(player).next().is_none() && !self.is_time_up()
    }

    /// How many wrong answers it explains, and how many right ones it would spoil.
    fn count(&self, player: &mut Player<'_, Q>) -> Fit {
        let mut count = |list: &[(usize, &Played<Q>)], agrees: bool| {
            let in_time = list.iter().take_while(|_| !self.is_time_up());
            in_time.filter(|(_, p)| p.is_said_by(player) == agrees).count()
        };
        let (explains, spoils) = (count(&self.different, true), count(&self.equal, false));
        // What was not played to the end says nothing.
        if self.is_time_up() { Fit { explains: 0, spoils } } else { Fit { explains, spoils } }
    }
}

/// How well a guess does.
#[derive(Clone, Copy, Debug)]
struct Fit {
    explains: usize,
    spoils: usize,
}

impl Fit {
    /// Whether it says more than a guess in the dark: of the wrong answers it explains most, and
    /// for each right one that it spoils, ten.
    fn is_telling(self, different: usize) -> bool {
        2 * self.explains > different && self.explains >= 10 * self.spoils
    }

    fn gain(self) -> isize {
        self.explains as isize - self.spoils as isize
    }
}

/// What explains the program's answers best; `None` if nothing explains much, or if time is up.
///
/// Where the program died or printed nonsense, no rules can explain it; these differences are
/// counted as not explained.
pub fn diagnose<G: Guesses>(
    game: &G,
    verdicts: &[Verdict<G::Asked>],
    until: Instant,
) -> Option<Diagnosis> {
    let all = Evidence::new(verdicts, until);
    // Of a program that mostly crashes the few answers fit many a guess.
    let different: usize = verdicts.iter().map(Verdict::different).sum();
    if all.different.is_empty() || 2 * all.different.len() < different {
        return None;
    }
    let sample = all.sample();
    let explains = |how: &Deviation| {
        game.player(how).is_some_and(|mut player| {
            sample.is_explained_by(&mut player) && all.is_explained_by(&mut player)
        })
    };
    let guesses = game.single();
    // Most guesses give another answer on one of the first questions, and most programs have one mistake:
    // whether a guess explains everything is asked of all guesses before how much each explains.
    let whole: Vec<&Deviation> = guesses.iter().filter(|how| explains(how)).collect();
    if all.is_time_up() {
        return None;
    }
    if let Some((how, others)) = whole.split_first() {
        let found = diagnosis(game, how, verdicts)?;
        let others = others.iter().map(|other| game.named(other));
        // A field and a rule set may be the same rules.
        let others =
            others.filter(|other| other.named.is_none() || other.named != found.deviation.named);
        return Some(Diagnosis { others: others.collect(), ..found });
    }
    let fit = |how| Some((sample.count(&mut game.player(how)?), how));
    let mut useful: Vec<(Fit, &Deviation)> =
        guesses.iter().filter_map(fit).filter(|(fit, _)| fit.explains > 0).collect();
    if all.is_time_up() {
        return None;
    }
    // Likely guesses stay before others that do as well.
    useful.sort_by_key(|(fit, _)| std::cmp::Reverse(fit.gain()));
    let can_pair = |how: &&Deviation| how.named.is_none();
    let by_use: Vec<&Deviation> =
        useful.iter().map(|&(_, how)| how).filter(can_pair).take(PAIRED).collect();
    // Whether this guess alone leaves enough unexplained for another one beside it.
    let leaves_open = |how: &&Deviation| {
        let player = game.player(how);
        player.is_some_and(|mut alone| all.open(&mut alone).take(OWN_PART).count() == OWN_PART)
    };
    for (k, first) in by_use.iter().enumerate() {
        for second in &by_use[k + 1..] {
            if let Some(pair) = both(first, second).filter(explains)
                && [first, second].into_iter().all(leaves_open)
            {
                return diagnosis(game, &pair, verdicts);
            }
        }
    }
    if let Some(how) = game.late().iter().find(|how| explains(how)) {
        return diagnosis(game, how, verdicts);
    }
    let counted = by_use.iter().take(COUNTED).filter(|_| !all.is_time_up());
    let counted = counted.filter_map(|&how| {
        let fit = all.count(&mut game.player(how)?);
        fit.is_telling(all.different.len()).then_some((fit, how))
    });
    // The first of the best.
    let best = counted.reduce(|best, next| if next.0.gain() > best.0.gain() { next } else { best });
    let (_, how) = best?;
    // What shows on a few questions alone may show on none of the sample.
    let two = all.second(game, how, &guesses);
    diagnosis(game, two.as_ref().unwrap_or(how), verdicts)
}

/// Two guesses as one; `None` where they are about one field, or one is a rule set with a name.
fn both(first: &Deviation, second: &Deviation) -> Option<Deviation> {
    let is_changed = |key: &str| first.fields.iter().any(|(other, _)| other == key);
    let is_one = second.fields.iter().any(|(key, _)| is_changed(key));
    let can_pair = !is_one && first.named.is_none() && second.named.is_none();
    can_pair.then(|| Deviation {
        named: None,
        fields: [&first.fields[..], &second.fields].concat(),
        slips: [&first.slips[..], &second.slips].concat(),
    })
}

/// A guess with what it explains.
fn diagnosis<G: Guesses>(
    game: &G,
    how: &Deviation,
    verdicts: &[Verdict<G::Asked>],
) -> Option<Diagnosis> {
    let mut player = game.player(how)?;
    let (deviation, readings) = (game.named(how), game.readings(how));
    let mut diagnosis = Diagnosis { deviation, readings, ..Diagnosis::default() };
    for verdict in verdicts {
        let (wrong, mut open) = (verdict.different(), 0);
        for p in &verdict.asked {
            let explained = p.is_explicable() && p.is_said_by(&mut player);
            open += usize::from(!explained);
            match p.is_different() {
                true => diagnosis.explains += usize::from(explained),
                false => diagnosis.spoils += usize::from(!explained),
            }
        }
        diagnosis.of += wrong;
        diagnosis.asked += verdict.asked.len();
        diagnosis.suites += usize::from(wrong > 0);
        diagnosis.suites_explained += usize::from(wrong > 0 && open == 0);
    }
    Some(diagnosis)
}
