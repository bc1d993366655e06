//! What stands where on the page: words, drawings, tables of numbers.

use super::dot::{Dot, called, capital, number, percent};
use super::figure::{Figure, Numbers};
use super::{as_numbers, shown, words};
use crate::core::cards::DealsFrom;
use crate::core::wording::digits::grouped;
use crate::core::wording::field::all_of;
use crate::core::wording::markup::Markup;
use crate::core::wording::plain;
use crate::core::wording::said::TextTable;
use crate::lab::run::ranges::named;
use crate::lab::spec::command::{command, dice_file};
use crate::lab::spec::measure::Measure;
use crate::lab::tables::{Row, Run, Tables};

/// Light or dark, as whoever looks has it.
pub const DRAWINGS: &str = include_str!("templates/drawings.css");

/// Rule sets from whose number on a figure stands before their table.
const MANY: usize = 12;
/// Rule sets that stand on a page with all their fields.
const MOST_IN_FULL: usize = 40;

const STYLE: &str = include_str!("templates/page.css");
const PAGE: &str = include_str!("templates/page.html").trim_ascii_end();

/// The whole page, a chapter for each run with its figures.
pub fn page(chapters: &[(&Tables, Vec<Figure>)]) -> String {
    let title = |(k, (tables, _)): (usize, &(&Tables, _))| {
        let names: Vec<&str> = tables.runs().iter().map(|run| run.name.as_str()).collect();
        match chapters.len() {
            1 => words::title(tables),
            _ => format!("{k}. {} ({})", words::title(tables), all_of(&names)),
        }
    };
    let titles: Vec<String> = (1..).zip(chapters).map(title).collect();
    let chapters = chapters.iter().zip(&titles);
    let chapters = chapters.map(|((tables, figures), title)| of_chapter(title, tables, figures));
    let style = Markup::trusted(DRAWINGS.to_owned() + STYLE);
    let script = Markup::trusted(include_str!("templates/page.js"));
    let body = chapters.collect::<Markup>();
    shown(Markup::of(PAGE, &[&titles.join("; "), &style, &body, &script]))
}

fn of_chapter(title: &str, tables: &Tables, figures: &[Figure]) -> Markup {
    let sentences = tables.runs().iter().flat_map(|run| words::sentences(&run.finished));
    Markup::of(
        "\n\n<article>\n<header>\n<h1>{}</h1>{}\n</header>\n{}\n<section class=\"origin\">\n\
         <h2>How to reproduce it</h2>{}\n</section>\n</article>",
        &[
            &title,
            &Markup::each("\n<p class=\"lead\">{}</p>", sentences),
            &in_order(&overview(tables), figures),
            &tables.runs().iter().map(origin).collect::<Markup>(),
        ],
    )
}

/// What came out, and every figure.
fn in_order(overview: &Numbers, figures: &[Figure]) -> Markup {
    // A ranking, which comes first, says more than its pairs one by one, and of many rule sets a picture says
    // more than a row for each.
    let ranked = figures.iter().take_while(|figure| figure.beside.is_some()).count();
    let first = ranked.max(usize::from(overview.len() - 1 > MANY)).min(figures.len());
    let (leading, rest) = figures.split_at(first);
    let drawn = |figures: &[Figure]| figures.iter().map(of_figure).collect::<Markup>();
    Markup::of(
        "{}\n<section class=\"overview\" aria-label=\"Overview\">\n{}\n</section>{}",
        &[&drawn(leading), &of_numbers(overview, "What came out"), &drawn(rest)],
    )
}

fn of_figure(figure: &Figure) -> Markup {
    let Figure { id, title, caption, keys, drawing, numbers, .. } = figure;
    let beside = figure.beside.iter().map(|table| {
        Markup::of("\n<h3>Ranking</h3>\n{}", &[&of_numbers(&as_numbers(table), "Ranking")])
    });
    Markup::of(
        "\n<figure id=\"{}\">\n<figcaption><h2>{}</h2><p>{}</p></figcaption>\n<div class=\"sheet\">{}{}\n\
         <div class=\"plot\" tabindex=\"0\" role=\"group\" aria-label=\"{}. Arrow keys read the numbers.\">\n{}\n\
         <div class=\"tip\" role=\"status\" hidden></div>\n</div>\n<details>\
         <summary>The numbers behind the figure</summary>\n{}\n</details>\n</div>\n</figure>",
        &[
            id,
            title,
            caption,
            &beside.collect::<Markup>(),
            &of_keys(keys),
            &drawing.label,
            &drawing.markup(),
            &of_numbers(numbers, title),
        ],
    )
}

/// What colours stand for; one alone is told from nothing.
fn of_keys(keys: &[(String, String)]) -> Markup {
    if keys.len() < 2 {
        return Markup::default();
    }
    let keys = keys.iter().map(|(class, name)| {
        Markup::of("\n<li>{}<span class=\"name\">{}</span></li>", &[&swatch(class), name])
    });
    Markup::of("\n<ul class=\"keys\">{}\n</ul>", &[&keys.collect::<Markup>()])
}

/// What tells a line or a block from others.
pub fn swatch(class: &str) -> Markup {
    let way = if class.starts_with("cell") { "M1 0H29V10H1Z" } else { "M0 5H30" };
    Markup::of(
        "<svg class=\"swatch\" width=\"30\" height=\"10\" aria-hidden=\"true\"><path class=\"{}\" d=\"{}\"/></svg>",
        &[&class, &way],
    )
}

fn of_numbers(table: &Numbers, caption: &str) -> Markup {
    let rows = table[1..].iter().map(|row| {
        let cells = Markup::each("<td>{}</td>", &row[1..]);
        Markup::of("\n<tr><th scope=\"row\">{}</th>{}</tr>", &[&row[0], &cells])
    });
    Markup::of(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\
         <caption>{}</caption>\n<thead><tr><th scope=\"col\">{}</th>{}</tr></thead>\n<tbody>{}\n\
         </tbody></table></div>",
        &[
            &caption,
            &caption,
            &table[0][0],
            &Markup::each("<th scope=\"col\">{}</th>", &table[0][1..]),
            &rows.collect::<Markup>(),
        ],
    )
}

/// A row for each cell: games, outcomes, length, other means.
fn overview(tables: &Tables) -> Numbers {
    let info = tables.info();
    let mut all = TextTable::new(tables.rows());
    let mut column = |head: String, cell: &dyn Fn(&Row<'_>) -> Option<String>| {
        all.right(head, |row| cell(row).unwrap_or("\u{2013}".into()));
    };
    column(capital(words::row_of(tables)), &|row| Some(row.short.to_owned()));
    column("Games".into(), &|row| Some(grouped(row.tally.games())));
    for measure in (0..info.outcomes.len()).map(Measure::Outcome) {
        column(called(info, measure).1, &|row| {
            let one = Dot::of(row.estimate(measure), measure)?;
            // Where games were given up a share is its interval, as everywhere.
            Some(match one.interval {
                Some((low, high)) if one.open => format!("{} to {}", percent(low), percent(high)),
                _ => percent(one.value),
            })
        });
    }
    for measure in info.means().map(Measure::Mean) {
        column(format!("{}, mean", called(info, measure).1), &|row| {
            let least = if row.given_up() > 0 { "\u{2265} " } else { "" };
            Some(format!("{least}{}", number(row.estimate(measure).value?, 1)))
        });
    }
    // As the figures have it: what was cut off or never ends is not over at any length.
    column("Half over by".into(), &|row| row.half().map(grouped));
    column("Longest decided".into(), &|row| {
        row.tally.decided_longest().map(|game| grouped(game.length))
    });
    all.lines()
}

/// The program's version, with its commit where that is known.
fn program() -> String {
    match env!("WAR_SIM_COMMIT") {
        "" | "unknown" => env!("CARGO_PKG_VERSION").to_owned(),
        commit => format!("{} (commit {commit})", env!("CARGO_PKG_VERSION")),
    }
}

/// Where a run is from, and how to play it again: the command, where one can be typed, what a reader needs
/// beside it, and files that it needs and rule sets in full.
fn origin(run: &Run) -> Markup {
    let study = &run.finished.study;
    let mut facts = vec![
        ("Seed", study.deals.seed.0.to_string()),
        ("Games", named(&study.done(run.finished.games))),
        ("Recipe", study.info().recipe.to_owned()),
        ("Version", program()),
    ];
    let sets = study.rule_sets.len();
    if sets > MOST_IN_FULL {
        let sets = grouped(sets as u64);
        facts.push(("Rule sets", format!("{sets}; the first {MOST_IN_FULL} are below")));
    }
    // Given decks, and orders of one, come from no seed; what is shuffled inside a game does.
    let is_seeded = matches!(study.deals.from, DealsFrom::Seed)
        || study.rule_sets.iter().any(|named| named.rules.chance_inside);
    facts.retain(|(name, _)| is_seeded || !["Seed", "Recipe"].contains(name));
    let rules = study.rule_sets.iter().take(MOST_IN_FULL);
    let rules = rules.map(|named| (format!("Rule set {}", named.name), named.rules.to_toml()));
    let asked = study.experiment.iter();
    let asked = asked.map(|file| ("The experiment".to_owned(), file.text.clone()));
    let gear = study.game.gear();
    let dice = gear["text"].as_str();
    let dice =
        dice.map(|text| (format!("The dice, {}", plain::line(dice_file(study))), text.to_owned()));
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
            &Markup::each("\n<pre tabindex=\"0\"><code>{}</code></pre>", command(study)),
            &facts.collect::<Markup>(),
            &texts.collect::<Markup>(),
        ],
    )
}
