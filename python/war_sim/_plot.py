"""Pictures of results by matplotlib, drawn from their tables alone: what `Results.plot` calls."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from ._war_sim import Results, Table

#: Okabe and Ito's, which colour-blind readers, too, keep apart.
_COLOURS = ["#0072B2", "#D55E00", "#666666", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
#: Ends that are none, in words.
_UNENDED = {"limit": "cut off at the limit", "cycle": "never end"}
_BINS = 50
#: Numbers of the two dice, or, of one that is swept, its faces.
_DICE = ("die_1", "die_2")
#: So many values of a field are named.
_NAMED = 16
_ABOVE: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1, 1), "frameon": False}
#: Longer games than this share of those that end are a number, or a long tail would hide the rest.
_SHOWN = 0.99


class _Cell(NamedTuple):
    """A rule set (of Ludo with a pair of dice), with its estimates by measure."""

    name: str
    dice: str
    values: tuple[Any, ...]
    of: dict[str, dict[str, Any]]

    def numbers(self, measure: str) -> list[float]:
        """The value and the ends of its interval; not a number where undefined."""
        numbers = map(self.of[measure].get, ("value", "ci_low", "ci_high"))
        return [math.nan if number is None else number for number in numbers]


def plot(results: Results, measure: str | None, ax: Axes | None) -> Axes:
    """The estimates: rows of dots, or of a sweep a curve or a matrix."""
    table = _table(results, "estimates", "plot")
    fields = table.columns[1 : table.columns.index("measure")]
    fields = [field for field in fields if field not in _DICE or isinstance(table[field][0], str)]
    by_name: dict[str, _Cell] = {}
    for row in table.to_dicts():
        name, values = _name(row), tuple(row[field] for field in fields)
        cell = by_name.setdefault(name, _Cell(name, name[len(row["rules"]) + 1 :], values, {}))
        cell.of[row["measure"]] = row
    known, cells = list(dict.fromkeys(table["measure"])), list(by_name.values())
    compared = results["comparison"] if fields and "comparison" in results else None
    if measure is not None and measure not in known:
        raise ValueError(f"plot: there is no measure {measure!r}; use {', '.join(known)}")
    first = [*(compared["measure"] if compared else []), *known][0]
    measures = [measure or first] if measure or fields else [one for one in known if _is_share(one)]
    against = set(compared["rules_1"]) if compared else set()
    baseline = by_name.get(against.pop()) if len(against) == 1 else None

    # Where several rule sets have the same values, only their names tell them apart.
    fields = fields if len({(cell.dice, cell.values) for cell in cells}) == len(cells) else []
    is_matrix = len(fields) == 2 and len({cell.dice for cell in cells}) == 1
    high = 4.5 if is_matrix or len(cells) < 9 else 0.4 * len(cells) + 1
    ax = ax or plt.subplots(figsize=(8, high), layout="constrained")[1]
    if is_matrix:
        _matrix(ax, cells, fields, measures[0], baseline)
    elif len(fields) == 1 and all(isinstance(cell.values[0], (int, float)) for cell in cells):
        _curve(ax, cells, fields[0], measures[0], baseline)
    else:
        _dots(ax, cells, fields, measures, baseline)
    row = cells[0].of[measures[0]]
    level = "" if row["ci_low"] is None else f", {100 * results['summary']['confidence'][0]:g} % intervals"
    # Above the legend, which may be as wide.
    ax.set_title(f"{row['games']:,} games each{level}", loc="left", pad=24 if ax.get_legend() else 6)
    return ax


def _dots(ax: Axes, cells: list[_Cell], fields: list[str], measures: list[str], baseline: _Cell | None) -> None:
    """A row for each cell, with a dot and a whisker for each measure."""
    for k, measure in enumerate(measures):
        at = [row + 0.2 * (k - (len(measures) - 1) / 2) for row in range(len(cells))]
        values, low, high = zip(*(cell.numbers(measure) for cell in cells))
        ax.hlines(at, low, high, color=_COLOURS[k], linewidth=2)
        ax.plot(values, at, "o", color=_COLOURS[k], label=measure)
        _ring(ax, cells, baseline, values, at)
    said = [[*map("{}={}".format, fields, cell.values), cell.dice] if fields else [cell.name] for cell in cells]
    ax.set_yticks(range(len(cells)), [", ".join(filter(None, words)) for words in said])
    label = _said(measures[0]) if len(measures) == 1 else "share of the games"
    ax.set(ylim=(len(cells) - 0.5, -0.5), xlabel=label)
    ax.grid(axis="x", alpha=0.3)
    if _is_share(measures[0]):
        ax.xaxis.set_major_formatter(PercentFormatter(1))
        ax.set_xlim(left=0)
    ax.legend(**_ABOVE, ncols=len(measures) + 1)


def _curve(ax: Axes, cells: list[_Cell], field: str, measure: str, baseline: _Cell | None) -> None:
    """The measure against the field, of Ludo a curve for each pair of dice."""
    for k, dice in enumerate(dict.fromkeys(cell.dice for cell in cells)):
        own = sorted((cell for cell in cells if cell.dice == dice), key=lambda cell: cell.values)
        at = [cell.values[0] for cell in own]
        values, low, high = zip(*(cell.numbers(measure) for cell in own))
        colour = _COLOURS[k % len(_COLOURS)]
        ax.vlines(at, low, high, color=colour, linewidth=2)
        ax.plot(at, values, "o-", color=colour, label=dice or measure)
        _ring(ax, own, baseline, at, values)
    ax.set(xlabel=field, ylabel=_said(measure))
    ax.set_xticks(at[:: len(at) // _NAMED + 1])
    ax.grid(alpha=0.3)
    if _is_share(measure):
        ax.yaxis.set_major_formatter(PercentFormatter(1))
        ax.set_ylim(bottom=0)
    ax.legend(**_ABOVE, ncols=_NAMED)


def _ring(ax: Axes, cells: list[_Cell], baseline: _Cell | None, x: Any, y: Any) -> None:
    """Marks the baseline, if it is one of the cells at these places."""
    if baseline in cells:
        k = cells.index(baseline)
        ax.plot([x[k]], [y[k]], "o", mfc="none", mec="black", ms=12, label="baseline")


def _matrix(ax: Axes, cells: list[_Cell], fields: list[str], measure: str, baseline: _Cell | None) -> None:
    """The measure by two fields, the one with most values down: numbers on colours about those of the baseline."""
    each = [list(dict.fromkeys(cell.values[k] for cell in cells)) for k in (0, 1)]
    down, across = (0, 1) if len(each[0]) >= len(each[1]) else (1, 0)
    values = {(cell.values[down], cell.values[across]): cell.numbers(measure)[0] for cell in cells}
    known = [value for value in values.values() if not math.isnan(value)] or [0.0]
    middle = baseline.numbers(measure)[0] if baseline else math.nan
    middle = (min(known) + max(known)) / 2 if math.isnan(middle) else middle
    # Twice as wide as needed, so that no cell is too dark for its number.
    reach = 2 * max(abs(value - middle) for value in known) or 1.0
    grid = [[values.get((y, x), math.nan) for x in each[across]] for y in each[down]]
    image = ax.imshow(grid, cmap="PuOr", vmin=middle - reach, vmax=middle + reach, aspect="auto")
    for cell in cells:
        x, y = each[across].index(cell.values[across]), each[down].index(cell.values[down])
        text = _percent(grid[y][x]) if _is_share(measure) else f"{grid[y][x]:,.1f}"
        ax.text(x, y, "" if math.isnan(grid[y][x]) else text, ha="center", va="center")
        if cell is baseline:
            ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, linewidth=3, label="baseline"))
            ax.legend(**_ABOVE)
    ax.set_xticks(range(len(each[across])), [str(value) for value in each[across]])
    ax.set_yticks(range(len(each[down])), [str(value) for value in each[down]])
    ax.set(xlabel=fields[across], ylabel=fields[down])
    bar = plt.colorbar(image, ax=ax, label=_said(measure), format=PercentFormatter(1) if _is_share(measure) else None)
    # Of the colours those that a number can have.
    bar.ax.set_ylim(max(0, middle - reach), min(1, middle + reach) if _is_share(measure) else middle + reach)


def plot_lengths(results: Results) -> Figure:
    """How long games last: a row for each rule set."""
    table = _table(results, "histogram", "plot_lengths")
    length = table.columns[-2]
    # Games by length, or by why they have none.
    cells: dict[str, Counter[int | str]] = {}
    for row in table.to_dicts():
        counts = cells.setdefault(_name(row), Counter())
        counts[_UNENDED.get(row["end_reason"], row[length])] += row["games"]
    width = max(_quantile(counts) for counts in cells.values()) // _BINS + 1
    edges = [width * k for k in range(_BINS + 1)]
    size = (8, len(cells) + 2)
    figure, panels = plt.subplots(len(cells), sharex=True, sharey=True, squeeze=False, figsize=size, layout="constrained")
    for panel, (name, counts) in zip(panels[:, 0], cells.items()):
        bars = [sum(counts[one] for one in range(low, low + width)) for low in edges[:-1]]
        panel.stairs([bar / counts.total() for bar in bars], edges, fill=True, color=_COLOURS[0])
        rest = {word: counts[word] for word in _UNENDED.values()}
        rest[f"longer than {edges[-1] - 1:,}"] = counts.total() - sum(bars) - sum(rest.values())
        said = [f"{what}: {_percent(games / counts.total())}" for what, games in rest.items() if games]
        panel.set_title(name, loc="left", fontsize="medium")
        panel.set_title("; ".join(said), loc="right", fontsize="small")
        panel.yaxis.set_major_formatter(PercentFormatter(1))
    panels[-1, 0].set_xlabel(f"{length} of a game")
    figure.supylabel(f"share of the games per {width:,} {length}", fontsize="medium")
    return figure


def _quantile(counts: Counter[int | str]) -> int:
    """By which length nearly all of those are over that end."""
    lengths = sorted(length for length in counts if isinstance(length, int))
    sums = list(accumulate(counts[length] for length in lengths))
    return lengths[bisect_left(sums, _SHOWN * sums[-1])] if lengths else 1


def _table(results: Results, name: str, method: str) -> Table:
    if name not in results or not len(results[name]):
        raise ValueError(f"{method}: these results have no table `{name}` with rows to draw")
    return results[name]


def _name(row: dict[str, Any]) -> str:
    """As the table `comparison` names a rule set."""
    one, two = map(row.get, _DICE)
    return f"{row['rules']} {one}:{two}" if isinstance(one, int) and isinstance(two, int) else str(row["rules"])


def _is_share(measure: str) -> bool:
    return not measure.startswith(("battles", "cards", "rolls"))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if share == 0 or share >= 0.01 else f"{100 * share:.2g} %"


def _said(measure: str) -> str:
    what = "share of the games" if _is_share(measure) else "median" if measure.endswith("_median") else "mean"
    return f"{measure} ({what})"
