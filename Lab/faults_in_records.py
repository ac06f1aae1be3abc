#!/usr/bin/env python3
"""Finds the faults of Lab/faulty_proxy.py in the records of the tests that ran behind it.

    Lab/faults_in_records.py faults.log retries

Each fault belongs to one failed attempt that was running when it struck, and each attempt has one fault at most. A line for each fault
says what the attempt was and why it failed; then come the faults of no attempt, and the failed attempts without a fault.
"""

import argparse
import json
import pathlib

# Both clocks are cut to milliseconds.
SLACK = 3


def read_faults(path):
    for line in path.read_text().splitlines():
        number, time, connection, kind, byte = line.split()
        yield int(time), f"fault {number}, {kind} after {byte} bytes of connection {connection}"


def read_rows(folder):
    lines = (line for file in sorted(folder.rglob("*.jsonl")) for line in file.read_text().splitlines() if line)
    for row in map(json.loads, lines):
        if row["kind"] in ("attempt", "step") and row["unit"] == "step":
            yield row


def was_running(row, time):
    return row["start_ms"] - SLACK <= time <= row["start_ms"] + row["duration_ms"] + SLACK


def pair(possible):
    """The attempt of each fault, for as many faults as can be: an earlier one makes room if it has another attempt."""
    owners = {}

    def place(fault, seen):
        for attempt in possible[fault]:
            if attempt not in seen:
                seen.add(attempt)
                if attempt not in owners or place(owners[attempt], seen):
                    owners[attempt] = fault
                    return True
        return False

    for fault in range(len(possible)):
        place(fault, set())
    return {fault: attempt for attempt, fault in owners.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", type=pathlib.Path, help="the log of the proxy")
    parser.add_argument("records", type=pathlib.Path, help="the folder that AUTO_RETRY_REPORT named")
    arguments = parser.parse_args()
    faults, rows = list(read_faults(arguments.faults)), list(read_rows(arguments.records))
    attempts = [row for row in rows if row["kind"] == "attempt"]
    steps = [row for row in rows if row["kind"] == "step"]
    # The innermost attempt is the shortest.
    by_time = sorted(range(len(attempts)), key=lambda at: attempts[at]["duration_ms"])
    pairs = pair([[at for at in by_time if was_running(attempts[at], time)] for time, _ in faults])

    def text(attempt):
        return f"{attempt['action']} in {attempt['test_name']}: {attempt['error_message']}"

    for at, (time, fault) in enumerate(faults):
        if at in pairs:
            print(f"{fault}: {text(attempts[pairs[at]])}")
        else:
            print(f"{fault}: no failed attempt, {'in' if any(was_running(step, time) for step in steps) else 'outside of all'} steps")
    alone = [row for at, row in enumerate(attempts) if at not in pairs.values()]
    for attempt in alone:
        print(f"no fault: {text(attempt)}")
    print(f"{len(faults)} faults, {len(pairs)} of them in one failed attempt each; {len(alone)} failed attempts without a fault")


if __name__ == "__main__":
    main()
