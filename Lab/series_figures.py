"""The figures of a series of runs: how alike the steps of a run are, and what comparisons say of each run."""

import collections
import json
import pathlib
import subprocess

import numpy
from scipy import stats

REPORT = pathlib.Path(__file__).resolve().parents[1] / "Tools/.build/release/retry-report"
LEVEL, SHUFFLES = 0.01, 2000
Run = collections.namedtuple("Run", "name is_loaded seconds passed load records counts")


def read(folder):
    """The runs without the bug, and those with it, in the order of their names."""
    runs = ([], [])
    for file in sorted(folder.glob("*.json")):
        facts, records = json.loads(file.read_text()), file.with_suffix("")
        counts = collections.defaultdict(lambda: [0, 0])
        for line in (line for path in records.rglob("*.jsonl") for line in path.read_text().splitlines() if line):
            row = json.loads(line)
            if (row["kind"], row["unit"]) == ("step", "step") and row["stopped_by"] != "skip":
                counts[row["test_id"], row["action"]][0] += 1
                counts[row["test_id"], row["action"]][1] += row["cause"] != ""
        runs[facts["hasBug"]].append(
            Run(file.stem, facts["isLoaded"], facts["seconds"], facts["exit"] == 0, facts["loadAfter"], records, counts)
        )
    return runs


def table_of(runs, left_out):
    """Steps and first failures by test, run and action."""
    cells = {cell for run in runs for cell in run.counts}
    tests = sorted({test for test, _ in cells if not (left_out and left_out in test)})
    actions = sorted({action for _, action in cells})
    table = numpy.zeros((len(tests), len(runs), len(actions), 2))
    for at, test in enumerate(tests):
        for place, run in enumerate(runs):
            for column, action in enumerate(actions):
                table[at, place, column] = run.counts.get((test, action), (0, 0))
    return actions, table


def correlations(table):
    """The correlation of two steps of one run, for each action and for all together, by moments."""
    steps, failures = numpy.moveaxis(table.sum(axis=0), -1, 0)
    runs = (steps > 0).sum(axis=0)
    with numpy.errstate(divide="ignore", invalid="ignore"):
        rate = failures.sum(axis=0) / steps.sum(axis=0)
        distance = numpy.where(steps > 0, failures / steps - rate, 0)
        variance = rate * (1 - rate)
        excess = (distance**2 * steps * runs / (runs - 1) - variance * (steps > 0)).sum(axis=0)
        scale = (variance * numpy.maximum(steps - 1, 0)).sum(axis=0)
        can_tell = (scale > 0) & (runs > 1)
        each = numpy.where(can_tell, excess / scale, numpy.nan)
    return numpy.append(each, excess[can_tell].sum() / scale[can_tell].sum() if can_tell.any() else numpy.nan)


def spread(runs, left_out=""):
    """The correlations, and what they are where each test has its runs in an order of its own."""
    actions, table = table_of(runs, left_out)
    random = numpy.random.default_rng(1)
    orders = ([random.permutation(len(runs)) for _ in table] for _ in range(SHUFFLES))
    shuffled = [correlations(numpy.stack([test[order] for test, order in zip(table, each)])) for each in orders]
    low, high = numpy.quantile(shuffled, [0.025, 0.975], axis=0)
    names = [*actions, "all"]
    return {
        name: "–" if numpy.isnan(rho) else f"{rho:.3f} ({low[at]:.3f} to {high[at]:.3f})".replace("-", "−")
        for at, (name, rho) in enumerate(zip(names, correlations(table)))
    }


def sums(runs):
    total = collections.defaultdict(lambda: numpy.zeros(2, int))
    for run in runs:
        for (_, action), counts in run.counts.items():
            total[action] += counts
    return total


def rises_by_fisher(older, run):
    """The actions of which the sums have risen, after Holm."""
    then, now = sums(older), sums([run])
    chances = sorted(
        (stats.hypergeom.sf(x - 1, n + then[action][0], x + then[action][1], n), action)
        for action, (n, x) in now.items() if then[action][0]
    )
    found = []
    for rank, (chance, action) in enumerate(chances):
        if chance > LEVEL / (len(chances) - rank):
            break
        found.append(action)
    return found


def report(*arguments):
    return subprocess.run([REPORT, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def compare(folder, older, run):
    baseline = folder / "baseline"
    report("baseline", *(one.records for one in older), "--output", baseline)
    found = json.loads(report("compare", baseline, run.records, "--format", "json"))
    causes = [cause for cause in found["newCauses"] if cause["isSurprising"]]
    return {
        "risen": [change["action"] for change in found["risen"]],
        "causes": [f"{cause['action']}: {cause['example']}" for cause in causes],
        "rare": [f"{cause['action']}: {cause['example']}" for cause in found["newCauses"] if not cause["isSurprising"]],
        "fisher": rises_by_fisher(older, run),
    }


def share(runs, action):
    steps, failures = sums(runs)[action]
    return f"{100 * failures / steps:.1f} % of {steps}" if steps else "–"
