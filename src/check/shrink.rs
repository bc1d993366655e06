//! Takes a list that shows a difference down to a small one that still does.
//!
//! First whole stretches are left out, then single pairs, then the numbers are made smaller. Every
//! step is kept only if the difference stays, so the result shows it for certain.
//! Source of the first part: A. Zeller and R. Hildebrandt, "Simplifying and isolating
//! failure-inducing input", IEEE Trans. Software Eng. 28 (2002) 183-200.

/// Lists of more numbers are not tried without each pair: there are too many pairs.
const MOST_FOR_PAIRS: usize = 24;
/// Longer lists lose no stretch smaller than this part of them, and keep their single numbers.
const MOST_CHUNKS: usize = 256;
/// Lists asked about at once.
const AT_ONCE: usize = 32;
/// Shorter lists that are tried, all of a length or none.
const MOST_SHORTER: usize = 4_096;

/// A smaller list with the same difference: fewer numbers first, then numbers nearer to 1 (or -1).
///
/// `still` says which of some lists show the difference, in order; fewer answers mean that time is up.
pub fn shrink(list: Vec<i32>, still: &mut impl FnMut(&[Vec<i32>]) -> Vec<bool>) -> Vec<i32> {
    let mut search = Search { best: list, still, time_is_up: false };
    loop {
        let before = search.best.clone();
        search.drop_chunks();
        search.drop_pairs();
        search.shrink_numbers();
        if search.best == before || search.time_is_up {
            return search.best;
        }
    }
}

/// The shortest list of the same numbers with the same difference, as far as there are few enough of
/// them. A list that loses no number by itself may do so if the others change places or values: that
/// is no way down that [`shrink`] could see.
pub fn shortest(list: Vec<i32>, still: &mut impl FnMut(&[Vec<i32>]) -> Vec<bool>) -> Vec<i32> {
    let mut search = Search { best: list, still, time_is_up: false };
    if search.take_shorter() {
        search.shrink_numbers();
    }
    search.best
}

struct Search<'s, S> {
    best: Vec<i32>,
    still: &'s mut S,
    time_is_up: bool,
}

impl<S: FnMut(&[Vec<i32>]) -> Vec<bool>> Search<'_, S> {
    /// Takes the first of these lists that still shows the difference.
    fn take_first(&mut self, lists: impl Iterator<Item = Vec<i32>>) -> bool {
        let mut lists = lists.peekable();
        while lists.peek().is_some() && !self.time_is_up {
            let portion: Vec<Vec<i32>> = lists.by_ref().take(AT_ONCE).collect();
            let answers = (self.still)(&portion);
            self.time_is_up = answers.len() < portion.len();
            if let Some(found) = answers.iter().position(|&still| still) {
                self.best = portion[found].clone();
                return true;
            }
        }
        false
    }

    fn drop_chunks(&mut self) {
        let mut size = self.best.len();
        while size > 0 && self.best.len().div_ceil(size) <= MOST_CHUNKS {
            let list = self.best.clone();
            // From the end, where cards are seldom reached.
            let starts = (0..list.len()).step_by(size).collect::<Vec<_>>().into_iter().rev();
            let without = starts.map(|start| {
                let end = (start + size).min(list.len());
                [&list[..start], &list[end..]].concat()
            });
            if self.take_first(without) {
                size = size.min(self.best.len());
            } else {
                size /= 2;
            }
        }
    }

    fn drop_pairs(&mut self) {
        while (2..=MOST_FOR_PAIRS).contains(&self.best.len()) {
            let list = self.best.clone();
            let count = list.len();
            let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
            let without = pairs.map(|(i, j)| {
                let kept = list.iter().enumerate().filter(|&(k, _)| k != i && k != j);
                kept.map(|(_, &number)| number).collect()
            });
            if !self.take_first(without) {
                return;
            }
        }
    }

    fn take_shorter(&mut self) -> bool {
        let numbers = distinct(self.best.clone());
        let base = numbers.len();
        let mut left = MOST_SHORTER;
        let lengths = (0..self.best.len()).map_while(|length| {
            let count = base.checked_pow(u32::try_from(length).ok()?)?;
            left = left.checked_sub(count)?;
            Some((length, count))
        });
        let lists = lengths.collect::<Vec<_>>().into_iter().flat_map(|(length, count)| {
            let list = |k: usize| {
                let digits = (0..length as u32).rev().map(|place| k / base.pow(place) % base);
                digits.map(|digit| numbers[digit]).collect()
            };
            (0..count).map(list).collect::<Vec<Vec<i32>>>()
        });
        self.take_first(lists)
    }

    fn shrink_numbers(&mut self) {
        // All at once: the order of the numbers is mostly all that counts.
        let ranks = ranked(&self.best);
        if ranks != self.best {
            self.take_first(std::iter::once(ranks));
        }
        for mut value in distinct(self.best.clone()) {
            // Every copy of a number, nearer to 1 by all of the way, half of it, a quarter ...
            loop {
                let list = self.best.clone();
                let way = i64::from(value) - i64::from(value.signum());
                let steps = (0..32).map(|k| way / (1_i64 << k)).take_while(|&d| d != 0);
                let nearer: Vec<i32> = steps.map(|d| (i64::from(value) - d) as i32).collect();
                let replaced = nearer.iter().map(|&new| {
                    list.iter().map(|&old| if old == value { new } else { old }).collect()
                });
                if !self.take_first(replaced) {
                    break;
                }
                let place = list.iter().position(|&old| old == value);
                value = place.map_or(0, |k| self.best[k]);
            }
        }
        // One by one, down to a number that is there already.
        if self.best.len() > MOST_CHUNKS {
            return;
        }
        for place in 0..self.best.len() {
            let list = self.best.clone();
            let smaller = list.iter().copied().filter(|&n| n >= 0 && n < list[place]);
            let replaced = distinct(smaller.collect()).into_iter().map(|new| {
                let mut replaced = list.clone();
                replaced[place] = new;
                replaced
            });
            self.take_first(replaced);
        }
    }
}

/// Each number once, in order.
fn distinct(mut numbers: Vec<i32>) -> Vec<i32> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The numbers replaced by their order: 1 for the smallest, 2 for the next.
fn ranked(list: &[i32]) -> Vec<i32> {
    let values = distinct(list.to_vec());
    list.iter().map(|n| values.partition_point(|v| v < n) as i32 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smallest(list: Vec<i32>, shows: impl Fn(&[i32]) -> bool) -> Vec<i32> {
        shrink(list, &mut |lists: &[Vec<i32>]| lists.iter().map(|l| shows(l)).collect())
    }

    #[test]
    fn only_what_is_needed_stays() {
        let list: Vec<i32> = (1..=52).collect();
        assert_eq!(smallest(list.clone(), |l| l.contains(&17)), [17]);
        assert!(smallest(list.clone(), |_| true).is_empty());
        assert_eq!(smallest(list.clone(), |l| l.len() >= 3), [1, 1, 1]);
        // A parity that single removals would change.
        let even = |l: &[i32]| l.len().is_multiple_of(2) && l.len() >= 4;
        assert_eq!(smallest(list.clone(), even), [1, 1, 1, 1]);
        assert_eq!(smallest(list.clone(), |l| l == (1..=52).collect::<Vec<_>>()), list);
    }

    #[test]
    fn no_shorter_list_of_the_same_numbers_is_left_out() {
        // Nothing can be left out of the one, and the other is another list.
        let (nine, eight) = ([2, 1, 1, 2, 1, 2, 1, 1, 2], [1, 1, 1, 1, 1, 2, 1, 1]);
        let shows = |list: &[i32]| list == nine || list == eight;
        assert_eq!(smallest(nine.to_vec(), shows), nine);
        let mut still = |lists: &[Vec<i32>]| lists.iter().map(|l| shows(l)).collect();
        assert_eq!(shortest(nine.to_vec(), &mut still), eight);
        assert_eq!(shortest(eight.to_vec(), &mut still), eight);
        assert_eq!(shortest(Vec::new(), &mut still), [0; 0]);
        // Too many to try: as it is.
        let many: Vec<i32> = (1..=60).collect();
        assert_eq!(
            shortest(many.clone(), &mut |lists: &[Vec<i32>]| vec![false; lists.len()]),
            many
        );
    }

    #[test]
    fn numbers_come_down_to_the_border() {
        assert_eq!(smallest(vec![5, 1_000_000, 7], |l| l.iter().any(|&n| n > 127)), [128]);
        assert_eq!(smallest(vec![-2_000_000_000], |l| l.iter().any(|&n| n < -10)), [-11]);
        assert_eq!(smallest(vec![i32::MIN, i32::MAX], |l| l.len() == 2 && l[0] < l[1]), [1, 2]);
    }

    #[test]
    fn when_time_is_up_the_best_so_far_counts() {
        let mut asked = 0;
        let found = shrink((1..=40).collect(), &mut |lists: &[Vec<i32>]| {
            asked += 1;
            let answers: Vec<bool> = lists.iter().map(|l| l.contains(&40)).collect();
            if asked < 3 { answers } else { Vec::new() }
        });
        assert!(found.contains(&40) && found.len() < 40 && asked == 3, "{found:?} {asked}");
    }
}
