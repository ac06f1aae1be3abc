"""Generated records: rows as Records.md describes them, from a seed."""

import json
import pathlib

import numpy as np

SCHEMA = "Docs/Guide/record.schema.json"
KEYS = json.loads((pathlib.Path(__file__).parents[3] / SCHEMA).read_text())
EMPTY = {key: 0 if KEYS["properties"][key]["type"] == "integer" else "" for key in KEYS["else"]["required"]}
HOUR = 3_600_000
START = 1_796_378_400_000
# Plain words, so that each message is a kind of its own.
NOUNS = "button cart field keyboard list map menu picture page price search sheet".split()
STATES = "absent behind busy closing covered empty frozen gone hidden late stale torn".split()
MESSAGES = [f"the {noun} is {state}" for state in STATES for noun in NOUNS]
ACTIONS = [f"{verb} {noun}" for verb in ["Open", "Close"] for noun in NOUNS]


class Process:
    """The rows of one process, in the order in which it writes them."""

    def __init__(self, rng, token, run, shard, machine, start):
        self.rng, self.token, self.run, self.shard, self.machine = rng, token, run, shard, machine
        self.now, self.rows, self.steps = start, [], 0

    def write(self, action, test, kind, attempt, outcome, cause="", message="", **more):
        system, architecture = self.machine
        number = len(self.rows) + 1
        step = f"{self.token}-s{self.steps}"
        row = EMPTY | {
            "v": 1, "kind": kind, "unit": "step", "id": f"{step}-r{number}", "step_id": step, "run_id": self.run,
            "shard": self.shard, "process_id": 1, "seq": number, "framework": "xctest",
            "test_id": f"ShopTests.Tests/{test}", "test_name": test, "suite": "ShopTests.Tests", "action": action,
            "file": "Tests/Steps.swift", "line": 24, "attempt": attempt, "max_attempts": 4, "action_runs": 1,
            "outcome": outcome, "cause": cause, "error_message": message, "ts_ms": self.now, "start_ms": self.now,
            "duration_ms": 1_000, "os": system, "os_version": "1", "arch": architecture, "branch": "main",
            "commit": f"c{int(self.run.split()[-1]) // 3}",
        } | more  # fmt: skip
        self.rows.append(row)
        self.now += 1_000

    def begin(self, action, test):
        """The row of a step that begins, without values that are empty or 0."""
        self.steps += 1
        self.write(action, test, "begin", 0, "")
        keys = [
            "v", "kind", "unit", "seq", "step_id", "run_id", "shard", "os", "arch", "framework", "suite", "test_name",
            "action", "file", "line", "start_ms",
        ]  # fmt: skip
        self.rows[-1] = {key: self.rows[-1][key] for key in keys if self.rows[-1][key]}

    def end(self):
        """The row of the end of the process."""
        row = {"v": 1, "kind": "end", "seq": len(self.rows) + 1, "step_id": f"{self.token}-s0", "run_id": self.run}
        self.rows.append(row | {"start_ms": self.now})

    def step(self, action, test, messages, ending=None):
        """A step with a message for each failed attempt, and its ending; every second step that fails in spite of retries is nested."""
        self.begin(action, test)
        ending = ending or ("recovered" if messages else "passed")
        cause = "rehearsal" if ending == "rehearsed" else "error" if messages else ""
        first = messages[0] if messages else ""
        if ending != "stopped":
            for attempt, message in enumerate(messages, 1):
                of_attempt = "rehearsal" if ending == "rehearsed" and attempt == 1 else "error"
                self.write(action, test, "attempt", attempt, "failed", of_attempt, message)
        attempts = len(messages) + 1
        match ending:
            case "died":
                pass
            case "stopped":  # By an error that is not retryable: no attempt has a row.
                self.write(action, test, "step", 1, "aborted", cause, first, stopped_by="error")
            case "skipped":
                self.write(action, test, "step", attempts, "aborted", cause, first, stopped_by="skip")
            case "rehearsed" | "recovered":
                self.write(action, test, "step", attempts, "recovered", cause, first, cure="retrying")
            case _:
                parent = f"{self.token}-s0" if ending == "exhausted" and self.steps % 2 else ""
                attempts = max(1, len(messages))
                self.write(action, test, "step", attempts, ending, cause, first, parent_step_id=parent)
        self.now += int(self.rng.integers(0, 4_000))

    def noise(self, action, test):
        """Rows that do not count for any rate."""
        self.steps += 1
        self.write(action, test, "wait", 1, "timedOut", "condition", MESSAGES[-1], limit_ms=1_000)
        self.write(action, test, "step", 2, "recovered", "error", MESSAGES[-1], unit="test")
        self.write(action, test, "kind to come", 1, "exhausted", "error", MESSAGES[-1])

    def save(self, folder):
        lines = [json.dumps(row, ensure_ascii=False) for row in self.rows]
        (folder / f"{self.token}.jsonl").write_text("\n".join(lines) + "\n")


class Project:
    """The actions of some tests, their failure rates, and the changes in the newer runs."""

    def __init__(self, rng, runs, steps):
        self.rng, self.steps = rng, steps
        count = int(rng.integers(1, 13))
        self.actions = ACTIONS[:count]
        rates = [0, 0.005, 0.02, 0.05, 0.1, 0.3, 1]
        self.rates = dict(zip(self.actions, rng.choice(rates, count, p=[0.1, 0.2, 0.2, 0.2, 0.2, 0.07, 0.03])))
        self.correlation = rng.choice([0, 0, 0.01, 0.05, 0.2])
        self.tests = [f"test{letter}" for letter in "ABCDEFGH"[: rng.integers(1, 9)]]
        self.owner = rng.choice(self.tests) if rng.random() < 0.4 else None
        self.kinds = {name: int(rng.choice([1, 3, 8, 60])) for name in self.actions}
        self.shards = [f"{shard}" for shard in range(1, int(rng.choice([1, 1, 2, 3])) + 1)]
        both = [("linux", "x86_64"), ("macos", "arm64")]
        self.machines = both if rng.random() < 0.5 else both[:1]
        self.outages = rng.choice([0, 0, 0.02])
        self.streak, self.has_streak = 0, rng.random() < 0.5
        if self.has_streak:
            self.rates[self.actions[0]] = rng.choice([0, 0.005])
        self.change = int(runs * rng.uniform(0.3, 0.9)) if rng.random() < 0.5 else None

    def renew(self):
        """The newer runs have other rates, names, tests, kinds and machines, or some of these."""
        changes = self.rng.random(7) < [0.6, 0.3, 0.3, 0.6, 0.2, 0.3, 0.2]
        names = list(self.actions)
        if changes[0]:
            for name in names[1::2]:
                self.rates[name] = self.rng.choice([0, 0.3, 0.6, 0.9])
        if changes[1]:
            self.actions = names[int(self.rng.integers(0, 2)) :] + [ACTIONS[-1]]
            self.rates[ACTIONS[-1]], self.kinds[ACTIONS[-1]] = 0.2, 3
        if changes[2]:
            self.tests = self.tests[int(self.rng.integers(0, 2)) :] + ["testNew"]
        if changes[3]:
            self.kinds[names[-1]] += 2
        if changes[4]:
            kept = int(self.rng.integers(0, 2))
            self.tests = self.tests[:kept] + ["testRenamed" + name for name in self.tests[kept:]]
        if changes[5]:
            self.machines = self.machines[::-1][:1] if self.rng.random() < 0.5 else [*self.machines, ("ios", "arm64")]
        if self.has_streak:
            self.streak = int(self.rng.integers(5, 12))
        if changes[6]:
            # The newer runs choose some tests, or do less of each.
            self.tests, self.steps = self.tests[-2:], self.steps // int(self.rng.integers(1, 4))

    def run(self, folder, number):
        rng = self.rng
        rates = dict(self.rates)
        if self.change and number >= self.change:
            rates[self.actions[-1]] = 0.35
        if self.correlation:
            size = 1 / self.correlation - 1
            for name, rate in rates.items():
                rates[name] = rng.beta(rate * size, (1 - rate) * size) if 0 < rate < 1 else rate
        machines = [machine for machine in self.machines if rng.random() < 0.9] or self.machines[-1:]
        for place, machine in enumerate(machines):
            names = [name for name in self.actions if rng.random() < 0.95] or self.actions[:1]
            for part, shard in enumerate(self.shards):
                if part and rng.random() < 0.1:
                    continue
                start = START + number * 7 * HOUR + (place * 3 + part) * 60_000
                process = Process(rng, f"p{number:03}{place}{part}", f"run {number:03}", shard, machine, start)
                tests = self.tests[part :: len(self.shards)] or self.tests[:1]
                self.fill(process, names, tests, rates, factor=3 if place else 1)
                process.save(folder)

    def fill(self, process, names, tests, rates, factor):
        rng = self.rng
        outage = {}
        for name in names:
            process.step(name, tests[0], [])
        # A bug in some tests that follow each other, in each run.
        for number in range(self.streak):
            process.step(names[0], tests[number % len(tests)], [MESSAGES[0]], "exhausted")
        process.step(names[0], tests[0], [])
        for _ in range(int(self.steps * rng.uniform(0.7, 1.3)) // len(self.shards)):
            name, test = names[int(rng.integers(len(names)))], tests[int(rng.integers(len(tests)))]
            odds = rng.random()
            if odds < 0.01:
                process.noise(name, test)
            elif odds < 0.03:
                skipped = [self.message(name) for _ in range(int(rng.integers(0, 2)))]
                process.step(name, test, skipped, "skipped")
            elif odds < 0.04:
                process.step(name, test, [self.message(name) for _ in range(int(rng.integers(1, 3)))], "rehearsed")
            else:
                self.one(process, name, test, rates[name] * (5 if test == self.owner else 1) * factor, outage)
        if rng.random() < 0.1:
            failed = [self.message(names[0]) for _ in range(int(rng.integers(0, 2)))]
            process.step(names[0], tests[0], failed, "died")
        elif rng.random() < 0.9:
            process.end()

    def one(self, process, name, test, rate, outage):
        rng = self.rng
        if outage.get(name, 0) == 0 and rng.random() < self.outages:
            outage[name] = int(rng.integers(2, 16))
        if outage.get(name, 0) > 0:
            outage[name] -= 1
            if rng.random() < 0.1:
                process.now += int(rng.integers(50_000, 70_000))
            return process.step(name, test, [MESSAGES[0]], "exhausted")
        messages = []
        if rng.random() < rate:
            messages = [self.message(name) for _ in range(int(rng.choice([1, 1, 1, 2, 3])))]
        ending = rng.choice(["recovered", "exhausted", "stopped"], p=[0.8, 0.15, 0.05]) if messages else None
        if ending == "stopped":
            messages = messages[:1]
        process.step(name, test, messages, ending)

    def message(self, name):
        """A frequent kind, or a rare one."""
        kind = self.rng.geometric(0.4) - 1 if self.rng.random() < 0.7 else self.rng.integers(self.kinds[name])
        return MESSAGES[1 + min(int(kind), self.kinds[name] - 1)]


def write(seed, folder):
    """Writes the earlier runs into `old` and the newer into `new`, and returns the options of the commands."""
    rng = np.random.default_rng(seed)
    older = int(rng.choice([1, 2, 3, 4, 8, 9, 10, 12, 20, 30, 50]))
    newer = int(rng.integers(1, 4))
    # Large counts in every eighth set.
    steps = 1_500 if seed % 8 == 0 and older < 10 else int(rng.integers(20, 60 + 4_000 // (older + newer)))
    project = Project(rng, older + newer, steps)
    # Some of the earlier runs may be like the newer, so that their causes are known.
    renewed = max(1, older - int(rng.integers(0, 3)))
    for name in ["old", "new"]:
        (folder / name).mkdir(parents=True)
    for number in range(older + newer):
        if number == renewed:
            project.renew()
        project.run(folder / ("old" if number < older else "new"), number)
    return {"level": rng.choice([0.1, 1, 5, 20]).item()}
