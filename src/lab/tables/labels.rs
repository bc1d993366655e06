//! What the lines of rule sets are called: by name, in few letters, or by the values of what is swept.

use crate::lab::spec::Study;

/// What stands at the left of lines of rule sets: heads, and a field under each for every cell.
pub struct Labels {
    /// What the columns are.
    pub heads: Vec<String>,
    /// The fields of each cell.
    pub of: Vec<Vec<String>>,
}

impl Labels {
    /// The values of the swept fields, else the names.
    pub fn of(study: &Study) -> Self {
        let swept: Vec<_> =
            study.cells.iter().map(|cell| (study.swept_values(&cell.rules), &cell.part)).collect();
        // Two sweeps may have the same values over other rules.
        let is_twice = (0..swept.len()).any(|k| swept[..k].contains(&swept[k]));
        if study.swept.is_empty() || is_twice {
            return Self::names(study.cells.iter().map(|cell| cell.name.as_str()));
        }
        let mut heads = study.swept.clone();
        let parts = study.cells.iter().any(|cell| !cell.part.is_empty());
        heads.extend(parts.then(String::new));
        let of = study.cells.iter().map(|cell| {
            let values = study.swept_values(&cell.rules).into_iter().map(|value| value.to_string());
            values.chain(parts.then(|| cell.part.clone())).collect()
        });
        Self { of: of.collect(), heads }
    }

    /// These names.
    pub fn names<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        Self { heads: vec![String::new()], of: names.map(|name| vec![name.to_owned()]).collect() }
    }

    /// A cell in a sentence: `war.face_down=2, pickup=as-laid`, or its name.
    pub fn sentence(&self, k: usize) -> String {
        let words = self.heads.iter().zip(&self.of[k]);
        let words = words.map(|(head, value)| match head.is_empty() {
            true => value.clone(),
            false => format!("{head}={value}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// Names without what all of them begin and end with: of changes of one rule set the fields, of rule sets with one
/// deck their own names.
pub fn shortened(names: &[String]) -> Vec<String> {
    let [first, _, ..] = names else { return names.to_vec() };
    let all = |is_so: &dyn Fn(&String) -> bool| names.iter().all(is_so);
    let mut begins = first.match_indices([' ', '{', ',']).map(|(at, _)| at + 1).rev();
    let fits = |&at: &usize| all(&|name| name.len() > at && name.starts_with(&first[..at]));
    let from = begins.find(fits).unwrap_or(0);
    let is_within = first[..from].contains('{');
    let mut ends = first.match_indices(if is_within { [',', '}'] } else { ['{'; 2] });
    let fits = |end: &str| all(&|name| name.len() > from + end.len() && name.ends_with(end));
    let end = ends.find_map(|(at, _)| Some(&first[at..]).filter(|end| fits(end)));
    let short = |name: &String| name[from..name.len() - end.map_or(0, str::len)].to_owned();
    names.iter().map(short).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_have_in_common_is_left_out() {
        for (names, short) in [
            (["umass{a=4,b=3}", "one-down{a=4,b=3}"], ["umass", "one-down"]),
            (["bwinf 1:2", "bwinf 1:3"], ["1:2", "1:3"]),
            (["umass", "umass{limit.at=20}"], ["umass", "umass{limit.at=20}"]),
            (["umass{a=1,b=w,c=2}", "umass{a=1,b=v,c=2}"], ["b=w", "b=v"]),
            (["umass{a=1}", "umass{a=1,c=2}"], ["a=1", "a=1,c=2"]),
            (["umass{a=1,c=2}", "bent{b=1,c=2}"], ["umass{a=1,c=2}", "bent{b=1,c=2}"]),
            (["same", "same"], ["same", "same"]),
        ] {
            assert_eq!(shortened(&names.map(String::from)), short);
        }
        assert_eq!(shortened(&["umass{a=1}".into()]), ["umass{a=1}"]);
    }
}
