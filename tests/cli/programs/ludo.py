"""Ludo by given rolls: a line of rolls, who wins a line (1, -1; 0 if the rolls are used up).

    ludo.py MISTAKE    frozen, four-wait, no-capture, no-second-six, or nothing
"""

import sys

MISTAKE = sys.argv[1] if len(sys.argv) > 1 else ""


def free(own, square):
    return square <= 43 and square not in own


def move(own, roll):
    """The piece that must move and where to: -1 is B, 0 is A, 40 to 43 is the goal."""
    waits = -1 in own
    if roll == 6 and waits and 0 not in own:
        return -1, 0
    if waits and 0 in own and roll > 0 and free(own, roll):
        return 0, roll
    for square in sorted(own, reverse=True):
        if square >= 40 and MISTAKE == "frozen":
            continue
        if square >= 0 and roll > 0 and free(own, square + roll):
            return square, square + roll
    return None


def play(rolls):
    start = [-1] * 4 if MISTAKE == "four-wait" else [0, -1, -1, -1]
    sides, turn = [start[:], start[:]], 0
    for roll in rolls:
        own, other = sides[turn], sides[1 - turn]
        found = move(own, roll)
        if found:
            own[own.index(found[0])] = found[1]
            across = (found[1] + 20) % 40
            if found[1] < 40 and across in other and MISTAKE != "no-capture":
                other[other.index(across)] = -1
        if min(own) >= 40:
            return 1 - 2 * turn
        if roll != 6 or (MISTAKE == "no-second-six" and not found):
            turn = 1 - turn
    return 0


for line in sys.stdin:
    print(play([int(roll) for roll in line.split()]), flush=True)
