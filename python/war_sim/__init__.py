"""Games of pure chance by the million: War and Ludo.

A study plays rule sets on the same seeded deals, counts exactly and returns `Results`, whose tables
are those of the program's CSV files, as Arrow:

    >>> import war_sim
    >>> results = war_sim.batch("umass", games=100_000, seed=42)
    >>> results.summary["a_wins"]
    [41912]

`results.plot()` and `results.plot_lengths()` draw them with matplotlib; `results.to_polars()` and `results.to_pandas()` make data frames; DuckDB, too, takes a table as it is.

Every study takes these keywords, which are the keys of an experiment file:

- `games`: a million if not given; with `until` as many as that takes, or at most these. `seed`, `first_game`.
- `decks`: a file of decks, or a list of them, played once each instead of those of the seed.
- `until`: stop when the interval has this half-width, such as {"a_win": 0.001}.
- `min_effect`: the smallest differences that matter, such as {"battles": 5}.
- `by`: a feature of the deals, such as "aces_a", for the table `strata`.
- `confidence` of the intervals, `measures` that are compared, `engine`; `title`, in words.

and these, which change no number:

- `threads`: all cores if not given. `progress` is called with the games done and the games in all (of all
  rule sets; 0 where `until` alone says how many), ten times a second.
- `rows=True` adds the table `rows`: a row per game. "features", names of features and
  "decks" put more into it, as in rows=["aces_a", "decks"].
- `save`: the folder of the run, which is kept beside it every few seconds, as by the command line. With
  `resume=True` what is there of the same run is not done again.

Whole numbers may be written as floats (`games=1e6`). What makes no sense raises ValueError with the
program's message, what is wrong with a file OSError. Ctrl-C raises `Stopped` within moments, whose
`results` are what was known then.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from . import _ask, _war_sim
from ._ask import Cards, Dice, Pair, Path, Playing, Rules, Study, Whole, Words, asks, cards, path_of, whole
from ._check import Verdict, check
from ._war_sim import Results, Stopped, Table, __version__

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Results",
    "Stopped",
    "Table",
    "Verdict",
    "__version__",
    "batch",
    "check",
    "compare",
    "decks",
    "exact",
    "experiment",
    "find_winner",
    "load",
    "ludo",
    "play",
    "report",
    "rules",
    "run",
]

#: Decks that are dealt at once.
_AT_ONCE = 256

OneOrMore = Union[Rules, Iterable[Rules]]


def find_winner(deck: Cards, rules: str = "umass") -> int:
    """Play one deck of War; return 1 if A wins, -1 if B wins, 0 for a draw.

    Shapes: `deck` has any number of cards, 0 and odd numbers included, in dealing order, A's first
    card leftmost: whole numbers of 32 bits, or words such as "10D" and "Queen"; or one text.
    Errors: ValueError for what is no card or no rule set; OSError for a file.

    >>> find_winner([2, 3, 4, 5])
    -1
    """
    return int(play(deck, rules=rules)["value"])


def play(
    deck: Cards | None = None,
    hands: Sequence[Cards] | None = None,
    seed: Whole = 42,
    game: Whole | None = None,
    rules: str = "umass",
    *,
    dice: Path | None = None,
    pair: Pair | None = None,
) -> dict[str, Any]:
    """Play one game of any rule set: a deck, hands, or the game of this index of the seed.

    Shapes: `deck` as for `find_winner`; `hands` are A's and
    B's, each with its top card first. With a deck or hands, `seed` and `game` only decide shuffles
    inside the game. Ludo takes a file of `dice`, or the name of a built-in one, and the `pair` of them that plays.
    Returns, for War, a dict with `outcome` ("A", "B", "draw"), `value` (1, -1, 0), `end_reason`, the counts
    `battles`, `rounds`, `wars`, `deepest_war`, `cards_a`, `cards_b`, `cards_laid`, and the cards left, top first:
    `hand_a`, `hand_b`.
    Errors: ValueError for what is no card or no rule set, OSError for a file.

    >>> play(hands=["2 8 9", "2 6 7"])["outcome"]
    'draw'
    """
    if deck is not None and hands is not None:
        raise ValueError("play: give a deck or hands, not both")
    text = None if deck is None else cards(deck)
    if hands is not None:
        text = "A: " + " | B: ".join(cards(hand) for hand in hands)
    line = _war_sim.play(
        text,
        whole("seed", seed),
        None if game is None else whole("game", game),
        path_of("rules", rules),
        None if dice is None else path_of("dice", dice),
        _ask.pair_of(pair),
    )
    result: dict[str, Any] = json.loads(line)
    return result


@asks(Study)
def batch(rules: OneOrMore = "umass", *, dice: Dice | None = None, **question: Unpack[Study]) -> Results:
    """Play rule sets of one game, whichever it is, on the same seeded deals; compare nothing.

    Shapes: `rules` is one rule set or several: built-in names, paths of rule files, with changes in
    braces if wanted, such as "umass{war.face_down=2}"; or dicts of fields, such as
    {"name": "two", "base": "umass", "war.face_down": 2}. `dice` as for `ludo`. The keywords are those of
    every study.
    Tables: `summary`, `estimates`, `histogram`, those of the game, such as `rounds` and `wars`, and what was
    asked for; in a sweep with its fields as columns.
    Errors: ValueError for what makes no sense; `Stopped` after Ctrl-C.

    >>> batch(games=1_000)["summary"]["games"]
    [1000]
    """
    asked = {**_ask.question_of(question), "rules": rules, "dice": dice, "compare": False}
    return _ask.run("batch", asked)


@asks(Study)
def compare(
    rules: Iterable[Rules],
    *,
    dice: Dice | None = None,
    baseline: str | None = None,
    **question: Unpack[Study],
) -> Results:
    """Play two or more rule sets of any game on the same deals, and compare them.

    Shapes: as for `batch`, but `until` asks for the precision of every difference, such as
    {"battles": 1}. `dice` is for rule sets of Ludo, as for `ludo`. Every pair is compared, or each
    with `baseline` only; `measures` (default: all), such as ["a_win", "battles"].
    Tables: those of `batch`; `comparison` with a row per pair and measure: difference, interval,
    p-value adjusted by Holm's method; `paired`.
    Errors: as for `batch`.

    >>> results = compare(["umass", "winner-first"], games=10_000, measures="draw")
    >>> results["comparison"]["difference"][0] < -0.15
    True
    """
    asked = {**_ask.question_of(question), "dice": dice, "baseline": baseline, "compare": True}
    several = _ask.several("rules", rules)
    if len(several) == 1 and "sweep" not in asked:
        one = several[0]
        shown = os.fspath(one) if isinstance(one, (str, os.PathLike)) else one
        raise ValueError(f"a comparison needs two or more; name another besides rules {shown!r}")
    return _ask.run("compare", {**asked, "rules": several})


@asks(Study)
def ludo(
    dice: Dice,
    rules: OneOrMore = "bwinf",
    *,
    pair: Pair | None = None,
    self_play: bool = False,
    rank_by: str = "win-share",
    **question: Unpack[Study],
) -> Results:
    """Let every pair of dice play Ludo: which die is best?

    Shapes: `dice` are the faces of each die, such as [[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6]]; or a
    dice file, or the name of a built-in one, such as "wuerfel0". `games` are those of each pair.
    `pair` are the only two of them that play, counted from 1. Who begins is a field of the rules:
    "bwinf{start=roll-off}". `rank_by` is "win-share" or
    "score" (a tie is half a win).
    Tables: `ranking`, `pairs`, `summary`, `estimates`, `histogram`, and what was asked for.
    Errors: as for `batch`; OSError for a dice file.

    >>> ludo("wuerfel0", games=1_000)["ranking"]["die"][0]
    2
    """
    own = {"dice": dice, "pair": pair, "self_play": self_play, "rank_by": rank_by, "game": "ludo"}
    return _ask.run("batch", {**_ask.question_of(question), **own, "rules": rules, "compare": False})


@asks(Playing)
def exact(
    rules: OneOrMore = "umass",
    ranks: Whole | None = None,
    suits: Whole | None = None,
    lowest: Whole | None = None,
    jokers: Whole | None = None,
    *,
    yes: bool = False,
    engine: str | None = None,
    **playing: Unpack[Playing],
) -> Results:
    """Play every distinct order of a small deck once: exact counts.

    Shapes: `ranks`, `suits`, `lowest` and `jokers` make the deck (default: that of the rule sets);
    4 ranks in 3 suits have 369,600 orders. More than 100 million games are played with `yes` only.
    Tables: `exact` (games by outcome, end reason and length), and the whole counts of `batch`.
    Errors: ValueError for rules that shuffle during the game, different decks, or what takes too long.

    >>> exact(ranks=3, suits=2).games
    90
    """
    for key in playing.keys() - Playing.__annotations__:
        raise ValueError(f"unknown argument `{key}`")
    given = {"ranks": ranks, "suits": suits, "lowest": lowest, "jokers": jokers}
    deck = {key: whole(key, value) for key, value in given.items() if value is not None}
    given_rules = [_ask.with_deck(one, deck) for one in _ask.several("rules", rules)]
    asked = {**playing, "rules": given_rules, "engine": engine, "compare": False}
    return _ask.run("exact", {**asked, "orders": True}, yes=yes)


@asks(Study)
def run(asked: Path | Mapping[str, Any], **changes: Unpack[Study]) -> Results:
    """Play an experiment: a file, one of those that come with the program, or a dict of the same keys.

    Shapes: docs/experiments.md has every key; `changes` replace some. Files that a file names are looked
    for beside it first.
    Errors: as for `batch`; OSError for the file.

    >>> run({"rules": ["umass", "one-down"], "games": 1_000}, seed=7).rules
    ['umass', 'one-down']
    """
    beside = "" if isinstance(asked, Mapping) else os.path.dirname(path_of("experiment", asked)) or "."
    study = dict(asked) if isinstance(asked, Mapping) else experiment(asked)
    return _ask.run("run", {**study, **changes}, beside=beside)


def experiment(file: Path) -> dict[str, Any]:
    """Read an experiment, by the path of its file or a built-in name, as a dict for `run`.

    Errors: ValueError for what is no experiment, with its line; OSError for the file.

    >>> experiment("pick-up-order")["title"]
    'Does it matter in which order the winner picks up the cards?'
    """
    read: dict[str, Any] = json.loads(_war_sim.experiment(path_of("file", file)))
    return read


def rules(name: str | None = None) -> dict[str, Any]:
    """Return the fields of a rule set as a dict; without a name those of every built-in one, by name.

    The dict is a rule set for every study; changed it needs another `name`:
    {**rules("umass"), "name": "two-down", "war.face_down": 2}.
    Errors: ValueError for a name that no rule set has; OSError for a file.

    >>> rules("umass")["war"]["face_down"]
    3
    """
    if name is not None:
        found: dict[str, Any] = json.loads(_war_sim.fields(path_of("rules", name)))
        return {"base": name, **found}
    return {name: rules(name) for name, _, _ in _war_sim.rule_sets()}


def decks(
    rules: Path = "umass", seed: Whole = 42, first_game: Whole = 0, count: Whole | None = None
) -> Iterator[list[int]]:
    """Deal the decks of a seed, one for each game, in dealing order; without `count` for ever.

    Errors: ValueError for a rule set without a deck.

    >>> [len(deck) for deck in decks(count=2)]
    [52, 52]
    """
    seed, first = whole("seed", seed), whole("first_game", first_game)
    left = whole("count", 2**64 - 1 - first if count is None else count)
    if first + left > 2**64 - 1:
        raise ValueError(f"count {left}: from game {first} on there are {2**64 - 1 - first}")
    for start in itertools.count(first, _AT_ONCE):
        portion = min(_AT_ONCE, left + first - start)
        if portion <= 0:
            return
        yield from _war_sim.decks(path_of("rules", rules), seed, start, portion)


def report(runs: Results | Path | Sequence[Results | Path], path: Path, *, force: bool = False) -> None:
    """Write runs as one page of figures that needs no other file, as `war-sim report` does.

    Shapes: results, or folders of stored runs; one or several.
    Errors: FileExistsError for a file that is there, unless `force` is set; OSError.
    """
    several: list[Any] = [runs] if isinstance(runs, (Results, str, os.PathLike)) else list(runs)
    if not several:
        raise ValueError("runs: none is given; name at least one")
    _war_sim.report(several, path_of("path", path), force)


def load(folder: Path, confidence: float | str | None = None) -> Results:
    """Load a stored run from its folder, whatever wrote it: the program, `save=` or `Results.save`.

    The counts are stored. The tables are made from them again, with intervals of this
    confidence, by default that of the run.
    Errors: OSError for a folder that is no run; ValueError for a damaged one.
    """
    return _war_sim.load(path_of("folder", folder), None if confidence is None else str(confidence))
