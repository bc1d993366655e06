"""Checks the form of the input: exit code 42 if it is right, 43 if not."""

import re
import sys

lines = sys.stdin.buffer.read().decode("ascii").split("\n")
good = lines.pop() == "" and 1 <= len(lines) <= 20_000
for line in lines:
    good = good and len(line) <= 53 and re.fullmatch("[-JQKA]+/[-JQKA]+", line) is not None
sys.exit(42 if good else 43)
