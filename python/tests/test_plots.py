"""The pictures, which show what the tables say."""

import sys

import pytest
import war_sim
from test_war_sim import DICE, GAMES, program

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed():
    yield
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")


def swept(**fields):
    fields = {name.replace("__", "."): values for name, values in fields.items()}
    return war_sim.run({"sweep": {"base": "umass", **fields}, "games": GAMES})


def estimates(results, measure):
    return [row for row in results.estimates.to_dicts() if row["measure"] == measure]


def points(ax, label):
    (line,) = (line for line in ax.lines if line.get_label() == label)
    return line.get_xdata().tolist(), line.get_ydata().tolist()


def whiskers(ax, k=0):
    """The two ends of each, without those of what is undefined."""
    return [[*map(tuple, ends)] for ends in ax.collections[k].get_segments() if len(ends)]


def test_rule_sets_are_rows_of_dots_with_whiskers():
    results = war_sim.compare(["umass", "bicycle", "no-limit{limit.ceiling=300}"], games=GAMES)
    ax = results.plot()
    assert [text.get_text() for text in ax.get_yticklabels()] == results.rules
    for k, measure in enumerate(["a_win", "b_win", "draw"]):
        rows = estimates(results, measure)
        x, y = points(ax, measure)
        assert x == [row["value"] for row in rows] and [round(row) for row in y] == [0, 1, 2]
        assert whiskers(ax, k) == [[(row["ci_low"], at), (row["ci_high"], at)] for row, at in zip(rows, y)]
    assert ax.get_xlim()[0] == 0 and ax.yaxis_inverted()
    assert ax.get_title("left") == "2,000 games each, 95 % intervals"
    # Lengths of games that were given up have no interval.
    lengths = results.plot("battles")
    assert points(lengths, "battles")[0] == [row["value"] for row in estimates(results, "battles")]
    assert len(whiskers(lengths)) == 2


def test_a_sweep_of_numbers_is_a_curve():
    results = swept(deck__jokers=[2, 0, 1])
    ax = results.plot()
    rows = sorted(estimates(results, "a_win"), key=lambda row: row["deck.jokers"])
    (curve,) = (line for line in ax.lines if line.get_linestyle() == "-")
    assert curve.get_xdata().tolist() == [0, 1, 2]
    assert curve.get_ydata().tolist() == [row["value"] for row in rows]
    assert whiskers(ax) == [[(x, row["ci_low"]), (x, row["ci_high"])] for x, row in enumerate(rows)]
    assert points(ax, "baseline") == ([2], [rows[2]["value"]])
    assert ax.get_xlabel() == "deck.jokers" and ax.get_ylim()[0] == 0
    own = matplotlib.pyplot.figure().add_subplot()
    assert results.plot("battles", ax=own) is own and own.get_ylim()[0] > 0


def test_the_first_measure_is_the_first_that_is_compared():
    results = war_sim.run({"sweep": {"deck.jokers": [0, 1]}, "games": GAMES, "measures": ["battles"]})
    assert results.plot().get_ylabel() == "battles (mean)"


def test_a_sweep_of_words_is_rows_of_dots():
    results = swept(war__face_down=["tied-rank", 1, 2])
    ax = results.plot("draw")
    assert [text.get_text() for text in ax.get_yticklabels()] == [
        f"war.face_down={value}" for value in ("tied-rank", 1, 2)
    ]
    x, y = points(ax, "draw")
    assert x == [row["value"] for row in estimates(results, "draw")] and y == [0, 1, 2]
    assert points(ax, "baseline") == ([x[0]], [0])


def test_a_sweep_of_two_fields_is_a_matrix_about_its_baseline():
    asked = {"war.face_down": [1, 2, "tied-rank"], "deck.jokers": [0, 1]}
    asked = {"sweep": {"base": "umass", **asked}, "games": GAMES, "baseline": "umass face_down=2 jokers=1"}
    with pytest.warns(UserWarning, match="jokers=1: cannot be played, and is left out: "):
        results = war_sim.run(asked)
    ax = results.plot("draw")
    values = {(row["war.face_down"], row["deck.jokers"]): row["value"] for row in estimates(results, "draw")}
    assert len(values) == 5
    down, across = ([text.get_text() for text in axis] for axis in (ax.get_yticklabels(), ax.get_xticklabels()))
    (image,) = ax.images
    places = {}
    for i, y in enumerate(down):
        for j, x in enumerate(across):
            shown = image.get_array()[i, j]
            places[j, i] = (y, int(x))
            assert values.get((y, int(x)), None) == (None if image.get_array().mask[i, j] else shown)
    for text in ax.texts:
        percent = 100 * values[places[text.get_position()]]
        assert abs(float(text.get_text()[:-2]) - percent) <= min(0.0501, 0.05 * percent)
    assert len(ax.texts) == 5
    low, high = image.get_clim()
    assert (low + high) / 2 == pytest.approx(values["2", 1])
    (frame,) = ax.patches
    assert places[round(frame.get_x() + 0.5), round(frame.get_y() + 0.5)] == ("2", 1)


@pytest.mark.parametrize("rules", [["umass", "bicycle{deck.jokers=1}"], ["one-down", "winner-first"]])
def test_lengths_are_the_histogram_and_no_game_is_left_out(rules):
    results = war_sim.batch(rules, games=GAMES)
    figure = results.plot_lengths()
    assert len(figure.axes) == len(rules)
    for panel, name in zip(figure.axes, rules):
        rows = [row for row in results.histogram.to_dicts() if row["rules"] == name]
        bars, edges, _ = panel.patches[0].get_data()
        ended = [row for row in rows if row["end_reason"] not in ("limit", "cycle")]
        for share, low, high in zip(bars, edges, edges[1:]):
            assert round(share * GAMES) == sum(row["games"] for row in ended if low <= row["battles"] < high)
        said = {
            f"longer than {edges[-1] - 1:,}": sum(row["games"] for row in ended if row["battles"] >= edges[-1]),
            "cut off at the limit": sum(row["games"] for row in rows if row["end_reason"] == "limit"),
            "never end": sum(row["games"] for row in rows if row["end_reason"] == "cycle"),
        }
        shown = dict(text.split(": ") for text in panel.get_title("right").split("; "))
        assert panel.get_title("left") == name and shown.keys() == {what for what in said if said[what]}
        for what, text in shown.items():
            assert abs(float(text[:-2]) - 100 * said[what] / GAMES) < 0.0501


def test_every_kind_of_run_is_drawn(tmp_path):
    runs = {
        "exact": war_sim.exact(["umass", "no-limit"], ranks=3, suits=2),
        "dice": war_sim.ludo(DICE, games=100),
        "until": war_sim.batch(until={"a_win": 0.02}, seed=1),
        "dice-swept": war_sim.run({"sweep": {"base": "bwinf", "roll_limit": [100, 4096]}, "dice": DICE, "games": 100}),
        "two-bases": war_sim.run({"rules": ["bicycle"], "sweep": {"deck.jokers": [0, 1]}, "games": 100}),
        "three": swept(war__face_down=[1, 2], deck__jokers=[0, 1], limit__at=[100, 1000]),
    }
    for name, results in runs.items():
        for measure in dict.fromkeys(results.estimates["measure"]):
            results.plot(measure).figure.savefig(tmp_path / f"{name}-{measure}.png")
        results.plot_lengths().savefig(tmp_path / f"{name}-lengths.png")
        matplotlib.pyplot.close("all")
    assert runs["exact"].plot().get_title("left") == "90 games each"
    pairs = runs["dice-swept"].plot("share")
    assert [line.get_label() for line in pairs.lines if line.get_linestyle() == "-"] == ["1:2", "1:3", "2:3"]


def test_what_cannot_be_drawn_says_why(tmp_path, monkeypatch):
    results = war_sim.batch(games=10)
    with pytest.raises(ValueError, match="no measure 'a_winn'; use a_win, b_win, draw, battles"):
        results.plot("a_winn")
    with pytest.raises(ValueError, match="no table `histogram`"):
        war_sim.batch(games=0).plot_lengths()
    for seed in (1, 2):
        assert program("--games", 100, "--seed", seed, "--out", tmp_path, "--name", seed).returncode == 0
    run = program("compare", tmp_path / "1", tmp_path / "2", "--out", tmp_path, "--name", "both")
    assert run.returncode == 0, run.stderr
    with pytest.raises(FileNotFoundError, match="is a comparison of stored runs; name those"):
        war_sim.load(tmp_path / "both")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for method in (results.plot, results.plot_lengths):
        with pytest.raises(ModuleNotFoundError, match="needs the package matplotlib; .* pip install matplotlib"):
            method()
