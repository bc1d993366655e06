"""The words that a program's rule files may hold, for the scripts that draw them at random."""

import re
import subprocess


def undrawn(program, rules, drawn):
    """What the fields of RULES may hold and `drawn` (words of each field) has not, or the other way round."""
    known, open_fields = {}, [""]
    while open_fields:
        name = open_fields.pop()
        # A field that is none: a table says what it holds, and what is no table is asked for a word.
        inner = refusal(program, rules, f"{name}.no-such=1".lstrip("."))
        if "unknown field" in inner:
            keys = re.findall("`([a-z_0-9]+)`", inner.split(";", 1)[-1])
            open_fields += [f"{name}.{key}".lstrip(".") for key in keys]
        else:
            known[name] = set(re.findall('"([a-z0-9-]+)"', refusal(program, rules, f"{name}=no-such"))) - {"no-such"}
    wrong = []
    for name, words in drawn.items():
        words = {word for word in words if not isinstance(word, bool)}
        if name not in known:
            wrong.append(f"{name}: not a field of {rules}")
        # Numbers are drawn from their range.
        elif words and (known[name] or any(isinstance(word, str) for word in words)):
            wrong += [f"{name}: {word!r} is never drawn" for word in sorted(map(str, known[name] - words))]
            words = {word for word in words if isinstance(word, str)}
            wrong += [f"{name}: {word!r} is unknown to the program" for word in sorted(words - known[name])]
    return wrong + [f"{name}: never drawn" for name in sorted(set(known) - set(drawn)) if known[name]]


def refusal(program, rules, change):
    """What the program says of a rule set that it must refuse."""
    words = [program, "rules", f"{rules}{{{change}}}"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60).stderr
