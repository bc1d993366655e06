#!/usr/bin/env python3
"""Checks the certificates of `war-sim prove`: plays each deal, without war-sim.

    python3 scripts/verify.py results/nine/certificates.json
"""
import hashlib
import json
import sys

# How a certificate can fail.
WRONG = AssertionError, KeyError, TypeError, ValueError, AttributeError, IndexError


# Words of the rules of War that are all there or none: without them everything is as usual.
MORE = {"pickup_war", "pickup_b", "pickup_war_b", "ace", "ace_counts", "lowest_beats_highest", "short", "both_short",
        "reversed_pile", "dealt"}


def war(c):
    """The deal's game, round by round: (position, battles, wars), then how it ended."""
    r, hands, piles, battles, wars = c["rules"], [list(c["a"]), list(c["b"])], [[], []], 0, 0
    assert not MORE & r.keys() or MORE < r.keys(), "words are missing"
    if not MORE < r.keys():
        r = r | {"pickup_war": r["pickup"], "pickup_b": r["pickup"], "pickup_war_b": r["pickup"], "ace": "high",
                 "ace_counts": 1, "lowest_beats_highest": False, "short": "lose", "both_short": "draw",
                 "reversed_pile": False, "dealt": True}
    assert r["both_short"] in ("draw", "more-cards") and r["ace"] in ("high", "low"), "an unknown word"
    assert r["lay"] in ("blocks", "alternating"), "an unknown word"
    assert all(type(r[word]) is bool for word in ("low_wins", "lowest_beats_highest", "reversed_pile", "dealt"))
    ranks = range(r["lowest"], r["lowest"] + r["ranks"])
    assert r["suits"] >= 0 and r["jokers"] >= 0, "no deck"
    deck = [rank for rank in ranks for _ in range(r["suits"])] + [ranks.stop] * r["jokers"]
    assert ("without" in r) == ("with" in r), "words are missing"
    for card in r.get("without", []):
        deck.remove(card)
    assert sorted(c["a"] + c["b"]) == sorted(deck + r.get("with", [])), "no deal of the deck"
    assert not r["dealt"] or len(c["a"]) - len(c["b"]) in (0, 1), "no deal of the deck"
    by_rank = r["face_down"] == "tied-rank"
    aces = (1, 14) if by_rank else (14,) if 14 in ranks else ()
    assert 1 <= r["ace_counts"] <= 14 and not (by_rank and r["jokers"])
    assert not (r["ace"] == "low" and not by_rank and 14 in ranks and ranks[0] < 2), "a card below the low ace"
    orders = {  # by whom, the how many-th of that player, the card, after how many wars; what comes first is smaller
        "as-laid": lambda won: lambda laid: 0,
        "winner-first": lambda won: lambda laid: (laid[1], laid[0] != won),
        "loser-first": lambda won: lambda laid: (laid[1], laid[0] == won),
        "winner-block": lambda won: lambda laid: laid[0] != won,
        "loser-block": lambda won: lambda laid: laid[0] == won,
        "a-block": lambda won: lambda laid: laid[0],
        "each-from-top": lambda won: lambda card: (laid[card[0]] - card[1], card[0] != won),
        "last-war-first": lambda won: lambda laid: (-laid[3], laid[0] != won),
        "high-first": lambda won: lambda laid: -height(laid[2]),
        "low-first": lambda won: lambda laid: height(laid[2]),
    }
    pickups = [r["pickup"], r["pickup_war"], r["pickup_b"], r["pickup_war_b"]]
    assert all(word in orders or word == "last-first" for word in pickups), "an unknown order"

    def height(card):
        return {"low": 1, "high": 14}[r["ace"]] if card in aces else card

    def held():
        return [len(hands[who]) + len(piles[who]) for who in (0, 1)]

    def place(who):
        cards = " ".join(map(str, hands[who]))
        return cards + " / " + " ".join(map(str, piles[who])) if r["reversed_pile"] else cards

    def end(losers, reason, more_cards=False):
        left = held() if more_cards else [0, 0]
        if all(losers):
            return battles, wars, "A" if left[0] > left[1] else "B" if left[1] > left[0] else "draw", reason
        return battles, wars, "BA"[losers[1]], reason

    ends = {height(rank) for rank in (ranks[0], ranks[-1])} if ranks else set()
    while True:
        pot, laid, kept = [], [0, 0], [False, False]

        def lay(who):
            if not hands[who]:
                hands[who], piles[who] = piles[who][::-1], []
            pot.append((who, laid[who], hands[who].pop(0), wars))
            laid[who] += 1
            return pot[-1][2]

        while True:
            out = [cards == 0 and not stays for cards, stays in zip(held(), kept)]
            if any(out):
                return end(out, "both-out" if all(out) else "out-of-cards")
            if not pot:
                yield place(0) + " | " + place(1), battles, wars
                up = [None, None]
            battles += 1
            up = [up[who] if kept[who] else lay(who) for who in (0, 1)]
            a, b = map(height, up)
            if a != b:
                break
            wars, cards = wars + 1, held()
            first = "again" not in r or len(pot) == 2
            stake = (r["again"] + 1 if not first else
                     (r["ace_counts"] if up[0] in aces else up[0]) if by_rank else r["face_down"] + 1)
            down = [stake - 1, stake - 1]
            if r["short"] == "lose":
                short = [had < (stake if by_rank and first else stake - 1) for had in cards]
            elif r["short"] == "draw":
                short = [had < stake for had in cards]
                if any(short):
                    return battles, wars, "draw", "both-short" if all(short) else "short-in-war"
            elif r["short"] == "last-card":
                short = [cards == [0, 0]] * 2
                kept = [had == 0 for had in cards]
                down = [min(stake - 1, max(had - 1, 0)) for had in cards]
            elif r["short"] == "last-card-or-lose":
                short = [had == 0 for had in cards]
                down = [min(stake - 1, had - 1) for had in cards]
            else:
                assert r["short"] == "reduce", "an unknown word"
                short = [had == 0 for had in cards]
                down = [min(stake - 1, *(had - 1 for had in cards))] * 2
            if any(short):
                return end(short, "both-short" if all(short) else "short-in-war", r["both_short"] == "more-cards")
            blocks = [0] * down[0] + [1] * down[1]
            turns = [who for k in range(max(down)) for who in (0, 1) if k < down[who]]
            for who in blocks if r["lay"] == "blocks" else turns:
                lay(who)
        beats = r["lowest_beats_highest"] and {a, b} == ends
        won = 0 if (a > b) != (r["low_wins"] or beats) else 1
        pickup = pickups[2 * won + (len(pot) > 2)]
        pot = pot[::-1] if pickup == "last-first" else sorted(pot, key=orders[pickup](won))
        (piles if r["reversed_pile"] else hands)[won] += [card for _, _, card, _ in pot]


def table(c):
    """The same of War for three to eight, whose rules have a word for the number of players."""
    r, hands, piles, battles, wars = c["rules"], [list(hand) for hand in c["hands"]], [[] for _ in c["hands"]], 0, 0
    players, ranks = r["players"], range(r["lowest"], r["lowest"] + r["ranks"])
    assert players in range(3, 9) and len(hands) == players and r["suits"] >= 0 and r["jokers"] >= 0
    assert type(r["low_wins"]) is bool and type(r["reversed_pile"]) is bool
    deck = [rank for rank in ranks for _ in range(r["suits"])] + [ranks.stop] * r["jokers"]
    odd, every = len(deck) % players, sum(hands, [])
    sizes = [len(deck) // players + (who < odd and r["leftover"] == "dealt") for who in range(players)]
    assert list(map(len, hands)) == sizes, "no deal of the deck"
    if r["leftover"] == "left-out":
        assert all(every.count(card) <= deck.count(card) for card in every), "no deal of the deck"
    else:
        assert r["leftover"] in ("dealt", "lowest-out"), "an unknown word"
        assert sorted(every) == deck[odd if r["leftover"] == "lowest-out" else 0 :], "no deal of the deck"
    for word, known in (("ace", ("high", "low")), ("lay", ("blocks", "alternating")), ("fighters", ("tied", "all")),
                        ("short", ("lose", "last-card", "last-card-or-lose", "reduce"))):
        assert r[word] in known, "an unknown word"
    assert r["face_down"] in range(21) and not (r["ace"] == "low" and 14 in ranks and ranks[0] < 2)

    def height(card):
        return 1 if card == 14 and r["ace"] == "low" else card

    def left(who):
        return len(hands[who]) + len(piles[who])

    def alive():
        return [who for who in range(players) if left(who)]

    def place(who):
        cards = " ".join(map(str, hands[who]))
        return cards + " / " + " ".join(map(str, piles[who])) if r["reversed_pile"] else cards

    def ended(won, nobody):
        return (battles, wars, "ABCDEFGH"[alive()[0]], won) if alive() else (battles, wars, "draw", nobody)

    while True:
        if len(alive()) < 2:
            return ended("out-of-cards", "both-out")
        yield " | ".join(map(place, range(players))), battles, wars
        pots, fighters = [], []
        while not fighters:
            if len(alive()) < 2:
                return ended("short-in-war", "both-short")
            pot, up, fighters, to_turn, holds_war = [], {}, alive(), alive(), False

            def lay(who):
                if not hands[who]:
                    hands[who], piles[who] = piles[who][::-1], []
                pot.append((who, sum(by == who for by, _, _ in pot), hands[who].pop(0)))
                return pot[-1][2]

            while True:
                up |= {who: lay(who) for who in to_turn}
                battles += 1
                best = (min if r["low_wins"] else max)(height(up[who]) for who in fighters)
                tied = [who for who in fighters if height(up[who]) == best]
                if len(tied) == 1:
                    fighters, by_battle = tied, True
                    break
                wars, holds_war, by_battle = wars + 1, True, False
                fighters = tied if r["fighters"] == "tied" else fighters
                had, down = {who: left(who) for who in fighters}, r["face_down"]
                empty, kept = [who for who in fighters if not had[who]], []
                if r["short"] == "lose":
                    for who in [who for who in fighters if had[who] < down]:
                        fighters = [other for other in fighters if other != who]
                        while left(who):
                            lay(who)
                elif r["short"] == "last-card" and len(empty) < len(fighters):
                    kept = empty
                else:
                    fighters = [who for who in fighters if who not in empty]
                if len(fighters) < 2:
                    break
                fewest = min(left(who) for who in fighters)
                alike = {"lose": down, "reduce": min(down, fewest - 1)}.get(r["short"])
                pays = {who: min(down, max(0, left(who) - 1)) if alike is None else alike for who in fighters}
                turns = [who for k in range(down) for who in fighters if k < pays[who]]
                for who in sorted(turns) if r["lay"] == "blocks" else turns:
                    lay(who)
                fighters = [who for who in fighters if left(who) or who in kept]
                if len(fighters) < 2:
                    break
                to_turn = [who for who in fighters if who not in kept]
            pots.append((pot, holds_war))
        won = fighters[0]
        for pot, holds_war in pots:
            after = {who: (who - won) % players for who in range(players)}
            orders = {
                "as-laid": lambda laid: 0,
                "winner-first": lambda laid: (laid[1], after[laid[0]]),
                "winner-block": lambda laid: after[laid[0]],
                "high-first": lambda laid: -height(laid[2]),
                "low-first": lambda laid: height(laid[2]),
            }
            pickup = r["pickup_war" if holds_war else "pickup"]
            assert pickup in orders or pickup == "last-first", "an unknown order"
            pot = pot[::-1] if pickup == "last-first" else sorted(pot, key=orders[pickup])
            (piles if r["reversed_pile"] else hands)[won] += [card for _, _, card in pot]
        if not by_battle and len(alive()) < 2:
            return ended("short-in-war", "both-short")


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
    game = table if game is war and "players" in c["rules"] else game
    course, digests, seen, first = game(c), [], {}, c.get("pre_period")
    fought = 0 if game is beggar else c["wars"]
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
