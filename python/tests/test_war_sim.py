"""The package against the program's own files, and in the hands of those who read its tables."""

import csv
import doctest
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import pytest
import war_sim

EXAMPLE = pathlib.Path(__file__).parents[2] / "results" / "example"
EXAMPLE_RULES = ["umass", "winner-first", "one-down", "last-card"]
GAMES = 2_000
DICE = [[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]


def program(*arguments, **options):
    """The command that the same wheel installed."""
    command = shutil.which("war-sim", path=pathlib.Path(sys.executable).parent)
    assert command, "the wheel has put no `war-sim` beside this Python"
    return subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, **options)


def cells(table):
    """A table as the text of a CSV file: None is an empty field."""

    def text(value):
        if value is None:
            return ""
        if isinstance(value, float):
            return float(value)
        return str(value)

    return [[text(value) for value in row.values()] for row in table.to_dicts()]


def assert_same(table, path):
    """A table has the header, the words, the counts and the doubles of a CSV file."""
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    assert table.columns == header
    own = cells(table)
    assert len(own) == len(rows) == len(table)
    for mine, theirs in zip(own, rows):
        for name, value, text in zip(header, mine, theirs):
            assert value == (float(text) if isinstance(value, float) else text), name


def assert_same_folder(results, folder):
    files = sorted(path.stem for path in pathlib.Path(folder).glob("*.csv"))
    assert files
    for name in files:
        assert_same(results[name], pathlib.Path(folder) / f"{name}.csv")


def test_the_committed_example_comes_out():
    results = war_sim.batch(EXAMPLE_RULES, games=10_000, seed=42)
    assert_same_folder(results, EXAMPLE)
    assert results.tables == ["summary", "estimates", "histogram", "rounds", "wars"]


@pytest.mark.parametrize(
    "arguments, play",
    [
        (
            ["--rules", "umass", "--rules", "one-down", "--by", "aces_a", "--first-game", "7"],
            lambda **few: war_sim.batch(["umass", "one-down"], by="aces_a", first_game=7, **few),
        ),
        (
            ["compare", "umass", "winner-first", "bicycle", "--baseline", "bicycle", "--confidence", "0.99"],
            lambda **few: war_sim.compare(
                ["umass", "winner-first", "bicycle"], baseline="bicycle", confidence=0.99, **few
            ),
        ),
        (
            ["compare", "bwinf", "bwinf-frozen", "--dice", "wuerfel0"],
            lambda **few: war_sim.compare(["bwinf", "bwinf-frozen"], dice="wuerfel0", **few),
        ),
        (
            ["ludo", "wuerfel0", "--self-play", "--rank-by", "score", "--threads", "1"],
            lambda **few: war_sim.ludo("wuerfel0", self_play=True, rank_by="score", **few),
        ),
        (
            ["exact", "--ranks", "3", "--suits", "2", "--rules", "umass", "--rules", "no-limit"],
            lambda **_: war_sim.exact(["umass", "no-limit"], ranks=3, suits=2),
        ),
    ],
)
def test_every_table_is_that_of_the_command(arguments, play, tmp_path):
    sample = [] if arguments[0] == "exact" else ["--games", GAMES, "--seed", 7]
    run = program(*arguments, *sample, "--out", tmp_path, "--name", "run", "--quiet")
    assert run.returncode == 0, run.stderr
    results = play(games=GAMES, seed=7)
    assert_same_folder(results, tmp_path / "run")
    # A stored run of the program has the same counts, whatever its tables show of them.
    stored = war_sim.load(tmp_path / "run")
    assert stored.rules == results.rules
    counts = {"histogram", "rounds", "wars"} & {*results.tables} & {*stored.tables}
    assert counts
    for name in counts:
        assert stored[name].to_dicts() == results[name].to_dicts(), name


def test_a_precision_stops_both_at_the_same_game(tmp_path):
    wanted = ["--until", "a_win:0.01", "--games", 100_000, "--seed", 1]
    run = program(*wanted, "--out", tmp_path, "--name", "run", "--quiet")
    assert run.returncode == 0, run.stderr
    results = war_sim.batch(games=1e5, seed=1, until="a_win:0.01")
    assert results.games < 100_000
    assert_same_folder(results, tmp_path / "run")


def test_exact_counts_are_those_worked_out_elsewhere():
    # A, B, both-out, both-short, limit; enumerated by a second program.
    known = {(2, 2): (1, 1, 0, 2, 2), (3, 2): (33, 21, 0, 36, 0), (2, 4): (11, 11, 34, 0, 14)}
    for (ranks, suits), counts in known.items():
        rows = war_sim.exact(ranks=ranks, suits=suits)["exact"].to_dicts()
        found = dict.fromkeys(["A", "B", "both-out", "both-short", "limit"], 0)
        for row in rows:
            found[row["outcome"] if row["outcome"] != "draw" else row["end_reason"]] += row["games"]
        assert tuple(found.values()) == counts


def test_threads_and_engines_change_no_number():
    summary = [
        war_sim.batch(games=GAMES, threads=threads, engine=engine)["summary"].to_dicts()
        for threads, engine in [(1, "auto"), (3, "reference"), (None, "portable")]
    ]
    assert summary[0] == summary[1] == summary[2]


def test_a_saved_run_is_loaded_again_and_never_overwritten(tmp_path):
    results = war_sim.compare(["umass", "one-down"], games=GAMES)
    results.save(tmp_path / "run")
    assert_same_folder(results, tmp_path / "run")
    loaded = war_sim.load(tmp_path / "run")
    for name in results.tables:
        assert loaded[name].to_dicts() == results[name].to_dicts(), name
    wider = war_sim.load(tmp_path / "run", confidence=0.99)["summary"].to_dicts()[0]
    assert wider["a_ci_low"] < loaded["summary"].to_dicts()[0]["a_ci_low"]
    results.save(tmp_path / "run")  # the same run again
    with pytest.raises(FileExistsError, match="another run"):
        war_sim.batch(games=1).save(tmp_path / "run")


def test_frames_have_signed_counts():
    pandas, polars, pyarrow = map(pytest.importorskip, ["pandas", "polars", "pyarrow"])
    duckdb = pytest.importorskip("duckdb")
    histogram = war_sim.batch(games=GAMES)["histogram"]
    arrow = pyarrow.table(histogram)
    assert [str(t) for t in arrow.schema.types] == ["string", "string", "string", "int64", "int64"]
    assert arrow.schema == pyarrow.schema(histogram)
    frame = arrow.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["games"].sum() == GAMES
    assert (frame["battles"] - frame["battles"].max()).min() < 0
    rows = polars.DataFrame(histogram)
    assert rows["games"].dtype == polars.Int64
    assert rows.to_dicts() == histogram.to_dicts() == arrow.to_pylist()
    total = duckdb.sql("select sum(games), max(battles) from histogram").fetchall()
    assert total == [(GAMES, 1_000)]
    # The table is not used up.
    assert pyarrow.table(histogram).num_rows == len(histogram)


def test_nothing_is_copied():
    pyarrow = pytest.importorskip("pyarrow")
    table = war_sim.batch(games=GAMES)["histogram"]
    first, second = (pyarrow.table(table)["games"].chunk(0).buffers()[1].address for _ in range(2))
    assert first == second


def test_what_is_undefined_is_null():
    pyarrow = pytest.importorskip("pyarrow")
    summary = war_sim.batch(games=1)["summary"]
    assert summary.to_dicts()[0]["battles_std_dev"] is None
    assert pyarrow.table(summary)["battles_std_dev"].null_count == 1
    assert len(war_sim.batch(games=0)["histogram"]) == 0


def test_large_seeds_are_whole():
    pyarrow = pytest.importorskip("pyarrow")
    seed = 2**64 - 1
    summary = war_sim.batch(games=10, seed=seed)["summary"]
    assert summary.to_dicts()[0]["seed"] == seed
    assert pyarrow.table(summary)["seed"].to_pylist() == [seed]


@pytest.mark.parametrize(
    "deck, value",
    [
        ([2, 3, 4, 5], -1),
        ("2 3 4 5", -1),
        ([], 0),
        ([7], 1),
        ([5, 5, 2, 4, 3], 0),
        (["2D", "Queen"], -1),
        ([2, 2, 8, 6, 9, 7, 10, 11, 5, 6, 4, 4], -1),
        ([2, 1] * 999, 1),
        ([2, 1] * 1_000, 0),
    ],
)
def test_find_winner_on_decks_of_the_assignment(deck, value):
    assert war_sim.find_winner(deck) == value


def test_play_is_that_of_the_command():
    run = program("play", "--seed", 42, "--game", 6, "--rules", "one-down", "--format", "json")
    assert war_sim.play(seed=42, game=6, rules="one-down") == json.loads(run.stdout)
    hands = war_sim.play(hands=[[2, 8, 9], "2 6 7"])
    assert (hands["outcome"], hands["hand_a"]) == ("draw", [8, 9])


def test_dice_are_faces_a_file_or_a_name(tmp_path):
    text = "3\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n10 1 2 3 4 5 6 7 8 9 10\n"
    file = tmp_path / "dice.txt"
    file.write_text(text)
    given = [war_sim.ludo(dice, games=500)["ranking"].to_dicts() for dice in (DICE, file)]
    assert given[0] == given[1]
    assert given[0][0]["die"] == 2


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: war_sim.batch("umas"), ValueError, "umass"),
        (lambda: war_sim.batch([]), ValueError, "rules"),
        (lambda: war_sim.batch(["umass", "umass"]), ValueError, "already"),
        (lambda: war_sim.batch("bwinf"), ValueError, "Ludo"),
        (lambda: war_sim.batch(games=-1), ValueError, "games -1"),
        (lambda: war_sim.batch(games=0.5), ValueError, "whole"),
        (lambda: war_sim.batch(games=5, first_game=2**64 - 1), ValueError, "index of the last"),
        (lambda: war_sim.batch(games=5, threads=0), ValueError, "threads 0"),
        (lambda: war_sim.batch(games=5, until="a_win"), ValueError, "a_win"),
        (lambda: war_sim.batch(games=5, by="luck"), ValueError, "aces_a"),
        (lambda: war_sim.batch(games=5, confidence=95), ValueError, "confidence"),
        (lambda: war_sim.batch(games=5, engine="v8"), ValueError, "engine"),
        (lambda: war_sim.batch(games=5)["sumary"], KeyError, "summary"),
        (lambda: war_sim.compare(["umass", "bwinf"], games=5), ValueError, "Ludo"),
        (lambda: war_sim.compare(["umass"], games=5, baseline="x"), ValueError, "umass"),
        (lambda: war_sim.compare(["umass", "one-down"], games=5, measures="x"), ValueError, "a_win"),
        (lambda: war_sim.compare(["umass", "one-down"], games=5, dice=DICE), ValueError, "dice"),
        (lambda: war_sim.compare(["umass"], games=5), ValueError, "two or more"),
        (lambda: war_sim.compare(5), TypeError, "neither a name nor a dict"),
        (lambda: war_sim.compare(["umass", "one-down"], until_difference="draw:0.1"), ValueError, "`until`"),
        (lambda: war_sim.batch(games=5, compare=True), ValueError, "`compare`"),
        (lambda: war_sim.batch({"name": "x", "war": 5, "war.face_down": 2}), TypeError, "no table"),
        (lambda: war_sim.batch(games=5, rows=[5]), TypeError, "give a word"),
        (lambda: war_sim.play([2, 3], rules={"name": "x"}), TypeError, "a name or a path"),
        (lambda: list(war_sim.decks(first_game=2**64 - 2, count=5)), ValueError, "there are 1"),
        (lambda: war_sim.report([], "x.html"), ValueError, "at least one"),
        (lambda: war_sim.check(lambda deck: 0, seconds=1e9), ValueError, "a day"),
        (lambda: war_sim.ludo([[1, 2]], games=5), ValueError, "2"),
        (lambda: war_sim.ludo("no-such-dice", games=5), FileNotFoundError, "no-such-dice"),
        (lambda: war_sim.ludo(DICE, games=5, rank_by="luck"), ValueError, "rank_by"),
        (lambda: war_sim.exact(ranks=5, suits=3), ValueError, "yes=True"),
        (lambda: war_sim.exact(["shuffled-pot"], ranks=2, suits=2), ValueError, "shuffle"),
        (lambda: war_sim.load("no/such/folder"), FileNotFoundError, "no/such/folder"),
        (lambda: war_sim.find_winner("2 x"), ValueError, "x"),
        (lambda: war_sim.find_winner([2**40]), ValueError, "1099511627776"),
        (lambda: war_sim.play(), ValueError, "deck"),
        (lambda: war_sim.play([1], hands=[[1], [2]]), ValueError, "both"),
        (lambda: war_sim.play(hands=[[1]]), ValueError, "hands"),
    ],
)
def test_errors_say_what_is_wrong(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
    assert "--" not in str(raised.value).split(":")[0]


def test_a_damaged_run_is_refused(tmp_path):
    shutil.copytree(EXAMPLE, tmp_path / "run")
    state = tmp_path / "run" / "state"
    state.write_bytes(state.read_bytes().replace(b'"seed":42', b'"seed":43'))
    with pytest.raises(ValueError, match="checksum"):
        war_sim.load(tmp_path / "run")


def test_progress_is_told_and_its_error_stops():
    told = []
    war_sim.batch(["umass", "one-down"], games=GAMES, progress=lambda *now: told.append(now))
    assert told[-1] == (2 * GAMES, 2 * GAMES)

    def refuse(done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        war_sim.batch(games=10**12, progress=refuse)


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_stops_and_python_goes_on():
    code = """
        import os, signal, war_sim
        # A shell that runs us in the background has it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        counted = 0
        def tick(done, total):
            global counted
            counted += 1
            if counted == 3:
                os.kill(os.getpid(), signal.SIGINT)
        try:
            war_sim.batch(games=10**12, progress=tick)
        except KeyboardInterrupt:
            print("stopped", war_sim.find_winner([2, 3, 4, 5]))
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120
    )
    assert run.stdout == "stopped -1\n", run.stderr


def test_other_threads_run_meanwhile():
    code = """
        import _thread, signal, sys, threading, war_sim
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # Nobody else is given a turn but where it is waited.
        sys.setswitchinterval(1_000_000)
        begun = threading.Event()
        threading.Thread(target=lambda: begun.wait() and _thread.interrupt_main()).start()
        try:
            war_sim.batch(games=10**12, progress=lambda *now: begun.set())
        except KeyboardInterrupt:
            print("stopped")
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=300
    )
    assert run.stdout == "stopped\n", run.stderr


def test_the_command_is_the_program(tmp_path):
    assert program("play", "--deck", "2 3 4 5", "--format", "json").returncode == 0
    assert program("--games", "x").returncode == 64
    assert program("ludo", "no-such-dice").returncode == 66
    version = program("--version").stdout
    assert version.startswith(f"war-sim {war_sim.__version__}")
    run = program("--games", 100, "--out", tmp_path, "--name", "run")
    assert run.returncode == 0 and run.stdout.startswith("100 games of War under umass; seed 42, ")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["command"][:3] == ["war-sim", "--games", "100"]
    module = subprocess.run([sys.executable, "-m", "war_sim"], capture_output=True, text=True)
    assert module.stdout == program().stdout and "Usage" in module.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_signal_gives_the_command_its_exit_code(tmp_path):
    command = shutil.which("war-sim", path=pathlib.Path(sys.executable).parent)
    run = subprocess.Popen(
        [command, "--games", "1e12", "--out", tmp_path, "--name", "run"],
        stderr=subprocess.PIPE, text=True, env={**os.environ, "WAR_SIM_CHECKPOINT_S": "0.1"},
    )  # fmt: skip
    while not (tmp_path / "run" / "state").exists() and run.poll() is None:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=120)
    assert run.returncode == 75
    assert "stopped after" in errors and "Traceback" not in errors


def test_a_notebook_shows_tables():
    results = war_sim.compare(["umass", "umass{war.face_down=2}"], games=GAMES)
    assert "umass{war.face_down=2}" in results._repr_html_()
    table = results["summary"]
    first, header, *rows = repr(table).splitlines()
    assert first == f"summary: 2 rows, {len(table.columns)} columns"
    assert header.split() == table.columns and [row.split()[0] for row in rows] == results.rules
    assert table._repr_html_().count("<tr>") == 3


def ran(page, folder, monkeypatch, kinds="python"):
    """What is left after the blocks of a page have run in order, in this folder."""
    for package in ["duckdb", "polars", "pyarrow", "pandas", "matplotlib"]:
        pytest.importorskip(package)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setenv("PATH", str(pathlib.Path(sys.executable).parent), prepend=os.pathsep)
    monkeypatch.chdir(folder)
    text = (pathlib.Path(__file__).parents[2] / "docs" / page).read_text()
    names = {}
    for kind, block in re.findall(rf"```({kinds})\n(.*?)```", text, re.DOTALL):
        if kind == "sh":
            subprocess.run(["sh", "-ec", block], check=True)
        elif "tqdm" not in block:
            exec(block, names)
    return names


def test_the_page_runs(tmp_path, monkeypatch):
    names = ran("python.md", tmp_path, monkeypatch)
    results = names["results"]
    assert results.tables == ["summary", "estimates", "histogram", "rounds", "wars"]
    assert results["summary"]["a_wins"] == [419_446]
    assert war_sim.load("results/long").games == 300_000
    assert (tmp_path / "results" / "compared" / "state").is_file()
    assert (tmp_path / "results" / "both.html").is_file()
    assert names["verdict"]["diagnosis"]["fields"] == {"war.face_down": 1}


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
def test_the_first_page_runs(tmp_path, monkeypatch):
    names = ran("tutorial.md", tmp_path, monkeypatch, "sh|python")
    assert all((tmp_path / name).stat().st_size > 5_000 for name in ("draws.png", "left.png", "aces.png"))
    # The two ways of counting draws agree: still going on at the end, and drawn.
    draws = names["draws"].set_index(["war.face_down", "deck.jokers"])["value"]
    assert names["left"].to_list()[-1] == pytest.approx(draws[names["cards"], 0])
    assert names["aces"]["games"].sum() == 5_000
    # Each of seven cells is compared with the first by four measures, and has its own fields beside it.
    compared = names["compared"]
    assert len(compared) == 28 and set(compared["rules_1"]) == {names["fields"]["rules"][0]}
    values = names["estimates"].set_index(["measure", "war.face_down", "deck.jokers"])["value"]
    for row in compared.to_dict("records"):
        assert row["value_2"] == values[row["measure"], row["war.face_down"], row["deck.jokers"]]


def test_the_examples_of_the_docstrings():
    result = doctest.testmod(war_sim)
    assert result.attempted >= 9 and result.failed == 0


def test_what_the_command_warns_of_is_a_warning():
    with pytest.warns(UserWarning, match="use more games"):
        war_sim.batch(games=1_000, until={"a_win": 0.001})


def test_a_rule_set_as_a_dict_is_one_for_every_study():
    assert war_sim.batch(war_sim.rules("umass"), games=9).rules == ["umass"]
    two = {**war_sim.rules("umass"), "name": "two", "war.face_down": 2}
    assert war_sim.batch([two, pathlib.Path("umass")], games=9).rules == ["two", "umass"]
    assert war_sim.exact(war_sim.rules("umass"), ranks=2, suits=2).rules == ["umass{deck.ranks=2,deck.suits=2}"]


def test_two_dice_may_be_a_text_everywhere():
    both = war_sim.ludo(DICE, pair=(1, 2), games=9), war_sim.batch("bwinf", dice=DICE, pair="1,2", games=9)
    assert both[0].pairs.to_dicts() == both[1].pairs.to_dicts()


def test_a_table_is_a_collection_of_its_columns():
    summary = war_sim.batch(games=9).summary
    assert list(summary) == summary.columns and "games" in summary and "x" not in summary


def test_a_function_that_ends_itself_gives_no_answer():
    verdict = war_sim.check(lambda deck: sys.exit(3), suites="equal-values")
    assert not verdict.equal and "It ends before it answers (SystemExit: 3)" in repr(verdict)


def test_arrays_of_numpy_are_lists():
    numpy = pytest.importorskip("numpy")
    dice = war_sim.ludo(numpy.array([[1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6]]), games=9)
    assert dice.ranking["die"][0] == 2
    asked = {"sweep": {"base": "umass", "limit.at": numpy.arange(10, 30, 10)}, "games": numpy.int64(9)}
    assert war_sim.run(asked).summary["limit.at"] == [10, 20]
