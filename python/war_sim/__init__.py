"""Games of pure chance by the million: War, Ludo and Beggar-My-Neighbour.

A study plays rule sets on the same seeded deals, counts exactly and returns `Results`, whose tables
are those of the program's CSV files, as Arrow:

    >>> import war_sim
    >>> results = war_sim.simulate("umass", games=100_000, seed=42)
    >>> results.table("summary").to_dicts()[0]["a_wins"]
    41912

pandas, polars and DuckDB take a table as it is: `polars.DataFrame(results.table("histogram"))`.

Whole numbers may be written as floats (`games=1e6`). What makes no sense raises ValueError with the
program's message, what is wrong with a file OSError. Ctrl-C stops a study within moments.
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, SupportsIndex, Union

from . import _war_sim
from ._war_sim import Results, Table, __version__

__all__ = [
    "Results",
    "Table",
    "__version__",
    "beggar",
    "compare",
    "exact",
    "find_winner",
    "load",
    "ludo",
    "play",
    "simulate",
]

#: The largest number of a seed, of games and of an index.
_MOST = 2**64 - 1

Whole = Union[SupportsIndex, float]
Words = Union[str, Iterable[str]]
Cards = Union[str, Iterable[Union[SupportsIndex, str]]]
Dice = Union[str, "os.PathLike[str]", Sequence[Sequence[int]]]
Progress = Callable[[int, int], object]


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
    trace: bool = False,
) -> dict[str, Any]:
    """Play one game of War: a deck, two hands, or the game of this index of the seed.

    Shapes: `deck` as for `find_winner`; `hands` are A's and B's, each with its top card first.
    With a deck or hands, `seed` and `game` only decide shuffles inside the game.
    Returns a dict with `outcome` ("A", "B", "draw"), `value` (1, -1, 0), `end_reason`, the counts
    `battles`, `rounds`, `wars`, `deepest_war`, `cards_a`, `cards_b`, and the cards left, top first:
    `hand_a`, `hand_b`. With `trace`, `trace` is a list of events, each a dict with the key `event`:
    those of `war-sim play --trace --format json`.
    Errors: ValueError for what is no card or no rule set, OSError for a file.

    >>> play(hands=["2 8 9", "2 6 7"])["outcome"]
    'draw'
    """
    if deck is not None and hands is not None:
        raise ValueError("play: give a deck or two hands, not both")
    if deck is None and hands is None and game is None:
        raise ValueError("play: give a deck, two hands, or the game of the seed")
    texts = None if hands is None else [_cards(hand) for hand in hands]
    if texts is not None and len(texts) != 2:
        raise ValueError(f"hands: {len(texts)} hands; give A's and B's")
    lines = _war_sim.play(
        None if deck is None else _cards(deck),
        texts,
        _whole("seed", seed),
        None if game is None else _whole("game", game),
        rules,
        trace,
    )
    *events, result = map(json.loads, lines.splitlines())
    return {**result, "trace": events} if trace else result


def simulate(
    rules: Words = ("umass",),
    games: Whole | None = None,
    seed: Whole = 42,
    first_game: Whole = 0,
    threads: int | None = None,
    until: Words | None = None,
    by: str | None = None,
    confidence: float = 0.95,
    progress: Progress | None = None,
    *,
    engine: str = "auto",
) -> Results:
    """Play rule sets of War on the same seeded deals; compare nothing.

    Shapes: `rules` is one rule set or several: built-in names, paths of rule files, with changes in
    braces if wanted, such as "umass{war.face_down=2}". `until` is one precision or several, such as
    "a_win:0.001" (half-width of the interval), at which to stop. `games` is a million if not given,
    with `until` as many as that takes; given with `until`, the most. `by` is a feature of the deals, such as "aces_a", for the table `strata`.
    `threads` defaults to all cores and changes no number, nor does `engine`. `progress` is called
    with the games done and the games in all (of all rule sets; 0 where `until` alone says how many),
    ten times a second.
    Tables: `summary`, `histogram`, `rounds`, `wars`, and what was asked for.
    Errors: ValueError for what makes no sense; KeyboardInterrupt after Ctrl-C.

    >>> simulate(games=1_000).table("summary").to_dicts()[0]["games"]
    1000
    """
    return _run(
        game="war", rules=rules, games=games, seed=seed, first_game=first_game, threads=threads,
        until=until, by=by, confidence=confidence, progress=progress, engine=engine,
    )  # fmt: skip


def compare(
    rules: Words,
    games: Whole | None = None,
    seed: Whole = 42,
    first_game: Whole = 0,
    threads: int | None = None,
    until: Words | None = None,
    by: str | None = None,
    confidence: float = 0.95,
    progress: Progress | None = None,
    *,
    dice: Dice | None = None,
    baseline: str | None = None,
    measures: Words | None = None,
    engine: str = "auto",
) -> Results:
    """Play two or more rule sets of any game on the same deals, and compare them.

    Shapes: as for `simulate`, but `until` asks for the precision of every difference, such as
    "battles:1". `dice` is for rule sets of Ludo, as for `ludo`. Every pair is compared, or each
    with `baseline` only; `measures` (default: all), such as ["a_win", "battles"].
    Tables: those of `simulate`; `comparison` with a row per pair and measure: difference, interval,
    p-value adjusted by Holm's method; `paired`.
    Errors: as for `simulate`.

    >>> results = compare(["umass", "winner-first"], games=10_000, measures="draw")
    >>> results.table("comparison").to_dicts()[0]["difference"] < -0.15
    True
    """
    return _run(
        game=None, rules=rules, games=games, seed=seed, first_game=first_game, threads=threads,
        until=until, by=by, confidence=confidence, progress=progress, engine=engine,
        dice=dice, compare=True, baseline=baseline, measures=measures,
    )  # fmt: skip


def ludo(
    dice: Dice,
    rules: Words = ("bwinf",),
    games: Whole | None = None,
    seed: Whole = 42,
    first_game: Whole = 0,
    threads: int | None = None,
    until: Words | None = None,
    by: str | None = None,
    confidence: float = 0.95,
    progress: Progress | None = None,
    *,
    self_play: bool = False,
    rank_by: str = "win-share",
    engine: str = "auto",
) -> Results:
    """Let every pair of dice play Ludo: which die is best?

    Shapes: `dice` are the faces of each die, such as [[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6]]; or a
    dice file, or the name of a built-in one, such as "wuerfel0". `games` are those of each pair.
    Who begins is a field of the rules: "bwinf{start=roll-off}". `rank_by` is "win-share" or
    "score" (a tie is half a win).
    Tables: `ranking`, `pairs`, `summary`, `histogram`, and what was asked for.
    Errors: as for `simulate`; OSError for a dice file.

    >>> ludo("wuerfel0", games=1_000).table("ranking").to_dicts()[0]["die"]
    2
    """
    return _run(
        game="ludo", rules=rules, games=games, seed=seed, first_game=first_game, threads=threads,
        until=until, by=by, confidence=confidence, progress=progress, engine=engine,
        dice=dice, self_play=self_play, rank_by=rank_by,
    )  # fmt: skip


def beggar(
    rules: Words = ("beggar",),
    games: Whole | None = None,
    seed: Whole = 42,
    first_game: Whole = 0,
    threads: int | None = None,
    until: Words | None = None,
    by: str | None = None,
    confidence: float = 0.95,
    progress: Progress | None = None,
    *,
    engine: str = "auto",
) -> Results:
    """Play rule sets of Beggar-My-Neighbour on the decks that War has for the same seed.

    Shapes and errors: as for `simulate`. Tables: `summary`, `histogram`, `tricks`, and what was
    asked for; `loops` if a game never ended.

    >>> beggar(games=1_000).game
    'beggar'
    """
    return _run(
        game="beggar", rules=rules, games=games, seed=seed, first_game=first_game, threads=threads,
        until=until, by=by, confidence=confidence, progress=progress, engine=engine,
    )  # fmt: skip


def exact(
    rules: Words = ("umass",),
    ranks: Whole | None = None,
    suits: Whole | None = None,
    lowest: Whole | None = None,
    jokers: Whole | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    *,
    yes: bool = False,
) -> Results:
    """Play every distinct order of a small deck once: exact counts, for War and Beggar-My-Neighbour.

    Shapes: `ranks`, `suits`, `lowest` and `jokers` make the deck (default: that of the rule sets);
    4 ranks in 3 suits have 369,600 orders. More than 100 million games are played with `yes` only.
    Tables: `exact` (games by outcome, end reason and length), `extremes` (the shortest and longest
    game that ends, with a deck), and the whole counts of `simulate`.
    Errors: ValueError for rules that shuffle during the game, different decks, or too many games.

    >>> exact(ranks=3, suits=2).games
    90
    """
    words = _words(rules)
    if not words:
        raise ValueError("rules: none is given; name at least one")
    given = {"ranks": ranks, "suits": suits, "lowest": lowest, "jokers": jokers}
    deck = ",".join(f"deck.{k}={_whole(k, v)}" for k, v in given.items() if v is not None)
    return _war_sim.exact(words, [deck] if deck else [], yes, _threads(threads), progress)


def load(folder: str | os.PathLike[str], confidence: float = 0.95) -> Results:
    """Load a stored run from its folder, whatever wrote it: the program or `Results.save`.

    What is stored are the counts. The tables are made from them anew, with intervals of this
    confidence; `precision` is not among them.
    Errors: OSError for a folder that is no run; ValueError for a damaged one.
    """
    return _war_sim.load(os.fspath(folder), confidence)


def _run(
    *,
    rules: Words,
    games: Whole | None,
    seed: Whole,
    first_game: Whole,
    threads: int | None,
    until: Words | None,
    progress: Progress | None,
    dice: Dice | None = None,
    compare: bool = False,
    measures: Words | None = None,
    **question: Any,
) -> Results:
    """Hand plain values to the library."""
    words = _words(rules)
    if not words:
        raise ValueError("rules: none is given; name at least one")
    asked = {
        **question,
        "compare": compare,
        "rules": words,
        "games": None if games is None else _whole("games", games),
        "seed": _whole("seed", seed),
        "first_game": _whole("first_game", first_game),
        "until_difference" if compare else "until": None if until is None else _words(until),
        "measures": None if measures is None else _words(measures),
    }
    # The keys are those of an experiment file; what is not said is left out.
    said = json.dumps({key: value for key, value in asked.items() if value is not None})
    return _war_sim.run(said, None if dice is None else _dice(dice), _threads(threads), progress)


def _threads(given: int | None) -> int | None:
    """A number of threads; None for all cores."""
    return None if given is None else _whole("threads", given)


def _words(given: Words) -> list[str]:
    """One word, or each of several."""
    return [given] if isinstance(given, str) else list(given)


def _cards(given: Cards) -> str:
    """Cards as the program reads them."""
    return given if isinstance(given, str) else " ".join(map(str, given))


def _dice(given: Dice) -> tuple[str, str]:
    """Name and text of a dice file."""
    if isinstance(given, (str, os.PathLike)):
        return _war_sim.dice_file(os.fspath(given))
    lines = [" ".join(map(str, [len(die), *die])) for die in given]
    return "dice", "\n".join([str(len(lines)), *lines, ""])


def _whole(name: str, given: Whole) -> int:
    """A whole number that fits 64 bits without sign."""
    if isinstance(given, float):
        if not given.is_integer():
            raise ValueError(f"{name} {given}: must be a whole number")
        number = int(given)
    else:
        number = operator.index(given)
    if not 0 <= number <= _MOST:
        raise ValueError(f"{name} {number}: must be in 0 to 2^64 - 1")
    return number
