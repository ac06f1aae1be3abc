"""The expected output of `baseline`, from the steps."""

import collections


def both(said, records):
    """The counts of a baseline by part of a run, and ours."""
    parts = [(part["run"], part["shard"], part["os"], part["arch"]) for part in said["parts"]]
    tests, kinds = {}, {}
    for action in said["actions"]:
        for test, columns in action["tests"].items():
            tests |= {(action["action"], test, part): text for part, text in zip(parts, spread(columns)) if text}
        for cause, in_tests in action["causes"].items():
            name = (action["action"], cause.removeprefix("error: "))
            for test, columns in in_tests.items():
                kinds |= {(*name, test, part): text for part, text in zip(parts, spread(columns)) if text}
    return {"tests": tests, "kinds": kinds}, ours(records)


def spread(columns):
    """A text for each part; `-` stands for none."""
    return [None if text == "-" else text for text in columns.split()]


def ours(records):
    cells, parts = collections.defaultdict(list), collections.Counter()
    for step in records.steps:
        cells[step.action, step.test, step.part].append(step)
        for kind in step.kinds:
            parts[step.action, kind, step.test, step.part] += 1
    texts = {key: f"{count}" for key, count in parts.items()}
    return {"tests": {key: rate(steps) for key, steps in cells.items()}, "kinds": texts}


def rate(steps):
    failures = sum(step.failed for step in steps)
    return f"{failures}/{len(steps)}" if failures else f"{len(steps)}"
