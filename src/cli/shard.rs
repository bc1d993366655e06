//! Which part of a run `--shard` asks for; `auto` asks the environment.

use super::failure::{Failure, warn};
use crate::lab::spec::Shard;

/// How a system numbers its tasks.
struct Numbering {
    /// Its name.
    system: &'static str,
    /// The variable with the task's number.
    number: &'static str,
    /// Where the numbers begin.
    from: From,
    /// How many tasks there are.
    count: Count,
}

/// Where the numbers of tasks begin.
enum From {
    /// Here.
    Number(u64),
    /// With the value of this variable.
    Variable(&'static str),
}

/// How many tasks there are.
enum Count {
    /// The value of this variable.
    Variable(&'static str),
    /// From the first to the value of this variable, in steps of the value of the other (or 1).
    Last(&'static str, &'static str),
    /// The same, and the third variable says how many they are.
    Listed(&'static str, &'static str, &'static str),
}

/// The systems, an array of jobs before the ranks within one job. Sources: the manual pages of
/// sbatch, qsub (Grid Engine), bsub and srun, the pages of Kubernetes on indexed jobs and of AWS on
/// array jobs, those of Open MPI and MPICH on their environment, and GNU parallel's.
const SYSTEMS: [Numbering; 9] = [
    Numbering {
        system: "Slurm array",
        number: "SLURM_ARRAY_TASK_ID",
        from: From::Variable("SLURM_ARRAY_TASK_MIN"),
        count: Count::Listed(
            "SLURM_ARRAY_TASK_MAX",
            "SLURM_ARRAY_TASK_STEP",
            "SLURM_ARRAY_TASK_COUNT",
        ),
    },
    Numbering {
        system: "Grid Engine array",
        number: "SGE_TASK_ID",
        from: From::Variable("SGE_TASK_FIRST"),
        count: Count::Last("SGE_TASK_LAST", "SGE_TASK_STEPSIZE"),
    },
    Numbering {
        system: "LSF array",
        number: "LSB_JOBINDEX",
        from: From::Number(1),
        count: Count::Last("LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP"),
    },
    Numbering {
        system: "PBS array",
        number: "PBS_ARRAY_INDEX",
        from: From::Number(1),
        count: Count::Variable("PBS_ARRAY_COUNT"),
    },
    Numbering {
        system: "Kubernetes indexed job",
        number: "JOB_COMPLETION_INDEX",
        from: From::Number(0),
        count: Count::Variable("JOB_COMPLETIONS"),
    },
    Numbering {
        system: "AWS Batch array",
        number: "AWS_BATCH_JOB_ARRAY_INDEX",
        from: From::Number(0),
        count: Count::Variable("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
    Numbering {
        system: "Open MPI",
        number: "OMPI_COMM_WORLD_RANK",
        from: From::Number(0),
        count: Count::Variable("OMPI_COMM_WORLD_SIZE"),
    },
    Numbering {
        system: "MPI",
        number: "PMI_RANK",
        from: From::Number(0),
        count: Count::Variable("PMI_SIZE"),
    },
    Numbering {
        system: "GNU parallel",
        number: "PARALLEL_SEQ",
        from: From::Number(1),
        count: Count::Variable("PARALLEL_JOBS"),
    },
];

/// Ranks of the tasks of one Slurm job step: set in every batch script, so only asked when there are
/// several.
const SLURM_RANKS: Numbering = Numbering {
    system: "Slurm step",
    number: "SLURM_PROCID",
    from: From::Number(0),
    count: Count::Variable("SLURM_NTASKS"),
};

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
    let in_step = variable(SLURM_RANKS.number).is_some()
        && variable("SLURM_NTASKS").is_some_and(|tasks| tasks != "1");
    let systems = SYSTEMS.iter().chain(in_step.then_some(&SLURM_RANKS));
    for system in systems {
        // Grid Engine says `undefined` outside an array.
        let Some(text) = variable(system.number).filter(|text| text != "undefined") else {
            continue;
        };
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
    let value = |name: &str| {
        let text = variable(name).filter(|text| text != "undefined");
        text.map(|text| whole(name, &text)).transpose()
    };
    // Where the number of parts is given, some tasks may be missing (those that are done already):
    // then the tasks are numbered from 1, or from where the system always begins.
    let (first, step, count) = match (of, &system.count) {
        (Some(of), _) => {
            let first = match system.from {
                From::Number(first) => first,
                From::Variable(_) => 1,
            };
            (first, 1, of)
        }
        (None, count_of) => {
            let first = match system.from {
                From::Number(first) => first,
                From::Variable(name) => value(name)?.unwrap_or(1),
            };
            match count_of {
                Count::Variable(name) => {
                    let count = value(name)?.ok_or_else(|| {
                        format!("{} is set, but {name} is not; write auto/M", system.number)
                    })?;
                    (first, 1, count)
                }
                Count::Last(last, step) | Count::Listed(last, step, _) => {
                    let end = value(last)?.ok_or_else(|| {
                        format!("{} is set, but {last} is not; write auto/M", system.number)
                    })?;
                    let step = value(step)?.unwrap_or(1).max(1);
                    let count = end.saturating_sub(first) / step + 1;
                    // A part of an array that was submitted again does not say of how many parts.
                    let of_all = "write auto/M with the number of all parts";
                    if first > 1 {
                        return Err(format!("the tasks begin with {first}, not with 1; {of_all}"));
                    }
                    if let Count::Listed(_, _, tasks) = count_of
                        && let Some(tasks) = value(tasks)?.filter(|&tasks| tasks != count)
                    {
                        return Err(format!(
                            "there are {tasks} tasks, not all from {first} to {end}; {of_all}"
                        ));
                    }
                    (first, step, count)
                }
            }
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
    if before % step != 0 {
        return Err(irregular());
    }
    Shard::new(before / step + 1, count).map_err(|_| irregular())
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

    #[test]
    fn each_system_numbers_its_tasks_in_its_own_way() {
        let array = |id, min, max, step| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_STEP", step),
                ("SLURM_PROCID", "0"),
                ("SLURM_NTASKS", "1"),
            ]
        };
        assert_eq!(of(&array("3", "1", "7", "1"), None), Ok("3/7".into()));
        assert_eq!(of(&array("0", "0", "6", "1"), None), Ok("1/7".into()));
        assert_eq!(of(&array("5", "1", "9", "4"), None), Ok("2/3".into()));
        // Two tasks of seven again: the number of parts is not that of the tasks.
        assert_eq!(of(&array("6", "3", "6", "3"), Some(7)), Ok("6/7".into()));
        assert!(of(&array("8", "1", "8", "1"), Some(7)).is_err());
        assert!(of(&array("4", "1", "9", "4"), None).is_err());
        for (environment, parts, expected) in [
            (
                &[("SGE_TASK_ID", "undefined"), ("PMI_RANK", "1"), ("PMI_SIZE", "4")][..],
                None,
                "2/4",
            ),
            (&[("SGE_TASK_ID", "2"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "5")], None, "2/5"),
            (&[("SGE_TASK_ID", "2"), ("SGE_TASK_FIRST", "2")], Some(5), "2/5"),
            (&[("LSB_JOBINDEX", "65"), ("LSB_JOBINDEX_END", "129")], None, "65/129"),
            (&[("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "5")], None, "1/5"),
            (&[("JOB_COMPLETION_INDEX", "4")], Some(5), "5/5"),
            (&[("OMPI_COMM_WORLD_RANK", "3"), ("OMPI_COMM_WORLD_SIZE", "4")], None, "4/4"),
            (&[("PARALLEL_SEQ", "7")], Some(7), "7/7"),
            (&[("SLURM_PROCID", "2"), ("SLURM_NTASKS", "3")], None, "3/3"),
            (&[("LSB_JOBINDEX", "2"), ("LSB_JOBINDEX_END", "3")], None, "2/3"),
            (&[("AWS_BATCH_JOB_ARRAY_INDEX", "2"), ("AWS_BATCH_JOB_ARRAY_SIZE", "3")], None, "3/3"),
        ] {
            assert_eq!(of(environment, parts).as_deref(), Ok(expected), "{environment:?}");
        }
    }

    #[test]
    fn a_part_of_an_array_must_say_of_how_many_parts() {
        let array = |id, min, max, tasks| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_COUNT", tasks),
            ]
        };
        let refused = |environment: &[(&str, &str)], words: &str| {
            let why = of(environment, None).expect_err(words);
            assert!(why.contains(words) && why.contains("auto/M"), "{why}");
        };
        refused(&array("65", "65", "129", "65"), "begin with 65");
        refused(&array("1", "1", "77", "2"), "there are 2 tasks");
        let grid = [("SGE_TASK_ID", "65"), ("SGE_TASK_FIRST", "65"), ("SGE_TASK_LAST", "129")];
        refused(&grid, "begin with 65");
        assert_eq!(of(&array("65", "65", "129", "65"), Some(129)), Ok("65/129".into()));
        assert_eq!(of(&array("3", "1", "7", "7"), None), Ok("3/7".into()));
        assert_eq!(of(&array("0", "0", "6", "7"), None), Ok("1/7".into()));
    }

    #[test]
    fn an_environment_that_does_not_say_is_refused() {
        for environment in [
            &[][..],
            &[("JOB_COMPLETION_INDEX", "4")],
            &[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "1")],
            &[("SLURM_ARRAY_TASK_ID", "three"), ("SLURM_ARRAY_TASK_MAX", "7")],
            &[("OMPI_COMM_WORLD_RANK", "4"), ("OMPI_COMM_WORLD_SIZE", "4")],
        ] {
            assert!(of(environment, None).is_err(), "{environment:?}");
        }
    }
}
