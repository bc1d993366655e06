"""Checks the form of the input: exit code 42 if it is right, 43 if not."""

import re
import sys

NUMBER = "(0|[1-9][0-9]*)"

lines = sys.stdin.buffer.read().decode("ascii").split("\n")
good = lines.pop() == "" and 1 <= len(lines) <= 10_000
for line in lines:
    good = good and re.fullmatch(f"{NUMBER}( {NUMBER})*", line) is not None
    if good:
        count, *rolls = map(int, line.split())
        good = count == len(rolls) <= 500 and all(roll <= 20 for roll in rolls)
sys.exit(42 if good else 43)
