"""`aunit mutate` against all valuations: a mutant that it calls equivalent in scope passes the tests that the original passes.
usage: mutatefuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib
import random
import sys

import situations

BITS = 3
CLAIMS = ["valid", "satisfies p"]


def equivalents(report):
    """Of each mutant that is equivalent, the id and the changed model."""
    for file in report["files"].values():
        source = file["source"].encode()
        for mutant in file["mutants"]:
            where = mutant["aunit"]
            if where["fate"] == "equivalent":
                yield mutant["id"], (source[: where["begin"]] + mutant["replacement"].encode() + source[where["end"] :]).decode()


seed, count = int(sys.argv[1]), int(sys.argv[2])
draw = random.Random(seed)
wrong = seen = 0
for _ in range(count):
    options = situations.semantics(draw)
    text = situations.declarations(draw, BITS) + situations.predicate(draw, BITS)
    pathlib.Path("m.als").write_text(text)
    situations.write_few("m.aunit", "m.als", BITS)
    report = json.loads(situations.aunit("mutate", "m.aunit", "--json", "-", "--arid", *options))
    original = None
    for name, changed in equivalents(report):
        seen += 1
        original = original or situations.truths("m.als", CLAIMS, BITS, options)
        pathlib.Path("changed.als").write_text(changed)
        if situations.truths("changed.als", CLAIMS, BITS, options) != original:
            wrong += 1
            kept = f"wrong_{seed}_{wrong}.als"
            pathlib.Path(kept).write_text(text)
            print(f"WRONG {kept}: {name} is not equivalent {options}", flush=True)
print("done", wrong, f"({seen} equivalent mutants)")
