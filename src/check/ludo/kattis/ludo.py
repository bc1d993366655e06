"""Ludo with given rolls: who is home first?

Run as a program it reads a game per line, such as 3 6 1 4 (three rolls), and prints an answer per line.
"""

import sys

TRACK, LAST, HALF = 40, 43, 20


def find_winner(rolls):
    """1 if the first player wins, -1 if the second does, 0 if the rolls are used up."""
    sides = [[0], [0]]  # squares of the pieces on the board; the others wait
    player = 0
    for roll in rolls:
        own, other = sides[player], sides[1 - player]
        move(own, other, roll)
        if len(own) == 4 and min(own) >= TRACK:
            return [1, -1][player]
        if roll != 6:
            player = 1 - player
    return 0


def move(own, other, roll):
    """Makes the move that a roll forces, if there is one."""
    waits = len(own) < 4
    if roll == 6 and waits and 0 not in own:
        land(own, other, 0)
        return
    pieces = sorted(own, reverse=True)
    if waits and 0 in own:
        pieces.insert(0, 0)
    for square in pieces:
        to = square + roll
        if roll > 0 and to <= LAST and to not in own:
            own.remove(square)
            land(own, other, to)
            return


def land(own, other, square):
    """Puts a piece there, and sends the other player's back."""
    own.append(square)
    across = (square + HALF) % TRACK
    if square < TRACK and across in other:
        other.remove(across)


if __name__ == "__main__":
    for line in sys.stdin:
        count, *rolls = map(int, line.split())
        print(find_winner(rolls), flush=True)
