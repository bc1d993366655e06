#!/usr/bin/env python3
"""Checks the data package of a run: that each file is there as it says, and every column is described.

    scripts/check_package.py results/NAME ...

Compares size and hash of each file, its header with the fields, and every value with its type. Where the package
`frictionless` is installed, that has to find it valid, too. Ends with 1 at the first thing that is wrong.
"""
import csv
import hashlib
import json
import sys
from pathlib import Path

# `index` refuses what is neither.
TYPES = {"integer": int, "number": float, "boolean": ["false", "true"].index, "string": str, "any": str}


def check(folder):
    package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    rows_read = 0
    for resource in package["resources"]:
        path = folder / resource["path"]
        data = path.read_bytes()
        if len(data) != resource["bytes"]:
            sys.exit(f"{path}: {len(data)} bytes, not {resource['bytes']}")
        if f"sha256:{hashlib.sha256(data).hexdigest()}" != resource["hash"]:
            sys.exit(f"{path}: another hash")
        fields = resource["schema"]["fields"]
        header, *rows = csv.reader(data.decode("utf-8").splitlines())
        if header != [field["name"] for field in fields]:
            sys.exit(f"{path}: another header")
        for field in fields:
            if not field.get("description"):
                sys.exit(f"{path}: {field['name']} is not described")
        for number, row in enumerate(rows, start=2):
            for field, text in zip(fields, row, strict=True):
                if text:
                    try:
                        TYPES[field["type"]](text)
                    except ValueError:
                        sys.exit(f"{path}, line {number}: {field['name']} = {text} is no {field['type']}")
        rows_read += len(rows)
    tables = {file.name for file in folder.glob("*.csv")}
    missing = tables - {resource["path"] for resource in package["resources"]}
    if missing:
        sys.exit(f"{folder}: not in the package: {', '.join(sorted(missing))}")
    print(f"{folder.name}: {len(tables)} tables, {rows_read} rows are as their package says")


def check_with_frictionless(folder):
    try:
        import frictionless
    except ImportError:
        return
    report = frictionless.validate(str(folder / "datapackage.json"))
    if not report.valid:
        sys.exit(f"{folder}: {report.to_summary()}")
    print(f"{folder.name}: frictionless finds it valid")


def main():
    for name in sys.argv[1:]:
        check(Path(name))
        check_with_frictionless(Path(name))


if __name__ == "__main__":
    main()
