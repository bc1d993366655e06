"""What scripts/fuzz and scripts/fuzz_ludo have in common: the command line, how the program is run and compared, and
that they draw every word of the rules."""

import argparse
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from itertools import zip_longest
from pathlib import Path

TIMEOUT_S = 600


class Difference(Exception):
    """The program's answer is not the oracle's: carries a description."""


class Program:
    """The program under test, and the folder in which it runs."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *words, text=None):
        """What it prints, as lines; the last one says what went wrong."""
        command = [self.program, *map(str, words)]
        try:
            done = subprocess.run(command, cwd=self.folder, input=text, capture_output=True, text=True, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return [f"no end after {TIMEOUT_S} s"]
        rows = done.stdout.splitlines()
        return rows if done.returncode == 0 else [*rows, f"exit {done.returncode}: {done.stderr.strip()}"]


def compare(wanted, found, about):
    """Raises a Difference at the first row that is not the oracle's; `about` says what its number, from 0, is."""
    for number, (oracles, programs) in enumerate(zip_longest(wanted, found)):
        if oracles != programs:
            raise Difference(f"{about(number)}\n  oracle:  {oracles}\n  program: {programs}")


def main(about, run_case, fuzz, words, cases):
    """The command line; `run_case` returns what it counted, `words` are a rule set and what is drawn of each of its
    fields. Returns the exit code."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the program, such as target/release/war-sim")
    parser.add_argument("--cases", type=int, default=cases, help=f"rule sets to try [{cases}]")
    parser.add_argument("--seed", type=int, default=1, help="equal seeds try equal cases [1]")
    options = parser.parse_args()
    found = shutil.which(options.program)
    if found is None:
        parser.error(f"--program: {options.program} is not a program that can be run")
    program = str(Path(found).resolve())
    if wrong := undrawn(program, *words):
        print(*wrong, sep="\n")
        return 1
    folder = Path(tempfile.mkdtemp(prefix="war-sim-fuzz-"))
    tested, counts = fuzz(program, folder), Counter()
    for case in range(options.cases):
        try:
            counts.update(run_case(tested, case, random.Random(f"{options.seed}/{case}")))
        except Difference as difference:
            print(f"case {case} of seed {options.seed}: {difference}", f"files kept in {folder}", sep="\n")
            return 1
    shutil.rmtree(folder)
    print(f"{options.cases} cases,", *(f"{count} {what}," for what, count in counts.items()), "0 differences")
    return 0


def undrawn(program, rules, drawn):
    """What the fields of RULES may hold and `drawn` (words of each field) has not, or the other way round."""
    known, open_fields = {}, [""]
    while open_fields:
        name = open_fields.pop()
        # A field that is none: a table says what it holds, and what is no table is asked for a word.
        inner = refusal(program, rules, f"{name}.no-such=1".lstrip("."))
        if "unknown field" in inner:
            keys = re.findall("`([a-z_0-9]+)`", inner.split(";", 1)[-1])
            open_fields += [f"{name}.{key}".lstrip(".") for key in keys]
        else:
            known[name] = set(re.findall('"([a-z0-9-]+)"', refusal(program, rules, f"{name}=no-such"))) - {"no-such"}
    wrong = []
    for name, words in drawn.items():
        words = {word for word in words if not isinstance(word, bool)}
        if name not in known:
            wrong.append(f"{name}: not a field of {rules}")
        # Numbers are drawn from their range.
        elif words and (known[name] or any(isinstance(word, str) for word in words)):
            wrong += [f"{name}: {word!r} is never drawn" for word in sorted(map(str, known[name] - words))]
            words = {word for word in words if isinstance(word, str)}
            wrong += [f"{name}: {word!r} is unknown to the program" for word in sorted(words - known[name])]
    return wrong + [f"{name}: never drawn" for name in sorted(set(known) - set(drawn)) if known[name]]


def refusal(program, rules, change):
    """What the program says of a rule set that it must refuse."""
    words = [program, "rules", f"{rules}{{{change}}}"]
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT_S).stderr
