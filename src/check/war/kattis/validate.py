"""Checks the form of the input: exit code 42 if it is right, 43 if not."""

import re
import sys

NUMBER = "(0|-?[1-9][0-9]*)"

lines = sys.stdin.buffer.read().decode("ascii").split("\n")
good = lines.pop() == "" and 1 <= len(lines) <= 10_000
for line in lines:
    good = good and re.fullmatch(f"{NUMBER}( {NUMBER})*", line) is not None
    if good:
        count, *deck = map(int, line.split())
        good = count == len(deck) <= 5_000 and all(-(2**31) <= card < 2**31 for card in deck)
sys.exit(42 if good else 43)
