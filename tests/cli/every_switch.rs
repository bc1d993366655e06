//! The way from a rules file to the games, for every field.

use war_sim_engine::games::war::field_values::FIELDS;

use crate::sandbox::Sandbox;

/// The way from a rules file to the games, for the last value of each field.
#[test]
fn a_rules_file_of_the_program_changes_the_answers_too() {
    let sandbox = Sandbox::new();
    let mut arguments = String::from("--games 400 --seed 42 --name x --quiet");
    for (k, field) in FIELDS.iter().enumerate() {
        for (which, value) in [("first", field.values.first()), ("last", field.values.last())] {
            sandbox.write(&format!("{which}{k}.toml"), field.toml(value.unwrap()));
            arguments.push_str(&format!(" --rules ./{which}{k}.toml"));
        }
    }
    sandbox.ok(&arguments);
    let rows = sandbox.csv("results/x/histogram.csv");
    let of = |name: String| -> Vec<&[String]> {
        rows.iter().filter(|row| row[0] == name).map(|row| &row[1..]).collect()
    };
    for (k, field) in FIELDS.iter().enumerate() {
        let (first, last) = (of(format!("first{k}")), of(format!("last{k}")));
        assert!(!first.is_empty() && first != last, "{} = {:?}", field.key, field.values.last());
    }
}
