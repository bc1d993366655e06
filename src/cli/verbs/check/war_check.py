# Answers decks for `war-sim check`. Beside your war.py:
#
#   war-sim check --harness python > war_check.py
#   war-sim check -- python3 war_check.py
#
# A file of another name: python3 war_check.py my_war.py

import importlib.util
import os
import sys

answers, sys.stdout = sys.stdout, sys.stderr  # what war.py prints is no answer

path = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "war.py")
if not os.path.isfile(path):
    sys.exit(f"error: there is no {os.path.basename(path)} here; name your file: python3 war_check.py my_war.py")
sys.path.insert(0, os.path.dirname(path))
spec = importlib.util.spec_from_file_location("war", path)
war = sys.modules["war"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(war)

find_winner = getattr(war, "find_winner", None) or getattr(war, "findWinner", None)
if find_winner is None:
    sys.exit(f"error: {os.path.basename(path)} has no find_winner and no findWinner")
for line in sys.stdin:
    print(find_winner([int(card) for card in line.split()]), file=answers, flush=True)
