"""Runs test files: with pytest if it is installed, else with what stands in for it."""

import contextlib
import importlib
import math
import re
import sys
import types
import unittest

try:
    import pytest
except ImportError:
    pytest = None

if pytest:
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *sys.argv[1:]]))


@contextlib.contextmanager
def raises(expected, match=None):
    raised = types.SimpleNamespace(value=None, type=None)
    try:
        yield raised
    except expected as error:
        raised.value, raised.type = error, type(error)
        assert match is None or re.search(match, str(error)), f"{error!r} does not match {match!r}"
    else:
        raise AssertionError(f"nothing was raised, expected {expected}")


def parametrize(names, values, ids=None):
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)

    def mark(function):
        given = getattr(function, "given", [{}])
        rows = [value if len(names) > 1 else (value,) for value in values]
        function.given = [{**more, **dict(zip(names, row))} for row in rows for more in given]
        return function

    return mark


def skip(*_, **__):
    return lambda function: setattr(function, "given", []) or function


class Mark:
    """Marks of tests: those that change which tests run, and others, which say nothing here."""

    parametrize = staticmethod(parametrize)
    skip = staticmethod(skip)

    def __getattr__(self, name):
        return lambda *given, **_: given[0] if given and callable(given[0]) else lambda test: test


def fail(message=""):
    raise AssertionError(message)


class approx:
    def __init__(self, value, rel=1e-6, abs=1e-12):
        self.value, self.rel, self.abs = value, rel, abs

    def __eq__(self, other):
        return math.isclose(self.value, other, rel_tol=self.rel, abs_tol=self.abs)


stand_in = types.ModuleType("pytest")
vars(stand_in).update(raises=raises, mark=Mark(), fail=fail, approx=approx, param=lambda *row: row)
sys.modules["pytest"] = stand_in


def cases(function):
    """A test for each row that the function is given."""
    rows = getattr(function, "given", [{}])
    return [unittest.FunctionTestCase(lambda row=row: function(**row)) for row in rows]


def functions(of):
    return [value for name, value in vars(of).items() if name.startswith("test") and callable(value)]


sys.path.insert(0, ".")
tests = unittest.TestSuite()
for file in sys.argv[1:]:
    module = importlib.import_module(file[: -len(".py")])
    tests.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
    for function in functions(module):
        if not isinstance(function, type):
            tests.addTests(cases(function))
    for name, value in list(vars(module).items()):
        if name.startswith("Test") and isinstance(value, type) and not issubclass(value, unittest.TestCase):
            for function in functions(value):
                bound = lambda function=function, of=value, **row: function(of(), **row)
                both = [getattr(of, "given", [{}]) for of in (value, function)]
                bound.given = [{**row, **more} for row in both[0] for more in both[1]]
                tests.addTests(cases(bound))
if not tests.countTestCases():
    sys.exit(5)  # as pytest does
result = unittest.TextTestRunner(failfast=True).run(tests)
sys.exit(not result.wasSuccessful())
