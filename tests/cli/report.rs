//! `report`: pages and pictures, from outside.

use std::fs;

use crate::sandbox::{Row, Sandbox, names};

/// Elements that have no end.
const EMPTY: [&str; 4] = ["meta", "link", "input", "br"];

/// Checks that every element is closed in its order; returns how often each occurs.
fn elements(text: &str) -> std::collections::HashMap<String, usize> {
    let (mut open, mut counts) = (Vec::new(), std::collections::HashMap::new());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        if let Some(after) = rest.strip_prefix("<!--") {
            rest = &after[after.find("-->").expect("a comment ends") + 3..];
            continue;
        }
        let end = rest.find('>').unwrap_or_else(|| panic!("no end: {}", &rest[..80]));
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('!') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "</{name}> ends another element");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        let name = tag.split([' ', '\n', '/']).next().unwrap_or_default().to_owned();
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric()), "<{tag}>");
        *counts.entry(name.clone()).or_insert(0) += 1;
        if ["script", "style"].contains(&name.as_str()) {
            let close = format!("</{name}>");
            rest = &rest[rest.find(&close).expect("a script ends") + close.len()..];
        } else if !EMPTY.contains(&name.as_str()) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    counts
}

/// The page of a run, checked.
pub fn page(sandbox: &Sandbox, path: &str) -> String {
    page_with(sandbox, path, 2)
}

/// The same with at least so many figures.
pub fn page_with(sandbox: &Sandbox, path: &str, least: usize) -> String {
    let page = sandbox.text(path);
    assert!(page.starts_with("<!doctype html>\n<!-- war-sim report -->\n<html lang=\"en\">"));
    let counts = elements(&page);
    assert!(counts["figure"] >= least, "{counts:?}");
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    let read = &page;
    // It needs nothing from anywhere.
    for word in ["src=", "@import", "url(", "fetch("] {
        assert!(!read.contains(word), "{word}");
    }
    let foreign = read.matches("http").count() - read.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(foreign, 0, "an address in the page");
    assert!(!read.contains("NaN"), "a number is missing");
    page
}

pub fn contains(page: &str, words: &[&str]) {
    for word in words {
        assert!(page.contains(word), "no `{word}` in the page");
    }
}

#[test]
fn a_batch_has_a_page_with_every_figure() {
    let sandbox = Sandbox::new();
    sandbox.ok(
        "--games 2000 --rules umass --rules one-down --name run --by aces_a,top_card_a --report",
    );
    let page = page(&sandbox, "results/run/report.html");
    contains(
        &page,
        &[
            "<title>War: umass and one-down</title>",
            "2,000 games of War under each of umass and one-down, on the same deals; seed 42, \
             games 0 to 1999.",
            "How to reproduce it",
            "--rules one-down",
            "chacha8-fy32-v1",
            "prefers-color-scheme:dark",
        ],
    );
    // First what was asked.
    let ids = page.split("<figure id=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let ids = ids.collect::<Vec<_>>().join(" ");
    let by = "by-aces_a by-aces_a-b_win by-aces_a-draw by-aces_a-battles by-top_card_a ";
    assert!(ids.starts_with(by) && ids.ends_with(" outcomes lengths leads"), "{ids}");
    let manifest = sandbox.text("results/run/manifest.json");
    assert!(manifest.contains("\"report.html\""), "the page is one of the run's files");
    // Later, from the stored run, it is the same page.
    let said = sandbox.ok("report results/run");
    assert!(said.contains("written to") && said.contains("report.html"), "{said}");
    assert!(sandbox.read("results/run/report.html") == page.as_bytes(), "another page");
}

/// In the folder of a run it is the run's, elsewhere a file that is there stays.
#[test]
fn a_page_has_its_name_in_its_folder_and_replaces_nothing_elsewhere() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 20 --name x --report --quiet");
    let page = sandbox.read("results/x/report.html");
    for line in [
        "report results/x",
        "--games 20 --name x",
        "--games 20 --name x --report --resume",
        "--games 20 --name x --force",
    ] {
        sandbox.write("results/x/report.html", "mine\n");
        sandbox.ok(&format!("{line} --quiet"));
        assert!(sandbox.read("results/x/report.html") == page, "{line}");
    }
    sandbox.ok("--games 20 --seed 1 --name y --quiet");
    for line in ["report results/x --out page.html", "report results/x results/y"] {
        sandbox.ok(&format!("{line} --quiet"));
        sandbox.fails_saying(73, line, &[".html: is there already", "--force"]);
        sandbox.ok(&format!("{line} --force --quiet"));
    }
    sandbox.ok("report results/x --svg lengths --out a.svg --quiet");
    sandbox.fails_saying(73, "report results/x --svg lengths --out a.svg", &["a.svg: is there"]);
}

/// A figure of a page.
pub fn figure<'p>(page: &'p str, id: &str) -> &'p str {
    let (_, own) = page.split_once(&format!("<figure id=\"{id}\"")).expect("the figure");
    own.split_once("</figure>").expect("its end").0
}

/// The rows of the k-th table of a figure: the name of each with its cells.
pub fn table(page: &str, id: &str, k: usize) -> Vec<Vec<String>> {
    let body = figure(page, id).split("<tbody>").nth(k + 1).expect("the table");
    let body = &body[..body.find("</tbody>").expect("its end")];
    let rows = body.split("<tr>").skip(1).map(|row| {
        let cells = row.split("</t").filter_map(|cell| cell.split_once('>').map(|(_, c)| c));
        let cells = cells.map(|cell| cell.rsplit('>').next().unwrap_or_default().to_owned());
        cells.filter(|cell| !cell.trim().is_empty()).collect()
    });
    rows.collect()
}

/// The whole number that a cell begins with.
fn count(cell: &str) -> u64 {
    cell.split(' ')
        .next()
        .unwrap()
        .replace(',', "")
        .parse()
        .unwrap_or_else(|e| panic!("{cell}: {e}"))
}

#[test]
fn the_numbers_of_the_page_are_those_of_the_tables() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 3000 --rules umass --rules winner-first --name run --report --quiet");
    let page = page(&sandbox, "results/run/report.html");
    let histogram = sandbox.rows("results/run/histogram.csv");
    let over_by = |rules: &str, length: u64| -> u64 {
        let over = |row: &&Row| {
            let battles: u64 = row["battles"].parse().unwrap();
            row["rules"] == rules && row["end_reason"] != "limit" && battles <= length
        };
        histogram.iter().filter(over).map(|row| row["games"].parse::<u64>().unwrap()).sum()
    };
    let lengths = table(&page, "lengths", 0);
    assert_eq!(lengths.len(), 2);
    for row in &lengths {
        // 5, 25, 50, 75 and 95 % of 3,000 games are over by then, and not before.
        for (cell, games) in row[1..6].iter().zip([150, 750, 1500, 2250, 2850]) {
            if cell == "\u{2013}" {
                assert!(over_by(&row[0], u64::MAX) < games, "{row:?}");
                continue;
            }
            let (by, before) = (over_by(&row[0], count(cell)), over_by(&row[0], count(cell) - 1));
            assert!(before < games && games <= by, "{row:?}: {cell}");
        }
        let left = 3000 - over_by(&row[0], u64::MAX);
        let said = format!("{:.2} % cut off", 100.0 * left as f64 / 3000.0);
        assert!(row[6] == said || left == 0, "{row:?}");
    }
    let summary = sandbox.rows("results/run/summary.csv");
    for (row, expected) in table(&page, "outcomes", 0).iter().zip(&summary) {
        for (cell, key) in row[1..].iter().zip(["a", "b", "draw"]) {
            let shown: Vec<&str> =
                cell.split([' ', '(', ')', '%']).filter(|part| part.contains('.')).collect();
            let part = |key: &str, part: &str| -> f64 {
                expected[&format!("{key}_{part}")].parse().unwrap()
            };
            // No rule of it looks at the seat, so each wins half of what is not drawn.
            let follows = row[0] == "winner-first" && key != "draw";
            let half = |end: &str| (1.0 - part("draw", end)) / 2.0;
            let expected = match follows {
                true => ["ratio", "ci_high", "ci_low"].map(half),
                false => ["ratio", "ci_low", "ci_high"].map(|end| part(key, end)),
            };
            for (text, expected) in shown.iter().zip(expected) {
                let places = text.len() - 1 - text.find('.').unwrap();
                assert_eq!(*text, format!("{:.places$}", 100.0 * expected), "{row:?}");
            }
            assert_eq!(shown.len(), 3, "{cell}");
        }
    }
}

#[test]
fn every_game_and_every_kind_of_study_has_its_figures() {
    let sandbox = Sandbox::new();
    sandbox.ok("compare umass winner-first --games 500 --name compared --quiet");
    sandbox.ok("ludo wuerfel0 --games 60 --name dice --quiet");
    sandbox.ok("run limit --games 50 --name sweep --quiet");
    for (run, words) in [
        ("compared", vec!["id=\"differences\"", "p, adjusted", "\u{2260}\u{a0}different"]),
        ("dice", vec!["id=\"pairs\"", "Die 2 is the best", "<h3>Ranking</h3>"]),
        ("sweep", vec!["id=\"sweep\"", "Draw: ", "limit at (log)"]),
    ] {
        sandbox.ok(&format!("report results/{run} --quiet"));
        let page = page(&sandbox, &format!("results/{run}/report.html"));
        contains(&page, &words);
        assert!(!page.contains("ie 1 wins") && !page.contains("ie 2 wins"), "a wrong number");
    }
    let compared = sandbox.text("results/compared/report.html");
    assert!(compared.split("<figure id=\"").nth(1).unwrap().starts_with("differences\""));
    // Several runs: a chapter of each, with its own figures and comparisons.
    sandbox.ok("--games 300 --seed 7 --name other --quiet");
    sandbox.ok("report results/compared results/other results/dice --out all.html");
    let page = page(&sandbox, "all.html");
    let titles =
        ["1. War: umass and winner-first (compared)", "2. War: umass (other)", "bwinf (dice)"];
    let ids = ["id=\"1-differences\"", "id=\"2-outcomes\"", "id=\"3-pairs\""];
    contains(&page, &[titles, ids].concat());
    assert_eq!(page.matches("<h1>").count(), 3);
    sandbox.ok("report results/compared results/other --svg 1-differences --out one.svg");
}

#[test]
fn names_from_outside_stay_text() {
    let sandbox = Sandbox::new();
    let name = "<script>alert(1)&\\\"'";
    let text =
        format!("rules = [\"umass\", {{ name = \"{name}\", war.face_down = 1 }}]\ngames = 40");
    sandbox.write("bad.toml", format!("title = \"a <b>bold</b> title\"\n{text}"));
    sandbox.ok("run bad.toml --report");
    let page = page(&sandbox, "results/bad/report.html");
    assert!(!page.contains("<script>alert") && !page.contains("<b>bold"), "not escaped");
    contains(&page, &["&#60;script&#62;alert(1)&#38;", "a &#60;b&#62;bold"]);
    sandbox.ok("report results/bad --svg all --out figures");
    for file in names(&sandbox.path("figures")) {
        let svg = fs::read_to_string(sandbox.path("figures").join(&file)).unwrap();
        assert!(!svg.contains("<script"), "{file}");
    }
}

#[test]
fn single_figures_are_svg_files_of_their_own() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 300 --name run --report --quiet");
    sandbox.ok("report results/run --svg all --out figures");
    let files = names(&sandbox.path("figures"));
    let page = page_with(&sandbox, "results/run/report.html", 3);
    let of_page = page.split("<figure id=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let mut of_page: Vec<String> = of_page.map(|id| format!("{id}.svg")).collect();
    of_page.sort();
    assert_eq!(files, of_page);
    for file in &files {
        let svg = fs::read_to_string(sandbox.path("figures").join(file)).unwrap();
        let counts = elements(&svg);
        assert_eq!((counts["style"], counts["title"]), (1, 1), "{file}");
        // The picture is within its frame, paths within the picture.
        assert!(counts["svg"] > 2, "{file}: {} frames", counts["svg"]);
        // A hundred games need more.
        let most = if file == "leads.svg" { 300_000 } else { 60_000 };
        assert!(svg.len() < most, "{file}: {} bytes", svg.len());
        // It can stand alone.
        let words = svg.replace("</text>\n<text class=\"tick\" x=\"20\"", " ");
        contains(
            &words,
            &["300 games of War under umass", "Confidence", "chacha8-fy32-v1", "prefers-color"],
        );
    }
    // One to standard output is the same.
    let svg = sandbox.ok("report results/run --svg lengths --out -");
    assert_eq!(svg.as_bytes(), sandbox.read("figures/lengths.svg"));
    sandbox.ok("report results/run --svg lengths");
    assert_eq!(svg.as_bytes(), sandbox.read("results/run/lengths.svg"));
}

#[test]
fn a_run_without_games_has_a_page_too() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 0 --name none --report --quiet");
    let page = sandbox.text("results/none/report.html");
    elements(&page);
    contains(&page, &["0 games of War under umass", "How to reproduce it"]);
    assert!(!page.contains("0.00 %"), "a share of no games");
}

#[test]
fn what_is_not_there_is_not_said_to_be() {
    let sandbox = Sandbox::new();
    // No game was given up, though one of the rule sets could give games up.
    sandbox.ok("compare umass umass{limit.at=300} --games 200 --name limit --report -q");
    let page = sandbox.text("results/limit/report.html");
    assert!(page.contains("nobody: cut off") && !page.contains("given up"));
    // Parts of a run have no game in common.
    for k in 1..=2 {
        sandbox.ok(&format!("--games 100 --shard {k}/2 --name part -q"));
    }
    sandbox.ok("report results/part-shard1of2 results/part-shard2of2 --out parts.html");
    let page = sandbox.text("parts.html");
    assert!(page.contains("id=\"2-leads\"") && !page.contains("are the same for all"));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_what_to_do() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 100 --name run --quiet");
    sandbox.fails_saying(66, "report results/nothing", &["no such folder"]);
    sandbox.write("empty/note.txt", "nothing");
    sandbox.fails_saying(66, "report empty", &["is not the folder of a run"]);
    sandbox.fails_saying(66, "report empty/note.txt", &["is a file"]);
    sandbox.fails_saying(64, "report", &["DIR"]);
    let known = ["unknown figure of this run", "outcomes", "lengths"];
    sandbox.fails_saying(64, "report results/run --svg outcome", &known);
    sandbox.fails_saying(64, "report results/run --svg all --out -", &["one picture"]);
    // A state that was changed is not drawn.
    let state = sandbox.text("results/run/state");
    sandbox.write("results/run/state", state.replacen("umass", "umasz", 1));
    sandbox.fails_saying(65, "report results/run", &["checksum"]);
}

#[test]
fn endless_games_are_kept_apart_and_the_lengths_add_up_to_all_games() {
    let sandbox = Sandbox::new();
    let text = sandbox.ok("--rules no-limit --games 3000 --name run --report");
    let page = page(&sandbox, "results/run/report.html");
    let row = sandbox.row("results/run/summary.csv", 0);
    let number = |name: &str| row[name].parse::<u64>().unwrap();
    let (cycles, won) = (number("cycle"), number("a_wins") + number("b_wins"));
    assert!(cycles > 200 && cycles + won == 3000, "{row:?}");
    let lengths = &table(&page, "lengths", 0)[0];
    assert_eq!(lengths[6], format!("{:.2} % never end", 100.0 * cycles as f64 / 3000.0));
    // Title and row of the figure have one median: what never ends is not over.
    let half = page.split("half of all by ").nth(1).unwrap().split('<').next().unwrap();
    contains(&page, &[&format!("Battles until half of the games are over: {half}</h2>")]);
    assert_eq!(lengths[3], half);
    // On the terminal they have a bar of their own, and the others are whole bins.
    let bars: Vec<&str> = text.lines().skip_while(|line| !line.contains("of a game")).collect();
    let last = bars.iter().rfind(|line| line.contains('%')).unwrap();
    assert!(last.contains("never end") && last.contains('#'), "{text}");
    assert!(bars[1].trim_start().starts_with("1-200 "), "{text}");
    assert!(bars.iter().any(|line| line.trim_start().starts_with("over 2")), "{text}");
}

#[test]
fn exact_counts_have_no_intervals_anywhere() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "o.toml",
        "orders = true\ndeck = { ranks = 3, suits = 2 }\nrules = [\"umass\", \"one-down\"]\n\
         by = \"aces_a\"\nbaseline = \"umass\"\n",
    );
    let text = sandbox.ok("run o.toml --name o --report");
    let markdown = sandbox.ok("run o.toml --no-files --format markdown");
    for text in [&text, &markdown] {
        assert!(!text.contains("interval") && !text.contains("s.e."), "{text}");
        assert!(!text.contains("standard error") && !text.contains("adjusted by Holm"), "{text}");
    }
    assert!(text.contains("\nexact; on the same 90 deals\n"), "{text}");
    let page = page(&sandbox, "results/o/report.html");
    let body = &page[page.find("<body>").unwrap()..page.find("How to reproduce it").unwrap()];
    assert!(!body.contains("Intervals"), "an interval");
    assert!(!body.contains("class=\"interval"), "a line of an interval");
    contains(body, &["Every order of the deck was played, so the numbers are exact."]);
    // What all have in common is said once.
    let (title, set) = ("<h1>War: umass and one-down</h1>", "one-down{deck.ranks=3,deck.suits=2}");
    contains(body, &[title, set, "<th scope=\"row\">umass</th>"]);
    for file in ["summary", "strata", "comparison"] {
        for row in sandbox.rows(&format!("results/o/{file}.csv")) {
            for (name, value) in &row {
                let chance = ["_low", "_high", "std_err", "p_value", "p_adjusted"];
                if chance.iter().any(|end| name.ends_with(end)) || name == "confidence" {
                    assert_eq!(value, "", "{file} {name}");
                }
            }
        }
    }
    // The rule sets are called by the deck they were played with.
    let names: Vec<String> =
        sandbox.rows("results/o/summary.csv").iter().map(|row| row["rules"].clone()).collect();
    assert_eq!(names, ["umass{deck.ranks=3,deck.suits=2}", "one-down{deck.ranks=3,deck.suits=2}"]);
    sandbox.ok(&["--rules", &names[0], "--games", "9", "--no-files"]);
}

#[test]
fn rule_sets_of_three_fields_are_all_cells_of_one_figure() {
    let sandbox = Sandbox::new();
    sandbox.ok("run studies/seats --games 200 --quiet --report --name seats");
    let page = page(&sandbox, "results/seats/report.html");
    let cells = table(&page, "sweep", 0);
    assert_eq!(cells.len(), 10);
    let filled = cells.iter().flat_map(|row| &row[1..]).filter(|cell| cell.contains('%'));
    // Where no pot is picked up by the order of laying, `alternating` is left out.
    assert_eq!(filled.count(), 60);
    contains(&page, &["war lay alternating", "<h2>A wins: "]);
}

/// What a page has to be typed or copied below these words.
fn code_below(page: &str, words: &str) -> String {
    let code = page.split(words).nth(1).unwrap().split("<code>").nth(1).unwrap();
    code.split("</code>").next().unwrap().replace("&#39;", "'").replace("&#34;", "\"")
}

#[test]
fn what_a_page_says_to_type_plays_the_run_again() {
    let sandbox = Sandbox::new();
    let asked = "games = 90\n# why\n[[sweep]]\nbase = \"umass\"\nwar.face_down = [1, 2]\n";
    sandbox.write("inner/mine.toml", asked);
    sandbox.write("decks.txt", "2 3 4 5\n14 2 14 2\n");
    sandbox.ok("--rules shuffled-pot --decks decks.txt --seed 77 --name inside --report -q");
    let page = sandbox.text("results/inside/report.html");
    contains(&page, &[" --seed 77"]);
    let two = "--rules bwinf --rules bwinf-frozen --start first --games 20 --pair 1,2";
    let (run, dice) = ("run inner/mine.toml --seed 7 --games 80", "--dice wuerfel0 --games 20");
    for (asked_for, summary, file, table) in [
        (run, "The experiment", "inner/mine.toml", "summary"),
        (&format!("ludo wuerfel0 {two}"), "The dice, wuerfel0", "wuerfel0", "pairs"),
        (&format!("compare bwinf bwinf-frozen {dice}"), "The dice, wuerfel0", "wuerfel0", "pairs"),
        ("--rules umass --set war.face_down=2 --decks decks.txt", "", "", "summary"),
        ("compare umass one-down --decks decks.txt", "", "", "comparison"),
        ("exact --ranks 3 --suits 2 --rules umass --rules no-limit", "", "", "exact"),
    ] {
        sandbox.ok(&*format!("{asked_for} --name one --report -q --force"));
        let page = sandbox.text("results/one/report.html");
        if !file.is_empty() {
            let text = code_below(&page, &format!("<summary>{summary}</summary>"));
            assert!(summary != "The experiment" || text == asked, "{text}");
            std::fs::write(sandbox.path(file), text).unwrap();
        }
        let command = code_below(&page, "How to reproduce it");
        let words = command.strip_prefix("war-sim ").unwrap().replace('\'', "");
        sandbox.ok(&*format!("{words} --out again --name one -q --force"));
        let of = |folder: &str| sandbox.read(&format!("{folder}/one/{table}.csv"));
        assert!(of("results") == of("again"), "{command}");
    }
    // No command plays a part of an experiment.
    sandbox.ok("run inner/mine.toml --shard 1/3 --name part --report -q");
    let page = sandbox.read("results/part-shard1of3/report.html");
    assert!(!String::from_utf8(page).unwrap().contains("war-sim run"));
}
