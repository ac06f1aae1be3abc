"""The expected output of `compare`, by scipy and from the steps."""

import collections
import copy
from fractions import Fraction

import numpy as np
from scipy import stats

import counts


def expected(old, new, level):
    then, now = old.steps, new.steps
    actions = [Action(name, then, now) for name in sorted({step.action for step in now})]
    models, variance = without_outages(actions)
    of_total = level * 0.3 if len(models) > 2 else 0
    of_actions = level - of_total
    own = changes(models, of_actions)
    # Actions that have increased by themselves are not part of a bug in all actions.
    others = [model for model in models if model.action not in [change["action"] for change in own]]
    everything = [everything_of(others, variance)] if len(others) > 2 else []
    everything = [change | {"neededProbability": of_total} for change in everything if change["probability"] <= of_total]
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
        "newCauses": new_causes(actions, old, new, level),
        "newFlakySteps": new_flaky_steps({step.action for step in old.steps}, new.steps),
    }


def new_flaky_steps(known, steps):
    """Steps that no earlier run has and that needed a retry."""
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


def bounds(probabilities, level, others=0):
    """Holm's correction; the others have a probability of 1."""
    left, found = len(probabilities) + others, [0.0] * len(probabilities)
    for index in np.argsort(probabilities, kind="stable"):
        found[index] = level / left
        left -= probabilities[index] <= found[index]
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

    def without(self, run, now=False):
        """The action without an earlier run, or with that run in place of the newer ones."""
        action = copy.copy(self)
        action.then = [step for step in self.then if step.run != run]
        if now:
            action.now = [step for step in self.then if step.run == run]
        return action

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
            if n == 0:
                continue
            # An earlier run is part of the rates itself.
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
            self.worth = 1 / sum((m / self.n) ** 2 / max(1, rates[key][1]) for key, m in weights.items())

    def scale(self):
        expected = sum(run.expected * run.factor for run in self.old.values())
        return sum(run.x for run in self.old.values()) / expected if expected else 1

    def suspect(self):
        """The earlier run with most failures beyond those expected, if there are far too many."""
        found, scale = collections.defaultdict(lambda: [0, 0]), self.scale()
        for (run, _), one in self.old.items():
            found[run][0] += one.x - one.expected * scale
            found[run][1] += one.expected * scale
        run = max(found, key=lambda run: (found[run][0], run))
        return run if found[run][0] > 3 + 5 * np.sqrt(max(0, found[run][1])) else None

    def moments(self):
        """The excess of each earlier run, and its value for a correlation of 1."""
        p, scale = np.mean([step.failed for step in self.steps[0]]), self.scale()
        found = {}
        for place, run in self.old.items():
            mean = run.expected * run.factor * scale
            chance = run.variance * run.factor + mean**2 * run.of_factor
            found[place] = np.array([(run.x - mean) ** 2 - chance, p * (1 - p) * run.foreign * (run.n - 1)]) / run.n
        return found

    def set(self, rho):
        self.correlation = rho

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


def mass(n, p, rho):
    size = 1 / rho - 1
    return stats.betabinom.pmf(np.arange(n + 1), n, p * size, (1 - p) * size)


def without_outages(actions):
    """The models of the actions and the variance of the speed, without the outages of earlier runs."""
    by_name = {action.name: action for action in actions}
    models, variance = estimated(actions)
    suspects = {model.action: model.suspect() for model in models}
    if not any(suspects.values()):
        return models, variance
    quiet, _ = estimated(by_name[name].without(run) if run else by_name[name] for name, run in suspects.items())
    others = {model.action: model for model in quiet}
    for model in models:
        run, action = suspects[model.action], by_name[model.action]
        if run and model.action in others and was_outage(run, action, model, others[model.action]):
            by_name[model.action] = action.without(run)
    return estimated(by_name[name] for name in suspects)


def estimated(actions):
    models = [model for model in (Model(action) for action in actions) if model.old and model.new]
    return models, slow(models)


def was_outage(run, action, model, other):
    """Whether the failures of an earlier run are very unlikely at the rate of the others, on a machine half as fast."""
    own = [one for (name, _), one in model.old.items() if name == run]
    weights = np.array([one.expected for one in own])
    weights = weights / weights.sum() if weights.sum() else weights
    factor = weights @ [one.factor for one in own] if weights.sum() else 1
    judged = Model(action.without(run, now=True))
    if not judged.old or not judged.new:
        return False
    for one in judged.new.values():
        one.factor, one.of_factor = min(factor, 2), weights**2 @ [one.of_factor for one in own]
    judged.set(other.correlation)
    return judged.rise() * len({step.run for step in action.then}) <= 1e-7


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
            "neededProbability": bound,
        }
        for index, bound in enumerate(bounds(probabilities, level))
        if probabilities[index] <= bound
    ]


def new_causes(actions, old, new, level):
    """The new causes of each action, or those of all actions together that contain them."""
    if len(actions) == 1:
        return causes(actions, old.steps, new.steps, level)
    own = causes(actions, old.steps, new.steps, level / 2)
    then, now = ([step._replace(action="", test=(step.action, step.test)) for step in some.steps] for some in (old, new))
    together = []
    for entry in causes([Action("", then, now)], then, now, level / 2):
        having = [{step.action for step in some if entry["example"] in step.kinds} for some in (old.steps, new.steps)]
        if len(set.union(*having)) > 1:
            together.append(entry | {"actions": sorted(having[1])})
    by_kind = {entry["example"]: entry for entry in together}
    alarms = {entry["example"] for entry in own if entry["isSurprising"]}

    def is_kept(entry):
        whole = by_kind.get(entry["example"])
        return whole is None or (entry["action"] == "") == (whole["isSurprising"] or entry["example"] not in alarms)

    kept = [entry for entry in own + together if is_kept(entry)]
    alarms = {entry["example"] for entry in kept if entry["isSurprising"]}
    return [entry for entry in kept if entry["isSurprising"] or entry["example"] not in alarms]


def causes(actions, then, now, level):
    known = {(step.action, kind) for step in then for kind in step.kinds}
    actions = [action for action in actions if any(step.action == action.name for step in then)]
    fewest = 3 if len({step.run for step in now}) == 1 else 5
    fresh = []
    for action in actions:
        for kind in sorted({kind for step in action.all_now for kind in step.kinds}):
            compared = collections.Counter(action.cell(step) for step in action.now if kind in step.kinds)
            x = compared.total()
            steps = sum(kind in step.kinds for step in action.all_now)
            entry = {"action": action.name, "actions": [], "example": kind, "steps": steps, "comparedSteps": x}
            if (action.name, kind) in known:
                continue
            m, of = (sum(action.cell(step) in compared for step in steps) for steps in (action.now, action.then))
            if compared:
                sizes = [(len(action.now), len(action.then)), (m, of)]
                entry["probability"] = max(fisher(x, some, 0, older) for some, older in sizes)
            if len({step.run for step in action.then}) >= 10 and of >= 5 * m:
                entry["neededSteps"] = fewest
            fresh.append(entry)
    others = len({(action, kind) for action, kind in known if action in {one.name for one in actions}})
    found = bounds([entry.get("probability", 1) for entry in fresh], level, others)
    for entry, bound in zip(fresh, found):
        if "neededSteps" in entry:
            entry["isSurprising"] = entry["comparedSteps"] >= fewest
        else:
            entry |= {"neededProbability": bound, "isSurprising": entry.get("probability", 1) <= bound}
    return fresh
