#!/usr/bin/env python3
"""Measures the processor time, the time and the memory that the commands of retry-report need for a million rows, and the time of DuckDB.

    AUTO_RETRY_REPORT="$PWD/.build/retries" swift test --package-path Examples
    pip install duckdb && python3 Lab/million_rows.py .build/retries --rows 1000000

The rows of the folder are repeated as later steps of the same processes, in fifty runs.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def write_rows(rows, count, path):
    steps = max(int(row["step_id"].rpartition("-s")[2]) for row in rows)
    written_by = collections.Counter()

    def later(step, copy):
        """The name of a step that many rounds later in its process. Each run has a process of its own."""
        process, _, number = step.rpartition("-s")
        return step and f"{process}{copy % 50:02}-s{int(number) + copy // 50 * steps}"

    with open(path, "w", encoding="utf-8") as file:
        written = 0
        copy = 0
        while written < count:
            for row in rows[: count - written]:
                row = dict(row, run_id=f"run-{copy % 50}")
                for key in {"step_id", "parent_step_id"} & row.keys():
                    row[key] = later(row[key], copy)
                process = row["step_id"].rpartition("-s")[0]
                written_by[process] += 1
                row["seq"] = written_by[process]
                file.write("\n" + json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
                written += 1
            copy += 1


def measure(name, command, rows):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    if status != 0:
        sys.exit(f"error: retry-report {name} ended with {status}")
    work = usage.ru_utime + usage.ru_stime
    print(
        f"{name:9} {work:.1f} s of processor time, {seconds:.1f} s in all, {rows / seconds:.0f} rows/s, "
        f"{usage.ru_maxrss / 1024:.0f} MB at most",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    arguments = parser.parse_args()
    lines = [line for file in arguments.folder.rglob("*.jsonl") for line in file.read_text().splitlines() if line]
    if not lines:
        sys.exit(f"error: there is no record in {arguments.folder}")

    build = ["swift", "build", "-c", "release", "--package-path", str(ROOT / "Tools")]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    tool = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rows.jsonl"
        write_rows([json.loads(line) for line in lines], arguments.rows, path)
        print(f"{arguments.rows} rows, {path.stat().st_size / 1e6:.0f} MB")

        report, known = f"{tool}/retry-report", f"{folder}/known.json"
        subprocess.run([report, "baseline", arguments.folder, "--output", known], check=True)
        for name, command in {
            "summary": [report, folder],
            "baseline": [report, "baseline", folder],
            "compare": [report, "compare", known, folder],
        }.items():
            measure(name, command, arguments.rows)

        start = time.monotonic()
        subprocess.run(
            [sys.executable, str(ROOT / "Tools/SQL/query.py"), "flake-rate", folder], check=True, stdout=subprocess.DEVNULL
        )
        print(f"DuckDB    {time.monotonic() - start:.1f} s, with the start of Python")


if __name__ == "__main__":
    main()
