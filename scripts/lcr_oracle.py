#!/usr/bin/env python3
"""Left Center Right once more, in plain Python: games replayed, and small tables in exact fractions.

A second implementation of docs/snakes.md that shares nothing with the program it checks but the recipe
of chance (scripts/recipe.py). Standard library only, Python 3.11 or newer.

    lcr_oracle.py                         every check below with ./target/release/war-sim
    lcr_oracle.py --war-sim PROGRAM       the same with another one

The shares here are solved from the end: of every way to lay the chips, by elimination in fractions
among those with as many chips on the table, so there is no rounding, no limit and no turn by turn.
"""

import argparse
import csv
import itertools
import subprocess
import sys
import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from recipe import words  # noqa: E402
from snakes_oracle import solved  # noqa: E402

# arXiv 2407.05069, to the digits printed there.
PUBLISHED = [0.306843, 0.328019, 0.365138]


def dice(seed, game):
    """The dice of a game: one bounded draw below six each; 0 is left, 1 right, 2 the middle."""
    for word in words(seed, b"war-sim lcr     ", game):
        if word * 6 % 2**32 >= 2**32 % 6:
            yield word * 6 >> 32


def after(chips, seat, faces):
    """The chips after these dice of a seat."""
    chips = list(chips)
    for face in faces:
        if face < 3:
            chips[seat] -= 1
        if face == 0:
            chips[(seat + 1) % len(chips)] += 1
        if face == 1:
            chips[seat - 1] += 1
    return tuple(chips)


def following(chips, seat):
    """The next seat with chips."""
    seats = [(seat + k) % len(chips) for k in range(1, len(chips) + 1)]
    return next(other for other in seats if chips[other])


def play(players, chips, limit, seed, game):
    """outcome, end_reason, turns, rolls"""
    table, seat, rolls, rolled = (chips,) * players, 0, dice(seed, game), 0
    for turn in range(1, limit + 1):
        count = min(3, table[seat])
        rolled += count
        table = after(table, seat, itertools.islice(rolls, count))
        if sum(map(bool, table)) == 1:
            return "ABCDEFGH"[[bool(n) for n in table].index(True)], "last", turn, rolled
        seat = following(table, seat)
    return "draw", "limit", limit, rolled


@cache
def ways(count):
    """What so many dice show, with its chance; faces that keep a chip are one."""
    faces = {}
    for rolled in itertools.product(range(6), repeat=count):
        shown = tuple(sorted(min(face, 3) for face in rolled))
        faces[shown] = faces.get(shown, 0) + Fraction(1, 6**count)
    return faces.items()


def layings(players, total):
    """Every way in which so many chips lie before so many players."""
    if players == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in layings(players - 1, total - first):
            yield (first, *rest)


def shares(players, chips):
    """The share of each seat, and the mean of the turns and of the dice, of a game without a limit."""
    known = {}
    for total in range(1, players * chips + 1):
        rows = {}
        for table in layings(players, total):
            for seat in range(players):
                if not table[seat] or sum(map(bool, table)) == 1:
                    continue
                count = min(3, table[seat])
                right, terms = [Fraction(0)] * players + [Fraction(1), Fraction(count)], {}
                for faces, chance in ways(count):
                    then = after(table, seat, faces)
                    held = [k for k in range(players) if then[k]]
                    state = then, following(then, seat)
                    if len(held) == 1:
                        right[held[0]] += chance
                    elif sum(then) == total:
                        terms[state] = terms.get(state, 0) + chance
                    else:
                        right = [a + chance * b for a, b in zip(right, known[state])]
                rows[table, seat] = right, terms
        known |= solved(rows)
    return known[(chips,) * players, 0]


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{arguments}: {done.stderr}")


def rows(folder, name, table):
    with open(Path(folder) / name / table, newline="") as file:
        return list(csv.DictReader(file))


def check_shares(program, folder):
    tables = [(2, 1), (2, 3), (2, 5), (3, 1), (3, 2), (3, 3), (4, 1)]
    for players, chips in tables:
        name = f"exact{players}.{chips}"
        rules = f"lcr{{players={players},chips={chips}}}"
        run(program, "exact", "--rules", rules, "--out", folder, "--name", name, "--quiet")
        (row,) = rows(folder, name, "exact.csv")
        columns = [f"{seat}_ratio" for seat in "abcdefgh"[:players]] + ["turns_mean", "rolls_mean"]
        here = shares(players, chips)
        for column, exact in zip(columns, here):
            if abs(exact - Fraction(float(row[column]))) / max(exact, 1) > float(row["error"]):
                raise SystemExit(f"{rules} {column}: {row[column]} instead of {float(exact)}")
        if (players, chips) == (3, 3):
            for share, printed in zip(here, PUBLISHED):
                assert abs(share - Fraction(printed)) < 6e-7, (players, float(share), printed)
    return len(tables)


def check_games(program, folder, games=100):
    tables = [(2, 1, 100_000), (3, 3, 100_000), (4, 2, 9), (5, 3, 30), (8, 3, 100_000), (3, 40, 50)]
    for players, chips, limit in tables:
        rules = f"lcr{{players={players},chips={chips},limit={limit}}}"
        where = ["--out", folder, "--name", "games", "--per-game", "games.csv", "--quiet", "--force"]
        run(program, "--rules", rules, "--games", str(games), "--seed", "7", *where)
        for row in rows(folder, "games", "games.csv"):
            here = play(players, chips, limit, 7, int(row["game"]))
            there = row["outcome"], row["end_reason"], int(row["turns"]), int(row["rolls"])
            if here != there:
                raise SystemExit(f"{rules}, game {row['game']}: {there}, here {here}")
    return games * len(tables)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = Path(__file__).resolve().parent.parent
    parser.add_argument("--war-sim", default=str(root / "target/release/war-sim"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables = check_shares(args.war_sim, folder)
        games = check_games(args.war_sim, folder)
    print(f"{tables} tables solved and {games} games replayed, all equal")


if __name__ == "__main__":
    main()
