"""A student's War. It has one mistake; docs/check.md finds it with `war-sim check`."""


def find_winner(deck):
    """Returns 1 if A wins, -1 if B wins and 0 for a draw."""
    a, b = deck[0::2], deck[1::2]
    spoils = []
    battles = 0
    while True:
        if not a and not b:
            return 0
        if not a:
            return -1
        if not b:
            return 1
        card_a, card_b = a.pop(0), b.pop(0)
        spoils += [card_a, card_b]
        battles += 1
        if battles == 1000:
            return 0
        if card_a > card_b:
            a += spoils
            spoils = []
        elif card_b > card_a:
            b += spoils
            spoils = []
        elif len(a) < 3 and len(b) < 3:
            return 0
        elif len(a) < 3:
            return -1
        elif len(b) < 3:
            return 1
        else:
            for _ in range(3):
                spoils += [a.pop(0), b.pop(0)]
