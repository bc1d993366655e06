//! `rules`, and the way from a rules file to the games.

use war_sim::war::{RuleFields, presets};

use crate::sandbox::{Row, Sandbox, assert_fits_80_columns};

#[test]
fn every_rule_set_has_a_line_and_its_source_is_told_with_its_name() {
    let sandbox = Sandbox::new();
    let out = sandbox.ok(&["rules"]);
    for preset in presets::ALL {
        let is_it = |line: &&str| line.starts_with(&format!("  {} ", preset.name));
        let line = out.lines().find(is_it).unwrap_or_else(|| panic!("{}: {out}", preset.name));
        assert!(line.contains(&preset.summary[..20]), "{line}");
        assert!(!out.contains(preset.source), "{}", preset.source);
    }
    assert!(out.contains("  bwinf ") && out.contains("  cf546c "), "{out}");
}

#[test]
fn list_goes_on_with_the_files_of_the_program_and_the_folder() {
    let sandbox = Sandbox::new();
    assert!(sandbox.ok(&["rules"]).contains("\n  kitchen-table "));
    sandbox.write("experiments/rules/mine.toml", "\n# Two down.\nwar.face_down = 2\n");
    sandbox.write("experiments/rules/broken.toml", "war.face_down = 99\n");
    sandbox.write("experiments/rules/bare.toml", "war.face_down = 1\n");
    sandbox.write("experiments/rules/notes.txt", "no rules");
    let out = sandbox.ok(&["rules"]);
    assert!(out.contains("\n  mine           Two down.\n"), "{out}");
    assert!(out.contains("\n  broken         (no comment"), "{out}");
    assert!(out.contains("\n  bare "), "{out}");
    assert!(!out.contains("notes"), "{out}");
}

#[test]
fn printed_rules_play_as_the_rule_set_does() {
    let sandbox = Sandbox::new();
    for preset in presets::ALL {
        let toml = sandbox.ok(&["rules", preset.name]);
        assert_fits_80_columns(&toml);
        assert!(toml.starts_with(&format!("# {}: ", preset.name)), "{toml}");
        assert!(toml.contains("# Source: "), "{toml}");
        assert_eq!(RuleFields::from_toml(&toml).unwrap(), preset.rules(), "{}", preset.name);
        let file = sandbox.write("copy.toml", &toml);
        let (printed, notes) = sandbox.with_stdin(&["rules", file.to_str().unwrap()], "");
        assert_eq!(RuleFields::from_toml(&printed).unwrap(), preset.rules());
        assert_eq!(notes, "", "a printed rule set has no field without effect");
    }
}

#[test]
fn name_in_the_folder_and_a_path_work_too() {
    let sandbox = Sandbox::new();
    let path = sandbox.write("experiments/rules/mine.toml", "war.face_down = 2\n");
    for name in ["mine", path.to_str().unwrap(), "experiments/rules/mine.toml"] {
        let toml = sandbox.ok(&["rules", name]);
        assert!(toml.contains("war.face_down = 2\n"), "{toml}");
        sandbox.ok(&["play", "--deck", "2 3", "--rules", name]);
    }
    sandbox.fails_saying(64, "rules mne", &["`mine`"]);
}

/// A field of each kind; every other value is refused in `validation.rs` of the engine.
#[test]
fn wrong_value_is_refused_with_its_file_line_and_what_is_allowed() {
    let sandbox = Sandbox::new();
    for (field, words) in [
        ("deck = 3", &["`3`", "fields of its own", "deck.ranks = 13"][..]),
        ("limit.at = 'x'", &["\"x\"", "a whole number of 0 or more"]),
        ("compare.ace = 'hihg'", &["did you mean \"high\"? use \"high\" or \"low\""]),
        ("compare.low_wins = 'yes'", &["low_wins", "a boolean"]),
    ] {
        sandbox.write("bad.toml", format!("\n\n{field}\n"));
        for line in ["rules bad.toml", "play --deck 2,3 --rules bad.toml", "deck --rules bad.toml"]
        {
            sandbox.fails_saying(65, line, &[&["bad.toml", "line 3"][..], words].concat());
        }
    }
    sandbox.write("bad.toml", "war.face_down = 21\n");
    sandbox.fails_saying(65, "rules bad.toml", &["bad.toml: war.face_down = 21", "0 to 20"]);
    sandbox.write("bad.toml", "war.ace_counts = 2\n");
    sandbox.fails_saying(65, "rules bad.toml", &["bad.toml: no effect: war.ace_counts = 2"]);
    sandbox.write("latin.toml", b"# caf\xe9\n");
    sandbox.fails_saying(65, "rules latin.toml", &["latin.toml", "UTF-8"]);
}

#[test]
fn the_commented_example_of_the_project_is_usable() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/rules/kitchen-table.toml");
    let (toml, notes) = Sandbox::new().with_stdin(&["rules", path], "");
    assert_eq!(notes, "");
    let text = std::fs::read_to_string(path).unwrap();
    // It explains every field there is.
    for line in toml.lines().filter(|line| !line.starts_with('#')) {
        let field = line.split_once(" = ").unwrap().0.rsplit('.').next().unwrap();
        assert!(text.contains(&format!("{field} = ")), "{field}");
    }
    for field in ["ace_counts", "ceiling"] {
        assert!(text.contains(field), "{field}");
    }
}

#[test]
fn each_seat_may_pick_up_its_own_way() {
    let sandbox = Sandbox::new();
    let play = |options: &str| {
        let out = sandbox.ok(&format!("play --seed 1 --game 3 {options}"));
        // Without the name.
        out.split_once('\n').unwrap().1.to_owned()
    };
    let other = play("--rules umass{seat_b.pickup=high-first}");
    assert_ne!(other, play("--rules umass"));
    assert_eq!(play("--rules umass --set seat_b.pickup=high-first"), other);
    sandbox.write("b.toml", "[seat_b]\npickup = \"high-first\"\n");
    assert_eq!(play("--rules b.toml"), other);
    assert_eq!(play("--rules b.toml --set seat_b.pickup=as-laid"), play("--rules umass"));
    let toml = sandbox.ok("rules umass{seat_b.pickup=high-first,pickup_war=low-first}");
    assert!(toml.contains("\npickup_war = \"low-first\"\n"), "{toml}");
    assert!(toml.contains("\nseat_b.pickup = \"high-first\"\n"), "{toml}");
    let by_chance = "--games 50 --no-files --rules umass{seat_b.pickup=shuffled}";
    sandbox.fails_saying(64, &format!("{by_chance} --engine portable"), &["portable"]);
    assert!(sandbox.ok(by_chance).contains("umass{seat_b.pickup=shuffled}"));
}

#[test]
fn sweep_over_both_seats_names_its_cells() {
    let sandbox = Sandbox::new();
    let text = "games = 100\ncompare = false\n[[sweep]]\nbase = \"no-limit\"\n\
                pickup = [\"high-first\", \"low-first\"]\n\
                seat_b.pickup = [\"high-first\", \"low-first\"]\n";
    sandbox.write("seats.toml", text);
    let out = sandbox.ok("run seats.toml");
    assert!(out.contains("pickup \\ seat_b.pickup  high-first  low-first"), "{out}");
    let cells = sandbox.rows("results/seats/summary.csv");
    let of = |row: &Row| [row["pickup"].clone(), row["seat_b.pickup"].clone()];
    assert_eq!(cells.iter().map(of).collect::<Vec<_>>()[1], ["high-first", "low-first"]);
    let again = sandbox.ok("run seats.toml --force");
    assert!(!again.contains("no effect"), "{again}");
}

/// Readers of the tables would take it for something else.
#[test]
fn a_name_that_misleads_is_refused() {
    let sandbox = Sandbox::new();
    for name in ["NA", "null", "None", "nan", "x ", "7", "=x"] {
        sandbox.write(&format!("{name}.toml"), "war.face_down = 2");
        sandbox.fails(65, &["--rules", &*format!("./{name}.toml"), "--games", "5"]);
        let inline = format!("rules = [{{ name = \"{name}\", war.face_down = 2 }}]\ngames = 5\n");
        sandbox.write("e.toml", inline);
        sandbox.fails_saying(65, "run e.toml", &["cannot be the name of a rule set"]);
    }
    sandbox.write("umass.toml", "pickup = \"winner-first\"");
    sandbox.fails_saying(65, "--games 10 --rules umass.toml", &["built-in rule set `umass`"]);
    sandbox.write("umass.toml", "pickup = \"as-laid\"");
    sandbox.ok("--games 10 --rules umass.toml --quiet");
    for line in ["{ name = \"umass\", war.face_down = 2 }", "{ name = \"one-down\" }"] {
        sandbox.write("e.toml", format!("rules = [{line}]\ngames = 5\n"));
        sandbox.fails_saying(65, "run e.toml", &["other fields than the built-in one"]);
    }
    sandbox.write("s.toml", "games = 5\n[[sweep]]\nbase = 'umass'\nlimit.at = [1e1, 20]\n");
    let swept = sandbox.ok("run s.toml --no-files");
    assert!(swept.contains("less umass at=10"), "{swept}");
    sandbox.write("a/mine.toml", "war.face_down = 2\n");
    sandbox.write("b/mine.toml", "war.face_down = 1\n");
    let twice = ["called `mine`; rename one of them"];
    sandbox.fails_saying(64, "compare a/mine.toml b/mine.toml", &twice);
    // What tables have columns for does not mislead.
    sandbox.ok("ludo wuerfel0 --games 5 --start first --roll-limit 100 --quiet");
}
