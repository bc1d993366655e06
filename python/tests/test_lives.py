"""Searches and equations from Python: the same run, folder and bytes as by the command line."""

import json
import os
import subprocess
import sys
import textwrap

import pytest
import war_sim
from test_war_sim import program

KINDS = {
    "climb": ("hunt --climb -n 128", "hunt(climb=True, games=128)"),
    "endless": (
        "hunt --endless --rules bicycle{deck.ranks=9} --count 2",
        "hunt('bicycle{deck.ranks=9}', endless=True, count=2)",
    ),
    "loops": ("hunt --endless --rules beggar -n 9000", "hunt('beggar', endless=True, games=9_000)"),
    "position": (
        "hunt --endless --rules camicia -n 4096 --from --Q------QJ----JK---/---Q---J-Q-KJ--K-K-- --position",
        "hunt('camicia', endless=True, games=4_096, from_='--Q------QJ----JK---/---Q---J-Q-KJ--K-K--', position=True)",
    ),
    "orders": ("exact --ranks 3 --suits 2 --rules umass", "exact(ranks=3, suits=2)"),
    "chain": ("exact --rules chutes --rules overshoot", "exact(['chutes', 'overshoot'])"),
    "dice": ("exact --rules bwinf --dice wuerfel0 --pair 2,3", "exact('bwinf', dice='wuerfel0', pair=(2, 3))"),
    "best": ("exact --ranks 3 --suits 2 --rules no-limit --best-pickup", "exact('no-limit', ranks=3, suits=2, best_pickup=True)"),
    "packs": ("exact --packs 5 --rules beggar", "exact('beggar', packs=5)"),
}  # fmt: skip


def call(asked, **more):
    name, arguments = asked[:-1].split("(", 1)
    given = eval(f"(lambda *args, **more: (args, more))({arguments})")
    return getattr(war_sim, name)(*given[0], **given[1], **more)


def files(folder):
    """Every file but the manifest, of which what tells the run apart."""
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    return {**found, "manifest.json": json.loads(found["manifest.json"])["run"]}


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_is_that_of_the_command(kind, tmp_path):
    command, asked = KINDS[kind]
    run = program(*command.split(), "--out", tmp_path, "--name", "command", "--quiet")
    assert run.returncode == 0, run.stderr
    results = call(asked, save=tmp_path / "python")
    assert files(tmp_path / "python") == files(tmp_path / "command")
    assert not (tmp_path / ".python.resume").exists()
    # Whole, it is read and not done again, also by the command; and it is loaded.
    again = [call(asked, save=tmp_path / "python", resume=True), war_sim.load(tmp_path / "command")]
    for other in again:
        for name in results:
            assert other[name].to_dicts() == results[name].to_dicts(), name
    whole = program(*command.split(), "--out", tmp_path, "--name", "python", "--resume")
    assert "is complete" in whole.stdout, whole
    shown = program("show", tmp_path / "command").stdout
    if kind != "orders":
        # Which say how to type what is shown, and a folder's name.
        assert shown.splitlines()[0] == repr(results).splitlines()[0]
        with pytest.raises(AttributeError, match="only studies"):
            results.seed
        assert "<table>" in results._repr_html_()


LONG = {
    "climb": ("hunt --climb -n 2560 --seed 3", "hunt(climb=True, games=2560, seed=3)"),
    "endless": ("hunt --endless --rules beggar -n 2e6", "hunt('beggar', endless=True, games=2e6)"),
}  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("kind", LONG)
def test_a_stopped_run_goes_on_from_either_side(kind, tmp_path):
    command, asked = LONG[kind]
    first, rest = asked.split("(", 1)
    code = f"""
        import os, signal, sys, war_sim

        # A shell that runs us in the background has it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        told = []
        def tick(done, total):
            told.append((done, total))
            # Two rounds of a search, of which whole ones are kept.
            if done > 2 * 64:
                os.kill(os.getpid(), signal.SIGINT)
        try:
            war_sim.{first}({rest[:-1]}, save=sys.argv[1], resume=True, progress=tick)
            print("whole")
        except war_sim.Stopped as stop:
            print(str(stop))
            print(repr(stop.results))
            print(told[-1])
    """
    folder = tmp_path / "run"

    def stopped():
        run = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code), folder], capture_output=True, text=True, timeout=300
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    said = stopped()
    assert said.startswith("stopped ") and f'save="{folder}", resume=True' in said, said
    assert (tmp_path / ".run.resume").exists() and not folder.exists()
    stopped()
    # The command ends what Python began.
    ended = program(*command.split(), "--out", tmp_path, "--name", "run", "--resume", "--quiet")
    assert ended.returncode == 0, ended.stderr
    unbroken = program(*command.split(), "--out", tmp_path, "--name", "unbroken", "--quiet")
    assert unbroken.returncode == 0, unbroken.stderr
    assert files(folder) == files(tmp_path / "unbroken")


@pytest.mark.parametrize(
    "asked, error, words",
    [
        ({"climb": True, "until": "a_win:0.1"}, ValueError, "until: has no effect on a search"),
        ({"climb": True, "rows": True}, ValueError, "rows: has no effect on a search"),
        ({"climb": True, "longest": 3}, ValueError, "extreme games"),
        ({"climb": True, "count": 3}, ValueError, "count: is for a search for endless deals"),
        ({"minutes": 3}, ValueError, "minutes: is for a search"),
        ({"endless": True, "count": 0}, ValueError, "count 0: use a number from 1"),
        ({"endless": True, "near": True, "games": 64}, ValueError, "near ends by itself"),
        ({"endless": True, "from_": "xx"}, ValueError, "endless: "),
        ({"climb": True, "rules": ["beggar", "camicia"]}, ValueError, "one rule set"),
        ({"climb": True, "rules": "umass"}, ValueError, "climb: "),
    ],
)  # fmt: skip
def test_refusals_of_searches_speak_of_arguments(asked, error, words):
    with pytest.raises(error) as raised:
        war_sim.hunt(**asked)
    assert words in str(raised.value) and "--" not in str(raised.value)


def test_what_takes_long_is_asked_for():
    for asked in ({"packs": 24, "rules": "beggar"}, {"ranks": 5, "suits": 3}):
        with pytest.raises(ValueError, match="yes=True"):
            war_sim.exact(**asked)
    with pytest.raises(ValueError, match="leave the deck"):
        war_sim.exact("beggar", packs=4, ranks=3)
    with pytest.raises(ValueError, match="give save=FOLDER to the call"):
        war_sim.exact("beggar", packs=3).save("x")
