//! The common shape of every comparison of two rule sets.

use super::mean::{Bound, Estimate};

/// A measure of two rule sets, their difference, its interval and its test.
///
/// Shapes: `difference` is `value_2 - value_1`; what is undefined is `None` (no games, or no
/// spread).
/// Units: those of the measure; the interval has the confidence that the caller asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Games of the first rule set.
    pub n_1: u64,
    /// Games of the second; paired: the same games.
    pub n_2: u64,
    /// Ratio or mean under the first rule set.
    pub value_1: Option<f64>,
    /// Ratio or mean under the second.
    pub value_2: Option<f64>,
    /// `value_2 - value_1`.
    pub difference: Option<f64>,
    /// Standard error of the difference, estimated.
    pub std_err: Option<f64>,
    /// The ends of the interval of the difference.
    pub interval: Option<(f64, f64)>,
    /// An interval that holds whatever did not occur, where lengths are bounded: what "equivalent" is judged by.
    pub bound: Option<(f64, f64)>,
    /// Two-sided p-value of no difference, before any adjustment for several tests.
    pub p_value: Option<f64>,
    /// Whether so few or so skewed games make interval and p-value rough ones.
    pub rough: bool,
    /// How interval and p-value were found.
    pub method: Method,
}

impl Difference {
    /// A comparison that no game has informed.
    pub fn empty(n_1: u64, n_2: u64, method: Method) -> Self {
        Self {
            n_1,
            n_2,
            value_1: None,
            value_2: None,
            difference: None,
            std_err: None,
            interval: None,
            bound: None,
            p_value: None,
            rough: false,
            method,
        }
    }

    /// Of how often nobody wins, what follows for one of so many seats that win equally often.
    pub fn of_one_in(self, seats: u64) -> Self {
        let part = |share: f64| (1.0 - share) / seats as f64;
        let turned = self.in_units_of(-(seats as f64));
        Self { value_1: self.value_1.map(part), value_2: self.value_2.map(part), ..turned }
    }

    /// The same in units of so many; less than 0: the other way round.
    pub fn in_units_of(self, unit: f64) -> Self {
        // Nothing has no sign.
        let of = |value: Option<f64>| value.map(|value| value / unit + 0.0);
        let ends = |ends: Option<(f64, f64)>| {
            let ends = ends.map(|(low, high)| (low / unit + 0.0, high / unit + 0.0));
            ends.map(|(one, two)| if unit < 0.0 { (two, one) } else { (one, two) })
        };
        Self {
            value_1: of(self.value_1),
            value_2: of(self.value_2),
            difference: of(self.difference),
            std_err: of(self.std_err).map(f64::abs),
            interval: ends(self.interval),
            bound: ends(self.bound),
            ..self
        }
    }

    /// The same of exact counts, `same` if of the same deals: no chance, so no interval and no test.
    pub fn exactly(self, same: bool) -> Self {
        let method = if same { Method::ExactSame } else { Method::ExactApart };
        let Self { n_1, n_2, value_1, value_2, difference, .. } = self;
        Self { value_1, value_2, difference, ..Self::empty(n_1, n_2, method) }
    }

    /// Enters what the values say of a mean: Student's interval and test where they are honest, else those of the
    /// bound; nothing where there is none.
    ///
    /// Student's are honest where rare values that did not occur in `n` games could not put the mean outside
    /// (so some four of the rarer kind were seen), without a bound where the mean is not a rough one.
    pub(super) fn conclude(&mut self, estimate: &Estimate, n: u64, bound: Option<Bound>, z: f64) {
        let spread = estimate.std_err > 0.0;
        let (low, high) =
            if spread { estimate.interval(z) } else { (estimate.mean, estimate.mean) };
        let honest = match bound {
            None => !estimate.is_rough(n),
            Some(Bound { unseen: (below, above), .. }) => {
                !estimate.is_of_few(n)
                    && estimate.mean - low >= below
                    && high - estimate.mean >= above
            }
        };
        self.bound = bound.map(|bound| bound.interval);
        match (spread && honest, bound) {
            (true, _) => {
                self.interval = Some((low, high));
                self.p_value = Some(estimate.p_value());
                self.rough = estimate.is_rough(n);
            }
            (false, Some(bound)) => {
                self.interval = Some(bound.interval);
                self.p_value = Some(bound.p_value);
                self.method = self.method.by_bound();
            }
            (false, None) => self.p_value = (!spread && estimate.mean == 0.0).then_some(1.0),
        }
    }
}

/// How an interval and a p-value were found; the name is the `method` column of `comparison.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Paired ratios, few discordant games: exact McNemar test, Tango's score interval.
    McNemarExact,
    /// Paired ratios, many discordant games: McNemar's chi-square, Tango's score interval.
    McNemarChiSquare,
    /// Paired means: Student's t, corrected for skewness, of the mean difference.
    PairedMean,
    /// Paired means of few or of very uneven games: an empirical-Bernstein bound.
    PairedBound,
    /// Independent ratios, few wins or few losses: Fisher's exact test, Newcombe's hybrid score interval.
    FisherExact,
    /// Independent ratios: pooled z test, Newcombe's hybrid score interval.
    PooledZ,
    /// Independent means: Welch's t, corrected for skewness.
    Welch,
    /// Independent means of few or of very uneven games: an empirical-Bernstein bound of each.
    UnpairedBound,
    /// Means or ratios over deals that are partly the same: an interval for any dependence.
    AnyDependence,
    /// Every order of the deck, the same for both: nothing is left to chance.
    ExactSame,
    /// Every order of each one's own deck.
    ExactApart,
    /// The same of few or of very uneven games: an empirical-Bernstein bound of each.
    AnyDependenceBound,
}

impl Method {
    /// The words of the `method` column; without a comma, and never changed for an old meaning.
    pub fn name(self) -> &'static str {
        match self {
            Self::McNemarExact => "paired: exact McNemar test; Tango score interval",
            Self::McNemarChiSquare => "paired: McNemar chi-square test; Tango score interval",
            Self::PairedMean => {
                "paired: skewness-corrected t test and interval of the mean difference"
            }
            Self::PairedBound => "paired: empirical-Bernstein bound of the mean difference",
            Self::FisherExact => "unpaired: Fisher exact test; Newcombe score interval",
            Self::PooledZ => "unpaired: pooled z test; Newcombe score interval",
            Self::Welch => "unpaired: skewness-corrected Welch t test and interval",
            Self::UnpairedBound => "unpaired: empirical-Bernstein bounds of both means",
            Self::AnyDependenceBound => "shared deals: empirical-Bernstein bounds of both means",
            Self::AnyDependence => "shared deals: t interval for any dependence",
            Self::ExactSame => "exact: every order of the deck",
            Self::ExactApart => "exact: every order of each deck",
        }
    }

    /// Whether it is over the same games, one by one.
    pub fn is_paired(self) -> bool {
        matches!(self, Self::ExactSame) || self.name().starts_with("paired")
    }

    /// Whether nothing in it is due to chance.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::ExactSame | Self::ExactApart)
    }

    /// The same by a bound instead of Student's t.
    fn by_bound(self) -> Self {
        match self {
            Self::PairedMean => Self::PairedBound,
            Self::Welch => Self::UnpairedBound,
            Self::AnyDependence => Self::AnyDependenceBound,
            other => other,
        }
    }
}
