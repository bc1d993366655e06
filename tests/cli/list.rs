//! `list`, and names that are not found.

use crate::sandbox::Sandbox;

#[test]
fn everything_that_is_inside_has_a_line() {
    let sandbox = Sandbox::new();
    let all = sandbox.ok("list");
    for line in [
        "  umass ",
        "  bwinf-frozen ",
        "  kitchen-table ",
        "  pick-up-order ",
        "  studies/suits ",
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
fn a_line_fits_the_terminal() {
    let sandbox = Sandbox::new();
    sandbox.ok("--games 10 --quiet --rules umass --rules one-down --rules winner-first");
    for width in [50, 80, 200] {
        let mut command = sandbox.command("list");
        let shown = command.env("COLUMNS", width.to_string()).output().unwrap().stdout;
        let shown = String::from_utf8(shown).unwrap();
        let widest = shown.lines().map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= width), "{width}: {widest:?}\n{shown}");
    }
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
        let about = format!("batch: 10 games each, seed {seed}, {}\n", all.join(", "));
        assert!(piped.contains(&name(seed)) && piped.contains(&about), "{about} in\n{piped}");
        let narrow = sandbox.command("list runs").env("COLUMNS", "70").output().unwrap().stdout;
        let narrow = String::from_utf8(narrow).unwrap();
        assert!(narrow.contains(&format!("  {}\n", name(seed))), "{narrow}");
        // Facts first: what is cut are names of rule sets.
        assert!(narrow.contains(&format!("10 games each, seed {seed},")), "{narrow}");
    }
    // As wide as asked for, but in a pipe nothing is cut; how wide the column of names is, they decide.
    let rules = sandbox.command("list rules").env("COLUMNS", "60").output().unwrap().stdout;
    let rules = String::from_utf8(rules).unwrap();
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
    sandbox.fails_saying(66, "list runs --out elswhere", &["did you mean `elsewhere`?"]);
}

#[test]
fn the_nearest_of_all_names_is_told() {
    let sandbox = Sandbox::new();
    sandbox.write("my-question.toml", "rules = [\"umass\"]");
    sandbox.ok("--games 10 --quiet --name monday");
    for (arguments, meant) in [
        ("run pickup-order", "`pick-up-order`"),
        ("run suits", "`studies/suits`"),
        ("run pickup-order.toml", "`pick-up-order`"),
        ("run my-qestion.toml", "`my-question.toml`"),
        ("ludo wurfel0", "`wuerfel0`"),
        ("compare bwinf bwinf-frozen --dice wuerfel", "`wuerfel0`"),
        ("verify monday", "`results/monday`"),
        ("report results/mnday", "`results/monday`"),
    ] {
        sandbox.fails_saying(66, arguments, &["there is no such", "did you mean", meant]);
    }
    sandbox.fails_saying(64, "--rules kitchentable", &["did you mean `kitchen-table`?"]);
    sandbox.fails_saying(66, "run quite-another-question", &["no such file; check the path"]);
}
