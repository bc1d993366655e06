//! What came out in one table, and where it is from.

use super::dot::{Dot, called, capital};
use super::figure::{MOST_ROWS, Numbers};
use super::scale::{number, percent};
use super::words::row_of;
use crate::core::wording::digits::grouped;
use crate::core::wording::markup::Markup;
use crate::lab::run::ranges::listed;
use crate::lab::spec::measure::Measure;
use crate::lab::store::stored::{DICE_FILE, command, program};
use crate::lab::tables::{Run, Tables};

/// A row for each cell: games, outcomes, length, other means.
pub fn numbers(tables: &Tables<'_>) -> Numbers {
    let info = tables.info();
    let rows = tables.rows().map(|row| {
        let shares = (0..info.outcomes.len()).map(Measure::Outcome).map(|measure| {
            // Where games were given up a share is its interval, as everywhere.
            let share = Dot::of(row.estimate(measure), measure).map(|one| match one.interval {
                Some((low, high)) if one.open => format!("{} to {}", percent(low), percent(high)),
                _ => percent(one.value),
            });
            (called(info, measure).1, share)
        });
        let least = if row.given_up() > 0 { "\u{2265} " } else { "" };
        let mean_of = |measure| {
            let mean = row.estimate(measure).value;
            let mean = mean.map(|mean| format!("{least}{}", number(mean, 1)));
            (format!("{}, mean", called(info, measure).1), mean)
        };
        // As the figures have it: what was cut off or never ends is not over at any length.
        let half = row.half().map(grouped);
        let longest = row.longest_decided().map(grouped);
        let games = ("Games".into(), Some(grouped(row.games())));
        let last = [
            mean_of(Measure::LENGTH),
            ("Half over by".into(), half),
            ("Longest decided".into(), longest),
        ];
        let others = info.means().skip(1).map(|counter| mean_of(Measure::Mean(counter)));
        let cells = std::iter::once(games).chain(shares).chain(last).chain(others);
        let cells = cells.map(|(head, cell)| (head, cell.unwrap_or("\u{2013}".into())));
        (row.short.to_owned(), cells.collect())
    });
    Numbers::of(&capital(row_of(tables)), rows)
}

/// Where a run is from, and how to play it again: the command, where one can be typed, what a reader needs
/// beside it, and files that it needs and rule sets in full.
pub fn origin(run: &Run<'_>) -> Markup {
    let study = &run.finished.study;
    let mut facts = vec![
        ("Seed", study.deals.seed.0.to_string()),
        ("Games", listed(&study.done(run.finished.games))),
        ("Recipe", study.info().recipe.to_owned()),
        ("Version", program()),
    ];
    let sets = study.rule_sets.len();
    if sets > MOST_ROWS {
        let sets = grouped(sets as u64);
        facts.push(("Rule sets", format!("{sets}; the first {MOST_ROWS} are below")));
    }
    // Orders of a deck come from no seed.
    facts.retain(|(name, _)| !study.is_exact() || !["Seed", "Recipe"].contains(name));
    let rules = study.rule_sets.iter().take(MOST_ROWS);
    let rules = rules.map(|named| (format!("Rule set {}", named.name), named.rules.to_toml()));
    let asked = study.experiment.iter();
    let asked = asked.map(|file| ("The experiment".to_owned(), file.text.clone()));
    let gear = study.game.gear();
    let dice = gear["text"].as_str();
    let dice = dice.map(|text| (format!("The dice, {DICE_FILE}"), text.to_owned()));
    let facts = facts
        .iter()
        .map(|(name, fact)| Markup::of("\n<div><dt>{}</dt><dd>{}</dd></div>", &[name, fact]));
    let texts = asked.chain(dice).chain(rules).map(|(name, text)| {
        Markup::of(
            "\n<details><summary>{}</summary><pre tabindex=\"0\"><code>{}</code></pre></details>",
            &[&name, &text],
        )
    });
    Markup::of(
        "\n<h3>{}</h3>{}\n<dl>{}\n</dl>{}",
        &[
            &run.name,
            &Markup::each("\n<pre tabindex=\"0\"><code>{}</code></pre>", command(study, &run.verb)),
            &facts.collect::<Markup>(),
            &texts.collect::<Markup>(),
        ],
    )
}
