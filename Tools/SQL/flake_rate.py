#!/usr/bin/env python3
"""Runs flake-rate.sql over a folder of records, in DuckDB or in Spark.

    pip install duckdb && python3 Tools/SQL/flake_rate.py .build/retries
    pip install pyspark && python3 Tools/SQL/flake_rate.py .build/retries --engine spark

With --compare it fails unless retry-report says the same, to the row:

    retry-report .build/retries --format json > report.json
    python3 Tools/SQL/flake_rate.py .build/retries --compare report.json
"""

import argparse
import json
import pathlib
import sys

QUERY = (pathlib.Path(__file__).parent / "flake-rate.sql").read_text()


def run_duckdb(folder):
    import duckdb

    connection = duckdb.connect()
    # DuckDB finds the columns by itself; with their names it also gets over lines that are no records.
    columns = "{v: 'BIGINT', kind: 'VARCHAR', unit: 'VARCHAR', action: 'VARCHAR', outcome: 'VARCHAR', " \
        "cause: 'VARCHAR', tax_ms: 'BIGINT'}"
    connection.execute(
        f"""
        CREATE VIEW records AS
        SELECT * FROM read_json(
          '{folder}/**/*.jsonl',
          format = 'newline_delimited', records = true, ignore_errors = true, columns = {columns}
        )
        """
    )
    result = connection.execute(QUERY)
    return [column[0] for column in result.description], result.fetchall()


def run_spark(folder):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.read.option("recursiveFileLookup", "true").option("pathGlobFilter", "*.jsonl").json(
        folder
    ).createOrReplaceTempView("records")
    frame = spark.sql(QUERY)
    return frame.columns, [tuple(row) for row in frame.collect()]


def compare(columns, rows, report):
    """What the query and the report do not agree on."""
    keys = {"runs": "runs", "passed": "passed", "recovered": "recovered", "exhausted": "exhausted", "tax_ms": "taxMs"}
    ours = {(row["unit"], row["action"]): row for row in report["actions"] if row["runs"] > 0}
    theirs = {(row[0], row[1]): dict(zip(columns, row)) for row in rows}
    problems = [f"only in the report: {key}" for key in ours.keys() - theirs.keys()]
    problems += [f"only in the query: {key}" for key in theirs.keys() - ours.keys()]
    for key in ours.keys() & theirs.keys():
        for column, name in keys.items():
            if theirs[key][column] != ours[key][name]:
                problems.append(f"{key} {column}: {theirs[key][column]} in the query, {ours[key][name]} in the report")
        if abs(theirs[key]["flake_rate"] - ours[key]["flakeRate"]) > 1e-12:
            problems.append(f"{key} flake_rate differs")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb")
    parser.add_argument("--compare", metavar="FILE", help="what retry-report --format json wrote")
    arguments = parser.parse_args()
    columns, rows = (run_duckdb if arguments.engine == "duckdb" else run_spark)(arguments.folder)

    if arguments.compare:
        problems = compare(columns, rows, json.loads(pathlib.Path(arguments.compare).read_text()))
        for problem in problems:
            print(f"error: {problem}", file=sys.stderr)
        print(f"{arguments.engine} and retry-report agree on {len(rows)} actions." if not problems else "They differ.")
        sys.exit(1 if problems or not rows else 0)
    cells = [[str(value) if not isinstance(value, float) else f"{value:.4f}" for value in row] for row in [columns, *rows]]
    widths = [max(len(row[index]) for row in cells) for index in range(len(columns))]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


if __name__ == "__main__":
    main()
