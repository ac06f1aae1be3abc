"""The expected output of `compare`, by scipy and from the steps."""

import collections
from fractions import Fraction

import numpy as np
from scipy import optimize, stats

import counts

# The share of the increases that are detected.
SHARE = 0.9


def expected(old, new, together, level):
    joining = max(0, together - len(new.runs))
    older = set(old.runs[: len(old.runs) - joining])
    then = [step for step in old.steps if step.run in older]
    now = [step for step in old.steps if step.run not in older] + new.steps
    actions = [Action(name, then, now) for name in sorted({step.action for step in now})]
    models = [model for model in (Model(action) for action in actions) if model.old and model.new]
    of_total = level * 0.3 if len(models) > 2 else 0
    variance = slow(models)
    of_actions = level - of_total
    own = changes(models, of_actions)
    # Actions that have increased by themselves are not part of a bug in all actions.
    others = [model for model in models if model.action not in [change["action"] for change in own]]
    everything = [everything_of(others, variance)] if len(others) > 2 else []
    everything = [change for change in everything if change["probability"] <= of_total]
    known = {step.action for step in then}
    names = [one.name for one in actions]
    new_actions = [name for name in names if name not in known]
    new_tests = [step for one in actions for step in one.of_new_tests]
    return {
        "version": 1,
        "steps": len(now),
        "runs": len({step.run for step in now}),
        "baselineRuns": len({s.run for s in then if s.machine in {s.machine for s in now}}),
        "newActions": new_actions,
        "newMachines": sorted(", ".join(machine) for machine in {s.machine for s in now} - {s.machine for s in then}),
        "renamedActions": [one.name for one in actions if one.renamed],
        "newTests": sorted({step.test for step in new_tests}),
        "unknownSteps": len(new_tests),
        "risen": everything + own,
        "missable": [model.missable(of_actions / len(models)) for model in models],
        "newCauses": new_causes(actions, then, now, new.steps, level),
        "newFlakySteps": new_flaky_steps({step.action for step in old.steps}, new.steps),
    }


def new_flaky_steps(known, steps):
    """Steps that no older run has and that needed a retry."""
    by_name = collections.defaultdict(list)
    for step in steps:
        if step.action not in known:
            by_name[step.action].append(step)

    def example(steps):
        kinds = collections.Counter(kind for step in steps for kind in step.kinds)
        # If several are equally frequent, the first by its text, which begins with the sort of the cause, if there is one.
        return min(kinds, key=lambda kind: (-kinds[kind], kind if kind == counts.CUT_OFF else f"error: {kind}"))

    return [
        {"action": name, "steps": len(some), "retried": sum(step.retried for step in some), "example": example(some)}
        for name, some in sorted(by_name.items())
        if any(step.retried for step in some)
    ]


def significant(probabilities, level, others=0):
    """Holm's correction; the others have a probability of 1."""
    left, found = len(probabilities) + others, set()
    for index in np.argsort(probabilities):
        if probabilities[index] > level / left:
            break
        found.add(int(index))
        left -= 1
    return found


def rate(steps):
    return {"count": sum(step.failed for step in steps), "total": len(steps)}


def fisher(x, m, base, of):
    return stats.hypergeom.sf(x - 1, m + of, x + base, m)


class Action:
    """The steps of an action in the same tests on the same machines, then and now."""

    def __init__(self, name, then, now):
        self.name = name
        machines = {step.machine for step in then}
        then, now = ([step for step in steps if step.action == name] for steps in (then, now))
        self.all_now = now
        places = {step.machine for step in then}
        self.renamed = {machine for machine in places if renamed(machine, then, now)}
        both = {(step.machine, step.test) for step in then} & {(step.machine, step.test) for step in now}

        def comparable(steps):
            return [s for s in steps if s.machine in self.renamed or (s.machine, s.test) in both]

        self.then, self.now = comparable(then), comparable(now)
        known = machines - self.renamed if then else set()
        self.of_new_tests = [s for s in now if s.machine in known and (s.machine, s.test) not in both]

    def cell(self, step):
        return step.machine, None if step.machine in self.renamed else step.test


def renamed(machine, then, now):
    """Whether most steps are in other tests on either side, and newer runs have at least half as many steps."""
    then, now = ([step for step in steps if step.machine == machine] for steps in (then, now))
    common = {step.test for step in then} & {step.test for step in now}

    def differ(steps):
        return sum(step.test in common for step in steps) < len(steps) / 2

    def by_run(steps):
        return Fraction(len(steps), len({step.run for step in steps}))

    return bool(now) and differ(then) and differ(now) and by_run(now) >= by_run(then) / 2


class Run:
    """An action in a run on a machine, with the failures expected at the older rates of its tests."""

    def __init__(self, steps, rates, cell, is_older):
        self.x, self.n = sum(step.failed for step in steps), len(steps)
        self.expected = self.variance = self.foreign = 0
        for key, m in collections.Counter(map(cell, steps)).items():
            x, n = rates[key]
            # An older run is part of the rates itself.
            others = m * (1 - m / n) if is_older else m
            self.expected += m * x / n
            self.foreign += others
            if n > 1:
                self.variance += others * x * (n - x) / (n * (n - 1))
        self.factor, self.of_factor = 1, 0


class Model:
    """An action and its rates."""

    def __init__(self, action):
        self.action, self.steps = action.name, (action.then, action.now)
        rates = collections.defaultdict(lambda: [0, 0])
        for step in action.then:
            rates[action.cell(step)][0] += step.failed
            rates[action.cell(step)][1] += 1

        def runs(steps, is_older):
            by_place = collections.defaultdict(list)
            for step in steps:
                by_place[step.run, step.machine].append(step)
            return {place: Run(some, rates, action.cell, is_older) for place, some in by_place.items()}

        self.old, self.new = runs(action.then, True), runs(action.now, False)
        if self.new:
            self.n, self.x = len(action.now), sum(step.failed for step in action.now)
            weights = collections.Counter(map(action.cell, action.now))
            self.worth = 1 / sum((m / self.n) ** 2 / rates[key][1] for key, m in weights.items())

    def scale(self):
        expected = sum(run.expected * run.factor for run in self.old.values())
        return sum(run.x for run in self.old.values()) / expected if expected else 1

    def moments(self):
        """The excess of each older run, and its value for a correlation of 1."""
        p, scale = np.mean([step.failed for step in self.steps[0]]), self.scale()
        found = {}
        for place, run in self.old.items():
            mean = run.expected * run.factor * scale
            chance = run.variance * run.factor + mean**2 * run.of_factor
            found[place] = np.array([(run.x - mean) ** 2 - chance, p * (1 - p) * run.foreign * (run.n - 1)]) / run.n
        return found

    def set(self, rho):
        def inflation(runs):
            sizes = np.array([run.n for run in runs.values()])
            return (sizes * (1 + (sizes - 1) * rho)).sum() / sizes.sum()

        def speed(runs):
            e = np.array([run.expected for run in runs.values()])
            if e.sum() == 0:
                return 1, 0
            w = e / e.sum()
            return w @ [run.factor for run in runs.values()], w**2 @ [run.of_factor for run in runs.values()]

        d = inflation(self.old)
        size = self.worth / d + 1
        (slow, variance), (_, before) = speed(self.new), speed(self.old)
        share = sum(run.expected for run in self.new.values()) / self.n * self.scale()
        p = np.clip((share * self.worth / d + 0.5) / size * slow, 1e-9, 0.98)
        inner = (inflation(self.new) - 1) / (self.n - 1) if self.n > 1 else rho
        self.rho = np.clip(inner + p / (1 - p) * (variance + before) + 1 / (size + 1), 1e-9, 0.9)
        self.mass = mass(self.n, p, self.rho)

    def rise(self, x=None):
        return self.mass[self.x if x is None else x :][::-1].sum()

    def missable(self, level):
        found = {"action": self.action, "then": rate(self.steps[0]), "now": rate(self.steps[1])}
        x = next((x for x in range(self.n + 1) if self.rise(x) <= level), None)
        if x is not None:
            found["detectableRate"] = optimize.brentq(lambda p: mass(self.n, p, self.rho)[x:].sum() - SHARE, 1e-12, 1 - 1e-12)
        return found


def mass(n, p, rho):
    size = 1 / rho - 1
    return stats.betabinom.pmf(np.arange(n + 1), n, p * size, (1 - p) * size)


def slow(models):
    """Adjusts for the speed of each run and finds the correlations; returns the variance of the speed."""
    if not models:
        return 0
    together, scale = 0, 0
    places = {place for model in models for place in model.old}
    for place in places:
        runs = [model.old[place] for model in models if place in model.old]
        d = np.array([run.x - run.expected for run in runs])
        e, foreign = (np.array([getattr(run, key) for run in runs]) for key in ["expected", "foreign"])
        foreign = e * foreign / [run.n for run in runs]
        together += d.sum() ** 2 - (d**2).sum()
        scale += e.sum() * foreign.sum() - (e * foreign).sum()
    variance = min(1, max(0, together / scale)) if scale > 0 else 0
    if len(models) > 2:
        for model in models:
            for place, run in [*model.old.items(), *model.new.items()]:
                side = "old" if model.old.get(place) is run else "new"
                others = [getattr(m, side)[place] for m in models if m is not model and place in getattr(m, side)]
                if side == "new" and others:
                    # The action whose rate fell most may have been fixed.
                    others.remove(max(others, key=lambda one: one.expected - one.x))
                size = 1 / max(0.05, variance)
                x, e = size + sum(one.x for one in others), size + sum(one.expected for one in others)
                run.factor, run.of_factor = max(0.5, x / e), 1 / x
    correlate(models)
    return variance


def everything_of(models, variance):
    """The increase of some actions together."""
    places = {place for model in models for place in model.old}
    n, x = sum(model.n for model in models), sum(model.x for model in models)
    old, count = (sum(getattr(run, key) for model in models for run in model.old.values()) for key in ["n", "x"])
    e = max(0.5, sum(run.expected for model in models for run in model.new.values()))
    fresh, k = len({place for model in models for place in model.new}), len(places)
    p = min(0.98, e / n)
    of_speed = max(0.25, variance * (1 + 3 / np.sqrt(k))) * (1 / fresh + 1 / k) + 1 / (count + 1)
    found = {"action": "", "then": {"count": count, "total": old}, "now": {"count": x, "total": n}}
    return found | {"probability": mass(n, p, min(0.9, p / (1 - p) * of_speed))[x:][::-1].sum()}


def correlate(models):
    """The correlation of two steps of one run, of each action."""
    own = [model.moments() for model in models]
    places = {place for one in own for place in one}
    excess, scale = np.array([sum(one[place] for one in own if place in one) for place in places]).T
    k, bound = len(places), 0
    if k > 1 and scale.sum() > 0:
        mean = excess.sum() / scale.sum()
        error = np.sqrt(k / (k - 1) * ((excess - mean * scale) ** 2).sum()) / scale.sum()
        bound = mean + 1.4 * error
    for model, one in zip(models, own):
        excess, scale = sum(one.values())
        floor = max(0.005 if k < 10 else 0.001, bound)
        model.set(min(0.5, max(floor, excess / scale if scale > 0 else 0)) if k > 1 else 0.05)


def changes(models, level):
    probabilities = [model.rise() for model in models]
    return [
        {
            "action": models[index].action,
            "then": rate(models[index].steps[0]),
            "now": rate(models[index].steps[1]),
            "probability": probabilities[index],
        }
        for index in significant(probabilities, level)
    ]


def new_causes(actions, then, now, newest, level):
    def kinds(steps):
        return collections.Counter((step.action, kind) for step in steps for kind in step.kinds)

    actions_then = {step.action for step in then}
    known, by_name = kinds(then), {one.name: one for one in actions}
    # A cause that the newest run no longer has is not reported.
    found = [(action, kind) for action, kind in kinds(newest) if action in actions_then and (action, kind) not in known]
    entries, probabilities, rules = [], [], []
    fewest = 3 if len({step.run for step in now}) == 1 else 5
    for name, kind in found:
        action = by_name[name]
        compared = collections.Counter(action.cell(step) for step in action.now if kind in step.kinds)
        entry = {
            "action": name,
            "example": kind,
            "steps": sum(kind in step.kinds for step in action.all_now),
            "comparedSteps": compared.total(),
        }
        m, of = (sum(action.cell(step) in compared for step in steps) for steps in (action.now, action.then))
        is_long = len({step.run for step in action.then}) >= 10 and of >= 5 * m
        rules.append(compared.total() >= fewest if is_long else None)
        probabilities.append(1)
        if compared:
            x, sizes = compared.total(), [(len(action.now), len(action.then)), (m, of)]
            probabilities[-1] = entry["probability"] = max(fisher(x, some, 0, older) for some, older in sizes)
        entries.append(entry)
    alarms = significant(probabilities, level, sum(action in by_name for action, _ in known))
    for index, entry in enumerate(entries):
        entry["isSurprising"] = index in alarms if rules[index] is None else rules[index]
    return entries
