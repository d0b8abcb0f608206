#!/usr/bin/env python3
"""Sets the strategies of a runs.jsonl side by side (labs/experiments/programs/utility_main.cc), with 95 per cent intervals.

    paired_intervals.py runs.jsonl [--use report] ["A - B"]...

prints for every strategy the mean over topics of each measure, runs of a topic averaged first, with a 95 per cent
interval (Student's t over topics), and for each pair the mean difference A - B, its interval, the two-tailed p of a
paired t test, the difference that this many topics would show with a power of 80 per cent, and the share of seed
subsets in which A was above B.
"""
import json
import math
import statistics
import sys
from collections import defaultdict

MEASURES = ["topicality", "on_topic", "own_topicality", "importance", "sites", "pages"]


def beta(a, b, x):
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(1 - x)) / a
    f, c, d = 1.0, 1.0, 0.0
    for i in range(300):
        m = i // 2
        if i == 0:
            n = 1.0
        elif i % 2 == 0:
            n = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            n = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + n * d)
        c = 1 + n / c
        f *= c * d
        if abs(1 - c * d) < 1e-12:
            break
    return front * (f - 1)


def two_tailed(t, df):
    return beta(df / 2, 0.5, df / (df + t * t))


def quantile(p, df):
    """t with two_tailed(t) = p, by bisection."""
    low, high = 0.0, 1e4
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if two_tailed(middle, df) > p else (low, middle)
    return low


def interval(values):
    mean = statistics.fmean(values)
    if len(values) < 2:
        return mean, math.nan
    return mean, quantile(0.05, len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def main():
    arguments = sys.argv[2:]
    runs = [json.loads(line) for line in open(sys.argv[1])]
    if arguments[:1] == ["--use"]:
        runs = [run for run in runs if run["use"] == arguments[1]]
        arguments = arguments[2:]
    by = defaultdict(lambda: defaultdict(dict))  # strategy -> topic -> subset -> run
    for run in runs:
        by[run["strategy"]][run["topic"]][run["subset"]] = run
    topics = sorted(set.intersection(*(set(of) for of in by.values())))

    def means(strategy, measure):
        return [statistics.fmean(run[measure] for run in by[strategy][topic].values()) for topic in topics]

    print(f"{len(topics)} topics, {len(runs)} runs")
    print("\t".join(["strategy"] + MEASURES))
    for strategy in by:
        cells = ["%.3f ± %.3f" % interval(means(strategy, measure)) for measure in MEASURES]
        print("\t".join([strategy] + cells))
    for pair in arguments:
        one, other = pair.split(" - ")
        print(f"\n{one} less {other}")
        for measure in MEASURES[:5]:
            off = [a - b for a, b in zip(means(one, measure), means(other, measure))]
            mean, half = interval(off)
            deviation, n = statistics.stdev(off), len(off)
            t = mean / (deviation / math.sqrt(n)) if deviation > 0 else math.inf
            seen = (quantile(0.05, n - 1) + quantile(0.4, n - 1)) * deviation / math.sqrt(n)
            both = [(by[one][topic][s][measure], by[other][topic][s][measure])
                    for topic in topics for s in by[one][topic] if s in by[other][topic]]
            above = sum(a > b for a, b in both) / len(both)
            print(f"  {measure}: {mean:+.3f} ({mean - half:+.3f} to {mean + half:+.3f}), p {two_tailed(t, n - 1):.4f}, "
                  f"power of 80 % from {seen:.3f}, above in {above:.0%} of {len(both)} runs")


if __name__ == "__main__":
    main()
