"""Beggar-My-Neighbour: two hands are played, and one of the players wins.

Run as a program it reads a deal per line, such as --J-/-Q-A, and prints an answer per line.
"""

import sys

DEMANDS = {"J": 1, "Q": 2, "K": 3, "A": 4}


def find_winner(deal):
    """1 if A wins, -1 if B wins, 0 for a game that never ends."""
    hands = [[DEMANDS.get(card, 0) for card in hand] for hand in deal.split("/")]
    leader = 0
    seen = set()
    while True:
        position = (tuple(hands[0]), tuple(hands[1]), leader)
        if position in seen:
            return 0
        seen.add(position)
        pile = []
        player = leader
        owed = None  # until the first court card
        while owed != 0:
            if not hands[player]:
                return [-1, 1][player]
            card = hands[player].pop(0)
            pile.append(card)
            if card > 0:
                owed = card
                player = 1 - player
            elif owed is None:
                player = 1 - player
            else:
                owed -= 1
        leader = 1 - player
        hands[leader] += pile
        if not hands[player]:
            return [-1, 1][player]


if __name__ == "__main__":
    for line in sys.stdin:
        print(find_winner(line.strip()), flush=True)
