//! What a run says on the terminal.

use super::fields::Fields;
use super::sheet::{as_said, median, to};
use super::sweep::Grid;
use super::{OfFeature, Row, Tables, compared, equal_seats};
use crate::core::cards::DealsFrom;
use crate::core::ends::{Ends, cut_off};
use crate::core::game::GameText;
use crate::core::stats::LengthSummary;
use crate::core::tally::Detail;
use crate::core::wording::digits::counted;
use crate::core::wording::field::all_of;
use crate::core::wording::plain;
use crate::core::wording::said::{Said, TextTable};
use crate::core::wording::text::{Bar, bins, grouped, shell_quoted};
use crate::game::Cell;
use crate::lab::run::ranges::named;
use crate::lab::spec::Decks;
use crate::lab::spec::command::command as study_command;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::estimate::so_far;
use crate::lab::study::totals::detail;
use crate::lab::study::until::Reached;

/// What there is to say without a game.
const NO_GAMES: &str = "no games were played, so the tables have no numbers; use --games 1 or more";

/// What is said of so many rule sets that a histogram of each would take too much memory.
const ROUNDED: &str = "more than 1,000 rule sets: no table counts the games of each length, and \
                       quantiles may be 1/128 too high";

/// Bars of the length histogram.
const BARS: u64 = 12;

/// All of it; the game's own text, if it has one, replaces the common one.
pub fn render(tables: &Tables) -> Said {
    let mut said = Said::default();
    if tables.only().is_none() {
        said.words("", of_stored(tables));
        side_by_side(&mut said, tables);
        return said;
    }
    let finished = tables.finished();
    let study = &finished.study;
    let has_own = tables.is_own() || study.compares();
    let own = finished.own().filter(|_| has_own).map(|own| own.text());
    if let Some(title) = study.spec.title.as_ref().filter(|title| !title.is_empty()) {
        said.words("", title);
        said.gap();
    }
    match &own {
        Some(GameText { heading, .. }) => said.add(heading.clone()),
        None => said.words("", played(finished)),
    }
    if finished.games == 0 && !tables.is_of_orders() {
        said.words("", NO_GAMES);
        return said;
    }
    said.words("", speed(tables));
    if let Some(GameText { body, .. }) = own {
        // The question first; the ranking of each rule set may be longer than a terminal.
        compared::render(&mut said, tables);
        said.gap();
        said.add(body);
    } else if study.compares() || !study.swept.is_empty() {
        side_by_side(&mut said, tables);
    } else {
        each(&mut said, tables);
    }
    strata(&mut said, tables);
    if detail(study) == Detail::Rounded {
        said.paragraph(ROUNDED);
    }
    if !finished.reached.is_empty() {
        let precise = so_far(study, &finished.totals, &finished.reached);
        let is_reached = finished.reached.iter().all(Reached::is_reached);
        let whether = if is_reached { "reached" } else { "not reached" };
        said.paragraph(format!("{precise}, {whether}; intervals are valid at any stopping point"));
    }
    // Of a part it would be a part; a precision is one of differences there, so the games are the same instead.
    let is_batch = study.part_of.is_none() && !study.compares() && study.experiment.is_none();
    let same_games = || study.clone().verb("compare").comparing(true).games(finished.games);
    if study.rule_sets.len() > 1
        && is_batch
        && let Ok(again) = same_games().ask(|asked| asked.until.clear())
        && let Some(again) = study_command(&again)
    {
        said.paragraph("compare them with");
        said.line(format!("  {again}"));
    }
    said
}

/// What runs are that were played before.
fn of_stored(tables: &Tables) -> String {
    let mut words = "from the stored counts".to_owned();
    if tables.lacks_pairs() {
        words += "; some may share their deals, so their intervals allow for any dependence";
    }
    if tables.rows().any(|row| row.finished.study.has_targets()) {
        words += "; differences are as if the numbers of games had been planned";
    }
    words
}

/// What was run, in a sentence.
pub fn played(run: &Finished) -> String {
    let study = &run.study;
    let names: Vec<String> = study.rule_sets.iter().map(|rules| rules.name.clone()).collect();
    let each = if names.len() > 1 { "each of " } else { "" };
    let for_each = match study.cells.len() / names.len().max(1) {
        0 | 1 => String::new(),
        n => format!(" for each of {n} pairs"),
    };
    let cells = &study.cells;
    let is_same =
        |two: &[Cell]| two[0].part != two[1].part || two[0].rules.setup == two[1].rules.setup;
    let same = match names.len() > 1 && cells.windows(2).all(is_same) {
        true => format!(", on the same {}", study.info().chance),
        false => String::new(),
    };
    let games = named(&study.done(run.games));
    let dealt = match &study.deals.from {
        DealsFrom::Seed => format!("seed {}, {games}", study.deals.seed.0),
        DealsFrom::List(_) => given(run),
        DealsFrom::Orders if study.done(run.games) == study.whole() => {
            "on every order of the deck, each once".into()
        }
        DealsFrom::Orders => {
            let (whole, part) = (study.whole(), study.done(run.games));
            let orders = match part.end - part.start {
                0 => "no order".into(),
                1 => format!("order {}", part.start),
                _ => format!("orders {} to {}", part.start, part.end - 1),
            };
            let all = counted(whole.end - whole.start, "order", "orders");
            format!("on {orders} of the {all} of the deck")
        }
    };
    let (count, title) = (counted(run.games, "game", "games"), study.info().title);
    format!("{count} of {title} under {each}{}{for_each}{same}; {dealt}.", names_of(&names, 6))
}

/// On which of the decks of a list a run was played.
fn given(run: &Finished) -> String {
    let study = &run.study;
    let Some(Decks::File(path)) = &study.spec.decks else {
        return format!("on {}", counted(run.games, "given deck", "given decks"));
    };
    let name = if path == "-" { "standard input" } else { path };
    let part = study.done(run.games);
    let which = match run.games {
        _ if part != study.whole() => format!("{} of the decks", named(&part)),
        1 => "the one deck".into(),
        n => format!("the {}", counted(n, "deck", "decks")),
    };
    format!("on {which} of {}", plain::line(name))
}

/// Rule sets by their names, at most so many.
pub fn names_of(names: &[String], most: usize) -> String {
    match names.len() {
        n if n > most => format!("{n} rule sets"),
        _ => all_of(names),
    }
}

/// How fast it was; nothing for games that were not played now.
fn speed(tables: &Tables) -> String {
    let Finished { study, games, elapsed, threads, .. } = tables.finished();
    if elapsed.is_zero() {
        return String::new();
    }
    let seconds = elapsed.as_secs_f64();
    let speed = study.of_all_cells(*games) as f64 / seconds.max(1e-9);
    let threads = counted(threads.count() as u64, "thread", "threads");
    format!("played in {seconds:.2} s ({} games/s, {threads})", grouped(speed as u64))
}

/// What is said of each rule set where none is compared.
fn each(said: &mut Said, tables: &Tables) {
    let all = length_bars(tables);
    let most = all.iter().flatten().map(|bar| bar.games).max().unwrap_or(0);
    // Each reads every row: once for all rows.
    let digits = |k| tables.digits(Measure::Outcome(k));
    let shares: Vec<usize> = (0..tables.info().outcomes.len()).map(digits).collect();
    let length = tables.digits(Measure::LENGTH);
    for (row, bars) in tables.rows().zip(all) {
        said.paragraph(row.name);
        outcomes(said, tables, row, &shares);
        lengths(said, row, length);
        if !bars.is_empty() && row.tally.longest().is_some() {
            said.words("  ", format!("{} of a game", tables.info().length().name));
            said.bars(bars, row.tally.games(), most);
        }
    }
}

/// Values of features that the terminal shows; the table has all.
const MOST_VALUES: usize = 40;

/// A table per cell and feature; nothing if the games were not sorted.
fn strata(said: &mut Said, tables: &Tables) {
    let info = tables.info();
    let shown = &tables.strata[..tables.strata.len().min(MOST_VALUES)];
    for games in shown.chunk_by(|a, b| (a.row, a.feature) == (b.row, b.feature)) {
        said.paragraph(format!("{} by {}", tables.names.full[games[0].row], games[0].feature));
        let mut lines = TextTable::new(games);
        lines.right(format!("  {}", games[0].feature), |one| one.value.to_string());
        lines.right("games", |one| grouped(one.counted.games()));
        for (k, outcome) in info.outcomes.iter().enumerate() {
            let share = |one: &OfFeature| *one.estimate(Measure::Outcome(k));
            lines.right(outcome.label, |one| format!("{:.4}", share(one).value.unwrap_or(0.0)));
            if k == 0 && !tables.is_exact() {
                lines.left(tables.interval(), |one| {
                    let interval = share(one).interval;
                    interval.map_or(String::new(), |ends| to(ends, 4))
                });
            }
        }
        lines.right(format!("{}: mean", info.length().name), |one| {
            as_said(one.estimate(Measure::LENGTH), Measure::LENGTH, 2)
        });
        said.rows(lines);
    }
    compared::more_lines(said, tables.strata.len() - shown.len(), "value", "strata");
}

/// A line per row, and what is known of differences.
fn side_by_side(said: &mut Said, tables: &Tables) {
    let grid = Grid::of(tables);
    if grid.is_none() {
        let names = || Fields::of_names(&tables.names.full);
        let mut lines = TextTable::new(tables.rows());
        for field in &tables.fields().unwrap_or_else(names).0 {
            lines.left(&field.key, |row| field.value(row.number));
        }
        results(&mut lines, tables);
        said.gap();
        said.rows(lines);
        said.words("", equal_seats(tables.rows()));
    }
    said.paragraph(given_up(tables.rows()));
    match grid {
        Some(grid) => grid.measure(said, tables),
        None => compared::render(said, tables),
    }
}

/// What came out of each row: outcomes and length.
pub fn results(lines: &mut TextTable<Row<'_>>, tables: &Tables) {
    let info = tables.info();
    let outcomes = info.outcomes.iter().enumerate();
    let outcomes = outcomes.map(|(k, outcome)| (Measure::Outcome(k), outcome.label.to_owned()));
    let length = (Measure::LENGTH, format!("{}: mean", info.length().name));
    for (measure, head) in outcomes.chain([length]) {
        lines.right(head, tables.said_of(measure));
    }
    lines.right("median", |row| median(row.median()));
}

/// A line per outcome: games, ratio, and the interval where there is chance in it; how the games ended, and what was
/// given up; ratios with these decimals.
fn outcomes(said: &mut Said, tables: &Tables, row: Row<'_>, digits: &[usize]) {
    let outcomes = row.tally.info().outcomes.iter().enumerate();
    let mut lines = TextTable::new(outcomes);
    lines.left("", |(_, words)| format!("  {}", words.label));
    lines.right("games", |(k, _)| grouped(row.tally.games_won(*k)));
    lines.right("ratio", |(k, _)| {
        let measure = Measure::Outcome(*k);
        as_said(row.estimate(measure), measure, digits[*k])
    });
    if !tables.is_exact() {
        lines.left(tables.interval(), |(k, _)| {
            let interval = row.estimate(Measure::Outcome(*k)).interval;
            interval.map_or(String::new(), |ends| to(ends, digits[*k]))
        });
    }
    said.rows(lines);
    said.words("  ", equal_seats([row].into_iter()));
    said.words("  ended by ", ends(row));
    said.words("  ", given_up([row].into_iter()));
}

/// How the games ended, the reasons that occurred: counts where there is no chance in them. A limit that the rules
/// do not have is not called one.
fn ends(row: Row<'_>) -> String {
    let info = row.tally.info();
    let ended = (0..info.end_reasons.len()).map(|reason| (reason, row.tally.games_ended(reason)));
    let parts = ended.filter(|(_, games)| *games > 0).map(|(reason, games)| {
        let word = match info.end_reasons[reason] {
            word if row.cell.rules.gives_up && info.stopped.contains(&word) => cut_off(true),
            word => word,
        };
        let often = match row.finished.study.is_exact() {
            true => grouped(games),
            false => format!("{:.2} %", 100.0 * games as f64 / row.tally.games() as f64),
        };
        // No break between a reason and its number.
        format!("{word} {often}").replace(' ', "\u{a0}")
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// How many games of these rows were given up, and what that means for the intervals; empty where none was.
fn given_up<'t>(rows: impl Iterator<Item = Row<'t>>) -> String {
    let games = match rows.map(|row| row.given_up()).sum() {
        0 => return String::new(),
        all => counted(all, "game", "games"),
    };
    format!(
        "given up: {games}; the rules have no limit, and nobody knows how these games end, so each interval \
         reaches from without them to with all of them"
    )
}

/// How long the games last, the mean with so many decimals, and the command that shows the longest.
fn lengths(said: &mut Said, row: Row<'_>, digits: usize) {
    let name = row.tally.info().length().name;
    let Some(longest) = row.tally.longest() else { return };
    // A game that nobody won is as long as its limit, which is no news.
    let (which, longest) = match row.tally.decided_longest() {
        Some(decided) => ("longest that somebody won", decided),
        None => ("longest", longest),
    };
    let (mean, half) = (row.estimate(Measure::LENGTH), row.median());
    let std_err = mean.std_err.map_or(String::new(), |e| format!(" (s.e. {e:.2})"));
    let half = half.value.map_or(String::new(), |_| format!(", median {}", median(half)));
    let mean = as_said(mean, Measure::LENGTH, digits);
    said.words("  ", format!("{name}: mean {mean}{std_err}{half}"));
    let (length, game) = (counted(longest.length, name.trim_end_matches('s'), name), longest.game);
    let longest = format!("{which}: {length}, game {game}");
    match command(row, game) {
        Some(command) => {
            said.words("  ", format!("{longest}; see it with"));
            said.line(format!("    {command}"));
        }
        None => said.words("  ", longest),
    }
}

/// What replays a game of a row, if it is one of the seed and its rules have a name outside.
fn command(row: Row<'_>, game: u64) -> Option<String> {
    let study = &row.finished.study;
    if !matches!(study.deals.from, DealsFrom::Seed) {
        return None;
    }
    let rule_set = study.rule_sets.iter().position(|named| named.name == row.cell.rules_name)?;
    let rules = shell_quoted(study.typed(rule_set)?);
    study.game.replay(&rules, &row.cell.part, study.deals.seed.0, game)
}

/// For each cell a bar for each bin of the games that came to an end, the same bins for all, and for
/// each kind of the others; none where lengths were not kept.
fn length_bars(tables: &Tables) -> Vec<Vec<Bar>> {
    let ends: Vec<_> = tables.rows().map(|row| row.ends()).collect();
    let ended: Vec<_> = ends.iter().flatten().map(Ends::ended).collect();
    // Beyond the 99th percentile one bar must do, or a single long game flattens all the others.
    let cuts = ended.iter().filter_map(|one| LengthSummary::from_counts(one.counts()).p99);
    let cut = cuts.max().unwrap_or(0);
    let counts: Vec<_> = ended.iter().map(|one| one.counts()).collect();
    let mut binned = bins(&counts, BARS, cut).into_iter();
    let of_row = |ends: &Option<Ends>| {
        let Some(ends) = ends else { return Vec::new() };
        let left = ends.unfinished().map(|(label, games)| Bar { label: label.into(), games });
        binned.next().into_iter().flatten().chain(left).collect()
    };
    ends.iter().map(of_row).collect()
}
