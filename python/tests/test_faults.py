"""Every fault, made to happen once through Python, as `tests/faults.toml` says."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

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
