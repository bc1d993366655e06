"""What others make of the tables: every reader that is there the same, without an option."""

import json
from importlib.util import find_spec

import pytest
from test_war_sim import program

#: Fields of words among numbers, of numbers, of words, of truth.
SWEEP = """
games = 300
[[sweep]]
base = "umass"
war.face_down = ["tied-rank", 1, 2]
deck.suits = [4, 5]
pickup = ["as-laid", "shuffled"]
compare.low_wins = [false, true]
"""
RUNS = {
    "batch": ["--games", 3000, "--with-features", "--with-decks", "--per-game", "rows.csv"],
    "cycles": ["--rules", "bicycle{deck.jokers=1}", "--rules", "no-limit{limit.ceiling=300}", "--games", 500],
    "sweep": ["run", "sweep.toml", "--per-game", "rows.csv"],
    "compare": ["compare", "umass", "winner-first", "bicycle", "--games", 500, "--per-game", "rows.csv"],
    "by": ["compare", "umass", "one-down", "--games", 500, "--by", "aces_a"],
    "until": ["compare", "umass", "winner-first", "--until", "a_win:0.02"],
    "answer": ["compare", "1", "2"],
    "one": ["--games", 1],
    "exact": ["exact", "--ranks", 3, "--suits", 2],
    "ludo": ["ludo", "wuerfel0", "--games", 200, "--per-game", "rows.csv"],
    "ludo-rules": ["compare", "bwinf", "bwinf-frozen", "--dice", "wuerfel0", "--games", 200, "--by", "beginner"],
}  # fmt: skip


def kinds_of_pandas(path):
    """The kind of each column; a number without a fraction is whole, also where a gap made it a double."""
    import pandas

    frame = pandas.read_csv(path)
    found = {}
    for name, column in frame.items():
        some = column.dropna()
        if not len(some):
            continue
        if pandas.api.types.is_bool_dtype(some.dtype):
            found[name] = "boolean"
        elif not pandas.api.types.is_numeric_dtype(some.dtype):
            found[name] = "string"
        else:
            found[name] = "integer" if (some == some.round()).all() else "number"
    return found


def kinds_of_polars(path):
    import polars

    frame = polars.read_csv(path)
    names = {polars.String: "string", polars.Boolean: "boolean", polars.Int64: "integer", polars.Float64: "number"}
    return {name: names[kind] for name, kind in frame.schema.items() if frame[name].null_count() < len(frame)}


def kinds_of_duckdb(path):
    import duckdb

    names = {"VARCHAR": "string", "BOOLEAN": "boolean", "BIGINT": "integer", "DOUBLE": "number"}
    frame = duckdb.sql(f"select * from '{path}'")
    return {name: names[str(kind)] for name, kind in zip(frame.columns, frame.types)}


READERS = {"pandas": kinds_of_pandas, "polars": kinds_of_polars, "duckdb": kinds_of_duckdb}


def test_a_word_after_many_numbers_is_text_to_whoever_is_told(tmp_path):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    (tmp_path / "late.toml").write_text("games = 300\n[[sweep]]\nwar.face_down = [1, 2, 'tied-rank']\n")
    run = program("run", tmp_path / "late.toml", "--out", tmp_path, "--quiet")
    assert run.returncode == 0, run.stderr
    path = tmp_path / "late" / "histogram.csv"
    told = polars.read_csv(path, schema_overrides={"war.face_down": polars.String})
    assert told["war.face_down"].unique(maintain_order=True).to_list() == ["1", "2", "tied-rank"]
    assert told["war.face_down"].to_list().index("tied-rank") > 100
    assert pandas.read_csv(path)["war.face_down"].tolist() == told["war.face_down"].to_list()
    package = json.loads((path.parent / "datapackage.json").read_text())
    (fields,) = (table["schema"]["fields"] for table in package["resources"] if table["path"] == path.name)
    assert {"name": "war.face_down", "type": "string"}.items() <= fields[1].items()


@pytest.mark.parametrize("name", RUNS)
def test_all_readers_and_the_package_agree_on_every_column(name, tmp_path):
    readers = [kinds for package, kinds in READERS.items() if find_spec(package)]
    if not readers:
        pytest.skip(f"needs one of {', '.join(READERS)}")
    (tmp_path / "sweep.toml").write_text(SWEEP)
    for seed in (1, 2):
        program("--games", 100, "--seed", seed, "--out", tmp_path, "--name", seed, "--quiet", check=True)
    run = program(*RUNS[name], "--out", tmp_path, "--name", "run", "--quiet", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    package = json.loads((tmp_path / "run" / "datapackage.json").read_text())
    said = {table["path"]: table["schema"]["fields"] for table in package["resources"]}
    tables = sorted((tmp_path / "run").glob("*.csv"))
    assert {table.name for table in tables} - {"rows.csv"} == said.keys()
    for path in tables:
        own, *others = [kinds(path) for kinds in readers]
        for other in others:
            assert {name: other[name] for name in own} == own, path
        for field in said.get(path.name, []):
            # What is a number may be whole in all that was seen of it.
            kind = own.get(field["name"], field["type"])
            assert kind == field["type"] or (kind, field["type"]) == ("integer", "number"), (path, field)
