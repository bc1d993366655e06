"""Does a function, or a program, play by the rules?

As a program, `python -m war_sim._check`, it asks another program on behalf of `check`: in a process of
its own, because it watches over everything that the program starts.
"""

from __future__ import annotations

import builtins
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Union

from . import _war_sim
from ._ask import Path, Whole, Words, path_of, whole, words

#: What is checked: a function of a list of cards; or a command, word by word.
Program = Union[Callable[[Any], object], Sequence[Path]]


class Verdict(dict[str, Any]):
    """What `war-sim check --format json` prints, by its keys; as text what it prints for people."""

    def __init__(self, report: Mapping[str, Any], text: str) -> None:
        super().__init__(report)
        self._text = text

    @property
    def equal(self) -> bool:
        """Whether every answer was right."""
        return bool(self["equal"])

    def __repr__(self) -> str:
        return self._text.rstrip()


def check(
    program: Program,
    rules: str = "umass",
    suites: Words = (),
    seed: Whole = 42,
    count: Whole = 1000,
    *,
    once: bool = False,
    deck_seconds: float = 1.0,
    seconds: float = 60.0,
) -> Verdict:
    """Check whether a function or a program plays by the rules; name the mistake if not.

    Shapes: a function takes a list of cards, A's first card leftmost, and
    returns 1, -1 or 0, or "A", "B" or "draw"; an exception counts as no answer.
    A command, such as ["java", "WarCheck"], is asked as by `war-sim check`; with `once` it is started for
    each deck. `suites` are all if none is named; `count` is the number of decks of each random suite.
    A function is not stopped while it answers: `deck_seconds` is for commands.
    Errors: ValueError for what makes no sense; OSError for a command that cannot be started.

    >>> check(lambda deck: 0, suites="short-decks").equal
    False
    """
    asked = {
        "command": [],
        "rules": path_of("rules", rules),
        "suites": words(suites),
        "seed": whole("seed", seed),
        "count": whole("count", count),
        "once": once,
        "deck_seconds": _seconds("deck_seconds", deck_seconds),
        "seconds": _seconds("seconds", seconds),
    }
    if callable(program):
        asked["command"] = [getattr(program, "__name__", repr(program))]
        report, text = _war_sim.check(asked, _asked(program))
        return Verdict(json.loads(report), text)
    if isinstance(program, (str, os.PathLike)) or not isinstance(program, Iterable):
        kind = ValueError if isinstance(program, (str, os.PathLike)) else TypeError
        raise kind(f"program {program!r}: give a function, or a command word by word: [\"java\", \"WarCheck\"]")
    asked["command"] = [path_of("program", word) for word in program]
    own = [sys.executable, "-m", "war_sim._check"]
    pipe = subprocess.PIPE
    with subprocess.Popen(own, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as asking:
        try:
            answer, why = asking.communicate(json.dumps(asked))
        except BaseException:
            # It ends what it has started.
            asking.terminate()
            raise
    if asking.returncode != 0:
        raise RuntimeError(f"check: {why.strip()}")
    said = json.loads(answer)
    if "error" in said:
        raise getattr(builtins, said["error"])(said["what"])
    return Verdict(json.loads(said["report"]), said["text"])


def _seconds(name: str, given: float) -> float:
    """A time."""
    if not hasattr(given, "__float__"):
        raise TypeError(f"{name} {given!r}: must be a number of seconds")
    return float(given)


def _asked(function: Callable[[Any], object]) -> Callable[[str], object]:
    """The function, asked with the line that a program would get."""

    return lambda line: function([int(word) for word in line.split()])


def _main() -> None:
    """Ask a program; print what came of it as JSON."""
    try:
        report, text = _war_sim.check(json.load(sys.stdin), None)
        said = {"report": report, "text": text}
    except (ValueError, OSError, RuntimeError) as error:
        said = {"error": type(error).__name__, "what": str(error)}
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    _main()
