//! What stands where on the page: words, drawings, tables of numbers.

use super::figure::{Figure, Key, Numbers, View};
use super::overview::Origin;
use super::{Chapter, as_numbers, shown, style};
use crate::core::wording::markup::Markup;

/// Rule sets from whose number on a figure stands before their table.
const MANY: usize = 12;

const STYLE: &str = include_str!("templates/page.css");
const PAGE: &str = include_str!("templates/page.html").trim_ascii_end();

/// The whole page.
pub fn page(chapters: &[Chapter]) -> String {
    let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    let drawings = style::drawings();
    let chapters = chapters.iter().map(of_chapter).collect::<Markup>();
    document(("report", "en"), &titles.join("; "), [&drawings, STYLE], &chapters)
}

/// A page of the program, what it is in a word and in which language, from its body.
fn document((what, lang): (&str, &str), title: &str, style: [&str; 2], body: &Markup) -> String {
    let script = Markup::trusted(include_str!("templates/page.js"));
    let style = Markup::trusted(style.concat());
    shown(Markup::of(PAGE, &[&what, &lang, &title, &style, body, &script]))
}

fn of_chapter(chapter: &Chapter) -> Markup {
    let Chapter { overview, figures, .. } = chapter;
    Markup::of(
        "\n\n<article>\n<header>\n<h1>{}</h1>{}\n</header>\n{}\n<section class=\"origin\">\n\
         <h2>How to reproduce it</h2>{}\n</section>\n</article>",
        &[
            &chapter.title,
            &Markup::each("\n<p class=\"lead\">{}</p>", &chapter.sentences),
            &drawn(overview, figures),
            &chapter.origins.iter().map(of_origin).collect::<Markup>(),
        ],
    )
}

fn of_origin(origin: &Origin) -> Markup {
    let facts = origin
        .facts
        .iter()
        .map(|(name, fact)| Markup::of("\n<div><dt>{}</dt><dd>{}</dd></div>", &[name, fact]));
    let texts = origin.texts.iter().map(|(name, fields)| {
        Markup::of(
            "\n<details><summary>{}</summary><pre tabindex=\"0\"><code>{}</code></pre></details>",
            &[name, fields],
        )
    });
    Markup::of(
        "\n<h3>{}</h3>{}\n<dl>{}\n</dl>{}",
        &[
            &origin.name,
            &Markup::each("\n<pre tabindex=\"0\"><code>{}</code></pre>", origin.command.iter()),
            &facts.collect::<Markup>(),
            &texts.collect::<Markup>(),
        ],
    )
}

/// What came out, and every figure.
pub fn drawn(overview: &Numbers, figures: &[Figure]) -> Markup {
    // A ranking, which comes first, says more than its pairs one by one, and of many rule sets a picture says
    // more than a row for each.
    let ranked = figures.iter().take_while(|figure| figure.beside.is_some()).count();
    let is_first = ranked == 0 && overview.rows.len() > MANY;
    let (leading, rest) = figures.split_at((ranked + usize::from(is_first)).min(figures.len()));
    let drawn = |figures: &[Figure]| figures.iter().map(of_figure).collect::<Markup>();
    Markup::of(
        "{}\n<section class=\"overview\" aria-label=\"Overview\">\n{}\n</section>{}",
        &[&drawn(leading), &of_numbers(overview, "What came out"), &drawn(rest)],
    )
}

fn of_figure(figure: &Figure) -> Markup {
    let beside = figure.beside.iter().map(|table| {
        Markup::of("\n<h3>Ranking</h3>\n{}", &[&of_numbers(&as_numbers(table), "Ranking")])
    });
    let several = figure.views.len() > 1;
    let views = figure.views.iter().map(|view| of_view(figure, view, several));
    Markup::of(
        "\n<figure id=\"{}\">\n<figcaption><h2>{}</h2><p>{}</p></figcaption>\n<div class=\"sheet\">\
         {}{}{}{}\n</div>\n</figure>",
        &[
            &figure.id,
            &figure.title,
            &figure.caption,
            &beside.collect::<Markup>(),
            &if several { of_switch(figure) } else { Markup::default() },
            &of_keys(&figure.keys),
            &views.collect::<Markup>(),
        ],
    )
}

/// The switch between several views.
fn of_switch(figure: &Figure) -> Markup {
    let views = figure.views.iter().enumerate().map(|(k, view)| {
        Markup::of(
            "\n<label><input type=\"radio\" name=\"view-{}\" value=\"{}\"{}><span>{}</span></label>",
            &[&figure.id, &k, &checked(k == figure.first), &view.label],
        )
    });
    Markup::of(
        "\n<fieldset class=\"views\"><legend>View of &#8220;{}&#8221;</legend>{}\n</fieldset>",
        &[&figure.title, &views.collect::<Markup>()],
    )
}

fn checked(is_checked: bool) -> &'static str {
    if is_checked { " checked" } else { "" }
}

fn of_keys(keys: &[Key]) -> Markup {
    if let [key] = keys {
        // One alone is told from nothing: its note is enough.
        let note = Some(&key.note).filter(|note| !note.is_empty());
        return Markup::each("\n<p class=\"note ends\">{}</p>", note);
    }
    if keys.is_empty() {
        return Markup::default();
    }
    let keys = keys.iter().enumerate().map(|(k, key)| {
        Markup::of(
            "\n<li><label><input type=\"checkbox\" data-key=\"{}\"{}><svg class=\"swatch\" \
             viewBox=\"0 0 30 10\" aria-hidden=\"true\"><path class=\"line s{}\" d=\"M0 5H30\"/></svg>\
             <span class=\"name\">{}</span> <small>{}</small></label></li>",
            &[&k, &checked(key.shown), &k, &key.name, &key.note],
        )
    });
    Markup::of("\n<ul class=\"keys\">{}\n</ul>", &[&keys.collect::<Markup>()])
}

fn of_view(figure: &Figure, view: &View, several: bool) -> Markup {
    let label = several.then_some(&view.label);
    let note = Some(&view.note).filter(|note| !note.is_empty());
    Markup::of(
        "\n<div class=\"view\">{}\n<div class=\"plot\" tabindex=\"0\" role=\"group\" aria-label=\"{}. Arrow keys \
         read the numbers.\">\n{}\n{}\n<div class=\"tip\" role=\"status\" hidden></div>\n</div>{}\n<details>\
         <summary>The numbers behind the figure{}</summary>\n{}\n</details>\n</div>",
        &[
            &Markup::each("\n<p class=\"label\">{}</p>", label),
            &view.wide.label,
            &view.wide.markup(),
            &view.narrow.markup(),
            &Markup::each("\n<p class=\"note\">{}</p>", note),
            &Markup::each(": {}", label),
            &of_numbers(&view.numbers, &figure.title),
        ],
    )
}

fn of_numbers(table: &Numbers, caption: &str) -> Markup {
    of_linked(table, caption, &[])
}

/// A table whose rows lead to these files, as far as there are any.
fn of_linked(table: &Numbers, caption: &str, links: &[Option<String>]) -> Markup {
    let rows = table.rows.iter().enumerate().map(|(k, (name, cells))| {
        let name = match links.get(k).and_then(Option::as_ref) {
            Some(link) => Markup::of("<a href=\"{}\">{}</a>", &[link, name]),
            None => Markup::of("{}", &[name]),
        };
        let cells = cells.iter().map(|cell| Markup::of("<td>{}</td>", &[&Markup::of_words(cell)]));
        Markup::of("\n<tr><th scope=\"row\">{}</th>{}</tr>", &[&name, &cells.collect::<Markup>()])
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
