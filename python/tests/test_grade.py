"""A class from Python: the same grades, folder and life as by the command line."""

import pathlib
import signal
import subprocess
import sys
import textwrap

import pytest
import war_sim
from test_war_sim import program

WAR = pathlib.Path(__file__).parents[2] / "tests" / "cli" / "programs" / "war.py"


@pytest.fixture
def school(tmp_path):
    """A class of two: one plays by the rules."""
    for student, text in {"anna": WAR.read_text(), "bob": "def find_winner(deck):\n    return 1\n"}.items():
        (tmp_path / "class" / student).mkdir(parents=True)
        (tmp_path / "class" / student / "war.py").write_text(text)
    return tmp_path


def test_a_class_is_graded_kept_and_gone_on_with(school):
    few = {"games": 20, "trust": True}
    grades = war_sim.grade(school / "class", school / "python", **few)["grades"]
    assert (grades["student"], grades["points"]) == (["anna", "bob"], [5, 0])
    line = ["grade", school / "class", "--games", 20, "--trust", "--class", "--out", school, "--name", "command"]
    assert program(*line).returncode == 0
    for file in ["grades.csv", "feedback/anna.txt", "feedback/bob.txt"]:
        assert (school / "python" / file).read_bytes() == (school / "command" / file).read_bytes(), file
    (school / "class" / "bob" / "war.py").write_text(WAR.read_text())
    with pytest.raises(FileExistsError, match="before some submissions changed"):
        war_sim.grade(school / "class", school / "python", **few)
    again = war_sim.grade([school / "class"], school / "python", resume=True, **few)
    assert again["grades"]["points"] == [5, 5]
    assert "2 of 2 programs are right" in repr(again)


def test_what_makes_no_sense_is_refused(school):
    for asked, error in [
        ({"rules": "nobody"}, ValueError),
        ({"no_such": True}, ValueError),
        ({"weights": "walk=1"}, ValueError),
        ({"roster": "nowhere.csv"}, FileNotFoundError),
    ]:
        with pytest.raises(error):
            war_sim.grade(school / "class", school / "x", trust=True, **asked)
    for nameless in ["/", ".", "", "out/.."]:
        with pytest.raises(ValueError, match="does not end in the name of a folder"):
            war_sim.grade(school / "class", nameless)
    with pytest.raises(TypeError, match="save"):
        war_sim.grade(school / "class", 5)
    assert not (school / "x").exists()


def test_ctrl_c_raises_stopped_and_keeps_what_is_graded(school):
    (school / "class" / "bob" / "war.py").write_text("import time\n\ndef find_winner(deck):\n    time.sleep(600)\n")
    code = f"""
        import signal, war_sim
        # Whoever runs these tests may ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            war_sim.grade({str(school / "class")!r}, {str(school / "x")!r}, trust=True, games=5, deck_seconds=60, threads=1)
        except war_sim.Stopped as stop:
            print("stopped", stop)
        """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    kept = school / ".x.resume" / "answer"
    while not kept.exists() and child.poll() is None:
        signal.sigtimedwait([], 0.05)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=60)[0]
    assert said.startswith("stopped ") and kept.exists()
    assert said.endswith(f'; with save="{school / "x"}", resume=True it goes on\n')
