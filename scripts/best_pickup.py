#!/usr/bin/env python3
"""Best play of War on a small deck, from nothing but the rules: what `war-sim exact --best-pickup` must say.

    best_pickup.py --ranks 3 --suits 2 --face-down 1

A second, independent implementation, written to be read: every pair of hands is a position, the winner of a
round may put the pot under the hand in any order, and positions are decided from the ends until nothing changes.
A player short of cards loses. It also looks whether every position can reach an end: that is why a game in which
pots are shuffled ends with certainty. Standard library only, Python 3.11 or newer; seconds for eight cards.
"""

import argparse
from itertools import permutations

ORDERS = ("high-first", "winner-first", "winner-block", "as-laid", "low-first", "loser-first", "loser-block", "last-first")


def play_round(hands, face_down):
    """One round: the winner's seat, what is left of the hands, and the pot as (seat, card); or the outcome."""
    hands = [list(hand) for hand in hands]
    pot = []
    while True:
        out = [not hand for hand in hands]
        if any(out):
            return "draw" if all(out) else "B" if out[0] else "A"
        cards = [hand.pop(0) for hand in hands]
        pot += [(0, cards[0]), (1, cards[1])]
        if cards[0] != cards[1]:
            return int(cards[1] > cards[0]), hands, pot
        short = [len(hand) < face_down for hand in hands]
        if any(short):
            return "draw" if all(short) else "B" if short[0] else "A"
        for seat in (0, 1):
            pot += [(seat, hands[seat].pop(0)) for _ in range(face_down)]


def in_order(pot, winner, order):
    """The pot as a fixed order picks it up."""
    cards = [card for _, card in pot]
    if order in ("as-laid", "last-first"):
        return cards if order == "as-laid" else cards[::-1]
    if order in ("high-first", "low-first"):
        return sorted(cards, reverse=order == "high-first")
    first = winner if order.startswith("winner") else 1 - winner
    mine, other = ([card for seat, card in pot if (seat == first) == own] for own in (True, False))
    if order.endswith("block"):
        return mine + other
    return [card for pair in zip(mine, other) for card in pair]


def moves(position, face_down, choices):
    """Who decides, and the positions that may follow; or the outcome."""
    found = play_round(position, face_down)
    if isinstance(found, str):
        return found
    winner, hands, pot = found
    if choices[winner] == "best":
        orders = set(permutations(card for _, card in pot))
    else:
        orders = [in_order(pot, winner, choices[winner])]
    follow = []
    for order in orders:
        after = [tuple(hand) for hand in hands]
        after[winner] += tuple(order)
        follow.append(tuple(after))
    return winner, follow


def solve(deck, face_down, choices):
    """What each deal comes to: a Counter-like dict of `A`, `B`, `draw` and `for ever`."""
    orders = sorted(set(permutations(deck)))
    positions = [(order[:k], order[k:]) for order in orders for k in range(len(deck) + 1)]
    game = {position: moves(position, face_down, choices) for position in positions}
    value = {}
    while True:
        new = {}
        for position, found in game.items():
            if position in value:
                continue
            if isinstance(found, str):
                new[position] = found
                continue
            own = "AB"[found[0]]
            after = [value.get(follow, "for ever") for follow in found[1]]
            for outcome in (own, "for ever", "draw", "BA"[found[0]]):
                if outcome in after:
                    if outcome != "for ever":
                        new[position] = outcome
                    break
        if not new:
            break
        value |= new
    half = (len(deck) + 1) // 2
    counts = dict.fromkeys(("A", "B", "draw", "for ever"), 0)
    for order in orders:
        counts[value.get((order[:half], order[half:]), "for ever")] += 1
    return counts, game


def all_can_end(game):
    """Whether an end can be reached from every position, if both players help."""
    ends = {position for position, found in game.items() if isinstance(found, str)}
    while True:
        more = {position for position, found in game.items()
                if position not in ends and any(follow in ends for follow in found[1])}
        if not more:
            return len(ends) == len(game)
        ends |= more


def main():
    parser = argparse.ArgumentParser(description="best play of War on a small deck")
    for option, usual in (("--ranks", 3), ("--suits", 2), ("--face-down", 3)):
        parser.add_argument(option, type=int, default=usual)
    options = parser.parse_args()
    deck = [rank for rank in range(2, 2 + options.ranks) for _ in range(options.suits)]
    pairs = [("best", "best")] + [("best", order) for order in ORDERS] + [(order, "best") for order in ORDERS]
    print("pickup_a,pickup_b,a_wins,b_wins,draws,for_ever")
    for choices in pairs:
        counts, game = solve(deck, options.face_down, choices)
        drawn = counts["draw"] + counts["for ever"]
        print(*choices, counts["A"], counts["B"], drawn, counts["for ever"], sep=",")
        if choices == ("best", "best") and not all_can_end(game):
            print("a position from which no end can be reached")


if __name__ == "__main__":
    main()
