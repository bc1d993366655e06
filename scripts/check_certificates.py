#!/usr/bin/env python3
"""Writes certificates, verifies them with scripts/verify.py, and breaks each field of each once."""
import argparse
import copy
import importlib.util
import json
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOOP = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"
# Those that docs/findings.md speaks of: how many of each game and number of cards.
SHIPPED = HERE.parent / "docs" / "for-ever.json"
COUNTS = {("war", 20): 10, ("war", 28): 10, ("war", 36): 12, ("war", 44): 22, ("war", 51): 13, ("war", 52): 1,
          ("war", 53): 10, ("beggar", 52): 120, ("beggar", 40): 116}
RUNS = {
    "nine": ["hunt", "--endless", "--rules", "bicycle{deck.ranks=9}", "--count", "3"],
    "eleven": ["hunt", "--endless", "--rules", "bicycle{deck.ranks=11}", "--count", "2"],
    "laid": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit"],
    "loser": ["hunt", "--longest", "3", "--shortest", "3", "--games", "300", "--rules", "loser-first"],
    "last": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit{pickup=last-first,war.lay=alternating}"],
    "low": ["hunt", "--longest", "3", "--games", "300", "--rules", "bicycle{compare.low_wins=true,pickup=high-first}"],
    "beggar": ["hunt", "--longest", "3", "--games", "300", "--rules", "beggar"],
    "loop": ["hunt", "--endless", "--rules", "beggar", "--from", LOOP, "--count", "1"],
    "seat": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit{seat_b.pickup=low-first}"],
    "wars": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit{pickup_war=loser-first}"],
    "wars-b": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit{seat_b.pickup_war=high-first}"],
    "last-card": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit{war.short=last-card}"],
    "or-lose": ["hunt", "--shortest", "3", "--games", "300", "--rules", "no-limit{war.short=last-card-or-lose}"],
    "draw": ["hunt", "--shortest", "3", "--games", "300", "--rules", "winamax{compare.ace=low}"],
    "reduce": ["hunt", "--longest", "3", "--games", "300", "--rules", "daily320"],
    "pile": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit{winnings=pile-reversed}"],
    "tied": ["hunt", "--longest", "3", "--shortest", "3", "--games", "300", "--rules", "ernie-burt-prose"],
    "more": ["hunt", "--shortest", "3", "--games", "3000", "--rules", "no-limit{deck.ranks=2,war.both_short=more-cards}"],
    "beats": ["hunt", "--longest", "3", "--games", "300", "--rules", "drunkard"],
    "ace": ["hunt", "--longest", "3", "--games", "300", "--rules", "bicycle{compare.ace=low,pickup=high-first}"],
    "hands": ["hunt", "--longest", "3", "--games", "300", "--rules", "no-limit{deck.hands.a=[14,14,14,14],deck.hands.rest=b}"],
    "batch": ["--games", "300", "--prove-cycles"],
    # One two replaced by a joker.
    "joker": ["hunt", "--longest", "1", "--rules", "bicycle", "--decks", "JOKER"],
    "small": ["exact", "--ranks", "2", "--suits", "3", "--rules", "no-limit"],
}
# Rules that are not asked for in every game: another value may be as true, but not everywhere.
AS_TRUE = {("rules", word) for word in (
    "lay", "face_down", "pickup", "low_wins", "pickup_war", "pickup_b", "pickup_war_b", "ace", "ace_counts",
    "lowest_beats_highest", "short", "both_short", "reversed_pile", "dealt")}


def broken(value):
    """Other values of the same type."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return ["", value + "x"]
    return [value[::-1], value[1:]] if value and value != value[::-1] else [value + [0]]


def changes(certificate):
    """The certificate with one field changed, each in turn."""
    for name, value in certificate.items():
        for field, inner in value.items() if isinstance(value, dict) else [(None, value)]:
            path = (name,) if field is None else (name, field)
            for other in broken(inner) + [None]:
                changed = copy.deepcopy(certificate)
                holder = changed if field is None else changed[name]
                if other is None:
                    del holder[path[-1]]
                else:
                    holder[path[-1]] = other
                yield path, other, changed


def shipped(verify):
    """Fails unless the certificates of the page are true, each of another deal, and as many as it says."""
    whole = json.loads(SHIPPED.read_text())
    counts, deals = Counter(), set()
    for certificate in whole["certificates"]:
        verify.check(certificate, whole["every"])
        assert "period" in certificate, "it ends"
        counts[certificate["game"], len(certificate["a"] + certificate["b"])] += 1
        deals.add(json.dumps([certificate["rules"], certificate["a"], certificate["b"]]))
    assert counts == COUNTS and len(deals) == sum(COUNTS.values()), counts
    print(f"{SHIPPED.name}: {len(deals)} certificates, all true")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--war-sim", default=str(HERE.parent / "target/release/war-sim"))
    program = parser.parse_args().war_sim
    spec = importlib.util.spec_from_file_location("verify", HERE / "verify.py")
    verify = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(verify)
    shipped(verify)
    checked, tried, noticed = 0, 0, set()
    joker = next(c for c in json.loads(SHIPPED.read_text())["certificates"] if "with" in c["rules"])
    with tempfile.TemporaryDirectory() as folder:
        deck = Path(folder) / "joker.txt"
        deck.write_text(" ".join(str(card) for pair in zip(joker["a"], joker["b"]) for card in pair))
        for name, arguments in RUNS.items():
            arguments = [str(deck) if word == "JOKER" else word for word in arguments]
            decks = ["--decks", str(deck)] if str(deck) in arguments else []
            subprocess.run([program, *arguments, "--out", folder, "--name", name, "--quiet"], check=True)
            subprocess.run([program, "prove", f"{folder}/{name}", *decks, "--quiet"], check=True)
            path = Path(folder) / name / "certificates.json"
            subprocess.run(["python3", HERE / "verify.py", path], check=True, stdout=subprocess.DEVNULL)
            whole = json.loads(path.read_text())
            for certificate in whole["certificates"][:3]:
                checked += 1
                for where, other, changed in changes(certificate):
                    tried += 1
                    try:
                        verify.check(changed, whole["every"])
                    except verify.WRONG:
                        noticed |= {where} if other is not None else set()
                        continue
                    if where not in AS_TRUE or other is None:
                        raise SystemExit(f"{name}: {where} = {other} is not noticed: {json.dumps(changed)}")
    assert noticed >= AS_TRUE, AS_TRUE - noticed
    print(f"{checked} certificates, {tried} of them broken, all noticed")


if __name__ == "__main__":
    main()
