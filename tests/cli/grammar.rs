//! One grammar: every verb that plays takes the same options, and every game has every verb.

use std::collections::BTreeSet;

use crate::sandbox::{self, Sandbox, names};

/// Verbs that play games or deal them; the batch is the one without a word.
const PLAYING: [&str; 7] = ["", "play", "compare", "exact", "run", "deck", "ludo"];

/// The verbs that lack an option.
enum Lack {
    Of(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}
use Lack::{AllBut, Of};

impl Lack {
    fn has(&self, verb: &str) -> bool {
        match self {
            Of(verbs) => verbs.contains(&verb),
            AllBut(verbs) => !verbs.contains(&verb),
        }
    }
}

type Gap = (Lack, &'static str, &'static str);

/// Options that a verb has not: which verbs, which options (`RUN`: what every run takes), and why.
const GAPS: [Gap; 12] = [
    (Of(&["compare"]), "rules", "the rule sets are its arguments"),
    (
        Of(&["run"]),
        "rules set dice pair self-play start roll-limit rank-by decks first-game until by",
        "the experiment file says it; what changes from run to run can be put over it",
    ),
    (
        Of(&["play"]),
        "games first-game confidence until by RUN",
        "one game, or an answer for each line: there is nothing to estimate, store or hurry",
    ),
    (
        Of(&["deck"]),
        "first-game confidence until by decks format RUN",
        "it deals and plays nothing; --game I -n K are its games, and CSV is what `play` reads",
    ),
    (
        Of(&["exact"]),
        "games first-game seed confidence until by decks",
        "nothing is drawn and nothing estimated; it says how long it would take before it plays",
    ),
    (Of(&["play"]), "self-play rank-by", "one game is of the two dice of --pair"),
    (
        Of(&["deck", "exact"]),
        "dice pair self-play start roll-limit rank-by",
        "cards are dealt, no dice are rolled",
    ),
    (AllBut(&["play", "deck"]), "deck game trace", "one game: `play`"),
    (Of(&["deck"]), "deck trace", "one game: `play`"),
    (
        AllBut(&["compare"]),
        "baseline measures min-effect",
        "what is asked of differences: `compare`",
    ),
    (
        AllBut(&["exact"]),
        "ranks suits",
        "short for --set deck.ranks=R, for decks that are small enough",
    ),
    (AllBut(&["exact"]), "yes", "only what is exact can take that long: `exact`"),
];

/// The options of a verb.
fn options(sandbox: &Sandbox, verb: &str) -> BTreeSet<String> {
    sandbox.options(verb).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn an_option_that_a_verb_lacks_is_declared_with_its_reason() {
    let sandbox = Sandbox::new();
    let table = PLAYING.map(|verb| (verb, options(&sandbox, verb)));
    let all: BTreeSet<&String> = table.iter().flat_map(|(_, options)| options).collect();
    assert!(all.len() > 30, "{all:?}");
    let runs = table.iter().filter(|(verb, _)| !["play", "deck"].contains(verb));
    let of_runs =
        runs.map(|(_, options)| options.clone()).reduce(|some, more| &some & &more).unwrap();
    // What is printed comes in the same forms from single games.
    let of_runs = |option: &str| option != "format" && of_runs.contains(option);
    assert!(of_runs("resume") && !of_runs("games"));
    let declared = |verb: &str, option: &str| {
        GAPS.iter().any(|(verbs, options, reason)| {
            !reason.is_empty()
                && verbs.has(verb)
                && options
                    .split_whitespace()
                    .any(|known| known == option || known == "RUN" && of_runs(option))
        })
    };
    let mut wrong = Vec::new();
    for (verb, options) in &table {
        for option in &all {
            let (is_there, is_gap) = (options.contains(*option), declared(verb, option));
            if is_there == is_gap {
                let what = if is_there { "has" } else { "has not" };
                wrong.push(format!("`war-sim {verb}` {what} --{option}, a gap: {is_gap}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (_, options, _) in GAPS {
        for option in options.split_whitespace().filter(|option| *option != "RUN") {
            assert!(all.contains(&option.to_owned()), "no verb has --{option}");
        }
    }
}

#[test]
fn help_fits_a_screen_begins_with_examples_and_lists_every_option_once() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.ok("-h"), sandbox.ok(""));
    let (whole, dice) = (sandbox.ok("--help"), sandbox.ok("ludo --help"));
    let lists = |help: &str, option: &str| {
        let name = format!("--{option}");
        help.lines().any(|line| line.starts_with("  ") && line.split([' ', ',']).any(|w| w == name))
    };
    let mut all = BTreeSet::new();
    for verb in sandbox::VERBS.split(' ').chain([""]) {
        for (help, most) in [("-h", 24), ("--help", 60)] {
            let help = sandbox.ok(&format!("{verb} {help}"));
            assert!(help.lines().count() <= most, "{verb}\n{help}");
            assert!(help.lines().all(|line| line.chars().count() <= 80), "{verb}\n{help}");
            let at = |heading| help.find(heading).unwrap_or_else(|| panic!("{verb}\n{help}"));
            assert!(at("\nExamples:\n  war-sim ") < at("\nUsage: war-sim"), "{verb}\n{help}");
            assert!(!help.contains("  -h, "), "{verb}\n{help}");
        }
        let own = sandbox.ok(&format!("{verb} --help"));
        for option in options(&sandbox, verb) {
            let points = |(command, help): (&str, &str)| {
                own.contains(&format!(": `{command}`.")) && lists(help, &option)
            };
            let places = [("war-sim --help", &*whole), ("war-sim ludo --help", &*dice)];
            let is_said = lists(&own, &option) || places.into_iter().any(points);
            assert!(is_said, "{verb}: --{option}\n{own}");
            all.insert(option);
        }
    }
    assert!((40..=50).contains(&all.len()), "{} options: {all:?}", all.len());
}

#[test]
fn the_short_forms_are_the_same_runs() {
    let sandbox = Sandbox::new();
    for options in ["", "--start first --self-play --rank-by score"] {
        let before = names(&sandbox.path("results"));
        sandbox.ok(&format!("ludo wuerfel0 --games 20 {options} --quiet"));
        let new = names(&sandbox.path("results")).into_iter().filter(|name| !before.contains(name));
        let [name] = &new.collect::<Vec<_>>()[..] else { panic!("{options}") };
        // Eight digits of what is not as usual, here the dice.
        let digits = name.strip_prefix("ludo-bwinf-seed42-games20-");
        assert!(digits.is_some_and(|digits| digits.len() == 8), "{name}");
        let state = |out: &str| sandbox.read(&format!("{out}/{name}/state"));
        let there = state("results");
        let long = format!("--rules bwinf --dice wuerfel0 --games 20 {options}");
        // The same run: it may be written again over the other.
        sandbox.ok(&format!("{long} --quiet"));
        sandbox.ok(&format!("{long} --quiet --out other --threads 3"));
        assert_eq!(state("results"), there, "{long}");
        assert_eq!(state("other"), there, "{long}");
    }
}

#[test]
fn two_dice_of_a_file_play_the_games_that_they_play_among_all() {
    let sandbox = Sandbox::new();
    sandbox.ok("ludo wuerfel0 --games 40 --name all --quiet");
    sandbox.ok("ludo wuerfel0 --games 40 --name two --pair 2,5 --quiet");
    let pair = |name: &str| {
        let rows = sandbox.rows(&format!("results/{name}/pairs.csv"));
        rows.into_iter().find(|row| row["die_1"] == "2" && row["die_2"] == "5").unwrap()
    };
    assert_eq!(pair("two"), pair("all"));
    assert_eq!(sandbox.rows("results/two/pairs.csv").len(), 1);
    assert_eq!(sandbox.rows("results/two/ranking.csv").len(), 2);
    // The state knows the pair.
    sandbox.ok("ludo wuerfel0 --games 60 --name two --pair 2,5 --quiet --resume");
    sandbox.ok("verify results/two");
    sandbox.fails_saying(64, "ludo wuerfel0 --pair 5,2", &["--pair 5,2", "2,5"]);
    sandbox.fails_saying(64, "ludo wuerfel0 --pair 1,9", &["--pair 1,9", "1 to 6"]);
    sandbox.fails_saying(64, "--pair 1,2", &["--dice"]);
    sandbox.fails_saying(64, "--dice wuerfel0", &["--dice", "War is played without dice"]);
    sandbox.fails_saying(
        64,
        "--start first",
        &["--start: War is played without such a field; name --rules of a game that has them"],
    );
}

#[test]
fn decks_go_in_a_circle() {
    let sandbox = Sandbox::new();
    let columns = "line,outcome,value,end_reason,battles,rounds,wars,deepest_war,cards_a,cards_b";
    // Shuffles during a game are those of the game, too.
    for rules in ["umass", "shuffled-pot"] {
        sandbox.write("d.csv", sandbox.ok(&format!("deck --rules {rules} -n 20")));
        let answers = sandbox.ok(&format!("play --rules {rules} --decks d.csv"));
        let mut lines = answers.lines();
        assert_eq!(lines.next(), Some(columns));
        for (game, line) in lines.enumerate() {
            let json = sandbox.ok(&format!("play --rules {rules} --game {game} --format json"));
            let json: serde_json::Value = serde_json::from_str(&json).unwrap();
            for (column, value) in columns.split(',').zip(line.split(',')).skip(1) {
                let shown = json[column].as_str().map(str::to_owned);
                let shown = shown.unwrap_or_else(|| json[column].to_string().replace("null", ""));
                assert_eq!(shown, value, "{rules}, game {game}, {column}");
            }
        }
        // A batch of the file is the batch of the seed.
        sandbox.ok(&format!("--rules {rules} --decks d.csv --name decks --quiet --force"));
        sandbox.ok(&format!("--rules {rules} --games 20 --name seed --quiet --force"));
        let histogram = |name: &str| sandbox.read(&format!("results/{name}/histogram.csv"));
        assert_eq!(histogram("decks"), histogram("seed"), "{rules}");
    }
    sandbox.fails_saying(
        64,
        "play --rules bwinf --dice wuerfel0 --pair 1,2 --deck 11",
        &["--deck: Ludo is played without a deck"],
    );
    sandbox.fails_saying(64, "deck --rules bwinf", &["Ludo", "without a deck"]);
    sandbox.fails_saying(64, "play --rules bwinf --dice wuerfel0", &["--pair"]);
}

#[test]
fn a_folder_is_named_by_verb_rule_sets_seed_and_games_and_digits_of_all_else() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.toml", "war.face_down = 2\n");
    let dealt = "2 3 4\n";
    sandbox.write("d.txt", dealt);
    let mut all = Vec::new();
    for (line, stem, digits) in [
        ("--games 9", "umass-seed42-games9", false),
        ("--games 9 --seed 7 --rules one-down --rules umass", "one-down+umass-seed7-games9", false),
        ("--games 9 --rules umass{war.face_down=2}", "umass-war.face_down-2-seed42-games9", false),
        ("--games 9 --rules mine.toml", "mine-seed42-games9", true),
        ("--games 9 --first-game 3", "umass-seed42-games9", true),
        ("--games 9 --by aces_a", "umass-seed42-games9", true),
        ("--games 9 --confidence 0.9", "umass-seed42-games9", true),
        ("--decks d.txt", "umass-seed42-games1", true),
        ("compare umass one-down --games 9", "compare-umass+one-down-seed42-games9", false),
        (
            "compare umass one-down --games 9 --measures draw",
            "compare-umass+one-down-seed42-games9",
            true,
        ),
        ("exact --ranks 2 --suits 2", "exact-umass-deck.ranks-2-deck.suits-2", false),
    ] {
        let before = names(&sandbox.path("results"));
        sandbox.ok(&format!("{line} --quiet"));
        let new = names(&sandbox.path("results")).into_iter().filter(|name| !before.contains(name));
        let [name] = &new.collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rest = name.strip_prefix(stem).unwrap_or_else(|| panic!("{line}: {name}"));
        assert_eq!(rest.len(), if digits { 9 } else { 0 }, "{line}: {name}");
        all.push(name.clone());
    }
    // The same command finds its own.
    sandbox.ok("--games 9 --by aces_a --quiet");
    assert_eq!(names(&sandbox.path("results")).len(), all.len());
}

#[test]
fn verbs_come_in_the_order_of_what_people_do() {
    let sandbox = Sandbox::new();
    for text in [sandbox.ok("--help"), sandbox.ok("")] {
        let at = |verb: &str| {
            text.find(&format!("\n  {verb} ")).unwrap_or_else(|| panic!("{verb}\n{text}"))
        };
        let verbs = ["compare", "run", "play", "show", "check"].map(at);
        assert!(verbs.is_sorted(), "{verbs:?}\n{text}");
    }
}
