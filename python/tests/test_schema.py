"""The schemas that the program prints, by a validator of others: what it reads fits them, and no slip does."""

import json
import pathlib
import tomllib

import jsonschema
import pytest
from test_war_sim import program

EXPERIMENTS = pathlib.Path(__file__).parents[2] / "experiments"
SLIPS = [
    "", "no_such_key = 1", "title = 3", 'game = "chess"', "rules = [{ base = 'umass' }]", "rules = 'umass'", "sweep = [3]",
    "deck = 3", "dice = [1, 2]", "pair = [1, 2]", "rank_by = 'wins'", "decks = 3", "orders = 1", "seed = -1", "games = 'x'",
    "until = 'a_win'", "until = { a_win = 0 }", "until = {}", "confidence = 95", "measures = []", "min_effect = 5", "by = 1",
    "keep = { longest = 0 }", "published = [1]", "outputs = 'summary'", "per_game = true", "with_features = 1",
]  # fmt: skip


def errors(name, text):
    schema = json.loads(program("schema", name).stdout)
    validator = jsonschema.Draft202012Validator
    validator.check_schema(schema)
    return [error.message for error in validator(schema).iter_errors(tomllib.loads(text))]


def test_built_in_rule_sets_fit_the_schema_of_their_game_alone():
    lines = program("rules").stdout.splitlines()
    names = [line.split()[0] for line in lines if line.startswith("  ")]
    assert len(names) > 30
    games = program("schema").stdout.split()
    for name in names:
        text = program("rules", name).stdout
        assert any(errors(game, text) == [] for game in games if game != "experiment"), name
    for game in games:
        assert errors(game, "no_such_field = 1")


@pytest.mark.parametrize("path", sorted(EXPERIMENTS.glob("[!dlr]*/*.toml")) + sorted(EXPERIMENTS.glob("*.toml")), ids=str)
def test_experiments_fit_their_schema(path):
    assert errors("experiment", path.read_text()) == []


@pytest.mark.parametrize("slip", SLIPS)
def test_slips_do_not_fit(slip):
    assert errors("experiment", f"{slip}\n" + ("" if "rules" in slip or not slip else "rules = ['umass']"))
