//! What is estimated: the ratio of an outcome or the mean of a counter, and how precisely.

use crate::core::game::GameInfo;
use crate::core::wording::number;
use crate::lab::refused::Refused;

/// A number that a study estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The ratio of the outcome at this position.
    Outcome(usize),
    /// The mean of the counter at this position; that of the first is the length.
    Mean(usize),
}

impl Measure {
    /// The mean length.
    pub const LENGTH: Self = Self::Mean(0);

    /// Every measure of a game, in the order of the files.
    pub fn all(info: &GameInfo) -> Vec<Measure> {
        let outcomes = (0..info.outcomes.len()).map(Measure::Outcome);
        outcomes.chain(info.means().map(Measure::Mean)).collect()
    }

    /// Those that are compared where nobody names any: all outcomes but mirrors of others, and the length.
    pub fn usual(info: &GameInfo) -> Vec<Measure> {
        let mut usual = Measure::all(info);
        usual.retain(|measure| match measure {
            Measure::Outcome(_) => !info.mirrors.contains(&measure.name(info)),
            measure => *measure == Measure::LENGTH,
        });
        usual
    }

    /// The word of the files and options.
    pub fn name(self, info: &GameInfo) -> &'static str {
        match self {
            Measure::Outcome(outcome) => info.outcomes[outcome].measure,
            Measure::Mean(counter) => info.counters[counter].name,
        }
    }

    /// The measure of this name, which was written at this key.
    ///
    /// Errors: [`Refused`], with the nearest one.
    pub fn of_name(key: &'static str, word: &str, info: &GameInfo) -> Result<Measure, Refused> {
        let all = Measure::all(info);
        all.iter().copied().find(|measure| measure.name(info) == word).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|measure| measure.name(info)).collect();
            Refused::unknown(key, word, "measure", &names)
        })
    }
}

/// A wanted half-width of the interval of a measure, or the smallest difference of it that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Of what.
    pub measure: Measure,
    /// The half-width, in the measure's unit (ratios: 0 to 1).
    pub half_width: f64,
}

impl Target {
    /// As it is written, such as `a_win:0.0005`.
    pub fn text(&self, info: &GameInfo) -> String {
        format!("{}:{}", self.measure.name(info), self.half_width)
    }

    /// A target as written, such as `a_win:0.0005`.
    ///
    /// Errors: [`Refused`], also for what no interval can be.
    pub fn parse(text: &str, info: &GameInfo) -> Result<Self, Refused> {
        let length = info.length().name;
        let form = || {
            let first = info.outcomes[0].measure;
            let example = format!("{first}:0.0005 or {length}:0.5");
            Refused::usage(format!("`{text}` is not MEASURE:NUMBER, such as {example}"))
        };
        let (name, digits) = text.split_once(':').ok_or_else(form)?;
        let half_width = number::number(digits).ok_or_else(form)?;
        let measure = Measure::of_name("", name, info)?;
        let ratio = matches!(measure, Measure::Outcome(_));
        let fits = half_width > 0.0 && (!ratio || half_width < 0.5);
        if !fits {
            let upper = if ratio { " and below 0.5" } else { "" };
            return Err(Refused::usage(format!("its number must be above 0{upper}")));
        }
        Ok(Self { measure, half_width })
    }
}
