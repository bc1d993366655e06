//! The tables that every game has: one list for whoever writes, asks for, or keeps clear of them.

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What `--table` calls it; its file is `NAME.csv`.
    pub name: &'static str,
    /// When it is written.
    pub written: When,
}

/// When a table is written, where there is something to say in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Unless the game has its own instead.
    Usually,
    /// Also beside those that the game has of its own.
    BesideOwn,
    /// By another question than a batch of games.
    Elsewhere,
}

/// All of them, in the order of writing: no rows of games may have the file of one.
pub const TABLES: &[Kind] = &[
    Kind { name: "summary", written: When::Usually },
    Kind { name: "estimates", written: When::Usually },
    Kind { name: "histogram", written: When::Usually },
    Kind { name: "comparison", written: When::BesideOwn },
    Kind { name: "strata", written: When::BesideOwn },
    Kind { name: "precision", written: When::BesideOwn },
    Kind { name: "exact", written: When::Elsewhere },
];

/// Whether a table is written by a game that has tables of its own `instead`, if it does.
pub fn is_wanted(name: &str, instead: Option<&[&str]>) -> bool {
    let written = TABLES.iter().find(|kind| kind.name == name).map(|kind| kind.written);
    match written {
        Some(When::BesideOwn | When::Elsewhere) => true,
        Some(When::Usually) | None => instead.is_none_or(|own| own.contains(&name)),
    }
}
