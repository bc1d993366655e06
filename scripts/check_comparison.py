#!/usr/bin/env python3
"""Computes a comparison once more, from the rows of the games, with scipy.

    war-sim compare umass winner-first --games 400 --name x --per-game ./games.csv
    scripts/check_comparison.py results/x games.csv

Reads `comparison.csv` of the folder and recomputes every paired row: McNemar's exact test (up to 10,000
discordant deals, else its chi-square), Tango's interval by maximising the likelihood, Hall's interval and
test of the mean difference by root finding, Holm's adjustment. Of two players who win equally often by both rule
sets, a row follows from the draws; by one of them, a game that somebody wins counts half. Ends with 1 and a message
at the first number that differs.
"""
import csv
import math
import sys

from scipy import optimize, special, stats

EXACT_UP_TO = 10_000
OUTCOMES = {"a_win": "A", "b_win": "B", "draw": "draw"}
SEAT_BLIND = {"winner-first", "loser-first", "winner-block", "shuffled-pot", "bicycle"}
Z = stats.norm.ppf(0.975)


def tango(n, only_1, only_2):
    """Limits of the score test whose nuisance share is found by maximising the likelihood numerically."""
    def statistic(delta):
        low, high = max(0.0, -delta), (1.0 - delta) / 2

        def minus_log_likelihood(share_1):
            rest = 1 - 2 * share_1 - delta
            return -(special.xlogy(only_1, share_1) + special.xlogy(only_2, share_1 + delta)
                     + special.xlogy(n - only_1 - only_2, rest))

        share = optimize.minimize_scalar(minus_log_likelihood, bounds=(low, high), method="bounded",
                                         options={"xatol": 1e-13}).x
        return (only_2 - only_1 - n * delta) / math.sqrt(n * (2 * share + delta * (1 - delta)))

    estimate, edge = (only_2 - only_1) / n, 1 - 1e-9
    lower = optimize.brentq(lambda d: statistic(d) - Z, -edge, estimate, xtol=1e-13)
    upper = optimize.brentq(lambda d: statistic(d) + Z, estimate, edge, xtol=1e-13)
    return lower, upper


def hall(mean, error, freedom, skewness):
    """Hall's interval and p-value of a mean whose skewness is given in standard errors, by root finding."""
    t = stats.t.isf(stats.norm.sf(Z), freedom)

    def transformed(x):
        return x + skewness * x**2 / 3 + skewness**2 * x**3 / 27 + skewness / 6

    def back(q):
        return optimize.brentq(lambda x: transformed(x) - q, -1e4, 1e4, xtol=1e-14, rtol=1e-15)

    p = 2 * stats.t.sf(abs(transformed(mean / error)), freedom)
    return mean - error * back(t), mean - error * back(-t), p


def value(row, measure, half):
    """What a game counts for a measure; `half`: half of what somebody wins."""
    if measure == "battles":
        return int(row["battles"])
    return (row["outcome"] != "draw") / 2 if half else float(row["outcome"] == OUTCOMES[measure])


def recompute(first, second, measure):
    """Value 1, value 2, difference, interval and p-value of games in the same order."""
    n = len(first)
    equal = [row["rules"] in SEAT_BLIND and measure in ("a_win", "b_win") for row in (first[0], second[0])]
    if all(equal):
        value_1, value_2, difference, low, high, p = recompute(first, second, "draw")
        return (1 - value_1) / 2, (1 - value_2) / 2, -difference / 2, -high / 2, -low / 2, p
    if measure == "battles" or any(equal):
        x, y = ([value(row, measure, half) for row in rows] for rows, half in zip((first, second), equal))
        d = [b - a for a, b in zip(x, y)]
        mean, error = sum(d) / n, stats.sem(d)
        low, high, p = hall(mean, error, n - 1, stats.skew(d) / math.sqrt(n))
        if p < 1e-6:  # the correction means nothing so far out
            p = min(1e-6, stats.ttest_rel(y, x).pvalue)
        return sum(x) / n, sum(y) / n, mean, low, high, p
    word = OUTCOMES[measure]
    pairs = [(a["outcome"] == word, b["outcome"] == word) for a, b in zip(first, second)]
    only_1, only_2 = pairs.count((True, False)), pairs.count((False, True))
    discordant = only_1 + only_2
    if discordant == 0:
        p = 1.0
    elif discordant <= EXACT_UP_TO:
        p = stats.binomtest(only_1, discordant).pvalue
    else:
        p = stats.chi2.sf((only_1 - only_2) ** 2 / discordant, 1)
    low, high = tango(n, only_1, only_2)
    values = sum(a for a, _ in pairs) / n, sum(b for _, b in pairs) / n
    return *values, (only_2 - only_1) / n, low, high, p


def main():
    folder, games_file = sys.argv[1:]
    games = {}
    with open(games_file, newline="") as file:
        for row in csv.DictReader(file):
            games.setdefault(row["rules"], []).append(row)
    with open(f"{folder}/comparison.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    checked = [row for row in rows if row["method"].startswith("paired") and "Bernstein" not in row["method"]]
    p_values = []
    for row in checked:
        found = recompute(games[row["rules_1"]], games[row["rules_2"]], row["measure"])
        for key, value in zip(("value_1", "value_2", "difference", "ci_low", "ci_high", "p_value"), found):
            if not math.isclose(float(row[key]), value, rel_tol=1e-9, abs_tol=1e-9 if key.startswith("ci") else 1e-12):
                sys.exit(f"{row['rules_1']} {row['rules_2']} {row['measure']} {key}: {row[key]}, here {value!r}")
        p_values.append(found[-1])
    if len(checked) == len(rows):
        hypotheses = {}
        for k, row in enumerate(rows):
            pair = row["rules_1"], row["rules_2"]
            follows = SEAT_BLIND.issuperset(pair) and row["measure"] != "battles"
            hypotheses.setdefault((pair, "draw" if follows else row["measure"]), []).append(k)
        hypotheses = sorted(hypotheses.values(), key=lambda all: p_values[all[0]])
        adjusted = 0.0
        for place, all in enumerate(hypotheses):
            adjusted = max(adjusted, min(1.0, p_values[all[0]] * (len(hypotheses) - place)))
            for k in all:
                if not math.isclose(float(rows[k]["p_adjusted"]), adjusted, rel_tol=1e-9, abs_tol=1e-300):
                    sys.exit(f"row {k + 1} p_adjusted: {rows[k]['p_adjusted']}, here {adjusted!r}")
    print(f"{len(checked)} paired rows of {len(rows)} are the same")


if __name__ == "__main__":
    main()
