#!/usr/bin/env python3
"""Runs a query over a folder of records, in DuckDB or in Spark.

    pip install duckdb && python3 Tools/SQL/query.py flake-rate .build/retries
    pip install pyspark && python3 Tools/SQL/query.py flake-rate .build/retries --engine spark

With --compare it fails unless retry-report has the same figures, row by row. Actions with a step in which a process died are not
compared: such a step has no row of its own, and only retry-report counts it. The query open-steps names them.

    retry-report .build/retries --format json > report.json
    python3 Tools/SQL/query.py flake-rate .build/retries --compare report.json
    python3 Tools/SQL/query.py waits .build/retries --compare report.json
    retry-report baseline .build/retries > baseline.json
    python3 Tools/SQL/query.py first-failures .build/retries --compare baseline.json
"""

import argparse
import collections
import json
import pathlib
import sys

QUERIES = {path.stem: path.read_text() for path in pathlib.Path(__file__).parent.glob("*.sql")}
# The columns of the queries. With these names, DuckDB skips lines that are not records, and reads nulls for columns that
# older records lack.
COLUMNS = {name: "VARCHAR" for name in ["kind", "unit", "action", "file", "step_id", "outcome", "cause", "run_id", "stopped_by", "device", "commit", "test_id", "error_message"]}
COLUMNS |= {name: "BIGINT" for name in ["v", "line", "tax_ms", "duration_ms", "limit_ms", "ts_ms"]}


def run_duckdb(query, folder):
    import duckdb

    connection = duckdb.connect()
    columns = ", ".join(f"{name}: '{kind}'" for name, kind in COLUMNS.items())
    connection.execute(
        f"""
        CREATE VIEW records AS
        SELECT * FROM read_json(
          '{folder}/**/*.jsonl',
          format = 'newline_delimited', records = true, ignore_errors = true, columns = {{{columns}}}
        )
        """
    )
    result = connection.execute(query)
    return [column[0] for column in result.description], result.fetchall()


def run_spark(query, folder):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    reader = spark.read.option("recursiveFileLookup", "true").option("pathGlobFilter", "*.jsonl")
    schema = ", ".join(f"{name} {'STRING' if kind == 'VARCHAR' else kind}" for name, kind in COLUMNS.items())
    reader.schema(schema).json(folder).createOrReplaceTempView("records")
    frame = spark.sql(query)
    return frame.columns, [tuple(row) for row in frame.collect()]


def flake_rates(rows, report):
    """The figures of the query and of the report, by unit and action."""
    names = ["runs", "passed", "recovered", "exhausted", "flakeRate", "taxMs"]
    columns = ["runs", "passed", "recovered", "exhausted", "flake_rate", "tax_ms"]
    theirs = {(row["unit"], row["action"]): [row[column] for column in columns] for row in rows}
    actions = [row for row in report["actions"] if row["runs"] > 0 and row["unit"] != "wait"]
    ours = {(row["unit"], row["action"]): [row[name] for name in names] for row in actions}
    return theirs, ours


def first_failures(rows, baseline):
    """The figures of the query and of a baseline, all of its runs together."""

    def counts(text):
        """The failures and the steps of `5/100`, `5-4/100` or `100`."""
        failures, _, steps = text.rpartition("/")
        return int(steps), int(failures.split("-")[0] or 0)

    theirs, ours = (collections.defaultdict(lambda: [0, 0]) for _ in range(2))
    for row in rows:
        theirs[row["action"]] = [sum(pair) for pair in zip(theirs[row["action"]], [row["steps"], row["first_failures"]])]
    for action in baseline["actions"]:
        for columns in action["tests"].values():
            for steps, failures in map(counts, (column for column in columns.split() if column != "-")):
                ours[action["action"]] = [sum(pair) for pair in zip(ours[action["action"]], [steps, failures])]
    return dict(theirs), dict(ours)


def waits(rows, report):
    """The waits of the query and of the report, which has no times."""
    theirs = {row["action"]: [row[name] for name in ["waits", "passed", "ran_out"]] for row in rows}
    names = ["runs", "passed", "timedOut"]
    return theirs, {row["action"]: [row[name] for name in names] for row in report["actions"] if row["unit"] == "wait"}


def leave_out_open_steps(rows, theirs, ours):
    """Leaves out the actions with a step that has no row of its own; the keys are actions, or units and actions."""
    for unit, action, steps in rows:
        for key in [(unit, action), action] if unit == "step" else [(unit, action)]:
            if theirs.pop(key, None) or ours.pop(key, None):
                ours.pop(key, None)
                print(f"Not compared, because {steps} of its steps did not finish: {action}")


def differences(theirs, ours):
    problems = [f"only in the report: {key}" for key in ours.keys() - theirs.keys()]
    problems += [f"only in the query: {key}" for key in theirs.keys() - ours.keys()]
    for key in ours.keys() & theirs.keys():
        if any(abs(left - right) > 1e-12 for left, right in zip(theirs[key], ours[key])):
            problems.append(f"{key}: {theirs[key]} in the query, {ours[key]} in the report")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("query", choices=sorted(QUERIES))
    parser.add_argument("folder")
    parser.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb")
    parser.add_argument("--compare", metavar="FILE", help="a file written by retry-report: the JSON of the summary, or a baseline")
    arguments = parser.parse_args()
    comparisons = {"flake-rate": flake_rates, "first-failures": first_failures, "waits": waits}
    if arguments.compare and arguments.query not in comparisons:
        parser.error(f"--compare is for {', '.join(comparisons)}: retry-report does not have the figures of {arguments.query}")
    run = run_duckdb if arguments.engine == "duckdb" else run_spark
    columns, rows = run(QUERIES[arguments.query], arguments.folder)

    if arguments.compare:
        report = json.loads(pathlib.Path(arguments.compare).read_text())
        theirs, ours = comparisons[arguments.query]([dict(zip(columns, row)) for row in rows], report)
        if arguments.query != "waits":
            leave_out_open_steps(run(QUERIES["open-steps"], arguments.folder)[1], theirs, ours)
        problems = differences(theirs, ours)
        for problem in problems:
            print(f"error: {problem}", file=sys.stderr)
        print(f"{arguments.engine} and retry-report agree on {len(ours)} {'waits' if arguments.query == 'waits' else 'actions'}." if not problems else "They differ.")
        sys.exit(1 if problems or not rows else 0)
    cells = [[str(value) if not isinstance(value, float) else f"{value:.4f}" for value in row] for row in [columns, *rows]]
    widths = [max(len(row[index]) for row in cells) for index in range(len(columns))]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


if __name__ == "__main__":
    main()
