//! Parts of a study, for many machines.

use std::ops::Range;
use std::str::FromStr;

use super::Study;
use crate::core::wording::number::whole;
use crate::lab::refused::Refused;

/// One of several equal parts of a study: a range of the games of every cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, counted from 1.
    number: u64,
    /// Of how many.
    of: u64,
}

impl Shard {
    /// The games of this part of `games` games from `first` on: the parts follow one another, and
    /// their sizes differ by one at most. With more parts than games some have none.
    pub fn range(self, first: u64, games: u64) -> Range<u64> {
        let at = |part: u64| {
            let before = u128::from(games) * u128::from(part) / u128::from(self.of);
            // At most `games`, so it fits.
            first + before as u64
        };
        at(self.number - 1)..at(self.number)
    }

    /// What the name of its folder ends with, such as `-shard03of12`, so that parts sort.
    pub fn suffix(self) -> String {
        let width = self.of.to_string().len();
        format!("-shard{:0width$}of{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (whole(number).ok()?, whole(of).ok()?);
            (1..=of).contains(&number).then_some(Self { number, of })
        };
        read().ok_or_else(|| {
            let text = text.escape_debug();
            let what = "write K/M, K from 1 to M, such as 3/7 for the third of seven parts";
            Refused::usage(format!("`{text}`: {what}"))
        })
    }
}

impl Study {
    /// This part of the study. Played alone, on any machine, its state merges with those of the
    /// other parts into that of the whole.
    ///
    /// Errors: [`Refused`] where a precision decides how many games are played, and for
    /// a part of a part.
    ///
    /// ```
    /// use war_sim::Study;
    ///
    /// let part = Study::war(["umass"])?.games(1_000).shard("3/7".parse()?)?;
    /// assert_eq!(part.range(), 285..428);
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn shard(self, shard: Shard) -> Result<Self, Refused> {
        let invalid = |what: &str| Err(Refused::key("shard", what));
        if self.has_targets() {
            return invalid(
                "a part of a study cannot know when the whole is precise enough: use a fixed number \
                 of games instead of {until}",
            );
        }
        if self.part_of.is_some() {
            return invalid("it is a part already");
        }
        self.check_sound()?;
        let whole = self.whole();
        let part = shard.range(self.first_game, self.games);
        Ok(Self { part_of: Some(whole), ..self.of_games(part) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_one_another_without_gap_or_overlap() {
        for (first, games, of) in
            [(0, 1000, 7), (5, 3, 7), (0, 0, 2), (9, u64::MAX - 9, 1_000), (3, 10, 1)]
        {
            let mut next = first;
            for number in 1..=of {
                let range = Shard { number, of }.range(first, games);
                assert_eq!(range.start, next);
                assert!(
                    (range.end - range.start).abs_diff(games / of) <= 1,
                    "{range:?} of {games}"
                );
                next = range.end;
            }
            assert_eq!(next, first + games);
        }
    }

    #[test]
    fn a_part_is_written_as_its_number_of_how_many() {
        let shard: Shard = "3/12".parse().expect("a part");
        assert_eq!(shard.suffix(), "-shard03of12");
        for bad in ["", "3", "0/7", "8/7", "1/0", "-1/7", "a/b", "1/2/3", "+1/2", " 1/2", "1/"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
