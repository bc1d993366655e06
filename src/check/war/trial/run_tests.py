"""Runs test files: with pytest if it is installed, else unittest's classes and test functions."""

import importlib
import sys
import unittest

try:
    import pytest
except ImportError:
    pytest = None

if pytest:
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *sys.argv[1:]]))

sys.path.insert(0, ".")
tests = unittest.TestSuite()
for file in sys.argv[1:]:
    module = importlib.import_module(file[: -len(".py")])
    tests.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
    for name, value in list(vars(module).items()):
        if name.startswith("test") and callable(value) and not isinstance(value, type):
            tests.addTest(unittest.FunctionTestCase(value))
if not tests.countTestCases():
    sys.exit(5)  # as pytest does
result = unittest.TextTestRunner(failfast=True).run(tests)
sys.exit(not result.wasSuccessful())
