#!/usr/bin/env python3
"""Reference values for src/engine/core/stats, from scipy, statsmodels, numpy and mpmath.

    python3 -m venv .venv && .venv/bin/pip install scipy statsmodels mpmath
    .venv/bin/python scripts/check_stats.py

Each section is named after the tests that hold its numbers, one row a case: the arguments, then the results.
Nothing here shares code or formulas with the Rust side where a library or a second route gives the number.
"""
import math
import sys
from fractions import Fraction

import mpmath as mp
import numpy as np
import scipy
import statsmodels
from scipy import optimize, special, stats
from statsmodels.stats import contingency_tables, multitest, proportion

from check_comparison import hall, tango

mp.mp.dps = 60

# (outcome_1, battles_1, outcome_2, battles_2)
DEALS = [(0, 212, 0, 240), (1, 85, 1, 130), (2, 1000, 0, 611), (0, 330, 1, 402), (1, 97, 1, 88), (0, 150, 0, 333),
         (2, 1000, 2, 1000), (1, 26, 0, 75), (0, 541, 1, 498), (0, 77, 0, 191), (1, 402, 2, 1000), (0, 63, 0, 58)]
COUNTS = [(26, 3), (100, 17), (250, 40), (251, 1), (700, 25), (1000, 14)]


def t_tail(t, nu):
    t, nu = mp.mpf(t), mp.mpf(nu)
    return mp.betainc(nu / 2, mp.mpf(1) / 2, 0, nu / (nu + t * t), regularized=True)


def section(name, rows):
    print(f"\n[{name}]")
    for row in rows:
        print("(" + ", ".join(repr(x.item() if hasattr(x, "item") else x) for x in row) + ")")


def stirling(x):
    x = mp.mpf(x)
    return float(mp.loggamma(x) - ((x - 0.5) * mp.log(x) - x + mp.log(2 * mp.pi) / 2))


def fisher(a, n, b, m):
    """Fisher's two-sided test in whole numbers; scipy must agree to nine digits."""
    k = a + b
    weights = [math.comb(n, x) * math.comb(m, k - x) for x in range(max(0, k - m), min(k, n) + 1)]
    observed = math.comb(n, a) * math.comb(m, b)
    exact = float(Fraction(sum(w for w in weights if w <= observed), math.comb(n + m, k)))
    assert abs(stats.fisher_exact([[a, n - a], [b, m - b]]).pvalue / exact - 1) < 1e-9
    return exact


def mixture(wins, n, p, concentration):
    """Log of the beta-binomial mixture martingale, by 60-digit log-gammas."""
    p = mp.mpf(p)
    a, b = concentration * p + 1, concentration * (1 - p) + 1
    ln_beta = lambda x, y: mp.loggamma(x) + mp.loggamma(y) - mp.loggamma(x + y)
    return ln_beta(a + wins, b + n - wins) - ln_beta(a, b) - wins * mp.log(p) - (n - wins) * mp.log1p(-p)


def sequence(wins, n, concentration, alpha=0.05):
    target = -mp.log(alpha)
    estimate = mp.mpf(wins) / n

    def limit(outside):
        inside = estimate
        for _ in range(120):
            middle = (inside + outside) / 2
            if mixture(wins, n, middle, concentration) < target:
                inside = middle
            else:
                outside = middle
        return float(inside)

    return (limit(mp.mpf(0)) if wins else 0.0), (limit(mp.mpf(1)) if wins < n else 1.0)


def main():
    print(f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, numpy {np.__version__}, mpmath {mp.__version__}")

    section("critical", [(c, float(mp.sqrt(2) * mp.erfinv(mp.mpf(c)))) for c in
                         (0.5, 0.8, 0.85, 0.9973, 0.9999, 0.999999, 0.999999999, 0.999999999999)])
    section("tail", [(z, float(mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2)) for z in
                     (-3.0, -0.5, 0.0, 0.1, 1.0, 1.96, 1.999, 2.0, 2.5, 4.0, 8.0, 15.0, 25.0, 31.7, 33.3, 36.9, 37.0)])
    section("stirling", [(x, stirling(x)) for x in (0.01, 0.5, 1.0, 2.5, 7.0, 15.9, 16.0, 100.0, 1e6, 1e12)])
    section("sign", [(b, c, stats.binomtest(b, b + c, 0.5).pvalue) for b, c in
                     ((1, 7), (0, 5), (4, 4), (9, 3), (40, 20), (30, 70), (4900, 5100), (4700, 5200), (1, 999))])
    section("fisher", [(a, n, b, m, fisher(a, n, b, m)) for a, n, b, m in
                       ((0, 1_000_000, 3, 1_000_000), (8, 16, 1, 6), (3, 10, 9, 10), (120, 1000, 90, 1000), (0, 5, 0, 9), (400, 100_000, 520, 120_000))])
    rows = (0.01, 0.04, 0.03, 0.005, 0.9, 0.011, 1.0, 1e-12)
    section("holm", [(p, q) for p, q in zip(rows, multitest.multipletests(rows, method="holm")[1])])
    section("wilson", [(w, n, *proportion.proportion_confint(w, n, 0.05, "wilson")) for w, n in
                       ((0, 10), (10, 10), (1, 10), (5, 10), (2, 1000), (420_400, 1_000_000), (196_500, 1_000_000), (999_999, 1_000_000), (3, 10**9))])

    values = np.repeat([v for v, _ in COUNTS], [c for _, c in COUNTS])
    inverted = [int(np.quantile(values, q / 100, method="inverted_cdf")) for q in (5, 25, 50, 75, 95, 99)]
    section("moments", [(len(values), values.mean(), values.std(ddof=1), stats.sem(values), *inverted)])

    _, x, _, y = (np.array(column) for column in zip(*DEALS))
    d = y - x
    section("paired", [("mean", d.mean()), ("std_err", stats.sem(d)), ("skewness", stats.skew(d)),
                       *zip(("low", "high", "p"), hall(d.mean(), stats.sem(d), len(d) - 1, stats.skew(d) / math.sqrt(len(d)))), ("t_of_ttest_rel", -stats.ttest_rel(x, y).statistic)])
    section("mcnemar", [(b, c, contingency_tables.mcnemar([[0, b], [c, 0]], exact=b + c <= 10_000, correction=False).pvalue) for b, c in
                        ((0, 0), (1, 7), (40, 20), (59, 6), (5100, 4900), (5101, 4900), (60_000, 61_000), (10**6, 10**6 + 9000))])
    section("tango", [(*t, *tango(sum(t), *t[1:3])) for t in
                      ((1, 1, 7, 12), (36, 12, 2, 0), (100, 40, 20, 0), (53, 16, 9, 20), (900, 3, 1, 96), (4204, 900, 700, 4196))])

    def two_ratios(a, n, b, m):
        interval = proportion.confint_proportions_2indep(b, m, a, n, method="newcomb", compare="diff", correction=False)
        if min(a + b, n + m - a - b) <= 1000:
            p = fisher(a, n, b, m)
        else:
            p = proportion.proportions_ztest([a, b], [n, m])[1]
        return (a, n, b, m, *interval, p)

    section("unpaired_ratio", [two_ratios(*t) for t in
                               ((48, 80, 56, 70), (0, 1000, 3, 1000), (995, 1000, 9990, 10000), (4204, 10_000, 4331, 10_000), (420_400, 10**6, 421_900, 10**6))])
    first, second = values, values[::2] + 30
    err = np.sqrt(first.var(ddof=1) / len(first) + second.var(ddof=1) / len(second))
    test = stats.ttest_ind(second, first, equal_var=False)
    cumulants = sum(sign * stats.skew(x) / math.sqrt(len(x)) * (stats.sem(x) / err) ** 3 for sign, x in ((1, second), (-1, first)))
    section("welch", [("t_of_ttest_ind", test.statistic), ("difference", second.mean() - first.mean()),
                      ("std_err", err), *zip(("low", "high", "p"), hall(second.mean() - first.mean(), err, test.df, cumulants)),
                      ("plain_p", test.pvalue)])
    section("skewness", [(stats.skew(first),)])
    section("student", [(c, nu, stats.t.isf(stats.norm.sf(stats.norm.ppf(0.5 + c / 2)), nu))
                        for c in (0.95, 0.99, 0.999) for nu in (1, 9.5, 999.5, 1000, 1e5)])
    section("student tails", [(t, nu, float(t_tail(t, nu))) for t, nu in
                              ((0.001, 1), (1, 1), (12.7, 1), (2.5, 2.5), (1.96, 9), (8, 30), (0.5, 100), (3, 1000),
                               (20, 1000), (37, 5e4), (2, 2e6), (9, 1e8))])

    robbins = [(w, n, 0.0) for w, n in ((0, 10), (1, 10), (500, 1000), (420_400, 1_000_000))]
    centred = [(w, n, k) for w, n, k in ((0, 1000, 12_000.0), (1, 1000, 12_000.0), (420, 1000, 12_000.0), (420_400, 10**6, 12_000.0), (420_400_000_000, 10**12, 1.2e10))]
    section("proportion_sequence", [(*t, *sequence(*t)) for t in robbins + centred])
    y = float((-special.lambertw(-0.05**2 / np.e, -1) - 1).real)
    n, sd, tuned = 250_000, 350.0, 100_000
    rho = y / tuned
    margin = sd * np.sqrt(2 * (n * rho + 1) / (n * n * rho) * np.log(np.sqrt(n * rho + 1) / 0.05))
    section("mean_sequence", [("lambert", y), ("margin", margin)])


if __name__ == "__main__":
    sys.exit(main())
