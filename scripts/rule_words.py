"""The words that a program's rule files may hold, for the scripts that draw them at random."""

import json
import subprocess


def undrawn(program, schema, drawn):
    """What `PROGRAM schema SCHEMA` has and `drawn` (words of each field) has not, or the other way round."""
    printed = subprocess.run([program, "schema", schema], capture_output=True, text=True, check=True, timeout=60)
    known, open_fields = {}, [("", json.loads(printed.stdout))]
    while open_fields:
        name, field = open_fields.pop()
        inner = field.get("properties", {})
        open_fields += [(f"{name}.{key}".lstrip("."), value) for key, value in inner.items()]
        for choice in (field, *field.get("anyOf", ())):
            known.setdefault(name, set()).update(choice.get("enum", ()))
    wrong = []
    for name, words in drawn.items():
        words = {word for word in words if not isinstance(word, bool)}
        if name not in known:
            wrong.append(f"{name}: not a field of {schema}")
        # Numbers are drawn from their range.
        elif words and (known[name] or any(isinstance(word, str) for word in words)):
            wrong += [f"{name}: {word!r} is never drawn" for word in sorted(map(str, known[name] - words))]
            words = {word for word in words if isinstance(word, str)}
            wrong += [f"{name}: {word!r} is unknown to the program" for word in sorted(words - known[name])]
    return wrong + [f"{name}: never drawn" for name in sorted(set(known) - set(drawn)) if known[name]]
