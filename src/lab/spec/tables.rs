//! The tables that every game has: one list for whoever writes, asks for, or keeps clear of them.

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What `outputs` and `--table` call it; its file is `NAME.csv`.
    pub name: &'static str,
    /// When it is written.
    pub written: When,
}

/// When a table is written, where there is something to say in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Unless other tables are asked for, or the game has its own instead.
    Usually,
    /// Unless other tables are asked for, also beside those that the game has of its own.
    BesideOwn,
    /// Where it is asked for.
    Asked,
    /// Whatever is asked for: without it nobody could tell how far the run came.
    Ever,
    /// By another question than a batch of games, which has no choice of them.
    Elsewhere,
}

/// All of them, in the order of writing: no rows of games may have the file of one.
pub const TABLES: &[Kind] = &[
    Kind { name: "summary", written: When::Usually },
    Kind { name: "histogram", written: When::Usually },
    Kind { name: "quantiles", written: When::Asked },
    Kind { name: "comparison", written: When::BesideOwn },
    Kind { name: "paired", written: When::Usually },
    Kind { name: "strata", written: When::BesideOwn },
    Kind { name: "precision", written: When::Ever },
    Kind { name: "published", written: When::Ever },
    Kind { name: "exact", written: When::Elsewhere },
];

/// Whether a table is written if these are asked for (all that usually are, if `None`), by a game that has
/// tables of its own `instead`, if it does.
pub fn is_wanted(name: &str, instead: Option<&[&str]>, asked: Option<&[String]>) -> bool {
    let of_game = instead.is_some_and(|own| own.contains(&name));
    let written = TABLES.iter().find(|kind| kind.name == name).map(|kind| kind.written);
    let named = asked.is_some_and(|names| names.iter().any(|asked| asked == name));
    match written {
        Some(When::Ever | When::Elsewhere) => true,
        Some(When::Asked) => named,
        Some(When::BesideOwn) => asked.is_none() || named,
        Some(When::Usually) | None => (instead.is_none() || of_game) && (asked.is_none() || named),
    }
}
