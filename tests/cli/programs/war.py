"""War as the assignment has it, with switches for mistakes that students make.

    war.py [MISTAKE [WAY]]     reads a deck a line, writes 1, -1 or 0 a line
    war.py once CARD...        writes the answer to one deck; also `slow-once`, `wordy-once`

Without a mistake it answers every deck rightly; `late` when all decks are read, `ahead` when the next
one is read, `tens` ten at once, `pause` after one long pause; `stays` does not end with its input. It shares nothing with war-sim.
"""

import os
import sys
import time

LIMIT = 1000


def find_winner(deck, mistake=None):
    """1 if A wins, -1 if B wins, 0 for a draw."""
    a, b = deck[0::2], deck[1::2]
    if mistake == "halves":
        middle = (len(deck) + 1) // 2
        a, b = deck[:middle], deck[middle:]
    if mistake == "empty-deck":
        deck[0]
    limit = {"no-limit": None}.get(mistake, LIMIT)
    if mistake and mistake[:6] == "limit-" and mistake[6:].isdigit():
        limit = int(mistake[6:])
    down = 4 if mistake == "four-down" else 3
    battles, spoils = 0, []
    while True:
        if not a and not b:
            return 1 if mistake == "both-out" else 0
        if not a:
            return -1
        if not b:
            return 1
        if mistake == "limit-before" and battles == limit:
            return 0
        if limit is None and battles == 20_000:
            time.sleep(1e6)  # It would play for ever.
        x, y = a.pop(0), b.pop(0)
        battles += 1
        spoils += [(0, x), (1, y)]
        if mistake != "limit-before" and limit is not None and battles == limit:
            return 0
        equal = x is y if mistake == "identity" else x == y
        if equal:
            short_a, short_b = len(a) < down, len(b) < down
            if short_a and short_b:
                return (len(a) > len(b)) - (len(a) < len(b)) if mistake == "more-cards" else 0
            if short_a:
                return -1
            if short_b:
                return 1
            if mistake == "alternating":
                for _ in range(down):
                    spoils += [(0, a.pop(0)), (1, b.pop(0))]
            else:
                spoils += [(0, a.pop(0)) for _ in range(down)]
                spoils += [(1, b.pop(0)) for _ in range(down)]
            continue
        winner = (0 if x < y else 1) if mistake == "low-wins" else (0 if x > y else 1)
        if mistake == "winner-first":
            mine = [card for card in spoils if card[0] == winner]
            other = [card for card in spoils if card[0] != winner]
            spoils = [card for pair in zip(mine, other) for card in pair]
        if mistake == "winner-block":
            spoils.sort(key=lambda card: card[0] != winner)
        (b if winner else a).extend(card for _, card in spoils)
        spoils = []


def main():
    """Answers line by line, as the mistake has it."""
    mistake = sys.argv[1] if len(sys.argv) > 1 else None
    way = sys.argv[2] if len(sys.argv) > 2 else None
    if mistake in ("once", "slow-once", "wordy-once"):
        time.sleep(0.3 if mistake == "slow-once" else 0)
        print(find_winner([int(card) for card in sys.argv[2:]]))
        if mistake == "wordy-once":
            print("B wins")
        return
    kept, answers, end = [], [], " " if mistake == "on-one-line" else "\n"
    for count, line in enumerate(sys.stdin.readlines() if way == "late" else sys.stdin):
        cards = line.split()
        if mistake == "nonsense":
            print(f"Player {'AB'[count % 2]} wins!\x1b[31m", flush=True)
            continue
        if mistake == "two-lines" and count % 7 == 3:
            print("thinking ...", flush=True)
        if mistake == "static":
            # A deck that is kept between the games.
            kept = kept[-1:] + [int(card) for card in cards]
            print(find_winner(kept), flush=True)
            continue
        if mistake == "leaves-out" and len(cards) == 4 or mistake == "leaves-out-empty" and not cards:
            continue
        if mistake == "one":
            print(find_winner([int(card) for card in cards]))
            return
        if mistake == "lost" and not cards:
            os._exit(7)  # with all its answers
        if mistake == "stuck" and cards == ["3", "3"]:
            time.sleep(1e6)
        answers += [find_winner([int(card) for card in cards], mistake)] * (1 + (mistake == "twice"))
        if way == "pause" and count == 30 and not os.path.exists("paused"):
            open("paused", "w").close()
            time.sleep(3)
        waits = {"late": len(answers), "ahead": 1, "tens": len(answers) % 10}.get(way, 0)
        while len(answers) > waits:
            print(answers.pop(0), flush=True, end=end)
    for answer in answers:
        print(answer)
    if way == "stays":
        time.sleep(1e6)


if __name__ == "__main__":
    main()
