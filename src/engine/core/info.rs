//! The words of a game and what is counted of it.

/// The words of a game and what is counted of it.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The game in options, files and folders, such as `war`.
    pub name: &'static str,
    /// The game in a sentence, such as `War`.
    pub title: &'static str,
    /// Name and version of the recipe from seed and index to a deal.
    pub recipe: &'static str,
    /// What rule sets share when they meet the same chance: `deals`, `rolls`.
    pub chance: &'static str,
    /// One of these: `deal`, `series of rolls`.
    pub one_chance: &'static str,
    /// Columns of result tables that say what was dealt, such as `cards`; see
    /// [`setup_values`](super::game::RuleFacts::setup_values).
    pub setup_columns: &'static [&'static str],
    /// Whether the row of each game holds these columns, too; they are whole numbers then.
    pub setup_in_rows: bool,
    /// Rule fields that are options of their own and columns of its tables, so that no name has to tell them.
    pub told_beside: &'static [&'static str],
    /// The outcomes, in the order of every file; nobody wins the last one, if there is such a one.
    pub outcomes: &'static [OutcomeInfo],
    /// Why a game ends, in the order of every file.
    pub end_reasons: &'static [&'static str],
    /// Those of games that would go on for ever, such as `cycle`.
    pub endless: &'static [&'static str],
    /// Those of games that were stopped before their end, such as `limit`.
    pub stopped: &'static [&'static str],
    /// The whole numbers known of each game; the first is the game's length.
    pub counters: &'static [CounterInfo],
    /// Counts that are not one per game.
    pub series: &'static [SeriesInfo],
    /// Measures that say what others say already, seen from the other side: compared only if asked for.
    pub mirrors: &'static [&'static str],
    /// Names, without `.csv`, of the tables that only this game has.
    pub tables: &'static [&'static str],
    /// What the other columns of its tables hold that have words of its own, for the data package; a
    /// column as `file.csv:column` where the table matters.
    pub columns: &'static [(&'static str, &'static str)],
    /// What can be seen of a deal before it is played.
    pub features: &'static [FeatureInfo],
    /// What a row of a game holds after the rule set, the setup and the index.
    pub row_columns: &'static [RowColumn],
    /// Games that are played at once.
    pub block: u64,
}

/// One way for a game to come out.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeInfo {
    /// The word of the `outcome` column, such as `A`.
    pub name: &'static str,
    /// The column that counts it, such as `a_wins`.
    pub count: &'static str,
    /// The beginning of the columns of its ratio, such as `a`.
    pub key: &'static str,
    /// The measure of its ratio, such as `a_win`.
    pub measure: &'static str,
    /// On the terminal, such as `A wins`.
    pub label: &'static str,
    /// Whether somebody won.
    pub decided: bool,
}

impl OutcomeInfo {
    /// A player won.
    pub const fn seat(
        name: &'static str,
        key: &'static str,
        count: &'static str,
        measure: &'static str,
        label: &'static str,
    ) -> Self {
        Self { name, count, key, measure, label, decided: true }
    }

    /// Nobody won.
    pub const fn nobody(name: &'static str, count: &'static str) -> Self {
        Self { name, count, key: name, measure: name, label: name, decided: false }
    }
}

/// A whole number known of each game.
#[derive(Clone, Copy, Debug)]
pub struct CounterInfo {
    /// The word of columns: the plural, such as `battles`.
    pub name: &'static str,
    /// What it counts; empty where another column says it.
    pub about: &'static str,
    /// The file of its histogram, such as `rounds.csv`; empty where there is none.
    pub file: &'static str,
    /// What is kept of it.
    pub keep: Keep,
}

impl CounterInfo {
    /// A counter of this name, with what it counts.
    pub const fn new(name: &'static str, about: &'static str, keep: Keep) -> Self {
        Self { name, about, file: "", keep }
    }
}

/// What a tally keeps of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// How often each value occurred, by outcome and end reason.
    Histogram,
    /// The sum, by outcome and end reason.
    Sum,
    /// The sums of its first three powers, over all games: its mean is a measure, compared if asked for.
    Mean,
    /// The largest value.
    Max,
    /// Nothing: it appears in rows only.
    Nothing,
}

/// Counts by a key of one or two whole numbers.
#[derive(Clone, Copy, Debug)]
pub struct SeriesInfo {
    /// The file, such as `wars.csv`.
    pub file: &'static str,
    /// The columns of the key; one or two.
    pub keys: &'static [&'static str],
    /// The column of the count.
    pub count: &'static str,
    /// Whether the table is written even if it has no row.
    pub always: bool,
}

/// Something that can be seen of a deal.
#[derive(Clone, Copy, Debug)]
pub struct FeatureInfo {
    /// The word of options and columns.
    pub name: &'static str,
    /// What it is, for `--help`.
    pub summary: &'static str,
}

/// A column of the row of a game: its header, and what it holds.
pub type RowColumn = (&'static str, RowValue);

/// What a column of a row holds.
#[derive(Clone, Copy, Debug)]
pub enum RowValue {
    /// A word for how the game ended, by the positions of outcome and end reason.
    End(fn(&GameInfo, end: (usize, usize)) -> &'static str),
    /// The counter at this position.
    Counter(usize),
}

impl GameInfo {
    /// Why no deal of it can be written.
    pub fn no_deals(&self) -> String {
        let title = self.title;
        format!("{title} has no deals to be written; play a game of the seed with --game I")
    }

    /// The length that the game is measured by.
    pub fn length(&self) -> &'static CounterInfo {
        &self.counters[0]
    }

    /// The counters whose means are measures: the length, and those that are kept for it.
    pub fn means(&self) -> impl Iterator<Item = usize> {
        let is_one = |&k: &usize| k == 0 || self.counters[k].keep == Keep::Mean;
        (0..self.counters.len()).filter(is_one)
    }

    /// What columns of its tables hold: counters, then the others.
    pub fn described(&self) -> Vec<(&'static str, &'static str)> {
        let counters = self.counters.iter().map(|counter| (counter.name, counter.about));
        counters
            .filter(|(_, about)| !about.is_empty())
            .chain(self.columns.iter().copied())
            .collect()
    }

    /// Ways to end: outcomes times end reasons.
    pub fn ends(&self) -> usize {
        self.outcomes.len() * self.end_reasons.len()
    }

    /// The positions of the outcome and the end reason of an end.
    pub fn outcome_and_reason(&self, end: usize) -> (usize, usize) {
        (end / self.end_reasons.len(), end % self.end_reasons.len())
    }

    /// Positions of the outcomes that somebody won.
    pub fn decided(&self) -> Vec<usize> {
        (0..self.outcomes.len()).filter(|&o| self.outcomes[o].decided).collect()
    }

    /// Positions of all outcomes.
    pub fn all_outcomes(&self) -> Vec<usize> {
        (0..self.outcomes.len()).collect()
    }
}
