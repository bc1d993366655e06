"""The native half; use it through `war_sim`."""

import os
from collections.abc import Callable
from typing import Any, final

__version__: str

@final
class Results:
    """A finished study: its tables, and its folder."""

    @property
    def tables(self) -> list[str]:
        """The names of the tables, in the order of the files."""
    @property
    def game(self) -> str:
        """The game: "war", "ludo" or "beggar"."""
    @property
    def rules(self) -> list[str]:
        """The rule sets; of Ludo each with every pair of dice, such as "bwinf 1:2"."""
    @property
    def games(self) -> int:
        """Number of games of each of the rules."""
    @property
    def seed(self) -> int:
        """The seed of the deals."""
    @property
    def elapsed_s(self) -> float:
        """How long the games took, in seconds; 0 for a stored run."""
    def table(self, name: str) -> Table:
        """The table of this name, with or without ".csv"; ValueError if there is none."""
    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write every table, the state and the manifest, completely or not at all.

        OSError if that fails; a folder that holds another run is not overwritten.
        """
    def _repr_html_(self) -> str: ...

@final
class Table:
    """A table, readable by everything that knows Arrow's PyCapsule interface.

    Counts are int64 (a column with a number above 2^63 - 1, such as a large seed, is uint64), shares
    and means float64, words strings; what is undefined is null.
    """

    @property
    def name(self) -> str:
        """The name, such as "summary"."""
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def __len__(self) -> int: ...
    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as a list of dicts; what is undefined is None."""
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def _repr_html_(self) -> str: ...

def main(arguments: list[str]) -> int: ...
def play(
    deck: str | None,
    hands: list[str] | None,
    seed: int,
    game: int | None,
    rules: str,
    trace: bool,
) -> str: ...
def dice_file(path: str) -> tuple[str, str]: ...
def run(
    asked: str,
    dice: tuple[str, str] | None,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Results: ...
def exact(
    rules: list[str],
    deck: list[str],
    yes: bool,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Results: ...
def load(folder: str, confidence: float) -> Results: ...
