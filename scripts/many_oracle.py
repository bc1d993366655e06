#!/usr/bin/env python3
"""War for three to eight once more, in plain Python, written from docs/war.md to be read and not to be fast.

A second implementation that shares nothing with the program it checks: hands are lists, a pot is a list of
(seat, card) in laying order, a cycle is found by remembering every position. Standard library only, Python
3.11 or newer.

    many_oracle.py --cases 300 --seed 1                      random rule sets, ten decks each, both play them;
                                                             then seeded games by both engines, their rows alike
    many_oracle.py --war-sim PROGRAM --cases 300 --seed 1    the same with another program

Readings where the description leaves a choice:

 1. Shortage is asked of all fighters at once. If one of them is left after it, nothing is laid and the pot is
    that fighter's; if none is left, the pot lies.
 2. Who is out by `lose` lays what is left hand first, then pile, before anybody else lays.
 3. A kept card (`last-card`) stands where it lay; it may be kept again.
 4. A pot that lies is put in order by who takes it, also where that player has no card in it; it holds a war.
 5. After a war without a battle the last with cards has won before a limit is asked.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path

SEATS = "ABCDEFGH"


class Over(Exception):
    """The game is over: who has won (a seat or None), and why."""


class Game:
    def __init__(self, rules, deck):
        self.rules, self.n = rules, rules["players"]
        if rules["leftover"] == "left-out":
            deck = deck[: len(deck) // self.n * self.n]
        if rules["deal"] == "alternate":
            self.hands = [deck[seat :: self.n] for seat in range(self.n)]
        else:
            sizes = [len(deck) // self.n + (seat < len(deck) % self.n) for seat in range(self.n)]
            self.hands = [deck[sum(sizes[:seat]) : sum(sizes[: seat + 1])] for seat in range(self.n)]
        self.piles = [[] for _ in self.hands]
        self.battles = self.rounds = self.wars = self.deepest = 0

    def held(self, seat):
        return len(self.hands[seat]) + len(self.piles[seat])

    def alive(self):
        return [seat for seat in range(self.n) if self.held(seat)]

    def height(self, card):
        height = 1 if card == 14 and self.rules["ace_is_low"] else card
        return -height if self.rules["low_wins"] else height

    def top(self, seat):
        if not self.hands[seat]:
            pile, self.piles[seat] = self.piles[seat], []
            self.hands[seat] = pile[::-1] if self.rules["winnings"] == "pile-reversed" else pile
        return self.hands[seat].pop(0)

    def limit(self, when, with_rounds):
        unit, at, asked, verdict, ceiling = self.rules["limit"]
        reached = {
            "battles": self.battles >= at,
            "rounds": with_rounds and self.rounds >= at,
            "none": self.battles >= ceiling,
        }[unit]
        if reached and when == asked:
            sizes = [self.held(seat) for seat in range(self.n)]
            best = sizes.index(max(sizes)) if sizes.count(max(sizes)) == 1 else None
            raise Over(best if verdict == "more-cards" else None, "limit")

    def decided(self, won, nobody):
        alive = self.alive()
        if len(alive) < 2:
            raise Over(alive[0], won) if alive else Over(None, nobody)

    def in_order(self, pot, holds_war, winner):
        pickup = self.rules["pickup_war"] if holds_war and self.rules["pickup_war"] else self.rules["pickup"]
        seats = [(winner + k) % self.n for k in range(self.n)]
        own = [[card for seat, card in pot if seat == wanted] for wanted in seats]
        cards = [card for _, card in pot]
        strength = lambda card: self.height(card) * (-1 if self.rules["low_wins"] else 1)  # noqa: E731
        match pickup:
            case "winner-first":
                return [c for group in zip_longest(*own) for c in group if c is not None]
            case "winner-block":
                return sum(own, [])
            case "last-first":
                return cards[::-1]
            case "high-first":
                return sorted(cards, key=lambda card: -strength(card))
            case "low-first":
                return sorted(cards, key=strength)
        return cards

    def take(self, winner, pots):
        for pot, holds_war in pots:
            goes = self.hands if self.rules["winnings"] == "bottom" else self.piles
            goes[winner] += self.in_order(pot, holds_war, winner)

    def round(self):
        self.decided("out-of-cards", "both-out")
        self.limit("before", True)
        self.rounds += 1
        pots, depth = [], 0
        while True:
            pot, shown = [], {}
            for seat in self.alive():
                shown[seat] = self.top(seat)
                pot.append((seat, shown[seat]))
            holds_war = False
            while True:
                self.battles += 1
                best = max(self.height(card) for card in shown.values())
                tied = [seat for seat, card in shown.items() if self.height(card) == best]
                if len(tied) == 1:
                    self.take(tied[0], [*pots, (pot, holds_war)])
                    self.limit("after", True)
                    return
                depth, self.wars, holds_war = depth + 1, self.wars + 1, True
                self.deepest = max(self.deepest, depth)
                self.limit("after", False)
                fighters = tied if self.rules["fighters"] == "tied" else list(shown)
                kept = self.war(fighters, pot)
                if len(fighters) < 2:
                    break
                self.limit("before", False)
                shown = {seat: shown[seat] if seat in kept else None for seat in fighters}
                for seat in fighters:
                    if seat not in kept:
                        shown[seat] = self.top(seat)
                        pot.append((seat, shown[seat]))
            pots.append((pot, holds_war))
            if fighters:
                self.take(fighters[0], pots)
                self.decided("short-in-war", "both-short")
                self.limit("after", True)
                return
            self.decided("short-in-war", "both-short")
            self.limit("before", False)

    def war(self, fighters, pot):
        """Lays what the tie costs; takes those who are out from `fighters`; returns who keeps a card."""
        cost, short, kept = self.rules["face_down"], self.rules["short"], set()
        empty = [seat for seat in fighters if not self.held(seat)]
        if short == "lose":
            for seat in [seat for seat in fighters if self.held(seat) < cost]:
                fighters.remove(seat)
                while self.held(seat):
                    pot.append((seat, self.top(seat)))
        elif short == "last-card":
            kept = set(empty)
            if len(empty) == len(fighters):
                fighters.clear()
        else:
            for seat in empty:
                fighters.remove(seat)
        if len(fighters) < 2:
            return kept
        lays = {seat: cost for seat in fighters}
        if short == "reduce":
            lays = dict.fromkeys(fighters, min(cost, min(map(self.held, fighters)) - 1))
        elif short != "lose":
            lays = {seat: max(0, min(cost, self.held(seat) - 1)) for seat in fighters}
        if self.rules["lay"] == "blocks":
            turns = [seat for seat in fighters for _ in range(lays[seat])]
        else:
            turns = [seat for k in range(cost) for seat in fighters if k < lays[seat]]
        pot += [(seat, self.top(seat)) for seat in turns]
        for seat in [seat for seat in fighters if not self.held(seat) and seat not in kept]:
            fighters.remove(seat)
        return kept

    def play(self):
        unit, seen = self.rules["limit"][0], set()
        try:
            while True:
                if unit == "none":
                    pile = self.rules["winnings"] == "pile"
                    both = zip(self.hands, self.piles)
                    position = str([[h + p, []] if pile else [h, p] for h, p in both])
                    if position in seen:
                        raise Over(None, "cycle")
                    seen.add(position)
                self.round()
        except Over as over:
            winner, why = over.args
        outcome = "draw" if winner is None else SEATS[winner]
        counts = self.battles, self.rounds, self.wars, self.deepest, *map(self.held, range(self.n))
        return [outcome, "", why, *map(str, counts)]


def random_rules(draw):
    ranks, suits, jokers = draw.randint(1, 13), draw.randint(1, 5), draw.choice([0, 0, 0, 1, 2])
    lowest = draw.choice([2, 2, 2, 15 - ranks])
    has_ace = lowest <= 14 < lowest + ranks
    unit = draw.choice(["battles", "rounds", "none"])
    face_down = draw.choice([0, 1, 1, 2, 3, 3, 4, 7])
    orders = ["as-laid", "winner-first", "winner-block", "last-first", "high-first", "low-first"]
    return {
        "players": draw.randint(3, 8),
        "leftover": draw.choice(["dealt", "left-out", "lowest-out"]),
        "deal": draw.choice(["alternate", "halves"]),
        "deck": (suits, ranks, lowest, jokers),
        "ace_is_low": has_ace and draw.random() < 0.3,
        "low_wins": draw.random() < 0.2,
        "face_down": face_down,
        "lay": draw.choice(["blocks", "alternating"]) if face_down else "blocks",
        "short": draw.choice(["lose", "last-card", "last-card-or-lose", "reduce"]),
        "fighters": draw.choice(["tied", "all"]),
        "pickup": draw.choice(orders),
        "pickup_war": draw.choice([None, None, *orders]) if suits > 1 or jokers > 1 else None,
        "winnings": draw.choice(["bottom", "pile", "pile-reversed"]),
        "limit": (
            unit,
            draw.choice([1, 2, 3, 5, 10, 100, 1000]),
            "after" if unit == "none" and draw.random() < 0.5 else draw.choice(["after", "before"]),
            draw.choice(["draw", "more-cards"]),
            draw.choice([3, 30, 2000]),
        ),
    }


def as_toml(rules):
    (suits, ranks, lowest, jokers), (unit, at, asked, verdict, ceiling) = rules["deck"], rules["limit"]
    fields = {key: rules[key] for key in ("players", "leftover", "deal", "pickup", "pickup_war", "winnings")}
    fields |= {"deck.suits": suits, "deck.ranks": ranks, "deck.lowest": lowest, "deck.jokers": jokers}
    fields |= {"compare.ace": "low" if rules["ace_is_low"] else "high", "compare.low_wins": rules["low_wins"]}
    fields |= {f"war.{key}": rules[key] for key in ("face_down", "lay", "short", "fighters")}
    fields |= {"limit.unit": unit, "limit.asked": asked, "limit.verdict": verdict}
    fields |= {"limit.ceiling": ceiling} if unit == "none" else {"limit.at": at}
    said = {True: "true", False: "false"}
    text = lambda x: f'"{x}"' if isinstance(x, str) else said[x] if isinstance(x, bool) else x  # noqa: E731
    return "".join(f"{key} = {text(value)}\n" for key, value in fields.items() if value is not None)


def random_deck(rules, draw):
    suits, ranks, lowest, jokers = rules["deck"]
    deck = [rank for rank in range(lowest, lowest + ranks) for _ in range(suits)]
    deck += [lowest + ranks] * jokers
    draw.shuffle(deck)
    # Given decks may have any size.
    return deck[: draw.choice([len(deck), len(deck), draw.randint(1, len(deck))])]


def tables(war_sim, folder, toml, seed, engine):
    """The rows of seeded games and every table of them, by this engine."""
    line = [war_sim, "--rules", str(toml), "--games", "60", "--seed", str(seed), "--engine", engine]
    line += ["--per-game", str(folder / "rows.csv"), "--name", "x", "--force", "--quiet"]
    done = subprocess.run(line, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        raise SystemExit(f"{engine}: {done.stderr}\n{toml.read_text()}")
    return [path.read_text() for path in (folder / "rows.csv", *sorted((folder / "results/x").glob("*.csv")))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = Path(__file__).resolve().parent.parent
    parser.add_argument("--war-sim", default=str(root / "target/release/war-sim"))
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.war_sim = str(Path(args.war_sim).resolve())
    draw, reasons = random.Random(args.seed), {}
    with tempfile.TemporaryDirectory() as folder:
        toml, lines = Path(folder) / "rules.toml", Path(folder) / "decks.txt"
        for case in range(args.cases):
            rules = random_rules(draw)
            decks = [random_deck(rules, draw) for _ in range(10)]
            toml.write_text(as_toml(rules))
            lines.write_text("".join(" ".join(map(str, deck)) + "\n" for deck in decks))
            line = [args.war_sim, "play", "--rules", str(toml), "--decks", str(lines)]
            done = subprocess.run(line, capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(f"case {case}: {done.stderr}\n{toml.read_text()}")
            rows = [row.split(",")[1:] for row in done.stdout.splitlines()[1:]]
            assert len(rows) == len(decks)
            for deck, there in zip(decks, rows):
                here = Game(rules, deck).play()
                reasons[here[2]] = reasons.get(here[2], 0) + 1
                if here != there:
                    print(f"case {case}: {there}, here {here}\n{toml.read_text()}{deck}", file=sys.stderr)
                    raise SystemExit(1)
            # Only the engines shuffle inside a game by the recipe.
            if case % 4 == 1:
                rules["winnings"] = draw.choice([rules["winnings"], "pile-shuffled"])
                rules["pickup"] = draw.choice([rules["pickup"], "shuffled"])
                toml.write_text(as_toml(rules))
                one, two = (tables(args.war_sim, Path(folder), toml, case, e) for e in ("reference", "portable"))
                if one != two:
                    raise SystemExit(f"case {case}: the engines differ\n{toml.read_text()}")
    print(f"{args.cases} rule sets, {10 * args.cases} games, all equal: {reasons}")


if __name__ == "__main__":
    main()
