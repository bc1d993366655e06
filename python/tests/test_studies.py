"""What can be asked of a study from Python, and what is said when it cannot be."""

import inspect
import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap

import pytest
import war_sim
from test_war_sim import DICE, GAMES, assert_same_folder, program

TWO = {"name": "two", "base": "umass", "war.face_down": 2}


def test_an_experiment_is_a_file_a_name_or_a_dict(tmp_path):
    run = program("run", "pick-up-order", "--games", GAMES, "--out", tmp_path, "--name", "run", "--quiet")
    assert run.returncode == 0, run.stderr
    assert_same_folder(war_sim.run("pick-up-order", games=GAMES), tmp_path / "run")
    asked = war_sim.experiment("pick-up-order")
    assert_same_folder(war_sim.run({**asked, "games": GAMES}), tmp_path / "run")
    # What a file names is looked for beside it.
    (tmp_path / "mine.toml").write_text("war.face_down = 2")
    (tmp_path / "study.toml").write_text("rules = ['umass', 'mine.toml']\ngames = 100")
    results = war_sim.run(tmp_path / "study.toml", rows=True)
    assert results.rules == ["umass", "mine"] and len(results["rows"]) == 200
    with pytest.raises(ValueError, match="study.toml: line 1"):
        (tmp_path / "study.toml").write_text("rule = 1")
        war_sim.run(tmp_path / "study.toml")


def test_every_built_in_rule_set_is_a_dict_that_plays():
    known = war_sim.rules()
    assert {"umass", "bwinf"} <= known.keys()
    for name, fields in known.items():
        asked = {"rules": [fields | {"name": "mine"}, name], "compare": False, "games": 50}
        more = {"dice": "wuerfel0"} if "roll_limit" in fields else {}
        summary = war_sim.run({**asked, **more})["summary"].to_dicts()
        mine, own = summary[: len(summary) // 2], summary[len(summary) // 2 :]
        assert [row | {"rules": name} for row in mine] == [row | {"rules": name} for row in own]
    fields = {**war_sim.rules("umass"), "name": "two", "war.face_down": 2}
    played = [war_sim.batch(rules, games=GAMES) for rules in (fields, TWO, "umass{war.face_down=2}")]
    wins = [results["summary"]["a_wins"] for results in played]
    assert wins[0] == wins[1] == wins[2]
    assert war_sim.rules("umass{war.face_down=2}")["war"]["face_down"] == 2


def test_decks_are_those_of_the_command():
    printed = program("deck", "--seed", 7, "--game", 300, "-n", 3).stdout.splitlines()[1:]
    decks = [[int(card) for card in line.split(",")[1].split()] for line in printed]
    assert list(war_sim.decks(seed=7, first_game=300, count=3)) == decks
    # Many are dealt in portions, each deck once.
    many = list(war_sim.decks(seed=7, first_game=1, count=600))
    assert many[299:302] == decks and len({tuple(deck) for deck in many}) == 600
    assert list(war_sim.decks(count=0)) == []


def test_given_decks_are_played_once_each(tmp_path):
    decks = [[2, 3, 4, 5], "7", [], "Q 2D 2 3"]
    results = war_sim.batch(decks=decks, rows=True)
    values = {"A": 1, "B": -1, "draw": 0}
    assert [values[word] for word in results["rows"]["outcome"]] == [
        war_sim.find_winner(deck) for deck in decks
    ]
    (tmp_path / "decks.txt").write_text("2 3 4 5\n7\n\nQ 2 2 3\n")
    assert war_sim.batch(decks=tmp_path / "decks.txt")["histogram"].to_dicts() == results["histogram"].to_dicts()


@pytest.mark.parametrize("more", [[], ["features"], ["features", "decks"], ["comeback", "aces_a"]])
def test_rows_are_those_of_the_file(more, tmp_path):
    pyarrow = pytest.importorskip("pyarrow.parquet")
    named = ",".join(word for word in more if word not in ("features", "decks"))
    options = ["--with-features", named] if named else [f"--with-{word}" for word in more]
    rules = ["--rules", "umass", "--rules", "one-down"]
    run = program(*rules, "--games", GAMES, "--per-game", tmp_path / "rows.parquet", *options, "--no-files")
    if run.returncode:
        run = program(*rules, "--games", GAMES, "--per-game", tmp_path / "rows.parquet", *options, "--out", tmp_path)
    assert run.returncode == 0, run.stderr
    rows = war_sim.batch(["umass", "one-down"], games=GAMES, rows=more or True)["rows"]
    file = pyarrow.read_table(tmp_path / "rows.parquet")
    # Numbers without a sign are no type of some readers.
    assert not [field.name for field in file.schema if str(field.type).startswith("uint")]
    assert rows.columns == file.column_names
    assert rows.to_dicts() == file.to_pylist()


def test_no_rows_have_a_header():
    rows = war_sim.batch(games=0, rows=True)["rows"]
    assert len(rows) == 0 and rows.columns[:3] == ["rules", "game", "outcome"]


def test_precisions_are_words_or_numbers():
    asked = [{"a_win": 0.02, "battles": 20}, ["a_win:0.02", "battles:20"]]
    games = [war_sim.batch(until=until, seed=1).games for until in asked]
    assert games[0] == games[1] > 1_000


def test_small_differences_do_not_matter():
    asked = {"rules": ["umass", "umass{war.lay=alternating}"], "games": 20_000, "measures": "a_win"}
    assert "0.077" in repr(war_sim.run(asked, min_effect={"a_win": 0.077}))
    assert "0.077" not in repr(war_sim.run(asked))


def test_single_games_are_of_any_rule_set():
    ludo = ["--rules", "bwinf", "--dice", "wuerfel0", "--pair", "1,2", "--game", 7]
    for asked, options in [
        ({"rules": "bwinf", "dice": "wuerfel0", "pair": (1, 2), "game": 7}, ludo),
    ]:
        printed = program("play", *options, "--format", "json").stdout
        assert war_sim.play(**asked) == json.loads(printed)


def test_dice_are_written_in_place():
    asked = {"rules": ["bwinf"], "dice": DICE, "games": 100, "compare": False}
    assert war_sim.run(asked)["summary"].to_dicts() == war_sim.ludo(DICE, games=100)["summary"].to_dicts()


def test_a_run_goes_on(tmp_path):
    whole = war_sim.batch(games=3 * GAMES)
    war_sim.batch(games=GAMES, save=tmp_path / "run")
    for _ in range(2):
        longer = war_sim.batch(games=3 * GAMES, save=tmp_path / "run", resume=True)
        assert longer["histogram"].to_dicts() == whole["histogram"].to_dicts()
    assert_same_folder(whole, tmp_path / "run")
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    # The command goes on with it as well, and Python with what the command played.
    more = ["--games", 4 * GAMES, "--out", tmp_path, "--name", "run", "--resume", "--quiet"]
    assert program(*more).returncode == 0
    stored = war_sim.batch(games=4 * GAMES, save=tmp_path / "run", resume=True)
    assert_same_folder(war_sim.batch(games=4 * GAMES), tmp_path / "run")
    assert stored["summary"].to_dicts() == war_sim.load(tmp_path / "run")["summary"].to_dicts()


def test_a_folder_of_another_run_is_left_alone(tmp_path):
    war_sim.batch(games=GAMES, save=tmp_path / "run")
    for asked in ({"seed": 3}, {"games": 10}, {"rules": "one-down"}):
        with pytest.raises(FileExistsError, match="another run"):
            war_sim.batch(**{"games": GAMES, **asked}, save=tmp_path / "run", resume=True)
    with pytest.raises(FileExistsError, match="a part of this run"):
        war_sim.batch(games=2 * GAMES, save=tmp_path / "run")
    assert war_sim.load(tmp_path / "run").games == GAMES


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_keeps_what_was_played(tmp_path):
    code = """
        import os, signal, sys, war_sim

        # A shell that runs us in the background has it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        def stopped(**asked):
            told = 0
            def tick(done, total):
                nonlocal told
                told += 1
                if told == 3:
                    os.kill(os.getpid(), signal.SIGINT)
            try:
                war_sim.batch(games=10**12, progress=tick, **asked)
            except war_sim.Stopped as stop:
                return stop.results

        here = stopped()
        kept = stopped(save=sys.argv[1])
        for results in (here, kept):
            again = war_sim.batch(games=results.games)
            assert again["histogram"].to_dicts() == results["histogram"].to_dicts()
            assert results.games > 0
        further = stopped(save=sys.argv[1], resume=True)
        assert further.games > kept.games, (further.games, kept.games)
        rows = stopped(rows=True, engine="reference")
        assert len(rows["rows"]) == rows.games > 0
        here.save(sys.argv[1] + "-here")
        print(here.games)
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), tmp_path / "run"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert war_sim.load(tmp_path / "run-here").games == int(run.stdout)


def test_a_report_is_a_page(tmp_path):
    results = war_sim.batch(games=GAMES, save=tmp_path / "run")
    war_sim.report(results, tmp_path / "one.html")
    war_sim.report([tmp_path / "run", results], tmp_path / "two.html")
    for name in ("one.html", "two.html"):
        assert "</html>" in (tmp_path / name).read_text()
    (tmp_path / "mine.html").write_text("mine")
    with pytest.raises(FileExistsError, match="force=True"):
        war_sim.report(results, tmp_path / "mine.html")
    war_sim.report(results, tmp_path / "mine.html", force=True)


def test_a_function_is_checked_as_a_program_is(tmp_path):
    assert war_sim.check(war_sim.find_winner, count=20).equal

    def one_down(deck):
        return war_sim.find_winner(deck, "one-down")

    verdict = war_sim.check(one_down, count=20)
    assert not verdict.equal
    assert verdict["diagnosis"]["fields"] == {"war.face_down": 1}
    assert "one_down against the rules `umass`" in repr(verdict)
    script = tmp_path / "one_down.py"
    script.write_text(textwrap.dedent("""
        import sys, war_sim
        for line in sys.stdin:
            print(war_sim.find_winner(line, "one-down"), flush=True)
    """))
    command = war_sim.check([sys.executable, script], count=20)
    assert dict(command) == dict(verdict)


@pytest.mark.parametrize(
    "function, words",
    [
        (lambda deck: None, "is a return missing?"),
        (lambda deck: 1 // 0, "ZeroDivisionError"),
        (lambda deck: "A", "A wins"),
    ],
)
def test_what_a_function_does_instead_is_told(function, words):
    verdict = war_sim.check(function, suites="short-decks")
    assert not verdict.equal and words in repr(verdict)


def test_ctrl_c_ends_a_check():
    def stop(deck):
        signal.raise_signal(signal.SIGINT)

    # A shell that runs us in the background has it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        war_sim.check(stop)
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: war_sim.run({"rules": "umass", "gmaes": 5}), ValueError, "did you mean `games`"),
        (lambda: war_sim.batch(gmaes=5), ValueError, "unknown argument `gmaes`"),
        (lambda: war_sim.run({"games": 5}), ValueError, "rules: none is given"),
        (lambda: war_sim.run("no-such-study"), FileNotFoundError, "no-such-study"),
        (lambda: war_sim.batch(games="many"), ValueError, "games: "),
        (lambda: war_sim.batch(rules=[3]), TypeError, "rules 3"),
        (lambda: war_sim.find_winner(b"2 3"), TypeError, "give cards, such as"),
        (lambda: war_sim.batch(decks=[b"2 3"]), TypeError, "give cards, such as"),
        (lambda: war_sim.batch(games=10, by=[b"aces_a"]), TypeError, "not bytes"),
        (lambda: war_sim.batch("umas"), ValueError, "did you mean `umass`"),
        (lambda: war_sim.batch({"base": "umass"}), ValueError, "name"),
        (lambda: war_sim.batch(until={"a_winn": 1}), ValueError, "did you mean `a_win`"),
        (lambda: war_sim.batch(decks=[[2, "x"]]), ValueError, "`x`"),
        (lambda: war_sim.batch(decks=[[2]], games=5), ValueError, "leave games out"),
        (lambda: war_sim.batch(rows="all"), ValueError, "features"),
        (lambda: war_sim.batch(rows=True, save="x", resume=True), ValueError, "rows"),
        (lambda: war_sim.batch(dice=DICE), ValueError, "dice"),
        (lambda: war_sim.rules("umas"), ValueError, "umass"),
        (lambda: next(war_sim.decks("bwinf")), ValueError, "without a deck"),
        (lambda: war_sim.report("no/such/run", "page.html"), FileNotFoundError, "no/such/run"),
        (lambda: war_sim.check("java WarCheck"), ValueError, "word by word"),
        (lambda: war_sim.check(["no-such-program"]), FileNotFoundError, "no-such-program"),
        (lambda: war_sim.check(len, suites="shrt"), ValueError, "short-decks"),
        (lambda: war_sim.check(len, seconds=0), ValueError, "seconds 0"),
        (lambda: war_sim.check(len, seconds="x"), TypeError, "seconds 'x': must be a number"),
        (lambda: war_sim.check(5), TypeError, "program 5: give a function, or a command"),
        (lambda: war_sim.load("nope"), FileNotFoundError, "nope: there is no such folder; check"),
        (lambda: war_sim.load(5), TypeError, "folder 5: give a path"),
        (lambda: war_sim.batch(5), TypeError, "rules 5: is neither a name nor"),
        (lambda: war_sim.batch(games=[5]), TypeError, "games [5]: must be a whole number"),
        (lambda: war_sim.find_winner(5), TypeError, "5: give cards"),
        (
            lambda: war_sim.batch({"name": "two", "face_down": 2}),
            ValueError,
            "did you mean `war.face_down`",
        ),
        (
            lambda: war_sim.compare(["umass", "one-down"], baseline="one-dwon"),
            ValueError,
            "did you mean `one-down`",
        ),
    ],
)
def test_refusals_speak_of_arguments(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
    assert "--" not in str(raised.value)


def test_results_are_tables_by_name():
    results = war_sim.compare(["umass", "one-down"], games=GAMES)
    assert list(results) == results.tables == results.keys() and len(results) == len(results.tables)
    assert "comparison" in results and "sumary" not in results
    assert {name: len(table) for name, table in dict(results).items()}["summary"] == 2
    assert results["summary"]["rules"] == ["umass", "one-down"]
    with pytest.raises(KeyError, match="use rules, cards"):
        results["summary"]["rule"]


def test_every_table_is_an_attribute():
    results = war_sim.compare(["umass", "one-down"], games=100, rows=True)
    for name in results.tables:
        assert getattr(results, name).to_dicts() == results[name].to_dicts()
    assert {"plot", "summary", "rows"} <= {*dir(results)} and not hasattr(results, "strata")
    with pytest.raises(AttributeError, match="`histgram`; the tables are summary, estimates, histogram"):
        results.histgram


def test_swept_fields_are_columns_of_every_table_with_rules(tmp_path):
    results = war_sim.run({"sweep": {"war.face_down": [1, "tied-rank"], "deck.suits": [4, 5]}, "games": 100}, rows=True)
    for name in set(results) - {"comparison"}:
        assert results[name].columns[:3] == ["rules", "war.face_down", "deck.suits"], name
    assert [*dict.fromkeys(zip(results.estimates["war.face_down"], results.estimates["deck.suits"]))] == [
        ("1", 4), ("1", 5), ("tied-rank", 4), ("tied-rank", 5)
    ]  # fmt: skip
    results.save(tmp_path / "run")
    assert war_sim.load(tmp_path / "run").estimates.to_dicts() == results.estimates.to_dicts()


def test_rows_of_dice_are_text_to_whoever_reads_them(tmp_path):
    pandas, polars, duckdb = map(pytest.importorskip, ["pandas", "polars", "duckdb"])
    rows = tmp_path / "rows.csv"
    # Most games end with a winner, some at the limit, some of which only late in the file.
    asked = ["ludo", "wuerfel0", "--pair", "1,4", "--roll-limit", 230, "--games", 30_000, "--per-game", rows]
    run = program(*asked, "--out", tmp_path)
    assert run.returncode == 0, run.stderr
    frame = pandas.read_csv(rows)
    assert set(frame["outcome"]) == {"die-1", "die-2", "limit"}
    assert polars.read_csv(rows)["outcome"].to_list() == frame["outcome"].tolist()
    outcomes = duckdb.sql(f"select outcome, count(*) from '{rows}' group by outcome").fetchall()
    assert dict(outcomes) == frame["outcome"].value_counts().to_dict()
    assert (frame["outcome"] == "die-1").mean() > 0.6


def test_frames_are_one_call_away(monkeypatch):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    results = war_sim.ludo(DICE, games=100)
    assert isinstance(results.to_pandas(), pandas.DataFrame)
    assert results.to_pandas().columns.tolist() == results[results.tables[0]].columns
    assert results.to_polars("pairs").equals(polars.DataFrame(results["pairs"]))
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ModuleNotFoundError, match="pip install polars"):
        results.to_polars()


def test_what_is_printed_is_what_the_command_prints():
    printed = program("compare", "umass", "one-down", "--games", GAMES, "--no-files").stdout.splitlines()
    own = repr(war_sim.compare(["umass", "one-down"], games=GAMES)).splitlines()
    # Which measures the games' times.
    assert [line for line in own if "played in" not in line] == [
        line for line in printed if "played in" not in line
    ]


def test_keywords_are_seen_by_help_and_completion():
    for function in (war_sim.batch, war_sim.compare, war_sim.ludo, war_sim.run):
        names = inspect.signature(function).parameters
        assert {"games", "seed", "until", "save", "rows"} <= names.keys() and "question" not in names


def test_a_type_checker_knows_every_signature(tmp_path):
    pytest.importorskip("mypy")
    package = pathlib.Path(__file__).parents[1]
    config = ["--config-file", package / "pyproject.toml"]

    def mypy(*arguments):
        command = [sys.executable, "-m", *map(str, arguments)]
        run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
        return run.returncode, run.stdout + run.stderr

    wrong = {"batch(gmaes=5)": "gmaes", "batch(seed='x')": "seed", "load(3)": "load", "exact(ranks='x')": "ranks"}
    (tmp_path / "wrong.py").write_text("import war_sim\n" + "".join(f"war_sim.{call}\n" for call in wrong))
    # At once, as the other packages are read for each run: nothing is wrong but these lines.
    code, said = mypy("mypy", *config, package / "war_sim", package / "tests" / "typed.py", "wrong.py")
    errors = [line for line in said.splitlines() if ": error: " in line]
    assert code == 1 and len(errors) == len(wrong), said
    for (line, word), error in zip(enumerate(wrong.values(), start=2), errors):
        assert error.startswith(f"wrong.py:{line}:") and word in error, (word, said)
    # The stubs are those of what was built.
    (tmp_path / "allowed").write_text("war_sim._war_sim.Results.__getattr__")  # a slot, which has no name at runtime
    others = '\n[[tool.mypy.overrides]]\nmodule = ["matplotlib.*", "numpy.*", "pandas.*", "polars.*"]\nfollow_imports = "skip"\n'
    (tmp_path / "alone.toml").write_text((package / "pyproject.toml").read_text() + others)
    asked = ["--mypy-config-file", "alone.toml", "--allowlist", "allowed"]
    code, said = mypy("mypy.stubtest", "war_sim._war_sim", *asked)
    assert code == 0, said
