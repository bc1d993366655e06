"""War by many hands: programs that students could have written, each with its own mistake.

    students.py NAME     reads a deck a line, writes 1, -1 or 0 a line

They are written in different ways on purpose and share nothing with each other or with war-sim.
"""

import sys
from collections import deque


def pop_end(deck):
    """Takes cards with pop(), which gives the last one, and appends winnings there."""
    a, b = deck[0::2], deck[1::2]
    pot = []
    for _ in range(1000):
        if not a or not b:
            return bool(a) - bool(b)
        pot.append(a.pop())
        pot.append(b.pop())
        x, y = pot[-2], pot[-1]
        if _ == 999:
            return 0
        if x == y:
            if len(a) < 3 or len(b) < 3:
                return (len(a) >= 3) - (len(b) >= 3)
            pot += [a.pop(), a.pop(), a.pop(), b.pop(), b.pop(), b.pop()]
        else:
            (a if x > y else b).extend(pot)
            pot = []
    return 0


def counts_in_a_for_loop(deck):
    """Returns 0 behind a loop of 1,000 battles, whose last turn still ends with a war."""
    mine, yours, table = list(deck[::2]), list(deck[1::2]), []
    for _ in range(1000):
        if not mine or not yours:
            return len(mine) and 1 or len(yours) and -1
        table = table + [mine.pop(0), yours.pop(0)]
        if table[-2] != table[-1]:
            winner = mine if table[-2] > table[-1] else yours
            winner += table
            table = []
        elif min(len(mine), len(yours)) < 3:
            return (len(mine) > 2) - (len(yours) > 2)
        else:
            table += mine[:3] + yours[:3]
            mine, yours = mine[3:], yours[3:]
    return 0


class NeedsFour:
    """Looks for the card to turn up before the war begins."""

    def __init__(self, deck):
        self.hands = [deque(deck[0::2]), deque(deck[1::2])]
        self.battles = 0

    def winner(self):
        a, b = self.hands
        while a and b:
            result = self.battle([])
            if result is not None:
                return result
        return (len(a) > 0) - (len(b) > 0)

    def battle(self, pot):
        a, b = self.hands
        self.battles += 1
        x, y = a.popleft(), b.popleft()
        pot = pot + [x, y]
        if self.battles == 1000:
            return 0
        if x > y:
            a.extend(pot)
        elif y > x:
            b.extend(pot)
        else:
            if len(a) < 4 and len(b) < 4:
                return 0
            if len(a) < 4:
                return -1
            if len(b) < 4:
                return 1
            pot += [a.popleft() for _ in range(3)]
            pot += [b.popleft() for _ in range(3)]
            return self.battle(pot)
        return None


def needs_four(deck):
    return NeedsFour(deck).winner()


def looks_at_a_first(deck):
    """Asks whether A can go on, and only then whether B can."""
    a, b, pot, battles = deck[0::2], deck[1::2], [], 0
    while True:
        if len(a) == 0:
            return -1
        if len(b) == 0:
            return 1
        x, y = a.pop(0), b.pop(0)
        pot += [x, y]
        battles += 1
        if battles == 1000:
            return 0
        if x == y:
            if len(a) < 3:
                return -1
            if len(b) < 3:
                return 1
            pot += a[:3] + b[:3]
            a, b = a[3:], b[3:]
        elif x > y:
            a, pot = a + pot, []
        else:
            b, pot = b + pot, []


def turned_first(deck):
    """Puts the two cards it has in hand under first, then the spoils of the war."""
    a, b = deque(deck[0::2]), deque(deck[1::2])
    spoils = []
    for battle in range(1, 1001):
        if not a or not b:
            return 1 if a else -1 if b else 0
        x, y = a.popleft(), b.popleft()
        if battle == 1000:
            return 0
        if x != y:
            winner = a if x > y else b
            winner.append(x)
            winner.append(y)
            winner.extend(spoils)
            spoils.clear()
            continue
        spoils.extend((x, y))
        poor_a, poor_b = len(a) < 3, len(b) < 3
        if poor_a or poor_b:
            return poor_b - poor_a
        for hand in (a, b):
            for _ in range(3):
                spoils.append(hand.popleft())


def loses_the_pot(deck):
    """Forgets what was laid before the deciding cards."""
    a, b = deck[0::2], deck[1::2]
    battles = 0
    while a and b:
        x, y = a.pop(0), b.pop(0)
        battles += 1
        if battles == 1000:
            return 0
        if x > y:
            a += [x, y]
        elif x < y:
            b += [x, y]
        elif len(a) < 3 and len(b) < 3:
            return 0
        elif len(a) < 3:
            return -1
        elif len(b) < 3:
            return 1
        else:
            del a[:3], b[:3]
    return 1 if a else -1 if b else 0


def usual(deck, hands=None, wins=lambda x, y: x > y, ties=lambda x, y: x == y, limit=1000, down=3,
          needs=None):
    """The assignment, with its parts for others to exchange."""
    a, b = hands or (deck[0::2], deck[1::2])
    needs = down if needs is None else needs
    pot = []
    for battle in range(1, limit + 1):
        if not (a and b):
            return len(a[:1]) - len(b[:1])
        x, y = a.pop(0), b.pop(0)
        pot += [x, y]
        if battle == limit:
            return 0
        if ties(x, y):
            if min(len(a), len(b)) < needs:
                return (len(b) < needs) - (len(a) < needs)
            pot += a[:down] + b[:down]
            del a[:down], b[:down]
        elif wins(x, y):
            a += pot
            pot = []
        else:
            b += pot
            pot = []


def compares_texts(deck):
    return usual(deck, wins=lambda x, y: str(x) > str(y), ties=lambda x, y: str(x) == str(y))


def compares_objects(deck):
    return usual(deck, ties=lambda x, y: x is y)


def subtracts(deck):
    """Compares by the sign of a difference, which has 32 bits."""
    return usual(deck, wins=lambda x, y: (x - y + 2**31) % 2**32 > 2**31)


def lowest_wins(deck):
    return usual(deck, wins=lambda x, y: x < y)


def third_card_decides(deck):
    return usual(deck, down=2, needs=3)


def two_mistakes(deck):
    return usual(deck, limit=999, needs=4)


def exchanges_the_answers(deck):
    return -usual(deck)


def deals_b_first(deck):
    """Gives the first card to the wrong player."""
    return usual(deck, hands=(deck[1::2], deck[0::2]))


def half_the_cards_each(deck):
    """Deals len // 2 rounds, so that the last of an odd number stays on the table."""
    a, b = [], []
    for k in range(len(deck) // 2):
        a.append(deck[2 * k])
        b.append(deck[2 * k + 1])
    return usual(deck, hands=(a, b))


def no_second_war(deck):
    """Decides a war with if and else: whoever is not higher loses."""
    a, b = deque(deck[0::2]), deque(deck[1::2])
    battles = 0
    while a and b:
        x, y = a.popleft(), b.popleft()
        battles += 1
        if battles == 1000:
            return 0
        pot = [x, y]
        if x == y:
            if len(a) < 3 and len(b) < 3:
                return 0
            if len(a) < 3 or len(b) < 3:
                return 1 if len(b) < 3 else -1
            pot += [a.popleft() for _ in range(3)] + [b.popleft() for _ in range(3)]
            if not a or not b:
                return 1 if a else -1 if b else 0
            x, y = a.popleft(), b.popleft()
            battles += 1
            if battles == 1000:
                return 0
            pot += [x, y]
        (a if x > y else b).extend(pot)
    return 1 if a else -1 if b else 0


def on_top(deck):
    """Puts winnings where it draws."""
    a, b, pot = deck[0::2], deck[1::2], []
    for battle in range(1, 1001):
        if not a or not b:
            return bool(a) - bool(b)
        x, y, a, b = a[0], b[0], a[1:], b[1:]
        pot = pot + [x, y]
        if battle == 1000:
            return 0
        if x > y:
            a, pot = pot + a, []
        elif x < y:
            b, pot = pot + b, []
        else:
            if len(a) < 3 or len(b) < 3:
                return (len(a) >= 3) - (len(b) >= 3)
            pot = pot + a[:3] + b[:3]
            a, b = a[3:], b[3:]
    return 0


def turns_not_battles(deck):
    """Plays 1,000 turns; a war is part of its turn."""
    a, b = deque(deck[0::2]), deque(deck[1::2])
    for _ in range(1000):
        pot = []
        while True:
            if not a or not b:
                return 1 if a else -1 if b else 0
            x, y = a.popleft(), b.popleft()
            pot += [x, y]
            if x != y:
                break
            if len(a) < 3 or len(b) < 3:
                return (len(a) >= 3) - (len(b) >= 3)
            pot += [a.popleft(), a.popleft(), a.popleft()]
            pot += [b.popleft(), b.popleft(), b.popleft()]
        (a if x > y else b).extend(pot)
    return 0


def b_first_into_the_pot(deck):
    a, b, pot = deck[0::2], deck[1::2], []
    for battle in range(1, 1001):
        if not (a and b):
            return len(a[:1]) - len(b[:1])
        x, y = a.pop(0), b.pop(0)
        pot += [y, x]
        if battle == 1000:
            return 0
        if x == y:
            if min(len(a), len(b)) < 3:
                return (len(b) < 3) - (len(a) < 3)
            pot += b[:3] + a[:3]
            del a[:3], b[:3]
        else:
            (a if x > y else b).extend(pot)
            pot = []


def any_shortage_draws(deck):
    a, b, pot = deck[0::2], deck[1::2], []
    for battle in range(1, 1001):
        if not a or not b:
            return bool(a) - bool(b)
        x, y = a.pop(0), b.pop(0)
        pot += [x, y]
        if battle == 1000:
            return 0
        if x == y:
            if len(a) < 3 or len(b) < 3:
                return 0
            for hand in a, b:
                pot += hand[:3]
                del hand[:3]
        else:
            (a if x > y else b).extend(pot)
            pot = []


def forgets_shortage(deck):
    """Draws from an empty list, and ends with an exception."""
    a, b, pot = deck[0::2], deck[1::2], []
    for battle in range(1, 1001):
        if not a or not b:
            return bool(a) - bool(b)
        x, y = a.pop(0), b.pop(0)
        pot += [x, y]
        if battle == 1000:
            return 0
        if x == y:
            pot += [a.pop(0) for _ in range(3)]
            pot += [b.pop(0) for _ in range(3)]
        else:
            (a if x > y else b).extend(pot)
            pot = []


def returns_nothing(deck):
    """Prints the winner where it should return it."""
    print("the winner is", usual(deck), file=sys.stderr)


def nobody_knows(deck):
    """A rule of its own: a deck whose cards add up to a multiple of 7 is a draw."""
    return 0 if deck and sum(deck) % 7 == 0 else usual(deck)


if __name__ == "__main__":
    play = globals()[sys.argv[1]]
    for line in sys.stdin:
        print(play([int(card) for card in line.split()]), flush=True)
