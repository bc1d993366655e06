//! What pages claim: titles and sentences that are true of what was found, and of what is not drawn.

use crate::report::{contains, figure, page, page_with, table};
use crate::sandbox::Sandbox;

#[test]
fn every_one_of_many_rule_sets_is_drawn() {
    let sandbox = Sandbox::new();
    let sets: String =
        (0..44).map(|k| format!("\"umass{{limit.at={}}}\", ", 900 - 20 * k)).collect();
    sandbox.write("many.toml", format!("rules = [{sets}]\ngames = 300\n"));
    sandbox.ok("run many.toml --name many --report --quiet");
    let page = page(&sandbox, "results/many/report.html");
    contains(
        &page,
        &[
            " (limit.at=40) to ",
            // In full.
            " The first 40 of 44 rule sets are below.",
        ],
    );
    // Of the first two the first hundred games.
    let two = "the first 100 games with limit.at=900 and the first 100 games with limit.at=880";
    contains(&page, &[two]);
    for (id, rows) in [("outcomes", 44), ("lengths", 44), ("differences", 43)] {
        assert_eq!(table(&page, id, 0).len(), rows, "{id}");
    }
}

/// Of one pair of dice all cells are compared with the first; of several each with its own.
#[test]
fn a_sweep_of_dice_has_a_baseline_where_one_pair_plays() {
    let sandbox = Sandbox::new();
    for (pair, baselines) in [("pair = \"1,2\"\n", true), ("", false)] {
        let asked = "dice = \"wuerfel0\"\ngames = 60\n";
        let sweep = "[[sweep]]\nbase = \"bwinf\"\nroll_limit = [50, 90, 4096]\n";
        sandbox.write("s.toml", format!("{asked}{pair}{sweep}"));
        sandbox.ok("run s.toml --name s --report --quiet --force");
        let page = page(&sandbox, "results/s/report.html");
        assert_eq!(figure(&page, "sweep").contains("baseline"), baselines, "{pair}");
    }
    sandbox.write("one.txt", "1-6\n");
    let said = sandbox.ok("ludo one.txt --self-play --games 50 --name one --report");
    let page = page(&sandbox, "results/one/report.html");
    contains(&page, &["<h2>Die 1 against itself</h2>", ">54.00 % (40.40 to 67.03)<"]);
    let share = &sandbox.rows("results/one/pairs.csv")[0]["win_share_1"];
    assert!(share == "0.54" && said.contains("\n    1  0.540\n"), "{share}: {said}");
}

#[test]
fn of_very_long_games_fewer_are_drawn() {
    let sandbox = Sandbox::new();
    let long = "no-limit{war.face_down=0,deck.ranks=7}";
    sandbox.ok(&format!("--rules {long} --first-game 1 --games 3 --name long --report --quiet"));
    let page = page(&sandbox, "results/long/report.html");
    contains(&page, &["lead in cards held: the first game</h2>"]);
    // Beside them as many of shorter games as ever.
    sandbox.ok(&format!(
        "--rules {long} --rules umass --first-game 1 --games 3 --name two --report --quiet"
    ));
    let page = self::page(&sandbox, "results/two/report.html");
    contains(&page, &["the first game with no-limit", "the first 3 games with umass"]);
}

#[test]
fn several_rule_sets_are_one_forest_against_the_first_by_their_difference() {
    let sandbox = Sandbox::new();
    let sets = "umass winner-first one-down last-card";
    sandbox
        .ok(&format!("compare {sets} --games 3000 --measures battles --name f --report --quiet"));
    let page = page(&sandbox, "results/f/report.html");
    let rows = table(&page, "differences", 0);
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    // With one card face down games are longer, with the winner's card first much shorter.
    assert_eq!(names, ["one-down", "last-card", "winner-first"]);
    let against = "Each row is a rule set less umass";
    contains(&page, &[against, "3 pairs among the others are in comparison.csv."]);
}

#[test]
fn titles_say_what_was_found_where_nothing_differs() {
    let sandbox = Sandbox::new();
    for (run, titles) in [
        ("--rules no-limit --games 300", &["A wins: 5", " %; B wins: 4", " %; Draw: "][..]),
        (
            "compare winner-first loser-first --games 3000",
            &["A wins: 49.", "Battles: 8.5 more with loser-first"],
        ),
        (
            "compare winner-first loser-first --games 3000 --measures a_win --min-effect a_win:0.2",
            &["No difference found; equivalent: A wins"],
        ),
        (
            "run face-down-cards --games 300",
            &["half of the games are over: 258 (face down 4) to ", "; with 3 of 5 rule sets fewer"],
        ),
        (
            "--games 1",
            &[
                "Battles until half of the games are over: 144",
                "lead in cards held: the first game",
            ],
        ),
    ] {
        sandbox.ok(&format!("{run} --quiet --report --name it --force"));
        let page = page_with(&sandbox, "results/it/report.html", 1);
        contains(&page, titles);
        for topic in ["Who wins how often", "How long a game lasts", "What the rules change"] {
            assert!(!page.contains(topic), "{run}: {topic}");
        }
    }
}

#[test]
fn a_ranking_is_first_and_no_title_claims_what_is_not_known() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --games 100 --name dice --report -q");
    let page = sandbox.text("results/dice/report.html");
    let [ranking, table] = ["<h3>Ranking</h3>", "What came out"].map(|what| page.find(what));
    assert!(ranking.is_some() && ranking < table, "{ranking:?} {table:?}");
    sandbox.ok("--games 0 --name none -q");
    sandbox.ok("--games 2000 --name some -q");
    sandbox.ok("report results/none results/some --out both.html");
    contains(
        &sandbox.text("both.html"),
        &["<h2>A wins: 4", "lead in cards held: the first 100 games<", ", no games."],
    );
    sandbox.ok("--rules umass{limit.at=100} --games 500 --name short --report -q");
    let fewer = "Fewer than half of the games are over by 100 battles";
    contains(&sandbox.text("results/short/report.html"), &[fewer]);
}
