"""The native half; use it through `war_sim`."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "Results",
    "Stopped",
    "Table",
    "__version__",
    "check",
    "decks",
    "experiment",
    "fields",
    "load",
    "main",
    "play",
    "report",
    "rule_sets",
    "run",
]

__version__: str

class Stopped(KeyboardInterrupt):
    """Ctrl-C on the way; `results` has what was known then."""

    results: Results

@final
class Results:
    """What came out of a question: its tables, by name (`results["summary"]`, `results.summary`)."""

    @property
    def tables(self) -> list[str]:
        """The names of the tables, in the order of the files; then `rows`, if rows of games were asked for."""
    @property
    def game(self) -> str:
        """The game, such as war or ludo."""
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
        """How long the games took, in seconds; 0 where nobody knows."""
    def keys(self) -> list[str]:
        """The names of the tables, so that `dict(results)` works."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: str, /) -> bool: ...
    def __getitem__(self, name: str, /) -> Table:
        """The table of this name; KeyError if there is none."""
    def __getattr__(self, name: str, /) -> Table:
        """The table of this name; AttributeError, with the names of all, if there is none."""
    def __dir__(self) -> list[str]: ...
    def plot(self, measure: str | None = None, ax: Axes | None = None) -> Axes:
        """Draw the estimates with their intervals by matplotlib, which must be installed.

        Rule sets are rows of dots, by default one for each share. A sweep shows one measure, by default the
        first that is compared: of one field of numbers as a curve, of one of words as rows of dots, of two
        fields as a matrix; the baseline is marked.
        ValueError for an unknown measure, or where nothing was estimated.
        """
    def plot_lengths(self) -> Figure:
        """Draw how long the games last, a row for each rule set, by matplotlib, which must be installed.

        ValueError where no lengths were counted.
        """
    def to_pandas(self, name: str | None = None) -> pandas.DataFrame:
        """A table, by default the first one, as a data frame of pandas."""
    def to_polars(self, name: str | None = None) -> polars.DataFrame:
        """A table, by default the first one, as a data frame of polars."""
    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the state, every table and, last, the manifest.

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
    def __getitem__(self, column: str, /) -> list[Any]:
        """The values of a column; what is undefined is None. KeyError if there is none."""
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, column: str, /) -> bool: ...
    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as a list of dicts; what is undefined is None."""
    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas."""
    def to_polars(self) -> polars.DataFrame:
        """The table as a data frame of polars."""
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def _repr_html_(self) -> str: ...

def main(arguments: Sequence[str | os.PathLike[str]]) -> int: ...
def play(
    deck: str | None,
    seed: int,
    game: int | None,
    rules: str,
    dice: str | None,
    pair: str | None,
) -> str: ...
def experiment(path: str) -> str: ...
def rule_sets() -> list[tuple[str, str, str]]: ...
def fields(rules: str) -> str: ...
def decks(rules: str, seed: int, first_game: int, count: int) -> list[list[int]]: ...
def run(asked: str, playing: dict[str, Any]) -> Results: ...
def check(asked: dict[str, Any], function: Callable[[str], object] | None) -> tuple[str, str]: ...
def report(runs: list[Results | str], path: str, force: bool) -> None: ...
def load(folder: str, confidence: str | None) -> Results: ...
