#!/usr/bin/env python3
"""Mensch aergere dich nicht for two dice, written to be read and not to be fast.

This is a second, independent implementation of the rules in docs/ludo.md: it shares nothing with the
program it checks. Standard library only, Python 3.11 or newer.

    ludo_oracle.py FILE --dice 1,2 --seed 42 --games 0:10       CSV game,outcome,rolls,captures
    ludo_oracle.py --exact "6" "1 2 3 4"                        for each who begins: 1 wins, 2 wins, tie
    ludo_oracle.py --fixture 2500                               the rows of src/engine/games/ludo/tests/oracle.csv

From Python: `play(rules(), [[1, 2, 3], [6]], beginner, [iter(rolls_1), iter(rolls_2)])`.
"""

import argparse
import csv
import itertools
import random
import sys

sys.dont_write_bytecode = True
from recipe import chacha8_block

PRESETS = {
    "bwinf": dict(goal_pieces="move-on", pieces_on_a=1, clear_a="while-waiting", must_move="frontmost-movable", start="alternate"),
    "bwinf-frozen": dict(goal_pieces="frozen", pieces_on_a=1, clear_a="while-waiting", must_move="frontmost-movable", start="alternate"),
    "devofvictory": dict(goal_pieces="move-on", pieces_on_a=0, clear_a="always", must_move="next-square-free", start="first"),
}


# What each switch may be, and dice that win, wait, block and never end: random games are made of them.
SWITCHES = {
    "goal_pieces": ["move-on", "frozen"],
    "pieces_on_a": [1, 0],
    "clear_a": ["while-waiting", "always"],
    "must_move": ["frontmost-movable", "next-square-free"],
    "start": ["alternate", "roll-off", "first"],
}
POOL = [
    [1, 2, 3, 4, 5, 6], [1, 1, 1, 6, 6, 6], [1, 2, 3, 4], list(range(10)), list(range(1, 13)),
    list(range(1, 21)), [6], [5, 6], [6, 6, 6], [1, 6], [0, 6], [43, 6], [44, 6, 1], [3], [6, 40, 41],
    [2, 3, 5, 6, 7], [4, 6, 6, 37], [0], [1, 1, 1, 1, 1, 6], [10, 6, 20],
]


def rules(name="bwinf"):
    return dict(PRESETS[name])


# ------------------------------------------------------------------------------------------- one game

B = -1  # a waiting piece; the other squares are A = 0, track 1..39, goal 40..43


def can_move(r, pieces, x, roll):
    """Whether the piece on square x (not B) can go forward by the roll: rules 4, 5, 9."""
    if roll == 0:
        return False
    if x >= 40 and r["goal_pieces"] == "frozen":
        return False
    return x + roll <= 43 and (x + roll) not in pieces


def forced_move(r, pieces, roll):
    """(from, to) of the one move that the roll forces, or None."""
    on_board = sorted((x for x in pieces if x != B), reverse=True)
    if roll == 6 and B in pieces:
        if 0 not in pieces:
            return (B, 0)  # rule 6
        if can_move(r, pieces, 0, 6):
            return (0, 6)  # rule 6, own piece on A
    elif 0 in pieces and (B in pieces or r["clear_a"] == "always"):
        if can_move(r, pieces, 0, roll):
            return (0, roll)  # rule 7
    if r["must_move"] == "frontmost-movable":  # rule 8
        for x in on_board:
            if can_move(r, pieces, x, roll):
                return (x, x + roll)
        return None
    if 0 in pieces:
        chosen = 0
    else:
        chosen = None
        for x in on_board:
            if can_move(r, pieces, x, 1):  # the next square is its own and free of own pieces
                chosen = x
                break
    if chosen is not None and can_move(r, pieces, chosen, roll):
        return (chosen, chosen + roll)
    return None


def after(r, sides, mover, roll):
    """The squares of both, sorted, after a roll, and whether it captures."""
    own, other, captures = list(sides[mover]), list(sides[1 - mover]), False
    if move := forced_move(r, own, roll):
        start, to = move
        own[own.index(start)] = to
        if to < 40 and (to + 20) % 40 in other:
            other[other.index((to + 20) % 40)] = B
            captures = True
    assert len(own) == len(other) == 4 and all(x == B or own.count(x) == 1 for x in own)
    own, other = tuple(sorted(own)), tuple(sorted(other))
    return ((own, other) if mover == 0 else (other, own)), captures


def ended(r, dice, sides, mover, turn):
    """0 or 1 for the winner, 2 for stuck, None while it goes on with the roll of `turn`."""
    if min(sides[mover]) >= 40:
        return mover  # rule 11
    moves = [any(forced_move(r, side, face) for face in faces) for side, faces in zip(sides, dice)]
    return 2 if not any(moves) or (set(dice[turn]) == {6} and not moves[turn]) else None


def starting_sides(r):
    return (tuple(sorted([0] * r["pieces_on_a"] + [B] * (4 - r["pieces_on_a"]))),) * 2


def play(r, dice, beginner, rolls, roll_limit=4096):
    """(outcome, rolls, captures); outcome is 1, 2, "stuck" or "limit". `rolls` are two iterators."""
    sides, seat, captures = starting_sides(r), beginner, 0
    for count in itertools.count(1):
        roll = next(rolls[seat])
        assert roll in dice[seat]
        sides, captured = after(r, sides, seat, roll)
        captures += captured
        turn = seat if roll == 6 else 1 - seat  # rule 10
        end = ended(r, dice, sides, seat, turn)
        if end is not None:
            return ("stuck" if end == 2 else end + 1, count, captures)
        if count == roll_limit:
            return ("limit", count, captures)
        seat = turn


# ------------------------------------------------------------------- the recipe of the rolls, ludo-rolls-v1

def rolls_of(faces, seed, die_1, die_2, game, first_stream):
    """The rolls of one seat of one game, without end."""
    m = len(faces)
    if m == 1:
        yield from itertools.repeat(faces[0])
    key = seed.to_bytes(8, "little") + b"war-sim ludo v1\0"
    key += die_1.to_bytes(4, "little") + die_2.to_bytes(4, "little")
    per_word = max(c for c in range(1, 25) if m**c <= 2**24)
    threshold = 2**32 % m**per_word
    for stream in itertools.count(first_stream, 2):
        for word in chacha8_block(key, game, stream):
            digits, fraction = divmod(word * m**per_word, 2**32)
            if fraction >= threshold:
                for place in reversed(range(per_word)):
                    yield faces[digits // m**place % m]


def beginner_of(start, dice, seed, die_1, die_2, game):
    if start == "first":
        return 0
    if start == "roll-off":
        first, second = (rolls_of(dice[s], seed, die_1, die_2, game, 2**32 + s) for s in range(2))
        for _ in range(100):
            a, b = next(first), next(second)
            if a != b:
                return 0 if a > b else 1
    return game % 2


def play_game(r, dice, seed, die_1, die_2, game, roll_limit=4096):
    """Game `game` of the pair of the dice at positions die_1 and die_2 of their file, counted from 1."""
    beginner = beginner_of(r["start"], dice, seed, die_1, die_2, game)
    rolls = [rolls_of(dice[s], seed, die_1, die_2, game, s) for s in range(2)]
    return play(r, dice, beginner, rolls, roll_limit)


# ------------------------------------------------------- exact chances, by every position that can come up


def solve(r, dice, rounds=100_000, tolerance=1e-15):
    """For each player who begins: the chances that 1 wins, that 2 wins, and of a tie."""
    starts = [(starting_sides(r), k) for k in (0, 1)]
    leads, todo = {}, list(starts)
    while todo:
        state = todo.pop()
        if state in leads:
            continue
        sides, turn = state
        leads[state] = []
        for face in dice[turn]:
            then, _ = after(r, sides, turn, face)
            next_turn = turn if face == 6 else 1 - turn
            end = ended(r, dice, then, turn, next_turn)
            leads[state].append(end if end is not None else (then, next_turn))
            if end is None:
                todo.append((then, next_turn))
    values = {state: [0.0] * 3 for state in leads}
    for _ in range(rounds):
        change = 0.0
        for state, nexts in leads.items():
            new = [0.0] * 3
            for then in nexts:
                if isinstance(then, int):
                    new[then] += 1 / len(nexts)
                else:
                    for k in range(3):
                        new[k] += values[then][k] / len(nexts)
            change = max(change, max(abs(a - b) for a, b in zip(new, values[state])))
            values[state] = new
        if change < tolerance:
            break
    return len(leads), [values[start] for start in starts]


# ----------------------------------------------------------------------------------------- command line


def read_dice(path):
    """The number of dice and then each with its number of faces."""
    with open(path) as file:
        lines = [[int(word) for word in line.split("#")[0].split()] for line in file]
    number, *lines = [line for line in lines if line]
    assert number == [len(lines)] and all(line[0] == len(line) - 1 for line in lines)
    return [line[1:] for line in lines]


def fixture(rows):
    """Random games of random dice under random rules."""
    chance = random.Random(3)
    columns = "goal_pieces,pieces_on_a,clear_a,must_move,start,faces_1,faces_2,limit,seed,die_1,die_2,game,outcome,rolls,captures"
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(columns.split(","))
    for _ in range(rows):
        r = {switch: chance.choice(values) for switch, values in SWITCHES.items()}
        dice = [chance.choice(POOL), chance.choice(POOL)]
        if chance.random() < 0.3:
            dice = [[chance.choice([0, 1, 2, 3, 4, 5, 6, 6, 6, 8, 39, 50]) for _ in range(chance.randint(1, 9))] for _ in range(2)]
        limit = chance.choice([4096, 4096, 4096, 300, 25, 1])
        where = (chance.getrandbits(64), chance.randint(1, 9), chance.randint(1, 9), chance.getrandbits(chance.choice([4, 20, 40])))
        result = play_game(r, dice, *where, limit)
        faces = [" ".join(map(str, die)) for die in dice]
        out.writerow([*r.values(), *faces, limit, *where, *result])


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("file", nargs="?")
    args.add_argument("--dice", default="1,2")
    args.add_argument("--seed", type=int, default=42)
    args.add_argument("--games", default="0:10")
    args.add_argument("--rules", default="bwinf", choices=PRESETS)
    args.add_argument("--exact", nargs=2)
    args.add_argument("--fixture", type=int)
    args = args.parse_args()
    r = rules(args.rules)
    if args.fixture is not None:
        return fixture(args.fixture)
    if args.exact:
        boards, (first, second) = solve(r, [[int(face) for face in die.split()] for die in args.exact])
        return print(f"{boards} boards; 1 begins: {first}; 2 begins: {second}")
    dice = read_dice(args.file)
    die_1, die_2 = map(int, args.dice.split(","))
    begin, end = map(int, args.games.split(":"))
    print("game,outcome,rolls,captures")
    for game in range(begin, end):
        result = play_game(r, [dice[die_1 - 1], dice[die_2 - 1]], args.seed, die_1, die_2, game)
        print(game, *result, sep=",")


if __name__ == "__main__":
    main()
