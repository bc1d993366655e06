#!/usr/bin/env python3
"""The recipes chacha8-fy32-v1 (the decks of `war-sim deck`) and chacha8-coins-v2 (shuffles inside
games) once more, in plain Python.

Written from docs/reproducibility.md alone, to show that the page suffices.

    scripts/recipe.py --seed 42 --game 0 -n 3          # CSV: game,deck
    scripts/recipe.py --seed 42 --game 0 --in-game 52,10,4  # CSV: game,shuffle,order
"""
import argparse

MASK = 0xFFFFFFFF


def chacha8_block(key, counter, stream):
    """The 16 words of one block; key: 32 bytes, counter and stream: 64 bits."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    start += [int.from_bytes(key[k : k + 4], "little") for k in range(0, 32, 4)]
    start += [counter & MASK, counter >> 32, stream & MASK, stream >> 32]
    x = list(start)

    def quarter(a, b, c, d):
        for to, by, turned, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = (x[to] + x[by]) & MASK
            mixed = x[turned] ^ x[to]
            x[turned] = (mixed << turn | mixed >> (32 - turn)) & MASK

    for _ in range(4):
        for k in range(4):
            quarter(k, 4 + k, 8 + k, 12 + k)
        for k in range(4):
            quarter(k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4)
    return [(a + b) & MASK for a, b in zip(x, start)]


def words(seed, tag, index):
    """The endless words of item `index`: block `index` of the streams 0, 1, 2 ..."""
    key = seed.to_bytes(8, "little") + tag + bytes(8)
    stream = 0
    while True:
        yield from chacha8_block(key, index, stream)
        stream += 1


def shuffle(items, source):
    """Fisher-Yates from the end, several draws from each word."""
    bound = len(items)
    while bound >= 2:
        bounds, product = [bound], bound
        while bounds[-1] > 2 and product * (bounds[-1] - 1) <= 1 << 24:
            bounds.append(bounds[-1] - 1)
            product *= bounds[-1]
        while True:
            fraction, draws = next(source), []
            for b in bounds:
                draws.append(fraction * b >> 32)
                fraction = fraction * b & MASK
            if fraction >= (1 << 32) % product:
                break
        for b, draw in zip(bounds, draws):
            items[b - 1], items[draw] = items[draw], items[b - 1]
        bound = bounds[-1] - 1


def inside(seed, index):
    """The shuffles inside game `index`: two things take a coin, more take words."""
    source = words(seed, b"war-sim game v2\0", index)
    coins = (word >> k & 1 for word in words(seed, b"war-sim coin v2\0", index) for k in range(32))

    def shuffle_inside(items):
        if len(items) != 2:
            shuffle(items, source)
        elif next(coins) == 0:
            items.reverse()

    return shuffle_inside


def deck(seed, index, suits=4, ranks=13, lowest=2, jokers=0):
    """Deck `index` of a seed, in dealing order."""
    cards = [rank for rank in range(lowest, lowest + ranks) for _ in range(suits)]
    cards += [lowest + ranks] * jokers
    source = words(seed, b"war-sim deck v1\0", index)
    shuffle(cards, source)
    return cards


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--game", type=int, required=True)
    parser.add_argument("-n", "--games", dest="count", type=int, default=1)
    parser.add_argument("--suits", type=int, default=4)
    parser.add_argument("--ranks", type=int, default=13)
    parser.add_argument("--lowest", type=int, default=2, help="the lowest rank")
    parser.add_argument("--jokers", type=int, default=0)
    parser.add_argument("--in-game", metavar="N,N...", help="orders of successive shuffles of N")
    args = parser.parse_args()
    if args.in_game:
        print("game,shuffle,order")
        shuffle_inside = inside(args.seed, args.game)
        for number, size in enumerate(args.in_game.split(",")):
            order = list(range(int(size)))
            shuffle_inside(order)
            print(f"{args.game},{number},{' '.join(map(str, order))}")
        return
    print("game,deck")
    for index in range(args.game, args.game + args.count):
        cards = deck(args.seed, index, args.suits, args.ranks, args.lowest, args.jokers)
        print(f"{index},{' '.join(map(str, cards))}")


if __name__ == "__main__":
    main()
