//! The way from a rules file to the games, for every field.

use war_sim_engine::games::war::rules::FIELDS;

use crate::sandbox::Sandbox;

/// The way from a rules file to the games, for the last value of each field.
#[test]
fn a_rules_file_of_the_program_changes_the_answers_too() {
    let sandbox = Sandbox::new();
    let mut arguments = String::from("--games 400 --seed 42 --name x --quiet");
    let fields = || FIELDS.iter().filter(|field| !field.values().is_empty()).enumerate();
    for (k, field) in fields() {
        let values = field.values();
        for (which, value) in [("first", values.first()), ("last", values.last())] {
            let text = format!("{} = {}\n{}\n", field.key, value.unwrap(), field.beside);
            sandbox.write(&format!("{which}{k}.toml"), text);
            arguments.push_str(&format!(" --rules ./{which}{k}.toml"));
        }
    }
    sandbox.ok(&arguments);
    let rows = sandbox.csv("results/x/histogram.csv");
    let of = |name: String| -> Vec<&[String]> {
        rows.iter().filter(|row| row[0] == name).map(|row| &row[1..]).collect()
    };
    for (k, field) in fields() {
        let (first, last) = (of(format!("first{k}")), of(format!("last{k}")));
        assert!(!first.is_empty() && first != last, "{} = {:?}", field.key, field.values().last());
    }
}
