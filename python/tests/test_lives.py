"""Runs from Python: the same run, folder and bytes as by the command line; and every fault, made to happen once."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
import tomllib
import warnings
from pathlib import Path

import pytest
import war_sim
from test_war_sim import program

KINDS = {
    "batch": ("--games 2000 --seed 3", "batch(games=2000, seed=3)"),
    "orders": ("exact --ranks 3 --suits 2 --rules umass", "exact(ranks=3, suits=2)"),
}  # fmt: skip


def call(asked, **more):
    name, arguments = asked[:-1].split("(", 1)
    given = eval(f"(lambda *args, **more: (args, more))({arguments})")
    return getattr(war_sim, name)(*given[0], **given[1], **more)


def files(folder):
    """Every file but the manifest, of which what tells the run apart."""
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    return {**found, "manifest.json": json.loads(found["manifest.json"])["run"]}


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_is_that_of_the_command(kind, tmp_path):
    command, asked = KINDS[kind]
    run = program(*command.split(), "--out", tmp_path, "--name", "command", "--quiet")
    assert run.returncode == 0, run.stderr
    results = call(asked, save=tmp_path / "python")
    assert files(tmp_path / "python") == files(tmp_path / "command")
    assert {path.name for path in tmp_path.iterdir()} == {"command", "python"}
    # Whole, it is read and not done again, also by the command; and it is loaded.
    again = [call(asked, save=tmp_path / "python", resume=True), war_sim.load(tmp_path / "command")]
    for other in again:
        for name in results:
            assert other[name].to_dicts() == results[name].to_dicts(), name
    whole = program(*command.split(), "--out", tmp_path, "--name", "python", "--resume")
    assert "is complete" in whole.stdout, whole


#: Of one thread: long enough to be stopped on any machine, and no longer.
LONG = {
    "batch": ("--games 6e6 --seed 3 --threads 1", "batch(games=6_000_000, seed=3, threads=1)"),
}  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("kind", LONG)
def test_a_stopped_run_goes_on_from_either_side(kind, tmp_path):
    command, asked = LONG[kind]
    first, rest = asked.split("(", 1)
    code = f"""
        import os, signal, sys, war_sim

        # A shell that runs us in the background has it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        told = []
        def tick(done, total):
            told.append((done, total))
            if done > 1_000_000:
                os.kill(os.getpid(), signal.SIGINT)
        try:
            war_sim.{first}({rest[:-1]}, save=sys.argv[1], resume=True, progress=tick)
            print("whole")
        except war_sim.Stopped as stop:
            print(str(stop))
            print(repr(stop.results))
            print(told[-1])
    """
    folder = tmp_path / "run"

    def stopped():
        run = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code), folder], capture_output=True, text=True, timeout=300
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    said = stopped()
    assert said.startswith("stopped ") and f'save="{folder}", resume=True' in said, said
    assert sorted(path.name for path in folder.iterdir()) in (["state"], ["state", "state.previous"])
    # What was played so far is loaded like any other run.
    assert 0 < war_sim.load(folder).games < 6_000_000
    stopped()
    # The command ends what Python began.
    ended = program(*command.split(), "--out", tmp_path, "--name", "run", "--resume", "--quiet")
    assert ended.returncode == 0, ended.stderr
    unbroken = program(*command.split(), "--out", tmp_path, "--name", "unbroken", "--quiet")
    assert unbroken.returncode == 0, unbroken.stderr
    assert files(folder) == files(tmp_path / "unbroken")


def test_what_takes_long_is_asked_for():
    with pytest.raises(ValueError, match="yes=True"):
        war_sim.exact(ranks=5, suits=3)


#: Stops a call on its way, and tells what that says.
STOP = """
import os, signal, sys, warnings, war_sim

signal.signal(signal.SIGINT, signal.default_int_handler)
warnings.simplefilter("always")

def stop(done, total):
    os.kill(os.getpid(), signal.SIGINT)

try:
    eval(sys.argv[1])
except war_sim.Stopped as stop:
    print(stop)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize(
    "asked, said, warned",
    [
        ("batch(games=10**12, save='r', {})", ["all of them saved; with save=\"r\", resume=True it goes on"], ""),
        (
            "batch(games=10**12, save='r', rows=True, engine='reference', {})",
            ["saved as counts; rows are not; with save=\"r\", resume=True and no rows it goes on"],
            "",
        ),
        ("batch(games=10**12, {})", ["stopped after ", "nothing was written; `results`"], ""),
        (
            "batch(games=10**12, save='full', {})",
            ["nothing was written; `results`"],
            "full/state: cannot be written: ",
        ),
    ],
)  # fmt: skip
def test_what_is_said_to_be_kept_is_kept(asked, said, warned, tmp_path):
    (tmp_path / "full" / ".partial").mkdir(parents=True)
    call = "war_sim." + asked.format("progress=stop")
    run = subprocess.run([sys.executable, "-c", STOP, call], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert all(words in run.stdout for words in said), run
    assert warned in run.stderr and bool(warned) == ("UserWarning" in run.stderr), run
    goes_on = "it goes on" in run.stdout
    assert goes_on != ("nothing was written; `results`" in run.stdout), run
    if goes_on:
        on = call.replace("rows=True, ", "").replace("progress=stop", "progress=stop, resume=True")
        further = subprocess.run([sys.executable, "-c", STOP, on], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert "it goes on" in further.stdout, further


def test_what_is_mended_is_a_warning(tmp_path):
    war_sim.batch(games=100, save=tmp_path / "run")
    (tmp_path / "run" / "summary.csv").unlink()
    with pytest.warns(UserWarning, match="files are missing or damaged, and written again"):
        war_sim.batch(games=100, save=tmp_path / "run", resume=True)
    with pytest.raises(UserWarning):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            (tmp_path / "run" / "summary.csv").unlink()
            war_sim.batch(games=100, save=tmp_path / "run", resume=True)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: war_sim.exact(ranks=3, suits=2, seed=3), "unknown argument `seed`"),
        (lambda: war_sim.exact(ranks=3, suits=2, until="a_win:0.1"), "unknown argument `until`"),
        (lambda: war_sim.exact(ranks=3, suits=2, rows=True, save="x", resume=True), "rows: are kept in memory only"),
        (lambda: war_sim.batch(games=10, resume=True), "resume: goes on with what was saved"),
    ],
)
def test_what_has_no_effect_is_refused_before_anything_is_done(call, words):
    with pytest.raises(ValueError) as raised:
        call()
    assert words in str(raised.value)


def test_folders_are_spoken_of_as_arguments(tmp_path):
    for save in ("", ".", tmp_path / ".."):
        with pytest.raises(ValueError, match="does not end in the name of a folder"):
            war_sim.batch(games=10, save=save)
    (tmp_path / "run").mkdir()
    with pytest.raises(FileNotFoundError, match="is not the folder of a run"):
        war_sim.load(tmp_path / "run")
    war_sim.batch(games=10, save=tmp_path / "other")
    with pytest.raises(FileExistsError, match="or remove this one"):
        war_sim.batch(games=10, seed=3, save=tmp_path / "other")


#: Of `tests/faults.toml`, which says what every fault is and how it is made to happen.
CASES = tomllib.loads((Path(__file__).parents[2] / "tests" / "faults.toml").read_text())
OPEN = [fault for fault, case in CASES.items() if isinstance(case["python"], dict)]

#: The call in an interpreter of its own, whose limits, user and signals it may change.
CALL = """
import os, resource, signal, sys, war_sim
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.argv[1] and os.getuid() == 0:
    os.setuid(65_534)
try:
    exec(sys.argv[2])
except BaseException as error:
    print("raised", *(kind.__name__ for kind in type(error).__mro__))
    print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="shells, users and signals of Unix")
@pytest.mark.parametrize("fault", OPEN)
def test_every_fault_has_its_exception(fault, tmp_path):
    case = CASES[fault]
    door = case["python"]
    program = tmp_path / "bin" / "war-sim"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m war_sim "$@"\n')
    program.chmod(0o755)
    tmp_path.chmod(0o755)
    path = f"{program.parent}:{os.environ['PATH']}"
    subprocess.run(
        ["sh", "-c", case.get("before", "")], cwd=tmp_path, env={**os.environ, "PATH": path}, check=True
    )
    other = "other" if case.get("other") else ""
    run = subprocess.run(
        [sys.executable, "-c", CALL, other, door["call"]],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    raised, _, said = run.stdout.partition("\n")
    if "raises" in door:
        assert raised.startswith("raised ") and door["raises"] in raised.split(), run.stdout
    else:
        assert not raised.startswith("raised "), run.stdout
        said = run.stdout
    for words in door["says"]:
        assert words in said, run.stdout
    assert "--" not in said or "raises" not in door, said


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_of_some_orders_it_is_said_of_how_many():
    code = """
        import os, signal, war_sim

        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            war_sim.exact("no-limit", ranks=6, suits=3, yes=True, progress=lambda *_: os.kill(os.getpid(), 2))
        except war_sim.Stopped as stop:
            print(stop.results.exact["orders"][0], "of the 137,225,088,000 orders" in " ".join(repr(stop.results).split()))
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=300)
    assert run.stdout.split() == ["137225088000", "True"], run


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_check_that_is_interrupted_ends_the_program_that_it_asks(tmp_path):
    code = """
        import signal, sys, war_sim

        signal.signal(signal.SIGINT, signal.default_int_handler)
        war_sim.check(["sh", "-c", "echo $$ > pid; exec sleep 600"], deck_seconds=300, seconds=600)
    """
    python = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], cwd=tmp_path, stderr=subprocess.DEVNULL)
    pid = tmp_path / "pid"
    by = time.monotonic() + 60
    while not pid.exists() or not pid.read_text().endswith("\n"):
        assert time.monotonic() < by
        time.sleep(0.05)
    python.send_signal(signal.SIGINT)
    assert python.wait(60) != 0
    for _ in range(100):
        try:
            os.kill(int(pid.read_text()), 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("it sleeps on")
