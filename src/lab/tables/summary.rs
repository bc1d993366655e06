//! What a finished study says on the terminal.

use super::{by, hunts};
use crate::core::cards::DealsFrom;
use crate::core::game::{Cell, Facts, GameInfo, RuleSet};
use crate::core::stats::LengthSummary;
use crate::core::survival::Survival;
use crate::core::tally::Tally;
use crate::core::wording::digits::{counted, decimals};
use crate::core::wording::field::all_of;
use crate::core::wording::text::{
    Align, Bar, WIDTH, bars, bins, columns, grouped, shell_quoted, wrapped,
};
use crate::lab::run::ranges::listed;
use crate::lab::spec::{Spec, Study};
use crate::lab::study::Finished;
use crate::lab::study::batch::LIMIT;
use crate::lab::study::until::{Decided, Of, Reached};

/// What there is to say without a game.
const NO_GAMES: &str = "no games were played, so there are no results; use --games 1 or more\n";

/// Bars of the length histogram.
const BARS: u64 = 12;

/// The whole text, without comparisons, of what so many threads played; with `own_text` the game's own text,
/// if it has one, replaces the common one.
pub fn render(finished: &Finished, threads: usize, own_text: bool) -> String {
    let study = &finished.study;
    let facts = finished.facts();
    let mut text = story(&study.spec);
    let own = own_text.then(|| study.game.text(finished.counted(&facts))).flatten();
    match &own {
        Some(own) => text.push_str(&own.heading),
        None => text.push_str(&heading(finished, &facts)),
    }
    if finished.games == 0 {
        return text + NO_GAMES;
    }
    text.push_str(&speed(finished, threads));
    if let Some(own) = own {
        text.push_str(&format!("\n{}", own.body));
        text.push_str(&by::render(finished));
        text.push_str(&reached_lines(finished, finished.reached.iter()));
        return text;
    }
    if !study.hunts.is_empty() {
        text.push_str(&hunts::render(finished));
        return text;
    }
    if study.compares() {
        match study.game.compared(finished.counted(&facts)) {
            Some(compared) => text.push_str(&compared),
            None => text.push_str(&format!("\n{}", overview_of(finished))),
        }
        for (cell, tally) in study.cells.iter().zip(&finished.totals.cells) {
            let open = given_up(cell, tally);
            if !open.is_empty() {
                text.push_str(&format!("\n{}\n{open}", cell.name));
            }
        }
        text.push_str(&by::render(finished));
        text.push_str(&reached_lines(finished, finished.reached.iter()));
        return text;
    }
    let bars = length_bars(finished);
    for (k, (cell, tally)) in study.cells.iter().zip(&finished.totals.cells).enumerate() {
        text.push_str(&format!("\n{}\n", cell.name));
        text.push_str(&outcomes(&facts, cell, tally));
        text.push_str(&ends(tally, facts.games));
        text.push_str(&given_up(cell, tally));
        if study.spec.prove_cycles {
            text.push_str(&endless(tally));
        }
        text.push_str(&length_lines(finished, k, &bars));
        for reached in finished.reached.iter().filter(|reached| reached.of == Of::Cell(k)) {
            text.push_str(&precision_line(finished, reached));
        }
    }
    text.push_str(&by::render(finished));
    text
}

/// Precision under the name of what it is of.
fn reached_lines<'r>(finished: &Finished, all: impl Iterator<Item = &'r Reached>) -> String {
    let mut text = String::new();
    let mut of = None;
    for reached in all {
        if of != Some(reached.of) {
            of = Some(reached.of);
            text.push_str(&format!("\n{}\n", reached.name));
        }
        text.push_str(&precision_line(finished, reached));
    }
    text + &decided_at(finished)
}

/// A line per cell, by name, for comparisons, which say the rest.
pub fn overview<'t>(cells: impl Iterator<Item = (&'t str, &'t RuleSet, &'t Tally)>) -> String {
    let cells: Vec<_> = cells.collect();
    let mut lines: Vec<Vec<String>> = Vec::new();
    for &(name, rules, tally) in &cells {
        let info = tally.info();
        if lines.is_empty() {
            let outcomes = info.outcomes.iter().map(|outcome| outcome.label.to_owned());
            let length = [format!("{}: mean", info.length().name), "median".to_owned()];
            lines.push(std::iter::once(String::new()).chain(outcomes).chain(length).collect());
        }
        let all = tally.all_games();
        let shares = (0..info.outcomes.len()).map(|outcome| {
            if !rules.has(info, outcome) {
                return "-".into();
            }
            let ends = rules.often(tally, outcome).range();
            let ends = ends.into_iter().flat_map(|(low, high)| [low, high]);
            let mut ends: Vec<String> = ends.map(|share| format!("{share:.5}")).collect();
            ends.dedup();
            if ends.is_empty() { "-".into() } else { ends.join(" to ") }
        });
        let mut line: Vec<String> = std::iter::once(name.to_owned()).chain(shares).collect();
        let [mean, median] = at_least(rules, tally);
        line.push(all.mean.map_or("-".into(), |x| format!("{mean}{x:.2}")));
        line.push(all.median.map_or("-".into(), |x| format!("{median}{}", grouped(x))));
        lines.push(line);
    }
    let mut aligns = vec![Align::Right; lines.first().map_or(0, Vec::len)];
    if let Some(name) = aligns.first_mut() {
        *name = Align::Left;
    }
    let said = cells.first().map(|(_, _, tally)| {
        said_of_seats("", cells.iter().map(|&(name, rules, _)| (name, rules)), tally.info())
    });
    columns(&aligns, &lines) + &said.unwrap_or_default()
}

/// What stands before a mean and a median: what was given up would have gone on, nobody knows how far.
pub(super) fn at_least(rules: &RuleSet, tally: &Tally) -> [&'static str; 2] {
    let given_up = rules.given_up(tally);
    [given_up > 0, given_up > 0 && 2 * given_up >= tally.games()]
        .map(|is_open| if is_open { "at least " } else { "" })
}

/// As [`overview`], of a study.
fn overview_of(finished: &Finished) -> String {
    let cells = finished.study.cells.iter().zip(&finished.totals.cells);
    let cells = cells.map(|(cell, tally)| (cell.name.as_str(), &cell.rules, tally));
    overview(cells)
}

/// A quotient of counts; `None` if there is nothing to divide by.
fn ratio(count: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| count as f64 / of as f64)
}

/// Title, reason and expectation, wrapped.
pub fn story(story: &Spec) -> String {
    let mut text = String::new();
    if let Some(title) = &story.title {
        text.push_str(&wrapped("", title));
    }
    for (label, words) in [("why: ", &story.why), ("expected: ", &story.expected)] {
        if let Some(words) = words {
            text.push_str(&wrapped(label, words));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn heading(finished: &Finished, facts: &Facts) -> String {
    let first = facts.first_game;
    let from = if first > 0 { format!(" from game {}", grouped(first)) } else { String::new() };
    let each = if finished.study.cells.len() > 1 { " of each rule set" } else { "" };
    let (games, s) = (grouped(facts.games), if facts.games == 1 { "" } else { "s" });
    let from = from + &without(&finished.study);
    match &finished.study.deals.from {
        DealsFrom::Seed => format!("{games} game{s}{each}, seed {}{from}\n", facts.seed),
        DealsFrom::List(_) => format!("{games} deck{s} of the file{from}\n"),
        DealsFrom::Orders => format!("{games} order{s} of the deck{from}\n"),
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
    format!("played in {seconds:.2} s ({} games/s, {threads})\n", grouped(speed as u64))
}

/// A confidence in percent, without what a binary fraction adds to it.
pub(super) fn percent(confidence: f64) -> f64 {
    (confidence * 1e12).round() / 1e10
}

/// A line per outcome: games, ratio, and the interval where there is chance in it.
fn outcomes(facts: &Facts, cell: &Cell, tally: &Tally) -> String {
    let mut header = ["", "games", "ratio"].map(String::from).to_vec();
    header.extend((!facts.exact).then(|| format!("{} % interval", percent(facts.confidence))));
    let aligns = [Align::Left, Align::Right, Align::Right, Align::Left];
    let aligns = &aligns[..header.len()];
    let mut lines = vec![header];
    let info = tally.info();
    let has = |(outcome, _): &(usize, _)| cell.rules.has(info, *outcome);
    for (outcome, words) in info.outcomes.iter().enumerate().filter(has) {
        let games = tally.games_won(outcome);
        let often = cell.rules.often(tally, outcome);
        let ratio = often.value();
        let mut line = vec![format!("  {}", words.label), grouped(games)];
        match often.interval(facts.z, facts.exact) {
            None => line.push(ratio.map_or("-".into(), |r| format!("{r:.9}"))),
            Some((low, high)) => {
                let digits = decimals((high - low) / 2.0, 5);
                line.push(ratio.map_or("-".into(), |r| format!("{r:.digits$}")));
                line.push(format!("{low:.digits$} to {high:.digits$}"));
            }
        }
        lines.push(line);
    }
    columns(aligns, &lines) + &said_of_seats("  ", [(cell.name.as_str(), &cell.rules)], info)
}

/// As [`equal_seats`], as a paragraph.
fn said_of_seats<'n>(
    label: &str,
    cells: impl IntoIterator<Item = (&'n str, &'n RuleSet)>,
    info: &GameInfo,
) -> String {
    match equal_seats(cells, info) {
        said if said.is_empty() => said,
        said => wrapped(label, &said),
    }
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
        "no rule{of} looks at the seat, so all seats win equally often: \
         (1\u{a0}-\u{a0}draws)\u{a0}/\u{a0}seats"
    )
}

/// How the games ended, the reasons that occurred.
fn ends(tally: &Tally, games: u64) -> String {
    let ended = tally.info().end_reasons.iter().enumerate();
    let parts: Vec<String> = ended
        .filter(|&(reason, _)| tally.games_ended(reason) > 0)
        .map(|(reason, word)| {
            let share = 100.0 * tally.games_ended(reason) as f64 / games as f64;
            // No break between a reason and its number.
            format!("{word}\u{a0}{share:.2}\u{a0}%")
        })
        .collect();
    if parts.is_empty() { String::new() } else { wrapped("  ended by ", &parts.join(", ")) }
}

/// How many games were given up, and what that means for the intervals; empty where none was.
pub(super) fn given_up(cell: &Cell, tally: &Tally) -> String {
    let (info, given_up) = (tally.info(), cell.rules.given_up(tally));
    if given_up == 0 {
        return String::new();
    }
    let reasons =
        info.end_reasons.iter().enumerate().filter(|(_, word)| info.stopped.contains(word));
    let ends = reasons.flat_map(|(r, _)| (0..info.outcomes.len()).map(move |o| (o, r)));
    let lengths = ends.flat_map(|(o, r)| tally.counts_at(0, o, r));
    let after = lengths.map(|(length, _)| length).min();
    let after = after.map_or(String::new(), |length| {
        format!(" after {} {}", grouped(length), info.length().name)
    });
    let were = if given_up == 1 { "was" } else { "were" };
    let words = format!(
        "{} {were} given up{after}: nobody knows how they end, so each interval reaches from without \
         them to with all of them",
        counted(given_up, "game", "games")
    );
    wrapped("  ", &words)
}

/// How many of the games at the limit never end.
fn endless(tally: &Tally) -> String {
    let info = tally.info();
    let Some(limit) = info.end_reasons.iter().position(|reason| *reason == LIMIT) else {
        return String::new();
    };
    let series = info.series.iter().enumerate().filter(|(_, series)| series.endless);
    let never: u64 = series.map(|(s, _)| tally.series(s).values().sum::<u64>()).sum();
    let stopped = tally.games_ended(limit);
    let share = ratio(never, stopped).map_or(String::new(), |r| format!(" ({:.2} %)", 100.0 * r));
    let words = format!(
        "of {} at the limit {}{share} are proved never to end: a position comes back",
        counted(stopped, "game", "games"),
        grouped(never)
    );
    wrapped("  ", &words)
}

fn length_lines(finished: &Finished, cell: usize, all_bars: &[Vec<Bar>]) -> String {
    let (study, tally) = (&finished.study, &finished.totals.cells[cell]);
    let info = tally.info();
    let name = info.length().name;
    let all = tally.all_games();
    let (Some(mean), Some(longest)) = (all.mean, tally.longest()) else { return String::new() };
    // A game that nobody won is as long as its limit, which is no news.
    let (which, longest) = match tally.decided_longest() {
        Some(decided) => ("longest that somebody won", decided),
        None => ("longest", longest),
    };
    let facts = finished.facts();
    let rules = &study.cells[cell].rules;
    let [least, median_least] = at_least(rules, tally);
    let std_err = facts.by_chance(all.std_err).filter(|_| least.is_empty());
    let std_err = std_err.map_or(String::new(), |e| format!(" (s.e. {e:.2})"));
    let median = all
        .median
        .map_or(String::new(), |median| format!(", median {median_least}{}", grouped(median)));
    let mut text = format!("  {name}: mean {least}{mean:.2}{std_err}{median}\n");
    text.push_str(&format!("  {which}: {} {name}, game {}", grouped(longest.length), longest.game));
    let rule_set = study.rule_sets.iter().position(|r| r.name == study.cells[cell].rule_set);
    let given = rule_set.and_then(|k| study.typed(k));
    let command = given.and_then(|rules| {
        let part = &study.cells[cell].part;
        study.game.replay(&shell_quoted(rules), part, finished.facts().seed, longest.game)
    });
    match command {
        Some(command) => text.push_str(&format!("; see it with\n    {command}\n")),
        None => text.push('\n'),
    }
    let own = &all_bars[cell];
    if own.is_empty() {
        return text;
    }
    text.push_str(&format!("  {name} of a game\n"));
    let most = all_bars.iter().flatten().map(|bar| bar.games).max().unwrap_or(0);
    for line in bars(own, finished.games, most).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    debug_assert!(text.lines().all(|line| line.len() <= WIDTH || line.contains("war-sim ")));
    text
}

/// For each cell a bar for each bin of the games that came to an end, the same bins for all, and for
/// each kind of the others; none where lengths were not kept.
fn length_bars(finished: &Finished) -> Vec<Vec<Bar>> {
    let cells = finished.study.cells.iter().zip(&finished.totals.cells);
    let ends: Vec<_> = cells.map(|(cell, tally)| Survival::of(&cell.rules, tally, 0)).collect();
    let ended: Vec<_> = ends.iter().flatten().map(Survival::ended).collect();
    // Beyond the 99th percentile one bar must do, or a single long game flattens all the others.
    let cuts = ended.iter().filter_map(|one| LengthSummary::from_counts(one.counts()).p99);
    let cut = cuts.max().unwrap_or(0);
    let counts: Vec<_> = ended.iter().map(|one| one.counts()).collect();
    let mut binned = bins(&counts, BARS, cut).into_iter();
    let of_cell = |ends: &Option<Survival>| {
        let Some(ends) = ends else { return Vec::new() };
        let left = ends.unfinished().map(|(label, games)| Bar { label: label.into(), games });
        binned.next().into_iter().flatten().chain(left).collect()
    };
    ends.iter().map(of_cell).collect()
}

/// What was decided of a difference, or that it is open.
fn decision_line(finished: &Finished, reached: &Reached) -> String {
    let measure = reached.target.name(finished.study.info());
    let effect = reached.target.half_width;
    let verdict = match reached.decided() {
        Some(Decided::Different) => "different".to_owned(),
        Some(Decided::Alike) => format!("differs by less than {effect}"),
        None => "not decided".to_owned(),
    };
    let ((low, high), digits) = (reached.interval, decimals(reached.half_width(), 5));
    match reached.half_width().is_finite() {
        true => format!("  {measure}: {verdict}: {low:+.digits$} to {high:+.digits$}\n"),
        false => format!("  {measure}: {verdict}: the games so far are all alike, or too uneven\n"),
    }
}

/// What all decisions share.
fn decided_at(finished: &Finished) -> String {
    match finished.reached.iter().any(|reached| reached.decision) {
        true => format!(
            "\nintervals at {} games, valid at any stopping point, {} % for all together\n",
            grouped(finished.games),
            percent(finished.study.confidence),
        ),
        false => String::new(),
    }
}

fn precision_line(finished: &Finished, reached: &Reached) -> String {
    if reached.decision {
        return decision_line(finished, reached);
    }
    let (low, high) = reached.interval;
    let verdict = if reached.is_reached() { "reached" } else { "not reached" };
    let measure = reached.target.name(finished.study.info());
    if !reached.half_width().is_finite() {
        return format!(
            "  {measure}: wanted {}: {verdict}\n    \
             at {} games: all alike, or so uneven that a stop could not be trusted\n",
            reached.target.half_width,
            grouped(finished.games),
        );
    }
    let digits = decimals(reached.half_width(), 5);
    format!(
        "  {measure} {low:.digits$} to {high:.digits$}: half-width {:.digits$}, wanted {}: \
         {verdict}\n    at {} games; this {} % interval is valid at any stopping point\n",
        reached.half_width(),
        reached.target.half_width,
        grouped(finished.games),
        percent(finished.study.confidence),
    )
}
