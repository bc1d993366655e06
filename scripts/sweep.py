#!/usr/bin/env python3
"""How likely is it that A wins every turn of War, without a tie? Exact, by counting.

    python3 scripts/sweep.py            # 13 ranks of 4 suits
    python3 scripts/sweep.py 4 2        # 4 ranks of 2 suits

Only how many ranks have 0, 1, 2, ... cards left matters. Two cards of different ranks are as likely to lie the one way as the other.
"""

import sys
from fractions import Fraction
from functools import cache


@cache
def chance(left):
    """P(A wins every turn); `left[k]` ranks have k cards left."""
    cards = sum(k * ranks for k, ranks in enumerate(left))
    if cards == 0:
        return Fraction(1)
    total = Fraction(0)
    for i in range(1, len(left)):
        if not left[i]:
            continue
        once = tuple(n - (k == i) + (k == i - 1) for k, n in enumerate(left))
        for j in range(1, len(left)):
            # The other card is of another rank: the one that A's card came from has i - 1 cards now.
            others = once[j] - (j == i - 1)
            if others <= 0:
                continue
            twice = tuple(n - (k == j) + (k == j - 1) for k, n in enumerate(once))
            pair = Fraction(i * left[i], cards) * Fraction(j * others, cards - 1)
            total += pair / 2 * chance(twice)
    return total


def main():
    """The command line."""
    ranks, suits = (int(word) for word in sys.argv[1:]) if len(sys.argv) == 3 else (13, 4)
    p = chance((0,) * suits + (ranks,))
    print(f"{ranks} ranks of {suits}: A wins every turn with probability {float(p):.5g}, 1 in {float(1 / p):,.1f}")
    print(f"either player: 1 in {float(1 / (2 * p)):,.1f}")


if __name__ == "__main__":
    main()
