#!/usr/bin/env python3
"""Checks docs/findings.md and docs/ludo.md against the data beside them, without war-sim: oracle.py plays the endless
deals again and counts small decks anew, and what the pages say of their tables is recounted."""
import csv
import re
import statistics
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path

sys.dont_write_bytecode = True
import oracle

DOCS = Path(__file__).resolve().parent.parent / "docs"
BY_CARDS = ["winner-first", "winner-block", "high-first", "loser-first", "loser-block", "low-first"]
BY_SEATS = ["as-laid", "a-block", "last-first"]
# Small decks of never-ends.csv whose orders are all played here; one suit has no ties, so no card ever lies face down.
COUNTED = [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (2, 2), (3, 2), (2, 3), (2, 4), (4, 2)]
faults = []


def expect(true, what):
    if not true:
        faults.append(what)


def rows(name):
    with (DOCS / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def cards(text):
    return tuple(map(int, text.split()))


def says(page, *words):
    """That a page has these words, wherever its lines break."""
    flat = " ".join(page.split())
    for word in words:
        expect(word in flat, f"a page does not say: {word}")


@cache
def rules_of(face_down, pickup):
    return oracle.rules({"war.face_down": face_down, "pickup": pickup, "limit.unit": "none"})


def course(hands, face_down, pickup="winner-first"):
    """Rounds before the cycle and in it, battles and wars up to the first return; None if the game ends."""
    game = oracle.Game(rules_of(face_down, pickup), hands=hands)
    result = game.play()
    if result.end_reason != "cycle":
        return None
    before = game.seen[game.state()]
    return before, result.rounds - before, result.battles, result.wars


def endless_deals(page):
    """Every deal of for-ever.csv and of the page is played until its position comes back."""
    away, deals = set(), rows("for-ever.csv")
    for row in deals:
        ranks, suits, jokers, down = (int(row[key]) for key in ("ranks", "suits", "jokers", "face_down"))
        deck = sorted([rank for rank in range(2, ranks + 2) for _ in range(suits)] + [ranks + 2] * jokers)
        for card in cards(row["without"]):
            deck.remove(card)
        hands = cards(row["hand_a"]), cards(row["hand_b"])
        what = f"for-ever.csv: {row['hand_a']}"
        expect(sorted(hands[0] + hands[1]) == sorted(deck + list(cards(row["with"]))), f"{what}: not this deck")
        expect(len(hands[0]) - len(hands[1]) in (0, 1), f"{what}: not dealt so")
        told = tuple(int(row[key]) for key in ("rounds_before", "rounds_of_cycle", "battles", "wars"))
        expect(course(hands, down) == told, f"{what}: another course")
        if sum(map(len, hands)) == 51:
            expect(told[3] == 0, f"{what}: has a war")
            away.add(row["without"])
    expect(away == set(map(str, range(2, 15))), "a rank without an endless deal of 51 cards")
    says(page, f"{len(deals)} deals in all")
    for line in (line for line in page.splitlines() if re.match(r"\| \d+ x 4", line) and "`, `" in line):
        hands = re.findall(r"`([\d ]+)`", line)
        before, cycle = map(int, re.search(r"\| (\d+), (\d+) \|$", line).groups())
        found = [course(tuple(map(cards, hands)), d) for d in ((1, 0, 2, 3, 7) if "any number" in line else (1,))]
        expect(all(one and one[:2] == (before, cycle) for one in found), f"findings.md: {line}: {found}")
    typed = re.findall(r'"A: ([\d ]+)\| B: ([\d ]+)"', re.sub(r" \\\n +", " ", page))
    found = [course((cards(a), cards(b)), 1) for a, b in typed]
    expect(len(found) == 3 and None not in found, "a deal of the page ends")
    told = [(one[1], one[3]) for one in found if one]
    expect((31_500, 210) in told and (35_640, 198) in told, f"the page tells other cycles: {told}")


def wilson(k, n, sign, z=1.959964):
    share = k / n
    spread = z * (share * (1 - share) / n + z * z / 4 / n / n) ** 0.5
    return (share + z * z / 2 / n + sign * spread) / (1 + z * z / n)


def map_of_endless_games(page):
    """The map: its intervals, small decks counted anew, what the page counts of it and shows."""
    table = rows("never-ends.csv")
    cell = {(int(r["ranks"]), int(r["suits"]), r["pickup"], int(r["face_down"])): r for r in table}
    expect(len(cell) == len(table) == 1_728, "not 1,728 cells")
    ends = lambda row: tuple(int(row[key]) for key in ("games", "never_end", "given_up"))
    for key, row in cell.items():
        games, endless, left = ends(row)
        low, high = endless / games, (endless + left) / games
        if row["counted"] == "sampled":
            low, high = wilson(endless, games, -1), wilson(endless + left, games, 1)
        expect(abs(low - float(row["ci_low"])) < 1e-6 > abs(high - float(row["ci_high"])), f"interval of {key}")
        expect(row["share"] == ("" if left else f"{endless / games:.6g}"), f"share of {key}")
    for ranks, suits in COUNTED:
        orders = set(permutations([rank for rank in range(2, ranks + 2) for _ in range(suits)]))
        for pickup in BY_CARDS + BY_SEATS:
            for down in range(4 if suits > 1 else 1):
                found = sum(course((order[::2], order[1::2]), down, pickup) is not None for order in orders)
                for like in [down] if suits > 1 else range(4):
                    told = ends(cell[ranks, suits, pickup, like])
                    expect(told == (len(orders), found, 0), f"{ranks} x {suits}, {pickup}, {like}: {found}")
    some = lambda keys: [int(cell[key]["never_end"]) > 0 for key in keys]
    down = [key for key in cell if key[3] > 0]
    for orders, parity, words in [(BY_SEATS, 0, "in {} of {} cells with one"), (BY_SEATS, 1, "no deal of an odd number"),
                                  (BY_CARDS, 1, "{} of {} odd cells"), (BY_CARDS, 0, "{} of {} even ones")]:
        found = some(key for key in down if key[2] in orders and key[0] * key[1] % 2 == parity)
        says(page, words.format(sum(found), len(found)))
        expect(any(found) != words.startswith("no deal"), f"not so: {words}")
    powers = {2**k for k in range(9)} | {3 * 2**k for k in range(7)}
    expect(not any(some(k for k in cell if k[2] == "winner-first" and k[0] * k[1] in powers)), "2^k cards are endless")
    left = [ends(row)[2] for row in table if row["given_up"] != "0"]
    expect(all(row["face_down"] == "0" for row in table if row["given_up"] != "0"), "given up with cards face down")
    says(page, f"{len(left)} cells, all with no card face down", f"with {sum(left):,} games")
    share = lambda ranks, suits, pickup, down: float(cell[ranks, suits, pickup, down]["share"]) * 100
    three = [share(13, 4, "as-laid", down) for down in (1, 2, 3)]
    says(page, "{:.1f} % never end with one card face down, {:.1f} % with two, {:.1f} % with three".format(*three))
    head = re.search(r"\| ranks x suits \| cards \|(.*)\|", page)[1]
    for line in re.findall(r"^\| (\d+) x (\d+) \| (\d+) \| ([^`\n]+) \|$", page, re.M):
        ranks, suits, count = map(int, line[:3])
        shown = [0 if (x := share(ranks, suits, p, 1)) == 0 else f"{x:.1f}" for p in re.findall("`(.*?)`", head)]
        expect(ranks * suits == count and line[3].split(" | ") == list(map(str, shown)), f"findings.md: {line}")


def loops(page):
    """Beggar-My-Neighbour: every deal of loops.csv runs into its loop."""
    demands, count, loop = {"-": 0, "J": 1, "Q": 2, "K": 3, "A": 4}, Counter(), {}
    for row in rows("loops.csv"):
        hands, seen, positions, played, who = row["hands"].split("/"), {}, [], 0, 0
        expect(all("".join(hands).count(court) == 4 for court in "JQK"), f"loops.csv: {row['hands']}: not this pack")
        while (here := (hands[0], hands[1], who)) not in seen:
            seen[here] = played
            positions.append(here)
            pile, owed = "", None
            while owed != 0 and hands[who]:
                pile, hands[who] = pile + hands[who][0], hands[who][1:]
                if demands[pile[-1]]:
                    owed, who = demands[pile[-1]], 1 - who
                elif owed is None:
                    who = 1 - who
                else:
                    owed -= 1
            played += len(pile)
            if owed != 0:
                break
            who = 1 - who
            hands[who] += pile
        told = tuple(int(row[key]) for key in ("cards", "tricks", "period_cards", "period_tricks"))
        period = len(positions) - positions.index(here) if here in seen else 0
        found = (played, len(positions), played - seen.get(here, played), period)
        expect(found == told, f"loops.csv: {row['hands']}: {found}")
        # The same loop may be gone round with the seats exchanged.
        around = {(place[place[2]], place[1 - place[2]]) for place in positions[-told[3]:]}
        expect(around == loop.setdefault((row["rules"], row["loop"]), around), f"loops.csv: {row['hands']}: another loop")
        count[row["rules"], row["loop"]] += row["what"] == "deal"
    found = [[n for (rules, _), n in count.items() if rules == name] for name in ("beggar", "camicia")]
    says(page, f"{sum(found[0])} deals run into them", "({}, {}, {} and {};".format(*found[0]), "have {} and {} deals".format(*found[1]))


def pickup_orders(page):
    """The game of skill: the page shows what pick-up-orders.csv has."""
    of = {(int(r["face_down"]), r["a"], r["b"]): (float(r["a_wins_percent"]), float(r["never_ends_percent"]))
          for r in rows("pick-up-orders.csv")}
    expect(len(of) == 243 == 3 * len({a for _, a, _ in of}) ** 2, "not nine orders, each against each")
    head = re.findall("`(.*?)`", re.search(r"\| cards face down \|(.*)\|", page)[1])
    for down in (1, 2, 3):
        wins = [of[down, order, "shuffled"][0] for order in head]
        says(page, f"| {down} | {' | '.join(map(str, wins))} |")
        expect(wins[0] > 50 and all((won > 50) == (down != 2) for won in wins[1:]), f"orders with {down} face down")
    tops, lows = ["high-first", "winner-first", "winner-block"], ["low-first", "loser-first", "loser-block"]
    never = lambda one, two: [of[down, a, b][1] for down in (1, 2, 3) for a in one for b in two]
    expect(not any(never(tops, tops) + never(lows, lows)), "a family has endless games")
    between = never(tops, lows) + never(lows, tops)
    says(page, f"between the two {min(between)} % to {max(between)} %")


@cache
def wins_every_turn(left):
    """P(A wins every turn without a tie); `left[k]` ranks have k cards left. Of two ranks either is as likely A's."""
    cards = sum(k * ranks for k, ranks in enumerate(left))
    total = Fraction(cards == 0)
    for i in range(1, len(left)):
        once = tuple(n - (k == i) + (k == i - 1) for k, n in enumerate(left))
        for j in range(1, len(left)):
            # The other card is of another rank: the one that A's card came from has i - 1 cards now.
            others = once[j] - (j == i - 1)
            if left[i] and others > 0:
                twice = tuple(n - (k == j) + (k == j - 1) for k, n in enumerate(once))
                total += Fraction(i * left[i] * j * others, 2 * cards * (cards - 1)) * wins_every_turn(twice)
    return total


def every_turn(page):
    """How rarely a player wins every turn of a full deck."""
    chance = wins_every_turn((0, 0, 0, 0, 13))
    says(page, f"1 in {float(1 / chance):,.1f}", f"1 in {float(1 / chance / 2):,.1f}")


def best_dice(page):
    """The best dice of docs/ludo.md: best-die.csv has each against every other die with a six; all intervals hold at once."""
    table = rows("best-die.csv")
    z = statistics.NormalDist().inv_cdf(1 - 0.025 / len(table))
    above = lambda row, count: wilson(int(row[count]), int(row["games"]), -1, z) > 0.5
    of = {name: [row for row in table if row["favourite"] == name] for name in {row["favourite"] for row in table}}
    for row in table:
        expect(int(row["wins"]) + int(row["losses"]) + int(row["ties"]) == int(row["games"]), f"best-die.csv: {row}")
    first, frozen = ([row for row in of[name] if row["die"] != "6 6 6 6 6 6"] for name in ("1 6 6 6 6 6", "3 4 6 6 6 6"))
    expect(all(above(row, "wins") for row in first) and len(first) == 2_000, "a die beats 1 6 6 6 6 6")
    expect(all(int(row["wins"]) > int(row["losses"]) for row in frozen) and len(frozen) == 2_000, "3 4 6 6 6 6 loses")
    lost, won = (sum(above(row, count) for row in of["1 2 3 4 6 6"]) for count in ("losses", "wins"))
    says(page, f"It beats {won:,} of the others, {lost} beat it", f"(all {len(table):,} hold at once)")


def main():
    findings, ludo = ((DOCS / name).read_text(encoding="utf-8") for name in ("findings.md", "ludo.md"))
    for check in (endless_deals, map_of_endless_games, loops, pickup_orders, every_turn, best_dice):
        check(ludo if check is best_dice else findings)
        print(f"{check.__name__.replace('_', ' ')}: {'checked' if not faults else f'{len(faults)} faults'}")
    sys.exit("\n".join(faults[:20]) if faults else 0)


if __name__ == "__main__":
    main()
