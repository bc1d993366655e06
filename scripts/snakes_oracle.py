#!/usr/bin/env python3
"""Snakes and Ladders once more, in plain Python: games replayed, and the chain in exact fractions.

A second implementation of docs/snakes.md that shares nothing with the program it checks but the recipe
of chance (scripts/recipe.py). Standard library only, Python 3.11 or newer.

    snakes_oracle.py                         every check below with ./target/release/war-sim
    snakes_oracle.py --war-sim PROGRAM       the same with another one
    snakes_oracle.py --fractions             the mean of the one-player games as fractions

The chain here is solved over whole positions (both squares and who is to roll) by elimination in
fractions, so it has no rounding, no limit and none of the program's independence of the players.
"""

import argparse
import csv
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from recipe import words  # noqa: E402

CHUTES = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 48: 26, 49: 11, 51: 67, 56: 53, 62: 19}
CHUTES |= {64: 60, 71: 91, 80: 100, 87: 24, 93: 73, 95: 75, 98: 78}
# The board that S. C. Althoen, L. King and K. Schilling analysed in 1993, and its mean as they give it.
ALTHOEN = {47 if start == 48 else start: end for start, end in CHUTES.items()}
ALTHOEN_MEAN = Fraction(
    225837582538403273407117496273279920181931269186581786048583,
    5757472998140039232950575874628786131130999406013041613400,
)


def board(squares=100, faces=6, weights=(), exact=True, players=2, limit=10_000, links=None):
    return dict(
        squares=squares,
        faces=faces,
        weights=weights,
        exact=exact,
        players=players,
        limit=limit,
        links=CHUTES if links is None else links,
    )


def after(rules, square, roll):
    """Where a roll leads, and whether a link was followed."""
    stop = square + roll
    if stop > rules["squares"]:
        stop = square if rules["exact"] else rules["squares"]
    return (rules["links"][stop], 1) if stop in rules["links"] else (stop, 0)


def die(rules):
    """The faces with their weights."""
    faces = rules["faces"]
    faces = range(1, faces + 1) if isinstance(faces, int) else faces
    return list(zip(faces, rules["weights"] or [1] * len(faces)))


def rolls(rules, seed, game):
    """The rolls of a game: one bounded draw each, a word with too small a fraction thrown away."""
    shown = [face for face, weight in die(rules) for _ in range(weight)]
    for word in words(seed, b"war-sim snakes  ", game):
        if word * len(shown) % 2**32 >= 2**32 % len(shown):
            yield shown[word * len(shown) >> 32]


def play(rules, seed, game):
    """outcome, end_reason, moves, links"""
    at, links = [0] * rules["players"], 0
    for move, roll in enumerate(rolls(rules, seed, game), 1):
        player = (move - 1) % rules["players"]
        at[player], followed = after(rules, at[player], roll)
        links += followed
        if at[player] == rules["squares"]:
            return "ABCDEFGH"[player], "home", move, links
        if move == rules["limit"]:
            return "draw", "limit", move, links


def solved(rows):
    """Solves sparse equations x[k] = right + sum of coefficients times x[j], by elimination."""
    for k in list(rows):
        right, terms = rows[k]
        own = terms.pop(k, Fraction(0))
        scale = 1 / (1 - own)
        right = [part * scale for part in right]
        terms = {j: coefficient * scale for j, coefficient in terms.items()}
        rows[k] = right, terms
        for other, (others, used) in rows.items():
            if other != k and k in used:
                factor = used.pop(k)
                others[:] = [a + factor * b for a, b in zip(others, right)]
                for j, coefficient in terms.items():
                    used[j] = used.get(j, 0) + factor * coefficient
    return {k: right for k, (right, _) in rows.items()}


def chain(rules):
    """[A wins, B wins ..., moves, links] without a limit, as fractions, over whole positions."""
    players, weight = rules["players"], sum(weight for _, weight in die(rules))
    start = (0,) * (rules["players"] + 1)
    rows, open_positions = {}, [start]
    while open_positions:
        position = open_positions.pop()
        if position in rows:
            continue
        *at, player = position
        right, terms = [Fraction(0)] * players + [Fraction(1), Fraction(0)], {}
        for roll, times in die(rules):
            share = Fraction(times, weight)
            to, followed = after(rules, at[player], roll)
            right[-1] += share * followed
            if to == rules["squares"]:
                right[player] += share
                continue
            then = list(at)
            then[player] = to
            following = (*then, (player + 1) % rules["players"])
            terms[following] = terms.get(following, 0) + share
            open_positions.append(following)
        rows[position] = right, terms
    return solved(rows)[start]


def as_options(rules):
    links = "[" + ",".join(f"[{a},{b}]" for a, b in rules["links"].items()) + "]"
    exact = str(rules["exact"]).lower()
    fields = ",".join(f"{key}={rules[key]}" for key in ("squares", "faces", "players", "limit"))
    fields += f",weights={list(rules['weights'])}" if rules["weights"] else ""
    return f"chutes{{{fields},exact={exact},links={links}}}"


BOARDS = [
    board(players=1),
    board(players=1, exact=False),
    board(players=1, links=ALTHOEN),
    board(players=1, links={**ALTHOEN, 79: 81}),
    board(players=1, links={}),
    board(squares=29, faces=2, exact=False, links={}, players=1),
    board(squares=12, faces=3, links={2: 7, 9: 4, 11: 1}),
    board(squares=10, faces=4, exact=False, links={3: 8, 9: 2}),
    board(squares=7, faces=2, links={3: 1, 5: 7}),
    board(squares=1, faces=6, links={}),
    board(squares=5, faces=1, links={}),
    board(squares=4, faces=2, links={}, players=3),
    board(squares=3, faces=2, links={2: 1}, players=4),
    board(squares=9, faces=[0, 1, 1, 5], links={2: 7}),
    board(squares=8, faces=[1, 4], weights=[3, 2], links={5: 1}),
    board(squares=8, faces=3, weights=[1, 2, 5], links={5: 1}, exact=False),
]
# Played, too, because their limits matter.
LIMITED = [
    board(limit=40),
    board(players=1, limit=7),
    board(squares=12, faces=3, limit=5, links={2: 7}),
    board(players=8),
]


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{arguments}: {done.stderr}")
    return done.stdout


def check_chain(program, folder):
    for number, rules in enumerate(BOARDS):
        name = f"chain{number}"
        run(program, "exact", "--rules", as_options(rules), "--out", folder, "--name", name, "--quiet")
        with open(Path(folder) / name / "exact.csv", newline="") as file:
            (row,) = csv.DictReader(file)
        seats = [f"{seat}_ratio" for seat in "abcdefgh"[: rules["players"]]]
        found = [float(row[key]) for key in (*seats, "moves_mean", "links_mean")]
        for exact, number in zip(chain(rules), found):
            off = abs(exact - Fraction(number)) / max(exact, 1)
            if off > float(row["error"]):
                raise SystemExit(f"{as_options(rules)}: {number} instead of {float(exact)}")
    return len(BOARDS)


def check_games(program, folder, games=100):
    for number, rules in enumerate(BOARDS + LIMITED):
        name = f"games{number}"
        where = ["--out", folder, "--name", name, "--per-game", "games.csv", "--quiet"]
        run(program, "--rules", as_options(rules), "--games", str(games), "--seed", "7", *where)
        with open(Path(folder) / name / "games.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == games
        for row in rows:
            here = play(rules, 7, int(row["game"]))
            there = row["outcome"], row["end_reason"], int(row["moves"]), int(row["links"])
            if here != there:
                raise SystemExit(f"{as_options(rules)}, game {row['game']}: {there}, here {here}")
    return games * len(BOARDS + LIMITED)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = Path(__file__).resolve().parent.parent
    parser.add_argument("--war-sim", default=str(root / "target/release/war-sim"))
    parser.add_argument("--fractions", action="store_true")
    args = parser.parse_args()
    assert chain(board(players=1, links=ALTHOEN))[-2] == ALTHOEN_MEAN
    if args.fractions:
        for name, links in ("chutes", CHUTES), ("althoen", ALTHOEN):
            mean = chain(board(players=1, links=links))[-2]
            print(f"{name}: {mean} = {float(mean)}")
        return
    with tempfile.TemporaryDirectory() as folder:
        chains = check_chain(args.war_sim, folder)
        games = check_games(args.war_sim, folder)
    print(f"{chains} boards solved and {games} games replayed, all equal")


if __name__ == "__main__":
    main()
