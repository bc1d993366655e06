"""Beggar-My-Neighbour: who wins a deal? A word on the command line is a mistake to make."""

import sys
from collections import deque

DEMANDS = {"J": 1, "Q": 2, "K": 3, "A": 4}


def winner(first, second, mistake):
    hands = [deque(first), deque(second)]
    leader, seen = 0, set()
    while True:
        position = (leader, tuple(hands[0]), tuple(hands[1]))
        if position in seen:
            return 0
        seen.add(position)
        pile, turn, owed = [], leader, None
        while owed != 0:
            if not hands[turn]:
                return -1 if turn == 0 else 1
            card = hands[turn].popleft()
            pile.append(card)
            if mistake == "last-card" and not hands[turn]:
                return -1 if turn == 0 else 1
            if card in DEMANDS:
                owed, turn = DEMANDS[card], 1 - turn
            elif owed is None:
                turn = 1 - turn
            else:
                owed -= 1
        leader = 1 - turn
        hands[leader].extend(reversed(pile) if mistake == "reversed" else pile)
        if not hands[turn]:
            return 1 if leader == 0 else -1


mistake = sys.argv[1] if len(sys.argv) > 1 else ""
for line in sys.stdin:
    first, second = line.strip().split("/")
    print(winner(first, second, mistake), flush=True)
