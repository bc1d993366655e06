"""War: a deck is dealt to A and B, and one of them wins.

Run as a program it reads a deck per line, such as 2 3 4 5, and prints an answer per line.
"""

import sys

LIMIT = 1000  # battles
STAKE = 3  # cards that each player lays for a war


def deal(deck):
    """The hands of A and B, the top card first."""
    return deck[0::2], deck[1::2]


def find_winner(deck):
    """1 if A wins, -1 if B wins, 0 for a draw."""
    a, b = deal(deck)
    spoils = []
    battles = 0
    while True:
        if not a and not b:
            return 0
        if not a:
            return -1
        if not b:
            return 1
        x = a.pop(0)
        y = b.pop(0)
        spoils += [x, y]
        battles += 1
        if battles == LIMIT:
            return 0
        if x == y:
            if len(a) < STAKE and len(b) < STAKE:
                return 0
            if len(a) < STAKE:
                return -1
            if len(b) < STAKE:
                return 1
            spoils += a[:STAKE]
            spoils += b[:STAKE]
            del a[:STAKE], b[:STAKE]
        elif x > y:
            a += spoils
            spoils = []
        else:
            b += spoils
            spoils = []


if __name__ == "__main__":
    for line in sys.stdin:
        print(find_winner([int(card) for card in line.split()]), flush=True)
