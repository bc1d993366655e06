#!/usr/bin/env python3
"""The checks that run the finished program from outside, each a test; called by scripts/test.

    python3 scripts/checks.py --program target/release/war-sim [--all] [NAME ...]

`--all` has the long ones. What cannot run here is skipped with a word. Needs Python 3.11 alone; what needs
packages takes them from .venv (scripts/python).
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
SCRIPTS = HOUSE / "scripts"
# Exit codes of scripts that say: could not run here.
CANNOT = (77, 200)
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{page.name}" for page in (HOUSE / "docs").glob("*.md"))]
# Pages whose figures are all in `several`, and those that a look at takes longest, are left to --all.
LOOKS = ["sweep", "tiny", "shorter", "several"]
options = argparse.Namespace(program="", all=False)


class Check(unittest.TestCase):
    """A folder of its own, and programs that must end well."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def run_of(self, *words, **variables):
        """Runs a command in the project's folder; skips what cannot run here; returns its output."""
        words = [str(word) for word in words]
        done = subprocess.run(words, cwd=HOUSE, env=os.environ | variables, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode in CANNOT:
            lines = done.stdout.split("\n")
            self.skipTest(next((line for line in reversed(lines) if line), "cannot run here"))
        self.assertEqual(done.returncode, 0, f"{' '.join(words)}\n{done.stdout[-4000:]}")
        return done.stdout

    def program(self, *words):
        """Runs the program."""
        return self.run_of(options.program, *words)

    def script(self, name, *words):
        """Runs a script in this Python."""
        return self.run_of(sys.executable, SCRIPTS / name, *words)

    def with_packages(self, name, *words):
        """Runs a script in the Python of .venv."""
        return self.run_of(self.run_of(SCRIPTS / "python", "--environment").strip(), SCRIPTS / name, *words)


class Program(Check):
    """What the finished program does."""

    def test_example(self):
        """The committed example is what its command writes today."""
        line = re.search(r"^war-sim (.*--name example)$", (HOUSE / "docs/files.md").read_text(), re.M)
        self.program(*line[1].split(), "--quiet", "--out", self.work)
        written = {path.name: path.read_bytes() for path in (self.work / "example").iterdir()}
        kept = {path.name: path.read_bytes() for path in (HOUSE / "results/example").iterdir()}
        written.pop("manifest.json")
        kept.pop("manifest.json")
        self.assertEqual(written.keys(), kept.keys())
        for name, text in kept.items():
            self.assertTrue(written[name] == text, f"{name} differs from results/example")

    def test_picture(self):
        """README's picture is what the program draws today."""
        study, drawn = self.work / "length.toml", self.work / "length.svg"
        study.write_text('rules = [{ name = "the winner\'s card first", base = "winner-first" },\n'
                         '         { name = "cards as they were laid", base = "umass" }]\n')
        self.program("run", study, "--out", self.work, "--quiet")
        self.program("report", self.work / "length", "--svg", "lengths", "--out", drawn, "--quiet")
        new, kept = (re.sub(r"war-sim [0-9.]+", "", file.read_text()) for file in (drawn, HOUSE / "docs/length.svg"))
        rules = study.read_text()
        self.assertTrue(new == kept, f"docs/length.svg is not what `war-sim report --svg lengths` draws of\n{rules}")

    def test_fuzz(self):
        """Random rule sets and decks against a second implementation of the rules."""
        self.script("fuzz", "--program", options.program, "--cases", 800 if options.all else 120)

    def test_fuzz_ludo(self):
        """Random rule sets, dice and games of Ludo against a second implementation of the rules."""
        self.script("fuzz_ludo", "--program", options.program, "--cases", 250 if options.all else 120)

    def test_findings(self):
        """What docs/findings.md says, against the data files beside it."""
        self.script("verify_findings.py")

    def test_pages(self):
        """The commands that the pages show do what they show."""
        for page in PAGES:
            with self.subTest(page=page):
                self.script("check_readme", "--program", options.program, page)

    def test_looks(self):
        """Reports in a browser: no message, everything works, nothing overlaps."""
        self.script("look", "--program", options.program, *([] if options.all else ["--only", *LOOKS]))


class Packages(Check):
    """What needs packages, or has cargo compile something."""

    def test_1_package(self):
        """The Python package, built as it is published, against the program's tables."""
        self.run_of(SCRIPTS / "python")

    def test_2_notebook(self):
        """The notebook runs from nothing and prints what it printed when it was committed."""
        self.with_packages("notebook", "--check")

    def test_3_comparison(self):
        """A comparison against scipy, from the rows of its games."""
        rows = self.work / "rows.csv"
        self.program("compare", "umass", "winner-first", "shuffled-pot", "--games", 20000, "--quiet", "--out", self.work,
                     "--name", "compared", "--per-game", rows)
        self.with_packages("check_comparison.py", self.work / "compared", rows)

    def test_4_neon(self):
        """The engines on another processor, in an emulator, against the reference."""
        if not options.all:
            self.skipTest("NEON in an emulator: only with --all")
        if platform.machine() in ("aarch64", "arm64"):
            self.skipTest("NEON in an emulator: the unit tests have tried the processor's own")
        target = "aarch64-unknown-linux-musl"
        emulator = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
        if not (Path(self.run_of("rustc", "--print", "sysroot").strip()) / "lib/rustlib" / target).is_dir():
            self.skipTest(f"NEON in an emulator: no Rust target {target} here")
        if not emulator:
            self.skipTest("NEON in an emulator: no qemu-aarch64 here")
        names = target.upper().replace("-", "_")
        variables = {f"CARGO_TARGET_{names}_LINKER": "rust-lld", f"CARGO_TARGET_{names}_RUNNER": emulator}
        self.run_of("cargo", "test", "--locked", "--release", "--target", target, "-p", "war-sim-engine", "--lib",
                    "--", "conformance", "engine", "shuffle", **variables)


def main():
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="the checks that run the finished program")
    parser.add_argument("--program", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("names", nargs="*")
    parser.parse_args(namespace=options)
    options.program = str(Path(options.program).resolve())
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in options.names] or None
    tests = unittest.TestSuite(map(loader.loadTestsFromTestCase, [Program, Packages]))
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
