#!/usr/bin/env python3
"""Measures the processor time, the time and the memory that the commands of retry-report need for a million rows, and those of a
plain program in Python that decodes and counts them.

    AUTO_RETRY_REPORT="$PWD/.build/retries" swift test --package-path Examples
    python3 Lab/million_rows.py .build/retries [ROWS]

The rows of the folder are repeated as later steps of the same processes, in fifty runs.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def later(rows):
    """The rows without end: each round has later steps, and each of fifty runs has processes of its own."""
    steps = max(int(row["step_id"].rpartition("-s")[2]) for row in rows)
    written_by = collections.Counter()
    round = 0
    while True:
        for row in rows:
            row = dict(row, run_id=f"run-{round % 50}")
            for key in {"step_id", "parent_step_id"} & row.keys():
                process, _, number = row[key].rpartition("-s")
                row[key] = row[key] and f"{process}{round % 50:02}-s{int(number) + round // 50 * steps}"
            process = row["step_id"].rpartition("-s")[0]
            written_by[process] += 1
            yield row | {"seq": written_by[process]}
        round += 1


PLAIN = """
import collections, json, pathlib, sys
counts = collections.Counter()
for file in pathlib.Path(sys.argv[1]).glob("*.jsonl"):
    for line in file.open(encoding="utf-8"):
        if line != "\\n":
            row = json.loads(line)
            counts[row["kind"], row.get("action"), row.get("outcome")] += 1
"""


def measure(name, command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"error: {command} ended with {status}")
    work, memory = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    print(f"{name:9} {work:.1f} s of processor time, {time.monotonic() - start:.1f} s in all, {memory:.0f} MB at most", flush=True)


def main():
    records, count = pathlib.Path(sys.argv[1]), int((sys.argv + ["1000000"])[2])
    rows = [json.loads(line) for file in records.rglob("*.jsonl") for line in file.read_text().splitlines() if line]
    build = ["swift", "build", "-c", "release", "--package-path", ROOT / "Tools", "--product", "retry-report"]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    report = ROOT / "Tools/.build/release/retry-report"
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/rows.jsonl", "w") as file:
            for _, row in zip(range(count), later(rows)):
                file.write("\n" + json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
        known = f"{folder}/known.json"
        subprocess.run([report, "baseline", records, "--output", known], check=True)
        for command in [["summary"], ["baseline"], ["compare", known]]:
            measure(command[0], [report, *command, folder])
        measure("Python", [sys.executable, "-c", PLAIN, folder])


main()
