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
    actions = [Action(name, then, now) for name in sorted({step.action for step in now})]
    pairs, plain = pairs_of(actions, False), pairs_of(actions, True)
    risen = changes(pairs, level, lambda pair: pair.rise(pair.x))
    certain = {change["action"] for change in risen}
    episodes = {one.name for one in actions if any(step.continued for step in one.now)}
    perhaps = [one for one in changes(plain, level, lambda pair: pair.rise(pair.x)) if one["action"] in episodes - certain]
    known = {step.action for step in then}
    newest = {step.action for step in then if step.run == old.runs[len(older) - 1]}
    names = [one.name for one in actions]
    new_actions = [name for name in names if name not in known]
    new_tests = [step for one in actions for step in one.of_new_tests]
    return {
        "version": 1,
        "steps": len(now),
        "runs": len({step.run for step in now}),
        "baselineRuns": len(older),
        "newActions": new_actions,
        "goneActions": sorted(newest.difference(names)) if new_actions else [],
        "newMachines": sorted(", ".join(machine) for machine in {s.machine for s in now} - {s.machine for s in then}),
        "newPlaces": [{"action": one.name, "machine": place} for one in actions for place in one.new_places],
        "renamedActions": [one.name for one in actions if one.renamed],
        "newTests": sorted({step.test for step in new_tests}),
        "unknownSteps": len(new_tests),
        "risen": risen,
        "perhapsRisen": perhaps,
        "fallen": changes(pairs, level, lambda pair: pair.fall(pair.x)),
        "missable": [pair.missable(level / len(pairs)) for pair in pairs],
        "newCauses": new_causes(actions, then, now, new.steps, level),
    }


def pairs_of(actions, plain):
    pairs = [pair for pair in (Pair(action, plain) for action in actions) if pair.cells]
    correlate(pairs)
    return pairs


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


class Action:
    """The steps of an action in the same tests on the same machines, then and now."""

    def __init__(self, name, then, now):
        self.name = name
        machines = {step.machine for step in then}
        then, now = ([step for step in steps if step.action == name] for steps in (then, now))
        self.is_known, self.all_now = bool(then), now
        places = {step.machine for step in then}
        self.renamed = {machine for machine in places if renamed(machine, then, now)}
        both = {(step.machine, step.test) for step in then} & {(step.machine, step.test) for step in now}

        def comparable(steps):
            return [s for s in steps if s.machine in self.renamed or (s.machine, s.test) in both]

        self.then, self.now = comparable(then), comparable(now)
        self.of_new_tests = [s for s in now if s.machine in places - self.renamed and (s.machine, s.test) not in both]
        new = {step.machine for step in now} & machines - places if then else set()
        self.new_places = sorted(", ".join(machine) for machine in new)
        # Where failures in a row come back in a test, each counts.
        recurring = {cell for cell in both if cell[0] not in self.renamed and recurs(cell, self.then, self.now)}
        self.then, self.now = (
            [s._replace(continued=s.continued and (s.machine, s.test) not in recurring) for s in steps]
            for steps in (self.then, self.now)
        )

    def cell(self, step):
        return step.machine, None if step.machine in self.renamed else step.test


def renamed(machine, then, now):
    """True if most of the steps have other tests on either side, of runs that do at least half as much."""
    then, now = ([step for step in steps if step.machine == machine] for steps in (then, now))
    common = {step.test for step in then} & {step.test for step in now}

    def differ(steps):
        return sum(step.test in common for step in steps) < len(steps) / 2

    def by_run(steps):
        return Fraction(len(steps), len({step.run for step in steps}))

    return bool(now) and differ(then) and differ(now) and by_run(now) >= by_run(then) / 2


def recurs(cell, then, now):
    """True if so many newer runs, of two at least, have failures in a row in the test that chance is not why (1 %)."""

    def runs(steps):
        here = [step for step in steps if (step.machine, step.test) == cell]
        return len({step.run for step in here if step.continued}), len({step.run for step in here})

    (x, m), (base, of) = runs(now), runs(then)
    return x > 1 and fisher(x, m, base, of) <= 0.01 * (1 + 1e-9)


class Pair:
    """An action and its rates; with all failures, or with one for each episode."""

    def __init__(self, action, plain):
        self.action = action.name
        self.then, self.now = (
            [step._replace(continued=step.continued and not plain) for step in steps] for steps in (action.then, action.now)
        )
        self.shown = rate(action.then, True), rate(action.now, True)

        def cells(steps):
            by_cell = collections.defaultdict(list)
            for step in steps:
                by_cell[action.cell(step)].append(step)
            return by_cell

        old, new = cells(self.then), cells(self.now)
        self.x, self.m = rate(self.now, True).values()
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
            "comparedThen": pairs[index].shown[0],
            "comparedNow": pairs[index].shown[1],
            "probability": probabilities[index],
        }
        for index in significant(probabilities, level)
    ]


def new_causes(actions, then, now, newest, level):
    def kinds(steps):
        return collections.Counter((step.action, kind) for step in steps for kind in step.kinds)

    known, by_name = kinds(then), {one.name: one for one in actions}
    # A cause that the newest run does not have any more is no news.
    found = [(action, kind) for action, kind in kinds(newest) if (action, kind) not in known]
    entries, probabilities = [], []
    for name, kind in found:
        action = by_name[name]
        counts = [count for (other, _), count in known.items() if other == name]
        failures = sum(step.counted(kind) for step in action.all_now for kind in step.kinds)
        entry = {
            "action": name,
            "example": kind,
            "steps": sum(kind in step.kinds for step in action.all_now),
            "isOfNewAction": not action.is_known,
        }
        compared = compared_steps(kind, action)
        entry["comparedSteps"] = compared.total()
        probabilities.append(probability(compared, action))
        if probabilities[-1] is not None:
            entry["probability"] = probabilities[-1]
        if counts:
            entry["expectedShare"] = 1 - (1 - counts.count(1) / sum(counts)) ** failures
        entries.append(entry)
    others = sum(action in by_name for action, _ in known)
    alarms = significant([1 if one is None else one for one in probabilities], level, others)
    for index, entry in enumerate(entries):
        entry["isSurprising"] = index in alarms
    return entries


def compared_steps(kind, action):
    """The steps of a kind by machine and test; one where failures in a row began in a new test and count nowhere else."""
    steps = [step for step in action.now if kind in step.kinds]
    compared = collections.Counter()
    for step in steps:
        compared[action.cell(step)] += step.counted(kind)
    if steps and not compared.total():
        compared[min(compared, key=lambda cell: (cell[1] or "", cell[0]))] = 1
    return +compared


def probability(compared, action):
    """In all tests that both sides have, or in those in which it came if that is more; None if it came in none."""
    if not compared:
        return None
    of_kind = [[step for step in steps if action.cell(step) in compared] for steps in (action.now, action.then)]
    totals = [(rate(a, True)["total"], rate(b, True)["total"]) for a, b in [(action.now, action.then), of_kind]]
    return max(fisher(compared.total(), m, 0, of) for m, of in totals)
