"""The expected output of `history`, from the steps and with random orders of its own."""

import collections
import datetime
import math

import numpy as np

from comparison import fisher, significant

LEVEL = 0.01
ORDERS = 4_999


def expected(records, unit):
    labels, place = [], {}
    for run in records.runs:
        start = min(records.starts[run]) / 1_000
        day = datetime.datetime.fromtimestamp(start, datetime.timezone.utc).date().isoformat()
        names = {"run": run, "day": day, "commit": records.commits[run]}
        label = {"name": names[unit], "day": day, "commit": names["commit"]}
        if label["name"] not in [known["name"] for known in labels]:
            labels.append(label)
        place[run] = [known["name"] for known in labels].index(label["name"])
    needed = next(count for count in range(1, 100) if math.comb(count, count // 2) * LEVEL >= 2)
    actions = sorted({step.action for step in records.steps})
    failures, totals = np.zeros((2, len(actions), len(labels)), int)
    tests = [collections.defaultdict(lambda: [0, 0]) for _ in actions]
    for step in records.steps:
        action = actions.index(step.action)
        failures[action, place[step.run]] += step.failed
        totals[action, place[step.run]] += 1
        tests[action][step.test][0] += step.failed
        tests[action][step.test][1] += 1
    searched = [index for index in range(len(actions)) if (totals[index] > 0).sum() >= needed]
    found = dict(zip(searched, search(failures[searched], totals[searched])))
    entries = []
    for index, action in enumerate(actions):
        since, probability = found.get(index, (None, 1))
        entries.append(
            {
                "action": action,
                "steps": totals[index].tolist(),
                "firstFailures": failures[index].tolist(),
                "tests": owners(tests[index]),
                "hasEnoughPeriods": index in searched,
                "changedSince": "" if since is None else labels[since]["name"],
                "probability": probability,
            }
        )
    return {"version": 1, "periods": labels, "periodsNeeded": needed, "actions": entries}


def owners(tests):
    names = sorted(tests)
    count, total = np.sum(list(tests.values()), axis=0)
    probabilities = [fisher(x, m, count - x, total - m) for x, m in (tests[name] for name in names)]
    high = significant(probabilities, LEVEL) if len(names) > 1 else set()
    return [
        {"test": name, "firstFailures": tests[name][0], "steps": tests[name][1], "isOwner": index in high}
        for index, name in enumerate(names)
    ]


def search(failures, totals):
    """The first period of the best split of each action, and the probability of one as good (max-T, step-down)."""
    if not len(failures):
        return []
    rng = np.random.default_rng(1)
    ran = np.flatnonzero(totals.sum(axis=0) > 0)
    orders = np.array([ran] + [rng.permutation(ran) for _ in range(ORDERS)])
    scores, splits = zip(*(best(k[orders], n[orders]) for k, n in zip(failures, totals)))
    scores = np.array(scores)
    worst, result = 0, [(None, 1)] * len(failures)
    ranked = np.argsort(scores[:, 0])
    highest = np.maximum.accumulate(scores[ranked], axis=0)
    for rank in reversed(range(len(ranked))):
        index = ranked[rank]
        as_good = (highest[rank, 1:] >= scores[index, 0] * (1 - 1e-8)).sum()
        worst = max(worst, (as_good + 1) / (ORDERS + 1))
        present = np.flatnonzero(totals[index] > 0)
        if scores[index, 0] > 0:
            result[index] = (int(present[splits[index][0]]), worst)
    return result


def likelihood(k, n):
    def part(x):
        return x * np.log(np.where(x > 0, x, 1))

    return part(k) + part(n - k) - part(n)


def scatter(count, total, squares):
    """Pearson's chi-squared of periods around their common rate."""
    rate = count / total
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((count > 0) & (count < total), (squares - count * rate) / (rate * (1 - rate)), 0)


def best(k, n):
    """The score of the best split of each order, and the number of periods on its left."""
    count, total, left = k.cumsum(1), n.cumsum(1), (n > 0).cumsum(1)
    squares = (k**2 / np.maximum(n, 1)).cumsum(1)
    periods, whole, all_failures, all_squares = left[0, -1], total[0, -1], count[0, -1], squares[0, -1]
    allowed = (left >= 2) & (left <= periods - 2)
    gain = likelihood(count, total) + likelihood(all_failures - count, whole - total) - likelihood(all_failures, whole)
    # Of equally good splits, the later one, and the rise.
    rise = count * (whole - total) < (all_failures - count) * total
    gain = np.where(allowed, gain * (1 + 1e-4 * left / periods + 1e-5 * rise), 0)
    rows, split = np.arange(len(k)), gain.argmax(1)
    gain, count, total, squares = (values[rows, split] for values in (gain, count, total, squares))
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = scatter(count, total, squares) + scatter(all_failures - count, whole - total, all_squares - squares)
    return np.where(gain > 1e-6, gain / np.maximum(1, spread / (periods - 2)), 0), left[rows, split]
