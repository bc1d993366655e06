//! Features of deals and games, by which games are sorted.

use crate::sandbox::Sandbox;

#[test]
fn each_of_several_features_sorts_all_games_as_it_does_alone() {
    let sandbox = Sandbox::new();
    let run = |by: &str, name: &str| {
        sandbox
            .ok(&format!("--games 3000 --rules umass --rules one-down {by} --name {name} --quiet"));
        sandbox.rows(&format!("results/{name}/strata.csv"))
    };
    let together = run("--by aces_a --by first_pass_ties,aces_a", "both");
    for feature in ["aces_a", "first_pass_ties"] {
        let alone = run(&format!("--by {feature}"), feature);
        let mine: Vec<_> =
            together.iter().filter(|row| row["feature"] == feature).cloned().collect();
        assert_eq!(mine, alone, "{feature}");
    }
    sandbox.fails_saying(64, "--games 9 --by aces_a,luck", &["luck", "aces_a"]);
}

#[test]
fn the_winners_comeback_is_that_of_the_game_that_was_played() {
    // A shuffled pot is shuffled alike when the game is played once more.
    let sandbox = Sandbox::new();
    for rules in ["umass", "shuffled-pot"] {
        let line =
            format!("--rules {rules} --games 500 --by comeback,lead_changes --name {rules} -q");
        sandbox.ok(&line);
        let of = |row: &std::collections::HashMap<String, String>, key: &str| -> u64 {
            row[key].parse().unwrap()
        };
        let rows = sandbox.rows(&format!("results/{rules}/strata.csv"));
        let whole = sandbox.row(&format!("results/{rules}/summary.csv"), 0);
        let (comebacks, changes): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| row["feature"] == "comeback");
        for row in &comebacks {
            let (nobody, drawn) = (row["value"] == "0", of(row, "draws"));
            assert_eq!(drawn, if nobody { of(row, "games") } else { 0 }, "{rules}: {row:?}");
            assert!(of(row, "value") <= 26, "{rules}: {row:?}");
        }
        let games = |rows: &[&_]| rows.iter().map(|row| of(row, "games")).sum::<u64>();
        assert_eq!([games(&comebacks), games(&changes)], [500; 2]);
        assert_eq!(comebacks.iter().map(|row| of(row, "draws")).sum::<u64>(), of(&whole, "draws"));
        assert!(comebacks.len() > 10 && changes.len() > 5, "{rules}");
    }
}
