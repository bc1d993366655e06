//! Which part of a run `--shard` asks for; `auto` asks the environment.

use super::failure::{Failure, warn};
use crate::lab::spec::Shard;

/// How a system numbers its tasks.
struct Numbering {
    system: &'static str,
    /// The variable with the task's number.
    number: &'static str,
    /// The first number where nothing says otherwise.
    first: u64,
    /// The variables with the first number, the last, and how many tasks there are.
    range: [&'static str; 3],
}

/// The systems with which parts were run; and Kubernetes, by its page on indexed jobs.
const SYSTEMS: [Numbering; 3] = [
    Numbering {
        system: "Slurm array",
        number: "SLURM_ARRAY_TASK_ID",
        first: 1,
        range: ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_COUNT"],
    },
    Numbering {
        system: "Kubernetes indexed job",
        number: "JOB_COMPLETION_INDEX",
        first: 0,
        range: ["", "", "JOB_COMPLETIONS"],
    },
    Numbering { system: "GNU parallel", number: "PARALLEL_SEQ", first: 1, range: [""; 3] },
];

/// The part that `--shard` asks for; what `auto` found is told unless `quiet`.
///
/// Errors: exit code 64 for a part that there is not, and for an environment that does not say.
pub fn wanted(given: Option<&str>, quiet: bool) -> Result<Option<Shard>, Failure> {
    let Some(given) = given else { return Ok(None) };
    let refused = |what: String| Failure::usage(format!("--shard {given}: {what}"));
    let of = match given.split_once('/') {
        None if given == "auto" => None,
        Some(("auto", of)) => {
            let of = of.parse::<u64>().ok().filter(|&of| of > 0);
            Some(of.ok_or_else(|| refused("write auto/M with the number of parts".into()))?)
        }
        _ => {
            let shard = given.parse::<Shard>();
            return shard.map(Some).map_err(|error| Failure::usage(format!("--shard {error}")));
        }
    };
    let variable = |name: &str| std::env::var(name).ok();
    let (system, shard) = found(&variable, of).map_err(refused)?;
    if !quiet {
        warn(format!("--shard {given}: part {shard}, from the environment ({system})"));
    }
    Ok(Some(shard))
}

/// The part of the first system that the environment names.
fn found(
    variable: &dyn Fn(&str) -> Option<String>,
    of: Option<u64>,
) -> Result<(&'static str, Shard), String> {
    for system in &SYSTEMS {
        let Some(text) = variable(system.number) else { continue };
        let number = whole(system.number, &text)?;
        return Ok((system.system, shard(system, number, variable, of)?));
    }
    let names: Vec<&str> = SYSTEMS.iter().map(|system| system.number).collect();
    Err(format!("the environment has no number of a task ({}); write K/M", names.join(", ")))
}

fn whole(name: &str, text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("{name} is `{}`, not a number", text.escape_debug()))
}

fn shard(
    system: &Numbering,
    number: u64,
    variable: &dyn Fn(&str) -> Option<String>,
    of: Option<u64>,
) -> Result<Shard, String> {
    let value = |name: &str| variable(name).map(|text| whole(name, &text)).transpose();
    let [first, last, count] = system.range;
    // Where the number of parts is given, some tasks may be missing (those that are done already):
    // then the tasks are numbered from where the system always begins.
    let (first, count) = match of {
        Some(of) => (system.first, of),
        None => {
            let first = value(first)?.unwrap_or(system.first);
            let of_all = "write auto/M with the number of all parts";
            let none =
                || format!("nothing says how many tasks of {} there are; {of_all}", system.system);
            let count = value(count)?.ok_or_else(none)?;
            // A part of an array that was submitted again does not say of how many parts.
            if first > 1 {
                return Err(format!("the tasks begin with {first}, not with 1; {of_all}"));
            }
            if let Some(last) =
                value(last)?.filter(|&last| last.checked_sub(first) != count.checked_sub(1))
            {
                return Err(format!(
                    "there are {count} tasks, not all from {first} to {last}; {of_all}"
                ));
            }
            (first, count)
        }
    };
    let irregular = || {
        format!(
            "{} is {number}, which is none of the {count} tasks from {first} on; number the tasks \
             from {first} without gaps",
            system.number
        )
    };
    let before = number.checked_sub(first).ok_or_else(irregular)?;
    Shard::new(before.saturating_add(1), count).map_err(|_| irregular())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(environment: &[(&str, &str)], of: Option<u64>) -> Result<String, String> {
        let variable = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        found(&variable, of).map(|(_, shard)| shard.to_string())
    }

    fn array<'v>(
        id: &'v str,
        min: &'v str,
        max: &'v str,
        tasks: &'v str,
    ) -> [(&'v str, &'v str); 4] {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_COUNT", tasks),
        ]
    }

    #[test]
    fn each_system_numbers_its_tasks_in_its_own_way() {
        for (environment, parts, expected) in [
            (&array("3", "1", "7", "7")[..], None, "3/7"),
            (&array("0", "0", "6", "7"), None, "1/7"),
            // Two tasks of seven again: the number of parts is not that of the tasks.
            (&array("6", "3", "6", "2"), Some(7), "6/7"),
            (&array("65", "65", "129", "65"), Some(129), "65/129"),
            (&[("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "5")], None, "1/5"),
            (&[("JOB_COMPLETION_INDEX", "4")], Some(5), "5/5"),
            (&[("PARALLEL_SEQ", "7")], Some(7), "7/7"),
        ] {
            assert_eq!(of(environment, parts).as_deref(), Ok(expected), "{environment:?}");
        }
        assert!(of(&array("8", "1", "8", "8"), Some(7)).is_err());
    }

    #[test]
    fn an_array_that_is_not_whole_must_say_of_how_many_parts() {
        for (environment, words) in [
            (&array("65", "65", "129", "65")[..], "begin with 65"),
            (&array("1", "1", "77", "2"), "there are 2 tasks"),
            (&array("5", "1", "9", "3"), "there are 3 tasks"),
            (&[("JOB_COMPLETION_INDEX", "4")], "how many tasks"),
            (&[("PARALLEL_SEQ", "7")], "how many tasks"),
        ] {
            let why = of(environment, None).expect_err(words);
            assert!(why.contains(words) && why.contains("auto/M"), "{why}");
        }
    }

    #[test]
    fn an_environment_that_does_not_say_is_refused() {
        for environment in [&[][..], &array("three", "1", "7", "7"), &array("9", "1", "7", "7")] {
            assert!(of(environment, None).is_err(), "{environment:?}");
        }
    }
}
