//! The Slurm part of `scripts/cluster`, with a Slurm that only says what it is asked.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::sandbox::{Sandbox, wait_until};

/// Says what the file `job` holds, notes what is queued again, and does not do it.
const SCONTROL: &str = "#!/bin/sh
case $1 in
  show) cat job ;;
  requeue) echo \"$2\" >>requeued; exit 1 ;;
esac
";

/// A task that has a checkpoint.
fn begun(sandbox: &Sandbox) -> Child {
    let part = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster/slurm-part");
    let path = format!("{}:{}", sandbox.path("bin").display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.arg(part).args(["out", "2", env!("CARGO_BIN_EXE_war-sim"), "--games", "1e12"]);
    command.args(["--name", "r"]).current_dir(sandbox.folder.path()).env("PATH", path);
    for (name, value) in [
        ("SLURM_ARRAY_JOB_ID", "9"),
        ("SLURM_ARRAY_TASK_ID", "1"),
        ("WAR_SIM_CHECKPOINT_S", "0.05"),
    ] {
        command.env(name, value);
    }
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let state = sandbox.path("out/parts/.r-shard1of2.resume/state");
    wait_until("a checkpoint", || state.exists());
    child
}

/// Tells these processes to stop.
fn tell(processes: &[u32]) {
    let mut kill = Command::new("kill");
    kill.arg("-TERM").args(processes.iter().map(ToString::to_string));
    assert!(kill.status().unwrap().success());
}

/// The process that the script started to play.
fn player_of(script: u32) -> u32 {
    let children = fs::read_to_string(format!("/proc/{script}/task/{script}/children")).unwrap();
    children.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_task_that_is_cancelled_stays_so_and_one_that_is_preempted_comes_back() {
    for (job, both, comes_back) in [
        // scancel tells every process of the task.
        ("JobId=11 JobState=COMPLETING Reason=None", true, false),
        ("JobId=11 JobState=CANCELLED Reason=None", true, false),
        ("JobId=11 JobState=COMPLETING PreemptTime=2026-11-22T16:37:08", true, true),
        // Before its time is up, only the script is told.
        ("JobId=11 JobState=RUNNING Reason=None", false, true),
        // Slurm does not answer.
        ("", false, true),
    ] {
        let sandbox = Sandbox::new();
        let scontrol = sandbox.write("bin/scontrol", SCONTROL);
        fs::set_permissions(scontrol, fs::Permissions::from_mode(0o755)).unwrap();
        sandbox.write("job", job);
        let child = begun(&sandbox);
        match both {
            true => tell(&[player_of(child.id()), child.id()]),
            false => tell(&[child.id()]),
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(75), "{job}: {said}{message}");
        // Told once: a run that is told twice leaves without saving the last games.
        assert!(message.contains("all of them saved"), "{job}: {message}");
        let requeued = fs::read_to_string(sandbox.path("requeued")).unwrap_or_default();
        assert_eq!(requeued, if comes_back { "9_1\n" } else { "" }, "{job}");
        assert_eq!(said.contains("cancelled"), !comes_back, "{job}: {said}");
    }
}
