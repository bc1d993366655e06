//! What stands where on the page: words, drawings, tables of numbers.

use super::dot::capital;
use super::drawing::fitted;
use super::figure::{Figure, Numbers};
use super::{shown, words};
use crate::core::table::Table;
use crate::core::wording::digits::grouped;
use crate::core::wording::field::all_of;
use crate::core::wording::markup::Markup;
use crate::core::wording::plain;
use crate::core::wording::said::TextTable;
use crate::lab::spec::command::{command, dice_file};
use crate::lab::tables::fields::in_words;
use crate::lab::tables::sheet::short;
use crate::lab::tables::{Run, Tables, screen};

/// Light or dark, as whoever looks has it.
pub const DRAWINGS: &str = include_str!("templates/drawings.css");

/// Rule sets that stand on a page with all their fields.
const MOST_IN_FULL: usize = 40;

const STYLE: &str = include_str!("templates/page.css");
const PAGE: &str = include_str!("templates/page.html");

/// The whole page, a chapter for each run with its figures.
pub fn page(chapters: &[(&Tables, Vec<Figure>)]) -> String {
    let title = |(k, (tables, _)): (usize, &(&Tables, _))| {
        let names: Vec<&str> = tables.runs.iter().map(|run| run.name.as_str()).collect();
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
    // The figure that answers the question is the first.
    let (first, others) = figures.split_at(figures.len().min(1));
    let drawn = |figures: &[Figure]| figures.iter().map(of_figure).collect::<Markup>();
    let sentences = tables.runs.iter().flat_map(|run| words::sentences(&run.finished));
    Markup::of(
        "\n\n<article>\n<header>\n<h1>{}</h1>{}\n</header>\n{}\n\
         <section class=\"overview\" aria-label=\"Overview\">\n{}\n</section>{}\n<section class=\"origin\">\n\
         <h2>How to reproduce it</h2>{}\n</section>\n</article>",
        &[
            &title,
            &Markup::each("\n<p class=\"lead\">{}</p>", sentences),
            &drawn(first),
            &of_numbers(&overview(tables), "What came out"),
            &drawn(others),
            &tables.runs.iter().map(origin).collect::<Markup>(),
        ],
    )
}

fn of_figure(figure: &Figure) -> Markup {
    let Figure { id, title, caption, keys, drawing, numbers, .. } = figure;
    let beside = figure.beside.iter().map(|table| {
        Markup::of("\n<h3>Ranking</h3>\n{}", &[&of_numbers(&ranking(table), "Ranking")])
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

/// What came out of each row, as the screen has it.
fn overview(tables: &Tables) -> Numbers {
    let mut lines = TextTable::new(tables.rows());
    lines.left(capital(words::row_of(tables)), |row| row.short);
    screen::results(&mut lines, tables);
    lines.lines()
}

/// A ranking as its file has it, without counts and what all its rows have in common, long cells cut.
fn ranking(table: &Table) -> Numbers {
    const LETTERS: usize = 20;
    let (header, counts) = (&table.header, ["games", "wins", "losses", "ties"]);
    let rank = header.iter().position(|name| name == "rank").unwrap_or_default();
    let says = |&c: &usize| !counts.contains(&&*header[c]);
    let columns: Vec<usize> = (rank..header.len()).filter(says).collect();
    let cells = |&c: &usize| {
        let texts: Vec<String> = table.rows.iter().map(|row| short(&row[c])).collect();
        fitted(texts.iter().map(String::as_str), LETTERS)
    };
    let head = |&c: &usize| match &*header[c] {
        "ci_low" => "from".to_owned(),
        "ci_high" => "to".to_owned(),
        key => in_words(key),
    };
    let all: Vec<Vec<String>> = columns.iter().map(cells).collect();
    let rows = (0..table.rows.len()).map(|k| all.iter().map(|cells| cells[k].clone()).collect());
    std::iter::once(columns.iter().map(head).collect()).chain(rows).collect()
}

/// Where a run is from, and how to play it again: the command, where one can be typed, what a reader needs
/// beside it, and files that it needs and rule sets in full.
fn origin(run: &Run) -> Markup {
    let study = &run.finished.study;
    let program = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("WAR_SIM_COMMIT"), ")");
    let mut made_by = format!("war-sim {program}, recipe {}.", study.info().recipe);
    let sets = study.rule_sets.len();
    if sets > MOST_IN_FULL {
        let sets = grouped(sets as u64);
        made_by += &format!(" The first {MOST_IN_FULL} of {sets} rule sets are below.");
    }
    let rules = study.rule_sets.iter().take(MOST_IN_FULL);
    let rules = rules.map(|named| (format!("Rule set {}", named.name), named.rules.to_toml()));
    let asked = study.experiment.iter();
    let asked = asked.map(|file| ("The experiment".to_owned(), file.text.clone()));
    let gear = study.game.gear();
    let dice = gear["text"].as_str();
    let dice =
        dice.map(|text| (format!("The dice, {}", plain::line(dice_file(study))), text.to_owned()));
    let texts = asked.chain(dice).chain(rules).map(|(name, text)| {
        Markup::of(
            "\n<details><summary>{}</summary><pre tabindex=\"0\"><code>{}</code></pre></details>",
            &[&name, &text],
        )
    });
    Markup::of(
        "\n<h3>{}</h3>{}\n<p class=\"note\">{}</p>{}",
        &[
            &run.name,
            &Markup::each("\n<pre tabindex=\"0\"><code>{}</code></pre>", command(study)),
            &made_by,
            &texts.collect::<Markup>(),
        ],
    )
}
