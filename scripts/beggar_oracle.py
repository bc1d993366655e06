#!/usr/bin/env python3
"""Beggar-My-Neighbour with every rule variant, written to be read and not to be fast.

This is a second, independent implementation of the rules in docs/beggar.md: it shares nothing with the
program it checks. Hands are plain queues, and a loop is found by remembering every position ever seen.
Only the shuffles of `pile = "shuffled"` are made by scripts/recipe.py, the second implementation of the
recipe. Standard library only, Python 3.11 or newer.

    beggar_oracle.py 'J-/--' ['--J/-J-' ...]            CSV deal,outcome,end_reason,cards,tricks,periods
    beggar_oracle.py --rules my-rules.toml 'J-/--'      by these rule fields
    beggar_oracle.py --random 100000 --seed 1           means, quantiles and shares of random deals
    beggar_oracle.py --fixture 400                      the rows of src/engine/games/beggar/tests/oracle.csv

From Python: `play(rules(), "J-", "--")`, `play(rules(pile="reversed"), hand_a, hand_b)`; a hand is a
sequence of what each card demands, 0 for a plain card, or a string in the notation J Q K A -.

Where the description of the rules leaves a choice, this is the reading taken:

 1. "Who must play and has no card loses" comes before the limit: a game is stopped by the limit when the
    next player has a card to play and as many cards as the limit allows have been played.
 2. A trick counts as soon as its first card is played, so a trick that the limit cuts off counts, and
    none counts that was never begun.
 3. "at-last-card": the player who plays a last card has lost at once, whatever card it is and even if it
    is the last one of a penalty; the pile is then not taken.
 4. A loop is looked for only without a limit and without shuffled piles. A position is both hands and who
    leads, cards with the same demand being alike; "stood before" is asked before each trick, first.
 5. Without a limit 100,000 cards are one, with the end reason `limit`.
"""

import argparse
import csv
import random
import statistics
import sys
import tomllib
from collections import deque
from pathlib import Path

sys.dont_write_bytecode = True

CEILING = 100_000
LETTERS = {"-": 0, "J": 1, "Q": 2, "K": 3, "A": 4}
DEFAULTS = dict(leader="first", empty="when-asked", pile="in-order", limit="none")


def rules(**changes):
    """The fields that matter once the cards are dealt."""
    unknown = set(changes) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown fields: {sorted(unknown)}")
    return {**DEFAULTS, **changes}


def demands(hand):
    return [LETTERS[card] for card in hand] if isinstance(hand, str) else list(hand)


class Over(Exception):
    """The game has ended: outcome ("A", "B" or "draw") and end reason."""


def play(r, hand_a, hand_b, game=0, shuffle=None):
    """A dictionary: outcome, end_reason, cards, tricks, period_cards, period_tricks (None: no loop).

    `shuffle(pile)` puts a list in order as the program would, for `pile = "shuffled"`.
    """
    hands = [deque(demands(hand_a)), deque(demands(hand_b))]
    leads = {"first": 0, "second": 1, "alternate": game % 2}[r["leader"]]
    limit = CEILING if r["limit"] == "none" else r["limit"]
    looks_for_loops = r["limit"] == "none" and r["pile"] != "shuffled"
    cards = tricks = 0
    seen = {}
    period = (None, None)
    pile = []

    def lost(player):
        return Over("BA"[player], "out-of-cards")

    def put_down(player):
        """One card onto the pile; returns what it demands."""
        nonlocal cards, tricks
        if not hands[player]:
            raise lost(player)
        if cards == limit:
            raise Over("draw", "limit")
        if not pile:
            tricks += 1
        card = hands[player].popleft()
        pile.append(card)
        cards += 1
        if r["empty"] == "at-last-card" and not hands[player]:
            raise lost(player)
        return card

    try:
        while True:
            if looks_for_loops:
                position = (tuple(hands[0]), tuple(hands[1]), leads)
                if position in seen:
                    then = seen[position]
                    period = (cards - then[0], tricks - then[1])
                    raise Over("draw", "loop")
                seen[position] = (cards, tricks)
            player = leads
            demand = put_down(player)
            while demand == 0:
                player = 1 - player
                demand = put_down(player)
            # `player` has played a court card: the other pays.
            court, payer = player, 1 - player
            while demand:
                for _ in range(demand):
                    card = put_down(payer)
                    if card:
                        break
                else:
                    break
                demand = card
                court, payer = payer, court
            if r["pile"] == "reversed":
                pile.reverse()
            elif r["pile"] == "shuffled":
                shuffle(pile)
            hands[court].extend(pile)
            pile.clear()
            if not hands[payer]:
                raise lost(payer)
            leads = court
    except Over as over:
        outcome, end_reason = over.args
    return dict(outcome=outcome, end_reason=end_reason, cards=cards, tricks=tricks,
                period_cards=period[0], period_tricks=period[1])


def shuffler(seed, game):
    """The shuffles inside a game of this seed: each takes up words and coins where the last one stopped."""
    import recipe
    return recipe.inside(seed, game)


# ------------------------------------------------------------------------------------------ random games

PLAIN_OF = {52: 36, 40: 28}


def random_deal(rng, courts=(1, 2, 3, 4), suits=4, cards=52):
    deck = [demand for demand in courts for _ in range(suits)]
    deck += [0] * (cards - len(deck))
    rng.shuffle(deck)
    return deck[: (cards + 1) // 2], deck[(cards + 1) // 2 :]


def written(hand):
    names = {value: letter for letter, value in LETTERS.items()}
    return "".join(names[demand] for demand in hand)


def figures(count, seed):
    rng = random.Random(seed)
    cards, tricks, leader_wins, by_aces = [], [], 0, {}
    for _ in range(count):
        a, b = random_deal(rng)
        result = play(rules(), a, b)
        cards.append(result["cards"])
        tricks.append(result["tricks"])
        won = result["outcome"] == "A"
        leader_wins += won
        games, wins = by_aces.get(a.count(4), (0, 0))
        by_aces[a.count(4)] = (games + 1, wins + won)
    cards.sort()
    print(f"cards   mean {statistics.fmean(cards):.2f}, standard deviation {statistics.stdev(cards):.1f}")
    for share in (0.25, 0.5, 0.75, 0.95, 0.99):
        print(f"        {share:.0%} {cards[int(share * (count - 1))]}")
    print(f"tricks  mean {statistics.fmean(tricks):.2f}, median {statistics.median(tricks)}")
    print(f"leader  wins {leader_wins / count:.4f}; by aces held "
          + ", ".join(f"{aces}: {wins / games:.3f}" for aces, (games, wins) in sorted(by_aces.items())))


COLUMNS = ["leader", "empty", "pile", "limit", "seed", "game", "deal",
           "outcome", "end_reason", "cards", "tricks", "period_cards", "period_tricks"]


def fixture(count):
    """Random rules with random deals of many sizes: the rows of src/engine/games/beggar/tests/oracle.csv."""
    rng = random.Random(2024)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for k in range(count):
        r = rules(
            leader=rng.choice(["first", "first", "second", "alternate"]),
            empty=rng.choice(["when-asked", "when-asked", "at-last-card"]),
            pile=rng.choice(["in-order", "in-order", "in-order", "reversed", "shuffled"]),
            limit=rng.choice(["none", "none", "none", 1, 2, 7, 40, 200, 1000]),
        )
        kind = rng.random()
        if kind < 0.4:
            a, b = random_deal(rng)
        elif kind < 0.5:
            a, b = random_deal(rng, courts=(1, 2, 3), cards=40)
        else:
            # Small decks, where loops, empty hands and early ends are common.
            share = rng.choice([0.1, 0.3, 0.6, 1.0])
            deck = [rng.randint(1, 4) if rng.random() < share else 0 for _ in range(rng.randint(2, 16))]
            cut = rng.choice([len(deck) // 2, rng.randint(1, len(deck) - 1)])
            a, b = deck[:cut], deck[cut:]
        seed, game = rng.getrandbits(64), rng.choice([0, 1, rng.getrandbits(32)])
        result = play(r, a, b, game, shuffler(seed, game))
        if kind > 0.7 and r["limit"] == "none" and r["pile"] != "shuffled":
            # Loops are rare even in small decks: deal until one comes.
            while result["end_reason"] != "loop":
                deck = [rng.choice([1, 1, 2, 3]) if rng.random() < 0.35 else 0 for _ in range(rng.randint(6, 16))]
                a, b = deck[: len(deck) // 2], deck[len(deck) // 2 :]
                result = play(r, a, b, game)
        writer.writerow([*r.values(), seed, game, f"{written(a)}/{written(b)}", *result.values()])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("deals", nargs="*", metavar="FIRST/SECOND")
    parser.add_argument("--rules", type=Path, help="rule fields as TOML: leader, empty, pile, limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", type=int, default=0)
    parser.add_argument("--random", type=int, metavar="COUNT")
    parser.add_argument("--fixture", type=int, metavar="COUNT")
    args = parser.parse_args()
    if args.fixture:
        return fixture(args.fixture)
    if args.random:
        return figures(args.random, args.seed)
    r = rules(**(tomllib.loads(args.rules.read_text()) if args.rules else {}))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["deal", *COLUMNS[7:]])
    for deal in args.deals:
        a, b = deal.upper().split("/")
        result = play(r, a, b, args.game, shuffler(args.seed, args.game))
        writer.writerow([deal, *result.values()])


if __name__ == "__main__":
    main()
