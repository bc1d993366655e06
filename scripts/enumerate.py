#!/usr/bin/env python3
"""Plays every distinct order of a small deck with the oracle and counts how the games end.

    enumerate.py --ranks 3 --suits 2                       under umass
    enumerate.py --ranks 2 --suits 4 --rules my-rules.toml

The deck has the ranks 2, 3, ... with `--suits` copies of each; equal cards are not told apart.
Writes CSV, `outcome,end_reason,games`: A, B, draw by reason, then the number of all orders.
"""

import argparse
import sys
from collections import Counter

sys.dont_write_bytecode = True
import oracle

REASONS = ("out-of-cards", "short-in-war", "both-out", "both-short", "limit", "cycle")


def orders(copies):
    """Every distinct order of a deck, rising; `copies` maps each card to how many of it are left."""
    if not any(copies.values()):
        yield []
    for card in sorted(copies):
        if copies[card]:
            for rest in orders(copies | {card: copies[card] - 1}):
                yield [card] + rest


def main():
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="counts the ends of all orders of a small deck")
    parser.add_argument("--ranks", type=int, required=True)
    parser.add_argument("--suits", type=int, required=True)
    parser.add_argument("--rules", default="umass", help="a TOML file or a built-in name [umass]")
    options = parser.parse_args()
    chosen = oracle.load_rules(options.rules)
    copies = {rank: options.suits for rank in range(2, options.ranks + 2)}
    counts = Counter()
    for deck in orders(copies):
        result = oracle.play(chosen, deck)
        counts[result.outcome, result.end_reason] += 1
    print("outcome,end_reason,games")
    for outcome in ("A", "B", "draw"):
        for reason in REASONS:
            if counts[outcome, reason]:
                print(f"{outcome},{reason},{counts[outcome, reason]}")
    print(f"all,,{counts.total()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
