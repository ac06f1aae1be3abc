"""The steps of some records, by the meaning of rows in Records.md."""

import collections
import json
from typing import NamedTuple

KINDS = ["begin", "attempt", "step"]
# The message of the attempt in which a process died.
CUT_OFF = "The process ended during this attempt."


class Step(NamedTuple):
    """A step that counts."""

    run: str
    part: tuple
    machine: tuple
    action: str
    test: str
    failed: bool  # at its first attempt
    messages: tuple  # of the attempts that failed
    retried: bool  # it recovered, or could not, and the step around it may have

    @property
    def kinds(self):
        return set(self.messages)


class Records(NamedTuple):
    steps: list
    runs: list  # the oldest first
    starts: dict  # of each run
    commits: dict


def read(*folders):
    steps, starts, commits = [], collections.defaultdict(list), {}
    for path in sorted(path for folder in folders for path in folder.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        rows = [row for row in rows if row.get("unit") == "step" and row["kind"] in KINDS]
        for row in rows:
            starts[row["run_id"]].append(row["start_ms"])
            if "commit" in row:
                commits[row["run_id"]] = row["commit"]
        steps += process(rows)
    return Records(steps, sorted(starts, key=lambda run: min(starts[run])), starts, commits)


def process(rows):
    """The steps of one process."""
    attempts = collections.defaultdict(list)
    begun = {}
    for row in rows:
        if row["kind"] == "attempt":
            attempts[row["step_id"]].append(row)
        elif row["kind"] == "begin":
            begun[row["step_id"]] = row
    steps, over = [], set()
    for row in rows:
        if row["kind"] != "step":
            continue
        over.add(row["step_id"])
        is_rehearsed = row["cause"] == "rehearsal" and row["outcome"] == "recovered"
        if is_rehearsed or row["outcome"] == "aborted" and row["stopped_by"] in ["error", "skip", "cancellation"]:
            continue
        messages = [attempt["error_message"] for attempt in attempts[row["step_id"]] if attempt["cause"] != "rehearsal"]
        if row["cause"] and not messages:
            messages = [row["error_message"]]
        in_vain = row["outcome"] == "exhausted" and row["max_attempts"] > 1
        retried = row["outcome"] == "recovered" or (in_vain and row["parent_step_id"] != "")
        steps.append(step(row, messages, retried))
    for name, row in begun.items():
        # The process died in it.
        if name not in over:
            steps.append(step(row, [attempt["error_message"] for attempt in attempts[name]] + [CUT_OFF]))
    return steps


def step(row, messages, retried=False):
    machine = (row["os"], row["arch"])
    part = (row["run_id"], row.get("shard", ""), *machine)
    test = f"{row['suite']}/{row['test_name']}"
    return Step(row["run_id"], part, machine, row["action"], test, bool(messages), tuple(messages), retried)
