#!/usr/bin/env python3
"""Reads a Parquet file of the program with pyarrow and compares it with the CSV file of the same run.

    war-sim --games 100000 --per-game ./games.csv --with-features --name a
    war-sim --games 100000 --per-game ./games.parquet --with-features --name b
    scripts/check_parquet.py games.csv games.parquet

Ends with 1 at the first column that differs or is unsigned, or if the rows are not game by game. Needs pyarrow, which scripts/requirements.txt pins.
"""
import sys

import pyarrow.csv
import pyarrow.parquet


def main():
    csv_file, parquet_file = sys.argv[1:]
    rows = pyarrow.parquet.read_table(parquet_file)
    types = {field.name: field.type for field in rows.schema}
    options = pyarrow.csv.ConvertOptions(column_types=types)
    expected = pyarrow.csv.read_csv(csv_file, convert_options=options)
    games = rows["game"].to_numpy()
    if (games[1:] < games[:-1]).any():
        sys.exit("the rows are not game by game")
    unsigned = [field.name for field in rows.schema if pyarrow.types.is_unsigned_integer(field.type)]
    if unsigned:
        sys.exit(f"unsigned: {', '.join(unsigned)}")
    if expected.column_names != rows.column_names:
        sys.exit(f"columns {expected.column_names}, here {rows.column_names}")
    for name in rows.column_names:
        if not rows[name].combine_chunks().equals(expected[name].combine_chunks()):
            sys.exit(f"column {name} differs")
    print(f"{rows.num_rows} rows, {rows.num_columns} columns are the same")


if __name__ == "__main__":
    main()
