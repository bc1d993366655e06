"""What can be asked of a study, and how it becomes one plain value."""

from __future__ import annotations

import inspect
import json
import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict, TypeVar, Union

from . import _war_sim
from ._war_sim import Results

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]
Whole = Union[SupportsIndex, float]
Words = Union[str, Iterable[str]]
#: Numbers by name, such as {"a_win": 0.001}; or as on the command line, "a_win:0.001".
Amounts = Union[str, Iterable[str], Mapping[str, float]]
#: A rule set: its name, the path of its file, or its fields.
Rules = Union[Path, Mapping[str, Any]]
#: Two dice by their numbers.
Pair = Union[str, Sequence[int]]
Cards = Union[str, Iterable[Union[SupportsIndex, str]]]
Dice = Union[Path, Sequence[Sequence[int]]]
Decks = Union[Path, Iterable[Cards]]
Progress = Callable[[int, int], object]


class Playing(TypedDict, total=False):
    """How a study is played; none of it changes a number."""

    threads: int | None
    rows: bool | Words
    save: Path | None
    resume: bool
    progress: Progress | None


class Study(Playing, total=False):
    """What can be asked of every study, and how it is played: the keys of an experiment file."""

    games: Whole | None
    seed: Whole
    first_game: Whole
    decks: Decks | None
    until: Amounts | None
    min_effect: Amounts | None
    by: Words | None
    confidence: float | str
    measures: Words | None
    engine: str | None
    title: str | None


_F = TypeVar("_F", bound=Callable[..., Any])
#: The most that a number of the study may be.
_MOST = 2**64 - 1


def asks(arguments: Any) -> Callable[[_F], _F]:
    """Let `help` and completion see the keywords that these types name."""

    def shown(function: _F) -> _F:
        own = inspect.signature(function)
        kind = inspect.Parameter.KEYWORD_ONLY
        first = [p for p in own.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [
            # What is written, not how Python keeps it for later.
            inspect.Parameter(name, kind, default=None, annotation=getattr(said, "__forward_arg__", said))
            for name, said in arguments.__annotations__.items()
            if name not in own.parameters
        ]
        function.__signature__ = own.replace(parameters=[*first, *more])  # type: ignore[attr-defined]
        return function

    return shown


#: Keys of an experiment that these functions answer themselves.
_OF_RUN = {
    "compare": "use `compare` to compare rule sets, and `batch` not to",
    "until_difference": "it is what `until` of `compare` asks for; name it so, or use `run`",
}


def question_of(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is asked by the keywords of a function that is not `run`."""
    for key, what in _OF_RUN.items():
        if asked.get(key) is not None:
            raise ValueError(f"{key}: {what}")
    return dict(asked)


def pair_of(given: Pair | None) -> str | None:
    """Two dice as the program reads them."""
    if given is None or isinstance(given, str):
        return given
    if not isinstance(given, Iterable):
        raise TypeError(f"pair {given!r}: give two dice by their numbers, such as (1, 2)")
    return ",".join(map(str, given))


def run(verb: str, asked: Mapping[str, Any], *, beside: Path = "", yes: bool = False) -> Results:
    """Play what is asked."""
    return _war_sim.run(*_plain(verb, asked, beside, yes))


def _plain(verb: str, asked: Mapping[str, Any], beside: Path, yes: bool) -> tuple[str, Any]:
    """The study as JSON, and how it is played."""
    question = dict(asked)
    how = {key: question.pop(key, None) for key in Playing.__annotations__}
    threads, rows = how["threads"], how["rows"]
    playing = {
        "verb": verb,
        "beside": os.fspath(beside),
        "threads": None if threads is None else whole("threads", threads),
        "rows": _rows(rows),
        "save": None if how["save"] is None else path_of("save", how["save"]),
        "resume": bool(how["resume"]),
        "yes": yes,
        "progress": how["progress"],
    }
    for key in ("rules", "sweep"):
        given = question.get(key)
        if given is not None:
            question[key] = [_nested(one) for one in several(key, given)]
    for key in ("games", "seed", "first_game"):
        given = question.get(key)
        # Texts, such as "1e6", are read as those of a file.
        if given is not None and not isinstance(given, str):
            question[key] = whole(key, given)
    question["pair"] = pair_of(question.get("pair"))
    if isinstance(question.get("measures"), str):
        question["measures"] = [question["measures"]]
    decks = question.get("decks")
    if decks is not None and not isinstance(decks, (str, os.PathLike)):
        question["decks"] = [cards(deck) for deck in decks]
    return _json(question), playing


def several(key: str, given: Any) -> list[Any]:
    """Rule sets, of which there may be one."""
    if isinstance(given, (str, os.PathLike, Mapping)):
        return [given]
    if not isinstance(given, Iterable):
        raise TypeError(f"{key} {given!r}: is neither a name nor a dict of fields")
    return list(given)


def _rows(given: bool | Words | None) -> tuple[list[str] | None, bool] | None:
    """The features in the row of a game ([]: all of them, None: none), and whether its deal is there."""
    if not given:
        return None
    more = [] if given is True else list(words(given))
    named = [word for word in more if word not in ("features", "decks")]
    features = [] if "features" in more else named or None
    return features, "decks" in more


def _json(value: Any) -> str:
    """What is asked, for the native half."""
    return json.dumps(_said(value), allow_nan=False)


def _said(value: Any) -> Any:
    """Plain values only; what is None is not said."""
    if isinstance(value, Mapping):
        return {str(key): _said(one) for key, one in value.items() if one is not None}
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (bytes, bytearray)):
        raise TypeError(f"{value!r}: give text or numbers, not bytes")
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        # Of numpy, whose arrays say that they are numbers.
        return _said(value.tolist())
    if hasattr(value, "__index__"):
        return operator.index(value)
    if hasattr(value, "__float__"):
        return float(value)
    return [_said(one) for one in value]


def _nested(rules: Any) -> Any:
    """A rule set whose fields may be written with dots, as {"war.face_down": 2}."""
    if isinstance(rules, (str, os.PathLike)):
        return os.fspath(rules)
    if not isinstance(rules, Mapping):
        raise TypeError(f"rules {rules!r}: is neither a name nor a dict of fields")
    nested: dict[str, Any] = {}
    for key, value in rules.items():
        *tables, field = str(key).split(".")
        inner = nested
        for table in tables:
            inner = inner.setdefault(table, {})
            if not isinstance(inner, dict):
                raise TypeError(f"rules {key}: `{table}` is {inner!r}, and no table of fields")
        value = _nested(value) if isinstance(value, Mapping) else value
        inner[field] = {**inner[field], **value} if isinstance(inner.get(field), dict) else value
    return nested


def with_deck(rules: Rules, deck: Mapping[str, int]) -> Rules:
    """A rule set with these fields of its deck, as the command line writes it."""
    if not deck:
        return rules
    if isinstance(rules, Mapping):
        named = {**rules, **{f"deck.{key}": value for key, value in deck.items()}}
        if "base" in rules and rules.get("name") == rules["base"]:
            named["name"] = with_deck(rules["base"], deck)
        return named
    changes = ",".join(f"deck.{key}={value}" for key, value in deck.items())
    given = os.fspath(rules).rstrip()
    return f"{given[:-1]},{changes}}}" if given.endswith("}") else f"{given}{{{changes}}}"


def path_of(name: str, given: Any) -> str:
    """The path of a file or folder."""
    if not isinstance(given, (str, os.PathLike)):
        example = 'a name or a path, such as "umass"' if name == "rules" else 'a path, such as "results/mine"'
        raise TypeError(f"{name} {given!r}: give {example}")
    return os.fspath(given)


def words(given: Words) -> list[str]:
    """One word, or each of several."""
    if not isinstance(given, (str, Iterable)):
        raise TypeError(f"{given!r}: give a word, or a list of words")
    given = [given] if isinstance(given, str) else list(given)
    for word in given:
        if not isinstance(word, str):
            raise TypeError(f"{word!r}: give a word, or a list of words")
    return given


def cards(given: Cards) -> str:
    """Cards as the program reads them."""
    if isinstance(given, (bytes, bytearray)) or not isinstance(given, (str, Iterable)):
        raise TypeError(f"{given!r}: give cards, such as [2, 3, 4, 5] or \"2 3 4 5\"")
    # A line of a file has its end with it.
    return " ".join(given.split() if isinstance(given, str) else map(str, given))


def whole(name: str, given: Whole) -> int:
    """A whole number that fits 64 bits without sign."""
    if isinstance(given, float):
        if not given.is_integer():
            raise ValueError(f"{name} {given}: must be a whole number")
        number = int(given)
    elif not hasattr(given, "__index__"):
        raise TypeError(f"{name} {given!r}: must be a whole number")
    else:
        number = operator.index(given)
    if not 0 <= number <= _MOST:
        raise ValueError(f"{name} {number}: must be in 0 to 2^64 - 1")
    return number
