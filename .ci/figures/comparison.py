"""The expected output of `compare`, by scipy and from the steps."""

import bisect
import collections
from fractions import Fraction

import numpy as np
from scipy import optimize, special, stats

# The share of the rises that are found, and the confidence of the bound of the correlation.
SHARE = 0.9


def expected(old, new, together, level):
    joining = max(0, together - len(new.runs))
    older = set(old.runs[: len(old.runs) - joining])
    then = [step for step in old.steps if step.run in older]
    now = [step for step in old.steps if step.run not in older] + new.steps
    names = sorted({step.action for step in now})
    pairs = [pair for pair in (Pair(name, then, now) for name in names) if pair.cells]
    correlate(pairs)
    known = {step.action for step in then}
    newest = {step.action for step in then if step.run == old.runs[len(older) - 1]}
    new_actions = [name for name in names if name not in known]
    return {
        "version": 1,
        "steps": len(now),
        "runs": len({step.run for step in now}),
        "baselineRuns": len(older),
        "newActions": new_actions,
        "goneActions": sorted(newest.difference(names)) if new_actions else [],
        "newMachines": sorted(", ".join(machine) for machine in {s.machine for s in now} - {s.machine for s in then}),
        "unknownSteps": sum(pair.unknown_steps for pair in pairs),
        "risen": changes(pairs, level, lambda pair: pair.rise(pair.x)),
        "fallen": changes(pairs, level, lambda pair: pair.fall(pair.x)),
        "missable": [pair.missable(level / len(pairs)) for pair in pairs],
        "newCauses": new_causes(then, now, new.steps, level),
    }


def significant(probabilities, level, others=0):
    """Holm's correction; the others have a probability of 1."""
    left, found = len(probabilities) + others, set()
    for index in np.argsort(probabilities):
        if probabilities[index] > level / left:
            break
        found.add(int(index))
        left -= 1
    return found


def rate(steps, compared=False):
    steps = [step for step in steps if not (compared and step.continued)]
    return {"count": sum(step.failed for step in steps), "total": len(steps)}


def fisher(x, m, base, of):
    return stats.hypergeom.sf(x - 1, m + of, x + base, m)


class Pair:
    """An action in the same tests on the same machines, then and now."""

    def __init__(self, action, then, now):
        self.action = action
        then = [step for step in then if step.action == action]
        self.all_now = [step for step in now if step.action == action]
        wanted = {(step.machine, step.test) for step in self.all_now}
        known = {(step.machine, step.test) for step in then}
        both = wanted & known
        by_test = {machine for machine, _ in both}
        whole = {machine for machine, _ in wanted} & {machine for machine, _ in known} - by_test

        def cells(steps):
            by_cell = collections.defaultdict(list)
            for step in steps:
                key = (step.machine, step.test)
                if step.machine in whole:
                    by_cell[step.machine].append(step)
                elif key in both:
                    by_cell[key].append(step)
            return by_cell

        old, new = cells(then), cells(self.all_now)
        self.then, self.now = sum(old.values(), []), sum(new.values(), [])
        self.x, self.m = rate(self.now, True).values()
        known = {step.machine for step in then if step.action == self.action}
        self.unknown_steps = sum(step.machine in known for step in self.all_now) - len(self.now)
        # The older rate of each cell, its steps, and the newer steps.
        self.cells = []
        for key in new:
            (count, total), m = rate(old[key], True).values(), rate(new[key], True)["total"]
            if total and m:
                self.cells.append((Fraction(count, total), total, m))
        if self.cells:
            steps = sum(m for _, _, m in self.cells)
            share = sum(share * m / steps for share, _, m in self.cells)
            variance = sum(Fraction(m, steps) ** 2 / total for _, total, m in self.cells)
            self.total = int(1 / variance + Fraction(1, 2))
            self.count = int(share * self.total + Fraction(1, 2))

    def runs(self, steps):
        """The steps of each run on each machine."""
        runs = collections.defaultdict(list)
        for step in steps:
            if not step.continued:
                runs[step.machine, step.run].append(step.failed)
        return {key: np.array(failed) for key, failed in runs.items()}

    def set(self, correlation):
        def inflation(steps):
            sizes = np.array([len(run) for run in self.runs(steps).values()])
            return (sizes * (1 + (sizes - 1) * correlation)).sum() / sizes.sum()

        self.inner = (inflation(self.now) - 1) / (self.m - 1) if self.m > 1 else correlation
        # The probability of each number of failures, over all rates that the older runs leave possible.
        d = inflation(self.then)
        rates, weights = possible(self.count / d + 0.5, (self.total - self.count) / d + 0.5)
        self.mass = weights @ np.exp(self.log_mass(rates, np.arange(self.m + 1)))

    def log_mass(self, odds, counts):
        """The logarithm of the probability of some counts, for some log-odds of the rate."""
        odds = np.asarray(odds)[..., None]
        rate, rest = special.expit(odds), special.expit(-odds)
        if self.inner <= 0:
            return stats.binom.logpmf(counts, self.m, rate)
        size = 1 / self.inner - 1
        return stats.betabinom.logpmf(counts, self.m, rate * size, rest * size)

    def rise(self, x):
        return max(self.mass[x:][::-1].sum(), fisher(x, self.m, self.count, self.total))

    def fall(self, x):
        return max(self.mass[: x + 1].sum(), fisher(self.m - x, self.m, self.total - self.count, self.total))

    def missable(self, level):
        x = bisect.bisect_left(range(self.m + 1), True, key=lambda x: bool(self.rise(x) <= level))
        found = {"action": self.action, "then": rate(self.then, True), "now": rate(self.now, True)}

        def missing(odds):
            return np.exp(self.log_mass(odds, np.arange(x, self.m + 1))).sum() - SHARE

        if x <= self.m:
            found["detectableRate"] = float(special.expit(optimize.brentq(missing, -40, 40, xtol=1e-13)))
        return found


def possible(a, b):
    """Log-odds of a beta distribution, with their weights: Gauss and Legendre between its quantiles."""
    quantiles = [1e-20, 1e-14, 1e-9, 1e-5, 1e-2, 0.2]
    low, high = stats.beta.ppf(quantiles, a, b), stats.beta.ppf(quantiles, b, a)
    edges = np.concatenate([special.logit(low), -special.logit(high)[::-1]])
    points, weights = np.polynomial.legendre.leggauss(30)
    half = np.diff(edges)[:, None] / 2
    odds = (edges[:-1, None] + half * (points + 1)).ravel()
    density = a * special.log_expit(odds) + b * special.log_expit(-odds) - special.betaln(a, b)
    return odds, (half * weights).ravel() * np.exp(density)


def moments(runs, order):
    """The excess and the scale of each run of an action on a machine."""
    excess, scale = np.zeros(len(order)), np.zeros(len(order))
    if len(runs) > 1:
        p = np.concatenate(list(runs.values())).mean()
        for run, failed in runs.items():
            n, k = len(failed), len(runs)
            excess[order.index(run)] = (failed.mean() - p) ** 2 * n * k / (k - 1) - p * (1 - p)
            scale[order.index(run)] = p * (1 - p) * (n - 1)
    return excess, scale


def estimate(excess, scale):
    return excess.sum() / scale.sum() if scale.sum() > 0 else 0


def correlate(pairs):
    """The correlation of two steps of one run, of each action: the largest of all machines."""
    found = [[] for _ in pairs]
    runs = [pair.runs(pair.then) for pair in pairs]
    for machine in {machine for of_pair in runs for machine, _ in of_pair}:
        here = [{run: failed for (where, run), failed in of_pair.items() if where == machine} for of_pair in runs]
        order = sorted({run for of_pair in here for run in of_pair})
        k = len(order)
        own = [moments(of_pair, order) for of_pair in here]
        excess, scale = sum(one[0] for one in own), sum(one[1] for one in own)
        bound = 0
        if k > 1 and scale.sum() > 0:
            error = np.sqrt(k / (k - 1) * ((excess - estimate(excess, scale) * scale) ** 2).sum()) / scale.sum()
            bound = estimate(excess, scale) + stats.t.ppf(SHARE, k - 1) * error
        floor = 0.005 if k < 10 else 0.001
        for index, one in enumerate(own):
            found[index].append(min(0.5, max(floor, bound, estimate(*one))) if k > 1 else 0.05)
    for pair, correlations in zip(pairs, found):
        pair.set(max(correlations))


def changes(pairs, level, probability):
    probabilities = [probability(pair) for pair in pairs]
    return [
        {
            "action": pairs[index].action,
            "then": rate(pairs[index].then),
            "now": rate(pairs[index].now),
            "comparedThen": rate(pairs[index].then, True),
            "comparedNow": rate(pairs[index].now, True),
            "probability": probabilities[index],
        }
        for index in significant(probabilities, level)
    ]


def new_causes(then, now, newest, level):
    def kinds(steps):
        return collections.Counter((step.action, kind) for step in steps for kind in step.kinds)

    def of(steps, action):
        return [step for step in steps if step.action == action]

    known, actions = kinds(then), {step.action for step in now}
    # A cause that the newest run does not have any more is no news.
    found = [(action, kind) for action, kind in kinds(newest) if (action, kind) not in known]
    entries = []
    for action, kind in found:
        old, new = of(then, action), of(now, action)
        counts = [count for (name, _), count in known.items() if name == action]
        failures = sum(step.counted(kind) for step in new for kind in step.kinds)
        x = sum(step.counted(kind) for step in new)
        entry = {
            "action": action,
            "example": kind,
            "steps": x,
            "isOfNewAction": not old,
            "probability": fisher(x, rate(new, True)["total"], 0, rate(old, True)["total"]),
        }
        if counts:
            entry["expectedShare"] = 1 - (1 - counts.count(1) / sum(counts)) ** failures
        entries.append(entry)
    others = sum(action in actions for action, _ in known)
    alarms = significant([entry["probability"] for entry in entries], level, others)
    for index, entry in enumerate(entries):
        entry["isSurprising"] = index in alarms and not entry["isOfNewAction"]
    return entries
