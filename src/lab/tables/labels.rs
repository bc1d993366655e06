//! What the lines of rule sets are called on the terminal: by name, or by the values of what is swept.

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
