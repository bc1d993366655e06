//! What a finished study says on the terminal.

use super::estimates::{as_said, median};
use super::fields::{Field, Fields};
use super::sweep::Grid;
use super::terms::percent;
use super::{Row, Tables, by};
use crate::core::cards::DealsFrom;
use crate::core::ends::Ends;
use crate::core::game::{Facts, GameInfo, GameText};
use crate::core::stats::LengthSummary;
use crate::core::wording::digits::{counted, decimals};
use crate::core::wording::field::all_of;
use crate::core::wording::plain;
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, Bar, bins, grouped, shell_quoted};
use crate::game::{Cell, RuleSet};
use crate::lab::run::ranges::listed;
use crate::lab::spec::measure::Measure;
use crate::lab::spec::{Decks, Spec, Study};
use crate::lab::study::Finished;
use crate::lab::study::until::Of;

/// What there is to say without a game.
const NO_GAMES: &str = "no games were played, so the tables have no numbers; use --games 1 or more";

/// Bars of the length histogram.
const BARS: u64 = 12;

/// All that is said without comparisons; the game's own text, if it has one, replaces the common one.
pub fn render(tables: &Tables<'_>, own: Option<GameText>) -> Said {
    let finished = tables.finished();
    let study = &finished.study;
    let facts = finished.facts();
    let mut said = story(&study.spec);
    let (head, own) = match own {
        Some(GameText { heading, body }) => (heading, Some(body)),
        None => (Said::words_of(heading(finished, &facts)), None),
    };
    said.add(head);
    if finished.games == 0 {
        said.words("", NO_GAMES);
        return said;
    }
    said.words("", speed(finished, tables.manner().threads));
    if let Some(body) = own {
        said.gap();
        said.add(body);
    } else if study.compares() || !study.swept.is_empty() {
        if Grid::of(tables).is_none() {
            said.gap();
            overview(&mut said, tables);
        }
        open_rows(&mut said, tables);
    } else {
        rows(&mut said, tables);
    }
    by::render(&mut said, tables);
    precision(&mut said, finished);
    said
}

/// What is said of each rule set where none is compared.
fn rows(said: &mut Said, tables: &Tables<'_>) {
    let all = length_bars(tables);
    let most = all.iter().flatten().map(|bar| bar.games).max().unwrap_or(0);
    for (row, bars) in tables.rows().zip(all) {
        said.gap();
        said.words("", row.name);
        outcomes(said, tables, row, ["games", "ratio"]);
        lengths(said, row);
        if !bars.is_empty() && row.tally.longest().is_some() {
            said.words("  ", format!("{} of a game", tables.info().length().name));
            said.bars(bars, row.games(), most);
        }
    }
}

/// How precise everything is that was to be precise: a line each.
fn precision(said: &mut Said, finished: &Finished) {
    if finished.reached.is_empty() {
        return;
    }
    let (info, mut last) = (finished.study.info(), "");
    let header = ["  precision", "interval", "half-width", "wanted", ""];
    let mut lines = vec![header.map(String::from).to_vec()];
    for reached in &finished.reached {
        let ((low, high), half) = (reached.interval, reached.half_width());
        let digits = decimals(half, 5);
        let interval = match reached.of {
            _ if !half.is_finite() => "-".into(),
            Of::Cell(_) => format!("{low:.digits$} to {high:.digits$}"),
            _ => format!("{low:+.digits$} to {high:+.digits$}"),
        };
        let verdict = if reached.is_reached() { "reached" } else { "not reached" };
        if last != reached.name {
            last = &reached.name;
            lines.push(vec![last.to_owned()]);
        }
        lines.push(vec![
            format!("  {}", reached.target.name(info)),
            interval,
            if half.is_finite() { format!("{half:.digits$}") } else { "-".into() },
            reached.target.half_width.to_string(),
            verdict.into(),
        ]);
    }
    said.gap();
    let (left, right) = (Align::Left, Align::Right);
    said.rows([left, left, right, right, left], lines);
    let games = counted(finished.games, "game", "games");
    let percent = percent(finished.study.confidence);
    said.words("", format!("at {games}; {percent} % intervals, valid at any stopping point"));
    if finished.reached.iter().any(|reached| !reached.half_width().is_finite()) {
        said.words(
            "",
            "no interval: all games alike, or so uneven that a stop could not be trusted",
        );
    }
}

/// How many games were given up, by rule set; of many in one sentence.
fn open_rows(said: &mut Said, tables: &Tables<'_>) {
    const MOST: usize = 3;
    let open: Vec<Row<'_>> = tables.rows().filter(|row| row.given_up() > 0).collect();
    if open.len() > MOST {
        let games = open.iter().map(Row::given_up).sum();
        said.gap();
        said.words(
            "",
            format!(
                "{} of {} rule sets were given up: nobody knows how they end, so each interval reaches from \
                 without them to with all of them",
                counted(games, "game", "games"),
                open.len()
            ),
        );
        return;
    }
    for row in open {
        said.gap();
        said.words("", row.name);
        said.words("  ", given_up(row));
    }
}

/// A line per row, for comparisons, which say the rest.
pub fn overview(said: &mut Said, tables: &Tables<'_>) {
    let (info, left) = (tables.info(), Fields::at_left(tables).0);
    let outcomes = info.outcomes.iter().map(|outcome| outcome.label.to_owned());
    let length = [format!("{}: mean", info.length().name), "median".to_owned()];
    let heads = left.iter().map(|field| field.key.clone());
    let mut lines: Vec<Vec<String>> = vec![heads.chain(outcomes).chain(length).collect()];
    for row in tables.rows() {
        let said = |field: &Field| field.value(row.number).to_owned();
        let mut line: Vec<String> = left.iter().map(said).collect();
        // The shares, the length and its median come first.
        let (main, others) = row.estimates.split_at(info.outcomes.len() + 1);
        for (measure, (_, one)) in Measure::all(info).into_iter().zip(main) {
            line.push(as_said(one, measure, if measure == Measure::LENGTH { 2 } else { 5 }));
        }
        line.extend(others.first().map(|(_, one)| median(one)));
        lines.push(line);
    }
    let mut aligns = vec![Align::Left; left.len()];
    aligns.extend(vec![Align::Right; info.outcomes.len() + 2]);
    said.rows(aligns, lines);
    said.words("", equal_seats(tables.rows().map(|row| (row.name, &row.cell.rules)), info));
}

/// The title.
pub fn story(story: &Spec) -> Said {
    let mut said = Said::default();
    said.words("", story.title.as_deref().unwrap_or_default());
    if !said.is_empty() {
        said.gap();
    }
    said
}

fn heading(finished: &Finished, facts: &Facts) -> String {
    let first = facts.first_game;
    let from = if first > 0 { format!(" from game {}", grouped(first)) } else { String::new() };
    let each = if finished.study.cells.len() > 1 { " of each rule set" } else { "" };
    let (games, s) = (grouped(facts.games), if facts.games == 1 { "" } else { "s" });
    let from = from + &without(&finished.study);
    match &finished.study.deals.from {
        DealsFrom::Seed => format!("{games} game{s}{each}, seed {}{from}", facts.seed),
        DealsFrom::List(_) => match &finished.study.spec.decks {
            Some(Decks::File(path)) => {
                let name = if path == "-" { "standard input" } else { path };
                format!("{games} deck{s} of {}{from}", plain::line(name))
            }
            _ => format!("{games} given deck{s}{from}"),
        },
        DealsFrom::Orders => format!("{games} order{s} of the deck{from}"),
    }
}

/// Which games no part had, where parts were put together so.
pub(super) fn without(study: &Study) -> String {
    match study.missing.as_slice() {
        [] => String::new(),
        missing => format!(", without {}", listed(missing)),
    }
}

/// How fast it was; nothing for games that were not played now.
fn speed(finished: &Finished, threads: usize) -> String {
    if finished.elapsed.is_zero() {
        return String::new();
    }
    let played = finished.games.saturating_mul(finished.study.cells.len() as u64);
    let seconds = finished.elapsed.as_secs_f64();
    let speed = played as f64 / seconds.max(1e-9);
    let threads = counted(threads as u64, "thread", "threads");
    format!("played in {seconds:.2} s ({} games/s, {threads})", grouped(speed as u64))
}

/// A line per outcome, under these words: games, ratio, and the interval where there is chance in it; how the
/// games ended, and what was given up.
pub(super) fn outcomes(
    said: &mut Said,
    tables: &Tables<'_>,
    row: Row<'_>,
    [games, ratio]: [&str; 2],
) {
    let (info, exact) = (tables.info(), row.is_exact());
    let mut header = ["", games, ratio].map(String::from).to_vec();
    header.extend((!exact).then(|| format!("{} % interval", percent(tables.confidence()))));
    let aligns = [Align::Left, Align::Right, Align::Right, Align::Left];
    let aligns = &aligns[..header.len()];
    let mut lines = vec![header];
    for (outcome, words) in info.outcomes.iter().enumerate() {
        let games = row.tally.games_won(outcome);
        let estimate = row.estimate(Measure::Outcome(outcome));
        let ratio = estimate.value;
        let mut line = vec![format!("  {}", words.label), grouped(games)];
        match estimate.interval {
            None => line.push(ratio.map_or("-".into(), |r| format!("{r:.9}"))),
            Some((low, high)) if exact => line.push(format!("{low:.9} to {high:.9}")),
            Some((low, high)) => {
                let digits = decimals((high - low) / 2.0, 5);
                line.push(ratio.map_or("-".into(), |r| format!("{r:.digits$}")));
                line.push(format!("{low:.digits$} to {high:.digits$}"));
            }
        }
        lines.push(line);
    }
    said.rows(aligns, lines);
    said.words("  ", equal_seats([(row.name, &row.cell.rules)], info));
    said.words("  ended by ", ends(row));
    said.words("  ", given_up(row));
}

/// That seats are equal, by these of several rule sets; empty where they are by none.
pub fn equal_seats<'n>(
    cells: impl IntoIterator<Item = (&'n str, &'n RuleSet)>,
    info: &GameInfo,
) -> String {
    let cells: Vec<_> = cells.into_iter().collect();
    let equal = |(_, rules): &&(&str, &RuleSet)| rules.one_of_equal_seats(info, 0).is_some();
    let names: Vec<&str> = cells.iter().filter(equal).map(|(name, _)| *name).collect();
    let of = match names.len() {
        0 => return String::new(),
        n if n == cells.len() => String::new(),
        1..=3 => format!(" of {}", all_of(&names)),
        n => format!(" of {n} of these {}", cells.len()),
    };
    // No break within the quotient.
    format!(
        "no rule{of} looks at the seat, so both seats win equally often: \
         (1\u{a0}-\u{a0}draws)\u{a0}/\u{a0}2"
    )
}

/// How the games ended, the reasons that occurred: counts where there is no chance in them.
fn ends(row: Row<'_>) -> String {
    let ended = row.info().end_reasons.iter().enumerate();
    let parts: Vec<String> = ended
        .map(|(reason, word)| (word, row.ended(reason)))
        .filter(|(_, ended)| *ended > 0)
        .map(|(word, ended)| {
            let share = 100.0 * ended as f64 / row.games() as f64;
            // No break between a reason and its number.
            match row.is_exact() {
                true => format!("{word}\u{a0}{}", grouped(ended)),
                false => format!("{word}\u{a0}{share:.2}\u{a0}%"),
            }
        })
        .collect();
    parts.join(", ")
}

/// How many games were given up, and what that means for the intervals; empty where none was.
fn given_up(row: Row<'_>) -> String {
    let (info, given_up) = (row.info(), row.given_up());
    if given_up == 0 {
        return String::new();
    }
    let reasons =
        info.end_reasons.iter().enumerate().filter(|(_, word)| info.stopped.contains(word));
    let ends = reasons.flat_map(|(r, _)| (0..info.outcomes.len()).map(move |o| (o, r)));
    let lengths = ends.flat_map(|(o, r)| row.tally.counts_at(0, o, r));
    let after = lengths.map(|(length, _)| length).min();
    let after = after.map_or(String::new(), |length| {
        format!(" after {} {}", grouped(length), info.length().name)
    });
    let were = if given_up == 1 { "was" } else { "were" };
    format!(
        "{} {were} given up{after}: nobody knows how they end, so each interval reaches from without \
         them to with all of them",
        counted(given_up, "game", "games")
    )
}

/// How long the games last, and the command that shows the longest.
fn lengths(said: &mut Said, row: Row<'_>) {
    let name = row.info().length().name;
    let Some(longest) = row.tally.longest() else { return };
    // A game that nobody won is as long as its limit, which is no news.
    let (which, longest) = match row.tally.decided_longest() {
        Some(decided) => ("longest that somebody won", decided),
        None => ("longest", longest),
    };
    let means = &row.estimates[row.info().outcomes.len()..];
    let [(_, mean), (_, half), ..] = means else { return };
    let std_err = mean.std_err.map_or(String::new(), |e| format!(" (s.e. {e:.2})"));
    let half = half.value.map_or(String::new(), |_| format!(", median {}", median(half)));
    said.words("  ", format!("{name}: mean {}{std_err}{half}", as_said(mean, Measure::LENGTH, 2)));
    let (length, game) = (grouped(longest.length), longest.game);
    let longest = format!("{which}: {length} {name}, game {game}");
    match command(row.finished, row.cell, game) {
        Some(command) => {
            said.words("  ", format!("{longest}; see it with"));
            said.line(format!("    {command}"));
        }
        None => said.words("  ", longest),
    }
}

/// What replays a game of a cell, if its rules have a name outside.
fn command(finished: &Finished, cell: &Cell, game: u64) -> Option<String> {
    let study = &finished.study;
    let rule_set = study.rule_sets.iter().position(|named| named.name == cell.rule_set)?;
    let rules = shell_quoted(study.typed(rule_set)?);
    study.game.replay(&rules, &cell.part, study.deals.seed.0, game)
}

/// For each cell a bar for each bin of the games that came to an end, the same bins for all, and for
/// each kind of the others; none where lengths were not kept.
fn length_bars(tables: &Tables<'_>) -> Vec<Vec<Bar>> {
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
