//! `show`: stored runs again; `list`, and names that are not found.

use crate::sandbox::{EVERY_QUESTION, Sandbox, assert_fits_80_columns};

/// What a run printed, without where it was written and how fast it was.
fn printed(text: &str) -> String {
    let is_of_now = |line: &str| {
        ["written to ", "played in "].iter().any(|words| line.starts_with(words))
            || line.contains(" written to ")
    };
    let kept: Vec<&str> = text.lines().filter(|line| !is_of_now(line)).collect();
    kept.join("\n").trim_end().to_owned()
}

#[test]
fn every_kind_of_run_is_shown_as_it_was_printed() {
    let sandbox = Sandbox::new();
    sandbox.write("q.toml", EVERY_QUESTION);
    for (k, command) in [
        "--games 300",
        "--rules bicycle --rules one-down --games 200 --first-game 7 --by top_card_b,aces_a --confidence 0.9875497815721177",
        "--until a_win:0.1 --rules umass --rules no-limit",
        "compare umass one-down --games 300 --min-effect a_win:0.4",
        "compare umass one-down winner-first --games 300 --baseline umass --measures battles",
        "compare bwinf bwinf-frozen --dice wuerfel0 --games 30",
        "compare bwinf bwinf-frozen --dice wuerfel0 --pair 1,2 --self-play --start first --roll-limit 99 \
         --rank-by score --games 30 --engine reference",
        "run q.toml",
        "run deck-size --games 20",
        "ludo wuerfel0 --games 30 --rules bwinf --rules devofvictory --rank-by score --set start=first \
         --first-game 5 --confidence 0.9",
        "exact --ranks 3 --suits 2 --rules umass --rules no-limit",
    ]
    .into_iter()
    .enumerate()
    {
        let said = sandbox.ok(&format!("{command} --name r{k}"));
        let folder = format!("results/r{k}");
        let shown = sandbox.ok(&["show", &folder]);
        assert_eq!(shown.trim_end(), printed(&said), "{command}");
        for form in ["csv", "json", "markdown"] {
            let again = format!("{command} --no-files --format {form}");
            let form = sandbox.ok(&["show", &folder, "--format", form]);
            assert_eq!(form, sandbox.ok(&again), "{again}");
            assert!(!form.is_empty());
        }
    }
}

#[test]
fn parts_put_together_are_shown_as_they_were_printed() {
    let sandbox = Sandbox::new();
    for k in 1..=2 {
        let part = sandbox.ok(&format!("--games 100 --name p --shard {k}/2"));
        let shown = sandbox.ok(&format!("show results/p-shard{k}of2"));
        assert_eq!(shown.trim_end(), printed(&part));
    }
    let merged = sandbox.ok("merge results/p-shard1of2 results/p-shard2of2 --name all");
    assert_eq!(sandbox.ok("show results/all").trim_end(), printed(&merged));
    let parts = "merge results/p-shard1of2 results/p-shard2of2 --name all --force";
    for form in ["csv", "json", "markdown"] {
        let shown = sandbox.ok(&["show", "results/all", "--format", form]);
        assert_eq!(sandbox.ok(&*format!("{parts} --format {form}")), shown, "{form}");
    }
}

#[test]
fn a_table_is_shown_in_every_form() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 300 --name a --quiet");
    sandbox.ok("--games 200 --name b --quiet --rules umass --rules one-down");
    for table in ["summary", "histogram", "rounds", "wars"] {
        let csv = sandbox.ok(&["show", "results/a", "--table", table, "--format", "csv"]);
        assert_eq!(csv.as_bytes(), sandbox.read(&format!("results/a/{table}.csv")));
        assert_fits_80_columns(&sandbox.ok(&["show", "results/a", "--table", table]));
    }
    // Without a name it is the table that answers what was asked.
    let main = sandbox.ok("show results/a --format csv");
    assert_eq!(main.as_bytes(), sandbox.read("results/a/summary.csv"));
    assert_eq!(main, sandbox.ok("--games 300 --no-files --format csv"));
    let compared = sandbox.ok("compare umass one-down --games 300 --name d --format csv");
    assert_eq!(compared.as_bytes(), sandbox.read("results/d/comparison.csv"));
    let text = sandbox.ok("show results/b --table wars");
    assert_eq!(text.lines().next().map(str::trim), Some("rules     depth  rounds"));
    let markdown = sandbox.ok("show results/b --table wars --format markdown");
    assert!(
        markdown.starts_with(
            "| rules | depth | rounds |
|---|---:|---:|
| umass | 1 | "
        ),
        "{markdown}"
    );
    let json = sandbox.ok("show results/b --table summary --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["summary"][1]["rules"], "one-down");
    // What the table is too wide for stands upright.
    let narrow = sandbox.in_columns(50, "show results/b --table summary");
    assert!(narrow.lines().all(|line| line.chars().count() <= 50), "{narrow}");
    assert!(narrow.starts_with("rules "), "{narrow}");
    // Tables that a game of its own words does not write are there all the same.
    sandbox.ok("ludo wuerfel0 --games 3 --name dice --quiet");
    assert!(sandbox.ok("show results/dice --table summary").contains("rolls_mean"));
}

#[test]
fn without_a_folder_the_last_run_is_shown() {
    let sandbox = Sandbox::new();
    sandbox.fails_saying(66, "show", &["there is no run in results/"]);
    sandbox.ok("--games 20 --name b --quiet");
    sandbox.ok("--games 30 --name a --quiet");
    sandbox.write("results/c/notes", "no run");
    assert_eq!(sandbox.ok("show"), sandbox.ok("show results/a"));
    sandbox.ok("--games 40 --name b --force --quiet");
    assert_eq!(sandbox.ok("show"), sandbox.ok("show results/b"));
}

#[test]
fn several_runs_are_shown_together() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 300 --name a --quiet");
    sandbox.ok("--games 200 --seed 7 --name b --quiet");
    let csv = sandbox.ok("show results/a results/b --format csv");
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("run,rules,cards,seed,first_game,games,"), "{csv}");
    assert!(lines.next().unwrap().starts_with("results/a,umass,52,42,0,300,"), "{csv}");
    assert!(lines.next().unwrap().starts_with("results/b,umass,52,7,0,200,"), "{csv}");
    let text = sandbox.ok("show results/a results/b");
    assert!(
        text.starts_with("results/a:\n\n300 games of War under umass; seed 42, games 0 to 299.\n"),
        "{text}"
    );
    assert!(text.contains("\nresults/b:\n\n200 games of War under umass; seed 7, "), "{text}");
    let json = sandbox.ok("show results/a results/b --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["results/b"]["summary"][0]["games"], 200);
    sandbox.ok("ludo wuerfel0 --games 10 --name c --quiet");
    for other in ["--format csv", "--table summary"] {
        let other = format!("show results/a results/c {other}");
        sandbox.fails_saying(64, &other, &["different columns", "one by one"]);
    }
    assert!(sandbox.ok("show results/a results/c").contains("results/c:\n"));
}

#[test]
fn what_is_not_there_gets_the_nearest_and_the_list() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 10 --name a --quiet");
    let words = ["--table: unknown table", "`sumary`", "`summary`", "histogram, rounds or wars"];
    sandbox.fails_saying(64, "show results/a --table sumary", &words);
    sandbox.fails_saying(66, "show results/b", &["no such folder"]);
    for verb in ["show", "verify", "report", "merge"] {
        sandbox.fails_saying(
            66,
            &format!("{verb} results"),
            &["results: is not the folder of a run"],
        );
    }
    sandbox.fails_saying(66, "show a", &["did you mean `results/a`?"]);
    sandbox.fails_saying(66, "show results/a/state", &["is a file"]);
}

#[test]
fn damage_is_refused_and_tables_are_never_read() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 10 --name r --quiet");
    let shown = sandbox.ok("show results/r");
    for table in std::fs::read_dir(sandbox.path("results/r")).unwrap() {
        let table = table.unwrap().path();
        if table.extension().is_some_and(|ending| ending == "csv") {
            std::fs::write(table, "made up\n").unwrap();
        }
    }
    assert_eq!(sandbox.ok("show results/r"), shown);
    // The manifest is for people.
    for (file, verb) in [("state", "show"), ("manifest.json", "verify")] {
        let path = format!("results/r/{file}");
        let whole = sandbox.read(&path);
        let mut changed = whole.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        sandbox.write(&path, changed);
        sandbox.fails_saying(65, &format!("{verb} results/r"), &["results/r"]);
        sandbox.write(&path, whole);
    }
}

#[test]
fn what_was_typed_is_in_the_state() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.toml", "base = \"umass\"\nwar.face_down = 2\n");
    for part in ["1/2", "2/2"] {
        sandbox.ok(&format!("--rules ./mine.toml --games 50 --shard {part} --name p --quiet"));
    }
    let parts = "results/p-shard1of2 results/p-shard2of2";
    let merged = sandbox.ok(&format!("merge {parts} --name all"));
    std::fs::remove_file(sandbox.path("results/all/manifest.json")).unwrap();
    for text in [merged, sandbox.ok("show results/all")] {
        assert!(text.contains("see it with") && text.contains("--rules ./mine.toml"), "{text}");
    }
}

#[test]
fn everything_that_is_inside_has_a_line() {
    let sandbox = Sandbox::new();
    let all = sandbox.ok("list");
    for line in [
        "  umass ",
        "  bwinf-frozen ",
        "  kitchen-table ",
        "  pick-up-order ",
        "  suits ",
        "  wuerfel0 ",
        "  battles ",
        "  early_sixes ",
        "  assignment-list ",
        "  short-decks ",
        "Runs in results: none yet",
    ] {
        assert!(all.contains(&format!("\n{line}")), "{line} in\n{all}");
    }
    for kind in ["rules", "experiments", "dice", "measures", "features", "suites", "runs"] {
        let one = sandbox.ok(&["list", kind]);
        assert!(all.contains(&one), "{one}");
        assert!(one.lines().count() < all.lines().count());
    }
    sandbox.fails_saying(64, "list dcie", &["dice"]);
}

#[test]
fn names_are_whole_and_a_pipe_gets_everything() {
    let sandbox = Sandbox::new();
    let all = ["umass", "winner-first", "one-down", "no-limit", "last-card"];
    let rules = all.map(|name| format!(" --rules {name}")).concat();
    for seed in [1, 2] {
        sandbox.ok(&*format!("--games 10 --quiet --seed {seed}{rules}"));
    }
    let name = |seed: u64| format!("{}-seed{seed}-games10", all.join("+"));
    let piped = sandbox.ok("list");
    assert!(!piped.contains("..."), "{piped}");
    for seed in [1, 2] {
        let names = "umass, winner-first, one-down, no-limit and last-card";
        let about = format!("batch: 10 games each, seed {seed}, {names}\n");
        assert!(piped.contains(&name(seed)) && piped.contains(&about), "{about} in\n{piped}");
        let narrow = sandbox.in_columns(70, "list runs");
        assert!(narrow.contains(&format!("  {}\n", name(seed))), "{narrow}");
        // Facts first: what is cut are names of rule sets.
        assert!(narrow.contains(&format!("10 games each, seed {seed},")), "{narrow}");
    }
    // As wide as asked for, but in a pipe nothing is cut; how wide the column of names is, they decide.
    let rules = sandbox.in_columns(60, "list rules");
    assert!(rules.lines().all(|line| line.chars().count() <= 60), "{rules}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&rules), words(&sandbox.ok("list rules")));
    let now = humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string();
    assert!(piped.contains(&format!("  {} ", &now[..10])), "{piped}");
}

#[test]
fn runs_are_listed_by_what_they_did() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 10 --quiet --name one");
    sandbox.ok("ludo wuerfel0 --games 3 --quiet --name two --out elsewhere");
    sandbox.write("results/broken/state", "{}");
    std::fs::write(sandbox.path("results/one/manifest.json"), "{}").unwrap();
    sandbox.ok("exact --ranks 2 --suits 2 --quiet --name exact");
    let here = sandbox.ok("list runs");
    assert!(here.contains(" batch: 10 games, seed 42, umass\n"), "{here}");
    assert!(here.contains(" exact: 6 orders, umass{deck.ranks=2,deck.suits=2}\n"), "{here}");
    assert!(here.contains("\n  broken  its state is not whole"), "{here}");
    sandbox.ok("--until a_win:0.1 --quiet --name open");
    let played = sandbox.row("results/open/summary.csv", 0)["games"].clone();
    let shown = format!(" batch: {played} games, seed 42, umass\n");
    assert!(sandbox.ok("list runs").replace(',', "").contains(&shown.replace(',', "")), "{shown}");
    let there = sandbox.ok("list runs --out elsewhere");
    assert!(there.contains(" ludo: 3 games each, seed 42, bwinf\n"), "{there}");
    sandbox.fails_saying(66, "list runs --out elswhere", &["no such folder; check the path"]);
}

#[test]
fn the_nearest_of_all_names_is_told() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 10 --quiet --name monday");
    for (arguments, meant) in [
        ("run pickup-order", "`pick-up-order`"),
        ("run studies/siuts", "`suits`"),
        ("run pickup-order.toml", "`pick-up-order`"),
        ("ludo wurfel0", "`wuerfel0`"),
        ("compare bwinf bwinf-frozen --dice wuerfel", "`wuerfel0`"),
        ("verify monday", "`results/monday`"),
        ("report results/mnday", "`results/monday`"),
    ] {
        sandbox.fails_saying(66, arguments, &["there is no such", "did you mean", meant]);
    }
    let missing = ["results/mnday: there is no such folder"];
    sandbox.fails_saying(66, "compare results/monday results/mnday", &missing);
    sandbox.fails_saying(64, "--rules kitchentable", &["did you mean `kitchen-table`?"]);
    sandbox.fails_saying(66, "run quite-another-question", &["no such file; check the path"]);
}
