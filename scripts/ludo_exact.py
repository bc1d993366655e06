#!/usr/bin/env python3
"""The chances of two dice by plain value iteration over every position that a game can come to.

What a tournament of small dice estimates: it walks from the start through whole boards, with the rules of
scripts/ludo_oracle.py, and solves one equation for each board and player to roll.

    ludo_exact.py "6" "1 2 3 4"                    P(1 wins | 1 begins), P(1 wins | 2 begins), 2 wins likewise, tie
    ludo_exact.py "6 12" "6" --rules devofvictory
"""

import argparse

import ludo_oracle as oracle


def after(r, sides, mover, face):
    """The sides after a throw of this face."""
    own, other = list(sides[mover]), list(sides[1 - mover])
    move = oracle.forced_move(r, own, face)
    if move:
        own[own.index(move[0])] = move[1]
        if move[1] < 40:
            square = (move[1] + 20) % 40
            if square in other:
                other[other.index(square)] = oracle.B
    own, other = tuple(sorted(own)), tuple(sorted(other))
    return (own, other) if mover == 0 else (other, own)


def ended(r, dice, sides, mover, turn):
    """0 or 1 for the winner, 2 for stuck, None while it goes on."""
    if all(x >= 40 for x in sides[mover]):
        return mover
    moves = [oracle.has_any_move(r, list(sides[k]), dice[k]) for k in (0, 1)]
    if not any(moves) or (all(f == 6 for f in dice[turn]) and not moves[turn]):
        return 2
    return None


def solve(r, dice, rounds=100_000, tolerance=1e-15):
    """For each player who begins: the chances that 1 wins, that 2 wins, and of a tie."""
    side = tuple(sorted([0, -1, -1, -1] if r["pieces_on_a"] else [-1] * 4))
    starts = [((side, side), k) for k in (0, 1)]
    leads, todo = {}, list(starts)
    while todo:
        state = todo.pop()
        if state in leads:
            continue
        sides, turn = state
        leads[state] = []
        for face in dice[turn]:
            then = after(r, sides, turn, face)
            next_turn = turn if face == 6 else 1 - turn
            end = ended(r, dice, then, turn, next_turn)
            leads[state].append(end if end is not None else (then, next_turn))
            if end is None:
                todo.append((then, next_turn))
    values = {state: [0.0] * 3 for state in leads}
    for _ in range(rounds):
        change = 0.0
        for state, nexts in leads.items():
            new = [0.0] * 3
            for then in nexts:
                if isinstance(then, int):
                    new[then] += 1 / len(nexts)
                else:
                    for k in range(3):
                        new[k] += values[then][k] / len(nexts)
            change = max(change, max(abs(a - b) for a, b in zip(new, values[state])))
            values[state] = new
        if change < tolerance:
            break
    return len(leads), [values[start] for start in starts]


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description="exact chances of two small dice")
    parser.add_argument("dice", nargs=2, help="the faces of a die, separated by spaces")
    parser.add_argument("--rules", default="bwinf", choices=sorted(oracle.PRESETS))
    options = parser.parse_args()
    dice = [[int(face) for face in die.split()] for die in options.dice]
    boards, (first, second) = solve(oracle.rules(options.rules), dice)
    print(f"{boards} boards; 1 begins: {first}; 2 begins: {second}")


if __name__ == "__main__":
    main()
