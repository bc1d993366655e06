#!/usr/bin/env python3
"""Checks the certificates of `war-sim prove`: plays each deal, without war-sim.

    python3 scripts/verify.py results/nine/certificates.json
"""
import hashlib
import json
import sys

# How a certificate can fail.
WRONG = AssertionError, KeyError, TypeError, ValueError, AttributeError, IndexError


def war(c):
    """The deal's game, round by round: (position, battles, wars), then how it ended."""
    r, hands, battles, wars = c["rules"], [list(c["a"]), list(c["b"])], 0, 0
    pickup, face_down, lay_in, low_wins = r["pickup"], r["face_down"], r["lay"], r["low_wins"]
    ranks = range(r["lowest"], r["lowest"] + r["ranks"])
    assert r["suits"] >= 0 and r["jokers"] >= 0, "no deck"
    deck = [rank for rank in ranks for _ in range(r["suits"])] + [ranks.stop] * r["jokers"]
    assert sorted(c["a"] + c["b"]) == deck and len(c["a"]) - len(c["b"]) in (0, 1), "no deal of the deck"
    orders = {  # by whom, the how many-th of that player, the card, after how many wars; what comes first is smaller
        "as-laid": lambda won: lambda laid: 0,
        "winner-first": lambda won: lambda laid: (laid[1], laid[0] != won),
        "loser-first": lambda won: lambda laid: (laid[1], laid[0] == won),
        "winner-block": lambda won: lambda laid: laid[0] != won,
        "loser-block": lambda won: lambda laid: laid[0] == won,
        "a-block": lambda won: lambda laid: laid[0],
        "last-war-first": lambda won: lambda laid: (-laid[3], laid[0] != won),
        "high-first": lambda won: lambda laid: -laid[2],
        "low-first": lambda won: lambda laid: laid[2],
    }
    while True:
        pot, laid = [], [0, 0]

        def lay(who):
            pot.append((who, laid[who], hands[who].pop(0), wars))
            laid[who] += 1
            return pot[-1][2]

        while True:
            out = [not hand for hand in hands]
            if any(out):
                return battles, wars, *(("draw", "both-out") if all(out) else ("BA"[out[1]], "out-of-cards"))
            if not pot:
                yield " | ".join(" ".join(map(str, hand)) for hand in hands), battles, wars
            a, b, battles = lay(0), lay(1), battles + 1
            if a != b:
                break
            wars, short = wars + 1, [len(hand) < face_down for hand in hands]
            if any(short):
                return battles, wars, *(("draw", "both-short") if all(short) else ("BA"[short[1]], "short-in-war"))
            blocks = [0] * face_down + [1] * face_down
            for who in blocks if lay_in == "blocks" else [0, 1] * face_down:
                lay(who)
        won = 0 if (a > b) != low_wins else 1
        pot = pot[::-1] if pickup == "last-first" else sorted(pot, key=orders[pickup](won))
        hands[won] += [card for _, _, card, _ in pot]


def beggar(c):
    """The same of Beggar-My-Neighbour: cards are what they demand, 0 for plain ones."""
    hands, who, cards = [list(c["a"]), list(c["b"])], {"first": 0, "second": 1}[c["rules"]["leader"]], 0
    every = c["a"] + c["b"]
    assert [every.count(k) for k in range(5)] == c["rules"]["cards"], "no deal of the deck"
    assert len(c["a"]) - len(c["b"]) in (0, 1), "no deal of the deck"
    for tricks in range(10**9):
        yield "%s leads: " % "AB"[who] + " | ".join(" ".join(map(str, hand)) for hand in hands), cards, 0
        pile, owed = [], None
        while owed != 0:
            if not hands[who]:
                return cards, 0, "BA"[who], "out-of-cards"
            pile.append(hands[who].pop(0))
            cards += 1
            if pile[-1]:
                owed, who = pile[-1], 1 - who
            elif owed is None:
                who = 1 - who
            else:
                owed -= 1
        who = 1 - who
        hands[who] += pile
        if not hands[1 - who]:
            return cards, 0, "AB"[who], "out-of-cards"


def check(c, every):
    """Fails unless everything that the certificate says is so."""
    game, length, rounds = (war, "battles", "rounds") if c["game"] == "war" else (beggar, "cards", "tricks")
    course, digests, seen, first = game(c), [], {}, c.get("pre_period")
    fought = c["wars"] if game is war else 0
    assert c["game"] in ("war", "beggar") and (first is None) == ("period" not in c)
    for step in range(c[rounds] + 1):
        try:
            position, count, wars = next(course)
        except StopIteration as ended:
            assert (ended.value, step) == ((c[length], fought, c["outcome"], c["end_reason"]), c[rounds])
            assert first is None, "it ends"
            break
        if step % every == 0 and step < c[rounds]:
            digests.append(hashlib.sha256(position.encode()).hexdigest()[:16])
        if position in seen:
            assert (seen[position], step - seen[position], step) == (first, c["period"], c[rounds]), "period"
            assert (count, wars) == (c[length], fought), "length"
            assert c["outcome"] == "draw" and c["end_reason"] in ("cycle", "loop")
            break
        seen[position] = step
    else:
        raise AssertionError("it goes on")
    assert digests == c["digests"], "digests"


def main():
    for path in sys.argv[1:] or sys.exit(__doc__):
        try:
            with open(path, encoding="utf-8") as file:
                whole = json.load(file)
            assert whole["format"] == "war-sim certificates 1", "the format"
        except (OSError, *WRONG) as wrong:
            sys.exit(f"{path}: these are no certificates: {wrong!r}; name the certificates.json of `war-sim prove`")
        for number, certificate in enumerate(whole["certificates"], 1):
            try:
                check(certificate, whole["every"])
            except WRONG as wrong:
                sys.exit(f"{path}: certificate {number} is wrong: {wrong!r}")
        print(f"{path}: {len(whole['certificates'])} certificates, all true")


if __name__ == "__main__":
    main()
