"""Programs for other tasks than the assignment, each as its own text asks.

    others.py NAME     reads a deck a line in dealing order, writes 1, -1 or 0 a line

They know what their task knows and no more: a game that never ends is played for ever.
"""

import sys


class Pile:
    """An array with two ends, as in the listing."""

    def __init__(self):
        self.pile, self.front, self.end = [None] * 52, 0, 0

    def size(self):
        return self.end - self.front

    def clear(self):
        self.front = self.end = 0

    def add(self, card):
        self.pile[self.end] = card
        self.end += 1

    def add_all(self, other):
        while other.size() > 0:
            self.add(other.next())

    def next(self):
        self.front += 1
        return self.pile[self.front - 1]


class Player:
    """A playing pile and a pile of won cards."""

    def __init__(self):
        self.play, self.won = Pile(), Pile()

    def card(self):
        if self.play.size() == 0:
            self.use_won()
        return self.play.next() if self.play.size() > 0 else None

    def use_won(self):
        self.play.clear()
        self.play.add_all(self.won)
        self.won.clear()

    def cards(self):
        return self.play.size() + self.won.size()


def ernie_burt(deck):
    """The listing of "The Game of War", line by line."""
    cards = list(reversed(deck))  # it deals from the end of its array
    p1, p2 = Player(), Player()
    while len(cards) >= 2:
        p1.won.add(cards.pop())
        p2.won.add(cards.pop())
    p1.use_won()
    p2.use_won()

    def high(rank):
        return 14 if rank == 1 else rank

    def enough(number):
        return p1.cards() >= number and p2.cards() >= number

    def play():
        for _ in range(100):
            if not enough(1):
                return
            c1, c2 = p1.card(), p2.card()
            if high(c1) != high(c2):
                winner = p1 if high(c1) > high(c2) else p2
                winner.won.add(c1)
                winner.won.add(c2)
                continue
            down = Pile()
            down.add(c1)
            down.add(c2)
            while True:
                number = c1
                if not enough(number):
                    return
                for _ in range(number):
                    c1, c2 = p1.card(), p2.card()
                    down.add(c1)
                    down.add(c2)
                if high(c1) != high(c2):
                    (p1 if high(c1) > high(c2) else p2).won.add_all(down)
                    break

    play()
    return (p1.cards() > p2.cards()) - (p1.cards() < p2.cards())


def aoc2020(deck):
    """Crab Combat: the winner's card goes under first."""
    middle = (len(deck) + 1) // 2
    a, b = deck[:middle], deck[middle:]
    while a and b:
        x, y = a.pop(0), b.pop(0)
        if x > y:
            a += [x, y]
        else:
            b += [y, x]
    return 1 if a else -1


def cf546c(deck):
    """Soldier and Cards: the other's card goes under first; endless games are 0 here."""
    middle = (len(deck) + 1) // 2
    a, b = deck[:middle], deck[middle:]
    for _ in range(1_000):
        if not a or not b:
            return 1 if a else -1
        x, y = a.pop(0), b.pop(0)
        if x > y:
            a += [y, x]
        else:
            b += [x, y]
    return 0


def winamax(deck):
    """Winamax Battle: three cards face down, player 1's cards first, PAT is 0."""
    a, b = deck[0::2], deck[1::2]
    while a and b:
        count = 1
        while a[count - 1] == b[count - 1]:
            count += 4
            if len(a) < count or len(b) < count:
                return 0
        winner = a if a[count - 1] > b[count - 1] else b
        pot = a[:count] + b[:count]
        del a[:count], b[:count]
        winner += pot
    return 1 if a else -1 if b else 0


def daily320(deck):
    """Challenge 320: wars within wars, whose cards go under before those of the war around them."""
    middle = (len(deck) + 1) // 2
    hands = deck[:middle], deck[middle:]

    def battle():
        """The winner's hand (no hand for a draw) and the cards won but for the two turned up."""
        a, b = hands[0].pop(0), hands[1].pop(0)
        if a != b:
            return (a > b) - (a < b), a, b, []
        down = min(3, len(hands[0]) - 1, len(hands[1]) - 1)
        if down < 0:
            return (len(hands[0]) > 0) - (len(hands[1]) > 0), a, b, None
        laid = [[hand.pop(0) for _ in range(down)] for hand in hands]
        winner, up_a, up_b, inner = battle()
        if inner is None:
            return winner, a, b, None
        sides = [laid[0] + [up_a], laid[1] + [up_b]]
        return winner, a, b, inner + sides[winner < 0] + sides[winner > 0]

    while hands[0] and hands[1]:
        winner, a, b, spoils = battle()
        if spoils is None:
            return winner
        hands[winner < 0].extend(spoils + ([a, b] if winner > 0 else [b, a]))
    return (len(hands[0]) > 0) - (len(hands[1]) > 0)


def hs08war(deck):
    """SPOJ: two heaps on the table; the winner takes a card from the top of each in turn, the own one first."""
    middle = (len(deck) + 1) // 2
    hands = deck[:middle], deck[middle:]
    table = [], []
    while hands[0] and hands[1]:
        for hand, heap in zip(hands, table):
            heap.append(hand.pop(0))
        if table[0][-1] == table[1][-1]:
            if hands[0] and hands[1]:
                for hand, heap in zip(hands, table):
                    heap.append(hand.pop(0))
            continue
        winner = int(table[0][-1] < table[1][-1])
        while table[0]:
            hands[winner].extend([table[winner].pop(), table[1 - winner].pop()])
    return (len(hands[0]) > 0) - (len(hands[1]) > 0)


if __name__ == "__main__":
    play_deck = globals()[sys.argv[1]]
    for line in sys.stdin:
        print(play_deck([int(card) for card in line.split()]), flush=True)
