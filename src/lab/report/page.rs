//! What stands where on the page: words, drawings, tables of numbers.

use super::figure::{Figure, Numbers};
use super::{as_numbers, shown, words};
use crate::core::wording::markup::Markup;
use crate::lab::tables::Tables;

/// Light or dark, as whoever looks has it.
pub const DRAWINGS: &str = include_str!("templates/drawings.css");

/// Rule sets from whose number on a figure stands before their table.
const MANY: usize = 12;

const STYLE: &str = include_str!("templates/page.css");
const PAGE: &str = include_str!("templates/page.html").trim_ascii_end();

/// The whole page, a chapter for each game with its figures.
pub fn page(chapters: &[(&Tables<'_>, Vec<Figure>)]) -> String {
    let titles: Vec<String> = chapters.iter().map(|(tables, _)| words::title(tables)).collect();
    let chapters = chapters.iter().map(|(tables, figures)| of_chapter(tables, figures));
    let style = Markup::trusted(DRAWINGS.to_owned() + STYLE);
    let script = Markup::trusted(include_str!("templates/page.js"));
    let body = chapters.collect::<Markup>();
    shown(Markup::of(PAGE, &[&titles.join("; "), &style, &body, &script]))
}

fn of_chapter(tables: &Tables<'_>, figures: &[Figure]) -> Markup {
    let sentences = tables.runs().iter().flat_map(|run| words::sentences(&run.finished));
    Markup::of(
        "\n\n<article>\n<header>\n<h1>{}</h1>{}\n</header>\n{}\n<section class=\"origin\">\n\
         <h2>How to reproduce it</h2>{}\n</section>\n</article>",
        &[
            &words::title(tables),
            &Markup::each("\n<p class=\"lead\">{}</p>", sentences),
            &drawn(&words::numbers(tables), figures),
            &tables.runs().iter().map(words::origin).collect::<Markup>(),
        ],
    )
}

/// What came out, and every figure.
fn drawn(overview: &Numbers, figures: &[Figure]) -> Markup {
    // A ranking, which comes first, says more than its pairs one by one, and of many rule sets a picture says
    // more than a row for each.
    let ranked = figures.iter().take_while(|figure| figure.beside.is_some()).count();
    let first = ranked.max(usize::from(overview.rows.len() > MANY)).min(figures.len());
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
    let rows = table.rows.iter().map(|(name, cells)| {
        let cells = Markup::each("<td>{}</td>", cells);
        Markup::of("\n<tr><th scope=\"row\">{}</th>{}</tr>", &[name, &cells])
    });
    Markup::of(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\
         <caption>{}</caption>\n<thead><tr><th scope=\"col\">{}</th>{}</tr></thead>\n<tbody>{}\n\
         </tbody></table></div>",
        &[
            &caption,
            &caption,
            &table.corner,
            &Markup::each("<th scope=\"col\">{}</th>", &table.columns),
            &rows.collect::<Markup>(),
        ],
    )
}
