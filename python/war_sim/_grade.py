"""Grades a class, as `war-sim grade` does: in a process of its own, which keeps the submissions apart."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable

from . import _war_sim
from ._ask import Path, Words, path_of, words

#: The exceptions of the exit codes that are no RuntimeError.
_ERRORS: dict[int, type[Exception]] = {
    64: ValueError,
    65: ValueError,
    66: FileNotFoundError,
    73: FileExistsError,
    74: OSError,
    77: PermissionError,
}
_STOPPED = 75


def grade(
    folders: Path | Iterable[Path],
    save: Path,
    *,
    resume: bool = False,
    force: bool = False,
    **options: bool | float | Words | None,
) -> _war_sim.Results:
    """Grade the programs of a class, and return the table `grades`.

    Shapes: `folders` and `options` are those of `war-sim grade`, such as rules="bicycle", seed=7, games=200,
    weights="wars=3,limit=2", roster="class.csv" or trust=True. `save` is the folder of the grades, with a
    page and feedback/STUDENT.txt. What is graded stays there after Ctrl-C; with `resume` only submissions
    that are new, changed or missing are graded.
    Errors: as for `simulate`; FileExistsError for grades of another class or from before some submissions
    changed; `Stopped`, without results.
    """
    folder = os.path.abspath(path_of("save", save))
    if os.path.basename(os.path.normpath(path_of("save", save))) in ("", ".", ".."):
        raise ValueError(f'"{save}": does not end in the name of a folder; add one')
    one = isinstance(folders, (str, os.PathLike))
    given = [path_of("folders", path) for path in ([folders] if one else folders)]  # type: ignore[union-attr]
    asked = ["--class", "--quiet", "--out", os.path.dirname(folder), "--name", os.path.basename(folder)]
    for name, value in {"resume": resume, "force": force, **options}.items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            asked += [option] if value else []
        elif value is not None:
            text = value if isinstance(value, (int, float)) else ",".join(words(value))
            asked.append(f"{option}={text}")
    command = [sys.executable, "-m", "war_sim", "grade", *asked, "--", *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            said = process.communicate()[1]
        except KeyboardInterrupt:
            # Where Ctrl-C went to all, this second signal is the same wish.
            process.send_signal(signal.SIGINT)
            said = process.communicate()[1]
    what = said.strip().removeprefix("war-sim: ")
    for option, argument in {"--name": "save", "--force": "force=True", "--resume": "resume=True"}.items():
        what = what.replace(option, argument)
    if process.returncode == _STOPPED:
        # The command that goes on is none of Python's.
        done, can_go_on, _ = " ".join(what.split()).partition("; go on with ")
        raise _war_sim.Stopped(f'{done}; with save="{save}", resume=True it goes on' if can_go_on else done)
    if process.returncode:
        raise _ERRORS.get(process.returncode, RuntimeError)(what)
    return _war_sim.load(folder, None)
